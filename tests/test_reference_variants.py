"""The referee (reference/): the worked examples of the rulebook and random play, for all variants but those of
test_reference.py."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests import reference as ref
from tests.reference import Disagreement, Match


def cards(text: str) -> list[str]:
    return text.split()


def deal(given: dict[int, str], seats: int = 4, each: int | None = None, pack: list[str] = ref.PACK) -> dict[str, Any]:
    """The cards given (the first named come in any case), the rest in index order; what is left is `rest`."""
    rest = list(pack)
    for text in given.values():
        for card in cards(text):
            rest.remove(card)
    hands = []
    for seat in range(seats):
        hand = cards(given.get(seat, ""))
        while len(hand) < (each or len(pack) // seats):
            hand.append(rest.pop(0))
        hands.append(ref.in_index_order(hand))
    return {"dealt": hands, "rest": rest}


def begin(
    variant: str,
    options: dict[str, Any],
    dealt: list[list[str]],
    totals: list[int] | None = None,
    dealer: int = 0,
    turned: str | None = None,
    spare: list[str] | None = None,
    out: list[str] | None = None,
    start: dict[str, Any] | None = None,
    draws: list[Any] | None = None,
    first_hand: int = 1,
    forehand: int | None = None,
) -> Match:
    match = Match(variant, options, single_hand=True, first_hand=first_hand)
    n = len(dealt)
    match.start_hand(
        {
            "dealer": dealer,
            "forehand": (dealer + 1) % n if forehand is None else forehand,
            "dealt": dealt,
            "turned": turned,
            "spare": spare,
            "out": out,
            "start": {"totals": totals or [0] * n, **(start or {})},
            "draws": draws or [],
        }
    )
    return match


def play(match: Match, script: str) -> None:
    for name in script.split():
        match.apply(match.to_move, name)


def play_out(match: Match) -> None:
    while not match.hand_over:
        match.apply(match.to_move, match.legal()[0])


ALL_ACORNS = deal({1: "6a 7a 8a 9a Ba Ua Oa Ka Aa"})["dealt"]  # forehand wins every acorns and obenabe trick


def no_draw(tied: list[int]) -> int:
    raise AssertionError(f"{tied} draw")


# -- basic_jass ---


def test_basic_jass_scores_cards_match_weis_and_stoeck() -> None:
    match = begin("basic_jass", ref.resolve_options("basic_jass"), ALL_ACORNS, dealer=1, turned="7a", forehand=2)
    assert match.legal() == ALL_ACORNS[2]  # forehand leads; the turned card stays with the dealer
    play_out(match)
    # seat 2 announces nine bells in a row... seat 1 has nine trumps: equal, and trump is better
    assert match.points[1] == match.scores[1] and match.points[1] > 157 + 20 + 150
    assert sum(match.points) in (157 + 20 + 150, 257 + 20 + 150)


def test_basic_jass_revoke() -> None:
    dealt = deal({1: "Ar 6a 7a 8a 9a Ba Ua Oa Ka", 2: "7r 8r 6s 7s 8s 9s Bs Us Os"})["dealt"]
    match = begin("basic_jass", ref.resolve_options("basic_jass", revokes=True, weis="off"), dealt, turned=dealt[0][0])
    play(match, "Ar 6s")  # withheld roses
    play(match, match.legal()[-1])
    play(match, match.legal()[-1])
    while match.to_move != 2:
        play(match, "Ka" if "Ka" in match.legal() else match.legal()[0])
    assert "7r" in match.legal()
    play(match, "7r")
    assert match.hand_over and match.points == [0, 0, -20, 0] and match.scores == [0, 0, -20, 0]


# -- molotow ---


@pytest.mark.parametrize(
    ("points", "sticks"),
    [
        ([60, 60, 27, 10], [0, 0, -1, 1]),
        ([70, 30, 30, 27], [1, -1, -1, 1]),
        ([80, 37, 20, 20], [1, -1, 0, 0]),
        ([157, 0, 0, 0], [3, -1, -1, -1]),
        ([100, 19, 19, 19], [-3, 1, 1, 1]),
        ([10, 27, 60, 60], [1, -1, 0, 0]),
        ([60, 50, 40, 7], [1, -1, -1, 1]),
        ([7, 60, 40, 50], [1, 1, -1, -1]),
        ([156, 1, 0, 0], [-3, 1, 1, 1]),
        ([0, 100, 57, 0], [1, -3, 1, 1]),
        ([99, 58, 0, 0], [1, -1, 0, 0]),
    ],
)
def test_molotow_sticks(points: list[int], sticks: list[int]) -> None:
    assert ref.molotow_sticks(points, no_draw) == sticks


def test_molotow_three_tied_draw() -> None:
    assert ref.molotow_sticks([52, 52, 1, 52], lambda tied: tied[-1]) == [0, 0, 1, -1]
    assert ref.molotow_sticks([30, 67, 30, 30], lambda tied: tied[0]) == [-1, 1, 0, 0]


def test_drawing_for_a_tie() -> None:
    hand = begin("molotow", ref.resolve_options("molotow"), ALL_ACORNS).hand
    assert hand is not None
    rounds = [[[0, "Ka"], [2, "Kb"], [3, "6a"]], [[0, "9a"], [2, "Bs"]]]
    asked = []

    def draw(tied: list[int]) -> list[list[Any]]:
        asked.append(tied)
        return rounds[len(asked) - 1]

    hand.drawer = draw
    assert hand.draw_for_tie([3, 0, 2]) == 2  # two Kings draw again; the Banner is above the nine
    assert asked == [[0, 2, 3], [0, 2]]
    assert hand.draw_for_tie([1]) == 1


def test_molotow_undertrumps_and_fixes_trump_as_mittlere() -> None:
    match = begin("molotow", ref.resolve_options("molotow"), ALL_ACORNS)
    play(match, "6a 7b" if "7b" in ALL_ACORNS[2] else f"6a {ALL_ACORNS[2][0]}")
    assert match.hand is not None and match.hand.trick is not None
    assert match.hand.trick.order == "trump " + match.hand.trick.cards[1][1]


# -- plus_minus ---


@pytest.mark.parametrize(
    ("points", "all_tricks", "carry", "sticks", "left"),
    [
        ([110, 30, 17], None, 0, [0, 0, 1], 0),
        ([50, 60, 47], None, 0, [0, 1, 1], 0),
        ([40, 40, 77], None, 0, [0, 0, 2], 0),
        ([20, 20, 117], None, 0, [0, 0, 2], 0),  # "even with 100 or more"
        ([157, 0, 0], 0, 0, [2, 0, 0], 0),
        ([157, 0, 0], None, 0, [2, 0, 0], 0),  # without all tricks: two equal
        ([120, 20, 12, 5], None, 0, [0, 0, 0, 1], 0),
        ([60, 60, 27, 10], None, 0, [0, 0, 0, 0], 1),
        ([60, 27, 60, 10], None, 2, [0, 0, 0, 0], 3),  # "several such hands add up"
        ([80, 37, 20, 20], None, 0, [0, 0, 0, 0], 1),
        ([19, 19, 19, 100], None, 1, [0, 0, 0, 0], 2),
        ([52, 52, 52, 1], None, 0, [0, 0, 0, 0], 1),
        ([70, 30, 30, 27], None, 0, [1, 0, 0, 1], 0),
        ([117, 15, 15, 10], None, 0, [1, 0, 0, 1], 0),  # the middle two, "even with 100 or more"
        ([70, 30, 30, 27], None, 2, [3, 0, 0, 3], 0),
        ([60, 50, 40, 7], None, 1, [2, 0, 0, 2], 0),
        ([157, 0, 0, 0], 0, 1, [3, 0, 0, 0], 0),  # all tricks "also count as sticks of the next hand"
        ([157, 0, 0, 0], None, 1, [0, 0, 0, 0], 2),  # not all tricks: a tie for lowest
    ],
)
def test_plus_minus_pt(points: list[int], all_tricks: int | None, carry: int, sticks: list[int], left: int) -> None:
    assert ref.plus_minus_pt(points, all_tricks, carry) == (sticks, left)


@pytest.mark.parametrize(
    ("points", "all_tricks", "aside", "sticks", "left"),
    [
        ([110, 30, 17], None, [], [0, 0, 1], []),
        ([40, 40, 77], None, [], [0, 0, 2], []),
        ([20, 20, 117], None, [], [0, 0, 2], []),
        ([60, 60, 27, 10], None, [], [0, 0, 0, 1], [[0, 1]]),  # "the other extreme still gets its stick"
        ([80, 37, 20, 20], None, [], [1, 0, 0, 0], [[2, 3]]),
        ([117, 20, 10, 10], None, [], [0, 0, 0, 0], [[2, 3]]),  # "unless it is a highest with 100 or more"
        ([70, 30, 30, 27], None, [], [1, 0, 0, 1], []),
        ([117, 15, 15, 10], None, [], [0, 0, 0, 1], []),
        ([52, 52, 52, 1], None, [[0, 3]], [0, 0, 0, 2], [[0, 1, 2]]),
        ([70, 50, 30, 7], None, [[0, 3], [1, 2], [0, 1]], [2, 0, 0, 2], [[1, 2]]),  # seat 3 is first in turn
        ([70, 50, 30, 7], None, [[0, 3], [1, 3], [2, 3]], [1, 0, 0, 4], []),  # "a player may collect several"
        ([157, 0, 0, 0], 0, [[0, 1], [1, 2]], [3, 0, 0, 0], [[1, 2]]),
        ([60, 60, 27, 10], None, [[0, 1]], [0, 0, 0, 1], [[0, 1], [0, 1]]),
    ],
)
def test_plus_minus_fi(
    points: list[int], all_tricks: int | None, aside: list[list[int]], sticks: list[int], left: list[list[int]]
) -> None:
    turn = [3, 0, 1, 2][: len(points)] if len(points) == 4 else [2, 0, 1]
    assert ref.plus_minus_fi(points, all_tricks, aside, turn) == (sticks, left)


def test_ends_by_being_alone() -> None:
    assert ref.alone_in_front([7, 6, 0], 7) == ([0], "target")
    assert ref.alone_in_front([7, 7, 0], 7) is None
    assert ref.alone_in_front([8, 7, 0], 7) == ([0], "target")
    assert ref.alone_in_front([6, 5, 0], 7) is None
    assert ref.alone_lowest([12, 3, 4, 5], 12) == ([1], "target")
    assert ref.alone_lowest([12, 3, 3, 5], 12) is None
    assert ref.alone_lowest([11, 3, 4, 5], 12) is None


def test_plus_minus_carry_in_the_start() -> None:
    pt = ref.resolve_options("plus_minus", players=4)
    with pytest.raises(Disagreement):
        begin("plus_minus", pt, ALL_ACORNS)
    with pytest.raises(Disagreement):
        begin("plus_minus", pt, ALL_ACORNS, start={"carry": []})
    begin("plus_minus", pt, ALL_ACORNS, start={"carry": 2})
    fi = ref.resolve_options("plus_minus", players=4, table="fi")
    begin("plus_minus", fi, ALL_ACORNS, start={"carry": [[0, 1], [1, 2, 3]]})
    with pytest.raises(Disagreement):
        begin("plus_minus", fi, ALL_ACORNS, start={"carry": [[1, 0]]})


# -- schieber_six ---


def six(**given: Any) -> dict[str, Any]:
    return ref.resolve_options("schieber_six", **given)


def legal(hand: str, trick: str, trump: str | None, undertrump: str = "strict", only_trumps: str = "any") -> list[str]:
    return ref.legal_cards(cards(hand), cards(trick), trump, undertrump, only_trumps)


def test_legal_cards_of_the_48_card_pack() -> None:
    assert legal("Ub Ub Ar", "9b", "b") == ["Ar", "Ub"]  # "nothing but Puurs"
    assert legal("Ub Ub 9b Ar", "9b", "b") == ["9b", "Ub"]
    assert not ref.is_revoke(cards("Ub Ub Ar"), cards("9b"), "b", "Ar")
    assert legal("Ab Kb Ks Ks Ar", "As Ab", "b") == ["Ks", "Ab"]  # "a trump equal to m counts as higher"
    assert legal("Ub Ar", "As Ub", "b") == ["Ar", "Ub"]
    assert legal("Kb Ab", "As Ab", "b", "strict", "beat") == ["Ab"]
    assert legal("Ar Ar", "", None) == ["Ar"]


def test_weis_of_the_48_card_pack() -> None:
    def total(hand: str, **given: Any) -> int:
        options = six(**given)
        return sum(ref.weis_points(weis, options) for weis in ref.best_weis(cards(hand), options))

    assert total("Ar Ar Kr Kr Or Or Ua 9s") == 40
    assert total("Ka Ka Kr Kr Ks Ks Kb Kb") == 200
    assert total("Ar Ar Kr Kr Or Or Ur Ur") == 100
    assert total("Ar Ar Kr Kr Or Ur Ba 9s") == 50
    assert total("Ka Kr Ks Kb Kr Ar Or Ua") == 120  # the second King of roses is another card
    assert total("Ka Kr Ks Kb Ar Or Ua 9s") == 100
    assert total("Ka Kr Ks Kb Ar Or Ua 9s", shared_cards=True) == 120
    assert total("9r Br Ur Or Kr Ar 9r Br") == 100
    assert total("9r Br Ur Or Kr Ar 9r Br", weis_table="big") == 150


def test_points_of_the_48_card_pack() -> None:
    rng = random.Random(8)
    options = six(weis="off", end="hand", contracts=ref.SIX_CONTRACTS, last_trick=10, match_bonus=200)
    for _ in range(15):
        hand = ref.random_record("schieber_six", options, rng, single_hand=True)["hands"][0]
        contract = next(name for _, name in hand["actions"] if name != "shove")
        total = hand["points"][0] + hand["points"][1]
        base = 304 if contract in ref.SUIT_NAMES else 240
        assert (total - base - 10) % 20 == 0 and 0 <= total - base - 10 <= 240 and hand["points"][:2] * 3 == hand["points"]


TWO_PAIRS = deal({1: "Ka Ka Oa Oa Aa Aa Ua Ua"}, 6, pack=ref.PACK_48)["dealt"]


def test_stoeck_of_the_48_card_pack() -> None:
    match = begin("schieber_six", six(weis="off", target=5000), TWO_PAIRS)
    play(match, "acorns")
    hand = match.hand
    assert isinstance(hand, ref.SchieberHand)
    scored = []
    for card in ("Ka", "Ka", "Oa", "Oa"):  # K K O O: the pairs are complete with the third and the fourth card
        play(match, card)
        scored.append(hand.stoeck_scored[1])
        while match.to_move != 1:
            play(match, match.legal()[0])
    assert scored == [0, 0, 1, 2]
    # "with a side's unscored Stöck together": 40 are needed and enough, at the place in trick 1
    for start, over in ((960, True), (959, False)):
        match = begin("schieber_six", six(weis="off", target=1000), TWO_PAIRS, totals=[0, start] * 3)
        play(match, "acorns Ua")
        while not match.hand_over and match.to_move != 1:
            play(match, next(name for name in match.legal() if name[0] in "9UOKAB"))
        assert match.hand_over
        assert match.points[1] == 40 if over else match.points[1] > 40


def test_stoeck_of_both_sides() -> None:
    """ "if both sides would win with theirs, the first holder in the order of trick 1" """
    dealt = deal({1: "9r 9r Br Ur", 2: "Ka Oa", 3: "Ka Oa"}, 6, pack=ref.PACK_48)["dealt"]
    match = begin("schieber_six", six(weis="off", target=1000), dealt, totals=[985] * 6)
    play(match, "acorns 9r")
    while not match.hand_over:
        play(match, match.legal()[0])
    assert match.winners == [0, 2, 4] and match.points == [20, 0] * 3


def test_schieber_six_shoves() -> None:
    match = begin("schieber_six", six(), TWO_PAIRS)
    assert match.to_move == 1 and match.legal() == [*ref.SIX_CONTRACTS, "shove"]
    play(match, "shove")
    assert match.to_move == 3 and match.legal()[-1] == "shove"
    play(match, "shove")
    assert match.to_move == 5 and match.legal() == ref.SIX_CONTRACTS
    play(match, "obenabe")
    assert match.to_move == 1
    match = begin("schieber_six", six(shove_back=True), TWO_PAIRS)
    play(match, "shove shove")
    assert match.to_move == 5 and match.legal()[-1] == "shove"
    play(match, "shove")
    assert match.to_move == 1 and match.legal() == ref.SIX_CONTRACTS


def test_schieber_six_gustav_and_first_forehand() -> None:
    for pack, half in ((48, 4), (36, 3)):
        options = six(pack=pack, contracts=["gustav"], weis="off")
        dealt = deal({}, 6, pack=ref.PACK_48 if pack == 48 else ref.PACK)["dealt"]
        match = begin("schieber_six", options, dealt)
        play(match, "gustav undenufe_first")
        play_out(match)
        assert match.hand is not None
        assert [trick.order for trick in match.hand.tricks] == ["undenufe"] * half + ["obenabe"] * half
    dealt = deal({}, 6)["dealt"]  # seat 1 holds the 7 of roses
    hand = {
        "dealer": 0,
        "forehand": 1,
        "dealt": dealt,
        "turned": None,
        "spare": None,
        "out": None,
        "start": {"totals": [0] * 6},
    }
    Match("schieber_six", six(pack=36)).start_hand(hand)
    with pytest.raises(Disagreement):
        Match("schieber_six", six(pack=36)).start_hand({**hand, "dealer": 1, "forehand": 2})
    for wrong in ({"contracts": ["tuo"]}, {"gustav_split": 8}, {"pack": 36, "gustav_split": 6}):
        with pytest.raises(Disagreement):
            six(**wrong)


# -- sidi_barrani ---


def barrani(**given: Any) -> dict[str, Any]:
    return ref.resolve_options("sidi_barrani", **given)


def test_sidi_barrani_exchange_and_double() -> None:
    match = begin("sidi_barrani", barrani(), ALL_ACORNS)
    play(match, "acorns add_misere no_double no_double")
    hand = match.hand
    assert isinstance(hand, ref.SidiBarraniHand)
    assert hand.entry_as_written([47, 110]) == [110, 47]
    hand.doubled = True
    assert hand.entry_as_written([47, 110]) == [220, 47]
    assert hand.entry_as_written([100, 100]) == [100, 100]
    hand.contract = "misere"  # "in contract misere twice, that is not at all"
    assert hand.entry_as_written([47, 110]) == [47, 220]
    hand.misere_added = hand.doubled = False
    assert hand.entry_as_written([47, 110]) == [110, 47]


def test_sidi_barrani_decisions() -> None:
    match = begin("sidi_barrani", barrani(end="claim"), ALL_ACORNS)
    assert match.legal() == [*ref.SIX_CONTRACTS, "slalom", "shove"]
    play(match, "shove slalom")
    assert match.to_move == 3 and match.legal() == ["obenabe_first", "undenufe_first"]
    play(match, "obenabe_first")
    assert match.to_move == 3 and match.legal() == ["add_misere", "plain"]
    play(match, "plain")
    assert match.to_move == 0 and match.legal() == ["double", "no_double"]  # right of the chooser first
    play(match, "no_double")
    assert match.to_move == 2
    play(match, "no_double")
    assert match.to_move == 1 and match.legal()[-1] == "claim"
    match = begin("sidi_barrani", barrani(end="claim"), ALL_ACORNS)
    play(match, "acorns plain")
    assert match.to_move == 2
    play(match, "double")  # once in all
    assert match.to_move == 1 and "claim" not in match.legal()


def test_sidi_barrani_scores_with_multiplier() -> None:
    match = begin("sidi_barrani", barrani(weis="off", target=1), ALL_ACORNS)
    play(match, "acorns add_misere double")
    assert match.hand is not None and match.hand.undertrump() == "loose"
    play_out(match)  # checked only after the hand
    assert match.points == [0, 277] * 2 and match.scores == [554, 0] * 2 and match.winners == [0, 2]
    shields = deal({1: "6s 7s 8s 9s Bs Us Os Ks As"})["dealt"]
    match = begin("sidi_barrani", barrani(weis="off"), shields)
    play(match, "shields plain double")
    play_out(match)
    assert match.scores == [0, 277 * 2 * 2] * 2


# -- sidi_jass ---


def sidi_deal(given: dict[int, str], turned: str) -> dict[str, Any]:
    found = deal({**given, 9: turned}, 2, 8)
    return {"dealt": found["dealt"], "turned": turned, "out": ref.in_index_order([*found["rest"], turned])}


def test_sidi_jass_swap() -> None:
    given = sidi_deal({0: "6a Ka 7r 8r 9r 6s 7s 8s", 1: "Ba 6r Br Ur 9s Bs 6b 7b"}, "Oa")
    match = begin("sidi_jass", ref.resolve_options("sidi_jass"), **given)
    assert match.to_move == 0 and match.legal() == ["swap", "keep"]  # whoever holds it
    play(match, "swap")
    assert match.to_move == 1  # the non-dealer leads
    hand = match.hand
    assert isinstance(hand, ref.SchieberHand)
    assert hand.stoeck_pairs == [1, 0] and "Oa" in hand.cards[0] and "6a" not in hand.cards[0]
    play_out(match)
    assert len(hand.tricks) == 8
    match = begin("sidi_jass", ref.resolve_options("sidi_jass"), **given)
    play(match, "keep")
    assert match.hand.stoeck_pairs == [0, 0]  # type: ignore[union-attr]
    given = sidi_deal({0: "Oa Ka 7r 8r 9r 6s 7s 8s"}, "6a")
    match = begin("sidi_jass", ref.resolve_options("sidi_jass"), **given)
    assert match.to_move == 1 and match.legal() != ["swap", "keep"]  # the six is the turned card


def test_sidi_jass_match_and_instant_end() -> None:
    given = sidi_deal({1: "7a 8a 9a Ba Ua Oa Ka Aa", 0: "6r 7r 8s 9s 7b 8b Bb Ub"}, "6a")
    match = begin("sidi_jass", ref.resolve_options("sidi_jass", weis="off"), **given)
    play_out(match)
    loose = sum(ref.card_points(card, "trump a") for card in given["dealt"][0])
    assert match.points == [0, 62 + loose + 5 + 100 + 20] and match.scores == match.points
    match = begin("sidi_jass", ref.resolve_options("sidi_jass"), totals=[0, 860], **given)
    play(match, "7a 6r")  # eight trumps in a row: 100 + 20, and the Stöck 20
    assert match.hand_over and match.winners == [1] and match.end == "target" and match.points == [0, 140]
    assert match.schneider is None


# -- rosenober, schiltenober, guggitaler, schellenjass ---


def test_rosenober_and_schiltenober() -> None:
    for variant in ("rosenober", "schiltenober"):
        match = begin(variant, ref.resolve_options(variant), ALL_ACORNS)
        play_out(match)  # seat 1 leads acorns throughout and wins all
        assert match.points == [0, 3, 0, 0] and match.scores == [0, 3, 0, 0]
    rng = random.Random(4)
    for variant in ("rosenober", "schiltenober"):
        for hand in ref.random_record(variant, ref.resolve_options(variant), rng)["hands"]:
            assert sum(hand["points"]) == 3


@pytest.mark.parametrize("players", [4, 3])
def test_guggitaler_points_per_hand(players: int) -> None:
    rng = random.Random(2)
    options = ref.resolve_options("guggitaler", players=players)
    record = ref.random_record("guggitaler", options, rng)
    sums = [sum(hand["points"]) for hand in record["hands"]]
    assert sums == [45 if players == 4 else 60, 90, 80, 40, 50] * 2
    assert [sum(hand["scores"]) for hand in record["hands"]] == [-total for total in sums[:5]] + sums[5:]
    eight = ref.random_record("guggitaler", {**options, "form": "eight"}, rng)
    assert [sum(hand["scores"]) for hand in eight["hands"]] == [-sum(sums[:5])] * 4 + [sum(sums[:5])] * 4


def test_guggitaler_number_of_a_single_hand_and_ties() -> None:
    match = begin("guggitaler", ref.resolve_options("guggitaler"), ALL_ACORNS, first_hand=9)
    play_out(match)
    assert match.scores == [0, 40, 0, 0]  # the King of roses
    match = begin("guggitaler", ref.resolve_options("guggitaler"), ALL_ACORNS, totals=[50, 0, 50, 49], first_hand=10)
    play_out(match)
    assert match.winners == [0, 1, 2] and match.end == "hands"  # "ties stand"


def test_schellenjass_monopol() -> None:
    match = begin("schellenjass", ref.resolve_options("schellenjass"), ALL_ACORNS)
    play_out(match)
    assert match.points == [0, 9, 0, 0] and match.scores == [0, -9, 0, 0]
    for hand in ref.random_record("schellenjass", ref.resolve_options("schellenjass"), random.Random(1))["hands"]:
        assert sum(hand["points"]) == 9
        assert hand["scores"] == [-9 if points == 9 else points for points in hand["points"]]


# -- sticheln ---


def test_sticheln_score() -> None:
    assert ref.sticheln_score(3, 3) == 8
    assert ref.sticheln_score(3, 1) == -4
    assert ref.sticheln_score(2, 4) == -4
    assert ref.sticheln_score(0, 0) == 5


def sticheln() -> Match:
    return begin("sticheln", ref.resolve_options("sticheln"), ALL_ACORNS)


def test_sticheln_auction() -> None:
    match = sticheln()
    assert match.to_move == 1 and match.legal() == ["pass", *(f"bid_{tricks}" for tricks in range(1, 10))]
    play(match, "pass bid_2")
    assert match.legal()[:2] == ["pass", "bid_3"]
    play(match, "pass pass bid_4 pass pass")  # seat 1, who has passed, bids again
    assert match.to_move == 0
    play(match, "pass")
    assert match.to_move == 1 and match.legal() == ["acorns", "roses", "shields", "bells"]
    match = sticheln()
    play(match, "bid_9")  # "a bid of 9 ends it at once"
    assert match.legal() == ["acorns", "roses", "shields", "bells"]
    match = sticheln()
    play(match, "pass pass pass bid_1 pass pass pass")
    assert match.to_move == 0 and match.legal() == ["acorns", "roses", "shields", "bells"]
    match = sticheln()
    play(match, "pass pass pass pass")
    assert match.hand_over and match.points == [0] * 4 and match.scores == [0] * 4


def test_sticheln_announcements() -> None:
    match = sticheln()
    play(match, "bid_7 pass pass pass acorns")
    assert match.to_move == 2 and match.legal() == ["tricks_0", "tricks_1", "tricks_2"]
    play(match, "tricks_2")
    assert match.to_move == 3 and match.legal() == ["tricks_0"]  # "the others must announce 0"
    play(match, "tricks_0")
    assert match.to_move == 0 and match.legal() == ["tricks_0"]
    play(match, "tricks_0")
    assert match.to_move == 1  # the declarer leads
    play_out(match)
    assert match.points == [0, 9, 0, 0] and match.scores == [5, -4, -4, 5]
    match = sticheln()
    play(match, "pass bid_1 pass pass pass acorns tricks_0 tricks_0")
    assert match.to_move == 1 and match.legal()[-1] == "tricks_8"
    play(match, "tricks_8")
    assert match.to_move == 2


# -- handjass ---


@pytest.mark.parametrize(
    ("points", "sticks"),
    [
        ([100, 20, 20, 17], [2, -1, -1, -1]),
        ([60, 50, 26, 21], [1, 1, 0, 0]),
        ([100, 21, 20, 16], [1, 1, -1, -1]),
        ([60, 60, 20, 17], [1, 1, -1, -1]),
        ([60, 40, 40, 17], [1, 0, 0, -1]),
        ([60, 60, 21, 16], [1, 1, 0, -1]),
        ([45, 45, 45, 22], [0, 0, 0, 0]),
        ([45, 45, 45, 20], [0, 0, 0, -1]),
        ([50, 50, 30, 27], [1, 1, 0, 0]),
        ([106, 26, 25], [1, 1, -1]),
        ([107, 25, 25], [2, -1, -1]),
        ([60, 50, 47], [1, 1, 0]),
        ([57, 50, 50], [1, 0, 0]),
    ],
)
def test_handjass_dealer_sticks(points: list[int], sticks: list[int]) -> None:
    assert ref.handjass_dealer_sticks(points) == sticks
    assert ref.handjass_dealer_sticks(points[::-1]) == sticks[::-1]


def test_handjass_the_dealer_names_trump() -> None:
    match = begin("handjass", ref.resolve_options("handjass"), ALL_ACORNS)
    assert match.to_move == 0 and match.legal() == ["acorns", "roses", "shields", "bells"]
    play(match, "acorns")
    assert match.to_move == 1
    play_out(match)
    assert match.points == [0, 257 + 20 + 150, 0, 0] and match.scores == [-1, 2, -1, -1]
    three = ref.resolve_options("handjass", players=3, weis="off")
    dealt = deal({1: "6a 7a 8a 9a Ba Ua Oa Ka Aa Ar Kr Or"}, 3)["dealt"]
    match = begin("handjass", three, dealt, totals=[6, 5, 0])
    play(match, "acorns")
    play_out(match)
    assert match.scores == [-1, 2, -1] and match.winners == [1] and match.end == "target"


@pytest.mark.parametrize(
    ("points", "strokes"),
    [
        ([60, 50, 47], [1, 1, 0]),
        ([57, 50, 50], [1, 0, 0]),
        ([60, 60, 37], [1, 1, 0]),
        ([50, 50, 50], [1, 1, 1]),
        ([80, 57, 20], [2, 2, -1]),
        ([60, 60, 20], [2, 2, -1]),
        ([120, 20, 17], [3, -1, -1]),
        ([120, 20, 20], [3, -1, -1]),
        ([20, 20, 20], [-1, -1, -1]),
        ([60, 50], [1, 0]),
        ([60, 20], [2, -1]),
        ([60, 60], [0, 0]),
        ([20, 20], [-1, -1]),
        ([20, 19], [-1, -1]),
    ],
)
def test_handjass_exchange_strokes(points: list[int], strokes: list[int]) -> None:
    assert ref.handjass_exchange_strokes(points) == strokes
    assert ref.handjass_exchange_strokes(points[::-1]) == strokes[::-1]


EXCHANGE = ref.resolve_options("handjass", form="exchange")


def test_handjass_swap_and_exchange() -> None:
    given = deal({0: "6a 6r", 1: "7a 7r", 2: "8a 8r", 9: "Oa Ka Aa Ua"}, 3, 9)
    spare = ref.in_index_order([*given["rest"], *cards("Oa Ka Aa Ua")])
    match = begin("handjass", EXCHANGE, given["dealt"], turned="Oa", spare=spare, start={"out": []})
    assert match.to_move == 0 and match.legal() == ["swap", "keep"]
    play(match, "swap")
    assert match.to_move == 1 and match.legal() == ["keep", "exchange"]
    play(match, "keep exchange")  # "one player only"
    assert match.to_move == 1 and match.legal() == given["dealt"][1]
    hand = match.hand
    assert hand is not None
    assert sorted(hand.cards[2]) == sorted([*(card for card in spare if card != "Oa"), "6a"]) and "Oa" in hand.cards[0]
    play_out(match)
    assert len(hand.tricks) == 9
    # the six itself is turned: nobody swaps
    match = begin(
        "handjass",
        EXCHANGE,
        deal({9: "6a"}, 3, 9)["dealt"],
        turned="6a",
        spare=ref.in_index_order([*deal({9: "6a"}, 3, 9)["rest"], "6a"]),
        start={"out": []},
    )
    assert match.to_move == 1 and match.legal() == ["keep", "exchange"]


def test_handjass_two_play_on() -> None:
    found = deal({0: "6a 7a 8a 9a Ba Ua Oa Ka Aa", 2: "6r 7r 8r 9r Br Ur Or Kr Ar"})
    dealt = [found["dealt"][0], [], found["dealt"][2]]
    spare, out = ref.in_index_order(found["dealt"][1]), ref.in_index_order(found["dealt"][3])
    start = {"out": [1]}
    trump = spare[0]  # the six itself
    match = begin(
        "handjass", EXCHANGE, dealt, totals=[3, 5, 4], dealer=2, forehand=0, turned=trump, spare=spare, out=out, start=start
    )
    play(match, "keep keep")
    assert match.to_move == 0
    play_out(match)
    assert match.points[1] is None and match.scores[1] == 0
    # seat 0 leads nothing but winners: his Weis, all tricks, and a null for seat 2
    assert match.scores == [2, 0, -1] and match.winners == [0, 1] and match.end == "target"
    with pytest.raises(Disagreement):  # seat 1 is out
        begin(
            "handjass",
            EXCHANGE,
            dealt,
            totals=[3, 5, 4],
            dealer=0,
            forehand=1,
            turned=trump,
            spare=spare,
            out=out,
            start=start,
        )
    with pytest.raises(Disagreement):
        begin(
            "handjass",
            EXCHANGE,
            dealt,
            totals=[3, 4, 4],
            dealer=2,
            forehand=0,
            turned=trump,
            spare=spare,
            out=out,
            start=start,
        )


def test_handjass_end() -> None:
    rules = ref.GAMES["handjass"](EXCHANGE)
    assert rules.end_reached([5, 0, 1], 1, None) is None
    assert rules.end_reached([5, 6, 1], 1, None) == ([0, 1], "target")
    assert rules.end_reached([5, 6, 5], 1, None) == ([0, 1, 2], "target")
    rules = ref.GAMES["handjass"]({**EXCHANGE, "players": 2})
    assert rules.end_reached([4, 5], 1, None) == ([1], "target")


# -- coiffeur_schieber, coiffeur ---


def coiffeur(**given: Any) -> dict[str, Any]:
    return ref.resolve_options("coiffeur_schieber", **given)


def test_coiffeur_rows() -> None:
    sticks = [*ref.SIX_CONTRACTS, "slalom", "gustav"]
    assert ref.rows_of(coiffeur()) == [*sticks, "joker1", "joker2"]
    assert ref.rows_of(coiffeur(form="alone4")) == [*ref.SIX_CONTRACTS, "joker1", "joker2"]
    assert ref.rows_of(coiffeur(form="sticks4", tuo="extra")) == [*sticks, "tuo", "joker1", "joker2"]
    assert ref.rows_of(coiffeur(tuo="joker")) == [*sticks, "tuo", "joker1"]
    assert ref.rows_of(coiffeur(tuo="joker", jokers=1)) == [*sticks, "tuo", "joker1"]
    assert ref.rows_of(coiffeur(tuo="joker", jokers=0)) == [*sticks, "tuo"]
    assert ref.rows_of(ref.resolve_options("coiffeur_schieber", "six_contracts")) == ref.SIX_CONTRACTS
    twelve = [*ref.SIX_CONTRACTS, "slalom", "riesenslalom", "misere", "tutti", "3x3", "joker1"]
    assert ref.rows_of(ref.resolve_options("coiffeur")) == twelve
    assert len(ref.rows_of(ref.resolve_options("coiffeur", tuo="joker", extra_contracts=["gustav", "slalom"]))) == 14


def test_coiffeur_values() -> None:
    pairs = coiffeur(form="pairs4")["multipliers"]
    assert pairs == {
        "acorns": 1,
        "roses": 2,
        "shields": 3,
        "bells": 4,
        "obenabe": 5,
        "undenufe": 6,
        "joker1": 7,
        "joker2": 8,
    }
    more = coiffeur(form="alone4", extra_contracts=["tuo", "slalom"])["multipliers"]
    assert (more["slalom"], more["tuo"], more["joker1"], more["joker2"]) == (7, 8, 9, 10)
    assert coiffeur(form="pairs4", multipliers={"bells": 9})["multipliers"]["bells"] == 9
    sticks = coiffeur(tuo="extra")["multipliers"]
    assert [sticks[row] for row in ("bells", "obenabe", "slalom", "gustav", "tuo", "joker2")] == [1, 2, 2, 3, 3, 3]
    twelve = ref.resolve_options("coiffeur")["multipliers"]
    assert [twelve[row] for row in ("misere", "tutti", "riesenslalom", "3x3", "joker1")] == [2, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("variant", "given", "hands"),
    [
        ("coiffeur_schieber", {}, 30),
        ("coiffeur_schieber", {"tuo": "extra"}, 33),
        ("coiffeur_schieber", {"form": "alone4"}, 32),
        ("coiffeur_schieber", {"form": "pairs4"}, 16),
        ("coiffeur_schieber", {"form": "sticks4"}, 40),
        ("coiffeur_schieber", {"form": "pairs4", "jokers": 0}, 12),
        ("coiffeur", {}, 48),
    ],
)
def test_coiffeur_number_of_hands(variant: str, given: dict[str, Any], hands: int) -> None:
    record = ref.random_record(variant, ref.resolve_options(variant, **given), random.Random(3))
    assert sum("playoff" not in hand["start"] for hand in record["hands"]) == hands
    assert record["end"] == "hands"


PAIRS = coiffeur(form="pairs4")


def test_coiffeur_pairs_scores() -> None:
    match = begin("coiffeur_schieber", PAIRS, ALL_ACORNS, start={"ledger": [[], []]})
    play(match, "joker2")
    assert match.to_move == 1 and match.legal() == ref.SIX_CONTRACTS
    play(match, "acorns")
    play_out(match)
    assert match.points == [0, 257] * 2 and match.scores == [0, 200] * 2
    assert match.memory["ledger"] == [[], [["joker2", 257]]]
    hand = match.hand
    assert isinstance(hand, ref.CoiffeurHand)
    hand.row, hand.points, hand.scores = "undenufe", [52, 105], [0, 0]
    hand.write()
    assert hand.scores == [0, 60]


def test_coiffeur_pairs_choosing() -> None:
    full = [[row, 100] for row in ref.rows_of(PAIRS)]
    match = begin("coiffeur_schieber", PAIRS, ALL_ACORNS, start={"ledger": [[], []]})
    assert match.to_move == 1 and match.legal() == [*ref.rows_of(PAIRS), "pass"]
    play(match, "pass")
    assert match.to_move == 3 and match.legal() == ref.rows_of(PAIRS)
    play(match, "obenabe")
    assert match.to_move == 3  # the declarer leads
    match = begin("coiffeur_schieber", PAIRS, ALL_ACORNS, start={"ledger": [full[1:], full]})
    assert match.to_move == 2 and match.legal() == ["acorns", "pass"]  # the pair of forehand is skipped
    play(match, "pass")
    assert match.to_move == 0 and match.legal() == ["acorns"]
    play(match, "acorns")
    play_out(match)
    assert match.match_over and match.end == "hands"
    with pytest.raises(Disagreement):
        begin("coiffeur_schieber", PAIRS, ALL_ACORNS, start={"ledger": [full, full]})


THREE = deal({1: "6a 7a 8a 9a Ba Ua Oa Ka Aa Ar Kr Or"}, 3)["dealt"]


def test_coiffeur_choosing_alone() -> None:
    rows = ref.rows_of(coiffeur())
    full = [[row, 100] for row in rows]
    match = begin("coiffeur_schieber", coiffeur(), THREE, start={"ledger": [[], [["bells", 3]], []]})
    for seat in (1, 2, 0):
        assert match.to_move == seat and match.legal()[-1] == "pass"
        assert ("bells" in match.legal()) == (seat != 1)
        play(match, "pass")
    assert match.to_move == 1 and match.legal() == [row for row in rows if row != "bells"]  # in the barrel
    match = begin("coiffeur_schieber", coiffeur(), THREE, start={"ledger": [[], full, []]})
    assert match.to_move == 2 and match.legal() == [*rows, "pass"]
    play(match, "pass")
    assert match.to_move == 0 and match.legal() == rows  # forehand has nothing left: the last may not pass
    match = begin("coiffeur_schieber", coiffeur(), THREE, start={"ledger": [full, full, full[:-1]]})
    assert match.to_move == 2 and match.legal() == ["joker2"]  # a sole speaker
    match = begin("coiffeur_schieber", coiffeur(), THREE, start={"ledger": [full, full[1:], full[1:]]})
    assert match.legal() == ["acorns", "pass"]
    play(match, "pass pass")
    assert match.to_move == 1 and match.legal() == ["acorns"]


def test_coiffeur_joker_played() -> None:
    given = coiffeur(joker="played")
    match = begin("coiffeur_schieber", given, THREE, start={"ledger": [[], [], []]})
    assert "joker1" not in match.legal()
    match = begin("coiffeur_schieber", given, THREE, start={"ledger": [[], [["slalom", 70], ["acorns", 9]], []]})
    play(match, "joker1")
    assert match.to_move == 1 and match.legal() == ["acorns", "slalom"]
    play(match, "slalom")
    assert match.legal() == ["obenabe_first", "undenufe_first"]
    match = begin(
        "coiffeur",
        ref.resolve_options("coiffeur", joker="played"),
        ALL_ACORNS,
        start={"ledger": [[], [["misere", 7]], [], []]},
    )
    assert "joker1" not in match.legal()  # misère is none a joker stands for
    match = begin("coiffeur", ref.resolve_options("coiffeur"), ALL_ACORNS, start={"ledger": [[], [], [], []]})
    play(match, "joker1")
    assert match.legal() == [row for row in ref.rows_of(match.options) if row not in ("misere", "joker1")]


def finished_hand(variant: str, row: str, ledger: list[Any], draws: list[Any] | None = None) -> ref.CoiffeurHand:
    """A hand just played by seat 1, with the points of this row in the ledgers."""
    options = ref.resolve_options(variant)
    dealt = THREE if variant == "coiffeur_schieber" else ALL_ACORNS
    match = begin(variant, options, dealt, start={"ledger": [[] for _ in dealt]}, draws=draws)
    hand = match.hand
    assert isinstance(hand, ref.CoiffeurHand)
    hand.memory["ledger"] = [[] if points is None else [[row, points]] for points in ledger]
    hand.row, hand.chooser = row, 1
    return hand


def test_coiffeur_full_row() -> None:
    hand = finished_hand("coiffeur_schieber", "slalom", [80, None, 70])
    hand.full_row(2)
    assert hand.scores == [0, 0, 0]  # not yet full
    hand = finished_hand("coiffeur_schieber", "slalom", [80, 100, 70])
    hand.full_row(2)
    assert hand.scores == [0, 2, -2] and hand.memory["potatoes"] == [0, 0, 2]
    hand = finished_hand("coiffeur_schieber", "slalom", [80, 100, 100], [[[1, "9a"], [2, "Ba"]]])
    hand.full_row(2)
    assert hand.scores == [-2, 0, 2]
    # all equal: for the sticks first, then for the potatoes
    hand = finished_hand(
        "coiffeur_schieber",
        "slalom",
        [80, 80, 80],
        [[[0, "6a"], [1, "7a"], [2, "6b"]], [[0, "Aa"], [1, "Ab"], [2, "Kb"]], [[0, "6a"], [1, "9r"]]],
    )
    hand.full_row(2)
    assert hand.scores == [0, 0, 0] and hand.memory["potatoes"] == [0, 2, 0]
    hand = finished_hand("coiffeur", "misere", [10, 40, 57, 50])
    hand.full_row(2)
    assert hand.scores == [2, 0, -2, 0]


def test_coiffeur_match_row() -> None:
    hand = finished_hand("coiffeur_schieber", "acorns", [None, 257, None])
    hand.tricks = [ref_trick(1)] * 12
    hand.match_row(1)
    assert hand.scores == [-1, 2, -1] and hand.memory["potatoes"] == [1, 0, 1]
    hand = finished_hand("coiffeur_schieber", "acorns", [None, 0, None])
    hand.tricks = [ref_trick(0)] * 12
    hand.match_row(1)
    assert hand.scores == [1, -2, 1] and hand.memory["potatoes"] == [0, 2, 0]
    hand.tricks = [ref_trick(1)] + [ref_trick(0)] * 11
    hand.match_row(1)
    assert hand.scores == [1, -2, 1]
    for winner, scores in ((0, [-1, 2, -1, -1]), (1, [1, -2, 1, 1])):  # misère: the reverse
        hand = finished_hand("coiffeur", "misere", [None, 0, None, None])
        hand.tricks = [ref_trick(winner)] * 9
        hand.match_row(1)
        assert hand.scores == scores


def ref_trick(winner: int) -> Any:
    trick = ref.Trick(winner, "obenabe")
    trick.winner = winner
    return trick


def test_coiffeur_orders_of_12_tricks() -> None:
    o, u = "obenabe", "undenufe"
    for script, given, orders in (
        ("gustav undenufe_first", {}, [u] * 6 + [o] * 6),
        ("gustav obenabe_first", {"gustav_split": 11}, [o] * 11 + [u]),
        ("tuo bells", {"tuo": "extra"}, ["trump b"] * 4 + [u] * 4 + [o] * 4),
        ("joker1 tuo bells", {"tuo": "joker"}, ["trump b"] * 4 + [u] * 4 + [o] * 4),
        ("slalom undenufe_first", {}, [u, o] * 6),
    ):
        match = begin("coiffeur_schieber", coiffeur(**given), THREE, start={"ledger": [[], [], []]})
        play(match, script)
        play_out(match)
        assert match.hand is not None
        assert [trick.order for trick in match.hand.tricks] == orders
        assert sum(match.points) in (157, 257)


def test_coiffeur_sole_declarer_names_suits_in_3x3() -> None:
    match = begin("coiffeur", ref.resolve_options("coiffeur"), ALL_ACORNS, start={"ledger": [[], [], [], []]})
    play(match, "pass 3x3 TOU")
    assert match.to_move == 2 and match.legal() == list(ref.SUIT_NAMES)
    play(match, "bells")
    assert match.to_move == 2  # the declarer leads
    for _ in range(4):
        play(match, match.legal()[0])
    assert match.to_move == 2 and match.legal() == ["acorns", "roses", "shields"]


def playoff_hand(points: list[int], memory: dict[str, Any]) -> ref.Hand:
    match = begin("coiffeur", ref.resolve_options("coiffeur"), ALL_ACORNS, start={"ledger": [[], [], [], []]})
    hand = match.hand
    assert hand is not None
    hand.points, hand.memory = points, memory
    return hand


def test_coiffeur_end_and_playoff() -> None:
    rules = ref.CoiffeurRules(ref.resolve_options("coiffeur"))
    full = [[[row, 50] for row in rules.rows] for _ in range(4)]

    def memory(potatoes: list[int]) -> dict[str, Any]:
        return {"ledger": full, "potatoes": potatoes, "playoff": None, "won": None}

    def end(totals: list[int], potatoes: list[int]) -> Any:
        hand = playoff_hand([0] * 4, memory(potatoes))
        rules.after_hand(totals, hand)
        return rules.end_reached(totals, 48, hand), hand.memory

    assert end([3, 5, 5, 1], [9, 4, 3, 0])[0] == ([2], "hands")  # fewer potatoes
    assert end([3, 6, 5, 1], [9, 4, 3, 0])[0] == ([1], "hands")
    found, state = end([3, 5, 5, 5], [9, 4, 3, 3])
    assert found is None and state["playoff"]["tied"] == [2, 3]
    # the play-off, in ascending seat order
    with pytest.raises(Disagreement):
        rules.take_drawn({"playoff": {"contract": "joker1", "declarer": 2}}, state)
    rules.take_drawn({"playoff": {"contract": "misere", "declarer": 2}}, state)
    assert rules.start_fields(state)["playoff"] == {"contract": "misere", "declarer": 2}
    totals = [3, 5, 5, 5]
    rules.after_hand(totals, playoff_hand([0, 0, 30, 90], state))
    assert not state["won"]
    assert rules.start_fields(state)["playoff"] == {"contract": "misere", "declarer": 3}
    rules.after_hand(totals, playoff_hand([0, 0, 90, 30], state))  # equal: a new contract
    assert not state["won"] and state["playoff"]["contract"] is None and state["playoff"]["tied"] == [2, 3]
    rules.take_drawn({"playoff": {"contract": "misere", "declarer": 2}}, state)
    rules.after_hand(totals, playoff_hand([0, 0, 30, 90], state))
    hand = playoff_hand([0, 0, 90, 29], state)  # misère: the fewest
    rules.after_hand(totals, hand)
    assert rules.end_reached(totals, 52, hand) == ([3], "hands")


def test_coiffeur_playoff_hand() -> None:
    options = ref.resolve_options("coiffeur")
    full = [[[row, 50] for row in ref.rows_of(options)] for _ in range(4)]
    start = {"ledger": full, "playoff": {"contract": "riesenslalom", "declarer": 3}}
    match = begin("coiffeur", options, ALL_ACORNS, start=start)
    assert match.to_move == 3 and match.legal() == ["4_obenabe", "5_obenabe", "4_undenufe", "5_undenufe"]
    play(match, "4_obenabe")
    assert match.to_move == 3
    play_out(match)
    assert match.scores == [0, 0, 0, 0] and sum(match.points) in (157, 257)
    for wrong in ({"contract": "joker1", "declarer": 3}, {"contract": "gustav", "declarer": 3}, {"contract": "misere"}):
        with pytest.raises(Disagreement):
            begin("coiffeur", options, ALL_ACORNS, start={"ledger": full, "playoff": wrong})


def test_coiffeur_points_are_shared() -> None:
    rules = ref.CoiffeurRules(PAIRS)
    full = [[[row, 50] for row in rules.rows] for _ in range(2)]
    hand = playoff_hand([0, 0, 0, 0], {"ledger": full, "potatoes": [], "playoff": None, "won": None})
    rules.after_hand([300, 300], hand)
    assert rules.end_reached([300, 300], 16, hand) == ([0, 1], "hands")


def test_random_matches_reach_a_playoff() -> None:
    options = coiffeur(jokers=0, multipliers=dict.fromkeys(ref.rows_of(coiffeur(jokers=0)), 1))
    found = 0
    for seed in (61, 78, 87):
        record = ref.random_record("coiffeur_schieber", options, random.Random(seed), legal=False)
        found += any("playoff" in hand["start"] for hand in record["hands"])
        ref.judge(record)
    assert found == 3


# -- options ---


def test_options_of_all_variants() -> None:
    defaults = {variant: ref.resolve_options(variant) for variant in ref.OPTIONS}
    loose = {variant for variant, options in defaults.items() if options.get("undertrump") == "loose"}
    assert loose == {"mittlere", "molotow", "plus_minus", "differenzler"}
    without = {variant for variant, options in defaults.items() if "undertrump" not in options}
    assert without == {"rosenober", "schiltenober", "guggitaler", "schellenjass"}
    weis = {variant for variant, options in defaults.items() if "weis" in options}
    assert weis == {"basic_jass", "schieber", "schieber_six", "sidi_barrani", "handjass", "sidi_jass"}
    assert {v for v, options in defaults.items() if "revokes" in options} == {
        "basic_jass",
        "schieber",
        "schieber_six",
        "sidi_barrani",
    }
    assert defaults["plus_minus"]["players"] == 3 and defaults["guggitaler"]["players"] == 4
    assert defaults["handjass"]["players"] == 4 and EXCHANGE["players"] == 3
    assert defaults["sidi_jass"]["target"] == 1000
    assert ref.resolve_options("sidi_barrani", "es")["target"] == 1000
    assert ref.resolve_options("basic_jass", weis_table="es")["four_nines"] == 100


@pytest.mark.parametrize(
    ("variant", "wrong"),
    [
        ("handjass", {"players": 2}),
        ("handjass", {"form": "exchange", "players": 4}),
        ("coiffeur_schieber", {"extra_contracts": ["misere"]}),
        ("coiffeur_schieber", {"form": "alone4", "gustav_split": 9}),
        ("coiffeur_schieber", {"multipliers": {"acorns": 0}}),
        ("coiffeur", {"form": "alone4"}),
        ("coiffeur", {"jokers": 1}),
        ("rosenober", {"undertrump": "strict"}),
        ("sidi_jass", {"end": "claim"}),
        ("molotow", {"multipliers": {"acorns": 2}}),
    ],
)
def test_wrong_options(variant: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(Disagreement):
        ref.resolve_options(variant, **wrong)


# -- records ---

COUNTS = {
    "basic_jass": (25, {"hands", "truncated"}), "molotow": (25, {"hands", "truncated"}),
    "plus_minus": (40, {"target", "truncated"}), "schieber_six": (100, {"target", "claim", "truncated"}),
    "sidi_barrani": (120, {"target", "claim", "truncated"}), "coiffeur_schieber": (24, {"hands", "truncated"}),
    "coiffeur": (12, {"hands", "truncated"}), "rosenober": (40, {"target", "truncated"}),
    "schiltenober": (40, {"target", "truncated"}), "guggitaler": (40, {"hands", "truncated"}),
    "handjass": (60, {"target", "truncated"}), "schellenjass": (30, {"hands", "truncated"}),
    "sticheln": (30, {"truncated"}), "sidi_jass": (50, {"target", "truncated"}),
}  # fmt: skip


def random_ledger(options: dict[str, Any], sides: int, rng: random.Random) -> dict[str, Any]:
    rows = ref.rows_of(options)
    return {
        "ledger": [[[row, rng.randint(0, 157)] for row in rng.sample(rows, rng.randrange(len(rows)))] for _ in range(sides)]
    }


@pytest.mark.parametrize("variant", COUNTS)
def test_judge_accepts_random_records(variant: str) -> None:
    count, expected = COUNTS[variant]
    ends = set()
    for seed in range(count):
        rng = random.Random(seed)
        drawn = ref.draw_options(variant, rng)
        record = ref.random_record(variant, drawn, rng, legal=seed % 2 == 0)
        ends.add(record["end"])
        ref.judge(record)
        start = None
        if "coiffeur" in variant:
            start = random_ledger(drawn, len(ref.GAMES[variant](drawn).sides), rng)
        first = rng.randint(1, 8) if variant == "guggitaler" else 1
        single = ref.random_record(variant, drawn, rng, single_hand=True, start=start, first_hand=first)
        ref.judge(single, single_hand=True, first_hand=first)
    assert ends == expected


def test_judge_accepts_starts_in_mid_match() -> None:
    rng = random.Random(6)
    sticheln_ends = set()
    for seed in range(10):
        record = ref.random_record(
            "sticheln", {**ref.draw_options("sticheln", rng), "max_hands": 25}, rng, start_totals=[49, 48, 49, 49]
        )
        sticheln_ends.add(record["end"])
        ref.judge(record)
        totals, out = ([5, 1, 2], [0]) if seed % 2 else ([-1, 4, 2], [])
        ref.judge(ref.random_record("handjass", EXCHANGE, rng, start_totals=totals, start={"out": out}))
        table = ref.resolve_options("plus_minus", players=4, table="fi" if seed % 2 else "pt")
        ref.judge(
            ref.random_record(
                "plus_minus", table, rng, start_totals=[3, 1, 3, 0], start={"carry": [[0, 2], [1, 2, 3]] if seed % 2 else 2}
            )
        )
    assert "target" in sticheln_ends
    with pytest.raises(Disagreement):  # the totals are not those of the ledger
        ref.judge(ref.random_record("coiffeur_schieber", PAIRS, rng, start={"ledger": [[["bells", 50]], []]}))
    ref.judge(
        ref.random_record(
            "coiffeur_schieber", PAIRS, rng, start={"ledger": [[["bells", 59]], []]}, start_totals=[20, 0, 20, 0]
        )
    )
    with pytest.raises(Disagreement):  # the potatoes received are not known
        ref.random_record("coiffeur_schieber", coiffeur(), rng, start={"ledger": [[["bells", 59]], [], []]})


def with_draws() -> dict[str, Any]:
    for seed in range(200):
        record = ref.random_record("coiffeur", ref.resolve_options("coiffeur"), random.Random(seed))
        if any(hand["draws"] for hand in record["hands"]):
            return record
    raise AssertionError


def test_judge_checks_draws() -> None:
    record = with_draws()
    ref.judge(record)
    number = next(number for number, hand in enumerate(record["hands"]) if hand["draws"])

    def change(edit: Callable[[list[Any]], object]) -> None:
        broken = copy.deepcopy(record)
        edit(broken["hands"][number]["draws"])
        with pytest.raises(Disagreement):
            ref.judge(broken)

    change(lambda draws: draws.clear())
    change(lambda draws: draws.append([[0, "6a"], [1, "7a"]]))
    change(lambda draws: draws[0].pop())
    change(lambda draws: draws[0][0].__setitem__(1, "5a"))
    change(lambda draws: draws[0][0].__setitem__(1, draws[0][1][1]))
    change(lambda draws: draws[0][0].__setitem__(0, draws[0][1][0]))
    draws = record["hands"][number]["draws"]
    if len(draws) == 1 and len(draws[0]) == 2:  # the other one gets it
        draws[0][0][1], draws[0][1][1] = draws[0][1][1], draws[0][0][1]
        with pytest.raises(Disagreement):
            ref.judge(record)


@pytest.mark.parametrize("variant", ["coiffeur", "plus_minus", "handjass"])
def test_judge_checks_the_start(variant: str) -> None:
    given: dict[str, dict[str, Any]] = {"plus_minus": {"players": 4, "table": "fi"}, "handjass": {"form": "exchange"}}
    record = ref.random_record(variant, ref.resolve_options(variant, **given.get(variant, {})), random.Random(11))
    ref.judge(record)
    start = record["hands"][3]["start"]
    if variant == "coiffeur":
        next(rows for rows in start["ledger"] if rows)[0][1] += 1
    elif variant == "plus_minus":
        start["carry"] = [*start["carry"], [0, 1]]
    else:
        start["out"] = [*start["out"], 1]
    with pytest.raises(Disagreement):
        ref.judge(record)


def test_judge_checks_spare_out_and_turned() -> None:
    for variant, options, names in (
        ("handjass", EXCHANGE, ["turned", "spare"]),
        ("handjass", {**EXCHANGE, "players": 2}, ["turned", "spare", "out"]),
        ("sidi_jass", ref.resolve_options("sidi_jass"), ["turned", "out"]),
        ("basic_jass", ref.resolve_options("basic_jass"), ["turned"]),
    ):
        record = ref.random_record(variant, options, random.Random(1))
        ref.judge(record)
        for name in names:
            broken = copy.deepcopy(record)
            hand = broken["hands"][0]
            if name == "turned":
                owner = hand["forehand"]
                hand["turned"] = hand["dealt"][owner][0]
            else:
                hand[name] = hand[name][::-1]
            with pytest.raises(Disagreement):
                ref.judge(broken)
            broken["hands"][0][name] = None
            with pytest.raises(Disagreement):
                ref.judge(broken)
