"""Handjass: who reaches a number of points gets sticks or strokes (rulebook 2.14)."""

from __future__ import annotations

from jass_env.engine._jit import inner


@inner
def settle_threshold(r, s) -> None:  # type: ignore[no-untyped-def]
    """The dealer's game: lines A-C share out sticks to those at the threshold, line D: everyone below loses one."""
    reached = 0
    for seat in range(r.seats):
        if s.points[seat] >= r.threshold:
            reached += 1
        else:
            s.totals[seat] -= 1
    for seat in range(r.seats):
        if s.points[seat] >= r.threshold:
            if reached == 1:
                s.totals[seat] += 2
            elif reached == 2 or among_best_two(r, s, seat):
                s.totals[seat] += 1


@inner
def above_and_equal(r, s, seat: int) -> tuple[int, int]:  # type: ignore[no-untyped-def]
    """How many seats in the hand have more points, and how many others as many."""
    above, equal = 0, 0
    for other in range(r.seats):
        if other != seat and (s.active >> other) & 1:
            if s.points[other] > s.points[seat]:
                above += 1
            elif s.points[other] == s.points[seat]:
                equal += 1
    return above, equal


@inner
def among_best_two(r, s, seat: int) -> bool:  # type: ignore[no-untyped-def]
    """Line C: a single highest and then a single second; or two tied for highest; of three tied nobody."""
    above, equal = above_and_equal(r, s, seat)
    if above == 0:
        return equal <= 1
    return above == 1 and equal == 0


@inner
def settle_strokes(r, s) -> None:  # type: ignore[no-untyped-def]
    """The exchange game: a null below the threshold; strokes for the best, one more for each player below."""
    below = 0
    for seat in range(r.seats):
        if (s.active >> seat) & 1 and s.points[seat] < r.threshold:
            below += 1
    for seat in range(r.seats):
        if (s.active >> seat) & 1:
            if s.points[seat] < r.threshold:
                s.totals[seat] -= 1
            else:
                s.totals[seat] += below + stroke_for_place(r, s, seat)


@inner
def stroke_for_place(r, s, seat: int) -> int:  # type: ignore[no-untyped-def]
    """Three: the highest (all who are tied) and a single second behind a single highest; two: the higher alone."""
    above, equal = above_and_equal(r, s, seat)
    if s.playing == 2:
        return 1 if above == 0 and equal == 0 else 0
    return 1 if above == 0 or (above == 1 and equal == 0) else 0
