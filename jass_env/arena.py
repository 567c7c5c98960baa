"""Comparing two players on duplicate deals.

Every deal is played once for each way of seating the players (a *rotation*), with the same cards: with two sides A sits
once on each side, where everybody plays alone A sits once on each seat, against B on all the others. The luck of the
cards cancels. The unit of the statistics is the deal: the mean over its rotations.

Seeds: deals use seeds from 2**62 on, which training never draws (its seeds lie below 2**32). The randomness of a decision
is made of the deal and of how many decisions came before it, not of who decides: so a player against itself gets exactly
0, also one that plays at random.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from jass_env.errors import OptionError
from jass_env.players import Player, decision_seeds
from jass_env.players.random import RandomPlayer
from jass_env.rules import Rules
from jass_env.vector import JassVectorEnv

#: Seed of deal 0 of evaluation 0. Training seeds lie below ``TRAINING_SEEDS``.
EVALUATION_SEEDS = 2**62
TRAINING_SEEDS = 2**32

#: What is compared: the score of the variant, or card points as they are taken (no Weis, Stöck, match bonus, multiplier).
METRICS = ("score", "points")


@dataclass(frozen=True)
class Estimate:
    """A mean and the half width of its 95 % interval (Student's t over the deals); nan for fewer than four deals."""

    mean: float
    half_width: float

    @property
    def low(self) -> float:
        """Lower end of the interval."""
        return self.mean - self.half_width

    @property
    def high(self) -> float:
        """Upper end of the interval."""
        return self.mean + self.half_width


@dataclass(frozen=True)
class Duel:
    """The result of A against B.

    Attributes:
        a: name of A.
        b: name of B.
        variant: name of the variant.
        metric: "score" or "points".
        deals: number of deals, the unit of the statistics.
        rotations: hands played of each deal.
        seed: number of the evaluation.
        difference: A's result minus the mean of its opponents', per hand.
        share: A's part of all points of the hand, between 0 and 1; None unless the metric is "points".
        illegal: illegal actions by A and by B (each replaced by a random legal one).
        decisions: all decisions played.
        seconds: time for all.
    """

    a: str
    b: str
    variant: str
    metric: str
    deals: int
    rotations: int
    seed: int
    difference: Estimate
    share: Estimate | None
    illegal: tuple[int, int]
    decisions: int
    seconds: float


def duel_rules(variant: str, metric: str, *, preset: str | None = None, options: Mapping[str, Any] | None = None) -> Rules:
    """The rules for a duel: single hands, rewarded by the metric.

    Raises:
        VariantError, OptionError: as ``Rules``; unknown metric.
    """
    if metric not in METRICS:
        raise OptionError(f"metric={metric!r}: allowed are {', '.join(METRICS)}")
    return Rules(variant, preset=preset, episode="hand", reward=metric, options=options)


def duel(
    a: Player,
    b: Player,
    rules: Rules,
    deals: int,
    *,
    seed: int = 0,
    batch: int = 1024,
    progress: Callable[[int, int], object] | None = None,
) -> Duel:
    """Play A against B on duplicate deals.

    Args:
        a: the player whose result is reported.
        b: its opponent, on all other seats.
        rules: from ``duel_rules``.
        deals: number of deals; each is played once for each rotation.
        seed: number of the evaluation: 0 to 2**20 - 1, each with deals of its own.
        batch: hands played at the same time (a matter of speed only).
        progress: called with the deals finished and the decisions made since the last call.

    Raises:
        OptionError: no deals, too many, or a seed out of range.
    """
    if not 1 <= deals < 2**32 or not 0 <= seed < 2**20:
        raise OptionError(f"deals={deals}, seed={seed}: 1 to 2**32 - 1 deals and a seed of 0 to 2**20 - 1 are allowed")
    begin = time.perf_counter()
    rotations = rules.sides
    per_batch = min(deals, max(1, batch // rotations))
    differences, shares = np.zeros(deals), np.zeros(deals)
    illegal, decisions = np.zeros(2, dtype=np.int64), 0
    for first in range(0, deals, per_batch):
        count = min(per_batch, deals - first)
        seeds = EVALUATION_SEEDS + seed * 2**32 + first + np.arange(count, dtype=np.uint64)
        results, made = _play(a, b, rules, seeds, illegal, first, progress)
        decisions += made
        differences[first : first + count], shares[first : first + count] = _compare(rules, results)
        if progress is not None:
            progress(count, 0)
    return Duel(
        a=a.name,
        b=b.name,
        variant=rules.name,
        metric=rules.reward,
        deals=deals,
        rotations=rotations,
        seed=seed,
        difference=estimate(differences),
        share=estimate(shares) if rules.reward == "points" else None,
        illegal=(int(illegal[0]), int(illegal[1])),
        decisions=decisions,
        seconds=time.perf_counter() - begin,
    )


def _play(
    a: Player,
    b: Player,
    rules: Rules,
    seeds: np.ndarray,
    illegal: np.ndarray,
    first: int,
    progress: Callable[[int, int], object] | None,
) -> tuple[np.ndarray, int]:
    """Play the deals of ``seeds`` (uint64 (n,)) in all rotations; results int64 (rotations, n, seats), and decisions."""
    rotations, count = rules.sides, len(seeds)
    size = rotations * count
    game_seeds = np.tile(seeds, rotations)
    env = JassVectorEnv(rules, size, seed=game_seeds.tolist(), autoreset=AutoresetMode.DISABLED)
    # In rotation r the seats of side r are A's.
    side_of = np.array([rules.side_of(seat) for seat in range(rules.seats)])
    is_a = side_of[None, :] == np.repeat(np.arange(rotations), count)[:, None]
    results = np.zeros((size, rules.seats), dtype=np.float64)
    actions = np.zeros(size, dtype=np.int64)
    fallback = RandomPlayer()
    round_number, decisions = 0, 0
    while True:
        live = ~(env.terminated | env.truncated)
        if not live.any():
            break
        turn_of_a = is_a[np.arange(size), env.seat]
        round_seeds = decision_seeds(game_seeds, round_number)
        for number, (player, turn) in enumerate(((a, turn_of_a), (b, ~turn_of_a))):
            rows = np.flatnonzero(live & turn)
            if not rows.size:
                continue
            observation, mask = env.observation[rows], env.action_mask[rows]
            chosen = np.asarray(player.act(observation, mask, round_seeds[rows]), dtype=np.int64)
            inside = (chosen >= 0) & (chosen < mask.shape[1])
            legal = inside & (mask[np.arange(rows.size), np.where(inside, chosen, 0)] != 0)
            if not legal.all():
                illegal[number] += np.count_nonzero(~legal)
                chosen = np.where(legal, chosen, fallback.act(observation, mask, round_seeds[rows]))
            actions[rows] = chosen
        env.step(actions)
        results += env.reward
        made = int(np.count_nonzero(live))
        decisions += made
        round_number += 1
        if progress is not None:
            progress(0, made)
    env.close()
    return np.rint(results).astype(np.int64).reshape(rotations, count, rules.seats), decisions


def _compare(rules: Rules, results: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each deal the mean over its rotations of A's result minus its opponents' mean, and A's share of all results.

    Sums are of whole numbers and divided last: a player against itself gets exactly 0, with three or four seats too.
    """
    sides = rules.sides
    of_side = results[:, :, :sides]  # seat number s < sides belongs to side s, and partners have one result
    everything = of_side.sum(axis=2)
    own = of_side[np.arange(sides), :, np.arange(sides)]
    differences = ((sides - 1) * own - (everything - own)).sum(axis=0) / ((sides - 1) * sides)
    total = everything.sum(axis=0)
    shares = np.divide(own.sum(axis=0), total, out=np.full(len(total), 1 / sides), where=total != 0)
    return differences, shares


def estimate(values: np.ndarray) -> Estimate:
    """Mean of ``values`` (float (n,)) and the half width of its 95 % interval by Student's t."""
    n = len(values)
    mean = float(values.mean())
    if n < 4:
        return Estimate(mean, float("nan"))
    return Estimate(mean, student_t(n - 1) * float(values.std(ddof=1)) / n**0.5)


def student_t(freedom: int, level: float = 0.95) -> float:
    """Two-sided quantile of Student's t for ``freedom`` of 3 or more.

    The series of Abramowitz and Stegun 26.7.5: within 0.2 % at 3 degrees of freedom, 0.01 % from 5 on.
    """
    z = NormalDist().inv_cdf(0.5 + level / 2)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )
