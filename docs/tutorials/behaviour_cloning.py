"""Imitation: a network learns from records of `rules` players what they do (behaviour cloning).

    pip install 'jass-env[datasets,torch]'
    python docs/tutorials/behaviour_cloning.py

Matches are played and written down, the records become a dataset (Parquet), and the network learns to tell from what the
seat saw which action it took. Records of people are learned from in the same way: docs/datasets.md says how logs of other
programs become records. At the end the network plays random players on duplicate deals, single hands of Schieber.
"""

from __future__ import annotations

import argparse
import tempfile
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from torch import nn

from jass_env.arena import Duel, duel, duel_rules
from jass_env.datasets import Dataset, Decisions, write_dataset
from jass_env.players import RandomPlayer, make_player
from jass_env.record import record_match
from jass_env.rules import Rules

BATCH = 256
LEARNING_RATE = 1e-3  # falls to 0 over the training
HELD_BACK = 10  # every tenth match is not learned from, to see whether what is learned is true of others


class Cloner(nn.Module):
    """Scores of actions from an observation; as a player (``act``) it takes the likeliest action."""

    name = "behaviour_cloning"

    def __init__(self, rules: Rules, width: int = 256) -> None:
        super().__init__()
        low, high = rules.bounds(rules.layout)
        bound = np.maximum(np.abs(low.astype(np.float32)), np.abs(high.astype(np.float32)))
        self.register_buffer("scale", torch.from_numpy(1 / np.maximum(bound, 1)))
        sizes = [rules.observation_size, width, width]
        hidden = [layer for a, b in pairwise(sizes) for layer in (nn.Linear(a, b), nn.ReLU())]
        self.layers = nn.Sequential(*hidden, nn.Linear(width, len(rules.actions)))

    def forward(self, observation: np.ndarray, action_mask: np.ndarray) -> torch.Tensor:
        scores = self.layers(torch.from_numpy(observation) * self.scale)
        return scores.masked_fill(torch.from_numpy(action_mask) == 0, -1e9)

    @torch.no_grad()
    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        return self(observation, action_mask).argmax(-1).numpy()


def make_dataset(path: Path, matches: int, seed: int) -> None:
    """Let `rules` players play, and write what they did."""
    rules = Rules("schieber")
    players = [make_player("rules", rules)] * rules.seats
    records = (record_match(rules, seed + number, players) for number in range(matches))
    write_dataset(path, records, reward="points", until="hand")


@torch.no_grad()
def agreement(network: Cloner, decisions: Decisions) -> float:
    """In which part of the decisions with a choice the network takes the same action."""
    real = decisions[decisions.action_mask.sum(axis=1) > 1]
    return float((network(real.observation, real.action_mask).argmax(-1).numpy() == real.action).mean())


def main(matches: int = 150, epochs: int = 8, deals: int = 1000, seed: int = 0) -> Duel:
    """Play so many matches, learn from them so many times, and compare on so many deals."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rules.parquet"
        make_dataset(path, matches, seed)
        with Dataset(path) as data:  # its batches would do as well, where a file does not fit into memory
            network, decisions = Cloner(data.rules), data.load()
    held_back = decisions.match % HELD_BACK == 0
    learned, others = decisions[~held_back], decisions[held_back]

    optimizer = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE)
    rng = np.random.default_rng(seed)
    for epoch in range(epochs):
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - epoch / epochs)
        order = rng.permutation(len(learned))
        for rows in np.array_split(order, max(1, len(order) // BATCH)):
            batch = learned[rows]
            scores = network(batch.observation, batch.action_mask)
            loss = nn.functional.cross_entropy(scores, torch.from_numpy(batch.action.astype(np.int64)))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

    print(
        f"{len(learned)} decisions; of matches it has not seen it would have played {agreement(network, others):.0%} alike"
    )
    result = duel(network, RandomPlayer(), duel_rules("schieber", "points"), deals)
    print(
        f"{result.a} against {result.b}: {result.difference.mean:+.1f} ± {result.difference.half_width:.1f} points a hand "
        f"(95 % interval over {result.deals} deals)"
    )
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=150, help="matches of `rules` players to learn from")
    parser.add_argument("--epochs", type=int, default=8, help="times to learn from each")
    parser.add_argument("--deals", type=int, default=1000, help="deals to compare on")
    parser.add_argument("--seed", type=int, default=0)
    main(**vars(parser.parse_args()))
