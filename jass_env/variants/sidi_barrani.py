"""Sidi Barrani: Schieber with slalom, Misère and double (rulebook 2.7; PT 195-203).

As Schieber, with its presets and house rules, but by default slalom is a seventh contract. The chooser may add Misère to
any contract: at the end of the hand the two sides' totals are exchanged, cards, last trick, match, Weis and Stöck together
(in contract misere twice, that is not at all). Then each opponent, right of the chooser first, may double, once in all: the
side with the majority after the exchange has its total doubled, the other side's counts normally; equal: nobody's. The
contract's multiplier applies as well.

Decisions come in this order: contract or shove, its sub-choice, Misère yes or no, doubles. A hand with Misère is loose,
whatever ``undertrump`` says; in a hand with Misère or double the end of the match is checked only after the hand.
"""

from __future__ import annotations

from typing import Any

from jass_env.options import PLAIN_CONTRACTS
from jass_env.variant import PAIRS, AddMisere, CardPoints, Deal, Double, Game, PointsToTotals, Seats, Variant
from jass_env.variants._schieber_family import choosing, ending, options, playing, presets


def game(o: Any) -> Game:
    """The game of the options."""
    return Game(
        seats=Seats(4, PAIRS),
        deal=Deal(9, first_forehand="7r"),
        phases=(choosing(o), AddMisere(), Double(), playing(o)),
        count=CardPoints(last_trick=5, match_bonus=100),
        settle=PointsToTotals(),
        match=ending(o),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="sidi_barrani",
    summary="Schieber in which the chooser may add Misère, and the opponents may double.",
    options=options((*PLAIN_CONTRACTS, "slalom"), tricks=9),
    game=game,
    presets=presets(),
    default_preset="pt",
)
