"""``python -m jass_env`` lists the variants; ``python -m jass_env VARIANT [key=value ...]`` prints its rules and options."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from jass_env.errors import JassError, OptionError
from jass_env.options import parse_assignments
from jass_env.rules import Rules
from jass_env.sheet import rule_sheet, variant_list


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """As for all other errors."""
        raise OptionError(f"{message}; see python -m jass_env --help")


def main(words: Sequence[str] | None = None) -> int:
    """Print what is asked for; an error is one line, and exit code 2."""
    parser = Parser(prog="python -m jass_env", description="List the variants, or print the rules and options of one.")
    parser.add_argument("variant", nargs="?", metavar="VARIANT", help="schieber, mittlere, ...; without: list them all")
    parser.add_argument("options", nargs="*", metavar="key=value", help="preset and house rules of the variant")
    try:
        args = parser.parse_args(words)
        if args.variant is None:
            text = variant_list()
        else:
            options = parse_assignments(args.options)
            preset = options.pop("preset", None)
            text = rule_sheet(Rules(args.variant, preset=None if preset is None else str(preset), options=options))
    except JassError as error:
        sys.stderr.write(f"jass_env: {error}\n")
        return 2
    sys.stdout.write(text + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
