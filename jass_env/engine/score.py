"""Points as they arise, and when they are written into the totals (rulebook 2.5, "End of match").

``STATE.points`` counts the hand; the totals grow by *entries*. Depending on ``STATE.writes`` an entry is made for every
score at once, for Weis and Stöck only, or for the whole hand when it is over. Bergpreis and the end of the match are
looked at with each entry.
"""

from __future__ import annotations

from jass_env.engine._jit import inner, rare
from jass_env.engine.state import (
    BERGPREIS_CLOSED,
    BERGPREIS_OPEN,
    END_CLAIM,
    END_TARGET,
    WRITE_AFTER_HAND,
    WRITE_INSTANT,
)

STOECK_POINTS = 20


@inner
def award_bergpreis(r, s) -> None:  # type: ignore[no-untyped-def]
    """The prize for the first side past half the target; both in one entry: the higher; equal: nobody, for good."""
    if r.bergpreis == 0 or s.bergpreis != BERGPREIS_OPEN:
        return
    best, alone = -1, True
    for side in range(r.sides):
        if 2 * s.totals[side] > r.target:
            if best >= 0 and s.totals[side] == s.totals[best]:
                alone = False
            elif best < 0 or s.totals[side] > s.totals[best]:
                best, alone = side, True
    if best >= 0:
        s.bergpreis = BERGPREIS_CLOSED
        if alone:
            s.totals[best] += r.bergpreis


@inner
def finish(s, winners: int, end: int) -> None:  # type: ignore[no-untyped-def]
    """The match is over; ``winners`` is a set of sides."""
    s.over = 1
    s.end = end
    s.winners = winners


@inner
def write_points(r, s, side: int, points: int) -> None:  # type: ignore[no-untyped-def]
    """An entry of one side: hand points times the contract's multiplier."""
    s.written[side] += points
    s.totals[side] += points * s.multiplier
    award_bergpreis(r, s)


@inner
def waiting_stoeck(r, s, side: int) -> int:  # type: ignore[no-untyped-def]
    """Points of this side's Stöck that lie in one hand and are not scored yet."""
    pairs = 0
    for seat in range(r.seats):
        if r.side_of[seat] == side:
            pairs += s.stoeck_left[seat]
    return STOECK_POINTS * pairs


@inner
def take_stoeck(r, s, side: int) -> None:  # type: ignore[no-untyped-def]
    """All waiting Stöck of a side are scored now."""
    for seat in range(r.seats):
        if r.side_of[seat] == side:
            s.stoeck_scored[seat] += s.stoeck_left[seat]
            s.stoeck_left[seat] = 0


@inner
def check_target(r, s, side: int) -> None:  # type: ignore[no-untyped-def]
    """The match ends the moment a side has the target, with its waiting Stöck if it needs it."""
    if s.totals[side] >= r.target:
        finish(s, 1 << side, END_TARGET)
    elif s.writes == WRITE_INSTANT and s.stoeck_counts:
        stoeck = waiting_stoeck(r, s, side)
        if stoeck > 0 and s.totals[side] + stoeck * s.multiplier >= r.target:
            take_stoeck(r, s, side)
            s.points[side] += stoeck
            write_points(r, s, side, stoeck)
            finish(s, 1 << side, END_TARGET)


@inner
def score_bonus(r, s, side: int, points: int) -> None:  # type: ignore[no-untyped-def]
    """Weis or Stöck arises."""
    s.points[side] += points
    if s.writes != WRITE_AFTER_HAND:
        write_points(r, s, side, points)
        check_target(r, s, side)


@inner
def score_trick(r, s, side: int, card_points: int, bonus: int) -> None:  # type: ignore[no-untyped-def]
    """A trick is taken: its card points (with those for the last trick), and the bonus for a match."""
    s.card_points[side] += card_points
    s.gained[side] += card_points
    s.points[side] += card_points + bonus
    if s.writes == WRITE_INSTANT:
        write_points(r, s, side, card_points + bonus)
        check_target(r, s, side)


@inner
def score_all_stoeck(r, s, side: int) -> None:  # type: ignore[no-untyped-def]
    """In the 48-card pack a side may have several Stöck: what is waiting is added together."""
    stoeck = waiting_stoeck(r, s, side)
    take_stoeck(r, s, side)
    score_bonus(r, s, side, stoeck)


@inner
def score_stoeck(r, s, seat: int, pairs: int) -> None:  # type: ignore[no-untyped-def]
    """A holder of King and Ober of trumps scores them."""
    s.stoeck_left[seat] -= pairs
    s.stoeck_scored[seat] += pairs
    score_bonus(r, s, r.side_of[seat], STOECK_POINTS * pairs)


@rare
def claim(r, s, seat: int) -> None:  # type: ignore[no-untyped-def]
    """A player claims: all points so far are written, and his side has the target or loses."""
    claimer = r.side_of[seat]
    s.points[claimer] += waiting_stoeck(r, s, claimer)
    take_stoeck(r, s, claimer)
    for side in range(r.sides):
        s.totals[side] += (s.points[side] - s.written[side]) * s.multiplier
        s.written[side] = s.points[side]
    award_bergpreis(r, s)
    # Claims exist only in games of two sides.
    winner = claimer if s.totals[claimer] >= r.target else 1 - claimer
    finish(s, 1 << winner, END_CLAIM)


@rare
def strike(r, s, seat: int, penalty: int) -> None:  # type: ignore[no-untyped-def]
    """A revoke is proven: what the hand had added is taken back, and the side of ``seat`` scores minus ``penalty``."""
    s.bergpreis = s.start_bergpreis
    for side in range(r.sides):
        s.totals[side] = s.start_totals[side]
        s.points[side] = 0
        s.gained[side] -= s.card_points[side]
        s.card_points[side] = 0
    side = r.side_of[seat]
    s.points[side] = -penalty
    s.totals[side] -= penalty
