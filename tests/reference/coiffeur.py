"""RB 2.8 coiffeur_schieber, 2.9 coiffeur."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .cards import CONTRACTS, JOKERS, SIX_CONTRACTS
from .hand import Asking, ContractHand, Disagreement, Ending, Hand, Rules

ROW_ORDER = [*CONTRACTS, *JOKERS]  # REC, id order
COIFFEUR_CONTRACTS = [*SIX_CONTRACTS, "slalom", "riesenslalom", "misere", "tutti", "3x3"]  # RB 2.9

# "suits 1; obenabe, undenufe, slalom 2; gustav, jokers, tuo 3"; RB 2.9: "misère (2 ...); tutti (2); riesenslalom (2);
# 3x3 (3); one joker (3)"
STICK_VALUES = {
    "acorns": 1,
    "roses": 1,
    "shields": 1,
    "bells": 1,
    "obenabe": 2,
    "undenufe": 2,
    "slalom": 2,
    "gustav": 3,
    "riesenslalom": 2,
    "misere": 2,
    "tutti": 2,
    "tuo": 3,
    "3x3": 3,
    "joker1": 3,
    "joker2": 3,
}


def is_coiffeur(options: dict[str, Any]) -> bool:
    return "form" not in options  # "coiffeur without `form`, `jokers`"


def counts_sticks(options: dict[str, Any]) -> bool:
    return is_coiffeur(options) or options["form"] in ("alone3", "sticks4")


def named_contracts(options: dict[str, Any]) -> list[str]:
    """The form's named contracts (all but the jokers), in id order."""
    if is_coiffeur(options):
        names = list(COIFFEUR_CONTRACTS)
    elif counts_sticks(options):
        names = [*SIX_CONTRACTS, "slalom", "gustav"]
    else:
        names = list(SIX_CONTRACTS)
    names += options["extra_contracts"]  # "those the form has already change nothing"
    if options["tuo"] is not None:
        names.append("tuo")
    return [name for name in CONTRACTS if name in names]


def joker_rows(options: dict[str, Any]) -> list[str]:
    count = 1 if is_coiffeur(options) else options["jokers"]
    if options["tuo"] == "joker" and count == 2:
        count = 1  # "in place of joker2; where there is none, an additional row"
    return JOKERS[:count]


def rows_of(options: dict[str, Any]) -> list[str]:
    return named_contracts(options) + joker_rows(options)


def row_values(options: dict[str, Any]) -> dict[str, int]:
    """The sticks or the factor of each row."""
    rows = rows_of(options)
    if counts_sticks(options):
        return {row: STICK_VALUES[row] for row in rows}
    # "acorns 1, roses 2, ... (added slalom, gustav, tuo come after undenufe and push the jokers up by one each)"
    return {row: number for number, row in enumerate(rows, 1)}


class CoiffeurHand(ContractHand):
    rules: CoiffeurRules

    def play(self) -> Asking:
        playoff = self.memory["playoff"]
        self.row = ""
        if playoff is not None:  # "the tied ... each declare it in one further hand"
            self.chooser = playoff["tied"][playoff["at"]]
            self.contract = playoff["contract"]
        else:
            if self.options.get("form") == "pairs4":
                yield from self.choose_in_pairs()
            else:
                yield from self.choose_alone()
            yield from self.ask_joker()
        yield from self.ask_sub_choices()
        leader = self.chooser  # "The declarer leads"
        for number in range(1, self.last + 1):
            order = yield from self.order_of_trick(number)
            trick = yield from self.play_trick(number, leader, order)
            leader = trick.winner
        for trick in self.tricks:
            self.points[self.side_of(trick.winner)] += self.trick_points(trick)
        self.points[self.side_of(leader)] += 5
        winner = self.side_with_all_tricks()
        if winner is not None:
            self.points[winner] += 100
        if playoff is None:
            self.write()

    # -- choosing ------------------------------------------------------------------------------------------------------

    def ledger(self, seat: int) -> list[list[Any]]:
        return self.memory["ledger"][self.side_of(seat)]  # type: ignore[no-any-return]

    def rows_left(self, seat: int) -> list[str]:
        """ "A player (pair) may declare each contract once." """
        used = [row for row, _ in self.ledger(seat)]
        return [row for row in self.rules.rows if row not in used]

    def joker_contracts(self, seat: int) -> list[str]:
        """ "any contract of the form's named ones but misère (option `joker="played"`: only one he has already played,
        so not before he has played one)" """
        names = [name for name in named_contracts(self.options) if name != "misere"]
        if self.options["joker"] == "played":
            used = [row for row, _ in self.ledger(seat)]
            names = [name for name in names if name in used]
        return names

    def rows_to_choose(self, seat: int) -> list[str]:
        return [row for row in self.rows_left(seat) if row not in JOKERS or self.joker_contracts(seat)]

    def choose_alone(self) -> Asking:
        """ "the speakers are the players with contracts left, in turn from forehand; each chooses or passes. If
        forehand is one of them, all may pass, and then forehand must choose; if forehand has nothing left, the last
        speaker may not pass; a sole speaker must choose" """
        speakers = [seat for seat in self.in_turn(self.forehand) if self.rows_left(seat)]
        for self.chooser in speakers:
            names = self.rows_to_choose(self.chooser)
            may_pass = self.forehand in speakers or self.chooser != speakers[-1]
            if len(speakers) > 1 and may_pass:
                names = [*names, "pass"]
            self.row = yield self.chooser, names
            if self.row != "pass":
                return
        self.chooser = self.forehand  # "in the barrel"
        self.row = yield self.forehand, self.rows_to_choose(self.forehand)

    def choose_in_pairs(self) -> Asking:
        """ "if forehand passes his partner must choose; a pair with nothing left is skipped: the seat right of forehand
        speaks first and may pass to his partner" """
        self.chooser = self.forehand if self.rows_left(self.forehand) else (self.forehand + 1) % 4
        self.row = yield self.chooser, [*self.rows_to_choose(self.chooser), "pass"]
        if self.row == "pass":
            self.chooser = (self.chooser + 2) % 4
            self.row = yield self.chooser, self.rows_to_choose(self.chooser)

    def ask_joker(self) -> Asking:
        self.contract = self.row
        if self.row in JOKERS:
            self.contract = yield self.chooser, self.joker_contracts(self.chooser)

    # -- scoring -------------------------------------------------------------------------------------------------------

    def write(self) -> None:
        """ "Only the declarer's points are written." """
        declarer = self.side_of(self.chooser)
        self.ledger(self.chooser).append([self.row, self.points[declarer]])
        value = self.options["multipliers"][self.row]
        if not counts_sticks(self.options):
            self.scores[declarer] = self.points[declarer] // 10 * value  # "floor(points / 10) x multiplier"
            return
        self.match_row(declarer)
        self.full_row(value)

    def give(self, seat: int, sticks: int) -> None:
        """Sticks (or, negative, potatoes)."""
        self.scores[seat] += sticks
        if sticks < 0:
            self.memory["potatoes"][seat] -= sticks  # "all ever received, match row included"

    def match_row(self, declarer: int) -> None:
        """ "declarer with all tricks +2 and each other -1; declarer with no trick -2 and each other +1"; RB 2.9: in
        misère "no trick counts as all tricks and the reverse" """
        tricks = self.tricks_of(declarer)
        if self.row == "misere":
            tricks = {0: self.last, self.last: 0}.get(tricks, tricks)
        if tricks in (0, self.last):
            sign = 1 if tricks else -1
            for seat in range(self.rules.seats):
                self.give(seat, 2 * sign if seat == declarer else -sign)

    def full_row(self, value: int) -> None:
        """ "when every player has played a contract (a row is full): best gets sticks, worst potatoes, both of the
        row's value. Tie for best or for worst: the tied draw, for the sticks first (all equal: all draw for the sticks,
        then all for the potatoes)" """
        row = [dict(ledger).get(self.row) for ledger in self.memory["ledger"]]
        points = [number for number in row if number is not None]
        if len(points) < len(row):
            return
        best, worst = (min(points), max(points)) if self.row == "misere" else (max(points), min(points))
        self.give(self.draw_for_tie([seat for seat, number in enumerate(points) if number == best]), value)
        self.give(self.draw_for_tie([seat for seat, number in enumerate(points) if number == worst]), -value)


class CoiffeurRules(Rules):
    hand_class = CoiffeurHand

    def __init__(self, options: dict[str, Any]):
        super().__init__(options)
        self.rows = rows_of(options)

    def make_sides(self) -> list[list[int]]:
        if is_coiffeur(self.options):
            return super().make_sides()
        if self.options["form"] == "pairs4":
            return [[0, 2], [1, 3]]
        self.seats = 3 if self.options["form"] == "alone3" else 4
        return super().make_sides()

    # -- the ledger ----------------------------------------------------------------------------------------------------

    def read_start(self, start: dict[str, Any], totals: list[int], single_hand: bool) -> dict[str, Any]:
        ledger = start.get("ledger")
        if not isinstance(ledger, list) or len(ledger) != len(self.sides):
            raise Disagreement(f"start ledger: expected {len(self.sides)} lists, found {ledger!r}")
        for rows in ledger:
            for entry in rows:
                if (
                    not isinstance(entry, list)
                    or len(entry) != 2
                    or entry[0] not in self.rows
                    or (type(entry[1]) is not int or not 0 <= entry[1] <= 257)
                ):
                    raise Disagreement(f"start ledger: expected [row, points], found {entry!r}")
            if len({row for row, _ in rows}) < len(rows):
                raise Disagreement(f"start ledger: a row stands twice in {rows}")
        memory: dict[str, Any] = {
            "ledger": [[list(entry) for entry in rows] for rows in ledger],
            "potatoes": [0] * self.seats,
            "playoff": None,
            "won": None,
        }
        if not single_hand:
            # the potatoes ever received do not stand in the record
            if counts_sticks(self.options) and (any(ledger) or "playoff" in start):
                raise Disagreement("start: a match for sticks can only be judged from its beginning")
            if not counts_sticks(self.options):
                values = self.options["multipliers"]
                written = [sum(points // 10 * values[row] for row, points in rows) for rows in ledger]
                if written != totals:
                    raise Disagreement(f"start totals: by the ledger {written}, found {totals}")
        if "playoff" in start:
            playoff = start["playoff"]
            if not isinstance(playoff, dict) or playoff.get("declarer") not in range(self.seats):
                raise Disagreement(f"start playoff: expected contract and declarer, found {playoff!r}")
            if not counts_sticks(self.options) or not self.all_played(memory):
                raise Disagreement("start playoff: the match is not played off")
            memory["playoff"] = {"contract": None, "tied": [playoff["declarer"]], "at": 0, "points": {}}
            self.take_drawn(start, memory)
        elif self.all_played(memory):
            raise Disagreement("start of a match that is over")
        return memory

    def start_fields(self, memory: dict[str, Any]) -> dict[str, Any]:
        fields: dict[str, Any] = {"ledger": memory["ledger"]}
        playoff = memory["playoff"]
        if playoff is not None:
            fields["playoff"] = {"contract": playoff["contract"], "declarer": playoff["tied"][playoff["at"]]}
        return fields

    def take_drawn(self, start: dict[str, Any], memory: dict[str, Any]) -> None:
        playoff = memory["playoff"]
        if playoff is None or playoff["contract"] is not None:
            return
        given = start.get("playoff")
        contract = given.get("contract") if isinstance(given, dict) else None
        if contract not in named_contracts(self.options):  # "drawn among the form's named ones"
            raise Disagreement(f"start playoff: {contract!r} is none of the named contracts")
        playoff["contract"] = contract

    def draw_before_hand(self, memory: dict[str, Any], choice: Callable[[list[str]], str]) -> None:
        if memory["playoff"] is not None and memory["playoff"]["contract"] is None:
            memory["playoff"]["contract"] = choice(named_contracts(self.options))

    # -- the end -------------------------------------------------------------------------------------------------------

    def all_played(self, memory: dict[str, Any]) -> bool:
        return all(len(rows) == len(self.rows) for rows in memory["ledger"])

    def after_hand(self, totals: list[int], hand: Hand) -> None:
        memory = hand.memory
        if not self.all_played(memory):
            return
        playoff = memory["playoff"]
        if not counts_sticks(self.options):
            # "Highest total wins; equal totals share"
            memory["won"] = [side for side, total in enumerate(totals) if total == max(totals)]
            return
        if playoff is None:
            # "Most net sticks; tie: fewer potatoes before cancelling; still tied: a contract is drawn"
            tied = [seat for seat in range(self.seats) if totals[seat] == max(totals)]
            fewest = min(memory["potatoes"][seat] for seat in tied)
            tied = [seat for seat in tied if memory["potatoes"][seat] == fewest]
        else:
            declarer = playoff["tied"][playoff["at"]]
            playoff["points"][declarer] = hand.points[declarer]
            playoff["at"] += 1
            if playoff["at"] < len(playoff["tied"]):
                return
            # "most points (match included; misère: fewest) wins; those tied for best go on with a new contract"
            points = playoff["points"]
            best = min(points.values()) if playoff["contract"] == "misere" else max(points.values())
            tied = [seat for seat in playoff["tied"] if points[seat] == best]
        if len(tied) == 1:
            memory["won"], memory["playoff"] = tied, None
        else:
            memory["playoff"] = {"contract": None, "tied": tied, "at": 0, "points": {}}

    def end_reached(self, totals: list[int], hands: int, hand: Hand | None) -> Ending | None:
        if hand is None or hand.memory["won"] is None:
            return None
        return list(hand.memory["won"]), "hands"
