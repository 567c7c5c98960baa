"""Sticheln, for four players, each alone (rulebook 2.16; PT 425-449).

Nine cards each. An auction from forehand on: a number of tricks, 1 to 9, higher than the last bid, or pass; who has passed
may bid again. After three passes in succession, or at once after a bid of 9, the last bidder is declarer. If all four pass
the hand is not played and scores nothing. The declarer names one of the four suits as trump; then, from his right, each
other player announces how many tricks he will take, all together at most nine. The declarer leads. Undertrumping is strict
("as Jass"). No Weis, Stöck or match bonus.

Exactly the tricks said: tricks + 5; otherwise minus the square of the difference. The match ends after the first hand in
which somebody has 50 or more and one is alone in front. (Random players never get there: set ``max_hands``.)
"""

from __future__ import annotations

from typing import Any

from jass_env.options import MATCH_OPTIONS, trump_options
from jass_env.variant import (
    Ahead,
    AnnounceTricks,
    Auction,
    Deal,
    ExactTricks,
    Game,
    NameTrump,
    OwnPoints,
    Seats,
    Table,
    Tricks,
    Variant,
)


def game(o: Any) -> Game:
    """The game of the options."""
    return Game(
        seats=Seats(4),
        deal=Deal(9),
        phases=(Auction(), NameTrump(), AnnounceTricks(), Tricks(o.undertrump, o.only_trumps)),
        count=OwnPoints((Table(each_trick=1),)),
        settle=ExactTricks(),
        match=Ahead(50),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="sticheln",
    summary="Bid for the trump suit with tricks, then take exactly as many as you said.",
    options={
        **trump_options("strict"),
        **MATCH_OPTIONS,
    },
    game=game,
)
