"""Card points (rulebook 1.3): the table, its sums, and how the contracts count."""

from __future__ import annotations

import pytest

from jass_env.engine.cards import PACK_36, PACK_48, card_id, card_name, card_names
from jass_env.engine.orders import NO_TRUMP, UNDENUFE_SIX, count
from jass_env.errors import CardError
from tests.rules.positions import ALL_CONTRACTS, SIX, THREE, Game, hand_set, on_lead

ROSES = 1

# 1.1: card index 0-35 = 9 x suit + rank; suits acorns, roses, shields, bells; ranks 6 7 8 9 B U O K A.
INDEX = [("6a", 0), ("9a", 3), ("Aa", 8), ("6r", 9), ("7r", 10), ("Bs", 22), ("Us", 23), ("6b", 27), ("Ob", 33), ("Ab", 35)]


@pytest.mark.parametrize(("name", "index"), INDEX)
def test_index(name: str, index: int) -> None:
    assert card_id(name) == index
    assert card_name(index) == name


@pytest.mark.parametrize("name", ["", "a", "10a", "aU", "Xa", "Ax", "A", "Aar"])
def test_no_card(name: str) -> None:
    with pytest.raises(CardError):
        card_id(name)


def test_packs() -> None:
    """1.1: 36 cards; two packs without 6, 7, 8: 48 cards."""
    assert card_names(PACK_36) == [rank + suit for suit in "arsb" for rank in "6789BUOKA"]
    assert card_names(PACK_48) == [rank + suit for suit in "arsb" for rank in "9BUOKA" for _ in range(2)]


# The table of 1.3, column by column: points of 6 7 8 9 B U O K A.
COLUMNS = {
    "trump suit": (0, 0, 0, 14, 10, 20, 3, 4, 11),
    "plain suit in a trump hand": (0, 0, 0, 0, 10, 2, 3, 4, 11),
    "hand without trump": (0, 0, 8, 0, 10, 2, 3, 4, 11),
    "undenufe_six": (11, 0, 8, 0, 10, 2, 3, 4, 0),
}


@pytest.mark.parametrize(
    ("column", "row", "suit"),
    [
        ("trump suit", 0, "a"),
        ("trump suit", 1, "r"),
        ("trump suit", 2, "s"),
        ("trump suit", 3, "b"),
        ("plain suit in a trump hand", 0, "r"),
        ("plain suit in a trump hand", 1, "a"),
        ("plain suit in a trump hand", 2, "b"),
        ("plain suit in a trump hand", 3, "s"),
        *(("hand without trump", NO_TRUMP, suit) for suit in "arsb"),
        *(("undenufe_six", UNDENUFE_SIX, suit) for suit in "arsb"),
    ],
)
def test_columns(column: str, row: int, suit: str) -> None:
    for rank, points in zip("6789BUOKA", COLUMNS[column], strict=True):
        assert count(hand_set(rank + suit), row) == points


# rule | cards | row of the table | points
SUMS = [
    ("152 in every column set", PACK_36, (0, 1, 2, 3, NO_TRUMP, UNDENUFE_SIX), 152),
    ("the trump suit: 62", hand_set("6789BUOKAr"), (ROSES,), 62),
    ("the others: 90", hand_set("6789BUOKAa 6789BUOKAs 6789BUOKAb"), (ROSES,), 90),
    ("4 x 30 + 32: a suit with its 8", hand_set("6789BUOKAs"), (NO_TRUMP, UNDENUFE_SIX), 30 + 8),
    ("4 x 30 + 32: the eights", hand_set("8a 8r 8s 8b"), (NO_TRUMP, UNDENUFE_SIX), 32),
    ("a plain suit: 30", hand_set("6789BUOKAs"), (ROSES,), 30),
    ("48-card pack: trump 304", PACK_48, (0, 1, 2, 3), 304),
    ("48-card pack: no trump 240", PACK_48, (NO_TRUMP,), 240),
]


@pytest.mark.parametrize(("rule", "members", "rows", "points"), SUMS)
def test_sums(rule: str, members: int, rows: tuple[int, ...], points: int) -> None:
    for row in rows:
        assert count(members, row) == points


EVERY_WAY = [
    *ALL_CONTRACTS[:6],
    *("misere", "tutti"),
    *(f"{contract} {way}_first" for contract in ("slalom", "gustav") for way in ("obenabe", "undenufe")),
    *(f"riesenslalom {way}" for way in ("4_obenabe", "5_obenabe", "4_undenufe", "5_undenufe")),
    *(f"tuo {suit}" for suit in ALL_CONTRACTS[:4]),
]


@pytest.mark.parametrize("contract", EVERY_WAY)
@pytest.mark.parametrize("undenufe_six", [False, True])
def test_157(contract: str, undenufe_six: bool) -> None:
    """152 in every column set; +5 for the last trick = 157."""
    for seed in range(3):
        game = Game(weis="off", contracts=ALL_CONTRACTS, episode="hand", undenufe_six=undenufe_six)
        game.venv.reset(seed=seed)
        game.play(contract).play_out(seed)
        assert sum(game.card_points) == 157


@pytest.mark.parametrize("blocks", ["TOU", "UTO"])
def test_157_with_one_trump(blocks: str) -> None:
    """3x3 with ``one_trump``: the trump hand throughout."""
    game = Game(weis="off", contracts=["3x3"], episode="hand", one_trump=True)
    assert sum(game.play(f"3x3 {blocks} shields").play_out().card_points) == 157


@pytest.mark.parametrize(("contract", "total"), [("roses", 304 + 5), ("obenabe", 240 + 5), ("slalom undenufe_first", 245)])
def test_pack_of_48(contract: str, total: int) -> None:
    """48-card pack: trump 304 + 5, no trump 240 + 5."""
    assert sum(Game(SIX).play(contract).play_out().hand_points) == total


@pytest.mark.parametrize("contract", ["roses", "undenufe", "gustav obenabe_first", "tuo bells", "tutti"])
def test_twelve_tricks(contract: str) -> None:
    """157 with three players too."""
    assert sum(Game(THREE).play(contract).play_out().hand_points) == 157


SIX_COUNTS = {"undenufe_six": True}
BY_TRICK = {"mixed_values": "trick"}
ONE_TRUMP = {"one_trump": True}

# rule | contract | options | first trick | its points
TRICKS = [
    ("trump: U 20, 9 14, A 11", "roses", {}, "Ur 9r Ar 6a", 45),
    ("trump: K 4, O 3, B 10", "roses", {}, "Kr Or Br 8r", 17),
    ("trump hand: 8 is 0 everywhere", "roses", {}, "8s 8r 8a 8b", 0),
    ("plain suit in a trump hand: U 2, 9 0", "roses", {}, "Us 9s Bs As", 23),
    ("hand without trump: 8 is 8, U 2, 9 0", "obenabe", {}, "8s Us 9s As", 21),
    ("hand without trump: undenufe too, the 6 is 0", "undenufe", {}, "8s Us 6s As", 21),
    ("misère: no trump", "misere", {}, "8s Us 9s As", 21),
    ("tutti, no trump fixed yet: as without trump", "tutti", {}, "8s Us 9s As", 21),
    ("tutti, trump fixed: its U 20 and 9 14, 8s 0", "tutti", {}, "8s Ur 9r 8r", 34),
    ("undenufe_six: the 6 is 11, the Ace 0, the 8 8", "undenufe", SIX_COUNTS, "6s 8s As Ks", 23),
    ("undenufe_six: not in obenabe", "obenabe", SIX_COUNTS, "6s 8s As Ks", 23),
    ("undenufe_six: not in obenabe", "obenabe", SIX_COUNTS, "6s 6a 6b 6r", 0),
    ("undenufe_six: never in slalom", "slalom undenufe_first", SIX_COUNTS, "6s 7s As 6a", 11),
    ("undenufe_six: never in gustav", "gustav undenufe_first", SIX_COUNTS, "6s 7s As 6a", 11),
    ("undenufe_six: never in riesenslalom", "riesenslalom 5_undenufe", SIX_COUNTS, "6s 7s As 6a", 11),
    ("undenufe_six: in undenufe", "undenufe", SIX_COUNTS, "6s 7s As 6a", 22),
    ("undenufe_six: in undenufe tricks of 3x3", "3x3 UTO", SIX_COUNTS, "6s 7s As 6a", 22),
    ("undenufe_six: not in its obenabe tricks", "3x3 OUT", SIX_COUNTS, "6s 7s As 6a", 11),
    ("tuo: trump hand of s", "tuo roses", {}, "Ur 9r Us 8s", 36),
    ("tuo by the trick: the same in its trump tricks", "tuo roses", BY_TRICK, "Ur 9r Us 8s", 36),
    ("3x3: a trump trick counts by its trump", "3x3 TOU roses", {}, "Ur 9r Us 8s", 36),
    ("3x3: an obenabe trick counts without trump", "3x3 OTU", {}, "Us 9s Ur 8s", 12),
    ("3x3 with one_trump: the trump hand throughout", "3x3 OTU roses", ONE_TRUMP, "Us 9r Ur 8s", 36),
    (
        "3x3 with one_trump: undenufe_six has no column to count in",
        "3x3 UTO roses",
        ONE_TRUMP | SIX_COUNTS,
        "6s 7s As 6a",
        11,
    ),
]


@pytest.mark.parametrize(("rule", "contract", "options", "trick", "points"), TRICKS)
def test_trick(rule: str, contract: str, options: dict[str, object], trick: str, points: int) -> None:
    assert sum(on_lead(contract, trick, **options).card_points) == points


# rule | options | points after four tricks of tuo: three worthless ones, then 8r Ur 9r 6r in undenufe
TUO_LINES = [
    ("tuo: trump hand of s throughout: 20 + 14", {}, 34),
    ('mixed_values="trick": each card by the order of its trick: 8 + 2', BY_TRICK, 10),
    ('mixed_values="trick", undenufe_six: 8 + 2 + 11', BY_TRICK | SIX_COUNTS, 21),
    ("undenufe_six: not in the trump hand", SIX_COUNTS, 34),
]


@pytest.mark.parametrize(("rule", "options", "points"), TUO_LINES)
def test_second_part_of_tuo(rule: str, options: dict[str, object], points: int) -> None:
    game = Game(weis="off", contracts=["tuo"], **options)
    game.place("98a 9s 8r", "76a 7s Ur", "987b 9r", "6b 8s 6s 6r")
    game.play("tuo roses | 9a 6a 9b 6b | 8a 7a 8b 8s | 9s 7s 7b 6s")
    assert (game.card_points, game.orders[:4]) == ((0, 0), "rrrU")
    assert sum(game.play("8r Ur 9r 6r").card_points) == points
