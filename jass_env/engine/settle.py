"""From what a hand counted to what it scores: one small function per family of games."""

from __future__ import annotations

from jass_env.engine import actions as act
from jass_env.engine._jit import jit
from jass_env.engine.score import award_bergpreis
from jass_env.engine.state import SETTLE_MITTLERE, SETTLE_POINTS, SETTLE_PREDICTION


@jit
def settle(r, s) -> None:  # type: ignore[no-untyped-def]
    """Write the score of a finished hand into the totals."""
    if r.settle == SETTLE_POINTS:
        settle_points(r, s)
    elif r.settle == SETTLE_MITTLERE:
        settle_mittlere(r, s)
    elif r.settle == SETTLE_PREDICTION:
        settle_prediction(r, s)


@jit
def settle_points(r, s) -> None:  # type: ignore[no-untyped-def]
    """Points times multiplier, as far as they are not written yet; in misère the two sides' totals are exchanged (2.5)."""
    for side in range(r.sides):
        source = 1 - side if s.contract == act.MISERE else side
        s.totals[side] += (s.points[source] - s.written[source]) * s.multiplier
    award_bergpreis(r, s)


@jit
def settle_mittlere(r, s) -> None:  # type: ignore[no-untyped-def]
    """Sticks and potatoes of Mittlere (2.2): the first line of its table that applies."""
    all_tricks, no_trick, hundred = -1, -1, -1
    for seat in range(3):
        if s.tricks_taken[seat] == r.tricks:
            all_tricks = seat
        elif s.tricks_taken[seat] == 0:
            no_trick = seat
        if s.points[seat] >= 100:
            hundred = seat
    if all_tricks >= 0:
        give_one_and_others(s, all_tricks, 2, -1)
    elif no_trick >= 0:
        give_one_and_others(s, no_trick, -2, 1)
    elif hundred >= 0:
        give_one_and_others(s, hundred, -2, 1)
    else:
        for third in range(3):
            if s.points[(third + 1) % 3] == s.points[(third + 2) % 3]:
                give_one_and_others(s, third, r.tie_third, -1)
                return
        give_one_and_others(s, middle_of_three(s), -2, 1)


@jit
def give_one_and_others(s, seat: int, score: int, others: int) -> None:  # type: ignore[no-untyped-def]
    """One of three players scores one thing, the other two another."""
    s.totals[seat] += score
    s.totals[(seat + 1) % 3] += others
    s.totals[(seat + 2) % 3] += others


@jit
def middle_of_three(s) -> int:  # type: ignore[no-untyped-def]
    """The player whose points lie between those of the other two."""
    for seat in range(3):
        points = s.points[seat]
        if (points > s.points[(seat + 1) % 3]) != (points > s.points[(seat + 2) % 3]):
            return seat
    return -1


@jit
def settle_prediction(r, s) -> None:  # type: ignore[no-untyped-def]
    """Differenzler (2.10): the distance from the side's prediction; a bonus for an exact one that is not zero."""
    for side in range(r.sides):
        predicted = 0
        for seat in range(r.seats):
            if r.side_of[seat] == side:
                predicted += s.prediction[seat]
        distance = abs(s.points[side] - predicted)
        if distance == 0 and predicted > 0:
            s.totals[side] -= r.prediction_bonus
            if r.prediction_floor and s.totals[side] < 0:
                s.totals[side] = 0
        else:
            s.totals[side] += distance
