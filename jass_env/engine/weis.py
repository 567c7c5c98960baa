"""Weis: finding the best way to split a hand into combinations, and how Weis compare (rulebook 1.7).

A *kind* of Weis is a number 0-15: 0-6 a sequence of 3-9 cards, 7-15 four of the rank 6-A. Which kinds count, for how
much, and how they rank against each other are two rows of sixteen numbers in the rules record (one pair for all
contracts, one for Undenufe), so every table and house rule of 1.7 is data.

A Weis is compared by one number, its *key*: rank of the kind, then the top card, then whether it is trump. Its lowest four
bits repeat the kind.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jass_env.engine._jit import constant, inner, jit, rare
from jass_env.engine.bits import lowest
from jass_env.engine.cards import ACE, KINDS, NINE, PACK_36, second_copy

KINDS_OF_WEIS = 16
FOUR = 7  # kind of four sixes; + rank

SEQUENCE_POINTS_SMALL = (20, 50, 100, 100, 100, 100, 100)
SEQUENCE_POINTS_BIG = (20, 50, 100, 150, 200, 250, 300)


def _split_run(length: int, points: tuple[int, ...], low_is_better: bool) -> list[tuple[int, int]]:
    """The best pieces (length, offset of the lowest card) of ``length`` cards in a row."""

    def splits(start: int) -> list[list[tuple[int, int]]]:
        found: list[list[tuple[int, int]]] = [[]]
        for first in range(start, length - 2):
            for size in range(3, length - first + 1):
                found.extend([(size, first), *rest] for rest in splits(first + size))
        return found

    def worth(pieces: list[tuple[int, int]]) -> tuple[int, list[tuple[int, int]]]:
        ordered = sorted(((size, -first if low_is_better else first) for size, first in pieces), reverse=True)
        return sum(points[size - 3] for size, _ in pieces), ordered

    best = max(splits(0), key=worth)
    return sorted(best, key=lambda piece: (piece[0], -piece[1] if low_is_better else piece[1]), reverse=True)


def _sequence_tables() -> tuple[np.ndarray, np.ndarray]:
    """``[2 * big + reversed, ranks held]``: pieces (length * 16 + top rank, best first, a byte each) and points."""
    pieces = np.zeros((4, 512), dtype=np.int32)
    points = np.zeros((4, 512), dtype=np.int16)
    for table, (big, low_is_better) in enumerate([(False, False), (False, True), (True, False), (True, True)]):
        worth = SEQUENCE_POINTS_BIG if big else SEQUENCE_POINTS_SMALL
        split = {length: _split_run(length, worth, low_is_better) for length in range(3, 10)}
        for ranks in range(512):
            found = []
            start = 0
            while start < 9:
                length = 0
                while start + length < 9 and ranks >> (start + length) & 1:
                    length += 1
                if length >= 3:
                    found += [(size, start + first + size - 1) for size, first in split[length]]
                start += length + 1
            found.sort(key=lambda piece: (piece[0], -piece[1] if low_is_better else piece[1]), reverse=True)
            for place, (size, top) in enumerate(found):
                pieces[table, ranks] |= (size * 16 + top) << (8 * place)
                points[table, ranks] += worth[size - 3]
    return pieces, points


SEQUENCES, SEQUENCES_POINTS = map(constant, _sequence_tables())

COPIES = 3**6  # how often each of the six ranks 9-A of a suit is held in the 48-card pack: 0, 1 or 2, base 3
HAND_48 = 8
MOST_PIECES = 2  # three in a row twice, of at most eight cards


def _double_sequence_tables() -> tuple[np.ndarray, np.ndarray]:
    """The same for the 48-card pack: ``[2 * big + reversed, counts in base 3]``; a card makes one sequence only."""
    pieces = np.zeros((4, COPIES), dtype=np.int32)
    points = np.zeros((4, COPIES), dtype=np.int16)
    for table, (big, low_is_better) in enumerate([(False, False), (False, True), (True, False), (True, True)]):
        worth = SEQUENCE_POINTS_BIG if big else SEQUENCE_POINTS_SMALL
        best: dict[tuple[int, ...], tuple[int, list[tuple[int, int]]]] = {}

        def search(
            counts: tuple[int, ...], worth: tuple[int, ...] = worth, low: bool = low_is_better, best: Any = best
        ) -> tuple[int, list[tuple[int, int]]]:
            """Points and pieces (length, how good the top card is), best first."""
            if counts not in best:
                found: tuple[int, list[tuple[int, int]]] = (0, [])
                for first in range(4):
                    for last in range(first + 2, 6):
                        if 0 in counts[first : last + 1]:
                            break
                        rest = tuple(n - (first <= rank <= last) for rank, n in enumerate(counts))
                        more, others = search(rest)
                        piece = (last - first + 1, 8 - (last + 3) if low else last + 3)
                        found = max(found, (worth[piece[0] - 3] + more, sorted([piece, *others], reverse=True)))
                best[counts] = found
            return best[counts]

        for code in range(COPIES):
            counts = tuple(code // 3**rank % 3 for rank in range(6))
            if sum(counts) <= HAND_48:
                total, found = search(counts)
                points[table, code] = total
                for place, (size, height) in enumerate(found):
                    pieces[table, code] |= (size * 16 + (8 - height if low_is_better else height)) << (8 * place)
    return pieces, points


DOUBLE_SEQUENCES, DOUBLE_SEQUENCES_POINTS = map(constant, _double_sequence_tables())


@inner
def weis_key(rank: int, top: int, trump: bool, kind: int) -> int:
    """The number by which two Weis are compared; 0 is no Weis. ``top``: higher is better."""
    return ((rank * 16 + top) * 2 + (1 if trump else 0)) * 16 + kind


@inner
def kind_of_key(key: int) -> int:
    """The kind of Weis a key stands for."""
    return key & 15


@inner
def rank_of_key(key: int) -> int:
    """The part of a key that the announcement tells: the rank of its kind."""
    return key >> 9


@jit
def evaluate(r, hand: int, trump: int, undenufe: bool) -> tuple[int, int, int]:  # type: ignore[no-untyped-def]
    """All Weis of a hand, split so that they are worth most, and among equals so that the best one is highest.

    Args:
        r: rules record.
        hand: set of cards.
        trump: trump suit of the whole hand, or -1.
        undenufe: the contract is Undenufe.

    Returns:
        Points of all of them, key of the best (0: none), and the set of their cards.
    """
    row = KINDS_OF_WEIS if undenufe else 0
    low_is_better = undenufe and r.weis_undenufe_reversed
    table = 2 * r.weis_big + (1 if low_is_better else 0)

    if r.pack != PACK_36:
        return evaluate_double(r, hand, trump, undenufe)
    fours = hand & (hand >> 9) & (hand >> 18) & (hand >> 27) & 511
    usable = 0
    while fours:
        rank = lowest(fours)
        fours &= fours - 1
        if r.weis_points[row + FOUR + rank] > 0:
            usable |= 1 << rank

    best_points, best_key, best_cards = -1, 0, 0
    chosen = usable  # runs through all subsets of the usable fours
    while True:
        points, key, cards = 0, 0, 0
        rest = chosen
        while rest:
            rank = lowest(rest)
            rest &= rest - 1
            kind = FOUR + rank
            points += r.weis_points[row + kind]
            key = max(key, weis_key(r.weis_rank[row + kind], 0, False, kind))
            cards |= 0x8040201 << rank  # the four cards of this rank: bits 0, 9, 18, 27
        for suit in range(4):
            ranks = (hand >> (9 * suit)) & 511
            if not r.weis_shared:
                ranks &= ~chosen
            pieces = SEQUENCES[table, ranks]
            points += SEQUENCES_POINTS[table, ranks]
            first = True
            while pieces:
                length, top = (pieces >> 4) & 15, pieces & 15
                pieces >>= 8
                cards |= ((1 << length) - 1) << (9 * suit + top - length + 1)
                if first:  # the pieces of a suit stand best first
                    first = False
                    kind = length - 3
                    height = 8 - top if low_is_better else top
                    key = max(key, weis_key(r.weis_rank[row + kind], height, suit == trump, kind))
        if points > best_points or (points == best_points and key > best_key):
            best_points, best_key, best_cards = points, key, cards
        if chosen == 0:
            return best_points, best_key, best_cards
        chosen = (chosen - 1) & usable


@inner
def with_kinds(hand: int, cards: int, kinds: int) -> int:
    """A set of cards and one more of each of some kinds: the second copy where the first is there and two are held."""
    for kind in range(KINDS):
        if (kinds >> kind) & 1:
            again = (cards >> kind) & 1 and copies_of(hand, kind // 9, kind % 9) == 2
            cards |= 1 << (second_copy(kind) if again else kind)
    return cards


PACK_BITS = 36  # second copies begin there


@inner
def copies_of(hand: int, suit: int, rank: int) -> int:
    """How many of a kind from 9 upward a hand of the 48-card pack holds."""
    return ((hand >> (9 * suit + rank)) & 1) + ((hand >> (PACK_BITS + 6 * suit + rank - NINE)) & 1)


@rare
def evaluate_double(r, hand: int, trump: int, undenufe: bool) -> tuple[int, int, int]:  # type: ignore[no-untyped-def]
    """``evaluate`` for the 48-card pack: a four is one card of the rank in each suit, each physical card counts once.

    In the set of cards that comes back a kind that is in two Weis stands twice, if the hand holds two.
    """
    row = KINDS_OF_WEIS if undenufe else 0
    low_is_better = undenufe and r.weis_undenufe_reversed
    table = 2 * r.weis_big + (1 if low_is_better else 0)
    best_points, best_key, best_cards = -1, 0, 0
    # At most two fours in eight cards: none, one (first), or two (first and second, which may be the same rank).
    for first in range(NINE - 1, ACE + 1):  # NINE - 1 stands for none
        for second in range(NINE - 1, first + 1):
            if first == NINE - 1 and second > first:
                continue
            if not fours_held(r, hand, row, first, second):
                continue
            points, key, cards = 0, 0, 0
            for rank in (first, second):
                if rank >= NINE:
                    kind = FOUR + rank
                    points += r.weis_points[row + kind]
                    key = max(key, weis_key(r.weis_rank[row + kind], 0, False, kind))
                    cards = with_kinds(hand, cards, 0x8040201 << rank)
            for suit in range(4):
                code, place = 0, 1
                for rank in range(NINE, ACE + 1):
                    left = copies_of(hand, suit, rank)
                    if not r.weis_shared:
                        left -= (1 if first == rank else 0) + (1 if second == rank else 0)
                    code += place * left
                    place *= 3
                pieces = DOUBLE_SEQUENCES[table, code]
                points += DOUBLE_SEQUENCES_POINTS[table, code]
                while pieces:
                    length, top = (pieces >> 4) & 15, pieces & 15
                    pieces >>= 8
                    cards = with_kinds(hand, cards, ((1 << length) - 1) << (9 * suit + top - length + 1))
                    kind = length - 3
                    height = 8 - top if low_is_better else top
                    key = max(key, weis_key(r.weis_rank[row + kind], height, suit == trump, kind))
            if points > best_points or (points == best_points and key > best_key):
                best_points, best_key, best_cards = points, key, cards
    return best_points, best_key, best_cards


@inner
def fours_held(r, hand: int, row: int, first: int, second: int) -> bool:  # type: ignore[no-untyped-def]
    """The hand holds four of these one or two ranks (below 9: none), and they count."""
    for rank in (first, second):
        if rank >= NINE and r.weis_points[row + FOUR + rank] == 0:
            return False
    for suit in range(4):
        if first >= NINE and copies_of(hand, suit, first) < (2 if first == second else 1):
            return False
        if second >= NINE and copies_of(hand, suit, second) < 1:
            return False
    return True
