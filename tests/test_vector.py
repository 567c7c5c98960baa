"""The batched environment: the same games as the AEC environment, in arrays of its own; autoreset; errors; saving."""

from __future__ import annotations

import copy
import os
import pickle
import random
import signal
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import jass_env
from jass_env import AutoresetMode, JassEnv, JassVectorEnv, Rules
from jass_env.errors import DealError, IllegalActionError, JassError, OptionError
from jass_env.record import Match
from tests.playing import EPISODES, REWARDS
from tests.support import PRESETS, VARIANTS, rules_to_try

ARRAYS = ("observation", "action_mask", "seat", "reward", "terminated", "truncated")
MODES = list(AutoresetMode)


def name_of(mode: AutoresetMode) -> str:
    return mode.name


def arrays(env: JassVectorEnv) -> dict[str, np.ndarray]:
    return {name: getattr(env, name).copy() for name in ARRAYS} | {"state": env.state().copy()}


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in one)


def run(env: JassVectorEnv, steps: int, seed: int = 0) -> list[dict[str, np.ndarray]]:
    """Random play; what the arrays hold after each step."""
    seen = []
    for number in range(steps):
        env.step(env.random_actions(seed + number))
        seen.append(arrays(env))
    return seen


def alike(one: list[dict[str, np.ndarray]], other: list[dict[str, np.ndarray]]) -> bool:
    return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))


# --- the same games as the AEC environment ---


def scalar(rules: Rules, seed: int) -> JassEnv:
    env = JassEnv(rules)
    env.reset(seed=seed)
    return env


def check_position(batch: JassVectorEnv, i: int, env: JassEnv) -> None:
    """Match ``i`` stands as the AEC environment does, which is not over."""
    seen = env.observe(env.agent_selection)
    assert env.possible_agents[batch.seat[i]] == env.agent_selection
    assert (batch.observation[i] == seen["observation"]).all()
    assert (batch.action_mask[i] == seen["action_mask"]).all()
    assert (batch.state()[i] == env.state()).all()


def play_both(batch: JassVectorEnv, singles: list[JassEnv], steps: int) -> int:
    """SAME_STEP beside AEC environments that are reset without a seed at the end. Returns the episodes finished."""
    finished = 0
    for number in range(steps):
        actions = batch.random_actions(number)
        batch.step(actions)
        for i, env in enumerate(singles):
            env.step(int(actions[i]))
            assert batch.reward[i].tolist() == list(env.rewards.values())
            agent = env.possible_agents[0]
            assert batch.terminated[i] == env.terminations[agent]
            assert batch.truncated[i] == env.truncations[agent]
            if batch.terminated[i] or batch.truncated[i]:
                finished += 1
                env.reset()
            check_position(batch, i, env)
    return finished


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("episode", EPISODES)
@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_same_games_as_aec(variant: str, preset: str | None, episode: str, reward: str) -> None:
    rules = Rules(variant, preset=preset, episode=episode, reward=reward, options={"max_hands": 2})
    batch = JassVectorEnv(rules, 3, seed=40)
    singles = [scalar(rules, 40 + i) for i in range(3)]
    for i, env in enumerate(singles):
        check_position(batch, i, env)
    assert play_both(batch, singles, 130) >= 3


@pytest.mark.parametrize("variant", VARIANTS)
def test_same_games_with_many_options(variant: str) -> None:
    for rules in rules_to_try(variant, 5):
        batch = JassVectorEnv(rules, 2, seed=7)
        play_both(batch, [scalar(rules, 7), scalar(rules, 8)], 60)


@pytest.mark.parametrize("variant", VARIANTS)
def test_seeds_one_for_each(variant: str) -> None:
    seeds = [5, 2**64 - 1, 0, 5]
    batch = jass_env.vec(variant, 4, seed=seeds)
    for given in (seeds, np.array(seeds, dtype=np.uint64), tuple(seeds)):
        batch.reset(seed=given)
        for i, seed in enumerate(seeds):
            check_position(batch, i, scalar(batch.rules, seed))
    assert (batch.observation[0] == batch.observation[3]).all()


@pytest.mark.parametrize("variant", VARIANTS)
def test_reset_continues_the_generators_or_restarts_them(variant: str) -> None:
    batch = jass_env.vec(variant, 3, seed=9)
    first = arrays(batch)
    batch.reset()
    second = arrays(batch)
    assert not (first["state"] == second["state"]).all(axis=1).any()
    batch.reset(seed=9)
    assert same(arrays(batch), first)
    run(batch, 11)
    batch.reset(seed=9)
    assert same(arrays(batch), first)
    batch.reset()
    assert same(arrays(batch), second)
    env = scalar(batch.rules, 10)
    env.reset()
    check_position(batch, 1, env)


@pytest.mark.parametrize("variant", VARIANTS)
def test_without_a_seed(variant: str) -> None:
    one, other = jass_env.vec(variant, 2), jass_env.vec(variant, 2)
    assert not np.array_equal(one.state(), other.state())


# --- autoreset ---


@pytest.mark.parametrize("mode", MODES, ids=name_of)
def test_mode_is_declared(mode: AutoresetMode) -> None:
    env = jass_env.vec("schieber", 1, autoreset=mode)
    assert env.autoreset_mode is mode
    assert env.metadata["autoreset_mode"] is mode


@pytest.mark.parametrize("episode", EPISODES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_next_step(variant: str, episode: str) -> None:
    """A match that is over shows its end once; the next step, whatever its action, begins the next match."""
    rules = Rules(variant, episode=episode, options={"max_hands": 2})
    batch = JassVectorEnv(rules, 3, seed=20, autoreset=AutoresetMode.NEXT_STEP)
    singles = [scalar(rules, 20 + i) for i in range(3)]
    finished = 0
    for number in range(200):
        actions = batch.random_actions(number)
        done = batch.terminated | batch.truncated
        actions[done] = -12345
        batch.step(actions)
        for i, env in enumerate(singles):
            if done[i]:
                finished += 1
                env.reset()
                assert not batch.reward[i].any()
                assert not batch.terminated[i]
                assert not batch.truncated[i]
                check_position(batch, i, env)
                continue
            env.step(int(actions[i]))
            assert batch.reward[i].tolist() == list(env.rewards.values())
            assert batch.terminated[i] == env.terminations["player_0"]
            assert batch.truncated[i] == env.truncations["player_0"]
            if batch.terminated[i] or batch.truncated[i]:
                assert not batch.action_mask[i].any()
                assert (batch.observation[i] == env.observe(env.possible_agents[batch.seat[i]])["observation"]).all()
            else:
                check_position(batch, i, env)
    assert finished >= 3


@pytest.mark.parametrize("episode", EPISODES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_disabled(variant: str, episode: str) -> None:
    """A match that is over stays so, without rewards, until it is reset; the others go on."""
    rules = Rules(variant, episode=episode, options={"max_hands": 2})
    batch = JassVectorEnv(rules, 4, seed=30, autoreset=AutoresetMode.DISABLED)
    ends: dict[int, tuple[Any, ...]] = {}
    for number in range(1000):
        actions = batch.random_actions(number)
        actions[list(ends)] = 10**6
        batch.step(actions)
        for i in range(4):
            flags = (bool(batch.terminated[i]), bool(batch.truncated[i]))
            now = (flags, batch.observation[i].tobytes(), batch.state()[i].tobytes(), int(batch.seat[i]))
            if i in ends:
                assert now == ends[i]
                assert not batch.reward[i].any()
            elif any(flags):
                ends[i] = now
            assert batch.action_mask[i].any() == (i not in ends)
        if len(ends) == 4:
            break
    assert len(ends) == 4
    batch.step(np.zeros(4, dtype=np.int64))  # nothing left to do, no error
    where = np.array([False, True, False, True])
    batch.reset(where=where)
    assert (batch.action_mask.any(axis=1) == where).all()
    assert ((batch.terminated | batch.truncated) == ~where).all()
    env = scalar(rules, 31)
    env.reset()
    check_position(batch, 1, env)


@pytest.mark.parametrize("variant", VARIANTS)
def test_modes_play_the_same_matches(variant: str) -> None:
    """The first match of each row is the same in all modes."""
    rules = Rules(variant, options={"max_hands": 2})
    batches = [JassVectorEnv(rules, 3, seed=33, autoreset=mode) for mode in MODES]
    running = np.ones(3, dtype=bool)
    for number in range(100):
        actions = batches[0].random_actions(number)
        for batch in batches:
            own = np.where(running, actions, batch.random_actions(number))
            batch.step(own)
        for batch in batches[1:]:
            assert (batch.reward[running] == batches[0].reward[running]).all()
            assert (batch.terminated[running] == batches[0].terminated[running]).all()
            assert (batch.truncated[running] == batches[0].truncated[running]).all()
        running &= ~(batches[0].terminated | batches[0].truncated)
        for batch in batches[1:]:
            assert (batch.observation[running] == batches[0].observation[running]).all()
            assert (batch.action_mask[running] == batches[0].action_mask[running]).all()


def test_wrong_mode() -> None:
    with pytest.raises(OptionError, match=r"autoreset='same'.*AutoresetMode"):
        jass_env.vec("schieber", 1, autoreset="same")  # type: ignore[arg-type]


# --- threads ---


@pytest.mark.parametrize("count", [1, 2, 5, 64])
@pytest.mark.parametrize("variant", VARIANTS)
def test_threads_change_nothing(variant: str, count: int) -> None:
    rules = Rules(variant, options={"max_hands": 1})
    one = JassVectorEnv(rules, count, seed=50)
    two = JassVectorEnv(rules, count, seed=50, threads=2)
    three = JassVectorEnv(rules, count, seed=50, threads=3)
    expected = run(one, 60)
    assert alike(run(two, 60), expected)
    assert alike(run(three, 60), expected)
    two.close()
    three.close()


@pytest.mark.parametrize("threads", [1, 2])
def test_closing(threads: int) -> None:
    """Closing gives the threads back; it may be done twice, and the matches can still be played."""
    env, other = (jass_env.vec("schieber", 4, seed=3, threads=threads) for _ in range(2))
    env.close()
    env.close()
    assert alike(run(env, 10), run(other, 10))
    other.close()


# --- the arrays ---


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("variant", VARIANTS)
def test_arrays_stay_the_same_objects(variant: str, threads: int) -> None:
    env = jass_env.vec(variant, 5, seed=1, threads=threads, max_hands=1)
    rules = env.rules
    shapes = {
        "observation": ((5, rules.observation_size), np.int8),
        "action_mask": ((5, len(rules.actions)), np.int8),
        "seat": ((5,), np.int8),
        "reward": ((5, rules.seats), np.float32),
        "terminated": ((5,), np.bool_),
        "truncated": ((5,), np.bool_),
    }
    owned = {name: getattr(env, name) for name in ARRAYS}
    full = env.state()
    assert full.shape == (5, rules.state_size)
    assert full.dtype == np.int8
    state = env.get_state()
    for change in (lambda: env.reset(seed=2), lambda: run(env, 60), lambda: env.set_state(state), env.reset):
        change()
        for name, (shape, kind) in shapes.items():
            array = getattr(env, name)
            assert array is owned[name]
            assert array.shape == shape
            assert array.dtype == kind
            assert array.flags.c_contiguous
            assert array.flags.writeable
        assert env.state() is full
    env.close()


def test_torch_sees_the_arrays_without_a_copy() -> None:
    torch = pytest.importorskip("torch")
    env = jass_env.vec("schieber", 3, seed=1)
    tensors = {name: torch.from_numpy(getattr(env, name)) for name in ARRAYS}
    run(env, 5)
    for name, tensor in tensors.items():
        assert tensor.data_ptr() == getattr(env, name).ctypes.data
        assert np.array_equal(tensor.numpy(), getattr(env, name))
    actions = torch.multinomial(tensors["action_mask"].float(), 1).squeeze(1)
    env.step(actions.numpy())


@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_what_is_seen_lies_within_the_spaces(variant: str, preset: str | None) -> None:
    env = jass_env.vec(variant, 3, seed=2, preset=preset)
    assert env.single_action_space.n == len(env.rules.actions)
    for _ in range(20):
        assert all(env.single_observation_space.contains(row) for row in env.observation)
        run(env, 3)


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_actions_are_legal_and_all_of_them(variant: str) -> None:
    env = jass_env.vec(variant, 400, seed=[3] * 400)
    for _ in range(4):
        legal = set(np.flatnonzero(env.action_mask[0]).tolist())
        drawn = {int(action) for seed in range(20) for action in env.random_actions(seed)}
        assert drawn <= legal
        assert len(drawn) > 0.9 * len(legal)
        assert (env.random_actions(5) == env.random_actions(5)).all()
        env.step(np.full(400, min(legal)))


# --- several options in one batch ---


@pytest.mark.parametrize("variant", VARIANTS)
def test_mixing_options(variant: str) -> None:
    """Match i plays by rules i % number of rules, just as it would alone."""
    kinds: dict[tuple[str, int], list[Rules]] = {}
    for rules in rules_to_try(variant, 12):
        kinds.setdefault((rules.layout_hash, rules.seats), []).append(rules)
    mixed = max(kinds.values(), key=len)
    assert len(mixed) > 1
    count = 2 * len(mixed) + 1
    batch = JassVectorEnv(mixed, count, seed=60, threads=2)
    play_both(batch, [scalar(mixed[i % len(mixed)], 60 + i) for i in range(count)], 80)
    batch.close()


def test_what_does_not_mix() -> None:
    with pytest.raises(OptionError, match="laid out alike"):
        JassVectorEnv([Rules("schieber"), Rules("mittlere")], 2)
    with pytest.raises(OptionError, match="laid out alike"):
        JassVectorEnv([Rules("schieber"), Rules("schieber", options={"weis": "off"})], 2)


# --- errors: nothing changes ---


def test_empty_batches() -> None:
    for wrong in ({"num_envs": 0}, {"num_envs": -1}, {"num_envs": 1, "threads": 0}):
        with pytest.raises(OptionError, match=next(reversed(wrong))):
            jass_env.vec("schieber", **wrong)
    with pytest.raises(OptionError):
        JassVectorEnv([], 3)


def unchanged(env: JassVectorEnv, before: tuple[bytes, dict[str, np.ndarray]]) -> bool:
    return env.get_state().tobytes() == before[0] and same(arrays(env), before[1])


def snapshot(env: JassVectorEnv) -> tuple[bytes, dict[str, np.ndarray]]:
    return env.get_state().tobytes(), arrays(env)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("variant", VARIANTS)
def test_illegal_actions_change_nothing(variant: str, threads: int) -> None:
    env = jass_env.vec(variant, 5, seed=4, threads=threads)
    rng = random.Random(4)
    for number in range(25):
        before = snapshot(env)
        match = rng.randrange(5)
        legal = [env.rules.actions[action] for action in np.flatnonzero(env.action_mask[match])]
        for illegal in (int(rng.choice(np.flatnonzero(env.action_mask[match] == 0))), -1, 10_000, 2**40):
            actions = env.random_actions(number)
            actions[match] = illegal
            with pytest.raises(IllegalActionError) as error:
                env.step(actions)
            parts = [f"match {match}", str(illegal), f"seat {env.seat[match]}", ", ".join(legal)]
            if 0 <= illegal < len(env.rules.actions):
                parts.append(f"({env.rules.actions[illegal]})")
            assert all(part in str(error.value) for part in parts)
            assert unchanged(env, before)
        env.step(env.random_actions(number))
    env.close()


@pytest.mark.parametrize(
    "actions",
    [[0, 0], [[0], [0], [0]], 0, [], None, "abc", ["6a", "7a", "8a"], [0.5, 0.5, 0.5], [float("nan")] * 3, [None] * 3],
    ids=str,
)
def test_actions_of_the_wrong_shape_or_kind(actions: Any) -> None:
    env = jass_env.vec("mittlere", 3, seed=5)
    before = snapshot(env)
    with pytest.raises(IllegalActionError, match="actions"):
        env.step(actions)
    assert unchanged(env, before)


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64, np.uint8, list])
def test_actions_of_any_integer_kind(kind: Any) -> None:
    env, other = jass_env.vec("mittlere", 3, seed=6), jass_env.vec("mittlere", 3, seed=6)
    for number in range(30):
        actions = env.random_actions(number)
        env.step(actions)
        other.step(actions.tolist() if kind is list else actions.astype(kind))
    assert same(arrays(env), arrays(other))


@pytest.mark.parametrize(
    ("argument", "wrong"),
    [
        ("seed", [1, 2]),
        ("seed", [1, 2, 3, 4]),
        ("seed", []),
        ("options", [{}, {}]),
        ("options", [{}] * 4),
        ("where", np.zeros(2, dtype=bool)),
        ("where", np.zeros(4, dtype=bool)),
        ("where", np.zeros((3, 1), dtype=bool)),
        ("where", np.array([0, 2])),
    ],
    ids=str,
)
def test_wrong_arguments_of_reset(argument: str, wrong: Any) -> None:
    env = jass_env.vec("schieber", 3, seed=7)
    run(env, 5)
    before = snapshot(env)
    with pytest.raises(OptionError):
        env.reset(**{argument: wrong})
    assert unchanged(env, before)


@pytest.mark.parametrize("wrong", [{"hands": []}, {"dealer": 7}, {"totals": [1]}, {"totals": 3}, {"hands": 3}], ids=str)
@pytest.mark.parametrize("variant", VARIANTS)
def test_wrong_options_of_reset_change_nothing(variant: str, wrong: dict[str, Any]) -> None:
    env, other = jass_env.vec(variant, 3, seed=7), jass_env.vec(variant, 3, seed=7)
    run(env, 5)
    run(other, 5)
    before = snapshot(env)
    for options in (wrong, [{}, {}, wrong]):
        with pytest.raises(DealError, match=next(iter(wrong))):
            env.reset(seed=1, options=options)
        assert unchanged(env, before)
    env.reset()
    other.reset()
    assert same(arrays(env), arrays(other))


# --- reset of some, options of some ---


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("variant", VARIANTS)
def test_reset_where(variant: str, threads: int) -> None:
    env = jass_env.vec(variant, 5, seed=8, threads=threads)
    run(env, 9)
    before = arrays(env)
    where = np.array([True, False, False, True, False])
    env.reset(where=where, seed=[90, 91, 92, 93, 94])
    for name, array in arrays(env).items():
        assert np.array_equal(array[~where], before[name][~where])
    for i in (0, 3):
        check_position(env, i, scalar(env.rules, 90 + i))
    assert not env.reward[where].any()
    kept = arrays(env)
    env.reset(where=np.zeros(5, dtype=bool))
    assert same(arrays(env), kept)
    env.close()


def deal_of(rules: Rules, seed: int) -> dict[str, Any]:
    hand = Match(rules, seed, ["-"] * rules.seats).hands[0]
    given = {"hands": hand["dealt"], "dealer": hand["dealer"]}
    return given | {key: hand[key] for key in ("turned", "spare", "out") if hand[key] is not None}


@pytest.mark.parametrize("variant", VARIANTS)
def test_options_for_all_or_for_each(variant: str) -> None:
    rules = Rules(variant, episode="hand")
    given = [deal_of(rules, 70), {}, {"dealer": 1}, {"foo": 1}]
    env = JassVectorEnv(rules, 4, seed=1)

    def aec(i: int, options: dict[str, Any]) -> JassEnv:
        single = JassEnv(rules)
        single.reset(seed=20 + i, options=options)
        return single

    env.reset(seed=20, options=given)
    for i in range(4):
        check_position(env, i, aec(i, given[i]))
    env.reset(seed=20, options=given[0])
    for i in range(4):
        check_position(env, i, aec(i, given[0]))
    mixed: Sequence[Rules] = [rules, Rules(variant, episode="hand", options={"max_hands": 3})]
    both = JassVectorEnv(mixed, 4, seed=1)
    both.reset(seed=20, options=given)
    for i in range(4):
        check_position(both, i, aec(i, given[i]))


# --- saving ---


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("steps", [0, 7, 38])
@pytest.mark.parametrize("variant", VARIANTS)
def test_saving_is_exact(variant: str, steps: int, threads: int) -> None:
    rules = Rules(variant, options={"max_hands": 2})
    env = JassVectorEnv(rules, 4, seed=10, threads=threads)
    run(env, steps)
    state = env.get_state()
    fresh = JassVectorEnv(rules, 4, seed=77)
    fresh.set_state(state)
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), fresh]
    assert all(same(arrays(other), arrays(env)) for other in others[:2])
    for name in ("observation", "action_mask", "seat", "state"):
        assert np.array_equal(arrays(fresh)[name], arrays(env)[name])
    before = state.tobytes()
    expected = run(env, 90, seed=5)
    for other in others:
        assert other.get_state().tobytes() == before  # nothing is shared
        assert alike(run(other, 90, seed=5), expected)
        other.close()
    assert state.tobytes() == before
    env.set_state(state)
    assert alike(run(env, 90, seed=5), expected)
    env.close()


@pytest.mark.parametrize("mode", MODES, ids=name_of)
def test_saving_matches_that_are_over(mode: AutoresetMode) -> None:
    env = jass_env.vec("mittlere", 3, seed=11, autoreset=mode, max_hands=1)
    run(env, 36)
    assert env.truncated.all()
    other = jass_env.vec("mittlere", 3, seed=12, autoreset=mode, max_hands=1)
    other.set_state(env.get_state())
    if mode is not AutoresetMode.SAME_STEP:
        assert other.truncated.all()
        assert not other.terminated.any()
    assert alike(run(other, 40), run(env, 40))


def test_wrong_states() -> None:
    env = jass_env.vec("schieber", 3, seed=13)
    before = snapshot(env)
    wrong = [
        None,
        {},
        np.zeros(3),
        jass_env.vec("schieber", 2).get_state(),
        jass_env.vec("mittlere", 3).get_state(),
        JassVectorEnv([Rules("schieber"), Rules("schieber", options={"target": 77})], 3).get_state(),
    ]
    for state in wrong:
        with pytest.raises(JassError):
            env.set_state(state)
        assert unchanged(env, before)


@pytest.mark.parametrize("match", [-1, 3])
def test_a_match_that_is_not_there_cannot_be_observed(match):
    """Kernels take indices as they are."""
    with pytest.raises(OptionError, match=rf"match={match}: matches are 0 to 2"):
        jass_env.vec("schieber", 3, seed=0).observe(match, 0)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_an_illegal_action_in_any_slice_changes_nothing(threads):
    venv = jass_env.vec("schieber", 7, seed=0, threads=threads)
    for where in range(7):
        before, seen = venv.get_state(), venv.observation.copy()
        actions = venv.random_actions(where)
        actions[where] = np.flatnonzero(venv.action_mask[where] == 0)[0]
        with pytest.raises(IllegalActionError, match=f"match {where}"):
            venv.step(actions)
        assert (venv.get_state() == before).all() and (venv.observation == seen).all()
        venv.step(venv.random_actions(where))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_makes_threads_of_its_own():
    venv = jass_env.vec("schieber", 4, seed=0, threads=2)
    venv.step(venv.random_actions(0))
    child = os.fork()
    if child == 0:
        venv.step(venv.random_actions(1))
        os._exit(0)
    for _ in range(100):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        time.sleep(0.1)
    else:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert done and status == 0
