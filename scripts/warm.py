"""Compile the engine once, so that what comes after finds it in the cache. Takes a moment only if nothing has changed."""

from __future__ import annotations

import contextlib
import sys
import time

import numpy as np

import jass_env
from jass_env import worlds
from jass_env.engine import batch
from jass_env.engine._jit import CACHE_FOLDER
from jass_env.engine.cards import kinds_of, second_copy
from jass_env.engine.turns import player_at
from jass_env.errors import SolverError
from jass_env.players import PLAYERS, make_player
from jass_env.solver import Solver


def main() -> int:
    start = time.perf_counter()
    if not any(CACHE_FOLDER.iterdir()):
        print("Compiling the engine: a minute or two, once after each change of it.", flush=True)
    env = jass_env.env("schieber", episode="hand")
    env.reset(seed=0, options={"dealer": 0})
    env.step(int(env.last()[0]["action_mask"].argmax()))
    env.observe("player_0")
    env.state()
    venv = jass_env.vec("schieber", 2, seed=0, episode="hand")
    venv.step(venv.random_actions(0))
    venv.state()
    batch.play_code(venv._table, venv._states, 0, 0)
    batch.random_play(venv._table, venv._states, 0, 2, 1, np.uint64(0))
    player_at(venv._table[0], venv._states[0], 0, 0)
    kinds_of(second_copy(8))
    observation, seeds = venv.observation[:1], np.zeros(1, dtype=np.uint64)
    for name in PLAYERS:
        make_player(name, venv.rules).act(observation, venv.action_mask[:1], seeds)
    worlds.is_possible(venv.rules, observation[0], worlds.sample(venv.rules, observation[0], seeds))
    with contextlib.suppress(SolverError):  # no card is to be played here
        Solver(venv.rules).solve(venv.get_state())
    if time.perf_counter() - start > 10:
        print(f"Compiled in {time.perf_counter() - start:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
