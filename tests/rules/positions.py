"""Positions written as text, put on the engine's table: what the rule tables of this folder are made with.

Cards are written as in the rulebook, several of one suit also together: ``AKOr 7b`` is ``Ar Kr Or 7b``. A trick is its
cards in the order in which they were played. An action is its name in record.md; a joined word stands for several cards
in play as well.

A position need not be a full deal: ``Game.place`` gives each seat any number of cards, so that a line shows the cards
that matter and no others. This file is the only one here that looks into the engine's state.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jass_env import AutoresetMode, JassVectorEnv, Rules
from jass_env.engine import batch
from jass_env.engine import state as st
from jass_env.engine.cards import KIND, PACK_36, PACK_48, card_id, card_names, card_set
from jass_env.engine.orders import FREE, OBENABE, UNDENUFE, UNNAMED, legal_cards
from jass_env.engine.settle import settle
from jass_env.variant import (
    PAIRS,
    CardPoints,
    Choose,
    Deal,
    PointsToTotals,
    Seats,
    Target,
    Tricks,
    Variant,
)
from jass_env.variant import (
    Game as GameValue,
)

SUIT_LETTERS = {"acorns": "a", "roses": "r", "shields": "s", "bells": "b"}
SIX_CONTRACTS = ("acorns", "roses", "shields", "bells", "obenabe", "undenufe")
ALL_CONTRACTS = (*SIX_CONTRACTS, "slalom", "gustav", "riesenslalom", "misere", "tutti", "tuo", "3x3")

# Rulebook 1.3, low to high.
TRUMP_RANKS = "678BOKA9U"
PLAIN_RANKS = "6789BUOKA"

ENDS = {
    st.END_NOT: None,
    st.END_HANDS: "hands",
    st.END_TARGET: "target",
    st.END_CLAIM: "claim",
    st.END_TRUNCATED: "truncated",
    st.END_SINGLE_HAND: "hand",
}


def cards(text: str) -> list[str]:
    """``AKOr 7b`` -> ``["Ar", "Kr", "Or", "7b"]``."""
    return [rank + word[-1] for word in text.split() for rank in word[:-1]]


def hand_set(text: str, pack: int = PACK_36) -> int:
    """A hand as the engine's set of cards."""
    return int(card_set(cards(text), pack))


def plain_variant(
    name: str, seats: int, size: int, pack: int = PACK_36, contracts: tuple[str, ...] = ALL_CONTRACTS
) -> Variant:
    """A game of contracts without Weis, for the common rules with other packs and numbers of tricks."""

    def game(o: Any) -> GameValue:
        return GameValue(
            seats=Seats(seats, PAIRS) if seats % 2 == 0 else Seats(seats),
            deal=Deal(size, pack=pack),
            phases=(Choose(contracts, dict.fromkeys(contracts, 1), partners=1), Tricks()),
            count=CardPoints(last_trick=5),
            settle=PointsToTotals(),
            match=Target(1_000_000, "hand"),
            max_hands=1000,
        )

    return Variant(name, "a table for tests", {}, game)


#: Six players with two packs of A K O U B 9, eight cards each.
SIX = plain_variant("six", 6, 8, PACK_48, (*SIX_CONTRACTS, "slalom", "gustav"))
#: Three players with twelve cards each.
THREE = plain_variant("three", 3, 12)
#: Six players with six cards each of the 36.
SIX_36 = plain_variant("six_36", 6, 6, PACK_36, (*SIX_CONTRACTS, "slalom", "gustav"))


class Game:
    """One match on the engine, played by names."""

    def __init__(self, variant: str | Variant = "schieber", **options: Any) -> None:
        preset, episode = options.pop("preset", None), options.pop("episode", "match")
        self.rules = Rules(variant, preset=preset, episode=episode, options=options)
        self.venv = JassVectorEnv(self.rules, 1, seed=1, autoreset=AutoresetMode.DISABLED)

    # --- setting up ---

    def deal(self, *hands: str, **start: Any) -> Game:
        """Full hands, through the public reset; ``dealer``, ``totals`` (of the sides), ``turned``.

        A match taken up at totals has seat 0 for forehand, unless a dealer is given.
        """
        if "totals" in start:
            start.setdefault("dealer", self.rules.seats - 1)
            start["totals"] = [start["totals"][seat % self.rules.sides] for seat in range(self.rules.seats)]
        if hands:
            start["hands"] = [cards(hand) for hand in hands]
        self.venv.reset(options=start)
        return self

    def place(self, *hands: str, dealer: int | None = None, totals: tuple[int, ...] | None = None, **fields: Any) -> Game:
        """Any number of cards for each seat (none for seats left out), and values for fields of the state."""
        s = self._state
        self.venv.reset()
        if totals is not None:
            for side in range(self.rules.sides):
                s.totals[side] = totals[side]
        s.dealer = self.rules.seats - 1 if dealer is None else dealer
        for name, value in fields.items():
            s[name] = value
        free = int(self.rules.array[0].pack)
        for seat in range(self.rules.seats):
            s.hands[seat] = 0
            for name in cards(hands[seat]) if seat < len(hands) else ():
                card = next(c for c in range(len(KIND)) if KIND[c] == card_id(name) and free >> c & 1)
                free &= ~(1 << card)
                s.hands[seat] |= 1 << card
        batch.reset_hand(self.venv._table, self.venv._states, 0)
        self.venv._write()
        return self

    # --- playing ---

    def play(self, text: str) -> Game:
        """Actions one after the other; ``/`` and ``|`` only separate."""
        for word in text.replace("/", " ").replace("|", " ").split():
            for name in [word] if word in self.rules.action_ids else cards(word):
                self.venv.step(np.array([self.rules.action_ids[name]]))
        return self

    def play_any(self, decisions: int) -> Game:
        """The first legal action, so many times."""
        for _ in range(decisions):
            self.venv.step(np.array([np.flatnonzero(self.venv.action_mask[0])[0]]))
        return self

    def play_out(self, seed: int = 0) -> Game:
        """Random legal actions to the end of this hand."""
        number = self.hand_number
        while not self.over and self.hand_number == number:
            seed += 1
            self.venv.step(self.venv.random_actions(seed))
        return self

    def settle(self, **fields: Any) -> Game:
        """Settle a hand whose outcome is given by fields of the state."""
        for name, values in fields.items():
            for place, value in enumerate(values):
                self._state[name][place] = value
        settle(self.rules.array[0], self._state)
        return self

    # --- looking ---

    @property
    def _state(self) -> Any:
        return self.venv._states[0]

    def field(self, name: str) -> Any:
        """A field of the state."""
        return self._state[name]

    def _sides(self, name: str) -> tuple[int, ...]:
        return tuple(int(self._state[name][side]) for side in range(self.rules.sides))

    @property
    def legal(self) -> set[str]:
        """Names of the legal actions."""
        return {self.rules.actions[number] for number in np.flatnonzero(self.venv.action_mask[0])}

    @property
    def turn(self) -> int:
        """The seat to move."""
        return int(self.venv.seat[0])

    @property
    def totals(self) -> tuple[int, ...]:
        """Match scores of the sides."""
        return self._sides("totals")

    @property
    def points(self) -> tuple[int, ...]:
        """What the hand under way has counted so far, by side, before multiplying."""
        return self._sides("points")

    @property
    def card_points(self) -> tuple[int, ...]:
        """Thereof cards and last trick."""
        return self._sides("card_points")

    @property
    def bonus(self) -> tuple[int, ...]:
        """Thereof Weis, Stöck and match."""
        return tuple(a - b for a, b in zip(self.points, self.card_points, strict=True))

    @property
    def hand_points(self) -> tuple[int, ...]:
        """Points of the last hand that is over."""
        return self._sides("hand_points")

    @property
    def hand_scores(self) -> tuple[int, ...]:
        """What the last hand that is over changed in the totals."""
        return self._sides("hand_scores")

    @property
    def hand_number(self) -> int:
        """Hands finished in this match."""
        return int(self._state.hand_number)

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return int(self._state.dealer)

    @property
    def over(self) -> bool:
        """The match is over."""
        return bool(self._state.over)

    @property
    def end(self) -> str | None:
        """Why it is."""
        return ENDS[int(self._state.end)]

    @property
    def winners(self) -> set[int]:
        """The sides that won."""
        return {side for side in range(self.rules.sides) if int(self._state.winners) >> side & 1}

    @property
    def trick_winners(self) -> list[int]:
        """Who took the tricks so far."""
        return [int(seat) for seat in self._state.trick_winner if seat >= 0]

    @property
    def orders(self) -> str:
        """The order of each trick: a suit letter, O, U, F (no trump fixed yet) or ? (trump still to be named)."""
        names = {0: "a", 1: "r", 2: "s", 3: "b", OBENABE: "O", UNDENUFE: "U", FREE: "F", UNNAMED: "?"}
        return "".join(names[int(order)] for order in self._state.orders[: int(self.rules.array[0].tricks)])

    @property
    def announced(self) -> set[int]:
        """Seats that have announced a Weis."""
        return {seat for seat in range(self.rules.seats) if self._state.announced[seat]}

    def seen(self, viewer: int, part: str) -> list[int]:
        """A part of what a seat sees."""
        out = np.zeros(self.rules.observation_size, dtype=np.int8)
        batch.observe_one(self.venv._table, self.venv._states, 0, viewer, out)
        return [int(number) for number in out[self.rules.layout[part].slice]]

    def seen_cards(self, viewer: int, part: str) -> dict[str, int]:
        """The same for a part with a number for each card: those that are not 0."""
        return {card_names(1 << card)[0]: number for card, number in enumerate(self.seen(viewer, part)) if number}


def on_lead(contract: str, trick: str, hand: str = "", variant: str | Variant = "schieber", **options: Any) -> Game:
    """A game in which each seat holds just its card of the trick, the next one ``hand``; the trick has been played.

    ``contract`` may be followed by its sub-choices. Seat 0 leads.
    """
    options = {"weis": "off", **options} if variant == "schieber" else options
    if variant == "schieber":
        options.setdefault("contracts", ALL_CONTRACTS)
        options.setdefault("episode", "hand")
    game = Game(variant, **options)
    played = cards(trick)
    game.place(*played, hand)
    game.play(contract)
    return game.play(trick)


def highest_trump(trick: list[str], trump: str | None) -> str | None:
    """The highest trump of a trick led with another suit; of two equal ones either."""
    trumps = [card for card in trick if card[1] == trump]
    if not trumps or trick[0][1] == trump:
        return None
    return max(trumps, key=lambda card: TRUMP_RANKS.index(card[0]))


def legal_by_function(
    contract: str, trick: str, hand: str, *, strict: bool, beat: bool = False, pack: int = PACK_36
) -> set[str]:
    """What ``legal_cards`` answers for a position in text."""
    trump = SUIT_LETTERS.get(contract)
    order = (
        list(SUIT_LETTERS).index(contract) if trump else {"obenabe": OBENABE, "undenufe": UNDENUFE, "free": FREE}[contract]
    )
    played = cards(trick)
    highest = highest_trump(played, trump)
    found = legal_cards(
        hand_set(hand, pack),
        order,
        "arsb".index(played[0][1]),
        card_id(highest) if highest else -1,
        strict,
        beat,
    )
    return set(card_names(found))
