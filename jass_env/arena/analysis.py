"""What the results of a tournament say, in numbers."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jass_env.arena.duel import first_minus_others
from jass_env.arena.play import WIN
from jass_env.arena.ratings import OnlineRating, bradley_terry
from jass_env.arena.results import Results
from jass_env.arena.statistics import Estimate, bootstrap_interval, deals_needed, estimate, verdict
from jass_env.arena.tournament import alone
from jass_env.errors import ResultsError, nearest


@dataclass(frozen=True)
class Pair:
    """One agent against another.

    Attributes:
        a: number of the agent.
        b: number of the other.
        deals: how many they played.
        difference: A's result minus B's, per hand (whole match).
        bootstrap: interval of the same by bootstrap over the deals: a check.
        deals_won: share of the deals that A won over all rotations, a tie as half; of whole matches: more of them.
        matches_won: share of the matches that A's seats won, and B's; None in single hands.
        needed: deals for the wished half width.
        verdict: what the interval allows to say.
    """

    a: int
    b: int
    deals: int
    difference: Estimate
    bootstrap: tuple[float, float]
    deals_won: float
    matches_won: tuple[float, float] | None
    needed: int
    verdict: str


@dataclass(frozen=True)
class Analysis:
    """A tournament in numbers.

    Attributes:
        results: what it is made from.
        half_width: the wished one.
        pairs: those that have met, each once.
        matrix: float (agents, agents), mean differences row minus column; nan where a pair has not met.
        half_widths: float (agents, agents), those of their intervals.
        rating: float (agents,), Bradley-Terry over the deals of the pairs, in Elo's units with mean 0.
        rating_interval: float (agents, 2), 95 %, by bootstrap over the deals.
        online: openskill's rating after all deals in their order.
        reference: by agent the largest difference of a deal against itself; for deterministic agents 0.
        mixed: by agent its result minus the mean of the others' at mixed tables, per hand (match).
    """

    results: Results
    half_width: float
    pairs: list[Pair]
    matrix: np.ndarray
    half_widths: np.ndarray
    rating: np.ndarray
    rating_interval: np.ndarray
    online: OnlineRating
    reference: dict[int, float]
    mixed: dict[int, Estimate]


def default_half_width(results: Results) -> float:
    """A wish where none is given: a tenth of the standard deviation of a deal's difference, of the widest pair."""
    met = [pair_values(results, a, b) for a, b in _met(results)]
    return max([0.1 * float(each.std(ddof=1)) for each in met if len(each) > 1], default=0.0) or 1.0


def analyse(results: Results, half_width: float | None = None, resamples: int = 2000) -> Analysis:
    """Draw the conclusions.

    Args:
        results: of a tournament, finished or not.
        half_width: wished one of the mean differences' intervals; default ``default_half_width``.
        resamples: of the bootstrap of each pair.

    Raises:
        ResultsError: no pair has met yet.
    """
    met = _met(results)
    if not met:
        raise ResultsError("the results hold no pair of agents yet")
    wish = half_width or default_half_width(results)
    count = len(results.agents)
    matrix, half_widths = np.full((2, count, count), np.nan)
    np.fill_diagonal(matrix, 0.0)
    pairs = [_pair(results, a, b, wish, resamples) for a, b in met]
    for pair in pairs:
        matrix[pair.a, pair.b], matrix[pair.b, pair.a] = pair.difference.mean, -pair.difference.mean
        half_widths[pair.a, pair.b] = half_widths[pair.b, pair.a] = pair.difference.half_width
    rating, interval = _rating(results, met)
    return Analysis(
        results=results,
        half_width=wish,
        pairs=pairs,
        matrix=matrix,
        half_widths=half_widths,
        rating=rating,
        rating_interval=interval,
        online=online_rating(results),
        reference=_reference(results),
        mixed=_mixed(results),
    )


def pair_values(results: Results, a: int, b: int, what: str = "results") -> np.ndarray:
    """For each deal A's result minus B's, per hand (match): float64 (deals,); that of B and A is exactly minus it.

    With two sides from the one line-up they have, else the mean of A alone among Bs and of B alone among As.

    Args:
        results: of a tournament.
        a: number of an agent.
        b: number of another.
        what: "results" or "wins" (the latter in parts of ``play.WIN``).
    """
    if results.sides == 2:
        if a > b:
            return -pair_values(results, b, a, what)
        return first_minus_others(getattr(results.played[a, b], what))
    one = first_minus_others(getattr(results.played[alone(a, b, results.sides)], what))
    other = first_minus_others(getattr(results.played[alone(b, a, results.sides)], what))
    deals = min(len(one), len(other))
    difference: np.ndarray = (one[:deals] - other[:deals]) / 2
    return difference


def deals_won(results: Results, a: int, b: int) -> np.ndarray:
    """For each deal 1 where A won it over all rotations, 0.5 for a tie, 0 where B did: float64 (deals,).

    A single hand is won by the better result; in whole matches who won more of them has won the deal.
    """
    won: np.ndarray = (np.sign(pair_values(results, a, b, "wins" if results.matches else "results")) + 1) / 2
    return won


def scores_against(tournaments: Sequence[Results], baseline: str) -> dict[str, np.ndarray]:
    """Scores of algorithms for ``aggregates``: each agent's share of the deals won against a common opponent.

    Agents are runs of an algorithm: ``ppo@1`` and ``ppo@2`` are two runs of ``ppo``; one without ``@`` is the only run.

    Args:
        tournaments: results, one for each task (variant).
        baseline: name of the opponent, an agent in each.

    Returns:
        By algorithm float (runs, tasks), between 0 and 1; 0.5 is as strong as the opponent.

    Raises:
        ResultsError: a tournament lacks the opponent or runs that the others have, or they have not met.
    """
    scores: dict[str, list[list[float]]] = {}
    for number, results in enumerate(tournaments):
        if baseline not in results.agents:
            raise ResultsError(f"{results.head['variant']}: no agent {baseline!r}; {nearest(baseline, results.agents)}")
        opponent = results.agents.index(baseline)
        met = {frozenset(pair) for pair in _met(results)}
        for agent, name in enumerate(results.agents):
            if agent == opponent:
                continue
            if frozenset((agent, opponent)) not in met:
                raise ResultsError(f"{results.head['variant']}: {name} and {baseline} have not met yet")
            columns = scores.setdefault(name.partition("@")[0], [[] for _ in tournaments])
            columns[number].append(float(deals_won(results, agent, opponent).mean()))
    for algorithm, columns in scores.items():
        runs = [len(column) for column in columns]
        if len(set(runs)) > 1:
            raise ResultsError(f"{algorithm} has {runs} runs in the tournaments: the same number in each is needed")
    return {algorithm: np.array(columns).T for algorithm, columns in scores.items()}


def online_rating(results: Results) -> OnlineRating:
    """Every deal is a game between the different agents of a line-up, in the order of the deals.

    They are ranked by their mean result per seat, in whole matches by the matches won.
    """
    rating = OnlineRating()
    games = []
    for order, (lineup, played) in enumerate(results.played.items()):
        agents = list(dict.fromkeys(lineup))
        if len(agents) > 1:
            sums = played.wins if results.matches else played.results
            means = np.stack([sums[:, np.array(lineup) == agent].mean(axis=1) for agent in agents], axis=1)
            games += [(deal, order, agents, row) for deal, row in enumerate(means.tolist())]
    for _, _, agents, row in sorted(games, key=lambda game: game[:2]):
        rating.update({results.agents[agent]: value for agent, value in zip(agents, row, strict=True)})
    return rating


def _met(results: Results) -> list[tuple[int, int]]:
    sides = results.sides
    return [
        (a, b)
        for a, b in itertools.combinations(range(len(results.agents)), 2)
        if alone(a, b, sides) in results.played and (sides == 2 or alone(b, a, sides) in results.played)
    ]


def _pair(results: Results, a: int, b: int, wish: float, resamples: int) -> Pair:
    values = pair_values(results, a, b)
    found = estimate(values)
    deviation = float(values.std(ddof=1)) if len(values) > 1 else float("nan")
    needed = deals_needed(deviation, wish) if deviation == deviation else 0
    names = results.agents[a], results.agents[b]
    return Pair(
        a=a,
        b=b,
        deals=len(values),
        difference=found,
        bootstrap=bootstrap_interval(values, resamples=resamples),
        deals_won=float(deals_won(results, a, b).mean()),
        matches_won=(_matches_won(results, a, b), _matches_won(results, b, a)) if results.matches else None,
        needed=needed,
        verdict=verdict(found, wish, needed, *names),
    )


def _matches_won(results: Results, a: int, b: int) -> float:
    """The part of the matches against B that a seat of A won."""
    sides = results.sides
    if sides == 2:
        lineup = (min(a, b), max(a, b))
        return float(results.played[lineup].wins[:, lineup.index(a)].mean()) / (sides * WIN)
    one = results.played[alone(a, b, sides)].wins[:, 0].mean()
    other = results.played[alone(b, a, sides)].wins[:, 1:].mean()
    return float(one + other) / 2 / (sides * WIN)


def _rating(results: Results, met: list[tuple[int, int]], resamples: int = 200) -> tuple[np.ndarray, np.ndarray]:
    """Bradley-Terry ratings and their intervals; the same deals are drawn for all pairs."""
    won = [deals_won(results, a, b) for a, b in met]
    count = len(results.agents)

    def fit(parts: list[np.ndarray]) -> np.ndarray:
        table = np.zeros((count, count))
        for (a, b), part in zip(met, parts, strict=True):
            table[a, b], table[b, a] = part.sum(), len(part) - part.sum()
        return bradley_terry(table)

    if len(met) < count * (count - 1) // 2:  # an interrupted run: somebody may not have played at all
        return np.full(count, np.nan), np.full((count, 2), np.nan)
    deals = min(map(len, won))
    rng = np.random.default_rng(0)
    drawn = [rng.integers(deals, size=deals) for _ in range(resamples)]
    spread = np.quantile([fit([each[which] for each in won]) for which in drawn], [0.025, 0.975], axis=0)
    return fit(won), spread.T


def _reference(results: Results) -> dict[int, float]:
    found = {}
    for lineup, played in results.played.items():
        if len(set(lineup)) == 1:
            found[lineup[0]] = float(np.abs(first_minus_others(played.results)).max())
    return found


def _mixed(results: Results) -> dict[int, Estimate]:
    """Per agent, for each deal the mean over its seats at mixed tables."""
    sums: dict[int, list[np.ndarray]] = {}
    for lineup, played in results.played.items():
        if len(set(lineup)) < 3:
            continue
        for agent in set(lineup):
            own = np.array(lineup) == agent
            per_hand = (played.results[:, own].mean(axis=1) - played.results[:, ~own].mean(axis=1)) / results.sides
            sums.setdefault(agent, []).append(per_hand)
    found = {}
    for agent, parts in sums.items():
        deals = min(map(len, parts))
        found[agent] = estimate(np.mean([part[:deals] for part in parts], axis=0))
    return found
