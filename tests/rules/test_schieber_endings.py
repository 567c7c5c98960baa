"""How a hand and a match of Schieber end (rulebook 2.5, 1.9, 1.11): when points are written, and when the match is won.

Where a line shows few cards, the others are nowhere: the hand goes on, but the line does not. Side 0 are seats 0 and 2,
side 1 seats 1 and 3. Forehand is seat 0 (in full deals by the 7 of roses). Preset ``flat`` (every contract counts once,
target 1000) unless a line says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.rules.positions import ALL_CONTRACTS, Game

TRICK_FIRST = ("trick", "weis", "stoeck")
WEIS_FIRST = ("weis", "stoeck", "trick")
CLAIM = {"end": "claim"}
HAND = {"end": "hand"}
FIRST = {"stoeck": "first_trick"}
WEIS = {"weis": "auto"}
PT = {"preset": "pt"}


@dataclass
class Line:
    """A rule, a position, what is played, and how things stand then."""

    rule: str
    options: dict[str, Any]
    totals: tuple[int, int]
    hands: list[str]
    play: str
    after: tuple[int, int]  # totals
    winner: int | None  # a side; None: the match goes on
    end: str | None = field(default="target")


def game_of(options: dict[str, Any]) -> Game:
    return Game(**{"preset": "flat", "weis": "off", "contracts": ALL_CONTRACTS, **options})


# Without trump: a trick of 15 points for seat 0 and one of 21 for seat 3.
FIFTEEN = ["A8s", "69s", "7Bs", "KOs"]  # As 6s 7s Ks = 15; then 8s 9s Bs Os = 8 + 10 + 3 = 21 for seat 3
T15 = "As 6s 7s Ks"
T21 = "8s 9s Bs Os"

# Trump roses: Ur 6r Kr Br = 20 + 0 + 4 + 10 = 34 for seat 0; Stöck in the hand of seat 2.
STOECK_2 = ["U8r", "6r 67a", "KOr 6s", "Br 67b"]
T34 = "Ur 6r Kr Br"

THREE_TRICKS = ["Ur Aa Ab", "6r 6a 6b", "KOr 7a 7b", "Br 8a Bb"]

# Trump roses: Ur 6r 8r Kr = 20 + 4 = 24 for seat 0; Stöck in the hand of seat 3.
STOECK_3 = ["U9r", "6r 67a", "8r 67s", "KOr 6b"]
T24 = "Ur 6r 8r Kr"

# Obenabe: As 6a 6r 7b = 11 for seat 0; Weis of three, 20, in the hand of seat 1.
WEIS_1 = ["A7s", "678a", "68r", "79b"]
T11 = "As 6a 6r 7b"

INSTANT = [
    # --- the match ends the moment a side has the target ---
    Line("target reached exactly, by a trick", {}, (985, 900), FIFTEEN, f"obenabe {T15}", (1000, 900), 0),
    Line("one point short", {}, (984, 900), FIFTEEN, f"obenabe {T15}", (999, 900), None),
    Line("more than the target", {}, (990, 900), FIFTEEN, f"obenabe {T15}", (1005, 900), 0),
    Line("not while the trick is under way", {}, (985, 900), FIFTEEN, "obenabe As 6s 7s", (985, 900), None),
    Line("the other side wins it", {}, (900, 985), ["6r", "Ar", "7r", "Kr"], "obenabe 6r Ar 7r Kr", (900, 1000), 1),
    Line(
        "later each trick's points when it is taken",
        {},
        (964, 0),
        FIFTEEN,
        f"obenabe {T15} {T21}",
        (979, 21),
        None,
    ),
    Line(
        "later each trick's points when it is taken: Or takes 21",
        {},
        (900, 979),
        FIFTEEN,
        f"obenabe {T15} {T21}",
        (915, 1000),
        1,
    ),
    Line("x the multiplier: 15 x 3", PT, (2955, 0), FIFTEEN, f"obenabe {T15}", (3000, 0), 0),
    Line("x the multiplier: 15 x 3", PT, (2954, 0), FIFTEEN, f"obenabe {T15}", (2999, 0), None),
    Line("target of the option", {"target": 100}, (85, 0), FIFTEEN, f"obenabe {T15}", (100, 0), 0),
    # --- at the end of trick 1, in this order: Stöck, Weis, the trick's points ---
    Line("Weis before the trick's points", WEIS, (989, 980), WEIS_1, f"obenabe {T11}", (989, 1000), 1),
    Line("Weis at the end of trick 1, not before", WEIS, (0, 980), WEIS_1, "obenabe As 6a 6r", (0, 980), None),
    Line(
        "first_trick_order: the trick's points before Weis",
        WEIS | {"first_trick_order": TRICK_FIRST},
        (989, 980),
        WEIS_1,
        f"obenabe {T11}",
        (1000, 980),
        0,
    ),
    Line("both short: all are added", WEIS, (988, 979), WEIS_1, f"obenabe {T11}", (999, 999), None),
    Line("Weis x the multiplier", PT | WEIS, (0, 2940), WEIS_1, f"obenabe {T11}", (0, 3000), 1),
    Line(
        "Stöck before Weis",
        WEIS,
        (980, 980),
        ["U8r", "678a 6r", "KOr 6s", "Br 67b"],
        f"roses {T34}",
        (1000, 980),
        0,
    ),
    Line(
        "first_trick_order: Weis before Stöck",
        WEIS | {"first_trick_order": WEIS_FIRST},
        (980, 980),
        ["U8r", "678a 6r", "KOr 6s", "Br 67b"],
        f"roses {T34}",
        (980, 1000),
        1,
    ),
    # --- from its place on, an unscored Stöck held in one hand counts at every check ---
    Line("Stöck with one card played counts", {}, (980, 0), STOECK_2, f"roses {T34}", (1000, 0), 0),
    Line(
        "one short; then the trick is enough: the Stöck is not added",
        {},
        (979, 0),
        STOECK_2,
        f"roses {T34}",
        (1013, 0),
        0,
    ),
    Line("the trick is enough exactly: added only if it is needed", {}, (966, 0), STOECK_2, f"roses {T34}", (1000, 0), 0),
    Line("the trick and the Stöck: it is needed and added", {}, (965, 0), STOECK_2, f"roses {T34}", (1019, 0), 0),
    Line("the trick and the Stöck, exactly", {}, (946, 0), STOECK_2, f"roses {T34}", (1000, 0), 0),
    Line("one short with both", {}, (945, 0), STOECK_2, f"roses {T34}", (979, 0), None),
    Line("with no card played too", {}, (980, 0), ["U8r", "69r", "KOr 6s 7r", "Br 7b"], "roses Ur 6r 7r Br", (1000, 0), 0),
    Line("not before its place", {}, (980, 0), STOECK_2, "roses Ur 6r Kr", (980, 0), None),
    Line("the other side's Stöck, before the trick's points", {}, (976, 980), STOECK_3, f"roses {T24}", (976, 1000), 1),
    Line(
        "first_trick_order: the trick's points before that Stöck",
        {"first_trick_order": TRICK_FIRST},
        (976, 980),
        STOECK_3,
        f"roses {T24}",
        (1000, 980),
        0,
    ),
    Line(
        "from its place on: with the trick first, the trick's check does not count it, and the other side's Weis comes before",
        WEIS | {"first_trick_order": TRICK_FIRST},
        (946, 980),
        ["U8r", "678a 6r", "KOr 6s", "Br 67b"],
        f"roses {T34}",
        (980, 1000),
        1,
    ),
    Line(
        "with the trick first: then at its place",
        {"first_trick_order": TRICK_FIRST},
        (946, 0),
        STOECK_2,
        f"roses {T34}",
        (1000, 0),
        0,
    ),
    Line(
        "x the multiplier: 20 x 2",
        PT,
        (2960, 0),
        ["U8b", "6b 67a", "KOb 6s", "Bb 67r"],
        "bells Ub 6b Kb Bb",
        (3000, 0),
        0,
    ),
    Line(
        "x the multiplier: 20 x 2, one short; then the trick, 34 x 2",
        PT,
        (2959, 0),
        ["U8b", "6b 67a", "KOb 6s", "Bb 67r"],
        "bells Ub 6b Kb Bb",
        (3027, 0),
        0,
    ),
    Line(
        "split over two hands it is none",
        {},
        (980, 0),
        ["Ur 8r", "6r 7a", "Kr 6s", "Or Br"],
        "roses Ur 6r Kr Br",
        (1014, 0),
        0,
    ),
    Line(
        "split over two hands it is none: one short",
        {},
        (960, 0),
        ["UOr", "6r 7a", "Kr 6s", "Br 7b"],
        "roses Ur 6r Kr Br",
        (994, 0),
        None,
    ),
    Line(
        "no trump suit, no Stöck",
        {},
        (980, 0),
        ["A8r", "6r 67a", "KOr", "7r 67b"],
        "obenabe Ar 6r Kr 7r",
        (995, 0),
        None,
    ),
    # 34, then Aa 6a 7a 8a = 11, then Ab 6b 7b Bb = 21: 66 in three tricks; the King falls in the first of them.
    Line(
        "Stöck whose two cards fall in different tricks, the check of trick 3: one short",
        {},
        (913, 0),
        THREE_TRICKS,
        f"roses {T34} | Aa 6a 7a 8a | Ab 6b 7b Bb",
        (979, 0),
        None,
    ),
    Line(
        "Stöck whose two cards fall in different tricks decides at the check of trick 3",
        {},
        (914, 0),
        THREE_TRICKS,
        f"roses {T34} | Aa 6a 7a 8a | Ab 6b 7b Bb",
        (1000, 0),
        0,
    ),
    Line(
        "later the Stöck at its second card",
        {},
        (0, 0),
        THREE_TRICKS,
        f"roses {T34} | Aa 6a Or",
        (54, 0),
        None,
    ),
    # --- stoeck="first_trick": scored in its place ---
    Line("first_trick: scored in its place", FIRST, (0, 0), STOECK_2, f"roses {T34}", (54, 0), None),
    Line("first_trick: not when the card is played", FIRST, (980, 0), STOECK_2, "roses Ur 6r Kr", (980, 0), None),
    Line("first_trick: before the trick's points", FIRST, (976, 980), STOECK_3, f"roses {T24}", (976, 1000), 1),
    Line(
        "first_trick: it is added even if the trick alone is enough",
        FIRST,
        (970, 0),
        STOECK_2,
        f"roses {T34}",
        (1024, 0),
        0,
    ),
    Line(
        "first_trick: its place after the trick's points",
        FIRST | {"first_trick_order": TRICK_FIRST},
        (976, 980),
        STOECK_3,
        f"roses {T24}",
        (1000, 980),
        0,
    ),
    # --- misère and tutti: the end is checked, and points are added, only after the hand ---
    Line("misère: not within the hand", {}, (999, 999), FIFTEEN, f"misere {T15}", (999, 999), None),
    Line("tutti: not within the hand", {}, (999, 999), FIFTEEN, f"tutti {T15}", (999, 999), None),
    Line("misère: Weis neither", WEIS, (999, 999), WEIS_1, f"misere {T11}", (999, 999), None),
    # --- both sides at the target (equal): another hand, played out ---
    Line("equal at the target: the hand is played out", {}, (1000, 1000), FIFTEEN, f"obenabe {T15}", (1000, 1000), None),
    Line("equal at the target: Weis neither", WEIS, (1200, 1200), WEIS_1, f"obenabe {T11}", (1200, 1200), None),
    Line("equal at the target: Stöck neither", {}, (1000, 1000), STOECK_2, f"roses {T34}", (1000, 1000), None),
    Line("end=hand: nothing within the hand", HAND | WEIS, (999, 999), WEIS_1, f"obenabe {T11}", (999, 999), None),
    Line("end=hand: Stöck neither", HAND, (999, 999), STOECK_2, f"roses {T34}", (999, 999), None),
]

CLAIMED = [
    # --- Weis and Stöck are added and checked as they arise (total at the start + these, without trick points) ---
    Line("trick points do not end the match", CLAIM, (990, 0), FIFTEEN, f"obenabe {T15}", (990, 0), None),
    Line("Weis do", CLAIM | WEIS, (0, 980), WEIS_1, f"obenabe {T11}", (0, 1000), 1),
    Line("Weis do, without trick points: one short", CLAIM | WEIS, (0, 979), WEIS_1, f"obenabe {T11}", (0, 999), None),
    Line(
        "a match won by Weis leaves the trick points unwritten, for both sides",
        CLAIM | WEIS | {"first_trick_order": TRICK_FIRST},
        (995, 980),
        WEIS_1,
        f"obenabe {T11}",
        (995, 1000),
        1,
    ),
    Line("Stöck at its second card ends the match", CLAIM, (980, 0), STOECK_2, f"roses {T34} 8r 6a Or", (1000, 0), 0),
    Line("Stöck at its second card: not before", CLAIM, (980, 0), STOECK_2, f"roses {T34} 8r 6a", (980, 0), None),
    Line("Stöck, one short: trick points do not count", CLAIM, (979, 0), STOECK_2, f"roses {T34} 8r 6a Or", (999, 0), None),
    Line(
        "Stöck whose two cards fall in different tricks, of the side behind",
        CLAIM,
        (999, 980),
        STOECK_3,
        f"roses {T24} 9r 6a 6s Or",
        (999, 1000),
        1,
    ),
    Line(
        "Stöck x the multiplier",
        CLAIM | PT,
        (2960, 0),
        ["U8b", "6b 67a", "KOb 6s", "Bb 89a"],
        "bells Ub 6b Kb Bb 8b 6a Ob",
        (3000, 0),
        0,
    ),
    Line("first_trick: when the holder plays to trick 1 (1.8)", CLAIM | FIRST, (980, 0), STOECK_2, "roses Ur 6r Kr", (1000, 0), 0),
    # --- claims won ---
    Line("a claim: finished tricks count", CLAIM, (985, 0), FIFTEEN, f"obenabe {T15} claim", (1000, 0), 0, "claim"),
    Line(
        "the points of both sides are added (the turn is seat 3's; he claims for side 1)",
        CLAIM,
        (985, 979),
        FIFTEEN,
        f"obenabe {T15} {T21} claim",
        (1000, 1000),
        1,
        "claim",
    ),
    Line("whoever's turn: in the middle of a trick", CLAIM, (985, 0), FIFTEEN, f"obenabe {T15} 8s 9s claim", (1000, 0), 0, "claim"),
    Line(
        "if it has the target, whatever the other has",
        CLAIM,
        (1000 - 1, 979),
        FIFTEEN,
        f"obenabe {T15} {T21} claim",
        (1014, 1000),
        1,
        "claim",
    ),
    Line(
        "an unscored Stöck in one hand counts for the claimer's side",
        CLAIM,
        (946, 0),
        STOECK_2,
        f"roses {T34} claim",
        (1000, 0),
        0,
        "claim",
    ),
    Line("Weis if trick 1 is over", CLAIM | WEIS, (969, 0), ["A7s UB9b", "6a", "6r", "7b"], f"obenabe {T11} claim",
         (1000, 0), 0, "claim"),
    Line("x the multiplier", CLAIM | PT, (2955, 0), FIFTEEN, f"obenabe {T15} claim", (3000, 0), 0, "claim"),
    # --- claims lost: and otherwise loses ---
    Line("one short: the other side wins", CLAIM, (984, 0), FIFTEEN, f"obenabe {T15} claim", (999, 0), 1, "claim"),
    Line("a claim before the first card", CLAIM, (999, 0), FIFTEEN, "obenabe claim", (999, 0), 1, "claim"),
    Line("the trick under way does not count", CLAIM, (985, 0), FIFTEEN, "obenabe As 6s claim", (985, 0), 1, "claim"),
    Line("a claim for the wrong side", CLAIM, (985, 0), FIFTEEN, f"obenabe {T15} 8s claim", (1000, 0), 0, "claim"),
    Line(
        "the other side's Stöck is not for the claimer, nor for its own side",
        CLAIM,
        (0, 980),
        STOECK_3,
        f"roses {T24} claim",
        (24, 980),
        1,
        "claim",
    ),
    Line("Weis: trick 1 is not over", CLAIM | WEIS, (980, 0), ["A7s UB9b", "6a", "6r", "7b"], "obenabe As 6a claim",
         (980, 0), 1, "claim"),
    Line("split over two hands it is no Stöck", CLAIM, (960, 0), ["UOr", "6r 7a", "Kr 6s", "Br 7b"], "roses Ur 6r Kr Br claim",
         (994, 0), 1, "claim"),
]  # fmt: skip


@pytest.mark.parametrize("line", [*INSTANT, *CLAIMED], ids=lambda line: line.rule)
def test_line(line: Line) -> None:
    game = game_of(line.options).place(*line.hands, totals=line.totals).play(line.play)
    assert game.totals == line.after
    assert game.over == (line.winner is not None)
    assert game.winners == (set() if line.winner is None else {line.winner})
    assert game.end == (None if line.winner is None else line.end)


# rule | options | totals | hands | play | may one claim?
MAY_CLAIM = [
    ("at every card decision", CLAIM, (0, 0), FIFTEEN, "obenabe", True),
    ("at every card decision", CLAIM, (0, 0), FIFTEEN, "obenabe As", True),
    ("at every card decision", CLAIM, (0, 0), FIFTEEN, f"obenabe {T15}", True),
    ("not when the contract is chosen", CLAIM, (999, 999), FIFTEEN, "", False),
    (
        "not when a Weis is decided",
        CLAIM | {"weis": "choose"},
        (999, 999),
        ["UB9a", "6a", "6r", "6b"],
        "obenabe",
        False,
    ),
    (
        "then when the card is",
        CLAIM | {"weis": "choose"},
        (999, 999),
        ["UB9a", "6a", "6r", "6b"],
        "obenabe silent",
        True,
    ),
    ("not when the trump suit of a trick is named", CLAIM, (999, 999), FIFTEEN, "3x3 TOU", False),
    ("then when the card is", CLAIM, (999, 999), FIFTEEN, "3x3 TOU roses", True),
    ("no claims in misère", CLAIM, (999, 999), FIFTEEN, "misere", False),
    ("no claims in tutti", CLAIM, (999, 999), FIFTEEN, "tutti", False),
    ("equal at the target: played out without claims", CLAIM, (1000, 1000), FIFTEEN, "obenabe", False),
    ("equal below the target", CLAIM, (999, 999), FIFTEEN, "obenabe", True),
    ('end="instant": no claims', {}, (0, 0), FIFTEEN, "obenabe", False),
    ('end="hand": no claims', HAND, (0, 0), FIFTEEN, "obenabe", False),
]


@pytest.mark.parametrize(("rule", "options", "totals", "hands", "play", "may"), MAY_CLAIM)
def test_may_claim(
    rule: str, options: dict[str, Any], totals: tuple[int, int], hands: list[str], play: str, may: bool
) -> None:
    assert ("claim" in game_of(options).place(*hands, totals=totals).play(play).legal) == may


# --- whole hands ---

# Seat 0 leads eight roses, which nobody else has but for one 6; the last trick is seat 1's: Aa As Ab and 6a, 33 + 5.
SPLIT = ["AKOUB987r 6a", "AKOUB987a 6r", "AKOUB9876s", "AKOUB9876b"]
SPLIT_PLAY = (
    "Ar 6r 6s 6b | Kr 7a 7s 7b | Or 8a 8s 8b | Ur 9a 9s 9b | Br Ba Bs Bb | 9r Ua Us Ub | 8r Oa Os Ob | 7r Ka Ks Kb | "
    "6a Aa As Ab"
)
# Trump roses: seat 0 leads its plain card first and loses a trick without a point, then takes all others: 152 + 5, and 20.
WORTHLESS = (
    "6a 7a 6s 6b | 6r 7s 7b 7r | Ar 8a 8s 8b | Kr 9a 9s 9b | Or Ba Bs Bb | Ur Ua Us Ub | Br Oa Os Ob | 9r Ka Ks Kb | "
)
WORTHLESS += "8r Aa As Ab"
# Each has a suit: with roses as trump seat 0 takes every trick.
ALL = ["AKOUB9876r", "AKOUB9876a", "AKOUB9876s", "AKOUB9876b"]
ALL_PLAY = (
    "Ar 6a 6s 6b | Kr 7a 7s 7b | Or 8a 8s 8b | Ur 9a 9s 9b | Br Ba Bs Bb | 9r Ua Us Ub | 8r Oa Os Ob | 7r Ka Ks Kb | "
    "6r Aa As Ab"
)

FULL = [
    # --- a hand total: card points + last 5 + match 100 + Weis + Stöck ---
    Line("62 + 90 + 5: 119 to 38", HAND, (0, 0), SPLIT, f"obenabe {SPLIT_PLAY}", (119, 38), None),
    Line("match: all tricks by one side +100, Stöck 20", HAND, (0, 0), ALL, f"roses {ALL_PLAY}", (157 + 100 + 20, 0), None),
    Line("match without trump", HAND, (0, 0), ALL, f"obenabe {ALL_PLAY}", (257, 0), None),
    Line(
        "a match is decided by tricks, not by points: the losers' worthless trick",
        HAND,
        (0, 0),
        SPLIT,
        f"roses {WORTHLESS}",
        (157 + 20, 0),
        None,
    ),
    Line("x the multiplier, for both sides", HAND | PT, (0, 0), SPLIT, f"obenabe {SPLIT_PLAY}", (357, 114), None),
    Line("instant: the same at the end of the hand", {}, (0, 0), SPLIT, f"obenabe {SPLIT_PLAY}", (119, 38), None),
    Line("instant: match bonus with the last trick", {}, (0, 0), ALL, f"obenabe {ALL_PLAY}", (257, 0), None),
    Line("claim, nobody claims: the same", CLAIM, (0, 0), SPLIT, f"obenabe {SPLIT_PLAY}", (119, 38), None),
    Line(
        # Seats 2 and 3 hold the same nine; seats 0 and 1 eight: all have a best five with the Ace on top. Seat 0 is first.
        "Weis: 120 of seat 0 and 150 of its partner",
        HAND | WEIS,
        (0, 0),
        SPLIT,
        f"obenabe {SPLIT_PLAY}",
        (119 + 120 + 150, 38),
        None,
    ),
    # --- misère: the two sides' hand totals are exchanged ---
    Line("misère: hand totals exchanged", {}, (0, 0), SPLIT, f"misere {SPLIT_PLAY}", (38, 119), None),
    Line("misère: x 3", PT, (0, 0), SPLIT, f"misere {SPLIT_PLAY}", (114, 357), None),
    Line("misère: a match is exchanged too", {}, (0, 0), ALL, f"misere {ALL_PLAY}", (0, 257), None),
    Line("misère: Weis too", WEIS, (0, 0), SPLIT, f"misere {SPLIT_PLAY}", (38, 119 + 270), None),
    # --- the end is checked after each hand too ---
    Line("hand: target reached exactly", HAND, (881, 0), SPLIT, f"obenabe {SPLIT_PLAY}", (1000, 38), 0),
    Line("hand: one short", HAND, (880, 0), SPLIT, f"obenabe {SPLIT_PLAY}", (999, 38), None),
    Line("hand: both at the target: the higher total wins", HAND, (900, 985), SPLIT, f"obenabe {SPLIT_PLAY}", (1019, 1023), 1),
    Line("hand: equal at the target: another hand", HAND, (901, 982), SPLIT, f"obenabe {SPLIT_PLAY}", (1020, 1020), None),
    Line("hand: equal below the target", HAND, (881 - 81, 881), SPLIT, f"obenabe {SPLIT_PLAY}", (919, 919), None),
    Line("claim: nobody claims, the higher total wins", CLAIM, (900, 985), SPLIT, f"obenabe {SPLIT_PLAY}", (1019, 1023), 1),
    Line("claim: equal: another hand", CLAIM, (901, 982), SPLIT, f"obenabe {SPLIT_PLAY}", (1020, 1020), None),
    Line("claim: one side at the target has won", CLAIM, (881, 0), SPLIT, f"obenabe {SPLIT_PLAY}", (1000, 38), 0),
    Line("misère, instant: checked after the hand", {}, (962, 0), SPLIT, f"misere {SPLIT_PLAY}", (1000, 119), 0),
    Line("misère, instant: both: the higher", {}, (990, 890), SPLIT, f"misere {SPLIT_PLAY}", (1028, 1009), 0),
    Line("misère, instant: equal: another hand", {}, (981, 900), SPLIT, f"misere {SPLIT_PLAY}", (1019, 1019), None),
    Line("equal at the target: compared after the hand", {}, (1000, 1000), SPLIT, f"obenabe {SPLIT_PLAY}", (1119, 1038), 0),
    Line("equal at the target: compared after it, claim", CLAIM, (1000, 1000), SPLIT, f"obenabe {SPLIT_PLAY}", (1119, 1038), 0),
    # --- bergpreis ---
    Line("both in one entry: the higher", HAND | {"bergpreis": 50}, (450, 490), SPLIT, f"obenabe {SPLIT_PLAY}", (619, 528), None),
    Line("both in one entry: equal: none", HAND | {"bergpreis": 50}, (419, 500), SPLIT, f"obenabe {SPLIT_PLAY}", (538, 538), None),
    Line("one of both", HAND | {"bergpreis": 50}, (300, 490), SPLIT, f"obenabe {SPLIT_PLAY}", (419, 578), None),
    Line("it counts for the target", HAND | {"bergpreis": 400}, (490, 0), SPLIT, f"obenabe {SPLIT_PLAY}", (1009, 38), 0),
    Line("not multiplied", HAND | PT | {"bergpreis": 50}, (1200, 0), SPLIT, f"obenabe {SPLIT_PLAY}", (1200 + 357 + 50, 114), None),
    Line("claim: the trick points of both sides in one entry", CLAIM | {"bergpreis": 50}, (450, 490), SPLIT,
         f"obenabe {SPLIT_PLAY}", (619, 528), None),
    Line(
        # 480 + 38 = 518 and 400 + 119 = 519: both past 500 in one entry.
        "misère: the whole hand in one entry, the higher",
        {"bergpreis": 50},
        (480, 400),
        SPLIT,
        f"misere {SPLIT_PLAY}",
        (518, 569),
        None,
    ),
]  # fmt: skip


@pytest.mark.parametrize("line", FULL, ids=lambda line: line.rule)
def test_whole_hand(line: Line) -> None:
    game = game_of(line.options)
    game.deal(*line.hands, totals=line.totals).play(line.play)
    assert game.totals == line.after
    assert game.over == (line.winner is not None)
    assert game.winners == (set() if line.winner is None else {line.winner})
    assert game.end == (None if line.winner is None else line.end)
    assert game.hand_number == (0 if game.over else 1)


def test_points_of_a_claimed_hand() -> None:
    """record.md: in a hand that stops early ``points`` are what was counted until then."""
    game = game_of(CLAIM).place(*FIFTEEN, totals=(985, 100)).play(f"obenabe {T15} {T21} claim")
    assert game.hand_points == (15, 21)
    assert game.hand_scores == (15, 21)


def test_points_of_a_misere() -> None:
    """record.md: ``points`` are each seat's hand total before multiplier and exchange, ``scores`` the change of totals."""
    game = game_of(PT).deal(*SPLIT).play(f"misere {SPLIT_PLAY}")
    assert game.hand_points == (119, 38)
    assert game.hand_scores == (114, 357)


# Bergpreis where points are added one after the other.
BERGPREIS = {"bergpreis": 50}
BERGPREIS_LINES = [
    Line("the first side whose total is more than half the target", BERGPREIS, (486, 0), FIFTEEN, f"obenabe {T15}", (551, 0), None),
    Line("half the target is not more than half", BERGPREIS, (485, 0), FIFTEEN, f"obenabe {T15}", (500, 0), None),
    Line("added when that is written: Weis before the trick", BERGPREIS | WEIS, (495, 490), WEIS_1, f"obenabe {T11}",
         (506, 560), None),
    Line("by the Stöck at its second card", BERGPREIS, (450, 0), STOECK_2, f"roses {T34} 8r 6a Or", (554, 0), None),
    Line("the first only", BERGPREIS, (490, 495), FIFTEEN, f"obenabe {T15} {T21}", (555, 516), None),
    Line("0 = off", {"bergpreis": 0}, (490, 0), FIFTEEN, f"obenabe {T15}", (505, 0), None),
    Line("a side was past half before", BERGPREIS, (490, 501), FIFTEEN, f"obenabe {T15}", (505, 501), None),
    Line("it counts for the target", {"bergpreis": 495}, (490, 0), FIFTEEN, f"obenabe {T15}", (1000, 0), 0),
    Line("it counts for the target: one short", {"bergpreis": 494}, (490, 0), FIFTEEN, f"obenabe {T15}", (999, 0), None),
    Line("not multiplied", PT | BERGPREIS, (1490, 0), FIFTEEN, f"obenabe {T15}", (1585, 0), None),
    Line("claim: trick points are not written", CLAIM | BERGPREIS, (490, 0), FIFTEEN, f"obenabe {T15}", (490, 0), None),
    Line("claim: Weis are", CLAIM | BERGPREIS | WEIS, (0, 490), WEIS_1, f"obenabe {T11}", (0, 560), None),
    Line("claim: it counts for the target at a claim", CLAIM | {"bergpreis": 495}, (490, 0), FIFTEEN, f"obenabe {T15} claim",
         (1000, 0), 0, "claim"),
]  # fmt: skip


@pytest.mark.parametrize("line", BERGPREIS_LINES, ids=lambda line: line.rule)
def test_bergpreis(line: Line) -> None:
    test_line(line)


def test_bergpreis_equal_is_gone_for_good() -> None:
    """ "both in one entry: the higher; equal: none, for good"."""
    game = game_of(HAND | BERGPREIS).deal(*SPLIT, totals=(419, 500)).play(f"obenabe {SPLIT_PLAY}")
    assert game.totals == (538, 538)
    assert game.seen(0, "bergpreis") == [0]
    game.play("obenabe").play_out()
    assert sum(game.totals) in (2 * 538 + 157, 2 * 538 + 257)


# --- revokes (1.9) ---

REVOKES = {"revokes": True}
# Seat 1 holds spades and plays another suit; in the second trick it plays a spade.
WITHHELD = ["A8s 6r", "79s 8a 7b", "6Bs 7a", "KOs 9a"]

REVOKE_LINES = [
    Line("a revoke is no end by itself", REVOKES, (100, 100), WITHHELD, "obenabe As 8a 6s Ks", (100 + 11 + 8 + 4, 100), None),
    Line("proven: -20, the others nothing; what was added is taken back", REVOKES, (100, 100), WITHHELD,
         "obenabe As 8a 6s Ks | 8s 9s", (100, 80), None),
    Line("proven by leading the suit too", REVOKES, (100, 100), ["6s 7b", "9s KAa", "8s 7a", "68b"],
         "obenabe 6s Ka 8s 6b | 7a 8b 7b Aa | 9s", (100, 80), None),
    Line("not multiplied", PT | REVOKES, (100, 100), WITHHELD, "obenabe As 8a 6s Ks | 8s 9s", (100, 80), None),
    Line("the side of seat 0", REVOKES, (100, 100), ["A8s 6a", "6Bs 7a", "79s 8b", "KOs 9a"],
         "obenabe As 6s 8b Ks | 8s Bs 9s", (80, 100), None),
    Line("nothing for Weis", REVOKES | WEIS, (100, 100), ["A8s 6r", "79s 876a", "6Bs 9a", "KOs 7b"],
         "obenabe As 8a 6s Ks | 8s 9s", (100, 80), None),
    Line("the other side nothing for Weis", REVOKES | WEIS, (100, 100), ["A8s 876r", "79s 8a", "6Bs 9a", "KOs 7b"],
         "obenabe As 8a 6s Ks | 8s 9s", (100, 80), None),
    Line("the other side nothing for Stöck", REVOKES, (100, 100), ["A8s KOr", "79s 8a", "6Bs 9a", "KOs 7b"],
         "roses Kr 7s 6s 7b | Or 9s 9a Ks | As 8a", (100 + 4 + 3 + 4 + 20, 100), None),
    Line("the other side nothing for Stöck, proven", REVOKES, (100, 100), ["A8s KOr", "79s 8a", "6Bs 9a", "KOs 7b"],
         "roses As 8a 6s Ks | Kr 7s", (100, 80), None),
    Line("a trump lead counts: who withholds trumps revokes", REVOKES, (0, 0), ["AKr", "68r 8a", "Br 7a", "9r 9a"],
         "roses Ar 8a Br 9r | 9a Kr 6r", (0, -20), None),
    Line("the sole Puur is exempt", REVOKES, (0, 0), ["AKr", "Ur 8a", "8r 7a", "9r 9a"],
         "roses Ar 8a 8r 9r | 9a Kr Ur 7a", (0, 25 + 24), None),
    Line("the Puur with another trump is not", REVOKES, (0, 0), ["AKr", "U6r 8a", "8r 7a", "9r 9a"],
         "roses Ar 8a 8r 9r | 9a Kr Ur", (0, -20), None),
    Line("who trumps does not revoke", REVOKES, (0, 0), ["A8s", "7s 6r", "6s 7a", "KOs"],
         "roses As 6r 6s Ks | 7s 7a Os 8s", (0, 15 + 3), None),
    Line("who cannot follow does not revoke", REVOKES, (0, 0), ["A8s", "67a", "6s 7b", "KOs"],
         "obenabe As 6a 6s Ks | 8s 7a 7b Os", (15, 11), None),
    Line("no proof by another suit", REVOKES, (0, 0), ["A8s", "79s 8a 7b", "6Bs", "KOs"],
         "obenabe As 8a 6s Ks | 8s 7b Bs Os", (15 + 8, 21), None),
    Line("a match won before the proof stays won", REVOKES, (0, 985), ["6s 7s", "8s 9a", "6b 7b", "As 8a"],
         "obenabe 6s 9a 6b As", (0, 996), None),
    Line("a match won before the proof stays won: by the revoking side's trick", REVOKES, (0, 989), ["6s 7s", "8s 9a", "6b 7b", "As 8a"],
         "obenabe 6s 9a 6b As", (0, 1000), 1),
    Line("claim: Weis already added are taken back", REVOKES | WEIS | CLAIM, (100, 100), ["A8s 6r", "79s 876a", "6Bs 9a", "KOs 7b"],
         "obenabe As 8a 6s Ks | 8s 9s", (100, 80), None),
    Line("below zero", REVOKES, (0, 0), WITHHELD, "obenabe As 8a 6s Ks | 8s 9s", (0, -20), None),
    Line("both sides at the target, one revokes: the other has won", REVOKES, (1000, 1000), WITHHELD,
         "obenabe As 8a 6s Ks | 8s 9s", (1000, 980), 0),
    Line("bergpreis is taken back", REVOKES | BERGPREIS, (490, 490), WITHHELD, "obenabe As 8a 6s Ks | 8s 9s", (490, 470), None),
    Line("first_trick Stöck is taken back", REVOKES | FIRST, (100, 100), ["A8s KOr", "79s 8a", "6Bs 9a", "KOs 7b"],
         "roses As 8a 6s Ks | Kr 7s", (100, 80), None),
    Line("misère: -20 for the side that revoked", REVOKES, (100, 100), WITHHELD, "misere As 8a 6s Ks | 8s 9s", (100, 80), None),
]  # fmt: skip


@pytest.mark.parametrize("line", REVOKE_LINES, ids=lambda line: line.rule)
def test_revoke(line: Line) -> None:
    test_line(line)


def test_a_revoke_fixes_no_trump() -> None:
    """1.4, 2.2: tutti: "the first player who cannot follow suit" fixes trump; who withholds the suit can follow."""
    game = game_of(REVOKES).place("69a", "Ka 6b", "8s 7b", "Aa 9s").play("tutti 9a 6b")
    assert game.orders == "FFFFFFFFF"
    assert game.play("8s").orders == "sssssssss"
    assert game.legal == {"Aa", "9s"}  # rule 5: the nine lies above the 8


def test_after_a_revoke_the_next_hand_is_dealt() -> None:
    """1.9: the hand stops and the next hand is dealt; the stopped hand counts as a hand of the match."""
    game = game_of(REVOKES | {"max_hands": 2}).place(*WITHHELD, totals=(100, 100))
    game.play("obenabe As 8a 6s Ks | 8s 9s")
    assert (game.hand_number, game.dealer, game.turn) == (1, 0, 1)
    assert (game.hand_points, game.hand_scores) == ((0, -20), (0, -20))
    assert "obenabe" in game.legal
    game.play("obenabe").play_out()
    assert (game.over, game.end, game.winners) == (True, "truncated", set())


def test_bergpreis_is_open_again_after_a_revoke() -> None:
    """1.9: what the hand had added is taken back."""
    game = game_of(REVOKES | BERGPREIS).place(*WITHHELD, totals=(490, 490)).play("obenabe As 8a 6s Ks")
    assert (game.totals, game.seen(0, "bergpreis")) == ((490 + 23 + 50, 490), [0])
    game.play("8s 9s")
    assert (game.totals, game.seen(0, "bergpreis")) == ((490, 470), [1])


def test_truncated() -> None:
    """1.11: a match that goes on past ``max_hands`` is truncated."""
    game = game_of({"max_hands": 1}).deal(*SPLIT).play(f"obenabe {SPLIT_PLAY}")
    assert (game.over, game.end, game.winners, game.totals) == (True, "truncated", set(), (119, 38))


def test_won_in_the_last_hand_before_truncation() -> None:
    game = game_of(HAND | {"max_hands": 1}).deal(*SPLIT, totals=(881, 0)).play(f"obenabe {SPLIT_PLAY}")
    assert (game.end, game.winners) == ("target", {0})


# rule | totals at the end | winning seats | Schneider
SCHNEIDER = [
    ("the loser below half the target is Schneider", (1000, 499), [0, 2], True),
    ("half the target is not below", (1000, 500), [0, 2], False),
    ("the other side", (300, 1000), [1, 3], True),
    ("after a lost claim: the loser may have more", (990, 480), [1, 3], False),
    ("after a lost claim", (490, 480), [1, 3], True),
    ("false when truncated", (400, 300), [], False),
]


@pytest.mark.parametrize(("rule", "totals", "winners", "schneider"), SCHNEIDER)
def test_schneider(rule: str, totals: tuple[int, int], winners: list[int], schneider: bool) -> None:
    match = game_of({}).rules.game.match
    assert match.is_schneider([*totals, *totals], winners) == schneider
