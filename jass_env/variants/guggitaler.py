"""Guggitaler, for four or three players, each alone (rulebook 2.13; PT 347-385, FI 181-191).

All cards are dealt; no trump, no Weis. Five things count: 5 for each trick; 10 for each bells card; 20 for each Ober; 40
for the King of roses; 50 for the last trick.

``form="ten"``: ten hands, one thing in each, in this order; hands 1-5 count negative, 6-10 the same positive.
``form="eight"`` (PT 379-385): all five in every hand; hands 1-4 negative, 5-8 positive.
The highest total wins; ties stand.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from jass_env.engine.cards import RANK_LETTERS, SUIT_LETTERS
from jass_env.options import MATCH_OPTIONS, Choice
from jass_env.variant import NO_TRUMP, Deal, Game, Hands, OwnPoints, Seats, SignedPoints, Table, Tricks, Variant

BELLS = {rank + "b": 10 for rank in RANK_LETTERS}
OBERS = {"O" + suit: 20 for suit in SUIT_LETTERS}
KING = {"Kr": 40}
ONE_BY_ONE = (Table(each_trick=5), Table(BELLS), Table(OBERS), Table(KING), Table(tricks={-1: 50}))
ALL_FIVE = Table(Counter(BELLS) + Counter(OBERS) + Counter(KING), each_trick=5, tricks={-1: 50})

TABLES = {"ten": ONE_BY_ONE, "eight": (ALL_FIVE,)}
HANDS = {"ten": 10, "eight": 8}


def game(o: Any) -> Game:
    """The game of the options."""
    return Game(
        seats=Seats(o.players),
        deal=Deal(36 // o.players, trump=NO_TRUMP),
        phases=(Tricks(),),
        count=OwnPoints(TABLES[o.form]),
        settle=SignedPoints(),
        match=Hands(HANDS[o.form], ties_stand=True),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="guggitaler",
    summary="What counts changes from hand to hand: first it is to be avoided, then to be taken.",
    options={
        "players": Choice((4, 3), "players at the table", "FI 183"),
        "form": Choice(
            ("ten", "eight"), "ten hands with one thing each, or eight hands with all five", "PT 353-373, 379-385"
        ),
        **MATCH_OPTIONS,
    },
    game=game,
)
