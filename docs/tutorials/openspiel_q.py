"""A network learns what actions are worth on OpenSpiel's states, by self-play of all seats, and then plays random players.

    pip install 'jass-env[openspiel,torch]'
    python docs/tutorials/openspiel_q.py

Utilities of the game come at the end of a hand, one for each player. So what a decision was worth is what its player got in
the end (Monte-Carlo returns), and every seat learns from every hand. OpenSpiel's states are played one by one; the network
decides for many of them at once. OpenSpiel's ``rl_environment.Environment(game)`` works too; but it computes every
player's information state at every step, which is slower, and OpenSpiel's own PPO learns for one player only.
"""

from __future__ import annotations

import argparse
import random

import numpy as np
import pyspiel
import torch
from torch import nn

from jass_env.adapters.open_spiel import JassGame, to_openspiel
from jass_env.arena import Duel, duel, duel_rules
from jass_env.players import RandomPlayer
from jass_env.rules import Rules

HANDS = 64  # played at the same time, between updates
KEPT = 10  # of the last rounds of hands, to learn from
UPDATES = 60  # of a minibatch each, after every round
MINIBATCH = 512
EXPLORATION = 0.2  # how often a random legal action is taken
LEARNING_RATE = 1e-3  # falls to 0 over the training
POINTS = 50.0  # the order of magnitude of what a decision is worth


class Network(nn.Module):
    """What each action is worth; as a player (``act``) it takes the best legal one."""

    name = "openspiel_q"

    def __init__(self, rules: Rules, width: int = 128) -> None:
        super().__init__()
        low, high = (bound.astype(np.float32) for bound in rules.bounds(rules.layout))
        self.register_buffer("scale", torch.from_numpy(1 / np.maximum(np.maximum(np.abs(low), np.abs(high)), 1)))
        self.layers = nn.Sequential(
            nn.Linear(rules.observation_size, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, len(rules.actions)),
        )

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        return self.layers(observation * self.scale) * POINTS

    @torch.no_grad()
    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        worth = self(torch.from_numpy(observation))
        return worth.masked_fill(torch.from_numpy(action_mask) == 0, -torch.inf).argmax(-1).numpy()


def deal(game: JassGame, rng: random.Random) -> pyspiel.State:
    """A hand up to its first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, chances)[0])
    return state


def play(game: JassGame, network: Network, hands: int, rng: random.Random) -> tuple[torch.Tensor, ...]:
    """Play hands with the network on all seats.

    Returns:
        Of every decision the information state (N, D), the action (N,) and what its player got at the end of the hand (N,).
    """
    states = [deal(game, rng) for _ in range(hands)]
    seen, actions, deciders = [], [], []
    while running := [state for state in states if not state.is_terminal()]:
        now = np.array([state.information_state_tensor(state.current_player()) for state in running], dtype=np.float32)
        with torch.no_grad():
            worth = network(torch.from_numpy(now)).numpy()
        for row, state in enumerate(running):
            legal = state.legal_actions()
            explores = rng.random() < EXPLORATION
            action = rng.choice(legal) if explores else legal[worth[row, legal].argmax()]
            actions.append(action)
            deciders.append((state, state.current_player()))
            state.apply_action(action)
        seen.append(now)
    returns = {id(state): state.returns() for state in states}
    got = torch.tensor([returns[id(state)][player] for state, player in deciders])
    return torch.from_numpy(np.concatenate(seen)), torch.tensor(actions), got


def main(iterations: int = 30, deals: int = 1000, seed: int = 0) -> Duel:
    """Train for so many rounds of hands, and compare on so many deals."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = random.Random(seed)
    game = to_openspiel("schieber", reward="points")
    network = Network(game.rules)
    optimizer = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE)
    rounds = []
    for iteration in range(iterations):
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - iteration / iterations)
        rounds = [*rounds[1 - KEPT :], play(game, network, HANDS, rng)]
        seen, actions, got = (torch.cat(each) for each in zip(*rounds, strict=True))
        for _ in range(UPDATES):
            rows = torch.randint(len(got), (MINIBATCH,))
            worth = network(seen[rows]).gather(1, actions[rows, None]).squeeze(1)
            loss = ((worth - got[rows]) / POINTS).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

    result = duel(network, RandomPlayer(), duel_rules("schieber", "points"), deals)
    print(
        f"{result.a} against {result.b}: {result.difference.mean:+.1f} ± {result.difference.half_width:.1f} points a hand "
        f"(95 % interval over {result.deals} deals)"
    )
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=30, help=f"rounds of {HANDS} hands")
    parser.add_argument("--deals", type=int, default=1000, help="deals to compare on")
    parser.add_argument("--seed", type=int, default=0)
    main(**vars(parser.parse_args()))
