"""Many matches at once: the batched environment, on the same kernels as the AEC environment."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from jass_env.engine import batch
from jass_env.engine.state import END_TRUNCATED
from jass_env.errors import IllegalActionError, OptionError, SeatError
from jass_env.rules import Rules
from jass_env.start import apply_start, checked_seed, checked_seeds, new_seed

_AUTORESET = {
    AutoresetMode.DISABLED: batch.AUTORESET_DISABLED,
    AutoresetMode.SAME_STEP: batch.AUTORESET_SAME_STEP,
    AutoresetMode.NEXT_STEP: batch.AUTORESET_NEXT_STEP,
}


class JassVectorEnv:
    """A batch of matches in lockstep: in each, one decision of whoever is to move.

    All arrays belong to the environment and are overwritten by each ``reset`` and ``step`` (``torch.from_numpy`` sees
    them without a copy); copy what you want to keep. Match ``i`` seeded with ``s + i`` plays the same game as the AEC
    environment reset with seed ``s + i``, and the single environments do not influence each other.

    Attributes:
        observation: int8 (N, D), what the seat to move sees.
        action_mask: int8 (N, A), its legal actions; all zeros where a match is over and not begun anew.
        seat: int8 (N,), the seat to move.
        reward: float32 (N, seats), every seat's reward for the last step.
        terminated: bool (N,), the match ended with the last step (SAME_STEP), or is over.
        truncated: bool (N,), the same for a match that reached ``max_hands``.
        metadata: holds ``autoreset_mode``.
        rules: the rules in force (of the first match, where options are mixed).
        num_envs: number of matches N.
        single_observation_space: of one match's observation.
        single_action_space: of one match's action.
    """

    observation: np.ndarray
    action_mask: np.ndarray
    seat: np.ndarray
    reward: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray
    metadata: dict[str, Any]
    rules: Rules
    num_envs: int
    autoreset_mode: AutoresetMode
    single_observation_space: spaces.Box
    single_action_space: spaces.Discrete

    def __init__(
        self,
        rules: Rules | Sequence[Rules],
        num_envs: int,
        *,
        seed: int | Sequence[int] | None = None,
        autoreset: AutoresetMode = AutoresetMode.SAME_STEP,
        threads: int = 1,
    ) -> None:
        """Make and reset a batch.

        Args:
            rules: the rules, or one for each match in turn (rules ``i % len(rules)`` for match ``i``): several options
                of one variant with the same observations and actions.
            num_envs: number of matches N.
            seed: a number for the first match (the next ones count up), or one for each.
            autoreset: what happens to a match that is over. SAME_STEP: the next one begins at once, its first
                observation is what ``step`` leaves, next to the last one's reward and flags. NEXT_STEP: it begins at the
                next step, whose action is ignored. DISABLED: it stays over until ``reset``.
            threads: slices of the batch that are worked on at the same time.

        Raises:
            OptionError: the batch is empty, or the rules do not belong together.
        """
        self._all_rules = [rules] if isinstance(rules, Rules) else list(rules)
        whole = all(isinstance(n, int | np.integer) and not isinstance(n, bool) for n in (num_envs, threads))
        if not whole or num_envs < 1 or threads < 1 or not self._all_rules:
            raise OptionError(f"num_envs={num_envs}, threads={threads}: at least one match, thread and set of rules")
        self.rules = self._all_rules[0]
        if len({(other.layout_hash, other.seats) for other in self._all_rules}) > 1:
            raise OptionError("a batch mixes options of one variant only if observations and actions are laid out alike")
        if autoreset not in _AUTORESET:
            raise OptionError(f"autoreset={autoreset!r}: allowed are the members of gymnasium.vector.AutoresetMode")
        self.num_envs = num_envs
        self.autoreset_mode = autoreset
        self.metadata = {"autoreset_mode": autoreset}
        self._autoreset = _AUTORESET[autoreset]
        self._table = np.concatenate([each.array for each in self._all_rules])
        room = max((each.state_dtype for each in self._all_rules), key=lambda dtype: dtype.itemsize)
        self._states = np.zeros(num_envs, dtype=room)
        self._states["rules"] = np.arange(num_envs) % len(self._all_rules)
        self._states["identity"] = np.array([each.identity for each in self._all_rules], np.uint64)[self._states["rules"]]

        self.observation = np.zeros((num_envs, self.rules.observation_size), dtype=np.int8)
        self.action_mask = np.zeros((num_envs, len(self.rules.actions)), dtype=np.int8)
        self.seat = np.zeros(num_envs, dtype=np.int8)
        self.reward = np.zeros((num_envs, self.rules.seats), dtype=np.float32)
        self.terminated = np.zeros(num_envs, dtype=np.bool_)
        self.truncated = np.zeros(num_envs, dtype=np.bool_)
        self._state: np.ndarray | None = None

        low, high = self.rules.bounds(self.rules.layout)
        self.single_observation_space = spaces.Box(low, high, dtype=np.int8)
        self.single_action_space = spaces.Discrete(len(self.rules.actions))

        self._slices = _slices(num_envs, threads)
        self._pool = _threads(self._slices)
        self._process = os.getpid()
        self._seeded = False
        self.reset(seed=seed)

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        where: np.ndarray | None = None,
    ) -> None:
        """Begin new matches.

        Args:
            seed: a number for the first match (the next ones count up), or one for each. None goes on with the
                generators as they stand (at first: seeds drawn from the system).
            options: ``hands``, ``dealer``, ``totals``... as for the AEC environment, for all matches or one for each.
            where: bool (N,), the matches to reset; default all.

        Raises:
            OptionError: the wrong number of seeds or options, or ``where`` is of another shape or type.
            DealError: options that make no position.
        """
        where = self._where(where)
        chosen = np.flatnonzero(where)
        seeds = self._seeds(seed)
        starts = self._starts(options)
        before = self._states.copy() if starts is not None else None
        for i in chosen.tolist():
            if seeds is not None:
                batch.seed_one(self._states, i, np.uint64(seeds[i]))
            batch.reset_one(self._table, self._states, i)
            if starts is not None:
                try:
                    apply_start(self._all_rules[i % len(self._all_rules)], self._states, i, starts[i], self._table)
                except BaseException:
                    self._states[:] = before
                    raise
        self.reward[chosen] = 0
        self.terminated[chosen] = False
        self.truncated[chosen] = False
        self._write(where)

    def step(self, actions: np.ndarray, where: np.ndarray | None = None) -> None:
        """Take one action in each match; the results are in the attributes.

        Args:
            actions: (N,) integers, an action id for each match (ignored where the match is over).
            where: bool (N,), the matches that take a step; default all. The others stay as they are, with reward 0.

        Raises:
            IllegalActionError: some action is not legal; nothing has changed.
            OptionError: ``where`` is of another shape or type.
        """
        where = self._where(where)
        try:
            actions = np.asarray(actions)
        except ValueError:
            actions = np.asarray(None)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise IllegalActionError(
                f"actions of shape {actions.shape}, {actions.dtype}: needed are whole numbers ({self.num_envs},)"
            )
        actions = np.ascontiguousarray(actions, dtype=np.int64)
        bad = batch.first_illegal(self._table, self._states, where, actions, 0, self.num_envs)
        if bad >= 0:
            raise self._illegal(bad, int(actions[bad]))

        def step_and_write(first: int, last: int) -> None:
            flags = self.reward, self.terminated, self.truncated
            seen = self.observation, self.action_mask, self.seat
            batch.step_many(self._table, self._states, where, actions, first, last, self._autoreset, *flags)
            batch.write_many(self._table, self._states, where, first, last, *seen)

        self._run(step_and_write)

    def observe(self, match: int, seat: int) -> np.ndarray:
        """What a seat of a match sees, whether or not it is to move: a new int8 (D,).

        Raises:
            SeatError: no such seat.
            OptionError: no such match.
        """
        if not 0 <= match < self.num_envs:
            raise OptionError(f"match={match!r}: matches are 0 to {self.num_envs - 1}")
        if not 0 <= seat < self.rules.seats:
            raise SeatError(f"seat={seat!r}: seats are 0 to {self.rules.seats - 1}")
        observation = np.empty(self.rules.observation_size, dtype=np.int8)
        batch.observe_one(self._table, self._states, match, seat, observation)
        return observation

    @property
    def in_match(self) -> np.ndarray:
        """Which seats are in each match: bool (N, seats), False for one that has left it as safe (Handjass)."""
        seats: np.ndarray = (self._states["active"][:, None] >> np.arange(self.rules.seats)) & 1 != 0
        return seats

    def state(self) -> np.ndarray:
        """The full state of each match, for centralised critics only: int8 (N, S), overwritten by each call.

        It is the observation of the seat to move, followed by what is hidden from it.
        """
        if self._state is None:
            self._state = np.zeros((self.num_envs, self.rules.state_size), dtype=np.int8)
        out, size = self._state, self.rules.observation_size
        self._run(lambda a, b: batch.write_full_states(self._table, self._states, a, b, out, size))
        return out

    def random_actions(self, seed: int) -> np.ndarray:
        """A uniformly drawn legal action for each match that is not over: int64 (N,)."""
        actions = np.zeros(self.num_envs, dtype=np.int64)
        word = np.uint64(checked_seed(seed))
        self._run(lambda a, b: batch.sample_actions(self.action_mask, a, b, word, actions))
        return actions

    def get_state(self) -> np.ndarray:
        """All matches as they stand, to be given to ``set_state`` later: a copy, exact in the middle of a trick too."""
        return self._states.copy()

    def set_state(self, state: np.ndarray) -> None:
        """Go back to matches taken with ``get_state`` (of this batch or one made alike).

        Raises:
            OptionError: the state is of another size or kind, or of matches played by other rules.
        """
        if getattr(state, "dtype", None) != self._states.dtype or state.shape != self._states.shape:
            raise OptionError(f"state: this is no state of {self.num_envs} matches")
        if (state["identity"] != self._states["identity"]).any() or (state["rules"] != self._states["rules"]).any():
            raise OptionError("state: these matches are played by other rules than this batch's")
        self._states[:] = state
        self.reward[:] = 0
        self.terminated[:] = (state["over"] != 0) & (state["end"] != END_TRUNCATED)
        self.truncated[:] = (state["over"] != 0) & (state["end"] == END_TRUNCATED)
        self._write()

    def close(self) -> None:
        """Release the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
            self._slices = _slices(self.num_envs, 1)

    def __getstate__(self) -> dict[str, Any]:
        """For copy and pickle: all but the threads."""
        return {**self.__dict__, "_pool": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Threads are made anew."""
        self.__dict__.update(state)
        self._pool = _threads(self._slices)
        self._process = os.getpid()

    def _run(self, kernel: Callable[[int, int], object]) -> None:
        """A kernel on all slices: the first one here, the others in threads, each handed over once."""
        if self._pool and self._process != os.getpid():
            # Threads do not come along into a forked process.
            self._pool, self._process = _threads(self._slices), os.getpid()
        others = [self._pool.submit(kernel, *piece) for piece in self._slices[1:]] if self._pool else []
        kernel(*self._slices[0])
        for each in others:
            each.result()

    def _write(self, where: np.ndarray | None = None) -> None:
        where = self._where(where)
        self._run(
            lambda a, b: batch.write_many(
                self._table, self._states, where, a, b, self.observation, self.action_mask, self.seat
            )
        )

    def _where(self, where: Any) -> np.ndarray:
        if where is None:
            return np.ones(self.num_envs, dtype=np.bool_)
        where = np.asarray(where)
        if where.shape != (self.num_envs,) or where.dtype != np.bool_:
            raise OptionError(f"where of shape {where.shape}, {where.dtype}: needed is bool ({self.num_envs},)")
        return np.ascontiguousarray(where)

    def _seeds(self, seed: Any) -> list[int] | None:
        if seed is None:
            if self._seeded:
                return None
            seed = new_seed()
        self._seeded = True
        return checked_seeds(seed, self.num_envs)

    def _starts(self, options: Any) -> list[Mapping[str, Any]] | None:
        if not options:
            return None
        if isinstance(options, Mapping):
            return [options] * self.num_envs
        if len(options) != self.num_envs:
            raise OptionError(f"{len(options)} options for {self.num_envs} matches")
        return list(options)

    def _illegal(self, i: int, action: int) -> IllegalActionError:
        legal = [self.rules.actions[number] for number in np.flatnonzero(self.action_mask[i])]
        name = self.rules.actions[action] if 0 <= action < len(self.rules.actions) else "no action"
        match = f"match {i}: " if self.num_envs > 1 else ""
        return IllegalActionError(
            f"{match}action {action} ({name}) is not legal for seat {self.seat[i]}; legal are {', '.join(legal)}"
        )


def _threads(slices: list[tuple[int, int]]) -> ThreadPoolExecutor | None:
    return ThreadPoolExecutor(len(slices) - 1) if len(slices) > 1 else None


def _slices(size: int, threads: int) -> list[tuple[int, int]]:
    parts = min(threads, size)
    edges = [size * part // parts for part in range(parts + 1)]
    return list(pairwise(edges))
