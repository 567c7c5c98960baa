"""The hand-written player ``rules``."""

from __future__ import annotations

import numpy as np

from jass_env.engine.advise import advise_many
from jass_env.players.base import action_ids
from jass_env.rules import Rules
from jass_env.worlds import recall


class RulesPlayer:
    """What somebody who knows Jass would do, in every variant; deterministic. See ``engine/advise.py``."""

    name = "rules"

    def __init__(self, rules: Rules) -> None:
        """For these rules."""
        self._rules = rules

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """The advice for each row; see ``Player.act``.

        Raises:
            SeatError: an observation is of another length, or of a seat that is not to move.
        """
        states: np.ndarray = recall(self._rules, observation)
        codes = np.empty(len(states), dtype=np.int64)
        advise_many(self._rules.array, states, np.ascontiguousarray(seeds, dtype=np.uint64), codes)
        return action_ids(self._rules, codes)
