"""Records as data: against the environment, against the definition of a return, files there and back, and damaged ones."""

from __future__ import annotations

import functools
import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jass_env
from jass_env import datasets
from jass_env.datasets import Dataset, Decisions, WatchedMatch, decisions_of, write_dataset
from jass_env.errors import DatasetError, DependencyError, OptionError, OrderError, RecordError
from jass_env.players import RandomPlayer
from jass_env.record import record_match, replay, write_records
from jass_env.rules import REWARDS, Rules
from scripts import dataset as script
from tests.playing import as_read, play_match
from tests.support import VARIANTS, observation, rules_to_try
from tests.test_invariants import shuffle_unseen

ROOT = Path(__file__).parent.parent
COLUMNS = [field.name for field in fields(Decisions)]


@functools.cache
def text(variant: str, seed: int, max_hands: int) -> str:
    return json.dumps(play_match(Rules(variant, options={"max_hands": max_hands}), seed, legal=seed % 2 == 0).record)


def record(variant: str = "schieber", seed: int = 1, max_hands: int = 2) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text(variant, seed, max_hands))
    return found


def same(one: Decisions, other: Decisions) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in COLUMNS)


# --- what a decision is ---


@pytest.mark.parametrize("variant", VARIANTS)
def test_decisions_are_those_of_the_environment(variant: str) -> None:
    """Observation and mask of whoever is to move; the reward that ``last()`` tells at the seat's next turn or end."""
    for reward in REWARDS:
        taken = record(variant)
        found = decisions_of(taken, reward=reward, number=3)
        env = jass_env.env(variant, reward=reward, **{**taken["options"], "max_hands": 2})
        env.reset(seed=taken["seed"])
        names = [(seat, name) for hand in taken["hands"] for seat, name in hand["actions"]]
        before: dict[str, int] = {}  # an agent's decision of which the reward is still to come
        step = 0
        for agent in env.agent_iter():
            seen, due, terminated, truncated, _ = env.last()
            if agent in before:
                last = before.pop(agent)
                assert found.reward[last] == np.float32(due)
                assert (bool(found.terminated[last]), bool(found.truncated[last])) == (terminated, truncated)
            if terminated or truncated:
                env.step(None)
                continue
            seat, name = names[step]
            assert agent == f"player_{seat}" and found.seat[step] == seat
            assert (found.observation[step] == seen["observation"]).all()
            assert (found.action_mask[step] == seen["action_mask"]).all()
            assert env.action_name(int(found.action[step])) == name
            before[agent] = step
            env.step(env.action_id(name))
            step += 1
        assert step == len(found) == len(names)
        assert set(found.match) == {3} and set(found.agent) == {"random"}
        assert [found.hand.tolist().count(hand) for hand in range(2)] == [len(hand["actions"]) for hand in taken["hands"]]


def test_a_seat_that_has_left_the_match_ended_there_even_if_the_match_is_cut_off() -> None:
    rules = Rules("handjass", options={"form": "exchange"})
    for seed in range(40):
        whole = as_read(play_match(rules, seed, legal=False).record)
        for cut in range(2, len(whole["hands"])):
            left = [seat for seat, cards in enumerate(whole["hands"][cut]["dealt"]) if not cards]
            if left:
                short = play_match(
                    Rules("handjass", options={"form": "exchange", "max_hands": cut}), seed, legal=False
                ).record
                assert short["end"] == "truncated"
                found = decisions_of(short)
                assert [found.terminated[found.seat == seat].sum() for seat in range(rules.seats)] == [
                    int(seat in left) for seat in range(rules.seats)
                ]
                assert [found.truncated[found.seat == seat].sum() for seat in range(rules.seats)] == [
                    int(seat not in left) for seat in range(rules.seats)
                ]
                return
    raise AssertionError("nobody left a match before its last hand")


@pytest.mark.parametrize(("until", "gamma"), [("match", 1.0), ("hand", 1.0), ("match", 0.9), ("hand", 0.5), ("hand", 0)])
@pytest.mark.parametrize("variant", ["schieber", "sticheln", "mittlere"])
def test_returns_by_their_definition(variant: str, until: str, gamma: float) -> None:
    rules = Rules(variant, reward="points", options={"max_hands": 3})
    taken = record(variant, 4, 3)
    match = replay(taken, 0, lambda found, seed, agents, legal: WatchedMatch(rules, seed, agents, legal))
    assert isinstance(match, WatchedMatch)
    found = decisions_of(taken, reward="points", until=until, gamma=gamma)
    steps = len(found)
    for step in range(steps):
        seat = found.seat[step]
        total, own, next_own = 0.0, 0, None
        for later in range(step, steps):
            if until == "hand" and found.hand[later] != found.hand[step]:
                break
            if later > step and found.seat[later] == seat:
                own += 1
                next_own = next_own or later
            total += gamma**own * match.rewards[later][seat]
        last = later if until == "match" else max(np.flatnonzero(found.hand == found.hand[step]))
        stop = next_own or last + 1
        assert found.returns[step] == pytest.approx(total, rel=1e-5)
        assert found.reward[step] == pytest.approx(sum(match.rewards[later][seat] for later in range(step, stop)))
        assert (found.terminated[step] or found.truncated[step]) == (next_own is None)
    assert found.truncated.any() == (until == "match")  # a hand is never cut off, the match is


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_that_the_seat_cannot_see_is_in_its_decision(variant: str) -> None:
    """All that is hidden from who is to move dealt anew: the decision stays the same, but for what came of it."""
    rng = random.Random(0)
    tried = []

    class Shuffling(WatchedMatch):
        def _take(self, code: int) -> bool:
            other = shuffle_unseen(self.rules, self._states, self.mover, rng)
            tried.append(observation(self.rules, other, self.mover))
            return super()._take(code)

    for rules in rules_to_try(variant, 2):
        rules = Rules(variant, options={**rules.options, "max_hands": 2})
        taken = as_read(play_match(rules, 6, legal=False).record)
        tried.clear()
        replay(taken, 0, Shuffling)
        assert (np.array(tried) == decisions_of(taken).observation).all()


def test_rows_can_be_picked_by_whatever_indexes_an_array() -> None:
    players = [RandomPlayer(), RandomPlayer()] * 2
    players[1].name = "other"
    found = decisions_of(record_match(Rules("schieber", options={"max_hands": 1}), 0, players))
    own = found[found.agent == "other"]
    assert set(own.seat) == {1, 3} and len(own) == np.isin(found.seat, (1, 3)).sum()
    assert len(found[2]) == 1 and found[2].observation.shape == (1, 506)
    assert same(Decisions.join([found[:5], found[5:]]), found)


def test_what_is_no_return_and_no_record_is_told() -> None:
    for wrong in ({"reward": "money"}, {"until": "trick"}, {"gamma": 1.1}, {"gamma": float("nan")}, {"gamma": "1"}):
        with pytest.raises(OptionError, match=next(iter(wrong))):
            decisions_of(record(), **wrong)
    with pytest.raises(RecordError, match="format"):
        decisions_of({})
    edited = record()
    edited["hands"][1]["actions"][20][1] = edited["hands"][1]["actions"][19][1]
    with pytest.raises(RecordError, match=r"match 5, hand 1, action 20: .* is illegal"):
        decisions_of(edited, number=5)


# --- files ---

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def small_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of many parts out of few matches."""
    monkeypatch.setattr(datasets, "GROUP", 100)


@pytest.mark.parametrize("variant", VARIANTS)
def test_records_there_and_back(variant: str, tmp_path: Path) -> None:
    """Records -> Parquet -> records changes nothing, with and without legal actions; and the decisions are theirs."""
    records = [record(variant, seed) for seed in (1, 2)]
    path = tmp_path / "d.parquet"
    assert write_dataset(path, records, reward="margin", until="hand", gamma=0.5) == sum(
        len(hand["actions"]) for each in records for hand in each["hands"]
    )
    with Dataset(path, Rules(variant, options={"max_hands": 2})) as data:
        assert json.dumps(list(data.records())) == json.dumps(records)
        right = [decisions_of(each, reward="margin", until="hand", gamma=0.5, number=n) for n, each in enumerate(records)]
        found = data.load()
        assert same(found, Decisions.join(right))
        assert [getattr(found, name).dtype for name in COLUMNS] == [getattr(right[0], name).dtype for name in COLUMNS]
        assert (data.matches, data.until, data.gamma, len(data)) == (2, "hand", 0.5, len(found))
        assert (data.rules.name, data.rules.reward, data.rules.options["max_hands"]) == (variant, "margin", 2)
        data.check()


def test_the_file_tells_others_what_it_is(tmp_path: Path) -> None:
    """Somebody who has pyarrow alone finds names of actions, places in the observation, and plain columns."""
    write_dataset(tmp_path / "d.parquet", [record()], reward="points")
    table = parquet.read_table(tmp_path / "d.parquet")
    head = json.loads(table.schema.metadata[b"jass_env"])
    assert (head["format"], head["variant"], head["version"], head["reward"]) == ("jass-dataset/1", "schieber", 0, "points")
    assert head["options"]["max_hands"] == 2 and head["options"]["multipliers"]["bells"] == 2
    row = table.slice(3, 1).to_pylist()[0]
    taken = record()["hands"][0]["actions"][3]
    assert [row["seat"], head["actions"][row["action"]]] == taken
    start, stop = head["layout"]["hand"]
    assert row["observation"][start:stop][row["action"]] == 1  # the card played was in the hand
    assert row["action_mask"][row["action"]] == 1 and row["record"] is None
    assert set(row) == {*COLUMNS, "return", "record"} - {"returns"}


@pytest.mark.usefixtures("small_groups")
def test_batches_hold_every_decision_once(tmp_path: Path) -> None:
    path = tmp_path / "d.parquet"
    write_dataset(path, (record(seed=seed) for seed in range(6)))
    with Dataset(path) as data:
        whole = data.load()
        assert same(Decisions.join(list(data.batches())), whole)
        for size in (1000, 64, 7):
            sizes = [len(part) for part in data.batches(size)]
            assert sizes == [size] * (len(whole) // size) + [len(whole) % size] * bool(len(whole) % size)
            assert same(Decisions.join(list(data.batches(size))), whole)
        one, again, other = (Decisions.join(list(data.batches(64, shuffle=seed))) for seed in (5, 5, 6))
        assert same(one, again) and not same(one, other) and not same(one, whole)
        for part in data.batches(shuffle=5):  # not only the parts, also what is in them
            assert (np.diff(part.hand)[np.diff(part.match) == 0] < 0).any()
        rows = [
            sorted((int(part.match[i]), part.observation[i].tobytes(), int(part.action[i])) for i in range(len(part)))
            for part in (one, whole)
        ]
        assert rows[0] == rows[1]
        for wrong in (0, -3, "8", 2.0, True):
            with pytest.raises(OptionError, match=f"size={wrong!r}: a whole number"):
                next(data.batches(wrong))  # type: ignore[arg-type]
        for wrong in ("8", -1, True):
            with pytest.raises(OptionError, match=f"shuffle={wrong!r}: a seed"):
                next(data.batches(shuffle=wrong))  # type: ignore[arg-type]


@pytest.mark.usefixtures("small_groups")
def test_a_long_file_is_written_and_read_a_part_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken, held = [], []

    def records() -> Iterator[dict[str, Any]]:
        for seed in range(8):
            taken.append(seed)
            yield record(seed=seed)

    write_group = datasets._write_group

    def watched(arrow: Any, writer: Any, parts: list[Any]) -> None:
        held.append(sum(map(len, parts)))
        write_group(arrow, writer, parts)

    monkeypatch.setattr(datasets, "_write_group", watched)
    path = tmp_path / "d.parquet"
    total = write_dataset(path, records(), progress=lambda matches, decisions: taken.append((matches, decisions)))
    assert taken[1::2] == [(n + 1, taken[2 * n + 1][1]) for n in range(8)] and taken[-1] == (8, total)  # one by one
    assert sum(held) == total and max(held) < 250 and len(held) > 3
    with Dataset(path) as data:
        read: list[int] = []
        inner = data._read
        monkeypatch.setattr(data, "_read", lambda group, columns: read.append(group) or inner(group, columns))
        next(data.batches(10))
        next(data.records())
        assert read == [0, 0]


def test_a_file_appears_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "d.parquet"

    def failing() -> Iterator[dict[str, Any]]:
        yield record()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_dataset(path, failing())
    assert list(tmp_path.iterdir()) == []
    write_dataset(path, [record()])
    before = path.read_bytes()
    wrong = record(seed=2)
    wrong["totals"][0] += 1
    with pytest.raises(RecordError, match="match 1: totals"):
        write_dataset(path, [record(), wrong])
    with pytest.raises(DatasetError, match="no records"):
        write_dataset(path, [])
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (lambda: record("differenzler"), "match 1: differenzler, version 0; schieber, version 0 is needed"),
        (lambda: record(max_hands=3), "match 1: max_hands=3; max_hands=2 is needed"),
        (lambda: record() | {"version": 1}, "match 1: schieber version 1"),
        (list, "match 1: format 'list'"),
    ],
)
def test_matches_of_a_dataset_are_played_by_the_same_rules(other: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=message):
        write_dataset(tmp_path / "d.parquet", [record(), other()])


# --- what is wrong with a file ---


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_dataset(tmp_path / "d.parquet", [record(), record(seed=2)])
    return tmp_path / "d.parquet"


def rewrite(path: Path, change: Any) -> None:
    """The same file with its table and metadata changed by hand, in form still a whole dataset."""
    file = parquet.ParquetFile(path)
    table, size = file.read(), file.metadata.metadata[b"jass_env.size"]
    head = json.loads(table.schema.metadata[b"jass_env"])
    table, head = change(table, head)
    table = table.replace_schema_metadata({"jass_env": json.dumps(head)} if head is not None else {})
    with parquet.ParquetWriter(path, table.schema) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({"jass_env.size": size})


def edited(name: str, row: int, value: Any) -> Any:
    """A change of one value."""

    def change(table: Any, head: Any) -> Any:
        values = table.column(name).to_pylist()
        values[row] = value(values[row]) if callable(value) else value
        number = table.schema.get_field_index(name)
        return table.set_column(
            number, table.schema.field(number), pyarrow.array(values, table.schema.field(number).type)
        ), head

    return change


def without_size(path: Path) -> None:
    table = parquet.read_table(path)
    parquet.write_table(table, path)


@pytest.mark.parametrize("cut", [0, 3, 100, -1, -9])
def test_a_truncated_file_is_told(cut: int, path: Path) -> None:
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(DatasetError, match="is no whole Parquet file"):
        Dataset(path)


def test_a_flipped_bit_is_never_read_as_something_else(path: Path) -> None:
    whole = path.read_bytes()
    with Dataset(path) as data:
        right, records = data.load(), list(data.records())
    rng = random.Random(0)
    told = 0
    for _ in range(60):
        where = rng.randrange(len(whole))
        path.write_bytes(whole[:where] + bytes([whole[where] ^ 1 << rng.randrange(8)]) + whole[where + 1 :])
        try:
            with Dataset(path) as data:
                found, back = data.load(), list(data.records())
        except DatasetError:
            told += 1
            continue
        assert same(found, right) and back == records  # what was hit means nothing
    assert told > 20


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda table, head: (table, None), "is no dataset of jass_env"),
        (lambda table, head: (table, head | {"format": "jass-dataset/2"}), "format 'jass-dataset/2'; this reads"),
        (lambda table, head: (table, head | {"variant": "bridge"}), "variant, options or reward do not exist: .*'bridge'"),
        (lambda table, head: (table, head | {"version": 1}), "version 1, this is version 0"),
        (lambda table, head: (table, head | {"reward": "money"}), "'money'"),
        (lambda table, head: (table, head | {"gamma": 2}), "gamma=2"),
        (lambda table, head: (table, head | {"layout_hash": "0"}), "other layout_hash than here"),
        (lambda table, head: (table, head | {"actions": head["actions"][::-1]}), "other actions than here"),
        (lambda table, head: (table, head | {"options": head["options"] | {"weis": "loud"}}), "weis='loud'"),
        (lambda table, head: (table, head | {"options": 3}), "metadata is damaged|do not exist"),
        (lambda table, head: (table, {"format": head["format"]}), "metadata is damaged: KeyError 'variant'"),
        (lambda table, head: (table, []), "metadata is damaged"),
        (lambda table, head: (table.drop_columns(["reward"]), head), "its columns are not those"),
        (lambda table, head: (table, head | {"variant": "differenzler", "options": {}}), "differenzler with other options"),
        (lambda table, head: (table.slice(1), head), "holds 148 decisions, by its metadata 149"),
    ],
)
def test_a_file_of_something_else_is_told(change: Any, message: str, path: Path) -> None:
    rewrite(path, change)
    with pytest.raises(DatasetError, match=message):
        Dataset(path)


def test_a_file_without_its_size_is_not_whole(path: Path) -> None:
    without_size(path)
    with pytest.raises(DatasetError, match="metadata is damaged"):
        Dataset(path)


def test_a_file_that_is_not_there_or_not_of_the_wanted_rules_is_told(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Dataset(path.with_name("nothing"))
    with pytest.raises(DatasetError, match="max_hands=2; max_hands=1000 is needed"):
        Dataset(path, Rules("schieber"))
    with pytest.raises(DatasetError, match="schieber, version 0; differenzler"):
        Dataset(path, Rules("differenzler"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("action", lambda action: 64),
        ("action", lambda action: 65),
        ("action", lambda action: -1),
        ("seat", lambda seat: 4),
        ("action_mask", lambda mask: [2, *mask[1:]]),
        ("observation", lambda seen: [127, *seen[1:]]),
        ("return", lambda value: float("nan")),
    ],
)
def test_what_cannot_be_is_told_as_it_is_read(name: str, value: Any, path: Path) -> None:
    rewrite(path, edited(name, 30, value))
    with Dataset(path) as data, pytest.raises(DatasetError, match="is damaged: in match 0, hand 0, where seat"):
        data.load()


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("reward", lambda value: value + 1, "match 0, decision 30: reward is not that of its record"),
        ("return", lambda value: value + 1, "match 0, decision 30: returns is not"),
        ("agent", lambda value: "me", "match 0, decision 30: agent is not"),
        ("seat", lambda value: (value + 1) % 4, "match 0, decision 30: seat is not"),
        ("terminated", lambda value: True, "match 0, decision 30: terminated is not"),
    ],
)
def test_check_finds_what_was_changed_by_hand(name: str, value: Any, message: str, path: Path) -> None:
    rewrite(path, edited(name, 30, value))
    with Dataset(path) as data, pytest.raises(DatasetError, match=message):
        data.check()


def test_a_file_that_was_closed_is_not_called_damaged(path: Path) -> None:
    with Dataset(path) as data:
        pass
    for use in (data.load, data.check, lambda: next(data.batches()), lambda: next(data.records())):
        with pytest.raises(OrderError, match=r"d\.parquet is closed: read it inside"):
            use()


def test_what_is_no_list_of_records_is_told(tmp_path: Path) -> None:
    write_records(tmp_path / "games.jsonl", [record()])
    for given in (tmp_path / "games.jsonl", str(tmp_path / "games.jsonl")):
        with pytest.raises(OptionError, match=r"read_records\('.*games\.jsonl'\) gives its records"):
            write_dataset(tmp_path / "d.parquet", given)  # type: ignore[arg-type]
    for wrong in (record(), 3):
        with pytest.raises(OptionError, match="a list of records is needed"):
            write_dataset(tmp_path / "d.parquet", wrong)  # type: ignore[arg-type]


def other_card(line: str) -> str:
    """The record with another card at a place where several were legal."""
    changed = json.loads(line)
    rules = Rules("schieber", options={"max_hands": 2})
    mask = decisions_of(changed).action_mask
    for number, (_, name) in enumerate(changed["hands"][0]["actions"]):
        others = [rules.actions[action] for action in np.flatnonzero(mask[number]) if rules.actions[action] != name]
        if number > 4 and others:
            changed["hands"][0]["actions"][number][1] = others[0]
            return json.dumps(changed)
    raise AssertionError


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (other_card, "match 0, hand 0"),
        (lambda line: line[:-40], "match 0: its record is damaged"),
        (lambda line: "[]", "match 0: its record is damaged"),
        (lambda line: text("schieber", 5, 2), "match 0.*decisions?"),
        (lambda line: text("schieber", 1, 3), "match 0: max_hands=3; max_hands=2 is needed"),
    ],
)
def test_check_finds_an_edited_record(change: Any, message: str, path: Path) -> None:
    rewrite(path, edited("record", 0, change))
    with Dataset(path) as data, pytest.raises(DatasetError, match=message):
        data.check()


def test_a_missing_record_is_found(path: Path) -> None:
    rewrite(path, edited("record", 0, None))
    with Dataset(path) as data:
        with pytest.raises(DatasetError, match="holds 1 records, by its metadata 2"):
            list(data.records())
        with pytest.raises(DatasetError, match="does not begin with the record"):
            data.check()


def test_a_missing_library_is_named_with_what_installs_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    for use in (lambda: Dataset(path), lambda: write_dataset(path, [record()])):
        with pytest.raises(DependencyError, match=r"jass-env\[datasets\]"):
            use()
    decisions_of(record())  # needs none
    monkeypatch.undo()
    monkeypatch.delattr(parquet.ParquetWriter, "add_key_value_metadata")
    with pytest.raises(DependencyError, match=r"too old.*jass-env\[datasets\]"):
        write_dataset(path, [record()])


def test_no_library_is_imported_before_it_is_used() -> None:
    code = "import sys, jass_env.datasets, jass_env.logs; assert not {'pyarrow', 'minari'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_example_of_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "datasets.md").read_text(encoding="utf-8"), re.S)[0]
    monkeypatch.chdir(tmp_path)
    write_records("games.jsonl", [record()])
    names: dict[str, Any] = {}
    exec(code, names)
    assert len(names["everything"]) == len(decisions_of(record())) and len(names["own"]) == 0


# --- the script ---


def test_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*args: Any) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["dataset.py", *map(str, args)])
        code = script.main()
        return code, capsys.readouterr().err

    lines, out, back = tmp_path / "r.jsonl", tmp_path / "d.parquet", tmp_path / "back.jsonl"
    write_records(lines, [record(seed=seed) for seed in range(3)])
    code, said = run(lines, out, "--reward", "points", "--until", "hand")
    assert code == 0 and f"decisions in {out}" in said
    with Dataset(out) as data:
        assert (data.rules.reward, data.until) == ("points", "hand")
    assert "is right" in run("--check", out)[1]
    assert run("--records", out, back)[0] == 0
    assert back.read_bytes() == lines.read_bytes()
    out.write_bytes(out.read_bytes()[:-20])
    for args in (("--check", out), (tmp_path / "none", out), (lines, tmp_path / "no" / "d.parquet")):
        code, said = run(*args)
        assert code == 2 and said.startswith("dataset.py: ") and len(said.splitlines()) == 1
    for args in ((lines,), ("--check", out, back)):
        with pytest.raises(SystemExit):
            run(*args)


# --- Minari ---


@pytest.fixture
def minari_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    return tmp_path / "minari"


@pytest.mark.parametrize("variant", ["schieber", "handjass", "guggitaler"])
def test_minari_there_and_back(variant: str, minari_folder: Path) -> None:
    pytest.importorskip("minari")
    from jass_env.adapters.minari import from_minari, to_minari

    records = [record(variant, seed) for seed in (1, 2)]
    made = to_minari(f"jass/{variant}/test-v0", records, reward="points")
    right = Decisions.join([decisions_of(each, reward="points", gamma=0.9, number=n) for n, each in enumerate(records)])
    right = right[np.lexsort((np.arange(len(right)), right.seat, right.match))]
    found = Decisions.join(list(from_minari(made, gamma=0.9)))
    for name in set(COLUMNS) - {"hand", "agent"}:
        assert np.allclose(getattr(found, name), getattr(right, name)), name
    assert made.total_steps == len(right)
    episode = made[0]
    assert made.observation_space.contains({name: part[-1] for name, part in episode.observations.items()})
    assert len(episode.observations["observation"]) == len(episode.actions) + 1
    assert not episode.observations["action_mask"][-1].any()
    with pytest.raises(DatasetError, match="exists already"):
        to_minari(f"jass/{variant}/test-v0", records)


def test_minari_is_whole_or_not_there(minari_folder: Path) -> None:
    minari = pytest.importorskip("minari")
    from jass_env.adapters.minari import from_minari, to_minari

    with pytest.raises(RecordError, match="match 1: max_hands=3"):
        to_minari("jass/test-v0", [record(), record(max_hands=3)])
    assert not minari.list_local_datasets()
    made = to_minari("jass/test-v0", [record()])
    head = json.loads(made.storage.metadata["jass_env"])
    made.storage.update_metadata({"jass_env": json.dumps(head | {"version": 9})})
    with pytest.raises(DatasetError, match="version 9, this is version 0"):
        next(from_minari(made))
    made.storage.update_metadata({"jass_env": "{"})
    with pytest.raises(DatasetError, match="no whole dataset of jass_env"):
        next(from_minari(made))
    shutil.rmtree(minari_folder)


def test_minari_names_and_discounts_are_checked(minari_folder):
    pytest.importorskip("minari")
    from jass_env.adapters.minari import from_minari, to_minari

    for name in (None, "", "jass", "../jass-v0", "/jass-v0", 7):
        with pytest.raises(DatasetError, match="a name and a version"):
            to_minari(name, [record()])
    made = to_minari("jass/test-v0", [record()])
    for gamma in (5, -0.1, float("nan"), True, None, "1"):
        with pytest.raises(OptionError, match="gamma"):
            from_minari(made, gamma=gamma)
