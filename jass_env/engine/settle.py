"""From what a hand counted to what it scores: one small function per family of games."""

from __future__ import annotations

from jass_env.engine import actions as act
from jass_env.engine._jit import inner, jit
from jass_env.engine.ledger import settle_ledger_points, settle_ledger_sticks
from jass_env.engine.score import award_bergpreis
from jass_env.engine.state import (
    SETTLE_LEDGER_POINTS,
    SETTLE_LEDGER_STICKS,
    SETTLE_MITTLERE,
    SETTLE_MOLOTOW,
    SETTLE_MONOPOL,
    SETTLE_PLUS_MINUS,
    SETTLE_POINTS,
    SETTLE_PREDICTION,
    SETTLE_SIGNED,
    SETTLE_STROKES,
    SETTLE_THRESHOLD,
    SETTLE_TRICKS,
)
from jass_env.engine.sticks import settle_mittlere, settle_molotow, settle_plus_minus
from jass_env.engine.strokes import settle_strokes, settle_threshold


@jit
def settle(r, s) -> None:  # type: ignore[no-untyped-def]
    """Write the score of a finished hand into the totals."""
    if r.settle == SETTLE_POINTS:
        settle_points(r, s)
    elif r.settle == SETTLE_SIGNED:
        settle_signed(r, s)
    elif r.settle == SETTLE_MONOPOL:
        settle_monopol(r, s)
    elif r.settle == SETTLE_MITTLERE:
        settle_mittlere(r, s)
    elif r.settle == SETTLE_MOLOTOW:
        settle_molotow(r, s)
    elif r.settle == SETTLE_PLUS_MINUS:
        settle_plus_minus(r, s)
    elif r.settle == SETTLE_THRESHOLD:
        settle_threshold(r, s)
    elif r.settle == SETTLE_STROKES:
        settle_strokes(r, s)
    elif r.settle == SETTLE_PREDICTION:
        settle_prediction(r, s)
    elif r.settle == SETTLE_TRICKS:
        settle_tricks(r, s)
    elif r.settle == SETTLE_LEDGER_STICKS:
        settle_ledger_sticks(r, s)
    elif r.settle == SETTLE_LEDGER_POINTS:
        settle_ledger_points(r, s)


@inner
def settle_points(r, s) -> None:  # type: ignore[no-untyped-def]
    """Points times multiplier, as far as they are not written yet, exchanged in misère (2.5) and by Misère (2.7)."""
    exchanged = (s.contract == act.MISERE) != (s.misere_added == 1)
    doubled = side_doubled(r, s, exchanged) if s.doubler >= 0 else -1
    for side in range(r.sides):
        source = 1 - side if exchanged else side
        points = (s.points[source] - s.written[source]) * s.multiplier
        s.totals[side] += 2 * points if side == doubled else points
    award_bergpreis(r, s)


@inner
def side_doubled(r, s, exchanged: bool) -> int:  # type: ignore[no-untyped-def]
    """The side with the majority of the hand total after the exchange; equal: nobody (2.7)."""
    if s.points[0] == s.points[1]:
        return -1
    majority = 0 if s.points[0] > s.points[1] else 1
    return 1 - majority if exchanged else majority


@inner
def settle_signed(r, s) -> None:  # type: ignore[no-untyped-def]
    """Guggitaler (2.13): the first half of the hands counts negative, the second positive."""
    sign = -1 if 2 * s.hand_number < r.hands else 1
    for side in range(r.sides):
        s.totals[side] += sign * s.points[side]


@inner
def settle_monopol(r, s) -> None:  # type: ignore[no-untyped-def]
    """Schellenjass (2.15): a point for each counted card; who has them all gets their number off."""
    for side in range(r.sides):
        all_of_them = s.points[side] == r.threshold
        s.totals[side] += -s.points[side] if all_of_them else s.points[side]


@inner
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


@inner
def settle_tricks(r, s) -> None:  # type: ignore[no-untyped-def]
    """Sticheln (2.16): exactly the tricks said: tricks + 5; otherwise minus the square of the difference."""
    for side in range(r.sides):
        difference = s.tricks_taken[side] - s.tricks_said[side]
        if difference == 0:
            s.totals[side] += s.tricks_taken[side] + 5
        else:
            s.totals[side] -= difference * difference
