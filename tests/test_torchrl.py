"""TorchRL's form of the batched environment, and PettingZoo's form in TorchRL."""

from __future__ import annotations

import numpy as np
import pytest

import jass_env
from jass_env.errors import OptionError, SeatError
from jass_env.gym import JassSeatVectorEnv
from tests.support import VARIANTS, library

library("torchrl")
torch = library("torch")

from gymnasium.vector import AutoresetMode  # noqa: E402
from torchrl.envs import PettingZooWrapper, check_env_specs  # noqa: E402
from torchrl.modules import MaskedCategorical  # noqa: E402

from jass_env.adapters.torchrl import JassTorchEnv  # noqa: E402


@pytest.mark.parametrize("name", VARIANTS)
def test_torchrls_checker_has_nothing_to_say(name):
    check_env_specs(JassTorchEnv(name, 3, seed=0, episode="hand"))


def test_steps_are_those_of_the_batch():
    """Rollouts go through several hands: TorchRL begins finished matches anew, as NEXT_STEP does one step later."""
    env = JassTorchEnv("schieber", 4, seat=1, episode="hand", reward="points")
    env.set_seed(7)
    rollout = env.rollout(40, break_when_any_done=False)
    assert rollout["next", "done"].sum() >= 4 * 3
    twin = JassSeatVectorEnv("schieber", 4, seat=1, episode="hand", reward="points", autoreset_mode=AutoresetMode.DISABLED)
    observations, infos = twin.reset(seed=7)
    for step in range(rollout.shape[1]):
        now = rollout[:, step]
        np.testing.assert_array_equal(now["observation"], observations)
        np.testing.assert_array_equal(now["action_mask"], infos["action_mask"] != 0)
        assert now["action_mask"].gather(1, now["action"].unsqueeze(-1)).all()
        observations, rewards, terminated, truncated, infos = twin.step(now["action"].numpy())
        np.testing.assert_array_equal(now["next", "observation"], observations)
        np.testing.assert_array_equal(now["next", "reward"].squeeze(-1), rewards)
        np.testing.assert_array_equal(now["next", "terminated"].squeeze(-1), terminated)
        np.testing.assert_array_equal(now["next", "truncated"].squeeze(-1), truncated)
        if (terminated | truncated).any():
            observations, infos = twin.reset(options={"reset_mask": terminated | truncated})


def test_seeds_and_errors():
    one, two = (JassTorchEnv("differenzler", 2, seed=3, episode="hand").reset() for _ in range(2))
    assert (one["observation"] == two["observation"]).all()
    with pytest.raises(SeatError, match="0 to 3"):
        JassTorchEnv("differenzler", 2, seat=4)
    with pytest.raises(OptionError, match="episode"):
        JassTorchEnv("differenzler", 2, episode="trick")


def test_pettingzoos_form_in_torchrl():
    env = PettingZooWrapper(jass_env.env("schieber", episode="hand"), use_mask=True, done_on_any=False)
    check_env_specs(env)
    rollout = env.rollout(60)
    assert rollout["next", "done"].any()


def test_a_masked_policy_plays_pettingzoos_form():
    """``PettingZooWrapper`` with ``use_mask=True``, each seat a group of its own, and ``MaskedCategorical`` on its mask."""
    env = PettingZooWrapper(
        jass_env.env("schieber", episode="hand", reward="points"), use_mask=True, group_map=None, done_on_any=False
    )
    torch.manual_seed(0)

    def policy(td):
        for group in env.group_map:
            mask = td[group, "action_mask"]
            asked = mask.any(-1, keepdim=True)  # a seat that is not to move has an empty mask
            drawn = MaskedCategorical(logits=torch.zeros(mask.shape), mask=mask | ~asked).sample()
            td[group, "action"] = drawn
        return td

    rollout = env.rollout(60, policy)
    assert rollout["next", "done"][-1].all()
    points = sum(rollout["next", group, "reward"].sum() for group in env.group_map)
    assert points >= 2 * 157  # each card point counts for both partners; more for a match
