"""What a seat sees: the segments of the observation, and the kernel that writes them.

This is the only place that decides what a seat may know (rulebook 3). Everything is relative to the viewer: "seat 0" in a
segment is himself, 1 the seat to his right, who plays after him. Sides come in the order of their first seat from him on,
so his own side is first. An observation has perfect recall of the hand: the cards played, by whom and in which trick,
announcements, predictions, and everything else that was shown stay in it until the hand is over; totals go on.

The full state (for centralised critics only) is the observation of the mover followed by what is hidden from him.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from jass_env.engine._jit import inner
from jass_env.engine.actions import CONTRACTS, JOKER_1, JOKER_2, OBENABE_FIRST, SHOVE, SUIT_CODE
from jass_env.engine.bits import clear, copy, lowest, spread_36
from jass_env.engine.cards import KIND, KINDS, PACK_36
from jass_env.engine.orders import ORDERS
from jass_env.engine.state import (
    ASIDE,
    ASKS,
    BERGPREIS_OPEN,
    MATCH_LAST_IN,
    MATCH_LEDGER,
    MAX_SEGMENTS,
    PHASE_ANNOUNCE,
    PHASE_AUCTION,
    PHASE_CHOOSE,
    PHASE_DECLARE,
    PHASE_DOUBLE,
    PHASE_EXCHANGE,
    PHASE_MISERE,
    PHASE_PREDICT,
    PHASE_SWAP,
    PHASE_TRUMP,
    ROWS,
    SETTLE_PLUS_MINUS,
    STOECK_OFF,
    TRUMP_FREE,
    WEIS_OFF,
)
from jass_env.engine.turns import leader_of, player_at

SUBCHOICES = SHOVE - OBENABE_FIRST
BASE = 100  # large numbers are written as digits of this base, each with the number's sign


@dataclass(frozen=True)
class Segment:
    """A part of the observation: ``size(r)`` numbers between ``low`` and ``high``; absent where the size is 0."""

    name: str
    size: Callable[[Any], int]
    low: int
    high: int
    meaning: str


def _if(condition: bool, size: int) -> int:
    return size if condition else 0


def _has(r: Any, phase: int) -> bool:
    return phase in list(r.phases)


def _changes(r: Any) -> bool:
    """The order of the tricks is not the same and known from the beginning."""
    return r.trump_from == TRUMP_FREE or _has(r, PHASE_CHOOSE) or _has(r, PHASE_DECLARE)


def _chosen(r: Any) -> bool:
    return any(_has(r, phase) for phase in (PHASE_CHOOSE, PHASE_DECLARE, PHASE_AUCTION, PHASE_TRUMP))


SEGMENTS = (
    Segment("hand", lambda r: KINDS, 0, 2, "own cards: how many of each kind 0-35"),
    Segment("played_by", lambda r: r.seats * KINDS, 0, 2, "cards played in this hand, by seat (seat x 36 + card)"),
    Segment("table", lambda r: r.seats * KINDS, 0, 1, "cards lying in the trick under way, by seat (seat x 36 + card)"),
    Segment("played_in", lambda r: KINDS, 0, 12, "for each card the number of the trick in which it was played, 0 not yet"),
    Segment("led", lambda r: 4, 0, 1, "suit led to this trick"),
    Segment("order", lambda r: ORDERS, 0, 1, "order of this trick: trump suit, obenabe, undenufe, no trump fixed yet"),
    Segment(
        "orders",
        lambda r: _if(_changes(r), r.tricks),
        0,
        8,
        "order of each trick + 1 as far as known; 8: trump still to be named",
    ),
    Segment("winners", lambda r: r.tricks, 0, 6, "seat that took each trick + 1, 0 not yet"),
    Segment("forehand", lambda r: r.seats, 0, 1, "forehand"),
    Segment("ask", lambda r: ASKS, 0, 1, "what the viewer has to decide; all 0 when it is not his turn"),
    Segment("contract", lambda r: _if(_has(r, PHASE_CHOOSE) or _has(r, PHASE_DECLARE), len(CONTRACTS)), 0, 1, "contract"),
    Segment("subchoice", lambda r: _if(_has(r, PHASE_CHOOSE) or _has(r, PHASE_DECLARE), SUBCHOICES), 0, 1, "its sub-choice"),
    Segment(
        "chooser", lambda r: _if(_chosen(r), r.seats), 0, 1, "who chooses or has chosen the contract, or leads the auction"
    ),
    Segment("shoves", lambda r: _if(_has(r, PHASE_CHOOSE), 1), 0, 6, "how often the choice was shoved"),
    Segment("row", lambda r: _if(_has(r, PHASE_DECLARE), 2), 0, 1, "the contract is played as joker1, joker2"),
    Segment("passed", lambda r: _if(_has(r, PHASE_DECLARE), r.seats), 0, 1, "who has passed the choice"),
    Segment(
        "ledger",
        lambda r: _if(_has(r, PHASE_DECLARE), r.sides * len(CONTRACTS)),
        0,
        1,
        "rows each side has played (side x 15 + row, in the order of the contracts)",
    ),
    Segment(
        "ledger_points",
        lambda r: _if(_has(r, PHASE_DECLARE), 2 * r.sides * len(CONTRACTS)),
        0,
        99,
        "points in each row: hundreds, rest",
    ),
    Segment("playoff", lambda r: _if(r.match == MATCH_LEDGER, 2 * r.seats), 0, 1, "who plays off, who is still to declare"),
    Segment(
        "playoff_points",
        lambda r: _if(r.match == MATCH_LEDGER, 2 * r.seats),
        0,
        99,
        "points made in the play-off: hundreds, rest",
    ),
    Segment("potatoes", lambda r: _if(r.match == MATCH_LEDGER, 2 * r.seats), 0, 127, "potatoes received: hundreds, rest"),
    Segment("misere_added", lambda r: _if(_has(r, PHASE_MISERE), 1), 0, 1, "Misère was added"),
    Segment("double", lambda r: _if(_has(r, PHASE_DOUBLE), r.seats), 0, 1, "who has doubled"),
    Segment("bids", lambda r: _if(_has(r, PHASE_AUCTION), 9), 0, 6, "who bid 1, 2 ... 9 tricks: seat + 1"),
    Segment("tricks_said", lambda r: _if(_has(r, PHASE_ANNOUNCE), r.seats), -1, 9, "tricks bid or announced, -1 not yet"),
    Segment("tricks_taken", lambda r: _if(_has(r, PHASE_ANNOUNCE), r.seats), 0, 9, "tricks taken so far"),
    Segment("turned", lambda r: _if(r.turn_up, KINDS), 0, 1, "the card turned for trump"),
    Segment("swap", lambda r: _if(_has(r, PHASE_SWAP), r.seats), 0, 1, "who has swapped the trump six for it"),
    Segment("exchange", lambda r: _if(_has(r, PHASE_EXCHANGE), r.seats), 0, 1, "who has exchanged his hand"),
    Segment("given_away", lambda r: _if(_has(r, PHASE_EXCHANGE), KINDS), 0, 1, "cards the viewer has exchanged away"),
    Segment("out", lambda r: _if(r.match == MATCH_LAST_IN, r.seats), 0, 1, "who has left the match"),
    Segment("carry", lambda r: _if(r.settle == SETTLE_PLUS_MINUS, 1), 0, 127, "extra sticks for the next who get any"),
    Segment(
        "aside",
        lambda r: _if(bool(r.sticks_aside), ASIDE * r.seats),
        0,
        1,
        "sticks lying aside, oldest first, and for whom (stick x seats + seat)",
    ),
    Segment(
        "second_in",
        lambda r: _if(r.pack != PACK_36, KINDS),
        0,
        12,
        "48-card pack: number of the trick in which the second of a kind was played",
    ),
    Segment(
        "order_of_play",
        lambda r: _if(r.pack != PACK_36, 2 * KINDS),
        0,
        6,
        "48-card pack: who played the first, then who played the second of a kind: seat + 1",
    ),
    Segment(
        "prediction",
        lambda r: _if(_has(r, PHASE_PREDICT), 2 * r.seats),
        -1,
        15,
        "tens and units of each seat's prediction; -1 not made or not known to the viewer",
    ),
    Segment("weis_kind", lambda r: _if(_may_weis(r), r.seats), 0, 16, "kind of Weis each seat announced + 1"),
    Segment("weis_top", lambda r: _if(_may_weis(r), r.seats), 0, 9, "its top card's rank + 1 where the comparison told it"),
    Segment("weis_trump", lambda r: _if(_may_weis(r), r.seats), 0, 2, "whether it is trump where told: 1 no, 2 yes"),
    Segment(
        "weis_cards",
        lambda r: _if(_may_weis(r), KINDS if r.pack == PACK_36 else r.seats * KINDS),
        0,
        6,
        "cards of the Weis that scored: seat + 1; 48-card pack: how many of each kind (seat x 36 + card)",
    ),
    Segment("stoeck", lambda r: _if(_may_stoeck(r), r.seats), 0, 2, "Stöck scored by each seat"),
    Segment("points", lambda r: 2 * r.sides, -99, 99, "points of the hand so far by side: hundreds, rest"),
    Segment("totals", lambda r: 3 * r.sides, -127, 127, "totals of the match by side: ten thousands, hundreds, rest"),
    Segment("hand_number", lambda r: 3, 0, 99, "hands finished before this one: ten thousands, hundreds, rest"),
    Segment("bergpreis", lambda r: _if(r.bergpreis > 0, 1), 0, 1, "the Bergpreis is still to be won"),
)

#: What the full state adds.
HIDDEN_SEGMENTS = (
    Segment("mover", lambda r: r.seats, 0, 1, "the seat to move, absolute"),
    Segment("hands", lambda r: (r.seats - 1) * KINDS, 0, 2, "cards of the other seats (seat - 1 x 36 + card)"),
    Segment(
        "predictions",
        lambda r: _if(_has(r, PHASE_PREDICT), 2 * (r.seats - 1)),
        -1,
        15,
        "tens and units of the other seats' predictions; -1 not made",
    ),
    Segment("withheld", lambda r: _if(bool(r.revokes), 4 * r.seats), 0, 1, "suits each seat has revoked in"),
    Segment("spare", lambda r: _if(r.spare > 0, KINDS), 0, 1, "cards of the spare hand"),
)


def _may_weis(r: Any) -> bool:
    return bool(r.weis != WEIS_OFF)


def _may_stoeck(r: Any) -> bool:
    return bool(r.stoeck != STOECK_OFF)


if len(SEGMENTS) + len(HIDDEN_SEGMENTS) > MAX_SEGMENTS:
    raise AssertionError("RULES.segment is too short")

_NUMBER = {segment.name: number for number, segment in enumerate((*SEGMENTS, *HIDDEN_SEGMENTS))}
_HAND, _PLAYED_BY, _TABLE, _PLAYED_IN = (_NUMBER[n] for n in ("hand", "played_by", "table", "played_in"))
_LED, _ORDER, _ORDERS, _WINNERS = (_NUMBER[n] for n in ("led", "order", "orders", "winners"))
_FOREHAND, _ASK, _TURNED, _PREDICTION = (_NUMBER[n] for n in ("forehand", "ask", "turned", "prediction"))
_CONTRACT, _SUBCHOICE, _CHOOSER, _SHOVES = (_NUMBER[n] for n in ("contract", "subchoice", "chooser", "shoves"))
_WEIS_KIND, _WEIS_TOP, _WEIS_TRUMP, _WEIS_CARDS = (_NUMBER[n] for n in ("weis_kind", "weis_top", "weis_trump", "weis_cards"))
_STOECK, _POINTS, _TOTALS, _HAND_NUMBER = (_NUMBER[n] for n in ("stoeck", "points", "totals", "hand_number"))
_BERGPREIS = _NUMBER["bergpreis"]
_ROW, _PASSED, _LEDGER, _LEDGER_POINTS = (_NUMBER[n] for n in ("row", "passed", "ledger", "ledger_points"))
_PLAYOFF, _PLAYOFF_POINTS, _POTATOES = (_NUMBER[n] for n in ("playoff", "playoff_points", "potatoes"))
_MISERE, _DOUBLE, _BIDS, _TRICKS_SAID = (_NUMBER[n] for n in ("misere_added", "double", "bids", "tricks_said"))
_SWAP, _EXCHANGE, _GIVEN_AWAY, _OUT = (_NUMBER[n] for n in ("swap", "exchange", "given_away", "out"))
_CARRY, _ASIDE, _SECOND_IN, _ORDER_OF_PLAY = (_NUMBER[n] for n in ("carry", "aside", "second_in", "order_of_play"))
_TRICKS_TAKEN, _SPARE = _NUMBER["tricks_taken"], _NUMBER["spare"]
_MOVER, _HANDS, _PREDICTIONS, _WITHHELD = (_NUMBER[n] for n in ("mover", "hands", "predictions", "withheld"))


@inner
def _relative(seat: int, viewer: int, seats: int) -> int:
    """A seat as the viewer counts: 0 himself, 1 the one after him."""
    return seat - viewer if seat >= viewer else seat - viewer + seats


@inner
def _after(viewer: int, number: int, seats: int) -> int:
    """The seat that the viewer counts as ``number``."""
    return viewer + number if viewer + number < seats else viewer + number - seats


@inner
def _write_cards(out: np.ndarray, at: int, cards: int) -> None:
    """How many of each kind are in a set of cards, into 36 places."""
    spread_36(out, at, cards)
    second = cards >> KINDS
    while second:
        out[at + KIND[KINDS + lowest(second)]] += 1
        second &= second - 1


@inner
def _write_number(out: np.ndarray, at: int, digits: int, number: int) -> None:
    """``number`` in base 100, the highest digit first and capped, each digit with the number's sign."""
    if number == 0:
        return  # zeros stand there
    sign = -1 if number < 0 else 1
    number = abs(number)
    for place in range(digits - 1, 0, -1):
        out[at + place] = sign * (number % BASE)
        number //= BASE
    out[at] = sign * min(number, 127)


@inner
def _write_prediction(out: np.ndarray, at: int, prediction: int) -> None:
    """Tens and units; -1 twice where there is none."""
    out[at] = prediction // 10 if prediction >= 0 else -1
    out[at + 1] = prediction % 10 if prediction >= 0 else -1


@inner
def observe(r, s, viewer: int, out: np.ndarray) -> None:  # type: ignore[no-untyped-def]
    """Write what ``viewer`` sees into ``out``, an int8 vector of the observation's length."""
    clear(out, 0, out.shape[0])
    seats = r.seats
    at = r.segment
    _write_cards(out, at[_HAND], s.hands[viewer])
    _write_play(r, s, viewer, out)
    if s.led >= 0:
        out[at[_LED] + s.led] = 1
    if 0 <= s.order < ORDERS:
        out[at[_ORDER] + s.order] = 1
    if at[_ORDERS] >= 0:
        orders = 0 + at[_ORDERS]
        for trick in range(r.tricks):
            out[orders + trick] = s.orders[trick] + 1
    winners = 0 + at[_WINNERS]
    for trick in range(s.trick):
        out[winners + trick] = _relative(s.trick_winner[trick], viewer, seats) + 1
    out[at[_FOREHAND] + _relative(s.forehand, viewer, seats)] = 1
    if viewer == s.mover and not s.over:
        # Others must not see it: being asked for a Weis tells that one has a Weis.
        out[at[_ASK] + s.ask] = 1
    if at[_CONTRACT] >= 0:
        if s.contract >= 0:
            out[at[_CONTRACT] + s.contract - SUIT_CODE] = 1
        if s.subchoice >= OBENABE_FIRST:
            out[at[_SUBCHOICE] + s.subchoice - OBENABE_FIRST] = 1
    if at[_CHOOSER] >= 0 and s.chooser >= 0:
        out[at[_CHOOSER] + _relative(s.chooser, viewer, seats)] = 1
    if at[_SHOVES] >= 0:
        out[at[_SHOVES]] = s.shoves
    if at[_ROW] >= 0:
        _write_ledger(r, s, viewer, out)
    if at[_MISERE] >= 0:
        out[at[_MISERE]] = s.misere_added
        if s.doubler >= 0:
            out[at[_DOUBLE] + _relative(s.doubler, viewer, seats)] = 1
    if at[_BIDS] >= 0:
        _write_bids(r, s, viewer, out)
    if at[_TURNED] >= 0 and s.turned >= 0:
        out[at[_TURNED] + KIND[s.turned]] = 1
    if at[_SWAP] >= 0 and s.swapper >= 0:
        out[at[_SWAP] + _relative(s.swapper, viewer, seats)] = 1
    if at[_EXCHANGE] >= 0 and s.exchanger >= 0:
        out[at[_EXCHANGE] + _relative(s.exchanger, viewer, seats)] = 1
        if s.exchanger == viewer:
            _write_cards(out, at[_GIVEN_AWAY], s.spare)
    if at[_OUT] >= 0:
        for number in range(seats):
            out[at[_OUT] + number] = 1 - ((s.active >> _after(viewer, number, seats)) & 1)
    if at[_CARRY] >= 0:
        out[at[_CARRY]] = min(s.carry, 127)
        if at[_ASIDE] >= 0:
            for stick in range(s.aside_count):
                for number in range(seats):
                    seat = _after(viewer, number, seats)
                    out[at[_ASIDE] + stick * seats + number] = (s.aside[stick] >> seat) & 1
    if at[_SECOND_IN] >= 0:
        _write_copies(r, s, viewer, out)
    if at[_PREDICTION] >= 0:
        for seat in range(seats):
            relative = _relative(seat, viewer, seats)
            known = seat == viewer or r.prediction_open
            _write_prediction(out, at[_PREDICTION] + 2 * relative, s.prediction[seat] if known else -1)
    if at[_WEIS_KIND] >= 0 and s.weis_rank > 0:
        _write_weis(r, s, viewer, out)
    if at[_STOECK] >= 0:
        for seat in range(seats):
            if s.stoeck_scored[seat] > 0:
                out[at[_STOECK] + _relative(seat, viewer, seats)] = s.stoeck_scored[seat]
    for number in range(r.sides):
        side = r.side_of[_after(viewer, number, seats)]
        _write_number(out, at[_POINTS] + 2 * number, 2, s.points[side])
        _write_number(out, at[_TOTALS] + 3 * number, 3, s.totals[side])
    _write_number(out, at[_HAND_NUMBER], 3, s.hand_number)
    if at[_BERGPREIS] >= 0:
        out[at[_BERGPREIS]] = s.bergpreis == BERGPREIS_OPEN


@inner
def _write_play(r, s, viewer: int, out: np.ndarray) -> None:  # type: ignore[no-untyped-def]
    """Every card played so far: by whom, in which trick, and whether it still lies on the table."""
    seats = r.seats
    played_by, played_in, table = r.segment[_PLAYED_BY], r.segment[_PLAYED_IN], r.segment[_TABLE]
    copy(out, played_in, s.played_in, KINDS)
    for number in range(seats):
        seat = _after(viewer, number, seats)
        _write_cards(out, played_by + KINDS * number, s.dealt[seat] & ~s.hands[seat])
    if s.trick < r.tricks and s.in_trick > 0:
        seat = _relative(leader_of(s, s.trick), viewer, seats)
        for place in range(s.trick * s.playing, s.trick * s.playing + s.in_trick):
            out[table + KINDS * seat + KIND[s.played[place]]] = 1
            seat = seat + 1 if seat + 1 < seats else 0
            while not (s.active >> _after(viewer, seat, seats)) & 1:
                seat = seat + 1 if seat + 1 < seats else 0


@inner
def _write_ledger(r, s, viewer: int, out: np.ndarray) -> None:  # type: ignore[no-untyped-def]
    """Which rows are played and what they brought; who passes; how a play-off stands."""
    at = r.segment
    if s.row == JOKER_1:
        out[at[_ROW]] = 1
    elif s.row == JOKER_2:
        out[at[_ROW] + 1] = 1
    for number in range(r.seats):
        out[at[_PASSED] + number] = (s.passed >> _after(viewer, number, r.seats)) & 1
    for number in range(r.sides):
        side = r.side_of[_after(viewer, number, r.seats)]
        for place in range(side * ROWS, side * ROWS + s.ledger_size[side]):
            row = number * len(CONTRACTS) + s.ledger_row[place] - SUIT_CODE
            out[at[_LEDGER] + row] = 1
            _write_number(out, at[_LEDGER_POINTS] + 2 * row, 2, s.ledger_points[place])
    if at[_PLAYOFF] >= 0:
        for number in range(r.seats):
            seat = _after(viewer, number, r.seats)
            _write_number(out, at[_POTATOES] + 2 * number, 2, s.potatoes[seat])
            if (s.playoff >> seat) & 1:
                out[at[_PLAYOFF] + number] = 1
                if seat >= s.playoff_seat:
                    out[at[_PLAYOFF] + r.seats + number] = 1
                else:
                    _write_number(out, at[_PLAYOFF_POINTS] + 2 * number, 2, s.playoff_points[seat])


@inner
def _write_bids(r, s, viewer: int, out: np.ndarray) -> None:  # type: ignore[no-untyped-def]
    """Who bid which number, and how many tricks each has said and taken."""
    at = r.segment
    for tricks in range(1, 10):
        if s.bid_by[tricks] >= 0:
            out[at[_BIDS] + tricks - 1] = _relative(s.bid_by[tricks], viewer, r.seats) + 1
    for number in range(r.seats):
        seat = _after(viewer, number, r.seats)
        out[at[_TRICKS_SAID] + number] = s.tricks_said[seat]
        out[at[_TRICKS_TAKEN] + number] = s.tricks_taken[r.side_of[seat]]


@inner
def _write_copies(r, s, viewer: int, out: np.ndarray) -> None:  # type: ignore[no-untyped-def]
    """48-card pack: the two cards of a kind apart, by the order in which they were played."""
    first_in, second_in, by = r.segment[_PLAYED_IN], r.segment[_SECOND_IN], r.segment[_ORDER_OF_PLAY]
    for kind in range(KINDS):
        out[first_in + kind] = 0
    count = s.trick * s.playing + (s.in_trick if s.trick < r.tricks else 0)
    for place in range(count):
        kind = KIND[s.played[place]]
        trick = place // s.playing
        seat = _relative(player_at(r, s, trick, place % s.playing), viewer, r.seats)
        if out[first_in + kind] == 0:
            out[first_in + kind] = trick + 1
            out[by + kind] = seat + 1
        else:
            out[second_in + kind] = trick + 1
            out[by + KINDS + kind] = seat + 1


@inner
def _write_weis(r, s, viewer: int, out: np.ndarray) -> None:  # type: ignore[no-untyped-def]
    """What announcements, comparison and showing have told."""
    at = r.segment
    for seat in range(r.seats):
        relative = _relative(seat, viewer, r.seats)
        out[at[_WEIS_KIND] + relative] = s.announced[seat]
        out[at[_WEIS_TOP] + relative] = s.weis_top[seat]
        out[at[_WEIS_TRUMP] + relative] = s.weis_trump[seat]
        if r.pack != PACK_36:
            _write_cards(out, at[_WEIS_CARDS] + KINDS * relative, s.weis_cards[seat])
            continue
        shown = s.weis_cards[seat]
        while shown:
            out[at[_WEIS_CARDS] + lowest(shown)] = relative + 1
            shown &= shown - 1


@inner
def observe_all(r, s, out: np.ndarray, size: int) -> None:  # type: ignore[no-untyped-def]
    """Write the full state as the mover's observation (its first ``size`` numbers) and what is hidden from him."""
    viewer = s.mover
    observe(r, s, viewer, out[:size])
    clear(out, size, out.shape[0])
    at = r.segment
    out[at[_MOVER] + viewer] = 1
    for number in range(1, r.seats):
        seat = _after(viewer, number, r.seats)
        _write_cards(out, at[_HANDS] + KINDS * (number - 1), s.hands[seat])
        if at[_PREDICTIONS] >= 0:
            _write_prediction(out, at[_PREDICTIONS] + 2 * (number - 1), s.prediction[seat])
    if at[_SPARE] >= 0:
        _write_cards(out, at[_SPARE], s.spare)
    if at[_WITHHELD] >= 0:
        for number in range(r.seats):
            for suit in range(4):
                seat = _after(viewer, number, r.seats)
                out[at[_WITHHELD] + 4 * number + suit] = (s.withheld[seat] >> suit) & 1


@inner
def write_mask(r, s, out: np.ndarray) -> None:  # type: ignore[no-untyped-def]
    """Write the mover's legal actions as 0/1 into ``out``, an int8 vector over action ids."""
    clear(out, KINDS, out.shape[0])
    spread_36(out, 0, s.legal[0])  # ids 0-35 are the cards
    for word in range(4):
        legal = s.legal[word] & ~PACK_36 if word == 0 else s.legal[word]
        while legal:
            out[r.id_of[63 * word + lowest(legal)]] = 1
            legal &= legal - 1
