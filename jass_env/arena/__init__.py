"""The arena: agents compared on duplicate deals.

Every deal is played once for each way of seating the agents (a *rotation*), with the same cards, so that the luck of the
cards cancels. The unit of all statistics is the deal: what happened over all its rotations together.

* ``play``: the loop that plays deals; everything else rests on it.
* ``statistics``: means with their intervals, the bootstrap, how many deals are needed.
* ``duel``: one player against another.
* ``tournament``: what is played: line-ups of agents, cut into units of work that depend on nothing else.
* ``executors``: who plays the units: this process, several, a cluster.
* ``results``: the files of a tournament; what was interrupted goes on.
* ``analysis``, ``ratings``, ``report``: what the results say. These need the extra ``arena``.
* ``aggregates``: over training seeds and variants.
"""

from __future__ import annotations

from jass_env.arena.duel import Duel, duel, duel_by
from jass_env.arena.play import EVALUATION_SEEDS, METRICS, TRAINING_SEEDS, arena_rules, deal_seeds, duel_rules
from jass_env.arena.statistics import Estimate, estimate, student_t

__all__ = [
    "EVALUATION_SEEDS",
    "METRICS",
    "TRAINING_SEEDS",
    "Duel",
    "Estimate",
    "arena_rules",
    "deal_seeds",
    "duel",
    "duel_by",
    "duel_rules",
    "estimate",
    "student_t",
]
