"""Randomness: splitmix64 on a 64-bit word in the state, the same on every platform.

A match owns a *key*; each of its hands is dealt from a stream of its own, ``stream(key, hand number)``. So the deals of
a match do not depend on how the hands before were played, which is what duplicate comparison needs.
Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

from __future__ import annotations

import numpy as np

from jass_env.engine._jit import jit

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)


@jit
def mix(word: np.uint64) -> np.uint64:
    """The output function of splitmix64: a bijection of 64-bit words that scatters."""
    word = (word ^ (word >> np.uint64(30))) * MIX_1
    word = (word ^ (word >> np.uint64(27))) * MIX_2
    return word ^ (word >> np.uint64(31))


@jit
def stream(key: np.uint64, number: int) -> np.uint64:
    """A starting word for stream ``number`` of ``key``."""
    return mix(key ^ mix(np.uint64(number) * GOLDEN + MIX_1))


@jit
def below(word: np.uint64, bound: int) -> int:
    """A number in ``range(bound)`` from a random word (Lemire's multiply and shift; the bias is under bound / 2**32)."""
    return np.int64(((word >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))  # type: ignore[return-value]
