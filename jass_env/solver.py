"""What a position is worth, and which cards are best, if all hands are known.

``Solver`` gives exact values in games of two sides (the pair games, declarer against the rest in Coiffeur). ``max_n`` is for
all others, on the last tricks only, and is a convention rather than a value: see there.

Both know all hands. They are for analysis, and for players that have *sampled* hidden hands; never for a seat that acts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jass_env.engine import maxn, solve
from jass_env.engine.actions import VOCABULARY, WORDS
from jass_env.engine.cards import KINDS
from jass_env.engine.state import COMPACT_STATE, STATE
from jass_env.errors import SolverError
from jass_env.rules import Rules

#: Cards in a hand up to which ``max_n`` goes.
MAX_N_CARDS = 4

#: Sizes of a table of positions that can be asked for, as powers of 2.
TABLE_BITS = range(4, 27)

_REASONS = {
    solve.NOT_A_CARD: "no card is to be played here; play on to a decision about a card",
    solve.NOT_TWO_SIDED: "more than two sides play each for itself; max_n looks at the last tricks of such games",
    solve.NOT_POINTS: "this game is not about the difference of card points; max_n looks at its last tricks",
    solve.TWO_COPIES: "packs with two copies of a card are not supported; a pack of 36 cards is needed",
    solve.REVOKES: "revokes are possible under these rules; revokes=False is needed",
    solve.TRUMP_OPEN: "the trump of a coming trick is not fixed yet; max_n looks at the last tricks of such hands",
}


@dataclass(frozen=True)
class Solution:
    """What a position is worth for the side to move.

    A value is the points that the mover's side scores from here to the end of the hand (with those of the trick that lies on
    the table) minus those of the other side, as the rulebook counts the hand before multipliers: cards, last trick, match.
    Weis and Stöck are not in it: no play changes them. Where the sides exchange their points (Misère) the values are
    turned, so that higher is better in every contract.

    Attributes:
        value: the value of the position.
        values: the value of each legal card, by action id (0-35, the kind of card).
        best: the cards with this value, in ascending order.
        nodes: how many positions were looked at.
    """

    value: int
    values: dict[int, int]
    best: tuple[int, ...]
    nodes: int


def new_table(bits: int = 16) -> np.ndarray:
    """An empty table of positions for ``2**bits`` of them (32 bytes each): int64 (2**bits + 1, 4), zeros.

    Raises:
        SolverError: ``bits`` beyond ``TABLE_BITS``.
    """
    if bits not in TABLE_BITS:
        raise SolverError(f"table_bits={bits!r}: {TABLE_BITS[0]} to {TABLE_BITS[-1]} are allowed (512 bytes to 2 GiB)")
    return np.zeros((2**bits + 1, 4), dtype=np.int64)


class Solver:
    """Solves positions of one set of rules, with a table of positions that is kept from call to call.

    Not for two threads at once: give each its own.
    """

    def __init__(self, rules: Rules, table_bits: int = 16) -> None:
        """Make a solver.

        Args:
            rules: the rules of all positions to come.
            table_bits: the table has room for ``2**table_bits`` positions. 16 (2 MiB) is right for up to seven cards in a
                hand, 20 for nine.

        Raises:
            SolverError: ``table_bits`` beyond ``TABLE_BITS``.
        """
        self.rules = rules
        self._table = new_table(table_bits)
        self._work = np.zeros(1, dtype=solve.WORK)
        self._out = np.zeros(KINDS, dtype=np.int64)

    def solve(self, states: np.ndarray, i: int = 0, *, max_nodes: int | None = None) -> Solution | None:
        """The exact value of every legal card.

        Args:
            states: STATE array; state ``i`` stands at a card, anywhere in a trick.
            i: the position.
            max_nodes: give up after so many positions (default: never).

        Returns:
            The solution; None if ``max_nodes`` were not enough.

        Raises:
            SolverError: the position is not one of a two-sided game about card points, or not at a card; there is no
                state ``i``, or it is of a match played by other rules.
        """
        nodes = self._run(states, i, max_nodes, scout=False)
        if nodes is None:
            return None
        values = {kind: int(v) for kind, v in enumerate(self._out) if v > -solve.UNSOLVED}
        value = max(values.values())
        return Solution(value, values, tuple(kind for kind, v in values.items() if v == value), nodes)

    def best_card(self, states: np.ndarray, i: int = 0, *, max_nodes: int | None = None) -> int | None:
        """One best card (action id): cheaper than ``solve``, since the others are only shown not to be better.

        Args, result None and errors as in ``solve``.
        """
        nodes = self._run(states, i, max_nodes, scout=True)
        return None if nodes is None else int(self._out.argmax())

    def _run(self, states: np.ndarray, i: int, max_nodes: int | None, scout: bool) -> int | None:
        states = _position(self.rules, states, i)
        budget = 2**62 if max_nodes is None else max_nodes
        args = (self.rules.array, states, 0, self._work, self._table, solve.ALL_IDEAS, budget, scout, self._out)
        nodes = int(solve.solve_cards(*args))
        if nodes < -1:
            raise SolverError(f"{self.rules.name}: {_REASONS[-1 - nodes]}")
        return None if nodes == -1 else nodes


def _position(rules: Rules, states: np.ndarray, i: int) -> np.ndarray:
    """The position alone, STATE (1,), as the kernels need it, which look at it without a question."""
    if getattr(states, "dtype", None) not in (STATE, COMPACT_STATE) or states.ndim != 1:
        raise SolverError(
            f"states={states!r:.60}: an array of STATE is needed, as worlds.sample_states returns it, "
            "or get_state() of an environment under 'states'"
        )
    if not 0 <= i < len(states):
        raise SolverError(f"position {i}: there are {len(states)}, numbered from 0")
    if states[i]["identity"] != rules.identity:
        raise SolverError(
            f"position {i} is of a match played by other rules (or options, episode, reward) than {rules.name}'s here"
        )
    position = states[i : i + 1].copy()
    position["rules"] = 0  # in a batch of several options it may have been another row of their table
    return position


def max_n(rules: Rules, states: np.ndarray, i: int = 0) -> dict[str, tuple[int, ...]]:
    """Max-n on the last tricks of a hand: what each action leads to if each seat then does what is best for itself.

    With more than two sides a position has no value: an equilibrium is not unique, and which of two equally good cards a
    player chooses can decide between the others. Here he chooses the first in the order of the vocabulary, and looks at
    this hand alone, not at the match. So this is a yardstick, not the truth.

    Args:
        rules: the rules.
        states: STATE array; state ``i`` is a position in the last tricks: at most ``MAX_N_CARDS`` cards in each hand.
        i: the position.

    Returns:
        For each legal action its name and the change of each seat's total at the end of the hand (sign turned where fewest
        wins), so that higher is better for the seat. A claim is not looked at.

    Raises:
        SolverError: more cards are left, or the match is over; there is no state ``i``, or it is of other rules.
    """
    states = _position(rules, states, i)
    s = states[0]
    cards = max(int(hand).bit_count() for hand in s.hands)
    if s.over or not 1 <= cards <= MAX_N_CARDS:
        raise SolverError(f"{rules.name}: max_n needs 1 to {MAX_N_CARDS} cards in a hand, here are {0 if s.over else cards}")
    depth = cards * (rules.seats + 1) + 2  # a card each, and a trump for each trick
    stack = np.zeros(depth, dtype=states.dtype)
    left = np.zeros((depth, WORDS), dtype=np.int64)
    payoff = np.zeros((depth, rules.seats), dtype=np.int64)
    missing = np.iinfo(np.int64).min
    out = np.full((len(VOCABULARY), rules.seats), missing, dtype=np.int64)
    maxn.max_n(rules.array, states, 0, stack, left, payoff, out)
    return {VOCABULARY[code]: tuple(map(int, row)) for code, row in enumerate(out) if row[0] != missing}
