"""What is no speed: memory and the first steps of a new process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping

from benchmarks.processes import ENVIRONMENT
from benchmarks.registry import COLD, COLD_CPU, IMPORT, MEMORY, RESIDENT, ROOT, STATE_SIZE, WARM

FIRST_STEP = """
import time; start = time.perf_counter()
import jass_env; imported = time.perf_counter()
env = jass_env.env("schieber", episode="hand", weis="auto"); env.reset(seed=0)
env.step(int(env.last()[0]["action_mask"].argmax())); done = time.perf_counter()
print(imported - start, done - imported, time.process_time())
"""

RESIDENT_NOW = """
import os
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
"""

MEMORY_OF_GAMES = f"""
import numpy as np, jass_env
{RESIDENT_NOW if os.path.exists("/proc/self/statm") else "resident = lambda: float('nan')"}
small = jass_env.vec("schieber", 2, seed=0, episode="hand", weis="auto")
small.step(small.random_actions(0))
before = resident()
venv = jass_env.vec("schieber", 262144, seed=0, episode="hand", weis="auto")
for number in range(3):
    venv.step(venv.random_actions(number))
arrays = sum(value.nbytes for value in vars(venv).values() if isinstance(value, np.ndarray))
print(venv.rules.state_dtype.itemsize, arrays / 1e6, (resident() - before) / 1e6)
"""


def run(program: str, **environment: str) -> list[float]:
    """The numbers that a program prints, in a new process. Raises CalledProcessError."""
    result = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, **ENVIRONMENT, **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return [float(number) for number in result.stdout.split()]


def memory(rounds: int) -> Mapping[str, list[float]]:
    """Bytes of a state; megabytes (10**6) of a batch with its observations."""
    state, arrays, resident = run(MEMORY_OF_GAMES)
    return {STATE_SIZE: [state], MEMORY: [arrays], RESIDENT: [resident]}


def cold(rounds: int) -> Mapping[str, list[float]]:
    """Seconds from the import to the end of the first step with nothing compiled before; once, for it takes long.

    CPU time of the whole process stands beside it, for machines that have something else to do.
    """
    with tempfile.TemporaryDirectory() as cache:
        _, seconds, cpu = run(FIRST_STEP, JASS_ENV_CACHE_DIR=cache)
    return {COLD: [seconds], COLD_CPU: [cpu]}


def warm(rounds: int) -> Mapping[str, list[float]]:
    """Seconds of the import, and from there to the end of the first step."""
    run(FIRST_STEP)
    imports, steps, _ = zip(*(run(FIRST_STEP) for _ in range(rounds)), strict=True)
    return {WARM: list(steps), IMPORT: list(imports)}


GROUPS: Mapping[str, Callable[[int], Mapping[str, list[float]]]] = {"memory": memory, "cold": cold, "warm": warm}
