"""OpenSpiel (``pip install 'jass-env[openspiel]'``): hands of Jass as a game with chance nodes.

``to_openspiel("schieber", reward="margin")`` gives a ``pyspiel.Game``; after ``import jass_env.adapters.open_spiel`` so does
``pyspiel.load_game("python_jass(variant=differenzler)")``.

* A game is one hand. Chance nodes come first, each uniform: the dealer, the number of the hand where it matters
  (Guggitaler), then card by card the hands from seat 0 on, the spare hand, and a card turned up outside the hands. What
  ``start`` gives is not drawn. In the Coiffeur family the ledger is empty unless ``start`` gives one.
* Cards drawn for ties later in a hand are a fixed function of the deal.
* Information states and observations are the suite's observations (they forget nothing that was shown). As a string: the
  parts of ``rules.layout`` that are not zero.
* ``resample_from_infostate`` deals the hidden cards anew, uniformly among the deals that agree with all the player knows
  (``jass_env.worlds``). Hidden predictions are drawn anew too.
* Utilities are rewards of the whole hand, given at the end. The bounds are loose but for ``reward="outcome"``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from jass_env import worlds
from jass_env.adapters import need
from jass_env.engine import batch
from jass_env.engine import state as st
from jass_env.engine.cards import CARDS, KIND, KINDS, SIX, SUIT, card_name
from jass_env.engine.rng import mix
from jass_env.errors import IllegalActionError, OptionError
from jass_env.gym import checked_seat
from jass_env.rules import Rules
from jass_env.start import apply_start

need("pyspiel", "openspiel")

import pyspiel  # noqa: E402

#: More decisions than any hand has.
MAX_DECISIONS = 250
#: No hand scores more.
MAX_UTILITY = 10_000.0
#: Worlds tried for one that agrees with all that was told about Weis.
ATTEMPTS = 100

_TYPE = pyspiel.GameType(
    short_name="python_jass",
    long_name="Jass",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=st.SEATS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"variant": "schieber", "reward": "score", "preset": "", "options": "", "start": ""},
)


def to_openspiel(
    variant: str,
    *,
    preset: str | None = None,
    reward: str = "score",
    start: Mapping[str, Any] | None = None,
    **options: Any,
) -> JassGame:
    """Single hands of a variant as an OpenSpiel game.

    Args:
        variant: name of the variant.
        preset: a named set of options.
        reward: what the utilities are: "score", "margin" (zero sum), "outcome" or "points".
        start: what the hand begins with, but for the cards: ``dealer``, ``totals``, ``hand_number``, ``ledger``, ``carry``,
            ``playoff`` (``jass_env/start.py``).
        **options: the variant's house rules.

    Raises:
        VariantError: unknown variant.
        OptionError: unknown preset or option, a value that is not allowed, or cards in ``start``.
        DealError: ``start`` makes no position.
        DependencyError: OpenSpiel is not installed (on import of this module).
    """
    _Table(variant, preset, reward, options, start or {})  # says what is wrong with them before they become text
    game: JassGame = pyspiel.load_game(
        _TYPE.short_name,
        {
            "variant": variant,
            "reward": reward,
            "preset": preset or "",
            "options": _encode(options),
            "start": _encode(start or {}),
        },
    )
    return game


class _Table:
    """What all states of a game share."""

    def __init__(
        self, variant: str, preset: str | None, reward: str, options: Mapping[str, Any], start: Mapping[str, Any]
    ) -> None:
        if {"hands", "spare", "out", "turned", "draws", "safe"} & set(start):
            raise OptionError(f"start={dict(start)!r:.80}: cards are dealt by chance nodes, and every seat plays")
        self.rules = Rules(variant, preset=preset, episode="hand", reward=reward, options=options)
        self.start = dict(start)
        r = self.rules.array[0]
        self.pack = [card for card in range(CARDS) if int(r.pack) >> card & 1]
        #: Chance nodes in order: what is drawn, and for which seat.
        self.chances: list[tuple[str, int]] = []
        if "dealer" not in self.start:
            self.chances.append(("dealer", 0))
        if int(r.settle) == st.SETTLE_SIGNED and "hand_number" not in self.start:
            self.chances.append(("hand_number", 0))
        if int(r.rows) and "ledger" not in self.start:
            self.start["ledger"] = [[] for _ in range(self.rules.sides)]
        self.chances += [("hands", seat) for seat in range(self.rules.seats) for _ in range(int(r.hand_size))]
        self.chances += [("spare", 0)] * int(r.spare)
        self.chances += [("turned", 0)] * (int(r.turn_up) == st.TURN_OUT)
        drawn: list[int] = []
        while len(drawn) < len(self.chances):
            drawn.append(self.outcomes(drawn)[0])
        self.deal(drawn)  # what is wrong with options or start is said here, and not amid a game

    def outcomes(self, drawn: list[int]) -> list[int]:
        """What the next chance node may bring, each equally likely."""
        what, _ = self.chances[len(drawn)]
        if what == "dealer":
            return list(range(self.rules.seats))
        if what == "hand_number":
            return list(range(int(self.rules.array[0].hands)))
        gone = {each for each, (kind, _) in zip(drawn, self.chances, strict=False) if kind in ("hands", "spare")}
        return [card for card in self.pack if card not in gone]

    def position(self, drawn: list[int]) -> dict[str, Any]:
        """What chance has brought, as options of ``reset``."""
        found: dict[str, Any] = {**self.start, "hands": [[] for _ in range(self.rules.seats)]}
        for outcome, (what, seat) in zip(drawn, self.chances, strict=False):
            if what == "hands":
                found["hands"][seat].append(int(KIND[outcome]))
            elif what == "spare":
                found.setdefault("spare", []).append(int(KIND[outcome]))
            else:
                found[what] = int(KIND[outcome]) if what == "turned" else outcome
        return found

    def deal(self, drawn: list[int]) -> np.ndarray:
        """The hand that chance has dealt: STATE (1,)."""
        states = self.rules.new_states(1)
        word = 0
        for outcome in drawn:
            word = int(mix(np.uint64((word * 61 + outcome + 1) % 2**64)))
        batch.seed_one(states, 0, np.uint64(word))
        batch.reset_one(self.rules.array, states, 0)
        apply_start(self.rules, states, 0, self.position(drawn), self.rules.array)
        return states


class JassGame(pyspiel.Game):
    """Single hands of a variant with its options; ``to_openspiel`` makes one.

    Attributes:
        rules: the rules in force.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        table = _Table(
            given.get("variant", "schieber"),
            given.get("preset", "") or None,
            given.get("reward", "score"),
            _decode("options", given.get("options", "")),
            _decode("start", given.get("start", "")),
        )
        bound = 1.0 if table.rules.reward == "outcome" else MAX_UTILITY
        info = pyspiel.GameInfo(
            num_distinct_actions=len(table.rules.actions),
            max_chance_outcomes=max(CARDS, int(table.rules.array[0].hands)),
            num_players=table.rules.seats,
            min_utility=-bound,
            max_utility=bound,
            max_game_length=MAX_DECISIONS,
        )
        super().__init__(_TYPE, info, given)
        self.table = table
        self.rules = table.rules

    def new_initial_state(self) -> JassState:
        """Before the first chance node."""
        return JassState(self)

    def max_chance_nodes_in_history(self) -> int:
        """As many as there are in every hand."""
        return len(self.table.chances)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> JassObserver:
        """What OpenSpiel's information states and observations are made with."""
        private = iig_obs_type is None or iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or not private or not (iig_obs_type is None or iig_obs_type.public_info):
            raise OptionError("observers of Jass show what one player sees, public and private, and take no parameters")
        return JassObserver(self.rules)


class JassState(pyspiel.State):
    """A hand of Jass, from the first chance node on."""

    def __init__(self, game: JassGame) -> None:
        super().__init__(game)
        self.drawn: list[int] = []
        self.states: np.ndarray | None = None
        self.gained = np.zeros(game.rules.seats)

    @property
    def table(self) -> _Table:
        """Of the game: OpenSpiel copies and writes down what a state itself holds."""
        table: _Table = self.get_game().table
        return table

    def current_player(self) -> int:
        """Who is to move: a seat, chance, or nobody any more."""
        if self.states is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL if self.states[0].over else self.states[0].mover)

    def is_terminal(self) -> bool:
        """The hand is over."""
        return self.states is not None and bool(self.states[0].over)

    def returns(self) -> list[float]:
        """Each player's utility; zeros before the end."""
        return [float(gained) for gained in self.gained] if self.is_terminal() else [0.0] * len(self.gained)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Cards (or seats, or numbers of hands), all equally likely."""
        outcomes = self.table.outcomes(self.drawn)
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def observe(self, player: int) -> np.ndarray:
        """What a player sees: int8 (D,). While cards are dealt, those he holds. Raises SeatError: no such player."""
        rules = self.table.rules
        player = checked_seat(rules, player)
        seen = np.zeros(rules.observation_size, dtype=np.int8)
        if self.states is not None:
            batch.observe_one(rules.array, self.states, 0, player, seen)
        else:
            for card in self.table.position(self.drawn)["hands"][player]:
                seen[rules.layout["hand"].start + card] += 1
        return seen

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> JassState:
        """A state in which the player knows the same, and what he does not know is drawn anew.

        Args:
            player: the player to move.
            sampler: random numbers from 0 to 1.

        Raises:
            SeatError: no such player.
            OptionError: another player is to move, or nobody is; or the sampler gives something else.
        """
        seen = self.observe(player)
        if self.states is None or self.current_player() != player:
            raise OptionError(f"player {player}: states are resampled for the player to move, {self.current_player()}")
        for _ in range(ATTEMPTS):
            words = np.array([_below(2**32, sampler) << 32 | _below(2**32, sampler)], dtype=np.uint64)
            state = self._replayed(worlds.sample_states(self.table.rules, seen, words)[0], player, sampler)
            if state is not None and np.array_equal(state.observe(player), seen):
                return state
        raise OptionError(f"player {player}: no deal was found that agrees with what he knows")

    def _replayed(self, world: Any, player: int, sampler: Callable[[], float]) -> JassState | None:
        """The hand with the cards of a world and the decisions of this one; None where some would not be legal."""
        assert self.states is not None
        rules, turned = self.table.rules, int(self.states[0].turned)
        state: JassState = self.get_game().new_initial_state()
        hands, spare = _first_hands(world, rules.seats)
        for what, seat in self.table.chances:
            if what == "turned":
                card = turned
            elif what in ("hands", "spare"):
                left = hands[(seat - player) % rules.seats] if what == "hands" else spare
                card = next(card for card in sorted(left, key=lambda card: KIND[card] == turned))  # it comes last
                left.remove(card)
            else:
                card = self.drawn[len(state.drawn)]
            state.apply_action(card)
        for decider, action in [step for step in _history(self) if step[0] >= 0]:
            legal, now = state.legal_actions(), state.states
            assert now is not None
            if now[0].ask == st.ASK_PREDICTION and world.prediction[(decider - player) % rules.seats] < 0:
                action = legal[_below(len(legal), sampler)]
            if state.current_player() != decider or action not in legal:
                return None
            state.apply_action(action)
        return state

    def _legal_actions(self, player: int) -> list[int]:
        if self.states is None or player != self.current_player():
            return []
        mask = np.empty(len(self.table.rules.actions), dtype=np.int8)
        batch.mask_one(self.table.rules.array, self.states, 0, mask)
        return [int(action) for action in np.flatnonzero(mask)]

    def _apply_action(self, action: int) -> None:
        rules = self.table.rules
        if self.states is None:
            outcomes = self.table.outcomes(self.drawn)
            if action not in outcomes:
                what, _ = self.table.chances[len(self.drawn)]
                raise IllegalActionError(f"chance outcome {action} ({what}) cannot be; there are {outcomes}")
            self.drawn.append(action)
            if len(self.drawn) == len(self.table.chances):
                self.states = self.table.deal(self.drawn)
            return
        reward = np.zeros(rules.seats, dtype=np.float32)
        observation = np.empty(rules.observation_size, dtype=np.int8)
        mask = np.empty(len(rules.actions), dtype=np.int8)
        if batch.step_one(rules.array, self.states, 0, action, reward, observation, mask) == batch.ILLEGAL:
            legal = ", ".join(rules.actions[number] for number in self._legal_actions(self.current_player()))
            raise IllegalActionError(f"action {action} is not legal for player {self.current_player()}; legal are {legal}")
        self.gained += reward

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.table.rules.actions[action])
        what, seat = self.table.chances[min(len(self.drawn), len(self.table.chances) - 1)]
        if what in ("dealer", "hand_number"):
            return f"{what} {action}"
        copy = "'" if action >= KINDS else ""  # the second of a kind
        return f"{card_name(action)}{copy} to {seat if what == 'hands' else what}"

    def __str__(self) -> str:
        """The moves so far."""
        rules = self.table.rules
        dealt = " ".join(map(str, self.drawn))
        return f"{rules.name} | {dealt} | " + " ".join(
            rules.actions[action] for decider, action in _history(self) if decider >= 0
        )


class JassObserver:
    """What a player sees, as OpenSpiel's observers give it.

    Attributes:
        tensor: float32 (D,), the observation.
        dict: views of its parts by name.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.tensor = np.zeros(rules.observation_size, dtype=np.float32)
        self.dict = {name: self.tensor[part.slice] for name, part in rules.layout.items()}

    def set_from(self, state: JassState, player: int) -> None:
        """Take over what ``player`` sees in ``state``."""
        self.tensor[:] = state.observe(player)

    def string_from(self, state: JassState, player: int) -> str:
        """The parts that are not zero: ``name:place`` or ``name:place=value``, places separated by commas."""
        seen = state.observe(player)
        parts = [f"player:{player}"]
        for name, part in self.rules.layout.items():
            values = seen[part.slice]
            places = [f"{at}" if values[at] == 1 else f"{at}={values[at]}" for at in np.flatnonzero(values)]
            if places:
                parts.append(f"{name}:{','.join(places)}")
        return " ".join(parts)


def _history(state: JassState) -> list[tuple[int, int]]:
    """Who did what so far, chance included."""
    return [(step.player, step.action) for step in state.full_history()]


def _first_hands(world: Any, seats: int) -> tuple[list[list[int]], list[int]]:
    """Hands by relative seat and the spare hand as they were dealt: an exchange and a swap are taken back."""
    hands = [int(world.dealt[seat]) for seat in range(seats)]
    spare = int(world.spare)
    if world.exchanger >= 0:
        hands[world.exchanger], spare = spare, hands[world.exchanger]
    if world.swapper >= 0:
        both = 1 << int(world.turned) | 1 << 9 * int(SUIT[world.turned]) + SIX
        hands[world.swapper] ^= both
        if spare & both:
            spare ^= both
    return [_cards(hand) for hand in hands], _cards(spare)


def _cards(members: int) -> list[int]:
    return [card for card in range(CARDS) if members >> card & 1]


def _below(size: int, sampler: Callable[[], float]) -> int:
    """A random number from 0 to ``size`` - 1. Raises OptionError where the sampler gives none from 0 to 1."""
    number = sampler()
    if not isinstance(number, Real) or not 0 <= number <= 1:
        raise OptionError(f"sampler gave {number!r}: a number from 0 to 1 is needed")
    return min(int(number * size), size - 1)


def _encode(values: Mapping[str, Any]) -> str:
    """As text without the characters that mean something in OpenSpiel's names of games."""
    return quote(json.dumps(values, sort_keys=True), safe="") if values else ""


def _decode(name: str, text: Any) -> dict[str, Any]:
    try:
        found = json.loads(unquote(text)) if text != "" else {}
    except (TypeError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise OptionError(f"{name}={text!r:.80}: a JSON object is needed, percent-encoded; to_openspiel writes it")
    return found


pyspiel.register_game(_TYPE, JassGame)
