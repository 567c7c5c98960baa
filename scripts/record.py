"""Play matches and write their records (format jass-record/1), one a line.

Usage: python scripts/record.py VARIANT --matches N --seed S [--legal] [--agents A,B,...] [--out FILE] [key=value ...]
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import Any

from jass_env.errors import JassError, OptionError
from jass_env.options import parse_assignments
from jass_env.players import Player, make_player
from jass_env.record import dump, record_match, write_records
from jass_env.rules import Rules


def count(text: str) -> int:
    """A number of matches."""
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def players_of(names: str, rules: Rules) -> list[Player]:
    """One player for each seat: a single name for all, or one name for each."""
    # A comma also stands between the numbers of one player: a part like "exploration=0.5" belongs to the one before.
    specs: list[str] = []
    for part in names.split(","):
        if specs and "=" in part and ":" not in part:
            specs[-1] += f",{part}"
        else:
            specs.append(part)
    if len(specs) == 1:
        specs = specs * rules.seats
    if len(specs) != rules.seats:
        raise OptionError(f"--agents {names}: one agent, or one for each of {rules.seats} seats")
    return [make_player(spec, rules) for spec in specs]


def records(rules: Rules, players: list[Player], args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The matches, with a count of what is done where somebody watches."""
    for number in range(args.matches):
        yield record_match(rules, args.seed + number, players, legal=args.legal)
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{number + 1} of {args.matches} matches")
            sys.stderr.flush()
    if sys.stderr.isatty():
        sys.stderr.write("\n")


def main() -> int:
    """Write records to a file or to standard output."""
    parser = argparse.ArgumentParser(description="Play matches and write their records (jass-record/1), one a line.")
    parser.add_argument("variant", help="schieber, mittlere, ...")
    parser.add_argument("--matches", type=count, default=1, metavar="N", help="how many (1)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="match k is played with seed S + k")
    parser.add_argument("--legal", action="store_true", help="write the legal actions of every decision too")
    parser.add_argument("--agents", default="random", help="one agent for all seats, or one each: a,b,c,d")
    parser.add_argument("--out", metavar="FILE", help="default: standard output")
    parser.add_argument("options", nargs="*", metavar="key=value", help="preset and house rules of the variant")
    args = parser.parse_intermixed_args()
    try:
        options = parse_assignments(args.options)
        rules = Rules(args.variant, preset=options.pop("preset", None), options=options)
        played = records(rules, players_of(args.agents, rules), args)
        if args.out:
            written = write_records(args.out, played)
            sys.stderr.write(f"{written} matches in {args.out}\n")
        else:
            for record in played:
                sys.stdout.write(dump(record) + "\n")
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (JassError, OSError) as error:
        sys.stderr.write(f"record.py: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
