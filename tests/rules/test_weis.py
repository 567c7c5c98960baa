"""Weis (rulebook 1.7): what a hand is worth, how Weis compare, who may announce and who scores, what becomes known."""

from __future__ import annotations

from typing import Any

import pytest

from jass_env.engine.cards import card_names
from jass_env.engine.weis import evaluate
from tests.rules.positions import ALL_CONTRACTS, Game, cards, hand_set

SUITS = ["acorns", "roses", "shields", "bells"]
BIG = {"weis_table": "big"}
ES_TABLE = {"weis_table": "es"}
SEQUENCES = {"weis_order": "sequences"}
SHARED = {"shared_cards": True}
LOW = {"four_low": True}
SIXES = {"four_sixes_undenufe": True}
REVERSED = {"weis_undenufe_reversed": True}
CANCEL = {"identical_weis": "cancel"}


def fours(ranks: str) -> str:
    return " ".join(rank + suit for rank in ranks for suit in "arsb")


def worth(hand: str, options: dict[str, Any], contract: str = "obenabe") -> tuple[int, int, set[str]]:
    """Points, key of the best Weis, cards of all."""
    rules = Game(**options).rules.array[0]
    trump = SUITS.index(contract) if contract in SUITS else -1
    points, key, members = evaluate(rules, hand_set(hand), trump, contract == "undenufe")
    return int(points), int(key), set(card_names(int(members)))


# rule | options | contract | hand | points | the best Weis ("" none)
HANDS = [
    # --- worked examples, section 4 ---
    ("four Kings + B U O of a suit: 120", {}, "obenabe", fours("K") + " BUOr 6s 7b", 120, fours("K")),
    ("four nines + 7s 8s: 150", {}, "obenabe", fours("9") + " 78s KOb 6r", 150, fours("9")),
    ("four nines + 7s 8s: big 170", BIG, "obenabe", fours("9") + " 78s KOb 6r", 170, fours("9")),
    ("eight in a row: 120", {}, "obenabe", "KOUB9876s 6b", 120, "KOUB9s"),
    ("eight in a row: big 250", BIG, "obenabe", "KOUB9876s 6b", 250, "KOUB9876s"),
    # --- small Weis ---
    ("nothing", {}, "obenabe", "AK9a OU8r B7s 6b", 0, ""),
    ("two in a row are no Weis", {}, "obenabe", "AKa UBr 98s 76b", 0, ""),
    ("no sequence over the end: 6 7 A", {}, "obenabe", "67Aa 8r", 0, ""),
    ("sequence of 3: 20", {}, "obenabe", "876s", 20, "876s"),
    ("sequence of 4: 50", {}, "obenabe", "AKOUs", 50, "AKOUs"),
    ("sequence of 5: 100", {}, "obenabe", "UB987s", 100, "UB987s"),
    ("six = 100", {}, "obenabe", "AKOUB9s 6a", 100, "AKOUB9s"),
    ("seven = 100", {}, "obenabe", "AKOUB98s 6a", 100, "AKOUB98s"),
    ("nine = 5 + 4 (150)", {}, "obenabe", "AKOUB9876s", 150, "AKOUBs"),
    ("eight in a row, the best five on top", {}, "obenabe", "AKOUB987s", 120, "AKOUBs"),
    ("two sequences", {}, "obenabe", "AKOs 876b UBa 9r", 40, "AKOs"),
    ("sequences of 4 and 3", {}, "obenabe", "AKOs 9876b 6a", 70, "9876b"),
    ("two in one suit", {}, "obenabe", "AKOs 9876s 6a", 70, "9876s"),
    ("four Banners 100", {}, "obenabe", fours("B"), 100, fours("B")),
    ("four Obers 100", {}, "obenabe", fours("O"), 100, fours("O")),
    ("four Kings 100", {}, "obenabe", fours("K"), 100, fours("K")),
    ("four Aces 100", {}, "obenabe", fours("A"), 100, fours("A")),
    ("four nines 150", {}, "obenabe", fours("9"), 150, fours("9")),
    ("four Unders 200", {}, "obenabe", fours("U"), 200, fours("U")),
    ("three of a rank are no Weis", {}, "obenabe", "Ur Us Ub Aa", 0, ""),
    ("four eights are no Weis", {}, "obenabe", fours("8"), 0, ""),
    ("four sevens, four sixes are no Weis", {}, "undenufe", fours("76"), 0, ""),
    ("two fours", {}, "obenabe", fours("UB"), 300, fours("U")),
    ("a suit's order is A K O U B 9 also in trumps: U 9 A is nothing", {}, "roses", "U9Ar", 0, ""),
    ("a suit's order is A K O U B 9 also in trumps: U B 9", {}, "roses", "UB9r", 20, "UB9r"),
    # --- a card belongs to one combination: the split worth most ---
    (
        "a run overlapping four of a kind: four + what is left of it",
        {},
        "obenabe",
        fours("A") + " KOUBr 6s",
        150,
        fours("A"),
    ),
    ("a run overlapping four of a kind: the four", {}, "obenabe", fours("U") + " KOBr", 200, fours("U")),
    ("a run overlapping four of a kind: it breaks both ends", {}, "obenabe", fours("O") + " AKUBr 6s", 100, fours("O")),
    (
        "a run of 6 with its lowest card in a four: five stay",
        {},
        "obenabe",
        fours("9") + " AKOUBr",
        250,
        fours("9"),
    ),
    ("a run of 4 overlapping a four: the four counts more", {}, "obenabe", fours("B") + " UO9r", 100, fours("B")),
    ("a run of 4 overlapping a four in its end: both", {}, "obenabe", fours("B") + " 987r", 120, fours("B")),
    ("equal worth: the split whose best is highest: the four", {}, "obenabe", fours("B") + " OU98r", 100, fours("B")),
    ("equal worth, sequences before fours: the run of 5", SEQUENCES, "obenabe", fours("B") + " OU98r", 100, "OUB98r"),
    ("two fours overlapping two runs", {}, "obenabe", fours("KA") + " Or", 200, fours("A")),
    (
        "a run of 5 overlapping four nines at 100: the four and four in a row",
        {"four_nines": 100},
        "obenabe",
        fours("9") + " KOUBr",
        150,
        fours("9"),
    ),
    # --- options of values ---
    ("four_nines=100", {"four_nines": 100}, "obenabe", fours("9"), 100, fours("9")),
    ("four_nines=0: not a Weis", {"four_nines": 0}, "obenabe", fours("9"), 0, ""),
    ("four_nines=0: its cards are free for sequences", {"four_nines": 0}, "obenabe", fours("9") + " 78s", 20, "987s"),
    ("table es: four nines 100", ES_TABLE, "obenabe", fours("9"), 100, fours("9")),
    ("table es: like small", ES_TABLE, "obenabe", "AKOUB987s", 120, "AKOUBs"),
    ("table es with four_nines=150", ES_TABLE | {"four_nines": 150}, "obenabe", fours("9"), 150, fours("9")),
    ("four_low: four eights 100", LOW, "obenabe", fours("8"), 100, fours("8")),
    ("four_low: four sevens 100", LOW, "roses", fours("7"), 100, fours("7")),
    ("four_low: four sixes 100", LOW, "undenufe", fours("6"), 100, fours("6")),
    ("four_sixes_undenufe: in undenufe four 6s", SIXES, "undenufe", fours("6"), 100, fours("6")),
    ("four_sixes_undenufe: in place of four Aces", SIXES, "undenufe", fours("A"), 0, ""),
    ("four_sixes_undenufe: only in undenufe", SIXES, "obenabe", fours("6"), 0, ""),
    ("four_sixes_undenufe: only in undenufe", SIXES, "obenabe", fours("A"), 100, fours("A")),
    ("four_sixes_undenufe: the Aces' cards are free for sequences", SIXES, "undenufe", fours("A") + " KOr", 20, "AKOr"),
    # --- shared cards ---
    ("shared_cards: in a sequence and a four", SHARED, "obenabe", fours("K") + " BUOr", 150, fours("K")),
    ("shared_cards: the small table's splits stay", SHARED, "obenabe", "KOUB9876s 6b", 120, "KOUB9s"),
    ("shared_cards: 5 + four", SHARED, "obenabe", fours("A") + " KOUBr 6s", 200, fours("A")),
    ("big: a card may be in a sequence and in a four", BIG, "obenabe", fours("K") + " BUOr", 150, fours("K")),
    # --- big Weis ---
    ("big: sequence of 3: 20", BIG, "obenabe", "876s", 20, "876s"),
    ("big: sequence of 4: 50", BIG, "obenabe", "9876s", 50, "9876s"),
    ("big: sequence of 5: 100", BIG, "obenabe", "AKOUBs", 100, "AKOUBs"),
    ("big: sequence of 6: 150", BIG, "obenabe", "AKOUB9s", 150, "AKOUB9s"),
    ("big: sequence of 7: 200", BIG, "obenabe", "AKOUB98s", 200, "AKOUB98s"),
    ("big: sequence of 9: 300", BIG, "obenabe", "AKOUB9876s", 300, "AKOUB9876s"),
    ("big: four Kings 100", BIG, "obenabe", fours("K"), 100, fours("K")),
    ("big: four nines 150", BIG, "obenabe", fours("9"), 150, fours("9")),
    ("big: four Unders 200", BIG, "obenabe", fours("U"), 200, fours("U")),
    ("big, four_nines=0", BIG | {"four_nines": 0}, "obenabe", fours("9") + " 78s", 20, "987s"),
    # --- undenufe reversed: the lower top card is better ---
    ("undenufe, default: the higher five of eight", {}, "undenufe", "AKOUB987s", 120, "AKOUBs"),
    ("undenufe reversed: the lower five of eight", REVERSED, "undenufe", "AKOUB987s", 120, "UB987s"),
    ("undenufe reversed: the lower of two", REVERSED, "undenufe", "AKOs 876b", 40, "876b"),
    ("undenufe reversed concerns undenufe only", REVERSED, "obenabe", "AKOUB987s", 120, "AKOUBs"),
    ("undenufe reversed: nine in a row, the five at the bottom", REVERSED, "undenufe", "AKOUB9876s", 150, "B9876s"),
]


@pytest.mark.parametrize(("rule", "options", "contract", "hand", "points", "best"), HANDS)
def test_hand(rule: str, options: dict[str, Any], contract: str, hand: str, points: int, best: str) -> None:
    found = worth(hand, options, contract)
    assert found[0] == points
    # The best Weis compares like a hand that holds it alone.
    assert found[1] == (worth(best, options, contract)[1] if best else 0)


# rule | options | contract | hand | cards of all its Weis
SHOWN = [
    ("nothing to show", {}, "obenabe", "AKa UBr 98s 76b", ""),
    ("all Weis of the hand", {}, "obenabe", "AKOs 9876b 6a", "AKOs 9876b"),
    ("four Kings + B U O", {}, "obenabe", fours("K") + " BUOr 6s 7b", fours("K") + " BUOr"),
    ("the cards beside the four that is taken are not shown", {}, "obenabe", fours("O") + " AKUBr", fours("O")),
    ("nine in a row", {}, "obenabe", "AKOUB9876s", "AKOUB9876s"),
    ("shared: the four and the whole run", SHARED, "obenabe", fours("O") + " AKUBr", fours("O") + " AKUBr"),
]


@pytest.mark.parametrize(("rule", "options", "contract", "hand", "shown"), SHOWN)
def test_shown(rule: str, options: dict[str, Any], contract: str, hand: str, shown: str) -> None:
    assert worth(hand, options, contract)[2] == set(cards(shown))


THREES = ["876s", "AKOs"]
FOUR_IN_A_ROW = ["9876s", "AKOUs"]
FIVE = ["B9876s", "AKOUBs"]
SIX_IN_A_ROW = ["UB9876s", "AKOUB9s"]
SEVEN = ["OUB9876s", "AKOUB98s"]
BOKA = [fours(rank) for rank in "BOKA"]
NINES, UNDERS = fours("9"), fours("U")

# rule | options | contract | hands with one Weis, rising
RISING = [
    (
        "small: 3, 4, 5 and more (longer beats shorter), B O K A, nines, Unders",
        {},
        "obenabe",
        [*THREES, *FOUR_IN_A_ROW, *FIVE, *SIX_IN_A_ROW, *SEVEN, *BOKA, NINES, UNDERS],
    ),
    ("four_nines=100: the rank does not change", {"four_nines": 100}, "obenabe", [*FIVE, *BOKA, NINES, UNDERS]),
    ("table es: the rank does not change", ES_TABLE, "obenabe", [*FIVE, *SEVEN, *BOKA, NINES, UNDERS]),
    (
        "sequences (ES 32): 5+ above any four except four Unders",
        SEQUENCES,
        "obenabe",
        [*THREES, *FOUR_IN_A_ROW, *BOKA, NINES, *FIVE, *SIX_IN_A_ROW, *SEVEN, UNDERS],
    ),
    (
        "big: 3, 4, 5, B O K A, nines, 6, Unders, 7, 8, 9",
        BIG,
        "obenabe",
        [
            *THREES,
            *FOUR_IN_A_ROW,
            *FIVE,
            *BOKA,
            NINES,
            *SIX_IN_A_ROW,
            UNDERS,
            *SEVEN,
            "KOUB9876s",
            "AKOUB987s",
            "AKOUB9876s",
        ],
    ),
    (
        "big, sequences: 5 and 6 above any four except four Unders; 7, 8, 9 stay above these",
        BIG | SEQUENCES,
        "obenabe",
        [*FOUR_IN_A_ROW, *BOKA, NINES, *FIVE, *SIX_IN_A_ROW, UNDERS, *SEVEN, "KOUB9876s", "AKOUB9876s"],
    ),
    (
        "four_low: below four Banners, 8 > 7 > 6",
        LOW,
        "obenabe",
        [*SEVEN, *(fours(rank) for rank in "678"), *BOKA, NINES],
    ),
    (
        "four_low, sequences",
        LOW | SEQUENCES,
        "obenabe",
        ["AKOUs", *(fours(rank) for rank in "678"), *BOKA, NINES, *FIVE],
    ),
    (
        "undenufe, default: as always (PT 43, FI 89)",
        {},
        "undenufe",
        [*THREES, *FOUR_IN_A_ROW, *FIVE, *BOKA, NINES, UNDERS],
    ),
    ("four_sixes_undenufe: in place of four Aces", SIXES, "undenufe", [*SEVEN, *BOKA[:3], fours("6"), NINES, UNDERS]),
    (
        "undenufe reversed: lower top card better; fours of 100 rise A K O B; nines and Unders above",
        REVERSED,
        "undenufe",
        ["AKOs", "876s", "AKOUs", "9876s", "AKOUBs", "B9876s", "AKOUB9s", "UB9876s", *BOKA[::-1], NINES, UNDERS],
    ),
    (
        "undenufe reversed, four_low: A K O B 8 7 6 as far as they are in use",
        REVERSED | LOW,
        "undenufe",
        [*BOKA[::-1], *(fours(rank) for rank in "876"), NINES, UNDERS],
    ),
    (
        "undenufe reversed, four_sixes_undenufe: K O B 6",
        REVERSED | SIXES,
        "undenufe",
        [*BOKA[2::-1], fours("6"), NINES, UNDERS],
    ),
    (
        "undenufe reversed, sequences",
        REVERSED | SEQUENCES,
        "undenufe",
        ["9876s", *BOKA[::-1], NINES, "AKOUBs", "B9876s", "AKOUB9s", UNDERS],
    ),
    ("undenufe reversed concerns contract undenufe only", REVERSED, "obenabe", [*THREES, *FIVE, *BOKA, NINES, UNDERS]),
    ("equal: trump is higher", {}, "roses", ["KOUs", "KOUr", "AKOs", "AKOr", "9876s", "9876r"]),
]


@pytest.mark.parametrize(("rule", "options", "contract", "hands"), RISING)
def test_rising(rule: str, options: dict[str, Any], contract: str, hands: list[str]) -> None:
    keys = [worth(hand, options, contract)[1] for hand in hands]
    assert keys == sorted(set(keys))
    assert all(keys)


@pytest.mark.parametrize(("contract", "equal"), [("roses", True), ("obenabe", True), ("shields", False)])
def test_equal(contract: str, equal: bool) -> None:
    """Better kind, then longer, then higher top card, then trump - else they are equal."""
    assert (worth("KOUs", {}, contract)[1] == worth("KOUb", {}, contract)[1]) == equal


# --- at the table ---

# rule | options | contract | hands of seats 0-3 (seat 0 leads) | who announces | Weis of the two sides
TABLE = [
    ("nobody has a Weis", {}, "obenabe", ["AKa", "67a", "8r", "9r"], set(), (0, 0)),
    ("one Weis", {}, "obenabe", ["6a", "AKOr", "8s", "9s"], {1}, (0, 20)),
    ("better kind", {}, "obenabe", ["AKOa", "9876r", "6s", "6b"], {0, 1}, (0, 50)),
    ("only a kind at least as good as the best announced so far", {}, "obenabe", ["9876r", "AKOa", "6s", "6b"], {0}, (50, 0)),
    ("at least as good: equal kind may be announced; higher top", {}, "obenabe", ["876r", "987a", "6s", "6b"], {0, 1}, (0, 20)),
    ("the top card is no matter for the announcement", {}, "obenabe", ["AKOr", "987a", "6s", "6b"], {0, 1}, (20, 0)),
    ("for sequences of five or more, length: 5 after 6 is not", {}, "obenabe", ["UB9876r", "AKOUBa", "6s", "6b"], {0}, (100, 0)),
    ("for sequences of five or more, length: 6 after 5; longer", {}, "obenabe", ["AKOUBa", "UB9876r", "6s", "6b"], {0, 1}, (0, 100)),
    ("fours: Obers after Banners", {}, "obenabe", [fours("B"), fours("O"), "6s", "6b"], {0, 1}, (0, 100)),
    ("fours: Banners after Obers are not", {}, "obenabe", [fours("O"), fours("B"), "6s", "6b"], {0}, (100, 0)),
    ("a four beats five in a row", {}, "obenabe", ["KOUB9s", fours("A"), "6s", "6b"], {0, 1}, (0, 100)),
    ("sequences: five in a row beat a four", SEQUENCES, "obenabe", ["KOUB9s", fours("A"), "6s", "6b"], {0}, (100, 0)),
    ("table es: nines at 100 stay above Aces", ES_TABLE, "obenabe", [fours("A"), fours("9"), "6s", "6b"], {0, 1}, (0, 100)),
    ("its holder scores all other Weis of his hand", {}, "obenabe", ["AKOa 9876r", "6a", "6s", "6b"], {0}, (70, 0)),
    ("his partners score theirs too, announced or not", {}, "obenabe", ["9876r", "7a", "AKOs", "6b"], {0}, (70, 0)),
    ("his partners score theirs too: and announced", {}, "obenabe", ["AKOs", "7a", "9876r", "6b"], {0, 2}, (70, 0)),
    ("everyone else scores none", {}, "obenabe", ["AKOs", "OUB98r", "9876b", "AKOa"], {0, 1}, (0, 120)),
    ("a Weis that may not be announced scores nothing by itself", {}, "obenabe", ["AKOUs", "876r", "6s", "6b"], {0}, (50, 0)),
    ("then higher top card, last seat", {}, "obenabe", ["876a", "987r", "B98s", "AKOb"], {0, 1, 2, 3}, (0, 40)),
    ("then trump", {}, "roses", ["UB9a", "UB9r", "6s", "6b"], {0, 1}, (0, 20)),
    ("trump only among equals", {}, "roses", ["OUBa", "UB9r", "6s", "6b"], {0, 1}, (20, 0)),
    ("without a trump suit none is trump", {}, "obenabe", ["UB9a", "UB9r", "6s", "6b"], {0, 1}, (20, 0)),
    ("then the earlier player", {}, "roses", ["UB9a", "UB9s", "6s", "6b"], {0, 1}, (20, 0)),
    ("then the earlier player: between seats 1 and 2", {}, "roses", ["6a", "UB9s", "UB9a", "6b"], {1, 2}, (0, 20)),
    ("in tuo the suit counts as trump suit of the whole hand", {}, "tuo roses", ["UB9a", "UB9r", "6s", "6b"], {0, 1}, (0, 20)),
    ("in tutti no trump among the Weis", {}, "tutti", ["UB9a", "UB9r", "6s", "6b"], {0, 1}, (20, 0)),
    ("in 3x3 no trump among the Weis", {}, "3x3 TOU roses", ["UB9a", "UB9r", "6s", "6b"], {0, 1}, (20, 0)),
    ("in 3x3 with one_trump there is", {"one_trump": True}, "3x3 OTU roses", ["UB9a", "UB9r", "6s", "6b"], {0, 1}, (0, 20)),
    ("weis off", {"weis": "off"}, "obenabe", ["AKOa", "9876r", "6s", "6b"], set(), (0, 0)),
    # --- identical Weis ---
    ("cancel: identical sequences of two sides, none in trumps", CANCEL, "roses", ["UB9a", "UB9s", "6s", "6b"], {0, 1}, (0, 0)),
    ("cancel: nobody scores Weis, the other ones neither", CANCEL, "roses", ["UB9a 876b", "UB9s", "876s", "6r"], {0, 1, 2}, (0, 0)),
    ("cancel: trump sequences: the better", CANCEL, "roses", ["UB9a", "UB9r", "6s", "6b"], {0, 1}, (0, 20)),
    ("cancel: a trump one wins above two equal ones", CANCEL, "roses", ["UB9a", "UB9r", "UB9s", "6b"], {0, 1, 2}, (0, 20)),
    ("cancel: two of one side: the earlier player", CANCEL, "roses", ["UB9a", "6a", "UB9s", "6b"], {0, 2}, (40, 0)),
    ("cancel: of three, two sides", CANCEL, "roses", ["UB9a", "UB9b", "UB9s", "6b"], {0, 1, 2}, (0, 0)),
    ("cancel: only if the best are identical", CANCEL, "roses", ["UB9a", "UB9s", "OUBb", "6b"], {0, 1, 2}, (40, 0)),
    ("cancel: another top card", CANCEL, "roses", ["OUBa", "UB9s", "6s", "6b"], {0, 1}, (20, 0)),
    ("cancel: one that was not announced does not count", CANCEL, "obenabe", ["AKOa 9876s", "AKOr", "6r", "6b"], {0}, (70, 0)),
    ("cancel: without trump suit", CANCEL, "undenufe", ["UB9a", "UB9s", "6s", "6b"], {0, 1}, (0, 0)),
    # --- undenufe ---
    ("undenufe: always A high (PT 43)", {}, "undenufe", ["AKOa", "876r", "6s", "6b"], {0, 1}, (20, 0)),
    ("undenufe reversed", REVERSED, "undenufe", ["AKOa", "876r", "6s", "6b"], {0, 1}, (0, 20)),
    ("undenufe reversed: in contract undenufe, not in slalom", REVERSED, "slalom undenufe_first", ["AKOa", "876r", "6s", "6b"], {0, 1}, (20, 0)),
    ("undenufe reversed: Kings after Aces, Aces after Kings not", REVERSED, "undenufe", [fours("A"), fours("K"), "6s", "6b"], {0, 1}, (0, 100)),
    ("four_sixes_undenufe: in undenufe", SIXES, "undenufe", [fours("6"), fours("A"), "7s", "7b"], {0}, (100, 0)),
    ("four_sixes_undenufe: contract undenufe, not slalom", SIXES, "slalom undenufe_first", [fours("6"), fours("A"), "7s", "7b"], {1}, (0, 100)),
    ("four_sixes_undenufe: not gustav", SIXES, "gustav undenufe_first", [fours("6"), fours("A"), "7s", "7b"], {1}, (0, 100)),
]  # fmt: skip


def table(options: dict[str, Any], contract: str, hands: list[str], **fields: Any) -> Game:
    game = Game(contracts=ALL_CONTRACTS, preset="flat", target=100_000, episode="hand", **options)
    return game.place(*hands, **fields).play(contract)


@pytest.mark.parametrize(("rule", "options", "contract", "hands", "announced", "scores"), TABLE)
def test_table(
    rule: str, options: dict[str, Any], contract: str, hands: list[str], announced: set[int], scores: tuple[int, int]
) -> None:
    game = table(options, contract, hands).play_any(3)
    assert game.bonus == (0, 0)
    game.play_any(1)
    assert game.announced == announced
    assert game.bonus == scores
    assert contract == "tutti" or sum(game.totals) == sum(game.points)  # in tutti points are added after the hand


@pytest.mark.parametrize(("dealer", "scores"), [(3, (20, 0)), (0, (0, 20)), (1, (20, 0)), (2, (0, 20))])
def test_earlier_player_in_the_order_of_trick_1(dealer: int, scores: tuple[int, int]) -> None:
    """Seats 0, 1, 2 and 3 all hold the same Weis."""
    game = table({}, "obenabe", ["UB9a", "UB9r", "UB9s", "UB9b"], dealer=dealer).play_any(4)
    assert tuple(bonus // 2 for bonus in game.bonus) == scores  # both partners score theirs


def test_order_of_trick_1_after_a_shove() -> None:
    """``lead="chooser"``: the order of trick 1 begins with the leader."""
    game = table({"lead": "chooser"}, "shove roses", ["UB9a", "UB9b", "6s", "6b 9r"]).play("6s 6b Ua")
    assert game.announced == {0}
    game.play("Ub")
    assert (game.announced, game.bonus) == ({0, 1}, (20, 0))


@pytest.mark.parametrize(("contract", "multiplier"), [("roses", 1), ("bells", 2), ("undenufe", 4)])
def test_multiplied(contract: str, multiplier: int) -> None:
    """2.5: (card points + ... + Weis + Stöck) x the contract's multiplier. Trick: 6a 7a 8a 9a."""
    game = Game(episode="hand").place("6a UB9s", "7a", "8a", "9a").play(contract).play("6a 7a 8a 9a")
    eights = 8 if contract == "undenufe" else 0
    assert game.totals == ((20 + eights) * multiplier, 0)


# --- weis="choose" ---

# rule | hands | actions | legal then
CHOICES = [
    ("a decision, announce or silent", ["AKOa", "6a", "6s", "6b"], "obenabe", {"announce", "silent"}),
    ("before his own card to trick 1", ["AKOa", "6a", "6s", "6b"], "obenabe announce", {"Aa", "Ka", "Oa"}),
    ("before his own card to trick 1", ["AKOa", "6a", "6s", "6b"], "obenabe silent", {"Aa", "Ka", "Oa"}),
    ("without a Weis there is none", ["6a", "AKOa", "6s", "6b"], "obenabe", {"6a"}),
    ("each player before his own card", ["6a", "AKOa", "6s", "6b"], "obenabe 6a", {"announce", "silent"}),
    (
        "not for a kind below the best announced",
        ["9876a", "AKOr", "6s", "6b"],
        "obenabe announce 6a",
        {"Ar", "Kr", "Or"},
    ),
    (
        "after silence the next may announce less",
        ["9876a", "AKOr", "6s", "6b"],
        "obenabe silent 6a",
        {"announce", "silent"},
    ),
    ("an equal kind may be announced", ["AKOa", "876r", "6s", "6b"], "obenabe announce Aa", {"announce", "silent"}),
    ("only in trick 1", ["6a AKOs", "7a", "8a", "9a"], "obenabe silent 6a 7a 8a 9a", set()),
]


@pytest.mark.parametrize(("rule", "hands", "actions", "legal"), CHOICES)
def test_choose(rule: str, hands: list[str], actions: str, legal: set[str]) -> None:
    assert table({"weis": "choose"}, "", hands).play(actions).legal == legal


# rule | options | hands | actions | Weis of the two sides
CHOSEN = [
    ("nobody must: silent scores nothing", {}, ["9876a", "6r", "6s", "6b"], "silent 6a 6r 6s 6b", (0, 0)),
    ("the best announced counts, not the best held", {}, ["9876a", "AKOr", "6s", "6b"], "silent 6a announce Ar 6s 6b", (0, 20)),
    ("his partners score theirs too, announced or not", {}, ["9876a", "6r", "AKOs", "6b"], "announce 6a 6r As 6b", (70, 0)),
    ("a silent partner too", {}, ["876a", "6r", "AKOs", "6b"], "announce 6a 6r silent As 6b", (40, 0)),
    ("cancel: a silent one does not count", CANCEL, ["AKOa", "AKOr", "6s", "6b"], "announce Aa silent Ar 6s 6b", (20, 0)),
    ("cancel: both announced", CANCEL, ["AKOa", "AKOr", "6s", "6b"], "announce Aa announce Ar 6s 6b", (0, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "options", "hands", "actions", "scores"), CHOSEN)
def test_chosen(rule: str, options: dict[str, Any], hands: list[str], actions: str, scores: tuple[int, int]) -> None:
    assert table({"weis": "choose", **options}, "obenabe", hands).play(actions).bonus == scores


# --- what becomes known ---

KIND_3, KIND_4, KIND_5 = 1, 2, 3  # kind + 1; a sequence of 3 is kind 0
TOP = {rank: number + 1 for number, rank in enumerate("6789BUOKA")}

# rule | contract | hands | kinds seen by seat 0 | top cards | trump (1 no, 2 yes) | cards shown (by whom: seat + 1)
KNOWN = [
    ("no comparison: the kind only", "obenabe", ["6a", "AKOr", "6s", "6b"], [0, KIND_3, 0, 0], [0] * 4, [0] * 4, {"AKOr": 2}),
    ("better kind: no top card needed", "obenabe", ["AKOa", "9876r", "6s", "6b"], [KIND_3, KIND_4, 0, 0], [0] * 4, [0] * 4, {"9876r": 2}),
    (
        "same kind: the top cards of the kinds compared",
        "obenabe",
        ["876a", "987r", "6s", "6b"],
        [KIND_3, KIND_3, 0, 0],
        [TOP["8"], TOP["9"], 0, 0],
        [0] * 4,
        {"987r": 2},
    ),
    (
        "of lower kinds no top card",
        "obenabe",
        ["876a", "9876r", "BUO9s", "6b"],
        [KIND_3, KIND_4, KIND_4, 0],
        [0, TOP["9"], TOP["O"], 0],
        [0] * 4,
        {"BUO9s": 3, "876a": 1},
    ),
    (
        "same top card: whether it is trump",
        "roses",
        ["UB9a", "UB9r", "6s", "6b"],
        [KIND_3, KIND_3, 0, 0],
        [TOP["U"], TOP["U"], 0, 0],
        [1, 2, 0, 0],
        {"UB9r": 2},
    ),
    (
        "same top card, none trump",
        "roses",
        ["UB9a", "UB9s", "6s", "6b"],
        [KIND_3, KIND_3, 0, 0],
        [TOP["U"], TOP["U"], 0, 0],
        [1, 1, 0, 0],
        {"UB9a": 1},
    ),
    (
        "another top card: trump not needed",
        "roses",
        ["OUBa", "UB9r", "6s", "6b"],
        [KIND_3, KIND_3, 0, 0],
        [TOP["O"], TOP["U"], 0, 0],
        [0] * 4,
        {"OUBa": 1},
    ),
    (
        "a four shows its kind; the partner's unannounced Weis is shown when it scored",
        "obenabe",
        [fours("O"), "6a", "987s", "6b"],
        [8 + 6, 0, 0, 0],
        [0] * 4,
        [0] * 4,
        {fours("O"): 1, "987s": 3},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "contract", "hands", "kinds", "tops", "trumps", "shown"), KNOWN)
def test_known(
    rule: str,
    contract: str,
    hands: list[str],
    kinds: list[int],
    tops: list[int],
    trumps: list[int],
    shown: dict[str, int],
) -> None:
    game = table({}, contract, hands).play_any(3)
    assert game.seen(0, "weis_kind") == kinds  # all have announced
    assert game.seen(0, "weis_top") == [0] * 4
    assert game.seen(0, "weis_trump") == [0] * 4
    assert game.seen_cards(0, "weis_cards") == {}
    game.play_any(1)
    assert game.seen(0, "weis_kind") == kinds
    assert game.seen(0, "weis_top") == tops
    assert game.seen(0, "weis_trump") == trumps
    assert game.seen_cards(0, "weis_cards") == {card: who for text, who in shown.items() for card in cards(text)}


def test_known_with_the_lower_top_card_better() -> None:
    """The top cards told are those of the sequences, whichever is better."""
    game = table(REVERSED, "undenufe", ["AKOa", "876r", "6s", "6b"]).play_any(4)
    assert game.seen(0, "weis_top") == [TOP["A"], TOP["8"], 0, 0]
    assert game.bonus == (0, 20)


def test_known_after_cancelling() -> None:
    """Only "the cards of every Weis that scored" are shown."""
    game = table(CANCEL, "roses", ["UB9a", "UB9s", "6s", "6b"]).play_any(4)
    assert game.seen_cards(2, "weis_cards") == {}
    assert game.seen(2, "weis_top") == [0, 0, TOP["U"], TOP["U"]]


def test_known_in_turn() -> None:
    """In turn, each player before his own card (with ``auto`` in one step): who has not played has announced nothing."""
    game = table({}, "obenabe", ["AKOa", "9876r", "6s", "AKOUBb"])
    assert game.seen(2, "weis_kind") == [0, 0, 0, 0]
    game.play("Aa")
    assert game.seen(2, "weis_kind") == [0, 0, KIND_3, 0]
    game.play("6r")
    assert game.seen(2, "weis_kind") == [0, 0, KIND_3, KIND_4]
    game.play("6s")
    assert game.seen(2, "weis_kind") == [0, 0, KIND_3, KIND_4]
    game.play("Ab")
    assert game.seen(2, "weis_kind") == [0, KIND_5, KIND_3, KIND_4]
