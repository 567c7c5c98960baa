"""Statistics of the arena against values known from elsewhere."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from jass_env.arena import estimate, student_t
from jass_env.arena.aggregates import Aggregate, interquartile_mean, probability_of_improvement, stratified_bootstrap
from jass_env.arena.ratings import OnlineRating, bradley_terry
from jass_env.arena.statistics import bootstrap_interval, control_variate, deals_needed
from jass_env.errors import OptionError


def test_deals_needed_is_the_least_number() -> None:
    for deviation, half_width, level in itertools.product((0.5, 3.0, 200.0), (0.3, 1.0, 20.0), (0.9, 0.95)):
        n = deals_needed(deviation, half_width, level)
        assert stats.t.ppf(0.5 + level / 2, n - 1) * deviation / n**0.5 <= half_width * 1.002
        assert n == 4 or stats.t.ppf(0.5 + level / 2, n - 2) * deviation / (n - 1) ** 0.5 > half_width * 0.998
    assert deals_needed(100.0, 1.0) == 38418  # (1.96 * 100)^2 = 38,414.6, and a little for t
    assert deals_needed(0.0, 1.0) == 4


@pytest.mark.parametrize("half_width", [0.0, -1.0, math.nan, math.inf, 1e-200, 1e-9])
def test_a_half_width_out_of_reach_is_told(half_width: float) -> None:
    with pytest.raises(OptionError, match="half_width="):
        deals_needed(50.0, half_width)


def test_a_control_variate_takes_away_what_it_explains() -> None:
    """X = 3 + 2 C + noise, with var(2 C) = 4 and var(noise) = 1: a fifth of the variance is left."""
    rng = np.random.default_rng(4)
    control = rng.normal(size=20_000)
    values = 3 + 2 * control + rng.normal(size=20_000)
    found, left = control_variate(values, control)
    assert found.mean == pytest.approx(3, abs=0.03) and left == pytest.approx(0.2, rel=0.05)
    assert found.half_width / estimate(values).half_width == pytest.approx(0.2**0.5, rel=0.05)
    fit = stats.linregress(control, values)
    assert found.mean == pytest.approx(fit.intercept) and left == pytest.approx(1 - fit.rvalue**2)
    assert found.half_width == pytest.approx(stats.t.ppf(0.975, 19_998) * fit.intercept_stderr)
    _, left = control_variate(rng.normal(size=20_000), control)
    assert left == pytest.approx(1, abs=0.001)


def test_the_interval_with_a_control_variate_covers_the_truth() -> None:
    rng = np.random.default_rng(5)
    covered = 0
    for _ in range(2000):
        control = rng.normal(size=15)
        found, _ = control_variate(7 + control + rng.normal(size=15), control)
        covered += found.low <= 7 <= found.high
    assert covered / 2000 == pytest.approx(0.95, abs=0.015)


def test_a_control_variate_that_says_nothing() -> None:
    values = np.array([1.0, 2.0, 3.0, 4.0, 6.0])
    assert control_variate(values, np.zeros(5)) == (estimate(values), 1.0)
    assert control_variate(np.ones(5), values) == (estimate(np.ones(5)), 1.0)
    with pytest.raises(OptionError, match="one control for each value"):
        control_variate(values, np.zeros(4))


def test_a_sample_of_the_size_needed_has_the_width_wished() -> None:
    rng = np.random.default_rng(0)
    n = deals_needed(50.0, 2.0)
    widths = [estimate(rng.normal(0, 50, n)).half_width for _ in range(200)]
    assert np.mean(widths) == pytest.approx(2.0, rel=0.01)


def test_the_bootstrap_agrees_with_t_and_covers_the_truth() -> None:
    rng = np.random.default_rng(1)
    values = rng.exponential(3.0, 400)
    low, high = bootstrap_interval(values, seed=2)
    found = estimate(values)
    assert (low, high) == (pytest.approx(found.low, rel=0.02), pytest.approx(found.high, rel=0.02))
    assert bootstrap_interval(values, seed=2) == (low, high) != bootstrap_interval(values, seed=3)
    covered = 0
    for number in range(500):
        low, high = bootstrap_interval(rng.normal(7.0, 3.0, 60), resamples=300, seed=number)
        covered += low <= 7.0 <= high
    assert covered / 500 == pytest.approx(0.94, abs=0.025)


def test_the_bootstrap_of_another_statistic() -> None:
    values = np.random.default_rng(0).normal(size=(101, 2)) + np.array([0.0, 5.0])
    low, high = bootstrap_interval(values, lambda drawn: np.median(drawn[:, :, 1], axis=1))
    assert low < np.median(values[:, 1]) < high < low + 1
    assert bootstrap_interval(np.full(9, 2.5)) == (2.5, 2.5)


# --- ratings ---


def test_bradley_terry_of_two_is_the_log_of_the_odds() -> None:
    won = np.array([[0.0, 30.0], [10.0, 0.0]])
    ratings = bradley_terry(won, prior=0.0)
    assert ratings[0] - ratings[1] == pytest.approx(400 * math.log10(3))
    assert ratings.sum() == pytest.approx(0)


def test_bradley_terry_finds_the_strengths_that_made_the_wins() -> None:
    strengths = np.array([120.0, 30.0, -50.0, -100.0])
    odds = 10 ** ((strengths[:, None] - strengths[None, :]) / 400)
    won = 1000 * odds / (1 + odds)
    np.fill_diagonal(won, 0)
    assert bradley_terry(won, prior=0.0) == pytest.approx(strengths, abs=1e-3)
    # Not all have met: what is between them follows from the others.
    won[0, 3] = won[3, 0] = 0
    assert bradley_terry(won, prior=0.0) == pytest.approx(strengths, abs=1e-3)


def test_bradley_terry_of_who_always_wins_is_finite() -> None:
    ratings = bradley_terry(np.array([[0.0, 20.0], [0.0, 0.0]]))
    assert ratings[0] - ratings[1] == pytest.approx(400 * math.log10(20.5 / 0.5))
    assert bradley_terry(np.array([[0.0, 5.0], [5.0, 0.0]])) == pytest.approx([0, 0])


def test_the_online_rating_follows_the_results() -> None:
    rating = OnlineRating()
    assert rating.rating("new") == (25.0, pytest.approx(25 / 3))
    for _ in range(30):
        rating.update({"a": 3, "b": 2, "c": 2, "d": 1})
    mus = [rating.rating(name)[0] for name in "abcd"]
    assert mus[0] > mus[1] > mus[3] and mus[1] == pytest.approx(mus[2], rel=0.05)
    assert rating.ordinal("a") == rating.rating("a")[0] - 3 * rating.rating("a")[1]
    again = OnlineRating.of(rating.state())
    for each in (rating, again):
        each.update({"d": 1, "new": 0})
    assert again.state() == rating.state()


# --- aggregates ---


def test_interquartile_mean() -> None:
    assert interquartile_mean(np.array([[1.0, 2.0], [3.0, 100.0]])) == 2.5
    assert interquartile_mean(np.arange(8.0)) == 3.5  # (2 + 3 + 4 + 5) / 4
    assert interquartile_mean(np.array([0.0, 0, 1, 1, 2, 50])) == 1.0  # one cut off at each end: (0 + 1 + 1 + 2) / 4
    scores = np.random.default_rng(0).normal(size=(5, 7))
    assert interquartile_mean(scores) == pytest.approx(stats.trim_mean(scores, 0.25, axis=None))


def test_probability_of_improvement() -> None:
    better, worse = np.array([[3.0], [4.0]]), np.array([[1.0], [2.0], [0.0]])
    assert probability_of_improvement(better, worse) == 1.0
    assert probability_of_improvement(worse, better) == 0.0
    assert probability_of_improvement(better, better) == 0.5
    assert probability_of_improvement(np.array([[1.0, 5.0]]), np.array([[1.0, 4.0], [0.0, 6.0]])) == (0.75 + 0.5) / 2
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=(6, 4)).round(1), rng.normal(0.2, 1, (5, 4)).round(1)
    by_task = [stats.mannwhitneyu(x[:, task], y[:, task]).statistic / 30 for task in range(4)]
    assert probability_of_improvement(x, y) == pytest.approx(np.mean(by_task))


def test_the_stratified_bootstrap_draws_runs_within_tasks() -> None:
    # Runs differ nowhere, tasks do: nothing to draw. Of 15 scores three are cut off at each end.
    middle = (2 * 1 + 5 * 2 + 2 * 6) / 9
    found = stratified_bootstrap(interquartile_mean, np.tile([1.0, 2.0, 6.0], (5, 1)))
    assert found == Aggregate(middle, middle, middle)
    rng = np.random.default_rng(0)
    scores = rng.normal(0, 1, (30, 1))
    found = stratified_bootstrap(lambda drawn: float(drawn.mean()), scores, resamples=2000)
    expected = student_t(29) * scores.std(ddof=1) / 30**0.5
    assert found.value == scores.mean()
    assert (found.high - found.low) / 2 == pytest.approx(expected, rel=0.1)
    assert stratified_bootstrap(interquartile_mean, scores, seed=1) == stratified_bootstrap(
        interquartile_mean, scores, seed=1
    )


def test_a_single_run_has_no_interval() -> None:
    one, two = np.array([[1.0, 2.0]]), np.array([[1.0, 2.0], [3.0, 4.0]])
    for found in (
        stratified_bootstrap(interquartile_mean, one),
        stratified_bootstrap(probability_of_improvement, two, one),
        stratified_bootstrap(probability_of_improvement, one, two),
    ):
        assert math.isfinite(found.value) and math.isnan(found.low) and math.isnan(found.high)


def test_the_stratified_bootstrap_covers_the_truth() -> None:
    rng = np.random.default_rng(2)
    covered = 0
    for number in range(100):
        scores = rng.normal([0.0, 10.0], 1.0, (12, 2))
        found = stratified_bootstrap(lambda drawn: float(drawn.mean()), scores, resamples=200, seed=number)
        covered += found.low <= 5.0 <= found.high
    assert 0.85 <= covered / 100 <= 0.99
