"""Basic Jass, for four players, each alone (rulebook 2.1; PT 5-67).

Nine cards each. The dealer's last card is shown to all and stays in his hand; its suit is trump (PT 21). Forehand leads.
Undertrumping is strict (PT 33-37). A player scores his card points, 5 for the last trick, 100 for all tricks, Weis and
Stöck. Twelve hands; most points win; at a tie extra hands.

House rules: those of Weis and Stöck (PT 39-51; rulebook 1.7, 1.8), undertrumping, and ``revokes`` (PT 61-65): a player may
revoke; when it is proven the hand stops and he scores -20. The stopped hand is one of the twelve.
"""

from __future__ import annotations

from typing import Any

from jass_env.options import MATCH_OPTIONS, REVOKE_OPTIONS, WEIS_OPTIONS, trump_options
from jass_env.variant import DEALERS_LAST, CardPoints, Deal, Game, Hands, PointsToTotals, Seats, Tricks, Variant
from jass_env.variants._house_rules import weis_of


def game(o: Any) -> Game:
    """The game of the options."""
    return Game(
        seats=Seats(4),
        deal=Deal(9, trump=DEALERS_LAST),
        phases=(Tricks(o.undertrump, o.only_trumps, weis_of(o), o.revokes),),
        count=CardPoints(last_trick=5, match_bonus=100),
        settle=PointsToTotals(),
        match=Hands(12),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="basic_jass",
    summary="Four players, each alone; trump is turned up; Weis and Stöck; most points in twelve hands.",
    options={
        **WEIS_OPTIONS,
        **REVOKE_OPTIONS,
        **trump_options("strict"),
        **MATCH_OPTIONS,
    },
    game=game,
)
