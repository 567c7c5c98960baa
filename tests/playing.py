"""Random matches for the tests of environments, vectors and records."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np

from jass_env import JassEnv
from jass_env.record import Match, dump
from jass_env.rules import EPISODES as _EPISODES
from jass_env.rules import REWARDS as _REWARDS
from jass_env.rules import Rules

EPISODES = list(_EPISODES)
REWARDS = list(_REWARDS)


def draw_rates(rng: random.Random) -> dict[str, float]:
    """How often a match's players claim, and add Misère or double: uniform play would end nearly every hand so."""
    return {"claim": rng.choice([0.0, 0.002, 0.02, 0.2]), "additions": rng.choice([0.0, 0.1, 0.5])}


def draw_name(names: list[str], rng: random.Random, rates: dict[str, float]) -> str:
    """A random legal action."""
    if "claim" in names and len(names) > 1:
        if rng.random() < rates["claim"]:
            return "claim"
        names = [name for name in names if name != "claim"]
    for addition in ("add_misere", "double"):
        if addition in names and len(names) > 1:
            if rng.random() < rates["additions"]:
                return addition
            names = [name for name in names if name != addition]
    if "bid_9" in names and len(names) > 2 and rng.random() < 0.7:  # else hardly an auction ends low
        names = names[:2]
    return rng.choice(names)


def play_match(rules: Rules, seed: int, legal: bool = True) -> Match:
    """A whole match of random play, written down."""
    rng = random.Random(seed)
    rates = draw_rates(rng)
    match = Match(rules, seed, ["random"] * rules.seats, legal=legal)
    while not match.over:
        assert match.play(draw_name(match.legal(), rng, rates))
    return match


def as_read(record: dict[str, Any]) -> dict[str, Any]:
    """A record as it comes back from its line of a file."""
    read: dict[str, Any] = json.loads(dump(record))
    return read


def draw_action(env: JassEnv, rng: random.Random) -> int:
    """A random legal action id of the agent to move."""
    return int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))


def hands_of(env: JassEnv) -> list[list[str]]:
    """What each agent holds, by its own observation."""
    part = env.rules.layout["hand"].slice
    held = []
    for agent in env.possible_agents:
        counts = env.observe(agent)["observation"][part]
        held.append([env.action_name(card) for card in range(36) for _ in range(counts[card])])
    return held
