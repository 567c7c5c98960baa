"""What samples say: means with their intervals, the bootstrap as a check, and how large a sample must be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np


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


def deals_needed(deviation: float, half_width: float, level: float = 0.95) -> int:
    """The least number of deals (4 or more) whose interval is expected to be no wider than wished.

    The smallest n with t(n - 1) * deviation / sqrt(n) <= half_width.

    Args:
        deviation: standard deviation of one deal's difference.
        half_width: wished half width of the interval, more than 0.
        level: of the interval.
    """
    z = NormalDist().inv_cdf(0.5 + level / 2)
    n = max(4, int((z * deviation / half_width) ** 2))  # t is larger than z: no fewer than these can be enough
    while student_t(n - 1, level) * deviation / n**0.5 > half_width:
        n += 1
    return n


def verdict(found: Estimate, wish: float, needed: int, a: str, b: str) -> str:
    """What an interval allows to say of A against B.

    Args:
        found: mean difference.
        wish: wished half width.
        needed: deals for it.
        a: name of A.
        b: name of B.
    """
    if found.half_width != found.half_width:
        return "too few deals for an interval"
    if found.low > 0:
        return f"{a} is better"
    if found.high < 0:
        return f"{b} is better"
    if found.mean == found.half_width == 0:
        return "equal on every deal"
    if found.half_width <= wish:
        return f"no difference found; it is unlikely to be beyond {max(-found.low, found.high):.3g}"
    return f"too wide for a verdict: ± {wish:.3g} needs about {needed:,} deals"


def bootstrap_interval(
    values: np.ndarray,
    statistic: Callable[[np.ndarray], np.ndarray] | None = None,
    *,
    resamples: int = 2000,
    seed: int = 0,
    level: float = 0.95,
) -> tuple[float, float]:
    """Percentile interval of a statistic, by drawing the deals anew with replacement (B. Efron, 1979).

    Args:
        values: float (n, ...), the first axis are the deals.
        statistic: from float (resamples, n, ...) to float (resamples,); default the mean over the deals.
        resamples: how many samples are drawn.
        seed: of the drawing.
        level: of the interval.

    Returns:
        Lower and upper end.
    """
    rng = np.random.default_rng(seed)
    found = []
    piece = max(1, 2**21 // values.size)  # resamples at a time, so that memory stays small
    for first in range(0, resamples, piece):
        drawn = values[rng.integers(len(values), size=(min(piece, resamples - first), len(values)))]
        found.append(drawn.mean(axis=1) if statistic is None else statistic(drawn))
    low, high = np.quantile(np.concatenate(found), [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
