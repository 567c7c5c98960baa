"""RB 2.5 schieber, 2.6 schieber_six, 2.7 sidi_barrani, 2.17 sidi_jass."""

from __future__ import annotations

from typing import Any, NoReturn

from .cards import CONTRACTS, PACK, PACK_48, SUIT_NAMES, suit_of
from .hand import Asking, ContractHand, Ending, Hand, HandStops, Rules, Trick, WeisHand


class SchieberHand(WeisHand, ContractHand):
    """RB 2.5."""

    rules: SchieberRules
    implied = {"last_trick": 5, "match_bonus": 100}

    # -- the contract ------------------------------------------------------------------------------------------------

    def play(self) -> Asking:
        yield from self.choose_contract()
        yield from self.ask_sub_choices()
        yield from self.ask_additions()
        self.prepare_weis(self.contract == "undenufe", self.hand_trump)
        self.prepare_endings()
        leader = self.chooser if self.options["lead"] == "chooser" else self.forehand
        yield from self.play_tricks(leader)

    def play_tricks(self, leader: int) -> Asking:
        for number in range(1, self.last + 1):
            order = yield from self.order_of_trick(number)
            trick = yield from self.play_trick(number, leader, order)
            self.after_trick(number, trick)
            leader = trick.winner
        self.after_last_trick()

    def choose_contract(self) -> Asking:
        """ "Forehand chooses a contract or shoves; then his partner must choose"; RB 2.6: "Forehand may shove to seat
        +2, who may shove to seat +4, who must choose"."""
        contracts = [name for name in CONTRACTS if name in self.options["contracts"]]
        n = self.rules.seats
        speakers = [(self.forehand + step) % n for step in range(0, n, 2)]
        if self.options["shove_back"]:  # "the partner may shove back once, and forehand must choose"
            speakers.append(self.forehand)
        for number, self.chooser in enumerate(speakers, 1):
            self.contract = yield self.chooser, contracts if number == len(speakers) else [*contracts, "shove"]
            if self.contract != "shove":
                return

    def ask_additions(self) -> Asking:
        """Sidi Barrani: Misère and doubles."""
        self.misere_added = False
        self.doubled = False
        return
        yield

    # -- what is written, and when -----------------------------------------------------------------------------------

    def prepare_endings(self) -> None:
        self.multiplier = self.options["multipliers"][self.contract]
        self.target = self.options["target"]
        self.end = self.options["end"]
        if self.contract in ("misere", "tutti") or self.misere_added or self.doubled:
            # "In contracts misere and tutti, and in hands with Misère or double (2.7), the end is checked, and points
            # are added, only after the hand, and there are no claims"
            self.end = "hand"
        if min(self.start_totals) >= self.target:
            # equal at the target: "another hand, played out without claims and compared after it"
            self.end = "hand"
        self.totals = list(self.start_totals)  # written so far, per side
        self.bergpreis_gone: bool = self.memory["bergpreis_gone"]
        self.waiting = [0, 0]  # points counted, not yet written (claim: trick points; hand: everything)
        self.stoeck_scored = [0] * self.rules.seats  # pairs
        self.stoeck_place_reached = False  # instant: its place at the end of trick 1

    def entry_as_written(self, entry: list[int]) -> list[int]:
        """An entry (points per side) after exchange and double, before the multiplier."""
        if (self.contract == "misere") != self.misere_added:
            # "in misere the two sides' hand totals are exchanged"; RB 2.7: "the two sides' totals (all of it ...) are
            # exchanged (in contract misere twice, that is not at all)"
            entry = [entry[1], entry[0]]
        if self.doubled and entry[0] != entry[1]:
            # RB 2.7: "the side with the majority of the hand total (after the exchange) has its total doubled, the
            # other side's counts normally; equal: nobody's"
            entry = [2 * points if points == max(entry) else points for points in entry]
        return entry

    def write(self, entry: list[int]) -> None:
        """One entry (points per side, before the multiplier) into the totals, with the Bergpreis (RB 2.5)."""
        for side in (0, 1):
            self.points[side] += entry[side]
        entry = self.entry_as_written(entry)
        for side in (0, 1):
            self.totals[side] += entry[side] * self.multiplier
        over_half = [side for side in (0, 1) if 2 * self.totals[side] > self.target]
        if self.options["bergpreis"] and over_half and not self.bergpreis_gone:
            self.bergpreis_gone = True
            if len(over_half) == 1:
                self.totals[over_half[0]] += self.options["bergpreis"]
            elif self.totals[0] != self.totals[1]:  # "both in one entry: the higher; equal: none, for good"
                self.totals[0 if self.totals[0] > self.totals[1] else 1] += self.options["bergpreis"]

    def score(self, side: int, points: int, kind: str) -> None:
        """A score arises: kind is "stoeck", "weis" or "trick"."""
        entry = [points if side == 0 else 0, points if side == 1 else 0]
        if self.end == "instant" or (self.end == "claim" and kind != "trick"):
            self.write(entry)
            self.check_within_hand()
        else:
            self.waiting = [self.waiting[0] + entry[0], self.waiting[1] + entry[1]]

    def check_within_hand(self) -> None:
        for side in (0, 1):
            if self.totals[side] >= self.target:
                self.win_within_hand(side)
        if self.end != "instant" or not self.stoeck_place_reached:
            return
        # "an unscored Stöck held in one hand (also with one card played) counts at every check: a side wins the moment
        # its total with it reaches the target, and it is added only if it is needed". RB 2.6: "a side's unscored Stöck
        # count, and are added, together; if both sides would win with theirs, the first holder in the order of trick 1"
        for seat in self.in_turn(self.tricks[0].leader):
            side = self.side_of(seat)
            unscored = self.unscored_stoeck(side)
            if self.unscored_pairs(seat) and self.totals[side] + unscored * self.multiplier >= self.target:
                self.write([unscored if side == 0 else 0, unscored if side == 1 else 0])
                self.win_within_hand(side)

    def win_within_hand(self, side: int) -> NoReturn:
        if not self.claimed:
            # REC "what was counted until then": in "claim" the trick points counted so far stay unwritten (A15)
            self.points = [self.points[side] + self.waiting[side] for side in (0, 1)]
        self.winner = side
        self.take_over_totals()
        raise HandStops

    def take_over_totals(self) -> None:
        self.scores = [self.totals[side] - self.start_totals[side] for side in (0, 1)]
        self.memory["bergpreis_gone"] = self.bergpreis_gone

    def unscored_pairs(self, seat: int) -> int:
        return self.stoeck_pairs[seat] - self.stoeck_scored[seat]

    def unscored_stoeck(self, side: int) -> int:
        return 20 * sum(self.unscored_pairs(seat) for seat in self.active if self.side_of(seat) == side)

    def score_stoeck(self, seat: int, pairs: int) -> None:
        if pairs:
            self.stoeck_scored[seat] += pairs
            self.score(self.side_of(seat), 20 * pairs, "stoeck")

    def score_weis(self) -> None:
        score = self.weis_score()
        if score is not None:
            self.score(*score, "weis")

    # -- play ---------------------------------------------------------------------------------------------------------

    def undertrump(self) -> str:
        # RB 1.5: "A hand with Misère added (2.7) is loose, whatever `undertrump` says"
        return "loose" if self.misere_added else super().undertrump()

    def legal_names(self, seat: int, trick: Trick) -> list[str]:
        names = super().legal_names(seat, trick)
        if self.end == "claim":  # "At every card decision `claim` is legal too"
            names = [*names, "claim"]
        return names

    def after_card(self, number: int, seat: int, card: str, trick: Trick, was_revoke: bool) -> None:
        super().after_card(number, seat, card, trick, was_revoke)
        if self.options["stoeck"] == "first_trick":
            # RB 1.8 "when the holder plays to trick 1"; in "instant": "scored in its place there"
            if self.end != "instant":
                self.score_stoeck(seat, self.unscored_pairs(seat))
            return
        # "when the second of the two is played"; RB 2.6: "each is scored at the card that completes a pair"
        king, ober = f"K{self.hand_trump}", f"O{self.hand_trump}"
        played = [self.first_cards[seat].count(name) - self.cards[seat].count(name) for name in (king, ober)]
        if min(played) > self.stoeck_scored[seat]:
            self.score_stoeck(seat, min(played) - self.stoeck_scored[seat])

    def other_action(self, seat: int, name: str) -> NoReturn:
        """RB 2.5 claim: "the points of both sides so far are added (finished tricks; Weis if trick 1 is over; an
        unscored Stöck in one hand for the claimer's side), and the claimer's side wins if it has the target"."""
        assert name == "claim"
        side = self.side_of(seat)
        entry = list(self.waiting)  # finished tricks; Weis and scored Stöck are already written
        entry[side] += self.unscored_stoeck(side)
        self.write(entry)
        self.claimed = True
        self.win_within_hand(side if self.totals[side] >= self.target else 1 - side)

    def after_trick(self, number: int, trick: Trick) -> None:
        side = self.side_of(trick.winner)
        if number == 1:
            for what in self.options["first_trick_order"]:
                if what == "stoeck" and self.end == "instant":
                    self.stoeck_place_reached = True
                    self.check_within_hand()
                    if self.options["stoeck"] == "first_trick":
                        for seat in self.in_turn(trick.leader):
                            self.score_stoeck(seat, self.unscored_pairs(seat))
                elif what == "weis":
                    self.score_weis()
                elif what == "trick" and self.contract != "tutti":
                    self.score(side, self.trick_points(trick), "trick")
            return
        if self.contract == "tutti":
            return  # RB 2.2 "Points are counted at the end"
        points = self.trick_points(trick)
        if number == self.last:
            points += self.options["last_trick"]  # RB 1.3 "+5 for the last trick"
            if self.side_with_all_tricks() is not None:
                points += self.options["match_bonus"]  # RB 1.3 "Match: all tricks by one side +100"
        self.score(side, points, "trick")

    def after_last_trick(self) -> None:
        if self.contract == "tutti":
            for trick in self.tricks:
                self.waiting[self.side_of(trick.winner)] += self.trick_points(trick)
            self.waiting[self.side_of(self.tricks[-1].winner)] += self.options["last_trick"]
            winner = self.side_with_all_tricks()
            if winner is not None:
                self.waiting[winner] += self.options["match_bonus"]
        if self.end != "instant":
            self.write(self.waiting)
        self.take_over_totals()


class SidiBarraniHand(SchieberHand):
    """RB 2.7."""

    def ask_additions(self) -> Asking:
        """ "The order of decisions: contract (or shove) - its sub-choice - Misère yes/no - doubles." """
        answer = yield self.chooser, ["add_misere", "plain"]
        self.misere_added = answer == "add_misere"
        self.doubled = False
        for step in (1, 3):  # "each opponent, right of the chooser first, may double, once in all"
            answer = yield (self.chooser + step) % 4, ["double", "no_double"]
            if answer == "double":
                self.doubled = True
                return


class SidiJassHand(SchieberHand):
    """RB 2.17."""

    implied = {
        **SchieberHand.implied,
        "end": "instant",
        "bergpreis": 0,
        "lead": "forehand",
        "revokes": False,
        "multipliers": dict.fromkeys(SUIT_NAMES, 1),
        "undenufe_six": False,
        "mixed_values": "hand",
        "one_trump": False,
        "gustav_split": None,
        "four_sixes_undenufe": False,
        "weis_undenufe_reversed": False,
    }

    def play(self) -> Asking:
        assert self.turned is not None
        yield from self.ask_swap(suit_of(self.turned), [self.turned])
        self.contract = next(name for name, suit in SUIT_NAMES.items() if suit == suit_of(self.turned))
        self.chooser = self.forehand
        yield from self.ask_sub_choices()
        yield from self.ask_additions()
        self.prepare_weis(False, self.hand_trump)
        self.prepare_endings()
        yield from self.play_tricks(self.forehand)  # "Non-dealer leads"


class SchieberRules(Rules):
    hand_class: type[Hand] = SchieberHand

    def make_sides(self) -> list[list[int]]:
        """RB 1.2 "Partners: seats of equal parity"."""
        return [list(range(0, self.seats, 2)), list(range(1, self.seats, 2))]

    def read_start(self, start: dict[str, Any], totals: list[int], single_hand: bool) -> dict[str, Any]:
        return {"bergpreis_gone": any(2 * total > self.options["target"] for total in totals)}

    def first_forehand(self, dealt: list[list[str]]) -> int | None:
        """RB 2.5: "the holder of the 7 of roses is forehand"."""
        return next(seat for seat in range(self.seats) if "7r" in dealt[seat])

    def end_reached(self, totals: list[int], hands: int, hand: Hand | None) -> Ending | None:
        if hand is not None and hand.winner is not None:
            return [hand.winner], "claim" if hand.claimed else "target"
        at_target = [side for side in (0, 1) if totals[side] >= self.options["target"]]
        if len(at_target) == 1:
            return at_target, "target"  # "one side at the target has won"
        if len(at_target) == 2 and totals[0] != totals[1]:
            return [totals.index(max(totals))], "target"  # "both: the higher total wins"
        return None  # "equal: another hand"

    def schneider(self, winner: int, totals: list[int]) -> bool | None:
        return 2 * totals[1 - winner] < int(self.options["target"])  # "The loser below half the target"


class SchieberSixRules(SchieberRules):
    """RB 2.6: "Two trios, seats alternating"."""

    seats = 6

    def __init__(self, options: dict[str, Any]):
        super().__init__(options)
        self.pack = PACK_48 if options["pack"] == 48 else PACK

    def first_forehand(self, dealt: list[list[str]]) -> int | None:
        """ "48: first dealer drawn. 36: first forehand holds the 7 of roses" """
        return None if self.options["pack"] == 48 else super().first_forehand(dealt)


class SidiBarraniRules(SchieberRules):
    hand_class = SidiBarraniHand


class SidiJassRules(SchieberRules):
    hand_class = SidiJassHand
    seats = 2
    turned_from = "out"

    @property
    def cards_each(self) -> int:
        return 8  # "8 cards each"

    def out_cards(self, memory: dict[str, Any]) -> int | None:
        return 20  # "the 17th card is turned, ...; the rest stays out of play"

    def first_forehand(self, dealt: list[list[str]]) -> int | None:
        return None  # RB 1.2 "The first dealer of a match is drawn at random"

    def schneider(self, winner: int, totals: list[int]) -> bool | None:
        return None  # REC: "in schieber, schieber_six and sidi_barrani, not elsewhere"
