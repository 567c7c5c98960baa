"""Tournaments: the same bytes whoever plays them and however often they are interrupted; what the numbers say."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents import checkpoint as ck
from agents.config import HELD_OUT, HeldOutDeals, TournamentConfig, held_out_evaluation, load_config, load_model
from agents.ppo import Learner
from jass_env.arena import EVALUATION_SEEDS, TRAINING_SEEDS, arena_rules, deal_seeds, duel, duel_by, duel_rules
from jass_env.arena.analysis import analyse, deals_won, pair_values, scores_against, verdict
from jass_env.arena.executors import Processes, Serial
from jass_env.arena.play import WIN, play_deals
from jass_env.arena.results import RECORDS, RESULTS, TIMINGS, Results, read_results, run_tournament
from jass_env.arena.statistics import Estimate
from jass_env.arena.tournament import Done, Tournament, Unit, alone, play_unit, tournament_of
from jass_env.errors import CheckpointError, ConfigError, ExecutorError, JassError, OptionError, PlayerError, ResultsError
from jass_env.players import PLAYERS, RandomPlayer, make_player
from jass_env.record import read_records, replay
from jass_env.rules import Rules
from jass_env.variants import all_variants
from scripts import aggregate as aggregate_script
from scripts import evaluate as evaluate_script
from scripts import tournament as script

ROOT = Path(__file__).parents[1]
CONFIG = ROOT / "configs" / "tournament_schieber.yaml"


class First:
    """The first legal action."""

    name = "first"

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        return action_mask.argmax(axis=1)


class Last:
    """The last legal action."""

    name = "last"

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        return action_mask.shape[1] - 1 - action_mask[:, ::-1].argmax(axis=1)


class Forgetful:
    """Draws from a generator of its own: not reproducible."""

    name = "forgetful"

    def __init__(self) -> None:
        self.rng = np.random.default_rng(0)

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        return RandomPlayer().act(observation, action_mask, self.rng.integers(2**62, size=len(seeds)).astype(np.uint64))


class Wrong:
    """Action 0, legal or not."""

    name = "wrong"

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        return np.zeros(len(seeds), dtype=np.int64)


class Odd:
    """Answers with something else than actions."""

    name = "odd"

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        return np.zeros((len(seeds), 2))


@pytest.fixture(autouse=True)
def players(monkeypatch: pytest.MonkeyPatch) -> None:
    for player in (First, Last, Forgetful, Wrong, Odd):
        monkeypatch.setitem(PLAYERS, player.name, lambda rules, player=player: player())
    tournament_of.cache_clear()


AGENTS = {"random": "random", "first": "first", "last": "last"}


def small(variant: str = "schieber", **changes: Any) -> Tournament:
    return Tournament(variant, **{"agents": AGENTS, "deals": 11, "block": 4, "reference": 6, **changes})


GAMES: dict[str, Callable[[], Tournament]] = {
    "pairs": lambda: small(metric="points"),
    "alone": lambda: small("mittlere", mixed="all"),
    "matches": lambda: small(episode="match", options={"target": 300}, records=5),
    "matches alone": lambda: small(
        "differenzler", episode="match", options={"hands": 8}, deals=4, block=2, reference=1, mixed=1, records=2
    ),
}


def files(folder: Path) -> dict[str, bytes]:
    """Everything that must be the same to the byte."""
    found = [folder / RESULTS, *sorted((folder / RECORDS).glob("*"))]
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


class Stops:
    """An executor that is interrupted after some units."""

    def __init__(self, after: int) -> None:
        self.after = after

    def run(self, work: Callable[[Unit], Done], units: Iterable[Unit]) -> Generator[Done, None, None]:
        yield from map(work, itertools.islice(units, self.after))
        raise KeyboardInterrupt


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Path, Results]]:
    """Tournaments of ``GAMES``, each played once."""
    done: dict[str, Path] = {}

    def of(game: str) -> tuple[Path, Results]:
        if game not in done:
            folder = tmp_path_factory.mktemp("tournament")
            run_tournament(GAMES[game](), folder)
            done[game] = folder
        return done[game], read_results(done[game])

    return of


# --- byte for byte ---


@pytest.mark.parametrize("game", GAMES)
def test_an_interrupted_tournament_ends_as_an_uninterrupted_one(game: str, played: Any, tmp_path: Path) -> None:
    whole, _ = played(game)
    for after in (0, 2, 3):
        with pytest.raises(KeyboardInterrupt):
            run_tournament(GAMES[game](), tmp_path, Stops(after))
        for name in (RESULTS, TIMINGS):  # killed while it wrote
            with open(tmp_path / name, "a") as file:
                file.write('{"unit":5,"line')
    seen: list[tuple[int, int]] = []
    run_tournament(GAMES[game](), tmp_path, progress=lambda *at: seen.append(at))
    units = len(list(GAMES[game]().units()))
    assert seen == [(number, units) for number in range(5, units + 1)]
    assert files(tmp_path) == files(whole)
    results = read_results(tmp_path)
    assert (results.timed == results.decisions).all()


def test_a_finished_tournament_is_left_as_it_is_and_can_be_prolonged(played: Any, tmp_path: Path) -> None:
    run_tournament(small(metric="points", deals=8), tmp_path)
    short = files(tmp_path)
    seen: list[tuple[int, int]] = []
    run_tournament(small(metric="points", deals=8), tmp_path, progress=lambda *at: seen.append(at))
    assert len(seen) == 1 and files(tmp_path) == short
    run_tournament(small(metric="points"), tmp_path)
    assert files(tmp_path) == files(played("pairs")[0])


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An agent that has learned nothing, for Schieber."""
    learner = Learner(load_config(ROOT / "configs" / "tiny.yaml"))
    path = tmp_path_factory.mktemp("run") / "agent.safetensors"
    ck.save_checkpoint(path, learner.networks(), learner.about(), keep=False)
    return path


@pytest.mark.parametrize("net", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_processes_write_the_same_bytes(net: bool, checkpoint: Path, tmp_path: Path) -> None:
    other = str(checkpoint) if net else "random"
    tournament = Tournament("schieber", {"random": "random", "other": other}, 12, block=2, reference=3)
    run_tournament(tournament, tmp_path / "serial", Serial())
    with pytest.raises(KeyboardInterrupt):
        run_tournament(tournament, tmp_path / "processes", Stops(2))
    run_tournament(tournament, tmp_path / "processes", Processes(2))
    assert files(tmp_path / "serial") == files(tmp_path / "processes")
    results = read_results(tmp_path / "serial")
    assert len(np.unique(results.played[0, 1].results)) > 5  # not the same by being nothing
    assert pair_values(results, 0, 1).any() == net


def test_a_duel_in_units_is_the_duel(checkpoint: Path) -> None:
    for variant, other in (("schieber", str(checkpoint)), ("mittlere", "first")):
        rules = duel_rules(variant, "points")
        one = duel_by(Serial(), "random", other, rules, 12, seed=3, block=5)
        whole = duel(RandomPlayer(), make_player(other, rules), rules, 12, seed=3)
        assert {**vars(one), "seconds": 0} == {**vars(whole), "seconds": 0}
        assert one.difference.mean and one.deviation > 0


def test_a_worker_that_dies_is_reported() -> None:
    with pytest.raises(ExecutorError, match="finished units are kept"):
        list(Processes(1).run(os._exit, [1, 1]))  # type: ignore[arg-type,list-item]
    with pytest.raises(ConfigError, match="workers=0"):
        Processes(0)


@pytest.mark.slow
def test_killed_and_given_again(tmp_path: Path) -> None:
    """A real process, killed: no worker is left behind, and the results are those of an undisturbed run."""
    command = [sys.executable, "scripts/tournament.py", str(CONFIG), "deals=3000", "block=50", "reference=100"]
    command.append("agents.ismcts=random")  # a search would take minutes

    def start(runs: Path) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*command, "--runs", str(runs)], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    path = tmp_path / "killed" / "tournament_schieber" / RESULTS
    process = start(tmp_path / "killed")
    while not path.exists() or path.read_bytes().count(b"\n") < 5:
        assert process.poll() is None
        time.sleep(0.05)
    children = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False).stdout.split()
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert start(tmp_path / "killed").wait() == 0
    assert not [child for child in children if Path(f"/proc/{child}/cmdline").exists()]
    assert start(tmp_path / "whole").wait() == 0
    assert files(path.parent) == files(tmp_path / "whole" / "tournament_schieber")


def test_a_unit_depends_on_nothing_else() -> None:
    """In any order, alone or after others, from the text alone."""
    tournament = small("differenzler", mixed=2)
    text, units = tournament.text, list(tournament.units())
    lines = [play_unit(text, unit).line for unit in units[:6]]
    tournament_of.cache_clear()
    assert [play_unit(text, unit).line for unit in reversed(units[:6])] == lines[::-1]


@pytest.mark.parametrize("variant", sorted(all_variants()))
def test_the_text_holds_all_rules(variant: str) -> None:
    tournament = Tournament(variant, {"a": "random", "b": "random"}, 1)
    assert tournament_of(tournament.text).rules.identity == tournament.rules.identity
    assert tournament_of(tournament.text).text == tournament.text


# --- what is played ---


def test_line_ups() -> None:
    assert small().lineups == [(0, 1), (0, 2), (1, 2)]
    pairs = small("differenzler").lineups
    assert pairs == [alone(a, b, 4) for one in ((0, 1), (0, 2), (1, 2)) for a, b in (one, one[::-1])]
    every = small("differenzler", mixed="all").lineups[6:]
    assert sorted(map(sorted, every)) == [[0, 0, 1, 2], [0, 1, 1, 2], [0, 1, 2, 2]]
    assert set(small("differenzler", mixed=2).lineups[6:]) < set(every)
    assert small("differenzler", mixed="all", seed=1).lineups[6:] != every
    units = list(small("differenzler", mixed="all").units())
    assert [unit.number for unit in units] == list(range(len(units)))
    for lineup in {unit.lineup for unit in units}:
        mine = [unit for unit in units if unit.lineup == lineup]
        deals = [deal for unit in mine for deal in range(unit.first, unit.first + unit.count)]
        assert deals == list(range(11 if len(set(lineup)) > 1 else 6))


@pytest.mark.parametrize(("variant", "options"), [("schieber", {"target": 200}), ("handjass", {}), ("mittlere", {})])
def test_wins_are_those_of_the_rules(variant: str, options: dict[str, Any]) -> None:
    seeds = deal_seeds(0, 0, 12)
    lineup = alone(0, 1, Rules(variant).sides)
    by_score = play_deals([RandomPlayer(), First()], lineup, arena_rules(variant, episode="match", options=options), seeds)
    outcome = Rules(variant, episode="match", reward="outcome", options=options)
    by_outcome = play_deals([RandomPlayer(), First()], lineup, outcome, seeds)
    assert ((by_score.wins == WIN) == (by_outcome.results == 1)).all()
    assert ((by_score.wins == 0) == (by_outcome.results == -1)).all()
    assert by_score.wins.any() and not play_deals([First()], [0] * len(lineup), arena_rules(variant), seeds).wins.any()


def test_each_position_sits_at_each_side_once() -> None:
    """With one player everywhere, rotating changes who gets what, and nothing else."""
    played = play_deals([RandomPlayer()], [0, 0, 0, 0], arena_rules("differenzler"), deal_seeds(0, 0, 9))
    for rotation in range(1, 4):
        assert (played.results[:, rotation] == np.roll(played.results[:, 0], -rotation, axis=1)).all()
    assert len(np.unique(played.results[:, 0])) > 4


@pytest.mark.parametrize("game", ["matches", "matches alone"])
def test_records_are_the_games_that_were_counted(game: str, played: Any) -> None:
    folder, results = played(game)
    tournament = GAMES[game]()
    sign = -1 if tournament.rules.array[0].fewest_wins else 1
    number = 0
    for unit in tournament.units():
        path = folder / RECORDS / f"unit_{unit.number:06d}.jsonl"
        count = max(0, min(unit.count, tournament.records - unit.first))
        assert path.exists() == (count > 0)
        records = list(read_records(path)) if count else []
        assert len(records) == count * results.sides
        for place, record in enumerate(records):
            replay(record, place)
            number += 1
        if tournament.metric == "score" and len(set(unit.lineup)) == results.sides:
            for place in range(count):
                deal = records[place * results.sides : (place + 1) * results.sides]
                for position, agent in enumerate(unit.lineup):
                    name = results.agents[agent]
                    total = sum(sum(r["totals"][r["agents"].index(name)] for r in [record]) for record in deal)
                    assert sign * total == results.played[unit.lineup].results[unit.first + place, position]
    assert number


# --- what the numbers say ---


@pytest.mark.parametrize("game", GAMES)
def test_the_matrix_is_antisymmetric_and_the_reference_nothing(game: str, played: Any) -> None:
    found = analyse(played(game)[1], resamples=50)
    assert (found.matrix == -found.matrix.T).all() and (found.matrix[0, 1:] != 0).all()
    assert (found.half_widths[0, 1:] > 0).all()
    assert found.reference == {0: 0.0, 1: 0.0, 2: 0.0}
    assert found.results.illegal.tolist() == [0, 0, 0]
    for a, b in itertools.combinations(range(3), 2):
        assert (deals_won(found.results, a, b) + deals_won(found.results, b, a) == 1).all()


@pytest.mark.parametrize(("game", "variant", "metric"), [("pairs", "schieber", "points"), ("alone", "mittlere", "score")])
def test_pairs_agree_with_duels(game: str, variant: str, metric: str, played: Any) -> None:
    _, results = played(game)
    rules = duel_rules(variant, metric)
    forth, back = (duel(*pair, rules, 11).difference.mean for pair in ((First(), Last()), (Last(), First())))
    assert pair_values(results, 1, 2).mean() == pytest.approx((forth - back) / 2)


def test_matches_won(played: Any) -> None:
    found = analyse(played("matches")[1], resamples=50)
    for pair in found.pairs:
        assert pair.matches_won is not None and sum(pair.matches_won) == pytest.approx(1)
    for pair in analyse(played("matches alone")[1], resamples=50).pairs:
        assert pair.matches_won is not None and min(pair.matches_won) >= 0 and max(pair.matches_won) <= 1


def test_mixed_tables_sum_to_nothing(played: Any) -> None:
    """The three-handed game has one mixed table: own minus the others' mean adds up to 0."""
    found = analyse(played("alone")[1], resamples=50)
    assert sum(each.mean for each in found.mixed.values()) == pytest.approx(0)
    assert len(found.mixed) == 3 and not analyse(played("pairs")[1], resamples=50).mixed


def test_a_player_that_keeps_something_is_found_out(tmp_path: Path) -> None:
    run_tournament(small(agents={"random": "random", "forgetful": "forgetful"}, records=0), tmp_path)
    found = analyse(read_results(tmp_path), resamples=50)
    assert found.reference[0] == 0 < found.reference[1]


def test_illegal_actions_are_counted_and_recorded_as_replaced(tmp_path: Path) -> None:
    run_tournament(small(agents={"random": "random", "wrong": "wrong"}), tmp_path)
    results = read_results(tmp_path)
    assert results.illegal[0] == 0 < results.illegal[1] < results.decisions[1]


def test_who_is_better_is_rated_better(played: Any) -> None:
    found = analyse(played("pairs")[1], resamples=50)
    best = int(np.argmax([sum(each.mean() for each in _won(found.results, agent)) for agent in range(3)]))
    assert found.rating[best] == found.rating.max() and found.rating.sum() == pytest.approx(0)
    assert (found.rating_interval[:, 0] <= found.rating).all() and (found.rating <= found.rating_interval[:, 1]).all()


def _won(results: Results, agent: int) -> Iterator[np.ndarray]:
    return (deals_won(results, agent, other) for other in range(3) if other != agent)


@pytest.mark.parametrize(
    ("mean", "half_width", "text"),
    [
        (2.0, 1.0, "a is better"),
        (-2.0, 1.0, "b is better"),
        (0.0, 0.0, "equal on every deal"),
        (0.2, 0.5, "no difference found; it is unlikely to be beyond 0.7"),
        (0.2, 5.0, "too wide for a verdict: ± 1 needs about 1,234 deals"),
        (0.2, float("nan"), "too few deals for an interval"),
    ],
)
def test_verdicts(mean: float, half_width: float, text: str) -> None:
    assert verdict(Estimate(mean, half_width), 1.0, 1234, "a", "b") == text


def test_scores_of_runs_against_a_baseline(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agents = {"base": "random", "x@1": "first", "x@2": "last", "y": "first"}
    for variant in ("schieber", "mittlere"):
        run_tournament(small(variant, agents=agents, records=0), tmp_path / variant)
    both = [read_results(tmp_path / variant) for variant in ("schieber", "mittlere")]
    scores = scores_against(both, "base")
    assert {name: table.shape for name, table in scores.items()} == {"x": (2, 2), "y": (1, 2)}
    assert scores["x"][1, 0] == deals_won(both[0], 2, 0).mean()
    assert (scores["y"][0] == scores["x"][0]).all()
    with pytest.raises(ResultsError, match="no agent 'bass'; did you mean 'base'"):
        scores_against(both, "bass")
    with pytest.raises(ResultsError, match=r"x has \[2, 0\] runs"):
        scores_against([both[0], _renamed(both[1], {"x@1": "z@1", "x@2": "z@2"})], "base")
    assert aggregate_script.main([str(tmp_path / "schieber"), str(tmp_path / "mittlere"), "--baseline", "base"]) == 0
    two, one, better = capsys.readouterr().out.splitlines()[1:]  # an interval takes two runs
    assert two.startswith("  x: ") and " to " in two
    assert one.startswith("  y: ") and "too few runs for an interval" in one
    assert better.startswith("  probability that x is better than y: ") and "too few runs" in better
    assert aggregate_script.main([str(tmp_path), "--baseline", "base"]) == 2
    twice = [str(tmp_path / "schieber"), str(tmp_path / "mittlere" / ".." / "schieber")]
    assert aggregate_script.main([*twice, "--baseline", "base"]) == 2
    assert "given twice" in capsys.readouterr().err


def _renamed(results: Results, names: dict[str, str]) -> Results:
    for agent in results.head["agents"]:
        agent["name"] = names.get(agent["name"], agent["name"])
    return results


# --- what is wrong ---


def test_results_of_another_tournament_are_refused(played: Any, tmp_path: Path) -> None:
    run_tournament(small(), tmp_path)
    before = files(tmp_path)
    for changes, message in (
        ({"seed": 1}, "another tournament: seed: 0 -> 1"),
        ({"metric": "points"}, "metric"),
        ({"agents": {**AGENTS, "last": "first"}}, "agents"),
        ({"options": {"weis": "off"}}, "options"),
        ({"deals": 9}, "expected were 1 from 8 on"),
        ({"deals": 4}, "more than deals=4"),
        ({"deals": 30}, "raised from a multiple of block=4"),
    ):
        with pytest.raises(ResultsError, match=message):
            run_tournament(small(**changes), tmp_path)
    assert files(tmp_path) == before


@pytest.fixture
def finished(played: Any) -> list[str]:
    """The lines of whole matches."""
    lines: list[str] = (played("matches")[0] / RESULTS).read_text().splitlines()
    return lines


def _change(line: dict[str, Any], key: str, value: Any) -> str:
    return json.dumps({**line, key: value})


@pytest.mark.parametrize(
    "damage",
    [
        lambda line: "{broken",
        lambda line: "[" * 100_000,
        lambda line: "[]",
        lambda line: '"unit"',
        lambda line: _change(line, "unit", 7),
        lambda line: _change(line, "unit", 2.0),
        lambda line: _change(line, "lineup", [0, 9]),
        lambda line: _change(line, "lineup", [False, 1]),
        lambda line: _change(line, "lineup", [-1, 1]),
        lambda line: _change(line, "first", "0"),
        lambda line: _change(line, "first", -1),
        lambda line: _change(line, "results", []),
        lambda line: _change(line, "results", "12"),
        *(
            lambda line, key=key, value=value: _change(line, key, [*line[key][:-1], value])
            for key in ("results", "wins")
            for value in ([1], [1, 2, 3], "12", ["1", "2"], [1.5, 2], [1, None], [True, 2], [2**70, 1], {"a": 1}, 3)
        ),
        lambda line: _change(line, "wins", [[-1, 1] for _ in line["wins"]]),
        lambda line: json.dumps({key: value for key, value in line.items() if key != "wins"}),
        *(
            lambda line, key=key, value=value: _change(line, key, value)
            for key in ("decisions", "illegal")
            for value in ([0], [0, -1], [True, 0], [0.0, 0], ["1", 0], None)
        ),
        lambda line: _change(line, "illegal", [line["decisions"][0] + 1, 0]),
    ],
)
def test_damaged_lines_are_named(damage: Callable[[dict[str, Any]], str], finished: list[str], tmp_path: Path) -> None:
    path = tmp_path / RESULTS
    path.write_text("\n".join([*finished[:3], damage(json.loads(finished[3])), *finished[4:]]) + "\n")
    for read in (lambda: run_tournament(GAMES["matches"](), tmp_path), lambda: read_results(tmp_path)):
        with pytest.raises(ResultsError, match=r"results\.jsonl, line 4 is damaged"):
            read()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("agents", [{}, {}]),
        ("agents", [{"name": "x"}, {"name": "y"}]),
        ("agents", ["x", "y"]),
        ("agents", 3),
        ("agents", [{"name": "x", "player": "random"}] * 2),
        ("agents", [{"name": ["x"], "player": "random"}] * 2),
        ("sides", "2"),
        ("sides", 2.0),
        ("sides", 0),
        ("seed", True),
        ("episode", "day"),
        ("metric", ["score"]),
        ("variant", None),
    ],
)
def test_a_damaged_head_is_named(key: str, value: Any, finished: list[str], tmp_path: Path) -> None:
    path = tmp_path / RESULTS
    path.write_text("\n".join([_change(json.loads(finished[0]), key, value), *finished[1:]]) + "\n")
    for read in (lambda: run_tournament(GAMES["matches"](), tmp_path), lambda: read_results(tmp_path)):
        with pytest.raises(ResultsError, match=r"results\.jsonl, line 1 is damaged"):
            read()


def test_a_file_that_is_no_file_of_results(tmp_path: Path) -> None:
    run_tournament(small(), tmp_path)
    path = tmp_path / RESULTS
    good = path.read_text().splitlines()
    path.write_text("\n".join([*good[:2], *good[3:]]) + "\n")
    with pytest.raises(ResultsError, match="line 3 is damaged"):
        read_results(tmp_path)
    path.write_text('{"format": "something else"}\n')
    with pytest.raises(ResultsError, match="no file of results"):
        run_tournament(small(), tmp_path)
    path.write_text(good[0][:40])  # killed while it wrote the first line: begun anew
    run_tournament(small(), tmp_path)
    assert path.read_text().splitlines() == good
    path.unlink()
    with pytest.raises(ResultsError, match="has no results"):
        read_results(tmp_path)


def test_timings_are_for_information(tmp_path: Path) -> None:
    run_tournament(small(), tmp_path)
    (tmp_path / TIMINGS).write_text('nonsense\n{"unit": 1, "seconds": [0.5, 0.5]}\n{"unit": "x"}\n{"unit": 1e999}\n')
    results = read_results(tmp_path)
    assert results.seconds.sum() == 1.0 and 0 < results.timed.sum() < results.decisions.sum()


def test_two_at_once_in_a_folder(tmp_path: Path) -> None:
    class Meddles(Serial):
        def run(self, work: Callable[[Unit], Done], units: Iterable[Unit]) -> Generator[Done, None, None]:
            with pytest.raises(ResultsError, match="another tournament is at work"):
                run_tournament(small(), tmp_path)
            before = (tmp_path / RESULTS).read_bytes()
            arguments = [str(CONFIG), "name=.", "executor=serial", "--runs", str(tmp_path), "--fresh"]
            assert script.main(arguments) == 2  # nor does it delete what is being written
            assert (tmp_path / RESULTS).read_bytes() == before
            yield from super().run(work, units)

    run_tournament(small(), tmp_path, Meddles())
    assert len(read_results(tmp_path).played[0, 1].results) == 11


def test_beginning_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is there is deleted, but only by a tournament that can be played."""
    run_tournament(GAMES["matches"](), tmp_path)
    before = files(tmp_path)
    arguments = [str(CONFIG), "name=.", "executor=serial", "--runs", str(tmp_path), "--fresh"]
    for change in ("agents.net=nowhere", "metric=tricks", "executor=processes workers=0", "seed=-1"):
        assert script.main([*arguments, *change.split()]) == 2
        assert files(tmp_path) == before
    with pytest.raises(PlayerError):
        run_tournament(small(agents={"x": "randm", "y": "first"}), tmp_path, fresh=True)
    assert files(tmp_path) == before
    run_tournament(small(), tmp_path, fresh=True)
    assert list(files(tmp_path)) == [RESULTS] and read_results(tmp_path).head == json.loads(small().text)


def test_agents_that_cannot_play(checkpoint: Path, tmp_path: Path) -> None:
    with pytest.raises(
        PlayerError, match=r"agent 'x': no player and no checkpoint is called 'randm'; did you mean 'random'"
    ):
        run_tournament(small(agents={"x": "randm", "y": "first"}), tmp_path)
    with pytest.raises(CheckpointError, match="trained for variant 'schieber', not for 'mittlere'"):
        run_tournament(small("mittlere", agents={"net": str(checkpoint), "first": "first"}), tmp_path)
    assert not list(tmp_path.iterdir())  # nothing was begun
    with pytest.raises(PlayerError, match=r"player 'odd' gave actions of shape \(\d+, 2\)"):
        run_tournament(small(agents={"odd": "odd", "first": "first"}), tmp_path)


def test_another_checkpoint_under_the_same_name_is_another_tournament(tmp_path: Path) -> None:
    learner = Learner(load_config(ROOT / "configs" / "tiny.yaml", ["seed=5"]))
    path = tmp_path / "agent.safetensors"
    ck.save_checkpoint(path, learner.networks(), learner.about(), keep=False)
    tournament = Tournament("schieber", {"net": str(path), "random": "random"}, 2, reference=0)
    run_tournament(tournament, tmp_path / "results")
    ck.save_checkpoint(path, learner.networks(), {**learner.about(), "step": 1}, keep=False)
    tournament_of.cache_clear()
    with pytest.raises(ResultsError, match="not what it was"):
        play_unit(tournament.text, next(tournament.units()))
    again = Tournament("schieber", {"net": str(path), "random": "random"}, 2, reference=0)
    with pytest.raises(ResultsError, match="another tournament: agents"):
        run_tournament(again, tmp_path / "results")


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"agents": {"x": "random"}}, ConfigError, "at least two"),
        ({"agents": {"x|y": "random", "z": "random"}}, ConfigError, r"agent 'x\|y'"),
        ({"deals": 0}, ConfigError, "deals=0: at least 1"),
        ({"block": 0}, ConfigError, "block=0"),
        ({"records": 1}, ConfigError, "only matches have records"),
        ({"mixed": 2}, ConfigError, "two sides"),
        ({"seed": 2**20}, OptionError, "seed"),
        ({"metric": "tricks"}, OptionError, "metric='tricks'"),
        ({"episode": "day"}, OptionError, "episode='day'"),
        ({"options": {"wies": "off"}}, OptionError, "wies"),
    ],
)
def test_errors_of_a_tournament(changes: dict[str, Any], error: type[JassError], message: str) -> None:
    with pytest.raises(error, match=message):
        small(**changes)
    with pytest.raises(ConfigError, match="three agents"):
        small("mittlere", agents={"x": "random", "y": "first"}, mixed=1)


# --- held-out deals ---


def test_every_variant_has_held_out_deals_of_its_own() -> None:
    known = load_model(HeldOutDeals, HELD_OUT).variants
    assert set(known) == set(all_variants())
    assert len({each.evaluation for each in known.values()}) == len(known)
    assert min(each.evaluation for each in known.values()) > 0  # what evaluations use by default is not held out
    assert held_out_evaluation("schieber", 5) == known["schieber"].evaluation
    with pytest.raises(ConfigError, match="holds out 100000"):
        held_out_evaluation("schieber", 100_001)
    with pytest.raises(ConfigError, match="did you mean 'schieber'"):
        held_out_evaluation("schiber", 5)


def test_training_draws_no_seed_of_an_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    from agents import ppo

    class Watched(ppo.JassVectorEnv):
        def __init__(self, rules: Rules, count: int, *, seed: int) -> None:
            drawn.extend(range(seed, seed + count))
            super().__init__(rules, count, seed=seed)

    monkeypatch.setattr(ppo, "JassVectorEnv", Watched)
    for seed in (0, 1, 7, 2**31 - 1):
        Learner(load_config(ROOT / "configs" / "tiny.yaml", [f"seed={seed}", "threads=2"]))
    assert len(drawn) == 4 * 16 and min(drawn) >= 0 and max(drawn) < TRAINING_SEEDS < EVALUATION_SEEDS


def test_training_deals_none_of_the_held_out_hands() -> None:
    """Also the later matches at a table, whose deals come from the generator as it stands."""
    learner = Learner(load_config(ROOT / "configs" / "tiny.yaml"))
    env = learner.tables[0].env
    trained = set()
    for number in range(400):
        for hands in env.get_state()["hands"][:, :4]:
            if np.bitwise_count(hands).sum() == 36:
                trained.add(tuple(hands.tolist()))
        env.step(env.random_actions(number))
    held = deal_seeds(held_out_evaluation("schieber", 2000), 0, 2000)
    from jass_env.vector import JassVectorEnv

    hands = JassVectorEnv(arena_rules("schieber"), 2000, seed=held.tolist()).get_state()["hands"][:, :4]
    kept = {tuple(each.tolist()) for each in hands}
    assert len(trained) > 100 and len(kept) == 2000 and not trained & kept


# --- scripts ---


def test_the_configuration_in_the_repository(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [str(CONFIG), "deals=20", "block=8", "reference=4", "executor=serial", "--runs", str(tmp_path)]
    arguments.append("agents.again=random")
    assert script.main(arguments) == 0
    folder = tmp_path / "tournament_schieber"
    report = (folder / "report.md").read_text()
    assert "equal on every deal" in report and "| random |" in report
    assert "<table>" in (folder / "report.html").read_text()
    for name in ("pairs", "matrix", "ratings"):
        assert (folder / f"{name}.png").read_bytes().startswith(b"\x89PNG") and f"({name}.png)" in report
    assert script.main([*arguments, "--report"]) == 0
    capsys.readouterr()
    assert script.main([*arguments, "metric=points"]) == 2
    assert "--fresh begins anew" in capsys.readouterr().err
    assert script.main([*arguments, "metric=points", "held_out=true", "--fresh"]) == 0
    seed = json.loads((folder / RESULTS).read_text().splitlines()[0])["seed"]
    assert seed == held_out_evaluation("schieber", 20)
    for wrong in ("0", "-1", ".nan", ".inf", "1.0e-200"):
        assert script.main([*arguments, "--report", f"half_width={wrong}"]) == 2
        assert "half_width" in capsys.readouterr().err
    assert script.main([*arguments, "dels=3"]) == 2
    assert "did you mean 'deals'" in capsys.readouterr().err
    assert script.main([*arguments, "agents.net=nowhere", "--fresh"]) == 2
    assert "agent 'net': no player" in capsys.readouterr().err
    assert load_model(TournamentConfig, CONFIG).name == CONFIG.stem


def test_a_report_of_every_kind(played: Any, tmp_path: Path) -> None:
    from jass_env.arena.report import report_lines

    for game in GAMES:
        text = "\n".join(report_lines(analyse(played(game)[1], resamples=50), game))
        assert ("## Mixed tables" in text) == ("alone" in game) and ("matches won" in text) == ("matches" in game)
        assert "nan" not in text


def test_evaluate_with_a_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["first", "random", "--variant", "schieber", "--pairs", "30", "--held-out"]
    assert evaluate_script.main([*arguments, "--half-width", "0.01"]) == 0
    out = capsys.readouterr().out
    assert "verdict: " in out and f"evaluation {held_out_evaluation('schieber', 30)}" in out
    for wrong in ("0", "-1", "nan", "inf"):
        assert evaluate_script.main([*arguments, "--half-width", wrong]) == 2
        assert "a finite number more than 0" in capsys.readouterr().err
    assert evaluate_script.main([*arguments, "--half-width", "1e-200"]) == 0  # what was played is told
    out = capsys.readouterr().out
    assert "mean difference" in out and "no verdict: half_width=1e-200: too small" in out
    assert evaluate_script.main([*arguments, "--workers", "0"]) == 2
