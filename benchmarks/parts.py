"""Where the time of a batched decision goes: ``python -m benchmarks.parts``. Nanoseconds a decision, best and median."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

import numpy as np

import jass_env
from benchmarks.own import GAME
from jass_env.engine import batch

GAMES = 4096
ROUNDS = 300


def main() -> int:
    """Time each kernel of a step by itself, in turn."""
    venv = jass_env.vec("schieber", GAMES, seed=0, **GAME)
    table, states = venv._table, venv._states
    everything = np.ones((GAMES, states.itemsize + venv.observation.shape[1] + venv.action_mask.shape[1]), dtype=np.int8)
    actions = np.zeros(GAMES, dtype=np.int64)
    copied = np.zeros_like(everything)
    where = np.ones(GAMES, dtype=np.bool_)
    parts: dict[str, Callable[[int], object]] = {
        "draw an action from each mask": lambda n: batch.sample_actions(venv.action_mask, 0, GAMES, np.uint64(n), actions),
        "check that all actions are legal": lambda n: batch.first_illegal(table, states, where, actions, 0, GAMES),
        "apply them": lambda n: batch.step_many(
            table, states, where, actions, 0, GAMES, 1, venv.reward, venv.terminated, venv.truncated
        ),
        "write observations and masks": lambda n: batch.write_many(
            table, states, where, 0, GAMES, venv.observation, venv.action_mask, venv.seat
        ),
        "(for comparison) clear the observations": lambda n: venv.observation.fill(0),
        "(for comparison) copy observation, mask and state": lambda n: np.copyto(copied, everything),
    }
    times: dict[str, list[float]] = {name: [] for name in parts}
    for number in range(ROUNDS):
        for name, part in parts.items():
            begin = time.perf_counter()
            part(number)
            times[name].append((time.perf_counter() - begin) / GAMES * 1e9)
            if name.startswith("(for comparison) clear"):
                venv._write(where)
    print("| part | best | median |\n|---|---:|---:|")
    for name, measured in times.items():
        print(f"| {name} | {min(measured):.0f} | {statistics.median(measured):.0f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
