"""What the generic tests share: every variant with many options, and random play on the engine's own records."""

from __future__ import annotations

import importlib
import os
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from jass_env.engine import batch
from jass_env.engine import state as st
from jass_env.errors import OptionError
from jass_env.options import Choice, Factors, Number, NumberOrNone, Option, Permutation, Subset
from jass_env.rules import Rules
from jass_env.variants import all_variants, find_variant

VARIANTS = sorted(all_variants())
#: Every variant with every preset, and without one where that is something else.
PRESETS = [
    (name, preset)
    for name in VARIANTS
    for preset in (*([] if find_variant(name).default_preset else [None]), *find_variant(name).presets)
]


def library(module: str) -> Any:
    """A library that need not be there: without it the tests are skipped, but fail in its own job (``make stack-...``)."""
    return importlib.import_module(module) if "JASS_ENV_STACK" in os.environ else pytest.importorskip(module)


def draw_value(option: Option, rng: random.Random) -> Any:
    """An allowed value of an option."""
    if isinstance(option, Choice):
        return rng.choice(option.values)
    if isinstance(option, Number):
        spread = min(option.high, max(option.low, option.default) + 50)
        return rng.choice([option.low, option.default, rng.randint(option.low, spread)])
    if isinstance(option, NumberOrNone):
        return rng.choice([None, rng.randint(option.low, option.high)])
    if isinstance(option, Subset):
        return rng.sample(option.names, rng.randint(option.least, len(option.names)))
    if isinstance(option, Permutation):
        return rng.sample(option.default, len(option.default))
    assert isinstance(option, Factors)
    return {name: rng.randint(1, 6) for name in option.default}


def draw_options(variant: str, rng: random.Random) -> dict[str, Any]:
    """A random choice of house rules that go together; ``max_hands`` is kept small so that matches are short."""
    known = find_variant(variant)
    while True:
        options = {name: draw_value(option, rng) for name, option in known.options.items()}
        options["max_hands"] = rng.randint(2, 30)
        if "target" in options:
            options["target"] = rng.randint(50, 1500)
        for name, option in known.options.items():
            if isinstance(option, Factors) and option.default_by is not None:  # for the rows that the others bring
                del options[name]
                options[name] = {row: rng.randint(1, 6) for row in known.resolve(None, options)[name]}
        try:
            known.build(known.resolve(None, options))
        except OptionError:
            continue
        return options


def rules_to_try(variant: str, count: int, **kwargs: Any) -> Iterator[Rules]:
    """The default rules and ``count`` random choices of options."""
    yield Rules(variant, **kwargs)
    for number in range(count):
        yield Rules(variant, options=draw_options(variant, random.Random(f"{variant} {number}")), **kwargs)


def new_states(rules: Rules, count: int = 1, seed: int = 0) -> np.ndarray:
    """STATE records of matches that have just begun."""
    states = rules.new_states(count)
    for i in range(count):
        batch.seed_one(states, i, np.uint64(seed + i))
        batch.reset_one(rules.array, states, i)
    return states


def legal_codes(s: Any) -> list[int]:
    """Codes of the legal actions of a STATE record."""
    return [63 * word + bit for word in range(st.WORDS) for bit in range(63) if int(s.legal[word]) >> bit & 1]


def random_positions(rules: Rules, seed: int, limit: int = 400) -> Iterator[np.ndarray]:
    """STATE arrays of one match, one before each random decision; the last one may be over."""
    rng = random.Random(seed)
    states = new_states(rules, seed=seed)
    for _ in range(limit):
        yield states
        if states[0].over:
            return
        assert batch.play_code(rules.array, states, 0, rng.choice(legal_codes(states[0])))


def observation(rules: Rules, states: np.ndarray, viewer: int) -> np.ndarray:
    """What a seat sees."""
    out = np.empty(rules.observation_size, dtype=np.int8)
    batch.observe_one(rules.array, states, 0, viewer, out)
    return out


def action_mask(rules: Rules, states: np.ndarray) -> np.ndarray:
    """The mover's mask."""
    out = np.empty(len(rules.actions), dtype=np.int8)
    batch.mask_one(rules.array, states, 0, out)
    return out
