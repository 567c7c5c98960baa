"""The heart of the engine: what is legal, what an action does, and how phases, hands and matches follow each other.

Every decision (STATE.ask) has a pair ``legal_x`` / ``apply_x``; every phase a ``begin_x``. Nothing here knows a variant.
"""

from __future__ import annotations

from jass_env.engine import actions as act
from jass_env.engine._jit import jit
from jass_env.engine.choose import (
    apply_contract,
    apply_one_trump,
    apply_subchoice,
    begin_choose,
    legal_contract,
    legal_one_trump,
    legal_subchoice,
    legal_trick_trump,
)
from jass_env.engine.deal import clear_hand, deal, draw_dealer, forehand_by_card
from jass_env.engine.match import check_match_end
from jass_env.engine.predict import apply_prediction, begin_predict, legal_prediction
from jass_env.engine.rng import GOLDEN, mix
from jass_env.engine.settle import settle
from jass_env.engine.state import (
    ASK_CARD,
    ASK_CONTRACT,
    ASK_ONE_TRUMP,
    ASK_PREDICTION,
    ASK_SUBCHOICE,
    ASK_TRICK_TRUMP,
    ASK_WEIS,
    BERGPREIS_CLOSED,
    BERGPREIS_OPEN,
    END_NOT,
    EPISODE_MATCH,
    GOES_ON,
    HAND_DONE,
    PHASE_CHOOSE,
    PHASE_DONE,
    PHASE_PREDICT,
    PHASE_TRICKS,
)
from jass_env.engine.tricks import apply_card, apply_trick_trump, apply_weis, begin_tricks, legal_card, legal_weis


@jit
def begin_match(r, s) -> None:  # type: ignore[no-untyped-def]
    """A new match (or single hand) with the next key of the state's generator; its first hand is dealt."""
    s.rng += GOLDEN
    s.key = mix(s.rng)
    for side in range(r.sides):
        s.totals[side] = 0
        s.hand_scores[side] = 0
        s.hand_points[side] = 0
        s.gained[side] = 0
    s.hand_number = 0
    s.bergpreis = BERGPREIS_OPEN
    s.over = 0
    s.end = END_NOT
    s.winners = 0
    s.dealer = draw_dealer(r, s)
    deal(r, s)
    begin_hand(r, s)


@jit
def begin_hand(r, s) -> None:  # type: ignore[no-untyped-def]
    """From the cards that have been dealt to the first decision."""
    if r.first_forehand_card >= 0 and opens_match(r, s):
        forehand_by_card(r, s)
    clear_hand(r, s)
    next_phase(r, s)
    find_legal(r, s)


@jit
def opens_match(r, s) -> bool:  # type: ignore[no-untyped-def]
    """The first hand of a match that begins from nothing (not of one taken up at given totals)."""
    if s.hand_number > 0 or r.episode != EPISODE_MATCH:
        return False
    for side in range(r.sides):
        if s.totals[side] != 0:
            return False
    return True


@jit
def set_totals_done(r, s) -> None:  # type: ignore[no-untyped-def]
    """After totals were set from outside: a prize for passing half the target has been given before."""
    for side in range(r.sides):
        if 2 * s.totals[side] > r.target:
            s.bergpreis = BERGPREIS_CLOSED


@jit
def next_phase(r, s) -> bool:  # type: ignore[no-untyped-def]
    """Begin the next phase in which something is decided. False: the hand is over."""
    while True:
        s.phase += 1
        phase = r.phases[s.phase]
        if phase == PHASE_CHOOSE:
            begun = begin_choose(r, s)
        elif phase == PHASE_PREDICT:
            begun = begin_predict(r, s)
        elif phase == PHASE_TRICKS:
            begun = begin_tricks(r, s)
        else:
            return False
        if begun:
            return True


@jit
def find_legal(r, s) -> None:  # type: ignore[no-untyped-def]
    """Write the set of actions that the mover may take."""
    for word in range(act.WORDS):
        s.legal[word] = 0
    if s.over:
        return
    if s.ask == ASK_CARD:
        legal_card(r, s)
    elif s.ask == ASK_CONTRACT:
        legal_contract(r, s)
    elif s.ask == ASK_SUBCHOICE:
        legal_subchoice(r, s)
    elif s.ask == ASK_ONE_TRUMP:
        legal_one_trump(r, s)
    elif s.ask == ASK_TRICK_TRUMP:
        legal_trick_trump(r, s)
    elif s.ask == ASK_WEIS:
        legal_weis(r, s)
    elif s.ask == ASK_PREDICTION:
        legal_prediction(r, s)


@jit
def is_legal(s, code: int) -> bool:  # type: ignore[no-untyped-def]
    """An action code is in the set of legal actions."""
    return (s.legal[code // act.WORD_BITS] >> (code % act.WORD_BITS)) & 1 == 1


@jit
def apply(r, s, code: int) -> None:  # type: ignore[no-untyped-def]
    """Take a legal action, and everything that follows from it up to the next decision or the end of the match."""
    if s.ask == ASK_CARD:
        outcome = apply_card(r, s, code)
    elif s.ask == ASK_CONTRACT:
        outcome = apply_contract(r, s, code)
    elif s.ask == ASK_SUBCHOICE:
        outcome = apply_subchoice(r, s, code)
    elif s.ask == ASK_ONE_TRUMP:
        outcome = apply_one_trump(r, s, code)
    elif s.ask == ASK_TRICK_TRUMP:
        outcome = apply_trick_trump(r, s, code)
    elif s.ask == ASK_WEIS:
        outcome = apply_weis(r, s, code)
    else:
        outcome = apply_prediction(r, s, code)
    if outcome == PHASE_DONE:
        outcome = GOES_ON if next_phase(r, s) else HAND_DONE
    if outcome == HAND_DONE:
        end_hand(r, s)
    else:
        find_legal(r, s)


@jit
def end_hand(r, s) -> None:  # type: ignore[no-untyped-def]
    """Settle the hand, keep its result, and deal the next one unless the match is over."""
    if not s.over and not is_struck(r, s):
        settle(r, s)
    for side in range(r.sides):
        s.hand_points[side] = s.points[side]
        s.hand_scores[side] = s.totals[side] - s.start_totals[side]
    check_match_end(r, s)
    if s.over:
        find_legal(r, s)
        return
    s.hand_number += 1
    s.dealer = (s.dealer + 1) % r.seats
    deal(r, s)
    begin_hand(r, s)


@jit
def is_struck(r, s) -> bool:  # type: ignore[no-untyped-def]
    """The hand was stopped by a revoke: it is scored already."""
    return s.trick < r.tricks
