"""Which card the player ``rules`` plays.

Every card is judged alike, whatever the game: with what probability the trick goes to the mover's party if he plays it, how
much the trick is then worth, and how much the card would be worth if it were kept. What differs between games is whether
points are to be taken, to be avoided, or to be steered to a number (a prediction, tricks said, the ends in Mittlere).
Probabilities are those of cards spread evenly over the hands that are not seen; nothing but the mover's own hand and what
lies open is read.

The weights were fitted one by one: a change stayed if it won points on thousands of duplicate deals against random play and
against the weights before together (taking: Schieber; avoiding and steering: the games where that is done).
"""

from __future__ import annotations

import numpy as np

from jass_env.engine import actions as act
from jass_env.engine._jit import constant, inner
from jass_env.engine.bits import lowest, popcount
from jass_env.engine.cards import CARDS, KIND, KINDS, SUIT, SUIT_SET, kinds_of, pick
from jass_env.engine.orders import FREE, OBENABE, ORDERS, STRENGTH, VALUES, legal_cards, value_row
from jass_env.engine.state import (
    SETTLE_LEDGER_POINTS,
    SETTLE_LEDGER_STICKS,
    SETTLE_MITTLERE,
    SETTLE_MOLOTOW,
    SETTLE_PLUS_MINUS,
    SETTLE_PREDICTION,
    SETTLE_SIGNED,
    SETTLE_TRICKS,
    TRICKS,
)
from jass_env.engine.tricks import count_table
from jass_env.engine.turns import next_seat


def _above_table() -> np.ndarray:
    """``[order, card]``: the other cards of its suit that beat a card (a second copy, played later, does)."""
    table = np.zeros((ORDERS, CARDS), dtype=np.int64)
    for order in range(ORDERS):
        for card in range(CARDS):
            suit = int(SUIT[card])
            power = STRENGTH[order, suit]
            same = [other for other in range(CARDS) if other != card and SUIT[other] == suit]
            table[order, card] = sum(1 << other for other in same if power[other] >= power[card])
    return table


ABOVE = constant(_above_table())

# --- what a card is worth in the hand: the chance that it takes a trick later, by the number of unseen cards above it ---
PLAIN_TAKES = constant(np.array([0.63, 0.36, 0.18, 0.08, 0.0]))
TRUMP_TAKES = constant(np.array([1.21, 0.75, 0.6, 0.45, 0.45]))  # over 1: it takes the lead, too
UNGUARDED = 0.52  # of a card with fewer others of its suit than there are cards above it
RUFF_RISK = 0.6  # of a plain card while the others hold trumps
TRICK_REST = 11.0  # points that others add to a trick
COMES_BACK = 0.4  # of the points of a card that takes no trick: they go to the partner as often as not
COMES_BACK_ALONE = 0.12  # the same without a partner

# --- what others add to the trick under way, in cards of mean value ---
FOES_ADD, FRIENDS_ADD, FOES_ADD_UNWANTED = 0.97, 0.72, 1.8

# --- who takes the trick ---
RUFFS = 0.34  # of foes who cannot follow and have a trump
OVERRUFFS = 0.64
RETAKES = 0.8  # of friends who can beat the card
FOE_BETWEEN, FOE_BETWEEN_BEHIND = 0.5, 0.7  # the same with foes still to play, if the party has the trick or not
BOLD = 0.3  # where points are avoided: the part of others who take what they can
FRIEND_MUST = 0.3  # where points are avoided: the chance that a friend who is still to play has to take the trick

LONG_SUIT = 0.05  # points for leading a suit, for each card of it
PULL, PULL_FOR_FOES = 5.2, -2.0  # points for leading trumps while others have some, by who chose them
AVOIDED_VALUE = 0.2  # where points are avoided: of a card's own points, part that it is worth to get rid of it
STEERED = 0.5  # where points are steered: part of the worth of cards that they bring in the end


def _utility_table() -> np.ndarray:
    """``[settle, points + 40]``: what points are worth where the middle loses, blurred by what is still to come."""
    knots = {
        SETTLE_MITTLERE: (
            *((-1, -0.8), (0, -0.8), (4, 0.6), (12, 1), (30, 1), (52, -1.7), (72, 1), (90, 1)),
            *((100, -1.5), (140, -2), (156, -1), (157, 2)),
        ),
        SETTLE_MOLOTOW: ((0, 1), (15, 1), (38, -1), (60, 1), (90, 1), (100, -2.5), (145, -3), (157, 3)),
        SETTLE_PLUS_MINUS: ((0, 1), (15, 0.9), (50, 0.05), (75, 0.9), (92, 1), (101, 0), (145, 0), (157, 2)),
    }
    table = np.zeros((12, 361))
    blur = np.exp(-0.5 * (np.arange(-30, 31) / 8) ** 2)
    for settle, points in knots.items():
        sharp = np.interp(np.arange(-100, 381), [x for x, _ in points], [y for _, y in points])
        table[settle] = np.convolve(sharp, blur / blur.sum(), "same")[60:421]
    return table


UTILITY = constant(_utility_table())


# --- what lies open ---


@inner
def unseen_cards(r, s) -> int:  # type: ignore[no-untyped-def]
    """Cards of the pack that are neither in the mover's hand nor played."""
    seen = s.hands[s.mover]
    for side in range(r.sides):
        seen |= s.taken[side]
    first = s.trick * s.playing
    for place in range(first, first + s.in_trick):
        seen |= 1 << s.played[place]
    return r.pack & ~seen


@inner
def is_declared(r) -> bool:  # type: ignore[no-untyped-def]
    """Only the declarer's points count: everybody else plays against him."""
    return r.settle == SETTLE_LEDGER_STICKS or r.settle == SETTLE_LEDGER_POINTS


@inner
def party_of(r, s) -> int:  # type: ignore[no-untyped-def]
    """The set of seats with the mover's interest: his side, or all who play against a declarer."""
    side = r.side_of[s.mover]
    declarer = r.side_of[s.chooser] if is_declared(r) else -1
    party = 0
    for seat in range(r.seats):
        if r.side_of[seat] == side or (declarer >= 0 and side != declarer and r.side_of[seat] != declarer):
            party |= 1 << seat
    return party


@inner
def is_exchanged(s) -> bool:  # type: ignore[no-untyped-def]
    """The sides' points are exchanged at the end, or the fewest are best: misere, but not with Misère added."""
    return (s.contract == act.MISERE) != (s.misere_added == 1)


@inner
def is_steered(r) -> bool:  # type: ignore[no-untyped-def]
    """Neither the most nor the fewest points are best."""
    return SETTLE_MITTLERE <= r.settle <= SETTLE_PLUS_MINUS or r.settle == SETTLE_PREDICTION or r.settle == SETTLE_TRICKS


@inner
def is_avoided(r, s) -> bool:  # type: ignore[no-untyped-def]
    """Fewest points are best in this hand."""
    fewest = r.fewest_wins
    if r.settle == SETTLE_SIGNED:
        fewest = 2 * s.hand_number < r.hands
    return not is_steered(r) and fewest != is_exchanged(s)


@inner
def points_of(r, s, row: int, card: int) -> float:  # type: ignore[no-untyped-def]
    """What a card counts in this hand."""
    if r.own_values:
        return 1.0 * r.card_value[count_table(r, s) * KINDS + KIND[card]]
    return 1.0 * VALUES[row, card]


@inner
def points_of_all(r, s, row: int, cards: int) -> float:  # type: ignore[no-untyped-def]
    """What a set of cards counts."""
    total = 0.0
    while cards:
        total += points_of(r, s, row, lowest(cards))
        cards &= cards - 1
    return total


@inner
def points_of_trick(r, s, row: int) -> float:  # type: ignore[no-untyped-def]
    """What lies in the trick, and what it counts itself."""
    total = 1.0 * r.trick_bonus[count_table(r, s) * TRICKS + s.trick]
    first = s.trick * s.playing
    for place in range(first, first + s.in_trick):
        total += points_of(r, s, row, s.played[place])
    return total


@inner
def mean_to_come(r, s, row: int, hand: int, unseen: int) -> tuple[float, float]:  # type: ignore[no-untyped-def]
    """Points of an unseen card, and of what others add to a trick of one's own, in the mean."""
    if not r.own_values:
        return 4.2, TRICK_REST
    out = points_of_all(r, s, row, unseen)
    total = out + points_of_all(r, s, row, hand)
    for trick in range(s.trick, r.tricks):
        total += r.trick_bonus[count_table(r, s) * TRICKS + trick]
    return out / max(1, popcount(unseen)), total / (r.tricks - s.trick)


@inner
def honest_cards(r, s) -> int:  # type: ignore[no-untyped-def]
    """The legal cards without revokes, and without those that prove an earlier one, as far as there are others."""
    kinds = s.legal[0]
    if not r.revokes:
        return kinds
    if s.in_trick > 0:
        ruffed = SUIT[s.best_card] == s.order and s.led != s.order
        top = s.best_card if ruffed else -1
        hand = s.hands[s.mover]
        kinds &= kinds_of(legal_cards(hand, s.order, s.led, top, s.strict, r.only_trumps_beat))
    safe = kinds
    for suit in range(4):
        if (s.withheld[s.mover] >> suit) & 1:
            safe &= ~SUIT_SET[suit]
    return safe if safe else kinds


# --- probabilities ---


@inner
def to_the(base: float, exponent: int) -> float:
    """A small power, 0 where the base is negative."""
    power = 1.0
    for _ in range(exponent):
        power *= max(0.0, base)
    return power


@inner
def holds(order: int, led: int, card: int, unseen: int, cards: int, foes: int) -> float:
    """Probability that none of some foes, each with so many cards, beats a card."""
    if foes == 0:
        return 1.0
    one = cards / max(1, popcount(unseen))  # probability that a foe has an unseen card
    stands = to_the(1 - foes * one, popcount(ABOVE[order, card] & unseen))
    if SUIT[card] == order:
        return stands if led == order else 1 - OVERRUFFS * (1 - stands)
    if order < OBENABE or order == FREE:
        ruffs = to_the(1 - one, popcount(unseen & SUIT_SET[led]))
        if order != FREE:
            ruffs *= 1 - to_the(1 - one, popcount(unseen & SUIT_SET[order]))
        stands *= to_the(1 - RUFFS * ruffs, foes)
    return stands


@inner
def is_left(order: int, led: int, card: int, unseen: int, cards: int, foes: int) -> float:
    """The same where everybody would rather stay below."""
    if foes == 0:
        return 1.0
    one = cards / max(1, popcount(unseen))
    above = ABOVE[order, card] & unseen
    below = SUIT_SET[led] & unseen & ~above
    must = to_the(1 - one, popcount(below)) * (1 - to_the(1 - one, popcount(above)))
    return BOLD * to_the(1 - foes * one, popcount(above)) + (1 - BOLD) * to_the(1 - must, foes)


@inner
def friend_beats(order: int, card: int, unseen: int, cards: int) -> float:
    """Probability that a friend who is still to play beats a card."""
    one = cards / max(1, popcount(unseen))
    can = 1 - to_the(1 - one, popcount(ABOVE[order, card] & unseen))
    return RETAKES * can


@inner
def takes(order: int, hand: int, unseen: int, card: int) -> float:
    """The chance that a card of one's hand takes a trick later."""
    suit = SUIT[card]
    above = popcount(ABOVE[order, card] & unseen)
    if suit == order:
        return TRUMP_TAKES[min(above, 4)]
    chance = PLAIN_TAKES[min(above, 4)]
    if popcount(hand & SUIT_SET[suit]) <= above:
        chance *= UNGUARDED
    if order < OBENABE and unseen & SUIT_SET[order]:
        chance *= RUFF_RISK
    return chance


@inner
def danger(order: int, unseen: int, card: int) -> float:
    """The chance that a card takes a trick later that nobody wants: how many unseen cards are below it."""
    above = ABOVE[order, card] & unseen
    below = popcount(SUIT_SET[SUIT[card]] & unseen & ~above)
    return below / (popcount(above) + below + 1.0) * (below + 2.0) / (below + 3.0)


@inner
def brings(order: int, hand: int, unseen: int, card: int, value: float, rest: float, alone: bool) -> float:
    """Points that a card brings if it is kept."""
    share = COMES_BACK_ALONE if alone else COMES_BACK
    chance = takes(order, hand, unseen, card)
    return value * (share + (1 - share) * chance) + chance * rest


# --- what points are worth ---


@inner
def aim_of(r, s) -> float:  # type: ignore[no-untyped-def]
    """The number that the mover steers to: tricks said or points predicted (a partner's hidden ones: a quarter of all)."""
    if r.settle == SETTLE_TRICKS:
        return 1.0 * s.tricks_said[s.mover]
    aim = 1.0 * s.prediction[s.mover]
    for seat in range(r.seats):
        if seat != s.mover and r.side_of[seat] == r.side_of[s.mover]:
            aim += s.prediction[seat] if r.prediction_open else 39
    return aim


@inner
def utility(r, points: float, aim: float, blur: float) -> float:  # type: ignore[no-untyped-def]
    """What a number of points at the end of the hand is worth."""
    if r.settle == SETTLE_PREDICTION:
        return -np.sqrt((points - aim) ** 2 + blur * blur)
    if r.settle == SETTLE_TRICKS:
        return -((points - aim) ** 2)
    return UTILITY[r.settle, min(max(int(points) + 40, 0), 360)]


# --- the choice ---


@inner
def count_after(r, s, party: int) -> tuple[int, int]:  # type: ignore[no-untyped-def]
    """How many foes and how many friends are still to play to the trick after the mover."""
    foes, friends = 0, 0
    seat = s.mover
    for _ in range(s.playing - s.in_trick - 1):
        seat = next_seat(r, s, seat)
        if (party >> seat) & 1:
            friends += 1
        else:
            foes += 1
    return foes, friends


@inner
def chance_of_trick(r, s, order: int, led: int, card: int, party: int, unseen: int, avoided: bool) -> float:  # type: ignore[no-untyped-def]
    """Probability that the mover's party takes the trick if he plays a card."""
    foes, friends = count_after(r, s, party)
    cards = r.tricks - s.trick  # that each of them holds
    beats = s.in_trick == 0 or STRENGTH[order, led, card] >= STRENGTH[order, led, s.best_card]
    top = card if beats else s.best_card
    ours = beats or (party >> s.best_seat) & 1 == 1
    if avoided:
        if ours:
            return is_left(order, led, top, unseen, cards, foes)
        return FRIEND_MUST if friends > 0 else 0.0
    chance = holds(order, led, top, unseen, cards, foes) if ours else 0.0
    if friends > 0:
        between = 1.0 if foes == 0 else FOE_BETWEEN if ours else FOE_BETWEEN_BEHIND
        chance += (1 - chance) * between * friend_beats(order, top, unseen, cards)
    return chance


@inner
def order_to_come(s, order: int, is_last: bool) -> int:  # type: ignore[no-untyped-def]
    """The order in which the cards that are kept will be played."""
    later = order if is_last else s.orders[s.trick + 1]
    if later == FREE:
        return order  # of a card that fixes trump
    return later if 0 <= later < ORDERS else OBENABE


@inner
def for_leading(r, s, order: int, card: int, party: int, unseen: int) -> float:  # type: ignore[no-untyped-def]
    """Long suits are led; who chose trumps draws those of the others, who leave it to him."""
    if s.in_trick > 0:
        return 0.0
    if SUIT[card] == order and unseen & SUIT_SET[order]:
        return PULL if s.chooser >= 0 and (party >> s.chooser) & 1 else PULL_FOR_FOES
    return LONG_SUIT * popcount(s.hands[s.mover] & SUIT_SET[SUIT[card]])


@inner
def whole_hand(r, s, row: int, hand: int, unseen: int, rest: float, alone: bool) -> float:  # type: ignore[no-untyped-def]
    """Points that the mover's cards will bring."""
    order = order_to_come(s, s.order, s.trick == r.tricks - 1)
    total, cards = 0.0, hand
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        total += brings(order, hand, unseen, card, points_of(r, s, row, card), rest, alone)
    return total


@inner
def choose_card(r, s) -> int:  # type: ignore[no-untyped-def]
    """The card with the best sum of what the trick brings and what is kept."""
    kinds = honest_cards(r, s)
    if kinds & (kinds - 1) == 0:
        return lowest(kinds)
    hand, unseen = s.hands[s.mover], unseen_cards(r, s)
    party = party_of(r, s)
    alone = party & (party - 1) == 0
    foes, friends = count_after(r, s, party)
    avoided, steered = is_avoided(r, s), is_steered(r)
    is_last = s.trick == r.tricks - 1
    row = value_row(s.values, s.order, r.undenufe_six)
    mean, rest = mean_to_come(r, s, row, hand, unseen)
    trick = points_of_trick(r, s, row) + mean * ((FOES_ADD_UNWANTED if avoided else FOES_ADD) * foes + FRIENDS_ADD * friends)
    aim, so_far = 0.0, 0.0
    if steered:
        aim = aim_of(r, s)
        so_far = s.points[r.side_of[s.mover]] + STEERED * whole_hand(r, s, row, hand, unseen, rest, alone)
    best, best_score = -1, -np.inf
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        card = pick(hand, kind)
        led = SUIT[card] if s.in_trick == 0 else s.led
        order = s.order
        if order == FREE and hand & SUIT_SET[led] == 0:
            order = SUIT[card]  # it fixes trump
        value = points_of(r, s, row, card)
        chance = chance_of_trick(r, s, order, led, card, party, unseen, avoided)
        later = order_to_come(s, order, is_last)
        kept = 0.0
        if avoided:
            kept = danger(later, unseen, card) * rest + AVOIDED_VALUE * value
        elif not is_last or steered:
            kept = brings(later, hand, unseen, card, value, rest, alone)
        if steered:
            blur = 1.0 * (r.tricks - s.trick)
            without = so_far - STEERED * kept
            score = chance * utility(r, without + trick + value, aim, blur) + (1 - chance) * utility(r, without, aim, blur)
        elif avoided:
            score = (0.0 if is_last else kept) - chance * (trick + value)
        else:
            score = chance * (trick + value) - kept + for_leading(r, s, order, card, party, unseen)
        if score > best_score:
            best, best_score = kind, score
    return best
