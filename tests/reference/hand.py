"""What the hands of all variants have in common: tricks, draws, Weis and Stöck, contracts; and what a variant states
about seats, sides, deal and the end of the match (`Rules`)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, NoReturn

from .cards import (
    BLOCK_NAMES,
    FIRST_NAMES,
    PACK,
    RANKS,
    RIESEN_NAMES,
    SUIT_NAMES,
    Weis,
    announced_rank,
    best_weis,
    card_points,
    column_of_order,
    is_revoke,
    legal_cards,
    legal_cards_with_revokes,
    rank_of,
    suit_of,
    trump_of,
    weis_points,
    weis_winner,
    winning_position,
)

Question = tuple[int, list[str]]
Asking = Generator[Question, str, Any]
Drawer = Callable[[list[int]], list[list[Any]]]  # the tied seats -> one round [[seat, card], ...]


class Disagreement(Exception):
    """The record (or the caller) and the referee differ."""


class HandStops(Exception):
    """The hand ends before its last card."""


def expect(what: str, found: Any, expected: Any) -> None:
    if found != expected or isinstance(found, bool) != isinstance(expected, bool):
        raise Disagreement(f"{what}: expected {expected!r}, found {found!r}")


# --------------------------------------------------------------------------------------------------------------------
# One hand
# --------------------------------------------------------------------------------------------------------------------


@dataclass
class Trick:
    leader: int
    order: str
    seats: list[int] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    winner: int = -1


class Hand:
    """What all hands have in common. Results: `points` and `scores` per side, `winner` (a side, when the match is won
    inside the hand), `claimed`. `deal` is the hand of the record; `number` counts the hands of the match from 1."""

    implied: dict[str, Any] = {}  # options of a related variant that this one has not, as it plays them

    def __init__(
        self, rules: Rules, deal: dict[str, Any], totals: list[int], memory: dict[str, Any], drawer: Drawer, number: int
    ):
        self.rules = rules
        self.options = {**self.implied, **rules.options}
        self.number = number
        self.dealer: int = deal["dealer"]
        self.forehand: int = deal["forehand"]
        self.turned: str | None = deal["turned"]
        self.spare: list[str] | None = None if deal["spare"] is None else list(deal["spare"])
        self.cards: list[list[str]] = [list(cards) for cards in deal["dealt"]]
        self.first_cards = [list(cards) for cards in self.cards]  # the hands when trick 1 begins
        self.active = rules.active(memory)  # the seats in this hand
        self.last = rules.cards_each  # the number of tricks
        self.start_totals = list(totals)  # per side
        self.memory = memory  # what the match remembers from hand to hand
        self.drawer = drawer
        self.tricks: list[Trick] = []  # the finished ones
        self.trick: Trick | None = None  # the one on the table
        self.points = [0] * len(rules.sides)
        self.scores = [0] * len(rules.sides)
        self.winner: int | None = None
        self.claimed = False
        self.trump_fixed_by_play = False  # mittlere, tutti

    def play(self) -> Asking:
        raise NotImplementedError

    def run(self) -> Asking:
        with contextlib.suppress(HandStops):
            yield from self.play()

    # what a variant adds
    def before_card(self, number: int, seat: int) -> Asking:
        return
        yield

    def legal_names(self, seat: int, trick: Trick) -> list[str]:
        return self.normal_cards(seat, trick)

    def after_card(self, number: int, seat: int, card: str, trick: Trick, was_revoke: bool) -> None:
        pass

    def other_action(self, seat: int, name: str) -> NoReturn:
        raise NotImplementedError

    # seats and sides
    def in_turn(self, first: int) -> list[int]:
        """RB 1.2: the seats of this hand, upward from `first`."""
        n = self.rules.seats
        return [seat for seat in ((first + step) % n for step in range(n)) if seat in self.active]

    def side_of(self, seat: int) -> int:
        return self.rules.side_of(seat)

    def tricks_of(self, side: int) -> int:
        return sum(1 for trick in self.tricks if self.side_of(trick.winner) == side)

    def side_with_all_tricks(self) -> int | None:
        """RB 1.3 Match: "all tricks by one player (in partnership games by one side)"."""
        sides = {self.side_of(trick.winner) for trick in self.tricks}
        return sides.pop() if len(sides) == 1 and len(self.tricks) == self.last else None

    # play
    def normal_cards(self, seat: int, trick: Trick) -> list[str]:
        return legal_cards(
            self.cards[seat],
            trick.cards,
            trump_of(trick.order),
            self.undertrump(),
            self.options.get("only_trumps", "any"),
        )

    def undertrump(self) -> str:
        return str(self.options.get("undertrump", "strict"))

    def play_trick(self, number: int, leader: int, order: str) -> Asking:
        """RB 1.2, 1.6: one trick, upward from the leader; returns the finished trick."""
        trick = self.trick = Trick(leader, order)
        for seat in self.in_turn(leader):
            yield from self.before_card(number, seat)
            name = yield seat, self.legal_names(seat, trick)
            if name not in PACK:
                self.other_action(seat, name)  # a claim: ends the hand
            was_revoke = is_revoke(self.cards[seat], trick.cards, trump_of(trick.order), name)
            if (
                self.trump_fixed_by_play
                and trick.order == "none"
                and trick.cards
                and not any(suit_of(card) == suit_of(trick.cards[0]) for card in self.cards[seat])
            ):
                # RB 2.2: "the first player who cannot follow suit plays any card, and its suit is trump from that card
                # on, this trick included"
                trick.order = "trump " + suit_of(name)
            self.cards[seat].remove(name)
            trick.seats.append(seat)
            trick.cards.append(name)
            self.after_card(number, seat, name, trick, was_revoke)
        trick.winner = trick.seats[winning_position(trick.cards, trick.order)]
        self.tricks.append(trick)
        self.trick = None
        return trick

    def play_all_tricks(self, leader: int, order: str | None) -> Asking:
        """All tricks in one order; order None: as Mittlere, the trump is fixed by play (RB 2.2)."""
        self.trump_fixed_by_play = order is None
        for number in range(1, self.last + 1):
            trick = yield from self.play_trick(number, leader, self.fixed_order() if order is None else order)
            leader = trick.winner

    def fixed_order(self) -> str:
        """Mittlere and tutti: the order after the tricks so far."""
        return self.tricks[-1].order if self.tricks else "none"

    def fixed_column(self) -> str:
        """RB 2.2: "Points are counted at the end: the U and 9 of the fixed suit are 20 and 14 even if taken before; if
        no trump was ever fixed the 8s count 8." """
        return self.fixed_order() if trump_of(self.fixed_order()) else "no trump"

    def count_cards(self, column: str) -> None:
        """RB 1.3: the card points of all tricks, "+5 for the last trick"."""
        for trick in self.tricks:
            self.points[self.side_of(trick.winner)] += sum(card_points(card, column) for card in trick.cards)
        self.points[self.side_of(self.tricks[-1].winner)] += 5

    def draw_for_tie(self, tied: list[int]) -> int:
        """RB 1.12: "The tied draw a card each ...; the highest rank (A K O U B 9 8 7 6) gets it; those equal at the top
        draw again"."""
        tied = sorted(tied)
        while len(tied) > 1:
            cards = {seat: RANKS.index(rank_of(card)) for seat, card in self.drawer(tied)}
            tied = [seat for seat in tied if cards[seat] == max(cards.values())]
        return tied[0]

    def ask_swap(self, trump: str, pile: list[str]) -> Asking:
        """RB 2.14, 2.17: "The holder of the trump 6 may swap it for the turned card (asked before anything else,
        whoever holds it)"; `pile` is where the turned card lies."""
        assert self.turned is not None
        for seat in self.active:
            if "6" + trump in self.cards[seat]:
                answer = yield seat, ["swap", "keep"]
                if answer == "swap":
                    self.cards[seat].remove("6" + trump)
                    self.cards[seat].append(self.turned)
                    pile.remove(self.turned)
                    pile.append("6" + trump)


class WeisHand(Hand):
    """RB 1.7 to 1.9: Weis, Stöck, revokes."""

    def prepare_weis(self, undenufe: bool, trump: str | None) -> None:
        """ "Made from the hand as it is when trick 1 begins (after swap and exchange)." trump: "No Stöck without a
        trump suit"; the trump suit of the whole hand."""
        self.first_cards = [list(cards) for cards in self.cards]
        self.undenufe = undenufe
        self.weis_trump = trump
        self.weis = [best_weis(cards, self.options, undenufe, trump) for cards in self.first_cards]
        self.announced: list[tuple[int, Weis]] = []
        self.withheld: list[set[str]] = [set() for _ in self.cards]
        # RB 1.8 "King and Ober of trumps in one hand when trick 1 begins: 20", "two pairs in one hand are 40"
        self.stoeck_pairs = [min(cards.count(f"K{trump}"), cards.count(f"O{trump}")) for cards in self.first_cards]

    def before_card(self, number: int, seat: int) -> Asking:
        """RB 1.7 Announcing: "in turn, each player before his own card to trick 1"."""
        if number != 1 or self.options["weis"] == "off" or not self.weis[seat]:
            return
        best = self.weis[seat][0]
        rank = announced_rank(best, self.options, self.undenufe)
        if any(rank < announced_rank(weis, self.options, self.undenufe) for _, weis in self.announced):
            return  # "only a kind at least as good as the best announced so far"
        if self.options["weis"] == "choose":
            answer = yield seat, ["announce", "silent"]
            if answer == "silent":
                return
        self.announced.append((seat, best))

    def weis_score(self) -> tuple[int, int] | None:
        """RB 1.7: "Its holder scores it and all other Weis of his hand; in partnership games his partners score theirs
        too"; (side, points) or None."""
        seat = weis_winner(self.announced, self.side_of, self.options, self.undenufe, self.weis_trump)
        if seat is None:
            return None
        side = self.side_of(seat)
        return side, sum(
            weis_points(weis, self.options)
            for other in self.active
            if self.side_of(other) == side
            for weis in self.weis[other]
        )

    def count_all(self, column: str) -> None:
        """Card points + last 5 + match 100 + Weis + Stöck, where nothing is checked within the hand."""
        self.count_cards(column)
        winner = self.side_with_all_tricks()
        if winner is not None:
            self.points[winner] += 100
        weis = self.weis_score()
        if weis is not None:
            self.points[weis[0]] += weis[1]
        for seat in self.active:
            self.points[self.side_of(seat)] += 20 * self.stoeck_pairs[seat]

    def legal_names(self, seat: int, trick: Trick) -> list[str]:
        if self.options.get("revokes"):
            return legal_cards_with_revokes(
                self.cards[seat], trick.cards, trump_of(trick.order), self.undertrump(), self.options["only_trumps"]
            )
        return self.normal_cards(seat, trick)

    def after_card(self, number: int, seat: int, card: str, trick: Trick, was_revoke: bool) -> None:
        if suit_of(card) in self.withheld[seat]:
            self.revoke_proven(seat)
        if was_revoke:
            self.withheld[seat].add(suit_of(trick.cards[0]))

    def revoke_proven(self, seat: int) -> None:
        """RB 1.9: "the hand stops, he (his side) scores -20 (not multiplied) ..., everybody else scores nothing for
        this hand (what the hand had added is taken back)"."""
        self.points = [0] * len(self.points)
        self.points[self.side_of(seat)] = -20
        self.scores = list(self.points)
        raise HandStops


class ContractHand(Hand):
    """RB 1.4: `contract` (never a joker: what it stands for) and `chooser`, who makes the sub-choices."""

    contract: str
    chooser: int

    def ask_sub_choices(self) -> Asking:
        """ "Sub-choices are decisions of their own, one after the other." """
        self.sub_choice = ""
        self.hand_trump: str | None = None  # trump suit of the whole hand for Weis, Stöck and card points
        self.named: list[str] = []  # 3x3: suits named so far
        if self.contract in SUIT_NAMES:
            self.hand_trump = SUIT_NAMES[self.contract]
        elif self.contract in ("slalom", "gustav"):
            self.sub_choice = yield self.chooser, FIRST_NAMES
        elif self.contract == "riesenslalom":
            self.sub_choice = yield self.chooser, RIESEN_NAMES
        elif self.contract == "tuo":
            suit = yield self.chooser, list(SUIT_NAMES)
            self.hand_trump = SUIT_NAMES[suit]
        elif self.contract == "3x3":
            self.sub_choice = yield self.chooser, BLOCK_NAMES
            if self.options["one_trump"]:  # "one suit, named right after the block order"
                suit = yield self.chooser, list(SUIT_NAMES)
                self.hand_trump = SUIT_NAMES[suit]
        self.trump_fixed_by_play = self.contract == "tutti"

    def order_of_trick(self, number: int) -> Asking:
        """RB 1.4: the order of trick `number` (from 1); in 3x3 the trump of a trump trick is asked for here."""
        contract = self.contract
        if contract in SUIT_NAMES:
            return "trump " + SUIT_NAMES[contract]
        if contract in ("obenabe", "undenufe"):
            return contract
        if contract == "misere":
            return "obenabe"  # "obenabe throughout"
        if contract == "tutti":
            return self.fixed_order()
        if contract == "tuo":  # "trump s, then undenufe, then obenabe; 9 tricks 3+3+3, 12 tricks 4+4+4"
            assert self.hand_trump is not None
            return ["trump " + self.hand_trump, "undenufe", "obenabe"][(number - 1) // (self.last // 3)]
        if contract == "3x3":
            block = self.sub_choice[(number - 1) // 3]
            if block == "O":
                return "obenabe"
            if block == "U":
                return "undenufe"
            if self.options["one_trump"]:
                assert self.hand_trump is not None
                return "trump " + self.hand_trump
            # "before each trump trick, before its lead and whoever leads, the declarer names the trump suit of that
            # trick, never one he has named in this hand"
            suit = yield self.chooser, [name for name in SUIT_NAMES if name not in self.named]
            self.named.append(suit)
            return "trump " + SUIT_NAMES[suit]
        if contract == "slalom":  # "obenabe and undenufe in turn"
            in_first_way = number % 2 == 1
            first = self.sub_choice.removesuffix("_first")
        elif contract == "gustav":
            # "12 tricks 6+6, 9 tricks 5+4, else the first half rounded up", "gustav_split=k: k tricks in the first
            # part"
            in_first_way = number <= (self.options["gustav_split"] or (self.last + 1) // 2)
            first = self.sub_choice.removesuffix("_first")
        elif contract == "riesenslalom":  # "4+5 or 5+4"
            length, first = self.sub_choice.split("_")
            in_first_way = number <= int(length)
        else:
            raise ValueError(contract)
        if in_first_way:
            return first
        return "undenufe" if first == "obenabe" else "obenabe"

    def trick_points(self, trick: Trick) -> int:
        """The cards of a trick, by the values of RB 1.3 and 1.4."""
        six = self.options["undenufe_six"]
        if self.contract == "tutti":
            column = self.fixed_column()
        elif self.contract == "3x3":
            # "each card counts by the order of the trick in which it is taken (with one_trump the trump hand)"
            column = f"trump {self.hand_trump}" if self.options["one_trump"] else column_of_order(trick.order, six)
        elif self.contract == "tuo":  # "trump hand of s throughout; option mixed_values"
            by_trick = self.options["mixed_values"] == "trick"
            column = column_of_order(trick.order, six) if by_trick else f"trump {self.hand_trump}"
        elif self.hand_trump:
            column = "trump " + self.hand_trump
        elif self.contract == "undenufe" and six:
            column = "undenufe six"
        else:
            column = "no trump"
        return sum(card_points(card, column) for card in trick.cards)


# --------------------------------------------------------------------------------------------------------------------
# What a variant states: seats, sides, deal, end of the match
# --------------------------------------------------------------------------------------------------------------------

Ending = tuple[list[int], str]  # winning sides, `end`


class Rules:
    hand_class: type[Hand]
    seats = 4
    pack = PACK
    turned_from: str | None = None  # where the card shown for trump lies: "dealer", "spare", "out"

    def __init__(self, options: dict[str, Any]):
        self.options = options
        self.seats = options.get("players", self.seats)
        self.sides = self.make_sides()

    def make_sides(self) -> list[list[int]]:
        return [[seat] for seat in range(self.seats)]

    def side_of(self, seat: int) -> int:
        return next(side for side, seats in enumerate(self.sides) if seat in seats)

    @property
    def cards_each(self) -> int:
        return len(self.pack) // self.seats

    def active(self, memory: dict[str, Any]) -> list[int]:
        """The seats still in the match."""
        return list(range(self.seats))

    def spare_cards(self, memory: dict[str, Any]) -> int | None:
        """Size of the spare hand; None: there is none."""
        return None

    def out_cards(self, memory: dict[str, Any]) -> int | None:
        """Number of cards out of play; None: there are none."""
        return None

    def first_forehand(self, dealt: list[list[str]]) -> int | None:
        """The forehand of a match's first hand; None: the dealer is drawn."""
        return None

    # what the match has to remember beside totals (REC `start`)
    def read_start(self, start: dict[str, Any], totals: list[int], single_hand: bool) -> dict[str, Any]:
        """The memory before the first hand of a record; `totals` per side. Raises Disagreement."""
        return {}

    def start_fields(self, memory: dict[str, Any]) -> dict[str, Any]:
        """What stands in `start` beside the totals."""
        return {}

    def take_drawn(self, start: dict[str, Any], memory: dict[str, Any]) -> None:
        """Takes over what chance decides before a hand (the contract of a play-off)."""

    def draw_before_hand(self, memory: dict[str, Any], choice: Callable[[list[str]], str]) -> None:
        """The same in random play."""

    def after_hand(self, totals: list[int], hand: Hand) -> None:
        """What the end of a hand changes in the memory, once the totals stand."""

    def end_reached(self, totals: list[int], hands: int, hand: Hand | None) -> Ending | None:
        """(winning sides, `end`) or None while the match goes on. hand: the hand just ended, None before the first."""
        raise NotImplementedError

    def schneider(self, winner: int, totals: list[int]) -> bool | None:
        return None


def fixed_number_of_hands(totals: list[int], hands: int, wanted: int, fewest: bool) -> Ending | None:
    """RB 1.11: "after the last hand the best total wins; if the best are tied, one more hand at a time"."""
    best = min(totals) if fewest else max(totals)
    if hands < wanted or totals.count(best) > 1:
        return None
    return [totals.index(best)], "hands"


def alone_in_front(totals: list[int], target: int) -> Ending | None:
    """ "the first hand in which somebody has `target` or more and is alone in front" """
    best = max(totals)
    if best < target or totals.count(best) > 1:
        return None
    return [totals.index(best)], "target"


def alone_lowest(totals: list[int], target: int) -> Ending | None:
    """ "the first hand in which someone has `target` or more and one is alone lowest" """
    best = min(totals)
    if max(totals) < target or totals.count(best) > 1:
        return None
    return [totals.index(best)], "target"
