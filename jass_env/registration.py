"""``jass/<variant>-v<version>`` in PettingZoo's registry, ``jass/<Variant>-v<version>`` in Gymnasium's."""

from __future__ import annotations

from functools import partial
from typing import Any

import gymnasium
import pettingzoo
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from jass_env.aec import JassEnv
from jass_env.rules import Rules
from jass_env.variants import all_variants


def make_env(
    variant: str,
    *,
    preset: str | None = None,
    episode: str = "match",
    reward: str = "score",
    render_mode: str | None = None,
    terminal_mask: str = "zeros",
    suits: str = "swiss",
    french_suits: str = "♠♣♦♥",
    **options: Any,
) -> JassEnv:
    """The bare AEC environment of a variant, with its checks inside.

    Args:
        variant: name of the variant ("schieber").
        preset: a named set of options.
        episode: "match" (the whole game) or "hand" (one hand).
        reward: "score" (change of the seat's own total, sign turned where fewest wins), "margin" (score minus the mean
            of the opponents'), "outcome" (+1 / 0 / -1 at the end) or "points" (card points as tricks are taken).
        render_mode: None, "ansi" or "human".
        terminal_mask: a finished agent's mask, "zeros" or "ones".
        suits: "swiss" or "french" in ``render``.
        french_suits: the French symbols of acorns, roses, shields, bells.
        **options: the variant's house rules.

    Raises:
        VariantError: unknown variant.
        OptionError: unknown preset or option, or a value that is not allowed.
    """
    rules = Rules(variant, preset=preset, episode=episode, reward=reward, options=options)
    return JassEnv(rules, render_mode=render_mode, terminal_mask=terminal_mask, suits=suits, french_suits=french_suits)


def make_wrapped_env(variant: str, **kwargs: Any) -> AECEnv[str, Any, int]:
    """The environment in PettingZoo's stock wrappers, as its classic games come."""
    env: Any = make_env(variant, **kwargs)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


def gymnasium_id(name: str) -> str:
    """What Gymnasium calls a variant: ``coiffeur_schieber`` is ``jass/CoiffeurSchieber-v0``."""
    return f"jass/{name.title().replace('_', '')}-v{all_variants()[name].version}"


def register_all() -> None:
    """Enter all variants into the registries, for ``pettingzoo.make`` (from PettingZoo 1.27 on) and ``gymnasium.make``."""
    for name, variant in all_variants().items():
        identity = f"jass/{name}-v{variant.version}"
        if hasattr(pettingzoo, "register") and identity not in pettingzoo.aec_registry:
            pettingzoo.register("aec", identity, partial(make_wrapped_env, name))
        if gymnasium_id(name) not in gymnasium.registry:
            gymnasium.register(
                gymnasium_id(name),
                entry_point="jass_env.gym:JassSeatEnv",
                vector_entry_point="jass_env.gym:JassSeatVectorEnv",
                kwargs={"variant": name},
            )
