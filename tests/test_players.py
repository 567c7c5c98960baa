"""Players: the interface, the one without a thought, and finding one by name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import jass_env
from jass_env.errors import CheckpointError, PlayerError
from jass_env.players import Player, RandomPlayer, decision_seeds, make_player


def positions(count: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Observations, masks and seeds of ``count`` positions at different points of a hand."""
    env = jass_env.vec("schieber", count, seed=seed, episode="hand")
    for number in range(11):
        env.step(env.random_actions(number))
    seeds = decision_seeds(np.arange(count, dtype=np.uint64), 11)
    return env.observation.copy(), env.action_mask.copy(), seeds


def test_random_plays_every_legal_action_equally_often() -> None:
    n = 60_000
    mask = np.zeros((n, 7), dtype=np.int8)
    mask[:, [0, 3, 6]] = 1
    actions = RandomPlayer().act(np.zeros((n, 1), dtype=np.int8), mask, np.arange(n, dtype=np.uint64))
    assert actions.dtype == np.int64
    counts = np.bincount(actions, minlength=7)
    assert counts[[1, 2, 4, 5]].sum() == 0
    assert np.abs(counts[[0, 3, 6]] - n / 3).max() < 5 * (n * 2 / 9) ** 0.5


def test_random_does_not_depend_on_the_batch() -> None:
    observation, mask, seeds = positions(50)
    player = RandomPlayer()
    together = player.act(observation, mask, seeds)
    alone = [player.act(observation[i : i + 1], mask[i : i + 1], seeds[i : i + 1])[0] for i in range(50)]
    assert together.tolist() == alone
    assert mask[np.arange(50), together].all()


def test_decision_seeds_differ_by_game_and_number() -> None:
    games = np.arange(1000, dtype=np.uint64) + 2**62
    seeds = np.concatenate([decision_seeds(games, number) for number in range(40)])
    assert seeds.dtype == np.uint64
    assert len(np.unique(seeds)) == len(seeds)


def test_make_player() -> None:
    rules = jass_env.rules("schieber")
    player = make_player("random", rules)
    assert isinstance(player, Player) and player.name == "random"
    with pytest.raises(PlayerError, match="did you mean 'random'"):
        make_player("randon", rules)


def test_a_damaged_checkpoint_is_named(tmp_path: Path) -> None:
    pytest.importorskip("torch")  # what reads checkpoints
    path = tmp_path / "agent.safetensors"
    path.write_bytes(b"no tensors")
    with pytest.raises(CheckpointError, match=r"agent\.safetensors is damaged"):
        make_player(str(path), jass_env.rules("schieber"))
    with pytest.raises(CheckpointError, match="has no checkpoint"):
        make_player(str(tmp_path.parent), jass_env.rules("schieber"))


def test_players_and_arena_need_no_torch(tmp_path: Path) -> None:
    """Nothing of the extra is imported by the library, and a checkpoint then says what is missing."""
    (tmp_path / "x.safetensors").write_bytes(b"")
    code = f"""
import sys
extras = "torch agents yaml pydantic tqdm safetensors choix openskill scipy matplotlib markdown"
for name in extras.split():
    sys.modules[name] = None
import jass_env.arena, jass_env.players, jass_env.errors, jass_env
try:
    jass_env.players.make_player({str(tmp_path / "x.safetensors")!r}, jass_env.rules("schieber"))
except jass_env.errors.PlayerError as error:
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "extra 'torch'" in run.stdout
