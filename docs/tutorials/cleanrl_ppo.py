"""PPO in one file, in the manner of CleanRL: one network plays all seats of many hands of Schieber and learns from each.

    pip install 'jass-env[torch]'
    python docs/tutorials/cleanrl_ppo.py

What differs from PPO for one agent: in a batch of matches each step is a decision of whoever is to move. A seat's advantage
runs along its own decisions, with the rewards in between summed. `jass_env.vec` gives every seat's reward at every step, so
that is one loop backwards (``advantages``). At the end the network plays random players on duplicate deals.
"""

from __future__ import annotations

import argparse
from itertools import pairwise

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import jass_env
from jass_env.arena import Duel, duel, duel_rules
from jass_env.players import RandomPlayer
from jass_env.rules import Rules

NUM_ENVS = 256  # hands played at the same time
NUM_STEPS = 64  # decisions in each of them between updates
EPOCHS = 4  # passes over what was played
MINIBATCH = 1024
LEARNING_RATE = 1e-3  # falls to 0 over the training
LAMBDA = 0.95  # of the generalised advantage estimate; there is no discount: a hand has an end, and a point is a point
CLIP = 0.2
ENTROPY = 0.01
VALUE = 0.5
MAX_NORM = 0.5
POINTS = 40.0  # points that count as a reward of 1: about the standard deviation of a hand's


class Agent(nn.Module):
    """Policy and value on an observation; as a player (``act``) it takes the most likely action."""

    name = "cleanrl_ppo"

    def __init__(self, rules: Rules, width: int = 128) -> None:
        super().__init__()
        low, high = rules.bounds(rules.layout)
        bound = np.maximum(np.abs(low.astype(np.float32)), np.abs(high.astype(np.float32)))
        self.register_buffer("scale", torch.from_numpy(1 / np.maximum(bound, 1)))

        def network(outputs: int) -> nn.Sequential:
            sizes = [rules.observation_size, width, width]
            hidden = [layer for a, b in pairwise(sizes) for layer in (nn.Linear(a, b), nn.ReLU())]
            return nn.Sequential(*hidden, nn.Linear(width, outputs))

        self.policy, self.value = network(len(rules.actions)), network(1)
        with torch.no_grad():
            self.policy[-1].weight.mul_(0.01)  # all legal actions nearly alike at first

    def forward(self, observation: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        scaled = observation * self.scale
        logits = self.policy(scaled).masked_fill(mask == 0, -1e9)
        return Categorical(logits=logits), self.value(scaled).squeeze(-1)

    @torch.no_grad()
    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        choice, _ = self(torch.from_numpy(observation), torch.from_numpy(action_mask))
        return choice.logits.argmax(-1).numpy()


def advantages(
    values: torch.Tensor, rewards: torch.Tensor, seats: torch.Tensor, dones: torch.Tensor, lam: float = LAMBDA
) -> tuple[torch.Tensor, torch.Tensor]:
    """Advantages along each seat's own decisions.

    Args:
        values: (T, N), of the seat to move in its position.
        rewards: (T, N, seats), of every seat for the step.
        seats: (T, N), who moved.
        dones: bool (T, N), the hand ended with the step.
        lam: lambda.

    Returns:
        Advantages (T, N), and bool (T, N): whether they are known. A seat's last decision of the rollout has none, unless
        the hand ended: what it led to is not seen any more.
    """
    steps, size, _ = rewards.shape
    rows = torch.arange(size)
    found, known = torch.zeros_like(values), torch.zeros_like(dones)
    gained = torch.zeros_like(rewards[0])  # each seat's reward since the decision that comes next (going backwards)
    next_value, next_advantage = torch.zeros_like(gained), torch.zeros_like(gained)
    is_known = torch.zeros_like(gained, dtype=torch.bool)
    for t in reversed(range(steps)):
        over = dones[t]
        gained[over], next_value[over], next_advantage[over], is_known[over] = 0, 0, 0, True
        gained += rewards[t]
        here = (rows, seats[t])
        delta = gained[here] + next_value[here] - values[t]
        known[t] = is_known[here]
        found[t] = torch.where(known[t], delta + lam * next_advantage[here], 0)
        gained[here], next_value[here], next_advantage[here], is_known[here] = 0, values[t], found[t], True
    return found, known


def main(iterations: int = 20, deals: int = 1000, seed: int = 0) -> Duel:
    """Train for so many updates, and compare on so many deals."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    envs = jass_env.vec("schieber", NUM_ENVS, seed=seed, episode="hand", reward="points")
    agent = Agent(envs.rules)
    optimizer = torch.optim.Adam(agent.parameters(), lr=LEARNING_RATE, eps=1e-5)
    shape = (NUM_STEPS, NUM_ENVS)
    observations = torch.zeros((*shape, envs.rules.observation_size), dtype=torch.int8)
    masks = torch.zeros((*shape, len(envs.rules.actions)), dtype=torch.int8)
    actions, seats = torch.zeros(shape, dtype=torch.int64), torch.zeros(shape, dtype=torch.int64)
    log_probs, values = torch.zeros(shape), torch.zeros(shape)
    rewards = torch.zeros((*shape, envs.rules.seats))
    dones = torch.zeros(shape, dtype=torch.bool)

    for iteration in range(iterations):
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - iteration / iterations)
        for t in range(NUM_STEPS):
            # The arrays of the environment are overwritten by each step: here they are copied into the rollout.
            observations[t] = torch.from_numpy(envs.observation)
            masks[t] = torch.from_numpy(envs.action_mask)
            seats[t] = torch.from_numpy(envs.seat)
            with torch.no_grad():
                choice, values[t] = agent(observations[t], masks[t])
                actions[t] = choice.sample()
                log_probs[t] = choice.log_prob(actions[t])
            envs.step(actions[t].numpy())
            rewards[t] = torch.from_numpy(envs.reward) / POINTS
            dones[t] = torch.from_numpy(envs.terminated | envs.truncated)

        found, known = advantages(values, rewards, seats, dones)
        returns = found + values
        index = known.flatten().nonzero().squeeze(-1)
        flat = [each.flatten(0, 1) for each in (observations, masks, actions, log_probs, found, returns)]
        for _ in range(EPOCHS):
            for rows in index[torch.randperm(len(index))].split(MINIBATCH):
                seen, mask, action, old, advantage, target = (each[rows] for each in flat)
                choice, value = agent(seen, mask)
                ratio = (choice.log_prob(action) - old).exp()
                advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                policy_loss = -torch.min(advantage * ratio, advantage * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
                value_loss = 0.5 * (value - target).square().mean()
                loss = policy_loss + VALUE * value_loss - ENTROPY * choice.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), MAX_NORM)
                optimizer.step()

    result = duel(agent, RandomPlayer(), duel_rules("schieber", "points"), deals)
    print(
        f"{result.a} against {result.b}: {result.difference.mean:+.1f} ± {result.difference.half_width:.1f} points a hand "
        f"(95 % interval over {result.deals} deals)"
    )
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=20, help=f"updates, each after {NUM_STEPS * NUM_ENVS} decisions")
    parser.add_argument("--deals", type=int, default=1000, help="deals to compare on")
    parser.add_argument("--seed", type=int, default=0)
    main(**vars(parser.parse_args()))
