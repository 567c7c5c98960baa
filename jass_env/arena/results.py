"""The files of a tournament, and running it.

``results.jsonl``: the text of the tournament, then one line for each unit, in order. It is the same to the byte whoever
played the units and however often it was interrupted. ``results`` in a line has for each deal the sum over all rotations of
what each position got; ``wins`` (whole matches only) the same of matches won, in parts of ``play.WIN``; ``decisions`` and
``illegal`` one number for each of ``lineup_players``.

``timings.jsonl``: the seconds, which are never the same. ``records/``: a file of records for each unit that has some.

A unit's records and timing are written before its line: a unit with a line is complete.
"""

from __future__ import annotations

import functools
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from jass_env.arena.executors import Executor, Serial
from jass_env.arena.play import METRICS
from jass_env.arena.tournament import FORMAT, Done, Lineup, Tournament, lineup_players, play_unit
from jass_env.errors import ResultsError

RESULTS, TIMINGS, RECORDS = "results.jsonl", "timings.jsonl", "records"


def run_tournament(
    tournament: Tournament,
    folder: Path,
    executor: Executor | None = None,
    *,
    fresh: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> None:
    """Play what is not played yet.

    Args:
        tournament: what to play.
        folder: where its files are or will be; what stands there is gone on with.
        executor: who plays; default this process.
        fresh: delete what stands there, and begin anew.
        progress: called with units done and units in all: once at the beginning, then after each.

    Raises:
        ResultsError: the folder's results are damaged or of another tournament, or somebody else is writing there.
        PlayerError, CheckpointError: an agent cannot be made.
        ExecutorError: a worker died.
    """
    tournament.players  # noqa: B018 - what cannot be made is told before anything is written
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder):
        if fresh:
            _delete(folder)
        done = _prepare(tournament, folder / RESULTS)
        _drop_half_line(folder / TIMINGS)
        total = sum(1 for _ in tournament.units())
        if progress is not None:
            progress(done, total)
        work = functools.partial(play_unit, tournament.text)
        units = islice(tournament.units(), done, None)
        with (
            open(folder / RESULTS, "a", encoding="utf-8") as results,
            open(folder / TIMINGS, "a", encoding="utf-8") as timings,
            closing((executor or Serial()).run(work, units)) as played,
        ):
            for number, finished in enumerate(played, start=done):
                _write(folder, number, finished, results, timings)
                if progress is not None:
                    progress(number + 1, total)


def _delete(folder: Path) -> None:
    for name in (RESULTS, TIMINGS):
        (folder / name).unlink(missing_ok=True)
    shutil.rmtree(folder / RECORDS, ignore_errors=True)


def _write(folder: Path, number: int, done: Done, results: Any, timings: Any) -> None:
    if done.records:
        records = folder / RECORDS / f"unit_{number:06d}.jsonl"
        records.parent.mkdir(exist_ok=True)
        fresh = records.with_suffix(".part")
        fresh.write_text("".join(f"{line}\n" for line in done.records), encoding="utf-8")
        os.replace(fresh, records)
    for file, line in ((timings, json.dumps(done.timing)), (results, done.line)):
        file.write(line + "\n")
        file.flush()


def _prepare(tournament: Tournament, path: Path) -> int:
    """Make the file of results ready to be appended to; returns how many units it holds."""
    _drop_half_line(path)
    if not path.exists() or not path.stat().st_size:
        path.write_text(tournament.text + "\n", encoding="utf-8")
        return 0
    lines = _lines(path)
    head = next(lines)
    changed = _differences(head, json.loads(tournament.text))
    if changed:
        raise ResultsError(f"{path} is of another tournament: {'; '.join(changed)}")
    units, count = tournament.units(), 0
    for number, line in enumerate(lines):
        unit = next(units, None)
        _check_line(path, number, line, head)
        if unit is None:
            raise ResultsError(
                f"{path} holds more than deals={tournament.deals}: with fewer deals it cannot be gone on with"
            )
        found = (tuple(line["lineup"]), line["first"], len(line["results"]))
        if found != (unit.lineup, unit.first, unit.count):
            raise ResultsError(
                f"{path}, line {number + 2}: {found[2]} deals from {found[1]} on of line-up {list(found[0])}, expected were "
                f"{unit.count} from {unit.first} on of {list(unit.lineup)}: the number of deals can only be raised from a "
                f"multiple of block={tournament.block}"
            )
        count += 1
    return count


def _drop_half_line(path: Path) -> None:
    """Cut off what stands after the last line's end: there a process was killed while it wrote."""
    if not path.exists():
        return
    with open(path, "r+b") as file:
        end = file.seek(0, os.SEEK_END)
        kept = end
        while kept:
            size = min(kept, 2**16)
            file.seek(kept - size)
            at = file.read(size).rfind(b"\n")
            if at >= 0:
                kept += at + 1 - size
                break
            kept -= size
        if kept < end:
            file.truncate(kept)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """The head and the lines of a file of results; a line without its end is left out."""
    with open(path, "rb") as file:
        for number, line in enumerate(file):
            if not line.endswith(b"\n"):
                return
            try:
                read = json.loads(line)
            except (ValueError, RecursionError):
                raise ResultsError(
                    f"{path}, line {number + 1} is damaged: no JSON; delete from there on to play it again"
                ) from None
            if number == 0 and (not isinstance(read, dict) or read.get("format") != FORMAT):
                raise ResultsError(f"{path} is no file of results: its first line does not say {FORMAT!r}")
            if number == 0:
                _check_head(path, read)
            yield read


def _check_head(path: Path, head: dict[str, Any]) -> None:
    """Does this describe a tournament?"""
    try:
        names = [agent["name"] for agent in head["agents"]]
        good = (
            len(set(names)) == len(names) >= 2
            and all(isinstance(text, str) for text in (*names, *(agent["player"] for agent in head["agents"])))
            and all(isinstance(head[key], str) for key in ("jass_env", "variant"))
            and head["metric"] in METRICS
            and head["episode"] in ("hand", "match")
            and _whole(head["sides"], least=2)
            and _whole(head["seed"], least=0)
        )
    except (KeyError, TypeError):
        good = False
    if not good:
        raise ResultsError(f"{path}, line 1 is damaged: it does not describe a tournament")


def _check_line(path: Path, number: int, line: Any, head: dict[str, Any]) -> None:
    """Is this the line of unit ``number``, in shape?"""
    try:
        agents, sides = len(head["agents"]), head["sides"]
        shape = (len(line["results"]), sides)
        good = (
            _whole(line["unit"])
            and line["unit"] == number
            and _whole(line["lineup"], sides, least=0)
            and max(line["lineup"]) < agents
            and _whole(line["first"], least=0)
            and shape[0] > 0
            and _whole(line["results"], *shape)
            and (_whole(line["wins"], *shape, least=0) if head["episode"] == "match" else "wins" not in line)
            and _whole([line["decisions"], line["illegal"]], 2, len(lineup_players(tuple(line["lineup"]))), least=0)
            and all(wrong <= made for wrong, made in zip(line["illegal"], line["decisions"], strict=True))
        )
    except (KeyError, TypeError):
        good = False
    if not good:
        raise ResultsError(f"{path}, line {number + 2} is damaged: no result of unit {number}")


def _whole(value: Any, *shape: int, least: int = -(2**53)) -> bool:
    """Are these whole numbers in lists of this shape? NumPy would also take true, 1.5 and "12" for numbers."""
    if not shape:
        return type(value) is int and least <= value <= 2**53
    return (
        isinstance(value, list) and len(value) == shape[0] and all(_whole(each, *shape[1:], least=least) for each in value)
    )


def _differences(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """What is not the same in two heads, as ``key: before -> now``."""
    return [
        f"{key}: {json.dumps(before.get(key))} -> {json.dumps(now.get(key))}"
        for key in sorted(before | now)
        if before.get(key) != now.get(key)
    ]


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder for this process alone (where the system has no such locks: hopefully)."""
    with open(folder / ".lock", "w", encoding="utf-8") as file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            pass
        except OSError:
            raise ResultsError(f"another tournament is at work in {folder}") from None
        yield


@dataclass(frozen=True)
class Played:
    """All deals of a line-up.

    Attributes:
        results: int64 (deals, positions), summed over the rotations.
        wins: int64, same shape; all 0 in single hands.
    """

    results: np.ndarray
    wins: np.ndarray


@dataclass(frozen=True)
class Results:
    """What a file of results says.

    Attributes:
        head: the text of the tournament.
        played: what was played, by line-up.
        decisions: int64 (agents,).
        illegal: int64 (agents,).
        seconds: float64 (agents,), of ``timed`` decisions.
        timed: int64 (agents,), decisions whose time is known.
    """

    head: dict[str, Any]
    played: dict[Lineup, Played]
    decisions: np.ndarray
    illegal: np.ndarray
    seconds: np.ndarray
    timed: np.ndarray

    @property
    def agents(self) -> list[str]:
        """Names of the agents."""
        return [agent["name"] for agent in self.head["agents"]]

    @property
    def sides(self) -> int:
        """Number of sides, which is that of positions and rotations."""
        return int(self.head["sides"])

    @property
    def matches(self) -> bool:
        """Whole matches were played, not single hands."""
        return bool(self.head["episode"] == "match")


def read_results(folder: Path) -> Results:
    """Read the files of a tournament, finished or not.

    Raises:
        ResultsError: there are none, or they are damaged.
    """
    path = folder / RESULTS
    if not path.exists():
        raise ResultsError(f"{folder} has no {RESULTS}")
    lines = _lines(path)
    head = next(lines, None)
    if head is None:
        raise ResultsError(f"{path} is empty")
    agents = len(head["agents"])
    times = _read_timings(folder / TIMINGS)
    found: dict[Lineup, list[dict[str, Any]]] = {}
    decisions, illegal, timed = np.zeros((3, agents), dtype=np.int64)
    seconds = np.zeros(agents)
    for number, line in enumerate(lines):
        _check_line(path, number, line, head)
        lineup = tuple(line["lineup"])
        before = found.setdefault(lineup, [])
        if line["first"] != sum(len(each["results"]) for each in before):
            raise ResultsError(f"{path}, line {number + 2}: deals before {line['first']} are missing")
        before.append(line)
        # One after the other: in the reference an agent stands twice.
        for place, agent in enumerate(lineup_players(lineup)):
            decisions[agent] += line["decisions"][place]
            illegal[agent] += line["illegal"][place]
            if number in times and len(times[number]) > place:
                seconds[agent] += times[number][place]
                timed[agent] += line["decisions"][place]
    played = {lineup: Played(_join(parts, "results"), _join(parts, "wins")) for lineup, parts in found.items()}
    return Results(head, played, decisions, illegal, seconds, timed)


def _join(parts: Iterable[dict[str, Any]], key: str) -> np.ndarray:
    arrays = [np.asarray(part.get(key, np.zeros_like(part["results"])), dtype=np.int64) for part in parts]
    return np.concatenate(arrays)


def _read_timings(path: Path) -> dict[int, list[float]]:
    """Seconds by unit. They are for information: what cannot be read is left out."""
    times = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                read = json.loads(line)
                times[int(read["unit"])] = [float(each) for each in read["seconds"]]
            except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
                continue
    return times
