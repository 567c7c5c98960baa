"""The player ``rules``: what somebody who knows Jass would do, in every variant, by mechanisms.

``advise`` reads of a state only what its mover may know, so it can advise on a state that was rebuilt from an observation as
well as on a true one, and it never changes it. It is fast enough for the playouts of a search.
"""

from __future__ import annotations

import numpy as np

from jass_env.engine import actions as act
from jass_env.engine._jit import inner, jit
from jass_env.engine.advise_cards import choose_card, is_exchanged
from jass_env.engine.advise_choose import (
    best_suit,
    best_way,
    choose_bid,
    choose_contract,
    choose_double,
    choose_exchange,
    choose_joker,
    choose_misere,
    choose_prediction,
    choose_row,
    choose_tricks,
    points_in_orders,
)
from jass_env.engine.dispatch import apply
from jass_env.engine.state import (
    ASK_BID,
    ASK_CARD,
    ASK_CONTRACT,
    ASK_DOUBLE,
    ASK_EXCHANGE,
    ASK_JOKER,
    ASK_MISERE,
    ASK_PREDICTION,
    ASK_ROW,
    ASK_SUBCHOICE,
    ASK_SWAP,
    ASK_TRICKS,
    ASK_WEIS,
)


@inner
def may_claim(r, s) -> bool:  # type: ignore[no-untyped-def]
    """The match may be claimed, and the mover's side has the target with what lies open."""
    side = r.side_of[s.mover]
    return s.legal[3] != 0 and s.totals[side] + (s.points[side] - s.written[side]) * s.multiplier >= r.target


@inner
def advise(r, s, word: np.uint64) -> int:  # type: ignore[no-untyped-def]
    """The action code for the mover of a state that is not over; ``word`` is for players that draw, this one does not."""
    if s.ask == ASK_CARD:
        return act.CLAIM if may_claim(r, s) else choose_card(r, s)
    return advise_before_cards(r, s)


@inner
def advise_before_cards(r, s) -> int:  # type: ignore[no-untyped-def]
    """The same for all decisions but those of the play."""
    if s.ask == ASK_WEIS:
        return act.SILENT if is_exchanged(s) else act.ANNOUNCE
    if s.ask == ASK_CONTRACT:
        return choose_contract(r, s)
    if s.ask == ASK_ROW:
        return choose_row(r, s)
    if s.ask == ASK_MISERE:
        return choose_misere(r, s)
    if s.ask == ASK_DOUBLE:
        return choose_double(r, s)
    if s.ask == ASK_SWAP:
        return act.SWAP
    if s.ask == ASK_EXCHANGE:
        return choose_exchange(r, s)
    if s.ask == ASK_BID:
        return choose_bid(r, s)
    if s.ask == ASK_TRICKS:
        return choose_tricks(r, s)
    if s.ask == ASK_PREDICTION:
        return choose_prediction(r, s)
    hand = s.hands[s.mover]
    points = points_in_orders(r, hand)
    if s.ask == ASK_JOKER:
        return choose_joker(r, s, hand, points)
    if s.ask == ASK_SUBCHOICE:
        return best_way(r, s.contract, points)
    return best_suit(s.legal[0], points)  # ASK_TRUMP, ASK_ONE_TRUMP, ASK_TRICK_TRUMP


@inner
def advised_play(r, s, word: np.uint64) -> None:  # type: ignore[no-untyped-def]
    """Play a state on, all seats by this player, to the end of its hand (a state that is over stays as it is)."""
    hand = s.hand_number
    while not s.over and s.hand_number == hand:
        apply(r, s, advise(r, s, word))


@jit
def advise_many(rules: np.ndarray, states: np.ndarray, words: np.ndarray, codes: np.ndarray) -> None:
    """Advice for each of many states (none over); ``words`` uint64 (n,), ``codes`` int64 (n,) is written."""
    for i in range(len(codes)):
        s = states[i]
        codes[i] = advise(rules[s.rules], s, words[i])


@jit
def advised_play_many(rules: np.ndarray, states: np.ndarray, words: np.ndarray) -> None:
    """Play each of many states on to the end of its hand; ``words`` uint64 (n,)."""
    for i in range(len(states)):
        s = states[i]
        advised_play(rules[s.rules], s, words[i])
