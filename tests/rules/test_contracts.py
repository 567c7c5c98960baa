"""Contracts: the order of each trick, sub-choices, multipliers, who chooses and who leads (rulebook 1.4, 2.5)."""

from __future__ import annotations

from typing import Any

import pytest

from jass_env.variant import Variant
from tests.rules.positions import ALL_CONTRACTS, SIX, SIX_36, SIX_CONTRACTS, THREE, Game

SCHIEBER = "schieber"


def chosen(actions: str, variant: str | Variant = SCHIEBER, **options: Any) -> Game:
    if variant == SCHIEBER:
        options = {"contracts": ALL_CONTRACTS, "weis": "off", "episode": "hand", **options}
    return Game(variant, **options).play(actions)


# Orders: a r s b trump, O obenabe, U undenufe, F no trump fixed yet, ? trump still to be named.
# rule | what is chosen | options | variant | order of each trick
ORDERS = [
    ("trump s throughout", "acorns", {}, SCHIEBER, "aaaaaaaaa"),
    ("trump s throughout", "roses", {}, SCHIEBER, "rrrrrrrrr"),
    ("trump s throughout", "shields", {}, SCHIEBER, "sssssssss"),
    ("trump s throughout", "bells", {}, SCHIEBER, "bbbbbbbbb"),
    ("that order throughout", "obenabe", {}, SCHIEBER, "OOOOOOOOO"),
    ("that order throughout", "undenufe", {}, SCHIEBER, "UUUUUUUUU"),
    ("slalom: in turn", "slalom obenabe_first", {}, SCHIEBER, "OUOUOUOUO"),
    ("slalom: in turn", "slalom undenufe_first", {}, SCHIEBER, "UOUOUOUOU"),
    ("gustav: 9 tricks 5+4", "gustav obenabe_first", {}, SCHIEBER, "OOOOOUUUU"),
    ("gustav: 9 tricks 5+4", "gustav undenufe_first", {}, SCHIEBER, "UUUUUOOOO"),
    ("gustav_split=k: k tricks in the first part", "gustav obenabe_first", {"gustav_split": 4}, SCHIEBER, "OOOOUUUUU"),
    ("gustav_split=k: k tricks in the first part", "gustav undenufe_first", {"gustav_split": 1}, SCHIEBER, "UOOOOOOOO"),
    ("gustav_split=k: k tricks in the first part", "gustav undenufe_first", {"gustav_split": 8}, SCHIEBER, "UUUUUUUUO"),
    ("riesenslalom: 4+5, obenabe first", "riesenslalom 4_obenabe", {}, SCHIEBER, "OOOOUUUUU"),
    ("riesenslalom: 5+4, obenabe first", "riesenslalom 5_obenabe", {}, SCHIEBER, "OOOOOUUUU"),
    ("riesenslalom: 4+5, undenufe first", "riesenslalom 4_undenufe", {}, SCHIEBER, "UUUUOOOOO"),
    ("riesenslalom: 5+4, undenufe first", "riesenslalom 5_undenufe", {}, SCHIEBER, "UUUUUOOOO"),
    ("gustav_split concerns gustav only", "riesenslalom 5_obenabe", {"gustav_split": 2}, SCHIEBER, "OOOOOUUUU"),
    ("misère: obenabe throughout", "misere", {}, SCHIEBER, "OOOOOOOOO"),
    ("tutti: none; trump is fixed as in Mittlere", "tutti", {}, SCHIEBER, "FFFFFFFFF"),
    ("tuo: trump, undenufe, obenabe; 9 tricks 3+3+3", "tuo acorns", {}, SCHIEBER, "aaaUUUOOO"),
    ("tuo: trump, undenufe, obenabe; 9 tricks 3+3+3", "tuo roses", {}, SCHIEBER, "rrrUUUOOO"),
    ("tuo: trump, undenufe, obenabe; 9 tricks 3+3+3", "tuo shields", {}, SCHIEBER, "sssUUUOOO"),
    ("tuo: trump, undenufe, obenabe; 9 tricks 3+3+3", "tuo bells", {}, SCHIEBER, "bbbUUUOOO"),
    ("3x3: six orders of the blocks", "3x3 TOU", {}, SCHIEBER, "???OOOUUU"),
    ("3x3: six orders of the blocks", "3x3 TUO", {}, SCHIEBER, "???UUUOOO"),
    ("3x3: six orders of the blocks", "3x3 OTU", {}, SCHIEBER, "OOO???UUU"),
    ("3x3: six orders of the blocks", "3x3 OUT", {}, SCHIEBER, "OOOUUU???"),
    ("3x3: six orders of the blocks", "3x3 UTO", {}, SCHIEBER, "UUU???OOO"),
    ("3x3: six orders of the blocks", "3x3 UOT", {}, SCHIEBER, "UUUOOO???"),
    (
        "3x3, one_trump: one suit, right after the block order",
        "3x3 OTU bells",
        {"one_trump": True},
        SCHIEBER,
        "OOObbbUUU",
    ),
    (
        "3x3, one_trump: one suit, right after the block order",
        "3x3 TUO acorns",
        {"one_trump": True},
        SCHIEBER,
        "aaaUUUOOO",
    ),
    ("gustav: 12 tricks 6+6", "gustav obenabe_first", {}, THREE, "OOOOOOUUUUUU"),
    ("gustav: 12 tricks 6+6", "gustav undenufe_first", {}, THREE, "UUUUUUOOOOOO"),
    ("slalom: 12 tricks", "slalom undenufe_first", {}, THREE, "UOUOUOUOUOUO"),
    ("tuo: 12 tricks 4+4+4", "tuo bells", {}, THREE, "bbbbUUUUOOOO"),
    ("gustav: the first half rounded up, 8 tricks", "gustav obenabe_first", {}, SIX, "OOOOUUUU"),
    ("gustav: the first half rounded up, 6 tricks", "gustav undenufe_first", {}, SIX_36, "UUUOOO"),
]


@pytest.mark.parametrize(("rule", "actions", "options", "variant", "orders"), ORDERS)
def test_orders(rule: str, actions: str, options: dict[str, Any], variant: str | Variant, orders: str) -> None:
    assert chosen(actions, variant, **options).orders == orders


SUITS = {"acorns", "roses", "shields", "bells"}
WAYS = {"obenabe_first", "undenufe_first"}
RIESENSLALOM = {"4_obenabe", "5_obenabe", "4_undenufe", "5_undenufe"}
BLOCKS = {"TOU", "TUO", "OTU", "OUT", "UTO", "UOT"}

# rule | actions so far | options | what may be said next
DECISIONS = [
    ("forehand chooses a contract or shoves", "", {"contracts": SIX_CONTRACTS}, {*SIX_CONTRACTS, "shove"}),
    ("then his partner must choose", "shove", {"contracts": SIX_CONTRACTS}, set(SIX_CONTRACTS)),
    (
        "shove_back: the partner may shove back once",
        "shove",
        {"contracts": ["roses"], "shove_back": True},
        {"roses", "shove"},
    ),
    ("shove_back: and forehand must choose", "shove shove", {"contracts": ["roses"], "shove_back": True}, {"roses"}),
    ("contracts: drop obenabe/undenufe (PT 177)", "", {"contracts": ALL_CONTRACTS[:4]}, {*SUITS, "shove"}),
    ("contracts: add (PT 191-193)", "", {}, {*ALL_CONTRACTS, "shove"}),
    ("sub-choices are decisions of their own: which comes first", "slalom", {}, WAYS),
    ("sub-choices are decisions of their own: which comes first", "gustav", {}, WAYS),
    ("riesenslalom: one of four", "riesenslalom", {}, RIESENSLALOM),
    ("tuo: the suit", "tuo", {}, SUITS),
    ("3x3: the order of the blocks", "3x3", {}, BLOCKS),
    ("3x3: before each trump trick, before its lead, the trump suit", "3x3 TOU", {}, SUITS),
    ("3x3, one_trump: one suit, right after the block order", "3x3 OUT", {"one_trump": True}, SUITS),
]


@pytest.mark.parametrize(("rule", "actions", "options", "legal"), DECISIONS)
def test_decisions(rule: str, actions: str, options: dict[str, Any], legal: set[str]) -> None:
    assert chosen(actions, **options).legal == legal


# rule | actions | options | whose turn then (forehand is seat 0)
TURNS = [
    ("forehand chooses", "", {}, 0),
    ("then his partner", "shove", {}, 2),
    ("and forehand", "shove shove", {"shove_back": True}, 0),
    ("forehand leads", "roses", {}, 0),
    ("forehand leads, also after a shove", "shove roses", {}, 0),
    ("forehand leads after a shove back", "shove shove roses", {"shove_back": True}, 0),
    ('lead="chooser" for the other custom', "shove roses", {"lead": "chooser"}, 2),
    ('lead="chooser" for the other custom', "roses", {"lead": "chooser"}, 0),
    ('lead="chooser", forehand has chosen', "shove shove roses", {"lead": "chooser", "shove_back": True}, 0),
    ("the chooser makes the sub-choice", "shove slalom", {}, 2),
    ("3x3: the chooser names the trump suit of the trick", "shove 3x3 TOU", {}, 2),
    ("3x3: then forehand leads", "shove 3x3 TOU roses", {}, 0),
]


@pytest.mark.parametrize(("rule", "actions", "options", "turn"), TURNS)
def test_turns(rule: str, actions: str, options: dict[str, Any], turn: int) -> None:
    game = Game(contracts=ALL_CONTRACTS, weis="off", episode="hand", **options).place("6a", "7a", "8a", "9a", dealer=3)
    assert game.play(actions).turn == turn


def test_trump_suits_of_3x3() -> None:
    """1.4: whoever leads, the chooser names the trump suit, never one he has named in this hand."""
    game = Game(contracts=["3x3"], weis="off", episode="hand").place(
        "6r 7r 8r 6a", "9r Br 6s 7a", "7b 8b 9b 8a", "6b 9s Bb 9a"
    )
    game.play("3x3 TOU roses")
    assert (game.turn, game.orders) == (0, "r??OOOUUU")
    game.play("6r 9r 7b 6b")  # the nine takes it
    assert (game.turn, game.legal) == (0, {"acorns", "shields", "bells"})
    game.play("shields")
    assert (game.turn, game.legal) == (1, {"Br", "6s", "7a"})
    game.play("Br 8b 9s 7r")  # the shields nine is trump
    assert game.trick_winners == [1, 3]
    assert (game.turn, game.legal) == (0, {"acorns", "bells"})
    game.play("acorns")
    assert (game.turn, game.orders) == (3, "rsaOOOUUU")
    game.play("Bb 6a 7a 9b")
    assert game.trick_winners == [1, 3, 1]
    assert game.turn == 1  # obenabe: nothing to name


def test_slalom_in_play() -> None:
    """1.4: obenabe and undenufe in turn: the Ace takes the first trick and loses the second."""
    game = Game(contracts=["slalom"], weis="off", episode="hand").place("As 6r", "6s Kr", "7s Ar", "8s 7r")
    game.play("slalom obenabe_first | As 6s 7s 8s | 6r Kr Ar 7r")
    assert game.trick_winners == [0, 0]


def test_tuo_in_play() -> None:
    """1.4: trump s, then undenufe, then obenabe: the suit is no trump in the later parts."""
    game = Game(contracts=["tuo"], weis="off", episode="hand")
    game.place("AKOa 9b", "BU9a 6r Ab", "678s 8b", "BUOKb")
    game.play("tuo roses | Aa Ba 6s Bb | Ka 9a 7s Ub | Oa")
    assert game.legal == {"Ua", "6r"}  # rule 4: L or trump
    game.play("Ua 8s Ob")
    assert game.trick_winners == [0, 0, 0]
    game.play("9b")
    assert game.legal == {"Ab"}  # rule 2: only L
    assert game.play("Ab 8b Kb").trick_winners == [0, 0, 0, 2]  # undenufe


def test_tutti_in_play() -> None:
    """1.4: trump is fixed as in Mittlere, undertrumping as in the variant at hand (strict here)."""
    game = Game(contracts=["tutti"], weis="off", episode="hand").place("9a 6a", "Bb 9s", "8b 6s", "7a Kb")
    game.play("tutti 9a Bb")
    assert game.orders == "bbbbbbbbb"
    assert game.legal == {"6s"}
    assert game.play("6s").legal == {"7a", "Kb"}


# rule | preset | multipliers of acorns, roses, shields, bells, obenabe, undenufe | target | end | Weis
PRESETS = [
    ("pt", (1, 1, 2, 2, 3, 4), 3000, "instant", ("small", "fours")),
    ("es", (1, 1, 3, 2, 3, 4), 1000, "hand", ("es", "sequences")),
    ("swiss", (1, 1, 2, 2, 3, 3), 2500, "instant", ("small", "fours")),
    ("flat", (1, 1, 1, 1, 1, 1), 1000, "instant", ("small", "fours")),
    (None, (1, 1, 2, 2, 3, 4), 3000, "instant", ("small", "fours")),
]


@pytest.mark.parametrize(("preset", "multipliers", "target", "end", "weis"), PRESETS)
def test_presets(preset: str | None, multipliers: tuple[int, ...], target: int, end: str, weis: tuple[str, str]) -> None:
    """2.5, table of presets."""
    for contract, multiplier in zip(SIX_CONTRACTS, multipliers, strict=True):
        game = Game(preset=preset, weis="off").place("Ar", "6r", "6s", "6b").play(contract)
        assert game.field("multiplier") == multiplier
    options = Game(preset=preset).rules.options
    assert (options["target"], options["end"]) == (target, end)
    assert (options["weis_table"], options["weis_order"]) == weis


EXTRA = [
    ("slalom obenabe_first", 3),
    ("riesenslalom 4_undenufe", 3),
    ("misere", 3),
    ("gustav undenufe_first", 4),
    ("tuo acorns", 4),
    ("3x3 TOU", 4),
    ("tutti", 2),
]


@pytest.mark.parametrize(("contract", "multiplier"), EXTRA)
@pytest.mark.parametrize("preset", ["pt", "es", "swiss", "flat"])
def test_multipliers_of_other_contracts(contract: str, multiplier: int, preset: str) -> None:
    """2.5: slalom, riesenslalom, misère 3, gustav, tuo, 3x3 4, tutti 2; in preset ``flat`` all 1."""
    game = Game(preset=preset, contracts=ALL_CONTRACTS, weis="off", episode="hand")
    game.play(contract)
    assert game.field("multiplier") == (1 if preset == "flat" else multiplier)


def test_multipliers_option() -> None:
    """2. Options: contracts left out keep the preset's."""
    options = Game(preset="es", multipliers={"acorns": 5}).rules.options["multipliers"]
    assert (options["acorns"], options["shields"], options["undenufe"]) == (5, 3, 4)


@pytest.mark.parametrize(("contract", "multiplier"), [("acorns", 1), ("bells", 2), ("obenabe", 3), ("undenufe", 4)])
def test_multiplier_counts_for_both_sides(contract: str, multiplier: int) -> None:
    """2.5: hand total of a side x the contract's multiplier, for both sides."""
    for seed in range(3):
        game = Game(end="hand", weis="off", contracts=[contract], target=100_000)
        game.venv.reset(seed=seed)
        game.play(contract).play_out(seed)
        assert game.totals == tuple(points * multiplier for points in game.hand_points)


# rule | seat with the 7 of roses | its dealer | forehand of the second hand
@pytest.mark.parametrize("seat", range(4))
def test_first_forehand(seat: int) -> None:
    """2.5 First hand: the holder of the 7 of roses is forehand, chooses and leads; forehand deals the second hand."""
    suits = ["AKOUB9876a", "AKOUB9876r", "AKOUB9876s", "AKOUB9876b"]
    hands = suits[1 - seat :] + suits[: 1 - seat] if seat <= 1 else suits[-(seat - 1) :] + suits[: -(seat - 1)]
    assert "r" in hands[seat]
    game = Game(weis="off", target=100_000, preset="flat").deal(*hands, dealer=2)
    assert (game.turn, game.dealer) == (seat, (seat - 1) % 4)
    game.play("roses")
    assert game.turn == seat
    game.play_out()
    assert (game.hand_number, game.dealer, game.turn) == (1, seat, (seat + 1) % 4)
    game.play("obenabe").play_out()
    assert (game.hand_number, game.dealer, game.turn) == (2, (seat + 1) % 4, (seat + 2) % 4)


@pytest.mark.parametrize("dealer", range(4))
def test_single_hand_has_the_dealer_that_is_set(dealer: int) -> None:
    """2.5: a dealer set at reset counts there, not where the 7 of roses decides."""
    hands = ["AKOUB9876a", "AKOUB9876r", "AKOUB9876s", "AKOUB9876b"]
    game = Game(weis="off", episode="hand").deal(*hands, dealer=dealer)
    assert (game.dealer, game.turn) == (dealer, (dealer + 1) % 4)


def test_a_match_taken_up_has_the_dealer_that_is_set() -> None:
    """2.5 speaks of the first hand of a match: at given totals it is not the first."""
    game = Game(weis="off").deal("AKOUB9876a", "AKOUB9876r", "AKOUB9876s", "AKOUB9876b", dealer=1, totals=(100, 0))
    assert (game.dealer, game.turn) == (1, 2)
