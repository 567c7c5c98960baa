"""OpenSpiel: games in C++, seen from Python. Cards are dealt one by one, as chance moves; they count as no decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

from benchmarks.loops import Play, pick, pick_legal


def choose_core(game: Any) -> Callable[[Any], int]:
    """No observation; a list of legal actions."""
    return lambda state: pick(state.legal_actions())


def choose_tensor(game: Any) -> Callable[[Any], int]:
    """The tensor that the game offers and the mask, each as the array that a network needs."""
    observed = game.get_type().provides_observation_tensor

    def choose(state: Any) -> int:
        np.asarray(state.observation_tensor() if observed else state.information_state_tensor(), dtype=np.float32)
        return pick_legal(np.asarray(state.legal_actions_mask(), dtype=np.int8))

    return choose


def choose_observer(game: Any) -> Callable[[Any], int]:
    """The same tensor by way of an observer, which writes into an array of its own, and the mask."""
    recall = not game.get_type().provides_observation_tensor
    observer = make_observation(game, pyspiel.IIGObservationType(perfect_recall=recall))

    def choose(state: Any) -> int:
        observer.set_from(state, state.current_player())
        return pick_legal(np.asarray(state.legal_actions_mask(), dtype=np.int8))

    return choose


WAYS = {"core": choose_core, "tensor": choose_tensor, "observer": choose_observer}


def games(name: str, way: str) -> Play:
    """Whole games of one kind, choosing in one of the ``WAYS``."""
    game = pyspiel.load_game(name)
    choose = WAYS[way](game)

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                # In these games all outcomes are equally likely.
                state.apply_action(pick(state.legal_actions()))
            else:
                state.apply_action(choose(state))
                decisions += 1
        return decisions

    return play
