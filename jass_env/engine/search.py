"""Search players: what a seat knows is filled with sampled worlds, and the hand played on in them by ``advise``.

* ``weigh`` (PIMC, perfect information Monte Carlo): each action is tried in each of a number of worlds. The last cards of a
  two-sided game are not played on but solved with open hands (``solve``).
  Source: M. Ginsberg, "GIB: Imperfect information in a computationally challenging game", JAIR 14, 2001.
* ``grow`` (ISMCTS, single observer information set Monte Carlo tree search): one tree over what the seat can see, each of
  whose walks goes through a new world; every mover chooses what has been best for its own side where it was legal.
  Source: P. Cowling, E. Powley, D. Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 4(2), 2012.

Both begin with a recalled state (``recall``: the seat that looks is seat 0), so they cannot know what the seat does not see.

What a hand brings a side is the change of its total minus the mean of the others', the sign turned where fewest wins. With
the reward "points" it is the card points that are still to come. Where sticks are given only when a row of the ledger is
full, a hand brings its declarer his points, and the others what he does not get.

``claim`` is not searched: a match lost by it would cost this hand nothing. It is made when ``advise`` is certain.
"""

from __future__ import annotations

import numpy as np

from jass_env.engine import actions as act
from jass_env.engine._jit import RECORD, inner, jit
from jass_env.engine.advise import advise, advised_play, may_claim
from jass_env.engine.advise_choose import choose_prediction
from jass_env.engine.bits import lowest, nth, popcount
from jass_env.engine.cards import KIND
from jass_env.engine.dispatch import apply
from jass_env.engine.rng import GOLDEN, below, mix
from jass_env.engine.solve import ALL_IDEAS, SOLVABLE, value_cards, why_not
from jass_env.engine.state import (
    ASK_CARD,
    ASK_JOKER,
    ASK_PREDICTION,
    ASK_ROW,
    REWARD_POINTS,
    SETTLE_LEDGER_STICKS,
    SIDES,
)
from jass_env.engine.worlds import fill, prepare

LONGEST_HAND = 256  # decisions of a hand, at most
ATTEMPTS = 200  # at a world that agrees with Weis and Stöck, too: rare ones must not cost the time of many others
SOLVER_NODES = 200_000  # for one position; more are played on instead

NO_NODE = -1

#: A node of the tree: a sequence of actions since the decision at hand.
NODE = np.dtype(
    (
        RECORD,
        np.dtype(
            [
                ("payoff", np.float64),  # sum, for the side that chose the action
                ("visits", np.int32),
                ("legal", np.int32),  # walks in which the action was legal
                ("first", np.int32),  # child
                ("next", np.int32),  # sibling
                ("code", np.int16),  # the action that leads here
                ("filler", np.int8, 6),
            ],
            align=True,
        ),
    )
)


# --- what a hand brings ---

DECLARER, SIGN = SIDES, SIDES + 1  # places in what ``begin_count`` remembers, after the sides


@inner
def begin_count(r, s, before: np.ndarray) -> None:  # type: ignore[no-untyped-def]
    """Remember in ``before`` what ``payoff`` compares with: totals, and the declarer in a ledger with his sign."""
    for side in range(r.sides):
        s.gained[side] = 0
        before[side] = s.totals[side]
    before[DECLARER] = s.chooser if r.settle == SETTLE_LEDGER_STICKS and r.reward != REWARD_POINTS else -1
    before[SIGN] = -1 if s.contract == act.MISERE else 1


@inner
def payoff(r, s, before: np.ndarray, side: int) -> float:  # type: ignore[no-untyped-def]
    """What a side has got since ``begin_count``, minus the mean of the others."""
    if before[DECLARER] >= 0:
        declarer = r.side_of[before[DECLARER]]
        points = np.float64(before[SIGN] * s.hand_points[declarer])
        return points if side == declarer else -points
    own, everything = 0.0, 0.0
    for other in range(r.sides):
        got = 0 + s.gained[other] if r.reward == REWARD_POINTS else s.totals[other] - before[other]
        everything += got
        if other == side:
            own = np.float64(got)
    margin = own - (everything - own) / (r.sides - 1)
    return -margin if r.fewest_wins and r.reward != REWARD_POINTS else margin


# --- what the seat that looks cannot know and has to assume ---


@inner
def assume_predictions(r, s) -> None:  # type: ignore[no-untyped-def]
    """Predictions that were not shown: what ``advise`` would have said with the hand that the world gives the seat."""
    mover = 0 + s.mover
    for seat in range(r.seats):
        if seat != mover and s.prediction[seat] < 0:
            hand = 0 + s.hands[seat]
            s.mover, s.hands[seat] = seat, s.dealt[seat]
            s.prediction[seat] = choose_prediction(r, s) - act.PREDICT
            s.mover, s.hands[seat] = mover, hand


@inner
def enter_world(r, s, plan, ways: np.ndarray, word: np.uint64) -> None:  # type: ignore[no-untyped-def]
    """Make of ``s``, a copy of the known state, one that the engine can play on from."""
    fill(r, s, plan, ways, word, ATTEMPTS)
    if s.prediction[0] >= 0:  # predictions are made before anything else is decided
        assume_predictions(r, s)


@inner
def searched(s, number: int) -> int:  # type: ignore[no-untyped-def]
    """Word ``number`` of the set of legal actions, without ``claim``."""
    claim = 1 << (act.CLAIM % act.WORD_BITS) if number == act.CLAIM // act.WORD_BITS else 0
    return s.legal[number] & ~claim


@inner
def is_left_to_advice(r, s) -> bool:  # type: ignore[no-untyped-def]
    """Decisions that search does not take.

    Forced ones; claims that are certain; rows of a ledger, whose price is not in this hand's score; predictions, which are
    too many to try.
    """
    if s.ask == ASK_ROW or s.ask == ASK_JOKER or s.ask == ASK_PREDICTION:
        return True
    actions = 0
    for word in range(act.WORDS):
        actions += popcount(searched(s, word))
    return actions == 1 or (s.ask == ASK_CARD and may_claim(r, s))


# --- PIMC ---


@inner
def weigh_by_playing(r, world, trial, word: np.uint64, sums: np.ndarray) -> None:  # type: ignore[no-untyped-def]
    """Add to ``sums`` (by action code) what each action brings the mover's side if all play on by ``advise``."""
    before = np.empty(SIDES + 2, dtype=np.int64)
    side = r.side_of[world[0].mover]
    for number in range(act.WORDS):
        legal = searched(world[0], number)
        while legal:
            code = act.WORD_BITS * number + lowest(legal)
            legal &= legal - 1
            trial[0] = world[0]
            s = trial[0]
            begin_count(r, s, before)
            hand = 0 + s.hand_number
            apply(r, s, code)
            if s.hand_number == hand:
                advised_play(r, s, word)
            sums[code] += payoff(r, s, before, side)


@inner
def weigh_by_solving(r, s, work, table: np.ndarray, values: np.ndarray, sums: np.ndarray) -> bool:  # type: ignore[no-untyped-def]
    """Add to ``sums`` the open-card value of each legal card. False: it would take too long, nothing was added."""
    if value_cards(r, s, work, table, ALL_IDEAS, SOLVER_NODES, False, values) < 0:
        return False
    legal = 0 + s.legal[0]
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        sums[card] += values[KIND[card]] * (1 if r.reward == REWARD_POINTS else 0 + s.multiplier)
    return True


@jit
def weigh(
    table: np.ndarray,
    known: np.ndarray,
    plan: np.ndarray,
    word: np.uint64,
    first: int,
    last: int,
    solved: int,
    world: np.ndarray,
    trial: np.ndarray,
    work: np.ndarray,
    positions: np.ndarray,
    sums: np.ndarray,
) -> int:
    """Try every action of the mover in worlds number ``first`` to ``last``.

    Args:
        table: RULES array.
        known: STATE (1,), recalled.
        plan: PLAN (1,), written.
        word: the source of randomness of the decision.
        first: number of the first world.
        last: number after the last.
        solved: cards in the mover's hand from which on positions are solved, where they can be.
        world: STATE (1,), scratch.
        trial: STATE (1,), scratch.
        work: solve.WORK (1,), scratch.
        positions: the solver's table.
        sums: float64 (codes,), added to: what each action brings.

    Returns:
        The code of the only sensible action where there is nothing to search, otherwise -1.
    """
    r = table[known[0].rules]
    if is_left_to_advice(r, known[0]):
        return advise(r, known[0], word)
    ways = prepare(r, known[0], plan[0])
    values = np.empty(64, dtype=np.int64)
    solves = known[0].ask == ASK_CARD and popcount(known[0].hands[0]) <= solved
    if r.reward == REWARD_POINTS and (known[0].contract == act.MISERE or known[0].misere_added):
        solves = False  # the solver exchanges the sides' points; this reward does not
    for number in range(first, last):
        here = mix(word + np.uint64(number) * GOLDEN)
        world[0] = known[0]
        s = world[0]
        enter_world(r, s, plan[0], ways, here)
        if solves and why_not(r, s) == SOLVABLE and weigh_by_solving(r, s, work[0], positions, values, sums):
            continue
        weigh_by_playing(r, world, trial, here, sums)
    return -1


# --- ISMCTS ---


@inner
def child_of(nodes: np.ndarray, parent: int, code: int) -> int:
    """The child that an action leads to, or NO_NODE."""
    node = 0 + nodes[parent].first
    while node != NO_NODE and nodes[node].code != code:
        node = 0 + nodes[node].next
    return node


@inner
def is_allowed(s, code: int) -> bool:  # type: ignore[no-untyped-def]
    """The action is legal in this world."""
    return (s.legal[code // act.WORD_BITS] >> (code % act.WORD_BITS)) & 1 == 1


@inner
def begin_visit(s, nodes: np.ndarray, parent: int, untried: np.ndarray) -> int:  # type: ignore[no-untyped-def]
    """Count which children of a node could be chosen; write the set of legal actions without a node and return its size."""
    for number in range(act.WORDS):
        untried[number] = searched(s, number)
    node = 0 + nodes[parent].first
    while node != NO_NODE:
        code = 0 + nodes[node].code
        if is_allowed(s, code):
            nodes[node].legal += 1
            untried[code // act.WORD_BITS] &= ~(1 << (code % act.WORD_BITS))
        node = 0 + nodes[node].next
    count = 0
    for number in range(act.WORDS):
        count += popcount(untried[number])
    return count


@inner
def pick(untried: np.ndarray, left: int) -> int:
    """Member number ``left`` of a set of actions."""
    for number in range(act.WORDS):
        here = popcount(untried[number])
        if left < here:
            return act.WORD_BITS * number + nth(untried[number], left)
        left -= here
    return -1


@inner
def first_to_try(r, s, untried: np.ndarray, count: int, word: np.uint64) -> int:  # type: ignore[no-untyped-def]
    """Of the actions without a node what ``advise`` would do, or else any."""
    code = advise(r, s, word)
    if (untried[code // act.WORD_BITS] >> (code % act.WORD_BITS)) & 1:
        return code
    return pick(untried, below(word, count))


@inner
def most_promising(s, nodes: np.ndarray, parent: int, spread: float) -> int:  # type: ignore[no-untyped-def]
    """The legal child with the highest upper confidence bound."""
    best, highest = NO_NODE, -np.inf
    node = 0 + nodes[parent].first
    while node != NO_NODE:
        if is_allowed(s, nodes[node].code):
            visits = nodes[node].visits
            bound = nodes[node].payoff / visits + spread * np.sqrt(np.log(np.float64(nodes[node].legal)) / visits)
            if bound > highest:
                best, highest = node, bound
        node = 0 + nodes[node].next
    return best


@inner
def add_node(nodes: np.ndarray, number: int, parent: int, code: int) -> None:
    """A new node, number ``number``, for an action."""
    nodes[number].payoff = 0.0
    nodes[number].visits = 0
    nodes[number].legal = 1
    nodes[number].first = NO_NODE
    nodes[number].next = nodes[parent].first
    nodes[number].code = code
    nodes[parent].first = number


@inner
def walk(r, s, nodes: np.ndarray, size: int, spread: float, word: np.uint64, path: np.ndarray, sides: np.ndarray) -> int:  # type: ignore[no-untyped-def]
    """Go down the tree in a world, to one new node (number ``size``) or the end of the hand; then play on by ``advise``.

    Writes the nodes that were passed and the sides that chose them, and returns how many they are.
    """
    untried = np.empty(act.WORDS, dtype=np.int64)
    hand = 0 + s.hand_number
    node, depth = 0, 0
    is_new = False
    while not is_new and not s.over and s.hand_number == hand:
        word += GOLDEN
        count = begin_visit(s, nodes, node, untried)
        is_new = count > 0
        if is_new:
            add_node(nodes, size, node, first_to_try(r, s, untried, count, mix(word)))
            node = size
        else:
            node = most_promising(s, nodes, node, spread)
        path[depth], sides[depth] = node, r.side_of[s.mover]
        depth += 1
        apply(r, s, nodes[node].code)
    if s.hand_number == hand:
        advised_play(r, s, word)
    return depth


@jit
def grow(
    table: np.ndarray,
    known: np.ndarray,
    plan: np.ndarray,
    word: np.uint64,
    first: int,
    last: int,
    exploration: float,
    world: np.ndarray,
    nodes: np.ndarray,
    bounds: np.ndarray,
) -> int:
    """Walks number ``first`` to ``last`` of the search for the mover's best action.

    Args:
        table: RULES array.
        known: STATE (1,), recalled.
        plan: PLAN (1,), written.
        word: the source of randomness of the decision.
        first: number of the first walk; 0 begins a new tree.
        last: number after the last.
        exploration: weight of what has been tried rarely, in units of the range of the payoffs seen.
        world: STATE (1,), scratch.
        nodes: NODE (at least last + 1,), the tree; node 0 is the root.
        bounds: float64 (2,), the lowest and the highest payoff seen.

    Returns:
        The code of the only sensible action where there is nothing to search, otherwise of the one visited most.
    """
    r = table[known[0].rules]
    if is_left_to_advice(r, known[0]):
        return advise(r, known[0], word)
    ways = prepare(r, known[0], plan[0])
    before = np.empty(SIDES + 2, dtype=np.int64)
    path = np.empty(LONGEST_HAND, dtype=np.int64)
    sides = np.empty(LONGEST_HAND, dtype=np.int64)
    if first == 0:
        nodes[0].first = NO_NODE
        nodes[0].visits = 0
        bounds[0], bounds[1] = np.inf, -np.inf
    size = 1 + nodes[0].visits  # the root's visits count the nodes
    for number in range(first, last):
        here = mix(word + np.uint64(number) * GOLDEN)
        world[0] = known[0]
        s = world[0]
        enter_world(r, s, plan[0], ways, here)
        begin_count(r, s, before)
        spread = exploration * max(bounds[1] - bounds[0], 0.0)
        depth = walk(r, s, nodes, size, spread, here, path, sides)
        if path[depth - 1] == size:
            size += 1
        for step in range(depth):
            got = payoff(r, s, before, sides[step])
            nodes[path[step]].visits += 1
            nodes[path[step]].payoff += got
            bounds[0], bounds[1] = min(bounds[0], got), max(bounds[1], got)
    nodes[0].visits = size - 1
    return most_visited(nodes)


@inner
def most_visited(nodes: np.ndarray) -> int:
    """The action of the root's child with the most visits, the higher payoff among equals."""
    best, code = NO_NODE, -1
    node = 0 + nodes[0].first
    while node != NO_NODE:
        more = best == NO_NODE or nodes[node].visits > nodes[best].visits
        if more or (nodes[node].visits == nodes[best].visits and nodes[node].payoff > nodes[best].payoff):
            best, code = node, 0 + nodes[node].code
        node = 0 + nodes[node].next
    return code
