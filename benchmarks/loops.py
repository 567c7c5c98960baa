"""The loops that this suite and its peers share, so that they are measured alike."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

Play = Callable[[], Any]
"""Plays some decisions; returns how many, or (how many, CPU seconds of each part of the work)."""

random_number = random.Random(0).random


def pick(choices: Sequence[int]) -> int:
    """One of the choices, each with the same probability, as cheaply as Python can."""
    return int(choices[int(random_number() * len(choices))])


def pick_legal(mask: Any) -> int:
    """A random action of a NumPy mask."""
    return pick(mask.nonzero()[0])


def first_legal(mask: Any) -> int:
    """The cheapest choice: what is left is what the environment alone costs."""
    return int(mask.argmax())


def play_aec(env: Any, choose: Callable[[Any], int], decisions: int = 1000) -> Play:
    """The usual loop of ``last`` and ``step`` over a PettingZoo AEC environment with masks in its observations."""
    env.reset(seed=0)

    def play() -> int:
        left = decisions
        while left:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(choose(observation["action_mask"]))
            left -= 1
        return decisions

    return play
