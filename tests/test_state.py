"""The records of a match: the compact one holds all that the large one does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from jass_env.engine import batch
from jass_env.engine import state as st
from jass_env.errors import DealError
from jass_env.rules import Rules
from jass_env.start import apply_start
from tests.support import VARIANTS, rules_to_try

MATCHES = 16
UNTOUCHED = 0xA5


def test_a_compact_record_has_at_most_512_bytes() -> None:
    assert st.COMPACT_STATE.itemsize <= 512
    assert set(st.COMPACT_STATE.names or ()) >= set(st.STATE.names or ()) - {"filler"}


def test_schieber_for_four_and_most_variants_need_no_more() -> None:
    for rules in rules_to_try("schieber", 10):
        assert (rules.state_dtype is st.COMPACT_STATE) == (rules.seats == 4 and int(rules.array[0].pack).bit_count() == 36)
    assert sum(Rules(variant).state_dtype is st.COMPACT_STATE for variant in VARIANTS) > len(VARIANTS) / 2


def begun(rules: Rules, dtype: np.dtype[Any]) -> np.ndarray:
    """Every second record of an array holds a match; the others a pattern, so that who writes beyond a record is seen."""
    states = np.zeros(2 * MATCHES, dtype=dtype)
    states.view(np.uint8)[:] = UNTOUCHED
    for i in range(0, 2 * MATCHES, 2):
        states[i] = np.zeros((), dtype=dtype)
        states[i]["identity"] = rules.identity
        batch.seed_one(states, i, np.uint64(i))
        batch.reset_one(rules.array, states, i)
    return states


def seen(rules: Rules, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Full state (with the mover's observation) and mask of each match."""
    played = np.ascontiguousarray(states[::2])
    everything = np.zeros((MATCHES, rules.state_size), dtype=np.int8)
    batch.write_full_states(rules.array, played, 0, MATCHES, everything, rules.observation_size)
    masks = np.zeros((MATCHES, len(rules.actions)), dtype=np.int8)
    for i in range(MATCHES):
        batch.mask_one(rules.array, played, i, masks[i])
    return everything, masks


@pytest.mark.parametrize("variant", VARIANTS)
def test_matches_are_the_same_in_both_records(variant: str) -> None:
    for number, rules in enumerate(rules_to_try(variant, 3)):
        if rules.state_dtype is not st.COMPACT_STATE:
            continue
        compact, large = begun(rules, st.COMPACT_STATE), begun(rules, st.STATE)
        for decision in range(60):
            for i in range(0, 2 * MATCHES, 2):
                seed = np.uint64(1000 * number + 100 * decision + i)
                for states in (compact, large):
                    batch.random_play(rules.array, states, i, i + 1, 1 + decision % 7, seed)
            for found, expected in zip(seen(rules, compact), seen(rules, large), strict=True):
                np.testing.assert_array_equal(found, expected)
        for name in set(st.COMPACT_STATE.names or ()) - {"filler"}:
            found, expected = compact[name][::2], large[name][::2]
            if found.ndim > 1:
                expected = expected[:, : found.shape[1]]
            np.testing.assert_array_equal(found, expected, err_msg=name)
        for states in (compact, large):
            assert (states.view(np.uint8).reshape(2 * MATCHES, -1)[1::2] == UNTOUCHED).all()


def test_what_a_game_has_no_room_for_is_no_start() -> None:
    rules = Rules("schieber")
    states = rules.new_states(1)
    batch.reset_one(rules.array, states, 0)
    with pytest.raises(DealError, match="ledger: this game keeps none"):
        apply_start(rules, states, 0, {"ledger": [[["acorns", 100]], []]}, rules.array)
    with pytest.raises(DealError, match="draws: in this game at most 1 card"):
        apply_start(rules, states, 0, {"draws": [[[0, "6a"], [1, "7a"]]]}, rules.array)
