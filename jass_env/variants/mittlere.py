"""Mittlere, for three players, each alone (rulebook 2.2; PT 69-99, FI 137-161).

Twelve cards each. There is no trump at first; the first player who cannot follow suit plays any card, and its suit is
trump from that card on. Points are counted at the end, with the Under and nine of the fixed suit at 20 and 14 even if
they were taken before; without a fixed trump the eights count 8. Undertrumping is loose. No Weis, Stöck or match bonus.

Sticks (+) and potatoes (-), the first line that applies: all tricks +2, others -1; no trick -2, others +1; 100 points or
more -2, others +1; two equal -1 each, the third +2 (``tie_third``); otherwise the middle one -2, others +1.
Twelve hands; most net sticks; at a tie extra hands.
"""

from __future__ import annotations

from typing import Any

from jass_env.options import MATCH_OPTIONS, Choice, trump_options
from jass_env.variant import FREE_TRUMP, CardPoints, Deal, Game, Hands, MittlereSticks, Seats, Tricks, Variant


def game(o: Any) -> Game:
    """The game of the options."""
    return Game(
        seats=Seats(3),
        deal=Deal(12, trump=FREE_TRUMP),
        phases=(Tricks(o.undertrump, o.only_trumps),),
        count=CardPoints(last_trick=5),
        settle=MittlereSticks(tie_third=o.tie_third),
        match=Hands(12),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="mittlere",
    summary="Three players; trump is fixed in mid-hand; neither the most nor the fewest points lose, but the middle.",
    options={
        "tie_third": Choice((2, 1), "sticks of the third player when the other two are equal", "PT 91, FI 154"),
        **trump_options("loose"),
        **MATCH_OPTIONS,
    },
    game=game,
)
