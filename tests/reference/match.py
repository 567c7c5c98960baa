"""A match, hand by hand; judging a record; random play."""

from __future__ import annotations

import copy
import random
from typing import Any

from .cards import PACK, in_index_order
from .hand import Asking, Disagreement, Drawer, Hand, Question, Rules, WeisHand, expect
from .options import GAMES, SCHIEBER_FAMILY, check_options


def drawn_from_record(rounds: Any) -> Drawer:
    """REC `draws`: "one entry [[seat, card], ...] per round, in order"."""
    if not isinstance(rounds, list):
        raise Disagreement(f"draws: expected a list of rounds, found {rounds!r}")
    left = list(rounds)

    def draw(tied: list[int]) -> list[list[Any]]:
        if not left:
            raise Disagreement(f"draws: seats {tied} draw for a tie, but no round is left in {rounds}")
        entry = left.pop(0)
        if not isinstance(entry, list) or any(not isinstance(item, list) or len(item) != 2 for item in entry):
            raise Disagreement(f"draws: expected [[seat, card], ...], found {entry!r}")
        expect("seats that draw", sorted(seat for seat, _ in entry), tied)
        cards = [card for _, card in entry]
        if any(card not in PACK for card in cards) or len(set(cards)) < len(cards):
            raise Disagreement(f"draws: expected cards of one full pack, found {cards}")
        return [list(item) for item in entry]

    return draw


def drawn_at_random(rng: random.Random) -> Drawer:
    """RB 1.12: "The tied draw a card each from a full 36-card pack"."""
    return lambda tied: [[seat, card] for seat, card in zip(tied, rng.sample(PACK, len(tied)), strict=True)]


# --------------------------------------------------------------------------------------------------------------------
# A match
# --------------------------------------------------------------------------------------------------------------------


class Match:
    """A match, played hand by hand. `options` are fully resolved. `first_hand`: the number of the first hand (where a
    hand's rules go by its number: guggitaler)."""

    def __init__(self, variant: str, options: dict[str, Any], single_hand: bool = False, first_hand: int = 1):
        check_options(variant, options)
        self.variant = variant
        self.options = options
        self.single_hand = single_hand
        self.rules: Rules = GAMES[variant](options)
        self.seats = self.rules.seats
        self.side_totals = [0] * len(self.rules.sides)
        self.memory: dict[str, Any] = {}
        self.hands = first_hand - 1  # hands finished
        self.dealer: int | None = None
        self.hand: Hand | None = None
        self.hand_over = True
        self.match_over = False
        self.winners: list[int] = []
        self.end: str | None = None
        self.schneider: bool | None = None
        self.drawer: Drawer | None = None  # None: the record's draws
        self.drawn: list[list[list[Any]]] = []  # the rounds drawn for ties in this hand
        self._asking: Asking | None = None
        self._question: Question | None = None

    # per seat
    def _by_seat(self, by_side: list[int]) -> list[int]:
        return [by_side[self.rules.side_of(seat)] for seat in range(self.seats)]

    @property
    def totals(self) -> list[int]:
        return self._by_seat(self.side_totals)

    @property
    def points(self) -> list[Any]:
        """REC: null for a seat not in the hand."""
        assert self.hand is not None and self.hand_over
        points: list[Any] = self._by_seat(self.hand.points)
        return [points[seat] if seat in self.hand.active else None for seat in range(self.seats)]

    @property
    def scores(self) -> list[int]:
        assert self.hand is not None and self.hand_over
        return self._by_seat(self.hand.scores)

    def next_seat(self, seat: int) -> int:
        """The seat to the right; REC: "dealer, forehand and turn skip" a seat that is out."""
        active = self.rules.active(self.memory)
        seat = (seat + 1) % self.seats
        while seat not in active:
            seat = (seat + 1) % self.seats
        return seat

    def start_hand(self, hand: dict[str, Any]) -> None:
        if self.match_over or not self.hand_over:
            raise Disagreement("no hand can begin: " + ("the match is over" if self.match_over else "one is on"))
        for key in ("dealer", "forehand", "start", "dealt", "turned", "spare", "out"):
            if key not in hand:
                raise Disagreement(f"key {key!r} is missing")
        self.check_start(hand["start"])
        self.check_deal(hand)
        # dealer
        dealer = hand["dealer"]
        if self.dealer is not None:
            expect("dealer", dealer, self.next_seat(self.dealer))  # RB 1.2 "the seat to the right of the last"
        elif not self.single_hand and not any(hand["start"]["totals"]):
            first = self.rules.first_forehand(hand["dealt"])
            if first is not None:
                expect("forehand of the first hand", hand["forehand"], first)
        self.dealer = dealer
        draw = self.drawer or drawn_from_record(hand.get("draws", []))
        self.drawn = []

        def draw_and_note(tied: list[int]) -> list[list[Any]]:
            entry = draw(tied)
            self.drawn.append(entry)
            return entry

        self.hand = self.rules.hand_class(self.rules, hand, self.side_totals, self.memory, draw_and_note, self.hands + 1)
        self.hand_over = False
        self._asking = self.hand.run()
        self._question = next(self._asking)

    def check_start(self, start: Any) -> None:
        if not isinstance(start, dict) or "totals" not in start:
            raise Disagreement(f"start: expected totals, found {start!r}")
        totals = start["totals"]
        self.check_numbers("start totals", totals)
        if self.dealer is None:
            for seats in self.rules.sides:
                expect(f"start totals of side {seats}", [totals[seat] for seat in seats], [totals[seats[0]]] * len(seats))
            self.side_totals = [totals[seats[0]] for seats in self.rules.sides]
            self.memory = self.rules.read_start(start, self.side_totals, self.single_hand)
            if self.rules.end_reached(self.side_totals, self.hands, None) is not None:
                raise Disagreement(f"start totals {totals} of a match that is over")
        else:
            self.rules.take_drawn(start, self.memory)
        expect("start", start, {"totals": self.totals, **self.rules.start_fields(self.memory)})

    def check_numbers(self, what: str, numbers: Any, active: list[int] | None = None) -> None:
        if (
            not isinstance(numbers, list)
            or len(numbers) != self.seats
            or any(type(number) is not int for seat, number in enumerate(numbers) if active is None or seat in active)
        ):
            raise Disagreement(f"{what}: expected {self.seats} whole numbers, found {numbers!r}")

    def check_deal(self, hand: dict[str, Any]) -> None:
        dealer, dealt = hand["dealer"], hand["dealt"]
        active = self.rules.active(self.memory)
        if type(dealer) is not int or dealer not in active:
            raise Disagreement(f"dealer {dealer!r} is no seat of the hand")
        expect("forehand", hand["forehand"], self.next_seat(dealer))  # RB 1.2 "to the right of the dealer"
        expect("number of hands dealt", len(dealt), self.seats)
        for seat, cards in enumerate(dealt):
            expect(f"number of cards of seat {seat}", len(cards), self.rules.cards_each if seat in active else 0)
        lists = list(dealt)
        for name, count in (("spare", self.rules.spare_cards(self.memory)), ("out", self.rules.out_cards(self.memory))):
            if count is None:
                expect(name, hand[name], None)
            else:
                if not isinstance(hand[name], list):
                    raise Disagreement(f"{name}: expected {count} cards, found {hand[name]!r}")
                expect(f"number of cards in {name}", len(hand[name]), count)
                lists.append(hand[name])
        expect("cards dealt", sorted(card for cards in lists for card in cards), sorted(self.rules.pack))
        for cards in lists:
            expect("cards in index order", cards, in_index_order(cards))
        source = self.rules.turned_from
        if source is None:
            expect("turned", hand["turned"], None)
        elif hand["turned"] not in (dealt[dealer] if source == "dealer" else hand[source]):
            raise Disagreement(f"turned: expected a card of {source}, found {hand['turned']!r}")

    @property
    def to_move(self) -> int:
        if self._question is None:
            raise Disagreement("nobody is to move: the hand is over")
        return self._question[0]

    def legal(self) -> list[str]:
        if self._question is None:
            raise Disagreement("nothing is legal: the hand is over")
        return list(self._question[1])

    def apply(self, seat: int, name: str) -> None:
        if self._question is None or self._asking is None:
            raise Disagreement(f"{name} by seat {seat}, but the hand is over")
        if seat != self.to_move:
            raise Disagreement(f"seat to move: expected {self.to_move}, found {seat} ({name})")
        if name not in self.legal():
            raise Disagreement(f"seat {seat} plays {name!r}, but legal are {self.legal()}")
        try:
            self._question = self._asking.send(name)
        except StopIteration:
            self._question = None
            self._asking = None
            self.finish_hand()

    def finish_hand(self) -> None:
        assert self.hand is not None
        self.hand_over = True
        self.hands += 1
        self.side_totals = [total + score for total, score in zip(self.side_totals, self.hand.scores, strict=True)]
        self.rules.after_hand(self.side_totals, self.hand)
        reached = self.rules.end_reached(self.side_totals, self.hands, self.hand)
        if reached is not None:
            winners, self.end = reached
            self.match_over = True
            self.winners = sorted(seat for side in winners for seat in self.rules.sides[side])
            self.schneider = self.rules.schneider(winners[0], self.side_totals)
        elif self.hands >= self.options["max_hands"]:
            self.match_over = True  # RB 1.11 "a match that goes on past max_hands is truncated"
            self.end = "truncated"
            self.winners = []
            self.schneider = None if self.rules.schneider(0, self.side_totals) is None else False


# --------------------------------------------------------------------------------------------------------------------
# Judging a record
# --------------------------------------------------------------------------------------------------------------------


def judge(record: dict[str, Any], single_hand: bool = False, first_hand: int = 1) -> None:
    """Replays one record and checks everything in it; raises Disagreement."""
    name = f"{record.get('variant')} match (seed {record.get('seed')!r})"
    try:
        judge_match(record, single_hand, first_hand, name)
    except Disagreement as error:
        text = str(error)
        raise Disagreement(text if text.startswith(name) else f"{name}: {text}") from None


def judge_match(record: dict[str, Any], single_hand: bool, first_hand: int, name: str) -> None:
    for key in (
        "format",
        "variant",
        "version",
        "options",
        "seed",
        "seats",
        "agents",
        "hands",
        "totals",
        "winners",
        "end",
    ):
        if key not in record:
            raise Disagreement(f"key {key!r} is missing")
    expect("format", record["format"], "jass-record/1")
    match = Match(record["variant"], record["options"], single_hand, first_hand)
    expect("seats", record["seats"], match.seats)
    expect("number of agents", len(record["agents"]), match.seats)
    if type(record["version"]) is not int:
        raise Disagreement(f"version: expected a number, found {record['version']!r}")
    if single_hand:
        expect("number of hands of a single-hand record", len(record["hands"]), 1)
    for number, hand in enumerate(record["hands"]):
        where = f"hand {number}"
        try:
            if match.match_over:
                raise Disagreement(f"the match ended ({match.end}) with the hand before, but another hand follows")
            judge_hand(match, hand)
        except Disagreement as error:
            raise Disagreement(f"{name}, {where}: {error}") from None
    if single_hand:
        return
    if not match.match_over:
        raise Disagreement(
            f"the record ends after {match.hands} hands with totals {match.totals}, but the match is not over"
        )
    match.check_numbers("totals", record["totals"])
    expect("totals at the end", record["totals"], match.totals)
    expect("end", record["end"], match.end)
    expect("winners", record["winners"], match.winners)
    expect("schneider", record.get("schneider"), match.schneider)


def judge_hand(match: Match, hand: dict[str, Any]) -> None:
    for key in ("actions", "draws", "points", "scores"):
        if key not in hand:
            raise Disagreement(f"key {key!r} is missing")
    match.start_hand(hand)
    legal = hand.get("legal")
    if legal is not None:
        expect("number of legal lists", len(legal), len(hand["actions"]))
    for number, (seat, name) in enumerate(hand["actions"]):
        try:
            if match.hand_over:
                raise Disagreement(f"the hand is over (points {match.points}), but seat {seat} plays {name}")
            if legal is not None:
                expect(f"legal names of seat {match.to_move}", legal[number], match.legal())
            match.apply(seat, name)
        except Disagreement as error:
            raise Disagreement(f"action {number} {[seat, name]}: {error}") from None
    if not match.hand_over:
        raise Disagreement(
            f"the hand stops after {len(hand['actions'])} actions, but seat {match.to_move} is to move with {match.legal()}"
        )
    match.check_numbers("points", hand["points"], match.hand.active if match.hand else None)
    match.check_numbers("scores", hand["scores"])
    expect("points", hand["points"], match.points)
    expect("scores", hand["scores"], match.scores)
    expect("draws", hand["draws"], match.drawn)


# --------------------------------------------------------------------------------------------------------------------
# Random play
# --------------------------------------------------------------------------------------------------------------------


def random_choice(match: Match, rng: random.Random, rates: dict[str, float]) -> str:
    """Random, but claims, revokes and shoves as often as `rates` says (uniform play would end nearly every hand so)."""
    names = match.legal()
    if "claim" in names:
        if rng.random() < rates["claim"]:
            return "claim"
        names = names[:-1]
    hand = match.hand
    if isinstance(hand, WeisHand) and hand.options.get("revokes") and hand.trick is not None and names[0] in PACK:
        if rng.random() >= rates["revoke"]:
            names = hand.normal_cards(match.to_move, hand.trick)
    if "add_misere" in names or "double" in names:  # Misère and double end "instant" and "claim" in the hand
        names = names[:1] if rng.random() < rates["additions"] else names[1:]
    if "bid_9" in names and len(names) > 2 and rng.random() < 0.7:  # else hardly an auction ends below 7
        names = names[:2]
    return rng.choice(names)


def random_deal(match: Match, rng: random.Random) -> dict[str, Any]:
    """Shuffled cards, as they stand in the record."""
    rules = match.rules
    cards = rng.sample(rules.pack, len(rules.pack))

    def take(count: int | None) -> list[str] | None:
        return None if count is None else in_index_order([cards.pop() for _ in range(count)])

    active = rules.active(match.memory)
    dealt = [take(rules.cards_each if seat in active else 0) for seat in range(match.seats)]
    return {
        "dealt": dealt,
        "turned": None,
        "spare": take(rules.spare_cards(match.memory)),
        "out": take(rules.out_cards(match.memory)),
    }


def random_record(
    variant: str,
    options: dict[str, Any],
    rng: random.Random,
    legal: bool = True,
    single_hand: bool = False,
    start_totals: list[int] | None = None,
    start: dict[str, Any] | None = None,
    first_hand: int = 1,
) -> dict[str, Any]:
    """A whole match by random play (or one hand; or from mid-match, with `start_totals` per seat; `start`: the other
    fields of the first hand's start, where they are not those of a new match)."""
    match = Match(variant, options, single_hand, first_hand)
    match.drawer = drawn_at_random(rng)
    rates = {
        "claim": rng.choice([0.0, 0.002, 0.01, 0.05]),
        "revoke": rng.choice([0.0, 0.02, 0.1, 0.5]),
        "additions": rng.choice([0.0, 0.1, 0.5]),
    }
    n = match.seats
    hands: list[dict[str, Any]] = []
    while not match.match_over:
        if not hands:
            totals = start_totals if start_totals is not None else [0] * n
            first_start = {**new_start(match), **(start or {})}
            sides = [totals[seats[0]] for seats in match.rules.sides]
            match.memory = match.rules.read_start(first_start, sides, single_hand)
        else:
            totals = match.totals
            match.rules.draw_before_hand(match.memory, rng.choice)
        deal = random_deal(match, rng)
        if match.dealer is not None:
            dealer = match.next_seat(match.dealer)
        else:
            first = match.rules.first_forehand(deal["dealt"])
            drawn = rng.choice(match.rules.active(match.memory))
            dealer = drawn if first is None or single_hand or any(totals) else (first - 1) % n
        source = match.rules.turned_from
        if source is not None:
            deal["turned"] = rng.choice(deal["dealt"][dealer] if source == "dealer" else deal[source])
        hand: dict[str, Any] = {
            "dealer": dealer,
            "forehand": match.next_seat(dealer),
            "start": {"totals": list(totals), **copy.deepcopy(match.rules.start_fields(match.memory))},
            **deal,
        }
        match.start_hand(hand)
        actions: list[list[Any]] = []
        names: list[list[str]] = []
        while not match.hand_over:
            seat, name = match.to_move, random_choice(match, rng, rates)
            actions.append([seat, name])
            names.append(match.legal())
            match.apply(seat, name)
        hand["actions"] = actions
        if legal:
            hand["legal"] = names
        hand.update(draws=match.drawn, points=match.points, scores=match.scores)
        hands.append(hand)
        if single_hand:
            break
    record: dict[str, Any] = {
        "format": "jass-record/1",
        "variant": variant,
        "version": 0,
        "options": options,
        "seed": None,
        "seats": n,
        "agents": ["reference"] * n,
        "hands": hands,
        "totals": match.totals,
        "winners": match.winners,
        "end": match.end,
    }
    if variant in SCHIEBER_FAMILY:
        record["schneider"] = match.schneider if match.schneider is not None else False
    return record


def new_start(match: Match) -> dict[str, Any]:
    """The fields of `start` beside the totals in a new match."""
    if match.variant in ("coiffeur", "coiffeur_schieber"):
        return {"ledger": [[] for _ in match.rules.sides]}
    if match.variant == "plus_minus":
        return {"carry": 0 if match.options["table"] == "pt" else []}
    if match.variant == "handjass" and match.options["form"] == "exchange":
        return {"out": []}
    return {}
