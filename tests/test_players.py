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
from jass_env.players.base import scramble


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


def test_decision_seeds_cannot_be_undone() -> None:
    """Undoing ``scramble``, as anybody can, must not lead back to the seed of the game, which is its deal."""

    def undone(words: np.ndarray) -> np.ndarray:
        def unshift(words: np.ndarray, by: int) -> np.ndarray:
            found = words
            for _ in range(64 // by):
                found = words ^ (found >> np.uint64(by))
            return found

        for by, mix in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9)):
            words = unshift(words, by) * np.uint64(pow(mix, -1, 2**64))
        return unshift(words, 30) - np.uint64(0x9E3779B97F4A7C15)

    games = np.arange(100, dtype=np.uint64) + 2**62
    assert (undone(scramble(games)) == games).all()
    for number in range(5):
        seeds = decision_seeds(games, number)
        for guess in (undone(seeds), undone(undone(seeds) ^ np.uint64(number))):
            assert not np.isin(guess, games).any()


def test_make_player() -> None:
    rules = jass_env.rules("schieber")
    player = make_player("random", rules)
    assert isinstance(player, Player) and player.name == "random"
    with pytest.raises(PlayerError, match="did you mean 'random'"):
        make_player("randon", rules)


def test_a_damaged_checkpoint_is_named(tmp_path: Path) -> None:
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
