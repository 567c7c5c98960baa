"""What a seat may know, and worlds: the cards it cannot see, dealt at random among all deals that agree with that.

Everything starts from an observation of the seat to move, so nothing it cannot see plays a part. Seats are relative: 0 is
the seat that looks, 1 the one after it. The kernels, and exactly what is conditioned on, stand in ``engine/worlds.py``.
"""

from __future__ import annotations

import numpy as np

from jass_env.engine import batch
from jass_env.engine.recall import recall_many
from jass_env.engine.worlds import PLAN, sample_worlds, worlds_fit
from jass_env.errors import DealError, SeatError
from jass_env.rules import Rules


def recall(rules: Rules, observations: np.ndarray) -> np.ndarray:
    """The matches as the seats to move know them.

    Args:
        rules: the rules of the matches.
        observations: int8 (n, D), each of a seat that is to move.

    Returns:
        STATE (n,): the seat that looks is seat 0, the others' hands are empty, hidden predictions -1.

    Raises:
        SeatError: an observation is of another length, of a seat that is not to move, or none that a seat can see.
    """
    seen = np.ascontiguousarray(observations, dtype=np.int8)
    if seen.ndim != 2 or seen.shape[1] != rules.observation_size:
        raise SeatError(f"observations of shape {seen.shape}: needed is (n, {rules.observation_size})")
    waiting = np.flatnonzero(~seen[:, rules.layout["ask"].slice].any(axis=1))
    if waiting.size:
        raise SeatError(
            f"observation {waiting[0]} is of a seat that is not to move; recalled is what the seat to move knows"
        )
    states = rules.new_states(len(seen))
    low, high = rules.observation_bounds
    beyond = np.flatnonzero(((seen < low) | (seen > high)).any(axis=1))
    if beyond.size:
        raise SeatError(f"observation {beyond[0]} has numbers beyond the bounds of the observation space")
    recall_many(rules.array, 0, seen, states)
    other = np.flatnonzero((_observed(rules, states) != seen).any(axis=1))
    if other.size:
        raise SeatError(f"observation {other[0]} is none that a seat of {rules.name} with these options can see")
    return states


def _observed(rules: Rules, states: np.ndarray) -> np.ndarray:
    """What the seats to move see: int8 (n, D)."""
    count = len(states)
    seen = np.empty((count, rules.observation_size), dtype=np.int8)
    mask, seat = np.empty((count, len(rules.actions)), dtype=np.int8), np.empty(count, dtype=np.int8)
    batch.write_many(rules.array, states, np.ones(count, dtype=np.bool_), 0, count, seen, mask, seat)
    return seen


def sample_states(rules: Rules, observation: np.ndarray, seeds: np.ndarray) -> np.ndarray:
    """Whole matches that the seat to move could be in, each drawn uniformly; the engine plays on from them.

    Args:
        rules: the rules of the match.
        observation: int8 (D,), of the seat to move.
        seeds: uint64 (n,), the source of randomness of each world.

    Returns:
        STATE (n,), seat 0 is the seat that looks. Predictions it does not know are -1: fill in what you think of them before
        a hand is settled. Should ``engine.worlds.ATTEMPTS`` draws not meet what was told about Weis, a world stands
        that agrees with everything else.

    Raises:
        SeatError: the observation is of another length, or of a seat that is not to move.
    """
    known = recall(rules, np.asarray(observation)[None])
    words = np.ascontiguousarray(seeds, dtype=np.uint64)
    states = np.empty(len(words), dtype=known.dtype)
    sample_worlds(rules.array, known, np.zeros(1, dtype=PLAN), words, states)
    return states


def sample(rules: Rules, observation: np.ndarray, seeds: np.ndarray) -> np.ndarray:
    """The hands of all seats in worlds drawn uniformly among those the seat to move could be in.

    Args:
        rules: the rules of the match.
        observation: int8 (D,), of the seat to move.
        seeds: uint64 (n,), the source of randomness of each world.

    Returns:
        int64 (n, seats), sets of cards (``engine/cards.py``) by seat from the one that looks.

    Raises:
        SeatError: the observation is of another length, or of a seat that is not to move.
    """
    hands: np.ndarray = sample_states(rules, observation, seeds)["hands"][:, : rules.seats]
    return np.ascontiguousarray(hands)


def is_possible(rules: Rules, observation: np.ndarray, hands: np.ndarray) -> np.ndarray:
    """Whether assignments of the hands agree with everything that the seat to move knows.

    Args:
        rules: the rules of the match.
        observation: int8 (D,), of the seat to move.
        hands: int64 (n, seats), sets of cards by seat from the one that looks (his own are taken from the observation).
            In the 48-card pack copies are numbered as ``recall`` does, by kind: the first copy that the seat sees of a kind
            is the first, so what others hold of it is the second.

    Returns:
        bool (n,).

    Raises:
        SeatError: the observation is of another length, or of a seat that is not to move.
        DealError: ``hands`` is of another shape.
    """
    known = recall(rules, np.asarray(observation)[None])
    hands = np.ascontiguousarray(hands, dtype=np.int64)
    if hands.ndim != 2 or hands.shape[1] != rules.seats:
        raise DealError(f"hands of shape {hands.shape}: needed is (n, {rules.seats})")
    fit = np.zeros(len(hands), dtype=np.bool_)
    worlds_fit(rules.array, known, np.zeros(1, dtype=PLAN), hands, fit)
    return fit
