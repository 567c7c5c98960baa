"""PPO of TorchRL learns hands of Schieber on the batched engine, and is then compared with random players.

    pip install 'jass-env[torchrl]'
    python docs/tutorials/torchrl_ppo.py

`JassTorchEnv` is a batch of matches as one `EnvBase`; `MaskedCategorical` keeps the policy to legal actions. The learner has
one seat of each table, random players the other three. At the end two learners play two random players on duplicate deals.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.envs.utils import ExplorationType, set_exploration_type
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from jass_env.adapters.torchrl import ActorPlayer, JassTorchEnv
from jass_env.arena import Duel, duel, duel_rules
from jass_env.players import RandomPlayer
from jass_env.rules import Rules

NUM_ENVS = 128
NUM_STEPS = 32  # decisions of each seat between updates
EPOCHS = 4
MINIBATCH = 512
POINTS = 40.0  # points that count as a reward of 1: about the standard deviation of a hand's


class Network(nn.Module):
    """Two hidden layers on the observation, whose small whole numbers are brought to -1..1."""

    def __init__(self, rules: Rules, outputs: int, width: int = 128) -> None:
        super().__init__()
        low, high = (bound.astype(np.float32) for bound in rules.bounds(rules.layout))
        self.register_buffer("scale", torch.from_numpy(1 / np.maximum(np.maximum(np.abs(low), np.abs(high)), 1)))
        self.layers = nn.Sequential(
            nn.Linear(rules.observation_size, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, outputs),
        )
        with torch.no_grad():
            self.layers[-1].weight.mul_(0.01)  # all legal actions nearly alike at first

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        return self.layers(observation * self.scale)


def main(iterations: int = 40, deals: int = 1000, seed: int = 0) -> Duel:
    """Train for so many updates, and compare on so many deals."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    env = JassTorchEnv("schieber", NUM_ENVS, opponents="random", seed=seed, episode="hand", reward="points")
    logits = TensorDictModule(Network(env.rules, len(env.rules.actions)), in_keys=["observation"], out_keys=["logits"])
    actor = ProbabilisticActor(
        logits,
        in_keys={"logits": "logits", "mask": "action_mask"},
        spec=env.action_spec,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(Network(env.rules, 1), in_keys=["observation"])
    # No discount: a hand has an end, and a point is a point.
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic, average_gae=True)
    loss = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01, critic_coeff=0.5)
    optimizer = torch.optim.Adam(loss.parameters(), lr=1e-3, eps=1e-5)
    frames = NUM_ENVS * NUM_STEPS
    now = env.reset()
    for _ in range(iterations):
        with torch.no_grad(), set_exploration_type(ExplorationType.RANDOM):  # actions are drawn, not the most likely
            batch = env.rollout(NUM_STEPS, actor, auto_reset=False, tensordict=now, break_when_any_done=False)
            now = env.maybe_reset(env.step_mdp(batch[:, -1]))  # go on where the rollout ended
            batch["next", "reward"] /= POINTS
            advantage(batch)
        flat = batch.reshape(-1)
        for _ in range(EPOCHS):
            for rows in torch.randperm(frames).split(MINIBATCH):
                losses = loss(flat[rows])
                optimizer.zero_grad()
                (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
    result = duel(ActorPlayer(actor, "torchrl_ppo"), RandomPlayer(), duel_rules("schieber", "points"), deals)
    print(
        f"{result.a} against {result.b}: {result.difference.mean:+.1f} ± {result.difference.half_width:.1f} points a hand "
        f"(95 % interval over {result.deals} deals)"
    )
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=40, help=f"updates, each after {NUM_ENVS * NUM_STEPS} decisions")
    parser.add_argument("--deals", type=int, default=1000, help="deals to compare on")
    parser.add_argument("--seed", type=int, default=0)
    main(**vars(parser.parse_args()))
