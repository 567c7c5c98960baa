"""The referee (reference/) against the worked examples of the rulebook and against its own random play."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from tests import reference as ref
from tests.reference import Disagreement, Match


def cards(text: str) -> list[str]:
    return text.split()


def legal(hand: str, trick: str, trump: str | None, undertrump: str = "strict", only_trumps: str = "any") -> set[str]:
    return set(ref.legal_cards(cards(hand), cards(trick), trump, undertrump, only_trumps))


# -- RB 1.5 and section 4: legal cards ---


@pytest.mark.parametrize(
    ("trump", "trick", "hand", "strict", "loose"),
    [
        ("r", "9b 8r", "7r Ka", "Ka", "7r Ka"),  # (a)
        ("r", "9b 8r", "7r", "7r", "7r"),
        ("b", "8s Ob", "7s Kb 7b Aa", "7s Kb", "7s Kb"),  # (b)
        ("b", "8s Ob", "7b 8b", "7b 8b", "7b 8b"),
        ("b", "8s Ob", "Kb 7b Aa", "Kb Aa", "Kb 7b Aa"),
        ("b", "Br Ar Ab", "As Kb", "As", "As Kb"),  # (c)
        ("b", "Br Ar Ab", "Kb 9b", "Kb 9b", "Kb 9b"),
        ("b", "8b", "Ub 6r", "Ub 6r", "Ub 6r"),  # (d) the bare Puur, with another suit
        ("b", "8b", "9b 6r", "9b", "9b"),
        ("b", "8b", "Ub 6b 6r", "Ub 6b", "Ub 6b"),  # Puur with another trump: no exemption
        ("b", "8b", "Ub", "Ub", "Ub"),
        ("b", "Ab", "6b 7b", "6b 7b", "6b 7b"),  # no duty to beat on a trump lead
        ("b", "8s Ob 9b", "7s Kb Ub", "7s Ub", "7s Ub"),  # two trumps in the trick: m is the higher
        ("b", "8s 9b Ob", "7s Kb Ub", "7s Ub", "7s Ub"),
        ("b", "8s", "7s 6b Ub Aa", "7s 6b Ub", "7s 6b Ub"),  # rule 4
        ("b", "8s", "6b Aa", "6b Aa", "6b Aa"),
        ("b", "8s 9b", "Ub 6b", "Ub 6b", "Ub 6b"),
        (None, "8s", "7s Ub Aa", "7s", "7s"),  # rule 2
        (None, "8s", "Ub Aa", "Ub Aa", "Ub Aa"),
        ("b", "", "7s Ub Aa", "7s Ub Aa", "7s Ub Aa"),
    ],
)
def test_legal_cards(trump: str | None, trick: str, hand: str, strict: str, loose: str) -> None:
    assert legal(hand, trick, trump, "strict") == set(cards(strict))
    assert legal(hand, trick, trump, "loose") == set(cards(loose))


def test_only_trumps_beat() -> None:
    assert legal("Kb 9b", "Br Ar Ab", "b", "strict", "beat") == {"9b"}
    assert legal("7b 8b", "8s Ob", "b", "strict", "beat") == {"7b", "8b"}  # "if it cannot, all its trumps"
    assert legal("Kb 7b Aa", "8s Ob", "b", "strict", "beat") == {"Kb", "Aa"}
    assert legal("Kb 7b", "8s Ob", "b", "loose", "beat") == {"Kb", "7b"}
    assert legal("Kb 7b", "8b Ob", "b", "strict", "beat") == {"Kb", "7b"}  # a trump lead: no duty to beat


def test_revokes() -> None:
    assert set(ref.legal_cards_with_revokes(cards("7s Kb 7b Aa"), cards("8s Ob"), "b")) == {"7s", "Kb", "Aa"}
    assert set(ref.legal_cards_with_revokes(cards("9b 6r"), cards("8b"), "b")) == {"9b", "6r"}
    assert ref.is_revoke(cards("9b 6r"), cards("8b"), "b", "6r")
    assert not ref.is_revoke(cards("Ub 6r"), cards("8b"), "b", "6r")
    assert ref.is_revoke(cards("Ub 7b 6r"), cards("8b"), "b", "6r")
    assert not ref.is_revoke(cards("7s 6b"), cards("8s"), "b", "6b")
    assert ref.is_revoke(cards("7s Ar"), cards("8s"), "b", "Ar")
    assert not ref.is_revoke(cards("7b Ar"), cards("8s"), "b", "Ar")


# -- RB 1.6: winners ---


@pytest.mark.parametrize(
    ("trick", "order", "winner"),
    [
        ("As 6r Ks 9r", "trump r", "9r"),
        ("9s 6s 6r As", "undenufe", "6s"),
        ("As 9r Ur Ar", "trump r", "Ur"),
        ("6s As 9r Us", "obenabe", "As"),
        ("6s Us Bs 9s", "trump r", "Us"),
        ("9s Ar Kr Ob", "trump a", "9s"),
        ("9a Ka 6b", "trump b", "6b"),
    ],
)
def test_winner(trick: str, order: str, winner: str) -> None:
    assert cards(trick)[ref.winning_position(cards(trick), order)] == winner


def test_second_of_two_equal_cards_wins() -> None:
    assert ref.winning_position(cards("Us Ur As Ur 9r Ar"), "trump r") == 3


# -- RB 1.3: points ---


def test_card_points_are_152_in_every_column() -> None:
    for column in ("trump a", "trump r", "trump s", "trump b", "no trump", "undenufe six"):
        assert sum(ref.card_points(card, column) for card in ref.PACK) == 152
    by_suit = [sum(ref.card_points(rank + suit, "trump s") for rank in ref.RANKS) for suit in ref.SUITS]
    assert by_suit == [30, 30, 62, 30]  # 62 + 90 + 5
    assert sum(ref.card_points(card, "no trump") for card in ref.PACK if card[0] != "8") == 4 * 30  # + 32 + 5


# -- RB 1.7: Weis ---

SCHIEBER = ref.resolve_options("schieber")


def weis_total(hand: str, undenufe: bool = False, **options: Any) -> int:
    resolved = ref.resolve_options("schieber", **options)
    return sum(ref.weis_points(weis, resolved) for weis in ref.best_weis(cards(hand), resolved, undenufe))


def weis_names(hand: str, undenufe: bool = False, trump: str | None = None, **options: Any) -> list[str]:
    resolved = ref.resolve_options("schieber", **options)
    return [" ".join(weis.cards) for weis in ref.best_weis(cards(hand), resolved, undenufe, trump)]


ROSES = "6r 7r 8r 9r Br Ur Or Kr Ar"


@pytest.mark.parametrize(
    ("hand", "options", "points"),
    [
        ("Ka Kr Ks Kb Bs Us Os 6a 6r", {}, 120),  # four Kings + B U O of a suit
        ("9a 9r 9s 9b 7s 8s Aa Ur Kb", {}, 150),
        ("9a 9r 9s 9b 7s 8s Aa Ur Kb", {"weis_table": "big"}, 170),
        ("9a 9r 9s 9b 7s 8s Aa Ur Kb", {"shared_cards": True}, 170),
        ("9a 9r 9s 9b 7s 8s Aa Ur Kb", {"four_nines": 0}, 20),
        ("9a 9r 9s 9b 7s 8s Aa Ur Kb", {"weis_table": "es"}, 100),
        ("9a 9r 9s 9b 7s 8s Aa Ur Kb", {"weis_table": "es", "four_nines": 150}, 150),
        ("6r 7r 8r 9r Br Ur Or Kr 6a", {}, 120),  # eight in a row
        ("6r 7r 8r 9r Br Ur Or Kr 6a", {"weis_table": "big"}, 250),
        (ROSES, {}, 150),  # nine
        (ROSES, {"weis_table": "big"}, 300),
        ("6r 7r 8r 9r Br Ur Or 6a 8a", {}, 100),  # seven
        ("6r 7r 8r 9r Br Ur Or 6a 8a", {"weis_table": "big"}, 200),
        ("6r 7r 8r 9r Br Ur Ks 6a 8a", {}, 100),  # six
        ("6r 7r 8r 9r Br Ur Ks 6a 8a", {"weis_table": "big"}, 150),
        ("6r 7r 8r 9r 6a 7a 8a Ks Us", {}, 70),
        ("Ua Ur Us Ub 6a 7a 9s Kb Ab", {}, 200),
        # a run overlapping a four: A K O U B with four Kings = four Kings + O U B
        ("Ar Kr Or Ur Br Ka Ks Kb 6a", {}, 120),
        ("Ar Kr Or Ur Br Ka Ks Kb 6a", {"shared_cards": True}, 200),
        ("Ar Kr Or Ur Br Aa As Ab 6a", {}, 150),  # four Aces + K O U B
        ("6a 6r 6s 6b 7a 8a Kr Ks Us", {}, 20),
        ("6a 6r 6s 6b 7a 8a Kr Ks Us", {"four_low": True}, 100),
        ("6a 6r 6s 6b 7a 8a Kr Ks Us", {"four_low": True, "shared_cards": True}, 120),
    ],
)
def test_weis_points(hand: str, options: dict[str, Any], points: int) -> None:
    assert weis_total(hand, **options) == points


def test_split_with_the_highest_best_weis() -> None:
    assert weis_names("6r 7r 8r 9r Br Ur Or Kr 6a") == ["9r Br Ur Or Kr", "6r 7r 8r"]
    assert weis_names(ROSES) == ["Br Ur Or Kr Ar", "6r 7r 8r 9r"]
    assert weis_names(ROSES, undenufe=True, weis_undenufe_reversed=True) == ["6r 7r 8r 9r Br", "Ur Or Kr Ar"]
    assert weis_names("6r 7r 8r 9r Br Ur Or 6a 8a") == ["6r 7r 8r 9r Br Ur Or"]
    # 8 9 B U O with four Banners: 100 either way, so the order decides
    assert weis_names("8r 9r Br Ur Or Ba Bs Bb 6a") == ["Ba Br Bs Bb"]
    assert weis_names("8r 9r Br Ur Or Ba Bs Bb 6a", weis_order="sequences") == ["8r 9r Br Ur Or"]


def test_four_sixes_in_undenufe() -> None:
    assert weis_total("6a 6r 6s 6b Aa Ar As Ab Us", four_sixes_undenufe=True) == 100  # not in undenufe: the Aces
    hand = "6a 6r 6s 6b Aa Ar As Ab Us"
    assert weis_names(hand, undenufe=True, four_sixes_undenufe=True) == ["6a 6r 6s 6b"]
    assert weis_names(hand, undenufe=True) == ["Aa Ar As Ab"]


def test_weis_ladders() -> None:
    def ladder(undenufe: bool = False, **options: Any) -> str:
        kinds = ref.weis_ladder(ref.resolve_options("schieber", **options), undenufe)
        return " ".join(kinds).replace("sequence ", "").replace("four ", "4x")

    assert ladder() == "3 4 5 4xB 4xO 4xK 4xA 4x9 4xU"
    assert ladder(four_low=True) == "3 4 5 4x6 4x7 4x8 4xB 4xO 4xK 4xA 4x9 4xU"
    assert ladder(weis_table="big") == "3 4 5 4xB 4xO 4xK 4xA 4x9 6 4xU 7 8 9"
    assert ladder(weis_order="sequences") == "3 4 4xB 4xO 4xK 4xA 4x9 5 4xU"
    assert ladder(weis_table="big", weis_order="sequences") == "3 4 4xB 4xO 4xK 4xA 4x9 5 6 4xU 7 8 9"
    reverse = {"weis_undenufe_reversed": True, "four_low": True}
    assert ladder(True, **reverse) == "3 4 5 4xA 4xK 4xO 4xB 4x8 4x7 4x6 4x9 4xU"
    assert ladder(False, **reverse) == ladder(four_low=True)
    reverse["four_sixes_undenufe"] = True
    assert ladder(True, **reverse) == "3 4 5 4xK 4xO 4xB 4x8 4x7 4x6 4x9 4xU"


def winner_of(hands: list[str], trump: str | None = None, undenufe: bool = False, **options: Any) -> int | None:
    resolved = ref.resolve_options("schieber", **options)
    announced = [(seat, ref.best_weis(cards(hand), resolved, undenufe, trump)[0]) for seat, hand in enumerate(hands)]
    return ref.weis_winner(announced, lambda seat: seat % 2, resolved, undenufe, trump)


def test_comparison_of_weis() -> None:
    assert winner_of(["6r 7r 8r", "Ks Os Us"]) == 1  # higher top card
    assert winner_of(["6r 7r 8r", "Ks Os Us"], undenufe=True, weis_undenufe_reversed=True) == 0
    assert winner_of(["6r 7r 8r", "6s 7s 8s"]) == 0  # the earlier player
    assert winner_of(["6r 7r 8r", "6s 7s 8s"], trump="s") == 1  # trump
    assert winner_of(["Kr Or Ur Br 9r", "6s 7s 8s 9s Bs Us"]) == 1  # longer
    assert winner_of(["Ba Br Bs Bb", "6s 7s 8s 9s 6a"]) == 0
    assert winner_of(["Ba Br Bs Bb", "6s 7s 8s 9s 6a"], weis_order="sequences") == 0  # four in a row
    assert winner_of(["Aa Ar As Ab", "6b 7b 8b 9b Bb"]) == 0
    assert winner_of(["Aa Ar As Ab", "6b 7b 8b 9b Bb"], weis_order="sequences") == 1
    assert winner_of(["Ua Ur Us Ub", "6b 7b 8b 9b Bb"], weis_order="sequences") == 0
    assert winner_of(["Ua Ur Us Ub", "7b 8b 9b Bb Ob Kb Ab"], weis_order="sequences", weis_table="big") == 0
    assert winner_of(["Ua Ur Us Ub", "6b 7b 8b 9b Bb Ub Ob"], weis_order="sequences", weis_table="big") == 1
    assert winner_of(["9a 9r 9s 9b", "6b 7b 8b 9b Bb Ub"], weis_table="big") == 1


def test_identical_weis() -> None:
    cancel: dict[str, Any] = {"identical_weis": "cancel"}
    assert winner_of(["6r 7r 8r", "6s 7s 8s"], **cancel) is None
    assert winner_of(["6r 7r 8r", "6s 7s 8s"], trump="s", **cancel) == 1
    assert winner_of(["6r 7r 8r", "6a 7a 8a"], trump="b", **cancel) is None
    assert winner_of(["6r 7r 8r", "7a 8a 9a"], trump="b", **cancel) == 1
    resolved = ref.resolve_options("schieber", **cancel)
    announced = [(seat, ref.best_weis(cards(hand), resolved)[0]) for seat, hand in ((2, "6r 7r 8r"), (0, "6s 7s 8s"))]
    assert ref.weis_winner(announced, lambda seat: seat % 2, resolved, False, None) == 2  # two of one side


# -- playing scripted hands of schieber ---


def deal(given: dict[int, str], seats: int = 4) -> list[list[str]]:
    """The cards given (the first named come in any case), the rest in index order."""
    rest = [card for card in ref.PACK if not any(card in cards(text) for text in given.values())]
    hands = []
    for seat in range(seats):
        hand = cards(given.get(seat, ""))
        while len(hand) < 36 // seats:
            hand.append(rest.pop(0))
        hands.append(ref.in_index_order(hand))
    return hands


def begin(
    options: dict[str, Any],
    dealt: list[list[str]],
    totals: list[int] | None = None,
    dealer: int = 0,
    variant: str = "schieber",
    turned: str | None = None,
) -> Match:
    match = Match(variant, options, single_hand=True)
    n = len(dealt)
    match.start_hand(
        {
            "dealer": dealer,
            "forehand": (dealer + 1) % n,
            "dealt": dealt,
            "turned": turned,
            "spare": None,
            "out": None,
            "start": {"totals": totals or [0] * n},
        }
    )
    return match


def play(match: Match, script: str) -> None:
    for name in script.split():
        match.apply(match.to_move, name)


def play_out(match: Match) -> None:
    """The first legal card, whatever it is."""
    while not match.hand_over:
        match.apply(match.to_move, match.legal()[0])


def options(**given: Any) -> dict[str, Any]:
    return ref.resolve_options("schieber", **given)


# forehand (seat 1) has eight trumps and 6r, his partner the last trump
EIGHT_TRUMPS = deal(
    {
        1: "7a 8a 9a Ba Ua Oa Ka Aa 6r",
        2: "9r Br Ur Or Kr Ar 9s Bs Us",
        3: "6a 8r 6s 7s 8s 6b 7b 8b 9b",
        0: "7r Os Ks As Bb Ub Ob Kb Ab",
    }
)


def test_match_goes_by_tricks_not_points() -> None:
    match = begin(options(weis="off"), EIGHT_TRUMPS)
    play(match, "acorns 6r 9r 8r 7r")  # a trick without points for the opponents
    assert match.to_move == 2
    play_out(match)
    assert match.points == [0, 177, 0, 177]  # 157 and the Stöck, no match
    all_tricks = deal({1: "6a 7a 8a 9a Ba Ua Oa Ka Aa"})
    match = begin(options(), all_tricks)
    play(match, "acorns")
    play_out(match)
    assert match.points[1] == 157 + 100 + 20 + 150 + 150  # nine in a row 150, his partner's nine bells too
    match = begin(options(), all_tricks)
    play(match, "shove bells")  # the partner chooses, forehand leads: multiplier 2, no Stöck for K and O of acorns
    assert match.to_move == 1
    play(match, "6a")
    play_out(match)
    assert [score == 2 * point for score, point in zip(match.scores, match.points, strict=True)] == [True] * 4


def test_stoeck_wins_at_its_place_in_trick_1() -> None:
    """ "from its place at the end of trick 1 on, an unscored Stöck counts at every check ... exactly the target"."""
    match = begin(options(weis="off", target=1000), EIGHT_TRUMPS, [500, 980, 500, 980])
    play(match, "acorns 6r 9r 8r")
    assert not match.hand_over
    play(match, "7r")
    assert match.hand_over and match.winners == [1, 3] and match.end == "target"
    assert match.points == [0, 20, 0, 20] and match.totals == [500, 1000, 500, 1000]
    assert match.schneider is False  # exactly half is not below half
    match = begin(options(weis="off", target=1000), EIGHT_TRUMPS, [499, 980, 499, 980])
    play(match, "acorns 6r 9r 8r 7r")
    assert match.schneider is True


def test_first_trick_order() -> None:
    # seat 1 has the Stöck and needs 20; seats 0 and 2 have 995 and win trick 1 with 10 points
    dealt = deal({1: "7a 8a 9a Ba Ua Oa Ka Aa 6r", 2: "9r Br Ur Or Kr Ar 9s Bs Us"})
    start = [995, 980, 995, 980]
    for order, winners, points in (
        (["stoeck", "weis", "trick"], [1, 3], [0, 20, 0, 20]),
        (["trick", "weis", "stoeck"], [0, 2], [10, 0, 10, 0]),
    ):
        for stoeck in ("second", "first_trick"):
            match = begin(options(weis="off", target=1000, first_trick_order=order, stoeck=stoeck), dealt, start)
            play(match, "acorns 6r Br")
            play_out(match)
            assert match.winners == winners and match.points == points


def test_weis_before_stoeck() -> None:
    # seats 0/2: Weis of 100 against the Stöck
    dealt = deal({1: "Oa Ka 6r 6s 8s Bs Os 6b 8b", 2: "9r Br Ur Or Kr 6a 7s 9s Us", 3: "7a 9a Ua 7r Ks As 7b 9b Ub"})
    for order, winner in ((["weis", "stoeck", "trick"], [0, 2]), (["stoeck", "weis", "trick"], [1, 3])):
        match = begin(options(target=1000, first_trick_order=order), dealt, [900, 980, 900, 980])
        play(match, "acorns 6r 9r")
        while not match.hand_over and len(match.hand.tricks) == 0:  # type: ignore[union-attr]
            match.apply(match.to_move, match.legal()[0])
        assert match.winners == winner


def test_stoeck_across_tricks_is_added_only_if_needed() -> None:
    # Ka leads trick 1 (Stöck card one of two), then more is needed
    start = [0, 960, 0, 960]
    match = begin(options(weis="off", target=1000), EIGHT_TRUMPS, start)
    play(match, "acorns Ka 9r 6a 7r")  # 4 points: 964, with the Stöck 984
    assert not match.hand_over
    play(match, "Aa Br 8r Bb")  # 31 points: 995, with the Stöck (one card already played) 1015
    assert match.hand_over and match.winners == [1, 3]
    assert match.points == [0, 55, 0, 55] and match.totals == [0, 1015, 0, 1015]
    match = begin(options(weis="off", target=1000), EIGHT_TRUMPS, [0, 965, 0, 965])
    play(match, "acorns Ka 9r 6a 7r Aa Br 8r Bb")  # 969, then exactly 1000 without the Stöck: not added
    assert match.hand_over and match.points == [0, 35, 0, 35] and match.totals == [0, 1000, 0, 1000]
    match = begin(options(weis="off", target=1000), EIGHT_TRUMPS, [0, 964, 0, 964])
    play(match, "acorns Ka 9r 6a 7r Aa Br 8r Bb")  # 968, then 999: the Stöck is needed
    assert match.hand_over and match.points == [0, 55, 0, 55] and match.totals == [0, 1019, 0, 1019]


def test_stoeck_at_the_second_card() -> None:
    match = begin(options(weis="off", target=1000, bergpreis=50), EIGHT_TRUMPS, [0, 470, 0, 470])
    play(match, "acorns Ka 9r 6a 7r Oa")
    hand = match.hand
    assert isinstance(hand, ref.SchieberHand)
    assert hand.totals == [0, 494]  # 470 + 4 + 20, in the middle of trick 2
    play(match, "Br 8r Bb")  # 3 + 10 + 0 + 10: more than half, the Bergpreis is added
    assert hand.totals == [0, 494 + 23 + 50]
    for name, when in (("second", 5), ("first_trick", 1)):
        match = begin(options(weis="off", end="claim", stoeck=name), EIGHT_TRUMPS)
        script = cards("acorns Ka 9r 6a 7r Oa")
        for count, card in enumerate(script):
            play(match, card)
            if count:
                assert match.hand.totals == ([0, 20] if count >= when else [0, 0])  # type: ignore[union-attr]


def test_claim_won_and_lost() -> None:
    claim = options(weis="off", end="claim", target=1000)
    match = begin(claim, EIGHT_TRUMPS, [0, 980, 0, 980])
    play(match, "acorns")
    assert match.legal()[-1] == "claim"
    play(match, "claim")  # the unscored Stöck counts for the claimer's side: exactly the target
    assert match.winners == [1, 3] and match.end == "claim" and match.points == [0, 20, 0, 20]
    match = begin(claim, EIGHT_TRUMPS, [0, 979, 0, 979])
    play(match, "acorns claim")
    assert match.winners == [0, 2] and match.end == "claim" and match.scores == [0, 20, 0, 20]
    assert match.schneider is False  # the loser has 999
    match = begin(claim, EIGHT_TRUMPS, [990, 900, 990, 900])
    play(match, "acorns 6r Br 8r 7r")  # 10 points for seats 0/2, not written: the hand goes on
    assert not match.hand_over and match.to_move == 2
    play(match, "claim")
    assert match.winners == [0, 2] and match.totals == [1000, 900, 1000, 900]  # the Stöck of the others counts not
    match = begin(claim, EIGHT_TRUMPS, [990, 999, 990, 999])
    play(match, "acorns 6r Br 8r 7r 9r")
    assert match.to_move == 3
    play(match, "claim")  # "whoever's turn": seat 3 claims for 1/3, with the Stöck of seat 1
    assert match.winners == [1, 3] and match.totals == [1000, 1019, 1000, 1019]


def test_claim_mode_weis_wins_and_leaves_the_tricks_unwritten() -> None:
    # seat 1 announces five in a row (trump), seat 2 six in a row: better. 100 + 20 there, 100 + 20 at seat 0
    for start, over in ((760, True), (759, False)):
        match = begin(options(end="claim", target=1000), EIGHT_TRUMPS, [start, 900, start, 900])
        play(match, "acorns 6r Br 8r")
        assert not match.hand_over
        play(match, "7r")
        assert match.hand_over == over
    play(match, "claim")  # seat 2, with the ten of trick 1
    assert match.winners == [0, 2] and match.points == [250, 0, 250, 0] and match.totals == [1009, 900, 1009, 900]
    match = begin(options(end="claim", target=1000), EIGHT_TRUMPS, [760, 900, 760, 900])
    play(match, "acorns 6r Br 8r 7r")
    assert match.winners == [0, 2] and match.end == "target" and match.totals == [1000, 900, 1000, 900]
    assert match.points == [240, 0, 240, 0]  # the ten of trick 1 is not written


def test_no_claim_in_misere_and_tutti() -> None:
    for contract in ("misere", "tutti"):
        given = options(end="claim", target=1000, contracts=ref.CONTRACTS)
        match = begin(given, EIGHT_TRUMPS, [999, 999, 999, 999])
        play(match, contract)
        assert "claim" not in match.legal()
        play_out(match)
        assert len(match.hand.tricks) == 9  # type: ignore[union-attr]


def test_misere_exchanges() -> None:
    match = begin(options(weis="off", contracts=["misere"]), deal({1: "6a 7a 8a 9a Ba Ua Oa Ka Aa"}))
    play(match, "misere Aa")
    play_out(match)
    assert match.points == [0, 257, 0, 257] and match.scores == [771, 0, 771, 0]


def test_hand_after_a_tie_at_the_target() -> None:
    match = begin(options(weis="off", end="claim", target=1000), EIGHT_TRUMPS, [1100] * 4)
    play(match, "acorns")
    assert "claim" not in match.legal()
    play_out(match)
    assert match.match_over and match.winners == [1, 3] and match.end == "target"
    with pytest.raises(Disagreement):
        begin(options(target=1000), EIGHT_TRUMPS, [1100, 1000, 1100, 1000])


def test_both_at_the_target_after_the_hand() -> None:
    both = options(weis="off", target=1000, contracts=["misere"])
    match = begin(both, deal({1: "6a 7a 8a 9a Ba Ua Oa Ka Aa"}), [229, 999] * 2)
    play(match, "misere Aa")
    play_out(match)  # 257 x 3, exchanged, to the others, after the hand
    assert match.scores == [771, 0, 771, 0] and match.winners == [0, 2] and match.totals[0] == 1000
    rules = ref.SchieberRules(both)
    assert rules.end_reached([1200, 1300], 1, None) == ([1], "target")
    assert rules.end_reached([1200, 1200], 1, None) is None
    assert rules.end_reached([999, 1000], 1, None) == ([1], "target")
    assert rules.end_reached([999, 999], 1, None) is None


def test_end_hand_counts_after_the_hand_only() -> None:
    match = begin(options(weis="off", end="hand", target=1000), EIGHT_TRUMPS, [0, 999, 0, 999])
    play(match, "acorns Ka 9r 6a 7r")
    assert not match.hand_over
    play_out(match)
    assert match.winners == [1, 3] and match.end == "target"


def test_proven_revoke_takes_back_what_was_written() -> None:
    given = options(weis="off", revokes=True, target=1000, bergpreis=100)
    match = begin(given, EIGHT_TRUMPS, [490, 470, 490, 470])
    play(match, "acorns 6r Br 6s 7r")  # seat 3 holds 8r: a revoke
    hand = match.hand
    assert isinstance(hand, ref.SchieberHand)
    assert hand.totals == [500, 470]  # written
    play(match, "Ar")  # seat 2 leads roses
    play(match, "8r")  # and seat 3 proves his revoke
    assert match.hand_over and not match.match_over
    assert match.points == [0, -20, 0, -20] and match.scores == [0, -20, 0, -20]
    assert match.totals == [490, 450, 490, 450] and match.memory["bergpreis_gone"] is False
    match = begin(options(weis="off", revokes=True, target=500), EIGHT_TRUMPS, [490, 470, 490, 470])
    play(match, "acorns Ka 9r 6a 7r")
    assert match.hand_over is False
    match = begin(options(weis="off", revokes=True, target=500), EIGHT_TRUMPS, [490, 0, 490, 0])
    play(match, "acorns 6r Br 6s 7r")  # won before the proof: stays won
    assert match.match_over and match.winners == [0, 2]


def test_bergpreis() -> None:
    given = options(weis="off", end="hand", target=100, bergpreis=30, contracts=["acorns"])
    match = begin(given, EIGHT_TRUMPS)
    play(match, "acorns Ka")
    play_out(match)
    high, low = max(match.points), min(match.points)
    assert max(match.scores) == high + 30 and min(match.scores) == low
    hand = match.hand
    assert isinstance(hand, ref.SchieberHand)
    hand.totals, hand.bergpreis_gone = [0, 0], False
    hand.write([50, 50])  # exactly half is not more than half
    assert hand.totals == [50, 50] and hand.bergpreis_gone is False
    hand.write([1, 1])  # "equal: none, for good"
    assert hand.totals == [51, 51] and hand.bergpreis_gone is True
    hand.totals, hand.bergpreis_gone = [0, 0], False
    hand.write([60, 70])
    assert hand.totals == [60, 100]


def test_contract_orders() -> None:
    def orders(contract: str, *subs: str, **given: Any) -> list[str]:
        match = begin(options(weis="off", contracts=ref.CONTRACTS, **given), EIGHT_TRUMPS)
        play(match, " ".join([contract, *subs]))
        found = []
        while not match.hand_over:
            found.append(match.hand.trick.order if match.hand.trick else "")  # type: ignore[union-attr]
            match.apply(match.to_move, match.legal()[0])
        return found[::4]

    o, u = "obenabe", "undenufe"
    assert orders("slalom", "undenufe_first") == [u, o, u, o, u, o, u, o, u]
    assert orders("gustav", "obenabe_first") == [o] * 5 + [u] * 4
    assert orders("gustav", "obenabe_first", gustav_split=2) == [o] * 2 + [u] * 7
    assert orders("riesenslalom", "4_undenufe") == [u] * 4 + [o] * 5
    assert orders("riesenslalom", "5_obenabe") == [o] * 5 + [u] * 4
    assert orders("tuo", "shields") == ["trump s"] * 3 + [u] * 3 + [o] * 3
    assert orders("3x3", "OTU", "bells", one_trump=True) == [o] * 3 + ["trump b"] * 3 + [u] * 3


def test_3x3_names_a_suit_before_each_trump_trick() -> None:
    match = begin(options(weis="off", contracts=["3x3"]), EIGHT_TRUMPS)
    assert match.legal() == ["3x3", "shove"]
    play(match, "shove 3x3")
    assert match.to_move == 3 and match.legal() == ref.BLOCK_NAMES
    play(match, "TOU")
    assert match.to_move == 3 and match.legal() == list(ref.SUIT_NAMES)
    play(match, "bells 6r 9r 8r 7r")
    assert match.to_move == 3 and match.legal() == ["acorns", "roses", "shields"]
    play(match, "acorns")
    assert match.to_move == 2


def test_shove_back_and_lead() -> None:
    match = begin(options(shove_back=True, lead="chooser"), EIGHT_TRUMPS)
    assert match.legal() == [*ref.SIX_CONTRACTS, "shove"]
    play(match, "shove")
    assert match.to_move == 3 and match.legal() == [*ref.SIX_CONTRACTS, "shove"]
    play(match, "shove")
    assert match.to_move == 1 and match.legal() == ref.SIX_CONTRACTS
    match = begin(options(lead="chooser"), EIGHT_TRUMPS)
    play(match, "shove")
    assert match.legal() == ref.SIX_CONTRACTS
    play(match, "obenabe")
    assert match.to_move == 3


def test_announcing() -> None:
    dealt = deal(
        {
            1: "6a 7a 8a Ba Oa Aa Kr 6r 8r",
            2: "7r 9r Br Ur Or 9a Ua Ka 6s",
            3: "Bs Us Os As 7s 8s 6b 8b Ab",
            0: "7b 9b Bb Ub Ob Kb 9s Ks Ar",
        }
    )
    for first, asked_of_3 in (("announce", False), ("silent", True)):
        match = begin(options(weis="choose"), dealt)
        play(match, "acorns")
        assert match.to_move == 1 and match.legal() == ["announce", "silent"]  # three in a row
        play(match, "announce 6r")
        assert match.to_move == 2 and match.legal() == ["announce", "silent"]  # four in a row
        play(match, f"{first} 7r")
        assert match.to_move == 3
        if asked_of_3:  # three in a row: as good as the best announced so far
            assert match.legal() == ["announce", "silent"]
            play(match, "silent")
        play(match, match.legal()[0])
        assert match.to_move == 0 and match.legal() == ["announce", "silent"]  # five in a row
        play(match, "silent " + "Ar")
        hand = match.hand
        assert isinstance(hand, ref.SchieberHand)
        # announced: 1 (20) and perhaps 2 (50, then with the 100 of his partner's silent Weis)
        assert hand.points == ([150 + 11, 0] if first == "announce" else [11, 40])
    match = begin(options(), dealt)
    play(match, "acorns 6r 7r")
    assert match.to_move == 3 and "announce" not in match.legal()
    play(match, "7s Ar")
    assert match.hand.points == [161, 0]  # type: ignore[union-attr]


# -- mittlere ---


@pytest.mark.parametrize(
    ("points", "tricks", "sticks"),
    [
        ([120, 37, 0], [8, 4, 0], [1, 1, -2]),
        ([40, 40, 77], [4, 4, 4], [-1, -1, 2]),
        ([28, 28, 101], [4, 4, 4], [1, 1, -2]),
        ([157, 0, 0], [12, 0, 0], [2, -1, -1]),
        ([157, 0, 0], [11, 1, 0], [1, 1, -2]),  # by tricks, not points
        ([50, 60, 47], [4, 4, 4], [-2, 1, 1]),
        ([0, 57, 100], [1, 5, 6], [1, 1, -2]),
        ([29, 29, 99], [4, 4, 4], [-1, -1, 2]),
    ],
)
def test_mittlere_sticks(points: list[int], tricks: list[int], sticks: list[int]) -> None:
    assert ref.mittlere_sticks(points, tricks) == sticks


def test_mittlere_tie_third() -> None:
    assert ref.mittlere_sticks([40, 40, 77], [4, 4, 4], tie_third=1) == [-1, -1, 1]


def test_mittlere_trump_is_fixed_by_the_first_void_player() -> None:
    dealt = deal({1: "9a 6a 7a 8a", 2: "Ka Aa Oa Ba Ua", 0: "6b 7b 8b 9b Bb Ub Ob Kb Ab 6r 7r 8r"}, seats=3)
    match = begin(ref.resolve_options("mittlere"), dealt, variant="mittlere")
    play(match, "9a Ka")
    assert match.to_move == 0 and match.legal() == dealt[0]
    play(match, "6b")
    assert match.to_move == 0 and match.hand.fixed_order() == "trump b"  # type: ignore[union-attr]
    play_out(match)
    assert sum(match.points) == 157


def test_mittlere_without_trump_counts_the_eights() -> None:
    # everybody has three cards of each suit: no one is ever void
    suits = [" ".join(rank + suit for suit in ref.SUITS for rank in ranks) for ranks in ("678", "9BU", "OKA")]
    match = begin(ref.resolve_options("mittlere"), deal(dict(enumerate(suits)), seats=3), variant="mittlere")
    play_out(match)
    assert match.hand.fixed_order() == "none"  # type: ignore[union-attr]
    assert sum(match.points) == 157 and match.points[2] == 157 and match.scores == [-1, -1, 2]


# -- differenzler ---


def test_differenzler_penalty() -> None:
    assert ref.differenzler_penalty(30, 39, 0) == 9
    assert ref.differenzler_penalty(30, 30, 4) == -4  # to 0
    assert ref.differenzler_penalty(30, 30, 40) == -10
    assert ref.differenzler_penalty(30, 30, 4, floor=False) == -10
    assert ref.differenzler_penalty(0, 0, 40) == 0
    assert ref.differenzler_penalty(0, 7, 40) == 7


def test_differenzler_hand() -> None:
    for pairs in (False, True):
        given = ref.resolve_options("differenzler", pairs=pairs)
        match = begin(given, EIGHT_TRUMPS, variant="differenzler", turned="7r")
        assert match.to_move == 1 and len(match.legal()) == 158
        play(match, "predict_0 predict_10 predict_20 predict_30")
        play_out(match)
        if pairs:
            assert match.points[0] + match.points[1] == 157
            assert match.scores[0] == abs(match.points[0] - 40)
            assert match.scores[1] == abs(match.points[1] - 20)
        else:
            assert sum(match.points) == 157
            said = (30, 0, 10, 20)
            assert match.scores == [abs(match.points[seat] - said[seat]) for seat in range(4)]


# -- options and records ---


def test_presets() -> None:
    es = ref.resolve_options("schieber", "es")
    assert [es["multipliers"][name] for name in ref.SIX_CONTRACTS] == [1, 1, 3, 2, 3, 4]
    assert (es["target"], es["end"], es["weis_table"], es["weis_order"], es["four_nines"]) == (
        1000,
        "hand",
        "es",
        "sequences",
        100,
    )
    assert set(ref.resolve_options("schieber", "flat")["multipliers"].values()) == {1}
    swiss = ref.resolve_options("schieber", "swiss", target=1000)
    assert swiss["target"] == 1000 and swiss["multipliers"]["undenufe"] == 3
    with pytest.raises(Disagreement):
        ref.resolve_options("schieber", gustav_split=9)
    with pytest.raises(Disagreement):
        ref.resolve_options("differenzler", pairs=True, players=3)


@pytest.mark.parametrize(("variant", "count"), [("schieber", 200), ("mittlere", 30), ("differenzler", 30)])
def test_judge_accepts_random_records(variant: str, count: int) -> None:
    ends = set()
    for seed in range(count):
        rng = random.Random(seed)
        drawn = ref.draw_options(variant, rng)
        record = ref.random_record(variant, drawn, rng, legal=seed % 2 == 0)
        ends.add(record["end"])
        ref.judge(record)
        ref.judge(ref.random_record(variant, drawn, rng, single_hand=True), single_hand=True)
    assert ends == ({"target", "claim", "truncated"} if variant == "schieber" else {"hands", "truncated"})


def test_judge_accepts_a_start_in_mid_match() -> None:
    rng = random.Random(1)
    for _ in range(20):
        drawn = {**ref.draw_options("schieber", rng), "target": 800}
        ref.judge(ref.random_record("schieber", drawn, rng, start_totals=[700, 650, 700, 650]))
        tied = ref.random_record("schieber", drawn, rng, start_totals=[820] * 4)  # at the target, and equal
        ref.judge(tied)
        assert not any(name == "claim" for _, name in tied["hands"][0]["actions"])


def test_points_of_a_full_hand() -> None:
    """157 in every contract without Weis and Stöck, 257 with all tricks (RB 1.3)."""
    rng = random.Random(5)
    base = options(weis="off", contracts=ref.CONTRACTS, end="hand")
    for seed in range(60):
        drawn = {**base, "undenufe_six": seed % 2 == 0, "one_trump": True}
        hand = ref.random_record("schieber", drawn, rng, single_hand=True)["hands"][0]
        assert sum(hand["points"][:2]) in (157, 177, 257, 277)


def broken(record: dict[str, Any], change: str) -> dict[str, Any]:
    record = copy.deepcopy(record)
    hand = record["hands"][-1]
    if change == "points":
        hand["points"][0] += 1
    elif change == "scores":
        hand["scores"][1] += 1
    elif change == "totals":
        record["totals"][0] += 1
    elif change == "winners":
        record["winners"] = [0, 1, 2, 3]
    elif change == "end":
        record["end"] = "hands" if record["end"] != "hands" else "target"
    elif change == "schneider":
        record["schneider"] = not record["schneider"]
    elif change == "legal":
        hand["legal"][-1] = [*hand["legal"][-1], "shove"]
    elif change == "seat":
        hand["actions"][3][0] = (hand["actions"][3][0] + 1) % 4
    elif change == "action left out":
        del hand["actions"][-1], hand["legal"][-1]
    elif change == "action too many":
        hand["actions"].append([0, "6a"])
        hand["legal"].append(["6a"])
    elif change == "dealer":
        hand["dealer"] = hand["forehand"]
    elif change == "start":
        hand["start"]["totals"][0] += 1
    elif change == "card twice":
        hand["dealt"][0][0] = hand["dealt"][1][0]
    elif change == "hand left out":
        del record["hands"][-1]
    elif change == "hand too many":
        record["hands"].append(hand)
    elif change == "draws":
        hand["draws"] = [[[0, "6a"]]]
    elif change == "option":
        del record["options"]["bergpreis"]
    elif change == "first forehand":
        first = record["hands"][0]
        first["dealt"] = first["dealt"][1:] + first["dealt"][:1]
    else:
        raise AssertionError(change)
    return record


CHANGES = [
    "points",
    "scores",
    "totals",
    "winners",
    "end",
    "schneider",
    "legal",
    "seat",
    "action left out",
    "action too many",
    "dealer",
    "start",
    "card twice",
    "hand left out",
    "hand too many",
    "draws",
    "option",
    "first forehand",
]


@pytest.mark.parametrize("change", CHANGES)
def test_judge_finds_errors(change: str) -> None:
    rng = random.Random(3)
    record = ref.random_record("schieber", options(target=600), rng)
    ref.judge(record)
    with pytest.raises(Disagreement) as error:
        ref.judge(broken(record, change))
    assert "schieber match" in str(error.value)
