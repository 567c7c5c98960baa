"""What a player is: it acts on what a seat may see, for many decisions at once."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np

from jass_env.rules import Rules

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


@runtime_checkable
class Player(Protocol):
    """The interface of all players, learning or not.

    A player keeps nothing from one call to the next, and takes all its randomness from ``seeds``, one for each decision:
    so a decision does not depend on what else is in the batch, nor on who calls.

    Attributes:
        name: what reports and tables call it.
    """

    name: str

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """Choose an action for each of ``n`` decisions.

        Args:
            observation: int8 (n, D), what the seat to move sees, laid out as ``rules.layout`` says.
            action_mask: int8 (n, A), 1 where the action is legal; at least one in each row.
            seeds: uint64 (n,), the source of randomness of each decision.

        Returns:
            int64 (n,), a legal action id for each row.
        """


def scramble(words: np.ndarray) -> np.ndarray:
    """Scatter 64-bit words (the output function of splitmix64): uint64 of any shape to uint64 of the same shape."""
    with np.errstate(over="ignore"):
        words = words.astype(np.uint64) + _GOLDEN
        words = (words ^ (words >> np.uint64(30))) * _MIX_1
        words = (words ^ (words >> np.uint64(27))) * _MIX_2
        scattered: np.ndarray = words ^ (words >> np.uint64(31))
        return scattered


def decision_seeds(game_seeds: np.ndarray, decisions: np.ndarray | int) -> np.ndarray:
    """The seed of a decision: made of the seed of its game and its number within the game.

    It can be traced back to the game's seed: players are trusted not to do so.

    Args:
        game_seeds: uint64 (n,).
        decisions: int64 (n,) or one number for all: how many decisions came before it in its game.

    Returns:
        uint64 (n,).
    """
    numbers = np.asarray(decisions, dtype=np.int64).astype(np.uint64)
    return scramble(scramble(game_seeds) ^ numbers)


def action_ids(rules: Rules, codes: np.ndarray) -> np.ndarray:
    """The action ids of the engine's codes: int64 (n,) to int64 (n,)."""
    ids: np.ndarray = rules.array[0]["id_of"][codes].astype(np.int64)
    return ids
