"""What a tournament is: agents, line-ups, and units of work.

Line-ups (who sits where, see ``play``):

* **Pairs.** With two sides A against B is one line-up. Where everybody plays alone it is two: A alone among Bs, and B alone
  among As, so that the comparison is the same whichever of the two is named first.
* **Reference.** Each agent against itself. This must give exactly 0 on every deal unless the agent draws randomness from
  elsewhere than the seeds it is given, or its answer depends on what else is in the batch.
* **Mixed tables**, where three or more sides play for themselves: multisets of agents, as many as there are seats, with at
  least three different ones (those of two are the pairs). Each multiset is seated in one order, drawn from the seed of the
  tournament, and moves around the table through all rotations; who sits after whom is not balanced beyond that. All of
  them, or a number of them drawn from the seed.

A *unit* is a line-up with a block of deals. It is given by the text of the tournament and a few numbers and depends on
nothing else, so it may be played anywhere, at any time, in any order, with the same result to the last byte. Units are
ordered by blocks: after an interruption all pairs have come equally far.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

import jass_env
from jass_env.arena.play import arena_rules, deal_seeds, play_deals, side_of_position
from jass_env.errors import ConfigError, PlayerError, ResultsError
from jass_env.players import PLAYERS, Player, make_player
from jass_env.players.base import scramble
from jass_env.players.lawful import act_lawfully
from jass_env.record import dump, plain_options, record_match
from jass_env.rules import Rules

FORMAT = "jass-tournament/1"

_NAME = re.compile(r"\w[\w.@+:=-]*")
_MANY = 100_000

Lineup = tuple[int, ...]
"""For each position the number of its agent."""


@dataclass(frozen=True)
class Unit:
    """A piece of work.

    Attributes:
        number: its place among the units of the tournament.
        lineup: who sits where.
        first: number of its first deal.
        count: how many deals.
    """

    number: int
    lineup: Lineup
    first: int
    count: int


@dataclass(frozen=True)
class Done:
    """A unit that was played.

    Attributes:
        line: its line in the file of results, without the line's end: the same whoever played it.
        timing: seconds for each player, and what they belong to; another each time.
        records: lines of records, if asked for.
    """

    line: str
    timing: dict[str, Any]
    records: list[str]


@dataclass(frozen=True)
class Tournament:
    """All that decides what is played.

    Attributes:
        variant: the game.
        agents: what ``make_player`` makes of it, by the name it gets in the report.
        deals: for each pair; a multiple of ``block`` can be raised later, and the tournament goes on.
        preset: preset of the variant.
        options: house rules.
        episode: "hand" or "match".
        metric: "score" or "points".
        seed: number of the evaluation (0 to 2**20 - 1): which deals, and which mixed tables.
        block: deals of a unit.
        reference: deals of each agent against itself, at most ``deals``; 0 for none.
        mixed: mixed tables: how many, or "all".
        records: of whole matches: deals of each line-up (from the first) of which records are written, in all rotations.
            A single hand has no record: jass-record/1 knows matches, whose first dealer and forehand follow from rules.
    """

    variant: str
    agents: Mapping[str, str]
    deals: int
    preset: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    episode: str = "hand"
    metric: str = "score"
    seed: int = 0
    block: int = 250
    reference: int = 100
    mixed: int | Literal["all"] = 0
    records: int = 0

    def __post_init__(self) -> None:
        """Check.

        Raises:
            ConfigError: a value that is not allowed.
            VariantError, OptionError: as ``Rules``; unknown metric, too many deals, a seed out of range.
        """
        if len(self.agents) < 2:
            raise ConfigError(f"agents {', '.join(self.agents) or '(none)'}: a tournament needs at least two")
        for name in self.agents:
            if not _NAME.fullmatch(name):
                raise ConfigError(f"agent {name!r}: a name is made of letters, digits and . @ + : = - _")
        for key, least in (("deals", 1), ("block", 1), ("reference", 0), ("records", 0), ("mixed", 0)):
            value = getattr(self, key)
            if value != "all" and value < least:
                raise ConfigError(f"{key}={value!r}: at least {least} is needed")
        if self.records and self.episode != "match":
            raise ConfigError(f"records={self.records}: only matches have records; set episode to match, or records to 0")
        deal_seeds(self.seed, 0, self.deals)
        self.rules  # noqa: B018 - wrong rules are told here
        if self.mixed and self.rules.sides < 3:
            raise ConfigError(f"mixed={self.mixed!r}: {self.variant} has two sides, so no table is mixed")
        if self.mixed and len(self.agents) < 3:
            raise ConfigError(f"mixed={self.mixed!r}: mixed tables need three agents or more")
        if self.mixed and math.comb(len(self.agents) + self.rules.sides - 1, self.rules.sides) > _MANY:
            raise ConfigError(f"mixed={self.mixed!r}: {len(self.agents)} agents are too many for mixed tables")

    @functools.cached_property
    def rules(self) -> Rules:
        """The rules that are played by."""
        return arena_rules(self.variant, self.metric, episode=self.episode, preset=self.preset, options=self.options)

    @functools.cached_property
    def players(self) -> list[Player]:
        """The players, in the order of the agents.

        Raises:
            PlayerError, CheckpointError: as ``make_player``; the message begins with the agent's name.
        """
        return [_make(name, spec, self.rules) for name, spec in self.agents.items()]

    @functools.cached_property
    def lineups(self) -> list[Lineup]:
        """All line-ups but the references."""
        pairs = itertools.combinations(range(len(self.agents)), 2)
        if self.rules.sides == 2:
            found: list[Lineup] = list(pairs)
        else:
            found = [lineup for a, b in pairs for lineup in (alone(a, b, self.rules.sides), alone(b, a, self.rules.sides))]
        return found + self._mixed_lineups()

    def _mixed_lineups(self) -> list[Lineup]:
        if not self.mixed:
            return []
        every = itertools.combinations_with_replacement(range(len(self.agents)), self.rules.sides)
        tables = [table for table in every if len(set(table)) > 2]
        # Not NumPy's generators: their streams may change from one version to the next.
        keys = scramble(scramble(np.array([self.seed], dtype=np.uint64)) ^ np.arange(len(tables), dtype=np.uint64))
        count = len(tables) if self.mixed == "all" else min(self.mixed, len(tables))
        chosen = []
        for number in np.sort(np.argsort(keys)[:count]).tolist():
            order = np.argsort(scramble(keys[number] ^ np.arange(1, self.rules.sides + 1, dtype=np.uint64)))
            chosen.append(tuple(tables[number][place] for place in order.tolist()))
        return chosen

    def units(self) -> Iterator[Unit]:
        """All units, in order."""
        number = 0
        references = [(agent,) * self.rules.sides for agent in range(len(self.agents))]
        for first in range(0, self.deals, self.block):
            for lineup in (*references, *self.lineups):
                last = self.deals if len(set(lineup)) > 1 else min(self.deals, self.reference)
                count = min(self.block, last - first)
                if count > 0:
                    yield Unit(number, lineup, first, count)
                    number += 1

    @functools.cached_property
    def text(self) -> str:
        """The tournament as JSON: the head of the file of results, and all that a worker needs beside the unit.

        What is played only longer is not in it (``deals``). Of a checkpoint it holds the digest of its file.
        """
        rules = self.rules
        return json.dumps(
            {
                "format": FORMAT,
                "jass_env": jass_env.__version__,
                "variant": rules.name,
                "version": rules.variant.version,
                "options": plain_options(rules),
                "sides": rules.sides,
                "episode": self.episode,
                "metric": self.metric,
                "agents": [{"name": name, "player": spec, "digest": _digest(spec)} for name, spec in self.agents.items()],
                "seed": self.seed,
                "block": self.block,
                "reference": self.reference,
                "mixed": self.mixed,
                "records": self.records,
            }
        )


def alone(a: int, b: int, sides: int) -> Lineup:
    """The line-up of A among Bs."""
    return (a,) + (b,) * (sides - 1)


@functools.lru_cache(maxsize=2)
def tournament_of(text: str) -> Tournament:
    """The tournament that a text describes; how many deals there are is the business of whoever makes the units.

    Raises:
        ResultsError: here it would be another: a checkpoint or jass_env itself is not the same.
    """
    told = json.loads(text)
    agents = {agent["name"]: agent["player"] for agent in told["agents"]}
    keys = ("variant", "options", "episode", "metric", "seed", "block", "reference", "mixed", "records")
    made = Tournament(agents=agents, deals=1, **{key: told[key] for key in keys})
    if made.text != text:
        raise ResultsError("a checkpoint or jass_env itself is not what it was when the tournament began")
    return made


def play_unit(text: str, unit: Unit) -> Done:
    """Play a unit of the tournament that ``text`` describes. Depends on nothing else; sends nothing but its result.

    Raises:
        PlayerError, CheckpointError: an agent cannot be made, or gives no actions.
        ResultsError: as ``tournament_of``.
    """
    tournament = tournament_of(text)
    rules = tournament.rules
    agents = lineup_players(unit.lineup)
    players = [tournament.players[agent] for agent in agents]
    # In the reference the first position is asked apart from the others, as any other opponent would be.
    places = (
        [min(1, place) for place in range(rules.sides)] if len(set(unit.lineup)) == 1 else map(agents.index, unit.lineup)
    )
    played = play_deals(players, list(places), rules, deal_seeds(tournament.seed, unit.first, unit.count))
    result: dict[str, Any] = {
        "unit": unit.number,
        "lineup": unit.lineup,
        "first": unit.first,
        "results": played.results.sum(axis=1).tolist(),
    }
    if tournament.episode == "match":
        result["wins"] = played.wins.sum(axis=1).tolist()
    result |= {"decisions": played.decisions.tolist(), "illegal": played.illegal.tolist()}
    return Done(
        line=json.dumps(result, separators=(",", ":")),
        timing={"unit": unit.number, "lineup": unit.lineup, "seconds": played.seconds.round(6).tolist()},
        records=[dump(record) for record in _records(tournament, unit)],
    )


def lineup_players(lineup: Lineup) -> list[int]:
    """Whose decisions are counted in a line-up: each agent once; in the reference the same agent twice."""
    agents = list(dict.fromkeys(lineup))
    return agents if len(agents) > 1 else agents * 2


@dataclass
class _Lawful:
    """A player under the name of its agent, whose illegal actions are replaced as ``play_deals`` does."""

    name: str
    player: Player

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        return act_lawfully(self.player, observation, action_mask, seeds)[0]


def _records(tournament: Tournament, unit: Unit) -> Iterator[dict[str, Any]]:
    """Records of the unit's deals, played once more: players are stateless, so the games are the same."""
    count = min(unit.count, tournament.records - unit.first)
    if count <= 0:
        return
    rules = tournament.rules
    names = list(tournament.agents)
    for seed in deal_seeds(tournament.seed, unit.first, count).tolist():
        for places in side_of_position(rules.sides).tolist():
            at = [unit.lineup[places.index(rules.side_of(seat))] for seat in range(rules.seats)]
            yield record_match(rules, seed, [_Lawful(names[agent], tournament.players[agent]) for agent in at])


def _make(name: str, spec: str, rules: Rules) -> Player:
    try:
        return make_player(spec, rules)
    except PlayerError as error:
        raise PlayerError(f"agent {name!r}: {error}") from None


def _digest(spec: str) -> str | None:
    """Of a checkpoint's file, or of those in the folder of a run; None of a player that is none."""
    path = Path(spec)
    if spec in PLAYERS or not path.exists():
        return None
    digest = hashlib.sha256()
    for file in sorted(path.glob("*.safetensors")) if path.is_dir() else [path]:
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()
