"""The parent's side of ``benchmarks.worker``."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.registry import DISTRIBUTIONS, ROOT, Measure
from benchmarks.venvs import reason

#: One thread each, whatever library it is; and no search for accelerators.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "JAX_PLATFORMS": "cpu",
    "PYTHONPATH": str(ROOT),
    "PYTHONWARNINGS": "ignore",
}


class WorkerError(Exception):
    """Why a measure gave nothing, in a line."""


@dataclass(frozen=True)
class Sample:
    """What a worker answered: decisions, seconds of CPU and of the clock, CPU seconds of parts of the work."""

    decisions: int
    cpu: float
    wall: float
    parts: dict[str, float]

    def rate(self, wall: bool) -> float:
        return self.decisions / (self.wall if wall else self.cpu)


class Worker:
    """The process of a measure; it lives as long as the run, so that the rounds of all measures can interleave."""

    def __init__(self, measure: Measure, python: Path, log: Path) -> None:
        self.log = log
        arguments = [
            measure.module,
            measure.function,
            json.dumps(list(measure.args)),
            DISTRIBUTIONS[measure.group],
            str(measure.cores),
        ]
        with log.open("w") as errors:
            self.process = subprocess.Popen(
                [python, "-m", "benchmarks.worker", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                cwd=ROOT,
                env={**os.environ, **ENVIRONMENT},
            )
        self.version: str = self._answer()["version"]

    def measure(self, seconds: float) -> Sample:
        """Play for some seconds. Raises WorkerError."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(f"{seconds}\n")
            self.process.stdin.flush()
        except OSError:
            raise WorkerError(self._reason()) from None
        return Sample(**self._answer())

    def close(self) -> None:
        """End the process, which holds nothing worth keeping."""
        self.process.kill()
        self.process.communicate()

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            raise WorkerError(self._reason())
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _reason(self) -> str:
        return reason(self.log.read_text(errors="replace"))
