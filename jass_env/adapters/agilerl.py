"""AgileRL (``pip install 'jass-env[agilerl]'``): players.

Environments need no adapter: ``gymnasium.make_vec("jass/Schieber-v0", num_envs=128, ...)`` is what its single-agent
algorithms train on, with the masks of ``info``. AgileRL needs PettingZoo before 1.27, and is therefore best installed into
an environment of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jass_env.adapters import need

need("agilerl.algorithms", "agilerl")

import torch  # noqa: E402
from agilerl.algorithms import PPO  # noqa: E402


class AgentPlayer:
    """A PPO agent of AgileRL as a player: for ``jass_env.arena``, or as the opponent of the next agent."""

    def __init__(self, agent: PPO, name: str = "agilerl") -> None:
        """Take the agent as it is at each decision; it plays its most likely action (``get_action`` would draw one)."""
        self.name = name
        self.agent = agent

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """See ``jass_env.players.Player.act``."""
        actor: Any = self.agent.actor
        with torch.no_grad():
            latent = actor.extract_features(self.agent.preprocess_observation(observation))
            actor.forward_head(latent, action_mask=action_mask, sample=False)
            logits = actor.head_net.dist.logits
        actions: np.ndarray = logits.argmax(-1).cpu().numpy().astype(np.int64)
        return actions
