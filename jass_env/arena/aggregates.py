"""Aggregates over training seeds and variants, as R. Agarwal et al. recommend ("Deep Reinforcement Learning at the Edge of
the Statistical Precipice", 2021; their package is rliable).

``scores`` is float (runs, tasks) throughout: the runs (training seeds) of one algorithm on some tasks (variants), in units
that can be compared between tasks, such as the share of deals won against one common opponent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Aggregate:
    """A point estimate with its 95 % interval; its ends are nan where there are too few runs for one."""

    value: float
    low: float
    high: float


def interquartile_mean(scores: np.ndarray) -> float:
    """The mean of the middle half of all scores: a quarter (its whole part) is cut off at each end."""
    ordered = np.sort(np.asarray(scores, dtype=np.float64), axis=None)
    cut = len(ordered) // 4
    return float(ordered[cut : len(ordered) - cut].mean())


def probability_of_improvement(scores: np.ndarray, others: np.ndarray) -> float:
    """How likely a run of ``scores`` beats one of ``others`` on a task drawn at random; a tie is half.

    The mean over the tasks of the Mann-Whitney statistic divided by the number of pairs of runs.

    Args:
        scores: float (runs, tasks).
        others: float (other runs, tasks).
    """
    difference = np.asarray(scores)[:, None, :] - np.asarray(others)[None, :, :]
    return float(((difference > 0) + 0.5 * (difference == 0)).mean())


def stratified_bootstrap(
    statistic: Callable[..., float], *scores: np.ndarray, resamples: int = 2000, seed: int = 0, level: float = 0.95
) -> Aggregate:
    """A statistic with its percentile interval; runs are drawn anew with replacement within each task.

    Args:
        statistic: such as ``interquartile_mean`` (of one array) or ``probability_of_improvement`` (of two).
        *scores: float (runs, tasks) each, drawn independently of each other.
        resamples: how many samples are drawn.
        seed: of the drawing.
        level: of the interval.

    Returns:
        The statistic of ``scores``; its interval is nan where an algorithm has a single run: drawn anew it is always itself.
    """
    rng = np.random.default_rng(seed)
    arrays = [np.asarray(each, dtype=np.float64) for each in scores]
    if min(map(len, arrays)) < 2:
        return Aggregate(statistic(*arrays), float("nan"), float("nan"))
    found = np.empty(resamples)
    for number in range(resamples):
        drawn = [np.take_along_axis(each, rng.integers(len(each), size=each.shape), axis=0) for each in arrays]
        found[number] = statistic(*drawn)
    low, high = np.quantile(found, [(1 - level) / 2, (1 + level) / 2])
    return Aggregate(statistic(*arrays), float(low), float(high))
