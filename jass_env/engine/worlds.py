"""Sampling the cards a seat cannot see, uniformly among all deals that agree with what it knows.

A *world* is an assignment of the unseen cards to the places where they can lie: the other hands, the spare hand, the cards
out of play. All deals are equally likely, so all worlds that agree with what a seat knows are: how players choose among
their actions is not taken as evidence.

Conditioned on, exactly:

* the own cards, those played and by whom, those exchanged away, and the sizes of all hands;
* the turned card, wherever a swap or an exchange has brought it, and the six it was swapped for; the card that makes its
  holder forehand of the first hand;
* every card played: its player held no card that would have made it illegal. By rulebook 1.5 that always means *holding
  none of a set* (who does not follow holds nothing of the suit, or of trumps nothing but the Puur; who undertrumps is void
  in the suit, in strict games holds nothing but trumps, with ``only_trumps="beat"`` none above either), so for each seat
  it is a set of cards that he cannot hold (``excluded``);
* Weis: kinds announced, top cards and trump as told by the comparison, cards shown, and that the scoring side has shown
  all it has; with ``weis="auto"`` also that who was silent had nothing good enough;
* Stöck: scored or not where all are scored in trick 1; and that a side has not won by Stöck still in hand;
* with ``revokes``: that no revoke has been proven, and who fixed trump.

Cards that cannot lie everywhere are dealt one by one, each to a place with the probability that a uniform world has it
there: by the number of ways to deal the rest, counted once (``count_ways``). The others follow in proportion to the
free places. What remains (Weis, Stöck, revokes) depends on whole hands: a world that does not agree is drawn again, at most
``ATTEMPTS`` times; then the last one stands, which agrees with everything but that.

Hidden predictions are not cards: they stay -1 until the caller writes what he thinks of them.
"""

from __future__ import annotations

import numpy as np

from jass_env.engine import actions as act
from jass_env.engine._jit import RECORD, constant, inner, jit
from jass_env.engine.bits import lowest, popcount
from jass_env.engine.cards import CARDS, KINDS, KING, OBER, PACK_36, RANK, SIX, SUIT, SUIT_SET, second_copy
from jass_env.engine.orders import AT_LEAST, FREE, PUURS, STRENGTH, TRUMPS
from jass_env.engine.recall import best_of, complete, order_at_lead, rank_of_kind, retrace
from jass_env.engine.rng import GOLDEN, below, mix
from jass_env.engine.score import STOECK_POINTS
from jass_env.engine.state import (
    EPISODE_MATCH,
    PHASE_TRICKS,
    SEATS,
    STOECK_FIRST_TRICK,
    STOECK_OFF,
    TURN_DEALERS_LAST,
    TURN_SPARE,
    WEIS_AUTO,
    WEIS_OFF,
    WRITE_INSTANT,
)
from jass_env.engine.tricks import marriages, top_told
from jass_env.engine.turns import leader_of, next_seat, player_at
from jass_env.engine.weis import evaluate, kind_of_key, rank_of_key

ATTEMPTS = 10_000

# Places of unseen cards: seats 1-5 (0 is the viewer), then these.
SPARE, OUT = SEATS, SEATS + 1
PLACES = SEATS + 2

i1, i2, i4, i8 = np.int8, np.int16, np.int32, np.int64

#: How the unseen cards of one position can be dealt, apart from the counted ways.
PLAN = np.dtype(
    (
        RECORD,
        np.dtype(
            [
                ("known", i8, PLACES),  # unseen cards that are known to lie there
                ("not_held", i8, PLACES),  # cards that cannot lie there
                ("twin", i8, PLACES),  # second copies of kinds of which one is known to lie there, without saying which
                ("step", i4, PLACES),  # place value in the number of a position of ``ways``; 0: what is left over
                ("positions", i4),  # of ``ways``, for each card
                ("may", i2, CARDS),  # for each of ``card`` the set of places where it can lie
                ("room", i1, PLACES),  # free places beside the known cards
                ("card", i1, CARDS),  # the cards to be dealt, first those that cannot lie everywhere
                ("bound", i1),  # how many those are
                ("total", i1),  # of all
                ("checked", i1),  # whole hands have to agree with something
                ("filler", i1, 1),
            ],
            align=True,
        ),
    )
)

FACTORIAL = constant(np.cumprod(np.concatenate([[1.0], np.arange(1.0, CARDS + 1)])))


# --- what is known about the unseen cards ---


@inner
def prepare(r, s, plan) -> np.ndarray:  # type: ignore[no-untyped-def]
    """Work out how the unseen cards of a recalled state can be dealt: writes ``plan``, returns the counted ways."""
    for place in range(PLACES):
        plan.known[place], plan.not_held[place], plan.twin[place], plan.room[place] = 0, 0, 0, 0
    locate(r, s, plan)
    exclude(r, s, plan)
    make_room(r, s, plan)
    list_cards(r, s, plan)
    in_tricks = r.phases[s.phase] == PHASE_TRICKS
    plan.checked = in_tricks and (r.weis != WEIS_OFF or r.stoeck != STOECK_OFF or r.revokes != 0)
    return count_ways(plan)


@inner
def seen_cards(r, s) -> int:  # type: ignore[no-untyped-def]
    """The viewer's cards, those played by anybody, and those the viewer has exchanged away."""
    cards = s.hands[0] | s.spare
    for seat in range(r.seats):
        cards |= s.dealt[seat] & ~s.hands[seat]
    return cards


@inner
def locate(r, s, plan) -> None:  # type: ignore[no-untyped-def]
    """Unseen cards whose place is known."""
    if s.turned >= 0:
        locate_turned(r, s, plan)
    if opens_with_card(r, s):
        put(r, s, plan, s.forehand, r.first_forehand_card)
    for seat in range(1, r.seats):
        if r.weis != WEIS_OFF:
            locate_shown(r, s, plan, seat)
        if r.stoeck == STOECK_FIRST_TRICK and s.stoeck_scored[seat] == (1 if r.pack == PACK_36 else 2):
            for card in range(CARDS):
                if SUIT[card] == s.whole_trump and (RANK[card] == KING or RANK[card] == OBER):
                    put(r, s, plan, seat, card)


@inner
def put(r, s, plan, place: int, card: int) -> None:  # type: ignore[no-untyped-def]
    """A card is known to lie in a place, unless the viewer has it or it has been played."""
    if (r.pack >> card) & 1 and not (seen_cards(r, s) >> card) & 1:
        plan.known[place] |= 1 << card


@inner
def locate_turned(r, s, plan) -> None:  # type: ignore[no-untyped-def]
    """Where a swap and an exchange have brought the turned card, and the six for it."""
    below_it = SPARE if r.turn_up == TURN_SPARE else OUT
    first = s.dealer if r.turn_up == TURN_DEALERS_LAST else below_it
    six = 9 * SUIT[s.turned] + SIX
    if s.swapper >= 0:
        put(r, s, plan, after_exchange(s, s.swapper), s.turned)
        put(r, s, plan, after_exchange(s, below_it), six)
    else:
        put(r, s, plan, after_exchange(s, first), s.turned)


@inner
def after_exchange(s, place: int) -> int:  # type: ignore[no-untyped-def]
    """Where the cards of a place lie once somebody has exchanged his hand for the spare one."""
    if s.exchanger >= 0 and place == SPARE:
        return s.exchanger
    return SPARE if s.exchanger >= 0 and place == s.exchanger else place


@inner
def opens_with_card(r, s) -> bool:  # type: ignore[no-untyped-def]
    """The first hand of a match from nothing, in a game where a card says who is forehand."""
    if r.first_forehand_card < 0 or s.hand_number > 0 or r.episode != EPISODE_MATCH:
        return False
    for side in range(r.sides):
        if s.start_totals[side] != 0:
            return False
    return True


@inner
def locate_shown(r, s, plan, seat: int) -> None:  # type: ignore[no-untyped-def]
    """Cards of a Weis that has been shown, and that are not played yet. Of two unseen copies one is as good as the other."""
    played = s.dealt[seat] & ~s.hands[seat]
    taken = seen_cards(r, s)
    for place in range(PLACES):
        taken |= plan.known[place]
    for kind in range(KINDS):
        copies = 1 << kind
        if r.pack != PACK_36 and kind % 9 > 2:
            copies |= 1 << second_copy(kind)
        missing = popcount(s.weis_cards[seat] & copies) - popcount(played & copies)
        unseen = copies & ~taken
        if missing == 1 and popcount(unseen) == 2:
            plan.twin[seat] |= unseen & (unseen - 1)
        for _ in range(missing):
            plan.known[seat] |= unseen & -unseen
            unseen &= unseen - 1


@inner
def exclude(r, s, plan) -> None:  # type: ignore[no-untyped-def]
    """Go through the cards played: what could their players not have held?"""
    if r.phases[s.phase] != PHASE_TRICKS:
        return
    for trick in range(s.trick + 1):
        seat = leader_of(s, trick)
        order = order_at_lead(r, s, trick)
        if order == FREE and r.revokes:
            continue  # who did not follow may have revoked: left to ``retrace``
        first = trick * s.playing
        led, best = -1, -1
        for place in range(first, first + (s.playing if trick < s.trick else 0 + s.in_trick)):
            card = 0 + s.played[place]
            if led < 0:
                led = 0 + SUIT[card]
                best = card
            else:
                plan.not_held[seat] |= excluded(order, led, best, card, s.strict, r.only_trumps_beat, r.revokes)
                if order == FREE and SUIT[card] != led:
                    order = 0 + SUIT[card]
                    best = best_of(s, first, place, order, led)
                if STRENGTH[order, led, card] >= STRENGTH[order, led, best]:
                    best = card
            seat = next_seat(r, s, seat)


@jit
def excluded(order: int, led: int, best: int, card: int, strict: bool, beat: bool, revokes: bool) -> int:
    """The cards that a player did not hold who legally played ``card`` to a trick (rulebook 1.5, 1.9).

    Args:
        order: order of the trick when he played.
        led: its suit.
        best: the best card in it.
        card: what he played.
        strict: see ``orders.legal_cards``.
        beat: the same.
        revokes: a player need not follow suit, he only may not undertrump.
    """
    suit = 0 + SUIT[card]
    if suit == led:
        return 0
    if suit != order:
        if revokes:
            return 0
        return TRUMPS[order] & ~PUURS[order] if led == order else 0 + SUIT_SET[led]
    if SUIT[best] != order or (AT_LEAST[order, best] >> card) & 1:
        return 0
    if not strict:  # an undertrump
        return 0 + SUIT_SET[led]
    return ~TRUMPS[order] | (AT_LEAST[order, best] if beat else 0)


# --- counting ---


@inner
def make_room(r, s, plan) -> None:  # type: ignore[no-untyped-def]
    """How many cards lie in each place."""
    rest = popcount(r.pack) - s.playing * r.hand_size - r.spare
    for seat in range(1, r.seats):
        if (s.active >> seat) & 1:
            plan.room[seat] = r.hand_size - popcount(s.dealt[seat] & ~s.hands[seat]) - popcount(plan.known[seat])
    if s.exchanger != 0:
        plan.room[SPARE] = r.spare - popcount(plan.known[SPARE])
    plan.room[OUT] = rest - popcount(plan.known[OUT])


@inner
def list_cards(r, s, plan) -> None:  # type: ignore[no-untyped-def]
    """The cards to be dealt and their places: first those that cannot lie everywhere."""
    unseen = r.pack & ~seen_cards(r, s)
    everywhere = 0
    for place in range(PLACES):
        unseen &= ~plan.known[place]
        if plan.room[place] > 0:
            everywhere |= 1 << place
    plan.total, plan.bound = 0, 0
    for free in range(2):
        rest = unseen
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            may = 0
            for place in range(PLACES):
                if plan.room[place] > 0 and not (plan.not_held[place] >> card) & 1:
                    may |= 1 << place
            if (may == everywhere) == (free == 1):
                plan.card[plan.total] = card
                plan.may[plan.total] = may
                plan.total += 1
        if free == 0:
            plan.bound = plan.total


@inner
def count_ways(plan) -> np.ndarray:  # type: ignore[no-untyped-def]
    """In how many ways the cards from each bound one on can be dealt, for each number of free places.

    ``ways[card * positions + position]``, where a position numbers the free places that are left everywhere but in the
    roomiest place: that one has whatever is left over.
    """
    roomiest = 1
    for place in range(PLACES):
        if plan.room[place] > plan.room[roomiest]:
            roomiest = place
    plan.positions = 1
    for place in range(PLACES):
        plan.step[place] = 0
        if place != roomiest and plan.room[place] > 0:
            plan.step[place] = plan.positions
            plan.positions *= plan.room[place] + 1
    positions = 0 + plan.positions
    ways = np.zeros((plan.bound + 1) * positions, dtype=np.float64)
    left = np.zeros(PLACES, dtype=np.int64)
    for position in range(positions):
        if read_room(plan, position, roomiest, plan.total - plan.bound, left):
            number = 0 + FACTORIAL[plan.total - plan.bound]
            for place in range(PLACES):
                number /= FACTORIAL[left[place]]
            ways[plan.bound * positions + position] = number
    for card in range(plan.bound - 1, -1, -1):
        for position in range(positions):
            if not read_room(plan, position, roomiest, plan.total - card, left):
                continue
            number = 0.0
            for place in range(PLACES):
                if left[place] > 0 and (plan.may[card] >> place) & 1:
                    number += ways[(card + 1) * positions + position - plan.step[place]]
            ways[card * positions + position] = number
    return ways


@inner
def read_room(plan, position: int, roomiest: int, cards: int, left: np.ndarray) -> bool:  # type: ignore[no-untyped-def]
    """The free places that a position stands for when so many cards are left. False: impossible."""
    for place in range(PLACES):
        left[place] = 0
        if plan.step[place] > 0:
            left[place] = position // plan.step[place] % (plan.room[place] + 1)
            cards -= left[place]
    left[roomiest] = cards
    return 0 <= cards <= plan.room[roomiest]


# --- drawing ---


@inner
def deal_unseen(plan, ways: np.ndarray, word: np.uint64, hands: np.ndarray, left: np.ndarray) -> np.uint64:  # type: ignore[no-untyped-def]
    """Deal the unseen cards at random into ``hands``, one set for each place. Returns the random word to go on from."""
    position = 0
    for place in range(PLACES):
        hands[place] = plan.known[place]
        left[place] = plan.room[place]
        position += plan.step[place] * plan.room[place]
    for number in range(plan.bound):
        word += GOLDEN
        at = number * plan.positions + position
        rest = np.float64(mix(word) >> np.uint64(11)) / 2.0**53 * ways[at]
        chosen = -1
        for place in range(PLACES):
            if left[place] > 0 and (plan.may[number] >> place) & 1:
                here = ways[at + plan.positions - plan.step[place]]
                if here > 0:
                    chosen = place
                    if rest < here:
                        break
                    rest -= here
        hands[chosen] |= 1 << plan.card[number]
        left[chosen] -= 1
        position -= plan.step[chosen]
    for number in range(plan.bound, plan.total):
        word += GOLDEN
        place = 0
        among = below(mix(word), plan.total - number)
        while among >= left[place]:
            among -= left[place]
            place += 1
        hands[place] |= 1 << plan.card[number]
        left[place] -= 1
    return word


@inner
def fill(r, s, plan, ways: np.ndarray, word: np.uint64, attempts: int) -> bool:  # type: ignore[no-untyped-def]
    """Fill a recalled state (or one filled before) with a world drawn from a random word; the engine can play on from it.

    False: in so many attempts none was found that agrees with Weis, Stöck and revokes; the world agrees with the rest.
    """
    hands = np.empty(PLACES, dtype=np.int64)
    left = np.empty(PLACES, dtype=np.int64)
    word = mix(word)
    s.key = mix(~word)
    for _ in range(attempts):
        word = deal_unseen(plan, ways, word, hands, left)
        word += GOLDEN
        write_world(r, s, hands)
        if not plan.checked or (keeps_twins(r, plan, hands, mix(word)) and agrees(r, s)):
            return True
    return False


@inner
def write_world(r, s, hands: np.ndarray) -> None:  # type: ignore[no-untyped-def]
    """Put the hidden cards where they lie, with what follows from them."""
    for seat in range(1, r.seats):
        s.dealt[seat] = (s.dealt[seat] & ~s.hands[seat]) | hands[seat]
        s.hands[seat] = hands[seat]
    if s.exchanger != 0:
        s.spare = hands[SPARE]
    s.out = hands[OUT]
    complete(r, s)


@inner
def keeps_twins(r, plan, hands: np.ndarray, word: np.uint64) -> bool:  # type: ignore[no-untyped-def]
    """Where one of two unseen copies must be in a hand the first was put there: both there would come up twice as often."""
    both = 0
    for seat in range(1, r.seats):
        both += popcount(hands[seat] & plan.twin[seat])
    return both == 0 or below(word, 1 << both) == 0


# --- what depends on whole hands ---


@inner
def agrees(r, s) -> bool:  # type: ignore[no-untyped-def]
    """A filled-in state agrees with what was told about whole hands."""
    if r.phases[s.phase] != PHASE_TRICKS:
        return True
    if r.weis != WEIS_OFF and not weis_agree(r, s):
        return False
    if r.stoeck != STOECK_OFF and s.whole_trump >= 0 and not stoeck_agree(r, s):
        return False
    return not r.revokes or retrace(r, s)


@inner
def weis_agree(r, s) -> bool:  # type: ignore[no-untyped-def]
    """Announcements, silence, comparison and what was shown fit the hands."""
    rank = 0  # best kind announced so far
    for place in range(s.playing):
        seat = player_at(r, s, 0, place)
        if s.trick == 0 and place >= s.in_trick and not s.announced[seat]:
            return True
        if seat > 0 and not weis_of_seat_agree(r, s, seat, rank):
            return False
        if s.announced[seat]:
            rank = rank_of_kind(r, s, s.announced[seat] - 1)
    return True


@inner
def weis_of_seat_agree(r, s, seat: int, rank: int) -> bool:  # type: ignore[no-untyped-def]
    """The same for one seat; ``rank``: best kind announced before it."""
    _, key, cards = evaluate(r, s.dealt[seat], s.whole_trump, s.contract == act.UNDENUFE)
    if s.announced[seat]:
        if key == 0 or kind_of_key(key) + 1 != s.announced[seat]:
            return False
        if s.weis_top[seat] and top_told(r, s, key) != s.weis_top[seat]:
            return False
        if s.weis_trump[seat] and 1 + ((key >> 4) & 1) != s.weis_trump[seat]:
            return False
    elif r.weis == WEIS_AUTO and key > 0 and rank_of_key(key) >= rank:
        return False
    return not side_showed(r, s, r.side_of[seat]) or cards == s.weis_cards[seat]


@inner
def side_showed(r, s, side: int) -> bool:  # type: ignore[no-untyped-def]
    """This side has scored its Weis, so it has shown them all."""
    for seat in range(r.seats):
        if s.weis_cards[seat] and r.side_of[seat] == side:
            return True
    return False


@inner
def stoeck_agree(r, s) -> bool:  # type: ignore[no-untyped-def]
    """Stöck that would have been scored, or would have won the match, are not there."""
    if r.stoeck == STOECK_FIRST_TRICK and (s.trick > 0 or s.writes != WRITE_INSTANT):
        for place in range(s.playing):
            seat = player_at(r, s, 0, place)
            if s.trick == 0 and place >= s.in_trick:
                break
            if marriages(s.dealt[seat], s.whole_trump) != s.stoeck_scored[seat]:
                return False
    if s.writes == WRITE_INSTANT and s.trick > 0:
        for side in range(r.sides):
            waiting = 0
            for seat in range(r.seats):
                if r.side_of[seat] == side:
                    waiting += s.stoeck_left[seat]
            if waiting > 0 and s.totals[side] + STOECK_POINTS * waiting * s.multiplier >= r.target:
                return False
    return True


@inner
def fits(r, s, plan) -> bool:  # type: ignore[no-untyped-def]
    """A filled-in state agrees with all that is known: sizes of hands, known cards, every card played, Weis, Stöck."""
    seen = seen_cards(r, s)
    for seat in range(1, r.seats):
        hand = s.hands[seat]
        if hand & seen or hand & ~r.pack or popcount(hand) != plan.room[seat] + popcount(plan.known[seat]):
            return False
        seen |= hand
        if r.pack != PACK_36:
            continue  # which of two copies is told nowhere; Weis that were shown are looked at by kind
        for place in range(PLACES):
            if plan.known[place] & (~hand if place == seat else hand):
                return False
    return (r.phases[s.phase] != PHASE_TRICKS or retrace(r, s)) and agrees(r, s)


# --- from Python ---


@jit
def sample_worlds(table: np.ndarray, known: np.ndarray, plan: np.ndarray, words: np.ndarray, states: np.ndarray) -> int:
    """Fill copies of a recalled state with worlds.

    Args:
        table: RULES array.
        known: STATE (1,), recalled.
        plan: PLAN (1,), written.
        words: uint64 (n,), the random word of each world.
        states: STATE (n,), written.

    Returns:
        How many of the worlds agree with all that is known about whole hands.
    """
    r = table[known[0].rules]
    ways = prepare(r, known[0], plan[0])
    found = 0
    for i in range(words.shape[0]):
        states[i] = known[0]
        if fill(r, states[i], plan[0], ways, words[i], ATTEMPTS):
            found += 1
    return found


@jit
def worlds_fit(table: np.ndarray, known: np.ndarray, plan: np.ndarray, hands: np.ndarray, fit: np.ndarray) -> None:
    """Which of several assignments of hands (n, seats) agree with all that is known; ``known`` (1,) is overwritten."""
    s = known[0]
    r = table[s.rules]
    prepare(r, s, plan[0])
    for i in range(hands.shape[0]):
        for seat in range(1, r.seats):
            s.dealt[seat] = (s.dealt[seat] & ~s.hands[seat]) | hands[i, seat]
            s.hands[seat] = hands[i, seat]
        complete(r, s)
        fit[i] = fits(r, s, plan[0])
