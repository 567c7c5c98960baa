"""Players that search: ``pimc`` and ``ismcts``. What they do stands in ``engine/search.py``."""

from __future__ import annotations

import time

import numpy as np

from jass_env.engine import search
from jass_env.engine.actions import CLAIM, VOCABULARY, WORD_BITS
from jass_env.engine.solve import WORK
from jass_env.engine.worlds import PLAN
from jass_env.errors import PlayerError
from jass_env.players.base import action_ids
from jass_env.rules import Rules
from jass_env.solver import new_table
from jass_env.worlds import recall

MOST_WORLDS = 10**7


class SearchPlayer:
    """What the two have in common: decision by decision, until a number of worlds or a time is spent.

    With a budget of worlds a decision depends on its seed alone. With a budget of time it also depends on the machine.
    """

    name: str

    def __init__(self, rules: Rules, worlds: int, seconds: float | None, chunk: int) -> None:
        """Make a player.

        Args:
            rules: the rules it is to play by.
            worlds: for a decision.
            seconds: for a decision, in place of a number of worlds (which then is the most).
            chunk: worlds between two looks at the clock.

        Raises:
            PlayerError: a budget that is not positive.
        """
        if not isinstance(worlds, int) or not 1 <= worlds <= MOST_WORLDS or (seconds is not None and not seconds > 0):
            raise PlayerError(
                f"{self.name}: worlds={worlds}, seconds={seconds}: both must be positive, "
                f"worlds a whole number up to {MOST_WORLDS}"
            )
        self._rules = rules
        self._worlds, self._seconds, self._chunk = worlds, seconds, chunk if seconds is not None else worlds
        self._plan = np.zeros(1, dtype=PLAN)
        self._world = rules.new_states(1)

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """Search for each row; see ``Player.act``.

        Raises:
            SeatError: an observation is of another length, or of a seat that is not to move.
        """
        states = recall(self._rules, observation)
        codes = np.array([self._decide(states[i : i + 1], seeds[i]) for i in range(len(states))], dtype=np.int64)
        return action_ids(self._rules, codes)

    def _decide(self, known: np.ndarray, word: np.uint64) -> int:
        end = None if self._seconds is None else time.perf_counter() + self._seconds
        self._begin()
        done, code = 0, -1
        while done < self._worlds and (done == 0 or end is None or time.perf_counter() < end):
            last = min(done + self._chunk, self._worlds)
            code = self._search(known, word, done, last)
            done = last
        return code

    def _begin(self) -> None:
        """Forget the decision before."""

    def _search(self, known: np.ndarray, word: np.uint64, first: int, last: int) -> int:
        """Go through some more worlds; the code of the action that is best so far."""
        raise NotImplementedError


class PimcPlayer(SearchPlayer):
    """Tries every action in sampled worlds, played on by ``rules``; the last cards of two-sided games are solved."""

    name = "pimc"

    def __init__(self, rules: Rules, worlds: int = 60, seconds: float | None = None, solved: int = 5) -> None:
        """Make a player.

        Args:
            rules: the rules it is to play by.
            worlds: for a decision.
            seconds: for a decision, in place of a number of worlds (which then is the most).
            solved: cards in hand from which on worlds are solved exactly; 0: never.

        Raises:
            PlayerError: a budget that is not positive.
        """
        super().__init__(rules, worlds, seconds, chunk=1)
        if not isinstance(solved, int) or not 0 <= solved <= 9:
            raise PlayerError(f"{self.name}: solved={solved}: 0 to 9 cards are possible")
        self._solved = solved
        self._trial = rules.new_states(1)
        self._work = np.zeros(1, dtype=WORK)
        self._positions = new_table(14)
        self._sums = np.zeros(len(VOCABULARY), dtype=np.float64)

    def _begin(self) -> None:
        self._sums[:] = 0

    def _search(self, known: np.ndarray, word: np.uint64, first: int, last: int) -> int:
        forced = int(
            search.weigh(
                self._rules.array,
                known,
                self._plan,
                word,
                first,
                last,
                self._solved,
                self._world,
                self._trial,
                self._work,
                self._positions,
                self._sums,
            )
        )
        if forced >= 0:
            return forced
        words = known["legal"][0]
        legal = np.flatnonzero(words[:, None] >> np.arange(WORD_BITS) & 1)
        legal = legal[legal != CLAIM]  # see engine/search.py
        return int(legal[np.argmax(self._sums[legal])])


class IsmctsPlayer(SearchPlayer):
    """Grows one tree over what the seat can see, each walk through a new world."""

    name = "ismcts"

    def __init__(self, rules: Rules, worlds: int = 1000, seconds: float | None = None, exploration: float = 0.3) -> None:
        """Make a player.

        Args:
            rules: the rules it is to play by.
            worlds: walks for a decision.
            seconds: for a decision, in place of a number of walks (which then is the most).
            exploration: weight of what has been tried rarely, in units of the range of the payoffs seen.

        Raises:
            PlayerError: a budget that is not positive.
        """
        super().__init__(rules, worlds, seconds, chunk=4)
        if not exploration >= 0:
            raise PlayerError(f"{self.name}: exploration={exploration}: 0 or more is possible")
        self._exploration = float(exploration)
        self._nodes = np.zeros(worlds + 1, dtype=search.NODE)
        self._bounds = np.zeros(2)

    def _search(self, known: np.ndarray, word: np.uint64, first: int, last: int) -> int:
        return int(
            search.grow(
                self._rules.array,
                known,
                self._plan,
                word,
                first,
                last,
                self._exploration,
                self._world,
                self._nodes,
                self._bounds,
            )
        )
