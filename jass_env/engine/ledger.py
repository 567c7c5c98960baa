"""The Coiffeur family: each side plays every row of its ledger once (rulebook 2.8, 2.9)."""

from __future__ import annotations

from jass_env.engine import actions as act
from jass_env.engine._jit import inner
from jass_env.engine.bits import nth, popcount
from jass_env.engine.choose import JOKERS
from jass_env.engine.draw import draw_for
from jass_env.engine.rng import below as number_below
from jass_env.engine.rng import mix, stream
from jass_env.engine.state import ROWS

PLAYOFF_STREAM = 1 << 41  # the contract of a play-off is drawn from PLAYOFF_STREAM + hand number


@inner
def write_ledger(s, side: int, row: int, points: int) -> None:  # type: ignore[no-untyped-def]
    """A row is used up, and its points stand in it."""
    place = side * ROWS + s.ledger_size[side]
    s.ledger_row[place] = row
    s.ledger_points[place] = points
    s.ledger_size[side] += 1
    s.rows_used[side] |= 1 << (row - act.SUIT_CODE)


@inner
def points_in_row(s, side: int, row: int) -> int:  # type: ignore[no-untyped-def]
    """What a side scored in a row, -1 if it has not played it."""
    for number in range(s.ledger_size[side]):
        if s.ledger_row[side * ROWS + number] == row:
            return s.ledger_points[side * ROWS + number]
    return -1


@inner
def settle_ledger_points(r, s) -> None:  # type: ignore[no-untyped-def]
    """Points form: tens of the declarer's side, times the factor of the row."""
    side = r.side_of[s.chooser]
    write_ledger(s, side, s.row, s.points[side])
    s.totals[side] += s.points[side] // 10 * r.multiplier[s.row - act.SUIT_CODE]


@inner
def settle_ledger_sticks(r, s) -> None:  # type: ignore[no-untyped-def]
    """Sticks form: the match row at once; sticks and potatoes of a row when everybody has played it."""
    declarer = s.chooser
    if s.playoff:
        s.playoff_points[declarer] = s.points[declarer]
        return
    write_ledger(s, declarer, s.row, s.points[declarer])
    settle_match_row(r, s, declarer)
    for seat in range(r.seats):
        if points_in_row(s, seat, s.row) < 0:
            return
    settle_row(r, s)


@inner
def settle_match_row(r, s, declarer: int) -> None:  # type: ignore[no-untyped-def]
    """All tricks +2 and the others -1; no trick -2 and the others +1; in misère the other way round."""
    wanted = 0 if s.row == act.MISERE else r.tricks
    feared = r.tricks - wanted
    if s.tricks_taken[declarer] == wanted:
        for seat in range(r.seats):
            give(s, seat, 2 if seat == declarer else -1)
    elif s.tricks_taken[declarer] == feared:
        for seat in range(r.seats):
            give(s, seat, -2 if seat == declarer else 1)


@inner
def settle_row(r, s) -> None:  # type: ignore[no-untyped-def]
    """The best gets the sticks of the row and the worst its potatoes; ties are drawn, for the sticks first."""
    sign = -1 if s.row == act.MISERE else 1
    best, worst, highest, lowest = 0, 0, 0, 0
    for seat in range(r.seats):
        worth = sign * points_in_row(s, seat, s.row)
        if best == 0 or worth > highest:
            best, highest = 0, worth
        if worst == 0 or worth < lowest:
            worst, lowest = 0, worth
        if worth == highest:
            best |= 1 << seat
        if worth == lowest:
            worst |= 1 << seat
    value = r.multiplier[s.row - act.SUIT_CODE]
    give(s, one_of(s, best), value)
    give(s, one_of(s, worst), -value)


@inner
def one_of(s, seats: int) -> int:  # type: ignore[no-untyped-def]
    """The only member of a set of seats, or who of them draws the highest card."""
    return draw_for(s, seats) if seats & (seats - 1) else nth(seats, 0)


@inner
def give(s, seat: int, sticks: int) -> None:  # type: ignore[no-untyped-def]
    """Sticks, or potatoes as a negative number."""
    s.totals[seat] += sticks
    if sticks < 0:
        s.potatoes[seat] -= sticks


# --- the end of a match: fewest potatoes, then a play-off ---


@inner
def fewest_potatoes(r, s, tied: int) -> int:  # type: ignore[no-untyped-def]
    """Of a set of sides those that have received the fewest."""
    found, fewest = 0, 0
    for side in range(r.sides):
        if (tied >> side) & 1:
            if found == 0 or s.potatoes[side] < fewest:
                found, fewest = 0, s.potatoes[side]
            if s.potatoes[side] == fewest:
                found |= 1 << side
    return found


@inner
def begin_playoff(r, s, tied: int) -> None:  # type: ignore[no-untyped-def]
    """A contract is drawn; the tied each declare it in one further hand, in ascending order."""
    named = r.rows & ~JOKERS
    word = mix(stream(s.key, PLAYOFF_STREAM + s.hand_number))
    s.playoff = tied
    s.playoff_contract = nth(named, number_below(word, popcount(named)))
    s.playoff_seat = nth(tied, 0)


@inner
def next_of_playoff(r, s) -> int:  # type: ignore[no-untyped-def]
    """After a hand of a play-off: 0 while it goes on, else the set of sides that are best (several go on anew)."""
    for seat in range(s.playoff_seat + 1, r.seats):
        if (s.playoff >> seat) & 1:
            s.playoff_seat = seat
            return 0
    sign = -1 if s.playoff_contract == act.MISERE else 1
    best, highest = 0, 0
    for seat in range(r.seats):
        if (s.playoff >> seat) & 1:
            worth = sign * s.playoff_points[seat]
            if best == 0 or worth > highest:
                best, highest = 0, worth
            if worth == highest:
                best |= 1 << seat
    return best
