"""PettingZoo's classic card games (RLCard's in AEC environments), with the stock wrappers they come in or without."""

from __future__ import annotations

from importlib import import_module

from benchmarks.loops import Play, pick_legal, play_aec


def games(name: str, wrapped: bool) -> Play:
    """Games of one kind by ``last`` and ``step``."""
    module = import_module(f"pettingzoo.classic.{name}")
    return play_aec(module.env() if wrapped else module.raw_env(), pick_legal, decisions=50)
