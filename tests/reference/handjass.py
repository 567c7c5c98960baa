"""RB 2.14 handjass, both forms."""

from __future__ import annotations

from typing import Any

from .cards import SUIT_NAMES, suit_of
from .hand import Asking, Ending, Hand, Rules, WeisHand, alone_in_front, expect


class DealerHandjassHand(WeisHand):
    """RB 2.14 `form="dealer"`."""

    def play(self) -> Asking:
        name = yield self.dealer, list(SUIT_NAMES)  # "the dealer names the trump suit"
        trump = SUIT_NAMES[name]
        self.prepare_weis(False, trump)
        yield from self.play_all_tricks(self.forehand, "trump " + trump)  # "forehand leads"
        self.count_all("trump " + trump)  # "Points = cards + last 5 + match 100 + Weis + Stöck"
        self.scores = handjass_dealer_sticks(self.points)


def handjass_dealer_sticks(points: list[int]) -> list[int]:
    threshold = 21 if len(points) == 4 else 26
    seats = range(len(points))
    at = [seat for seat in seats if points[seat] >= threshold]
    sticks = [0 for _ in seats]
    if len(at) == 1:  # (A) "only one player at the threshold: 2 sticks"
        sticks[at[0]] = 2
    elif len(at) == 2:  # (B) "exactly two: 1 each"
        for seat in at:
            sticks[seat] = 1
    elif len(at) > 2:  # (C)
        highest = [seat for seat in at if points[seat] == max(points)]
        rest = [seat for seat in at if seat not in highest]
        if len(highest) == 1:  # "a single highest gets 1, and a single second then also 1"
            sticks[highest[0]] = 1
            second = [seat for seat in rest if points[seat] == max(points[other] for other in rest)]
            if len(second) == 1:
                sticks[second[0]] = 1
        elif len(highest) == 2:  # "two tied for highest 1 each; three or more tied for highest: none"
            for seat in highest:
                sticks[seat] = 1
    for seat in seats:  # (D) "everyone below the threshold -1"
        if seat not in at:
            sticks[seat] = -1
    return sticks


class DealerHandjassRules(Rules):
    hand_class = DealerHandjassHand

    def end_reached(self, totals: list[int], hands: int, hand: Hand | None) -> Ending | None:
        return alone_in_front(totals, 7)


class ExchangeHandjassHand(WeisHand):
    """RB 2.14 `form="exchange"`."""

    def play(self) -> Asking:
        assert self.turned is not None and self.spare is not None
        trump = suit_of(self.turned)
        yield from self.ask_swap(trump, self.spare)  # "asked first, whoever holds it"
        for seat in self.in_turn(self.forehand):  # "Then from forehand each may exchange his whole hand"
            answer = yield seat, ["keep", "exchange"]
            if answer == "exchange":  # "for the nine spare cards; one player only, unseen"
                self.cards[seat] = list(self.spare)
                break
        self.prepare_weis(False, trump)
        yield from self.play_all_tricks(self.forehand, "trump " + trump)
        self.count_all("trump " + trump)
        strokes = handjass_exchange_strokes([self.points[seat] for seat in self.active])
        for seat, change in zip(self.active, strokes, strict=True):
            self.scores[seat] = change


def handjass_exchange_strokes(points: list[int]) -> list[int]:
    """The net strokes of the three, or the two, in the hand."""
    seats = range(len(points))
    below = [seat for seat in seats if points[seat] < 21]
    strokes = [-1 if seat in below else 0 for seat in seats]  # "A player below 21 gets a null"
    highest = [seat for seat in seats if points[seat] == max(points)]
    if len(points) == 2:
        # "the higher, if he has 21 or more, gets a stroke, and two if the other is below 21; equal: no stroke"
        if len(highest) == 1 and highest[0] not in below:
            strokes[highest[0]] = 2 if below else 1
        return strokes
    if len(highest) > 1:
        best = highest  # "tie for highest: all tied get one, if they have 21"
    else:
        rest = [seat for seat in seats if seat not in highest]
        second = [seat for seat in rest if points[seat] == max(points[other] for other in rest)]
        # "The highest and the second highest"; "tie for second with all at 21 or more: only the highest"
        best = highest + second if len(second) == 1 else highest
    for seat in best:
        if seat not in below:
            strokes[seat] += 1
    for seat in seats:  # "each player not below 21 gets one extra stroke per player below"
        if seat not in below:
            strokes[seat] += len(below)
    return strokes


class ExchangeHandjassRules(Rules):
    hand_class = ExchangeHandjassHand
    turned_from = "spare"

    @property
    def cards_each(self) -> int:
        return 9

    def active(self, memory: dict[str, Any]) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in memory["out"]]

    def spare_cards(self, memory: dict[str, Any]) -> int | None:
        return 9

    def out_cards(self, memory: dict[str, Any]) -> int | None:
        """ "The other two play on as two: 9 cards each, 9 spare, 9 out of play"; "`players=2` starts there" """
        return 9 if len(self.active(memory)) == 2 else None

    def safe(self, totals: list[int]) -> list[int]:
        return [seat for seat in range(self.seats) if totals[seat] >= 5]  # "5 net strokes: out and safe"

    def read_start(self, start: dict[str, Any], totals: list[int], single_hand: bool) -> dict[str, Any]:
        expect("start out", start.get("out"), self.safe(totals))
        return {"out": self.safe(totals)}

    def start_fields(self, memory: dict[str, Any]) -> dict[str, Any]:
        return {"out": memory["out"]}

    def after_hand(self, totals: list[int], hand: Hand) -> None:
        hand.memory["out"] = self.safe(totals)

    def end_reached(self, totals: list[int], hands: int, hand: Hand | None) -> Ending | None:
        """ "Last one in loses; winners are all who are safe; two may get out in one hand (all three: all win)." """
        safe = self.safe(totals)
        return (safe, "target") if len(safe) >= self.seats - 1 else None


def handjass_rules(options: dict[str, Any]) -> Rules:
    return DealerHandjassRules(options) if options["form"] == "dealer" else ExchangeHandjassRules(options)
