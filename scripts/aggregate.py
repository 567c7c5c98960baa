"""Algorithms compared over training seeds and variants.

    scripts/aggregate.py FOLDER [FOLDER ...] --baseline AGENT

Each FOLDER holds the results of a tournament, one for each variant, in which the runs of an algorithm are agents called
ALGORITHM@RUN (ppo@1, ppo@2...). The score of a run is the share of deals it won against the baseline. Prints for each
algorithm the interquartile mean with its 95 % interval (stratified bootstrap, of two runs or more), and the probabilities of
improvement.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
from pathlib import Path

from jass_env.arena.aggregates import Aggregate, interquartile_mean, probability_of_improvement, stratified_bootstrap
from jass_env.arena.analysis import scores_against
from jass_env.arena.results import read_results
from jass_env.errors import JassError, ResultsError


def shown(found: Aggregate) -> str:
    if math.isnan(found.low):
        return f"{found.value:.3f} (too few runs for an interval)"
    return f"{found.value:.3f} ({found.low:.3f} to {found.high:.3f})"


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare algorithms over training seeds and variants.")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="results of a tournament")
    parser.add_argument("--baseline", required=True, metavar="AGENT", help="the opponent that all are measured against")
    args = parser.parse_args(argv)
    try:
        places = [folder.resolve() for folder in args.folders]
        for folder, place in zip(args.folders, places, strict=True):
            if places.count(place) > 1:
                raise ResultsError(f"{folder} is given twice: each folder counts once")
        scores = scores_against([read_results(folder) for folder in args.folders], args.baseline)
    except (JassError, OSError) as error:
        print(f"aggregate.py: {error}", file=sys.stderr)
        return 2
    print(f"Share of deals won against {args.baseline}, interquartile mean with 95 % interval:")
    for name, table in scores.items():
        runs, tasks = table.shape
        print(f"  {name}: {shown(stratified_bootstrap(interquartile_mean, table))}; {runs} runs, {tasks} variants")
    for one, other in itertools.combinations(scores, 2):
        found = stratified_bootstrap(probability_of_improvement, scores[one], scores[other])
        print(f"  probability that {one} is better than {other}: {shown(found)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
