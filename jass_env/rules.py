"""A variant with its options, lowered: the one object that every environment, player and tool is built on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from jass_env.engine import actions as act
from jass_env.engine import state as st
from jass_env.engine.observe import HIDDEN_SEGMENTS, SEGMENTS
from jass_env.errors import OptionError, nearest
from jass_env.variant import Game, Variant
from jass_env.variants import find_variant

EPISODES = {"match": st.EPISODE_MATCH, "hand": st.EPISODE_HAND}
REWARDS = {
    "score": st.REWARD_SCORE,
    "margin": st.REWARD_MARGIN,
    "outcome": st.REWARD_OUTCOME,
    "points": st.REWARD_POINTS,
}


@dataclass(frozen=True)
class Part:
    """A segment of an observation as laid out for these rules: ``observation[start:stop]``."""

    name: str
    start: int
    stop: int
    low: int
    high: int
    meaning: str

    @property
    def slice(self) -> slice:
        """The part's place."""
        return slice(self.start, self.stop)


class Rules:
    """A variant with resolved options, and their lowering into the RULES record.

    Attributes:
        variant: the variant.
        preset: name of the preset in use, or None.
        options: every option with its resolved value.
        game: the mechanisms.
        episode: "match" or "hand".
        reward: "score", "margin", "outcome" or "points".
        array: one RULES record.
        actions: action names in id order.
        state_dtype: the record of a match (engine/state.py).
        layout: parts of the observation by name.
        state_layout: parts of the full state by name.
        observation_size: length of an observation.
        state_size: length of the full state.
    """

    variant: Variant
    preset: str | None
    options: dict[str, Any]
    game: Game
    episode: str
    reward: str
    array: np.ndarray
    actions: tuple[str, ...]
    state_dtype: np.dtype[Any]
    layout: dict[str, Part]
    state_layout: dict[str, Part]
    observation_size: int
    state_size: int

    def __init__(
        self,
        variant: str | Variant,
        *,
        preset: str | None = None,
        episode: str = "match",
        reward: str = "score",
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Resolve and lower.

        Raises:
            VariantError: unknown variant.
            OptionError: unknown preset, option, episode or reward, or a value that is not allowed.
        """
        self.variant = variant if isinstance(variant, Variant) else find_variant(variant)
        self.preset = self.variant.default_preset if preset is None else preset
        self.options = self.variant.resolve(preset, options or {})
        self.game = self.variant.build(self.options)
        self.episode = episode
        self.reward = reward
        self.array = np.zeros(1, dtype=st.RULES)
        record = self.array[0]
        self.game.lower(record)
        record.episode = _known("episode", episode, EPISODES)
        record.reward = _known("reward", reward, REWARDS)
        self.state_dtype = st.state_dtype(record)
        self.actions = self.game.action_names()
        record.actions = len(self.actions)
        record.id_of[:] = -1
        for number, name in enumerate(self.actions):
            record.code_of[number] = act.CODE[name]
            record.id_of[act.CODE[name]] = number
        self.layout = {}
        self.state_layout = {}
        self._lay_out(record)
        self.observation_size = max(part.stop for part in self.layout.values())
        self.state_size = max(part.stop for part in self.state_layout.values())

    def _lay_out(self, record: Any) -> None:
        # Python numbers, so that sizes do not overflow the record's small integers.
        fields = SimpleNamespace(**{name: record[name].tolist() for name in st.RULES.names or ()})
        start = 0
        for number, segment in enumerate((*SEGMENTS, *HIDDEN_SEGMENTS)):
            size = segment.size(fields)
            record.segment[number] = start if size else -1
            if size:
                part = Part(segment.name, start, start + size, segment.low, segment.high, segment.meaning)
                self.state_layout[segment.name] = part
                if number < len(SEGMENTS):
                    self.layout[segment.name] = part
                start += size

    @property
    def name(self) -> str:
        """The variant's name."""
        return self.variant.name

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.game.seats.count

    @property
    def sides(self) -> int:
        """Number of sides."""
        return self.game.seats.sides

    def side_of(self, seat: int) -> int:
        """The side a seat belongs to."""
        return seat % self.sides

    @cached_property
    def action_ids(self) -> dict[str, int]:
        """Action names to ids."""
        return {name: number for number, name in enumerate(self.actions)}

    @cached_property
    def layout_hash(self) -> str:
        """Changes when the meaning of an observation, state or action id changes: a checkpoint keeps it."""
        parts = [(part.name, part.start, part.stop) for part in self.state_layout.values()]
        text = json.dumps([self.name, self.variant.version, parts, self.actions])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def identity(self) -> int:
        """A 64-bit number for variant, options, episode and reward: a saved state goes back only where it is the same."""
        text = json.dumps([self.layout_hash, self.options, self.episode, self.reward], sort_keys=True)
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def new_states(self, count: int) -> np.ndarray:
        """Records of matches that have not begun: ``state_dtype`` (count,), zeros but for the identity."""
        states = np.zeros(count, dtype=self.state_dtype)
        states["identity"] = self.identity
        return states

    @cached_property
    def observation_bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest value of each number of an observation: int8 (D,), (D,)."""
        return self.bounds(self.layout)

    def bounds(self, layout: Mapping[str, Part]) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest value of each number of an observation or state, as int8 vectors."""
        size = max(part.stop for part in layout.values())
        low, high = np.zeros(size, dtype=np.int8), np.zeros(size, dtype=np.int8)
        for part in layout.values():
            low[part.slice], high[part.slice] = part.low, part.high
        return low, high


def _known(what: str, name: str, known: Mapping[str, int]) -> int:
    if not isinstance(name, str) or name not in known:
        raise OptionError(f"{what}={name!r} is not known; {nearest(name, known)}")
    return known[name]
