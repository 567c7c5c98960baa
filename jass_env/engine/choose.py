"""Choosing the contract, its sub-choices, and what a contract means for each trick (rulebook 1.4, 2.5)."""

from __future__ import annotations

import numpy as np

from jass_env.engine import actions as act
from jass_env.engine._jit import inner
from jass_env.engine.orders import BY_TRICK, FREE, NO_TRUMP, OBENABE, UNDENUFE, UNDENUFE_SIX, UNNAMED
from jass_env.engine.state import (
    ASK_CONTRACT,
    ASK_DOUBLE,
    ASK_JOKER,
    ASK_MISERE,
    ASK_ONE_TRUMP,
    ASK_ROW,
    ASK_SUBCHOICE,
    GOES_ON,
    PHASE_DONE,
)
from jass_env.engine.turns import next_seat

FIRST_WAYS = (1 << act.OBENABE_FIRST) | (1 << act.UNDENUFE_FIRST)
RIESENSLALOM_WAYS = 15 << act.FOUR_OBENABE
SUITS = 15 << act.SUIT_CODE
BLOCK_ORDERS = 63 << act.BLOCKS
JOKERS = (1 << act.JOKER_1) | (1 << act.JOKER_2)
#: The kind of each third of a 3x3, for each of its six orders: 0 trump, else the order.
BLOCK_TABLE = tuple(tuple({"T": 0, "O": OBENABE, "U": UNDENUFE}[letter] for letter in name) for name in act.BLOCK_ORDERS)


@inner
def begin_choose(r, s) -> bool:  # type: ignore[no-untyped-def]
    """Forehand speaks first. True: there is something to decide."""
    s.ask = ASK_CONTRACT
    s.chooser = s.forehand
    s.mover = s.forehand
    return True


@inner
def may_shove(r, s) -> bool:  # type: ignore[no-untyped-def]
    """Each speaker but the last of his side may shove; with ``shove_back`` the last one too, once around."""
    return s.shoves < r.partners - 1 or (s.shoves == r.partners - 1 and r.shove_back)


@inner
def legal_contract(r, s) -> None:  # type: ignore[no-untyped-def]
    """The contracts of the house, and the shove."""
    s.legal[0] = r.contracts
    if may_shove(r, s):
        s.legal[1] = 1 << (act.SHOVE - act.WORD_BITS)


@inner
def apply_contract(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """A shove goes to the partner whose turn comes next; a contract is asked for its sub-choice or stands."""
    if code == act.SHOVE:
        s.shoves += 1
        s.mover = (s.mover + r.sides) % r.seats
        s.chooser = s.mover
        return GOES_ON
    return name_contract(r, s, code)


@inner
def name_contract(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """A contract is asked for its sub-choice, or stands."""
    s.contract = code
    if subchoices(code):
        s.ask = ASK_SUBCHOICE
        return GOES_ON
    set_contract(r, s)
    return PHASE_DONE


# --- declaring a row of one's ledger (2.8) ---


@inner
def rows_left(r, s, seat: int) -> int:  # type: ignore[no-untyped-def]
    """The set of rows (codes) that a seat's side has not played yet."""
    return r.rows & ~(np.int64(s.rows_used[r.side_of[seat]]) << act.SUIT_CODE)


@inner
def begin_declare(r, s) -> bool:  # type: ignore[no-untyped-def]
    """The first in turn from forehand with something left speaks first; in a play-off the contract is given."""
    if s.playoff:
        s.chooser = s.playoff_seat
        s.mover = s.chooser
        return name_contract(r, s, s.playoff_contract) == GOES_ON
    s.ask = ASK_ROW
    s.mover = s.forehand
    if rows_left(r, s, s.mover) == 0:
        s.mover = next_speaker(r, s, s.mover)
    s.chooser = s.mover
    return True


@inner
def next_speaker(r, s, seat: int) -> int:  # type: ignore[no-untyped-def]
    """The next seat whose side has a row left."""
    for _ in range(r.seats):
        seat = next_seat(r, s, seat)
        if rows_left(r, s, seat):
            break
    return seat


@inner
def may_pass(r, s) -> bool:  # type: ignore[no-untyped-def]
    """Alone: all may pass if forehand is a speaker, then he must choose; else the last may not. Pairs: to the partner."""
    if r.sides < r.seats:
        return s.passes == 0
    speakers = 0
    for seat in range(r.seats):
        if rows_left(r, s, seat):
            speakers += 1
    if speakers == 1:
        return False
    forehand_speaks = rows_left(r, s, s.forehand) != 0
    return s.passes < (speakers if forehand_speaks else speakers - 1)


@inner
def joker_contracts(r, s) -> int:  # type: ignore[no-untyped-def]
    """The contracts a joker may stand for: the named ones but misère, in some houses only those already played."""
    named = r.rows & ~JOKERS & ~(1 << act.MISERE)
    if r.joker_played:
        named &= ~rows_left(r, s, s.mover)
    return named


@inner
def legal_row(r, s) -> None:  # type: ignore[no-untyped-def]
    """The rows that are left, a joker only if there is something it can stand for; or pass."""
    rows = rows_left(r, s, s.mover)
    if joker_contracts(r, s) == 0:
        rows &= ~JOKERS
    s.legal[0] = rows
    if may_pass(r, s):
        s.legal[1] = 1 << (act.PASS - act.WORD_BITS)


@inner
def apply_row(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """A pass goes to the next speaker (or the partner); a joker is asked what it stands for."""
    if code == act.PASS:
        s.passes += 1
        s.passed |= 1 << s.mover
        s.mover = (s.mover + r.sides) % r.seats if r.sides < r.seats else next_speaker(r, s, s.mover)
        s.chooser = s.mover
        return GOES_ON
    s.row = code
    if (JOKERS >> code) & 1:
        s.ask = ASK_JOKER
        return GOES_ON
    return name_contract(r, s, code)


@inner
def legal_joker(r, s) -> None:  # type: ignore[no-untyped-def]
    """What the joker may stand for."""
    s.legal[0] = joker_contracts(r, s)


@inner
def apply_joker(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """It is played as this contract."""
    return name_contract(r, s, code)


# --- Misère and double (2.7) ---


@inner
def begin_misere(r, s) -> bool:  # type: ignore[no-untyped-def]
    """The chooser may add Misère to his contract."""
    s.ask = ASK_MISERE
    s.mover = s.chooser
    return True


@inner
def legal_misere(r, s) -> None:  # type: ignore[no-untyped-def]
    """Add it or not."""
    s.legal[1] = 1 << (act.ADD_MISERE - act.WORD_BITS) | 1 << (act.PLAIN - act.WORD_BITS)


@inner
def apply_misere(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """A hand with Misère is loose (1.5)."""
    if code == act.ADD_MISERE:
        s.misere_added = 1
        s.strict = 0
    return PHASE_DONE


@inner
def begin_double(r, s) -> bool:  # type: ignore[no-untyped-def]
    """The opponents, right of the chooser first."""
    s.ask = ASK_DOUBLE
    s.mover = next_seat(r, s, s.chooser)
    return True


@inner
def legal_double(r, s) -> None:  # type: ignore[no-untyped-def]
    """Double or not."""
    s.legal[1] = 1 << (act.DOUBLE - act.WORD_BITS) | 1 << (act.NO_DOUBLE - act.WORD_BITS)


@inner
def apply_double(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """Once in all."""
    if code == act.DOUBLE:
        s.doubler = s.mover
        return PHASE_DONE
    s.doubles_asked += 1
    s.mover = (s.mover + r.sides) % r.seats
    return PHASE_DONE if s.doubles_asked == r.seats // r.sides else GOES_ON


# --- sub-choices, and what a contract means ---


@inner
def subchoices(contract: int) -> int:
    """The set of sub-choices of a contract, empty if it has none."""
    if contract == act.SLALOM or contract == act.GUSTAV:
        return FIRST_WAYS
    if contract == act.RIESENSLALOM:
        return RIESENSLALOM_WAYS
    if contract == act.TUO:
        return SUITS
    if contract == act.THREE_BY_THREE:
        return BLOCK_ORDERS
    return 0


@inner
def legal_subchoice(r, s) -> None:  # type: ignore[no-untyped-def]
    """The sub-choices of the contract just named."""
    s.legal[0] = subchoices(s.contract)


@inner
def apply_subchoice(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """The contract stands, unless a 3x3 with one trump still needs its suit."""
    s.subchoice = code
    set_contract(r, s)
    if s.contract == act.THREE_BY_THREE and r.one_trump:
        s.ask = ASK_ONE_TRUMP
        return GOES_ON
    return PHASE_DONE


@inner
def legal_one_trump(r, s) -> None:  # type: ignore[no-untyped-def]
    """3x3 with ``one_trump``: any suit."""
    s.legal[0] = SUITS


@inner
def apply_one_trump(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """The suit is trump in all trump tricks and gives the values of the whole hand."""
    suit = code - act.SUIT_CODE
    for trick in range(r.tricks):
        if s.orders[trick] == UNNAMED:
            s.orders[trick] = suit
    set_trump_hand(s, suit)
    return PHASE_DONE


@inner
def set_trump_hand(s, suit: int) -> None:  # type: ignore[no-untyped-def]
    """One suit counts as trump suit of the whole hand: for values, Weis and Stöck."""
    s.values = suit
    s.whole_trump = suit


@inner
def set_none(r, s) -> None:  # type: ignore[no-untyped-def]
    """No trump in the whole hand (the avoidance games)."""
    for trick in range(r.tricks):
        s.orders[trick] = OBENABE
    s.values = NO_TRUMP


@inner
def set_free(r, s) -> None:  # type: ignore[no-untyped-def]
    """No trump until the first player who cannot follow fixes it."""
    for trick in range(r.tricks):
        s.orders[trick] = FREE
    s.values = NO_TRUMP


@inner
def set_suit(r, s, suit: int) -> None:  # type: ignore[no-untyped-def]
    """Contract ``suit``: trump in every trick."""
    s.contract = act.SUIT_CODE + suit
    for trick in range(r.tricks):
        s.orders[trick] = suit
    set_trump_hand(s, suit)


@inner
def set_contract(r, s) -> None:  # type: ignore[no-untyped-def]
    """The order of each trick, the values and the multiplier of the contract that has been chosen."""
    contract = s.contract
    s.multiplier = r.multiplier[contract - act.SUIT_CODE]
    if contract < act.OBENABE:
        set_suit(r, s, contract - act.SUIT_CODE)
        return
    if contract == act.TUTTI:
        set_free(r, s)
        return
    s.values = NO_TRUMP
    if contract == act.UNDENUFE and r.undenufe_six:
        s.values = UNDENUFE_SIX
    elif contract == act.TUO:
        set_trump_hand(s, s.subchoice - act.SUIT_CODE)
        if r.values_by_trick:
            s.values = BY_TRICK
    elif contract == act.THREE_BY_THREE:
        s.values = BY_TRICK
    for trick in range(r.tricks):
        s.orders[trick] = order_of_trick(r, contract, s.subchoice, trick)


@inner
def order_of_trick(r, contract: int, way: int, trick: int) -> int:  # type: ignore[no-untyped-def]
    """The order that a contract other than a suit or tutti gives to a trick, played in one of its ways (sub-choices)."""
    if contract == act.UNDENUFE:
        return UNDENUFE
    if contract == act.SLALOM:
        return OBENABE if (trick % 2 == 0) == (way == act.OBENABE_FIRST) else UNDENUFE
    if contract == act.GUSTAV:
        return OBENABE if (trick < r.gustav_split) == (way == act.OBENABE_FIRST) else UNDENUFE
    if contract == act.RIESENSLALOM:
        number = way - act.FOUR_OBENABE  # 4_obenabe 5_obenabe 4_undenufe 5_undenufe
        return OBENABE if (trick < 4 + number % 2) == (number < 2) else UNDENUFE
    third = trick // (r.tricks // 3)
    if contract == act.TUO:
        return way - act.SUIT_CODE if third == 0 else (UNDENUFE if third == 1 else OBENABE)
    if contract == act.THREE_BY_THREE:
        block = BLOCK_TABLE[way - act.BLOCKS][third]
        return block if block else UNNAMED
    return OBENABE  # obenabe, misère


@inner
def legal_trick_trump(r, s) -> None:  # type: ignore[no-untyped-def]
    """3x3: the suits not yet named in this hand."""
    named = 0
    for trick in range(s.trick):
        if s.orders[trick] < OBENABE:
            named |= 1 << (act.SUIT_CODE + s.orders[trick])
    s.legal[0] = SUITS & ~named
