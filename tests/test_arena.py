"""Duplicate deals: what is counted, that luck and order of players cancel, and the interval."""

from __future__ import annotations

import math

import numpy as np
import pytest

import jass_env
from jass_env.arena import EVALUATION_SEEDS, TRAINING_SEEDS, Duel, duel, duel_rules, estimate, student_t
from jass_env.errors import OptionError, VariantError
from jass_env.players import Player, RandomPlayer, decision_seeds


class First:
    """The first legal action."""

    name = "first"

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        return action_mask.argmax(axis=1)


class Wrong:
    """Illegal at times: action 0 always, or none at all."""

    name = "wrong"

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        return np.where(seeds % np.uint64(2) == 0, 0, -5)


GAMES = [("schieber", "points"), ("schieber", "score"), ("mittlere", "score"), ("differenzler", "points")]


@pytest.mark.parametrize(("variant", "metric"), GAMES)
@pytest.mark.parametrize("player", [RandomPlayer(), First()], ids=["random", "first"])
def test_a_player_against_itself_gets_exactly_nothing(variant: str, metric: str, player: Player) -> None:
    result = duel(player, player, duel_rules(variant, metric), 25, batch=16)
    assert (result.difference.mean, result.difference.half_width) == (0.0, 0.0)
    if result.share is not None:
        rotations = result.rotations
        assert result.share.mean == pytest.approx(1 / rotations, abs=1e-12)


@pytest.mark.parametrize("metric", ["points", "score"])
def test_with_two_sides_a_against_b_is_minus_b_against_a(metric: str) -> None:
    rules = duel_rules("schieber", metric)
    forth, back = duel(First(), RandomPlayer(), rules, 40), duel(RandomPlayer(), First(), rules, 40)
    assert forth.difference.mean == -back.difference.mean != 0
    assert forth.difference.half_width == back.difference.half_width > 0


def test_the_batch_is_a_matter_of_speed() -> None:
    def without_time(result: Duel) -> dict[str, object]:
        return {key: value for key, value in vars(result).items() if key != "seconds"}

    rules = duel_rules("mittlere", "score")
    one, other = (duel(First(), RandomPlayer(), rules, 13, batch=batch) for batch in (3, 1000))
    assert without_time(one) == without_time(other)


def by_hand(a: Player, b: Player, variant: str, metric: str, deals: int, seed: int) -> list[float]:
    """The same in a plain loop, one table at a time."""
    rules = duel_rules(variant, metric)
    differences = []
    for deal in range(deals):
        total = 0.0
        for rotation in range(rules.sides):
            game = EVALUATION_SEEDS + seed * 2**32 + deal
            env = jass_env.JassVectorEnv(rules, 1, seed=game, autoreset=jass_env.AutoresetMode.DISABLED)
            got = np.zeros(rules.seats)
            number = 0
            while not (env.terminated[0] or env.truncated[0]):
                player = a if rules.side_of(int(env.seat[0])) == rotation else b
                seeds = decision_seeds(np.array([game], dtype=np.uint64), number)
                env.step(player.act(env.observation, env.action_mask, seeds))
                got += env.reward[0]
                number += 1
            others = [got[side] for side in range(rules.sides) if side != rotation]
            total += got[rotation] - sum(others) / len(others)
        differences.append(total / rules.sides)
    return differences


@pytest.mark.parametrize(("variant", "metric"), GAMES)
def test_agrees_with_a_plain_loop(variant: str, metric: str) -> None:
    expected = by_hand(First(), RandomPlayer(), variant, metric, 6, seed=3)
    result = duel(First(), RandomPlayer(), duel_rules(variant, metric), 6, seed=3)
    assert result.difference.mean == pytest.approx(np.mean(expected))
    assert result.difference.half_width == pytest.approx(2.5706 * np.std(expected, ddof=1) / 6**0.5, rel=1e-3)


def test_points_are_the_157_of_every_hand() -> None:
    """No Weis, Stöck, match bonus or multiplier: the difference and the share say the same."""
    result = duel(First(), RandomPlayer(), duel_rules("schieber", "points"), 30)
    assert result.share is not None
    assert result.share.mean == pytest.approx(0.5 + result.difference.mean / (2 * 157))


def test_other_seeds_are_other_deals() -> None:
    rules = duel_rules("schieber", "points")
    means = {duel(First(), RandomPlayer(), rules, 10, seed=seed).difference.mean for seed in range(3)}
    assert len(means) == 3
    assert EVALUATION_SEEDS + 2**52 < 2**63 and TRAINING_SEEDS < EVALUATION_SEEDS


def test_illegal_actions_are_counted_and_replaced() -> None:
    result = duel(Wrong(), RandomPlayer(), duel_rules("schieber", "points"), 5)
    assert result.illegal[0] > 100 and result.illegal[1] == 0


def test_progress_adds_up() -> None:
    seen = np.zeros(2, dtype=int)
    result = duel(First(), First(), duel_rules("schieber", "points"), 7, batch=6, progress=lambda *made: seen.__iadd__(made))
    assert seen.tolist() == [7, result.decisions]


def test_errors() -> None:
    with pytest.raises(OptionError, match="metric='tricks'"):
        duel_rules("schieber", "tricks")
    with pytest.raises(VariantError, match="did you mean 'schieber'"):
        duel_rules("schiber", "points")
    rules = duel_rules("schieber", "points")
    for deals, seed in ((0, 0), (1, -1), (1, 2**20)):
        with pytest.raises(OptionError, match="deals="):
            duel(First(), First(), rules, deals, seed=seed)


@pytest.mark.parametrize(("freedom", "quantile"), [(3, 3.1824), (4, 2.7764), (9, 2.2622), (30, 2.0423), (1000, 1.9623)])
def test_student_t(freedom: int, quantile: float) -> None:
    assert student_t(freedom) == pytest.approx(quantile, rel=2e-3 if freedom < 5 else 1e-4)


def test_estimate() -> None:
    result = estimate(np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
    assert result.mean == 3.0
    assert result.half_width == pytest.approx(2.7764 * 2.5**0.5 / 5**0.5, rel=1e-3)
    assert (result.low, result.high) == (3 - result.half_width, 3 + result.half_width)
    assert math.isnan(estimate(np.ones(3)).half_width)


def test_the_interval_covers_the_truth() -> None:
    draws = np.random.default_rng(0).normal(7.0, 3.0, (2000, 8))
    covered = np.mean([result.low <= 7.0 <= result.high for result in map(estimate, draws)])
    assert covered == pytest.approx(0.95, abs=0.015)
