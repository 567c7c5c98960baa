"""Hands of Jass as an OpenSpiel game."""

from __future__ import annotations

import random

import numpy as np
import pytest

import jass_env
from jass_env.engine.cards import KIND
from jass_env.errors import DealError, IllegalActionError, OptionError, SeatError, VariantError
from tests.support import VARIANTS

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from jass_env.adapters.open_spiel import to_openspiel  # noqa: E402

#: Games with something of their own: cards exchanged unseen, hidden predictions, Weis as a decision, cards drawn for ties.
OPTIONS = [
    ("handjass", {"form": "exchange"}),
    ("handjass", {"form": "exchange", "players": 2}),
    ("schieber", {"weis": "choose"}),
    ("differenzler", {"pairs": True}),
    ("plus_minus", {"table": "fi"}),
    ("coiffeur_schieber", {"start": {"ledger": [[["roses", 80]], [], []], "hand_number": 1}}),
]


def play(state, rng, steps=10_000):
    """Play at random, yielding the state before each decision of a player."""
    for _ in range(steps):
        if state.is_terminal():
            return
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
            continue
        yield state
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", VARIANTS)
def test_openspiels_own_simulation_of_games(name):
    pyspiel.random_sim_test(to_openspiel(name), num_sims=1, serialize=True, verbose=False)


def test_openspiels_simulation_in_python():
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    GamesSimTest().sim_game(to_openspiel("differenzler", reward="margin"))


@pytest.mark.parametrize(("name", "options"), [*((name, {}) for name in VARIANTS), *OPTIONS])
def test_resampling_keeps_what_the_player_knows(name, options):
    game = to_openspiel(name, **options)
    rng = random.Random(name)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = 0
    for number, state in enumerate(play(game.new_initial_state(), rng)):
        if number % 6:
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, sampler)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.current_player() == player and other.legal_actions() == state.legal_actions()
        others += str(other) != str(state)
        for _ in play(other, rng):
            pass
        assert other.is_terminal()
    assert others


def test_hidden_predictions_are_drawn_anew():
    game = to_openspiel("differenzler")
    rng = random.Random(1)
    for state in play(game.new_initial_state(), rng):
        if state.move_number() == 36 + 1 + 3:  # the dealer, 36 cards, three predictions
            break
    player = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = [state.resample_from_infostate(player, sampler) for _ in range(8)]
    assert len({tuple(each.history()[-3:]) for each in others}) > 4


def test_a_hand_is_the_one_that_the_aec_environment_plays():
    """The same cards and decisions: the same observations, legal actions and rewards."""
    game = to_openspiel("schieber", reward="points", start={"totals": [100, 50, 100, 50]})
    env = jass_env.env("schieber", episode="hand", reward="points")
    for seed in range(3):
        rng = random.Random(seed)
        observers = make_observation(game)
        env_begun, totals = False, np.zeros(4)
        for state in play(game.new_initial_state(), rng):
            if not env_begun:
                dealer, *cards = state.history()
                hands = [[int(KIND[card]) for card in cards[9 * seat : 9 * seat + 9]] for seat in range(4)]
                env.reset(seed=0, options={"hands": hands, "dealer": dealer, "totals": [100, 50, 100, 50]})
                env_begun = True
            else:
                env.step(state.history()[-1])
                totals += list(env.rewards.values())
            player = state.current_player()
            assert env.agent_selection == f"player_{player}"
            seen = env.observe(f"player_{player}")
            np.testing.assert_array_equal(state.information_state_tensor(player), seen["observation"])
            np.testing.assert_array_equal(state.observation_tensor(player), seen["observation"])
            np.testing.assert_array_equal(state.legal_actions_mask(player), seen["action_mask"])
            observers.set_from(state, player)
            np.testing.assert_array_equal(observers.dict["hand"], seen["observation"][env.rules.layout["hand"].slice])
            other = (player + 1) % 4
            np.testing.assert_array_equal(
                state.information_state_tensor(other), env.observe(f"player_{other}")["observation"]
            )
        env.step(state.history()[-1])
        totals += list(env.rewards.values())
        assert state.returns() == totals.tolist()


def test_information_states_tell_apart_what_a_player_sees():
    """Strings are the same exactly where the observations are."""
    game = to_openspiel("sidi_jass")
    seen = {}
    for seed in range(20):
        for state in play(game.new_initial_state(), random.Random(seed)):
            for player in range(2):
                tensor = (player, *state.information_state_tensor(player))
                assert seen.setdefault(state.information_state_string(player), tensor) == tensor
    assert len(set(seen.values())) == len(seen)


def test_the_name_of_a_game_says_it_all():
    game = to_openspiel("schieber", preset="swiss", reward="margin", start={"dealer": 2}, weis="choose")
    again = pyspiel.load_game(str(game))
    assert again.rules.options == game.rules.options and again.rules.reward == "margin"
    assert not any("dealer" in str(what) for what, _ in again.table.chances)
    assert pyspiel.load_game("python_jass(variant=handjass)").num_players() == 4


def test_openspiels_search_plays():
    """ISMCTS needs resampling, copies and returns; it plays a hand of two to its end."""
    game = to_openspiel("sidi_jass", reward="outcome")
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        max_simulations=3,
        max_world_samples=ismcts.UNLIMITED_NUM_WORLD_SAMPLES,
        random_state=np.random.RandomState(0),
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(0)),
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )
    state = game.new_initial_state()
    rng = random.Random(0)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        elif state.current_player() == 0:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == 0


def test_what_cannot_be_is_said():
    with pytest.raises(VariantError, match="schiber"):
        to_openspiel("schiber")
    with pytest.raises(OptionError, match="weis"):
        to_openspiel("schieber", weis="never")
    with pytest.raises(OptionError, match="chance nodes"):
        to_openspiel("schieber", start={"hands": [[]] * 4})
    with pytest.raises(DealError, match="dealer"):
        to_openspiel("schieber", start={"dealer": 4})
    state = to_openspiel("sidi_jass").new_initial_state()
    with pytest.raises(OptionError, match="player to move"):
        state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    state = next(play(state, random.Random(0)))
    illegal = next(action for action in range(36) if action not in state.legal_actions())
    with pytest.raises((IllegalActionError, pyspiel.SpielError), match="legal"):
        state.apply_action(illegal)


@pytest.mark.parametrize("name", ["schieber", "guggitaler"])  # in the second chance draws the number of the hand too
def test_chance_deals_only_what_is_there(name):
    state = to_openspiel(name).new_initial_state()
    while state.is_chance_node():
        outcomes = [outcome for outcome, _ in state.chance_outcomes()]
        before = str(state)
        for wrong in {-2, 99, *range(72)} - set(outcomes):  # no card, none of this pack, or one that is dealt
            with pytest.raises(IllegalActionError, match="chance outcome"):
                state.apply_action(wrong)
        assert str(state) == before and [outcome for outcome, _ in state.chance_outcomes()] == outcomes
        state.apply_action(outcomes[-1])
    assert state.legal_actions()


def test_only_players_see():
    state = to_openspiel("sidi_jass").new_initial_state()
    game_states = [state, next(play(state.clone(), random.Random(0)))]
    over = state.clone()
    for _ in play(over, random.Random(0)):
        pass
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for each in [*game_states, over]:
        for player in (-4, -1, 2, 99, 0.5, None):
            with pytest.raises(SeatError, match="seats are 0 to 1"):
                each.observe(player)
            with pytest.raises(SeatError, match="seats are 0 to 1"):
                each.resample_from_infostate(player, sampler)


def test_samplers_may_give_both_ends_and_nothing_beyond():
    game = to_openspiel("differenzler")
    for state in play(game.new_initial_state(), random.Random(1)):
        if state.move_number() == 36 + 1 + 3:  # the dealer, 36 cards, three predictions, hidden ones to draw
            break
    player = state.current_player()
    for end in (0.0, 1.0, 0, 1, np.float32(1)):
        other = state.resample_from_infostate(player, lambda end=end: end)
        assert other.information_state_string(player) == state.information_state_string(player)
    for wrong in (-0.1, 1.1, float("nan"), float("inf"), None, "1"):
        with pytest.raises(OptionError, match="sampler gave"):
            state.resample_from_infostate(player, lambda wrong=wrong: wrong)


@pytest.mark.parametrize("name", ["options", "start"])
@pytest.mark.parametrize("text", ["zz", "%5B1%5D", "%7B", "null"])
def test_names_of_games_hold_json_objects(name, text):
    with pytest.raises(OptionError, match=f"{name}=.*JSON object"):
        pyspiel.load_game(f"python_jass({name}={text})")


def test_a_game_from_its_name_is_checked_as_one_that_is_made():
    with pytest.raises(DealError, match="dealer"):
        pyspiel.load_game("python_jass(start=%7B%22dealer%22%3A9%7D)")
