"""Golden playthroughs: matches kept in tests/golden/, one file for each variant, preset and form of play.

They say what the engine did when they were written: the deals from their seeds, every legal action, every score. The
referee judges them too, so what they say is right. To write those that are missing, for example for a new variant:

    python -m tests.test_golden --write [NAME ...]

What the referee does not judge right is not written. A file that is there is never overwritten: after a change that is
meant (new deals from the same seed, another version), delete the file, write it anew, and look at the difference.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jass_env.errors import JassError
from jass_env.players import RandomPlayer
from jass_env.record import Match, read_records, record_match, replay, rules_of, write_records
from jass_env.rules import Rules
from tests import reference
from tests.playing import as_read
from tests.support import PRESETS, VARIANTS

FOLDER = Path(__file__).parent / "golden"
MOST_BYTES = 40_000

#: Forms of play that differ much from a variant's presets; those of variants that are not there are left out.
FORMS: dict[str, tuple[str, dict[str, Any]]] = {
    "schieber-choose": ("schieber", {"weis": "choose", "weis_table": "big", "identical_weis": "cancel", "four_low": True}),
    "schieber-claim": ("schieber", {"end": "claim", "target": 300, "bergpreis": 50}),
    "schieber-contracts": (
        "schieber",
        {"contracts": ["slalom", "gustav", "riesenslalom", "misere", "tutti", "tuo", "3x3"], "shove_back": True},
    ),
    "schieber-revokes": ("schieber", {"revokes": True, "undertrump": "loose"}),
    "differenzler-three": ("differenzler", {"players": 3}),
    "differenzler-pairs": ("differenzler", {"players": 4, "pairs": True, "open_predictions": True}),
    "plus_minus-three": ("plus_minus", {"players": 3}),
    "plus_minus-fi": ("plus_minus", {"table": "fi"}),
    "schieber_six-36": ("schieber_six", {"pack": 36}),
    "guggitaler-three": ("guggitaler", {"players": 3}),
    "guggitaler-eight": ("guggitaler", {"form": "eight"}),
    "handjass-exchange": ("handjass", {"form": "exchange"}),
    "handjass-two": ("handjass", {"form": "exchange", "players": 2}),
}


def golden_rules() -> dict[str, tuple[str, str | None, dict[str, Any]]]:
    """For each file its variant, preset and options."""
    wanted: dict[str, tuple[str, str | None, dict[str, Any]]] = {}
    for variant, preset in PRESETS:
        default = preset is None or preset == Rules(variant).preset
        wanted[variant if default else f"{variant}-{preset}"] = (variant, preset, {})
    for name, (variant, options) in FORMS.items():
        if variant in VARIANTS:
            wanted[name] = (variant, None, options)
    return wanted


GOLDEN = golden_rules()


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.jsonl"


def played(name: str) -> Iterator[dict[str, Any]]:
    """The matches of a file: a short one with all legal actions, and one that goes on for some hands, without them."""
    variant, preset, options = GOLDEN[name]
    for seed, legal, most_hands in ((1, True, 2), (2, False, 10)):
        rules = Rules(variant, preset=preset, options={**options, "max_hands": most_hands})
        yield record_match(rules, seed, [RandomPlayer() for _ in range(rules.seats)], legal=legal)


def records_of(name: str) -> list[dict[str, Any]]:
    path = path_of(name)
    assert path.exists(), f"{path} is missing; `python -m tests.test_golden --write` writes it"
    return list(read_records(path))


def test_none_is_missing_and_none_left_over() -> None:
    """A variant that is not there yet may have its file already."""
    missing = [name for name in GOLDEN if not path_of(name).exists()]
    assert missing == [], "`python -m tests.test_golden --write` writes them"
    known = set(GOLDEN) | {name for name, (variant, _) in FORMS.items() if variant not in VARIANTS}
    assert {path.stem for path in FOLDER.iterdir()} <= known


@pytest.mark.parametrize("name", GOLDEN)
def test_they_are_small_and_what_they_should_be(name: str) -> None:
    variant, preset, options = GOLDEN[name]
    records = records_of(name)
    assert path_of(name).stat().st_size < MOST_BYTES
    assert len(records) == 2
    for record in records:
        most_hands = record["options"]["max_hands"]
        rules = Rules(variant, preset=preset, options={**options, "max_hands": most_hands})
        assert record["variant"] == variant
        assert rules_of(record).options == rules.options
    assert all("legal" in hand for hand in records[0]["hands"])


@pytest.mark.parametrize("name", GOLDEN)
def test_they_replay(name: str) -> None:
    for number, record in enumerate(records_of(name)):
        replay(record, number)


@pytest.mark.parametrize("name", GOLDEN)
def test_the_engine_deals_and_plays_them_from_their_seed(name: str) -> None:
    """The cards come from the seed alone; legal actions, points and scores from the actions that were taken."""
    for record in records_of(name):
        match = Match(rules_of(record), record["seed"], record["agents"], legal="legal" in record["hands"][0])
        for hand in record["hands"]:
            for seat, action in hand["actions"]:
                assert match.mover == seat
                assert match.play(action)
        assert match.over
        assert as_read(match.record) == record


@pytest.mark.parametrize("name", GOLDEN)
def test_the_random_players_play_them(name: str) -> None:
    """Same seed, same everything: deals and players, on every platform and in every process."""
    assert [as_read(record) for record in played(name)] == records_of(name)


@pytest.mark.parametrize("name", GOLDEN)
def test_the_referee_judges_them_right(name: str) -> None:
    for record in records_of(name):
        reference.judge(record)


def write_missing(names: list[str]) -> int:
    """Write the files that are missing; those that are there stay as they are. Returns the number of failures."""
    FOLDER.mkdir(exist_ok=True)
    failures = 0
    for name in names:
        if path_of(name).exists():
            print(f"{path_of(name)}: is there, not touched")
            continue
        try:
            records = [as_read(record) for record in played(name)]
            for number, record in enumerate(records):
                replay(record, number)
                reference.judge(record)
        except (JassError, reference.Disagreement) as error:
            failures += 1
            print(f"{path_of(name)}: not written: {error}")
            continue
        count = write_records(path_of(name), records)
        print(f"{path_of(name)}: {count} matches, {path_of(name).stat().st_size} bytes")
    return failures


if __name__ == "__main__":
    asked = sys.argv[2:] or list(GOLDEN)
    if sys.argv[1:2] != ["--write"] or not set(asked) <= set(GOLDEN):
        sys.exit(f"usage: python -m tests.test_golden --write [NAME ...]\n\nNames: {', '.join(GOLDEN)}")
    sys.exit(1 if write_missing(asked) else 0)
