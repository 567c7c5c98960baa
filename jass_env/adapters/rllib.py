"""RLlib (``pip install 'jass-env[rllib]'``): a match as a ``MultiAgentEnv`` for its action-masking module, and players.

``ray.rllib.examples.rl_modules.classes.action_masking_rlm.ActionMaskingTorchRLModule`` is that module. RLlib's own check of
environments acts without a look at the mask, which is an error here: ``config.environment(..., disable_env_checking=True)``.
Ray pins its version of Gymnasium, and is therefore best installed into an environment of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from jass_env.adapters import need
from jass_env.aec import JassEnv
from jass_env.errors import DealError, OptionError, OrderError, PlayerError, SeatError
from jass_env.gym import BEGINNINGS, checked_seat, seat_players
from jass_env.players import decision_seeds
from jass_env.players.lawful import act_lawfully
from jass_env.rules import Rules
from jass_env.start import checked_seed, new_seed

need("ray.rllib.env.multi_agent_env", "rllib")
need("torch", "rllib")

import torch  # noqa: E402
from ray.rllib.core.columns import Columns  # noqa: E402
from ray.rllib.env.multi_agent_env import MultiAgentEnv  # noqa: E402


class JassMultiAgentEnv(MultiAgentEnv):
    """A match (or one hand) of Jass for RLlib: the agent to move alone has an observation, and alone may act.

    * Agents are ``player_0``... in seat order. Actions are ids.
    * An observation is ``{"observations": float32 (D,), "action_mask": float32 (A,)}``: what the seat may know, each number
      divided by the largest it can be, and 1 where an action is legal.
    * Rewards are given to every agent in each step; RLlib sums them between an agent's decisions.
    * At the end each agent gets a last observation, with a mask of zeros. A seat that leaves a match earlier likewise.

    Attributes:
        rules: the rules in force.
        seats: the seats of the agents.
        players: who plays the other seats inside ``step``, by seat.
    """

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        """Make an environment; ``reset`` begins the first match.

        Args:
            config: RLlib's ``env_config``.
                ``variant``: name of the variant.
                ``seats``: the seats that agents play, default all.
                ``opponents``: who plays the others: the name of a player, the path of a checkpoint, or a player;
                default "random".
                ``preset``, ``episode``, ``reward``: as for ``jass_env.env``.
                Everything else: the variant's house rules.

        Raises:
            VariantError: unknown variant.
            OptionError: no variant, an unknown preset or option, or a value that is not allowed.
            SeatError: no such seat, a seat twice, or none.
            PlayerError: no such player.
            CheckpointError: a checkpoint is damaged or belongs to another variant or layout.
        """
        super().__init__()
        given = dict(config or {})
        if "variant" not in given:
            raise OptionError("config: env_config needs a variant, as in {'variant': 'schieber'}")
        seats, opponents = given.pop("seats", None), given.pop("opponents", "random")
        self.rules = Rules(
            given.pop("variant"),
            preset=given.pop("preset", None),
            episode=given.pop("episode", "match"),
            reward=given.pop("reward", "score"),
            options=given,
        )
        self.seats = _checked_seats(self.rules, seats)
        made = seat_players(self.rules, self.seats[0], opponents)
        self.players = {seat: player for seat, player in made.items() if seat not in self.seats}
        self._env = JassEnv(self.rules)
        self._match_seed = np.zeros(1, dtype=np.uint64)
        self._is_seeded = False
        self._decisions = 0
        self.possible_agents = [self._env.possible_agents[seat] for seat in self.seats]
        self.agents = list(self.possible_agents)
        self._gained = dict.fromkeys(self.possible_agents, 0.0)  # what each got since the last step that RLlib took
        low, high = (bound.astype(np.float32) for bound in self.rules.bounds(self.rules.layout))
        self._scale = observation_scale(self.rules)
        space = spaces.Dict(
            {
                "observations": spaces.Box(low * self._scale, high * self._scale, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.rules.actions),), dtype=np.float32),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(len(self.rules.actions)))

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new match, up to the first decision of an agent.

        Args:
            seed: restarts all randomness, the players' too; None goes on with it (at first: from the system).
            options: a position to begin with, as for ``JassEnv.reset``.

        Raises:
            DealError: options that make no position.
        """
        if seed is None and not self._is_seeded:
            seed = new_seed()
        if seed is not None:
            self._match_seed = np.array([checked_seed(seed)], dtype=np.uint64)
            self._is_seeded = True
            self._decisions = 0
        for _ in range(BEGINNINGS):
            self._env.reset(seed=seed, options=options)
            self.agents = list(self.possible_agents)
            self._gained = dict.fromkeys(self.possible_agents, 0.0)
            observations = self._play_on({}, {})
            if self.agents:
                mover = self._env.agent_selection
                return {mover: observations[mover]}, {mover: {}}
            if options:
                break
            seed = None  # players have ended the match before an agent came to its turn
        raise DealError(f"options={options!r:.80}: the match is over before an agent has a decision to make")

    def step(
        self, action_dict: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """The agent to move acts; then players play on up to the next decision of an agent, or the end.

        Raises:
            OrderError: before ``reset`` or after the end.
            SeatError: an action of somebody who is not to move, or none of the one who is.
            IllegalActionError: not legal; nothing has changed. The message names the legal actions.
        """
        if not self.agents or not self._is_seeded:
            raise OrderError("the match is over for all agents; call reset" if self._is_seeded else "call reset first")
        mover, there = self._env.agent_selection, list(self.agents)
        if set(action_dict) != {mover}:
            raise SeatError(f"actions of {', '.join(map(str, action_dict)) or 'nobody'}: {mover} alone is to move")
        self._act(action_dict[mover])
        terminations, truncations = dict.fromkeys(there, False), dict.fromkeys(there, False)
        observations = self._play_on(terminations, truncations)
        is_over = not self.agents
        terminations["__all__"] = is_over and not any(truncations.values())
        truncations["__all__"] = is_over and any(truncations.values())
        rewards = {agent: self._gained[agent] for agent in there}
        self._gained = dict.fromkeys(self.possible_agents, 0.0)
        return observations, rewards, terminations, truncations, {agent: {} for agent in observations}

    def legal_actions(self) -> list[str]:
        """Names of the actions that the agent to move may take, in id order."""
        return self._env.legal_actions()

    def close(self) -> None:
        """Nothing to release."""

    def _play_on(self, terminations: dict[str, bool], truncations: dict[str, bool]) -> dict[str, Any]:
        """Play until an agent is to move or none is left; what that one sees, and those whose match has ended."""
        observations: dict[str, Any] = {}
        while self.agents:
            agent = self._env.agent_selection
            seen, _, terminated, truncated, _ = self._env.last()
            if terminated or truncated:
                if agent in self.agents:
                    self.agents.remove(agent)
                    observations[agent] = self._view(seen)
                    terminations[agent], truncations[agent] = terminated, truncated
                self._env.step(None)
            elif agent in self.agents:
                return observations | {agent: self._view(seen)}
            else:
                player = self.players[self._env.possible_agents.index(agent)]
                seeds = decision_seeds(self._match_seed, self._decisions)
                chosen, wrong = act_lawfully(player, seen["observation"][None], seen["action_mask"][None], seeds)
                if wrong:
                    raise PlayerError(f"player {player.name!r} gave an illegal action as {agent}")
                self._act(int(chosen[0]))
        return observations

    def _act(self, action: Any) -> None:
        self._env.step(action)
        self._decisions += 1
        for agent in self.possible_agents:
            self._gained[agent] += self._env.rewards.get(agent, 0.0)

    def _view(self, seen: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        return {
            "observations": seen["observation"] * self._scale,
            "action_mask": seen["action_mask"].astype(np.float32),
        }


class ModulePlayer:
    """A trained module as a player: for ``jass_env.arena``, or as the opponent of the next one."""

    def __init__(self, module: Any, rules: Rules, name: str = "rllib") -> None:
        """Take the module as it is at each decision; it plays its most likely action.

        Args:
            module: an ``RLModule`` trained on ``JassMultiAgentEnv``, as ``algorithm.get_module("policy")`` gives it.
            rules: the rules it plays by.
            name: what the player is called.
        """
        self.name = name
        self.module = module
        self._scale = observation_scale(rules)

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """See ``jass_env.players.Player.act``."""
        seen = {
            "observations": torch.from_numpy(observation * self._scale),
            "action_mask": torch.from_numpy(action_mask.astype(np.float32)),
        }
        with torch.no_grad():
            out = self.module.forward_inference({Columns.OBS: seen})
        actions: np.ndarray = out[Columns.ACTION_DIST_INPUTS].argmax(-1).cpu().numpy().astype(np.int64)
        return actions


def observation_scale(rules: Rules) -> np.ndarray:
    """What brings the numbers of an observation to -1..1: float32 (D,)."""
    low, high = (bound.astype(np.float32) for bound in rules.bounds(rules.layout))
    scale: np.ndarray = 1 / np.maximum(np.maximum(np.abs(low), np.abs(high)), np.float32(1))
    return scale


def _checked_seats(rules: Rules, seats: Any) -> list[int]:
    """The seats of the agents in order. Raises SeatError: no such seat, a seat twice, or none."""
    if seats is None:
        return list(range(rules.seats))
    if not isinstance(seats, Sequence) or not seats or len(set(seats)) < len(seats):
        raise SeatError(f"seats={seats!r}: a list of seats, each once, is needed")
    return sorted(checked_seat(rules, seat) for seat in seats)
