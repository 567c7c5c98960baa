"""A measure in a process of its own: ``python -m benchmarks.worker MODULE FUNCTION ARGS DISTRIBUTION CORES``.

Plays for as many seconds as each line of standard input says and answers with a line of JSON. Runs in the peers'
environments, so it needs the standard library alone.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from collections import Counter
from importlib.metadata import PackageNotFoundError, version
from typing import Any, TextIO

from benchmarks.loops import Play


def measure(play: Play, seconds: float) -> dict[str, Any]:
    """Play until the time is up, once at least."""
    decisions = 0
    parts: Counter[str] = Counter()
    wall, cpu = time.perf_counter(), time.process_time()
    while True:
        result = play()
        if isinstance(result, tuple):
            result, spent = result
            parts.update(spent)
        decisions += result
        now = time.perf_counter()
        if now - wall >= seconds:
            return {"decisions": decisions, "cpu": time.process_time() - cpu, "wall": now - wall, "parts": dict(parts)}


def version_of(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "?"


def answer(out: TextIO, value: object) -> None:
    out.write(json.dumps(value) + "\n")
    out.flush()


def main() -> None:
    module, function, args, distribution, cores = sys.argv[1:]
    # Peers may print what they like: it must not get between the answers.
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-int(cores) :])
    play = getattr(importlib.import_module(module), function)(*json.loads(args))
    play()  # compiles what there is to compile
    answer(out, {"version": version_of(distribution)})
    for line in sys.stdin:
        answer(out, measure(play, float(line)))


if __name__ == "__main__":
    main()
