"""Schieber for six, two trios (rulebook 2.6; PT 169-177, FI 251).

The seats of the two sides alternate. Two packs without 6, 7 and 8, eight cards each; of two equal cards in a trick the
one played later is higher; the first dealer is drawn. Or (``pack=36``) one pack, six cards each, and the holder of the
seven of roses is forehand of the first hand. Forehand chooses or shoves to his next partner, who may shove to the last
one, who must choose (``shove_back``: or shove to forehand, who must). Otherwise as Schieber, with its presets.

House rules of its own: ``last_trick`` (5 or 10 points) and ``match_bonus`` (100 or 200). Tuo, riesenslalom and 3x3 are not
available, so ``mixed_values`` and ``one_trump`` change nothing.

Where the rulebook left a choice: ``gustav_split`` is at most 7, and with ``pack=36`` at most 5 (1 to n - 1).
"""

from __future__ import annotations

from typing import Any

from jass_env.engine.cards import PACK_36, PACK_48
from jass_env.options import ALL_CONTRACTS, PLAIN_CONTRACTS, Choice
from jass_env.variant import PAIRS, CardPoints, Deal, Game, PointsToTotals, Seats, Variant
from jass_env.variants._house_rules import check_gustav_split
from jass_env.variants._schieber_family import choosing, ending, options, playing, presets

CONTRACTS = tuple(name for name in ALL_CONTRACTS if name not in ("tuo", "riesenslalom", "3x3"))
DEALS = {48: Deal(8, pack=PACK_48), 36: Deal(6, pack=PACK_36, first_forehand="7r")}


def game(o: Any) -> Game:
    """The game of the options. Raises OptionError for a ``gustav_split`` that the pack has no tricks for."""
    check_gustav_split(o, DEALS[o.pack].cards)
    return Game(
        seats=Seats(6, PAIRS),
        deal=DEALS[o.pack],
        phases=(choosing(o, partners=3), playing(o)),
        count=CardPoints(o.last_trick, o.match_bonus),
        settle=PointsToTotals(),
        match=ending(o),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="schieber_six",
    summary="Schieber of two trios, with two packs of 24 or one of 36.",
    options={
        "pack": Choice((48, 36), "cards in the pack: two packs without 6, 7, 8, or one whole", "PT 171-173, FI 251"),
        "last_trick": Choice((5, 10), "points for the last trick", "design"),
        "match_bonus": Choice((100, 200), "points for all tricks", "design"),
        **options(PLAIN_CONTRACTS, tricks=8, known=CONTRACTS),
    },
    game=game,
    presets=presets(CONTRACTS),
    default_preset="pt",
)
