"""The open-card solver against plain minimax with five cards in a hand; and that minimax against the engine's own steps."""

from __future__ import annotations

import numpy as np
import pytest

from jass_env.solver import Solver
from tests import check_solver
from tests.test_solver import GAMES, endings, make_rules, minimax_values


@pytest.mark.parametrize("game", GAMES)
def test_bare_steps_count_as_the_engine_does(game: str) -> None:
    for rules, states in endings(game, 2, 6):
        assert check_solver.plain_values(rules, states)[0] == minimax_values(rules, states)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_endings_of_five_cards(game: str) -> None:
    """The command compares 300 of each game, which takes half an hour."""
    solver = Solver(make_rules(game), table_bits=12)
    for rules, states in endings(game, 3 if game == "six" else 5, 30):
        assert check_solver.disagreements(rules, solver, states)[0] == 0


def test_a_wrong_answer_is_noticed() -> None:
    class Wrong(Solver):
        def best_card(self, states: np.ndarray, i: int = 0, *, max_nodes: int | None = None) -> int | None:
            return -1

    rules = make_rules("bells")
    states = next(iter(endings("bells", 2, 1)))[1]
    assert check_solver.disagreements(rules, Wrong(rules), states)[0] == 1
