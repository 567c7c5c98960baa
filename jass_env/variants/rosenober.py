"""Rosenober, for four players, each alone (rulebook 2.11; PT 319-331).

Nine cards each, no trump, no Weis. One point each for the Ober of roses, the Ober of acorns and the last trick. The match
ends after the first hand in which somebody has 12 or more and one is alone lowest; the lowest total wins.
"""

from __future__ import annotations

from typing import Any

from jass_env.options import MATCH_OPTIONS
from jass_env.variant import NO_TRUMP, Ahead, Deal, Game, OwnPoints, PointsToTotals, Seats, Table, Tricks, Variant

TO_AVOID = Table(cards={"Or": 1, "Oa": 1}, tricks={-1: 1})


def game(o: Any) -> Game:
    """The game of the options."""
    return Game(
        seats=Seats(4),
        deal=Deal(9, trump=NO_TRUMP),
        phases=(Tricks(),),
        count=OwnPoints((TO_AVOID,)),
        settle=PointsToTotals(),
        match=Ahead(12, fewest_wins=True),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="rosenober",
    summary="Avoid the Ober of roses, the Ober of acorns and the last trick.",
    options=MATCH_OPTIONS,
    game=game,
)
