"""Asking a player, and what becomes of answers that the rules do not allow."""

from __future__ import annotations

import numpy as np

from jass_env.errors import PlayerError
from jass_env.players.base import Player
from jass_env.players.random import RandomPlayer


def act_lawfully(player: Player, observation: np.ndarray, mask: np.ndarray, seeds: np.ndarray) -> tuple[np.ndarray, int]:
    """A player's actions, illegal ones replaced by random legal ones, and how many those were.

    Raises:
        PlayerError: the player answers with something that is no array of actions.
    """
    chosen = np.asarray(player.act(observation, mask, seeds))
    if chosen.shape != (len(mask),) or chosen.dtype.kind not in "iu":
        raise PlayerError(
            f"player {player.name!r} gave actions of shape {chosen.shape}, {chosen.dtype}: needed are whole numbers "
            f"({len(mask)},)"
        )
    chosen = chosen.astype(np.int64)
    inside = (chosen >= 0) & (chosen < mask.shape[1])
    legal = inside & (mask[np.arange(len(mask)), np.where(inside, chosen, 0)] != 0)
    if legal.all():
        return chosen, 0
    return np.where(legal, chosen, RandomPlayer().act(observation, mask, seeds)), int(np.count_nonzero(~legal))
