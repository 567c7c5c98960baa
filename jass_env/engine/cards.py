"""Cards, suits, ranks, and sets of cards as bits (rulebook 1.1).

A card of the 36 is ``9 * suit + rank``. In the 48-card pack (A K O U B 9 twice) the second copies have the ids 36-59,
``36 + 6 * suit + rank - 3``, so every pack fits one 64-bit set. A player never tells two copies apart: actions and
observations speak of the *kind*, 0-35.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from jass_env.engine._jit import constant, jit
from jass_env.errors import CardError

SUITS = ("acorns", "roses", "shields", "bells")
SUIT_LETTERS = "arsb"
RANK_LETTERS = "6789BUOKA"
SIX, SEVEN, EIGHT, NINE, BANNER, UNDER, OBER, KING, ACE = range(9)
ACORNS, ROSES, SHIELDS, BELLS = range(4)

KINDS = 36
CARDS = 60  # ids of cards, second copies included

PACK_36 = (1 << 36) - 1
#: The 48-card pack: 9 and higher of each suit, and the second copies.
PACK_48 = sum(1 << (9 * suit + rank) for suit in range(4) for rank in range(NINE, ACE + 1)) | ((1 << CARDS) - (1 << 36))

KIND = constant(np.array([*range(36), *(9 * suit + rank for suit in range(4) for rank in range(NINE, ACE + 1))], np.int8))
SUIT = constant((KIND // 9).astype(np.int8))
RANK = constant((KIND % 9).astype(np.int8))
#: All cards of a suit, second copies included.
SUIT_SET = constant(
    np.array([sum(1 << card for card in range(CARDS) if SUIT[card] == suit) for suit in range(4)], dtype=np.int64)
)

FIRST_COPIES = PACK_36


@jit
def second_copy(kind: int) -> int:
    """Id of the second copy of a kind from 9 upward."""
    return 36 + 6 * (kind // 9) + kind % 9 - 3


@jit
def kinds_of(cards: int) -> int:
    """The kinds in a set of cards, as a set of bits 0-35."""
    kinds = cards & FIRST_COPIES
    rest = cards >> 36
    if rest:
        for suit in range(4):
            kinds |= ((rest >> (6 * suit)) & 63) << (9 * suit + 3)
    return kinds


@jit
def pick(cards: int, kind: int) -> int:
    """Which card of a hand is played when a player plays ``kind``: the first copy if he has it."""
    if (cards >> kind) & 1:
        return kind
    return second_copy(kind)


def card_id(name: str | int) -> int:
    """Id 0-35 of a card written as in the rulebook ("Ua", "6b"); an id passes through.

    Raises:
        CardError: the text or number names no card.
    """
    if isinstance(name, str):
        if len(name) == 2 and name[0] in RANK_LETTERS and name[1] in SUIT_LETTERS:
            return 9 * SUIT_LETTERS.index(name[1]) + RANK_LETTERS.index(name[0])
    elif 0 <= int(name) < KINDS:
        return int(name)
    raise CardError(f"no card is called {name!r}; a card is a rank of {RANK_LETTERS} and a suit letter of {SUIT_LETTERS}")


def card_name(card: int) -> str:
    """Text of a card: rank, then suit letter."""
    return RANK_LETTERS[int(RANK[card])] + SUIT_LETTERS[int(SUIT[card])]


def card_names(cards: int) -> list[str]:
    """Texts of a set of cards in index order; a kind held twice stands twice."""
    ids = [card for card in range(CARDS) if (int(cards) >> card) & 1]
    return [card_name(card) for card in sorted(ids, key=lambda card: int(KIND[card]))]


def card_set(cards: Iterable[str | int], pack: int = PACK_36) -> int:
    """The set (bits 0-59) of cards given by text or kind.

    Raises:
        CardError: a card stands more often than ``pack`` has it.
    """
    members = 0
    for name in cards:
        kind = card_id(name)
        if (pack >> kind) & 1 and not (members >> kind) & 1:
            members |= 1 << kind
        elif pack == PACK_48 and kind % 9 >= NINE and not (members >> second_copy(kind)) & 1:
            members |= 1 << int(second_copy(kind))
        else:
            raise CardError(f"card {card_name(kind)} is not in this pack, or stands there too often")
    return members
