"""Differenzler (rulebook 2.10): predictions, penalties, the end of the match."""

from __future__ import annotations

from typing import Any

import pytest

from jass_env.errors import OptionError
from tests.rules.positions import Game

NO_FLOOR = {"floor": False}
PAIRS = {"pairs": True}

# rule | options | totals before | points taken | predictions | totals after (points and totals by side)
SCORES = [
    # --- worked examples, section 4 ---
    ("30 said 39 made: 9", {}, (0, 0, 0, 0), (39, 40, 40, 38), (30, 39, 41, 39), (9, 1, 1, 1)),
    ("exact 30 from a total of 4: total 0", {}, (4, 0, 0, 0), (30, 40, 50, 37), (30, 41, 51, 38), (0, 1, 1, 1)),
    # --- penalty = |taken - predicted| ---
    ("too few", {}, (0, 0, 0, 0), (21, 40, 50, 46), (30, 40, 50, 46), (9, 0, 0, 0)),
    ("the largest", {}, (0, 0, 0, 0), (157, 0, 0, 0), (0, 157, 0, 0), (157, 157, 0, 0)),
    ("exact: -10", {}, (25, 25, 25, 25), (30, 40, 50, 37), (30, 40, 50, 30), (15, 15, 15, 32)),
    ("exact: -10, from 10", {}, (10, 11, 9, 0), (30, 40, 50, 37), (30, 40, 50, 30), (0, 1, 0, 7)),
    ("a total never falls below 0", {}, (0, 0, 0, 0), (30, 40, 50, 37), (30, 40, 50, 37), (0, 0, 0, 0)),
    ("floor=False lets it", NO_FLOOR, (4, 0, -10, 0), (30, 40, 50, 37), (30, 41, 50, 38), (-6, 1, -20, 1)),
    ("exact at 0 predicted: 0", {}, (25, 0, 0, 0), (0, 57, 50, 50), (0, 58, 51, 51), (25, 1, 1, 1)),
    ("exact at 0 predicted: 0, floor=False", NO_FLOOR, (25, 0, 0, 0), (0, 57, 50, 50), (0, 58, 51, 51), (25, 1, 1, 1)),
    ("0 predicted, 1 made", {}, (25, 0, 0, 0), (1, 56, 50, 50), (0, 58, 51, 51), (26, 2, 1, 1)),
    ("exact at 157", {}, (25, 3, 0, 0), (157, 0, 0, 0), (157, 0, 0, 0), (15, 3, 0, 0)),
    # --- pairs: two pairs predict and count together; the pair's prediction is the sum ---
    ("pairs: the sum", PAIRS, (0, 0), (100, 57), (50, 20, 40, 30), (10, 7)),
    ("pairs: exact by the sum: -10", PAIRS, (25, 25), (100, 57), (60, 57, 40, 1), (15, 26)),
    ("pairs: floor by the pair's sum", PAIRS, (4, 0), (100, 57), (60, 57, 40, 1), (0, 1)),
    ("pairs: bonus by the pair's sum: one predicts 0", PAIRS, (25, 25), (100, 57), (0, 57, 100, 0), (15, 15)),
    ("pairs: exact at 0 by the pair's sum", PAIRS, (25, 25), (0, 157), (0, 100, 0, 58), (25, 26)),
    ("pairs, floor=False", PAIRS | NO_FLOOR, (4, 0), (100, 57), (60, 57, 40, 1), (-6, 1)),
    ("pairs: the sum may be more than 157", PAIRS, (0, 0), (100, 57), (157, 0, 157, 0), (214, 57)),
    # --- three players ---
    ("three players", {"players": 3}, (0, 20, 0), (39, 60, 58), (30, 60, 0), (9, 10, 58)),
]


@pytest.mark.parametrize(("rule", "options", "totals", "points", "predictions", "after"), SCORES)
def test_scores(
    rule: str,
    options: dict[str, Any],
    totals: tuple[int, ...],
    points: tuple[int, ...],
    predictions: tuple[int, ...],
    after: tuple[int, ...],
) -> None:
    assert sum(points) == 157
    game = Game("differenzler", **options).settle(points=points, prediction=predictions, totals=totals)
    assert game.totals == after


# Each has a suit; the dealer's bells are trump, so he takes everything.
ALL = ["AKOUB9876a", "AKOUB9876r", "AKOUB9876s", "AKOUB9876b"]
FIRST = "Aa Ar As Ab"
REST = " | ".join(f"{rank}b {rank}a {rank}r {rank}s" for rank in "KOUB9876")

# rule | options | totals before | predictions | totals after
PLAYED = [
    ("last 5; no match bonus, no Stöck, no Weis: 157", {}, (0, 0, 0, 0), (0, 0, 0, 157), (0, 0, 0, 0)),
    ("the distance", {}, (0, 0, 0, 0), (10, 0, 5, 150), (10, 0, 5, 7)),
    ("exact: -10; at 0 predicted: 0", {}, (20, 20, 20, 20), (0, 1, 0, 157), (20, 21, 20, 10)),
    ("pairs", PAIRS, (20, 20), (0, 57, 0, 100), (20, 10)),
    ("pairs", PAIRS, (20, 20), (1, 57, 2, 57), (23, 20 + 43)),
]


@pytest.mark.parametrize(("rule", "options", "totals", "predictions", "after"), PLAYED)
def test_played(
    rule: str, options: dict[str, Any], totals: tuple[int, ...], predictions: tuple[int, ...], after: tuple[int, ...]
) -> None:
    game = Game("differenzler", **options).deal(*ALL, dealer=3, totals=totals)
    game.play(" ".join(f"predict_{points}" for points in predictions)).play(f"{FIRST} | {REST}")
    assert game.totals == after
    assert (game.hand_number, game.dealer, game.turn) == (1, 0, 1)
    assert game.hand_points == ((0, 0, 0, 157) if game.rules.sides == 4 else (0, 157))


# rule | dealer | the card turned (None: the last of the dealer's hand) | trump
TURNED = [
    ("trump as in basic_jass: suit of the dealer's last card", 3, None, "b"),
    ("another dealer", 0, None, "a"),
    ("another dealer", 1, "Ur", "r"),
]


@pytest.mark.parametrize(("rule", "dealer", "turned", "trump"), TURNED)
def test_turned(rule: str, dealer: int, turned: str | None, trump: str) -> None:
    """The card is shown to all and stays in the dealer's hand (2.1)."""
    game = Game("differenzler").deal(*ALL, dealer=dealer, **({} if turned is None else {"turned": turned}))
    assert game.orders == trump * 9
    for viewer in range(4):
        assert game.seen_cards(viewer, "turned") == {turned or f"6{trump}": 1}
    assert len(game.seen_cards(dealer, "hand")) == 9
    assert (turned or f"6{trump}") in game.seen_cards(dealer, "hand")


def test_predictions() -> None:
    """Before play each player, from forehand on, 0-157, hidden until the hand is over."""
    game = Game("differenzler").deal(*ALL, dealer=1)
    for number, seat in enumerate((2, 3, 0, 1)):
        assert game.turn == seat
        assert game.legal == {f"predict_{points}" for points in range(158)}
        game.play(f"predict_{31 + number}")
    assert game.turn == 2  # forehand leads
    assert game.legal == {f"{rank}s" for rank in "AKOUB9876"}
    # Tens and units of each seat from the viewer on; -1 is not known.
    assert game.seen(2, "prediction") == [3, 1] + [-1] * 6
    assert game.seen(1, "prediction") == [3, 4] + [-1] * 6


def test_open_predictions() -> None:
    """``open_predictions=True``: seen as they are made."""
    game = Game("differenzler", open_predictions=True).deal(*ALL, dealer=3).play("predict_0 predict_157")
    assert game.seen(2, "prediction") == [-1, -1, -1, -1, 0, 0, 15, 7]


def test_three_players() -> None:
    """``players=3``: 12 cards."""
    game = Game("differenzler", players=3)
    assert (game.rules.seats, sum(game.seen(0, "hand"))) == (3, 12)
    game.play("predict_50 predict_50 predict_50").play_out()
    assert sum(game.hand_points) == 157


def test_pairs_are_for_four() -> None:
    """ES 64, four players only."""
    with pytest.raises(OptionError):
        Game("differenzler", players=3, pairs=True)


def test_sum_without_match_bonus() -> None:
    """2.10: points of the 157."""
    for seed in range(10):
        game = Game("differenzler")
        game.venv.reset(seed=seed)
        assert sum(game.play_out(seed).hand_points) == 157


# rule | options | hands finished before | totals before a hand of ALL in which 0, 0, 0, 157 are predicted | winner
MATCH = [
    ("12 hands", {}, 10, (0, 5, 6, 40), None),
    ("12 hands, lowest total wins", {}, 11, (4, 5, 6, 40), 0),
    ("lowest total: after the bonus", {}, 11, (4, 5, 6, 13), 3),
    ("tie for lowest: extra hands", {}, 11, (4, 4, 6, 40), None),
    ("tie for highest is none", {}, 11, (4, 40, 40, 40), 0),
    ("tie of all: extra hands", {}, 11, (4, 4, 4, 14), None),
    ("extra hands until one is alone lowest", {}, 12, (4, 5, 6, 40), 0),
    ("hands=8", {"hands": 8}, 7, (4, 5, 6, 40), 0),
    ("hands=8", {"hands": 8}, 6, (4, 5, 6, 40), None),
    ("hands=16", {"hands": 16}, 15, (4, 5, 6, 40), 0),
    ("hands=16", {"hands": 16}, 14, (4, 5, 6, 40), None),
    ("pairs", PAIRS, 11, (20, 20), 1),
    ("pairs: tie", PAIRS, 11, (10, 20), None),
]


@pytest.mark.parametrize(("rule", "options", "before", "totals", "winner"), MATCH)
def test_match(rule: str, options: dict[str, Any], before: int, totals: tuple[int, ...], winner: int | None) -> None:
    game = Game("differenzler", **options).deal(*ALL, dealer=3, totals=totals)
    game.place(*ALL, dealer=3, totals=totals, hand_number=before, turned=27)  # 6b
    game.play(f"predict_0 predict_0 predict_0 predict_157 {FIRST} | {REST}")
    assert game.over == (winner is not None)
    assert game.winners == (set() if winner is None else {winner})
    assert game.end == (None if winner is None else "hands")


def test_default_is_loose() -> None:
    """2.10: Loose (FI 109)."""
    game = Game("differenzler").place("9b Kb", "8r 6b", "7r Ka", "6s", dealer=3, turned=9)  # 6r
    game.play("predict_0 predict_0 predict_0 predict_0 9b 8r")
    assert game.legal == {"7r", "Ka"}  # worked example (a): a lower trump is allowed to who is void
