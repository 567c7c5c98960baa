"""jass-kit: the Schieber engine of the Lucerne University of Applied Sciences, in NumPy. Neither Weis nor Stöck."""

from __future__ import annotations

from jass.game.const import MAX_TRUMP, PUSH
from jass.game.game_sim import GameSim
from jass.game.game_util import deal_random_hand
from jass.game.rule_schieber import RuleSchieber

from benchmarks.loops import Play, pick, pick_legal

CONTRACTS = list(range(MAX_TRUMP + 1))


def hands(observed: bool) -> Play:
    """Whole hands from choosing trump on; asking for the valid cards, or for an observation and its valid cards."""
    rule = RuleSchieber()
    dealer = 0

    def play() -> int:
        nonlocal dealer
        sim = GameSim(rule)
        sim.init_from_cards(hands=deal_random_hand(), dealer=dealer)
        dealer = (dealer + 1) % 4
        decisions = 0
        while not sim.is_done():
            observation = sim.get_observation() if observed else None
            if sim.state.trump == -1:
                sim.action_trump(pick([*CONTRACTS, PUSH] if sim.state.forehand == -1 else CONTRACTS))
            elif observation is not None:
                sim.action_play_card(pick_legal(rule.get_valid_cards_from_obs(observation)))
            else:
                sim.action_play_card(pick_legal(rule.get_valid_cards_from_state(sim.state)))
            decisions += 1
        return decisions

    return play
