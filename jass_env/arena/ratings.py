"""Ratings: Bradley-Terry over all pairs at once (choix), and one that goes on game by game (openskill)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import choix
import numpy as np
from openskill.models import PlackettLuce

#: From natural units to those of Elo: 400 points are odds of ten to one.
ELO = 400 / math.log(10)


def bradley_terry(won: np.ndarray, prior: float = 0.5) -> np.ndarray:
    """Ratings in Elo's units with mean 0: agent i wins against j with odds 10**((rating i - rating j) / 400).

    The maximum of the likelihood of R. Bradley and M. Terry (1952), found by I-LSR (L. Maystre and M. Grossglauser, 2015).

    Args:
        won: float (agents, agents), how often the row's agent won against the column's; a tie is half a win for each.
        prior: wins added to both agents of each pair that met: without them the rating of who always won is infinite.

    Returns:
        float (agents,).
    """
    met = (won + won.T) > 0
    ratings = choix.ilsr_pairwise_dense(np.where(met, won + prior, 0.0)) * ELO
    centred: np.ndarray = ratings - ratings.mean()
    return centred


class OnlineRating:
    """The rating of a league, updated game by game: Plackett-Luce of R. Weng and C.-J. Lin (2011), any number of sides.

    Agents that were not seen before begin at mu 25, sigma 25/3.
    """

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._ratings: dict[str, tuple[float, float]] = {}

    def update(self, results: Mapping[str, float]) -> None:
        """Take in one game: what each agent got, higher is better; equal results share a rank."""
        names = list(results)
        teams = [[self._model.create_rating(list(self.rating(name)))] for name in names]
        ranks = [float(sum(other > results[name] for other in results.values())) for name in names]
        for name, (rating,) in zip(names, self._model.rate(teams, ranks=ranks), strict=True):
            self._ratings[name] = (rating.mu, rating.sigma)

    def rating(self, name: str) -> tuple[float, float]:
        """Mean and standard deviation of what is believed of an agent's strength."""
        return self._ratings.get(name, (self._model.mu, self._model.sigma))

    def ordinal(self, name: str) -> float:
        """A strength the agent has almost surely: mu - 3 sigma."""
        mu, sigma = self.rating(name)
        return mu - 3 * sigma

    def state(self) -> dict[str, list[float]]:
        """All ratings as values for JSON; ``OnlineRating.of`` takes them up again."""
        return {name: [mu, sigma] for name, (mu, sigma) in self._ratings.items()}

    @classmethod
    def of(cls, state: Mapping[str, Sequence[float]]) -> OnlineRating:
        """A rating that goes on from ``state``."""
        made = cls()
        made._ratings = {name: (float(mu), float(sigma)) for name, (mu, sigma) in state.items()}
        return made
