"""The AEC environment against its contract: PettingZoo's own tests, errors that change nothing, reset, rewards, saving."""

from __future__ import annotations

import copy
import math
import pickle
import random
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, seed_test

import jass_env
from jass_env import JassEnv
from jass_env.engine.orders import BY_TRICK
from jass_env.errors import (
    DealError,
    IllegalActionError,
    JassError,
    OptionError,
    OrderError,
    SeatError,
    VariantError,
)
from jass_env.record import Match, plain_options
from jass_env.registration import make_wrapped_env
from jass_env.variant import CardPoints
from tests import reference
from tests.playing import EPISODES, REWARDS, draw_action, hands_of
from tests.support import PRESETS, VARIANTS

#: Warnings of api_test that the design accepts: observations are dictionaries; a finished agent has no legal action.
ACCEPTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)


def make(variant: str, seed: int = 0, **options: Any) -> JassEnv:
    env = jass_env.env(variant, **options)
    env.reset(seed=seed)
    return env


def saved(env: JassEnv) -> bytes:
    """Everything that a match is, as bytes."""
    state = env.get_state()
    return repr({**state, "states": state["states"].tobytes()}).encode()


def forward(env: JassEnv, steps: int, rng: random.Random) -> None:
    """Some random decisions, not past the end."""
    for _ in range(steps):
        if any(env.terminations.values()) or any(env.truncations.values()):
            return
        env.step(draw_action(env, rng))


def over(env: JassEnv) -> bool:
    return any(env.terminations.values()) or any(env.truncations.values())


def check_api(env: Any, cycles: int) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env, num_cycles=cycles)
    assert [str(each.message) for each in caught if not str(each.message).startswith(ACCEPTED)] == []


# --- PettingZoo's tests ---


@pytest.mark.parametrize("episode", EPISODES)
@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_pettingzoo_api(variant: str, preset: str | None, reward: str, episode: str) -> None:
    check_api(jass_env.env(variant, preset=preset, reward=reward, episode=episode), cycles=30)


@pytest.mark.parametrize("terminal_mask", ["zeros", "ones"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_pettingzoo_api_to_the_end_of_a_match(variant: str, terminal_mask: str) -> None:
    check_api(jass_env.env(variant, max_hands=1, terminal_mask=terminal_mask), cycles=100)


@pytest.mark.parametrize("episode", EPISODES)
@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_pettingzoo_seeding(variant: str, preset: str | None, episode: str) -> None:
    seed_test(lambda: jass_env.env(variant, preset=preset, episode=episode), num_cycles=60)


def make_stock_env(variant: str, **kwargs: Any) -> Any:
    """From PettingZoo's registry; before 1.27 it has none."""
    if not hasattr(pettingzoo, "make"):
        return make_wrapped_env(variant, **kwargs)
    return pettingzoo.make("aec", f"jass/{variant}-v0", **kwargs)


@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_pettingzoo_registry_and_stock_wrappers(variant: str, preset: str | None) -> None:
    env = make_stock_env(variant, preset=preset, episode="hand", reward="points")
    assert isinstance(env.unwrapped, JassEnv)
    assert env.unwrapped is not env
    assert (env.unwrapped.rules.name, env.unwrapped.rules.episode, env.unwrapped.rules.reward) == (variant, "hand", "points")
    check_api(env, cycles=30)
    seed_test(lambda: make_stock_env(variant, preset=preset), num_cycles=40)


@pytest.mark.parametrize("variant", VARIANTS)
def test_stock_wrappers_end_the_game_at_an_illegal_action(variant: str) -> None:
    env = make_stock_env(variant)
    env.reset(seed=1)
    agent = env.agent_selection
    observation, *_ = env.last()
    env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert env.rewards[agent] == -1
    while env.agents:
        env.step(None)


@pytest.mark.parametrize("variant", VARIANTS)
def test_metadata(variant: str) -> None:
    env = jass_env.env(variant)
    assert env.metadata["name"] == f"{variant}_v0"
    assert env.metadata["is_parallelizable"] is False
    assert env.metadata["render_modes"] == ["ansi", "human"]
    assert env.metadata["render_fps"] > 0
    assert env.possible_agents == [f"player_{seat}" for seat in range(env.rules.seats)]


# --- spaces and names ---


@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_spaces_are_the_same_object_and_separate_for_each_agent(variant: str, preset: str | None) -> None:
    env = jass_env.env(variant, preset=preset)
    for space in (env.observation_space, env.action_space):
        spaces = [space(agent) for agent in env.possible_agents]
        assert all(space(agent) is known for agent, known in zip(env.possible_agents, spaces, strict=True))
        assert len({id(each) for each in spaces}) == env.rules.seats
    for agent in env.possible_agents:
        mask = env.observation_space(agent)["action_mask"]
        assert env.action_space(agent).n == len(env.rules.actions) == mask.shape[0]
        assert env.observation_space(agent)["observation"].shape == (env.rules.observation_size,)
        assert env.observation_space(agent)["observation"].dtype == mask.dtype == np.int8


@pytest.mark.parametrize("episode", EPISODES)
@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_what_is_seen_lies_within_the_spaces(variant: str, preset: str | None, episode: str) -> None:
    env = make(variant, 2, preset=preset, episode=episode, max_hands=2)
    rng = random.Random(2)
    while True:
        for agent in env.agents:
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            moves = agent == env.agent_selection and not over(env)
            assert seen["action_mask"].any() == moves
        state = env.state()
        assert env.state_space.contains(state)
        assert state.dtype == np.int8
        for info in env.infos.values():
            assert all(isinstance(value, int | float | np.number) for value in info.values())
        if over(env):
            return
        assert env.legal_actions() == [env.action_name(i) for i in np.flatnonzero(env.last()[0]["action_mask"])]
        env.step(draw_action(env, rng))


@pytest.mark.parametrize(("terminal_mask", "value"), [("zeros", 0), ("ones", 1)])
@pytest.mark.parametrize("variant", VARIANTS)
def test_terminal_mask(variant: str, terminal_mask: str, value: int) -> None:
    env = make(variant, 3, episode="hand", terminal_mask=terminal_mask)
    forward(env, 10_000, random.Random(3))
    assert over(env)
    assert env.legal_actions() == []
    while env.agents:
        observation, _, terminated, truncated, _ = env.last()
        assert terminated or truncated
        assert (observation["action_mask"] == value).all()
        for agent in env.agents:
            assert (env.observe(agent)["action_mask"] == value).all()
        env.step(None)


@pytest.mark.parametrize("variant", VARIANTS)
def test_action_names(variant: str) -> None:
    env = jass_env.env(variant)
    names = [env.action_name(number) for number in range(env.action_space("player_0").n)]
    assert [env.action_id(name) for name in names] == list(range(len(names)))
    assert names[:36] == [rank + suit for suit in "arsb" for rank in "6789BUOKA"]
    for wrong in (-1, len(names)):
        with pytest.raises(IllegalActionError, match=rf"{wrong}\b.*0 to {len(names) - 1}"):
            env.action_name(wrong)
    with pytest.raises(IllegalActionError, match=r"'Uax'.*'Ua'"):
        env.action_id("Uax")


# --- errors: their own types, and nothing lost ---


def test_unknown_variant_option_and_mode() -> None:
    with pytest.raises(VariantError, match=r"'schiber'.*did you mean 'schieber'"):
        jass_env.env("schiber")
    with pytest.raises(OptionError, match=r"'matches'.*did you mean 'match'.*hand"):
        jass_env.env("schieber", episode="matches")
    with pytest.raises(OptionError, match=r"'scores'.*did you mean 'score'"):
        jass_env.env("schieber", reward="scores")
    with pytest.raises(OptionError, match=r"render_mode='rgb_array'.*'ansi'.*'human'"):
        jass_env.env("schieber", render_mode="rgb_array")
    with pytest.raises(OptionError, match=r"terminal_mask='twos'.*'zeros'.*'ones'"):
        jass_env.env("schieber", terminal_mask="twos")


@pytest.mark.parametrize(
    "call",
    [
        lambda env: env.step(0),
        lambda env: env.step(None),
        lambda env: env.observe("player_0"),
        lambda env: env.last(),
        lambda env: env.state(),
        lambda env: env.legal_actions(),
        lambda env: env.render(),
        lambda env: env.get_state(),
    ],
    ids=["step", "dead step", "observe", "last", "state", "legal_actions", "render", "get_state"],
)
def test_before_reset(call: Any) -> None:
    with pytest.raises(OrderError, match="reset"):
        call(jass_env.env("schieber", render_mode="ansi"))


def test_unknown_agents() -> None:
    env = make("schieber")
    for call in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(SeatError, match=r"'player_4'.*player_0.*player_3"):
            call("player_4")


@pytest.mark.parametrize("variant", VARIANTS)
def test_illegal_actions_change_nothing(variant: str) -> None:
    env = make(variant, 4)
    rng = random.Random(4)
    for _ in range(40):
        mask = env.last()[0]["action_mask"]
        before = saved(env)
        illegal = int(rng.choice(np.flatnonzero(mask == 0)))
        with pytest.raises(IllegalActionError) as error:
            env.step(illegal)
        for part in (str(illegal), f"({env.action_name(illegal)})", env.agent_selection, ", ".join(env.legal_actions())):
            assert part in str(error.value)
        assert saved(env) == before
        env.step(draw_action(env, rng))


@pytest.mark.parametrize(
    "action",
    [None, -1, 10_000, 2**40, 2**70, -(2**70), "6a", "0", "", 1.5, math.nan, math.inf, [0], {}, np.zeros(2)],
    ids=str,
)
def test_actions_that_are_none(action: Any) -> None:
    env = make("mittlere", 5)  # its first mover may play any of his cards
    assert env.legal_actions() == hands_of(env)[env.possible_agents.index(env.agent_selection)]
    before = saved(env)
    with pytest.raises(IllegalActionError, match="legal are"):
        env.step(action)
    assert saved(env) == before


@pytest.mark.parametrize("kind", [int, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint64])
@pytest.mark.parametrize("variant", VARIANTS)
def test_kinds_of_integers(variant: str, kind: Any) -> None:
    """Actions of any integer type play the same."""
    env, other = make(variant, 6), make(variant, 6)
    action = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
    env.step(action)
    other.step(kind(action))
    assert saved(env) == saved(other)


@pytest.mark.parametrize("variant", VARIANTS)
def test_after_the_end(variant: str) -> None:
    env = make(variant, 7, episode="hand")
    forward(env, 10_000, random.Random(7))
    assert over(env)
    before = saved(env)
    with pytest.raises(OrderError, match=r"None.*17"):
        env.step(17)
    assert saved(env) == before
    left = []
    for agent in env.agent_iter():
        *_, terminated, truncated, info = env.last()
        assert terminated or truncated
        assert info == {}
        left.append(agent)
        env.step(None)
    assert sorted(left) == env.possible_agents
    assert env.agents == []
    with pytest.raises(OrderError, match="reset"):
        env.step(None)
    env.reset()
    assert env.agents == env.possible_agents
    assert not over(env)


# --- reset ---


def games(env: JassEnv, rng: random.Random, *seeds: int | None) -> list[bytes]:
    """Some beginnings of matches, each after a reset with the next seed."""
    played = []
    for seed in seeds:
        env.reset(seed=seed)
        forward(env, rng.randrange(30), rng)
        played.append(env.state().tobytes())
    return played


@pytest.mark.parametrize("episode", EPISODES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_reset_continues_the_generator_or_restarts_it(variant: str, episode: str) -> None:
    env, other = jass_env.env(variant, episode=episode), jass_env.env(variant, episode=episode)
    first = games(env, random.Random(1), 8, None, None, 8, None)
    assert first == games(other, random.Random(1), 8, None, None, 8, None)
    starts = []
    for seed in (8, None, None, 8, None, 9):
        env.reset(seed=seed)
        starts.append(tuple(map(tuple, hands_of(env))))
    assert starts[0] == starts[3]
    assert starts[1] == starts[4]
    assert len(set(starts)) == 4


@pytest.mark.parametrize("variant", VARIANTS)
def test_unseeded_environments_differ(variant: str) -> None:
    env, other = jass_env.env(variant), jass_env.env(variant)
    env.reset()
    other.reset()
    assert hands_of(env) != hands_of(other)


@pytest.mark.parametrize("variant", VARIANTS)
def test_seeds_of_any_size(variant: str) -> None:
    """Different seeds give different matches, at the edges of 64 bits too."""
    env = jass_env.env(variant)
    starts = set()
    for seed in (0, 1, 2**31, 2**32, 2**63, 2**64 - 1, np.int64(77), np.uint64(2**63 + 5)):
        env.reset(seed=seed)
        starts.add(str(hands_of(env)))
        env.reset(seed=int(seed))
        starts.add(str(hands_of(env)))
    assert len(starts) == 8


def deal_of(variant: str, seed: int, **options: Any) -> dict[str, Any]:
    """Cards of another match, as options of ``reset``."""
    rules = jass_env.rules(variant, **options)
    hand = Match(rules, seed, ["-"] * rules.seats).hands[0]
    dealt = {"hands": hand["dealt"], "dealer": hand["dealer"]}
    return dealt | {key: hand[key] for key in ("turned", "spare", "out") if hand[key] is not None}


@pytest.mark.parametrize("variant", VARIANTS)
def test_reset_with_given_cards(variant: str) -> None:
    env = make(variant, 1, episode="hand")
    given = deal_of(variant, 99, episode="hand")
    env.reset(seed=1, options=given)
    assert hands_of(env) == given["hands"]
    ids = [[env.action_id(card) for card in hand] for hand in given["hands"]]
    start = saved(env)
    env.reset(seed=1, options={**given, "hands": ids})
    assert saved(env) == start
    env.reset(seed=2, options=given)  # the cards are the given ones whatever the seed
    assert hands_of(env) == given["hands"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_reset_with_a_given_dealer(variant: str) -> None:
    env = make(variant, 1, episode="hand")
    forehand = env.rules.layout["forehand"].slice
    for dealer in range(env.rules.seats):
        env.reset(seed=1, options={"dealer": dealer})
        seen = [int(np.flatnonzero(env.observe(agent)["observation"][forehand])[0]) for agent in env.agents]
        # Seat 1 to the dealer's right is forehand, seen relative to each viewer.
        assert seen == [(dealer + 1 - seat) % env.rules.seats for seat in range(env.rules.seats)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_reset_with_given_totals(variant: str) -> None:
    env = make(variant, 1)
    rules = env.rules
    step = 111 if rules.array[0].target == 0 or rules.array[0].target > 500 else 1  # far from the end of the match
    totals = [step * (rules.side_of(seat) + 1) for seat in range(rules.seats)]
    env.reset(seed=1, options={"totals": totals})
    assert [int(total) for total in env.get_state()["states"][0].totals[: rules.sides]] == totals[: rules.sides]
    part = rules.layout["totals"].slice
    for seat, agent in enumerate(env.agents):
        digits = env.observe(agent)["observation"][part].reshape(rules.sides, 3).astype(int)
        own_first = [totals[(seat + number) % rules.seats] for number in range(rules.sides)]
        assert (digits @ [10_000, 100, 1]).tolist() == own_first
    assert not any(env.rewards.values())


@pytest.mark.parametrize("variant", VARIANTS)
def test_reset_ignores_unknown_options(variant: str) -> None:
    env = make(variant, 1)
    start = saved(env)
    env.reset(seed=1, options={"options": 1, "foo": object(), "hands": None})
    assert saved(env) == start
    env.reset(seed=1, options={})
    assert saved(env) == start


def wrong_starts(variant: str) -> list[dict[str, Any]]:
    hands = deal_of(variant, 5)["hands"]
    seats = len(hands)
    twice = [hands[0], [*hands[0][:1], *hands[1][1:]], *hands[2:]]
    return [
        {"hands": hands[1:]},
        {"hands": [hands[0][1:], *hands[1:]]},
        {"hands": [[*hands[0], "6a"], *hands[1:]]},
        {"hands": twice},
        {"hands": [["1x", *hands[0][1:]], *hands[1:]]},
        {"hands": [[99, *hands[0][1:]], *hands[1:]]},
        {"hands": [[-1, *hands[0][1:]], *hands[1:]]},
        {"hands": [[None, *hands[0][1:]], *hands[1:]]},
        {"hands": 5},
        {"hands": [5] * seats},
        {"dealer": seats},
        {"dealer": -1},
        {"dealer": "player_0"},
        {"dealer": True},
        {"dealer": 1.0},
        {"totals": [0] * (seats + 1)},
        {"totals": [0] * (seats - 1)},
        {"totals": ["0"] * seats},
        {"totals": [0.5] * seats},
        {"totals": [10**12] * seats},
        {"totals": 5},
        {"dealer": 0, "totals": ["x"] * seats},
    ]


@pytest.mark.parametrize("number", range(22))
@pytest.mark.parametrize("variant", VARIANTS)
def test_wrong_options_of_reset_leave_the_match_as_it_was(variant: str, number: int) -> None:
    options = wrong_starts(variant)[number]
    env, same = make(variant, 1), make(variant, 1)
    for each in (env, same):
        forward(each, 7, random.Random(1))
    before = saved(env)
    key = next(iter(options)) if number < 21 else "totals"
    with pytest.raises(DealError, match=key):
        env.reset(seed=2, options=options)
    assert saved(env) == before
    # It goes on as if nothing had been, this match and the next.
    for each in (env, same):
        forward(each, 30, random.Random(2))
        each.reset()
        forward(each, 5, random.Random(3))
    assert saved(env) == saved(same)


def turned_from(variant: str) -> str | None:
    """Where the card shown for trump lies."""
    return reference.Match(variant, plain_options(jass_env.rules(variant))).rules.turned_from


@pytest.mark.parametrize("variant", [name for name in VARIANTS if turned_from(name) == "dealer"])
def test_turned_card(variant: str) -> None:
    env = make(variant, 1, episode="hand")
    given = deal_of(variant, 5, episode="hand")
    part = env.rules.layout["turned"].slice
    for card in given["hands"][given["dealer"]]:
        env.reset(options={**given, "turned": card})
        assert [env.action_name(i) for i in np.flatnonzero(env.last()[0]["observation"][part])] == [card]
    before = saved(env)
    for wrong in ("zz", 99, given["hands"][(given["dealer"] + 1) % env.rules.seats][0]):
        with pytest.raises(DealError, match="turned"):
            env.reset(options={**given, "turned": wrong})
        assert saved(env) == before


@pytest.mark.parametrize("variant", [name for name in VARIANTS if jass_env.rules(name).sides < jass_env.rules(name).seats])
def test_partners_share_a_total(variant: str) -> None:
    env = make(variant)
    with pytest.raises(DealError, match=r"totals.*partners"):
        env.reset(options={"totals": [0, 0, *[10] * (env.rules.seats - 2)]})


# --- rewards ---


LONG = 60  # hands; random players end no match of Sticheln


def play_rewards(env: JassEnv, seed: int) -> tuple[Match, list[list[float]], list[list[int]]]:
    """A match beside its record; checks ``last``. Returns the match, and rewards and totals (per seat) of each step."""
    env.reset(seed=seed)
    rng = random.Random(seed)
    match = Match(env.rules, seed, env.possible_agents)
    since = dict.fromkeys(env.agents, 0.0)
    rewards, totals = [], [totals_of(match)]
    assert not any(env.rewards.values())
    while not over(env):
        agent = env.agent_selection
        assert agent == env.possible_agents[match.mover]
        assert env.legal_actions() == match.legal()
        assert env.last()[1] == since[agent]
        action = draw_action(env, rng)
        since[agent] = 0.0
        env.step(action)
        assert match.play(env.action_name(action))
        assert list(env.rewards) == env.possible_agents
        for each, reward in env.rewards.items():
            assert type(reward) is float
            since[each] += reward
        rewards.append(list(env.rewards.values()))
        totals.append(totals_of(match))
    assert match.over
    while env.agents:
        assert env.last()[1] == since[env.agent_selection]
        env.step(None)
    return match, rewards, totals


def totals_of(match: Match) -> list[int]:
    return [int(match.state.totals[match.rules.side_of(seat)]) for seat in range(match.rules.seats)]


@pytest.mark.parametrize("episode", EPISODES)
@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_score_is_the_change_of_the_total(variant: str, preset: str | None, episode: str) -> None:
    env = jass_env.env(variant, preset=preset, episode=episode, reward="score", max_hands=LONG)
    sign = -1 if env.rules.array[0].fewest_wins else 1
    match, rewards, totals = play_rewards(env, 11)
    assert (np.array(rewards) == sign * np.diff(totals, axis=0)).all()
    scores = np.sum([hand["scores"] for hand in match.hands], axis=0)
    assert (np.sum(rewards, axis=0) == sign * scores).all()
    assert (scores == match.record["totals"]).all()
    if episode == "match" and match.record["end"] in ("hands", "target"):
        # Higher is better: the winners have collected most.
        collected = np.sum(rewards, axis=0)
        assert all(collected[seat] == collected.max() for seat in match.record["winners"])


@pytest.mark.parametrize("episode", EPISODES)
@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_margin_is_score_less_the_opponents_mean(variant: str, preset: str | None, episode: str) -> None:
    env = jass_env.env(variant, preset=preset, episode=episode, reward="margin", max_hands=LONG)
    sign = -1 if env.rules.array[0].fewest_wins else 1
    _, rewards, totals = play_rewards(env, 12)
    scores = sign * np.diff(totals, axis=0)
    side = [env.rules.side_of(seat) for seat in range(env.rules.seats)]
    for seat in range(env.rules.seats):
        opponents = [other for other in range(env.rules.seats) if side[other] != side[seat]]
        expected = scores[:, seat] - scores[:, opponents].mean(axis=1)
        assert np.allclose(np.array(rewards)[:, seat], expected, rtol=1e-6, atol=1e-4)
    assert np.allclose(np.sum(rewards, axis=1), 0, atol=1e-2)


@pytest.mark.parametrize("episode", EPISODES)
@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_outcome_is_one_at_the_end(variant: str, preset: str | None, episode: str) -> None:
    for seed in range(3):
        env = jass_env.env(variant, preset=preset, episode=episode, reward="outcome", max_hands=LONG)
        match, rewards, _ = play_rewards(env, seed)
        assert not np.any(rewards[:-1])
        winners, end = match.record["winners"], match.record["end"]
        sole = len({env.rules.side_of(seat) for seat in winners}) == 1
        expected = [(1 if sole else 0) if seat in winners else -1 for seat in range(env.rules.seats)]
        assert bool(winners) == (end != "truncated")
        assert rewards[-1] == (expected if winners else [0] * env.rules.seats)


@pytest.mark.parametrize("variant", VARIANTS)
def test_winners_of_a_single_hand_have_the_best_score(variant: str) -> None:
    for seed in range(5):
        env = jass_env.env(variant, episode="hand", reward="score")
        match, rewards, _ = play_rewards(env, seed)
        collected = np.sum(rewards, axis=0)
        if match.record["end"] == "hands":
            assert match.record["winners"] == np.flatnonzero(collected == collected.max()).tolist()


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_truncated_matches(variant: str, reward: str) -> None:
    """All agents are truncated, none terminated; nobody has won."""
    env = make(variant, 13, reward=reward, max_hands=1)
    forward(env, 10_000, random.Random(13))
    if env.get_state()["states"][0].hand_number == 0 and all(env.truncations.values()):
        assert not any(env.terminations.values())
        if reward == "outcome":
            assert not any(env.rewards.values())
    else:
        assert all(env.terminations.values())
        assert not any(env.truncations.values())


@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_points_of_a_hand(variant: str, preset: str | None) -> None:
    """Card points as tricks are taken: 157 in a whole hand of 36 cards (rulebook 1.3)."""
    for seed in range(5):
        env = jass_env.env(variant, preset=preset, episode="hand", reward="points")
        match, rewards, _ = play_rewards(env, seed)
        rules = env.rules
        if not isinstance(rules.game.count, CardPoints) or rules.game.deal.cards * rules.seats != 36:
            return
        played = sum(name in env.rules.actions[:36] for _, name in match.hands[0]["actions"])
        if played == 36 and match.state.values != BY_TRICK:
            taken = np.sum(rewards, axis=0)[: rules.sides]  # seat number `side` belongs to side number `side`
            assert taken.sum() == 157
            assert (taken >= 0).all()
            assert (taken == np.array(match.state.card_points[: rules.sides])).all()


# --- saving ---


def continuation(env: JassEnv, seed: int) -> list[Any]:
    """All that is seen from here to the end of the match and in the next one."""
    rng = random.Random(seed)
    seen: list[Any] = []
    for _ in range(2):
        while env.agents:
            observation, reward, terminated, truncated, info = env.last()
            seen.append((env.agent_selection, reward, terminated, truncated, info, dict(env.rewards)))
            seen.append((observation["observation"].tobytes(), observation["action_mask"].tobytes(), env.state().tobytes()))
            env.step(None if terminated or truncated else draw_action(env, rng))
        env.reset()
    return seen


def by_pickle(env: JassEnv) -> JassEnv:
    other: JassEnv = pickle.loads(pickle.dumps(env))
    return other


def by_state(env: JassEnv) -> JassEnv:
    other = jass_env.env(env.rules.name, **env.rules.options)
    other.set_state(env.get_state())
    return other


def by_pickled_state(env: JassEnv) -> JassEnv:
    other = jass_env.env(env.rules.name, **env.rules.options)
    other.reset(seed=123)
    forward(other, 9, random.Random(1))
    other.set_state(pickle.loads(pickle.dumps(env.get_state())))
    return other


@pytest.mark.parametrize("steps", [0, 1, 6, 23, 41])
@pytest.mark.parametrize("duplicate", [copy.deepcopy, by_pickle, by_state, by_pickled_state])
@pytest.mark.parametrize("variant", VARIANTS)
def test_saving_is_exact(variant: str, duplicate: Any, steps: int) -> None:
    env = make(variant, 14, max_hands=2)
    forward(env, steps, random.Random(14))
    before = saved(env)
    other = duplicate(env)
    assert saved(other) == before
    assert other.agents == env.agents
    expected = continuation(env, 15)
    assert saved(other) == before  # the two share nothing
    assert continuation(other, 15) == expected


@pytest.mark.parametrize("variant", VARIANTS)
def test_set_state_goes_back(variant: str) -> None:
    env = make(variant, 16, max_hands=2)
    forward(env, 17, random.Random(16))
    state, before = env.get_state(), saved(env)
    expected = continuation(env, 17)
    for _ in range(2):
        env.set_state(state)  # what was taken is not changed by playing on
        assert saved(env) == before
        assert continuation(env, 17) == expected


@pytest.mark.parametrize("variant", VARIANTS)
def test_saving_a_match_that_is_over(variant: str) -> None:
    env = make(variant, 18, max_hands=1)
    forward(env, 10_000, random.Random(18))
    env.step(None)
    other = jass_env.env(variant, **env.rules.options)
    other.set_state(env.get_state())
    assert saved(other) == saved(env)
    assert len(other.agents) == env.rules.seats - 1
    assert continuation(other, 1) == continuation(env, 1)


def test_wrong_states() -> None:
    env = make("schieber", 19)
    before = saved(env)
    good = env.get_state()
    other = make("mittlere", 19)
    wrong: list[Any] = [
        {},
        {**good, "states": None},
        {**good, "states": np.zeros(1)},
        {**good, "states": np.zeros(2, dtype=good["states"].dtype)},
        other.get_state(),
        None,
    ]
    for state in wrong:
        with pytest.raises(JassError):
            env.set_state(state)
        assert saved(env) == before


@pytest.mark.parametrize("variant", VARIANTS)
def test_observations_are_built_anew_and_belong_to_the_caller(variant: str) -> None:
    """Writing into what was observed changes nothing in the match; what was observed does not change by itself."""
    env, same = make(variant, 20), make(variant, 20)
    rng = random.Random(20)
    kept = []
    for _ in range(20):
        observation = env.last()[0]
        kept.append((observation, copy.deepcopy(observation)))
        action = draw_action(env, rng)
        env.step(action)
        same.step(action)
        assert saved(env) == saved(same)
    for seen, then in kept:
        assert (seen["observation"] == then["observation"]).all()
        assert (seen["action_mask"] == then["action_mask"]).all()
