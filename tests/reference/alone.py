"""Everybody for himself (and the pairs of differenzler): RB 2.1 basic_jass, 2.2 mittlere, 2.3 molotow, 2.4 plus_minus,
2.10 differenzler, 2.11 rosenober, 2.12 schiltenober, 2.13 guggitaler, 2.15 schellenjass, 2.16 sticheln."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .cards import SUIT_NAMES, rank_of, suit_of
from .hand import (
    Asking,
    Disagreement,
    Ending,
    Hand,
    Rules,
    Trick,
    WeisHand,
    alone_in_front,
    alone_lowest,
    fixed_number_of_hands,
)

# --------------------------------------------------------------------------------------------------------------------
# RB 2.1 basic_jass
# --------------------------------------------------------------------------------------------------------------------


class BasicJassHand(WeisHand):
    def play(self) -> Asking:
        assert self.turned is not None
        trump = suit_of(self.turned)  # "suit of the dealer's last card"
        self.prepare_weis(False, trump)
        yield from self.play_all_tricks(self.forehand, "trump " + trump)
        self.count_all("trump " + trump)  # "Score = card points + last 5 + match 100 + Weis + Stöck"
        self.scores = list(self.points)


class BasicJassRules(Rules):
    hand_class = BasicJassHand
    turned_from = "dealer"

    def end_reached(self, totals: list[int], hands: int, hand: Hand | None) -> Ending | None:
        return fixed_number_of_hands(totals, hands, 12, fewest=False)  # "12 hands, most points"


# --------------------------------------------------------------------------------------------------------------------
# RB 2.2 mittlere
# --------------------------------------------------------------------------------------------------------------------


class MittlereHand(Hand):
    """RB 2.2."""

    def play(self) -> Asking:
        yield from self.play_all_tricks(self.forehand, None)
        self.count_cards(self.fixed_column())
        self.score_sticks()

    def score_sticks(self) -> None:
        tricks = [self.tricks_of(seat) for seat in range(3)]
        self.scores = mittlere_sticks(self.points, tricks, self.options["tie_third"])


def mittlere_sticks(points: list[int], tricks: list[int], tie_third: int = 2) -> list[int]:
    """RB 2.2, the table: "First line that applies"."""
    seats = range(3)
    for seat in seats:  # 1. one player took all 12 tricks
        if tricks[seat] == 12:
            return [2 if other == seat else -1 for other in seats]
    for seat in seats:  # 2. a player took no trick
        if tricks[seat] == 0:
            return [-2 if other == seat else 1 for other in seats]
    for seat in seats:  # 3. a player has 100 or more points
        if points[seat] >= 100:
            return [-2 if other == seat else 1 for other in seats]
    for third in seats:  # 4. two have equal points
        others = [points[other] for other in seats if other != third]
        if others[0] == others[1]:
            return [tie_third if other == third else -1 for other in seats]
    middle = sorted(points)[1]  # 5. otherwise: the middle one -2
    return [-2 if points[other] == middle else 1 for other in seats]


class MittlereRules(Rules):
    hand_class: type[Hand] = MittlereHand
    seats = 3

    def end_reached(self, totals: list[int], hands: int, hand: Hand | None) -> Ending | None:
        return fixed_number_of_hands(totals, hands, 12, fewest=False)


# --------------------------------------------------------------------------------------------------------------------
# RB 2.3 molotow
# --------------------------------------------------------------------------------------------------------------------


class MolotowHand(MittlereHand):
    """RB 2.3: "played as Mittlere"."""

    def score_sticks(self) -> None:
        self.scores = molotow_sticks(self.points, self.draw_for_tie)


def molotow_sticks(points: list[int], draw: Callable[[list[int]], int]) -> list[int]:
    """RB 2.3, the table: "First line that applies (points h >= i >= j >= l)". draw: the seat with the highest card."""
    seats = range(4)
    if max(points) == 157:  # 1. someone has 157 (all tricks or not)
        return [3 if points[seat] == 157 else -1 for seat in seats]
    if max(points) >= 100:  # 2. someone has 100-156
        return [-3 if points[seat] >= 100 else 1 for seat in seats]
    h, i, j, low = sorted(points, reverse=True)
    if h == i and i != j:  # 3a. exactly two tie for highest: they 0, the third -1, the lowest +1
        return [{h: 0, j: -1, low: 1}[points[seat]] for seat in seats]
    if i == j and h != i and j != low:  # 3b. exactly two tie in the middle: they -1 each, highest and lowest +1 each
        return [-1 if points[seat] == i else 1 for seat in seats]
    if j == low and i != j:  # 3c. exactly two tie for lowest: they 0, the second -1, the highest +1
        return [{h: 1, i: -1, low: 0}[points[seat]] for seat in seats]
    if h > i > j > low:  # 4. all different: the two middle -1 each, highest and lowest +1 each
        return [-1 if points[seat] in (i, j) else 1 for seat in seats]
    # 5. three tie: the odd one out +1; "the three draw a card each and the highest card draws -1, the other two 0"
    tied = [seat for seat in seats if points.count(points[seat]) == 3]
    loser = draw(tied)
    return [-1 if seat == loser else 0 if seat in tied else 1 for seat in seats]


class MolotowRules(MittlereRules):
    hand_class = MolotowHand
    seats = 4


# --------------------------------------------------------------------------------------------------------------------
# RB 2.4 plus_minus
# --------------------------------------------------------------------------------------------------------------------


class PlusMinusHand(MittlereHand):
    """RB 2.4: "As Mittlere (3, 12 cards) or Molotow (4, 9 cards)"."""

    def score_sticks(self) -> None:
        winner = self.side_with_all_tricks()
        carry = self.memory["carry"]
        if self.options["table"] == "pt":
            self.scores, self.memory["carry"] = plus_minus_pt(self.points, winner, carry)
        else:
            self.scores, self.memory["carry"] = plus_minus_fi(self.points, winner, carry, self.in_turn(self.forehand))


def plus_minus_pt(points: list[int], all_tricks: int | None, carry: int) -> tuple[list[int], int]:
    """RB 2.4 `table="pt"`, first line that applies; all_tricks: the seat that took all tricks. Returns the sticks and
    the extra sticks for the next hand that gives any."""
    seats = range(len(points))
    highest, lowest = max(points), min(points)
    if all_tricks is not None:  # "a player who takes all tricks gets 2 sticks, the others none"
        sticks = [2 if seat == all_tricks else 0 for seat in seats]
    elif len(points) == 3 and len(set(points)) < 3:  # "Three players, two equal: they 0, the third 2"
        sticks = [2 if points.count(points[seat]) == 1 else 0 for seat in seats]
    elif points.count(highest) > 1 or points.count(lowest) > 1:
        # "a tie (of two or three) for highest or for lowest: nobody gets a stick, and whoever gets sticks in the next
        # hand that gives any gets one more each (several such hands add up)"
        return [0 for _ in seats], carry + 1
    elif len(set(points)) < len(points):  # "exactly the two middle ones: they 0, the other two 1 each"
        sticks = [1 if points[seat] in (highest, lowest) else 0 for seat in seats]
    elif highest >= 100:  # (2) "a player has 100 or more: he 0, the lowest 1"
        sticks = [1 if points[seat] == lowest else 0 for seat in seats]
    else:  # (3) "highest 1 and lowest 1"
        sticks = [1 if points[seat] in (highest, lowest) else 0 for seat in seats]
    return [stick + carry if stick else 0 for stick in sticks], 0


def plus_minus_fi(
    points: list[int], all_tricks: int | None, aside: list[list[int]], turn: list[int]
) -> tuple[list[int], list[list[int]]]:
    """RB 2.4 `table="fi"`; aside: the groups for whom a stick lies aside, turn: the seats from forehand on."""
    seats = range(len(points))
    new: list[list[int]] = []
    sticks = [0 for _ in seats]
    if all_tricks is not None:
        sticks[all_tricks] = 2
    elif len(points) == 3 and len(set(points)) < 3:  # "three players, two equal: the third gets 2"
        sticks = [2 if points.count(points[seat]) == 1 else 0 for seat in seats]
    else:
        for extreme in (max(points), min(points)):  # "highest and lowest 1 each"
            group = [seat for seat in seats if points[seat] == extreme]
            if len(group) > 1:  # "that stick is put aside"
                new.append(group)
            elif not (extreme == max(points) and extreme >= 100):  # "a highest with 100 or more gets none"
                sticks[group[0]] += 1
    earned = [seat for seat in turn if sticks[seat]]  # "the first in turn from forehand"
    left = []
    for group in aside:
        # "the first of the tied players who next earns a stick gets one extra for it"
        takers = [seat for seat in earned if seat in group]
        if takers:
            sticks[takers[0]] += 1
        else:
            left.append(group)
    return sticks, left + new


class PlusMinusRules(MittlereRules):
    hand_class = PlusMinusHand

    def read_start(self, start: dict[str, Any], totals: list[int], single_hand: bool) -> dict[str, Any]:
        carry = start.get("carry")
        if self.options["table"] == "pt":
            if type(carry) is not int or carry < 0:
                raise Disagreement(f"start carry: expected a whole number, found {carry!r}")
            if carry and self.seats == 3:
                raise Disagreement("start carry: three players have none")
        elif not isinstance(carry, list) or any(
            not isinstance(group, list)
            or len(group) not in (2, 3)
            or group != sorted(set(group))
            or any(seat not in range(4) for seat in group)
            for group in carry
        ):
            raise Disagreement(f"start carry: expected a list of groups of seats, found {carry!r}")
        elif carry and self.seats == 3:
            raise Disagreement("start carry: three players have none")
        return {"carry": carry}

    def start_fields(self, memory: dict[str, Any]) -> dict[str, Any]:
        return {"carry": memory["carry"]}

    def end_reached(self, totals: list[int], hands: int, hand: Hand | None) -> Ending | None:
        return alone_in_front(totals, 7)  # "First to be alone in front with 7 or more"


# --------------------------------------------------------------------------------------------------------------------
# RB 2.10 differenzler
# --------------------------------------------------------------------------------------------------------------------


class DifferenzlerHand(Hand):
    """RB 2.10."""

    def play(self) -> Asking:
        assert self.turned is not None
        predicted = [0] * self.rules.seats
        for seat in self.in_turn(self.forehand):  # "Before play each player, from forehand on"
            name = yield seat, [f"predict_{points}" for points in range(158)]
            predicted[seat] = int(name.removeprefix("predict_"))
        order = "trump " + suit_of(self.turned)
        yield from self.play_all_tricks(self.forehand, order)
        self.count_cards(order)
        for side, seats in enumerate(self.rules.sides):
            said = sum(predicted[seat] for seat in seats)  # "the pair's prediction is the sum"
            self.scores[side] = differenzler_penalty(said, self.points[side], self.start_totals[side], self.options["floor"])


def differenzler_penalty(said: int, taken: int, total: int, floor: bool = True) -> int:
    """RB 2.10: the change of a total."""
    if said != taken:
        return abs(taken - said)
    if said == 0:
        return 0  # "exact at 0 predicted: 0"
    if floor:
        return max(total - 10, 0) - total  # "-10, but a total never falls below 0"
    return -10


class DifferenzlerRules(Rules):
    hand_class = DifferenzlerHand
    turned_from = "dealer"

    def make_sides(self) -> list[list[int]]:
        if self.options["pairs"]:
            return [[0, 2], [1, 3]]
        return super().make_sides()

    def end_reached(self, totals: list[int], hands: int, hand: Hand | None) -> Ending | None:
        return fixed_number_of_hands(totals, hands, self.options["hands"], fewest=True)


# --------------------------------------------------------------------------------------------------------------------
# RB 2.11 rosenober, 2.12 schiltenober
# --------------------------------------------------------------------------------------------------------------------


class RosenoberHand(Hand):
    """RB 2.11."""

    def play(self) -> Asking:
        yield from self.play_all_tricks(self.forehand, "none")
        for trick in self.tricks:
            self.points[trick.winner] += self.points_of(self.tricks.index(trick) + 1, trick)
        self.scores = list(self.points)

    def points_of(self, number: int, trick: Trick) -> int:
        """ "1 point each for the Ober of roses, the Ober of acorns, the last trick" """
        return ("Or" in trick.cards) + ("Oa" in trick.cards) + (number == 9)


class SchiltenoberHand(RosenoberHand):
    """RB 2.12."""

    def points_of(self, number: int, trick: Trick) -> int:
        """ "1 point each for the Ober of shields, the second trick, the last trick but one (the 8th)" """
        return ("Os" in trick.cards) + (number == 2) + (number == 8)


class RosenoberRules(Rules):
    hand_class: type[Hand] = RosenoberHand

    def end_reached(self, totals: list[int], hands: int, hand: Hand | None) -> Ending | None:
        return alone_lowest(totals, 12)


class SchiltenoberRules(Rules):
    hand_class = SchiltenoberHand

    def end_reached(self, totals: list[int], hands: int, hand: Hand | None) -> Ending | None:
        return alone_lowest(totals, 7)


# --------------------------------------------------------------------------------------------------------------------
# RB 2.13 guggitaler
# --------------------------------------------------------------------------------------------------------------------


class GuggitalerHand(Hand):
    """RB 2.13."""

    def play(self) -> Asking:
        yield from self.play_all_tricks(self.forehand, "none")
        if self.options["form"] == "ten":  # "hands 1-5 negative, 6-10 the same positive"
            kinds = [(self.number - 1) % 5 + 1]
            sign = -1 if self.number <= 5 else 1
        else:  # "all five in every hand, hands 1-4 negative, 5-8 positive"
            kinds = [1, 2, 3, 4, 5]
            sign = -1 if self.number <= 4 else 1
        for number, trick in enumerate(self.tricks, 1):
            for kind in kinds:
                self.points[trick.winner] += guggitaler_points(kind, trick.cards, number == self.last)
        self.scores = [sign * points for points in self.points]


def guggitaler_points(kind: int, cards: list[str], is_last: bool) -> int:
    """ "5 per trick; 10 per bells card; 20 per Ober; 40 for the King of roses; 50 for the last trick" """
    if kind == 1:
        return 5
    if kind == 2:
        return 10 * sum(1 for card in cards if suit_of(card) == "b")
    if kind == 3:
        return 20 * sum(1 for card in cards if rank_of(card) == "O")
    if kind == 4:
        return 40 if "Kr" in cards else 0
    return 50 if is_last else 0


class GuggitalerRules(Rules):
    hand_class = GuggitalerHand

    def end_reached(self, totals: list[int], hands: int, hand: Hand | None) -> Ending | None:
        if hands < (10 if self.options["form"] == "ten" else 8):
            return None
        # "Highest total wins; ties stand"
        return [side for side, total in enumerate(totals) if total == max(totals)], "hands"


# --------------------------------------------------------------------------------------------------------------------
# RB 2.15 schellenjass
# --------------------------------------------------------------------------------------------------------------------


class SchellenjassHand(Hand):
    """RB 2.15."""

    def play(self) -> Asking:
        yield from self.play_all_tricks(self.forehand, "none")
        for trick in self.tricks:  # "1 point per bells card taken"
            self.points[trick.winner] += sum(1 for card in trick.cards if suit_of(card) == "b")
        self.scores = [-9 if points == 9 else points for points in self.points]  # "all nine bells (Monopol): -9 instead"


class SchellenjassRules(Rules):
    hand_class = SchellenjassHand

    def end_reached(self, totals: list[int], hands: int, hand: Hand | None) -> Ending | None:
        return fixed_number_of_hands(totals, hands, 12, fewest=True)


# --------------------------------------------------------------------------------------------------------------------
# RB 2.16 sticheln
# --------------------------------------------------------------------------------------------------------------------


class StichelnHand(Hand):
    """RB 2.16."""

    def play(self) -> Asking:
        declarer, bid = yield from self.auction()
        if declarer is None:
            return  # "All four pass: the hand is not played and scores nothing"
        name = yield declarer, list(SUIT_NAMES)  # "The declarer names one of the four suits as trump"
        order = "trump " + SUIT_NAMES[name]
        said = {declarer: bid}
        for seat in self.in_turn(declarer)[1:]:
            # "then, from his right, each other player announces 0 to (9 - sum so far) tricks"
            answer = yield seat, [f"tricks_{tricks}" for tricks in range(9 - sum(said.values()) + 1)]
            said[seat] = int(answer.removeprefix("tricks_"))
        yield from self.play_all_tricks(declarer, order)  # "The declarer leads"
        self.points = [self.tricks_of(seat) for seat in range(4)]
        self.scores = [sticheln_score(said[seat], self.points[seat]) for seat in range(4)]

    def auction(self) -> Asking:
        """ "Auction from forehand: a number of tricks 1-9 higher than the last bid, or pass; who has passed may bid
        again; after three passes in succession the last bidder is declarer (a bid of 9 ends it at once)." """
        bidder: int | None = None
        bid = 0
        passes = 0
        seat = self.forehand
        while bid < 9 and passes < (4 if bidder is None else 3):
            name = yield seat, ["pass", *(f"bid_{tricks}" for tricks in range(bid + 1, 10))]
            if name == "pass":
                passes += 1
            else:
                bidder, bid, passes = seat, int(name.removeprefix("bid_")), 0
            seat = (seat + 1) % 4
        return bidder, bid


def sticheln_score(said: int, made: int) -> int:
    """ "Exact: tricks + 5; otherwise -(difference squared)." """
    return made + 5 if said == made else -((said - made) ** 2)


class StichelnRules(Rules):
    hand_class = StichelnHand

    def end_reached(self, totals: list[int], hands: int, hand: Hand | None) -> Ending | None:
        return alone_in_front(totals, 50)
