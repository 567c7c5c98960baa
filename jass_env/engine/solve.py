"""Open-card solver: the exact value of a position of a two-sided game in which all hands are known.

The value is the difference of card points still to come: what *camp* 0 scores from here to the end of the hand, minus what
camp 1 does. ``search`` is alpha-beta (fail-soft) with an explicit stack of one frame a card: frame number ``trick * seats +
place``. ``value_cards`` asks it whether a legal card is worth a number or not, until enough is known; all these questions
share a table of positions.

The ideas that make it fast, all of them exact, each with a flag so that tests can switch it off:

* ``USE_TABLE``: bounds on positions at the start of a trick are kept, keyed by all hands, the leader, and who may still
  take all tricks.
* ``USE_RANKS``: the key knows only the order of cards of equal points, not how far they lie apart: with the Seven gone, the
  Eight is as good as the Seven.
* ``USE_SURE``: the cards above the other camp's best trump score for their own camp; a leader can cash what nobody beats.
* ``USE_ALIKE``: of cards of one hand that no other card separates, those with equal points are one move; between the others
  the value differs by at most twice the difference of their points, which often refutes them without a search.
* ``USE_ORDER``: the likely best card first (without it: in the order of the pack, backwards).
"""

from __future__ import annotations

import numpy as np

from jass_env.engine import actions as act
from jass_env.engine._jit import constant, inner, jit
from jass_env.engine.bits import highest, lowest, popcount
from jass_env.engine.cards import FIRST_COPIES, KINDS, NINE, RANK, SUIT, SUIT_SET, UNDER
from jass_env.engine.orders import (
    FREE,
    ORDERS,
    STRENGTH,
    TRUMP_RANKS,
    TRUMPS,
    UNDENUFE,
    VALUES,
    legal_cards,
    value_row,
)
from jass_env.engine.state import (
    ASK_CARD,
    SEATS,
    SETTLE_LEDGER_POINTS,
    SETTLE_LEDGER_STICKS,
    SETTLE_POINTS,
    SETTLE_STROKES,
    SETTLE_THRESHOLD,
    TRICKS,
    _record,
    i8,
)
from jass_env.engine.tricks import count_table
from jass_env.engine.turns import next_seat

USE_TABLE, USE_SURE, USE_ALIKE, USE_ORDER, USE_RANKS = 1, 2, 4, 8, 16
ALL_IDEAS = USE_TABLE | USE_SURE | USE_ALIKE | USE_ORDER | USE_RANKS

# Why a position cannot be solved (``why_not``).
SOLVABLE, NOT_A_CARD, NOT_TWO_SIDED, NOT_POINTS, TWO_COPIES, REVOKES, TRUMP_OPEN = range(7)

NOBODY, ANYBODY = 0, 7  # who has taken all tricks so far: a side + 1; nobody; or no trick is over yet

UNSOLVED = 1 << 20  # larger than any value
HINTED = 4096  # larger than any promise
STEP = 8  # how far the second question about a card lies from the first, in points
SPAN = 2  # how exactly a card must be known before others are compared with it
FRAMES = KINDS + 1
WIDTH = TRICKS  # cards in a hand, at most

#: Workspace of a search, and its frames.
WORK = _record(
    [
        # the game
        ("playing", i8),
        ("tricks", i8),
        ("strict", i8),
        ("beat", i8),
        ("flip", i8),  # the points of one camp count for the other (misère)
        ("steady", i8),  # each card counts the same in all tricks to come
        ("same_order", i8),  # all tricks to come have one order
        ("next", i8, SEATS),
        ("camp", i8, SEATS),  # camp 0 wants a high value, camp 1 a low one
        ("credit", i8, SEATS),  # for whom a seat's tricks count
        ("taker", i8, SEATS),  # side + 1
        ("match_for", i8, 2 * 8),  # what the match may still bring each camp, by who has taken all tricks
        ("order", i8, TRICKS),
        ("bonus", i8, TRICKS),
        ("value", i8, TRICKS * KINDS),
        ("alike", i8, KINDS),  # lowest rank of the suit that always counts the same
        ("lonely", i8),  # cards that change their place in the suit with trump: never like their neighbours
        ("joined", i8),  # cards that count the same as the next one of the suit, neither of them lonely
        # the search
        ("ideas", i8),
        ("nodes", i8),
        ("budget", i8),
        ("generation", i8),
        ("hands", i8, SEATS),
        ("cards", i8, 2),  # of each camp
        ("history", i8, SEATS * KINDS),  # high for cards that refuted where others had failed
        # by legal card of the position
        ("root", i8, WIDTH),  # as ``move``
        ("low", i8, WIDTH),  # bounds on its value for the mover
        ("high", i8, WIDTH),
        # by trick
        ("left", i8, TRICKS + 1),  # points to come, at most
        ("alone", i8, TRICKS + 1),
        ("gain", i8, TRICKS + 1),  # value of the trick
        ("floor", i8, TRICKS + 1),  # window at its start
        ("ceiling", i8, TRICKS + 1),
        ("key0", i8, TRICKS + 1),
        ("key1", i8, TRICKS + 1),
        ("key2", i8, TRICKS + 1),
        ("slot", i8, TRICKS + 1),
        # by frame
        ("seat", i8, FRAMES),
        ("led", i8, FRAMES),
        ("best_card", i8, FRAMES),
        ("best_seat", i8, FRAMES),
        ("points", i8, FRAMES),  # in the trick so far
        ("alpha", i8, FRAMES),
        ("beta", i8, FRAMES),
        ("best", i8, FRAMES),  # value found so far
        ("chosen", i8, FRAMES),  # its card
        ("count", i8, FRAMES),
        ("at", i8, FRAMES),
        ("move", i8, FRAMES * WIDTH),  # card, its block << 8, its promise << 16
        ("killer", i8, FRAMES * SEATS),  # the card that last refuted a frame
        # of the frame whose moves are being listed
        ("foes", i8),  # cards of opponents who play to this trick after the mover
        ("friends", i8),  # and of partners
        ("better", i8),  # cards that beat the best of the trick
        ("kept", i8),  # the trick is the own camp's, whatever the mover plays
    ]
)


def _beaters() -> np.ndarray:
    """``[order, led, card]``: the cards that beat a card of a trick."""
    table = np.zeros((ORDERS, 4, KINDS), dtype=np.int64)
    for order, led, card in np.ndindex(*table.shape):
        strength = STRENGTH[order, led, card]
        table[order, led, card] = sum(1 << c for c in range(KINDS) if STRENGTH[order, led, c] > strength)
    return table


def _strongest_trumps() -> np.ndarray:
    """``[nine bits]``: the rank of the strongest of some trumps."""
    by_strength = ["6789BUOKA".index(rank) for rank in TRUMP_RANKS]
    held = [[rank for rank in by_strength if bits >> rank & 1] for bits in range(512)]
    return np.array([ranks[-1] if ranks else 0 for ranks in held], dtype=np.int64)


BEATERS = constant(_beaters())
STRONGEST_TRUMP = constant(_strongest_trumps())


# --- from the engine's records to the workspace ---


@inner
def why_not(r, s) -> int:  # type: ignore[no-untyped-def]
    """SOLVABLE, or the first reason why a position cannot be solved."""
    if s.over or s.ask != ASK_CARD:
        return NOT_A_CARD
    if r.sides != 2 and r.rows == 0:
        return NOT_TWO_SIDED
    family = r.settle == SETTLE_POINTS or r.settle == SETTLE_STROKES or r.settle == SETTLE_THRESHOLD
    if not family and r.settle != SETTLE_LEDGER_STICKS and r.settle != SETTLE_LEDGER_POINTS:
        return NOT_POINTS
    if r.own_values:
        return NOT_POINTS
    if r.pack & ~FIRST_COPIES:
        return TWO_COPIES
    if r.revokes:
        return REVOKES
    if s.order >= FREE:
        return TRUMP_OPEN
    for trick in range(s.trick, r.tricks):
        if s.orders[trick] >= FREE:
            return TRUMP_OPEN
    return SOLVABLE


@inner
def set_camps(r, s, w) -> None:  # type: ignore[no-untyped-def]
    """Who plays against whom: two sides, or the declarer against the rest; and whose match is still possible."""
    w.flip = (s.contract == act.MISERE) != (s.misere_added == 1)
    for number in range(16):
        w.match_for[number] = 0
    alone = ANYBODY if r.match_bonus else NOBODY
    w.cards[0] = 0
    w.cards[1] = 0
    for seat in range(SEATS):
        w.hands[seat] = 0
    for seat in range(r.seats):
        side = r.side_of[seat]
        w.hands[seat] = s.hands[seat]
        w.next[seat] = next_seat(r, s, seat)
        w.camp[seat] = side if r.sides == 2 else seat != s.chooser
        w.cards[w.camp[seat]] |= s.hands[seat]
        w.credit[seat] = w.camp[seat] ^ w.flip
        w.taker[seat] = side + 1
        w.match_for[8 * w.credit[seat] + side + 1] = r.match_bonus
        w.match_for[8 * w.credit[seat] + ANYBODY] = r.match_bonus
        if alone != NOBODY and s.tricks_taken[side] > 0:
            alone = side + 1 if s.tricks_taken[side] == s.trick else NOBODY
    w.alone[s.trick] = alone


@inner
def set_tricks(r, s, w) -> None:  # type: ignore[no-untyped-def]
    """Order, bonus and card values of each trick to come."""
    w.steady = 1
    w.same_order = 1
    w.lonely = 0
    w.joined = 0
    now = s.trick
    for trick in range(now, r.tricks):
        order = s.order if trick == now else s.orders[trick]
        w.order[trick] = order
        w.bonus[trick] = r.trick_bonus[count_table(r, s) * TRICKS + trick]
        if order != w.order[now]:
            w.same_order = 0
        row = value_row(s.values, order, r.undenufe_six)
        for card in range(KINDS):
            w.value[trick * KINDS + card] = VALUES[row, card]
            if VALUES[row, card] != w.value[now * KINDS + card]:
                w.steady = 0
            if SUIT[card] == order and (RANK[card] == NINE or RANK[card] == UNDER):
                w.lonely |= 1 << card
    for card in range(KINDS):
        other = 9 * SUIT[card]
        while not count_alike(w, card, other, now):
            other += 1
        w.alike[card] = RANK[other]
        pair = 3 << card >> 1  # with the card below
        if RANK[card] > 0 and w.alike[card] == w.alike[card - 1] and w.lonely & pair == 0:
            w.joined |= 1 << (card - 1)


@inner
def count_alike(w, card: int, other: int, first: int) -> bool:  # type: ignore[no-untyped-def]
    """Two cards have the same points in all tricks from ``first``."""
    for trick in range(first, w.tricks):
        if w.value[trick * KINDS + card] != w.value[trick * KINDS + other]:
            return False
    return True


@inner
def points_left(r, s, w) -> int:  # type: ignore[no-untyped-def]
    """Points of the tricks to come, at most; exactly where each card counts the same in all of them."""
    cards = 0
    for seat in range(r.seats):
        cards |= s.hands[seat]
    for place in range(s.trick * w.playing, s.trick * w.playing + s.in_trick):
        cards |= 1 << s.played[place]
    left = 0
    for trick in range(s.trick, w.tricks):
        left += w.bonus[trick]
    while cards:
        most = 0
        for trick in range(s.trick, w.tricks):
            most = max(most, w.value[trick * KINDS + lowest(cards)])
        left += most
        cards &= cards - 1
    return left


@inner
def prepare(r, s, w) -> int:  # type: ignore[no-untyped-def]
    """Write what the search needs of rules and state. Returns the number of the first frame."""
    w.playing = s.playing
    w.tricks = r.tricks
    w.strict = s.strict
    w.beat = r.only_trumps_beat
    w.nodes = 0
    set_camps(r, s, w)
    set_tricks(r, s, w)
    w.left[s.trick] = points_left(r, s, w)
    for number in range(FRAMES * SEATS):
        w.killer[number] = -1
    for number in range(SEATS * KINDS):
        w.history[number] = 0
    first = s.trick * s.playing
    frame = first + s.in_trick
    w.seat[frame] = s.mover
    w.led[frame] = s.led
    w.best_card[frame] = s.best_card
    w.best_seat[frame] = s.best_seat
    w.points[frame] = 0
    for place in range(first, frame):
        w.points[frame] += w.value[s.trick * KINDS + s.played[place]]
    return frame


# --- playing ---


@inner
def move_card(w, seat: int, card: int) -> None:  # type: ignore[no-untyped-def]
    """A card leaves its hand, or comes back."""
    w.hands[seat] ^= 1 << card
    w.cards[w.camp[seat]] ^= 1 << card


@inner
def play(w, frame: int, t: int, place: int, card: int) -> None:  # type: ignore[no-untyped-def]
    """The mover of a frame plays a card to place ``place`` of trick ``t``; the next frame is written."""
    seat = w.seat[frame]
    move_card(w, seat, card)
    points = w.value[t * KINDS + card]
    led = 0 + SUIT[card]
    best_card, best_seat = card, seat
    if place > 0:
        led = w.led[frame]
        points += w.points[frame]
        if (BEATERS[w.order[t], led, w.best_card[frame]] >> card) & 1 == 0:
            best_card = w.best_card[frame]
            best_seat = w.best_seat[frame]
    gain = 0
    if place + 1 == w.playing:
        gain = end_trick(w, t, best_seat, points + w.bonus[t])
        w.seat[frame + 1] = best_seat
    else:
        w.led[frame + 1] = led
        w.best_card[frame + 1] = best_card
        w.best_seat[frame + 1] = best_seat
        w.points[frame + 1] = points
        w.seat[frame + 1] = w.next[seat]
    w.alpha[frame + 1] = w.alpha[frame] - gain
    w.beta[frame + 1] = w.beta[frame] - gain


@inner
def end_trick(w, t: int, winner: int, points: int) -> int:  # type: ignore[no-untyped-def]
    """A trick is taken. Returns its value."""
    alone, taker = w.alone[t], w.taker[winner]
    w.alone[t + 1] = taker if alone in (ANYBODY, taker) else NOBODY
    w.left[t + 1] = w.left[t] - points
    w.gain[t] = points if w.credit[winner] == 0 else -points
    return w.gain[t]


@inner
def match_value(w, alone: int) -> int:  # type: ignore[no-untyped-def]
    """The hand is over: the bonus if one side took all tricks."""
    return w.match_for[alone] - w.match_for[8 + alone]


@inner
def last_trick(w, t: int, leader: int) -> int:  # type: ignore[no-untyped-def]
    """Value of the last trick: each has one card, nothing is left to decide."""
    winner, best_card = leader, lowest(w.hands[leader])
    led = SUIT[best_card]
    points = w.bonus[t] + w.value[t * KINDS + best_card]
    seat = w.next[leader]
    while seat != leader:
        card = lowest(w.hands[seat])
        points += w.value[t * KINDS + card]
        if (BEATERS[w.order[t], led, best_card] >> card) & 1:
            winner, best_card = seat, card
        seat = w.next[seat]
    return end_trick(w, t, winner, points) + match_value(w, w.alone[t + 1])


# --- moves ---


@inner
def list_moves(w, frame: int, t: int, place: int, hint: int, alike: bool) -> None:  # type: ignore[no-untyped-def]
    """The moves of a frame, the most promising first; with ``alike`` one of those that come to the same.

    Cards of a hand form a *block* where no card of another hand, nor the best of the trick, lies between them.
    """
    hand = w.hands[w.seat[frame]]
    legal, others = hand, (w.cards[0] | w.cards[1]) & ~hand
    if place > 0:
        best, led, order = w.best_card[frame], w.led[frame], w.order[t]
        others |= 1 << best
        if legal & (legal - 1):
            ruffed = SUIT[best] == order and led != order
            legal = legal_cards(legal, order, led, best if ruffed else -1, w.strict, w.beat)
    base = frame * WIDTH
    if legal & (legal - 1) == 0:
        w.move[base] = lowest(legal)
        w.count[frame] = 1
        return
    if w.ideas & USE_ORDER:
        look_round(w, frame, t, place)
    count, block, seen, last = 0, 0, 0, -1
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        if last < 0 or separated(w, last, card, others):
            block += 1
            seen = 0
        last = card
        if alike and (seen >> w.alike[card]) & 1:
            continue
        seen |= 1 << w.alike[card]
        entry = block << 8 | card
        if w.ideas & USE_ORDER:
            entry |= (HINTED if card == hint else promise(w, frame, t, place, card)) << 16
        j = count
        while j > 0 and w.move[base + j - 1] < entry:
            w.move[base + j] = w.move[base + j - 1]
            j -= 1
        w.move[base + j] = entry
        count += 1
    w.count[frame] = count


@inner
def separated(w, low: int, high: int, others: int) -> bool:  # type: ignore[no-untyped-def]
    """Something lies between two cards of a hand, so that it matters which of them is played."""
    if SUIT[low] != SUIT[high] or ((w.lonely >> low) | (w.lonely >> high)) & 1:
        return True
    return others & ((1 << high) - (1 << low)) != 0


@inner
def beating(order: int, led: int, mine: int, theirs: int) -> int:
    """The cards of ``mine`` that win a trick with suit ``led`` against all of ``theirs``."""
    trumps, suit = theirs & TRUMPS[order], theirs & SUIT_SET[led]
    if trumps:
        return mine & BEATERS[order, order, 9 * order + STRONGEST_TRUMP[trumps >> (9 * order)]]
    if suit:
        return mine & BEATERS[order, led, lowest(suit) if order == UNDENUFE else highest(suit)]
    return mine & (TRUMPS[order] | SUIT_SET[led])


@inner
def look_round(w, frame: int, t: int, place: int) -> None:  # type: ignore[no-untyped-def]
    """What ``promise`` needs to know of a frame: who plays to the trick after the mover, and whose it will be."""
    seat = w.seat[frame]
    w.foes = 0
    w.friends = 0
    other = seat
    for _ in range(place + 1, w.playing):
        other = w.next[other]
        if w.camp[other] == w.camp[seat]:
            w.friends |= w.hands[other]
        else:
            w.foes |= w.hands[other]
    if place > 0:
        w.better = BEATERS[w.order[t], w.led[frame], w.best_card[frame]]
        ours = w.camp[w.best_seat[frame]] == w.camp[seat]
        w.kept = (ours and w.better & w.foes == 0) or friends_take(w, w.order[t], w.led[frame], w.better)


@inner
def friends_take(w, order: int, led: int, better: int) -> bool:  # type: ignore[no-untyped-def]
    """A partner who plays later has one of these cards, and no opponent who plays later beats it."""
    return w.friends & better != 0 and beating(order, led, w.friends & better, w.foes) != 0


@inner
def promise(w, frame: int, t: int, place: int, card: int) -> int:  # type: ignore[no-untyped-def]
    """High (and positive) for moves to try first: points into tricks that the own camp keeps, cheap cards elsewhere."""
    order, suit = w.order[t], SUIT[card]
    value, rank = 4 * w.value[t * KINDS + card], STRENGTH[order, suit, card]
    if place == 0:
        better = BEATERS[order, suit, card]
        kept = better & w.foes == 0 or friends_take(w, order, suit, better)
        score = 200 + value if kept else 100 - value - rank
    else:
        wins = (w.better >> card) & 1
        if w.kept or (wins and BEATERS[order, w.led[frame], card] & w.foes == 0):
            score = 200 + value - rank
        else:
            score = 100 - value - rank + (w.points[frame] if wins else 0)
    if w.flip:
        score = -score
    if w.killer[frame * SEATS + w.seat[frame]] == card:
        score += 40
    return 1024 + score + (w.history[w.seat[frame] * KINDS + card] >> 3)


@inner
def learn(w, frame: int, card: int) -> None:  # type: ignore[no-untyped-def]
    """A card has refuted a frame. If others had been tried before it: this seat should try it earlier, and them later."""
    w.killer[frame * SEATS + w.seat[frame]] = card
    if w.at[frame] == 0:
        return
    mine = w.seat[frame] * KINDS
    w.history[mine + card] += 64 - (w.history[mine + card] >> 4)  # never beyond 1024
    for j in range(w.at[frame]):
        other = w.move[frame * WIDTH + j] & 63
        w.history[mine + other] -= w.history[mine + other] >> 4


@inner
def drop_similar(w, frame: int, t: int, v: int) -> None:  # type: ignore[no-untyped-def]
    """Strike out moves of the block of the one just searched (value at best ``v``), if their points cannot make up for it.

    Two cards of a block can change places in every line of play: what differs is who takes the points of which.
    """
    base, at, kept = frame * WIDTH, w.at[frame], w.at[frame] + 1
    entry = w.move[base + at]
    points = w.value[t * KINDS + (entry & 63)]
    for j in range(at + 1, w.count[frame]):
        other = w.move[base + j]
        if (other ^ entry) & 0xFF00 == 0:
            apart = 2 * abs(w.value[t * KINDS + (other & 63)] - points)
            if w.camp[w.seat[frame]] == 0:
                if v + apart <= w.alpha[frame]:
                    w.best[frame] = max(w.best[frame], v + apart)
                    continue
            elif v - apart >= w.beta[frame]:
                w.best[frame] = min(w.best[frame], v - apart)
                continue
        w.move[base + kept] = other
        kept += 1
    w.count[frame] = kept


# --- sure points ---


@inner
def points_of(w, t: int, cards: int) -> int:  # type: ignore[no-untyped-def]
    """Points of a set of cards in trick ``t``."""
    points = 0
    while cards:
        points += w.value[t * KINDS + lowest(cards)]
        cards &= cards - 1
    return points


@inner
def above(w, order: int, suit: int, mine: int, theirs: int) -> int:  # type: ignore[no-untyped-def]
    """The cards of ``mine`` that beat all of ``theirs``; both are of one suit, and it is led."""
    if theirs == 0:
        return mine
    if suit == order:
        strongest = 9 * suit + STRONGEST_TRUMP[theirs >> (9 * suit)]
    else:
        strongest = lowest(theirs) if order == UNDENUFE else highest(theirs)
    return mine & BEATERS[order, suit, strongest]


@inner
def top_trumps(w, t: int) -> int:  # type: ignore[no-untyped-def]
    """Points of the trumps above all of the other camp's, which their own camp takes; negative: they are camp 1's."""
    order = w.order[t]
    zero, one = w.cards[0] & TRUMPS[order], w.cards[1] & TRUMPS[order]
    if zero | one == 0:
        return 0
    top = above(w, order, order, zero, one)
    return points_of(w, t, top) if top else -points_of(w, t, above(w, order, order, one, zero))


@inner
def cash(w, t: int, leader: int) -> int:  # type: ignore[no-untyped-def]
    """The least value for a leader who first leads the cards that nobody beats: trumps before others, while there are any.

    As soon as there is one, the other camp has no match.
    """
    order = w.order[t]
    hand = w.hands[leader]
    others = (w.cards[0] | w.cards[1]) & ~hand
    sure, drawn = 0, True
    if others & TRUMPS[order]:
        sure = above(w, order, order, hand & TRUMPS[order], others & TRUMPS[order])
        drawn = sure != 0 and outlasts(w, leader, order, sure)
    if drawn:
        for suit in range(4):
            held = hand & SUIT_SET[suit]
            if held:
                top = above(w, order, suit, held, others & SUIT_SET[suit])
                sure |= held if outlasts(w, leader, suit, top) else top
    if sure == hand:
        alone, taker = w.alone[t], w.taker[leader]
        match = w.match_for[8 * w.credit[leader] + taker] if alone in (ANYBODY, taker) else 0
        return w.left[t] + match
    if sure == 0:
        return -UNSOLVED
    points = points_of(w, t, sure)
    seat = w.next[leader]
    while seat != leader:
        points += smeared(w, t, w.hands[seat], sure) if w.camp[seat] == w.camp[leader] else spared(w, t, w.hands[seat], sure)
        seat = w.next[seat]
    return 2 * points - w.left[t]


@inner
def spared(w, t: int, hand: int, sure: int) -> int:  # type: ignore[no-untyped-def]
    """Points that an opponent gives at least to tricks led with the cards ``sure``: his cheapest cards."""
    points = 0
    while sure:
        sure &= sure - 1
        least, chosen, cards = UNSOLVED, 0, hand
        while cards:
            if w.value[t * KINDS + lowest(cards)] < least:
                least, chosen = w.value[t * KINDS + lowest(cards)], lowest(cards)
            cards &= cards - 1
        points += least
        hand ^= 1 << chosen
    return points


@inner
def smeared(w, t: int, hand: int, sure: int) -> int:  # type: ignore[no-untyped-def]
    """Points that a partner can give to tricks led with the cards ``sure``: the dearest of the suit, or of other suits."""
    points = 0
    while sure:
        suit = SUIT[lowest(sure)]
        sure &= sure - 1
        cards = hand & SUIT_SET[suit]
        if cards == 0:
            cards = hand & ~TRUMPS[w.order[t]]
        if cards == 0:
            cards = hand
        most, chosen = -1, 0
        while cards:
            if w.value[t * KINDS + lowest(cards)] > most:
                most, chosen = w.value[t * KINDS + lowest(cards)], lowest(cards)
            cards &= cards - 1
        points += most
        hand ^= 1 << chosen
    return points


@inner
def outlasts(w, leader: int, suit: int, top: int) -> bool:  # type: ignore[no-untyped-def]
    """Nobody else has a card of the suit left after these winning cards have been led."""
    rounds = popcount(top)
    seat = w.next[leader]
    while seat != leader:
        if popcount(w.hands[seat] & SUIT_SET[suit]) > rounds:
            return False
        seat = w.next[seat]
    return True


# --- the table of positions ---
# A row is three words of key and one of content: lower and upper bound (16 bits each, shifted to be positive), best card.
# The last row holds the generation: entries of earlier calls do not fit any more, so nothing has to be cleared.

SHIFT = 1 << 15
GENERATIONS = 1 << 26


@inner
def next_generation(table: np.ndarray) -> int:
    """A number that no entry of the table has."""
    last = table.shape[0] - 1
    table[last, 0] += 1
    if table[last, 0] == GENERATIONS:
        table[:, :] = 0
        table[last, 0] = 1
    return table[last, 0]


@inner
def hashed(key0: int, key1: int, key2: int) -> int:
    """A well mixed number of 31 bits."""
    word = key0 * -7046029254386353131 + key1 * -4417276706812531889 + key2 * 1609587929392839161
    word ^= (word >> 29) & 0x7FFFFFFFF
    word *= -7723592293110705685
    return (word >> 32) & 0x7FFFFFFF


@inner
def fall(cards: int, places: int) -> int:
    """Move the cards above some places into them."""
    return cards & ~(places << 1) | (cards >> 1) & places


@inner
def find(w, table: np.ndarray, t: int, leader: int) -> bool:  # type: ignore[no-untyped-def]
    """Is the position at the start of a trick in the table? Its key and place are remembered for ``keep``.

    Bit planes of the cards: held at all, by an odd seat, by seats 2 or 3, by seats 4 or 5. Cards fall into the empty places
    below them, among those of equal points.
    """
    held, odd = w.cards[0] | w.cards[1], w.hands[1] | w.hands[3] | w.hands[5]
    high, higher = w.hands[2] | w.hands[3], w.hands[4] | w.hands[5]
    if w.ideas & USE_RANKS:
        empty = (held >> 1) & ~held & w.joined
        while empty:
            held, odd, high, higher = fall(held, empty), fall(odd, empty), fall(high, empty), fall(higher, empty)
            empty = (held >> 1) & ~held & w.joined
    w.key0[t] = held | (odd & 0x7FFFFFF) << 36
    w.key1[t] = odd >> 27 | high << 9 | leader << 45 | w.alone[t] << 48
    w.key2[t] = higher | w.generation << 36
    w.slot[t] = hashed(w.key0[t], w.key1[t], w.key2[t]) & (table.shape[0] - 2)
    return is_kept(w, table, t)


@inner
def is_kept(w, table: np.ndarray, t: int) -> bool:  # type: ignore[no-untyped-def]
    """The place of a position holds just this position."""
    slot = w.slot[t]
    return table[slot, 0] == w.key0[t] and table[slot, 1] == w.key1[t] and table[slot, 2] == w.key2[t]


@inner
def keep(w, table: np.ndarray, t: int, v: int, card: int) -> None:  # type: ignore[no-untyped-def]
    """Write what a search has shown; the newest position takes the place."""
    slot = w.slot[t]
    low, high = -SHIFT, SHIFT - 1
    if is_kept(w, table, t):
        low = (table[slot, 3] & 0xFFFF) - SHIFT
        high = ((table[slot, 3] >> 16) & 0xFFFF) - SHIFT
    table[slot, 0] = w.key0[t]
    table[slot, 1] = w.key1[t]
    table[slot, 2] = w.key2[t]
    if v > w.floor[t]:
        low = max(low, v)
    if v < w.ceiling[t]:
        high = min(high, v)
    table[slot, 3] = (low + SHIFT) | (high + SHIFT) << 16 | card << 32


# --- the search ---


@inner
def look_up(w, table: np.ndarray, frame: int, t: int) -> tuple[bool, int, int]:  # type: ignore[no-untyped-def]
    """What is known at the start of a trick without a search: (is it enough?, the value or bound, the card to try first)."""
    leader, left, alone = w.seat[frame], w.left[t], w.alone[t]
    if t == w.tricks:
        return True, match_value(w, alone), -1
    if t == w.tricks - 1:
        return True, last_trick(w, t, leader), -1
    alpha, beta = w.alpha[frame], w.beta[frame]
    low, high = -left - w.match_for[8 + alone], left + w.match_for[alone]
    if low < beta and high > alpha and w.ideas & USE_SURE and w.steady and w.same_order:
        sure = 2 * (-top_trumps(w, t) if w.flip else top_trumps(w, t))
        low = max(low, low + sure)
        high = min(high, high + sure)
        if not w.flip and low < beta and high > alpha:
            sure = cash(w, t, leader)
            if w.camp[leader] == 0:
                low = max(low, sure)
            else:
                high = min(high, -sure)
    hint = -1
    if low < beta and high > alpha and w.ideas & USE_TABLE and find(w, table, t, leader):
        content = table[w.slot[t], 3]
        low = max(low, (content & 0xFFFF) - SHIFT)
        high = min(high, ((content >> 16) & 0xFFFF) - SHIFT)
        hint = content >> 32
    if low >= beta or low == high:
        return True, low, hint
    if high <= alpha:
        return True, high, hint
    w.alpha[frame] = w.floor[t] = max(alpha, low)
    w.beta[frame] = w.ceiling[t] = min(beta, high)
    return False, 0, hint


@inner
def take_value(w, frame: int, v: int, card: int) -> bool:  # type: ignore[no-untyped-def]
    """The value of a move becomes known. True: the frame needs no other move."""
    if w.camp[w.seat[frame]] == 0:
        if v > w.best[frame]:
            w.best[frame] = v
            w.chosen[frame] = card
            w.alpha[frame] = max(w.alpha[frame], v)
    elif v < w.best[frame]:
        w.best[frame] = v
        w.chosen[frame] = card
        w.beta[frame] = min(w.beta[frame], v)
    return w.alpha[frame] >= w.beta[frame]


@inner
def search(w, table: np.ndarray, root: int, t: int, place: int, alpha: int, beta: int) -> int:  # type: ignore[no-untyped-def]
    """The value of frame ``root`` if it lies between alpha and beta; else a bound on that side. UNSOLVED: too many nodes."""
    frame = root
    w.alpha[root] = alpha
    w.beta[root] = beta
    while True:
        # A new frame: its value is known, or its moves are listed.
        w.nodes += 1
        known, v, hint = False, 0, -1
        if place == 0:
            known, v, hint = look_up(w, table, frame, t)
        if not known:
            if w.nodes > w.budget:
                return UNSOLVED
            list_moves(w, frame, t, place, hint, w.ideas & USE_ALIKE)
            w.at[frame] = 0
            w.best[frame] = -UNSOLVED if w.camp[w.seat[frame]] == 0 else UNSOLVED
        # A known value goes up, until a frame has a move left to try.
        while known:
            if frame == root:
                return v
            frame -= 1
            place -= 1
            if place < 0:
                t -= 1
                place = w.playing - 1
                v += w.gain[t]
            card = w.move[frame * WIDTH + w.at[frame]] & 63
            move_card(w, w.seat[frame], card)
            known = take_value(w, frame, v, card)
            if known:
                learn(w, frame, card)
            else:
                if w.ideas & USE_ALIKE and w.steady:
                    drop_similar(w, frame, t, v)
                w.at[frame] += 1
                known = w.at[frame] == w.count[frame]
            if known:
                v = w.best[frame]
                if place == 0 and w.ideas & USE_TABLE:
                    keep(w, table, t, v, w.chosen[frame])
        # The next move.
        play(w, frame, t, place, w.move[frame * WIDTH + w.at[frame]] & 63)
        frame += 1
        place += 1
        if place == w.playing:
            place = 0
            t += 1


# --- the legal cards of a position ---


@inner
def narrow(w, table: np.ndarray, frame: int, t: int, place: int, j: int, threshold: int) -> bool:  # type: ignore[no-untyped-def]
    """Is card number ``j`` worth so much to the mover? One of its bounds moves. False: too many nodes."""
    seat, card = w.seat[frame], w.root[j] & 63
    sign = 1 - 2 * w.camp[seat]
    w.alpha[frame] = threshold - 1 if sign > 0 else -threshold
    w.beta[frame] = w.alpha[frame] + 1
    play(w, frame, t, place, card)
    alpha = w.alpha[frame + 1]
    ends = place + 1 == w.playing
    v = search(w, table, frame + 1, t + 1 if ends else t, 0 if ends else place + 1, alpha, alpha + 1)
    if v == UNSOLVED:
        return False
    move_card(w, seat, card)
    v = sign * (v + w.alpha[frame] - alpha)
    if v >= threshold:
        w.low[j] = v
    else:
        w.high[j] = v
    return True


@inner
def enclose(w, table: np.ndarray, frame: int, t: int, place: int, j: int, threshold: int, span: int) -> bool:  # type: ignore[no-untyped-def]
    """Bring the bounds of card number ``j`` together. False: too many nodes.

    In longer and longer steps from a first threshold until there is a bound on either side, then by halves. A question far
    from the value is answered fast, so it does not matter much where the first is.
    """
    step = STEP
    while w.high[j] - w.low[j] > span:
        threshold = min(max(threshold, w.low[j] + 1), w.high[j])
        if not narrow(w, table, frame, t, place, j, threshold):
            return False
        if w.high[j] == UNSOLVED:
            threshold = w.low[j] + step
        elif w.low[j] == -UNSOLVED:
            threshold = w.high[j] - step
        else:
            threshold = (w.low[j] + w.high[j] + 1) >> 1
        step *= 2
    return True


@inner
def best_of(w, table: np.ndarray, frame: int, t: int, place: int, count: int) -> int:  # type: ignore[no-untyped-def]
    """The number of a card that no other surpasses; -1: too many nodes. Its exact value is not asked for."""
    best, rival = 0, 1
    if count > 1 and not enclose(w, table, frame, t, place, best, 0, SPAN):
        return -1
    while rival < count:
        if w.high[rival] > w.low[best]:
            if not narrow(w, table, frame, t, place, rival, w.low[best] + 1):
                return -1
            if w.low[rival] > w.low[best]:
                best, rival = rival, -1  # the earlier ones may come back
                if not enclose(w, table, frame, t, place, best, w.low[best] + STEP, SPAN):
                    return -1
        rival += 1
        if rival == best:
            rival += 1
    return best


@inner
def bound_by_similar(w, t: int, j: int) -> None:  # type: ignore[no-untyped-def]
    """Cards of one block differ by at most twice their points (see ``drop_similar``)."""
    for k in range(j):
        if (w.root[j] ^ w.root[k]) & 0xFF00 == 0:
            apart = 2 * abs(w.value[t * KINDS + (w.root[j] & 63)] - w.value[t * KINDS + (w.root[k] & 63)])
            w.low[j] = max(w.low[j], w.low[k] - apart)
            w.high[j] = min(w.high[j], w.high[k] + apart)


@inner
def value_cards(r, s, w, table: np.ndarray, ideas: int, budget: int, scout: bool, out: np.ndarray) -> int:  # type: ignore[no-untyped-def]
    """The value of each legal card of a solvable position, for the mover: higher is better.

    Args:
        r, s: rules and position (``why_not`` has said SOLVABLE).
        w: workspace, a WORK record.
        table: int64 (2**k + 1, 4), zeros at first; may be used for any number of positions.
        ideas: set of USE_ flags.
        budget: nodes, at most.
        scout: only one best card is wanted, the one with the highest number; the others' numbers mean nothing.
        out: int64 (36,) by kind; -UNSOLVED where the card is not legal.

    Returns:
        Nodes, or -1 if they were not enough; then what stands in ``out`` has no meaning.
    """
    w.ideas = ideas
    w.budget = budget
    w.generation = next_generation(table)
    frame = prepare(r, s, w)
    t, place = 0 + s.trick, 0 + s.in_trick
    for kind in range(KINDS):
        out[kind] = -UNSOLVED
    list_moves(w, frame, t, place, -1, ideas & USE_ALIKE != 0)
    count = 0 + w.count[frame]
    for j in range(count):
        w.root[j] = w.move[frame * WIDTH + j]
        w.low[j] = -UNSOLVED
        w.high[j] = UNSOLVED
    best = best_of(w, table, frame, t, place, count)
    if best < 0:
        return -1
    for j in range(count):
        if not scout:
            if ideas & USE_ALIKE and w.steady:
                bound_by_similar(w, t, j)
            if not enclose(w, table, frame, t, place, j, w.low[best] + (j != best), 0):
                return -1
        out[w.root[j] & 63] = j == best if scout else w.low[j]
    if not scout:
        list_moves(w, frame, t, place, -1, False)
        for j in range(w.count[frame]):
            out[w.move[frame * WIDTH + j] & 63] = value_of_twin(w, w.move[frame * WIDTH + j], count)
    return w.nodes


@inner
def value_of_twin(w, entry: int, count: int) -> int:  # type: ignore[no-untyped-def]
    """The value of a legal card: its own, or that of the card that comes to the same."""
    found = 0
    for j in range(count):
        if (w.root[j] ^ entry) & 0xFF00 == 0 and w.alike[w.root[j] & 63] == w.alike[entry & 63]:
            found = w.low[j]
        if (w.root[j] ^ entry) & 63 == 0:
            return w.low[j]
    return found


@jit
def solve_cards(
    rules: np.ndarray,
    states: np.ndarray,
    i: int,
    work: np.ndarray,
    table: np.ndarray,
    ideas: int,
    budget: int,
    scout: bool,
    out: np.ndarray,
) -> int:
    """``value_cards`` of state ``i``, for callers in Python. Returns nodes, -1: not enough of them, -1 - n: reason n."""
    s = states[i]
    r = rules[s.rules]
    reason = why_not(r, s)
    if reason != SOLVABLE:
        return -1 - reason
    return value_cards(r, s, work[0], table, ideas, budget, scout, out)
