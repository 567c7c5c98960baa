"""Who takes a trick (rulebook 1.3 orders, 1.6): each seat plays the one card it holds."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.rules.positions import PLAIN_RANKS, SIX, TRUMP_RANKS, Game, cards, on_lead

# rule | contract, with its sub-choices | trick | the card that takes it
LINES = [
    # --- worked examples, section 4 ---
    ("T roses: As 6r Ks 9r: 9r", "roses", "As 6r Ks 9r", "9r"),
    ("Undenufe: 9s 6s 6r As: 6s", "undenufe", "9s 6s 6r As", "6s"),
    # --- 1.6 the highest trump, else the highest card of the led suit ---
    ("the highest trump wins", "roses", "As Kr Or Ur", "Ur"),
    ("the lowest trump beats the highest card of the led suit", "roses", "Bs As 6r Ks", "6r"),
    ("the highest of three trumps", "roses", "As 9r Ar Ur", "Ur"),
    ("the highest of three trumps, the first of them", "roses", "As 9r Ar Kr", "9r"),
    ("else the highest card of the led suit", "roses", "6s As Ab Ks", "As"),
    ("no trump there: other suits do not win", "roses", "6s Ab Aa Ub", "6s"),
    ("led trump", "roses", "Ar Kr 9r 8r", "9r"),
    ("led trump: nobody follows", "roses", "6r As Ab Aa", "6r"),
    ("led trump: the Under of another suit is no trump", "roses", "6r Us 9b Ua", "6r"),
    ("U is only of trumps the highest", "roses", "Us Ks 9s As", "As"),
    # --- 1.3 obenabe and undenufe: no trump ---
    ("obenabe: A K O U B 9 8 7 6", "obenabe", "9s Us Bs Os", "Os"),
    ("obenabe: no trump", "obenabe", "6s Ab Aa Ar", "6s"),
    ("undenufe: the 6 is highest", "undenufe", "7s As 6s Ks", "6s"),
    ("undenufe: 9 before B before U", "undenufe", "Us Bs 9s Ks", "9s"),
    ("undenufe: no trump", "undenufe", "As 6b 6a 6r", "As"),
    # --- 1.4 the order of the first trick ---
    ("slalom, obenabe first", "slalom obenabe_first", "7s As 6s Ks", "As"),
    ("slalom, undenufe first", "slalom undenufe_first", "7s As 6s Ks", "6s"),
    ("gustav, undenufe first", "gustav undenufe_first", "7s As 6s Ks", "6s"),
    ("misère: obenabe throughout", "misere", "7s As 6s Ks", "As"),
    ("tuo: trump first", "tuo roses", "As 6r Ks 9r", "9r"),
    ("3x3, obenabe first", "3x3 OTU", "7s As 6r Ks", "As"),
    ("3x3, undenufe first", "3x3 UTO", "7s As 6r Ks", "7s"),
    ("3x3, trump first", "3x3 TOU bells", "As 6b Ks 9r", "6b"),
    # --- tutti: as Mittlere ---
    ("tutti: who cannot follow fixes trump", "tutti", "9a Ka 6b Aa", "6b"),
    ("tutti: a later trump beats it", "tutti", "9a 6b Ka 7b", "7b"),
    ("tutti: all follow: as obenabe", "tutti", "9a Ka Ua Oa", "Ka"),
]


@pytest.mark.parametrize(("rule", "contract", "trick", "winner"), LINES)
def test_winner(rule: str, contract: str, trick: str, winner: str) -> None:
    game = on_lead(contract, trick, undertrump="loose")
    assert game.trick_winners == [cards(trick).index(winner)]


@pytest.mark.parametrize(
    ("contract", "suit", "rising"),
    [
        ("roses", "r", TRUMP_RANKS),  # "in s U(Puur) 9(Näll) A K O B 8 7 6"
        ("roses", "s", PLAIN_RANKS),  # "the other suits A K O U B 9 8 7 6"
        ("obenabe", "s", PLAIN_RANKS),
        ("misere", "s", PLAIN_RANKS),
        ("tutti", "s", PLAIN_RANKS),  # 1.3: none: as obenabe
        ("undenufe", "s", PLAIN_RANKS[::-1]),  # "6 7 8 9 B U O K A (the 6 is highest)"
    ],
)
def test_orders(contract: str, suit: str, rising: str) -> None:
    """1.3: each rank beats those before it, whether it is led or follows."""
    for low, high in pairwise(rising):
        others = "6a 6b"
        if contract == "tutti":  # all must follow, or a trump would be fixed
            lower = rising[: rising.index(low)]
            if len(lower) < 2:
                continue
            others = f"{lower[0]}{suit} {lower[1]}{suit}"
        assert on_lead(contract, f"{low}{suit} {high}{suit} {others}").trick_winners == [1]
        assert on_lead(contract, f"{high}{suit} {low}{suit} {others}").trick_winners == [0]


# Mittlere: rule | the cards of seats 0, 1, 2 in trick 1 | the card that takes it
MITTLERE_LINES = [
    ("9a Ka, the third is void and plays 6b: bells is trump and 6b wins", "9a Ka 6b", "6b"),
    ("trump this trick included: a later card of it beats", "9a 6b 7b", "7b"),
    ("the Under of the suit just fixed is the Puur", "9a Ab Ub", "Ub"),
    ("the nine of the suit just fixed lies above its Ace", "9a Ab 9b", "9b"),
    ("another suit is no trump", "9a 6b As", "6b"),
    ("who follows fixes nothing", "9a 6a Ka", "Ka"),
    ("the first who cannot follow fixes it", "Aa 6b Us", "6b"),
    ("before a trump is fixed the Under is an ordinary card", "Ua Ka Ba", "Ka"),
    ("before a trump is fixed the nine is an ordinary card", "9a Ba 8a", "Ba"),
]


@pytest.mark.parametrize(("rule", "trick", "winner"), MITTLERE_LINES)
def test_winner_in_mittlere(rule: str, trick: str, winner: str) -> None:
    assert Game("mittlere").place(*cards(trick)).play(trick).trick_winners == [cards(trick).index(winner)]


# rule | contract | trick of six | place (from 0) of the card that takes it
PACK_48_LINES = [
    ("the second of two equal cards", "obenabe", "As Ks As Os Us Bs", 2),
    ("the second of two equal cards, led by the lower", "obenabe", "9s As Ks Os Us As", 5),
    ("the second of two equal trumps", "roses", "As Kr Ks Kr Os 9b", 3),
    ("the second of two equal trumps, a higher one between", "roses", "As Kr Ks 9r Os Bb", 3),
    ("the second Puur on a trump lead", "roses", "Ur 9r Ur Ar 9a 9b", 2),
    ("equal cards that are not highest change nothing", "obenabe", "Ks As Ks Os Us Bs", 1),
    ("undenufe: the second 9", "undenufe", "9s As Bs 9s Us Bs", 3),
    ("equal cards of another suit do not win", "obenabe", "9s Aa Aa Ab Ab 9s", 5),
]


@pytest.mark.parametrize(("rule", "contract", "trick", "place"), PACK_48_LINES)
def test_winner_in_the_pack_of_48(rule: str, contract: str, trick: str, place: int) -> None:
    """1.1: of two equal cards in a trick the one played later is higher."""
    assert on_lead(contract, trick, variant=SIX).trick_winners == [place]


@pytest.mark.parametrize("leader", range(4))
def test_winner_leads(leader: int) -> None:
    """1.2: the turn goes to the right (upward), and the winner of a trick leads to the next."""
    hands = ["", "", "", ""]
    trick = ["7s", "6s", "As", "Ks"]
    for number, card in enumerate(trick):
        hands[(leader + number) % 4] = f"{card} 6a 6b 6r"[: 2 + 3 * (number == 2)]
    game = Game(weis="off", episode="hand").place(*hands, dealer=(leader + 3) % 4).play("obenabe")
    for number, card in enumerate(trick):
        assert game.turn == (leader + number) % 4
        game.play(card)
    assert game.turn == (leader + 2) % 4
