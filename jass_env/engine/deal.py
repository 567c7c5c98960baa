"""Dealing, and the state of a hand before its first decision (rulebook 1.2)."""

from __future__ import annotations

import numpy as np

from jass_env.engine._jit import jit
from jass_env.engine.cards import CARDS, KINDS, SUIT
from jass_env.engine.choose import set_free, set_suit
from jass_env.engine.rng import GOLDEN, below, mix, stream
from jass_env.engine.state import PACK, TRICKS, TRUMP_FREE, TRUMP_TURNED, WRITE_AFTER_HAND

DEALER_STREAM = 0  # hand h is dealt from stream h + 1


@jit
def deal(r, s) -> None:  # type: ignore[no-untyped-def]
    """Shuffle the pack and give each seat its cards; the dealer's last card may be turned up."""
    cards = np.empty(PACK, dtype=np.int8)
    size = 0
    for card in range(CARDS):
        if (r.pack >> card) & 1:
            cards[size] = card
            size += 1
    word = stream(s.key, s.hand_number + 1)
    place = 0
    for seat in range(r.seats):
        hand = 0
        for _ in range(r.hand_size):  # Fisher-Yates: what is drawn moves to the front
            word += GOLDEN
            other = place + below(mix(word), size - place)
            card = cards[other]
            cards[other] = cards[place]
            hand |= 1 << card
            if seat == s.dealer:
                s.turned = card
            place += 1
        s.hands[seat] = hand
    if not r.turn_up:
        s.turned = -1


@jit
def draw_dealer(r, s) -> int:  # type: ignore[no-untyped-def]
    """The first dealer of a match."""
    return below(mix(stream(s.key, DEALER_STREAM)), r.seats)


@jit
def forehand_by_card(r, s) -> None:  # type: ignore[no-untyped-def]
    """The first hand of some games: the holder of one card is forehand, the seat on his left counts as dealer."""
    for seat in range(r.seats):
        if (s.hands[seat] >> r.first_forehand_card) & 1:
            s.dealer = (seat + r.seats - 1) % r.seats


@jit
def clear_hand(r, s) -> None:  # type: ignore[no-untyped-def]
    """Everything about a hand but the deal is as before its first decision."""
    for kind in range(KINDS):
        s.played_in[kind] = 0
    for seat in range(r.seats):
        s.dealt[seat] = s.hands[seat]
        s.taken[seat] = 0
        s.weis_cards[seat] = 0
        s.start_totals[seat] = s.totals[seat]
        s.weis_key[seat] = 0
        s.weis_points[seat] = 0
        s.points[seat] = 0
        s.card_points[seat] = 0
        s.written[seat] = 0
        s.prediction[seat] = -1
        s.tricks_taken[seat] = 0
        s.announced[seat] = 0
        s.weis_top[seat] = 0
        s.weis_trump[seat] = 0
        s.withheld[seat] = 0
    for trick in range(TRICKS):
        s.trick_winner[trick] = -1
        s.orders[trick] = -1
    s.start_bergpreis = s.bergpreis
    s.multiplier = 1
    s.forehand = (s.dealer + 1) % r.seats
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
    s.stoeck_seat = -1
    s.stoeck_scored = 0
    s.stoeck_counts = 0
    if r.trump_from == TRUMP_FREE:
        set_free(r, s)
    elif r.trump_from == TRUMP_TURNED:
        set_suit(r, s, SUIT[s.turned])
