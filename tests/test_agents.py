"""Learning agents: advantages, encoding, configuration, checkpoints, resuming, scripts."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import jass_env
from agents import checkpoint as ck
from agents.config import Config, NetworkConfig, load_config, make_config
from agents.logs import Logs, read_metrics
from agents.networks import Encoder
from agents.player import load_player
from agents.ppo import Learner, own_advantages, sample, train
from jass_env.arena import duel, duel_rules
from jass_env.errors import CheckpointError, ConfigError
from jass_env.players import RandomPlayer, decision_seeds, make_player
from scripts import evaluate as evaluate_script
from scripts import train as train_script

ROOT = Path(__file__).parents[1]
TINY = ROOT / "configs" / "tiny.yaml"
#: Metrics that measure time.
TIMES = {"decisions_per_second", "playing_part", "minutes"}


def tiny(**changes: Any) -> Config:
    return make_config({**load_config(TINY).model_dump(), **changes})


# --- advantages along a seat's own decisions ---


def slow_advantages(values, rewards, ended, seats, decided, gamma, lam):  # type: ignore[no-untyped-def]
    """The definition, table by table and seat by seat, in plain Python."""
    T, N, S = rewards.shape
    found: dict[tuple[int, int], float] = {}
    for n in range(N):
        first = 0
        episodes = []
        for t in range(T):
            if ended[t, n]:
                episodes.append((first, t, True))
                first = t + 1
        if first < T:
            episodes.append((first, T - 1, False))
        for start, stop, complete in episodes:
            for seat in range(S):
                own = [t for t in range(start, stop + 1) if decided[t, n] and seats[t, n] == seat]
                until = [*own[1:], stop + 1]
                sums = [sum(float(rewards[u, n, seat]) for u in range(t, v)) for t, v in zip(own, until, strict=False)]
                if not complete:
                    own, sums, tail = own[:-1], sums[:-1], own[-1:]
                    bootstrap = [float(values[t, n]) for t in tail]
                else:
                    bootstrap = [0.0]
                judged = [float(values[t, n]) for t in own] + bootstrap
                for k in range(len(own)):
                    # The sum of all later errors, each discounted: no recursion.
                    found[own[k], n] = sum(
                        (gamma * lam) ** (j - k) * (sums[j] + gamma * judged[j + 1] - judged[j]) for j in range(k, len(own))
                    )
    return found


@pytest.mark.parametrize("case", range(12))
def test_advantages_run_along_own_decisions(case: int) -> None:
    rng = np.random.default_rng(case)
    T, N, S = int(rng.integers(1, 40)), 6, int(rng.integers(2, 7))
    values = rng.normal(size=(T, N)).astype(np.float32)
    rewards = rng.normal(size=(T, N, S)).astype(np.float32)
    ended = rng.random((T, N)) < rng.choice([0.0, 0.1, 0.4])
    seats = rng.integers(0, S, (T, N))  # any seat any time: also several times in a row, or never
    decided = rng.random((T, N)) < rng.choice([0.5, 1.0])
    gamma, lam = float(rng.choice([1.0, 0.9])), float(rng.choice([0.0, 0.8, 1.0]))
    advantages, known = own_advantages(values, rewards, ended, seats, decided, gamma, lam)
    expected = slow_advantages(values, rewards, ended, seats, decided, gamma, lam)
    assert {(int(t), int(n)) for t, n in np.argwhere(known)} == set(expected)
    for (t, n), value in expected.items():
        assert advantages[t, n] == pytest.approx(value, abs=1e-4)
    assert not advantages[~known].any()


def test_advantages_of_a_worked_example() -> None:
    """One table, two seats: 0 acts, then 0 again, then 1, then 0; the episode ends. Rewards come while others act."""
    values = np.array([[0.5], [0.25], [0.0], [1.0]], dtype=np.float32)
    rewards = np.zeros((4, 1, 2), dtype=np.float32)
    rewards[0, 0, 0], rewards[1, 0, 0], rewards[2, 0, 0], rewards[3, 0] = 1, 2, 4, [8, 16]
    ended = np.array([[False], [False], [False], [True]])
    seats = np.array([[0], [0], [1], [0]])
    got, known = own_advantages(values, rewards, ended, seats, np.ones((4, 1), dtype=bool), 1.0, 0.5)
    last = 8 - 1.0
    second = (2 + 4) + 1.0 - 0.25 + 0.5 * last
    first = 1 + 0.25 - 0.5 + 0.5 * second
    assert known.all()
    assert got[:, 0].tolist() == [first, second, 16.0, last]


# --- encoding ---


@pytest.mark.parametrize("variant", ["schieber", "mittlere", "differenzler"])
@pytest.mark.parametrize("canonical", [True, False])
def test_the_policy_sees_of_a_state_what_it_sees_of_the_observation(variant: str, canonical: bool) -> None:
    env = jass_env.vec(variant, 40, seed=1, episode="hand")
    encoder = Encoder(env.rules, NetworkConfig(canonical_suits=canonical, ignore=["totals"]))
    for number in range(30):
        namings = encoder.namings(env.observation)
        rows = encoder.rows(env.observation, namings)
        full = encoder.rows(env.state(), encoder.namings(env.state()))
        assert rows.shape == (40, encoder.observation_width) and full.shape == (40, encoder.width)
        assert (rows == full[:, : encoder.observation_width]).all()
        assert (np.sort(rows, axis=1) == np.sort(full[:, : rows.shape[1]], axis=1)).all()
        masks = encoder.masks(env.action_mask, namings)
        assert (masks.sum(axis=1) == env.action_mask.sum(axis=1)).all()
        chosen = np.array([random.Random(number).choice(np.flatnonzero(mask)) for mask in masks])
        actions = encoder.original(chosen, namings)
        assert env.action_mask[np.arange(40), actions].all()
        env.step(actions)


@pytest.mark.parametrize("variant", jass_env.variants())
def test_segments_of_cards_are_known(variant: str) -> None:
    """What holds sets of cards must be renamed with the suits: add new segments to Encoder.CARD_SEGMENTS."""
    for part in jass_env.rules(variant).state_layout.values():
        if part.stop - part.start in (36, 72, 108, 144, 180, 216):
            assert part.name in Encoder.CARD_SEGMENTS, part


def test_suits_have_no_names() -> None:
    """A hand played with its suits renamed (other suits in the same sequence) looks the same to the networks."""
    rules = jass_env.rules("schieber", episode="hand", weis="off")
    # The contract keeps its name, and totals its multiplier.
    encoder = Encoder(rules, NetworkConfig(ignore=["contract", "totals"]))
    cards = random.Random(5).sample(range(36), 36)
    rename = [2, 0, 1, 3]  # acorns become shields and so on; acorns, then shields, are trump
    renamed = [9 * rename[card // 9] + card % 9 for card in cards]
    envs = []
    for deal, trump in ((cards, "acorns"), (renamed, "shields")):
        env = jass_env.JassVectorEnv(rules, 1, seed=0)
        env.reset(seed=0, options={"hands": [deal[9 * s : 9 * s + 9] for s in range(4)], "dealer": 3})
        env.step(np.array([rules.action_ids[trump]]))
        envs.append(env)
    for number in range(36):
        seen = []
        for env in envs:
            namings = encoder.namings(env.observation)
            seen.append((encoder.rows(env.state(), namings), encoder.masks(env.action_mask, namings), namings))
        assert (seen[0][0] == seen[1][0]).all() and (seen[0][1] == seen[1][1]).all(), number
        choice = np.array([random.Random(number).choice(np.flatnonzero(seen[0][1][0]))])
        for env, (_, _, namings) in zip(envs, seen, strict=True):
            env.step(encoder.original(choice, namings))


def test_sampling_follows_the_probabilities() -> None:
    logits = torch.log(torch.tensor([[0.1, 0.2, 0.3, 0.4]])).expand(40_000, 4)
    masks = torch.tensor([[True, True, False, True]]).expand(40_000, 4)
    actions, log_probs = sample(logits, masks, torch.Generator().manual_seed(0))
    shares = np.bincount(actions.numpy(), minlength=4) / 40_000
    assert shares[2] == 0
    assert np.abs(shares - np.array([1, 2, 0, 4]) / 7).max() < 0.015
    assert torch.allclose(log_probs.exp(), torch.tensor([1, 2, 3, 4])[actions] / 7)


# --- configuration ---


def test_configurations_in_the_repository_are_valid() -> None:
    others = ("tournament_", "held_out")  # see test_tournament.py
    paths = sorted(path for path in (ROOT / "configs").glob("*.yaml") if not path.stem.startswith(others))
    assert len(paths) >= 4
    for path in paths:
        config = load_config(path)
        assert config.name == path.stem
        Encoder(jass_env.rules(config.variant, preset=config.preset, **config.options), config.network)


def test_overrides() -> None:
    config = load_config(TINY, ["ppo.learning_rate=5e-4", "options.weis=off", "network.policy=[8, 8]", "max_minutes=null"])
    assert config.ppo.learning_rate == 5e-4
    assert config.network.policy == [8, 8]
    assert config.max_minutes is None


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("ppo.cilp=0.1", r"unknown key 'ppo\.cilp'; did you mean 'clip'"),
        ("sed=1", "unknown key 'sed'; did you mean 'seed'"),
        ("seed=-1", "seed=-1: "),
        ("ppo.clip=much", "ppo.clip='much'"),
        ("seed.x=1", "seed holds no keys"),
        ("seed", "needed is key=value"),
        ("options=[1", "not YAML"),
    ],
)
def test_errors_of_a_configuration(override: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load_config(TINY, [override])


def test_errors_of_a_configuration_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot read the configuration .*none\.yaml"):
        load_config(tmp_path / "none.yaml")
    (tmp_path / "c.yaml").write_text("a: [1")
    with pytest.raises(ConfigError, match="not YAML"):
        load_config(tmp_path / "c.yaml")
    (tmp_path / "c.yaml").write_text("- 1")
    with pytest.raises(ConfigError, match="a mapping"):
        load_config(tmp_path / "c.yaml")
    with pytest.raises(ConfigError, match="key 'variant' is missing"):
        make_config({"name": "x", "total_decisions": 1})
    with pytest.raises(ConfigError, match="did you mean 'orders'"):
        Learner(tiny(network={"ignore": ["oders"]}))


# --- checkpoints ---


def test_a_checkpoint_comes_back_as_it_was(tmp_path: Path) -> None:
    config = tiny()
    learner = Learner(config)
    for _ in range(2):
        learner.learn(learner.rollout(), 1e-3)
    path = tmp_path / "checkpoint.safetensors"
    ck.save_checkpoint(path, learner.tensors(), learner.about())
    tensors, about = ck.load_checkpoint(path)
    assert json.loads(path.with_suffix(".json").read_text()) == about
    assert about["variant"] == "schieber" and about["layout_hash"] == learner.rules.layout_hash
    assert (about["step"], about["seed"], about["options"]["weis"]) == (1024, 1, "auto")
    other = Learner(config)
    other.restore(tensors, about)
    same(learner.tensors(), other.tensors())
    metrics = [each.learn(each.rollout(), 1e-3) for each in (learner, other)]
    assert metrics[0] == metrics[1]
    same(learner.tensors(), other.tensors())


def same(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> None:
    assert one.keys() == other.keys()
    for name, tensor in one.items():
        assert torch.equal(tensor, other[name]), name


def saved(tmp_path: Path, *numbers: int) -> Path:
    path = tmp_path / "checkpoint.safetensors"
    for number in numbers:
        ck.save_checkpoint(path, {"x": torch.full((1000,), float(number))}, {"step": number})
    return path


@pytest.mark.parametrize("damage", ["truncated", "empty", "flipped", "missing"])
def test_a_damaged_checkpoint_falls_back_to_the_one_before(tmp_path: Path, damage: str) -> None:
    path = saved(tmp_path, 1, 2)
    data = bytearray(path.read_bytes())
    if damage == "missing":
        path.unlink()
    else:
        data[-9] ^= 1
        path.write_bytes({"truncated": data[:-50], "empty": b"", "flipped": bytes(data)}[damage])
    with pytest.raises(CheckpointError, match="damaged" if damage != "missing" else "there is no checkpoint"):
        ck.load_checkpoint(path)
    tensors, about, warning = ck.load_latest(path)
    assert about["step"] == 1 and float(tensors["x"][0]) == 1
    assert warning is not None and "going on from the one before" in warning
    path.with_name("checkpoint.previous.safetensors").write_bytes(b"")
    with pytest.raises(CheckpointError):
        ck.load_latest(path)


@pytest.mark.parametrize("moment", range(4))
def test_killed_at_any_moment_of_writing(tmp_path: Path, moment: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever rename or sync it dies at, a complete checkpoint is there: the new one or the last."""
    path = saved(tmp_path, 1, 2)
    calls = 0

    def dying(real: Any) -> Any:
        def call(*args: Any) -> None:
            nonlocal calls
            calls += 1
            if calls > moment:
                raise KeyboardInterrupt
            real(*args)

        return call

    monkeypatch.setattr(ck.os, "replace", dying(os.replace))
    monkeypatch.setattr(ck.os, "fsync", dying(os.fsync))
    with pytest.raises(KeyboardInterrupt):
        saved(tmp_path, 3)
    monkeypatch.undo()
    tensors, about, _ = ck.load_latest(path)
    assert about["step"] == float(tensors["x"][0])
    assert about["step"] in (2, 3)
    saved(tmp_path, 4)
    assert ck.load_latest(path)[1]["step"] == 4


def test_other_files_are_no_checkpoints(tmp_path: Path) -> None:
    from safetensors.torch import save_file

    save_file({"x": torch.zeros(1)}, tmp_path / "x.safetensors")
    with pytest.raises(CheckpointError, match="no checkpoint of jass_env"):
        ck.load_checkpoint(tmp_path / "x.safetensors")


def test_a_checkpoint_of_another_variant_or_layout_is_refused(trained: Path) -> None:
    with pytest.raises(CheckpointError, match="trained for variant 'schieber', not for 'mittlere'"):
        load_player(trained, jass_env.rules("mittlere"))
    with pytest.raises(CheckpointError, match=r"layout .*weis='auto'"):
        load_player(trained, jass_env.rules("schieber", weis="off"))
    load_player(trained, jass_env.rules("schieber", undertrump="loose", target=100))


# --- a run ---


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished tiny run."""
    runs = tmp_path_factory.mktemp("runs")
    assert train_script.main([str(TINY), "--runs", str(runs)]) == 0
    return runs / "tiny"


def rows_without_times(path: Path) -> list[dict[str, float]]:
    return [{k: v for k, v in row.items() if k not in TIMES} for row in read_metrics(path)]


def test_an_interrupted_run_ends_as_an_uninterrupted_one(tmp_path: Path) -> None:
    config = tiny(threads=2, variant="differenzler", reward_scale=1)
    whole = train(config, tmp_path / "whole")
    assert whole.finished and whole.learner.decisions == config.total_decisions
    updates = 0

    def stop() -> bool:
        nonlocal updates
        updates += 1
        return updates % 3 == 0

    finished, sessions = False, 0
    while not finished:
        session = train(config, tmp_path / "parts", stop=stop)
        finished, sessions = session.finished, sessions + 1
    assert sessions == 3
    same(whole.learner.tensors(), session.learner.tensors())
    lines = [rows_without_times(tmp_path / name / "metrics.jsonl") for name in ("whole", "parts")]
    assert lines[0] == lines[1] and len(lines[0]) == 8


def test_killed_and_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """kill -9 in the middle of a run; the same command then takes it to the same end, to the bit."""
    changes = ["total_decisions=20480", "checkpoint_seconds=0.1", "evaluation.pairs=0"]
    command = [sys.executable, str(ROOT / "scripts" / "train.py"), str(TINY), *changes, "--runs", str(tmp_path)]
    folder = tmp_path / "tiny"
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 300
    while len(read_metrics(folder / "metrics.jsonl")) < 6 or not ck.exists(folder / "checkpoint.safetensors"):
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not (folder / "agent.safetensors").exists(), "it was to be killed before its end"
    capsys.readouterr()
    assert train_script.main(command[2:]) == 0
    output = capsys.readouterr()
    assert "Resuming the run" in output.out + output.err
    whole = train(load_config(TINY, changes), tmp_path / "whole")
    tensors, about = ck.load_checkpoint(folder / "checkpoint.safetensors")
    assert about["step"] == 20480
    same(whole.learner.tensors(), tensors)
    rows = rows_without_times(folder / "metrics.jsonl")
    assert rows == rows_without_times(tmp_path / "whole" / "metrics.jsonl")
    assert [row["step"] for row in rows] == [512 * n for n in range(1, 41)]


def test_ctrl_c_keeps_what_was_learned(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts" / "train.py"), str(TINY), "total_decisions=100_000_000"]
    process = subprocess.Popen(
        [*command, "checkpoint_seconds=1000", "--runs", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    folder = tmp_path / "tiny"
    deadline = time.monotonic() + 300
    while len(read_metrics(folder / "metrics.jsonl")) < 3:
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "To go on: " in output and "Traceback" not in output
    step = ck.load_checkpoint(folder / "checkpoint.safetensors")[1]["step"]
    assert step == read_metrics(folder / "metrics.jsonl")[-1]["step"]


def test_logs_are_cut_back_to_the_checkpoint(tmp_path: Path) -> None:
    logs = Logs(tmp_path, 0)
    for step in (1, 2, 3):
        logs.write(step, {"x": step / 2})
    logs.close()
    with open(tmp_path / "metrics.jsonl", "a") as file:
        file.write('{"step": 4, "x"')  # cut short by a crash
    logs = Logs(tmp_path, 2)
    logs.write(3, {"x": 9.0})
    logs.close()
    assert read_metrics(tmp_path / "metrics.jsonl") == [{"step": 1, "x": 0.5}, {"step": 2, "x": 1.0}, {"step": 3, "x": 9.0}]


# --- the agent as a player ---


def test_the_player_of_a_checkpoint(trained: Path) -> None:
    rules = duel_rules("schieber", "points")
    greedy = make_player(str(trained), rules)
    env = jass_env.vec("schieber", 64, seed=0, episode="hand")
    for number in range(9):
        env.step(env.random_actions(number))
    seeds = decision_seeds(np.arange(64, dtype=np.uint64), 0)
    for player in (greedy, load_player(trained, rules, sample=True)):
        together = player.act(env.observation, env.action_mask, seeds)
        alone = [player.act(env.observation[i : i + 1], env.action_mask[i : i + 1], seeds[i : i + 1])[0] for i in range(64)]
        assert together.tolist() == alone
        assert env.action_mask[np.arange(64), together].all()


@pytest.mark.parametrize("drawn", [False, True])
def test_an_agent_against_itself_gets_exactly_nothing(trained: Path, drawn: bool) -> None:
    rules = duel_rules("schieber", "points")
    player = load_player(trained / "agent.safetensors", rules, sample=drawn)
    result = duel(player, player, rules, 40, batch=50)
    assert (result.difference.mean, result.difference.half_width, result.illegal) == (0.0, 0.0, (0, 0))


# --- scripts ---


def test_train_writes_a_report_and_can_be_run_again(trained: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = (trained / "report.md").read_text()
    assert "share of the card points" in report and "4,096 decisions" in report
    for name in ("agent.json", "config.yaml", "metrics.jsonl", "checkpoint.json"):
        assert (trained / name).exists()
    assert list((trained / "tensorboard").iterdir())
    assert train_script.main([str(TINY), "--runs", str(trained.parent)]) == 0
    output = capsys.readouterr()
    assert "is finished" in output.out + output.err and str(trained / "report.md") in output.out
    assert train_script.main([str(TINY), "--runs", str(trained.parent), "ppo.clip=0.1"]) == 2
    assert "ppo.clip: 0.2 -> 0.1); --fresh begins anew" in capsys.readouterr().err


def test_train_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, message in (
        (["variant=schiber"], "did you mean 'schieber'"),
        (["options.weiss=off"], "did you mean 'weis'"),
        (["evaluation.opponent=randm"], "did you mean 'random'"),
        (["--resume"], "nothing to resume"),
    ):
        assert train_script.main([str(TINY), "--runs", str(tmp_path), *arguments]) == 2
        error = capsys.readouterr().err
        assert message in error and error.count("\n") == 1


def test_evaluate(trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [str(trained), "random", "--variant", "schieber", "--pairs", "10"]
    out = tmp_path / "result.json"
    assert evaluate_script.main([*arguments, "undertrump=loose", "--metric", "points", "--out", str(out)]) == 0
    output = capsys.readouterr().out
    assert "mean difference per hand" in output and "share of the card points" in output and "illegal actions: 0" in output
    assert json.loads(out.read_text())["deals"] == 10
    assert evaluate_script.main(["random", "random", "--variant", "mittlere", "--pairs", "5"]) == 0
    assert "0.00 ± 0.00" in capsys.readouterr().out


def test_evaluate_says_what_is_wrong(trained: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, message in (
        (["randm", "random", "--variant", "schieber"], "did you mean 'random'"),
        (["random", "random", "--variant", "shieber"], "did you mean 'schieber'"),
        ([str(trained), "random", "--variant", "mittlere"], "trained for variant 'schieber'"),
        (["random", "random", "--variant", "schieber", "wais=off"], "did you mean 'weis'"),
        (["random", "random", "--variant", "schieber", "--pairs", "0"], "deals=0"),
    ):
        assert evaluate_script.main(arguments) == 2
        error = capsys.readouterr().err
        assert message in error and error.count("\n") == 1


@pytest.mark.slow
def test_it_learns(tmp_path: Path) -> None:
    """A fifth of `make train`: far beyond random."""
    config = load_config(ROOT / "configs" / "schieber_ppo.yaml", ["total_decisions=1_000_000", "max_minutes=null"])
    train(config, tmp_path)
    rules = duel_rules("schieber", "points")
    result = duel(load_player(tmp_path, rules), RandomPlayer(), rules, 500)
    assert result.share is not None and result.share.low > 0.6


@pytest.mark.parametrize(("device", "message"), [("gpu", "device='gpu'"), ("cuda:99", "device='cuda:99'")])
def test_a_device_that_is_not_there(device: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        Learner(tiny(device=device))


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_learning_on_a_device(device: str) -> None:
    """The same path for all devices: what is saved lies in the computer's own memory, and a run goes on from it."""
    if device == "cuda" and not torch.cuda.is_available():
        pytest.skip("no GPU here")
    learner = Learner(tiny(device=device))
    assert {parameter.device.type for parameter in learner.parameters} == {device}
    metrics = learner.learn(learner.rollout(), 1e-3)
    assert all(np.isfinite(value) for value in metrics.values())
    tensors = {name: tensor.clone() for name, tensor in learner.tensors().items()}
    assert {tensor.device.type for tensor in tensors.values()} == {"cpu"}
    other = Learner(tiny(device=device))
    other.restore(tensors, learner.about())
    same(
        {name: tensor for name, tensor in other.tensors().items() if tensor.dtype == torch.float32},
        {name: tensor for name, tensor in tensors.items() if tensor.dtype == torch.float32},
    )
