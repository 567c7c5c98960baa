"""Worlds: uniform among all deals that agree with what a seat knows, found anew here by playing every deal again.

The judge is ``replay``: deal the hand as a world says, take all actions again that were seen, and look whether the seat
sees the same. It knows nothing of how worlds are made.

Speed: ``python -m tests.test_worlds schieber`` prints worlds per second at the first card, and after four tricks.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

import numpy as np
import pytest

import jass_env
from jass_env import worlds
from jass_env.engine import actions as act
from jass_env.engine import batch
from jass_env.engine import state as st
from jass_env.engine.cards import KIND, PACK_48, SUIT, card_name
from jass_env.engine.orders import FREE, OBENABE, STRENGTH, legal_cards, revoking_cards
from jass_env.engine.worlds import PLAN, excluded, sample_worlds
from jass_env.errors import DealError, SeatError
from jass_env.rules import Rules
from tests.playing import draw_name, draw_rates
from tests.support import VARIANTS, action_mask, draw_options, new_states, observation, rules_to_try
from tests.test_invariants import shuffle_unseen
from tests.test_recall import fill_truth, recalled

HIDDEN_ASKS = (st.ASK_SWAP, st.ASK_WEIS)  # that somebody is asked tells what he holds, so nobody else sees it


@dataclass
class Position:
    """A decision, the deal of its hand, and what has been done since: what was asked, code."""

    states: np.ndarray
    start: np.ndarray
    history: list[tuple[int, int]]


def positions(rules: Rules, seed: int, limit: int = 400) -> Iterator[Position]:
    """The decisions of a random match."""
    rng = random.Random(seed)
    rates = draw_rates(rng)
    states = new_states(rules, seed=seed)
    hand = -1
    for _ in range(limit):
        s = states[0]
        if s.over:
            return
        if int(s.hand_number) != hand:
            hand = int(s.hand_number)
            start, history = states.copy(), []
        names = [rules.actions[number] for number in np.flatnonzero(action_mask(rules, states))]
        if rules.array[0].revokes and s.ask == st.ASK_CARD and s.led >= 0 and rng.random() < 0.95:
            names = [name for name in names if name in follows(rules, s)]  # else no hand would be played to its end
        code = act.CODE[draw_name(names, rng, rates)]
        yield Position(states, start, history)
        history.append((int(s.ask), code))
        assert batch.play_code(rules.array, states, 0, code)


def follows(rules: Rules, s: Any) -> list[str]:
    """The cards of the mover that are no revoke."""
    highest = int(s.best_card) if SUIT[s.best_card] == s.order != s.led else -1
    hand = int(s.hands[s.mover])
    cards = legal_cards(hand, int(s.order), int(s.led), highest, bool(s.strict), bool(rules.array[0].only_trumps_beat))
    return [card_name(card) for card in members(cards)]


def replay(rules: Rules, position: Position, world: Any) -> bool:
    """The hand dealt as in ``world`` (a filled-in STATE) can have gone as it did, for all that the mover has seen."""
    true = position.states[0]
    viewer = int(true.mover)
    image = position.start.copy()
    s = image[0]
    hands = [int(world.dealt[(seat - viewer) % rules.seats]) for seat in range(rules.seats)]
    spare, out = int(world.spare), int(world.out)
    if true.exchanger >= 0:
        hands[true.exchanger], spare = spare, hands[true.exchanger]
    if true.swapper >= 0:
        both = 1 << int(true.turned) | 1 << 9 * int(SUIT[true.turned])
        hands[true.swapper] ^= both
        spare, out = (spare ^ both, out) if rules.array[0].turn_up == st.TURN_SPARE else (spare, out ^ both)
    s.hands[: rules.seats], s.spare, s.out = hands, spare, out
    dealt = spare if rules.array[0].turn_up == st.TURN_SPARE else out
    dealt = hands[int(s.dealer)] if rules.array[0].turn_up == st.TURN_DEALERS_LAST else dealt
    if s.turned >= 0 and not dealt >> int(s.turned) & 1:
        return False
    batch.reset_hand(rules.array, image, 0)
    seen = [code for ask, code in position.history if ask not in HIDDEN_ASKS]
    while True:
        arrived = not seen and s.mover == viewer
        if s.over or s.hand_number != true.hand_number:
            return False
        if s.ask == true.ask and arrived:
            break
        if s.ask == st.ASK_SWAP:
            code = act.SWAP if s.mover == true.swapper else act.KEEP
        elif s.ask == st.ASK_WEIS:
            code = act.ANNOUNCE if true.announced[s.mover] else act.SILENT
        elif not seen:
            return False
        else:
            code = seen.pop(0)
        if not batch.play_code(rules.array, image, 0, code):
            return False
    same = (observation(rules, image, viewer) == observation(rules, position.states, viewer)).all()
    return bool(same and (action_mask(rules, image) == action_mask(rules, position.states)).all())


def members(cards: int) -> list[int]:
    return [card for card in range(60) if cards >> card & 1]


def places(rules: Rules, known: Any) -> tuple[list[int], list[int]]:
    """The unseen cards of a recalled state, and how many lie with each other seat, in the spare hand, and out of play."""
    r = rules.array[0]
    gone = int(known.hands[0]) | int(known.spare)
    sizes = []
    for seat in range(rules.seats):
        gone |= int(known.dealt[seat])
        if seat:
            sizes.append((int(r.hand_size) - int(known.dealt[seat]).bit_count()) * (int(known.active) >> seat & 1))
    unseen = members(int(r.pack) & ~gone)
    sizes.append(0 if known.spare else int(r.spare))
    return unseen, [*sizes, len(unseen) - sum(sizes)]


def number_of_deals(sizes: list[int]) -> int:
    return math.factorial(sum(sizes)) // math.prod(map(math.factorial, sizes))


def deals(cards: list[int], sizes: list[int]) -> Iterator[list[int]]:
    """All ways to deal cards to places of these sizes, as sets."""
    if not sizes:
        yield []
        return
    for chosen in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in chosen]
        for others in deals(rest, sizes[1:]):
            yield [sum(1 << card for card in chosen), *others]


def filled(rules: Rules, known: np.ndarray, deal: list[int]) -> Any:
    """A recalled state with the unseen cards as dealt."""
    s = known.copy()[0]
    *hands, spare, out = deal
    for seat, hand in enumerate(hands, 1):
        s.hands[seat] = hand
        s.dealt[seat] |= hand
    s.spare, s.out = int(s.spare) | spare, out
    return s


def by_kind(rules: Rules, hands: Any) -> tuple[tuple[int, ...], ...]:
    """Hands as nobody can tell two copies apart."""
    return tuple(tuple(sorted(int(KIND[card]) for card in members(int(hands[seat])))) for seat in range(1, rules.seats))


def endings(rules: Rules, seed: int, most: int) -> Iterator[Position]:
    """Late positions with few deals of the unseen cards."""
    for position in positions(rules, seed, 4000):
        if position.states[0].ask in (st.ASK_CARD, st.ASK_TRICK_TRUMP) and position.states[0].trick > 0:
            _, sizes = places(rules, recalled(rules, position.states)[0])
            if 3 <= number_of_deals(sizes) <= most:
                yield position


def test_excluded_cards_are_what_makes_a_card_illegal() -> None:
    """A card may be played from exactly the hands without any of them: the rule of legal cards, turned round."""
    rng = random.Random(0)
    outcomes = Counter()
    for _ in range(20_000):
        cards = members(PACK_48) if rng.random() < 0.2 else list(range(36))
        if rng.random() < 0.5:  # few suits, or hands of nothing but trumps and the Puur alone would be rare
            suits = rng.sample(range(4), 2)
            cards = [card for card in cards if SUIT[card] in suits]
        rng.shuffle(cards)
        order = rng.choice([0, 1, 2, 3, OBENABE, FREE])
        lead, *others = cards[: rng.randint(1, 3)]
        led = int(SUIT[lead])
        best = max([lead, *others], key=lambda card: STRENGTH[order, led, card])
        card, *rest = cards[3 : rng.randint(4, 9)]
        hand = sum(1 << each for each in (card, *rest))
        strict, beat, revokes = (rng.random() < 0.5 for _ in range(3))
        highest = best if SUIT[best] == order != led else -1
        legal = legal_cards(hand, order, led, highest, strict, beat)
        if revokes:
            legal = revoking_cards(hand, legal, order, led)
        may = bool(legal >> card & 1)
        assert (hand & excluded(order, led, best, card, strict, beat, revokes) == 0) == may
        outcomes[may] += 1
    assert min(outcomes[True], outcomes[False]) > 2_500


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_true_deal_is_always_possible(variant: str) -> None:
    for number, rules in enumerate(rules_to_try(variant, 2)):
        for position in positions(rules, seed=20 + number, limit=150):
            known = recalled(rules, position.states)
            fill_truth(rules, position.states, known)
            seen = observation(rules, position.states, int(position.states[0].mover))
            assert worlds.is_possible(rules, seen, known["hands"][:, : rules.seats]).all()


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_world_can_have_gone_like_this(variant: str) -> None:
    for number, rules in enumerate(rules_to_try(variant, 1)):
        for count, position in enumerate(positions(rules, seed=30 + number, limit=150)):
            if count % 7:
                continue
            known = recalled(rules, position.states)
            sampled = rules.new_states(3)
            words = np.arange(3, dtype=np.uint64) + np.uint64(count)
            found = sample_worlds(rules.array, known, np.zeros(1, dtype=PLAN), words, sampled)
            assert found == 3
            assert all(replay(rules, position, world) for world in sampled)


@pytest.mark.parametrize("variant", VARIANTS)
def test_exactly_the_deals_that_can_be_played_again_are_possible(variant: str) -> None:
    """Every deal of the unseen cards of an ending: the constraints and the replay say the same."""
    check_endings(variant, draws=2, most=100, number=2)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_exactly_the_deals_that_can_be_played_again_are_possible_in_many_endings(variant: str) -> None:
    check_endings(variant, draws=12, most=300, number=6)


def check_endings(variant: str, draws: int, most: int, number: int) -> None:
    for draw in range(draws):
        rules = Rules(variant, options=draw_options(variant, random.Random(f"{variant} ending {draw}")))
        for position in islice(endings(rules, seed=draw, most=most), number):
            known = recalled(rules, position.states)
            unseen, sizes = places(rules, known[0])
            candidates = [filled(rules, known, deal) for deal in deals(unseen, sizes)]
            seen = observation(rules, position.states, int(position.states[0].mover))
            hands = np.array([world.hands[: rules.seats] for world in candidates])
            possible = {by_kind(rules, world.hands) for world in candidates if replay(rules, position, world)}
            assert possible
            told = {by_kind(rules, each) for each in hands[worlds.is_possible(rules, seen, hands)]}
            assert told == possible


#: Rules whose constraints are all there are: suits, trumps, undertrumps, trump in mid-hand, Weis, spare hands, two copies.
FREQUENCIES = [
    ("schieber", {"weis": "auto", "end": "hand"}),
    ("schieber", {"weis": "off", "revokes": True}),
    ("schieber_six", {}),
    ("mittlere", {}),
    ("differenzler", {}),
    ("coiffeur", {}),
    ("sidi_jass", {}),
    ("handjass", {"form": "exchange"}),
]


@pytest.mark.parametrize(("variant", "options"), FREQUENCIES)
def test_worlds_are_uniform(variant: str, options: dict[str, Any]) -> None:
    """Chi-square against all deals that can be played again, summed over a few endings (fixed seeds)."""
    rules = Rules(variant, options=options)
    statistic, freedom = 0.0, 0
    for seed in range(3):
        for position in islice(endings(rules, seed, most=120), 2):
            known = recalled(rules, position.states)
            unseen, sizes = places(rules, known[0])
            candidates = [filled(rules, known, deal) for deal in deals(unseen, sizes)]
            weight = Counter(by_kind(rules, w.hands) for w in candidates if replay(rules, position, w))
            seen = observation(rules, position.states, int(position.states[0].mover))
            size = 100 * weight.total()
            drawn = Counter(by_kind(rules, hands) for hands in worlds.sample(rules, seen, np.arange(size, dtype=np.uint64)))
            assert set(drawn) <= set(weight)
            statistic += sum((drawn[key] - 100 * number) ** 2 / (100 * number) for key, number in weight.items())
            freedom += len(weight) - 1
    assert freedom > 10
    assert abs(statistic - freedom) < 4 * math.sqrt(2 * freedom)


@pytest.mark.parametrize("variant", VARIANTS)
def test_hidden_cards_do_not_matter(variant: str) -> None:
    """Whatever lies where the seat cannot see, it imagines the same worlds."""
    rng = random.Random(0)
    rules = Rules(variant)
    seeds = np.arange(3, dtype=np.uint64)
    for position in positions(rules, seed=5, limit=60):
        viewer = int(position.states[0].mover)
        other = shuffle_unseen(rules, position.states, viewer, rng)
        one, two = (worlds.sample(rules, observation(rules, states, viewer), seeds) for states in (position.states, other))
        assert (one == two).all()


def test_a_world_depends_on_its_seed_alone() -> None:
    rules = Rules("schieber")
    *_, position = positions(rules, seed=1, limit=15)
    seen = observation(rules, position.states, int(position.states[0].mover))
    seeds = np.array([5, 6, 7, 5], dtype=np.uint64)
    many = worlds.sample(rules, seen, seeds)
    assert (many[0] == many[3]).all()
    assert (many[0] != many[1]).any()
    assert (worlds.sample(rules, seen, seeds[1:2])[0] == many[1]).all()


def test_what_is_not_asked_for_is_refused() -> None:
    rules = Rules("schieber")
    states = new_states(rules)
    viewer = int(states[0].mover)
    with pytest.raises(SeatError, match="not to move"):
        worlds.sample(rules, observation(rules, states, (viewer + 1) % 4), np.zeros(1, np.uint64))
    with pytest.raises(SeatError, match="shape"):
        worlds.recall(rules, np.zeros((1, 3), np.int8))
    with pytest.raises(DealError, match="shape"):
        worlds.is_possible(rules, observation(rules, states, viewer), np.zeros((1, 3), np.int64))


def speed(variant: str) -> None:
    """Print worlds per second at the first card of a hand, and after four tricks."""
    rules = Rules(variant)
    seeds = np.arange(20_000, dtype=np.uint64)
    for trick in (0, 4):
        for position in positions(rules, seed=3):
            if position.states[0].ask == st.ASK_CARD and position.states[0].trick == trick:
                break
        seen = observation(rules, position.states, int(position.states[0].mover))
        times = []
        for _ in range(7):
            begin = time.perf_counter()
            worlds.sample(rules, seen, seeds)
            times.append(time.perf_counter() - begin)
        sys.stdout.write(f"{variant}, {trick} tricks played: {len(seeds) / sorted(times)[3]:,.0f} worlds/s\n")


if __name__ == "__main__":
    speed(sys.argv[1])


def test_an_observation_that_nobody_can_see_is_refused() -> None:
    rules = Rules("schieber", episode="hand")
    venv = jass_env.JassVectorEnv(rules, 1, seed=1)
    for number in range(30):
        venv.step(venv.random_actions(number))
    seeds = np.arange(1, dtype=np.uint64)
    beyond = venv.observation[0].copy()
    beyond[rules.layout["played_in"].start] = 100
    with pytest.raises(SeatError, match="beyond the bounds"):
        worlds.sample(rules, beyond, seeds)
    part = rules.layout["winners"].slice
    for place in np.flatnonzero(venv.observation[0][part])[:2]:
        other = venv.observation[0].copy()
        other[part][place] = 0
        with pytest.raises(SeatError, match="none that a seat of schieber"):
            worlds.sample(rules, other, seeds)
