"""The frozen types that a variant is made of. A variant is a value: read it beside its rule text.

``Variant`` is a module of the rulebook with its options; ``Variant.game(options)`` is the ``Game`` they describe, built
from named mechanisms. Each mechanism owns its parameters, its part of the vocabulary, and its lowering into the RULES
record that the engine reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, ClassVar

from jass_env.engine import actions as act
from jass_env.engine import state as st
from jass_env.engine.cards import ACE, BANNER, EIGHT, KINDS, KING, NINE, OBER, PACK_36, RANK_LETTERS, SIX, UNDER, card_id
from jass_env.engine.weis import FOUR, KINDS_OF_WEIS, SEQUENCE_POINTS_BIG, SEQUENCE_POINTS_SMALL
from jass_env.errors import OptionError, VariantError, nearest
from jass_env.options import FIRST_TRICK_ORDER, Choice, Factors, Option

STRICT, LOOSE = "strict", "loose"
ALONE, PAIRS = "alone", "pairs"

#: The turned card is the dealer's last one and stays in his hand (PT 21).
DEALERS_LAST = "dealer's last card"
#: The turned card is the top one of the spare hand (FI 119).
TOP_OF_SPARE = "top of the spare hand"
#: The turned card is the next one after the hands, and out of play (ES 67).
NEXT_CARD = "next card"
#: There is no trump.
NO_TRUMP = "none"
#: Trump is fixed in mid-hand by the first player who cannot follow (PT 73).
FREE_TRUMP = "fixed in mid-hand"


#: Phases of a hand, beside the one that closes the list.
MAX_PHASES = st.RULES["phases"].shape[0] - 1


class Mechanism:
    """A part of a game: it can lower itself into the RULES record, and says which actions it brings."""

    def lower(self, r: Any) -> None:
        """Write this part's parameters into a RULES record."""
        raise NotImplementedError

    def vocabulary(self) -> tuple[str, ...]:
        """Names of all actions this part may ever offer, whatever the options; most bring none."""
        return ()

    def describe(self, game: Game) -> str:
        """What it does in this game, in words; the documentation pages are made of these."""
        raise NotImplementedError

    def brief(self, game: Game) -> str:
        """The same in a few words, for a table, where a table has it."""
        raise NotImplementedError


class Phase(Mechanism):
    """Something that is decided in a hand. ``phase`` is its number in the engine."""

    phase: ClassVar[int]


@dataclass(frozen=True)
class Seats(Mechanism):
    """How many play, and who scores together: everybody alone, or seats of equal parity."""

    count: int
    teams: str = ALONE

    def __post_init__(self) -> None:
        """The engine's records have room for so many."""
        if self.count > st.SEATS or self.sides > st.SIDES:
            raise VariantError(
                f"{self.count} seats in {self.sides} sides: at most {st.SEATS} and {st.SIDES} are possible (engine/state.py)"
            )

    @property
    def sides(self) -> int:
        """Number of sides."""
        return self.count if self.teams == ALONE else 2

    def lower(self, r: Any) -> None:
        """Seats and sides."""
        r.seats = self.count
        r.sides = self.sides
        for seat in range(st.SEATS):
            r.side_of[seat] = seat % self.sides

    def describe(self, game: Game) -> str:
        """Who plays with whom."""
        if self.teams == ALONE:
            return f"{self.count} players, each alone."
        sides = (", ".join(map(str, range(side, self.count, 2))) for side in range(2))
        return f"{self.count} players in two sides: seats {' against '.join(sides)}. Partners score together."

    def brief(self, game: Game) -> str:
        """How many, and in what sides."""
        return f"{self.count}" if self.teams == ALONE else f"{self.count} (two {'pairs' if self.count == 4 else 'trios'})"


@dataclass(frozen=True)
class Deal(Mechanism):
    """Cards for each seat; where trump comes from if it is not chosen; who is forehand of a match's first hand.

    ``spare``: cards of a spare hand; what is then left of the pack is out of play.
    """

    cards: int
    trump: str | None = None
    pack: int = PACK_36
    first_forehand: str | None = None
    spare: int = 0

    def lower(self, r: Any) -> None:
        """Pack, hand size, turned card."""
        r.pack = self.pack
        r.hand_size = self.cards
        r.tricks = self.cards
        r.spare = self.spare
        turned = {DEALERS_LAST: st.TURN_DEALERS_LAST, TOP_OF_SPARE: st.TURN_SPARE, NEXT_CARD: st.TURN_OUT}
        if self.trump in turned:
            r.turn_up = turned[self.trump]
            r.trump_from = st.TRUMP_TURNED
        else:
            r.trump_from = {None: st.TRUMP_CHOSEN, FREE_TRUMP: st.TRUMP_FREE, NO_TRUMP: st.TRUMP_NONE}[self.trump]
        r.first_forehand_card = -1 if self.first_forehand is None else card_id(self.first_forehand)

    def describe(self, game: Game) -> str:
        """What is dealt, where trump comes from, who is the first forehand."""
        size = self.pack.bit_count()
        rest = size - game.seats.count * self.cards - self.spare
        spare = f", {self.spare} form the spare hand" if self.spare else ""
        out = f", {rest} stay out of play" if rest else ""
        trump = {
            None: "Trump, or how the cards rank, is decided before play.",
            DEALERS_LAST: "The dealer's last card is shown to all and stays in his hand; its suit is trump.",
            TOP_OF_SPARE: "The top card of the spare hand is turned; its suit is trump.",
            NEXT_CARD: "The next card is turned and lies out of play; its suit is trump.",
            NO_TRUMP: "There is no trump.",
            FREE_TRUMP: "There is no trump at first; the first card of a player who cannot follow suit makes its suit trump "
            "from that trick on.",
        }[self.trump]
        first = "The first dealer is drawn"
        if self.first_forehand is not None:
            first = f"In a match the holder of {self.first_forehand} is forehand of the first hand"
        deal = f"A pack of {size} cards, {self.cards} for each player{spare}{out}."
        return f"{deal} {trump} {first}. Forehand sits to the right of the dealer; the deal goes round to the right."

    def brief(self, game: Game) -> str:
        """Where trump comes from."""
        turned = "turned up"
        words = {None: "chosen", NO_TRUMP: "none", FREE_TRUMP: FREE_TRUMP}
        return words.get(self.trump, turned)


# --- phases: what is decided in a hand, in order ---


@dataclass(frozen=True)
class Choose(Phase):
    """Forehand chooses a contract or shoves to his partner (rulebook 2.5)."""

    contracts: tuple[str, ...]
    multipliers: Mapping[str, int]
    partners: int = 2
    shove_back: bool = False
    chooser_leads: bool = False
    gustav_split: int | None = None
    undenufe_six: bool = False
    values_by_trick: bool = False
    one_trump: bool = False

    phase: ClassVar[int] = st.PHASE_CHOOSE

    def lower(self, r: Any) -> None:
        """Contracts as a set of codes, and what they are worth."""
        r.contracts = sum(1 << act.CODE[name] for name in self.contracts)
        lower_contracts(self, r, self.multipliers)
        r.partners = self.partners
        r.shove_back = self.shove_back
        r.chooser_leads = self.chooser_leads

    def vocabulary(self) -> tuple[str, ...]:
        """The contracts the variant knows, their sub-choices, the shove."""
        return (*with_subchoices(self.multipliers), "shove")

    def describe(self, game: Game) -> str:
        """Who chooses, from what."""
        shove = "his partner, who must choose"
        if self.partners > 2:
            shove = "his next partner, and he to the last, who must choose"
        back = ", or shove back to forehand, who must" if self.shove_back else ""
        leads = "The chooser" if self.chooser_leads else "Forehand"
        contracts = ", ".join(f"{name} {self.multipliers[name]}" for name in self.contracts)
        return (
            f"Forehand chooses a contract or shoves to {shove}{back}. {leads} leads. "
            f"Contracts and their multipliers: {contracts}."
        )

    def brief(self, game: Game) -> str:
        """Contract or shove."""
        return "contract or shove"


@dataclass(frozen=True)
class Declare(Phase):
    """A player declares one of the rows his ledger has left, or passes (rulebook 2.8); he leads.

    ``known`` are all rows that the variant's options may bring. ``joker_played``: a joker stands only for a contract
    that its declarer has already played.
    """

    rows: tuple[str, ...]
    values: Mapping[str, int]
    known: tuple[str, ...]
    joker_played: bool = False
    gustav_split: int | None = None
    undenufe_six: bool = False
    values_by_trick: bool = False
    one_trump: bool = False

    phase: ClassVar[int] = st.PHASE_DECLARE

    def lower(self, r: Any) -> None:
        """Rows as a set of codes, and what they are worth."""
        r.rows = sum(1 << act.CODE[name] for name in self.rows)
        lower_contracts(self, r, self.values)
        r.joker_played = self.joker_played
        r.chooser_leads = True

    def vocabulary(self) -> tuple[str, ...]:
        """The rows, the sub-choices of their contracts, the pass."""
        return (*with_subchoices(self.known), "pass")

    def describe(self, game: Game) -> str:
        """Who declares, from what."""
        must = "if all pass forehand must" if game.seats.teams == ALONE else "if forehand passes his partner must"
        who = "Everybody" if game.seats.teams == ALONE else "Each pair"
        rows = ", ".join(f"{name} {self.values[name]}" for name in self.rows)
        joker = "that its declarer has already played" if self.joker_played else "that he names, but misère"
        jokers = f" A joker stands for a contract {joker}." if {"joker1", "joker2"} & set(self.rows) else ""
        return (
            "Who has rows left declares one of them or passes, in turn from forehand; "
            f"{must}. {who} declares each row once. The declarer leads. Rows and what they are worth: {rows}.{jokers}"
        )

    def brief(self, game: Game) -> str:
        """Declare or pass."""
        return "declare a row or pass"


def lower_contracts(phase: Choose | Declare, r: Any, values: Mapping[str, int]) -> None:
    """What both ways of choosing a contract have in common: values, and how contracts are played."""
    for name, value in values.items():
        r.multiplier[act.CODE[name] - act.SUIT_CODE] = value
    larger_half = (int(r.tricks) + 1) // 2
    r.gustav_split = larger_half if phase.gustav_split is None else phase.gustav_split
    r.undenufe_six = phase.undenufe_six
    r.values_by_trick = phase.values_by_trick
    r.one_trump = phase.one_trump


def with_subchoices(contracts: Iterable[str]) -> list[str]:
    """Contracts followed by the names of their sub-choices."""
    names = [*contracts]
    if {"slalom", "gustav"} & set(names):
        names += ["obenabe_first", "undenufe_first"]
    if "riesenslalom" in names:
        names += ["4_obenabe", "5_obenabe", "4_undenufe", "5_undenufe"]
    if "3x3" in names:
        names += act.BLOCK_ORDERS
    return names


@dataclass(frozen=True)
class AddMisere(Phase):
    """The chooser may add Misère to his contract (rulebook 2.7)."""

    phase: ClassVar[int] = st.PHASE_MISERE

    def lower(self, r: Any) -> None:
        """No parameter."""

    def vocabulary(self) -> tuple[str, ...]:
        """Add it or not."""
        return ("add_misere", "plain")

    def describe(self, game: Game) -> str:
        """What Misère does."""
        return (
            "The chooser may add Misère: the two sides' totals are exchanged at the end of the hand, "
            "and undertrumping is loose in it."
        )

    def brief(self, game: Game) -> str:
        """Misère."""
        return "Misère"


@dataclass(frozen=True)
class Double(Phase):
    """Each opponent may double, once in all (rulebook 2.7)."""

    phase: ClassVar[int] = st.PHASE_DOUBLE

    def lower(self, r: Any) -> None:
        """No parameter."""

    def vocabulary(self) -> tuple[str, ...]:
        """Double or not."""
        return ("double", "no_double")

    def describe(self, game: Game) -> str:
        """What doubling does."""
        return (
            "Each opponent of the chooser, from his right, may double, once in all: the side with the majority of the hand "
            "has its total doubled."
        )

    def brief(self, game: Game) -> str:
        """Double."""
        return "double"


@dataclass(frozen=True)
class Swap(Phase):
    """The holder of the trump six may swap it for the turned card (rulebook 2.14, 2.17)."""

    phase: ClassVar[int] = st.PHASE_SWAP

    def lower(self, r: Any) -> None:
        """No parameter."""

    def vocabulary(self) -> tuple[str, ...]:
        """Swap or keep."""
        return ("swap", "keep")

    def describe(self, game: Game) -> str:
        """The trump six."""
        return "The holder of the trump six, whoever he is, may swap it for the turned card."

    def brief(self, game: Game) -> str:
        """Swap."""
        return "swap the trump six"


@dataclass(frozen=True)
class Exchange(Phase):
    """One player may exchange his whole hand for the spare one (rulebook 2.14)."""

    phase: ClassVar[int] = st.PHASE_EXCHANGE

    def lower(self, r: Any) -> None:
        """No parameter."""

    def vocabulary(self) -> tuple[str, ...]:
        """Exchange or keep."""
        return ("exchange", "keep")

    def describe(self, game: Game) -> str:
        """The spare hand."""
        return "In turn from forehand a player may exchange his whole hand for the spare one, unseen; only one player does."

    def brief(self, game: Game) -> str:
        """Exchange."""
        return "exchange the hand"


@dataclass(frozen=True)
class Auction(Phase):
    """Players bid for a number of tricks; the highest is declarer and leads (rulebook 2.16)."""

    phase: ClassVar[int] = st.PHASE_AUCTION

    def lower(self, r: Any) -> None:
        """The declarer leads."""
        r.bidders = r.seats
        r.chooser_leads = True

    def vocabulary(self) -> tuple[str, ...]:
        """The numbers, and the pass."""
        return ("pass", *(f"bid_{tricks}" for tricks in range(1, 10)))

    def describe(self, game: Game) -> str:
        """How it goes on and ends."""
        return (
            "From forehand on each bids a number of tricks, 1 to 9, higher than the last, or passes; who has passed may bid "
            "again. After three passes in succession or a bid of 9 the last bidder is declarer, and leads. If all pass the "
            "hand is not played."
        )

    def brief(self, game: Game) -> str:
        """Auction."""
        return "auction"


@dataclass(frozen=True)
class NameTrump(Phase):
    """The declarer names the trump suit; without an auction the dealer (rulebook 2.14, 2.16)."""

    phase: ClassVar[int] = st.PHASE_TRUMP

    def lower(self, r: Any) -> None:
        """No parameter."""

    def vocabulary(self) -> tuple[str, ...]:
        """The suits."""
        return act.CONTRACTS[:4]

    def describe(self, game: Game) -> str:
        """Who names it."""
        who = "declarer" if any(isinstance(phase, Auction) for phase in game.phases) else "dealer"
        return f"The {who} names one of the four suits as trump."

    def brief(self, game: Game) -> str:
        """Trump."""
        return "name trump"


@dataclass(frozen=True)
class AnnounceTricks(Phase):
    """Each other player announces how many of the tricks left he will take (rulebook 2.16)."""

    phase: ClassVar[int] = st.PHASE_ANNOUNCE

    def lower(self, r: Any) -> None:
        """No parameter."""

    def vocabulary(self) -> tuple[str, ...]:
        """0 to 9."""
        return tuple(f"tricks_{tricks}" for tricks in range(10))

    def describe(self, game: Game) -> str:
        """In what order, and how many."""
        return (
            "From the declarer's right each other player announces how many tricks he will take; "
            f"with the bid they make at most {game.deal.cards}."
        )

    def brief(self, game: Game) -> str:
        """Tricks said."""
        return "announce tricks"


@dataclass(frozen=True)
class Predict(Phase):
    """Each player writes down how many points he will take (rulebook 2.10)."""

    open: bool = False

    phase: ClassVar[int] = st.PHASE_PREDICT

    def lower(self, r: Any) -> None:
        """Whether the others see it."""
        r.prediction_open = self.open

    def vocabulary(self) -> tuple[str, ...]:
        """0 to 157."""
        return tuple(f"predict_{points}" for points in range(158))

    def describe(self, game: Game) -> str:
        """Openly or not."""
        seen = "seen as they are made" if self.open else "hidden until the hand is over"
        return f"From forehand on each predicts how many of the 157 points he will take, 0 to 157; predictions are {seen}."

    def brief(self, game: Game) -> str:
        """Predict."""
        return "predict points"


def lower_first_trick(r: Any, order: Sequence[str]) -> None:
    """What is scored first at the end of trick 1; it matters where a match can end within a hand."""
    places = {"stoeck": st.PLACE_STOECK, "weis": st.PLACE_WEIS, "trick": st.PLACE_TRICK}
    for number, name in enumerate(order):
        r.first_trick_order[number] = places[name]


@dataclass(frozen=True)
class Weis(Mechanism):
    """Weis and Stöck by the house rules of rulebook 1.7 and 1.8."""

    mode: str = "auto"
    table: str = "small"
    order: str = "fours"
    four_nines: int = 150
    four_low: bool = False
    shared_cards: bool = False
    identical: str = "earlier"
    stoeck: str = "second"
    four_sixes_undenufe: bool = False
    undenufe_reversed: bool = False

    def lower(self, r: Any) -> None:
        """Points and rank of each kind of Weis, for all contracts and for Undenufe."""
        r.weis = {"off": st.WEIS_OFF, "auto": st.WEIS_AUTO, "choose": st.WEIS_CHOOSE}[self.mode]
        r.weis_big = self.table == "big"
        r.weis_shared = self.shared_cards or self.table == "big"
        r.weis_undenufe_reversed = self.undenufe_reversed
        r.weis_cancel = self.identical == "cancel"
        r.stoeck = {"second": st.STOECK_SECOND, "first_trick": st.STOECK_FIRST_TRICK}[self.stoeck]
        lower_first_trick(r, FIRST_TRICK_ORDER.default)
        for undenufe in (False, True):
            points = self.points(undenufe)
            for rank, kind in enumerate(self.rising(undenufe), start=1):
                r.weis_rank[undenufe * KINDS_OF_WEIS + kind] = rank
                r.weis_points[undenufe * KINDS_OF_WEIS + kind] = points[kind]

    def points(self, undenufe: bool) -> list[int]:
        """Points of the sixteen kinds; 0 is not a Weis."""
        sequences = SEQUENCE_POINTS_BIG if self.table == "big" else SEQUENCE_POINTS_SMALL
        fours = dict.fromkeys((BANNER, OBER, KING, ACE), 100)
        fours |= {NINE: self.four_nines, UNDER: 200}
        if self.four_low:
            fours |= dict.fromkeys((SIX, SIX + 1, EIGHT), 100)
        if undenufe and self.four_sixes_undenufe:
            fours |= {SIX: 100, ACE: 0}
        return [*sequences, *(fours.get(rank, 0) for rank in range(9))]

    def rising(self, undenufe: bool) -> list[int]:
        """The kinds of Weis from the lowest to the highest."""
        three, four, five, six, seven, eight, nine = range(7)
        low = [FOUR + SIX, FOUR + SIX + 1, FOUR + EIGHT]
        middle = [FOUR + BANNER, FOUR + OBER, FOUR + KING, FOUR + ACE]
        if undenufe and self.undenufe_reversed:
            hundreds = (low + middle)[::-1]
        elif undenufe and self.four_sixes_undenufe:
            # Four 6s stand where four Aces stood; the Aces are no Weis.
            hundreds = [FOUR + ACE, *low[1:], *middle[:3], FOUR + SIX]
        else:
            hundreds = low + middle
        nines, unders = FOUR + NINE, FOUR + UNDER
        if self.table == "big":
            if self.order == "sequences":
                return [three, four, *hundreds, nines, five, six, unders, seven, eight, nine]
            return [three, four, five, *hundreds, nines, six, unders, seven, eight, nine]
        if self.order == "sequences":
            return [three, four, *hundreds, nines, five, six, seven, eight, nine, unders]
        return [three, four, five, six, seven, eight, nine, *hundreds, nines, unders]

    def describe(self, game: Game) -> str:
        """What counts, in rising order, and how it is announced."""
        points = self.points(False)
        names = [f"{length} in a row" for length in range(3, 10)] + [f"four {rank}" for rank in RANK_LETTERS]
        rising = ", ".join(f"{names[kind]} {points[kind]}" for kind in self.rising(False) if points[kind])
        announces = "announces" if self.mode == "auto" else "may announce"
        partners = "" if game.seats.teams == ALONE else ", and so do his partners"
        weis = (
            f"Weis: each player, before his card to trick 1, {announces} his best if none better was announced; the holder "
            f"of the best scores all of his{partners}. Rising: {rising}."
        )
        when = {"second": "with the second of them", "first_trick": "in trick 1"}[self.stoeck]
        stoeck = f"Stöck: King and Ober of trumps in one hand, 20, scored {when}."
        return f"{'No Weis.' if self.mode == 'off' else weis} {stoeck}"


@dataclass(frozen=True)
class Tricks(Phase):
    """The tricks are played, with Weis and Stöck where the game has them."""

    undertrump: str = STRICT
    only_trumps: str = "any"
    weis: Weis | None = None
    revokes: bool = False

    phase: ClassVar[int] = st.PHASE_TRICKS

    def lower(self, r: Any) -> None:
        """Rules of legal cards, and Weis."""
        r.strict = self.undertrump == STRICT
        r.only_trumps_beat = self.only_trumps == "beat"
        r.revokes = self.revokes
        if self.weis is not None:
            self.weis.lower(r)

    def vocabulary(self) -> tuple[str, ...]:
        """Announcing Weis."""
        return () if self.weis is None else ("announce", "silent")

    def describe(self, game: Game) -> str:
        """The rule of legal cards."""
        plain = "The led suit must be followed; who has none of it plays any card."
        if game.deal.trump == NO_TRUMP:
            return plain
        without = "" if always_trump(game) else f"Without a trump suit: {plain[0].lower()}{plain[1:]} With one: "
        follow = (
            f"{without}a plain suit led is followed or trumped, and who has none of it plays any card; a trump led must be "
            "followed, but not with the Under (Puur) as one's only trump. There is no duty to beat."
        )
        under = "Loose: a trump lower than the highest in the trick is forbidden only to a player who can follow suit."
        if self.undertrump == STRICT:
            only = "it must be beaten if it can be" if self.only_trumps == "beat" else "any is allowed"
            under = (
                f"Strict: a trump lower than the highest in the trick is forbidden; with nothing but trumps in hand {only}."
            )
        revokes = ""
        if self.revokes:
            revokes = (
                " A player may revoke, but not undertrump; as soon as he plays a card of the suit that he withheld the hand "
                "stops, his side scores -20 and nobody else anything."
            )
        return f"{follow[0].upper()}{follow[1:]} {under}{revokes}"

    def brief(self, game: Game) -> str:
        """Tricks."""
        return "tricks"


# --- what a hand counts, what it scores, how a match ends ---


@dataclass(frozen=True)
class CardPoints(Mechanism):
    """Card points, points for the last trick, bonus for all tricks."""

    last_trick: int = 5
    match_bonus: int = 0

    def lower(self, r: Any) -> None:
        """Both bonuses."""
        r.count_cycle = 1
        r.trick_bonus[int(r.tricks) - 1] = self.last_trick
        r.match_bonus = self.match_bonus

    def totals(self, pack: int) -> set[int]:
        """What all players' card points of a hand can add up to (hands in which cards count by the trick apart)."""
        cards = {152} if pack == PACK_36 else {304, 240}
        return {each + self.last_trick for each in cards}

    def describe(self, game: Game) -> str:
        """What the cards count, and the bonuses."""
        words = "A 11, K 4, O 3, B 10, U 2"
        if game.deal.trump != NO_TRUMP:
            words += "; U 20 and 9 14 in the trump suit"
        if not always_trump(game):
            words += "; the 8 counts 8 in a hand without trump"
        bonus = f", {self.match_bonus} for all tricks" if self.match_bonus else ""
        return f"Card points: {words}. {self.last_trick} for the last trick{bonus}."


@dataclass(frozen=True)
class Table:
    """What cards and tricks count: points by card, for each trick, for some tricks by number (1 first, -1 last)."""

    cards: Mapping[str, int] = field(default_factory=dict)
    each_trick: int = 0
    tricks: Mapping[int, int] = field(default_factory=dict)

    def describe(self) -> str:
        """The points, in words."""
        names = {-1: "the last trick", -2: "the last trick but one"}
        by_value: dict[int, list[str]] = {}
        for card in sorted(self.cards, key=card_id):
            by_value.setdefault(self.cards[card], []).append(card)
        words = [f"{self.each_trick} for each trick"] if self.each_trick else []
        words += [f"{value} for {'each of ' * (len(cards) > 1)}{' '.join(cards)}" for value, cards in by_value.items()]
        words += [f"{value} for {names.get(number, f'trick {number}')}" for number, value in self.tricks.items()]
        return ", ".join(words)


@dataclass(frozen=True)
class OwnPoints(Mechanism):
    """Points of the variant's own for cards and tricks; hand h counts by table h, and then round again."""

    tables: tuple[Table, ...]

    def lower(self, r: Any) -> None:
        """The tables, card by card and trick by trick."""
        r.own_values = True
        r.count_cycle = len(self.tables)
        for number, table in enumerate(self.tables):
            for card, value in table.cards.items():
                r.card_value[number * KINDS + card_id(card)] = value
            for trick in range(int(r.tricks)):
                bonus = table.tricks.get(trick + 1, 0) + table.tricks.get(trick - int(r.tricks), 0)
                r.trick_bonus[number * st.TRICKS + trick] = table.each_trick + bonus

    def totals(self, pack: int) -> set[int]:
        """What all players' points of a hand can add up to."""
        tricks = {PACK_36: (9, 12)}[pack]
        return {
            sum(table.cards.values()) + number * table.each_trick + sum(table.tricks.values())
            for table in self.tables
            for number in tricks
        }

    def describe(self, game: Game) -> str:
        """The tables."""
        if len(self.tables) == 1:
            return f"Points: {self.tables[0].describe()}."
        hands = "; ".join(f"hand {number}: {table.describe()}" for number, table in enumerate(self.tables, start=1))
        return f"Points: {hands}; and then round again."


@dataclass(frozen=True)
class PointsToTotals(Mechanism):
    """A side's hand points times the multiplier go into its total (schieber family)."""

    def lower(self, r: Any) -> None:
        """No parameter."""
        r.settle = st.SETTLE_POINTS

    def describe(self, game: Game) -> str:
        """What goes into the totals."""
        who = "Everybody" if game.seats.teams == ALONE else "Each side"
        times = ", times the contract's multiplier" if any(isinstance(phase, Choose) for phase in game.phases) else ""
        return f"{who} adds the points of the hand to the total{times}."

    def brief(self, game: Game) -> str:
        """The unit of totals."""
        return "points"


@dataclass(frozen=True)
class MittlereSticks(Mechanism):
    """Sticks and potatoes of Mittlere: the middle one loses (rulebook 2.2). ``tie_third``: the third's sticks at a tie."""

    tie_third: int = 2

    def lower(self, r: Any) -> None:
        """The house rule for ties."""
        r.settle = st.SETTLE_MITTLERE
        r.tie_third = self.tie_third

    def describe(self, game: Game) -> str:
        """What it does to the totals."""
        return (
            "Sticks (+1) and potatoes (-1): the middle one loses 2, the others win 1. Lines of their own, which come first: "
            f"all tricks +2, no trick -2, 100 points or more -2, and of two equal ones -1 each, the third +{self.tie_third}."
        )

    def brief(self, game: Game) -> str:
        """The unit of totals."""
        return "net sticks"


@dataclass(frozen=True)
class SignedPoints(Mechanism):
    """Points count negative in the first half of the hands, positive in the second (rulebook 2.13)."""

    def lower(self, r: Any) -> None:
        """No parameter."""
        r.settle = st.SETTLE_SIGNED

    def describe(self, game: Game) -> str:
        """What it does to the totals."""
        return "Points count negative in the first half of the hands, positive in the second."

    def brief(self, game: Game) -> str:
        """The unit of totals."""
        return "points"


@dataclass(frozen=True)
class Monopol(Mechanism):
    """Points are penalties; who takes ``all_of_them`` gets that many off instead (rulebook 2.15)."""

    all_of_them: int

    def lower(self, r: Any) -> None:
        """How many there are."""
        r.settle = st.SETTLE_MONOPOL
        r.threshold = self.all_of_them

    def describe(self, game: Game) -> str:
        """What it does to the totals."""
        return f"Points are penalties; who takes all {self.all_of_them} gets {self.all_of_them} off instead."

    def brief(self, game: Game) -> str:
        """The unit of totals."""
        return "penalty points"


@dataclass(frozen=True)
class MolotowSticks(Mechanism):
    """Sticks and potatoes of Molotow: the two in the middle lose (rulebook 2.3)."""

    def lower(self, r: Any) -> None:
        """No parameter."""
        r.settle = st.SETTLE_MOLOTOW

    def describe(self, game: Game) -> str:
        """What it does to the totals."""
        return (
            "Sticks (+1) and potatoes (-1): the two in the middle lose 1, highest and lowest win 1. Lines of their own, "
            "which come first: 157 points +3, 100 to 156 points -3, and ties."
        )

    def brief(self, game: Game) -> str:
        """The unit of totals."""
        return "net sticks"


@dataclass(frozen=True)
class PlusMinusSticks(Mechanism):
    """Sticks of Plus-Minus: highest and lowest win (rulebook 2.4). ``aside``: a tied stick lies aside (table fi)."""

    aside: bool = False

    def lower(self, r: Any) -> None:
        """Which table."""
        r.settle = st.SETTLE_PLUS_MINUS
        r.sticks_aside = self.aside

    def describe(self, game: Game) -> str:
        """Which sticks there are."""
        tie = "two equal: 2 for the third"
        if game.seats.count > 3:
            tie = "a tied stick lies aside for the first of them to earn one" if self.aside else "a tied one raises the next"
        high = "the highest none if he" if self.aside else "the lowest alone if somebody else"
        return f"Sticks: all tricks 2. Otherwise highest and lowest 1 each; {tie}; {high} has 100 points or more."

    def brief(self, game: Game) -> str:
        """The unit of totals."""
        return "sticks"


@dataclass(frozen=True)
class ThresholdSticks(Mechanism):
    """Sticks for those with at least so many points, one off for those below (rulebook 2.14, dealer's game)."""

    points: int

    def lower(self, r: Any) -> None:
        """The threshold."""
        r.settle = st.SETTLE_THRESHOLD
        r.threshold = self.points

    def describe(self, game: Game) -> str:
        """What it does to the totals."""
        return (
            f"Sticks for {self.points} points or more: one such player 2, two 1 each; of more the best two 1 each (a tie "
            "for second: the best alone; three or more tied for best: none). Everyone below -1."
        )

    def brief(self, game: Game) -> str:
        """The unit of totals."""
        return "net sticks"


@dataclass(frozen=True)
class Strokes(Mechanism):
    """Strokes for the best, more for each player below the threshold, a null for him (rulebook 2.14, exchange)."""

    points: int

    def lower(self, r: Any) -> None:
        """The threshold."""
        r.settle = st.SETTLE_STROKES
        r.threshold = self.points

    def describe(self, game: Game) -> str:
        """What it does to the totals."""
        return (
            f"The best two get a stroke each for {self.points} points or more (of two players the best alone); who is below "
            "gets a null (-1), and each player not below one more stroke for each who is."
        )

    def brief(self, game: Game) -> str:
        """The unit of totals."""
        return "net strokes"


@dataclass(frozen=True)
class ExactTricks(Mechanism):
    """Exactly the tricks said: tricks + 5; otherwise minus the square of the difference (rulebook 2.16)."""

    def lower(self, r: Any) -> None:
        """No parameter."""
        r.settle = st.SETTLE_TRICKS

    def describe(self, game: Game) -> str:
        """What it does to the totals."""
        return "Exactly the tricks said: tricks + 5; otherwise minus the square of the difference."

    def brief(self, game: Game) -> str:
        """The unit of totals."""
        return "points"


@dataclass(frozen=True)
class LedgerSticks(Mechanism):
    """Only the declarer's points are written; sticks and potatoes when a row is full, and for a match (2.8)."""

    def lower(self, r: Any) -> None:
        """No parameter."""
        r.settle = st.SETTLE_LEDGER_STICKS

    def describe(self, game: Game) -> str:
        """What it does to the totals."""
        return (
            "Only the declarer's points are written. A row that everybody has played gives the best as many sticks (+1) as "
            "it is worth and the worst as many potatoes (-1); the tied draw cards. A declarer with all tricks +2, the "
            "others -1; with no trick -2, the others +1."
        )

    def brief(self, game: Game) -> str:
        """The unit of totals."""
        return "net sticks"


@dataclass(frozen=True)
class LedgerPoints(Mechanism):
    """Only the declarer's points are written: tens, times the factor of the row (2.8)."""

    def lower(self, r: Any) -> None:
        """No parameter."""
        r.settle = st.SETTLE_LEDGER_POINTS

    def describe(self, game: Game) -> str:
        """What it does to the totals."""
        return "Only the declarer's points are written: full tens, times the factor of the row."

    def brief(self, game: Game) -> str:
        """The unit of totals."""
        return "points"


@dataclass(frozen=True)
class PredictionError(Mechanism):
    """The distance from the prediction is a penalty; an exact one lowers the total, not below 0 with ``floor`` (2.10)."""

    exact_bonus: int = 10
    floor: bool = True

    def lower(self, r: Any) -> None:
        """Bonus and floor."""
        r.settle = st.SETTLE_PREDICTION
        r.prediction_bonus = self.exact_bonus
        r.prediction_floor = self.floor

    def describe(self, game: Game) -> str:
        """Penalty and bonus."""
        pairs = "" if game.seats.teams == ALONE else " Partners' predictions are added up."
        floor = ", but never below 0" if self.floor else ""
        return (
            "The distance between points taken and predicted is a penalty; an exact prediction lowers the total by "
            f"{self.exact_bonus}{floor} (exactly 0: nothing).{pairs}"
        )

    def brief(self, game: Game) -> str:
        """The unit of totals."""
        return "penalty points"


class MatchRule(Mechanism):
    """When a match ends and who has won."""

    def is_schneider(self, totals: Sequence[int], winners: Sequence[int]) -> bool | None:
        """The loser is Schneider; None where the match knows no such thing."""
        return None

    def describe_outcome(self) -> str:
        """What reward "outcome" is at the end."""
        return "+1 to the winners, -1 to the losers; 0 to those who share the win"


@dataclass(frozen=True)
class Hands(MatchRule):
    """A fixed number of hands; while the best are tied one more at a time, unless ties stand."""

    count: int
    fewest_wins: bool = False
    ties_stand: bool = False

    def __post_init__(self) -> None:
        """At least one."""
        if self.count < 1:
            raise VariantError(f"Hands({self.count}): a match has at least one hand")

    def lower(self, r: Any) -> None:
        """Number of hands and direction."""
        r.match = st.MATCH_HANDS
        r.hands = self.count
        r.fewest_wins = self.fewest_wins
        r.ties_stand = self.ties_stand

    def describe(self, game: Game) -> str:
        """How many hands, who wins, ties."""
        ties = "equal totals share the win" if self.ties_stand else "if the best are tied one more hand at a time is played"
        return f"{self.count} hands; the {'lowest' if self.fewest_wins else 'highest'} total wins; {ties}."

    def brief(self, game: Game) -> str:
        """Who wins."""
        return f"{'fewest' if self.fewest_wins else 'most'} {game.settle.brief(game)} in {self.count} hands"


@dataclass(frozen=True)
class Ahead(MatchRule):
    """The first hand after which somebody has so many and one is alone in front (or alone lowest)."""

    points: int
    fewest_wins: bool = False

    def lower(self, r: Any) -> None:
        """The number and direction."""
        r.match = st.MATCH_AHEAD
        r.target = self.points
        r.fewest_wins = self.fewest_wins

    def describe(self, game: Game) -> str:
        """When it ends, who wins."""
        best = "lowest, who wins" if self.fewest_wins else "in front, who wins"
        return f"The match ends after the first hand in which somebody has {self.points} or more and one is alone {best}."

    def brief(self, game: Game) -> str:
        """Who wins."""
        unit = game.settle.brief(game)
        if self.fewest_wins:
            return f"fewest {unit} when somebody has {self.points}"
        return f"first to {self.points} {unit}, alone in front"


@dataclass(frozen=True)
class FullLedgers(MatchRule):
    """All rows of all ledgers; most net sticks, then fewest potatoes, then a play-off (rulebook 2.8)."""

    hands: int

    def lower(self, r: Any) -> None:
        """Number of hands."""
        r.match = st.MATCH_LEDGER
        r.hands = self.hands

    def describe(self, game: Game) -> str:
        """When it ends, who wins."""
        return (
            f"All rows are played after {self.hands} hands; most net sticks win, then the fewest potatoes ever received, "
            "then a play-off: each of the tied declares a drawn contract in one further hand, and the best points win."
        )

    def brief(self, game: Game) -> str:
        """Who wins."""
        return f"most {game.settle.brief(game)} in {self.hands} hands"


@dataclass(frozen=True)
class LastOneIn(MatchRule):
    """Who has so many net strokes is out of the match and safe; a last one in has lost (rulebook 2.14)."""

    strokes: int

    def lower(self, r: Any) -> None:
        """The number."""
        r.match = st.MATCH_LAST_IN
        r.safe_at = self.strokes

    def describe(self, game: Game) -> str:
        """Who is out, who loses."""
        return f"Who has {self.strokes} net strokes is out and safe, the others play on; the last one in loses."

    def brief(self, game: Game) -> str:
        """Who wins."""
        return f"safe with {self.strokes} {game.settle.brief(game)}; the last one in loses"

    def describe_outcome(self) -> str:
        """Everybody who is safe has won."""
        return "+1 to each player when he is safe, -1 to the last one in"


@dataclass(frozen=True)
class Target(MatchRule):
    """First side with the target wins; when that is looked at is the house rule ``end`` (rulebook 2.5)."""

    points: int
    end: str = "instant"
    first_trick_order: tuple[str, ...] = FIRST_TRICK_ORDER.default
    bergpreis: int = 0
    #: The loser below half the target is reported as Schneider.
    schneider: bool = True
    #: The variant knows the house rule ``end="claim"``.
    claims: bool = True

    def lower(self, r: Any) -> None:
        """Target, when points are written, Bergpreis."""
        r.match = st.MATCH_TARGET
        r.target = self.points
        r.bergpreis = self.bergpreis
        r.writes = {"instant": st.WRITE_INSTANT, "claim": st.WRITE_CLAIM, "hand": st.WRITE_AFTER_HAND}[self.end]
        lower_first_trick(r, self.first_trick_order)

    def vocabulary(self) -> tuple[str, ...]:
        """The claim."""
        return ("claim",) if self.claims else ()

    def is_schneider(self, totals: Sequence[int], winners: Sequence[int]) -> bool | None:
        """The loser has less than half the target (FI 243); None where the game does not report it."""
        if not self.schneider:
            return None
        return bool(winners) and any(2 * total < self.points for seat, total in enumerate(totals) if seat not in winners)

    def describe(self, game: Game) -> str:
        """When the end is looked at."""
        first = ", ".join(self.first_trick_order)
        when = {
            "instant": f"Every score counts when it arises (after trick 1: {first}), and the match ends at that moment.",
            "claim": "Weis and Stöck count when they arise. With any card to play a player may claim: the hand stops, and "
            "his side has the target or loses.",
            "hand": "The end is looked at after each hand.",
        }[self.end]
        berg = f" The first past half the target gets {self.bergpreis}." if self.bergpreis else ""
        schneider = " A loser below half the target is Schneider (reported, not scored)." if self.schneider else ""
        return (
            f"The first to {self.points} points wins. {when} If both have the target after a hand the higher total wins; if "
            f"they are equal another hand is played.{berg}{schneider}"
        )

    def brief(self, game: Game) -> str:
        """Who wins."""
        return f"first to {self.points} {game.settle.brief(game)}"


@dataclass(frozen=True)
class Game:
    """A variant with its options applied: everything the engine needs to know, as mechanisms."""

    seats: Seats
    deal: Deal
    phases: tuple[Phase, ...]
    count: CardPoints | OwnPoints
    settle: Mechanism
    match: MatchRule
    max_hands: int
    #: What is decided only in another form of the variant: ids of actions do not depend on the options.
    other_phases: tuple[Phase, ...] = ()

    def __post_init__(self) -> None:
        """Kernels trust that cards, phases and hands make a game.

        Raises:
            VariantError: they do not; the message says what.
        """
        pack, dealt = self.deal.pack.bit_count(), self.seats.count * self.deal.cards + self.deal.spare
        if self.seats.count < 2 or not 1 <= self.deal.cards <= st.TRICKS or self.deal.spare < 0 or dealt > pack:
            raise VariantError(
                f"{self.deal.cards} cards for each of {self.seats.count} seats and {self.deal.spare} spare ones: at "
                f"least two seats with 1 to {st.TRICKS} cards, and not more than the {pack} of the pack, are possible"
            )
        if (self.deal.trump == TOP_OF_SPARE and self.deal.spare == 0) or (self.deal.trump == NEXT_CARD and dealt == pack):
            raise VariantError(f"trump={self.deal.trump!r}: no such card is left after the deal")
        phases = [phase.phase for phase in self.phases]
        if phases[-1:] != [st.PHASE_TRICKS] or len(phases) > MAX_PHASES or len(set(phases)) < len(phases):
            raise VariantError(
                f"{len(phases)} phases: at most {MAX_PHASES} different ones, the last of them Tricks, make a hand"
            )
        if self.max_hands < 1:
            raise VariantError(f"max_hands={self.max_hands}: a match has at least one hand")

    def parts(self) -> tuple[Mechanism, ...]:
        """All mechanisms, in the order in which they are lowered."""
        return (self.seats, self.deal, *self.phases, self.count, self.settle, self.match)

    def lower(self, r: Any) -> None:
        """Write the game into a RULES record that is all zero."""
        for part in self.parts():
            part.lower(r)
        for place, phase in enumerate(self.phases):
            r.phases[place] = phase.phase
        r.max_hands = self.max_hands

    def action_names(self) -> tuple[str, ...]:
        """The action names in id order: the cards, then what the mechanisms bring, in the order of the vocabulary."""
        used = {name for part in (*self.parts(), *self.other_phases) for name in part.vocabulary()}
        return tuple(name for code, name in enumerate(act.VOCABULARY) if code < 36 or name in used)


def always_trump(game: Game) -> bool:
    """Every hand of this game has a trump suit from the beginning."""
    turned = game.deal.trump in (DEALERS_LAST, TOP_OF_SPARE, NEXT_CARD)
    return turned or any(isinstance(phase, NameTrump) for phase in game.phases)


def default_value(name: str, option: Option, resolved: Mapping[str, Any]) -> Any:
    """An option's default, which may depend on the values of options listed before it."""
    if isinstance(option, Factors) and option.default_by is not None:
        return dict(option.default_by(SimpleNamespace(**resolved)))
    if isinstance(option, Choice) and option.default_by is not None:
        other, defaults = option.default_by
        return defaults.get(resolved[other], option.default)
    return option.check(name, option.default)


@dataclass(frozen=True)
class Variant:
    """A module of the rulebook: its name, options, presets, and the game that they describe."""

    name: str
    summary: str
    options: Mapping[str, Option]
    game: Callable[[Any], Game]
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    default_preset: str | None = None
    version: int = 0

    def resolve(self, preset: str | None, given: Mapping[str, Any]) -> dict[str, Any]:
        """Every option with its value: the default, overlaid by the preset, overlaid by what is given.

        Raises:
            OptionError: unknown preset or option, or a value that is not allowed.
        """
        if preset is None:
            preset = self.default_preset
        if preset is not None and (not isinstance(preset, str) or preset not in self.presets):
            raise OptionError(f"{self.name} has no preset {preset!r}; {nearest(preset, self.presets)}")
        for name in given:
            if name not in self.options:
                known = (*self.options, "preset", "episode", "reward")  # what is given beside the options
                raise OptionError(f"{self.name} has no option {name!r}; {nearest(name, known)}")
        resolved: dict[str, Any] = {}
        for name, option in self.options.items():
            value = default_value(name, option, resolved)
            for layer in (self.presets[preset] if preset is not None else {}, given):
                if name in layer:
                    if isinstance(option, Factors):
                        value = option.overlay(name, value, layer[name])
                    else:
                        value = option.check(name, layer[name])
            resolved[name] = value
        return resolved

    def build(self, resolved: Mapping[str, Any]) -> Game:
        """The game of resolved options."""
        return self.game(SimpleNamespace(**resolved))
