"""Make a dataset (Parquet) of records, check one, or give its records back.

Usage: python scripts/dataset.py RECORDS.jsonl OUT.parquet [--reward R] [--until match|hand] [--gamma G]
       python scripts/dataset.py --check IN.parquet
       python scripts/dataset.py --records IN.parquet OUT.jsonl
"""

from __future__ import annotations

import argparse
import sys

from jass_env.datasets import UNTIL, Dataset, write_dataset
from jass_env.errors import JassError
from jass_env.record import read_records, write_records
from jass_env.rules import REWARDS


def show(text: str, last: bool = False) -> None:
    """Progress, where somebody watches."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text}" + ("\n" if last else ""))
        sys.stderr.flush()


def run(args: argparse.Namespace) -> str:
    """Do what was asked for; returns what to say at the end."""
    if args.check:
        with Dataset(args.source) as data:
            data.check(lambda done, total: show(f"{done} of {total} matches", done == total))
            return f"{args.source} is right: {len(data)} decisions of {data.matches} matches of {data.rules.name}"
    if args.records:
        with Dataset(args.source) as data:
            return f"{write_records(args.out, data.records())} matches in {args.out}"
    decisions = write_dataset(
        args.out,
        read_records(args.source),
        reward=args.reward,
        until=args.until,
        gamma=args.gamma,
        progress=lambda matches, decisions: show(f"{matches} matches, {decisions} decisions"),
    )
    show("", last=True)
    return f"{decisions} decisions in {args.out}"


def main() -> int:
    """Write, check, or give back."""
    parser = argparse.ArgumentParser(description="Make a dataset (Parquet) of records, check one, or give its records back.")
    parser.add_argument("source", help="records (jass-record/1, one a line); with --check or --records a dataset")
    parser.add_argument("out", nargs="?", help="the file to write")
    parser.add_argument("--reward", choices=REWARDS, default="score", help="which rewards and returns to write (score)")
    parser.add_argument("--until", choices=UNTIL, default="match", help="where returns end (match)")
    parser.add_argument("--gamma", type=float, default=1.0, help="discount for each decision of the seat (1)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="replay all records of a dataset and compare")
    what.add_argument("--records", action="store_true", help="write the records of a dataset")
    args = parser.parse_args()
    if (args.out is None) != args.check:
        parser.error("--check takes one file" if args.check else "the file to write is missing")
    try:
        sys.stderr.write(run(args) + "\n")
    except (JassError, OSError) as error:
        sys.stderr.write(f"dataset.py: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
