"""Molotow, for four players, each alone (rulebook 2.3; PT 101-119, FI 163-173).

Nine cards each, played as Mittlere: there is no trump until the first player who cannot follow suit plays a card; its suit
is trump from that card on. Points are counted at the end. Undertrumping is loose. No Weis, Stöck or match bonus.

Sticks (+) and potatoes (-), the first line that applies: 157 points +3, others -1; 100 to 156 points -3, others +1; two
tie for highest: they 0, the third -1, the lowest +1; two tie in the middle: they -1 each, the others +1; two tie for
lowest: they 0, the second -1, the highest +1; all different: the two middle ones -1, the others +1; three tie: the odd one
out +1, and of the three, who draw a card each, the highest card -1.
Twelve hands; most net sticks; at a tie extra hands.

157 points need not be all tricks (FI 169); no trick at all is no line of its own (FI 165).
"""

from __future__ import annotations

from typing import Any

from jass_env.options import MATCH_OPTIONS, trump_options
from jass_env.variant import FREE_TRUMP, CardPoints, Deal, Game, Hands, MolotowSticks, Seats, Tricks, Variant


def game(o: Any) -> Game:
    """The game of the options."""
    return Game(
        seats=Seats(4),
        deal=Deal(9, trump=FREE_TRUMP),
        phases=(Tricks(o.undertrump, o.only_trumps),),
        count=CardPoints(last_trick=5),
        settle=MolotowSticks(),
        match=Hands(12),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="molotow",
    summary="Four players; trump is fixed in mid-hand; the two in the middle lose, and so does too much.",
    options={
        **trump_options("loose"),
        **MATCH_OPTIONS,
    },
    game=game,
)
