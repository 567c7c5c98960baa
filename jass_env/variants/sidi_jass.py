"""Sidi-Jass, for two players (rulebook 2.17; ES 9, 67; the rest is design).

Eight cards each; the 17th card is turned, its suit is trump, and with the rest of the pack it stays out of play. The holder
of the trump six may swap it for the turned card; he is asked before anything else. The non-dealer leads. Undertrumping is
strict. A player's hand total is card points, 5 for the last trick, 100 for all tricks, Weis and Stöck. The first to the
target wins at once, as in Schieber with ``end="instant"``: after trick 1 in ``first_trick_order``, then trick by trick.

Where the rulebook left a choice: there is no Schneider here (record.md), and no claim.
"""

from __future__ import annotations

from typing import Any

from jass_env.options import FIRST_TRICK_ORDER, MATCH_OPTIONS, WEIS_OPTIONS, target_option, trump_options
from jass_env.variant import NEXT_CARD, CardPoints, Deal, Game, PointsToTotals, Seats, Swap, Target, Tricks, Variant
from jass_env.variants._house_rules import weis_of


def game(o: Any) -> Game:
    """The game of the options."""
    return Game(
        seats=Seats(2),
        deal=Deal(8, trump=NEXT_CARD),
        phases=(Swap(), Tricks(o.undertrump, o.only_trumps, weis_of(o))),
        count=CardPoints(last_trick=5, match_bonus=100),
        settle=PointsToTotals(),
        match=Target(o.target, "instant", o.first_trick_order, schneider=False, claims=False),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="sidi_jass",
    summary="Two players, eight cards each; trump is turned up; Weis and Stöck; first to the target.",
    options={
        "target": target_option(1000),
        "first_trick_order": FIRST_TRICK_ORDER,
        **WEIS_OPTIONS,
        **trump_options("strict"),
        **MATCH_OPTIONS,
    },
    game=game,
)
