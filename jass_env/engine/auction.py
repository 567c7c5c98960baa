"""Bidding for tricks, naming trump alone, announcing tricks (rulebook 2.16; the dealer's trump, 2.14)."""

from __future__ import annotations

from jass_env.engine import actions as act
from jass_env.engine._jit import inner
from jass_env.engine.choose import SUITS, set_suit
from jass_env.engine.state import ASK_BID, ASK_TRICKS, ASK_TRUMP, GOES_ON, HAND_PASSED, PHASE_DONE
from jass_env.engine.turns import next_seat

HIGHEST_BID = 9


@inner
def begin_auction(r, s) -> bool:  # type: ignore[no-untyped-def]
    """From forehand on."""
    s.ask = ASK_BID
    s.mover = s.forehand
    return True


@inner
def legal_bid(r, s) -> None:  # type: ignore[no-untyped-def]
    """A number of tricks higher than the last bid, or pass."""
    s.legal[1] = 1 << (act.PASS - act.WORD_BITS)
    for tricks in range(s.bid + 1, HIGHEST_BID + 1):
        s.legal[1] |= 1 << (act.BID - 1 + tricks - act.WORD_BITS)


@inner
def apply_bid(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """Three passes in succession end it, or the highest bid; if all pass, the hand is not played."""
    if code == act.PASS:
        s.passes += 1
    else:
        s.passes = 0
        s.bid = code - act.BID + 1
        s.bid_by[s.bid] = s.mover
        s.chooser = s.mover
    if s.bid == 0 and s.passes == r.seats:
        return HAND_PASSED
    if s.bid == HIGHEST_BID or (s.bid > 0 and s.passes == r.seats - 1):
        s.tricks_said[s.chooser] = s.bid
        return PHASE_DONE
    s.mover = next_seat(r, s, s.mover)
    return GOES_ON


@inner
def begin_trump(r, s) -> bool:  # type: ignore[no-untyped-def]
    """The declarer names a suit; where there was no auction, the dealer."""
    s.ask = ASK_TRUMP
    if s.chooser < 0:
        s.chooser = s.dealer
    s.mover = s.chooser
    return True


@inner
def legal_trump(r, s) -> None:  # type: ignore[no-untyped-def]
    """One of the four suits."""
    s.legal[0] = SUITS


@inner
def apply_trump(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """It is trump for the whole hand."""
    set_suit(r, s, code - act.SUIT_CODE)
    s.order = s.orders[0]  # all know it before they announce tricks
    return PHASE_DONE


@inner
def begin_announce(r, s) -> bool:  # type: ignore[no-untyped-def]
    """From the declarer's right, every other player."""
    s.ask = ASK_TRICKS
    s.mover = next_seat(r, s, s.chooser)
    return True


@inner
def legal_tricks(r, s) -> None:  # type: ignore[no-untyped-def]
    """0 to what is left of the tricks after all announced so far."""
    left = r.tricks - 0
    for seat in range(r.seats):
        if s.tricks_said[seat] > 0:
            left -= s.tricks_said[seat]
    for tricks in range(left + 1):
        s.legal[1] |= 1 << (act.TRICKS + tricks - act.WORD_BITS)


@inner
def apply_tricks(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """The next player's turn, until it is the declarer's again."""
    s.tricks_said[s.mover] = code - act.TRICKS
    s.mover = next_seat(r, s, s.mover)
    return PHASE_DONE if s.mover == s.chooser else GOES_ON
