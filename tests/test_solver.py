"""The open-card solver against plain minimax over the engine's own steps, with no idea switched on."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import numba
import numpy as np
import pytest
from numba.extending import register_jitable

import jass_env
from jass_env.engine import batch, solve
from jass_env.engine import state as st
from jass_env.engine._jit import COMPILED
from jass_env.engine.actions import CODE, MISERE
from jass_env.engine.batch import play_code
from jass_env.engine.bits import nth
from jass_env.engine.cards import card_name
from jass_env.errors import SolverError
from jass_env.rules import Rules
from jass_env.solver import Solver, max_n, new_table
from jass_env.start import apply_start
from tests.support import legal_codes, new_states

CARDS = (1 << 36) - 1
RANKS = solve.USE_TABLE | solve.USE_RANKS

#: Games with all that the solver must get right: (variant, options, contract or None for whatever random play chooses).
GAMES: dict[str, tuple[str, dict[str, Any], str | None]] = {
    **{name: ("schieber", {}, name) for name in ("acorns", "bells", "obenabe", "undenufe")},
    **{name: ("schieber", {"contracts": [name]}, name) for name in ("slalom", "gustav", "riesenslalom", "misere", "tuo")},
    "undenufe_six": ("schieber", {"undenufe_six": True}, "undenufe"),
    "tuo by trick": ("schieber", {"contracts": ["tuo"], "mixed_values": "trick"}, "tuo"),
    "3x3 one trump": ("schieber", {"contracts": ["3x3"], "one_trump": True}, "3x3"),
    "loose": ("schieber", {"undertrump": "loose"}, "roses"),
    "beat": ("schieber", {"only_trumps": "beat"}, "shields"),
    "sidi_barrani": ("sidi_barrani", {}, None),
    "coiffeur": ("coiffeur", {}, None),
    "coiffeur pairs": ("coiffeur_schieber", {"form": "pairs4"}, None),
    "two": ("sidi_jass", {}, None),
    "six": ("schieber_six", {"pack": 36}, None),
}


@register_jitable
def score(r, before, after):  # type: ignore[no-untyped-def]
    """What camp 0 has won since ``before``, a hand later, by the engine's own count."""
    total = 0
    for side in range(r.sides):
        points = after.card_points[side] - before.card_points[side]
        if after.tricks_taken[side] == r.tricks:
            points += r.match_bonus
        total += points if camp_of(r, before, side) == 0 else -points
    return -total if (before.contract == MISERE) != (before.misere_added == 1) else total


@register_jitable
def camp_of(r, s, seat):  # type: ignore[no-untyped-def]
    """Sides as the rules have them, or the declarer against the rest. (A seat or a side: seat n belongs to side n.)"""
    if r.sides == 2:
        return r.side_of[seat]
    return 0 if seat == s.chooser else 1


def minimax(rules, states, i, first, stack, left, value):  # type: ignore[no-untyped-def]
    """The value of playing code ``first``, by definition: every line of play to the end of the hand."""
    before = states[i]
    r = rules[before.rules]
    depth = 0
    stack[0] = before
    play_code(rules, stack, 0, first)
    while True:
        if stack[depth].over:
            value[depth] = score(r, before, stack[depth])
        elif depth == 0 or left[depth - 1] >= 0:  # a new position
            left[depth] = stack[depth].legal[0] & CARDS
            value[depth] = -99999 if camp_of(r, before, stack[depth].mover) == 0 else 99999
        while stack[depth].over or left[depth] == 0:
            if depth == 0:
                return value[0]
            depth -= 1
            if camp_of(r, before, stack[depth].mover) == 0:
                value[depth] = max(value[depth], value[depth + 1])
            else:
                value[depth] = min(value[depth], value[depth + 1])
        code = nth(left[depth], 0)
        left[depth] &= left[depth] - 1
        depth += 1
        stack[depth] = stack[depth - 1]
        play_code(rules, stack, depth, code)


compiled_minimax = numba.njit(error_model="numpy")(minimax) if COMPILED else minimax


def minimax_values(rules: Rules, states: np.ndarray, oracle: Any = minimax) -> dict[int, int]:
    """Value of each legal card, higher is better for the mover."""
    s = states[0]
    stack = np.zeros(40, dtype=states.dtype)
    left, value = np.zeros(40, dtype=np.int64), np.zeros(40, dtype=np.int64)
    sign = 1 if camp_of(rules.array[0], s, s.mover) == 0 else -1
    return {
        code: sign * int(oracle(rules.array, states, 0, code, stack, left, value)) for code in legal_codes(s) if code < 36
    }


def make_rules(game: str) -> Rules:
    variant, options, _ = GAMES[game]
    return Rules(variant, episode="hand", options=options)


def ending(rules: Rules, contract: str | None, cards: int, seed: int, in_trick: int = 0) -> np.ndarray | None:
    """A position after random play: ``cards`` left for the leader of a trick, ``in_trick`` of it played. None: no such."""
    rng = random.Random(f"{contract} {cards} {in_trick} {seed}")
    states = new_states(rules, seed=seed)
    while not states[0].over:
        s = states[0]
        if s.ask == st.ASK_CARD and int(rules.array[0].tricks) - s.trick == cards and s.in_trick == in_trick:
            return states
        codes = [code for code in legal_codes(s) if code != CODE["claim"]]
        wanted = CODE[contract] if contract else -1
        assert batch.play_code(rules.array, states, 0, wanted if wanted in codes else rng.choice(codes))
    return None


def endings(game: str, cards: int, count: int, max_in_trick: int = 0) -> Any:
    """Solvable endings of a game."""
    rules = make_rules(game)
    found, seed = 0, 0
    while found < count:
        seed += 1
        in_trick = seed % (max_in_trick + 1)
        states = ending(rules, GAMES[game][2], cards, seed, in_trick)
        if states is not None and not (states[0].orders[states[0].trick :] >= 6).any():  # no trump to be fixed
            found += 1
            if found % 3 == 0:  # as if one side had taken all tricks: the match is possible still
                side = found // 3 % rules.sides
                states[0].tricks_taken[:] = 0
                states[0].tricks_taken[side] = states[0].trick
            yield rules, states


def agree(game: str, cards: int, count: int, max_in_trick: int, oracle: Any) -> None:
    """Every value and every set of best cards is the oracle's, and so is the card found without the other values."""
    solver = Solver(make_rules(game), table_bits=12)
    for rules, states in endings(game, cards, count, max_in_trick):
        wanted = minimax_values(rules, states, oracle)
        before = states.copy()
        solution = solver.solve(states)
        assert solution is not None and solution.values == wanted
        assert solution.value == max(wanted.values())
        assert solution.best == tuple(card for card, v in wanted.items() if v == solution.value)
        assert solver.best_card(states) in solution.best
        assert (states == before).all()


@pytest.mark.parametrize("game", GAMES)
def test_small_endings_have_the_value_of_plain_minimax(game: str) -> None:
    cards = 2 if game == "six" else 3
    agree(game, cards, 12, 1 if game == "two" else 3, minimax)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("cards", "count", "max_in_trick"), [(4, 300, 0), (4, 100, 3), (5, 10, 0)])
def test_endings_have_the_value_of_plain_minimax(game: str, cards: int, count: int, max_in_trick: int) -> None:
    if game == "six":
        cards = 3  # so that there are not too many lines of play
    agree(game, cards, count, min(max_in_trick, 1) if game == "two" else max_in_trick, compiled_minimax)


def agree_without(ideas: int, game: str, cards: int, count: int, max_in_trick: int) -> None:
    """Values with some ideas only are those with all."""
    work, table, out = np.zeros(1, dtype=solve.WORK), new_table(8), np.zeros(36, dtype=np.int64)
    solver = Solver(make_rules(game))
    for rules, states in endings(game, cards, count, max_in_trick):
        assert solve.solve_cards(rules.array, states, 0, work, table, ideas, 2**62, False, out) > 0
        solution = solver.solve(states)
        assert solution is not None
        assert {kind: int(v) for kind, v in enumerate(out) if v > -solve.UNSOLVED} == solution.values


@pytest.mark.parametrize("ideas", [0, solve.USE_TABLE, RANKS, solve.USE_SURE, solve.USE_ALIKE, solve.USE_ORDER])
def test_no_idea_changes_a_value(ideas: int) -> None:
    for game in ("bells", "slalom", "misere", "coiffeur"):
        agree_without(ideas, game, 5, 6, 3)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_idea_changes_a_value_in_many_endings(game: str) -> None:
    """Plain minimax of so many cards would take hours; alpha-beta without any idea has its values for fewer cards."""
    agree_without(0, game, 4 if game == "six" else 5, 300, 0)


def test_a_hand_of_trumps_takes_all_points_and_the_match() -> None:
    rules = make_rules("acorns")
    states = new_states(rules)
    hands = [[card_name(9 * suit + rank) for rank in range(9)] for suit in range(4)]
    apply_start(rules, states, 0, {"hands": hands, "dealer": 3}, rules.array)
    assert batch.play_code(rules.array, states, 0, CODE["acorns"])
    solution = Solver(rules).solve(states)
    assert solution is not None and solution.value == 157 + 100
    assert solution.best == tuple(range(9))


def test_too_few_nodes_give_no_solution_and_spoil_nothing() -> None:
    rules = make_rules("bells")
    states = ending(rules, "bells", 6, 1)
    assert states is not None
    solver = Solver(rules)
    assert solver.solve(states, max_nodes=100) is None
    assert solver.best_card(states, max_nodes=100) is None
    first, fresh = solver.solve(states), Solver(rules).solve(states)
    assert first is not None and fresh is not None and first.values == fresh.values


@pytest.mark.parametrize(
    ("variant", "options", "contract", "message"),
    [
        ("differenzler", {"pairs": True}, None, "difference of card points"),
        ("rosenober", {}, None, "more than two sides"),
        ("schieber", {"revokes": True}, "bells", "revokes"),
        ("schieber", {"contracts": ["tutti"]}, "tutti", "not fixed"),
        ("schieber", {"contracts": ["3x3"]}, "3x3", "not fixed"),
        ("schieber_six", {"pack": 48}, "bells", "two copies"),
    ],
)
def test_what_cannot_be_solved_is_said(variant: str, options: dict[str, Any], contract: str | None, message: str) -> None:
    rules = Rules(variant, episode="hand", options=options)
    states = ending(rules, contract, int(rules.array[0].tricks), 0)
    assert states is not None
    with pytest.raises(SolverError, match=message):
        Solver(rules).solve(states)


def test_no_card_to_play() -> None:
    rules = make_rules("bells")
    with pytest.raises(SolverError, match="no card"):
        Solver(rules).solve(new_states(rules))


@pytest.mark.parametrize("i", [-1, 1, 10**9])
def test_no_such_position(i: int) -> None:
    """The kernel would read whatever lies there."""
    rules = make_rules("bells")
    states = ending(rules, "bells", 2, 1)
    assert states is not None
    for ask in (Solver(rules).solve, Solver(rules).best_card, partial(max_n, rules)):
        with pytest.raises(SolverError, match=f"position {i}: there are 1"):
            ask(states, i)


@pytest.mark.parametrize("bits", [-1, 0, 3, 27, 60])
def test_sizes_of_the_table(bits: int) -> None:
    with pytest.raises(SolverError, match=f"table_bits={bits}: 4 to 26"):
        Solver(make_rules("bells"), bits)
    assert len(Solver(make_rules("bells"), 4)._table) == 17


def max_n_by_hand(rules: Rules, states: np.ndarray) -> tuple[int, ...]:
    """The same in plain recursion."""
    r, s = rules.array[0], states[0]
    if s.over:
        return tuple((-1 if r.fewest_wins else 1) * int(s.hand_scores[rules.side_of(seat)]) for seat in range(rules.seats))
    best: tuple[int, ...] | None = None
    for code in legal_codes(s):
        after = states.copy()
        batch.play_code(rules.array, after, 0, code)
        found = max_n_by_hand(rules, after)
        if best is None or found[s.mover] > best[s.mover]:
            best = found
    assert best is not None
    return best


@pytest.mark.parametrize("variant", ["mittlere", "differenzler", "rosenober", "sticheln", "molotow"])
def test_max_n(variant: str) -> None:
    rules = Rules(variant, episode="hand")
    for seed in range(3):
        states = ending(rules, None, 2, seed)
        if states is None:
            continue
        found = max_n(rules, states)
        assert list(found) == [rules.actions[rules.array[0].id_of[code]] for code in legal_codes(states[0])]
        assert max_n_by_hand(rules, states) == max(found.values(), key=lambda payoff: payoff[states[0].mover])


def test_max_n_is_for_endings() -> None:
    rules = Rules("mittlere", episode="hand")
    states = ending(rules, None, 9, 0)
    assert states is not None
    with pytest.raises(SolverError, match="1 to 4 cards"):
        max_n(rules, states)


@pytest.mark.parametrize("states", [None, [1], np.zeros(3, dtype=np.int8)])
def test_what_is_no_state(states: Any) -> None:
    with pytest.raises(SolverError, match="an array of STATE is needed"):
        Solver(Rules("schieber")).solve(states)


def test_positions_of_other_rules_are_refused() -> None:
    env = jass_env.env("sidi_jass")
    env.reset(seed=0)
    states = env.get_state()["states"]
    for query in (Solver(Rules("schieber")).solve, Solver(Rules("sidi_jass", reward="margin")).best_card):
        with pytest.raises(SolverError, match="position 0 is of a match played by other rules"):
            query(states)
    with pytest.raises(SolverError, match="other rules"):
        max_n(Rules("mittlere"), states)
