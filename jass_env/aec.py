"""The PettingZoo AEC environment, once for all variants."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from jass_env.engine import batch
from jass_env.errors import IllegalActionError, OptionError, OrderError, SeatError, nearest
from jass_env.render import FRENCH_SUITS, render_text
from jass_env.rules import Rules
from jass_env.start import apply_start, checked_seed, new_seed

RENDER_MODES = ("ansi", "human")
TERMINAL_MASKS = ("zeros", "ones")
INT8 = np.dtype(np.int8)


class JassEnv(AECEnv[str, dict[str, np.ndarray], int]):
    """One match (or one hand) of Jass as an AEC environment, with its checks inside.

    Agents are ``player_0``... in seat order. An observation is ``{"observation": int8 (D,), "action_mask": int8 (A,)}``;
    ``rules.layout`` tells what stands where. The mask of an agent that is not to move is all zeros. Nothing hidden is
    ever in an observation or info; ``state()`` is the full state, for centralised critics only.

    Attributes:
        rules: the rules in force.
    """

    rules: Rules
    metadata: dict[str, Any]
    render_mode: str | None
    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    observation_spaces: dict[str, spaces.Space[Any]]
    action_spaces: dict[str, spaces.Space[Any]]
    state_space: spaces.Box
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]

    def __init__(
        self,
        rules: Rules,
        *,
        render_mode: str | None = None,
        terminal_mask: str = "zeros",
        suits: str = "swiss",
        french_suits: str = FRENCH_SUITS,
    ) -> None:
        """Make an environment; ``reset`` begins the first match.

        Args:
            rules: variant and options.
            render_mode: None, "ansi" (``render`` returns text) or "human" (each step is written to standard output).
            terminal_mask: what a finished agent's mask holds, "zeros" or "ones".
            suits: names of suits in ``render``, "swiss" or "french".
            french_suits: the four French symbols for acorns, roses, shields, bells.

        Raises:
            OptionError: an unknown mode or an impossible choice of suits.
        """
        super().__init__()
        _check("render_mode", render_mode, (None, *RENDER_MODES))
        _check("terminal_mask", terminal_mask, TERMINAL_MASKS)
        _check("suits", suits, ("swiss", "french"))
        if not isinstance(french_suits, str) or sorted(french_suits) != sorted(FRENCH_SUITS):
            raise OptionError(f"french_suits={french_suits!r}: the four symbols {FRENCH_SUITS} in some order are needed")
        self.rules = rules
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{rules.name}_v{rules.variant.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self._terminal_mask = terminal_mask
        self._french_suits = french_suits if suits == "french" else None

        self.possible_agents = [f"player_{seat}" for seat in range(rules.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._size = rules.observation_size
        self._num_actions = len(rules.actions)
        low, high = rules.bounds(rules.layout)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int8),
                    "action_mask": spaces.Box(0, 1, (self._num_actions,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._num_actions) for agent in self.possible_agents}
        state_low, state_high = rules.bounds(rules.state_layout)
        self.state_space = spaces.Box(state_low, state_high, dtype=np.int8)

        self._table = rules.array
        self._states = rules.new_states(1)
        self._reward = np.zeros(rules.seats, dtype=np.float32)
        self._is_seeded = False
        self._is_over = True
        self._is_leaving = False
        self.terminations = {}
        self.truncations = {}
        self._skip_agent_selection: str | None = None
        self.agents = []
        self.agent_selection = self.possible_agents[0]

    # --- spaces and names ---

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object at each call."""
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object at each call."""
        self._seat(agent)
        return self.action_spaces[agent]

    def action_name(self, action: int) -> str:
        """Name of an action id (rulebook and record names). Raises IllegalActionError for no id."""
        if not 0 <= action < self._num_actions:
            raise IllegalActionError(f"action {action}: ids are 0 to {self._num_actions - 1}")
        return self.rules.actions[action]

    def action_id(self, name: str) -> int:
        """Id of an action name. Raises IllegalActionError for an unknown name."""
        if name not in self.rules.action_ids:
            raise IllegalActionError(f"{self.rules.name} has no action {name!r}; {nearest(name, self.rules.action_ids)}")
        return self.rules.action_ids[name]

    # --- the game ---

    def agent_iter(self, max_iter: int = 2**63) -> Iterable[str]:
        """The agent to move, each time anew, until all have left the match or ``max_iter`` times."""
        agents: Iterable[str] = super().agent_iter(max_iter)
        return agents

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new match (or single hand).

        Args:
            seed: restarts the environment's generator; None goes on with it (at first: from the system).
            options: ``hands`` (for each seat its cards, as text or ids), ``dealer`` (a seat; in a match that a card's
                holder opens, as Schieber's, only with ``totals`` that are not all zero), ``totals`` (a number for each
                seat, partners' equal), ``turned`` (the card shown for trump). Unknown keys are ignored.

        Raises:
            DealError: options that make no position of this variant.
        """
        before = self._states.copy() if options else None
        if seed is None and not self._is_seeded:
            seed = new_seed()
        if seed is not None:
            batch.seed_one(self._states, 0, np.uint64(checked_seed(seed)))
        batch.reset_one(self._table, self._states, 0)
        if options:
            try:
                apply_start(self.rules, self._states, 0, options, self._table)
            except BaseException:
                self._states[:] = before
                raise
        self._is_seeded = True
        self._is_over = False
        self._is_leaving = False
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._has_rewards = False
        self._look()
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """The agent to move acts; a finished agent takes its last step with None.

        Raises:
            OrderError: before ``reset`` or after the end.
            IllegalActionError: not legal; nothing has changed.
        """
        if self._is_over or self._is_leaving:
            self._last_step(action)
            return
        observation = np.empty(self._size, INT8)
        mask = np.empty(self._num_actions, INT8)
        try:
            number = index(action)  # type: ignore[arg-type]
        except TypeError:
            number = -1
        if 0 <= number < self._num_actions:
            result = batch.step_one(self._table, self._states, 0, number, self._reward, observation, mask)
        else:
            result = batch.ILLEGAL  # the kernel could not even read a number that no machine word holds
        if result < 0:
            raise self._illegal(action)
        if self._has_rewards:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._has_rewards = False
        self._cumulative_rewards[self.agent_selection] = 0.0
        if result < batch.REWARDED:  # no flag is set: most steps
            self._observed = {"observation": observation, "action_mask": mask}
            self.agent_selection = self.possible_agents[result]
        else:
            self._step_further(result, observation, mask)
        if self.render_mode == "human":
            self.render()

    def _step_further(self, result: int, observation: np.ndarray, mask: np.ndarray) -> None:
        """What a step may bring beside the next turn: rewards, the end, a seat that leaves the match."""
        if result & batch.REWARDED:
            self._has_rewards = True
            rewards = self._reward.tolist()
            self.rewards = {agent: rewards[self._seat_of[agent]] for agent in self.agents}
            for agent, reward in self.rewards.items():
                self._cumulative_rewards[agent] += reward
        if result & batch.OVER:
            self._end(bool(result & batch.TRUNCATED))
        else:
            self._observed = {"observation": observation, "action_mask": mask}
            self.agent_selection = self.possible_agents[result & 0xFF]
            if result & batch.LEFT:
                self._leave()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent sees now."""
        if agent == self.agent_selection and not (self._is_over or self._is_leaving):
            return self._observed
        seat = self._seat(agent)
        self._need_reset()
        observation = np.empty(self._size, dtype=np.int8)
        batch.observe_one(self._table, self._states, 0, seat, observation)
        done = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        ones = done and self._terminal_mask == "ones"
        mask = np.full(self._num_actions, 1 if ones else 0, dtype=np.int8)
        return {"observation": observation, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward since it last acted, termination, truncation and info of the agent to move."""
        agent = self.agent_selection
        if self._is_over and agent not in self.terminations:
            raise OrderError(
                "the match is over and every agent has left it; call reset" if self._is_seeded else "call reset first"
            )
        if not observe:
            observation = None
        elif self._is_over or self._is_leaving:
            observation = self.observe(agent)
        else:
            observation = self._observed
        return (
            observation,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def state(self) -> np.ndarray:
        """The full state, int8 (S,): the observation of the agent to move and all that is hidden from it.

        For centralised critics only.
        """
        self._need_reset()
        out = np.empty(self.rules.state_size, dtype=np.int8)
        batch.observe_all_one(self._table, self._states, 0, out, self._size)
        return out

    def legal_actions(self) -> list[str]:
        """Names of the actions that the agent to move may take, in id order; empty when the match is over."""
        self._need_reset()
        if self._is_over or self._is_leaving:
            return []
        return [self.rules.actions[number] for number in np.flatnonzero(self._observed["action_mask"])]

    def render(self) -> str | None:
        """The table as text, from the view of a spectator who sees all hands ("ansi"); written out in "human" mode."""
        self._need_reset()
        if self.render_mode is None:
            raise OptionError("render needs an environment made with render_mode='ansi' or 'human'")
        text = render_text(self.rules, self._states[0], self._french_suits)
        if self.render_mode == "human":
            sys.stdout.write(text + "\n")
            return None
        return text

    def close(self) -> None:
        """Nothing to release."""

    # --- saving ---

    def get_state(self) -> dict[str, Any]:
        """The match as it stands, exact in the middle of a trick, to be given to ``set_state`` later."""
        self._need_reset()
        return {
            "states": self._states.copy(),
            "agents": list(self.agents),
            "agent_selection": self.agent_selection,
            "rewards": dict(self.rewards),
            "cumulative_rewards": dict(self._cumulative_rewards),
            "terminations": dict(self.terminations),
            "truncations": dict(self.truncations),
            "next_agent": self._skip_agent_selection,
        }

    def set_state(self, state: Any) -> None:
        """Go back to a match taken with ``get_state`` from an environment of the same rules.

        Raises:
            OptionError: something else, or a match played by other rules; nothing has changed.
        """
        keys = {"states", "agents", "agent_selection", "rewards", "cumulative_rewards", "terminations", "truncations"}
        if not isinstance(state, Mapping) or not keys | {"next_agent"} <= set(state):
            raise OptionError(f"state={state!r:.60}: what get_state of an environment returned is needed")
        states = state["states"]
        is_state = isinstance(states, np.ndarray) and states.dtype == self.rules.state_dtype and states.shape == (1,)
        if not is_state or states[0].identity != self.rules.identity:
            raise OptionError("state: this match is played by other rules than this environment's")
        try:
            agents = list(state["agents"])
            by_agent = [dict(state[key]) for key in ("rewards", "cumulative_rewards", "terminations", "truncations")]
        except (TypeError, ValueError):
            raise OptionError("state: agents and what belongs to each are no lists and mappings") from None
        chosen = state["agent_selection"] in self.possible_agents and (
            state["next_agent"] is None or state["next_agent"] in self.possible_agents
        )
        if not chosen or not set(agents) <= set(self.possible_agents) or any(set(d) != set(agents) for d in by_agent):
            raise OptionError("state: it does not speak of this environment's agents")
        self._states[:] = states
        self.agents = agents
        self.rewards, self._cumulative_rewards, self.terminations, self.truncations = by_agent
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = state["next_agent"]
        self._has_rewards = any(self.rewards.values())
        self._is_seeded = True
        self._is_over = bool(states[0].over)
        self._is_leaving = not self._is_over and any(self.terminations.values())
        self._look()
        self.agent_selection = state["agent_selection"]

    # --- inside ---

    def _look(self) -> None:
        """Observation and mask of the mover after a reset."""
        seat = int(self._states[0].mover)
        observation = np.empty(self._size, dtype=np.int8)
        mask = np.empty(self._num_actions, dtype=np.int8)
        batch.observe_one(self._table, self._states, 0, seat, observation)
        batch.mask_one(self._table, self._states, 0, mask)
        self._observed = {"observation": observation, "action_mask": mask}
        self.agent_selection = self.possible_agents[seat]

    def _leave(self) -> None:
        """Agents that are out of the match take a last step before it goes on, as PettingZoo has it."""
        for agent in self.agents:
            if not int(self._states[0].active) >> self._seat_of[agent] & 1:
                self.terminations[agent] = True
                self._is_leaving = True
        self._deads_step_first()

    def _end(self, truncated: bool) -> None:
        self._is_over = True
        ended = self.truncations if truncated else self.terminations
        for agent in self.agents:
            ended[agent] = True
        self.agent_selection = self.agents[0]

    def _last_step(self, action: int | None) -> None:
        self._need_reset()
        if not self.agents:
            raise OrderError("the match is over and every agent has left it; call reset")
        if action is not None:
            raise OrderError(f"the match is over for {self.agent_selection}: it can only step with None (got {action!r})")
        self._was_dead_step(None)
        self._has_rewards = False
        self._is_leaving = not self._is_over and any(self.terminations.values())

    def _illegal(self, action: Any) -> IllegalActionError:
        known = isinstance(action, int | np.integer) and 0 <= action < self._num_actions
        name = f" ({self.rules.actions[int(action)]})" if known else ""
        return IllegalActionError(
            f"action {action!r}{name} is not legal for {self.agent_selection}; legal are {', '.join(self.legal_actions())}"
        )

    def _seat(self, agent: str) -> int:
        if agent not in self._seat_of:
            raise SeatError(f"no agent is called {agent!r}; agents are {', '.join(self.possible_agents)}")
        return self._seat_of[agent]

    def _need_reset(self) -> None:
        if not self._is_seeded:
            raise OrderError("call reset first")


def _check(what: str, value: Any, allowed: tuple[Any, ...]) -> None:
    if not any(value is each or (isinstance(value, str) and value == each) for each in allowed):
        raise OptionError(f"{what}={value!r}: allowed are {', '.join(map(repr, allowed))}")
