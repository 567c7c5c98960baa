"""The measures of this suite: single hands of Schieber with the choice of contract, Weis announced by itself."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
from pettingzoo.utils import wrappers

import jass_env
from benchmarks.loops import Play, first_legal, pick_legal, play_aec
from benchmarks.registry import ENVIRONMENT
from jass_env.engine import batch

GAME: dict[str, Any] = {"episode": "hand", "weis": "auto"}
CHOICES = {"random": pick_legal, "first": first_legal}
DECISIONS_OF_A_HAND = 37


def kernel(games: int) -> Play:
    """Random play without leaving the compiled code, nothing observed."""
    venv = jass_env.vec("schieber", games, seed=0, **GAME)
    seed = 0

    def play() -> int:
        nonlocal seed
        seed += 1
        batch.random_play(venv._table, venv._states, 0, games, 50, np.uint64(seed))
        return games * 50

    return play


def batched(games: int, threads: int = 1) -> Play:
    """The batched environment: observation and mask written, actions drawn from the masks by compiled code."""
    venv = jass_env.vec("schieber", games, seed=0, threads=threads, **GAME)
    seed = 0

    def play() -> int:
        nonlocal seed
        seed += 1
        venv.step(venv.random_actions(seed))
        return games

    return play


def memcpy(games: int) -> Play:
    """Copying as many bytes as a batched step touches: observation, mask and state of each game."""
    rules = jass_env.rules("schieber", **GAME)
    source = np.ones((games, rules.observation_size + len(rules.actions) + rules.state_dtype.itemsize), dtype=np.int8)
    target = np.zeros_like(source)

    def play() -> int:
        np.copyto(target, source)
        return games

    return play


def bare(choice: str) -> Play:
    """``last`` and ``step`` of the AEC environment itself, with observation and mask."""
    return play_aec(jass_env.env("schieber", **GAME), CHOICES[choice])


def made(choice: str) -> Play:
    """The same in the stock wrappers, from PettingZoo's registry."""
    return play_aec(pettingzoo.make("aec", "jass/schieber-v0", **GAME), CHOICES[choice])


class EmptyEnv(pettingzoo.AECEnv):
    """What any AEC environment with these agents, spaces and lengths of episode costs at least: it does nothing."""

    metadata = {"name": "empty", "render_modes": [], "is_parallelizable": False}

    def __init__(self) -> None:
        model = jass_env.env("schieber", **GAME)
        model.reset(seed=0)
        self.render_mode = None
        self.possible_agents = list(model.possible_agents)
        self._observation_spaces = {each: model.observation_space(each) for each in self.possible_agents}
        self._action_spaces = {each: model.action_space(each) for each in self.possible_agents}
        self._observation = {key: np.ones_like(value) for key, value in model.last()[0].items()}

    def observation_space(self, agent: str) -> gymnasium.Space:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space:
        return self._action_spaces[agent]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        return self._observation

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._steps = 0

    def step(self, action: int | None) -> None:
        self._steps += 1
        self.agent_selection = self.possible_agents[self._steps % len(self.possible_agents)]
        if self._steps == DECISIONS_OF_A_HAND:
            self.terminations = dict.fromkeys(self.agents, True)


def empty(wrapped: bool) -> Play:
    """An environment that does nothing, bare or in the stock wrappers."""
    env: Any = EmptyEnv()
    if wrapped:
        env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
        env = wrappers.AssertOutOfBoundsWrapper(env)
        env = wrappers.OrderEnforcingWrapper(env)
    return play_aec(env, first_legal)


def training(config: str) -> Callable[[], tuple[int, dict[str, float]]]:
    """PPO as configured, but on one thread: an update, and the CPU seconds of its parts."""
    from agents import ppo
    from agents.config import load_config

    learner = ppo.Learner(load_config(config, ["threads=1"]))
    spent: dict[str, float] = defaultdict(float)

    def timed(part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            begin = time.thread_time()
            try:
                return function(*args, **kwargs)
            finally:
                spent[part] += time.thread_time() - begin

        return call

    env, policy = learner.tables[0].env, learner.policy
    env.step = timed("environment", env.step)  # type: ignore[method-assign]
    env.state = timed("environment", env.state)  # type: ignore[method-assign]
    policy.forward = timed("network", policy.forward)  # type: ignore[method-assign]
    ppo.sample = timed("network", ppo.sample)

    def play() -> tuple[int, dict[str, float]]:
        spent.clear()
        begin = time.process_time()
        rollout = learner.rollout()
        played = time.process_time()
        environment, network = spent["environment"], spent["network"]  # before learning asks the network, too
        learner.learn(rollout, learner.learning_rate())
        return rollout.index.size, {
            ENVIRONMENT: environment,
            "network while playing (forward, sampling)": network,
            "encoding and storing while playing": played - begin - environment - network,
            "learning": time.process_time() - played,
        }

    return play
