"""From what a seat sees back to a STATE record: the inverse of ``observe.py``.

The record is the match *as the seat to move knows it*: the viewer is seat 0, the others follow as they sit (every game is
the same under a turn of the seats). Everything public is in it, and his own hand; the hidden hands are empty, hidden
predictions are -1. So a player that is given an observation and nothing else cannot leak.

Whoever fills in the hidden cards (``hands``, ``dealt``, ``spare``, ``out``) calls ``complete`` afterwards; then the engine
plays the hand to its end as it plays the true one. What an observation does not hold, and what stands for it:

* ``rng`` and ``key``: whatever the caller puts there; only cards drawn for ties and the deals of later hands come from them.
* The last hand's result (``hand_points``, ``hand_scores``), the order in which rows of a ledger were played, cards drawn
  before: empty or in the order of the rows; the hand does not depend on them.
* Play-off: seats declare in ascending order of their absolute numbers, which a seat does not see. The hand at hand is right,
  the turn of those after it is not, nor can ``observe`` show again who of the tied has declared.
* ``start_totals`` is the totals less what this hand has written. Where a Bergpreis is no longer to be won, that may have
  happened in this hand or before: it counts as won before if the totals allow that (in the first hand: if they must).
"""

from __future__ import annotations

import numpy as np

from jass_env.engine import actions as act
from jass_env.engine._jit import constant, inner, jit
from jass_env.engine.bits import popcount
from jass_env.engine.cards import KIND, KINDS, PACK_36, SUIT, SUIT_SET, second_copy
from jass_env.engine.choose import set_contract, set_suit, set_trump_hand, subchoices
from jass_env.engine.deal import clear_hand
from jass_env.engine.dispatch import find_legal
from jass_env.engine.observe import BASE, SEGMENTS
from jass_env.engine.orders import FREE, OBENABE, STRENGTH, UNNAMED, legal_cards, revoking_cards
from jass_env.engine.state import (
    ASIDE,
    ASK_BID,
    ASK_DOUBLE,
    ASK_TRICK_TRUMP,
    ASKS,
    BERGPREIS_CLOSED,
    BERGPREIS_OPEN,
    PHASE_ANNOUNCE,
    PHASE_AUCTION,
    PHASE_CHOOSE,
    PHASE_DECLARE,
    PHASE_DOUBLE,
    PHASE_EXCHANGE,
    PHASE_MISERE,
    PHASE_PREDICT,
    PHASE_SWAP,
    PHASE_TRICKS,
    PHASE_TRUMP,
    ROWS,
    SEATS,
    STOECK_OFF,
    TRICKS,
    TRUMP_FREE,
    WEIS_OFF,
    WRITE_CLAIM,
    WRITE_INSTANT,
)
from jass_env.engine.tricks import is_revoke, marriages, trick_points, when_written
from jass_env.engine.turns import leader_of, next_seat
from jass_env.engine.weis import KINDS_OF_WEIS, evaluate

_AT = {segment.name: number for number, segment in enumerate(SEGMENTS)}
_HAND, _PLAYED_BY, _PLAYED_IN, _SECOND_IN = (_AT[n] for n in ("hand", "played_by", "played_in", "second_in"))
_ORDER_OF_PLAY, _ORDER, _ORDERS, _WINNERS = (_AT[n] for n in ("order_of_play", "order", "orders", "winners"))
_FOREHAND, _ASK, _TURNED, _PREDICTION = (_AT[n] for n in ("forehand", "ask", "turned", "prediction"))
_CONTRACT, _SUBCHOICE, _CHOOSER, _SHOVES = (_AT[n] for n in ("contract", "subchoice", "chooser", "shoves"))
_ROW, _PASSED, _LEDGER, _LEDGER_POINTS = (_AT[n] for n in ("row", "passed", "ledger", "ledger_points"))
_PLAYOFF, _PLAYOFF_POINTS, _POTATOES = (_AT[n] for n in ("playoff", "playoff_points", "potatoes"))
_MISERE, _DOUBLE, _BIDS, _TRICKS_SAID = (_AT[n] for n in ("misere_added", "double", "bids", "tricks_said"))
_SWAP, _EXCHANGE, _GIVEN_AWAY, _OUT = (_AT[n] for n in ("swap", "exchange", "given_away", "out"))
_CARRY, _ASIDE, _BERGPREIS, _HAND_NUMBER = (_AT[n] for n in ("carry", "aside", "bergpreis", "hand_number"))
_WEIS_KIND, _WEIS_TOP, _WEIS_TRUMP, _WEIS_CARDS = (_AT[n] for n in ("weis_kind", "weis_top", "weis_trump", "weis_cards"))
_STOECK, _POINTS, _TOTALS = (_AT[n] for n in ("stoeck", "points", "totals"))

CONTRACT_CODES = len(act.CONTRACTS)
SUBCHOICE_CODES = act.SHOVE - act.OBENABE_FIRST

#: The phase of each decision. Sub-choices belong to whichever phase names the contract.
PHASE_OF = constant(
    np.array(
        [
            *(PHASE_CHOOSE, PHASE_DECLARE, PHASE_DECLARE, PHASE_CHOOSE, PHASE_CHOOSE, PHASE_MISERE, PHASE_DOUBLE),
            *(PHASE_SWAP, PHASE_EXCHANGE, PHASE_AUCTION, PHASE_TRUMP, PHASE_ANNOUNCE, PHASE_PREDICT),
            *(PHASE_TRICKS, PHASE_TRICKS, PHASE_TRICKS),
        ],
        dtype=np.int8,
    )
)


@jit
def recall_many(table: np.ndarray, row: int, observations: np.ndarray, states: np.ndarray) -> None:
    """Write what each of several seats to move knows.

    Args:
        table: RULES array.
        row: the row of ``table`` that all the matches are played by.
        observations: int8 (n, D), each of a seat that is to move.
        states: STATE (n,), zeros; written.
    """
    r = table[row]
    for i in range(observations.shape[0]):
        s = states[i]
        s.rules = row
        recall(r, observations[i].astype(np.int64), s)  # plain Python must not compute in int8


@inner
def recall(r, seen: np.ndarray, s) -> None:  # type: ignore[no-untyped-def]
    """Write what the seat that sees ``seen``, and is to move, knows into a record of zeros."""
    recall_match(r, seen, s)
    clear_hand(r, s)
    recall_turn(r, seen, s)
    recall_choice(r, seen, s)
    recall_orders(r, seen, s)
    if r.phases[s.phase] == PHASE_TRICKS:
        s.first_leader = s.chooser if r.chooser_leads else s.forehand
        recall_play(r, seen, s)
    recall_own_hand(r, seen, s)
    recall_weis(r, seen, s)
    recall_points(r, seen, s)
    complete(r, s)
    find_legal(r, s)


# --- reading ---


@inner
def only(seen: np.ndarray, at: int, size: int) -> int:
    """The place of the 1 in a part of an observation; -1 where there is none, or no such part."""
    if at >= 0:
        for number in range(size):
            if seen[at + number]:
                return number
    return -1


@inner
def members(seen: np.ndarray, at: int, size: int) -> int:
    """The set of places that are not 0."""
    found = 0
    if at >= 0:
        for number in range(size):
            if seen[at + number]:
                found |= 1 << number
    return found


@inner
def read_number(seen: np.ndarray, at: int, digits: int) -> int:
    """A number in base 100, each digit with its sign."""
    number = 0
    for place in range(digits):
        number = number * BASE + seen[at + place]
    return number


@inner
def read_cards(seen: np.ndarray, at: int, gone: int) -> int:
    """A set of cards from how many there are of each kind; of a kind that exists twice the first copy if it is not gone."""
    cards = 0
    for kind in range(KINDS):
        for _ in range(seen[at + kind]):
            card = second_copy(kind) if ((gone | cards) >> kind) & 1 else kind
            cards |= 1 << card
    return cards


# --- the parts of a record ---


@inner
def recall_match(r, seen: np.ndarray, s) -> None:  # type: ignore[no-untyped-def]
    """What the match has brought to this hand, and who sits where."""
    at = r.segment
    s.active = ((1 << r.seats) - 1) & ~members(seen, at[_OUT], r.seats)
    s.dealer = only(seen, at[_FOREHAND], r.seats) + r.seats - 1  # forehand is the next in the hand after him
    s.dealer %= r.seats
    while not (s.active >> s.dealer) & 1:
        s.dealer = (s.dealer + r.seats - 1) % r.seats
    s.turned = only(seen, at[_TURNED], KINDS)
    s.hand_number = read_number(seen, at[_HAND_NUMBER], 3)
    s.bergpreis = BERGPREIS_OPEN
    if at[_BERGPREIS] >= 0 and not seen[at[_BERGPREIS]]:
        s.bergpreis = BERGPREIS_CLOSED
    for side in range(r.sides):
        s.totals[side] = read_number(seen, at[_TOTALS] + 3 * side, 3)
    if at[_CARRY] >= 0:
        s.carry = seen[at[_CARRY]]
    if at[_ASIDE] >= 0:
        for stick in range(ASIDE):
            s.aside[stick] = members(seen, at[_ASIDE] + stick * r.seats, r.seats)
            if s.aside[stick]:
                s.aside_count = stick + 1
    if at[_LEDGER] >= 0:
        recall_ledger(r, seen, s)


@inner
def recall_ledger(r, seen: np.ndarray, s) -> None:  # type: ignore[no-untyped-def]
    """The rows that each side has played, potatoes, and a play-off."""
    at = r.segment
    for side in range(r.sides):
        s.ledger_size[side] = 0
        s.rows_used[side] = members(seen, at[_LEDGER] + side * CONTRACT_CODES, CONTRACT_CODES)
        for row in range(CONTRACT_CODES):
            if (s.rows_used[side] >> row) & 1:
                place = side * ROWS + s.ledger_size[side]
                s.ledger_row[place] = act.SUIT_CODE + row
                s.ledger_points[place] = read_number(seen, at[_LEDGER_POINTS] + 2 * (side * CONTRACT_CODES + row), 2)
                s.ledger_size[side] += 1
    if at[_PLAYOFF] >= 0:
        s.playoff = members(seen, at[_PLAYOFF], r.seats)
        for seat in range(r.seats):
            s.potatoes[seat] = read_number(seen, at[_POTATOES] + 2 * seat, 2)
            s.playoff_points[seat] = read_number(seen, at[_PLAYOFF_POINTS] + 2 * seat, 2)


@inner
def recall_turn(r, seen: np.ndarray, s) -> None:  # type: ignore[no-untyped-def]
    """The viewer is to move: in which phase, and what he decides."""
    s.mover = 0
    s.ask = only(seen, r.segment[_ASK], ASKS)
    wanted = PHASE_OF[s.ask]
    s.phase = 0
    while r.phases[s.phase] != wanted and not (wanted == PHASE_CHOOSE and r.phases[s.phase] == PHASE_DECLARE):
        s.phase += 1


@inner
def recall_choice(r, seen: np.ndarray, s) -> None:  # type: ignore[no-untyped-def]
    """Who has said what in the phases before play."""
    at = r.segment
    seats = r.seats
    s.chooser = only(seen, at[_CHOOSER], seats)
    if at[_SHOVES] >= 0:
        s.shoves = seen[at[_SHOVES]]
    if chosen(r, seen):
        s.contract = act.SUIT_CODE + only(seen, at[_CONTRACT], CONTRACT_CODES)
    s.passed = members(seen, at[_PASSED], seats)
    s.passes = popcount(s.passed)
    if only(seen, at[_ROW], 2) >= 0:
        s.row = act.JOKER_1 + only(seen, at[_ROW], 2)
    elif at[_ROW] >= 0 and s.contract >= 0 and not s.playoff:
        s.row = s.contract
    if s.playoff:
        s.playoff_contract = s.contract
        s.playoff_seat = s.chooser
    if at[_MISERE] >= 0 and seen[at[_MISERE]]:
        s.misere_added = 1
        s.strict = 0
    s.doubler = only(seen, at[_DOUBLE], seats)
    if s.ask == ASK_DOUBLE:
        s.doubles_asked = (seats - s.chooser - 1) // r.sides
    s.swapper = only(seen, at[_SWAP], seats)
    s.exchanger = only(seen, at[_EXCHANGE], seats)
    if at[_BIDS] >= 0:
        recall_bids(r, seen, s)
    if at[_PREDICTION] >= 0:
        for seat in range(seats):
            place = at[_PREDICTION] + 2 * seat
            s.prediction[seat] = 10 * seen[place] + seen[place + 1] if seen[place] >= 0 else -1


@inner
def chosen(r, seen: np.ndarray) -> bool:  # type: ignore[no-untyped-def]
    """A contract has been named by somebody (not given by the turned card or the variant)."""
    return only(seen, r.segment[_CONTRACT], CONTRACT_CODES) >= 0


@inner
def recall_bids(r, seen: np.ndarray, s) -> None:  # type: ignore[no-untyped-def]
    """The auction: each seat speaks in its turn, so what was not a bid since the last one was a pass."""
    at = r.segment
    for tricks in range(1, 10):
        s.bid_by[tricks] = seen[at[_BIDS] + tricks - 1] - 1
        if s.bid_by[tricks] >= 0:
            s.bid = tricks
    if s.ask == ASK_BID:
        s.passes = r.seats - s.chooser - 1 if s.bid > 0 else (r.seats - s.forehand) % r.seats
    for seat in range(r.seats):
        s.tricks_said[seat] = seen[at[_TRICKS_SAID] + seat]


@inner
def recall_orders(r, seen: np.ndarray, s) -> None:  # type: ignore[no-untyped-def]
    """What the contract means, and which trump was fixed or named since."""
    at = r.segment
    if at[_SUBCHOICE] >= 0:
        way = only(seen, at[_SUBCHOICE], SUBCHOICE_CODES)
        if way >= 0:
            s.subchoice = act.OBENABE_FIRST + way
        elif s.contract == act.TUO and seen[at[_ORDERS]] > 0:
            s.subchoice = act.SUIT_CODE + seen[at[_ORDERS]] - 1
    shown = only(seen, at[_ORDER], OBENABE)
    if chosen(r, seen) and (subchoices(s.contract) == 0 or s.subchoice >= 0):
        set_contract(r, s)
    elif at[_CONTRACT] < 0 and s.contract < 0 and shown >= 0 and r.trump_from != TRUMP_FREE:
        set_suit(r, s, shown)  # named alone
    if at[_ORDERS] >= 0:
        for trick in range(r.tricks):
            s.orders[trick] = seen[at[_ORDERS] + trick] - 1
            if s.orders[trick] < 0 or s.orders[trick] >= OBENABE:
                continue
            if is_free(r, s):
                s.values = s.orders[trick]
            elif s.contract == act.THREE_BY_THREE and r.one_trump:
                set_trump_hand(s, s.orders[trick])
    s.order = only(seen, at[_ORDER], UNNAMED)
    if s.ask == ASK_TRICK_TRUMP:
        s.order = UNNAMED


@inner
def is_free(r, s) -> bool:  # type: ignore[no-untyped-def]
    """Trump is what the first player who cannot follow makes it."""
    return r.trump_from == TRUMP_FREE or s.contract == act.TUTTI


@inner
def recall_play(r, seen: np.ndarray, s) -> None:  # type: ignore[no-untyped-def]
    """The cards played, in their order, and what became of each trick. Of two copies the one played first is the first."""
    at = r.segment
    laid = np.full(TRICKS * SEATS, -1, dtype=np.int64)  # by trick and seat
    for kind in range(KINDS):
        trick = seen[at[_PLAYED_IN] + kind] - 1
        if trick < 0:
            continue
        if r.pack == PACK_36:
            seat = 0
            while not seen[at[_PLAYED_BY] + KINDS * seat + kind]:
                seat += 1
            laid[trick * SEATS + seat] = kind
            continue
        laid[trick * SEATS + seen[at[_ORDER_OF_PLAY] + kind] - 1] = kind
        if seen[at[_SECOND_IN] + kind]:
            trick = seen[at[_SECOND_IN] + kind] - 1
            laid[trick * SEATS + seen[at[_ORDER_OF_PLAY] + KINDS + kind] - 1] = second_copy(kind)
    while seen[at[_WINNERS] + s.trick]:
        lay_trick(r, s, laid)
        s.trick_winner[s.trick] = seen[at[_WINNERS] + s.trick] - 1
        side = r.side_of[s.trick_winner[s.trick]]
        s.tricks_taken[side] += 1
        for place in range(s.trick * s.playing, (s.trick + 1) * s.playing):
            s.taken[side] |= 1 << s.played[place]
        s.trick += 1
    lay_trick(r, s, laid)


@inner
def lay_trick(r, s, laid: np.ndarray) -> None:  # type: ignore[no-untyped-def]
    """The cards of one trick in turn from its leader, as far as they lie there; the best so far."""
    s.in_trick, s.led, s.best_card, s.best_seat = 0, -1, -1, -1
    seat = leader_of(s, s.trick)
    order = s.orders[s.trick]
    while s.in_trick < s.playing and laid[s.trick * SEATS + seat] >= 0:
        card = laid[s.trick * SEATS + seat]
        s.played[s.trick * s.playing + s.in_trick] = card
        s.played_in[KIND[card]] = s.trick + 1
        s.dealt[seat] |= 1 << card
        if s.in_trick == 0:
            s.led = SUIT[card]
        if s.in_trick == 0 or STRENGTH[order, s.led, card] >= STRENGTH[order, s.led, s.best_card]:
            s.best_card, s.best_seat = card, seat
        s.in_trick += 1
        seat = next_seat(r, s, seat)


@inner
def recall_own_hand(r, seen: np.ndarray, s) -> None:  # type: ignore[no-untyped-def]
    """The viewer's cards, and those he has exchanged away: they lie in the spare hand now."""
    played = 0
    for seat in range(r.seats):
        played |= s.dealt[seat]
    s.hands[0] = read_cards(seen, r.segment[_HAND], played)
    s.dealt[0] |= s.hands[0]
    if s.exchanger == 0:
        s.spare = read_cards(seen, r.segment[_GIVEN_AWAY], 0)


@inner
def recall_weis(r, seen: np.ndarray, s) -> None:  # type: ignore[no-untyped-def]
    """Weis announced, compared and shown; Stöck scored."""
    at = r.segment
    for seat in range(r.seats):
        if at[_STOECK] >= 0:
            s.stoeck_scored[seat] = seen[at[_STOECK] + seat]
        if at[_WEIS_KIND] < 0:
            continue
        s.announced[seat] = seen[at[_WEIS_KIND] + seat]
        s.weis_top[seat] = seen[at[_WEIS_TOP] + seat]
        s.weis_trump[seat] = seen[at[_WEIS_TRUMP] + seat]
        if s.announced[seat]:
            s.weis_rank = max(s.weis_rank, rank_of_kind(r, s, s.announced[seat] - 1))
        if r.pack != PACK_36:
            s.weis_cards[seat] = read_cards(seen, at[_WEIS_CARDS] + KINDS * seat, 0)
            continue
        for kind in range(KINDS):
            if seen[at[_WEIS_CARDS] + kind] == seat + 1:
                s.weis_cards[seat] |= 1 << kind


@inner
def rank_of_kind(r, s, kind: int) -> int:  # type: ignore[no-untyped-def]
    """How a kind of Weis ranks in this hand's contract."""
    row = KINDS_OF_WEIS if s.contract == act.UNDENUFE else 0
    return r.weis_rank[row + kind]


@inner
def recall_points(r, seen: np.ndarray, s) -> None:  # type: ignore[no-untyped-def]
    """Points of the hand so far, and what of them stands in the totals."""
    for side in range(r.sides):
        s.points[side] = read_number(seen, r.segment[_POINTS] + 2 * side, 2)
    for trick in range(s.trick):
        s.card_points[r.side_of[s.trick_winner[trick]]] += trick_points(r, s, trick)
    if r.phases[s.phase] != PHASE_TRICKS:
        return
    s.stoeck_counts = s.trick > 0 and (r.weis != WEIS_OFF or r.stoeck != STOECK_OFF)
    # Only where both sides had the target before the hand is it written after it; within it the match would be over.
    s.writes = when_written(r, s)
    for side in range(r.sides):
        if s.writes == WRITE_INSTANT:
            s.written[side] = s.points[side]
        elif s.writes == WRITE_CLAIM:
            s.written[side] = s.points[side] - s.card_points[side]
        s.start_totals[side] = s.totals[side] - s.written[side] * s.multiplier
    if r.bergpreis > 0 and s.bergpreis == BERGPREIS_CLOSED:
        take_back_bergpreis(r, s)


@inner
def take_back_bergpreis(r, s) -> None:  # type: ignore[no-untyped-def]
    """If the prize must have been won in this hand it was not in the totals before."""
    before = False
    for side in range(r.sides):
        if 2 * s.start_totals[side] > r.target:
            before = True
    if before and s.hand_number > 0:
        return
    for side in range(r.sides):
        if s.written[side] > 0 and s.start_totals[side] >= r.bergpreis and 2 * (s.totals[side] - r.bergpreis) > r.target:
            s.start_totals[side] -= r.bergpreis
            s.start_bergpreis = BERGPREIS_OPEN


# --- after the hidden cards have been filled in ---


@jit
def complete_one(table: np.ndarray, states: np.ndarray, i: int) -> None:
    """``complete`` for one state of an array."""
    s = states[i]
    complete(table[s.rules], s)


@inner
def complete(r, s) -> None:  # type: ignore[no-untyped-def]
    """What follows from the hands: Weis to be compared, Stöck to be scored, revokes to be proven."""
    if r.phases[s.phase] != PHASE_TRICKS:
        return
    for seat in range(r.seats):
        if r.weis != WEIS_OFF and s.trick == 0:
            points, key, _ = evaluate(r, s.dealt[seat], s.whole_trump, s.contract == act.UNDENUFE)
            s.weis_points[seat] = points
            s.weis_key[seat] = key
        if r.stoeck != STOECK_OFF and s.whole_trump >= 0:
            s.stoeck_left[seat] = marriages(s.dealt[seat], s.whole_trump) - s.stoeck_scored[seat]
    if r.revokes:
        retrace(r, s)


@jit
def retrace(r, s) -> bool:  # type: ignore[no-untyped-def]
    """Play the hand once more with the hands as they are filled in, and note who has revoked in which suit.

    False: with these hands it cannot have been played like that. Some card was not legal, or a revoke would have been
    proven, or trump would have been fixed otherwise.
    """
    possible = True
    hands = np.empty(SEATS, dtype=np.int64)
    for seat in range(r.seats):
        hands[seat] = s.dealt[seat]
        s.withheld[seat] = 0
    for trick in range(s.trick + 1):
        seat = leader_of(s, trick)
        order = order_at_lead(r, s, trick)
        led, best = -1, -1
        number = s.playing if trick < s.trick else 0 + s.in_trick
        for place in range(trick * s.playing, trick * s.playing + number):
            card = 0 + s.played[place]
            suit = 0 + SUIT[card]
            hand = hands[seat]
            if led >= 0 and not (allowed(r, s, hand, order, led, best) >> card) & 1:
                possible = False
            if r.revokes:
                if (s.withheld[seat] >> suit) & 1:
                    possible = False
                if is_revoke(hand, suit, led, order):
                    s.withheld[seat] |= 1 << led
            if led < 0:
                led = suit
                best = card
            elif order == FREE and hand & SUIT_SET[led] == 0:
                order = suit
                best = best_of(s, trick * s.playing, place, order, led)
            if STRENGTH[order, led, card] >= STRENGTH[order, led, best]:
                best = card
            hands[seat] = hand & ~(1 << card)
            seat = next_seat(r, s, seat)
        if order != s.orders[trick] and number > 0:
            possible = False
    return possible


@inner
def allowed(r, s, hand: int, order: int, led: int, best: int) -> int:  # type: ignore[no-untyped-def]
    """The cards that a hand could play to a trick with this best card."""
    ruffed = SUIT[best] == order and led != order
    cards = legal_cards(hand, order, led, best if ruffed else -1, s.strict, r.only_trumps_beat)
    return revoking_cards(hand, cards, order, led) if r.revokes else cards


@inner
def order_at_lead(r, s, trick: int) -> int:  # type: ignore[no-untyped-def]
    """The order in force when a trick was led: the trump fixed in it was not yet."""
    if not is_free(r, s):
        return 0 + s.orders[trick]
    return FREE if trick == 0 else 0 + s.orders[trick - 1]


@inner
def best_of(s, first: int, last: int, order: int, led: int) -> int:  # type: ignore[no-untyped-def]
    """The best of the cards played from ``first`` up to before ``last``."""
    best = 0 + s.played[first]
    for place in range(first + 1, last):
        if STRENGTH[order, led, s.played[place]] > STRENGTH[order, led, best]:
            best = 0 + s.played[place]
    return best
