"""PPO of RLlib learns hands of Schieber by self-play, with RLlib's action-masking module, and then plays random players.

    pip install 'jass-env[rllib]'      (an environment of its own: Ray pins its version of Gymnasium)
    python docs/tutorials/rllib_ppo.py

`JassMultiAgentEnv` shows only the agent to move, with the keys of `ActionMaskingTorchRLModule`. One module plays all seats
and learns from all; RLlib itself sums a seat's rewards between its decisions. All play and learning is in this one process,
beside a Ray on this machine that keeps the configuration; `num_env_runners` is what spreads the play over several.
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # before Ray is imported: nothing is reported to anybody

import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from jass_env.adapters.rllib import JassMultiAgentEnv, ModulePlayer
from jass_env.arena import Duel, duel, duel_rules
from jass_env.players import RandomPlayer
from jass_env.rules import Rules

NUM_ENVS = 16
DECISIONS = 4096  # between updates
EPOCHS = 4
MINIBATCH = 512
POINTS = 40.0  # points that count as a reward of 1: about the standard deviation of a hand's
MODULE = "every_seat"


class ScaledEnv(JassMultiAgentEnv):
    """Rewards of a size that networks learn well from."""

    def step(self, action_dict):
        observations, rewards, *rest = super().step(action_dict)
        return observations, {agent: reward / POINTS for agent, reward in rewards.items()}, *rest


def configuration(seed: int = 0) -> PPOConfig:
    return (
        PPOConfig()
        .environment(
            ScaledEnv,
            env_config={"variant": "schieber", "episode": "hand", "reward": "points"},
            disable_env_checking=True,  # it acts without a look at the mask, which is an error
        )
        .framework("torch")
        .env_runners(
            num_env_runners=0,
            num_envs_per_env_runner=NUM_ENVS,
            batch_mode="complete_episodes",
        )
        .learners(num_learners=0, num_gpus_per_learner=0)
        .multi_agent(policies={MODULE}, policy_mapping_fn=lambda agent, episode, **kwargs: MODULE)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config=DefaultModelConfig(fcnet_hiddens=[128, 128], fcnet_activation="relu", vf_share_layers=False),
            )
        )
        .training(
            train_batch_size_per_learner=DECISIONS,
            minibatch_size=MINIBATCH,
            num_epochs=EPOCHS,
            lr=1e-3,
            gamma=1.0,  # a hand has an end, and a point is a point
            lambda_=0.95,
            clip_param=0.2,
            entropy_coeff=0.01,
            vf_loss_coeff=0.5,
            vf_clip_param=float("inf"),
            use_kl_loss=False,
            grad_clip=0.5,
        )
        .debugging(seed=seed, log_level="ERROR")
    )


def main(iterations: int = 20, deals: int = 1000, seed: int = 0) -> Duel:
    """Train for so many updates, and compare on so many deals."""
    torch.set_num_threads(1)
    # RLlib keeps its configuration in Ray's object store: a Ray of our own, on this machine alone.
    ray.init(
        address="local",
        num_cpus=1,
        include_dashboard=False,
        log_to_driver=False,
        logging_level="error",
        object_store_memory=100 * 2**20,
        _node_ip_address="127.0.0.1",
    )
    try:
        algorithm = configuration(seed).build_algo()
        for _ in range(iterations):
            algorithm.train()
        rules = Rules("schieber", preset=None, episode="hand", reward="points", options={})
        player = ModulePlayer(algorithm.get_module(MODULE), rules, "rllib_ppo")
        result = duel(player, RandomPlayer(), duel_rules("schieber", "points"), deals)
        algorithm.stop()
    finally:
        ray.shutdown()
    print(
        f"{result.a} against {result.b}: {result.difference.mean:+.1f} ± {result.difference.half_width:.1f} points a hand "
        f"(95 % interval over {result.deals} deals)"
    )
    return result


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=20, help=f"updates, each after {DECISIONS} decisions")
    parser.add_argument("--deals", type=int, default=1000, help="deals to compare on")
    parser.add_argument("--seed", type=int, default=0)
    main(**vars(parser.parse_args()))
