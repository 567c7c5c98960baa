"""Max-n on the last tricks of games in which more than two sides play: each seat takes what is best for its own score.

Generic and slow: it plays with the engine itself on copies of the state, and the payoff of a seat is what the settlement
adds to its side's total.
"""

from __future__ import annotations

import numpy as np

from jass_env.engine._jit import jit
from jass_env.engine.actions import CLAIM, WORD_BITS, WORDS
from jass_env.engine.bits import lowest
from jass_env.engine.dispatch import apply


@jit
def max_n(
    rules: np.ndarray, states: np.ndarray, i: int, stack: np.ndarray, left: np.ndarray, payoff: np.ndarray, out: np.ndarray
) -> int:
    """Max-n values of the mover's actions to the end of the hand.

    Args:
        rules, states, i: the position.
        stack: STATE array, longer than there are decisions left in the hand; overwritten.
        left: int64 (like ``stack``, WORDS), actions left to try; overwritten.
        payoff: int64 (like ``stack``, seats), the vector found so far; overwritten.
        out: int64 (codes, seats): the payoff vector of each action of the mover.

    Returns:
        The number of decisions looked at.
    """
    r = rules[states[i].rules]
    stack[0] = states[i]
    hand = stack[0].hand_number
    open_actions(stack[0], left[0])
    chosen = np.zeros(stack.shape[0], dtype=np.int64)
    found = np.zeros(stack.shape[0], dtype=np.int64)
    nodes, depth = 1, 0
    while True:
        code = take_action(left[depth])
        if code >= 0:
            chosen[depth] = code
            stack[depth + 1] = stack[depth]
            apply(r, stack[depth + 1], code)
            depth += 1
            nodes += 1
            if not stack[depth].over and stack[depth].hand_number == hand:
                open_actions(stack[depth], left[depth])
                found[depth] = 0
                continue
            for seat in range(r.seats):
                score = stack[depth].hand_scores[r.side_of[seat]]
                payoff[depth, seat] = -score if r.fewest_wins else score
        elif depth == 0:
            return nodes
        depth -= 1
        mover = stack[depth].mover
        if depth == 0:
            for seat in range(r.seats):
                out[chosen[0], seat] = payoff[1, seat]
        if not found[depth] or payoff[depth + 1, mover] > payoff[depth, mover]:
            found[depth] = 1
            for seat in range(r.seats):
                payoff[depth, seat] = payoff[depth + 1, seat]


@jit
def open_actions(s, left: np.ndarray) -> None:  # type: ignore[no-untyped-def]
    """All legal actions are still to be tried, but for the claim: it is not play."""
    for word in range(WORDS):
        left[word] = s.legal[word]
    left[CLAIM // WORD_BITS] &= ~(1 << (CLAIM % WORD_BITS))


@jit
def take_action(left: np.ndarray) -> int:
    """The next action to try, taken off the set; -1: none is left."""
    for word in range(WORDS):
        if left[word]:
            bit = lowest(left[word])
            left[word] &= left[word] - 1
            return WORD_BITS * word + bit
    return -1
