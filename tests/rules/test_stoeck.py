"""Stöck (rulebook 1.8): who has it, when it is scored, how much it is."""

from __future__ import annotations

from typing import Any

import pytest

import jass_env
from tests.rules.positions import ALL_CONTRACTS, Game

FIRST = {"stoeck": "first_trick"}
HAND = {"end": "hand"}

# rule | options | contract | hands | play (seat 0 leads) | Stöck of the two sides after it
LINES = [
    # --- King and Ober of trumps in one hand when trick 1 begins ---
    ("scored when the second of the two is played", {}, "roses", ["KOr", "6a"], "Kr", (0, 0)),
    ("scored when the second of the two is played, in another trick", {}, "roses",
     ["KOr", "67a", "67s", "67b"], "Kr 6a 6s 6b Or", (20, 0)),
    ("the King second", {}, "roses", ["KOr", "67a", "67s", "67b"], "Or 6a 6s 6b Kr", (20, 0)),
    ("tricks far apart", {}, "roses", ["6a KOr", "789a", "678s", "678b"], "Kr 7a 6s 6b 6a 8a 7s 7b", (0, 0)),
    ("tricks far apart", {}, "roses", ["6a KOr", "7a 6b Aa", "678s", "78Bb"],
     "Kr 7a 6s 7b | 6a Aa 7s 8b | 6b 8s Bb Or", (20, 0)),
    ("another seat, as a follower", {}, "roses", ["67r", "KOr", "67s", "67b"], "6r Kr 6s 6b Or", (0, 20)),
    ("in one hand: not of two partners", {}, "roses", ["Kr 6a", "6s 7s", "Or 8s", "67b"], "Kr 6s Or 6b", (0, 0)),
    ("of trumps", {}, "bells", ["KOr", "67a", "67s", "67b"], "Kr 6a 6s 6b", (0, 0)),
    ("of trumps", {}, "bells", ["KOr", "6a 7a", "67s", "8a 9a"], "Kr 6a 6s 8a Or 7a 7s 9a", (0, 0)),
    ("King and Ace are none", {}, "roses", ["AKr", "67a", "67s", "67b"], "Kr 6a 6s 6b Ar", (0, 0)),
    # --- no Stöck without a trump suit ---
    ("obenabe: none", {}, "obenabe", ["KOr", "67a", "67s", "67b"], "Kr 6a 6s 6b Or", (0, 0)),
    ("undenufe: none", {}, "undenufe", ["KOr", "67a", "67s", "67b"], "Kr 6a 6s 6b Or", (0, 0)),
    ("slalom: none", {}, "slalom obenabe_first", ["KOr", "67a", "67s", "67b"], "Kr 6a 6s 6b Or", (0, 0)),
    ("misère: none", {}, "misere", ["KOr", "67a", "67s", "67b"], "Kr 6a 6s 6b Or", (0, 0)),
    ("tuo: the suit counts as trump suit of the whole hand", {}, "tuo roses", ["KOr", "67a", "67s", "67b"], "Kr 6a 6s 6b Or", (20, 0)),
    ("3x3 with one_trump: the same", {"one_trump": True}, "3x3 OUT roses", ["KOr", "67a", "67s", "67b"], "Kr 6a 6s 6b Or", (20, 0)),
    ("other 3x3: none", {}, "3x3 TOU roses", ["KOr", "67a", "67s", "67b"], "Kr 6a 6s 6b acorns Or", (0, 0)),
    ("tutti: none", {}, "tutti", ["6a KOr", "Aa 7s", "6s 7a", "6b 7b"], "6a Aa 7a 6b", (0, 0)),
    ("tutti: none, trump fixed as roses", {}, "tutti", ["6a KOr", "Aa 7a", "6s 7s", "6b 9r"], "6a Aa 6s 6b", (0, 0)),
    # --- never cancelled ---
    ("never cancelled: the Weis are", {"identical_weis": "cancel"}, "roses", ["AKOa KOr", "AKOs", "6b 7b", "8b 9b"],
     "Kr As 6b 8b Or", (20, 0)),
    ("the other side's Weis do not matter", {"weis": "auto"}, "roses", ["KOr", "9876a", "67s", "67b"], "Kr 6a 6s 6b Or", (20, 50)),
    # --- stoeck="first_trick" ---
    ("when the holder plays to trick 1: any card", HAND | FIRST, "roses", ["6a", "KOr 7a", "6s", "6b"], "6a", (0, 0)),
    ("when the holder plays to trick 1: any card", HAND | FIRST, "roses", ["6a", "KOr 7a", "6s", "6b"], "6a 7a", (0, 20)),
    ("when the holder plays to trick 1: once", HAND | FIRST, "roses", ["KOr", "67a", "67s", "67b"], "Kr 6a 6s 6b Or", (20, 0)),
    ("no trump suit, no Stöck", HAND | FIRST, "obenabe", ["KOr", "67a", "67s", "67b"], "Kr 6a 6s 6b", (0, 0)),
    ("instant: in its place at the end of trick 1 (2.5)", FIRST, "roses", ["KOr", "67a", "67s", "67b"], "Kr 6a 6s", (0, 0)),
    ("instant: in its place at the end of trick 1 (2.5)", FIRST, "roses", ["KOr", "67a", "67s", "67b"], "Kr 6a 6s 6b", (20, 0)),
    ("instant: in its place at the end of trick 1, holder played none of the two", FIRST, "roses",
     ["6a", "KOr 7a", "8a", "9a"], "6a 7a 8a 9a", (0, 20)),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "options", "contract", "hands", "play", "scores"), LINES)
def test_stoeck(
    rule: str, options: dict[str, Any], contract: str, hands: list[str], play: str, scores: tuple[int, int]
) -> None:
    options = {"weis": "auto" if "identical_weis" in options else "off", **options}
    game = Game(contracts=ALL_CONTRACTS, episode="hand", **options).place(*hands).play(contract).play(play)
    assert game.bonus == scores


@pytest.mark.parametrize(("contract", "multiplier"), [("roses", 1), ("bells", 2)])
@pytest.mark.parametrize("options", [{}, FIRST])
def test_multiplied(contract: str, multiplier: int, options: dict[str, Any]) -> None:
    """2.5: (... + Stöck) x the contract's multiplier, also within the hand."""
    suit = contract[0]
    game = Game(episode="hand", weis="off", **options).place(f"KO{suit}", "67a", "67s", "8a 9a")
    game.play(f"{contract} K{suit} 6a 6s 8a O{suit} 7a 7s 9a")
    assert game.points == (27, 0)
    assert game.totals == (27 * multiplier, 0)


def test_second_card_in_the_obenabe_part_of_tuo() -> None:
    """1.8: in tuo the suit counts as trump suit of the whole hand."""
    game = Game(contracts=["tuo"], weis="off", episode="hand")
    game.place("KOr AKO9Ua", "6789BUs", "OKAs 678b", "9BUOKAb").play("tuo roses")
    # Nobody else has roses or acorns.
    for lead in ("Kr", "Aa", "Ka", "Oa", "9a", "Ua"):
        game.play(lead).play_any(3)
    assert game.trick_winners == [0] * 6
    assert game.orders == "rrrUUUOOO"
    assert game.bonus == (0, 0)
    assert game.play("Or").bonus == (20, 0)


@pytest.mark.parametrize("who", range(4))
def test_known_when_scored(who: int) -> None:
    """3. A seat knows the scores: nobody sees a Stöck before it is scored."""
    hands = ["67a", "89a", "BUa", "AKa"]
    hands[who] = "KOb"
    game = Game(episode="hand", weis="off").place(*hands, dealer=(who + 3) % 4).play("bells Kb").play_any(3)
    assert all(game.seen(viewer, "stoeck") == [0] * 4 for viewer in range(4))
    game.play("Ob")
    for viewer in range(4):
        assert game.seen(viewer, "stoeck") == [int((viewer + number) % 4 == who) for number in range(4)]


@pytest.mark.parametrize("variant", ["mittlere", "differenzler"])
def test_no_stoeck(variant: str) -> None:
    """2.2, 2.10: no Weis, no Stöck."""
    assert "stoeck" not in Game(variant).rules.layout
    assert "weis_kind" not in Game(variant).rules.layout
    assert not {"weis", "stoeck"} & set(Game(variant).rules.options)


def test_stoeck_of_a_side_are_added_together() -> None:
    """2.6: in the 48-card pack a side's unscored Stöck are added together, at their place in trick 1 too."""
    hands = [
        "Oa 9r 9r 9s Ks 9b Ob Kb",
        "9a Ba Ua Oa Or Bs Us As",
        "Ka Br Ur Bs Os Bb Ob Kb",
        "Aa Aa Ar Ar Ks 9b Ub Ab",
        "Ba Ua Ka Br Ur Kr Us Os",
        "9a Or Kr 9s As Bb Ub Ab",
    ]
    env = jass_env.env("schieber_six", weis="off", stoeck="first_trick", target=20)
    env.reset(seed=1, options={"hands": [hand.split() for hand in hands], "dealer": 5, "totals": [0, 1] * 3})
    for name in ("bells", "Ob", "9a", "Ob", "9b", "Br", "Bb"):
        env.step(env.action_id(name))
    assert all(env.terminations.values())
    assert [env.rewards[agent] for agent in env.agents] == [80, 0] * 3
