"""Playing deals: the same cards in all rotations of the seats.

A *line-up* says which player sits where: one player for each position, as many positions as sides. In rotation r position
p plays side (p + r) mod sides, so over all rotations each position has held each side's cards once. Where sides are pairs
or trios, a position is all seats of a side.

Seeds: deals use seeds from 2**62 on, which training never draws (its seeds lie below 2**32). The randomness of a decision
is made of the deal and of how many decisions came before it, not of who decides: so a player against itself gets exactly
0, also one that plays at random.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from jass_env.engine.state import END_TRUNCATED, MATCH_LAST_IN
from jass_env.errors import OptionError
from jass_env.players import Player, decision_seeds
from jass_env.players.lawful import act_lawfully
from jass_env.rules import Rules
from jass_env.vector import JassVectorEnv

#: Seed of deal 0 of evaluation 0. Training seeds lie below ``TRAINING_SEEDS``.
EVALUATION_SEEDS = 2**62
TRAINING_SEEDS = 2**32

#: What is compared: the score of the variant, or card points as they are taken (no Weis, Stöck, match bonus, multiplier).
METRICS = ("score", "points")

#: A match won alone. Up to six can share it without a fraction.
WIN = 60

#: Called with the deals finished and the decisions made since the last call.
Progress = Callable[[int, int], object]


def arena_rules(
    variant: str,
    metric: str = "score",
    *,
    episode: str = "hand",
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Rules:
    """The rules that deals are played by: single hands or whole matches, rewarded by the metric.

    Raises:
        VariantError, OptionError: as ``Rules``; unknown metric.
    """
    if metric not in METRICS:
        raise OptionError(f"metric={metric!r}: allowed are {', '.join(METRICS)}")
    return Rules(variant, preset=preset, episode=episode, reward=metric, options=options)


def duel_rules(variant: str, metric: str, *, preset: str | None = None, options: Mapping[str, Any] | None = None) -> Rules:
    """``arena_rules`` for single hands."""
    return arena_rules(variant, metric, preset=preset, options=options)


def deal_seeds(evaluation: int, first: int, count: int) -> np.ndarray:
    """Seeds of deals ``first`` to ``first + count - 1`` of an evaluation: uint64 (count,).

    In a whole match "deal" means all the deals of the match: they follow from its seed alone, not from how it is played.

    Raises:
        OptionError: an evaluation beyond 0 to 2**20 - 1, or deals beyond 0 to 2**32 - 1.
    """
    if first < 0 or count < 1 or first + count >= 2**32 or not 0 <= evaluation < 2**20:
        raise OptionError(
            f"deals={first + count}, seed={evaluation}: 1 to 2**32 - 1 deals and a seed of 0 to 2**20 - 1 are allowed"
        )
    return np.uint64(EVALUATION_SEEDS + evaluation * 2**32 + first) + np.arange(count, dtype=np.uint64)


@dataclass(frozen=True)
class Played:
    """Deals as they were played.

    Attributes:
        results: int64 (deals, rotations, positions), what each position's side got.
        wins: int64, same shape: ``WIN`` for the winner of a match, a part of it where several share first place. All 0 where
            a match was cut off by ``max_hands``, and in single hands, which nobody wins by the rules.
        decisions: int64 (players,).
        illegal: int64 (players,), illegal actions among them (each replaced by a random legal one).
        seconds: float64 (players,), time that each player took for its decisions.
    """

    results: np.ndarray
    wins: np.ndarray
    decisions: np.ndarray
    illegal: np.ndarray
    seconds: np.ndarray


def side_of_position(sides: int) -> np.ndarray:
    """Which side a position plays in each rotation: int64 (rotations, positions)."""
    return (np.arange(sides)[:, None] + np.arange(sides)[None, :]) % sides


def play_deals(
    players: Sequence[Player], lineup: Sequence[int], rules: Rules, seeds: np.ndarray, progress: Progress | None = None
) -> Played:
    """Play deals in all rotations, all at the same time.

    Args:
        players: those who play.
        lineup: for each position the index of its player.
        rules: from ``arena_rules``.
        seeds: uint64 (deals,), from ``deal_seeds``.
        progress: called with the decisions made since the last call (and no deals).

    Raises:
        PlayerError: a player answers with something that is no array of actions.
    """
    sides, deals = rules.sides, len(seeds)
    size = sides * deals
    game_seeds = np.tile(seeds, sides)
    env = JassVectorEnv(rules, size, seed=game_seeds.tolist(), autoreset=AutoresetMode.DISABLED)
    places = side_of_position(sides)
    # Who plays a seat, by rotation: int64 (rotations, seats).
    seat_player = np.empty((sides, rules.seats), dtype=np.int64)
    for seat in range(rules.seats):
        seat_player[:, seat] = np.asarray(lineup)[np.argmax(places == rules.side_of(seat), axis=1)]
    seat_player = np.repeat(seat_player, deals, axis=0)
    table = np.arange(size)
    totals = np.zeros((size, rules.seats), dtype=np.float64)
    actions = np.zeros(size, dtype=np.int64)
    decisions, illegal = np.zeros((2, len(players)), dtype=np.int64)
    seconds = np.zeros(len(players))
    number = 0
    while (live := ~(env.terminated | env.truncated)).any():
        turn = seat_player[table, env.seat]
        round_seeds = decision_seeds(game_seeds, number)
        for who, player in enumerate(players):
            rows = np.flatnonzero(live & (turn == who))
            if not rows.size:
                continue
            begin = time.perf_counter()
            actions[rows], wrong = act_lawfully(player, env.observation[rows], env.action_mask[rows], round_seeds[rows])
            seconds[who] += time.perf_counter() - begin
            decisions[who] += rows.size
            illegal[who] += wrong
        env.step(actions)
        totals += env.reward
        number += 1
        if progress is not None:
            progress(0, int(np.count_nonzero(live)))
    # Seat number s < sides belongs to side s, and partners have one result.
    by_side = np.rint(totals[:, :sides]).astype(np.int64).reshape(sides, deals, sides)
    won = _wins(rules, env.get_state()).reshape(sides, deals, sides)
    env.close()
    rotation, deal = np.arange(sides)[None, :, None], np.arange(deals)[:, None, None]
    where = (rotation, deal, places[None, :, :])
    return Played(by_side[where], won[where], decisions, illegal, seconds)


def _wins(rules: Rules, states: np.ndarray) -> np.ndarray:
    """Who has won, in parts of ``WIN``: int64 (matches, sides)."""
    if rules.episode != "match":
        return np.zeros((len(states), rules.sides), dtype=np.int64)
    won = (states["winners"].astype(np.int64)[:, None] >> np.arange(rules.sides)) & 1
    sharers = np.maximum(1, won.sum(axis=1, keepdims=True))
    if rules.array[0].match == MATCH_LAST_IN:  # those who are safe do not share: each has won
        sharers[:] = 1
    return np.where((states["end"] == END_TRUNCATED)[:, None], 0, won * WIN // sharers)
