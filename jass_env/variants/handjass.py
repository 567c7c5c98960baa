"""Handjass, in two forms (rulebook 2.14; PT 387-409, FI 115-135). In both: strict, Weis and Stöck; points are card points, 5
for the last trick, 100 for all tricks, Weis and Stöck; every player alone.

``form="dealer"`` (PT), four players with 9 cards and a threshold of 21 points, or three with 12 cards and 26: the dealer
names the trump suit, forehand leads. One player alone at the threshold gets 2 sticks; two get 1 each; of more a single
highest 1 and then also a single second 1, two tied for highest 1 each, three tied none. Everyone below the threshold -1.
The match ends after the first hand in which somebody has 7 or more and is alone in front.

``form="exchange"`` (FI), three players with 9 cards, 9 spare: the top spare card is turned, its suit is trump. The holder of
the trump six may swap it for the turned card; then, from forehand on, one player may exchange his hand for the spare one.
Highest and second get a stroke each if they have 21; who is below 21 gets a null, and the others a stroke for each such
player. Who has 5 net strokes is out and safe; the other two play on (``players=2`` starts there). The last one in loses.

Where the rulebook left a choice: ``players`` is 4 or 3 with the dealer's form and 3 or 2 with exchange, the first being the
form's default; another number is an error. All Weis options hold in both forms.
"""

from __future__ import annotations

from typing import Any

from jass_env.errors import OptionError
from jass_env.options import MATCH_OPTIONS, WEIS_OPTIONS, Choice, trump_options
from jass_env.variant import (
    TOP_OF_SPARE,
    Ahead,
    CardPoints,
    Deal,
    Exchange,
    Game,
    LastOneIn,
    NameTrump,
    Seats,
    Strokes,
    Swap,
    ThresholdSticks,
    Tricks,
    Variant,
)
from jass_env.variants._house_rules import weis_of

PLAYERS = {"dealer": (4, 3), "exchange": (3, 2)}


def game(o: Any) -> Game:
    """The game of the options. Raises OptionError for a number of players that the form is not for."""
    if o.players not in PLAYERS[o.form]:
        allowed = " or ".join(map(str, PLAYERS[o.form]))
        raise OptionError(f"option players={o.players}: with form={o.form!r} it is {allowed}")
    tricks = Tricks(o.undertrump, o.only_trumps, weis_of(o))
    points = CardPoints(last_trick=5, match_bonus=100)
    if o.form == "dealer":
        return Game(
            seats=Seats(o.players),
            deal=Deal(36 // o.players),
            phases=(NameTrump(), tricks),
            count=points,
            settle=ThresholdSticks({4: 21, 3: 26}[o.players]),
            match=Ahead(7),
            max_hands=o.max_hands,
            other_phases=(Swap(), Exchange()),
        )
    return Game(
        seats=Seats(o.players),
        deal=Deal(9, trump=TOP_OF_SPARE, spare=9),
        phases=(Swap(), Exchange(), tricks),
        count=points,
        settle=Strokes(21),
        match=LastOneIn(5),
        max_hands=o.max_hands,
        other_phases=(NameTrump(),),
    )


VARIANT = Variant(
    name="handjass",
    summary="Reach 21 points, and be among the best two: the dealer names trump, or one player exchanges his hand.",
    options={
        "form": Choice(
            ("dealer", "exchange"), "the dealer names trump, or a hand may be exchanged", "PT 387-409, FI 115-135"
        ),
        "players": Choice(
            (4, 3, 2),
            "players at the table: dealer 4 or 3, exchange 3 or 2",
            "PT 389, FI 117-123",
            default_by=("form", {"exchange": 3}),
        ),
        **WEIS_OPTIONS,
        **trump_options("strict"),
        **MATCH_OPTIONS,
    },
    game=game,
)
