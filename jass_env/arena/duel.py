"""One player against another on duplicate deals.

With two sides A sits once on each side; where everybody plays alone A sits once on each seat, against B on all the others.
"""

from __future__ import annotations

import functools
import json
import math
import time
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from jass_env.arena.executors import Executor
from jass_env.arena.play import Progress, deal_seeds, play_deals
from jass_env.arena.statistics import Estimate, estimate, student_t
from jass_env.arena.tournament import Tournament, Unit, alone, play_unit
from jass_env.players import Player
from jass_env.record import plain_options
from jass_env.rules import Rules


@dataclass(frozen=True)
class Duel:
    """The result of A against B.

    Attributes:
        a: name of A.
        b: name of B.
        variant: name of the variant.
        metric: "score" or "points".
        deals: number of deals, the unit of the statistics.
        rotations: hands (or whole matches) played of each deal.
        seed: number of the evaluation.
        difference: A's result minus the mean of its opponents', per hand (match).
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

    @property
    def deviation(self) -> float:
        """Standard deviation of one deal's difference; nan for fewer than four deals."""
        if self.deals < 4:
            return float("nan")
        return self.difference.half_width * math.sqrt(self.deals) / student_t(self.deals - 1)


def duel(
    a: Player,
    b: Player,
    rules: Rules,
    deals: int,
    *,
    seed: int = 0,
    batch: int = 1024,
    progress: Progress | None = None,
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
        PlayerError: a player answers with something that is no array of actions.
    """
    seeds = deal_seeds(seed, 0, deals)
    begin = time.perf_counter()
    lineup = (0,) + (1,) * (rules.sides - 1)
    size = max(1, batch // rules.sides)
    results, illegal, decisions = [], np.zeros(2, dtype=np.int64), 0
    for first in range(0, deals, size):
        played = play_deals((a, b), lineup, rules, seeds[first : first + size], progress)
        results.append(played.results.sum(axis=1))
        illegal += played.illegal
        decisions += int(played.decisions.sum())
        if progress is not None:
            progress(len(played.results), 0)
    return _duel((a.name, b.name), rules, seed, np.concatenate(results), illegal, decisions, time.perf_counter() - begin)


def duel_by(
    executor: Executor,
    a: str,
    b: str,
    rules: Rules,
    deals: int,
    *,
    seed: int = 0,
    block: int = 250,
    progress: Progress | None = None,
) -> Duel:
    """The same duel in units of ``block`` deals, played by an executor; the players are given as for ``make_player``.

    Raises:
        OptionError: no deals, too many, or a seed out of range.
        PlayerError, CheckpointError: a player cannot be made.
        ExecutorError: a worker died.
    """
    begin = time.perf_counter()
    tournament = Tournament(
        rules.name,
        {"a": a, "b": b},
        deals,
        options=plain_options(rules),
        episode=rules.episode,
        metric=rules.reward,
        seed=seed,
        block=block,
    )
    names = tournament.players[0].name, tournament.players[1].name
    units = [
        Unit(number, alone(0, 1, rules.sides), first, min(block, deals - first))
        for number, first in enumerate(range(0, deals, block))
    ]
    results, illegal, decisions = [], np.zeros(2, dtype=np.int64), 0
    with closing(executor.run(functools.partial(play_unit, tournament.text), units)) as played:
        for done in played:
            line = json.loads(done.line)
            results.append(np.asarray(line["results"], dtype=np.int64))
            illegal += line["illegal"]
            decisions += sum(line["decisions"])
            if progress is not None:
                progress(len(line["results"]), sum(line["decisions"]))
    return _duel(names, rules, seed, np.concatenate(results), illegal, decisions, time.perf_counter() - begin)


def _duel(
    names: tuple[str, str],
    rules: Rules,
    seed: int,
    sums: np.ndarray,
    illegal: np.ndarray,
    decisions: int,
    seconds: float,
) -> Duel:
    """A duel from its results summed over the rotations: int64 (deals, positions)."""
    return Duel(
        a=names[0],
        b=names[1],
        variant=rules.name,
        metric=rules.reward,
        deals=len(sums),
        rotations=rules.sides,
        seed=seed,
        difference=estimate(first_minus_others(sums)),
        share=estimate(first_share(sums)) if rules.reward == "points" else None,
        illegal=(int(illegal[0]), int(illegal[1])),
        decisions=decisions,
        seconds=seconds,
    )


def first_minus_others(sums: np.ndarray) -> np.ndarray:
    """Per hand the result of position 0 minus the mean of the others': int64 (deals, positions) to float64 (deals,).

    Args:
        sums: results summed over the rotations. Sums are of whole numbers and divided last: a player against itself gets
            exactly 0, with three or four seats too.
    """
    sides = sums.shape[1]
    difference: np.ndarray = (sides * sums[:, 0] - sums.sum(axis=1)) / ((sides - 1) * sides)
    return difference


def first_share(sums: np.ndarray) -> np.ndarray:
    """Position 0's part of all results: int64 (deals, positions) to float64 (deals,)."""
    total = sums.sum(axis=1)
    share: np.ndarray = np.divide(sums[:, 0], total, out=np.full(len(total), 1 / sums.shape[1]), where=total != 0)
    return share
