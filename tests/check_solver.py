"""The open-card solver against plain minimax, in endings of five cards: every value, every set of best cards.

Usage: python -m tests.check_solver [GAME ...] [--cards N] [--endings N] [--seconds N]

Plain minimax goes through every line of play: no windows, no table, no order of moves, no bounds, no equivalent cards. Over
the engine's own steps (``test_solver.minimax``) that takes minutes for some endings of five cards; here the steps are those
of a bare trick-taking game. What they need of rules and state is prepared as the solver does it, which endings of three and
four cards compare with the engine's own count.
"""

from __future__ import annotations

import argparse
import sys
import time

import numba
import numpy as np

from jass_env.engine import solve
from jass_env.engine._jit import COMPILED, RECORD
from jass_env.engine.bits import lowest
from jass_env.engine.cards import SUIT
from jass_env.engine.orders import STRENGTH, legal_cards
from jass_env.engine.state import SEATS
from jass_env.rules import Rules
from jass_env.solver import Solver
from tests.support import legal_codes
from tests.test_solver import GAMES, endings, make_rules

DEPTH = 40  # cards to come, at most

FRAME = np.dtype(
    (
        RECORD,
        [
            ("seat", np.int64),
            ("trick", np.int64),
            ("place", np.int64),
            ("left", np.int64),  # moves that have not been tried
            ("card", np.int64),  # the one being tried
            ("led", np.int64),
            ("best_card", np.int64),
            ("best_seat", np.int64),
            ("points", np.int64),  # in the trick
            ("score", np.int64),  # what camp 0 is ahead since the start
            ("alone", np.int64),  # as WORK.alone
            ("value", np.int64),
        ],
    )
)


def plain_minimax(rules, states, work, frames, out):  # type: ignore[no-untyped-def]
    """Into ``out`` the value of each legal card of a position at the start of a trick, for camp 0. Returns lines of play."""
    s = states[0]
    r = rules[s.rules]
    w = work[0]
    solve.prepare(r, s, w)
    hands = np.zeros(SEATS, dtype=np.int64)
    for seat in range(SEATS):
        hands[seat] = s.hands[seat]
    frames[0].seat = s.mover
    frames[0].trick, frames[0].place = s.trick, 0
    frames[0].score = 0
    frames[0].alone = w.alone[s.trick]
    last = (r.tricks - s.trick - 1) * w.playing
    depth, lines, back = 0, 0, False
    while True:
        f = frames[depth]
        if depth == last:  # each has one card, which needs no choice
            for place in range(w.playing):
                here = frames[depth + place]
                step(w, here, frames[depth + place + 1], lowest(hands[here.seat]))
            end = frames[depth + w.playing]
            f.value = end.score + w.match_for[end.alone] - w.match_for[8 + end.alone]
            lines += 1
            back = True
        elif not back:
            f.left = hands[f.seat]
            if f.place > 0:
                order = w.order[f.trick]
                ruffed = SUIT[f.best_card] == order and f.led != order
                f.left = legal_cards(hands[f.seat], order, f.led, f.best_card if ruffed else -1, w.strict, w.beat)
            f.value = -99999 if w.camp[f.seat] == 0 else 99999
        if back:
            if depth == 0:
                return lines
            value = f.value
            depth -= 1
            f = frames[depth]
            hands[f.seat] |= 1 << f.card
            f.value = max(f.value, value) if w.camp[f.seat] == 0 else min(f.value, value)
            if depth == 0:
                out[f.card] = value
        back = f.left == 0
        if not back:
            card = lowest(f.left)
            f.card = card
            f.left &= f.left - 1
            hands[f.seat] &= ~(1 << card)
            step(w, f, frames[depth + 1], card)
            depth += 1


def step(w, f, after, card):  # type: ignore[no-untyped-def]
    """What follows a card."""
    t = f.trick
    led, best_card, best_seat, points = SUIT[card], card, f.seat, w.value[36 * t + card]
    if f.place > 0:
        led = f.led
        points += f.points
        if STRENGTH[w.order[t], led, card] <= STRENGTH[w.order[t], led, f.best_card]:
            best_card, best_seat = f.best_card, f.best_seat
    after.led, after.best_card, after.best_seat, after.points = led, best_card, best_seat, points
    after.trick, after.place = t, f.place + 1
    after.seat, after.score, after.alone = w.next[f.seat], f.score, f.alone
    if after.place == w.playing:
        points += w.bonus[t]
        after.trick, after.place = t + 1, 0
        after.seat = best_seat
        after.score += points if w.credit[best_seat] == 0 else -points
        alone = f.alone == solve.ANYBODY or f.alone == w.taker[best_seat]
        after.alone = w.taker[best_seat] if alone else solve.NOBODY


if COMPILED:
    step = numba.njit(error_model="numpy")(step)
    plain_minimax = numba.njit(error_model="numpy")(plain_minimax)


def plain_values(rules: Rules, states: np.ndarray) -> tuple[dict[int, int], int]:
    """Value of each legal card, higher is better for the mover; and how many lines of play there are."""
    frames = np.zeros(DEPTH, dtype=FRAME)
    work, out = np.zeros(1, dtype=solve.WORK), np.zeros(36, dtype=np.int64)
    lines = int(plain_minimax(rules.array, states, work, frames, out))
    sign = 1 - 2 * int(work[0].camp[states[0].mover])
    return {code: sign * int(out[code]) for code in legal_codes(states[0]) if code < 36}, lines


def disagreements(rules: Rules, solver: Solver, states: np.ndarray) -> tuple[int, int]:
    """How many answers about one ending are wrong (values, set of best cards, one best card); and lines of play."""
    wanted, lines = plain_values(rules, states)
    best = tuple(code for code, value in wanted.items() if value == max(wanted.values()))
    solution = solver.solve(states)
    assert solution is not None
    wrong = (solution.values != wanted) + (solution.best != best) + (solver.best_card(states) not in best)
    return wrong, lines


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the open-card solver with plain minimax.")
    parser.add_argument("games", nargs="*", default=[*GAMES], metavar="GAME", help=f"of {', '.join(GAMES)} (default: all)")
    parser.add_argument("--cards", type=int, default=5, metavar="N", help="cards in a hand (default 5; 3 in game six)")
    parser.add_argument("--endings", type=int, default=300, metavar="N", help="of each game (default 300)")
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), metavar="N", help="go on to the next game after so long"
    )
    args = parser.parse_args()
    unknown = [game for game in args.games if game not in GAMES]
    if unknown:
        parser.error(f"unknown game {unknown[0]!r}")
    total = 0
    for game in args.games:
        cards = min(args.cards, 3) if game == "six" else args.cards
        solver = Solver(make_rules(game), table_bits=12)
        start, count, wrong, lines = time.monotonic(), 0, 0, 0
        for rules, states in endings(game, cards, args.endings):
            bad, number = disagreements(rules, solver, states)
            count, wrong, lines = count + 1, wrong + bad, lines + number
            if time.monotonic() - start > args.seconds:
                break
        seconds = time.monotonic() - start
        print(
            f"{game}: {count} endings of {cards} cards, {lines:,} lines of play, {wrong} wrong, {seconds:.0f} s", flush=True
        )
        total += wrong
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
