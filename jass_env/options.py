"""Options of a variant: what values are allowed, what they mean, where they come from; and the groups many games share.

A variant file lists its options as a dictionary from name to one of the small types below. Each type checks a value and
returns it in its canonical form, or raises ``OptionError`` naming the option, the value and what would be right.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from jass_env.errors import OptionError


class Option(Protocol):
    """What every option can do."""

    @property
    def meaning(self) -> str:
        """What it decides."""

    @property
    def source(self) -> str:
        """Lines of the source texts, or "design"."""

    @property
    def default(self) -> Any:
        """The value where none is given."""

    @property
    def allowed(self) -> str:
        """The allowed values in words."""

    def check(self, name: str, value: Any) -> Any:
        """The value in canonical form. Raises OptionError."""


@dataclass(frozen=True)
class Choice:
    """One of a few values; the first is the default. (True is not 1 here.)"""

    values: tuple[Any, ...]
    meaning: str = ""
    source: str = ""
    #: Another option (listed before this one) some of whose values bring another default for this one.
    default_by: tuple[str, Mapping[Any, Any]] | None = None

    @property
    def default(self) -> Any:
        """The first value."""
        return self.values[0]

    @property
    def allowed(self) -> str:
        """The values, the default first."""
        return " | ".join(repr(value) for value in self.values)

    def check(self, name: str, value: Any) -> Any:
        """One of the values."""
        for known in self.values:
            if type(known) is type(value) and known == value:
                return known
        raise OptionError(f"option {name}={value!r}: allowed are {self.allowed}")


def flag(meaning: str, source: str = "", default: bool = False) -> Choice:
    """An option that is on or off."""
    return Choice((default, not default), meaning, source)


@dataclass(frozen=True)
class Number:
    """A whole number within bounds."""

    default: int
    low: int
    high: int
    meaning: str = ""
    source: str = ""

    @property
    def allowed(self) -> str:
        """The bounds."""
        return f"a whole number {self.low} to {self.high}"

    def check(self, name: str, value: Any) -> int:
        """A whole number within the bounds."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise OptionError(f"option {name}={value!r}: allowed is {self.allowed}")
        return value


@dataclass(frozen=True)
class NumberOrNone:
    """None, or a whole number within bounds."""

    low: int
    high: int
    meaning: str = ""
    source: str = ""
    default: None = None

    @property
    def allowed(self) -> str:
        """None and the bounds."""
        return f"None, or a whole number {self.low} to {self.high}"

    def check(self, name: str, value: Any) -> int | None:
        """None or a whole number within the bounds."""
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise OptionError(f"option {name}={value!r}: allowed is {self.allowed}")
        return value


@dataclass(frozen=True)
class Subset:
    """Some of a list of names, at least ``least``; in the order of the list."""

    names: tuple[str, ...]
    default: tuple[str, ...]
    meaning: str = ""
    source: str = ""
    least: int = 1

    @property
    def allowed(self) -> str:
        """The names."""
        return ("at least one of " if self.least else "any or none of ") + ", ".join(self.names)

    def check(self, name: str, value: Any) -> tuple[str, ...]:
        """A list of known names without repetition, put in order."""
        chosen = _names(value)
        if (
            chosen is None
            or len(chosen) < self.least
            or len(set(chosen)) != len(chosen)
            or not set(chosen) <= set(self.names)
        ):
            raise OptionError(f"option {name}={value!r}: allowed is {self.allowed}, each once")
        return tuple(known for known in self.names if known in chosen)


@dataclass(frozen=True)
class Permutation:
    """All of a list of names, in any order."""

    default: tuple[str, ...]
    meaning: str = ""
    source: str = ""

    @property
    def allowed(self) -> str:
        """The names."""
        return "an order of " + ", ".join(self.default)

    def check(self, name: str, value: Any) -> tuple[str, ...]:
        """The same names in some order."""
        chosen = _names(value) if isinstance(value, Sequence) else None
        if chosen is None or sorted(chosen) != sorted(self.default):
            raise OptionError(f"option {name}={value!r}: allowed is {self.allowed}")
        return chosen


@dataclass(frozen=True)
class Factors:
    """A whole number from 1 for each name; names left out keep the value they have."""

    default: Mapping[str, int]
    meaning: str = ""
    source: str = ""
    high: int = 100
    #: The names and their numbers, where they depend on options listed before this one (a namespace of their values);
    #: ``default`` is then what goes with the defaults of those.
    default_by: Callable[[Any], Mapping[str, int]] | None = None

    @property
    def allowed(self) -> str:
        """The names."""
        return self._allowed(self.default)

    def _allowed(self, names: Iterable[str]) -> str:
        return f"a mapping from {', '.join(names)} to whole numbers 1 to {self.high}"

    def check(self, name: str, value: Any) -> dict[str, int]:
        """The default overlaid with the given numbers."""
        return self.overlay(name, dict(self.default), value)

    def overlay(self, name: str, base: Mapping[str, int], value: Any) -> dict[str, int]:
        """``base`` with the given numbers in place of its own."""
        if not isinstance(value, Mapping) or not set(value) <= set(base):
            raise OptionError(f"option {name}={value!r}: allowed is {self._allowed(base)}")
        for key, factor in value.items():
            Number(1, 1, self.high).check(f"{name}[{key!r}]", factor)
        return {key: int(value.get(key, base[key])) for key in base}


def _names(value: Any) -> tuple[str, ...] | None:
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Iterable):
        return tuple(str(name) for name in value)
    return None


# --- groups of options that several variants share (rulebook 2, table of options) ---

MATCH_OPTIONS: dict[str, Option] = {
    "max_hands": Number(1000, 1, 30_000, "hands after which a match is truncated", "design"),
}


def trump_options(undertrump: str) -> dict[str, Option]:
    """Options of every game with trumps; ``undertrump`` is the variant's default."""
    other = {"strict": "loose", "loose": "strict"}[undertrump]
    return {
        "undertrump": Choice(
            (undertrump, other),
            "strict: lower trumps are forbidden unless the hand is all trumps; loose: only to who can follow",
            "FI 46-47, PT 33-37, PT 79",
        ),
        "only_trumps": Choice(
            ("any", "beat"),
            "strict games, a hand of nothing but trumps: any of them, or it must beat the highest if it can",
            "PT 37; clubs differ",
        ),
    }


WEIS_OPTIONS: dict[str, Option] = {
    "weis": Choice(("auto", "choose", "off"), "announced whenever allowed, or a decision, or no Weis", "PT 39"),
    "weis_table": Choice(("small", "big", "es"), "values of the Weis", "FI 57-85, ES 36-41"),
    "weis_order": Choice(
        ("fours", "sequences"), "'sequences': five or more in a row beat any four but the Unders", "FI 57-65, ES 32"
    ),
    "four_nines": Choice(
        (150, 100, 0), "points of four nines; 0: not a Weis", "FI 64, ES 36-41", default_by=("weis_table", {"es": 100})
    ),
    "four_low": flag("four 8s, 7s, 6s count 100, ranked below four Banners", "PT 183"),
    "shared_cards": flag("a card may be in a sequence and in a four", "PT 185"),
    "identical_weis": Choice(
        ("earlier", "cancel"), "identical best sequences of two sides: the earlier player, or nobody scores", "PT 49"
    ),
    "stoeck": Choice(("second", "first_trick"), "Stöck scored with its second card, or in trick 1", "ES 23, FI 99, PT 51"),
}

UNDENUFE_WEIS_OPTIONS: dict[str, Option] = {
    "four_sixes_undenufe": flag("in Undenufe four 6s count in place of four Aces", "PT 181"),
    "weis_undenufe_reversed": flag(
        "in Undenufe the lower top card is the better Weis", "house rule; PT 43 and FI 89 say no"
    ),
}

REVOKE_OPTIONS: dict[str, Option] = {
    "revokes": flag("a player may revoke; proven, the hand stops and costs his side 20", "PT 61-65"),
}

PLAIN_CONTRACTS = ("acorns", "roses", "shields", "bells", "obenabe", "undenufe")
ALL_CONTRACTS = (*PLAIN_CONTRACTS, "slalom", "gustav", "riesenslalom", "misere", "tutti", "tuo", "3x3")


FIRST_TRICK_ORDER = Permutation(("stoeck", "weis", "trick"), "order of scoring after trick 1", "FI 249")


def target_option(points: int) -> Number:
    """The points that win a match."""
    return Number(points, 1, 1_000_000, "points that win the match", "PT 161, ES 52")


def mixed_contract_options(tricks: int) -> dict[str, Option]:
    """Options of the games that have contracts of more than one order; ``tricks``: in a hand, at most."""
    return {
        "undenufe_six": flag("in contract Undenufe the 6 counts 11 and the Ace 0", "PT 179, FI 253"),
        "mixed_values": Choice(("hand", "trick"), "tuo: values of the trump hand, or by the order of each trick", "design"),
        "one_trump": flag("3x3 with one trump suit, named after the blocks", "PT 287"),
        "gustav_split": NumberOrNone(
            1, tricks - 1, "tricks in the first part of Gustav; None: the larger half first", "design"
        ),
    }


def contract_options(multipliers: Mapping[str, int], contracts: tuple[str, ...], tricks: int) -> dict[str, Option]:
    """Options of the games in which a side chooses a contract or shoves, and the first to a target wins.

    Args:
        multipliers: default for each contract the variant knows.
        contracts: the contracts that are played by default.
        tricks: tricks in a hand.
    """
    return {
        "multipliers": Factors(multipliers, "factor of each contract", "PT 155-159, FI 237, ES 22; design"),
        "target": target_option(3000),
        "contracts": Subset(tuple(multipliers), contracts, "contracts that may be chosen", "PT 177, PT 191-193"),
        "end": Choice(
            ("instant", "claim", "hand"),
            "the match ends the moment a side has the target, or when a player claims it, or after a hand",
            "PT 161-165, FI 243-247, ES 52",
        ),
        "first_trick_order": FIRST_TRICK_ORDER,
        "bergpreis": Number(0, 0, 100_000, "points for the first side past half the target", "ES 59"),
        "shove_back": flag("the last partner may shove back once", "PT 187"),
        "lead": Choice(("forehand", "chooser"), "who leads to trick 1", "PT 145; custom"),
        **mixed_contract_options(tricks),
    }


def parse_assignments(words: Iterable[str]) -> dict[str, Any]:
    """``key=value`` words of a command line as a dictionary; values are JSON where they can be, else text.

    ``True``, ``False``, ``None`` are understood too, and ``a,b,c`` is a list.

    Raises:
        OptionError: a word without ``=``.
    """
    given: dict[str, Any] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals or not key:
            raise OptionError(f"{word!r}: options are written key=value")
        given[key] = parse_value(text)
    return given


def parse_value(text: str) -> Any:
    """A value of a command line: JSON, a Python constant, a comma-separated list, or plain text."""
    constants = {"True": True, "False": False, "None": None}
    if text in constants:
        return constants[text]
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return [parse_value(part) for part in text.split(",")] if "," in text else text
