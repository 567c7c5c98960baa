"""Every agent against every other on the same duplicate deals, and a report.

    scripts/tournament.py CONFIG [key=value ...] [--runs FOLDER] [--fresh] [--report]

Killed at any moment, it goes on where it was when it is given again; with a larger ``deals`` it goes on where it ended.
The results do not depend on the executor, to the byte.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tqdm import tqdm

from agents.config import TournamentConfig, held_out_evaluation, load_model
from jass_env.arena.executors import Executor, Processes, Serial
from jass_env.arena.results import RESULTS, read_results, run_tournament
from jass_env.arena.tournament import Tournament
from jass_env.errors import ConfigError, JassError, ResultsError


def tournament_of(config: TournamentConfig) -> Tournament:
    """What a configuration says of the play."""
    settings = config.model_dump(exclude={"name", "half_width", "held_out", "executor", "workers"})
    if config.held_out:
        settings["seed"] = held_out_evaluation(config.variant, config.deals)
    return Tournament(**settings)


def play(config: TournamentConfig, folder: Path, fresh: bool) -> None:
    """Play what is not played yet (all of it if ``fresh``), with a bar of units."""
    executor: Executor = Serial() if config.executor == "serial" else Processes(config.workers)
    told = None
    with tqdm(desc=config.name, unit="unit", disable=None) as bar:

        def show(done: int, total: int) -> None:
            nonlocal told
            if told is None:
                told = time.monotonic()
                bar.total = total
                bar.initial = bar.n = done
                if done:
                    tqdm.write(f"Going on in {folder}: {done} of {total} units are there.", file=sys.stderr)
            bar.update(done - bar.n)
            if bar.disable and time.monotonic() - told >= 30:  # no terminal: a line now and then
                told = time.monotonic()
                print(f"{done} of {total} units", flush=True)

        run_tournament(tournament_of(config), folder, executor, fresh=fresh, progress=show)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Every agent against every other on duplicate deals, and a report.")
    parser.add_argument("config", metavar="CONFIG", help="a YAML file, such as configs/tournament_schieber.yaml")
    parser.add_argument("overrides", nargs="*", metavar="key=value", help="values in place of the file's (deals=500)")
    parser.add_argument("--runs", type=Path, default=Path("runs"), metavar="FOLDER", help="where results are kept (runs)")
    parser.add_argument("--fresh", action="store_true", help="begin anew: delete the results that are there")
    parser.add_argument("--report", action="store_true", help="play nothing, report what is there")
    args = parser.parse_intermixed_args(argv)
    try:
        config = load_model(TournamentConfig, args.config, args.overrides)
        folder = args.runs / config.name
        if args.fresh and args.report:
            raise ConfigError("--fresh and --report: nothing would be left to report")
        if not args.report:
            play(config, folder, args.fresh)
        try:
            from jass_env.arena.analysis import analyse
            from jass_env.arena.report import write_report
        except ImportError as error:
            raise ConfigError(
                f"the results are in {folder}; the report needs the extra 'arena' (pip install -e '.[arena]'): {error}"
            ) from None
        report = write_report(analyse(read_results(folder), config.half_width), folder, config.name)
        print(f"Results: {folder / RESULTS}")
        print(f"Report:  {report} and {report.with_suffix('.html')}")
    except ResultsError as error:
        hint = "; --fresh begins anew, name=... in another folder" if "of another tournament" in str(error) else ""
        print(f"tournament.py: {error}{hint}", file=sys.stderr)
        return 2
    except (JassError, OSError) as error:
        print(f"tournament.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("tournament.py: interrupted; finished units are kept, the same command goes on", file=sys.stderr)
        sys.exit(130)
