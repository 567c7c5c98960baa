"""DQN of Tianshou 2 learns hands of Schieber by self-play in PettingZoo's form, and is then compared with random players.

    pip install 'jass-env[tianshou]'
    python docs/tutorials/tianshou_dqn.py

Tianshou's multi-agent algorithms take a reward from the step it belongs to, and look on to the next position whoever
is to move in it. In a trick-taking game points come when somebody else plays the last card, and the next position is
an opponent's. So the return here reaches to the end of the hand (``n_step_return_horizon`` of more decisions than a
hand has): each seat learns from all that it got after its decision, and never from the value of another seat's
position.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import torch
from tianshou.algorithm import DQN, MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.utils.torch_utils import policy_within_training_step
from torch import nn

import jass_env
from jass_env.arena import Duel, duel, duel_rules
from jass_env.players import RandomPlayer
from jass_env.rules import Rules

NUM_ENVS = 16
DECISIONS = 64  # more than a hand of Schieber has
COLLECT = 2048  # decisions between updates
UPDATES = 24  # of a minibatch each, after every collection
MINIBATCH = 512
POINTS = 50.0  # the order of magnitude of what a decision is worth


class Network(nn.Module):
    """What each action is worth; as a player (``act``) it takes the best legal one."""

    name = "tianshou_dqn"

    def __init__(self, rules: Rules, width: int = 128) -> None:
        super().__init__()
        low, high = (bound.astype(np.float32) for bound in rules.bounds(rules.layout))
        self.register_buffer("scale", torch.from_numpy(1 / np.maximum(np.maximum(np.abs(low), np.abs(high)), 1)))
        self.layers = nn.Sequential(nn.Linear(rules.observation_size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.worth = nn.Linear(width, len(rules.actions))

    def forward(self, obs: Any, state: Any = None, info: Any = None) -> tuple[torch.Tensor, Any]:
        seen = torch.as_tensor(np.asarray(obs), dtype=torch.float32) * self.scale
        return self.worth(self.layers(seen)) * POINTS, state

    @torch.no_grad()
    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        worth, _ = self(observation)
        return worth.masked_fill(torch.from_numpy(action_mask) == 0, -torch.inf).argmax(-1).numpy()


def main(iterations: int = 20, deals: int = 1000, seed: int = 0) -> Duel:
    """Train for so many collections, and compare on so many deals."""
    torch.manual_seed(seed)
    np.random.seed(seed)  # noqa: NPY002  (Tianshou explores and samples with it)
    torch.set_num_threads(1)

    def make() -> PettingZooEnv:
        return PettingZooEnv(jass_env.env("schieber", episode="hand", reward="points"))

    table = make()
    network = Network(table.env.rules)
    policy = DiscreteQLearningPolicy(
        model=network,
        action_space=table.action_space,
        observation_space=table.observation_space,
        eps_training=0.2,
    )
    learner = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=1.0,
        n_step_return_horizon=DECISIONS,
        target_update_freq=0,
    )
    # One network on all seats.
    algorithm = MultiAgentOffPolicyAlgorithm(algorithms=[learner] * len(table.agents), env=table)
    envs = DummyVectorEnv([make for _ in range(NUM_ENVS)])
    envs.seed([seed + number for number in range(NUM_ENVS)])
    buffer = VectorReplayBuffer(20 * COLLECT, NUM_ENVS)
    collector = Collector(algorithm, envs, buffer, exploration_noise=True)
    collector.reset()
    for _ in range(iterations):
        with policy_within_training_step(algorithm.policy):
            collector.collect(n_step=COLLECT)
            for _ in range(UPDATES):
                algorithm.update(buffer, MINIBATCH)
    result = duel(network, RandomPlayer(), duel_rules("schieber", "points"), deals)
    print(
        f"{result.a} against {result.b}: {result.difference.mean:+.1f} ± {result.difference.half_width:.1f} points a hand "
        f"(95 % interval over {result.deals} deals)"
    )
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=20, help=f"collections of {COLLECT} decisions")
    parser.add_argument("--deals", type=int, default=1000, help="deals to compare on")
    parser.add_argument("--seed", type=int, default=0)
    main(**vars(parser.parse_args()))
