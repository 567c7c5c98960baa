"""Sticks and potatoes: the tables of Mittlere, Molotow and Plus-Minus (rulebook 2.2-2.4)."""

from __future__ import annotations

from jass_env.engine._jit import inner
from jass_env.engine.draw import draw_for
from jass_env.engine.state import ASIDE
from jass_env.engine.turns import next_seat

ALL_POINTS = 157


@inner
def settle_mittlere(r, s) -> None:  # type: ignore[no-untyped-def]
    """Mittlere (2.2): the first line of its table that applies."""
    all_tricks, no_trick, hundred = -1, -1, -1
    for seat in range(3):
        if s.tricks_taken[seat] == r.tricks:
            all_tricks = seat
        elif s.tricks_taken[seat] == 0:
            no_trick = seat
        if s.points[seat] >= 100:
            hundred = seat
    if all_tricks >= 0:
        give_one_and_others(r, s, all_tricks, 2, -1)
    elif no_trick >= 0:
        give_one_and_others(r, s, no_trick, -2, 1)
    elif hundred >= 0:
        give_one_and_others(r, s, hundred, -2, 1)
    else:
        for third in range(3):
            if s.points[(third + 1) % 3] == s.points[(third + 2) % 3]:
                give_one_and_others(r, s, third, r.tie_third, -1)
                return
        for seat in range(3):
            if players_above(r, s, seat) == 1:
                give_one_and_others(r, s, seat, -2, 1)


@inner
def give_one_and_others(r, s, seat: int, score: int, others: int) -> None:  # type: ignore[no-untyped-def]
    """One player scores one thing, everybody else another."""
    for other in range(r.seats):
        s.totals[other] += score if other == seat else others


@inner
def players_above(r, s, seat: int) -> int:  # type: ignore[no-untyped-def]
    """How many have more points."""
    above = 0
    for other in range(r.seats):
        if s.points[other] > s.points[seat]:
            above += 1
    return above


@inner
def equals(r, s, seat: int) -> int:  # type: ignore[no-untyped-def]
    """The set of seats with as many points, himself included."""
    found = 0
    for other in range(r.seats):
        if s.points[other] == s.points[seat]:
            found |= 1 << other
    return found


@inner
def size(seats: int) -> int:
    """Members of a set of seats."""
    number = 0
    while seats:
        seats &= seats - 1
        number += 1
    return number


@inner
def settle_molotow(r, s) -> None:  # type: ignore[no-untyped-def]
    """Molotow (2.3), for four."""
    for seat in range(r.seats):
        if s.points[seat] == ALL_POINTS:
            give_one_and_others(r, s, seat, 3, -1)
            return
        if s.points[seat] >= 100:
            give_one_and_others(r, s, seat, -3, 1)
            return
    three = 0
    for seat in range(r.seats):
        above, tied = players_above(r, s, seat), equals(r, s, seat)
        if size(tied) == 1:  # lines 3-5: the highest and the lowest alone +1, a middle one alone -1
            s.totals[seat] += 1 if above == 0 or above == r.seats - 1 else -1
        elif size(tied) == 2:  # line 3: two in the middle -1 each, two at an end 0
            s.totals[seat] -= 1 if above == 1 else 0
        else:
            three = tied
    if three:  # line 5: of three equals the one who draws the highest card
        s.totals[draw_for(s, three)] -= 1


@inner
def settle_plus_minus(r, s) -> None:  # type: ignore[no-untyped-def]
    """Plus-Minus (2.4): all tricks 2 sticks; otherwise one of two tables."""
    got = 0  # the set of those who get a stick, before extra ones
    for seat in range(r.seats):
        if s.tricks_taken[seat] == r.tricks:
            s.totals[seat] += 2
            got = 1 << seat
    if got:
        give_extra_sticks(r, s, got, s.aside_count)
    elif r.sticks_aside:
        plus_minus_aside(r, s)
    else:
        plus_minus_carry(r, s)


@inner
def plus_minus_carry(r, s) -> None:  # type: ignore[no-untyped-def]
    """Table pt, first line that applies; a tie at an end of four players carries a stick to the next who get any."""
    got = 0
    for seat in range(r.seats):
        above, tied = players_above(r, s, seat), size(equals(r, s, seat))
        if r.seats == 3 and tied == 2:
            third = 7 & ~equals(r, s, seat)
            add_sticks(r, s, third, 2)
            give_extra_sticks(r, s, third, 0)
            return
        if r.seats == 4 and tied > 1:
            if above == 0 or above + tied == 4:
                s.carry += 1
                return
            got = 15 & ~equals(r, s, seat)
    if got == 0:
        for seat in range(r.seats):
            above = players_above(r, s, seat)
            if above == r.seats - 1 or (above == 0 and s.points[seat] < 100):
                got |= 1 << seat
    add_sticks(r, s, got, 1)
    give_extra_sticks(r, s, got, 0)


@inner
def plus_minus_aside(r, s) -> None:  # type: ignore[no-untyped-def]
    """Table fi: highest and lowest get a stick; a tied one is put aside for the first of the tied who earns one."""
    before = s.aside_count
    got, shared_high, shared_low = 0, 0, 0
    for seat in range(r.seats):
        above, tied = players_above(r, s, seat), equals(r, s, seat)
        number = size(tied)
        if r.seats == 3 and number == 2:
            third = 7 & ~tied
            add_sticks(r, s, third, 2)
            give_extra_sticks(r, s, third, before)
            return
        if above == 0:
            if number > 1:
                shared_high = tied
            elif s.points[seat] < 100:
                got |= tied
        if above + number == r.seats:
            if number > 1:
                shared_low = tied
            else:
                got |= tied
    add_sticks(r, s, got, 1)
    put_aside(s, shared_high)
    put_aside(s, shared_low)
    give_extra_sticks(r, s, got, before)


@inner
def put_aside(s, seats: int) -> None:  # type: ignore[no-untyped-def]
    """A stick for whom of these seats next earns one."""
    if seats and s.aside_count < ASIDE:
        s.aside[s.aside_count] = seats
        s.aside_count += 1


@inner
def add_sticks(r, s, seats: int, sticks: int) -> None:  # type: ignore[no-untyped-def]
    """The same number for each of a set of seats."""
    for seat in range(r.seats):
        if (seats >> seat) & 1:
            s.totals[seat] += sticks


@inner
def give_extra_sticks(r, s, got: int, groups: int) -> None:  # type: ignore[no-untyped-def]
    """What was carried over goes to each receiver; of what lay aside before (``groups``) each stick to one of its seats."""
    add_sticks(r, s, got, s.carry)
    if got:
        s.carry = 0
    kept = 0
    for number in range(s.aside_count):
        receivers = s.aside[number] & got if number < groups else 0
        if receivers:  # two of them in one hand: the first in turn from forehand
            seat = s.forehand
            while not (receivers >> seat) & 1:
                seat = next_seat(r, s, seat)
            s.totals[seat] += 1
        else:
            s.aside[kept] = s.aside[number]
            kept += 1
    s.aside_count = kept
