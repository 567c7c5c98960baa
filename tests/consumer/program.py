"""A program of somebody who has installed the wheel: it uses the public API, and plays one hand of every variant.

``tests/test_packaging.py`` runs it outside of the checkout, and has mypy and pyright check it in their strict modes. So that
they do: a type is asserted wherever somebody would want to know it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, assert_type

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

import jass_env
from jass_env import JassEnv, JassVectorEnv, Rules, worlds
from jass_env.arena import Duel, Estimate, duel, duel_rules
from jass_env.errors import IllegalActionError, JassError
from jass_env.gym import JassSeatEnv, JassSeatVectorEnv
from jass_env.players import Player, RandomPlayer, make_player
from jass_env.record import Match, read_records, record_match, replay, write_records
from jass_env.solver import Solution, Solver, max_n


def play_a_hand(variant: str) -> dict[str, float]:
    """All seats at random in the AEC environment."""
    env = jass_env.env(variant, episode="hand")
    assert_type(env, JassEnv)
    env.reset(seed=1)
    scores = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        assert_type(agent, str)
        view, reward, termination, truncation, _ = env.last()
        assert_type(reward, float)
        scores[agent] += reward
        env.step(None if termination or truncation else int(env.action_space(agent).sample(view["action_mask"])))
    return scores


def errors_say_what_is_wrong() -> str:
    """An error of the package is caught by its base."""
    env = jass_env.env("schieber")
    env.reset(seed=1)
    try:
        env.step(-1)
    except IllegalActionError as error:
        caught: JassError = error
        return str(caught)
    raise AssertionError("an illegal action went through")


def play_a_batch() -> np.ndarray:
    """Many matches at once."""
    venv = jass_env.vec("mittlere", 2, seed=0, autoreset=AutoresetMode.SAME_STEP, episode="hand", reward="margin")
    assert_type(venv, JassVectorEnv)
    total = np.zeros((venv.num_envs, venv.rules.seats), dtype=np.float32)
    for step in range(36):
        actions = venv.random_actions(step)
        assert_type(actions, np.ndarray)
        venv.step(actions)
        total += venv.reward
    assert_type(venv.observation, np.ndarray)
    assert_type(venv.rules.layout["hand"].start, int)
    assert bool(venv.terminated.all())
    return total


class First:
    """A player of one's own: the first legal action."""

    name = "first"

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """See ``Player.act``."""
        chosen: np.ndarray = action_mask.argmax(axis=1)
        return chosen


def play_a_seat() -> float:
    """Gymnasium's form, by class and through the registry."""
    env = JassSeatEnv("schieber", opponents=["rules", First(), "random"], episode="hand", reward="points")
    observation, info = env.reset(seed=3)
    assert_type(observation, np.ndarray)
    total, done = 0.0, False
    while not done:
        action = int(np.flatnonzero(env.action_masks())[0])
        observation, reward, terminated, truncated, info = env.step(action)
        assert_type(info, dict[str, Any])
        total, done = total + float(reward), terminated or truncated
    many = JassSeatVectorEnv("schieber", num_envs=2, opponents="random", episode="hand")
    many.reset(seed=1)
    many.step(many.action_masks().argmax(axis=1))
    many.close()
    gymnasium.make("jass/Schieber-v0", opponents="rules", episode="hand").reset(seed=1)
    return total


def look_ahead() -> tuple[np.ndarray, Solution]:
    """Worlds, and the solver."""
    env = jass_env.env("schieber", episode="hand")
    env.reset(seed=2)
    for _ in range(30):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    seen: np.ndarray = env.last()[0]["observation"]
    hands = worlds.sample(env.rules, seen, np.arange(3, dtype=np.uint64))
    assert bool(worlds.is_possible(env.rules, seen, hands).all())
    states = worlds.sample_states(env.rules, seen, np.arange(3, dtype=np.uint64))
    solution = Solver(env.rules).solve(states, 0)
    assert solution is not None
    assert_type(solution.values, dict[int, int])
    assert_type(max_n(env.rules, states, 0), dict[str, tuple[int, ...]])
    return hands, solution


def keep_records(folder: Path) -> int:
    """Write, read, replay."""
    rules = jass_env.rules("mittlere", max_hands=1)
    assert_type(rules, Rules)
    players: list[Player] = [make_player("rules", rules), RandomPlayer(), First()]
    write_records(folder / "records.jsonl", [record_match(rules, seed=7, players=players)])
    decisions = 0
    for number, record in enumerate(read_records(folder / "records.jsonl")):
        match = replay(record, number)
        assert_type(match, Match)
        decisions += sum(len(hand["actions"]) for hand in match.hands)
    return decisions


def compare() -> Duel:
    """A duel on duplicate deals."""
    rules = duel_rules("schieber", "points")
    result = duel(make_player("rules", rules), make_player("random", rules), rules, deals=2)
    assert_type(result.difference, Estimate)
    assert_type(result.difference.mean, float)
    return result


def main(folder: Path) -> None:
    """Everything, in a moment."""
    print(jass_env.__file__)
    for name in jass_env.variants():
        assert len(play_a_hand(name)) == jass_env.rules(name).seats
        print("played", name)
    assert "legal" in errors_say_what_is_wrong()
    assert abs(float(play_a_batch().sum())) < 1e-3
    assert 0 <= play_a_seat() <= 157
    assert look_ahead()[0].shape == (3, 4)
    assert keep_records(folder) > 0
    assert compare().deals == 2
    print("done")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
