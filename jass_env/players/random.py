"""The player without a thought."""

from __future__ import annotations

import numpy as np

from jass_env.players.base import scramble
from jass_env.rules import Rules


class RandomPlayer:
    """Plays any legal action, each with the same probability. It knows no variant: it needs the mask alone."""

    name = "random"

    def __init__(self, rules: Rules | None = None) -> None:
        """For any rules."""

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """Draw a legal action for each row; see ``Player.act``."""
        legal = np.cumsum(action_mask != 0, axis=1, dtype=np.int64)
        # Multiply and shift: 32 random bits to a number below the count of legal actions.
        number = ((scramble(seeds) >> np.uint64(32)) * legal[:, -1].astype(np.uint64)) >> np.uint64(32)
        chosen: np.ndarray = np.argmax(legal > number.astype(np.int64)[:, None], axis=1)
        return chosen.astype(np.int64)
