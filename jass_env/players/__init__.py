"""Players: the interface, those without learning, and ``make_player``, which finds one by name or checkpoint."""

from __future__ import annotations

import importlib
import inspect
import math
from collections.abc import Callable
from pathlib import Path

from jass_env.errors import PlayerError, nearest
from jass_env.players.advised import RulesPlayer
from jass_env.players.base import Player, decision_seeds
from jass_env.players.random import RandomPlayer
from jass_env.players.searching import IsmctsPlayer, PimcPlayer
from jass_env.rules import Rules

__all__ = [
    "PLAYERS",
    "IsmctsPlayer",
    "PimcPlayer",
    "Player",
    "RandomPlayer",
    "RulesPlayer",
    "decision_seeds",
    "make_player",
]

#: Players by name: each is made for some rules, with the numbers that its signature names.
PLAYERS: dict[str, Callable[..., Player]] = {
    "random": RandomPlayer,
    "rules": RulesPlayer,
    "pimc": PimcPlayer,
    "ismcts": IsmctsPlayer,
}


def make_player(spec: str, rules: Rules) -> Player:
    """A player for these rules.

    Args:
        spec: the name of a player (``PLAYERS``), after a colon perhaps with numbers that it takes, as in
            ``"ismcts:worlds=1000,exploration=0.5"``; or the path of a checkpoint: a ``.safetensors`` file or the folder of
            a training run. Checkpoints need the extra ``torch`` and the checkout (the package ``agents``).
        rules: the rules it is to play by.

    Raises:
        PlayerError: there is no such player or path, it does not take these numbers, or what a checkpoint needs is not
            installed.
        CheckpointError: the file is damaged, or was trained for another variant or layout.
    """
    name, colon, numbers = spec.partition(":")
    if name in PLAYERS:
        made = PLAYERS[name](rules, **_numbers(name, numbers) if colon else {})
        made.name = spec
        return made
    path = Path(spec)
    if not path.exists():
        if "/" in spec:
            raise PlayerError(f"there is no file or folder {spec!r} (a run folder is made by scripts/train.py)")
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


def _numbers(name: str, text: str) -> dict[str, float]:
    """The numbers after a player's name, ``key=value`` separated by commas."""
    known = [key for key in inspect.signature(PLAYERS[name]).parameters if key != "rules"]
    numbers: dict[str, float] = {}
    for part in text.split(","):
        key, _, value = part.partition("=")
        if key not in known:
            raise PlayerError(f"player {name!r} takes no number {key!r}; it takes {', '.join(known) or 'none'}")
        if key in numbers:
            raise PlayerError(f"player {name!r}: {key} stands twice; once is enough")
        numbers[key] = _number(name, key, value)
    return numbers


def _number(name: str, key: str, value: str) -> float:
    """A whole number if it is written as one (``20``), else a float (``0.5``, ``1e-3``); the player checks what it needs."""
    try:
        return int(value)
    except ValueError:
        pass
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise PlayerError(f"player {name!r}: {key}={value!r} is no number")
    return number
