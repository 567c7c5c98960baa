"""What Schieber, Schieber for six and Sidi Barrani have in common (rulebook 2.5-2.7): presets, options, how they apply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jass_env.options import (
    ALL_CONTRACTS,
    MATCH_OPTIONS,
    REVOKE_OPTIONS,
    UNDENUFE_WEIS_OPTIONS,
    WEIS_OPTIONS,
    Option,
    contract_options,
    trump_options,
)
from jass_env.variant import Choose, Target, Tricks
from jass_env.variants._house_rules import weis_of

#: acorns, roses, shields, bells, obenabe, undenufe; the others are design.
MULTIPLIERS = dict(zip(ALL_CONTRACTS, (1, 1, 2, 2, 3, 4, 3, 4, 3, 3, 2, 4, 4), strict=True))


def presets(known: tuple[str, ...] = ALL_CONTRACTS) -> dict[str, Mapping[str, Any]]:
    """The presets of rulebook 2.5, for a variant that knows these contracts."""
    return {
        "pt": {},
        "es": {
            "multipliers": {"shields": 3},
            "target": 1000,
            "end": "hand",
            "weis_table": "es",
            "weis_order": "sequences",
        },
        "swiss": {"multipliers": {"undenufe": 3}, "target": 2500},
        "flat": {"multipliers": dict.fromkeys(known, 1), "target": 1000},
    }


def options(contracts: tuple[str, ...], tricks: int, known: tuple[str, ...] = ALL_CONTRACTS) -> dict[str, Option]:
    """The house rules.

    Args:
        contracts: the contracts that are played by default.
        tricks: tricks in a hand, at most.
        known: all contracts that may be chosen.
    """
    return {
        **contract_options({name: MULTIPLIERS[name] for name in known}, contracts, tricks),
        **WEIS_OPTIONS,
        **UNDENUFE_WEIS_OPTIONS,
        **REVOKE_OPTIONS,
        **trump_options("strict"),
        **MATCH_OPTIONS,
    }


def choosing(o: Any, partners: int = 2) -> Choose:
    """How the contract is chosen; ``partners``: seats of a side, who may shove in turn."""
    return Choose(
        contracts=o.contracts,
        multipliers=o.multipliers,
        partners=partners,
        shove_back=o.shove_back,
        chooser_leads=o.lead == "chooser",
        gustav_split=o.gustav_split,
        undenufe_six=o.undenufe_six,
        values_by_trick=o.mixed_values == "trick",
        one_trump=o.one_trump,
    )


def playing(o: Any) -> Tricks:
    """How the tricks are played, with Weis and Stöck."""
    return Tricks(o.undertrump, o.only_trumps, weis_of(o), o.revokes)


def ending(o: Any) -> Target:
    """When points are written, and when the match ends."""
    return Target(o.target, o.end, o.first_trick_order, o.bergpreis)
