"""Pgx: games in JAX, here compiled for the CPU. A call draws a random legal action for each game and steps all of them."""

from __future__ import annotations

import jax
import pgx
from pgx.experimental import act_randomly, auto_reset

from benchmarks.loops import Play


def games(name: str, count: int) -> Play:
    """``count`` games of one kind in lockstep: ``jit`` of ``vmap``, finished games begin anew."""
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def advance(state, key):
        key, key_act, key_step = jax.random.split(key, 3)
        action = act_randomly(key_act, state.legal_action_mask)
        return step(state, action, jax.random.split(key_step, count)), key

    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, count))

    def play() -> int:
        nonlocal state, key
        for _ in range(10):
            state, key = advance(state, key)
        jax.block_until_ready(state)
        return 10 * count

    return play
