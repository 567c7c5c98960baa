"""When a match ends, and who has won it (rulebook 1.11, 2.5)."""

from __future__ import annotations

from jass_env.engine._jit import jit
from jass_env.engine.score import win
from jass_env.engine.state import (
    END_HANDS,
    END_SINGLE_HAND,
    END_TARGET,
    END_TRUNCATED,
    EPISODE_HAND,
    MATCH_HANDS,
    MATCH_TARGET,
)


@jit
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


@jit
def is_one(sides: int) -> bool:
    """The set has exactly one member."""
    return sides & (sides - 1) == 0


@jit
def lowest_side(sides: int) -> int:
    """The first side of a set."""
    side = 0
    while not (sides >> side) & 1:
        side += 1
    return side


@jit
def check_match_end(r, s) -> None:  # type: ignore[no-untyped-def]
    """After a hand. A match already won within the hand stays won."""
    if s.over:
        return
    if r.episode == EPISODE_HAND:
        s.over = 1
        s.end = END_SINGLE_HAND
        s.winners = leaders(r, s, True)
        return
    best = leaders(r, s, False)
    if r.match == MATCH_HANDS:
        if s.hand_number + 1 >= r.hands and is_one(best):
            win(s, lowest_side(best), END_HANDS)
    elif r.match == MATCH_TARGET and is_one(best):
        side = lowest_side(best)
        if s.totals[side] >= r.target:
            win(s, side, END_TARGET)
    if not s.over and s.hand_number + 1 >= r.max_hands:
        s.over = 1
        s.end = END_TRUNCATED
        s.winners = 0
