"""Legal cards (rulebook 1.5, and the revokes of 1.9): a hand is asked after a trick has begun.

Each line: the rule, the contract (trump), the cards that lie there, the hand that is asked, what it may play in strict
and what in loose games. Every line is asked twice: of ``legal_cards``, and of the whole engine at a table.
"""

from __future__ import annotations

import pytest

from jass_env.engine.cards import PACK_48
from tests.rules.positions import SIX, Game, cards, legal_by_function, on_lead

# rule | contract | trick | hand | strict | loose
LINES = [
    # --- worked examples, section 4 ---
    ("(a) void in bells: strict Ka; loose: both", "roses", "9b 8r", "7r Ka", "Ka", "7r Ka"),
    ("(a) {7r}: 7r", "roses", "9b 8r", "7r", "7r", "7r"),
    ("(b) {7s Kb 7b Aa}: 7s Kb", "bells", "8s Ob", "7s Kb 7b Aa", "7s Kb", "7s Kb"),
    ("(b) {7b 8b}: both", "bells", "8s Ob", "7b 8b", "7b 8b", "7b 8b"),
    ("(b) {Kb 7b Aa}: strict Kb Aa; loose all", "bells", "8s Ob", "Kb 7b Aa", "Kb Aa", "Kb 7b Aa"),
    ("(c) {As Kb}: strict As", "bells", "Br Ar Ab", "As Kb", "As", "As Kb"),
    ("(c) {Kb 9b}: both", "bells", "Br Ar Ab", "Kb 9b", "Kb 9b", "Kb 9b"),
    ("(d) Led T with {Ub 6r} and T bells: both legal", "bells", "8b", "Ub 6r", "Ub 6r", "Ub 6r"),
    ("(d) {9b 6r}: 9b only", "bells", "8b", "9b 6r", "9b", "9b"),
    # --- 2. no trump: with L in hand only L; otherwise any card ---
    ("2 with L in hand only L", "obenabe", "8s", "7s As Ub Aa", "7s As", "7s As"),
    ("2 with L in hand only L", "undenufe", "8s", "7s As Ub Aa", "7s As", "7s As"),
    ("2 otherwise any card", "obenabe", "8s 9s", "Ub 6b Aa", "Ub 6b Aa", "Ub 6b Aa"),
    ("2 otherwise any card", "undenufe", "8s 6a", "Ub 6b Aa", "Ub 6b Aa", "Ub 6b Aa"),
    ("6 without trump the Under is an ordinary card", "obenabe", "9a", "Ua 6b", "Ua", "Ua"),
    ("6 without trump the Under is an ordinary card", "undenufe", "9a", "Ua 6b", "Ua", "Ua"),
    # --- 3. L = T ---
    ("3 with no trump in hand any card", "roses", "8r", "6a Us Ab", "6a Us Ab", "6a Us Ab"),
    ("3 the Puur as the only trump: any card", "roses", "9r Ar", "Ur 6a Ab", "Ur 6a Ab", "Ur 6a Ab"),
    ("3 otherwise any trump: the Puur with another trump", "roses", "8r", "Ur 6r 6a Ab", "Ur 6r", "Ur 6r"),
    ("3 any trump: another single trump is no Puur", "roses", "8r", "6r 6a Ab", "6r", "6r"),
    ("3 no duty to beat (PT 29)", "roses", "Ar", "6r Ur 9r 6a", "6r Ur 9r", "6r Ur 9r"),
    ("3 no duty to beat, after a higher trump too", "roses", "6r Ur", "7r 9r 6a", "7r 9r", "7r 9r"),
    ("3 the Under of another suit is not the Puur", "roses", "8r", "Ua 7r", "7r", "7r"),
    ("3 a bare Puur and nothing else", "roses", "8r", "Ur", "Ur", "Ur"),
    ("3 the Puur and another trump, nothing else", "roses", "8r", "Ur 6r", "Ur 6r", "Ur 6r"),
    # --- 4. L ≠ T, no trump in the trick ---
    ("4 holding L: any L or any trump", "bells", "8s", "7s As 6b Ub Aa", "7s As 6b Ub", "7s As 6b Ub"),
    ("4 holding L and no trump: L", "bells", "8s", "7s Aa", "7s", "7s"),
    ("4 no duty to trump: void in L any card", "bells", "8s", "6b Ub Aa 6r", "6b Ub Aa 6r", "6b Ub Aa 6r"),
    ("4 a discard is no trump", "bells", "8s Aa Ar", "7s 6b 9a", "7s 6b", "7s 6b"),
    ("6 the exemption concerns rule 3 only: L's Under follows", "bells", "9s", "Us 6a", "Us", "Us"),
    (
        "6 the exemption concerns rule 3 only: who has L may trump with the Puur",
        "bells",
        "9s",
        "Us Ub 6a",
        "Us Ub",
        "Us Ub",
    ),
    # --- 5. L ≠ T, trumps in the trick; m the highest of them ---
    ("5 holding the led suit and trumps after a ruff: L or above m", "bells", "8s Bb", "9s Kb 8b 6a", "9s Kb", "9s Kb"),
    ("5 holding L, only lower trumps: L", "bells", "8s Ab", "9s Kb 8b 6a", "9s", "9s"),
    ("5 holding L, no duty to overtrump", "bells", "8s 6b", "9s 7b", "9s 7b", "9s 7b"),
    ("5 two trumps in the trick: m is the higher, played last", "bells", "8s Ob 9b", "7s Kb Ub", "7s Ub", "7s Ub"),
    ("5 two trumps in the trick: m is the higher, played first", "bells", "8s 9b Ob", "7s Kb Ub", "7s Ub", "7s Ub"),
    ("5 two trumps, void in L: lower than m, higher than the other", "bells", "8s 7b Ab", "Kb Aa", "Aa", "Kb Aa"),
    ("5 two trumps, void in L: above both", "bells", "8s 7b Ab", "9b Kb Aa", "9b Aa", "9b Kb Aa"),
    (
        "5 all trumps, some higher and some lower: any (PT 37)",
        "bells",
        "8s Ob",
        "6b Bb Kb Ub",
        "6b Bb Kb Ub",
        "6b Bb Kb Ub",
    ),
    ("5 all trumps, all lower: any (PT 37)", "bells", "8s 9b", "6b Ab", "6b Ab", "6b Ab"),
    ("5 trumps and one card of L is no hand of nothing but trumps", "bells", "8s Ob", "7s 6b 7b", "7s", "7s"),
    ("5 trumps and one other card is no hand of nothing but trumps", "bells", "8s Ob", "6a 6b 7b", "6a", "6a 6b 7b"),
    ("5 order of trumps: the nine lies above the Ace", "bells", "8s Ab", "9b 6a", "9b 6a", "9b 6a"),
    ("5 order of trumps: the Banner lies below the Ober", "bells", "8s Ob", "Bb 6a", "6a", "Bb 6a"),
    ("5 order of trumps: the Puur lies above the nine", "bells", "8s 9b", "Ub 6a", "Ub 6a", "Ub 6a"),
    ("5 order of trumps: nothing lies above the Puur", "bells", "8s Ub", "9b Ab 6a", "6a", "9b Ab 6a"),
    ("5 L without trump: only L", "bells", "8s Ob", "9s Aa Ar", "9s", "9s"),
    ("5 void in L and no trump: any card", "bells", "8s Ob", "9a Aa Ar", "9a Aa Ar", "9a Aa Ar"),
]


@pytest.mark.parametrize(("rule", "contract", "trick", "hand", "strict", "loose"), LINES)
@pytest.mark.parametrize("undertrump", ["strict", "loose"])
def test_legal(rule: str, contract: str, trick: str, hand: str, strict: str, loose: str, undertrump: str) -> None:
    expected = set(cards({"strict": strict, "loose": loose}[undertrump]))
    assert legal_by_function(contract, trick, hand, strict=undertrump == "strict") == expected
    assert on_lead(contract, trick, hand, undertrump=undertrump).legal == expected


def test_leader_plays_any_card() -> None:
    """1. The leader plays any card."""
    hand = "6r Ur Aa 7b"
    for contract in ("roses", "bells", "obenabe", "undenufe"):
        assert Game(weis="off").place(hand).play(contract).legal == set(cards(hand))
    game = Game(weis="off").place("9b", "8b", "Ab 8r Ur Aa", "Ob").play("obenabe 9b 8b Ab Ob")
    assert game.turn == 2
    assert game.legal == {"8r", "Ur", "Aa"}


# rule | contract | trick | hand | legal with only_trumps="beat" in strict games
BEAT_LINES = [
    ("a hand of nothing but trumps must beat m if it can", "bells", "Br Ar Ab", "Kb 9b", "9b"),
    ("some higher and some lower", "bells", "8s Ob", "6b Bb Kb Ub", "Kb Ub"),
    ("if it cannot, all its trumps", "bells", "8s Ob", "7b 8b", "7b 8b"),
    ("m is the higher of two trumps", "bells", "8s Ob 9b", "Kb Ub", "Ub"),
    ("no trump in the trick: no m to beat", "bells", "8s", "6b 9b", "6b 9b"),
    ("led trump: no duty to beat", "bells", "Ab", "6b 9b", "6b 9b"),
    ("a hand with another card: as before", "bells", "8s Ob", "Kb 7b Aa", "Kb Aa"),
    ("a hand with L: as before", "bells", "8s Ob", "7s Kb 7b Aa", "7s Kb"),
]


@pytest.mark.parametrize(("rule", "contract", "trick", "hand", "legal"), BEAT_LINES)
def test_only_trumps_beat(rule: str, contract: str, trick: str, hand: str, legal: str) -> None:
    """Option ``only_trumps="beat"``: in strict games a hand of nothing but trumps must beat m if it can."""
    assert legal_by_function(contract, trick, hand, strict=True, beat=True) == set(cards(legal))
    assert on_lead(contract, trick, hand, only_trumps="beat").legal == set(cards(legal))


def test_only_trumps_beat_is_for_strict_games() -> None:
    """ "with "beat" a hand of nothing but trumps must beat m if it can (strict games ...)": loose ones stay."""
    assert on_lead("bells", "8s Ob", "6b Kb", only_trumps="beat", undertrump="loose").legal == {"6b", "Kb"}


# rule | what lies there (from trick 1 on, three cards to a trick) | hand | loose | strict
FREE_LINES = [
    ("6 before a trump is fixed the Under is an ordinary card", "9a", "Ua 6b", "Ua", "Ua"),
    ("2 no trump yet: with L only L", "9a", "7a Ub 6s", "7a", "7a"),
    ("2.2 who cannot follow suit plays any card", "9a", "Ub 6b As", "Ub 6b As", "Ub 6b As"),
    ("2 both have followed: still no trump", "9a Ka", "Ub 6b As", "Ub 6b As", "Ub 6b As"),
    ("2.2 trump from that card on, this trick included: L or above m", "9a 8b", "7a Kb 6b 8s", "7a Kb", "7a Kb"),
    ("5 loose: void in L any card, lower trumps included", "9a 8b", "6b 8s", "6b 8s", "8s"),
    ("5 trump fixed by its Under: m is the Puur", "9a Ub", "7a 9b", "7a", "7a"),
    ("5 the card that fixed trump is no discard: void in L, above it", "9a 8b", "9b 8s", "9b 8s", "9b 8s"),
    ("3 for the rest of the hand: bells led are trumps, the Puur exempt", "9a 8b 7a / 6b", "Ub 6a", "Ub 6a", "Ub 6a"),
    ("3 for the rest of the hand: another trump is not exempt", "9a 8b 7a / 6b", "9b 6a", "9b", "9b"),
]


@pytest.mark.parametrize(("rule", "trick", "hand", "loose", "strict"), FREE_LINES)
@pytest.mark.parametrize("undertrump", [None, "loose", "strict"])
def test_before_trump_is_fixed(rule: str, trick: str, hand: str, loose: str, strict: str, undertrump: str | None) -> None:
    """Mittlere, whose default is loose."""
    hands = ["", "", ""]
    played = [cards(part) for part in trick.split("/")]
    if len(played) == 1:
        order = [0, 1, 2]
    else:
        order = [0, 1, 2, 1, 2, 0]  # seat 1 has taken trick 1
    lying = [card for part in played for card in part]
    for card, seat in zip(lying, order, strict=False):
        hands[seat] += f" {card}"
    hands[order[len(lying)]] += f" {hand}"
    game = Game("mittlere", **({} if undertrump is None else {"undertrump": undertrump})).place(*hands).play(trick)
    assert game.legal == set(cards(strict if undertrump == "strict" else loose))


# rule | contract | trick of up to five cards | hand | strict
PACK_48_LINES = [
    ("3 nothing but Puurs: any card", "roses", "9r", "Ur Ur 9a", "Ur 9a"),
    ("3 one Puur: any card", "roses", "9r", "Ur 9a", "Ur 9a"),
    ("3 Puurs with another trump: any trump", "roses", "9r", "Ur Ur Br 9a", "Ur Br"),
    ("3 led the other Puur: nothing but a Puur: any card", "roses", "Ur", "Ur 9a", "Ur 9a"),
    ("7 a trump equal to m counts as higher: with L", "roses", "9b Kr", "Ab Kr Br Or 9a", "Ab Kr"),
    ("7 a trump equal to m counts as higher: void in L", "roses", "9b Kr", "Kr Br 9a", "Kr 9a"),
    ("7 equal to m, m doubled", "roses", "9b Or Or", "Kr Br 9a", "Kr 9a"),
    ("5 two trumps: m is the higher", "roses", "9b Or Kr", "Or Kr 9b", "Kr 9b"),
    ("5 nothing but trumps: any, both copies", "roses", "9b Ur", "Br Br Kr", "Br Kr"),
    ("2 no trump: with L only L, both copies", "obenabe", "9b", "9b Ab Ab Ur", "9b Ab"),
    ("4 holding L: any L or any trump", "roses", "9b", "Ab Ab Br Aa", "Ab Br"),
]


@pytest.mark.parametrize(("rule", "contract", "trick", "hand", "legal"), PACK_48_LINES)
def test_pack_of_48(rule: str, contract: str, trick: str, hand: str, legal: str) -> None:
    expected = set(cards(legal))
    assert legal_by_function(contract, trick, hand, strict=True, pack=PACK_48) == expected
    assert on_lead(contract, trick, hand, variant=SIX).legal == expected


def test_only_trumps_beat_in_the_pack_of_48() -> None:
    """7. In the 48-card pack a trump equal to m counts as higher: it beats m."""
    found = legal_by_function("roses", "9b Kr", "Kr Br", strict=True, beat=True, pack=PACK_48)
    assert found == {"Kr"}


# 1.9: "a player may play any card of his hand that is not an undertrump"
# rule | contract | trick | hand | legal with revokes=True, strict
REVOKE_LINES = [
    ("holding L: any card (a revoke with Aa)", "bells", "8s", "7s Kb Aa", "7s Kb Aa"),
    ("holding L after a ruff: no undertrump", "bells", "8s Ob", "7s Kb 7b Aa", "7s Kb Aa"),
    ("void in L after a ruff: no undertrump", "bells", "8s Ob", "Kb 7b Aa", "Kb Aa"),
    ("nothing but trumps: rule 5 forbids none of them", "bells", "8s Ob", "7b 8b", "7b 8b"),
    ("a trump lead counts: a lower trump is no undertrump there", "bells", "Ab", "6b 9b Aa", "6b 9b Aa"),
    ("without trump any card", "obenabe", "8s", "7s As Aa Ub", "7s As Aa Ub"),
]


@pytest.mark.parametrize(("rule", "contract", "trick", "hand", "legal"), REVOKE_LINES)
def test_revokes(rule: str, contract: str, trick: str, hand: str, legal: str) -> None:
    assert on_lead(contract, trick, hand, revokes=True).legal == set(cards(legal))
