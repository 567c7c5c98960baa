"""Stable-Baselines3 and SB3-contrib (``pip install 'jass-env[sb3]'``): the batched environment as a ``VecEnv``, and players.

A single ``gymnasium.make("jass/Schieber-v0")`` works in SB3 as it is; this is the same on the batched engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from jass_env.adapters import need
from jass_env.errors import OptionError
from jass_env.gym import JassSeatVectorEnv

need("sb3_contrib", "sb3")

from sb3_contrib import MaskablePPO  # noqa: E402
from stable_baselines3.common.vec_env import VecEnv  # noqa: E402


class JassVecEnv(VecEnv):
    """A batch of matches as SB3's ``VecEnv``, with the ``action_masks`` that MaskablePPO asks for."""

    def __init__(self, envs: JassSeatVectorEnv) -> None:
        """Wrap a batch.

        Args:
            envs: made with ``AutoresetMode.SAME_STEP`` (the default), as ``VecEnv`` has it.

        Raises:
            OptionError: another autoreset mode.
        """
        if envs.autoreset_mode != AutoresetMode.SAME_STEP:
            raise OptionError(f"autoreset_mode={envs.autoreset_mode}: SB3 needs AutoresetMode.SAME_STEP")
        self.envs = envs
        self._actions = np.empty(0, dtype=np.int64)
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> np.ndarray:
        """Begin new matches; seeded with what ``seed`` was given before."""
        given = self._seeds[0]
        observations, _ = self.envs.reset(seed=None if given is None else list(self._seeds), options=self._options[0])
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions for ``step_wait``."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Take the step."""
        observations, rewards, terminations, truncations, last = self.envs.step(self._actions)
        done = terminations | truncations
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for match in np.flatnonzero(done).tolist():
            infos[match]["terminal_observation"] = last["final_obs"][match]
            infos[match]["TimeLimit.truncated"] = bool(truncations[match] and not terminations[match])
        return observations, rewards.astype(np.float32), done, infos

    def close(self) -> None:
        """Release what the batch holds."""
        self.envs.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of the batch, once for each match."""
        return [getattr(self.envs, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the batch."""
        setattr(self.envs, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """``action_masks`` of the matches: bool (A,) each. Raises AttributeError for other methods."""
        if method_name != "action_masks":
            raise AttributeError(f"the matches of a batch have no method {method_name!r}, only 'action_masks'")
        masks = self.envs.action_masks()
        return [masks[match] for match in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No match of a batch is wrapped."""
        return [False] * len(list(self._get_indices(indices)))

    def get_images(self) -> Sequence[np.ndarray | None]:
        """There are none."""
        return [None] * self.num_envs


class MaskablePlayer:
    """A model of MaskablePPO as a player: for ``jass_env.arena``, or as the opponent of the next model."""

    def __init__(self, model: MaskablePPO, name: str = "maskable_ppo") -> None:
        """Take the model as it is at each decision; it plays its most likely action."""
        self.name = name
        self.model = model

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """See ``jass_env.players.Player.act``."""
        actions, _ = self.model.predict(observation, action_masks=action_mask != 0, deterministic=True)
        return np.asarray(actions, dtype=np.int64)
