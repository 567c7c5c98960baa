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

from jass_env.options import PLAIN_CONTRACTS
from jass_env.variant import PAIRS, CardPoints, Deal, Game, PointsToTotals, Seats, Variant
from jass_env.variants._schieber_family import choosing, ending, options, playing, presets


def game(o: Any) -> Game:
    """The game of the options."""
    return Game(
        seats=Seats(4, PAIRS),
        deal=Deal(9, first_forehand="7r"),
        phases=(choosing(o), playing(o)),
        count=CardPoints(last_trick=5, match_bonus=100),
        settle=PointsToTotals(),
        match=ending(o),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="schieber",
    summary="Two pairs; forehand chooses the contract or shoves; Weis and Stöck; first side to the target.",
    options=options(PLAIN_CONTRACTS, tricks=9),
    game=game,
    presets=presets(),
    default_preset="pt",
)
