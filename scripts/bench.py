"""Measure the speed of the environments on one core of this machine.

Usage: python scripts/bench.py [VARIANT ...] [--rounds N] [--cold]

Decisions per second of uniformly random legal play, single hands, new deals included; the median of the rounds and the
spread between their quartiles. One decision is one player's action. ``--cold`` adds the first call with an empty cache.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial

import numpy as np

import jass_env
from jass_env.engine import batch
from jass_env.engine.state import STATE

TABLES = 4096

FIRST_CALL = """
import time; start = time.perf_counter()
import jass_env; imported = time.perf_counter()
env = jass_env.env("schieber", episode="hand"); env.reset(seed=0)
env.step(int(env.last()[0]["action_mask"].argmax())); done = time.perf_counter()
print(imported - start, done - imported)
"""


def rates(play: Callable[[], int], rounds: int) -> tuple[float, float, float]:
    """Median and quartiles of decisions per second of CPU time."""
    play()
    measured = []
    for _ in range(rounds):
        start = time.process_time()
        decisions = play()
        measured.append(decisions / (time.process_time() - start))
    low, middle, high = statistics.quantiles(measured, n=4)
    return middle, low, high


def kernel(variant: str) -> Callable[[], int]:
    venv = jass_env.vec(variant, TABLES, seed=0, episode="hand")

    def play() -> int:
        batch.random_play(venv._table, venv._states, 0, TABLES, 100, np.uint64(1))
        return TABLES * 100

    return play


def batched(variant: str) -> Callable[[], int]:
    venv = jass_env.vec(variant, TABLES, seed=0, episode="hand")

    def play() -> int:
        for number in range(50):
            venv.step(venv.random_actions(number))
        return TABLES * 50

    return play


def random_legal(mask: np.ndarray, rng: random.Random) -> int:
    legal = mask.nonzero()[0]
    return int(legal[rng.randrange(len(legal))])


def first_legal(mask: np.ndarray, rng: random.Random) -> int:
    """The cheapest choice: what is left is what the environment alone costs."""
    return int(mask.argmax())


def aec(variant: str, choose: Callable[[np.ndarray, random.Random], int]) -> Callable[[], int]:
    env = jass_env.env(variant, episode="hand")
    rng = random.Random(0)

    def play() -> int:
        decisions = 0
        env.reset(seed=0)
        while decisions < 30_000:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            env.step(choose(observation["action_mask"], rng))
            decisions += 1
        return decisions

    return play


def first_call(cache: str) -> tuple[float, float]:
    """Seconds of ``import jass_env``, and from there to the first step, in a new process."""
    out = subprocess.run(
        [sys.executable, "-c", FIRST_CALL],
        env={**os.environ, "JASS_ENV_CACHE_DIR": cache},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    return float(out[0]), float(out[1])


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the speed of the environments on one core.")
    parser.add_argument("variants", nargs="*", default=["schieber"], metavar="VARIANT")
    parser.add_argument("--rounds", type=int, default=7, metavar="N")
    parser.add_argument("--cold", action="store_true", help="also the first call with an empty and a full cache")
    args = parser.parse_args()
    measures: dict[str, Callable[[str], Callable[[], int]]] = {
        "in the kernel, no observation": kernel,
        f"batched, {TABLES} tables, observation and mask, random actions": batched,
        "bare AEC, last() and step(), random actions": partial(aec, choose=random_legal),
        "bare AEC, last() and step(), first legal action": partial(aec, choose=first_legal),
    }
    for variant in args.variants:
        rules = jass_env.rules(variant)
        print(f"{variant}: observation {rules.observation_size} bytes, state {STATE.itemsize} bytes")
        for name, make in measures.items():
            middle, low, high = rates(make(variant), args.rounds)
            print(f"  {middle:12,.0f} decisions/s  ({low:,.0f} to {high:,.0f})  {name}", flush=True)
    if args.cold:
        with tempfile.TemporaryDirectory() as cache:
            print(f"first step with an empty cache: {first_call(cache)[1]:.1f} s", flush=True)
            warm = [first_call(cache) for _ in range(args.rounds)]
            imports, steps = zip(*warm, strict=True)
            print(
                f"with a full cache: {statistics.median(steps):.2f} s; import jass_env: {statistics.median(imports):.2f} s"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
