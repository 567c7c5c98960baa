"""Stable-Baselines3's form of the batched environment."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from jass_env.errors import OptionError
from jass_env.gym import JassSeatVectorEnv
from jass_env.players import RandomPlayer

pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

from jass_env.adapters.sb3 import JassVecEnv, MaskablePlayer


def test_steps_are_those_of_the_batch():
    envs, twin = (JassSeatVectorEnv("schieber", 6, episode="hand", reward="points") for _ in range(2))
    env = JassVecEnv(envs)
    assert is_masking_supported(env)
    env.seed(9)
    seen, infos = env.reset(), {}
    expected, infos = twin.reset(seed=9)
    ended = 0
    for step in range(30):
        np.testing.assert_array_equal(seen, expected)
        masks = get_action_masks(env)
        assert masks.dtype == bool
        np.testing.assert_array_equal(masks, infos["action_mask"] != 0)
        actions = RandomPlayer().act(expected, infos["action_mask"], np.arange(6, dtype=np.uint64) + np.uint64(6 * step))
        seen, rewards, done, about = env.step(actions)
        expected, twin_rewards, terminations, truncations, infos = twin.step(actions)
        np.testing.assert_array_equal(rewards, twin_rewards)
        np.testing.assert_array_equal(done, terminations | truncations)
        for match in np.flatnonzero(done):
            np.testing.assert_array_equal(about[match]["terminal_observation"], infos["final_obs"][match])
            assert about[match]["TimeLimit.truncated"] is False
            ended += 1
    assert ended


def test_what_sb3_cannot_do_is_said():
    with pytest.raises(OptionError, match="SAME_STEP"):
        JassVecEnv(JassSeatVectorEnv("schieber", 2, autoreset_mode=AutoresetMode.NEXT_STEP))
    with pytest.raises(AttributeError, match="action_masks"):
        JassVecEnv(JassSeatVectorEnv("schieber", 2)).env_method("legal_actions")


def test_a_model_is_a_player():
    env = JassVecEnv(JassSeatVectorEnv("differenzler", 2, episode="hand"))
    player = MaskablePlayer(MaskablePPO("MlpPolicy", env, n_steps=8, seed=0))
    rival = JassSeatVectorEnv("differenzler", 8, opponents=player, episode="hand")
    observations, infos = rival.reset(seed=0)
    actions = player.act(observations, infos["action_mask"], np.zeros(8, dtype=np.uint64))
    assert infos["action_mask"][np.arange(8), actions].all()
    rival.step(actions)
