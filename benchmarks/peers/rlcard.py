"""RLCard: card games in plain Python; each step gives the next observation."""

from __future__ import annotations

import rlcard

from benchmarks.loops import Play, pick


def games(name: str) -> Play:
    """Whole games of one kind."""
    env = rlcard.make(name, config={"seed": 0})

    def play() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(pick(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play
