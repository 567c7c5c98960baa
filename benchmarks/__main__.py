"""Measure this suite and its peers in one run, and write ``bench.md`` and ``bench.json``.

    python -m benchmarks [--only TEXT ...] [--rounds N] [--seconds S] [--quick] [--folder FOLDER]

Peers are installed into the folder, each into a virtual environment of its own; what cannot be installed is reported.
Every measure runs in a process of its own on the same core. In each round each of them plays for some time, in an order
that changes from round to round; ratios are taken within a round. CPU time counts, but for several threads the clock.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import random
import subprocess
import sys
import time
from pathlib import Path

from benchmarks import figures
from benchmarks.processes import Sample, Worker, WorkerError
from benchmarks.registry import ENV_SHARE, ENVIRONMENT, FIGURES, MEASURES, OWN, ROOT, Measure
from benchmarks.report import Results, as_json, markdown
from benchmarks.venvs import NotInstalledError, python_of, reason


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def processor() -> str:
    """Its name, and how many cores may be used."""
    name = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), name)
    return f"{name}, {os.cpu_count()} cores"


def load() -> str:
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "?"


def commit() -> str:
    try:
        return subprocess.run(
            ["git", "describe", "--always", "--dirty"], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "?"


def start(measures: list[Measure], folder: Path, results: Results) -> dict[str, Worker]:
    """Install the peers and start a process for each measure, one after the other."""
    workers: dict[str, Worker] = {}
    pythons: dict[str, Path | str] = {OWN: Path(sys.executable)}
    logs = folder / "logs"
    logs.mkdir(parents=True, exist_ok=True)
    for index, measure in enumerate(measures):
        if measure.group not in pythons:
            say(f"Environment of {measure.group}")
            try:
                pythons[measure.group] = python_of(measure.group, folder / measure.group)
            except NotInstalledError as error:
                pythons[measure.group] = f"not installed: {error}"
        python = pythons[measure.group]
        if isinstance(python, str):
            results.missing[measure.name] = python
            continue
        say(f"Setting up {measure.name}")
        try:
            workers[measure.name] = Worker(measure, python, logs / f"{index}.txt")
        except WorkerError as error:
            results.missing[measure.name] = f"failed: {error}"
        else:
            results.versions[measure.name] = workers[measure.name].version
    return workers


def play(workers: dict[str, Worker], rounds: int, seconds: float, results: Results) -> None:
    """All rounds. What fails in one of them is out."""
    samples: dict[str, list[Sample]] = {name: [] for name in workers}
    order = list(workers)
    for number in range(rounds):
        say(f"Round {number + 1} of {rounds}")
        random.Random(number).shuffle(order)
        for name in list(order):
            try:
                samples[name].append(workers[name].measure(seconds))
            except WorkerError as error:
                results.missing[name] = f"failed: {error}"
                order.remove(name)
    results.samples = {name: samples[name] for name in workers if name in order}


def share_of_environment(results: Results) -> dict[str, list[float]]:
    """The figure that the measure of training gives."""
    parts = results.parts()
    return {ENV_SHARE: parts[ENVIRONMENT]} if parts else {}


def look(names: set[str], rounds: int, results: Results) -> None:
    """The figures of which some name is wanted."""
    for group, find in figures.GROUPS.items():
        if not any(figure.group == group and figure.name in names for figure in FIGURES):
            continue
        say(f"Figures: {group}")
        try:
            results.figures.update({name: list(values) for name, values in find(rounds).items()})
        except subprocess.CalledProcessError as error:
            results.missing.update({each.name: reason(error.stderr) for each in FIGURES if each.group == group})


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure this suite and its peers.")
    parser.add_argument("--only", nargs="+", default=[""], metavar="TEXT", help="what has this in its name")
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="rounds (7)")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="S", help="of each measure in each round (0.5)")
    parser.add_argument("--quick", action="store_true", help="does it run? two short rounds, no compiling anew")
    parser.add_argument("--folder", type=Path, default=ROOT / ".bench", help="for environments and results (.bench)")
    args = parser.parse_args()
    rounds, seconds = (2, 0.05) if args.quick else (args.rounds, args.seconds)
    if rounds < 1 or seconds <= 0:
        parser.error("at least one round, of more than no time")

    def wanted(name: str) -> bool:
        return any(text.lower() in name.lower() for text in args.only)

    measures = [measure for measure in MEASURES if wanted(measure.name)]
    names = {figure.name for figure in FIGURES if wanted(figure.name) and not (args.quick and figure.group == "cold")}
    if not measures and not names:
        parser.error(f"nothing is called {' or '.join(args.only)}; benchmarks/registry.py has the names")
    before = load()
    results = Results(
        about={
            "Machine": processor(),
            "Python": f"{platform.python_version()}, {platform.system()}",
            "jass_env": commit(),
            "Date": time.strftime("%Y-%m-%d"),
            "Measured": f"{rounds} interleaved rounds of {seconds:g} s each, random legal play, new games included; "
            "a decision is one player's action",
        }
    )
    workers = start(measures, args.folder.resolve(), results)
    try:
        play(workers, rounds, seconds, results)
        results.figures.update(share_of_environment(results))
    finally:
        for worker in workers.values():
            worker.close()
    look(names, rounds, results)
    results.about["Load of the machine"] = f"{before} at the beginning, {load()} at the end"
    text = markdown(results)
    (args.folder / "bench.md").write_text(text, encoding="utf-8")
    (args.folder / "bench.json").write_text(json.dumps(as_json(results), indent=1), encoding="utf-8")
    print(text)
    say(f"Written: {args.folder / 'bench.md'}, {args.folder / 'bench.json'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
