"""What Coiffeur-Schieber and Coiffeur have in common (rulebook 2.8, 2.9): the rows, what they are worth, the options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from jass_env.engine.actions import CONTRACTS
from jass_env.options import (
    MATCH_OPTIONS,
    Choice,
    Factors,
    Option,
    Subset,
    mixed_contract_options,
    trump_options,
)
from jass_env.variant import Declare, Tricks

#: What a row is worth where sticks are counted (PT 217-233, 257, 271-285).
STICKS = {
    **dict.fromkeys(("acorns", "roses", "shields", "bells"), 1),
    **dict.fromkeys(("obenabe", "undenufe", "slalom", "riesenslalom", "misere", "tutti"), 2),
    **dict.fromkeys(("gustav", "tuo", "3x3", "joker1", "joker2"), 3),
}
#: The contracts that a house may add.
ADDED = ("slalom", "gustav", "tuo")


def rows(named: Iterable[str], jokers: int, o: Any) -> tuple[str, ...]:
    """The rows in play: named contracts and what the house adds, in the vocabulary's order, and the jokers last."""
    if o.tuo == "joker" and jokers == 2:
        jokers = 1
    used = {*named, *o.extra_contracts, *("joker1", "joker2")[:jokers], *(("tuo",) if o.tuo else ())}
    return tuple(name for name in CONTRACTS if name in used)


def sticks(names: Iterable[str]) -> dict[str, int]:
    """What rows are worth where sticks are counted."""
    return {name: STICKS[name] for name in names}


def factors(names: Iterable[str]) -> dict[str, int]:
    """What rows are worth where points are counted: their number (PT 255, 261)."""
    return {name: number for number, name in enumerate(names, start=1)}


def options(
    tricks: int, default: Iterable[str], values: Callable[[Any], Mapping[str, int]], jokers: Mapping[str, Option]
) -> dict[str, Option]:
    """The house rules.

    Args:
        tricks: tricks in a hand, at most.
        default: the rows in play by default, counted in sticks.
        values: what the rows in play are worth, by the options listed before ``multipliers``.
        jokers: the option of their number, where there is one.
    """
    return {
        "joker": Choice(("any", "played"), "a joker stands for any contract, or one already played", "FI 221, PT 233"),
        **jokers,
        "tuo": Choice((None, "extra", "joker"), "tuo as an additional row, or in place of joker2", "PT 257"),
        "extra_contracts": Subset(ADDED, (), "additional rows", "PT 261", least=0),
        "multipliers": Factors(
            sticks(default), "sticks or factor of each row in play", "PT 217-233, 255-261, 271-285", default_by=values
        ),
        **mixed_contract_options(tricks),
        **trump_options("strict"),
        **MATCH_OPTIONS,
    }


def declaring(o: Any, known: Iterable[str]) -> Declare:
    """How a row is declared; ``known``: all rows that the options may bring."""
    return Declare(
        rows=tuple(o.multipliers),
        values=o.multipliers,
        known=tuple(known),
        joker_played=o.joker == "played",
        gustav_split=o.gustav_split,
        undenufe_six=o.undenufe_six,
        values_by_trick=o.mixed_values == "trick",
        one_trump=o.one_trump,
    )


def playing(o: Any) -> Tricks:
    """How the tricks are played; there is no Weis and no Stöck."""
    return Tricks(o.undertrump, o.only_trumps)
