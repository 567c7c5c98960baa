"""What must hold in every game, by random play: a new variant gets all of this for nothing."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import numpy as np
import pytest

from jass_env.engine import actions as act
from jass_env.engine import batch
from jass_env.engine import state as st
from jass_env.engine.cards import KIND, SUIT, kinds_of, second_copy
from jass_env.engine.orders import BY_TRICK, VALUES
from jass_env.rules import Rules
from tests.support import (
    VARIANTS,
    action_mask,
    draw_options,
    legal_codes,
    new_states,
    observation,
    random_positions,
    rules_to_try,
)

OPTION_DRAWS = 4


def cards(members: int) -> list[int]:
    return [card for card in range(60) if int(members) >> card & 1]


@pytest.mark.parametrize("variant", VARIANTS)
def test_cards_are_conserved_and_the_mask_fits(variant: str) -> None:
    for rules in rules_to_try(variant, OPTION_DRAWS):
        for states in random_positions(rules, seed=1):
            s = states[0]
            mask = action_mask(rules, states)
            assert mask.any() == (not s.over)
            if s.over:
                continue
            on_table = [int(c) for c in s.played[: int(s.trick) * int(s.playing) + int(s.in_trick)]]
            held = [card for seat in range(rules.seats) for card in cards(s.hands[seat])]
            assert sorted(on_table + held + cards(s.spare) + cards(s.out)) == cards(rules.array[0].pack)
            if s.ask == st.ASK_CARD:
                playable = {code for code in legal_codes(s) if code < 36}
                assert playable
                assert playable <= set(cards(kinds_of(int(s.hands[s.mover]))))


@pytest.mark.parametrize("variant", VARIANTS)
def test_card_points_of_a_whole_hand(variant: str) -> None:
    """152 + 5 for the last trick (rulebook 1.3) or the variant's own sum, unless each card counts by its trick."""
    for rules in rules_to_try(variant, OPTION_DRAWS, episode="hand"):
        for seed in range(5):
            *_, states = random_positions(rules, seed)
            s = states[0]
            whole = s.trick == rules.array[0].tricks
            if whole and s.values != BY_TRICK:
                total = sum(int(s.card_points[side]) for side in range(rules.sides))
                total += sum(int(VALUES[s.values, card]) for card in cards(int(s.spare) | int(s.out)))
                assert total in rules.game.count.totals(rules.game.deal.pack)


@pytest.mark.parametrize("variant", VARIANTS)
def test_hand_points_are_sums_of_their_parts(variant: str) -> None:
    """Hand points are card points plus Weis, Stöck (20) and match bonus; all tricks by one side or none."""
    for rules in rules_to_try(variant, OPTION_DRAWS, episode="hand"):
        *_, states = random_positions(rules, seed=3)
        s = states[0]
        if s.trick < rules.array[0].tricks:
            continue
        for side in range(rules.sides):
            extra = int(s.points[side]) - int(s.card_points[side])
            if s.tricks_taken[side] == s.trick:
                extra -= int(rules.array[0].match_bonus)
            extra -= 20 * sum(int(s.stoeck_scored[seat]) for seat in range(rules.seats) if rules.side_of(seat) == side)
            scored = [seat for seat in range(rules.seats) if s.weis_cards[seat] and rules.side_of(seat) == side]
            assert extra == sum(int(s.weis_points[seat]) for seat in scored)


@pytest.mark.parametrize("variant", VARIANTS)
def test_illegal_actions_change_nothing(variant: str) -> None:
    for rules in rules_to_try(variant, 3):
        rng = random.Random(5)
        for states in random_positions(rules, seed=2, limit=60):
            before = states.copy()
            wrong = sorted(set(range(252)) - set(legal_codes(states[0])))
            assert not batch.play_code(rules.array, states, 0, rng.choice(wrong))
            assert states.tobytes() == before.tobytes()


def shuffle_unseen(rules: Rules, states: np.ndarray, viewer: int, rng: random.Random) -> np.ndarray:
    """The same position with all cards the viewer cannot see dealt anew among those who hold them.

    What is derived from hidden hands (their Weis, who holds Stöck) and what is hidden by itself (predictions, revokes)
    is changed as well.
    """
    other = states.copy()
    s = other[0]
    known = int(s.hands[viewer])
    if s.turned >= 0:
        known |= 1 << int(s.turned)
    for seat in range(rules.seats):
        known |= int(s.weis_cards[seat])
    if s.swapper >= 0:
        known |= 1 << (int(SUIT[s.turned]) * 9)  # the six lies where the turned card lay
    if s.exchanger == viewer:
        known |= int(s.spare)
    others = [seat for seat in range(rules.seats) if seat != viewer]
    hidden = [int(s.spare), int(s.out), *(int(s.hands[seat]) for seat in others)]
    free = [card for members in hidden for card in cards(members & ~known)]
    rng.shuffle(free)
    s.spare = (int(s.spare) & known) | sum(1 << free.pop() for _ in cards(int(s.spare) & ~known))
    s.out = (int(s.out) & known) | sum(1 << free.pop() for _ in cards(int(s.out) & ~known))
    for seat in others:
        played = int(s.dealt[seat]) & ~int(s.hands[seat])
        kept = int(s.hands[seat]) & known
        number = len(cards(int(s.hands[seat]) & ~known))
        s.hands[seat] = kept | sum(1 << free.pop() for _ in range(number))
        s.dealt[seat] = played | int(s.hands[seat])
        s.weis_points[seat] += 100 if s.trick > 0 else 0
        if s.trick > 0 and not s.announced[seat]:
            s.weis_key[seat] = rng.randrange(1 << 12)
        if not rules.array[0].prediction_open and s.prediction[seat] >= 0:
            s.prediction[seat] = rng.randrange(158)
        s.withheld[seat] = rng.randrange(16)
        s.stoeck_left[seat] = rng.randrange(2)
    s.key = np.uint64(rng.getrandbits(63))
    s.rng = np.uint64(rng.getrandbits(63))
    return other


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_leak(variant: str) -> None:
    """Permuting what a seat cannot see changes neither its observation nor its mask (rulebook 3)."""
    rng = random.Random(0)
    for rules in rules_to_try(variant, OPTION_DRAWS):
        for states in random_positions(rules, seed=4, limit=150):
            for viewer in range(rules.seats):
                other = shuffle_unseen(rules, states, viewer, rng)
                assert (observation(rules, states, viewer) == observation(rules, other, viewer)).all()
                if viewer == states[0].mover and not states[0].over:
                    # Legal actions are found anew from what the seat holds.
                    find_legal_again(rules, other)
                    assert (action_mask(rules, states) == action_mask(rules, other)).all()


def find_legal_again(rules: Rules, states: np.ndarray) -> None:
    from jass_env.engine.dispatch import find_legal

    find_legal(rules.array[0], states[0])


@pytest.mark.parametrize("variant", VARIANTS)
def test_who_is_asked_is_no_secret_told(variant: str) -> None:
    """Being asked for a Weis tells that one has a Weis: the others do not see what is asked."""
    for rules in rules_to_try(variant, OPTION_DRAWS):
        ask = rules.layout["ask"].slice
        for states in random_positions(rules, seed=6, limit=100):
            for viewer in range(rules.seats):
                shown = observation(rules, states, viewer)[ask].sum()
                assert shown == (viewer == states[0].mover and not states[0].over)


#: Parts of an observation that only grow within a hand: what was shown once stays.
COUNTED = ("played_by", "stoeck")
KEPT = (
    *("played_by", "played_in", "second_in", "order_of_play", "winners", "turned", "stoeck"),
    *("weis_kind", "weis_top", "weis_trump", "weis_cards"),
    *("bids", "swap", "exchange", "given_away", "misere_added", "double", "row", "passed", "ledger", "out"),
)


@pytest.mark.parametrize("variant", VARIANTS)
def test_perfect_recall(variant: str) -> None:
    """What an observation once showed it still shows, up to the end of the hand."""
    for rules in rules_to_try(variant, OPTION_DRAWS):
        before: dict[int, np.ndarray] = {}
        hand = 0
        for states in random_positions(rules, seed=7, limit=200):
            if int(states[0].hand_number) != hand:
                hand, before = int(states[0].hand_number), {}
            for viewer in range(rules.seats):
                now = observation(rules, states, viewer)
                if viewer in before:
                    then = before[viewer]
                    for name in KEPT:
                        if name in rules.layout:
                            part = rules.layout[name].slice
                            shown = then[part] != 0
                            # Of a kind that exists twice a second one may join the first.
                            same = now[part] >= then[part] if name in COUNTED else now[part] == then[part]
                            assert same[shown].all(), name
                    if "prediction" in rules.layout:
                        part = rules.layout["prediction"].slice
                        shown = then[part] >= 0
                        assert (now[part][shown] == then[part][shown]).all()
                    orders = rules.layout["orders"].slice if "orders" in rules.layout else slice(0)
                    begun = then[rules.layout["played_by"].slice].sum() // rules.seats + 1  # tricks whose order was in force
                    fixed = (then[orders] > 0) & (then[orders] < 7)
                    fixed[begun:] = False
                    assert (now[orders][fixed] == then[orders][fixed]).all()
                    # Own cards do not get lost once play has begun: held now, or played by oneself.
                    own = rules.layout["hand"].slice
                    mine = rules.layout["played_by"].slice
                    if not then[mine].any():
                        before[viewer] = now
                        continue
                    total_now = now[own] + now[mine][:36]
                    total_then = then[own] + then[mine][:36]
                    assert (total_now == total_then).all()
                before[viewer] = now


@pytest.mark.parametrize("variant", VARIANTS)
def test_observation_is_within_bounds(variant: str) -> None:
    for rules in rules_to_try(variant, OPTION_DRAWS):
        low, high = rules.bounds(rules.layout)
        state_low, state_high = rules.bounds(rules.state_layout)
        full = np.empty(rules.state_size, dtype=np.int8)
        for states in random_positions(rules, seed=8, limit=150):
            for viewer in range(rules.seats):
                seen = observation(rules, states, viewer)
                assert (seen >= low).all()
                assert (seen <= high).all()
            batch.observe_all_one(rules.array, states, 0, full, rules.observation_size)
            assert (full >= state_low).all()
            assert (full <= state_high).all()
            assert (full[: rules.observation_size] == observation(rules, states, int(states[0].mover))).all()


@pytest.mark.parametrize("variant", VARIANTS)
def test_full_state_holds_all_hands(variant: str) -> None:
    rules = Rules(variant)
    full = np.empty(rules.state_size, dtype=np.int8)
    for states in random_positions(rules, seed=9, limit=100):
        s = states[0]
        batch.observe_all_one(rules.array, states, 0, full, rules.observation_size)
        for number in range(1, rules.seats):
            seat = (int(s.mover) + number) % rules.seats
            part = full[rules.state_layout["hands"].slice][36 * (number - 1) : 36 * number]
            assert np.flatnonzero(part).tolist() == cards(kinds_of(int(s.hands[seat])))


def rotated(seats: int, turn: int, seat: int) -> int:
    return (seat + turn) % seats


@pytest.mark.parametrize("variant", VARIANTS)
def test_rotating_the_seats_rotates_the_game(variant: str) -> None:
    """Nothing depends on the number of a seat."""
    for rules in rules_to_try(variant, 6, episode="hand"):
        for turn in range(1, rules.seats):
            check_symmetry(rules, partial(rotated, rules.seats, turn), lambda card: card)


@pytest.mark.parametrize("variant", VARIANTS)
def test_relabelling_suits_relabels_the_game(variant: str) -> None:
    """Nothing but multipliers depends on the name of a suit."""
    rng = random.Random(11)
    for number in range(6):
        options = draw_options(variant, rng)
        if "multipliers" in options:
            options["multipliers"] = dict.fromkeys(options["multipliers"], 2)
        if "contracts" in options:
            options["contracts"] = list(dict.fromkeys([*options["contracts"], "acorns", "roses", "shields", "bells"]))
        rules = Rules(variant, options=options, episode="hand")
        suits = rng.sample(range(4), 4)
        values = rules.array[0].card_value.reshape(-1, 4, 9)
        if (values != values[:, suits]).any():
            continue  # the suits are not alike in this game
        check_symmetry(rules, lambda seat: seat, lambda card, suits=suits: 9 * suits[card // 9] + card % 9, number)


def check_symmetry(rules: Rules, seat_to: Any, card_to: Any, seed: int = 0) -> None:
    """A hand and its image under a symmetry of seats and suits are played alike, decision by decision."""
    states = new_states(rules, seed=seed)
    states[0].ledger_size[:], states[0].rows_used[:] = 0, 0
    batch.reset_hand(rules.array, states, 0)
    image = states.copy()

    def set_to(members: int) -> int:
        kinds = [(card_to(int(KIND[card])), card >= 36) for card in cards(members)]
        return sum(1 << (int(second_copy(kind)) if second else kind) for kind, second in kinds)

    for seat in range(rules.seats):
        image[0].hands[seat_to(seat)] = set_to(states[0].hands[seat])
    image[0].spare, image[0].out = set_to(states[0].spare), set_to(states[0].out)
    image[0].dealer = seat_to(int(states[0].dealer))
    if states[0].turned >= 0:
        image[0].turned = card_to(int(states[0].turned))
    batch.reset_hand(rules.array, image, 0)

    def code_to(code: int) -> int:
        if code < 36:
            return card_to(code)
        if act.SUIT_CODE <= code < act.SUIT_CODE + 4:
            return act.SUIT_CODE + card_to(9 * (code - act.SUIT_CODE)) // 9
        return code

    rng = random.Random(seed)
    while not states[0].over:
        assert image[0].mover == seat_to(int(states[0].mover))
        codes = legal_codes(states[0])
        assert sorted(map(code_to, codes)) == legal_codes(image[0])
        code = rng.choice(codes)
        batch.play_code(rules.array, states, 0, code)
        batch.play_code(rules.array, image, 0, code_to(code))
    assert image[0].over
    if states[0].hand_draws:
        return  # who draws which card for a tie is chance
    for seat in range(rules.seats):
        mine, its = rules.side_of(seat), rules.side_of(seat_to(seat))
        assert states[0].hand_points[mine] == image[0].hand_points[its]
        assert states[0].hand_scores[mine] == image[0].hand_scores[its]


@pytest.mark.parametrize("variant", VARIANTS)
def test_actions_are_the_vocabulary_in_order_for_all_options(variant: str) -> None:
    """Numbering does not depend on the options; ids 0-35 are the cards."""
    names = {rules.actions for rules in rules_to_try(variant, OPTION_DRAWS)}
    assert len(names) == 1
    (actions,) = names
    assert actions[:36] == act.VOCABULARY[:36]
    assert list(actions) == sorted(actions, key=act.CODE.__getitem__)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_legal_action_has_an_id(variant: str) -> None:
    for rules in rules_to_try(variant, OPTION_DRAWS):
        for states in random_positions(rules, seed=12, limit=100):
            assert {act.VOCABULARY[code] for code in legal_codes(states[0])} <= set(rules.actions)
            ids = np.flatnonzero(action_mask(rules, states))
            assert [rules.actions[i] for i in ids] == [act.VOCABULARY[code] for code in legal_codes(states[0])]


def test_suit_of_second_copies() -> None:
    assert [int(SUIT[card]) for card in range(36, 60)] == [suit for suit in range(4) for _ in range(6)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_sizes(variant: str) -> None:
    """Observations are compact: at most 512 bytes in games of up to four that keep no ledger."""
    for rules in rules_to_try(variant, OPTION_DRAWS):
        if rules.seats <= 4 and not {"ledger", "aside"} & set(rules.layout):
            assert rules.observation_size <= 512
