"""PPO of AgileRL learns hands of Schieber in Gymnasium's vectorised form, and is then compared with random players.

    pip install 'jass-env[agilerl]'      (an environment of its own: AgileRL needs PettingZoo before 1.27)
    python docs/tutorials/agilerl_ppo.py

AgileRL's PPO takes masks of legal actions, and its rollout buffer keeps them for learning; so it is the algorithm that fits.
Its multi-agent algorithms (IPPO, MADDPG, MATD3) are for games in which all act at the same time, and its DQN looks on to the
best next action whether it is legal or not. The learner has one seat of each table, random players the other three.

The loop that plays is written out (`collect`) because AgileRL's own, `collect_rollouts`, marks the step that ends a hand,
while its buffer cuts *before* a marked step (seen in 2.58.0): what the last trick brings would never reach the decisions
that led to it.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import PPO

import jass_env  # noqa: F401  (puts jass/... into Gymnasium's registry)
from jass_env.adapters.agilerl import AgentPlayer
from jass_env.arena import Duel, duel, duel_rules
from jass_env.players import RandomPlayer

NUM_ENVS = 128
NUM_STEPS = 32  # decisions of each seat between updates
POINTS = 40.0  # points that count as a reward of 1: about the standard deviation of a hand's


def collect(
    agent: PPO, envs: gymnasium.vector.VectorEnv, observation: np.ndarray, info: dict[str, Any], begins: np.ndarray
) -> tuple[np.ndarray, dict[str, Any], np.ndarray]:
    """Play ``NUM_STEPS`` decisions in each match into the agent's buffer.

    ``begins`` says where a hand begins with ``observation``; what comes back are the three for the next call.
    """
    agent.rollout_buffer.reset()
    for _ in range(NUM_STEPS):
        mask = info["action_mask"]
        action, log_prob, _, value = agent.get_action(observation, action_mask=mask)
        following, reward, terminated, truncated, info = envs.step(action)
        agent.rollout_buffer.add(
            obs=observation,
            action=action,
            reward=reward / POINTS,
            done=begins,
            value=value,
            log_prob=log_prob,
            next_obs=following,
            action_mask=mask,
        )
        observation, begins = following, terminated | truncated
    *_, value = agent.get_action(observation, action_mask=info["action_mask"])
    agent.rollout_buffer.compute_returns_and_advantages(last_value=value, last_done=begins)
    return observation, info, begins


def main(iterations: int = 50, deals: int = 1000, seed: int = 0) -> Duel:
    """Train for so many updates, and compare on so many deals."""
    torch.manual_seed(seed)
    np.random.seed(seed)  # noqa: NPY002  (AgileRL shuffles with it)
    torch.set_num_threads(1)  # the network is small: more threads only wait for one another
    envs = gymnasium.make_vec("jass/Schieber-v0", num_envs=NUM_ENVS, opponents="random", episode="hand", reward="points")
    agent = PPO(
        envs.single_observation_space,
        envs.single_action_space,
        num_envs=NUM_ENVS,
        learn_step=NUM_ENVS * NUM_STEPS,
        batch_size=512,
        update_epochs=4,
        lr=1e-3,
        gamma=1.0,  # a hand has an end, and a point is a point
        gae_lambda=0.95,
        ent_coef=0.01,
        net_config={
            "latent_dim": 128,
            "encoder_config": {"hidden_size": [128]},
            "head_config": {"hidden_size": [128]},
        },
    )
    observation, info = envs.reset(seed=seed)
    begins = np.ones(NUM_ENVS, dtype=np.bool_)
    for _ in range(iterations):
        observation, info, begins = collect(agent, envs, observation, info, begins)
        agent.learn()
    result = duel(AgentPlayer(agent, "agilerl_ppo"), RandomPlayer(), duel_rules("schieber", "points"), deals)
    print(
        f"{result.a} against {result.b}: {result.difference.mean:+.1f} ± {result.difference.half_width:.1f} points a hand "
        f"(95 % interval over {result.deals} deals)"
    )
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=50, help=f"updates, each after {NUM_ENVS * NUM_STEPS} decisions")
    parser.add_argument("--deals", type=int, default=1000, help="deals to compare on")
    parser.add_argument("--seed", type=int, default=0)
    main(**vars(parser.parse_args()))
