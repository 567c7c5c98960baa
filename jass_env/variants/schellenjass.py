"""Schellenjass, for four players, each alone (rulebook 2.15; PT 411-423).

Nine cards each, no trump, no Weis. One point for each bells card taken; who takes all nine (Monopol) scores -9 instead; he
need not take all tricks (PT 421). Twelve hands; fewest points win; at a tie extra hands.
"""

from __future__ import annotations

from typing import Any

from jass_env.engine.cards import RANK_LETTERS
from jass_env.options import MATCH_OPTIONS
from jass_env.variant import NO_TRUMP, Deal, Game, Hands, Monopol, OwnPoints, Seats, Table, Tricks, Variant

BELLS = Table(cards={rank + "b": 1 for rank in RANK_LETTERS})


def game(o: Any) -> Game:
    """The game of the options."""
    return Game(
        seats=Seats(4),
        deal=Deal(9, trump=NO_TRUMP),
        phases=(Tricks(),),
        count=OwnPoints((BELLS,)),
        settle=Monopol(all_of_them=9),
        match=Hands(12, fewest_wins=True),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="schellenjass",
    summary="Avoid the bells, or take them all.",
    options=MATCH_OPTIONS,
    game=game,
)
