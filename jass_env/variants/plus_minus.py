"""Plus-Minus, for three or four players, each alone (rulebook 2.4; PT 121-137, FI 175-179).

All cards are dealt, and played as in Mittlere: trump is fixed in mid-hand, undertrumping is loose, no Weis, Stöck or match
bonus. There are sticks only. Who takes all tricks gets 2 and the others none. Otherwise by ``table``:

* ``pt``, the first line that applies: a tie of points (three players: the third gets 2; four: a tie for highest or lowest
  gives nobody a stick, and whoever gets sticks in the next hand that gives any gets one more each; the two middle ones:
  the others 1 each); someone has 100 or more: he 0, the lowest 1; otherwise highest and lowest 1 each.
* ``fi``: highest and lowest 1 each, but none for a highest with 100 or more; three players, two equal: the third 2; four, a
  tie for highest or lowest: that stick lies aside for the first of the tied who next earns one.

The first to be alone in front with 7 or more wins.
"""

from __future__ import annotations

from typing import Any

from jass_env.options import MATCH_OPTIONS, Choice, trump_options
from jass_env.variant import FREE_TRUMP, Ahead, CardPoints, Deal, Game, PlusMinusSticks, Seats, Tricks, Variant


def game(o: Any) -> Game:
    """The game of the options."""
    return Game(
        seats=Seats(o.players),
        deal=Deal(36 // o.players, trump=FREE_TRUMP),
        phases=(Tricks(o.undertrump, o.only_trumps),),
        count=CardPoints(last_trick=5),
        settle=PlusMinusSticks(aside=o.table == "fi"),
        match=Ahead(7),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="plus_minus",
    summary="Three or four players; trump is fixed in mid-hand; the most and the fewest points win sticks.",
    options={
        "players": Choice((3, 4), "players at the table", "PT 121, FI 177"),
        "table": Choice(("pt", "fi"), "which sticks a hand gives, above all at ties", "PT 123-135, FI 179"),
        **trump_options("loose"),
        **MATCH_OPTIONS,
    },
    game=game,
)
