"""Schiltenober, for four players, each alone (rulebook 2.12; PT 333-345).

Nine cards each, no trump, no Weis. One point each for the Ober of shields, the second trick and the last but one (the
eighth). The match ends after the first hand in which somebody has 7 or more and one is alone lowest; the lowest total wins.
"""

from __future__ import annotations

from typing import Any

from jass_env.options import MATCH_OPTIONS
from jass_env.variant import NO_TRUMP, Ahead, Deal, Game, OwnPoints, PointsToTotals, Seats, Table, Tricks, Variant

TO_AVOID = Table(cards={"Os": 1}, tricks={2: 1, -2: 1})


def game(o: Any) -> Game:
    """The game of the options."""
    return Game(
        seats=Seats(4),
        deal=Deal(9, trump=NO_TRUMP),
        phases=(Tricks(),),
        count=OwnPoints((TO_AVOID,)),
        settle=PointsToTotals(),
        match=Ahead(7, fewest_wins=True),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="schiltenober",
    summary="Avoid the Ober of shields, the second trick and the last but one.",
    options=MATCH_OPTIONS,
    game=game,
)
