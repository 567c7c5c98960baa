"""Players who leave a match before it is over (Handjass with exchange): PettingZoo's rules for finished agents."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test

import jass_env
from jass_env.aec import JassEnv
from jass_env.errors import OrderError


def play_until_somebody_leaves(reward: str = "score") -> JassEnv:
    """A match that goes on after an agent has left; the agent's last step is due."""
    for seed in range(50):
        env = jass_env.env("handjass", form="exchange", reward=reward)
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        while not any(env.terminations.values()):
            mask = env.last()[0]["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
        if not all(env.terminations.values()):
            return env
    raise AssertionError("in fifty matches nobody left before the end")


def test_api() -> None:
    api_test(jass_env.env("handjass", form="exchange"), num_cycles=3000)


def test_the_leaver_steps_last_and_the_match_goes_on() -> None:
    env = play_until_somebody_leaves()
    leaver = env.agent_selection
    assert env.terminations[leaver]
    assert not env.last()[0]["action_mask"].any()
    with pytest.raises(OrderError):
        env.step(0)
    env.step(None)
    assert leaver not in env.agents
    assert leaver not in env.rewards
    assert len(env.agents) == 2
    assert not any(env.terminations.values())
    seat = env.possible_agents.index(leaver)
    rng = np.random.default_rng(0)
    while env.agents:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        assert env.agent_selection != leaver
        out = observation["observation"][env.rules.layout["out"].slice]
        own = env.possible_agents.index(env.agent_selection)
        assert [(own + number) % 3 for number in np.flatnonzero(out)] == [seat]
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))


def test_outcome_is_paid_when_an_agent_leaves() -> None:
    """Who is safe has won (+1, at once); the last one in has lost (-1)."""
    env = play_until_somebody_leaves(reward="outcome")
    leaver = env.agent_selection
    assert env.last()[1] == 1
    assert [env.rewards[agent] for agent in env.agents if agent != leaver] == [0, 0]
    env.step(None)
    rng = np.random.default_rng(1)
    while not any(env.terminations.values()):
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    assert sorted(env.rewards.values()) in ([-1, 1], [1, 1])


def test_state_is_exact_while_a_last_step_is_due() -> None:
    env = play_until_somebody_leaves()
    other = jass_env.env("handjass", form="exchange")
    other.reset(seed=0)
    other.set_state(env.get_state())
    for each in (env, other):
        each.step(None)
    assert env.agents == other.agents
    assert env.agent_selection == other.agent_selection
    assert (env.last()[0]["observation"] == other.last()[0]["observation"]).all()
