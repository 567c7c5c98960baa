"""Measure the open-card solver on one core of this machine.

Usage: python scripts/bench_solver.py [--cards N ...] [--positions N] [--dump FILE]

Medians of CPU time and of positions looked at, over random deals of N cards to each of four hands, in a trump contract and
in Obenabe. "all": the value of every legal card; "best": the value and one best card. With fewer than nine cards no match
is possible any more. ``--dump`` writes the deals into a file in place of solving them, for a comparison with another
program: trump (or -1), cards, leader, and the four hands as sets of bits.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Iterator

import numpy as np

import jass_env
from jass_env.engine import batch
from jass_env.engine.actions import CODE
from jass_env.rules import Rules
from jass_env.solver import Solver

CONTRACTS = ("bells", "obenabe")
#: Cards in a hand to deals by default.
DEALS = {5: 200, 6: 100, 7: 40, 8: 11, 9: 3}


def deals(rules: Rules, contract: str, cards: int, count: int) -> Iterator[np.ndarray]:
    """STATE arrays, each at the lead to trick ``10 - cards``."""
    rng = random.Random(f"{contract} {cards}")
    for seed in range(count):
        states = rules.new_states(1)
        batch.seed_one(states, 0, np.uint64(seed))
        batch.reset_one(rules.array, states, 0)
        batch.play_code(rules.array, states, 0, CODE[contract])
        s = states[0]
        s.trick = 9 - cards
        pack = rng.sample(range(36), 4 * cards)
        for seat in range(4):
            s.hands[seat] = sum(1 << card for card in pack[seat::4])
        if cards < 9:
            s.tricks_taken[:2] = 1
        yield states


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the open-card solver.")
    parser.add_argument("--cards", type=int, nargs="+", default=[*DEALS], choices=[*DEALS], metavar="N")
    parser.add_argument("--positions", type=int, metavar="N", help="deals of each kind (default: the larger, the fewer)")
    parser.add_argument("--dump", metavar="FILE", help="write the deals into a file in place of solving them")
    args = parser.parse_args()
    rules = jass_env.rules("schieber", weis="off")
    solver = Solver(rules, table_bits=18)
    solver.solve(next(deals(rules, "bells", 5, 1)))  # compile
    solver.best_card(next(deals(rules, "bells", 5, 1)))
    lines = []
    for contract in CONTRACTS:
        for cards in args.cards:
            taken: dict[str, list[float]] = {"all": [], "best": []}
            nodes = []
            for states in deals(rules, contract, cards, args.positions or DEALS[cards]):
                s = states[0]
                trump = int(s.order) if s.order < 4 else -1
                lines.append(" ".join(map(str, (trump, cards, s.mover, *s.hands[:4]))))
                if args.dump:
                    continue
                start = time.process_time()
                solution = solver.solve(states)
                middle = time.process_time()
                solver.best_card(states)
                taken["all"].append(middle - start)
                taken["best"].append(time.process_time() - middle)
                nodes.append(solution.nodes if solution else 0)
            if nodes:
                figures = ", ".join(f"{name} {1000 * statistics.median(times):.2f} ms" for name, times in taken.items())
                print(f"{contract}, {cards} cards: {figures}; all: {statistics.median(nodes):,.0f} positions", flush=True)
    if args.dump:
        with open(args.dump, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
