"""Duels of the advice against random play on true states, on duplicate deals as in ``jass_env.arena``.

``python -m tests.advising [deals] [variant ...]`` prints a table.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from jass_env import JassVectorEnv
from jass_env.arena import EVALUATION_SEEDS, Estimate, duel_rules, estimate
from jass_env.arena.duel import first_minus_others, first_share
from jass_env.arena.play import side_of_position
from jass_env.engine.advise import advise_many
from jass_env.rules import Rules
from jass_env.variants import all_variants


def advised_actions(rules: Rules, states: np.ndarray) -> np.ndarray:
    """Advised action ids for states, int64 (n,)."""
    codes = np.zeros(len(states), dtype=np.int64)
    advise_many(rules.array, states, np.zeros(len(states), dtype=np.uint64), codes)
    actions: np.ndarray = rules.array[0]["id_of"][codes].astype(np.int64)
    return actions


def duel_with_random(rules: Rules, deals: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """For each deal the difference and the share (only sensible for metric "points") of the advised side."""
    seeds = np.tile(EVALUATION_SEEDS + seed * 2**32 + np.arange(deals, dtype=np.uint64), rules.sides)
    env = JassVectorEnv(rules, len(seeds), seed=seeds.tolist(), autoreset=AutoresetMode.DISABLED)
    side_of = np.array([rules.side_of(seat) for seat in range(rules.seats)])
    advised = side_of[None, :] == np.repeat(np.arange(rules.sides), deals)[:, None]
    results = np.zeros((len(seeds), rules.seats))
    number = 0
    while not (over := env.terminated | env.truncated).all():
        actions = env.random_actions(1000 * seed + number)
        rows = np.flatnonzero(~over & advised[np.arange(len(seeds)), env.seat])
        actions[rows] = advised_actions(rules, env._states[rows])
        env.step(actions)
        results += env.reward
        number += 1
    env.close()
    # Seat number s < sides belongs to side s. Position 0, the advised one, is on another side in each rotation.
    of_side = np.rint(results[:, : rules.sides]).astype(np.int64).reshape(rules.sides, deals, rules.sides)
    places = side_of_position(rules.sides)
    sums = np.sum([of_side[rotation][:, places[rotation]] for rotation in range(rules.sides)], axis=0)
    return first_minus_others(sums), first_share(sums)


def against_random(
    variant: str, deals: int, preset: str | None = None, options: Mapping[str, Any] | None = None, seed: int = 0
) -> Estimate:
    """Score of the advised side minus its opponents' mean, per hand."""
    return estimate(duel_with_random(duel_rules(variant, "score", preset=preset, options=options), deals, seed)[0])


def share_of_points(deals: int, preset: str | None = None, seed: int = 0) -> Estimate:
    """The advised side's share of all card points of Schieber hands against random play."""
    return estimate(duel_with_random(duel_rules("schieber", "points", preset=preset), deals, seed)[1])


def main() -> None:
    """Print the table."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for variant in sys.argv[2:] or sorted(all_variants()):
        begin = time.perf_counter()
        result = against_random(variant, deals)
        print(
            f"{variant:18} {result.mean:9.3f} +- {result.half_width:.3f}   {time.perf_counter() - begin:.1f} s", flush=True
        )
    for preset in ("flat", "pt"):
        result = share_of_points(deals, preset)
        print(f"share of 157, {preset}: {100 * result.mean:.2f} % +- {100 * result.half_width:.2f}")


if __name__ == "__main__":
    main()
