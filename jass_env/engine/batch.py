"""The kernels that Python calls: steps of one match and of many, through the same ``apply``.

From Python a kernel gets ``(states, i)``: boxing ``states[i]`` would cost more than the step.
"""

from __future__ import annotations

import numpy as np

from jass_env.engine._jit import inner, jit
from jass_env.engine.actions import WORD_BITS, WORDS
from jass_env.engine.bits import load_8, nth, popcount
from jass_env.engine.deal import deal
from jass_env.engine.dispatch import apply, begin_hand, begin_match, is_legal, set_totals_done
from jass_env.engine.observe import observe, observe_all, write_mask
from jass_env.engine.rng import GOLDEN, below, mix
from jass_env.engine.state import (
    END_TRUNCATED,
    MATCH_LAST_IN,
    REWARD_MARGIN,
    REWARD_OUTCOME,
    REWARD_POINTS,
)

AUTORESET_DISABLED, AUTORESET_SAME_STEP, AUTORESET_NEXT_STEP = range(3)

ILLEGAL = -1
REWARDED = 1 << 8  # flag in the result of step_one: some reward is not zero
OVER = 1 << 9
TRUNCATED = 1 << 10
LEFT = 1 << 11  # a seat has left the match


@jit
def seed_one(states: np.ndarray, i: int, seed: np.uint64) -> None:
    """Restart the generator of a state from a seed."""
    states[i].rng = mix(seed)


@jit
def reset_one(rules: np.ndarray, states: np.ndarray, i: int) -> None:
    """Begin a new match with the next key of the state's generator."""
    s = states[i]
    begin_match(rules[s.rules], s)


@jit
def reset_hand(rules: np.ndarray, states: np.ndarray, i: int) -> None:
    """Begin the hand anew after cards, dealer or totals were set from outside."""
    s = states[i]
    r = rules[s.rules]
    set_totals_done(r, s)
    begin_hand(r, s)


@jit
def deal_again(rules: np.ndarray, states: np.ndarray, i: int) -> None:
    """Deal the hand anew after it was set from outside who plays."""
    s = states[i]
    deal(rules[s.rules], s)


@jit
def take_rewards_before(r, s, reward: np.ndarray) -> None:  # type: ignore[no-untyped-def]
    """Remember in ``reward`` what ``take_rewards`` compares with."""
    for seat in range(r.seats):
        side = r.side_of[seat]
        s.gained[side] = 0
        reward[seat] = (s.active >> seat) & 1 if r.reward == REWARD_OUTCOME else s.totals[side]


@jit
def take_rewards(r, s, reward: np.ndarray) -> bool:  # type: ignore[no-untyped-def]
    """Write the rewards of all seats for the step just made. True: some are not zero."""
    if r.reward == REWARD_OUTCOME:
        write_outcome(r, s, reward)
    elif r.reward == REWARD_POINTS:
        for seat in range(r.seats):
            reward[seat] = s.gained[r.side_of[seat]]
    else:
        sign = -1 if r.fewest_wins else 1
        for seat in range(r.seats):
            reward[seat] = sign * (s.totals[r.side_of[seat]] - reward[seat])
        if r.reward == REWARD_MARGIN:
            write_margin(r, reward)
    for seat in range(r.seats):
        if reward[seat] != 0:
            return True
    return False


@jit
def write_margin(r, reward: np.ndarray) -> None:  # type: ignore[no-untyped-def]
    """Each seat's score minus the mean of its opponents'."""
    total = np.float64(0)
    for side in range(r.sides):  # seat number `side` belongs to side number `side`
        total += np.float64(reward[side])
    for seat in range(r.seats - 1, -1, -1):
        own = np.float64(reward[seat])
        reward[seat] = own - (total - own) / (r.sides - 1)


@jit
def write_outcome(r, s, reward: np.ndarray) -> None:  # type: ignore[no-untyped-def]
    """At the end +1 to a sole winning side, 0 to those who share, -1 to the losers; all 0 when truncated.

    Where players leave the match safe each of them has won, and gets +1 when he leaves.
    """
    shared = popcount(s.winners) > 1 and r.match != MATCH_LAST_IN
    for seat in range(r.seats):
        was_in = reward[seat] != 0
        reward[seat] = 0
        if not was_in:
            continue
        if s.over and s.end != END_TRUNCATED:
            if not (s.winners >> r.side_of[seat]) & 1:
                reward[seat] = -1
            elif not shared:
                reward[seat] = 1
        elif not (s.active >> seat) & 1:
            reward[seat] = 1


@jit
def step_one(
    rules: np.ndarray,
    states: np.ndarray,
    i: int,
    action: int,
    reward: np.ndarray,
    observation: np.ndarray,
    mask: np.ndarray,
) -> int:
    """One decision of one match; writes rewards, and observation and mask of the next mover.

    Returns ILLEGAL (nothing has changed), or the next mover plus flags.
    """
    s = states[i]
    r = rules[s.rules]
    if action < 0 or action >= r.actions or not is_legal(s, r.code_of[action]):
        return ILLEGAL
    take_rewards_before(r, s, reward)
    active = s.active
    apply(r, s, r.code_of[action])
    result = 0 + s.mover
    if s.active != active:
        result |= LEFT
    if take_rewards(r, s, reward):
        result |= REWARDED
    if s.over:
        result |= OVER
        if s.end == END_TRUNCATED:
            result |= TRUNCATED
    observe(r, s, s.mover, observation)
    write_mask(r, s, mask)
    return result


@jit
def play_code(rules: np.ndarray, states: np.ndarray, i: int, code: int) -> bool:
    """Take an action by its code, without observation or reward. False: illegal, nothing has changed."""
    s = states[i]
    if not is_legal(s, code):
        return False
    apply(rules[s.rules], s, code)
    return True


@jit
def observe_one(rules: np.ndarray, states: np.ndarray, i: int, viewer: int, out: np.ndarray) -> None:
    """The observation of one seat."""
    s = states[i]
    observe(rules[s.rules], s, viewer, out)


@jit
def observe_all_one(rules: np.ndarray, states: np.ndarray, i: int, out: np.ndarray, size: int) -> None:
    """The full state; ``size`` is the length of an observation."""
    s = states[i]
    observe_all(rules[s.rules], s, out, size)


@jit
def mask_one(rules: np.ndarray, states: np.ndarray, i: int, out: np.ndarray) -> None:
    """The mover's legal actions as 0/1."""
    s = states[i]
    write_mask(rules[s.rules], s, out)


@jit
def first_illegal(
    rules: np.ndarray, states: np.ndarray, where: np.ndarray, actions: np.ndarray, first: int, last: int
) -> int:
    """The first match of a slice whose action is not legal, or -1. Matches that are over or left out take any action."""
    for i in range(first, last):
        s = states[i]
        r = rules[s.rules]
        if where[i] and not s.over:
            action = actions[i]
            if action < 0 or action >= r.actions or not is_legal(s, r.code_of[action]):
                return i
    return -1


@jit
def step_many(
    rules: np.ndarray,
    states: np.ndarray,
    where: np.ndarray,
    actions: np.ndarray,
    first: int,
    last: int,
    autoreset: int,
    reward: np.ndarray,
    terminated: np.ndarray,
    truncated: np.ndarray,
) -> None:
    """One decision in each match of a slice that is not left out; all actions have been checked."""
    for i in range(first, last):
        s = states[i]
        r = rules[s.rules]
        if s.over or not where[i]:
            reward[i, :] = 0
            if where[i] and autoreset == AUTORESET_NEXT_STEP:
                begin_match(r, s)
                terminated[i] = False
                truncated[i] = False
            continue
        take_rewards_before(r, s, reward[i])
        apply(r, s, r.code_of[actions[i]])
        take_rewards(r, s, reward[i])
        terminated[i] = s.over and s.end != END_TRUNCATED
        truncated[i] = s.over and s.end == END_TRUNCATED
        if s.over and autoreset == AUTORESET_SAME_STEP:
            begin_match(r, s)


@jit
def write_many(
    rules: np.ndarray,
    states: np.ndarray,
    where: np.ndarray,
    first: int,
    last: int,
    observation: np.ndarray,
    mask: np.ndarray,
    seat: np.ndarray,
) -> None:
    """Observation and mask of the mover of each match of a slice that is not left out."""
    for i in range(first, last):
        if where[i]:
            s = states[i]
            r = rules[s.rules]
            observe(r, s, s.mover, observation[i])
            write_mask(r, s, mask[i])
            seat[i] = s.mover


@jit
def write_full_states(rules: np.ndarray, states: np.ndarray, first: int, last: int, out: np.ndarray, size: int) -> None:
    """The full state of each match of a slice."""
    for i in range(first, last):
        s = states[i]
        observe_all(rules[s.rules], s, out[i], size)


@jit
def random_code(s, word: np.uint64) -> int:  # type: ignore[no-untyped-def]
    """A uniformly drawn legal action code."""
    total = 0
    for number in range(WORDS):
        total += popcount(s.legal[number])
    left = below(word, total)
    for number in range(WORDS):
        here = popcount(s.legal[number])
        if left < here:
            return WORD_BITS * number + nth(s.legal[number], left)
        left -= here
    return -1


@jit
def random_play(rules: np.ndarray, states: np.ndarray, first: int, last: int, rounds: int, seed: np.uint64) -> int:
    """Uniformly random legal play, ``rounds`` decisions in each match of a slice; finished matches begin anew.

    Returns the number of matches finished.
    """
    word = mix(seed)
    finished = 0
    for i in range(first, last):
        s = states[i]
        r = rules[s.rules]
        for _ in range(rounds):
            word += GOLDEN
            apply(r, s, random_code(s, mix(word)))
            if s.over:
                finished += 1
                begin_match(r, s)
    return finished


@jit
def sample_actions(mask: np.ndarray, first: int, last: int, seed: np.uint64, actions: np.ndarray) -> None:
    """Draw a legal action id for each row of a slice of masks, uniformly and whatever the slice."""
    word = mix(seed) + np.uint64(first) * GOLDEN
    for i in range(first, last):
        word += GOLDEN
        row = mask[i]
        actions[i] = nth_one(row, below(mix(word), ones(row)))


@inner
def ones(row: np.ndarray) -> int:
    """How many ones are in an int8 vector of zeros and ones."""
    whole = row.shape[0] // 8 * 8
    total = 0
    for at in range(0, whole, 8):
        total += popcount(load_8(row, at))
    for at in range(whole, row.shape[0]):
        total += row[at]
    return total


@inner
def nth_one(row: np.ndarray, n: int) -> int:
    """The place of the ``n``-th (from 0) one in an int8 vector of zeros and ones; the last place where there are fewer."""
    whole = row.shape[0] // 8 * 8
    for at in range(0, whole, 8):
        eight = load_8(row, at)
        here = popcount(eight)
        if n < here:
            return at + nth(eight, n) // 8
        n -= here
    for at in range(whole, row.shape[0]):
        if row[at]:
            if n == 0:
                return at
            n -= 1
    return row.shape[0] - 1
