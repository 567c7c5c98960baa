"""Players: the interface, those without learning, and ``make_player``, which finds one by name or checkpoint."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path

from jass_env.errors import PlayerError, nearest
from jass_env.players.base import Player, decision_seeds
from jass_env.players.random import RandomPlayer
from jass_env.rules import Rules

__all__ = ["PLAYERS", "Player", "RandomPlayer", "decision_seeds", "make_player"]

#: Players by name: each is made for some rules.
PLAYERS: dict[str, Callable[[Rules], Player]] = {"random": lambda rules: RandomPlayer()}


def make_player(spec: str, rules: Rules) -> Player:
    """A player for these rules.

    Args:
        spec: the name of a player (``PLAYERS``), or the path of a checkpoint: a ``.safetensors`` file or the folder of a
            training run. Checkpoints need the extra ``torch`` and the checkout (the package ``agents``).
        rules: the rules it is to play by.

    Raises:
        PlayerError: there is no such player or path, or what a checkpoint needs is not installed.
        CheckpointError: the file is damaged, or was trained for another variant or layout.
    """
    if spec in PLAYERS:
        return PLAYERS[spec](rules)
    path = Path(spec)
    if not path.exists():
        raise PlayerError(f"no player and no checkpoint is called {spec!r}; {nearest(spec, PLAYERS)}")
    try:
        module = importlib.import_module("agents.player")
    except ImportError as error:
        raise PlayerError(
            f"{spec!r} is a checkpoint, and playing it needs the checkout of jass_env installed with its extra 'torch' "
            f"(pip install -e '.[torch]'): {error}"
        ) from None
    player: Player = module.load_player(path, rules)
    return player
