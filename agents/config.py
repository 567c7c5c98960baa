"""Configurations: YAML read into typed models. An unknown key is an error that names the nearest known one."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from jass_env.errors import ConfigError, nearest

NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class NetworkConfig(_Model):
    """What the networks see and how large they are."""

    policy: list[int] = Field(default=[256, 256], min_length=1)
    """Units of each hidden layer of the policy."""
    critic: list[int] = Field(default=[256, 256], min_length=1)
    """The same for the critic."""
    canonical_suits: bool = True
    """Rename the suits so that trump comes first, then the suit led: what was learned of one trump holds for all."""
    ignore: list[str] = []
    """Segments of the observation that the networks do not see (fewer inputs learn faster)."""


class PPOConfig(_Model):
    """Proximal policy optimisation (agents/ppo.py)."""

    learning_rate: float = Field(default=1e-3, gt=0)
    """Step size of Adam at the beginning."""
    final_learning_rate: float = Field(default=1e-4, ge=0)
    """The same at the end; in between it falls in a straight line."""
    gamma: float = Field(default=1.0, gt=0, le=1)
    """Discount from one own decision to the next; hands are short: none."""
    gae_lambda: float = Field(default=0.95, ge=0, le=1)
    """0 trusts the critic, 1 the outcome: lower where the critic is good and rewards come early."""
    clip: float = Field(default=0.2, gt=0)
    """How far an update may change the probability of an action, as a part of it."""
    entropy: float = Field(default=0.01, ge=0)
    """Weight of the bonus for trying several actions."""
    value: float = Field(default=0.5, gt=0)
    """Weight of the critic's error."""
    max_grad_norm: float = Field(default=0.5, gt=0)
    """Longer gradients are shortened to this."""
    epochs: int = Field(default=1, ge=1)
    """How often each rollout is gone through."""
    minibatch: int = Field(default=1024, ge=1)
    """About how many choices make a step of Adam. With few large ones learning is slow: the number of steps counts."""
    steps: int = Field(default=128, ge=2)
    """Decisions at each table in a rollout. The last one of each seat has no successor yet and is lost: not too few."""
    normalize_advantages: bool = True
    """Divide advantages by their standard deviation: the size of rewards does not matter then."""


class EvaluationConfig(_Model):
    """Duplicate deals, after training and (``every`` updates, 0: never) in between."""

    opponent: str = "random"
    """A player's name or a checkpoint."""
    pairs: int = Field(default=1000, ge=0)
    """Deals of the final evaluation, each played in all rotations; 0: none."""
    metric: Literal["points", "score"] = "points"
    every: int = Field(default=0, ge=0)
    """Updates between short evaluations during training; 0: none."""
    every_pairs: int = Field(default=100, ge=1)


class Config(_Model):
    """A training run."""

    name: str = Field(pattern=NAME)
    """The run's folder is ``runs/<name>``."""
    variant: str
    preset: str | None = None
    options: dict[str, Any] = {}
    """Options of the variant."""
    episode: Literal["hand", "match"] = "hand"
    reward: Literal["score", "margin", "outcome", "points"] = "points"
    relative: bool = True
    """Subtract the mean reward of the opponents."""
    reward_scale: float = Field(default=1.0, gt=0)
    """Rewards are divided by it: returns should come to about -1 to 1."""
    seed: int = Field(default=0, ge=0, lt=2**31)
    threads: int = Field(default=2, ge=1)
    """Threads that share the work. Results are the same to the bit for the same number, on whatever cores."""
    device: str = "auto"
    """Where the networks are: a device of torch (cpu, cuda, cuda:1), or auto: a GPU if torch sees one."""
    num_envs: int = Field(default=256, ge=1)
    """Tables that play in lockstep."""
    total_decisions: int = Field(ge=1)
    """Training ends after so many decisions (of all seats, forced ones too)..."""
    max_minutes: float | None = Field(default=None, gt=0)
    """... or after so many minutes of training, whichever comes first."""
    checkpoint_seconds: float = Field(default=30.0, ge=0)
    """Time between checkpoints (0: after every update)."""
    network: NetworkConfig = NetworkConfig()
    ppo: PPOConfig = PPOConfig()
    evaluation: EvaluationConfig = EvaluationConfig()

    @field_validator("options", mode="before")
    @classmethod
    def _no_options(cls, value: Any) -> Any:
        return {} if value is None else value


class TournamentConfig(_Model):
    """A tournament (scripts/tournament.py). What its values mean for the play: ``jass_env.arena.tournament.Tournament``."""

    name: str = Field(pattern=NAME)
    """The folder of its results is ``runs/<name>``."""
    variant: str
    preset: str | None = None
    options: dict[str, Any] = {}
    """Options of the variant."""
    episode: Literal["hand", "match"] = "hand"
    metric: Literal["score", "points"] = "score"
    agents: dict[str, str]
    """Names for the report, and what is behind them: a player's name or the path of a checkpoint."""
    deals: int = Field(default=1000, ge=1)
    """Duplicate deals for each pair."""
    half_width: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    """Wished half width of the intervals: the report says how many deals it takes."""
    seed: int = Field(default=0, ge=0, lt=2**20)
    """Number of the evaluation: other numbers, other deals."""
    held_out: bool = False
    """Play the held-out deals of the variant (configs/held_out.yaml) instead of those of ``seed``: for final results."""
    block: int = Field(default=250, ge=1)
    """Deals of a unit of work; fewer for slow agents, so that less is lost when the tournament is interrupted."""
    reference: int = Field(default=100, ge=0)
    """Deals of each agent against itself."""
    mixed: int | Literal["all"] = 0
    """Mixed tables, in games for three or more sides."""
    records: int = Field(default=0, ge=0)
    """Deals of each line-up of which records are written, where whole matches are played."""
    executor: Literal["serial", "processes"] = "processes"
    workers: int = Field(default=2, ge=1)
    """How many processes."""

    @field_validator("options", mode="before")
    @classmethod
    def _no_options(cls, value: Any) -> Any:
        return {} if value is None else value


class HeldOut(_Model):
    """Deals that are kept for final results."""

    evaluation: int = Field(ge=0, lt=2**20)
    """Number of the evaluation: its deals have the seeds from 2**62 + evaluation * 2**32 on."""
    deals: int = Field(ge=1, lt=2**32)
    """How many."""


class HeldOutDeals(_Model):
    """configs/held_out.yaml."""

    variants: dict[str, HeldOut]


HELD_OUT = Path(__file__).parents[1] / "configs" / "held_out.yaml"

M = TypeVar("M", bound=_Model)

#: Keys that may differ when a run is resumed: they say when to stop and what to do beside training, not what is trained.
FREE_TO_CHANGE = ("device", "name", "total_decisions", "max_minutes", "checkpoint_seconds", "evaluation")


def load_config(path: str | Path, overrides: Sequence[str] = ()) -> Config:
    """Read the configuration of a training run; see ``load_model``."""
    return load_model(Config, path, overrides)


def load_model(model: type[M], path: str | Path, overrides: Sequence[str] = ()) -> M:
    """Read a configuration.

    Args:
        model: what it is to be.
        path: a YAML file.
        overrides: ``key=value`` texts, keys of nested models with dots (``ppo.clip=0.1``), values in YAML.

    Raises:
        ConfigError: no such file, no YAML, an unknown key, a value that is not allowed.
    """
    try:
        data = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read the configuration {path}: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not YAML: {' '.join(str(error).split())}") from None
    if not isinstance(data, dict):
        raise ConfigError(f"{path}: a configuration is a mapping of keys to values")
    for text in overrides:
        _override(data, *parse_assignment(text))
    return make_model(model, data, str(path))


def held_out_evaluation(variant: str, deals: int, path: Path = HELD_OUT) -> int:
    """The number of the evaluation whose deals are held out for a variant.

    Raises:
        ConfigError: none is, or not so many deals are.
    """
    known = load_model(HeldOutDeals, path).variants
    if variant not in known:
        raise ConfigError(f"{path} holds out no deals of {variant!r}; {nearest(variant, known)}")
    if deals > known[variant].deals:
        raise ConfigError(f"{deals} deals are wanted, but {path} holds out {known[variant].deals} of {variant!r}")
    return known[variant].evaluation


def make_config(data: Mapping[str, Any], source: str = "configuration") -> Config:
    """Check the configuration of a training run given as a mapping; see ``make_model``."""
    return make_model(Config, data, source)


def make_model(model: type[M], data: Mapping[str, Any], source: str) -> M:
    """Check a configuration given as a mapping; errors name ``source``.

    Raises:
        ConfigError: an unknown key, a missing one, or a value that is not allowed.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise ConfigError(f"{source}: " + "; ".join(_explain(model, each) for each in error.errors())) from None


def parse_assignment(text: str) -> tuple[str, Any]:
    """``key=value`` to the key and the value, which is YAML.

    Raises:
        ConfigError: it is none.
    """
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise ConfigError(f"{text!r}: needed is key=value")
    try:
        parsed = yaml.safe_load(value) if value else None
        if isinstance(parsed, str):
            parsed = float(parsed)  # YAML 1.1 takes 1e-3 for a text
    except (ValueError, TypeError):
        pass
    except yaml.YAMLError:
        raise ConfigError(f"{text!r}: the value is not YAML") from None
    return key, parsed


def _override(data: dict[str, Any], key: str, value: Any) -> None:
    *path, last = key.split(".")
    for part in path:
        inner = data.setdefault(part, {})
        if inner is None:
            inner = data[part] = {}
        if not isinstance(inner, dict):
            raise ConfigError(f"{key}: {part} holds no keys of its own")
        data = inner
    data[last] = value


def _explain(model: type[_Model], error: Any) -> str:
    where = ".".join(str(part) for part in error["loc"])
    if error["type"] == "extra_forbidden":
        return f"unknown key {where!r}; {nearest(error['loc'][-1], _keys(model, error['loc'][:-1]))}"
    if error["type"] == "missing":
        return f"key {where!r} is missing"
    return f"{where}={error['input']!r}: {error['msg'][:1].lower()}{error['msg'][1:]}"


def _keys(model: Any, path: Sequence[Any]) -> list[str]:
    for part in path:
        if typing.get_origin(model) is dict:  # the part is a key of the mapping
            model = typing.get_args(model)[1]
            continue
        hint = model.model_fields[part].annotation
        if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
            hint = typing.get_args(hint)[0]
        model = hint
    return list(model.model_fields)


def differences(old: Config, new: Config) -> list[str]:
    """What forbids resuming a run of ``old`` with ``new``: ``key: old -> new``, empty if nothing."""

    def flat(prefix: str, value: Any) -> dict[str, Any]:
        if isinstance(value, dict) and value:
            return {k: v for key, inner in value.items() for k, v in flat(f"{prefix}{key}.", inner).items()}
        return {prefix[:-1]: value}

    before, after = flat("", old.model_dump()), flat("", new.model_dump())
    return [
        f"{key}: {before.get(key)!r} -> {after.get(key)!r}"
        for key in sorted(before | after)
        if key.split(".")[0] not in FREE_TO_CHANGE and before.get(key) != after.get(key)
    ]
