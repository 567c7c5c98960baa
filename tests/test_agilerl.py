"""AgileRL's PPO on Gymnasium's vectorised form: masks all the way, and an agent as a player."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import jass_env
from jass_env.errors import IllegalActionError
from tests.support import VARIANTS, library

library("agilerl")
torch = library("torch")

from agilerl.algorithms import PPO  # noqa: E402
from agilerl.rollouts.on_policy import collect_rollouts  # noqa: E402

from jass_env.adapters.agilerl import AgentPlayer  # noqa: E402


def make_agent(envs):
    return PPO(
        envs.single_observation_space,
        envs.single_action_space,
        num_envs=envs.num_envs,
        learn_step=4 * envs.num_envs,
        batch_size=16,
        net_config={"latent_dim": 16, "encoder_config": {"hidden_size": [16]}},
    )


@pytest.mark.parametrize("name", VARIANTS)
def test_agilerls_own_loop_plays_and_learns_in_every_variant(name):
    """No action is illegal (that would raise), and the masks reach the buffer that it learns from."""
    identity = jass_env.registration.gymnasium_id(name)
    envs = gymnasium.make_vec(identity, num_envs=4, opponents="random", episode="hand")
    agent = make_agent(envs)
    collect_rollouts(agent, envs)
    batch = agent.rollout_buffer.get_tensor_batch(device="cpu")
    taken = batch["actions"].reshape(-1, 1).long()
    masks = batch["action_masks"].reshape(len(taken), -1)
    assert masks.gather(1, taken).all() and not masks.all()
    assert np.isfinite(agent.learn())


def test_a_caller_that_ignores_the_mask_is_told():
    envs = gymnasium.make_vec("jass/Schieber-v0", num_envs=64, opponents="random", episode="hand")
    agent = make_agent(envs)
    observation, _ = envs.reset(seed=0)
    action, *_ = agent.get_action(observation)
    with pytest.raises(IllegalActionError, match=r"match \d+: action \d+ .* is not legal for seat 0; legal are "):
        envs.step(action)


def test_an_agent_as_a_player_takes_its_most_likely_legal_action():
    envs = gymnasium.make_vec("jass/Schieber-v0", num_envs=64, opponents="random", episode="hand")
    agent = make_agent(envs)
    observation, info = envs.reset(seed=0)
    mask = info["action_mask"]
    before = torch.random.get_rng_state()
    chosen = AgentPlayer(agent).act(observation, mask, np.zeros(64, dtype=np.uint64))
    assert torch.equal(before, torch.random.get_rng_state())
    assert chosen.dtype == np.int64 and mask[np.arange(64), chosen].all()
    drawn = np.array([agent.get_action(observation, action_mask=mask)[0] for _ in range(400)])
    for match in range(4):
        counts = np.bincount(drawn[:, match], minlength=mask.shape[1])
        assert counts[chosen[match]] >= 0.5 * counts.max()
