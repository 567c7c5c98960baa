"""An observation, turned back into a state: the seat's knowledge, and nothing but that, plays on as the match does."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from jass_env.engine import batch
from jass_env.engine import state as st
from jass_env.engine.cards import KIND, second_copy
from jass_env.engine.recall import complete_one, recall_many
from jass_env.rules import Rules
from tests.playing import draw_name, draw_rates
from tests.support import VARIANTS, action_mask, new_states, observation, rules_to_try

OPTION_DRAWS = 2


def played_positions(rules: Rules, seed: int, limit: int = 400) -> Iterator[tuple[np.ndarray, int]]:
    """STATE arrays of one match with the code that is played next; claims and doubles are rare, so hands are long."""
    rng = random.Random(seed)
    rates = draw_rates(rng)
    states = new_states(rules, seed=seed)
    for _ in range(limit):
        if states[0].over:
            return
        ids = np.flatnonzero(action_mask(rules, states)).tolist()
        name = draw_name([rules.actions[number] for number in ids], rng, rates)
        code = int(rules.array[0].code_of[rules.actions.index(name)])
        yield states, code
        assert batch.play_code(rules.array, states, 0, code)


def recalled(rules: Rules, states: np.ndarray) -> np.ndarray:
    """What the mover knows, from his observation."""
    seen = observation(rules, states, int(states[0].mover))
    known = rules.new_states(1)
    recall_many(rules.array, 0, seen[None], known)
    return known


def kinds(cards: int) -> list[int]:
    return sorted(int(KIND[card]) for card in range(60) if int(cards) >> card & 1)


def fill_truth(rules: Rules, states: np.ndarray, known: np.ndarray) -> None:
    """Give the recalled state the hidden cards and predictions of the true one."""
    true, s = states[0], known[0]
    used = int(s.spare)
    for seat in range(rules.seats):
        used |= int(s.dealt[seat])

    def take(cards: int) -> int:
        """These kinds, in copies that are not used yet."""
        nonlocal used
        taken = 0
        for kind in kinds(cards):
            card = int(second_copy(kind)) if used >> kind & 1 else kind
            assert not used >> card & 1
            used |= 1 << card
            taken |= 1 << card
        return taken

    for seat in range(1, rules.seats):
        absolute = (int(true.mover) + seat) % rules.seats
        s.hands[seat] = take(true.hands[absolute])
        s.dealt[seat] |= s.hands[seat]
        s.prediction[seat] = true.prediction[absolute]
    if not s.spare:
        s.spare = take(true.spare)
    s.out = take(true.out)
    complete_one(rules.array, known, 0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_observe_undoes_recall(variant: str) -> None:
    for rules in rules_to_try(variant, OPTION_DRAWS):
        for states, _ in played_positions(rules, seed=1):
            seen = observation(rules, states, int(states[0].mover))
            known = recalled(rules, states)
            again = observation(rules, known, 0)
            if states[0].playoff:  # who is to declare next goes by the absolute numbers of the seats
                for name in ("playoff", "playoff_points"):
                    again[rules.layout[name].slice] = seen[rules.layout[name].slice]
            different = [name for name, part in rules.layout.items() if (seen != again)[part.slice].any()]
            assert not different
            assert (action_mask(rules, known) == action_mask(rules, states)).all()


@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_hidden_is_in_it(variant: str) -> None:
    rules = Rules(variant)
    for states, _ in played_positions(rules, seed=2, limit=100):
        s = recalled(rules, states)[0]
        assert not s.hands[1:].any()
        assert not s.out


@pytest.mark.parametrize("variant", VARIANTS)
def test_with_the_true_cards_it_plays_on_like_the_match(variant: str) -> None:
    """The same actions are legal at every decision, and the hand ends with the same points and scores."""
    for number, rules in enumerate(rules_to_try(variant, OPTION_DRAWS)):
        rng = random.Random(number)
        running: list[tuple[int, np.ndarray]] = []  # recalled states that play along, and who was seat 0 in each
        hand = 0
        for states, code in played_positions(rules, seed=3 + number):
            true = states[0]
            if int(true.hand_number) != hand:
                hand = int(true.hand_number)
                for viewer, known in running:
                    check_result(rules, true, known[0], viewer)
                running = []
            if rng.random() < 0.2:
                known = recalled(rules, states)
                fill_truth(rules, states, known)
                running.append((int(true.mover), known))
            for viewer, known in running:
                assert (viewer + int(known[0].mover)) % rules.seats == true.mover
                assert (known[0].legal == true.legal).all()
                assert batch.play_code(rules.array, known, 0, code)
        if states[0].over:
            for viewer, known in running:
                check_result(rules, states[0], known[0], viewer)


def test_who_announces_tricks_knows_the_trump() -> None:
    """Every contract is known (rulebook 3), from the moment it is named."""
    rules = Rules("sticheln")
    asked = 0
    for states, _ in played_positions(rules, seed=4):
        if states[0].ask == st.ASK_TRICKS:
            asked += 1
            order = observation(rules, states, int(states[0].mover))[rules.layout["order"].slice]
            assert np.flatnonzero(order).tolist() == [int(states[0].orders[0])]
    assert asked


def test_a_swapped_six_has_not_been_played() -> None:
    rules = Rules("handjass", options={"form": "exchange"})
    swaps = 0
    for states, _ in played_positions(rules, seed=5):
        if states[0].ask == st.ASK_EXCHANGE and states[0].swapper >= 0:
            swaps += 1
            assert not observation(rules, states, int(states[0].mover))[rules.layout["played_by"].slice].any()
    assert swaps


def check_result(rules: Rules, true: Any, s: Any, viewer: int) -> None:
    assert s.over == true.over or true.hand_draws
    scores = not true.hand_draws and not (rules.array[0].bergpreis and true.bergpreis)
    for side in range(rules.sides):
        absolute = (viewer + side) % rules.sides
        assert s.hand_points[side] == true.hand_points[absolute]
        assert s.totals[side] == true.totals[absolute] or true.hand_draws
        assert s.hand_scores[side] == true.hand_scores[absolute] or not scores
