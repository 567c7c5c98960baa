"""Gymnasium's form: one seat against players, single and batched."""

from __future__ import annotations

import copy
import json
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import jass_env
from jass_env.errors import DealError, IllegalActionError, OptionError, OrderError, PlayerError, SeatError
from jass_env.gym import JassSeatEnv, JassSeatVectorEnv, SeatMatches, seat_players
from jass_env.players import RandomPlayer, decision_seeds
from jass_env.registration import gymnasium_id
from jass_env.rules import Rules
from tests.support import PRESETS, VARIANTS

#: In each a seat may see several hands, or leave the match.
MATCHES = [
    (name, {"preset": preset, "max_hands": 4} if name != "handjass" else {"preset": preset}) for name, preset in PRESETS
] + [("handjass", {"form": "exchange"})]


class Scribe:
    """A random player that writes down what it is asked."""

    def __init__(self, name="scribe"):
        self.name = name
        self.asked = []

    def act(self, observation, action_mask, seeds):
        self.asked.append((observation.copy(), action_mask.copy(), seeds.copy()))
        return RandomPlayer().act(observation, action_mask, seeds)


class Stubborn:
    """Always plays the same action."""

    name = "stubborn"

    def act(self, observation, action_mask, seeds):
        return np.zeros(len(observation), dtype=np.int64)


class Interrupted:
    """A random player that is broken off at a certain one of its decisions, once."""

    name = "interrupted"

    def __init__(self, error):
        self.error = error
        self.left = None

    def act(self, observation, action_mask, seeds):
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.left = None
                raise self.error
        return RandomPlayer().act(observation, action_mask, seeds)


def draw(mask, words):
    return RandomPlayer().act(None, np.atleast_2d(mask), np.atleast_1d(np.asarray(words, dtype=np.uint64)))


@pytest.mark.parametrize("name", VARIANTS)
def test_gymnasiums_checker_has_nothing_to_say(name):
    env = gymnasium.make(gymnasium_id(name), episode="hand", illegal="replace", render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def test_names_are_written_as_gymnasium_writes_them():
    assert gymnasium_id("coiffeur_schieber") == "jass/CoiffeurSchieber-v0"
    assert {gymnasium_id(name) for name in VARIANTS} <= set(gymnasium.registry)


@pytest.mark.parametrize(("name", "options"), MATCHES)
def test_a_seat_meets_the_same_match_as_in_the_aec_environment(name, options):
    """Observations, masks, rewards between decisions, and the end; the others play with the seeds of their decisions."""
    seat = 1
    try:
        env = JassSeatEnv(name, seat=seat, **options)
        table = jass_env.env(name, **options)
    except OptionError:  # no option max_hands
        options = {key: value for key, value in options.items() if key != "max_hands"}
        env, table = JassSeatEnv(name, seat=seat, **options), jass_env.env(name, **options)
    agent = f"player_{seat}"
    for seed in range(2):
        observation, info = env.reset(seed=seed)
        table.reset(seed=seed)
        reward, before_first, terminated, truncated, number, steps = 0.0, 0.0, False, False, 0, 0
        while True:
            seen, gained, ended, cut, _ = table.last()
            if table.agent_selection == agent:
                np.testing.assert_array_equal(observation, seen["observation"])
                np.testing.assert_array_equal(info["action_mask"], seen["action_mask"])
                assert (terminated, truncated) == (ended, cut)
                if steps:
                    assert reward == gained + before_first * (steps == 1)
                else:
                    before_first = gained
            if ended or cut:
                if table.agent_selection == agent:
                    break
                table.step(None)
                continue
            word = decision_seeds(np.array([seed], dtype=np.uint64), number)
            action = int(draw(seen["action_mask"], word)[0])
            number += 1
            if table.agent_selection == agent:
                observation, reward, terminated, truncated, info = env.step(action)
                steps += 1
            table.step(action)
        assert steps and not env.action_masks().any()


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(("name", "options"), [("schieber", {"partner": "random"}), ("handjass", {"form": "exchange"})])
def test_a_match_of_a_batch_is_the_single_one(name, options, mode):
    """Whatever the size of the batch and the autoreset mode, over several episodes."""
    size, seed = 5, 30
    kwargs = {"episode": "hand", "reward": "points"} if name == "schieber" else {}
    batch = JassSeatVectorEnv(name, size, seat=2, autoreset_mode=mode, **kwargs, **options)
    singles = [JassSeatEnv(name, seat=2, **kwargs, **options) for _ in range(size)]
    observations, infos = batch.reset(seed=seed)
    single = [env.reset(seed=seed + i) for i, env in enumerate(singles)]
    over = np.zeros(size, dtype=bool)
    episodes = 0
    for step in range(200 if name == "handjass" else 40):
        for i in range(size):
            np.testing.assert_array_equal(observations[i], single[i][0])
            np.testing.assert_array_equal(infos["action_mask"][i], single[i][1]["action_mask"])
        np.testing.assert_array_equal(batch.action_masks(), infos["action_mask"] != 0)
        if mode == AutoresetMode.DISABLED and over.any():
            with pytest.raises(OrderError, match="reset_mask"):
                batch.step(np.zeros(size, dtype=np.int64))
            observations, infos = batch.reset(options={"reset_mask": over})
            single = [env.reset() if over[i] else single[i] for i, env in enumerate(singles)]
            over = np.zeros(size, dtype=bool)
            continue
        masks = np.where(over[:, None], 1, infos["action_mask"])
        actions = draw(masks, np.arange(size) + size * step)
        observations, rewards, terminations, truncations, infos = batch.step(actions)
        for i, env in enumerate(singles):
            if over[i]:
                single[i] = env.reset()
                assert rewards[i] == 0 and not terminations[i] and not truncations[i]
                continue
            *result, info = env.step(int(actions[i]))
            assert result[1:] == [rewards[i], terminations[i], truncations[i]]
            single[i] = (result[0], info)
            if mode == AutoresetMode.SAME_STEP:
                assert bool(infos.get("_final_obs", over)[i]) == (terminations[i] or truncations[i])
                if terminations[i] or truncations[i]:
                    np.testing.assert_array_equal(infos["final_obs"][i], result[0])
                    single[i] = env.reset()
        ended = terminations | truncations
        episodes += int(ended.sum())
        over = ended if mode != AutoresetMode.SAME_STEP else over
    assert episodes >= size


def test_make_vec_gives_the_batched_environment_and_declares_its_mode():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        envs = gymnasium.make_vec("jass/Schieber-v0", num_envs=3, vectorization_mode="vector_entry_point", episode="hand")
    assert isinstance(envs.unwrapped, JassSeatVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    actions = draw(infos["action_mask"], range(3))
    assert envs.action_space.contains(actions)
    envs.step(actions)
    envs.close()
    again = gymnasium.make_vec("jass/Schieber-v0", num_envs=3, autoreset_mode=AutoresetMode.NEXT_STEP)
    assert again.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


def test_gymnasiums_own_vector_environment_holds_single_ones():
    envs = gymnasium.make_vec("jass/Differenzler-v0", num_envs=2, vectorization_mode="sync", episode="hand")
    _, infos = envs.reset(seed=3)
    ended = 0
    for step in range(30):
        _, _, terminations, _, infos = envs.step(draw(infos["action_mask"], [step, step + 100]))
        ended += terminations.sum()
    assert ended == 4  # ten decisions a hand, and a step to begin the next


def test_who_sits_where():
    rules = Rules("schieber")
    left, partner, right = Scribe("left"), Scribe("partner"), Scribe("right")
    assert seat_players(rules, 3, [left, partner, right]) == {0: left, 1: partner, 2: right}
    assert seat_players(rules, 1, left, partner) == {2: left, 3: partner, 0: left}
    same = seat_players(rules, 0, "random")
    assert same[1] is same[2] is same[3]


def test_players_see_what_their_seat_sees_and_decide_in_batches():
    scribe = Scribe()
    envs = JassSeatVectorEnv("schieber", 16, opponents=scribe, episode="hand")
    _, infos = envs.reset(seed=0)
    envs.step(draw(infos["action_mask"], range(16)))
    assert max(len(seeds) for _, _, seeds in scribe.asked) > 1
    hand = Rules("schieber").layout["hand"].slice
    for observations, masks, _ in scribe.asked:
        cards = masks[:, :36].astype(bool)
        assert (observations[:, hand][:, :36][cards] > 0).all()


def test_randomness_of_decisions_is_never_used_twice():
    scribe = Scribe()
    env = JassSeatEnv("schieber", opponents=scribe, episode="hand")
    _, info = env.reset(seed=5)
    for step in range(40):
        _, _, terminated, _, info = env.step(int(draw(info["action_mask"], [step])[0]))
        if terminated:
            _, info = env.reset()
    words = np.concatenate([seeds for _, _, seeds in scribe.asked])
    assert len(np.unique(words)) == len(words)


def test_an_illegal_action_is_named_and_changes_nothing():
    env = JassSeatEnv("schieber", episode="hand")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    before = copy.deepcopy(env)
    for action in (illegal, -1, 10**30, 1.5, None, "6a"):
        with pytest.raises(IllegalActionError, match="legal are") as caught:
            env.step(action)
        assert all(name in str(caught.value) for name in env.legal_actions())
    with pytest.raises(IllegalActionError, match=env.rules.actions[illegal]):
        env.step(illegal)
    legal = int(info["action_mask"].argmax())
    np.testing.assert_array_equal(env.step(np.int64(legal))[0], before.step(np.array(legal))[0])

    envs = JassSeatVectorEnv("schieber", 3, episode="hand")
    _, infos = envs.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[2] = int(np.flatnonzero(infos["action_mask"][2] == 0)[0])
    with pytest.raises(IllegalActionError, match=r"match 2: action .* for seat 0; legal are"):
        envs.step(actions)
    np.testing.assert_array_equal(envs.action_masks(), infos["action_mask"] != 0)


def test_illegal_actions_may_be_replaced_and_are_told():
    env = JassSeatEnv("schieber", episode="hand", illegal="replace")
    _, info = env.reset(seed=1)
    assert env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))[4]["illegal"] == 1
    assert env.step(int(env.action_masks().argmax()))[4]["illegal"] == 0
    envs = JassSeatVectorEnv("schieber", 2, episode="hand", illegal="replace")
    _, infos = envs.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = -1
    np.testing.assert_array_equal(envs.step(actions)[4]["illegal"], [0, 1])


def test_a_copy_goes_on_alike():
    env = JassSeatEnv("schieber")
    _, info = env.reset(seed=2)
    for _ in range(5):
        _, _, _, _, info = env.step(int(info["action_mask"].argmax()))
    other = copy.deepcopy(env)
    for _ in range(30):
        action = int(env.action_masks().argmax())
        one, two = env.step(action), other.step(action)
        np.testing.assert_array_equal(one[0], two[0])
        assert one[1:4] == two[1:4]


def test_a_position_in_which_nothing_is_left_to_decide_is_refused():
    """A seat that has left the match as safe decides nothing in it."""
    env = JassSeatEnv("handjass", form="exchange", seat=2)
    with pytest.raises(DealError, match="seat 2"):
        env.reset(seed=0, options={"totals": [0, 0, 5], "safe": [2]})
    observation, _ = env.reset(seed=0)  # and goes on from there
    assert env.observation_space.contains(observation)


def test_positions_are_begun_from():
    env = JassSeatEnv("schieber", episode="hand", seat=2)
    observation, _ = env.reset(seed=1, options={"totals": [10, 20, 10, 20], "dealer": 1})
    totals = observation[env.rules.layout["totals"].slice].tolist()
    assert totals[2] == 10 and totals[5] == 20  # own side first, three digits each
    assert "shove" in env.legal_actions()  # forehand, next to the dealer


@pytest.mark.parametrize(
    ("kwargs", "error", "words"),
    [
        ({"seat": 4}, SeatError, "seats are 0 to 3"),
        ({"seat": "north"}, SeatError, "north"),
        ({"opponents": "nobody"}, PlayerError, "nobody"),
        ({"opponents": 7}, PlayerError, "7"),
        ({"opponents": ["random"]}, PlayerError, "3 other seats"),
        ({"opponents": ["random"] * 3, "partner": "random"}, PlayerError, "and a partner"),
        ({"illegal": "ignore"}, OptionError, "replace"),
        ({"render_mode": "rgb_array"}, OptionError, "rgb_array"),
        ({"weis": "never"}, OptionError, "never"),
    ],
)
def test_what_cannot_be_made_is_said(kwargs, error, words):
    for make in (JassSeatEnv, JassSeatVectorEnv):
        with pytest.raises(error, match=words):
            make("schieber", **kwargs)


def test_a_partner_needs_pairs_and_players_play_by_the_rules():
    with pytest.raises(PlayerError, match="nobody plays with seat 0"):
        JassSeatEnv("differenzler", partner="random")
    env = JassSeatEnv("differenzler", opponents=Stubborn())
    with pytest.raises(PlayerError, match=r"stubborn.*illegal"):
        env.reset(seed=1, options={"dealer": 0})  # seat 1 predicts first, and 0 is a card


def test_order_of_calls():
    env = JassSeatEnv("schieber", episode="hand", render_mode="ansi")
    for call in (lambda: env.step(0), env.render):
        with pytest.raises(OrderError, match="reset"):
            call()
    env.reset(seed=0)
    assert "spectator" in env.render()
    terminated = False
    while not terminated:
        _, _, terminated, _, _ = env.step(int(env.action_masks().argmax()))
    with pytest.raises(OrderError, match="over"):
        env.step(0)
    with pytest.raises(OrderError, match="reset"):
        JassSeatVectorEnv("schieber", 2).step(np.zeros(2, dtype=int))


@pytest.mark.parametrize("error", [KeyboardInterrupt(), RuntimeError("broken")])
@pytest.mark.parametrize("breaks_reset", [False, True])
@pytest.mark.parametrize("left", [0, 1])
def test_after_an_interruption_nobody_sees_or_plays_for_the_others(error, breaks_reset, left):
    """Whose turn it is then is another seat's: nothing goes on until all is begun anew."""
    player = Interrupted(error)
    single = JassSeatEnv("schieber", opponents=player, episode="hand", illegal="replace")
    batch = JassSeatVectorEnv("schieber", 2, opponents=player, episode="hand")
    for env in (single, batch):
        start = {"dealer": 0}  # seat 1 is the first to move
        env.reset(seed=1, options={"dealer": 3})
        env.step(env.action_masks().argmax(axis=-1))
        player.left = left
        action = env.action_masks().argmax(axis=-1)
        with pytest.raises(type(error)):
            env.reset(options=start) if breaks_reset else env.step(action)
        calls = [env.action_masks, lambda env=env: env.step(env._matches.env.action_mask.argmax(axis=-1))]
        calls += [env.legal_actions] if env is single else []
        calls += [lambda: batch.reset(options={"reset_mask": np.array([True, False])})] if env is batch else []
        for call in calls:
            with pytest.raises(OrderError, match=r"interrupted.*call reset"):
                call()
        with pytest.raises(DealError):
            env.reset(options={"dealer": 9})  # nothing is begun: still the broken one
        with pytest.raises(OrderError, match="interrupted"):
            env.action_masks()
        observation, _ = env.reset(seed=1)
        fresh = type(env)("schieber", **({"num_envs": 2} if env is batch else {}), episode="hand")
        np.testing.assert_array_equal(observation, fresh.reset(seed=1)[0])
        action = env.action_masks().argmax(axis=-1)
        np.testing.assert_array_equal(env.step(action)[0], fresh.step(action)[0])


def test_a_refused_call_is_no_interruption():
    env = JassSeatEnv("schieber", episode="hand")
    _, info = env.reset(seed=1)
    for refused in (lambda: env.step(-1), lambda: env.reset(options={"dealer": 9})):
        with pytest.raises((IllegalActionError, DealError)):
            refused()
        np.testing.assert_array_equal(env.action_masks(), info["action_mask"] != 0)


def test_the_specification_is_plain_text():
    spec = gymnasium.make("jass/Schieber-v0", episode="hand", seat=1).spec
    assert json.loads(spec.to_json())["kwargs"] == {"variant": "schieber", "episode": "hand", "seat": 1}
    assert gymnasium.make(spec).unwrapped.seat == 1


def test_parts_of_a_batch_step_alone():
    """What SeatMatches rests on: those left out stay as they are."""
    env = jass_env.vec("schieber", 4, seed=0, episode="hand", reward="points")
    other = jass_env.vec("schieber", 4, seed=0, episode="hand", reward="points")
    where = np.array([True, False, True, False])
    for step in range(60):
        actions = env.random_actions(step)
        before = env.observation.copy(), env.action_mask.copy(), env.seat.copy()
        env.step(np.where(where, actions, -1), where)
        other.step(np.where(where, actions, other.random_actions(step)))
        for now, then, whole in zip(
            (env.observation, env.action_mask, env.seat),
            before,
            (other.observation, other.action_mask, other.seat),
            strict=True,
        ):
            np.testing.assert_array_equal(now[~where], then[~where])
            np.testing.assert_array_equal(now[where], whole[where])
        assert not env.reward[~where].any()
        np.testing.assert_array_equal(env.reward[where], other.reward[where])
    with pytest.raises(OptionError, match="where"):
        env.step(actions, np.ones(3, dtype=bool))
    with pytest.raises(SeatError, match="0 to 3"):
        env.observe(0, 4)


def test_seats_that_leave_the_match_are_told():
    matches = SeatMatches(Rules("handjass", options={"form": "exchange"}), 64, 0, {s: RandomPlayer() for s in (1, 2, 3)})
    matches.reset(seed=0)
    left = 0
    for _ in range(400):
        live = ~matches.is_done
        if not live.any():
            break
        actions = draw(np.where(live[:, None], matches.env.action_mask, 1), matches.own_seeds())
        matches.step(actions, live)
        left += int(np.count_nonzero(matches.terminated & ~matches.env.terminated & live))
    assert not live.any() and left
    assert not matches.env.in_match[matches.terminated & ~matches.env.terminated, 0].any()
