"""When a match ends, and who has won it (rulebook 1.11 and the variants' own rules)."""

from __future__ import annotations

from jass_env.engine._jit import inner
from jass_env.engine.bits import lowest, popcount
from jass_env.engine.ledger import begin_playoff, fewest_potatoes, next_of_playoff
from jass_env.engine.score import finish
from jass_env.engine.state import (
    END_HANDS,
    END_SINGLE_HAND,
    END_TARGET,
    END_TRUNCATED,
    EPISODE_HAND,
    MATCH_AHEAD,
    MATCH_HANDS,
    MATCH_LAST_IN,
    MATCH_LEDGER,
    MATCH_TARGET,
)


@inner
def leaders(r, s, since_start: bool) -> int:  # type: ignore[no-untyped-def]
    """The set of sides with the best total (or best score of this hand), the lowest where fewest wins."""
    best, found = 0, 0
    for side in range(r.sides):
        total = s.totals[side] - s.start_totals[side] if since_start else s.totals[side]
        worth = -total if r.fewest_wins else total
        if found == 0 or worth > best:
            best, found = worth, 1 << side
        elif worth == best:
            found |= 1 << side
    return found


@inner
def check_match_end(r, s) -> None:  # type: ignore[no-untyped-def]
    """After a hand. A match already won within the hand stays won."""
    if s.over:
        return
    if r.episode == EPISODE_HAND:
        finish(s, leaders(r, s, True), END_SINGLE_HAND)
        return
    if r.match == MATCH_HANDS:
        end_by_hands(r, s)
    elif r.match == MATCH_TARGET:
        end_by_target(r, s)
    elif r.match == MATCH_AHEAD:
        end_by_lead(r, s)
    elif r.match == MATCH_LEDGER:
        end_by_ledger(r, s)
    elif r.match == MATCH_LAST_IN:
        end_by_last_in(r, s)
    if not s.over and s.hand_number + 1 >= r.max_hands:
        finish(s, 0, END_TRUNCATED)


@inner
def end_by_hands(r, s) -> None:  # type: ignore[no-untyped-def]
    """A fixed number of hands; then the best wins, ties stand or are played on."""
    best = leaders(r, s, False)
    if s.hand_number + 1 >= r.hands and (r.ties_stand or popcount(best) == 1):
        finish(s, best, END_HANDS)


@inner
def end_by_target(r, s) -> None:  # type: ignore[no-untyped-def]
    """The better side, if it has the target."""
    best = leaders(r, s, False)
    if popcount(best) == 1 and s.totals[lowest(best)] >= r.target:
        finish(s, best, END_TARGET)


@inner
def end_by_lead(r, s) -> None:  # type: ignore[no-untyped-def]
    """After the first hand in which somebody has the number and one is alone in front."""
    best = leaders(r, s, False)
    if popcount(best) == 1:
        for side in range(r.sides):
            if s.totals[side] >= r.target:
                finish(s, best, END_TARGET)


@inner
def end_by_ledger(r, s) -> None:  # type: ignore[no-untyped-def]
    """When every row is played: the most net sticks, then the fewest potatoes, then a play-off."""
    if s.playoff:
        best = next_of_playoff(r, s)
        if best == 0:
            return
    elif s.hand_number + 1 >= r.hands:
        best = fewest_potatoes(r, s, leaders(r, s, False))
    else:
        return
    if popcount(best) == 1:
        finish(s, best, END_HANDS)
    else:
        begin_playoff(r, s, best)


@inner
def end_by_last_in(r, s) -> None:  # type: ignore[no-untyped-def]
    """Who has the net strokes is out of the match and safe; all but a last one have won."""
    for seat in range(r.seats):
        if s.totals[seat] >= r.safe_at:
            s.active &= ~(1 << seat)
    if popcount(s.active) <= 1:
        finish(s, ((1 << r.seats) - 1) & ~s.active, END_TARGET)
