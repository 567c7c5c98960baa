"""Orders of the cards in a trick, card points, and the rule of legal cards (rulebook 1.3, 1.5, 1.6).

An *order* is a small number: 0-3 that suit is trump, ``OBENABE``, ``UNDENUFE``, ``FREE`` (no trump yet, ranks as
obenabe; the first player who cannot follow fixes it) and ``UNNAMED`` (3x3: the trump of this trick is still to be named).
Everything that depends on it is a row of a table; there is one ``strength``, one ``legal_cards``.
"""

from __future__ import annotations

import numpy as np

from jass_env.engine._jit import constant, inner, jit
from jass_env.engine.cards import ACE, BANNER, CARDS, EIGHT, KING, NINE, OBER, RANK, SIX, SUIT, SUIT_SET, UNDER

OBENABE, UNDENUFE, FREE, UNNAMED = 4, 5, 6, 7
ORDERS = 7

# Rows of VALUES: 0-3 the hand with that trump suit, then hands without trump.
NO_TRUMP, UNDENUFE_SIX = 4, 5
BY_TRICK = 6  # not a row: each card counts by the order of the trick in which it is taken

PLAIN_RANKS = "6789BUOKA"  # low to high
TRUMP_RANKS = "678BOKA9U"


def _strength_table() -> np.ndarray:
    """``[order, led suit, card]``: 0 cannot win, 1-9 a card of the led suit, 10-18 a trump."""
    table = np.zeros((ORDERS, 4, CARDS), dtype=np.int8)
    for order in range(ORDERS):
        for led in range(4):
            for card in range(CARDS):
                rank = int(RANK[card])
                if SUIT[card] == order:
                    table[order, led, card] = 10 + TRUMP_RANKS.index(PLAIN_RANKS[rank])
                elif SUIT[card] == led:
                    table[order, led, card] = 9 - rank if order == UNDENUFE else 1 + rank
    return table


def _trump_tables() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Trumps of an order; its Puurs; trumps at least as high as a trump (equal copies count as higher, rule 7)."""
    trumps = np.zeros(ORDERS + 1, dtype=np.int64)
    puurs = np.zeros(ORDERS + 1, dtype=np.int64)
    at_least = np.zeros((ORDERS + 1, CARDS), dtype=np.int64)
    for suit in range(4):
        trumps[suit] = SUIT_SET[suit]
        members = [card for card in range(CARDS) if SUIT[card] == suit]
        puurs[suit] = sum(1 << card for card in members if RANK[card] == UNDER)
        for low in members:
            at_least[suit, low] = sum(1 << c for c in members if STRENGTH[suit, suit, c] >= STRENGTH[suit, suit, low])
    return trumps, puurs, at_least


def _value_table() -> np.ndarray:
    """``[row, card]``: card points, the table of rulebook 1.3."""
    table = np.zeros((6, CARDS), dtype=np.int16)
    plain = {ACE: 11, KING: 4, OBER: 3, BANNER: 10, UNDER: 2}
    for card in range(CARDS):
        rank = int(RANK[card])
        table[:, card] = plain.get(rank, 0)
        suit = int(SUIT[card])
        table[suit, card] = {UNDER: 20, NINE: 14}.get(rank, plain.get(rank, 0))
        table[NO_TRUMP, card] = 8 if rank == EIGHT else plain.get(rank, 0)
        table[UNDENUFE_SIX, card] = {EIGHT: 8, SIX: 11, ACE: 0}.get(rank, plain.get(rank, 0))
    return table


STRENGTH = constant(_strength_table())
TRUMPS, PUURS, AT_LEAST = map(constant, _trump_tables())
VALUES = constant(_value_table())


@jit
def legal_cards(hand: int, order: int, led: int, highest_trump: int, strict: bool, beat: bool) -> int:
    """The cards of ``hand`` that may be played to a trick that is under way (rulebook 1.5).

    Args:
        hand: set of cards.
        order: order of the trick.
        led: suit of the first card.
        highest_trump: the highest trump in a trick led with another suit, or -1.
        strict: a hand that is not all trumps may never undertrump; otherwise (loose) only who can follow may not.
        beat: option ``only_trumps="beat"``: a hand of nothing but trumps must beat the highest if it can.
    """
    trumps = hand & TRUMPS[order]
    suit = hand & SUIT_SET[led]
    if led == order:
        only_puurs = trumps & ~PUURS[order] == 0
        return hand if only_puurs else trumps
    if highest_trump < 0:
        return suit | trumps if suit else hand
    above = trumps & AT_LEAST[order, highest_trump]
    if suit:
        return suit | above
    if not strict:
        return hand
    if trumps == hand:
        return above if beat and above else hand
    return (hand & ~trumps) | above


@jit
def revoking_cards(hand: int, legal: int, order: int, led: int) -> int:
    """The cards that may be played where revokes are possible: all but the undertrumps (rulebook 1.9)."""
    if led == order:
        return hand
    return legal | (hand & ~TRUMPS[order])


@inner
def value_row(values: int, order: int, undenufe_six: bool) -> int:
    """The row of VALUES for a trick: the hand's own, or the one of the trick's order."""
    if values != BY_TRICK:
        return values
    if order < OBENABE:
        return order
    return UNDENUFE_SIX if undenufe_six and order == UNDENUFE else NO_TRUMP


@jit
def count(cards: int, row: int) -> int:
    """Card points of a set of cards."""
    points = 0
    for card in range(CARDS):
        if (cards >> card) & 1:
            points += VALUES[row, card]
    return points
