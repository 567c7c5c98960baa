"""Dealing, and the state of a hand before its first decision (rulebook 1.2)."""

from __future__ import annotations

import numpy as np

from jass_env.engine._jit import inner, rare
from jass_env.engine.bits import lowest, nth, popcount
from jass_env.engine.cards import KINDS, SUIT
from jass_env.engine.choose import JOKERS, rows_left, set_free, set_none, set_suit
from jass_env.engine.ledger import write_ledger
from jass_env.engine.rng import GOLDEN, below, mix, stream
from jass_env.engine.state import (
    SETTLE_LEDGER_POINTS,
    SETTLE_LEDGER_STICKS,
    SETTLE_SIGNED,
    TRUMP_FREE,
    TRUMP_NONE,
    TRUMP_TURNED,
    TURN_DEALERS_LAST,
    TURN_OUT,
    TURN_SPARE,
    WRITE_AFTER_HAND,
)
from jass_env.engine.turns import next_seat

START_STREAM = 1 << 42
DEALER_STREAM = 0  # hand h is dealt from stream h + 1


@rare
def deal(r, s) -> None:  # type: ignore[no-untyped-def]
    """Shuffle the pack and give each seat in the hand its cards, then the spare hand; a card may be turned up."""
    s.turned = -1
    s.draws_given = 0
    size = spread_pack(r, s)
    place = 0
    for seat in range(r.seats):
        s.hands[seat] = 0
        if (s.active >> seat) & 1:
            s.hands[seat] = draw_cards(s, place, place + r.hand_size, size)
            place += r.hand_size
            if seat == s.dealer and r.turn_up == TURN_DEALERS_LAST:
                s.turned = s.played[place - 1]
    s.spare = draw_cards(s, place, place + r.spare, size)
    s.out = draw_cards(s, place + r.spare, size, size)
    if r.turn_up == TURN_SPARE or r.turn_up == TURN_OUT:
        s.turned = s.played[place]
    for place in range(len(s.played)):
        s.played[place] = 0  # nothing of the shuffle stays in the record


@inner
def spread_pack(r, s) -> int:  # type: ignore[no-untyped-def]
    """The cards of the pack in order, laid out where the played cards will lie; returns how many they are."""
    size = 0
    pack = 0 + r.pack
    while pack:
        s.played[size] = lowest(pack)
        size += 1
        pack &= pack - 1
    return size


@inner
def draw_cards(s, first: int, last: int, size: int) -> int:  # type: ignore[no-untyped-def]
    """Draw the cards for some places of the shuffled pack (Fisher-Yates) from what is left; returns them as a set."""
    members = 0
    word = stream(s.key, s.hand_number + 1) + np.uint64(first) * GOLDEN
    for place in range(first, last):
        word += GOLDEN
        other = place + below(mix(word), size - place)
        card = s.played[other]
        s.played[other] = s.played[place]
        s.played[place] = card
        members |= 1 << card
    return members


@inner
def draw_dealer(r, s) -> int:  # type: ignore[no-untyped-def]
    """The first dealer of a match."""
    return below(mix(stream(s.key, DEALER_STREAM)), r.seats)


@rare
def draw_start(r, s) -> None:  # type: ignore[no-untyped-def]
    """For a single hand: where the hand's number or the ledger matters, it is one of a match, drawn at random.

    The ledger gets rows of random declarers with random points, as many as hands went before; totals stay 0.
    """
    word = mix(stream(s.key, START_STREAM))
    if r.settle == SETTLE_SIGNED:
        s.hand_number = below(word, r.hands)
    elif r.settle == SETTLE_LEDGER_STICKS or r.settle == SETTLE_LEDGER_POINTS:
        before = below(word, r.hands)
        for _ in range(before):
            word += GOLDEN
            side = below(mix(word), r.sides)
            while rows_left(r, s, side) == 0:  # seat number `side` belongs to side number `side`
                side = (side + 1) % r.sides
            word += GOLDEN
            rows = rows_left(r, s, side)
            if r.joker_played and s.ledger_size[side] == 0:
                rows &= ~JOKERS
            row = nth(rows, below(mix(word), popcount(rows)))
            word += GOLDEN
            write_ledger(s, side, row, below(mix(word), 158))
        s.hand_number = before


@inner
def forehand_by_card(r, s) -> None:  # type: ignore[no-untyped-def]
    """The first hand of some games: the holder of one card is forehand, the seat on his left counts as dealer."""
    for seat in range(r.seats):
        if (s.hands[seat] >> r.first_forehand_card) & 1:
            s.dealer = (seat + r.seats - 1) % r.seats


@rare
def clear_hand(r, s) -> None:  # type: ignore[no-untyped-def]
    """Everything about a hand but the deal is as before its first decision."""
    for kind in range(KINDS):
        s.played_in[kind] = 0
    s.playing = 0
    for seat in range(r.seats):
        s.playing += (s.active >> seat) & 1
        s.dealt[seat] = s.hands[seat]
        s.weis_cards[seat] = 0
        s.weis_key[seat] = 0
        s.weis_points[seat] = 0
        s.prediction[seat] = -1
        s.announced[seat] = 0
        s.weis_top[seat] = 0
        s.weis_trump[seat] = 0
        s.withheld[seat] = 0
        s.stoeck_left[seat] = 0
        s.stoeck_scored[seat] = 0
    for side in range(r.sides):
        s.taken[side] = 0
        s.start_totals[side] = s.totals[side]
        s.points[side] = 0
        s.card_points[side] = 0
        s.written[side] = 0
        s.tricks_taken[side] = 0
    for trick in range(len(s.trick_winner)):
        s.trick_winner[trick] = -1
        s.orders[trick] = -1
    s.start_bergpreis = s.bergpreis
    s.multiplier = 1
    s.forehand = next_seat(r, s, s.dealer)
    s.phase = -1
    s.chooser = -1
    s.shoves = 0
    s.contract = -1
    s.subchoice = -1
    s.values = -1
    s.whole_trump = -1
    s.strict = r.strict
    s.writes = WRITE_AFTER_HAND
    s.trick = 0
    s.in_trick = 0
    s.led = -1
    s.order = -1
    s.best_card = -1
    s.best_seat = -1
    s.first_leader = -1
    s.weis_rank = 0
    s.weis_asked = 0
    s.stoeck_counts = 0
    s.row = -1
    s.passes = 0
    s.passed = 0
    s.misere_added = 0
    s.doubler = -1
    s.doubles_asked = 0
    s.swapper = -1
    s.exchanger = -1
    s.bid = 0
    for tricks in range(len(s.bid_by)):
        s.bid_by[tricks] = -1
    for seat in range(len(s.tricks_said)):
        s.tricks_said[seat] = -1
    s.draws = 0
    s.draw_rounds = 0
    if r.trump_from == TRUMP_FREE:
        set_free(r, s)
    elif r.trump_from == TRUMP_NONE:
        set_none(r, s)
    elif r.trump_from == TRUMP_TURNED:
        set_suit(r, s, SUIT[s.turned])
    s.order = s.orders[0]  # where it does not depend on a decision all know it from the beginning
