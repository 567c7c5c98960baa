"""What samples say: means with their intervals, the bootstrap as a check, and how large a sample must be."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from jass_env.errors import OptionError

#: An evaluation has fewer deals than this (``play.deal_seeds``).
MOST_DEALS = 2**32


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


def control_variate(values: np.ndarray, control: np.ndarray) -> tuple[Estimate, float]:
    """A mean with less noise, by something known to have mean 0 that goes along with the values.

    Of X and C: mean(X) - b * mean(C) with b = cov(X, C) / var(C). This is the intercept of the regression of X on C by least
    squares, and its interval is that of the intercept: with the variance s^2 of the residuals (n - 2 degrees of freedom),
    t(n - 2) * s * sqrt(1 / n + mean(C)^2 / sum((C - mean(C))^2)).

    For single hands C is the difference of the same deal played by one player on all seats: with the seats drawn at random
    its mean is 0. In all rotations of a deal together the luck of the cards is gone already, and C is 0.

    Args:
        values: float (n,), X.
        control: float (n,), C of the same deals; its true mean must be 0.

    Returns:
        The adjusted mean with its 95 % interval (nan for fewer than four deals), and the part of the variance that is left:
        var(X - b C) / var(X), 1.0 where C (or X) is the same on all deals.

    Raises:
        OptionError: not as many controls as values, or not one-dimensional.
    """
    values, control = np.asarray(values, dtype=np.float64), np.asarray(control, dtype=np.float64)
    if values.shape != control.shape or values.ndim != 1:
        raise OptionError(f"values {values.shape} and control {control.shape}: needed is one control for each value")
    n = len(values)
    x, c = values - values.mean(), control - control.mean()
    if n < 5 or not c.any() or not x.any():
        return estimate(values), 1.0
    coefficient = float(x @ c / (c @ c))
    rest = x - coefficient * c
    mean = float(values.mean() - coefficient * control.mean())
    half_width = student_t(n - 2) * float(rest @ rest / (n - 2) * (1 / n + control.mean() ** 2 / (c @ c))) ** 0.5
    return Estimate(mean, half_width), float(rest @ rest / (x @ x))


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

    Raises:
        OptionError: a half width that is no number more than 0, or so small that no evaluation has as many deals.
    """
    if not (half_width > 0 and math.isfinite(half_width)):
        raise OptionError(f"half_width={half_width}: a finite number more than 0 is needed")
    z = NormalDist().inv_cdf(0.5 + level / 2)
    if z * deviation > half_width * MOST_DEALS**0.5:
        raise OptionError(f"half_width={half_width}: too small, at a deviation of {deviation:.3g} it takes over 2**32 deals")
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
