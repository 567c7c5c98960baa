"""Swapping the trump six for the turned card, and exchanging the hand for the spare one (rulebook 2.14, 2.17)."""

from __future__ import annotations

from jass_env.engine import actions as act
from jass_env.engine._jit import inner
from jass_env.engine.cards import SIX, SUIT
from jass_env.engine.state import ASK_EXCHANGE, ASK_SWAP, GOES_ON, PHASE_DONE
from jass_env.engine.turns import next_seat

KEEP_BIT = 1 << (act.KEEP - 3 * act.WORD_BITS)


@inner
def begin_swap(r, s) -> bool:  # type: ignore[no-untyped-def]
    """The holder of the trump six is asked, whoever he is; nobody if it is not in a hand."""
    six = 9 * SUIT[s.turned] + SIX
    for seat in range(r.seats):
        if (s.hands[seat] >> six) & 1:
            s.ask = ASK_SWAP
            s.mover = seat
            return True
    return False


@inner
def legal_swap(r, s) -> None:  # type: ignore[no-untyped-def]
    """Swap or keep."""
    s.legal[3] = KEEP_BIT | 1 << (act.SWAP - 3 * act.WORD_BITS)


@inner
def apply_swap(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """The six lies where the turned card lay."""
    if code == act.SWAP:
        six, turned = 1 << (9 * SUIT[s.turned] + SIX), 1 << s.turned
        s.hands[s.mover] ^= six | turned
        if s.spare & turned:
            s.spare ^= six | turned
        else:
            s.out ^= six | turned
        s.dealt[s.mover] = s.hands[s.mover]  # the six has not been played
        s.swapper = s.mover
    return PHASE_DONE


@inner
def begin_exchange(r, s) -> bool:  # type: ignore[no-untyped-def]
    """From forehand on."""
    s.ask = ASK_EXCHANGE
    s.mover = s.forehand
    return True


@inner
def legal_exchange(r, s) -> None:  # type: ignore[no-untyped-def]
    """Exchange or keep."""
    s.legal[3] = KEEP_BIT | 1 << (act.EXCHANGE - 3 * act.WORD_BITS)


@inner
def apply_exchange(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """One player only, unseen."""
    if code == act.EXCHANGE:
        given_away = 0 + s.hands[s.mover]
        s.hands[s.mover] = s.spare
        s.spare = given_away
        s.exchanger = s.mover
        return PHASE_DONE
    s.mover = next_seat(r, s, s.mover)
    return PHASE_DONE if s.mover == s.forehand else GOES_ON
