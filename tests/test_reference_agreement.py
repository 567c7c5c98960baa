"""The engine and the referee (tests/reference), which know nothing of each other, agree on every decision and score.

Both ways: random matches of the engine are judged by the referee, random matches of the referee are replayed by the
engine. House rules are drawn by the referee. A failure names the number ``k`` of the match: with it the match is found
again (``engine_match(variant, k)``, ``referee_match(variant, k)``).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from jass_env.errors import JassError
from jass_env.record import replay
from jass_env.rules import Rules
from tests import reference
from tests.playing import as_read, play_match
from tests.support import VARIANTS

FAST = [range(20 * part, 20 * part + 20) for part in range(3)]
SLOW = [range(1000 + 100 * part, 1100 + 100 * part) for part in range(10)]


def name_of(numbers: range) -> str:
    return f"{numbers.start}-{numbers.stop - 1}"


def engine_match(variant: str, k: int) -> dict[str, Any]:
    """A match played by the engine, as its record is read."""
    options = reference.draw_options(variant, random.Random(f"{variant} {k}"))
    return as_read(play_match(Rules(variant, options=options), seed=k).record)


def referee_match(variant: str, k: int) -> dict[str, Any]:
    """A match played by the referee."""
    rng = random.Random(f"{variant} {k} referee")
    return as_read(reference.random_record(variant, reference.draw_options(variant, rng), rng, legal=True))


def check(numbers: range, one: Callable[[int], None]) -> None:
    """All matches of a chunk; the failure lists the first few disagreements."""
    wrong = []
    for k in numbers:
        try:
            one(k)
        except (JassError, reference.Disagreement) as error:
            wrong.append(f"k={k}: {type(error).__name__}: {error}")
    assert not wrong, f"{len(wrong)} of {len(numbers)} matches:\n" + "\n".join(text[:1000] for text in wrong[:5])


def check_engine_by_referee(variant: str, numbers: range) -> None:
    check(numbers, lambda k: reference.judge(engine_match(variant, k)))


def check_referee_by_engine(variant: str, numbers: range) -> None:
    check(numbers, lambda k: check_replay(referee_match(variant, k), k))


def check_replay(record: dict[str, Any], k: int) -> None:
    """The replay checks everything in the record, and what it writes itself is the same record."""
    match = replay(record, k)
    written = as_read(match.record)
    assert written["hands"] == record["hands"]


@pytest.mark.parametrize("numbers", FAST, ids=name_of)
@pytest.mark.parametrize("variant", VARIANTS)
def test_referee_judges_the_engine(variant: str, numbers: range) -> None:
    check_engine_by_referee(variant, numbers)


@pytest.mark.parametrize("numbers", FAST, ids=name_of)
@pytest.mark.parametrize("variant", VARIANTS)
def test_engine_replays_the_referee(variant: str, numbers: range) -> None:
    check_referee_by_engine(variant, numbers)


@pytest.mark.slow
@pytest.mark.parametrize("numbers", SLOW, ids=name_of)
@pytest.mark.parametrize("variant", VARIANTS)
def test_referee_judges_the_engine_often(variant: str, numbers: range) -> None:
    check_engine_by_referee(variant, numbers)


@pytest.mark.slow
@pytest.mark.parametrize("numbers", SLOW, ids=name_of)
@pytest.mark.parametrize("variant", VARIANTS)
def test_engine_replays_the_referee_often(variant: str, numbers: range) -> None:
    check_referee_by_engine(variant, numbers)


@pytest.mark.parametrize("variant", VARIANTS)
def test_referee_knows_the_variant_and_its_options(variant: str) -> None:
    """Each option of a variant is one of the referee's, and the other way round; presets and defaults mean the same."""
    rules = Rules(variant)
    assert variant in reference.OPTIONS
    assert set(rules.options) == set(reference.OPTIONS[variant]["checks"])
    for preset in [None, *rules.variant.presets]:
        mine = as_read({"options": dict(Rules(variant, preset=preset).options)})["options"]
        its = reference.resolve_options(variant, preset or rules.variant.default_preset)
        assert mine == as_read({"options": its})["options"]
