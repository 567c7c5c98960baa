"""Logs of a run: ``metrics.jsonl``, one line for each update, and the same for TensorBoard."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from torch.utils.tensorboard import SummaryWriter


class Logs:
    """Writes metrics of a run into its folder.

    Lines beyond ``step`` are cut off first: a run that was killed goes on from its last checkpoint, and what it had
    logged after that comes again.
    """

    def __init__(self, folder: Path, step: int) -> None:
        self.path = folder / "metrics.jsonl"
        _cut(self.path, step)
        self._file = open(self.path, "a", encoding="utf-8")  # noqa: SIM115
        self._board = SummaryWriter(folder / "tensorboard", purge_step=step + 1 if step else None)

    def write(self, step: int, metrics: Mapping[str, float]) -> None:
        """Log the metrics of the update that ended at ``step`` decisions."""
        self._file.write(json.dumps({"step": step, **metrics}) + "\n")
        self._file.flush()
        for name, value in metrics.items():
            self._board.add_scalar(name, value, step)

    def close(self) -> None:
        """Close both."""
        self._file.close()
        self._board.close()


def read_metrics(path: Path) -> list[dict[str, float]]:
    """The lines of ``metrics.jsonl``; one that was cut short by a crash ends the list."""
    rows: list[dict[str, float]] = []
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                rows.append(json.loads(line))
            except ValueError:
                break
    return rows


def _cut(path: Path, step: int) -> None:
    kept = [row for row in read_metrics(path) if row["step"] <= step]
    fresh = path.with_name(f".{path.name}.tmp")
    fresh.parent.mkdir(parents=True, exist_ok=True)
    fresh.write_text("".join(json.dumps(row) + "\n" for row in kept), encoding="utf-8")
    os.replace(fresh, path)
