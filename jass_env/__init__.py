"""jass_env: reinforcement-learning environments for Jass, the trick-taking card games of Switzerland.

``env`` makes a PettingZoo AEC environment, ``vec`` a batched one for PyTorch, ``variants`` lists the games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gymnasium.vector import AutoresetMode

from jass_env import record
from jass_env.aec import JassEnv
from jass_env.registration import make_env as env
from jass_env.registration import make_env as raw_env
from jass_env.registration import register_all
from jass_env.rules import Rules
from jass_env.variants import all_variants
from jass_env.vector import JassVectorEnv

__version__ = "0.1.0"

__all__ = ["AutoresetMode", "JassEnv", "JassVectorEnv", "Rules", "env", "raw_env", "record", "rules", "variants", "vec"]


def variants() -> list[str]:
    """Names of all variants."""
    return sorted(all_variants())


def rules(
    variant: str, *, preset: str | None = None, episode: str = "match", reward: str = "score", **options: Any
) -> Rules:
    """The rules of a variant with its options resolved and checked.

    Raises:
        VariantError: unknown variant.
        OptionError: unknown preset or option, or a value that is not allowed.
    """
    return Rules(variant, preset=preset, episode=episode, reward=reward, options=options)


def vec(
    variant: str,
    num_envs: int,
    *,
    seed: int | Sequence[int] | None = None,
    autoreset: AutoresetMode = AutoresetMode.SAME_STEP,
    threads: int = 1,
    preset: str | None = None,
    episode: str = "match",
    reward: str = "score",
    **options: Any,
) -> JassVectorEnv:
    """A batched environment of ``num_envs`` matches; see ``JassVectorEnv``.

    Raises:
        VariantError: unknown variant.
        OptionError: unknown preset or option, or a value that is not allowed.
    """
    made = rules(variant, preset=preset, episode=episode, reward=reward, **options)
    return JassVectorEnv(made, num_envs, seed=seed, autoreset=autoreset, threads=threads)


register_all()
