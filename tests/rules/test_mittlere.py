"""Mittlere (rulebook 2.2): trump in mid-hand, counting at the end, sticks and potatoes, the end of the match.

Legal cards and winners before and after trump is fixed stand in ``test_legal_cards.py`` and ``test_winners.py``.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tests.rules.positions import Game

TIE_ONE = {"tie_third": 1}

# rule | options | points | tricks taken | sticks (+) and potatoes (-)
SCORES = [
    # --- worked examples, section 4 ---
    ("120 / 37 / 0 (no trick): +1 +1 -2", {}, (120, 37, 0), (8, 4, 0), (1, 1, -2)),
    ("40/40/77: -1 -1 +2", {}, (40, 40, 77), (4, 4, 4), (-1, -1, 2)),
    ("28/28/101: +1 +1 -2", {}, (28, 28, 101), (3, 3, 6), (1, 1, -2)),
    # --- the first line that applies ---
    ("1 one player took all 12 tricks: he +2, others -1 each", {}, (157, 0, 0), (12, 0, 0), (2, -1, -1)),
    ("2 a player took no trick, the others below 100", {}, (80, 77, 0), (6, 6, 0), (1, 1, -2)),
    ("2 before 3: no trick, another has 157", {}, (157, 0, 0), (11, 1, 0), (1, 1, -2)),
    ("2 asks for tricks, not points: 0 points with a trick", {}, (90, 67, 0), (6, 5, 1), (1, -2, 1)),
    ("3 100 or more points: exactly 100", {}, (100, 30, 27), (5, 4, 3), (-2, 1, 1)),
    ("3 99 is less: the middle one", {}, (99, 30, 28), (5, 4, 3), (1, -2, 1)),
    ("3 157 without all tricks", {}, (157, 0, 0), (10, 1, 1), (-2, 1, 1)),
    ("3 before 4: the other two equal", {}, (101, 28, 28), (6, 3, 3), (-2, 1, 1)),
    ("4 the two higher ones equal", {}, (70, 70, 17), (5, 5, 2), (-1, -1, 2)),
    ("4 the two lower ones equal, 99", {}, (99, 29, 29), (6, 3, 3), (2, -1, -1)),
    ("4 tie_third=1 (FI 154)", TIE_ONE, (40, 40, 77), (4, 4, 4), (-1, -1, 1)),
    ("tie_third concerns line 4 only", TIE_ONE, (157, 0, 0), (12, 0, 0), (2, -1, -1)),
    ("tie_third concerns line 4 only", TIE_ONE, (28, 28, 101), (3, 3, 6), (1, 1, -2)),
    ("5 otherwise the middle one -2, others +1 each", {}, (60, 57, 40), (4, 5, 3), (1, -2, 1)),
    ("4 and not 5: one point apart from the two", {}, (53, 52, 52), (4, 4, 4), (2, -1, -1)),
    ("5 one point apart", {}, (51, 52, 54), (4, 4, 4), (1, -2, 1)),
]


@pytest.mark.parametrize(("rule", "options", "points", "tricks", "scores"), SCORES)
def test_scores(
    rule: str, options: dict[str, Any], points: tuple[int, ...], tricks: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    assert sum(points) == 157
    assert sum(tricks) == 12
    for seats in permutations(range(3)):
        game = Game("mittlere", **options)
        game.settle(points=[points[i] for i in seats], tricks_taken=[tricks[i] for i in seats], totals=[5, -3, 0])
        assert game.totals == tuple(total + scores[i] for total, i in zip((5, -3, 0), seats, strict=True))


# rule | hands | play | orders of the tricks begun | card points so far
COUNTS = [
    ("no trump yet: U 2, 9 0, 8 8", ["U6a", "97a", "8a 6r"], "Ua 9a 8a", "FF", (10, 0, 0)),
    ("the U and 9 of the fixed suit are 20 and 14 even if taken before", ["Aa 6b", "U6a", "9a 7b"], "Aa Ua 9a | 6b 6a 7b",
     "Fa", (45, 0, 0)),
    ("the 8s taken before count no more", ["Aa 6b", "8a 6r", "7a 7b"], "Aa 8a 7a | 6b 6r 7b", "Fr", (11, 0, 0)),
    ("before the card that fixes trump they still do", ["Aa 6b", "8a 6r", "7a 7b"], "Aa 8a 7a | 6b", "FF", (19, 0, 0)),
    ("from that card on: points change in the middle of the trick", ["Aa 6b", "8a 6r", "7a 7b"], "Aa 8a 7a | 6b 6r", "Fr", (11, 0, 0)),
    ("another suit's U and 9 stay 2 and 0", ["Aa 6b", "Ua 6r", "9a 7b"], "Aa Ua 9a | 6b 6r 7b", "Fr", (13, 0, 0)),
    ("this trick included", ["Ab", "Ur", "9r"], "Ab Ur 9r", "rr", (0, 45, 0)),
    ("for the rest of the hand: a second void changes nothing", ["A7b", "6r", "6s 8b"], "Ab 6r 8b", "rr", (0, 11, 0)),
    ("for the rest of the hand: a void later is an ordinary discard", ["Ab 9a", "67r", "8b 6s"], "Ab 6r 8b | 7r 6s 9a", "rr", (0, 11, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "hands", "play", "orders", "points"), COUNTS)
def test_counts(rule: str, hands: list[str], play: str, orders: str, points: tuple[int, ...]) -> None:
    game = Game("mittlere").place(*hands).play(play)
    assert game.orders[: len(orders)] == orders
    assert game.card_points == points
    assert game.points == points


# Every suit split into A K O, U B 9, 8 7 6: everybody always follows, and no trump is ever fixed.
ALL = ["AKOa AKOr AKOs AKOb", "UB9a UB9r UB9s UB9b", "876a 876r 876s 876b"]
ALL_PLAY = " ".join(f"A{s} U{s} 8{s} K{s} B{s} 7{s} O{s} 9{s} 6{s}" for s in "arsb")
# Seat 0: three acorn tricks (38) and Ob Ab Kb (18); seat 1: three of roses (38); seat 2: three of shields (38), then
# 7b 9b Bb (10) and Ub 6b 8b with the last trick (10 + 5).
THREE_WAYS = ["AKOa 876r UB9s A76b", "UB9a AKOr 876s K98b", "876a UB9r AKOs OUBb"]
THREE_WAYS_PLAY = (
    "Aa Ua 8a | Ka Ba 7a | Oa 9a 6a | 8r Ar Ur | Kr Br 7r | Or 9r 6r | 8s As Us | Ks Bs 7s | Os 9s 6s | Ob Ab Kb | "
    "7b 9b Bb | Ub 6b 8b"
)

# rule | hands | play | points | scores
HANDS = [
    ("if no trump was ever fixed the 8s count 8: all 12 tricks", ALL, ALL_PLAY, (157, 0, 0), (2, -1, -1)),
    ("if no trump was ever fixed: 56 / 38 / 63, the middle one -2", THREE_WAYS, THREE_WAYS_PLAY, (56, 38, 63), (-2, 1, 1)),
]


@pytest.mark.parametrize(("rule", "hands", "play", "points", "scores"), HANDS)
def test_whole_hand(rule: str, hands: list[str], play: str, points: tuple[int, ...], scores: tuple[int, ...]) -> None:
    game = Game("mittlere").deal(*hands, dealer=2).play(play)
    assert game.hand_points == points
    assert game.hand_scores == game.totals == scores
    assert (game.hand_number, game.dealer, game.turn) == (1, 0, 1)


def test_no_match_bonus() -> None:
    """2.2: no Weis, Stöck or match bonus: the points of a hand are 157."""
    for seed in range(20):
        game = Game("mittlere")
        game.venv.reset(seed=seed)
        game.play_out(seed)
        assert sum(game.hand_points) == 157
        assert sum(game.hand_scores) == 0  # as in every line of the table


# rule | hands finished before | totals before a hand that scores +2 -1 -1 | winner, None: another hand
MATCH = [
    ("12 hands", 10, (0, 0, 0), None),
    ("12 hands; most net sticks", 11, (0, 0, 0), 0),
    ("most net sticks: another player", 11, (0, 4, 0), 1),
    ("tie: extra hands", 11, (0, 3, 0), None),
    ("tie of those behind is none", 11, (1, 3, 3), 0),
    ("tie of all three", 11, (-2, 1, 1), None),
    ("one more hand at a time", 12, (0, 3, 0), None),
    ("until one is alone in front", 12, (2, 2, 2), 0),
    ("nobody has sticks: the same comparison of nets", 11, (-6, -4, -1), 2),
]


@pytest.mark.parametrize(("rule", "before", "totals", "winner"), MATCH)
def test_match(rule: str, before: int, totals: tuple[int, ...], winner: int | None) -> None:
    game = Game("mittlere").place(*ALL, totals=totals, hand_number=before).play(ALL_PLAY)
    assert game.totals == (totals[0] + 2, totals[1] - 1, totals[2] - 1)
    assert game.over == (winner is not None)
    assert game.winners == (set() if winner is None else {winner})
    assert game.end == (None if winner is None else "hands")


def test_default_is_loose() -> None:
    """2.2: Loose."""
    assert Game("mittlere").rules.options["undertrump"] == "loose"
