"""The frozen types that a variant is made of. A variant is a value: read it beside its rule text.

``Variant`` is a module of the rulebook with its options; ``Variant.game(options)`` is the ``Game`` they describe, built
from named mechanisms. Each mechanism owns its parameters, its part of the vocabulary, and its lowering into the RULES
record that the engine reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Protocol

from jass_env.engine import actions as act
from jass_env.engine import state as st
from jass_env.engine.cards import ACE, BANNER, EIGHT, KING, NINE, OBER, PACK_36, SIX, UNDER, card_id
from jass_env.engine.weis import FOUR, KINDS_OF_WEIS, SEQUENCE_POINTS_BIG, SEQUENCE_POINTS_SMALL
from jass_env.errors import OptionError, nearest
from jass_env.options import Choice, Factors, Option

STRICT, LOOSE = "strict", "loose"
ALONE, PAIRS = "alone", "pairs"

#: The turned card is the dealer's last one and stays in his hand (PT 21).
DEALERS_LAST = "dealer's last card"
#: Trump is fixed in mid-hand by the first player who cannot follow (PT 73).
FREE_TRUMP = "fixed in mid-hand"


class Mechanism(Protocol):
    """A part of a game: it can lower itself into the RULES record, and says which actions it brings."""

    def lower(self, r: Any) -> None:
        """Write this part's parameters into a RULES record."""

    def vocabulary(self) -> tuple[str, ...]:
        """Names of all actions this part may ever offer, whatever the options."""


@dataclass(frozen=True)
class Seats:
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

    def vocabulary(self) -> tuple[str, ...]:
        """None."""
        return ()


@dataclass(frozen=True)
class Deal:
    """Cards for each seat; where trump comes from if it is not chosen; who is forehand of a match's first hand."""

    cards: int
    trump: str | None = None
    pack: int = PACK_36
    first_forehand: str | None = None

    def lower(self, r: Any) -> None:
        """Pack, hand size, turned card."""
        r.pack = self.pack
        r.hand_size = self.cards
        r.tricks = self.cards
        r.turn_up = self.trump == DEALERS_LAST
        r.trump_from = {None: st.TRUMP_CHOSEN, FREE_TRUMP: st.TRUMP_FREE, DEALERS_LAST: st.TRUMP_TURNED}[self.trump]
        r.first_forehand_card = -1 if self.first_forehand is None else card_id(self.first_forehand)

    def vocabulary(self) -> tuple[str, ...]:
        """None."""
        return ()


# --- phases: what is decided in a hand, in order ---


@dataclass(frozen=True)
class Choose:
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

    phase = st.PHASE_CHOOSE

    def lower(self, r: Any) -> None:
        """Contracts as a set of codes, and what they are worth."""
        r.contracts = sum(1 << act.CODE[name] for name in self.contracts)
        for name, factor in self.multipliers.items():
            r.multiplier[act.CODE[name] - act.SUIT_CODE] = factor
        r.partners = self.partners
        r.shove_back = self.shove_back
        r.chooser_leads = self.chooser_leads
        larger_half = (int(r.tricks) + 1) // 2
        r.gustav_split = larger_half if self.gustav_split is None else self.gustav_split
        r.undenufe_six = self.undenufe_six
        r.values_by_trick = self.values_by_trick
        r.one_trump = self.one_trump

    def vocabulary(self) -> tuple[str, ...]:
        """The contracts the variant knows, their sub-choices, the shove."""
        names = [*self.multipliers]
        if {"slalom", "gustav"} & set(names):
            names += ["obenabe_first", "undenufe_first"]
        if "riesenslalom" in names:
            names += ["4_obenabe", "5_obenabe", "4_undenufe", "5_undenufe"]
        if "3x3" in names:
            names += act.BLOCK_ORDERS
        return (*names, "shove")


@dataclass(frozen=True)
class Predict:
    """Each player writes down how many points he will take (rulebook 2.10)."""

    open: bool = False

    phase = st.PHASE_PREDICT

    def lower(self, r: Any) -> None:
        """Whether the others see it."""
        r.prediction_open = self.open

    def vocabulary(self) -> tuple[str, ...]:
        """0 to 157."""
        return tuple(f"predict_{points}" for points in range(158))


@dataclass(frozen=True)
class Weis:
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
class Tricks:
    """The tricks are played, with Weis and Stöck where the game has them."""

    undertrump: str = STRICT
    only_trumps: str = "any"
    weis: Weis | None = None
    revokes: bool = False

    phase = st.PHASE_TRICKS

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


Phase = Choose | Predict | Tricks


# --- what a hand counts, what it scores, how a match ends ---


@dataclass(frozen=True)
class CardPoints:
    """Card points, points for the last trick, bonus for all tricks."""

    last_trick: int = 5
    match_bonus: int = 0

    def lower(self, r: Any) -> None:
        """Both bonuses."""
        r.last_trick = self.last_trick
        r.match_bonus = self.match_bonus

    def vocabulary(self) -> tuple[str, ...]:
        """None."""
        return ()


@dataclass(frozen=True)
class PointsToTotals:
    """A side's hand points times the multiplier go into its total (schieber family)."""

    def lower(self, r: Any) -> None:
        """No parameter."""
        r.settle = st.SETTLE_POINTS

    def vocabulary(self) -> tuple[str, ...]:
        """None."""
        return ()


@dataclass(frozen=True)
class MittlereSticks:
    """Sticks and potatoes of Mittlere: the middle one loses (rulebook 2.2). ``tie_third``: the third's sticks at a tie."""

    tie_third: int = 2

    def lower(self, r: Any) -> None:
        """The house rule for ties."""
        r.settle = st.SETTLE_MITTLERE
        r.tie_third = self.tie_third

    def vocabulary(self) -> tuple[str, ...]:
        """None."""
        return ()


@dataclass(frozen=True)
class PredictionError:
    """The distance from the prediction is a penalty; an exact one lowers the total, not below 0 with ``floor`` (2.10)."""

    exact_bonus: int = 10
    floor: bool = True

    def lower(self, r: Any) -> None:
        """Bonus and floor."""
        r.settle = st.SETTLE_PREDICTION
        r.prediction_bonus = self.exact_bonus
        r.prediction_floor = self.floor

    def vocabulary(self) -> tuple[str, ...]:
        """None."""
        return ()


@dataclass(frozen=True)
class Hands:
    """A fixed number of hands; while the best are tied one more at a time."""

    count: int
    fewest_wins: bool = False

    def lower(self, r: Any) -> None:
        """Number of hands and direction."""
        r.match = st.MATCH_HANDS
        r.hands = self.count
        r.fewest_wins = self.fewest_wins

    def vocabulary(self) -> tuple[str, ...]:
        """None."""
        return ()

    def is_schneider(self, totals: Sequence[int], winners: Sequence[int]) -> bool | None:
        """These matches know no Schneider."""
        return None


@dataclass(frozen=True)
class Target:
    """First side with the target wins; when that is looked at is the house rule ``end`` (rulebook 2.5)."""

    points: int
    end: str = "instant"
    first_trick_order: tuple[str, ...] = ("stoeck", "weis", "trick")
    bergpreis: int = 0
    #: The loser below half the target is reported as Schneider.
    schneider: bool = True

    def lower(self, r: Any) -> None:
        """Target, when points are written, Bergpreis."""
        r.match = st.MATCH_TARGET
        r.target = self.points
        r.bergpreis = self.bergpreis
        r.writes = {"instant": st.WRITE_INSTANT, "claim": st.WRITE_CLAIM, "hand": st.WRITE_AFTER_HAND}[self.end]
        places = {"stoeck": st.PLACE_STOECK, "weis": st.PLACE_WEIS, "trick": st.PLACE_TRICK}
        for number, name in enumerate(self.first_trick_order):
            r.first_trick_order[number] = places[name]

    def vocabulary(self) -> tuple[str, ...]:
        """The claim."""
        return ("claim",)

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
    count: CardPoints
    settle: PointsToTotals | MittlereSticks | PredictionError
    match: Hands | Target
    max_hands: int

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
        used = {name for part in self.parts() for name in part.vocabulary()}
        return tuple(name for code, name in enumerate(act.VOCABULARY) if code < 36 or name in used)


def default_value(option: Option, resolved: Mapping[str, Any]) -> Any:
    """An option's default, which may depend on the value of an option listed before it."""
    if isinstance(option, Choice) and option.default_by is not None:
        other, defaults = option.default_by
        return defaults.get(resolved[other], option.default)
    return option.default


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
            value = option.check(name, default_value(option, resolved))
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
