"""All measures and targets: a line each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
OWN = "jass_env"
GAMES = 4096
SIZES = {1024: "1 k", 4096: "4 k", 16384: "16 k", 65536: "64 k", 262144: "256 k"}
LEDUC_SIZES = (1, 64, 1024, 4096)


@dataclass(frozen=True)
class Measure:
    """Something whose decisions per second are measured, in a process of its own.

    Attributes:
        name: what the table calls it.
        group: ``OWN``, or the peer: its module, and its virtual environment.
        function: of ``benchmarks.own`` or ``benchmarks.peers.<group>``; sets up and returns a ``loops.Play``.
        args: what the function gets.
        cores: how many it may use. With one, CPU time counts; with more, the clock on the wall.
    """

    name: str
    group: str
    function: str
    args: Sequence[object] = ()
    cores: int = 1

    @property
    def module(self) -> str:
        """Where the function is."""
        return "benchmarks.own" if self.group == OWN else f"benchmarks.peers.{self.group}"


def batched(games: int) -> str:
    return f"batched, {SIZES[games]} games, observation and mask"


def leduc(games: int) -> str:
    return f"Pgx Leduc hold'em, {games} at once"


KERNEL = "in the kernel, nothing observed"
BATCHED = batched(GAMES)
MANY_GAMES = 65_536
TWO_THREADS = f"{BATCHED}, 2 threads"
TWO_THREADS_MANY = f"{batched(MANY_GAMES)}, 2 threads"
BARE = "bare AEC, last() and step()"
BARE_FIRST = f"{BARE}, cheapest choice"
MADE = "AEC of pettingzoo.make(), cheapest choice"
EMPTY = "empty AEC in the same wrappers, cheapest choice"
MEMCPY = f"memcpy of what a batched step of {GAMES} touches"
TRAINING = "PPO, playing and learning"
JASS_KIT = "jass-kit: valid cards only"
SPADES_OBSERVER = "OpenSpiel spades: observer and mask"

MEASURES = (
    Measure(KERNEL, OWN, "kernel", [GAMES]),
    *(Measure(batched(games), OWN, "batched", [games]) for games in SIZES),
    Measure(TWO_THREADS, OWN, "batched", [GAMES, 2], cores=2),
    Measure(TWO_THREADS_MANY, OWN, "batched", [MANY_GAMES, 2], cores=2),
    Measure(BARE, OWN, "bare", ["random"]),
    Measure(BARE_FIRST, OWN, "bare", ["first"]),
    Measure(MADE, OWN, "made", ["first"]),
    Measure(EMPTY, OWN, "empty", [True]),
    Measure("empty AEC, bare, cheapest choice", OWN, "empty", [False]),
    Measure(MEMCPY, OWN, "memcpy", [GAMES]),
    Measure(TRAINING, OWN, "training", [str(ROOT / "configs" / "schieber_ppo.yaml")]),
    Measure(JASS_KIT, "jass_kit", "hands", [False]),
    Measure("jass-kit: observation and valid cards", "jass_kit", "hands", [True]),
    Measure("pyschieber: its random players", "pyschieber", "hands"),
    *(
        measure
        for game in ("hearts", "spades", "euchre", "skat")
        for measure in (
            Measure(f"OpenSpiel {game}: core", "open_spiel", "games", [game, "core"]),
            Measure(f"OpenSpiel {game}: tensor and mask", "open_spiel", "games", [game, "tensor"]),
            Measure(f"OpenSpiel {game}: observer and mask", "open_spiel", "games", [game, "observer"]),
        )
    ),
    Measure("RLCard bridge", "rlcard", "games", ["bridge"]),
    Measure("RLCard UNO", "rlcard", "games", ["uno"]),
    Measure("PettingZoo Leduc hold'em", "pettingzoo", "games", ["leduc_holdem_v4", True]),
    Measure("PettingZoo Leduc hold'em, without wrappers", "pettingzoo", "games", ["leduc_holdem_v4", False]),
    Measure("PettingZoo Texas hold'em", "pettingzoo", "games", ["texas_holdem_v4", True]),
    Measure("PettingZoo Texas hold'em, without wrappers", "pettingzoo", "games", ["texas_holdem_v4", False]),
    *(Measure(leduc(games), "pgx", "games", ["leduc_holdem", games]) for games in LEDUC_SIZES),
    Measure(f"EnvPool Leduc hold'em, {GAMES} at once", "envpool", "games", ["LeducHoldem-v1", GAMES]),
)

#: What the measure of training calls the part that counts as the environment's.
ENVIRONMENT = "environment (step, full state)"

#: The distribution whose version a peer's rows show.
DISTRIBUTIONS = {
    OWN: "jass-env",
    "jass_kit": "jass-kit",
    "pyschieber": "pyschieber",
    "open_spiel": "open-spiel",
    "rlcard": "rlcard",
    "pettingzoo": "pettingzoo",
    "pgx": "pgx",
    "envpool": "envpool",
}

Rate = Callable[[str], float]
"""Decisions per second of a measure in one round. Raises KeyError if it was not measured."""


@dataclass(frozen=True)
class Target:
    """A bound on a number of each round; its median counts.

    Attributes:
        name: what the table calls the number.
        value: from the rates of a round.
        bound: the number must be at least this (``at_least``), or at most.
        wall: take rates by the clock on the wall: CPU time does not show what a second thread gains.
    """

    name: str
    value: Callable[[Rate], float]
    bound: float
    at_least: bool = True
    wall: bool = False


TARGETS = (
    Target("kernel / jass-kit, valid cards only", lambda rate: rate(KERNEL) / rate(JASS_KIT), 120),
    Target("batched / jass-kit, valid cards only", lambda rate: rate(BATCHED) / rate(JASS_KIT), 50),
    Target(
        "batched / Pgx Leduc hold'em at its best batch",
        lambda rate: rate(BATCHED) / max(rate(leduc(games)) for games in LEDUC_SIZES),
        2.5,
    ),
    Target("batched, 2 threads / 1 thread", lambda rate: rate(TWO_THREADS) / rate(BATCHED), 1.7, wall=True),
    Target(
        f"batched, {MANY_GAMES:,} games, 2 threads / 1 thread",
        lambda rate: rate(TWO_THREADS_MANY) / rate(batched(MANY_GAMES)),
        1.7,
        wall=True,
    ),
    Target("bare AEC / jass-kit, valid cards only", lambda rate: rate(BARE) / rate(JASS_KIT), 2),
    Target("bare AEC / OpenSpiel spades, observer and mask", lambda rate: rate(BARE) / rate(SPADES_OBSERVER), 1.2),
    Target("pettingzoo.make() / empty AEC in the same wrappers", lambda rate: rate(MADE) / rate(EMPTY), 0.9),
    Target(
        "batched, dearest / cheapest decision from 1 k to 256 k games",
        lambda rate: max(rate(batched(games)) for games in SIZES) / min(rate(batched(games)) for games in SIZES),
        1.25,
        at_least=False,
    ),
)


@dataclass(frozen=True)
class Figure:
    """Something that is no speed. ``benchmarks.figures`` has a function of each group; "training" comes from its measure."""

    name: str
    unit: str
    group: str
    at_most: float | None = None


STATE_SIZE = "state of a game"
MEMORY = "256 k games with observations, arrays"
RESIDENT = "256 k games with observations, growth of the process"
COLD = "first step, empty cache"
COLD_CPU = "first step, empty cache, CPU time"
WARM = "first step, full cache"
IMPORT = "import jass_env"
ENV_SHARE = "environment's part of training's CPU time"

FIGURES = (
    Figure(STATE_SIZE, "bytes", "memory", 512),
    Figure(MEMORY, "MB", "memory", 400),
    Figure(RESIDENT, "MB", "memory"),
    Figure(COLD, "s", "cold", 30),
    Figure(COLD_CPU, "s", "cold"),
    Figure(WARM, "s", "warm", 2),
    Figure(IMPORT, "s", "warm", 1),
    Figure(ENV_SHARE, "%", "training", 10),
)
