"""Whose turn it is. Seats that have left the match are passed over (rulebook 1.2, 2.14)."""

from __future__ import annotations

from jass_env.engine._jit import inner, jit


@inner
def next_seat(r, s, seat: int) -> int:  # type: ignore[no-untyped-def]
    """The next seat in the hand, to the right."""
    seat = seat + 1 if seat + 1 < r.seats else 0
    while not (s.active >> seat) & 1:
        seat = seat + 1 if seat + 1 < r.seats else 0
    return seat


@inner
def leader_of(s, trick: int) -> int:  # type: ignore[no-untyped-def]
    """The seat that leads to a trick: who took the one before."""
    return s.first_leader if trick == 0 else s.trick_winner[trick - 1]


@jit
def player_at(r, s, trick: int, place: int) -> int:  # type: ignore[no-untyped-def]
    """The seat that plays card number ``place`` (from 0) of a trick."""
    seat = leader_of(s, trick)
    for _ in range(place):
        seat = next_seat(r, s, seat)
    return seat
