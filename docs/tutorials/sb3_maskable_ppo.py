"""MaskablePPO of SB3-contrib learns hands of Schieber against random players, and is then compared with them.

    pip install 'jass-env[sb3]'
    python docs/tutorials/sb3_maskable_ppo.py

The learner has one seat of 128 tables; random players have the other three. At the end two learners play two random players
on duplicate deals: each deal twice, with the sides changed, so that the luck of the cards cancels.
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

import jass_env  # noqa: F401  (puts jass/... into Gymnasium's registry)
from jass_env.adapters.sb3 import JassVecEnv, MaskablePlayer
from jass_env.arena import Duel, duel, duel_rules
from jass_env.players import RandomPlayer


class Scaled(BaseFeaturesExtractor):
    """Observations are small whole numbers with known bounds: brought to -1..1, a network learns from them at once."""

    def __init__(self, space: gymnasium.spaces.Box) -> None:
        super().__init__(space, features_dim=space.shape[0])
        bound = np.maximum(np.abs(space.low.astype(np.float32)), np.abs(space.high.astype(np.float32)))
        self.register_buffer("scale", torch.from_numpy(1 / np.maximum(bound, 1)))

    def forward(self, observation: torch.Tensor) -> torch.Tensor:
        return observation * self.scale


def main(steps: int = 200_000, deals: int = 1000, seed: int = 0) -> Duel:
    """Train for so many decisions, and compare on so many deals."""
    torch.set_num_threads(1)  # the network is small: more threads only wait for one another
    matches = gymnasium.make_vec("jass/Schieber-v0", num_envs=128, opponents="random", episode="hand", reward="points")
    # Returns are brought to about 1 (a hand has 157 points). Masks pass through both wrappers.
    env = VecNormalize(VecMonitor(JassVecEnv(matches)), norm_obs=False, gamma=1.0)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=32,  # 128 x 32 decisions between updates
        batch_size=512,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,  # a hand has an end, and a point is a point
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={"features_extractor_class": Scaled, "net_arch": [128, 128], "activation_fn": torch.nn.ReLU},
        seed=seed,
    )
    model.learn(steps)
    result = duel(MaskablePlayer(model), RandomPlayer(), duel_rules("schieber", "points"), deals)
    print(
        f"{result.a} against {result.b}: {result.difference.mean:+.1f} ± {result.difference.half_width:.1f} points a hand "
        f"(95 % interval over {result.deals} deals)"
    )
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=200_000, help="decisions to learn from")
    parser.add_argument("--deals", type=int, default=1000, help="deals to compare on")
    parser.add_argument("--seed", type=int, default=0)
    main(**vars(parser.parse_args()))
