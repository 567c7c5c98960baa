"""RLlib's form of a match: its own checks, rewards and ends against the AEC environment, errors, and the masked module."""

from __future__ import annotations

import numpy as np
import pytest

import jass_env
from jass_env.errors import DealError, IllegalActionError, OptionError, OrderError, PlayerError, SeatError, VariantError
from jass_env.players import RandomPlayer
from tests.support import PRESETS, VARIANTS, library

library("ray.rllib")
torch = library("torch")

from ray.rllib.core.columns import Columns  # noqa: E402
from ray.rllib.env.multi_agent_episode import MultiAgentEpisode  # noqa: E402
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule  # noqa: E402
from ray.rllib.utils.pre_checks.env import check_multiagent_environments  # noqa: E402

from jass_env.adapters.rllib import JassMultiAgentEnv, ModulePlayer  # noqa: E402


def draw(mask, rng):
    return int(rng.choice(np.flatnonzero(mask)))


def play(env, rng, seed=None):
    """A match of random actions as RLlib's runner records it: the episode, and the last step's answer."""
    observations, infos = env.reset(seed=seed)
    episode = MultiAgentEpisode(
        observation_space=env.observation_spaces,
        action_space=env.action_spaces,
        agent_to_module_mapping_fn=lambda agent, episode: "all",
    )
    episode.add_env_reset(observations=observations, infos=infos)
    while True:
        mover = next(agent for agent in observations if observations[agent]["action_mask"].any())
        assert env.observation_spaces[mover].contains(observations[mover])
        actions = {mover: draw(observations[mover]["action_mask"], rng)}
        answer = env.step(actions)
        observations, rewards, terminations, truncations, infos = answer
        episode.add_env_step(observations, actions, rewards, infos, terminateds=terminations, truncateds=truncations)
        if terminations["__all__"] or truncations["__all__"]:
            return episode, answer


@pytest.mark.parametrize("name", VARIANTS)
def test_rllibs_checker_has_nothing_to_say(name, monkeypatch):
    env = JassMultiAgentEnv({"variant": name, "episode": "hand"})

    class Legal:  # RLlib's checker knows no mask
        def sample(self):
            return env._env.action_id(env.legal_actions()[0])

    monkeypatch.setattr(env, "get_action_space", lambda agent: Legal())
    check_multiagent_environments(env)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_matches_are_those_of_the_aec_environment(name, preset):
    """Same seed and actions: what RLlib has recorded of each agent at the end is what the AEC environment tells it."""
    rng = np.random.default_rng(0)
    env = JassMultiAgentEnv({"variant": name, "preset": preset, "episode": "hand", "reward": "points"})
    episode, (last, _, terminations, truncations, _) = play(env, rng, seed=5)
    twin = jass_env.env(name, preset=preset, episode="hand", reward="points")
    twin.reset(seed=5)
    seen, got, taken = ({agent: [] for agent in twin.possible_agents} for _ in range(3))
    rng = np.random.default_rng(0)
    for agent in twin.agent_iter():
        observation, reward, terminated, truncated, _ = twin.last()
        got[agent].append(reward)
        seen[agent].append(observation["observation"])
        action = None if terminated or truncated else draw(observation["action_mask"], rng)
        taken[agent] += [] if action is None else [action]
        twin.step(action)
    assert set(last) == set(twin.possible_agents) and all(not view["action_mask"].any() for view in last.values())
    assert all(terminations.values()) and not any(truncations.values())
    assert episode.is_terminated
    for agent in twin.possible_agents:
        if not taken[agent]:
            continue
        own = episode.agent_episodes[agent]
        scale = jass_env.adapters.rllib.observation_scale(env.rules)
        np.testing.assert_allclose([view["observations"] for view in own.get_observations()], np.array(seen[agent]) * scale)
        assert list(own.get_actions()) == taken[agent]
        # The first reward is what came before the agent's first decision.
        assert sum(own.get_rewards()) == pytest.approx(sum(got[agent][1:]))


def test_a_match_that_is_cut_off_is_truncated():
    env = JassMultiAgentEnv({"variant": "schieber", "max_hands": 1})
    episode, (_, _, terminations, truncations, _) = play(env, np.random.default_rng(1), seed=1)
    assert truncations["__all__"] and not terminations["__all__"] and episode.is_truncated


def test_agents_that_leave_a_match_take_no_further_part():
    """Handjass: who is safe leaves; the match goes on among the others, and then ends for all."""
    rng = np.random.default_rng(3)
    left_early = 0
    env = JassMultiAgentEnv({"variant": "handjass", "form": "exchange"})
    for seed in range(3):
        observations, _ = env.reset(seed=seed)
        gone: set[str] = set()
        while env.agents:
            mover = next(agent for agent in observations if observations[agent]["action_mask"].any())
            observations, rewards, terminations, truncations, _ = env.step(
                {mover: draw(observations[mover]["action_mask"], rng)}
            )
            assert not gone & (set(observations) | set(rewards) | set(terminations) - {"__all__"})
            now = {agent for agent in rewards if terminations[agent]}
            left_early += bool(now) and bool(env.agents)
            gone |= now
            assert terminations["__all__"] == (not env.agents) and not truncations["__all__"]
    assert left_early


def test_players_sit_on_the_other_seats():
    """Only the learners' seats are agents; everything follows from the seed, and an agent gets all of its side's points."""
    config = {"variant": "schieber", "seats": [0, 2], "opponents": "rules", "episode": "hand", "reward": "points"}
    env = JassMultiAgentEnv(config)
    assert env.possible_agents == ["player_0", "player_2"] and set(env.players) == {1, 3}
    one, (_, _, _, _, _) = play(env, np.random.default_rng(0), seed=4)
    two, _ = play(JassMultiAgentEnv(config), np.random.default_rng(0), seed=4)
    assert one.agent_episodes["player_0"].get_rewards() == two.agent_episodes["player_0"].get_rewards()
    totals = []
    for seed in range(40):
        played, _ = play(env, np.random.default_rng(seed), seed=seed)
        mine, partners = (played.agent_episodes[agent].get_return() for agent in env.possible_agents)
        assert mine == pytest.approx(partners)
        totals.append(mine)
    assert np.mean(totals) < 70  # `rules` takes well over half of the 157 points from players who draw


def test_resets_without_a_seed_go_on():
    env = JassMultiAgentEnv({"variant": "schieber", "episode": "hand"})
    first = env.reset(seed=1)[0]
    second = env.reset()[0]
    assert any((first[a]["observations"] != second.get(a, first[a])["observations"]).any() or a not in second for a in first)
    again = env.reset(seed=1)[0]
    assert list(first) == list(again) and all((first[a]["observations"] == again[a]["observations"]).all() for a in first)


@pytest.mark.parametrize(
    ("config", "error", "message"),
    [
        ({}, OptionError, "variant"),
        ({"variant": "schiber"}, VariantError, "schieber"),
        ({"variant": "schieber", "episode": "trick"}, OptionError, "episode"),
        ({"variant": "schieber", "colour": "red"}, OptionError, "colour"),
        ({"variant": "schieber", "seats": [0, 4]}, SeatError, "seats are 0 to 3"),
        ({"variant": "schieber", "seats": []}, SeatError, "each once"),
        ({"variant": "schieber", "seats": [1, 1]}, SeatError, "each once"),
        ({"variant": "schieber", "seats": 1}, SeatError, "a list of seats"),
        ({"variant": "schieber", "seats": [0], "opponents": "nobody"}, PlayerError, "nobody"),
        ({"variant": "schieber", "opponents": "nobody"}, PlayerError, "nobody"),
    ],
)
def test_bad_configurations_are_named(config, error, message):
    with pytest.raises(error, match=message):
        JassMultiAgentEnv(config)


def test_bad_steps_are_named_and_change_nothing():
    env = JassMultiAgentEnv({"variant": "schieber", "episode": "hand"})
    with pytest.raises(OrderError, match="call reset first"):
        env.step({"player_0": 0})
    observations, _ = env.reset(seed=2)
    (mover,) = observations
    other = next(agent for agent in env.possible_agents if agent != mover)
    for actions, named in (({other: 0}, other), ({}, "nobody"), ({mover: 0, other: 0}, f"{mover}, {other}")):
        with pytest.raises(SeatError, match=f"actions of {named}: {mover} alone is to move"):
            env.step(actions)
    legal = env.legal_actions()
    illegal = int(np.flatnonzero(observations[mover]["action_mask"] == 0)[0])
    with pytest.raises(IllegalActionError, match=rf"action {illegal} .*legal for {mover}; legal are {', '.join(legal)}"):
        env.step({mover: illegal})
    assert env.legal_actions() == legal
    env.step({mover: draw(observations[mover]["action_mask"], np.random.default_rng(0))})
    with pytest.raises(DealError):
        env.reset(options={"dealer": 9})


def test_rllibs_module_draws_only_legal_actions_and_plays_as_a_player():
    env = JassMultiAgentEnv({"variant": "schieber", "episode": "hand"})
    module = ActionMaskingTorchRLModule(
        observation_space=env.observation_spaces["player_0"],
        action_space=env.action_spaces["player_0"],
        model_config={"fcnet_hiddens": [16]},
        catalog_class=None,
    )
    venv = jass_env.vec("schieber", num_envs=64, seed=0, episode="hand")
    player = ModulePlayer(module, env.rules)
    for _ in range(40):
        actions = player.act(venv.observation, venv.action_mask, np.zeros(64, dtype=np.uint64))
        assert actions.dtype == np.int64 and venv.action_mask[np.arange(64), actions].all()
        seen = {
            "observations": torch.from_numpy(venv.observation.astype(np.float32)),
            "action_mask": torch.from_numpy(venv.action_mask.astype(np.float32)),
        }
        with torch.no_grad():
            logits = module.forward_exploration({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
        drawn = torch.distributions.Categorical(logits=logits).sample().numpy()
        assert venv.action_mask[np.arange(64), drawn].all()
        venv.step(RandomPlayer().act(venv.observation, venv.action_mask, np.arange(64, dtype=np.uint64)))
