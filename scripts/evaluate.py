"""Compare two players on duplicate deals.

    scripts/evaluate.py A B --variant V --pairs N [--seed S] [--metric points|score] [--workers W]
        [--half-width H] [--held-out] [--out FILE] [option=value ...]

A and B are names of players (random, rules, pimc, ismcts; also with numbers: ismcts:worlds=100) or paths of checkpoints.
Prints A's mean difference per hand with its 95 % interval over the deals; a player against itself gives exactly 0. The
result is the same for any number of workers.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import sys
from pathlib import Path

from agents.config import held_out_evaluation
from agents.report import duel_lines, watched, watched_duel
from jass_env.arena import METRICS, duel_by, duel_rules
from jass_env.arena.executors import Processes
from jass_env.errors import JassError, OptionError, PlayerError
from jass_env.options import parse_assignments
from jass_env.players import PLAYERS, make_player


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="Compare two players on duplicate deals.")
    made.add_argument("a", metavar="A", help=f"a player: {', '.join(PLAYERS)}, or the path of a checkpoint or run folder")
    made.add_argument("b", metavar="B", help="its opponent")
    made.add_argument("--variant", required=True, help="the game, such as schieber")
    made.add_argument("--preset", help="preset of the variant")
    made.add_argument("--pairs", type=int, default=1000, metavar="N", help="deals, each played in all rotations (1000)")
    made.add_argument("--seed", type=int, default=0, metavar="S", help="number of the evaluation, other deals (0)")
    made.add_argument("--metric", choices=METRICS, default="score", help="what is compared (score)")
    made.add_argument("--workers", type=int, default=1, metavar="W", help="processes that share the work (1)")
    made.add_argument("--half-width", type=float, metavar="H", help="wished half width of the interval: adds a verdict")
    made.add_argument("--held-out", action="store_true", help="play the held-out deals of the variant, for final results")
    made.add_argument("--out", type=Path, metavar="FILE", help="also write the result as JSON")
    made.add_argument("options", nargs="*", metavar="option=value", help="house rules of the variant")
    return made


def main(argv: list[str] | None = None) -> int:
    args = parser().parse_intermixed_args(argv)
    try:
        options = parse_assignments(args.options)
        args.preset = options.pop("preset", args.preset)
        rules = duel_rules(args.variant, args.metric, preset=args.preset, options=options)
        a, b = make_player(args.a, rules), make_player(args.b, rules)
        if args.out is not None and not args.out.parent.is_dir():
            raise PlayerError(f"--out {args.out}: there is no folder {args.out.parent}")
        if args.half_width is not None and not (args.half_width > 0 and math.isfinite(args.half_width)):
            raise OptionError(f"--half-width {args.half_width}: a finite number more than 0 is needed")
        executor = Processes(args.workers)
        seed = held_out_evaluation(rules.name, args.pairs) if args.held_out else args.seed
        if args.workers == 1:
            result = watched_duel(a, b, rules, args.pairs, seed)
        else:
            result = watched(
                lambda show: duel_by(executor, args.a, args.b, rules, args.pairs, seed=seed, progress=show), args.pairs
            )
        print("\n".join(duel_lines(result, args.half_width)), flush=True)
        if args.out is not None:
            args.out.write_text(json.dumps(dataclasses.asdict(result), indent=1) + "\n", encoding="utf-8")
    except (JassError, OSError) as error:
        print(f"evaluate.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("evaluate.py: interrupted", file=sys.stderr)
        sys.exit(130)
