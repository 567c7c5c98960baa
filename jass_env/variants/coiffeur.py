"""Coiffeur, the clubs' game of twelve contracts, for four players, each alone (rulebook 2.9; PT 265-299).

Nine cards each; as Coiffeur-Schieber with sticks: everybody declares each row once, in 48 hands. The rows and their value:
4 suits 1; obenabe, undenufe, slalom 2; misere, tutti, riesenslalom 2; 3x3 3; one joker 3. In misere, which is played as
obenabe, the fewest points are best: its row gives the sticks to the fewest and the potatoes to the most, and in the match
row no trick counts as all tricks and the reverse. A joker stands for any named contract but misere.

House rules: ``joker``, ``tuo`` and ``extra_contracts`` (an additional row for gustav or tuo), ``multipliers`` (sticks of the
rows in play), ``undenufe_six``, ``mixed_values``, ``one_trump``, ``gustav_split``, undertrumping (strict).

Where the rulebook left a choice: there is no joker2, so ``tuo="joker"`` adds a row as ``tuo="extra"`` does; a joker may
stand for an added contract too; ``multipliers`` has the rows in play, another name is an error.
"""

from __future__ import annotations

from typing import Any

from jass_env.options import PLAIN_CONTRACTS
from jass_env.variant import CardPoints, Deal, FullLedgers, Game, LedgerSticks, Seats, Variant
from jass_env.variants._coiffeur_family import ADDED, declaring, options, playing, rows, sticks

ELEVEN = (*PLAIN_CONTRACTS, "slalom", "riesenslalom", "misere", "tutti", "3x3")


def values(o: Any) -> dict[str, int]:
    """The rows in play and what they are worth."""
    return sticks(rows(ELEVEN, 1, o))


def game(o: Any) -> Game:
    """The game of the options."""
    return Game(
        seats=Seats(4),
        deal=Deal(9),
        phases=(declaring(o, known=(*ELEVEN, *ADDED, "joker1")), playing(o)),
        count=CardPoints(last_trick=5, match_bonus=100),
        settle=LedgerSticks(),
        match=FullLedgers(4 * len(o.multipliers)),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="coiffeur",
    summary="Four players declare each of twelve contracts once; sticks for the best of each, potatoes for the worst.",
    options=options(tricks=9, default=(*ELEVEN, "joker1"), values=values, jokers={}),
    game=game,
)
