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
from jass_env.engine.cards import ACE, BANNER, EIGHT, KINDS, KING, NINE, OBER, PACK_36, SIX, UNDER, card_id
from jass_env.engine.weis import FOUR, KINDS_OF_WEIS, SEQUENCE_POINTS_BIG, SEQUENCE_POINTS_SMALL
from jass_env.errors import OptionError, nearest
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


class Mechanism:
    """A part of a game: it can lower itself into the RULES record, and says which actions it brings."""

    def lower(self, r: Any) -> None:
        """Write this part's parameters into a RULES record."""
        raise NotImplementedError

    def vocabulary(self) -> tuple[str, ...]:
        """Names of all actions this part may ever offer, whatever the options; most bring none."""
        return ()


class Phase(Mechanism):
    """Something that is decided in a hand. ``phase`` is its number in the engine."""

    phase: ClassVar[int]


@dataclass(frozen=True)
class Seats(Mechanism):
    """How many play, and who scores together: everybody alone, or seats of equal parity."""

    count: int
    teams: str = ALONE

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


@dataclass(frozen=True)
class Double(Phase):
    """Each opponent may double, once in all (rulebook 2.7)."""

    phase: ClassVar[int] = st.PHASE_DOUBLE

    def lower(self, r: Any) -> None:
        """No parameter."""

    def vocabulary(self) -> tuple[str, ...]:
        """Double or not."""
        return ("double", "no_double")


@dataclass(frozen=True)
class Swap(Phase):
    """The holder of the trump six may swap it for the turned card (rulebook 2.14, 2.17)."""

    phase: ClassVar[int] = st.PHASE_SWAP

    def lower(self, r: Any) -> None:
        """No parameter."""

    def vocabulary(self) -> tuple[str, ...]:
        """Swap or keep."""
        return ("swap", "keep")


@dataclass(frozen=True)
class Exchange(Phase):
    """One player may exchange his whole hand for the spare one (rulebook 2.14)."""

    phase: ClassVar[int] = st.PHASE_EXCHANGE

    def lower(self, r: Any) -> None:
        """No parameter."""

    def vocabulary(self) -> tuple[str, ...]:
        """Exchange or keep."""
        return ("exchange", "keep")


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


@dataclass(frozen=True)
class NameTrump(Phase):
    """The declarer names the trump suit; without an auction the dealer (rulebook 2.14, 2.16)."""

    phase: ClassVar[int] = st.PHASE_TRUMP

    def lower(self, r: Any) -> None:
        """No parameter."""

    def vocabulary(self) -> tuple[str, ...]:
        """The suits."""
        return act.CONTRACTS[:4]


@dataclass(frozen=True)
class AnnounceTricks(Phase):
    """Each other player announces how many of the tricks left he will take (rulebook 2.16)."""

    phase: ClassVar[int] = st.PHASE_ANNOUNCE

    def lower(self, r: Any) -> None:
        """No parameter."""

    def vocabulary(self) -> tuple[str, ...]:
        """0 to 9."""
        return tuple(f"tricks_{tricks}" for tricks in range(10))


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


@dataclass(frozen=True)
class Table:
    """What cards and tricks count: points by card, for each trick, for some tricks by number (1 first, -1 last)."""

    cards: Mapping[str, int] = field(default_factory=dict)
    each_trick: int = 0
    tricks: Mapping[int, int] = field(default_factory=dict)


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


@dataclass(frozen=True)
class PointsToTotals(Mechanism):
    """A side's hand points times the multiplier go into its total (schieber family)."""

    def lower(self, r: Any) -> None:
        """No parameter."""
        r.settle = st.SETTLE_POINTS


@dataclass(frozen=True)
class MittlereSticks(Mechanism):
    """Sticks and potatoes of Mittlere: the middle one loses (rulebook 2.2). ``tie_third``: the third's sticks at a tie."""

    tie_third: int = 2

    def lower(self, r: Any) -> None:
        """The house rule for ties."""
        r.settle = st.SETTLE_MITTLERE
        r.tie_third = self.tie_third


@dataclass(frozen=True)
class SignedPoints(Mechanism):
    """Points count negative in the first half of the hands, positive in the second (rulebook 2.13)."""

    def lower(self, r: Any) -> None:
        """No parameter."""
        r.settle = st.SETTLE_SIGNED


@dataclass(frozen=True)
class Monopol(Mechanism):
    """Points are penalties; who takes ``all_of_them`` gets that many off instead (rulebook 2.15)."""

    all_of_them: int

    def lower(self, r: Any) -> None:
        """How many there are."""
        r.settle = st.SETTLE_MONOPOL
        r.threshold = self.all_of_them


@dataclass(frozen=True)
class MolotowSticks(Mechanism):
    """Sticks and potatoes of Molotow: the two in the middle lose (rulebook 2.3)."""

    def lower(self, r: Any) -> None:
        """No parameter."""
        r.settle = st.SETTLE_MOLOTOW


@dataclass(frozen=True)
class PlusMinusSticks(Mechanism):
    """Sticks of Plus-Minus: highest and lowest win (rulebook 2.4). ``aside``: a tied stick lies aside (table fi)."""

    aside: bool = False

    def lower(self, r: Any) -> None:
        """Which table."""
        r.settle = st.SETTLE_PLUS_MINUS
        r.sticks_aside = self.aside


@dataclass(frozen=True)
class ThresholdSticks(Mechanism):
    """Sticks for those with at least so many points, one off for those below (rulebook 2.14, dealer's game)."""

    points: int

    def lower(self, r: Any) -> None:
        """The threshold."""
        r.settle = st.SETTLE_THRESHOLD
        r.threshold = self.points


@dataclass(frozen=True)
class Strokes(Mechanism):
    """Strokes for the best, more for each player below the threshold, a null for him (rulebook 2.14, exchange)."""

    points: int

    def lower(self, r: Any) -> None:
        """The threshold."""
        r.settle = st.SETTLE_STROKES
        r.threshold = self.points


@dataclass(frozen=True)
class ExactTricks(Mechanism):
    """Exactly the tricks said: tricks + 5; otherwise minus the square of the difference (rulebook 2.16)."""

    def lower(self, r: Any) -> None:
        """No parameter."""
        r.settle = st.SETTLE_TRICKS


@dataclass(frozen=True)
class LedgerSticks(Mechanism):
    """Only the declarer's points are written; sticks and potatoes when a row is full, and for a match (2.8)."""

    def lower(self, r: Any) -> None:
        """No parameter."""
        r.settle = st.SETTLE_LEDGER_STICKS


@dataclass(frozen=True)
class LedgerPoints(Mechanism):
    """Only the declarer's points are written: tens, times the factor of the row (2.8)."""

    def lower(self, r: Any) -> None:
        """No parameter."""
        r.settle = st.SETTLE_LEDGER_POINTS


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


class MatchRule(Mechanism):
    """When a match ends and who has won."""

    def is_schneider(self, totals: Sequence[int], winners: Sequence[int]) -> bool | None:
        """The loser is Schneider; None where the match knows no such thing."""
        return None


@dataclass(frozen=True)
class Hands(MatchRule):
    """A fixed number of hands; while the best are tied one more at a time, unless ties stand."""

    count: int
    fewest_wins: bool = False
    ties_stand: bool = False

    def lower(self, r: Any) -> None:
        """Number of hands and direction."""
        r.match = st.MATCH_HANDS
        r.hands = self.count
        r.fewest_wins = self.fewest_wins
        r.ties_stand = self.ties_stand


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


@dataclass(frozen=True)
class FullLedgers(MatchRule):
    """All rows of all ledgers; most net sticks, then fewest potatoes, then a play-off (rulebook 2.8)."""

    hands: int

    def lower(self, r: Any) -> None:
        """Number of hands."""
        r.match = st.MATCH_LEDGER
        r.hands = self.hands


@dataclass(frozen=True)
class LastOneIn(MatchRule):
    """Who has so many net strokes is out of the match and safe; a last one in has lost (rulebook 2.14)."""

    strokes: int

    def lower(self, r: Any) -> None:
        """The number."""
        r.match = st.MATCH_LAST_IN
        r.safe_at = self.strokes


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
        if preset is not None and preset not in self.presets:
            raise OptionError(f"{self.name} has no preset {preset!r}; {nearest(preset, self.presets)}")
        for name in given:
            if name not in self.options:
                raise OptionError(f"{self.name} has no option {name!r}; {nearest(name, self.options)}")
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
