"""Game logs of others as records: names, seats, the neutral form of every variant, and what is refused."""

from __future__ import annotations

import copy
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from jass_env.engine import actions as act
from jass_env.engine.cards import KIND, SUITS
from jass_env.errors import LogError, OptionError
from jass_env.logs import CLOCKWISE, COMPASS, call_named, card_named, hslu_round, record_of_log
from jass_env.record import plain_options, replay
from jass_env.rules import Rules
from tests.playing import as_read, play_match
from tests.support import VARIANTS, rules_to_try

ROOT = Path(__file__).parent.parent
CARDS = set(act.VOCABULARY[:36])
#: Acorns, roses, shields, bells by look: clubs, hearts, spades, diamonds.
BY_LOOK = "♣♥♠♦"


def neutral(record: dict[str, Any], by_calls: bool = True) -> list[dict[str, Any]]:
    """The hands of a record as a log of somebody who knows nothing of ids and of who is to move."""
    hands = []
    for hand in record["hands"]:
        playing = sum(bool(cards) for cards in hand["dealt"])
        cards = [(seat, name) for seat, name in hand["actions"] if name in CARDS or name == "claim"]
        tricks = [cards[first : first + playing] for first in range(0, len(cards), playing)]
        log = {
            "dealer": hand["dealer"],
            "hands": hand["dealt"],
            "tricks": [{"first": trick[0][0], "cards": [card for _, card in trick]} for trick in tricks],
            "calls": [[seat, name] for seat, name in hand["actions"] if name not in CARDS and name != "claim"],
            "points": hand["points"],
        }
        log |= {key: hand[key] for key in ("turned", "spare", "out", "draws") if hand[key]}
        log |= {key: hand["start"][key] for key in ("playoff",) if key in hand["start"]}
        hands.append(log)
    return hands


def schieber(seed: int = 3, max_hands: int = 2, **options: Any) -> tuple[Rules, dict[str, Any]]:
    rules = Rules("schieber", options={"max_hands": max_hands, "weis": "off", **options})
    return rules, as_read(play_match(rules, seed, legal=False).record)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_log_of_every_variant_becomes_the_record_of_its_match(variant: str) -> None:
    for number, tried in enumerate(rules_to_try(variant, 3)):
        rules = Rules(variant, options=plain_options(tried) | {"max_hands": 5})
        record = as_read(play_match(rules, 5 + number, legal=False).record)
        found = record_of_log(rules, neutral(record))
        assert as_read(found) == {**record, "seed": None, "agents": [str(seat) for seat in range(rules.seats)]}
        replay(found)


def test_a_match_that_is_not_over_is_recorded_as_cut_off() -> None:
    rules, record = schieber(max_hands=3)
    found = record_of_log(rules, neutral(record)[:2])
    assert found["end"] == "truncated" and found["options"]["max_hands"] == 2
    assert found["hands"] == record["hands"][:2]
    replay(found)


@pytest.mark.parametrize("names", [CLOCKWISE, COMPASS, (7, 2, 5, 1)])
def test_seats_may_have_any_names_and_be_numbered_the_other_way(names: tuple[Any, ...]) -> None:
    rules, record = schieber()
    hands = neutral(record)
    for hand in hands:
        hand["dealer"] = names[hand["dealer"]]
        hand["calls"] = [[names[seat], name] for seat, name in hand["calls"]]
        hand["hands"] = {names[seat]: cards for seat, cards in enumerate(hand["hands"])}
        hand["points"] = {names[seat]: points for seat, points in reversed(list(enumerate(hand["points"])))}
        for trick in hand["tricks"]:
            trick["first"] = names[trick["first"]]
    found = record_of_log(rules, hands, seats=names, players=["a", "b", "c", "d"])
    assert found["hands"] == record["hands"] and found["agents"] == ["a", "b", "c", "d"]
    with pytest.raises(LogError, match=r"turn|dealer"):  # read as if it were numbered the way we do
        record_of_log(rules, hands, seats=tuple(reversed(names)))


def test_hands_are_found_from_the_cards_played_and_calls_from_contract_and_declarer() -> None:
    rules, record = schieber(max_hands=8)
    hands = neutral(record)
    assert {"shove"} <= {name for hand in record["hands"] for _, name in hand["actions"]}  # else this shows nothing
    for hand in hands:
        del hand["hands"]
        hand["declarer"], hand["contract"] = hand.pop("calls")[-1]
    assert record_of_log(rules, hands)["hands"] == record["hands"]


# --- names ---


@pytest.mark.parametrize(
    ("text", "card"),
    [
        *[("Ua", "Ua"), ("Eichel Under", "Ua"), ("eicheln-unter", "Ua"), ("Rosen Banner", "Br"), ("Schilten Ass", "As")],
        *[("Schellen König", "Kb"), ("Schellen Sechs", "6b"), ("valet de trèfle", "Ua"), ("as de pique", "As")],
        *[
            ("dix de cœur", "Br"),
            ("Kreuz Bube", "Ua"),
            ("Ecken Dame", "Ob"),
            ("Schaufel Nell", "9s"),
            ("ten of clubs", "Ba"),
        ],
        *[
            ("HJ", "Ur"),
            ("S10", "Bs"),
            ("10♠", "Bs"),
            ("QD", "Ob"),
            ("♥A", "Ar"),
            ("six of bells", "6b"),
            ("JACK OF HEARTS", "Ur"),
        ],
        *[("roi de glands", "Ka"), ("under schilten", "Us")],
    ],
)
def test_cards_are_known_in_three_languages(text: str, card: str) -> None:
    assert card_named(text, BY_LOOK) == card


def test_every_word_for_a_card_is_its_own() -> None:
    """No word means two things: all pairs of a rank and a suit in each language give the 36 cards."""
    ranks = {
        "de": ["sechs", "sieben", "acht", "neun", "banner", "under", "ober", "könig", "ass"],
        "fr": ["six", "sept", "huit", "neuf", "dix", "valet", "dame", "roi", "as"],
        "en": ["six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"],
    }
    suits = {
        "de": ["Eicheln", "Rosen", "Schilten", "Schellen"],
        "fr": ["trèfle", "cœur", "pique", "carreau"],
        "en": ["clubs", "hearts", "spades", "diamonds"],
    }
    for language in ranks:
        found = [card_named(f"{rank} {suit}", BY_LOOK) for suit in suits[language] for rank in ranks[language]]
        assert found == list(act.VOCABULARY[:36])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *[("Eichel", "acorns"), ("Rosen", "roses"), ("coeur", "roses"), ("♠", "shields"), ("diamonds", "bells")],
        *[
            ("Obenabe", "obenabe"),
            ("obe-abe", "obenabe"),
            ("une ufe", "undenufe"),
            ("Undenufe", "undenufe"),
            ("SLALOM", "slalom"),
        ],
        *[("schieben", "shove"), ("push", "shove"), ("passe", "pass"), ("bid_3", "bid_3"), ("weisen", "announce")],
    ],
)
def test_calls_are_known_in_three_languages(text: str, name: str) -> None:
    assert call_named(text, BY_LOOK) == name


@pytest.mark.parametrize(
    "text", ["", "Ux", "1a", "Under", "KB", "Eichel Eichel", "Under Ober", "6h", "Ua ", 7, None, "joker of clubs"]
)
def test_what_is_no_card_is_told(text: Any) -> None:
    with pytest.raises(LogError, match=re.escape(repr(text)) + " is no card"):
        card_named(text, BY_LOOK)


def test_french_suits_are_not_guessed() -> None:
    with pytest.raises(LogError, match="'HJ': which suit ♥ stands for must be said by french_suits"):
        card_named("HJ")
    with pytest.raises(LogError, match="french_suits"):
        call_named("Kreuz")
    assert card_named("HJ", "♠♣♦♥") == "Ub"
    with pytest.raises(OptionError, match="four symbols"):
        card_named("HJ", "♠♠♦♥")
    with pytest.raises(LogError, match="'grand' is no call"):
        call_named("grand")


# --- what is refused ---


def damaged(change: Any) -> None:
    rules, record = schieber()
    hands = copy.deepcopy(neutral(record))
    change(hands)
    record_of_log(rules, hands)


def swap_cards(hands: list[dict[str, Any]]) -> None:
    """The first player of trick 2 and the next exchange what they play there."""
    cards = hands[0]["tricks"][1]["cards"]
    cards[0], cards[1] = cards[1], cards[0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (swap_cards, r"hand 0: trick 2, card 1: '..' of seat . is illegal; legal are "),
        (lambda h: h[1]["tricks"][3]["cards"].pop(), "hand 1: trick 4: 3 cards of 4 players"),
        (lambda h: h[1]["tricks"].pop(), "hand 1: it is not over after its tricks: seat . is to play"),
        (lambda h: h[0]["tricks"].append(h[0]["tricks"][0]), "hand 0: trick 10, card 1: the hand was over"),
        (lambda h: h[0]["tricks"][2].update(first=(h[0]["tricks"][2]["first"] + 1) % 4), "hand 0: trick 3, card 1: .* turn"),
        (lambda h: h[0]["tricks"][2].update(winner=(h[0]["tricks"][3]["first"] + 1) % 4), "hand 0: trick 3, card 4: .* won"),
        (lambda h: h[0]["calls"].clear(), "hand 0: before trick 1, card 1: seat . decides among acorns, .* no call left"),
        (lambda h: h[0]["calls"].append([0, "pass"]), "hand 0: it is over, and .*'pass'.* was not asked for"),
        (lambda h: h[0]["calls"].insert(0, [(h[0]["calls"][0][0] + 1) % 4, "shove"]), "hand 0: before trick 1.* turn"),
        (
            lambda h: h[0]["calls"][0].__setitem__(1, "gustav"),
            "hand 0: before trick 1, card 1: 'gustav' of seat . is illegal",
        ),
        (lambda h: h[0].update(contract="acorns"), "hand 0: calls and contract"),
        (lambda h: (h[0].pop("calls"), h[0].update(contract="acorns")), "hand 0: .*declarer"),
        (lambda h: h[0].pop("dealer"), "hand 0: the dealer of the first hand is missing"),
        (lambda h: h[0].update(dealer=4), "hand 0: 4 is no seat"),
        (lambda h: h[0].update(dealer=(h[0]["dealer"] + 1) % 4), "hand 0: dealer is seat ., by the rules .*give totals"),
        (lambda h: h[1].update(dealer=(h[1]["dealer"] + 1) % 4), "hand 1: dealer is seat ., by the rules it is seat .$"),
        (lambda h: h[0].pop("tricks"), "hand 0: tricks: a list"),
        (lambda h: (h[0].pop("hands"), h[0]["tricks"][4].pop("first")), "hand 0: trick 5: its first seat is needed"),
        (lambda h: h[0]["hands"][0].pop(), "hand 0: hands, seat 0: 8 cards, 9 cards are needed"),
        (
            lambda h: h[0]["hands"][0].__setitem__(0, h[0]["hands"][1][0]),
            "hand 0: hands, seat 1: .* stands there too often: in hands, seat 0 already",
        ),
        (lambda h: h[0]["hands"].pop(), "hand 0: hands: one for each of 4 seats"),
        (lambda h: h[0]["tricks"][0]["cards"].__setitem__(0, "joker"), "hand 0: trick 1, card 1: 'joker' is no card"),
        (lambda h: h[1]["points"].__setitem__(0, 999), r"hand 1: points: 999 of seat 0, by the rules \d+"),
        (lambda h: h[1].update(totals=[-1] * 4), r"hand 1: totals: -1 of seat 0, by the rules \d+"),
        (lambda h: h[0].update(total=[0] * 4), "hand 0: 'total' is not known; did you mean 'totals'"),
        (lambda h: h[1].update(point=h[1].pop("points")), "hand 1: 'point' is not known; did you mean 'points'"),
        (lambda h: h[0]["tricks"][2].update(winer=0), "hand 0: trick 3: 'winer' is not known; did you mean 'winner'"),
        (lambda h: h[0]["tricks"][2].pop("cards"), "hand 0: trick 3: a list of cards is needed"),
        (lambda h: h[0].update(declarer=0), "hand 0: calls and declarer"),
        (lambda h: (h[0].pop("calls"), h[0].update(declarer=0)), "hand 0: declarer 0: .*contract.* is missing"),
        (lambda h: h[0]["calls"].append("shove"), r"hand 0: calls: 'shove' is no \[seat, name\]"),
        (lambda h: h.append(3), "hand 2: by the rules the match was over before it"),
        (lambda h: h.__setitem__(1, 3), "hand 1: 3: a mapping"),
        (lambda h: h.clear(), "hands: a list of at least one hand"),
    ],
)
def test_what_the_rules_forbid_or_the_log_does_not_say_is_told_with_its_decision(change: Any, message: str) -> None:
    with pytest.raises(LogError, match=message):
        damaged(change)


def only_tricks(names: tuple[Any, ...] = (0, 1, 2, 3)) -> tuple[Rules, dict[str, Any]]:
    """One hand of a log that gives no hands, each trick with who leads and (but for the last) who wins it."""
    rules, record = schieber(max_hands=1)
    (hand,) = neutral(record)
    firsts = [trick["first"] for trick in hand["tricks"]]
    for trick, winner in zip(hand["tricks"], firsts[1:], strict=False):
        trick["winner"] = names[winner]
    for trick in hand["tricks"]:
        trick["first"] = names[trick["first"]]
    calls = [[names[seat], name] for seat, name in hand["calls"]]
    return rules, {"dealer": names[hand["dealer"]], "tricks": hand["tricks"], "calls": calls}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t[4]["cards"].pop(), "hand 0: trick 5: 3 cards of 4 players"),
        (lambda t: t[8]["cards"].pop(), "hand 0: trick 9: 3 cards of 4 players"),
        (lambda t: t.pop(), r"hand 0: 8 tricks; 9 are needed, or the hands where not every card was played$"),
        (lambda t: t[3]["cards"].__setitem__(1, t[1]["cards"][2]), "trick 4, card 2: '..' .* in trick 2, card 3 already"),
        (lambda t: t[3].update(cards=["claim"]), "trick 4: where a player claims, the hands are needed"),
    ],
)
def test_what_is_wrong_with_tricks_that_tell_the_hands_is_told_with_its_trick(change: Any, message: str) -> None:
    rules, hand = only_tricks()
    record_of_log(rules, [copy.deepcopy(hand)])  # as it is, it is right
    change(hand["tricks"])
    with pytest.raises(LogError, match=message):
        record_of_log(rules, [hand])


def test_where_a_trick_is_missing_is_seen_from_who_wins_and_who_leads() -> None:
    rules, hand = only_tricks()
    gaps = [n for n in range(1, 8) if hand["tricks"][n - 1]["winner"] != hand["tricks"][n + 1]["first"]]
    del hand["tricks"][gaps[0]]
    with pytest.raises(LogError, match=f"8 tricks; 9 are needed.*between tricks {gaps[0]} and {gaps[0] + 1} one seems"):
        record_of_log(rules, [hand])


def test_a_card_that_is_not_in_the_pack_is_told_with_its_place() -> None:
    for variant in VARIANTS:
        rules = Rules(variant, options={"max_hands": 1})
        pack = {act.VOCABULARY[KIND[card]] for card in range(len(KIND)) if int(rules.array[0].pack) >> card & 1}
        if pack < CARDS:
            break
    foreign = min(CARDS - pack)
    hands = neutral(as_read(play_match(rules, 1, legal=False).record))
    hands[0]["hands"][1][2] = foreign
    with pytest.raises(LogError, match=f"hand 0: hands, seat 1: '{foreign}' is not in this pack"):
        record_of_log(rules, hands)


@pytest.mark.parametrize("names", [CLOCKWISE, COMPASS, (7, 2, 5, 1)])
def test_messages_call_the_seats_what_the_log_calls_them(names: tuple[Any, ...]) -> None:
    rules, log = only_tricks(names)
    seats = {name: number for number, name in enumerate(names)}
    record = record_of_log(rules, [copy.deepcopy(log)], seats=names)
    right = log["tricks"][2]["winner"]
    wrong = names[(seats[right] + 1) % 4]
    first = log["tricks"][2]["first"]
    other = names[(seats[first] + 1) % 4]
    dealer = names[(seats[log["dealer"]] + 1) % 4]
    forehand = names[record["hands"][0]["actions"][0][0]]
    who = log["calls"][0][0]
    points = record["hands"][0]["points"]
    dealt = dict(zip(names, record["hands"][0]["dealt"], strict=True))

    def message(change: Any) -> str:
        hand = copy.deepcopy(log)
        change(hand)
        with pytest.raises(LogError) as error:
            record_of_log(rules, [hand], seats=names)
        return str(error.value)

    def lead(hand: dict[str, Any]) -> None:
        hand["hands"] = dealt
        hand["tricks"][2]["first"] = other

    won = message(lambda h: h["tricks"][2].update(winner=wrong))
    assert f"seat {wrong!r} is to have won the trick, by the rules it is seat {right!r}" in won
    assert f"is of seat {other!r}, by the rules it is the turn of seat {first!r}" in message(lead)
    assert f"dealer is seat {dealer!r}, by the rules it is seat {log['dealer']!r}" in message(
        lambda h: h.update(dealer=dealer)
    )
    assert f"seat {forehand!r} decides among" in message(lambda h: h["calls"].clear())
    assert f"{'gustav'!r} of seat {who!r} is illegal" in message(lambda h: h["calls"].__setitem__(0, [who, "gustav"]))
    extra = message(lambda h: h["calls"].append([names[3], "pass"]))
    assert f"'pass' of seat {names[3]!r} was not asked for" in extra
    for seat in range(4):
        counted = {each: points[number] + (number == seat) for number, each in enumerate(names)}
        told = message(lambda h, counted=counted: h.update(points=counted))
        assert f"points: {points[seat] + 1} of seat {names[seat]!r}, by the rules {points[seat]}" in told
    short = message(lambda h: h.update(hands={**dealt, names[1]: dealt[names[1]][:8]}))
    assert f"hands, seat {names[1]!r}: 8 cards" in short
    claimed = message(lambda h: (h.update(hands=dealt), h["tricks"].pop()))
    last = log["tricks"][8]["first"]
    assert f"not over after its tricks: seat {last!r} is to play" in claimed


def test_a_contract_that_does_not_tell_what_was_decided_names_the_seats_of_the_log() -> None:
    rules, log = only_tricks(COMPASS)
    forehand = log["calls"][0][0]
    before = COMPASS[(COMPASS.index(forehand) + 3) % 4]  # never asked
    partner = COMPASS[(COMPASS.index(forehand) + 2) % 4]
    del log["calls"]
    log |= {"contract": "acorns", "declarer": before}
    with pytest.raises(LogError, match=f"seat '{partner}' decides among .* of seat '{before}' does not tell what"):
        record_of_log(rules, [log], seats=COMPASS)


@pytest.mark.parametrize("rules", ["schieber", None, {"variant": "schieber"}])
def test_what_are_no_rules_is_told(rules: Any) -> None:
    with pytest.raises(LogError, match="Rules are needed"):
        record_of_log(rules, [{"dealer": 0, "tricks": []}])


def test_what_only_the_log_can_know_is_not_made_up() -> None:
    rules = Rules("handjass", options={"form": "exchange", "max_hands": 1})
    hands = neutral(as_read(play_match(rules, 1, legal=False).record))
    for key in ("turned", "spare"):
        with pytest.raises(LogError, match=f"hand 0: {key} is missing"):
            record_of_log(rules, [{name: value for name, value in hands[0].items() if name != key}])


def test_seats_and_players_that_do_not_fit_are_told() -> None:
    rules, record = schieber()
    for wrong in (
        {"seats": (0, 1, 2)},
        {"seats": (0, 1, 2, 2)},
        {"seats": 4},
        {"seats": [[]] * 4},
        {"players": 4},
        {"players": ["a"]},
        {"players": [1, 2, 3, 4]},
    ):
        with pytest.raises(OptionError, match=r"are needed|is needed"):
            record_of_log(rules, neutral(record), **wrong)


def test_the_example_of_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "docs" / "datasets.md").read_text(encoding="utf-8")
    (log,) = re.findall(r"```json\n(.*?)```", text, re.S)
    (code,) = [block for block in re.findall(r"```python\n(.*?)```", text, re.S) if "record_of_log" in block]
    (tmp_path / "round.json").write_text(log, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(code, names)
    assert names["record"]["hands"][0]["actions"][:3] == [[3, "shove"], [1, "shields"], [3, "7r"]]


# --- the format of HSLU's server ---


def counted(trick: list[tuple[int, str]], trump: str) -> int:
    """Card points as that server counts them."""
    values = {"A": 11, "K": 4, "O": 3, "U": 2, "B": 10}
    if trump in ("obenabe", "undenufe"):
        values["8"] = 8
    if trump == "undenufe":
        values |= {"A": 0, "6": 11}
    trumps = values | {"U": 20, "9": 14}
    return sum((trumps if name[1] == trump[0] and trump in SUITS else values).get(name[0], 0) for _, name in trick)


def hslu(hand: dict[str, Any]) -> dict[str, Any]:
    """A hand in that format: clockwise seats, French suits, its own numbers."""
    suits = dict(zip("arsb", "CHSD", strict=True))
    ranks = dict(zip("6789BUOKA", ["6", "7", "8", "9", "10", "J", "Q", "K", "A"], strict=True))
    card = {name: suits[name[1]] + ranks[name[0]] for name in CARDS}
    numbers = {"bells": 0, "roses": 1, "shields": 2, "acorns": 3, "obenabe": 4, "undenufe": 5}
    cards = [(seat, name) for seat, name in hand["actions"] if name in CARDS]
    tricks = [cards[first : first + 4] for first in range(0, 36, 4)]
    firsts = [CLOCKWISE[trick[0][0]] for trick in tricks]
    trump = next(name for _, name in hand["actions"] if name in numbers)
    found: list[dict[str, Any]] = [
        {"cards": [card[name] for _, name in trick], "first": first, "win": win, "points": counted(trick, trump)}
        for trick, first, win in zip(tricks, firsts, [*firsts[1:], 0], strict=True)
    ]
    found[8]["points"] += 5
    return {
        "trump": numbers[trump],
        "dealer": CLOCKWISE[hand["dealer"]],
        "tss": int("shove" in [name for _, name in hand["actions"]]),
        "tricks": found,
        "player": [{"hand": []}] * 4,
    }


@pytest.mark.parametrize("seed", range(6))
def test_rounds_of_the_hslu_server(seed: int) -> None:
    rules, record = schieber(seed, 3)
    rounds = [hslu_round(json.loads(json.dumps(hslu(hand)))) for hand in record["hands"]]
    found = record_of_log(rules, rounds, seats=CLOCKWISE, french_suits=BY_LOOK)
    assert found["hands"] == record["hands"]
    # A round by itself: the score before it says that it does not open a match.
    alone = record_of_log(rules, [rounds[1] | {"totals": [1, 1, 1, 1]}], seats=CLOCKWISE, french_suits=BY_LOOK)
    assert alone["hands"][0]["actions"] == record["hands"][1]["actions"]


def test_points_of_tricks_of_the_hslu_server_are_checked() -> None:
    """In all six contracts; a point more or less in any trick is told with what was found and what counted."""
    found: dict[int, dict[str, Any]] = {}
    for seed in range(40):
        for hand in schieber(seed, 3)[1]["hands"]:
            row = hslu(hand)
            found[row["trump"]] = row
        if len(found) == 6:
            break
    assert len(found) == 6
    for row in found.values():
        hslu_round(row)
        for number in (0, 4, 8):
            wrong = copy.deepcopy(row)
            points = wrong["tricks"][number]["points"]
            wrong["tricks"][number]["points"] += 1
            with pytest.raises(LogError, match=f"trick {number + 1}: points {points + 1}, by its cards {points}$"):
                hslu_round(wrong)
            del wrong["tricks"][number]["points"]
            hslu_round(wrong)  # not given: not checked


@pytest.mark.parametrize("row", [[1], None, 3, "x", [], {}, {"trump": 1, "dealer": 0}])
def test_what_is_no_round_at_all_is_told(row: Any) -> None:
    with pytest.raises(LogError, match=r"a round of this format is needed|no round of this format: \w+ is missing"):
        hslu_round(row)


@pytest.mark.parametrize(
    "change",
    [
        {"trump": 1.0},
        {"dealer": True},
        {"player": 3},
        {"player": [1]},
        {"tricks": [1]},
        {"trump": 6},
        {"trump": -1},
        {"dealer": "x"},
        {"tricks": 3},
        {"tricks": [{"cards": []}]},
    ],
)
def test_rounds_that_are_none_are_told(change: dict[str, Any]) -> None:
    _, record = schieber()
    with pytest.raises(LogError):
        hslu_round(hslu(record["hands"][0]) | change)


def test_logs_that_are_noise_are_never_anything_but_log_errors() -> None:
    rules, record = schieber(max_hands=1)
    rng = random.Random(0)
    junk: list[Any] = [None, [], {}, "x", -1, 10**30, 1.5, True, [[]], {"a": 1}]
    for _ in range(150):
        hands = copy.deepcopy(neutral(record))
        key = rng.choice([*hands[0], "first"])
        if key == "first":
            trick = rng.choice(hands[0]["tricks"])
            trick[rng.choice(["first", "cards", "winner"])] = rng.choice(junk)
        else:
            hands[0][key] = rng.choice(junk)
        try:
            found = record_of_log(rules, hands)
        except LogError:
            continue
        replay(found)
