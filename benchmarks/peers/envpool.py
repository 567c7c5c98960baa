"""EnvPool: batched games in C++; its Leduc hold'em is Pgx's. Its step after the end of a game is the reset: no decision."""

from __future__ import annotations

import envpool
import numpy as np

from benchmarks.loops import Play


def games(name: str, count: int) -> Play:
    """``count`` games of one kind in lockstep, on one thread; random legal actions are drawn with NumPy."""
    env = envpool.make_gymnasium(name, num_envs=count, num_threads=1, seed=0)
    _, info = env.reset()
    mask = info["legal_action_mask"]
    generator = np.random.default_rng(0)

    def play() -> int:
        nonlocal mask
        draws = generator.random(mask.shape, dtype=np.float32) + np.float32(0.001)
        _, _, terminated, truncated, info = env.step((draws * mask).argmax(axis=1).astype(np.int32))
        mask = info["legal_action_mask"]
        return count - int(np.count_nonzero(terminated | truncated))

    return play
