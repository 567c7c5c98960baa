"""Differenzler, for four or three players, alone or in pairs (rulebook 2.10; PT 301-317, FI 101-113, ES 64).

All cards are dealt; the dealer's last card is shown and its suit is trump. Before play each player, from forehand on,
writes down how many of the 157 points he will take. Undertrumping is loose (FI 109). No Weis, Stöck or match bonus.

The penalty of a hand is the distance between points taken and predicted. An exact prediction lowers the total by 10, but
never below 0 (``floor``); exact at 0 predicted scores 0. In ``pairs`` the two partners' predictions and points count
together. Twelve hands; lowest total wins; at a tie extra hands.
"""

from __future__ import annotations

from typing import Any

from jass_env.errors import OptionError
from jass_env.options import MATCH_OPTIONS, Choice, flag, trump_options
from jass_env.variant import (
    ALONE,
    DEALERS_LAST,
    PAIRS,
    CardPoints,
    Deal,
    Game,
    Hands,
    Predict,
    PredictionError,
    Seats,
    Tricks,
    Variant,
)


def game(o: Any) -> Game:
    """The game of the options. Raises OptionError for pairs of three players."""
    if o.pairs and o.players != 4:
        raise OptionError(f"option pairs=True needs players=4, not players={o.players}")
    return Game(
        seats=Seats(o.players, PAIRS if o.pairs else ALONE),
        deal=Deal(36 // o.players, trump=DEALERS_LAST),
        phases=(Predict(open=o.open_predictions), Tricks(o.undertrump, o.only_trumps)),
        count=CardPoints(last_trick=5),
        settle=PredictionError(exact_bonus=10, floor=o.floor),
        match=Hands(o.hands, fewest_wins=True),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="differenzler",
    summary="Predict how many of the 157 points you will take; every point off is a penalty.",
    options={
        "players": Choice((4, 3), "players at the table", "PT 301, FI 101"),
        "pairs": flag("two pairs predict and count together (four players only)", "ES 64"),
        "open_predictions": flag("predictions are seen as they are made", "PT 317"),
        "hands": Choice((12, 8, 16), "hands in a match", "PT 315"),
        "floor": flag("a bonus never takes a total below 0", "PT 313", default=True),
        **trump_options("loose"),
        **MATCH_OPTIONS,
    },
    game=game,
)
