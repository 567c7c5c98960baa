"""Schieber, the game of two pairs (rulebook 2.5; PT 139-193, ES 5-63, FI 231-255).

Nine cards each. In a match the holder of the seven of roses is forehand of the first hand. Forehand chooses a contract or
shoves; then his partner must choose. Forehand leads. Undertrumping is strict. A side's hand total is card points, 5 for
the last trick, 100 for all tricks, Weis and Stöck, times the contract's multiplier; the first side to the target wins.

Presets: ``pt`` (default), ``es``, ``swiss``, ``flat``; see rulebook 2.5 for their tables and sources. The options
``end``, ``first_trick_order``, ``stoeck`` and ``bergpreis`` say when points are written and when the match ends.

Where the rulebook left a choice:
* With ``end="claim"`` and ``stoeck="first_trick"`` the Stöck is scored when its holder plays to trick 1 (1.8); its place at
  the end of trick 1 exists only with ``end="instant"`` (2.5).
* The Weis of a side are one entry, and the last trick is one entry with its 5 and the match bonus.
"""

from __future__ import annotations

from typing import Any

from jass_env.options import (
    ALL_CONTRACTS,
    MATCH_OPTIONS,
    PLAIN_CONTRACTS,
    REVOKE_OPTIONS,
    UNDENUFE_WEIS_OPTIONS,
    WEIS_OPTIONS,
    contract_options,
    trump_options,
)
from jass_env.variant import PAIRS, CardPoints, Choose, Deal, Game, PointsToTotals, Seats, Target, Tricks, Variant, Weis

#: acorns, roses, shields, bells, obenabe, undenufe; the others are design.
MULTIPLIERS = dict(zip(ALL_CONTRACTS, (1, 1, 2, 2, 3, 4, 3, 4, 3, 3, 2, 4, 4), strict=True))

PRESETS: dict[str, dict[str, Any]] = {
    "pt": {},
    "es": {
        "multipliers": {"shields": 3},
        "target": 1000,
        "end": "hand",
        "weis_table": "es",
        "weis_order": "sequences",
    },
    "swiss": {"multipliers": {"undenufe": 3}, "target": 2500},
    "flat": {"multipliers": dict.fromkeys(ALL_CONTRACTS, 1), "target": 1000},
}


def game(o: Any) -> Game:
    """The game of the options."""
    choose = Choose(
        contracts=o.contracts,
        multipliers=o.multipliers,
        shove_back=o.shove_back,
        chooser_leads=o.lead == "chooser",
        gustav_split=o.gustav_split,
        undenufe_six=o.undenufe_six,
        values_by_trick=o.mixed_values == "trick",
        one_trump=o.one_trump,
    )
    weis = Weis(
        mode=o.weis,
        table=o.weis_table,
        order=o.weis_order,
        four_nines=o.four_nines,
        four_low=o.four_low,
        shared_cards=o.shared_cards,
        identical=o.identical_weis,
        stoeck=o.stoeck,
        four_sixes_undenufe=o.four_sixes_undenufe,
        undenufe_reversed=o.weis_undenufe_reversed,
    )
    return Game(
        seats=Seats(4, PAIRS),
        deal=Deal(9, first_forehand="7r"),
        phases=(choose, Tricks(o.undertrump, o.only_trumps, weis, o.revokes)),
        count=CardPoints(last_trick=5, match_bonus=100),
        settle=PointsToTotals(),
        match=Target(o.target, o.end, o.first_trick_order, o.bergpreis),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="schieber",
    summary="Two pairs; forehand chooses the contract or shoves; Weis and Stöck; first side to the target.",
    options={
        **contract_options(MULTIPLIERS, PLAIN_CONTRACTS, tricks=9),
        **WEIS_OPTIONS,
        **UNDENUFE_WEIS_OPTIONS,
        **REVOKE_OPTIONS,
        **trump_options("strict"),
        **MATCH_OPTIONS,
    },
    game=game,
    presets=PRESETS,
    default_preset="pt",
)
