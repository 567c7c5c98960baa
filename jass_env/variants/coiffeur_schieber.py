"""Coiffeur-Schieber: everybody declares every contract once (rulebook 2.8; PT 205-263, FI 193-229, ES 65).

All cards are dealt. The players with contracts left speak in turn from forehand; each declares one or passes; if all pass
forehand must declare (if he has nothing left, the last speaker must). In pairs forehand may pass to his partner, who must.
The declarer leads, and only his points are written: card points, 5 for the last trick, 100 for all tricks. A joker stands
for a contract that he names. Strict; no Weis, no Stöck. The match is over when every row is played.

``form``: ``alone3`` three players, ten rows: 4 suits, obenabe, undenufe, slalom, gustav, two jokers (30 hands); ``alone4``
four players, without slalom and gustav (32 hands); ``pairs4`` two pairs, the same eight rows (16 hands); ``sticks4`` four
players, the ten rows (PT 263; 40 hands). Preset ``six_contracts`` (ES 65): pairs without jokers, 12 hands.

``alone3`` and ``sticks4`` count sticks and potatoes (PT 245-247): when everybody has played a row the best gets as many
sticks as it is worth, the worst potatoes; ties are drawn. All tricks: +2, the others -1; no trick: -2, the others +1. Most
net sticks, then fewest potatoes, then a play-off. ``alone4`` and ``pairs4`` count tens of points times the row's factor
(PT 255); highest total wins, equal totals share.

Where the rulebook left a choice: ``multipliers`` has the rows in play, another name is an error; ``gustav_split`` is at most
11, and with nine tricks at most 8; without a joker2 (also with one joker) ``tuo="joker"`` adds a row.
"""

from __future__ import annotations

from typing import Any

from jass_env.options import PLAIN_CONTRACTS, Choice
from jass_env.variant import (
    PAIRS,
    CardPoints,
    Deal,
    FullLedgers,
    Game,
    Hands,
    LedgerPoints,
    LedgerSticks,
    Seats,
    Variant,
)
from jass_env.variants._coiffeur_family import declaring, factors, options, playing, rows, sticks
from jass_env.variants._house_rules import check_gustav_split

EIGHT = (*PLAIN_CONTRACTS, "slalom", "gustav")
JOKERS = ("joker1", "joker2")


FORMS = {"alone3": Seats(3), "alone4": Seats(4), "pairs4": Seats(4, PAIRS), "sticks4": Seats(4)}
#: The forms that count sticks; they have slalom and gustav.
STICKS_FORMS = ("alone3", "sticks4")


def values(o: Any) -> dict[str, int]:
    """The rows in play and what they are worth."""
    if o.form in STICKS_FORMS:
        return sticks(rows(EIGHT, o.jokers, o))
    return factors(rows(PLAIN_CONTRACTS, o.jokers, o))


def game(o: Any) -> Game:
    """The game of the options. Raises OptionError for a ``gustav_split`` that the form has no tricks for."""
    seats = FORMS[o.form]
    cards = 36 // seats.count
    check_gustav_split(o, cards)
    hands = len(o.multipliers) * seats.sides
    return Game(
        seats=seats,
        deal=Deal(cards),
        phases=(declaring(o, known=(*EIGHT, "tuo", *JOKERS)), playing(o)),
        count=CardPoints(last_trick=5, match_bonus=100),
        settle=LedgerSticks() if o.form in STICKS_FORMS else LedgerPoints(),
        match=FullLedgers(hands) if o.form in STICKS_FORMS else Hands(hands, ties_stand=True),
        max_hands=o.max_hands,
    )


VARIANT = Variant(
    name="coiffeur_schieber",
    summary="Declare each contract once, and make the most of it; three or four players, or two pairs.",
    options={
        "form": Choice(tuple(FORMS), "who plays, which contracts, sticks or points", "PT 205-263, FI 193-229"),
        **options(
            tricks=12,
            default=(*EIGHT, *JOKERS),
            values=values,
            jokers={"jokers": Choice((2, 1, 0), "joker rows", "PT 233, ES 65")},
        ),
    },
    game=game,
    presets={"six_contracts": {"form": "pairs4", "jokers": 0}},
)
