"""What the networks see, and the networks: two multilayer perceptrons, one for the policy and one for the critic."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import torch
from torch import nn

from agents.config import NetworkConfig
from jass_env.engine.observe import HIDDEN_SEGMENTS, SEGMENTS
from jass_env.errors import ConfigError, nearest
from jass_env.rules import Rules

SUITS, RANKS = 4, 9
CARDS = SUITS * RANKS


class Encoder:
    """Turns states and observations of the environment into rows for the networks, and their actions back.

    A row is int8 and holds the segments that the networks see: first those of the observation (``observation_width``
    numbers, all that the policy may see), then those that are hidden from the seat to move (for the critic alone).

    With ``canonical_suits`` the suits are renamed so that trump comes first, then the suit led. All suits are alike but
    for their names (and their multipliers, which the segment ``contract`` still tells), so the games with the four
    trumps become one game, which a network need not learn four times. Where there is no trump the suit led comes first;
    where neither is fixed nothing changes. The other suits keep their sequence. The *naming* of a row, a number below
    25, says which of these cases it is; networks speak of renamed actions, the environment of the original ones.
    """

    #: Segments made of sets of 36 cards, and of suits.
    CARD_SEGMENTS = frozenset(
        ("hand", "played_by", "table", "played_in", "turned", "given_away", "second_in", "order_of_play", "weis_cards")
    ) | {"hands", "spare"}
    SUIT_SEGMENTS = frozenset({"led", "withheld"})
    #: Segments of numbers of 0 to a few hundred as (hundreds, rest): their sum, scaled, is the number / 100.
    HUNDREDS_SEGMENTS = frozenset({"points", "ledger_points", "playoff_points"})

    def __init__(self, rules: Rules, config: NetworkConfig) -> None:
        known = [segment.name for segment in (*SEGMENTS, *HIDDEN_SEGMENTS)]
        for name in config.ignore:
            if name not in known:
                raise ConfigError(f"network.ignore: no segment is called {name!r}; {nearest(name, known)}")
        kept = [part for part in rules.state_layout.values() if part.name not in config.ignore]
        if not any(part.name in rules.layout for part in kept):
            raise ConfigError("network.ignore: nothing is left for the networks to see")
        self.canonical_suits = config.canonical_suits
        self.observation_width = sum(part.stop - part.start for part in kept if part.name in rules.layout)
        self.width = sum(part.stop - part.start for part in kept)
        self.actions_width = len(rules.actions)
        self._state_size = rules.state_size
        self._order, self._led = rules.layout["order"].slice, rules.layout["led"].slice
        namings = [_suits(trump, led) for trump in (*range(SUITS), None) for led in (*range(SUITS), None)]
        # For each naming: place in a row -> place in a state.
        self._columns = np.stack([np.concatenate([self._places(part, suits) for part in kept]) for suits in namings])
        # Renamed action id -> original one.
        others = np.arange(CARDS, self.actions_width)
        self._actions = np.stack([np.concatenate([_cards(suits), others]) for suits in namings])
        # Values of the segment "orders" are 1 + order: those of the trump suits are renamed too.
        self._orders = slice(0, 0)
        start = 0
        for part in kept:
            if part.name == "orders":
                self._orders = slice(start, start + part.stop - part.start)
            start += part.stop - part.start
        self._values = np.tile(np.arange(16, dtype=np.int8), (len(namings), 1))
        for number, suits in enumerate(namings):
            for new, old in enumerate(suits):
                self._values[number, 1 + old] = 1 + new
        low, high = rules.bounds(rules.state_layout)
        bounds = np.maximum(np.abs(low.astype(np.float32)), np.abs(high.astype(np.float32)))
        for part in kept:
            if part.name in self.HUNDREDS_SEGMENTS:
                bounds[part.start : part.stop : 2], bounds[part.start + 1 : part.stop : 2] = 1, 100
        #: float32 (width,): brings each number of a row to about -1 to 1.
        self.scale = (1.0 / bounds.clip(min=1.0))[self._columns[-1]].astype(np.float32)

    def _places(self, part: object, suits: Sequence[int]) -> np.ndarray:
        start, stop, name = part.start, part.stop, part.name  # type: ignore[attr-defined]
        if name in self.CARD_SEGMENTS:
            new = _cards(suits)
        elif name in self.SUIT_SEGMENTS:
            new = np.array(suits)
        elif name == "order":
            new = np.array([*suits, *range(SUITS, stop - start)])
        else:
            new = np.arange(stop - start)
        blocks = np.arange(start, stop, len(new))
        return (blocks[:, None] + new[None, :]).ravel()

    def namings(self, rows: np.ndarray) -> np.ndarray:
        """The naming of each observation or state: int8 (n, D or S) to int64 (n,)."""
        if not self.canonical_suits:
            return np.full(len(rows), len(self._columns) - 1)
        return _place(rows[:, self._order][:, :SUITS]) * (SUITS + 1) + _place(rows[:, self._led])

    def rows(self, states: np.ndarray, namings: np.ndarray) -> np.ndarray:
        """States int8 (n, S) to rows int8 (n, width); observations int8 (n, D) to rows (n, observation_width)."""
        width = self.width if states.shape[1] == self._state_size else self.observation_width
        if not self.canonical_suits:
            return states.take(self._columns[-1, :width], axis=1)
        at = self._columns[namings, :width]
        at += (np.arange(len(states)) * states.shape[1])[:, None]
        rows = np.ascontiguousarray(states).ravel().take(at)
        if self._orders.stop:
            rows[:, self._orders] = self._values[namings[:, None], rows[:, self._orders]]
        return rows

    def masks(self, masks: np.ndarray, namings: np.ndarray) -> np.ndarray:
        """Masks over the original actions to masks over the renamed ones: int8 (n, A) to bool (n, A)."""
        if not self.canonical_suits:
            return masks != 0
        return np.take_along_axis(masks, self._actions[namings], axis=1) != 0

    def original(self, actions: np.ndarray, namings: np.ndarray) -> np.ndarray:
        """Renamed action ids to the environment's: int64 (n,) to int64 (n,)."""
        return self._actions[namings, actions]


def _suits(trump: int | None, led: int | None) -> list[int]:
    first = [suit for suit in dict.fromkeys((trump, led)) if suit is not None]
    return first + [suit for suit in range(SUITS) if suit not in first]


def _cards(suits: Sequence[int]) -> np.ndarray:
    return np.concatenate([np.arange(RANKS) + RANKS * suit for suit in suits])


def _place(bits: np.ndarray) -> np.ndarray:
    """Index of the one number of each row that is not 0, or the width where there is none."""
    return np.where(bits.any(axis=1), bits.argmax(axis=1), bits.shape[1])


class Perceptron(nn.Module):
    """A multilayer perceptron over the first ``inputs`` numbers of a row."""

    def __init__(self, inputs: int, hidden: Sequence[int], outputs: int, gain: float) -> None:
        super().__init__()
        sizes = [inputs, *hidden]
        layers: list[nn.Module] = []
        for a, b in pairwise(sizes):
            layers += [_orthogonal(nn.Linear(a, b), 2**0.5), nn.ReLU(inplace=True)]
        layers.append(_orthogonal(nn.Linear(sizes[-1], outputs), gain))
        self.inputs = inputs
        self.layers = nn.Sequential(*layers)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Scaled rows, float (n, at least inputs), to float (n, outputs)."""
        return self.layers(rows[:, : self.inputs])


def _orthogonal(layer: nn.Linear, gain: float) -> nn.Linear:
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


def make_policy(encoder: Encoder, config: NetworkConfig) -> Perceptron:
    """Logits of the renamed actions, (n, A), from what the seat sees. The caller masks the illegal ones."""
    return Perceptron(encoder.observation_width, config.policy, encoder.actions_width, gain=0.01)


def make_critic(encoder: Encoder, config: NetworkConfig) -> Perceptron:
    """The value for the seat to move, (n, 1), from the full state."""
    return Perceptron(encoder.width, config.critic, 1, gain=1.0)
