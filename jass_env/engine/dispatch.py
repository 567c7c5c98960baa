"""The heart of the engine: what is legal, what an action does, and how phases, hands and matches follow each other.

Every decision (STATE.ask) has a pair ``legal_x`` / ``apply_x``; every phase a ``begin_x``. Nothing here knows a variant.
"""

from __future__ import annotations

from jass_env.engine import actions as act
from jass_env.engine import state as st
from jass_env.engine._jit import inner, jit, rare
from jass_env.engine.auction import (
    apply_bid,
    apply_tricks,
    apply_trump,
    begin_announce,
    begin_auction,
    begin_trump,
    legal_bid,
    legal_tricks,
    legal_trump,
)
from jass_env.engine.choose import (
    apply_contract,
    apply_double,
    apply_joker,
    apply_misere,
    apply_one_trump,
    apply_row,
    apply_subchoice,
    begin_choose,
    begin_declare,
    begin_double,
    begin_misere,
    legal_contract,
    legal_double,
    legal_joker,
    legal_misere,
    legal_one_trump,
    legal_row,
    legal_subchoice,
    legal_trick_trump,
)
from jass_env.engine.deal import clear_hand, deal, draw_dealer, draw_start, forehand_by_card
from jass_env.engine.match import check_match_end
from jass_env.engine.predict import apply_prediction, begin_predict, legal_prediction
from jass_env.engine.rng import GOLDEN, mix
from jass_env.engine.settle import settle
from jass_env.engine.swap import (
    apply_exchange,
    apply_swap,
    begin_exchange,
    begin_swap,
    legal_exchange,
    legal_swap,
)
from jass_env.engine.tricks import apply_card, apply_trick_trump, apply_weis, begin_tricks, legal_card, legal_weis
from jass_env.engine.turns import next_seat


@inner
def begin_match(r, s) -> None:  # type: ignore[no-untyped-def]
    """A new match (or single hand) with the next key of the state's generator; its first hand is dealt."""
    s.rng += GOLDEN
    s.key = mix(s.rng)
    for side in range(r.sides):
        s.totals[side] = 0
        s.hand_scores[side] = 0
        s.hand_points[side] = 0
        s.gained[side] = 0
    for side in range(len(s.ledger_size)):
        s.ledger_size[side] = 0
        s.rows_used[side] = 0
        s.potatoes[side] = 0
    s.carry = 0
    s.aside_count = 0
    s.playoff = 0
    s.hand_number = 0
    s.bergpreis = st.BERGPREIS_OPEN
    s.over = 0
    s.end = st.END_NOT
    s.winners = 0
    s.active = (1 << r.seats) - 1
    s.dealer = draw_dealer(r, s)
    if r.episode == st.EPISODE_HAND:
        draw_start(r, s)
    deal(r, s)
    begin_hand(r, s)


@rare
def begin_hand(r, s) -> None:  # type: ignore[no-untyped-def]
    """From the cards that have been dealt to the first decision."""
    if r.first_forehand_card >= 0 and opens_match(r, s):
        forehand_by_card(r, s)
    clear_hand(r, s)
    next_phase(r, s)
    find_legal(r, s)


@inner
def opens_match(r, s) -> bool:  # type: ignore[no-untyped-def]
    """The first hand of a match that begins from nothing (not of one taken up at given totals)."""
    if s.hand_number > 0 or r.episode != st.EPISODE_MATCH:
        return False
    for side in range(r.sides):
        if s.totals[side] != 0:
            return False
    return True


@inner
def set_totals_done(r, s) -> None:  # type: ignore[no-untyped-def]
    """After totals were set from outside: a prize for passing half the target has been given before."""
    for side in range(r.sides):
        if r.bergpreis > 0 and 2 * s.totals[side] > r.target:
            s.bergpreis = st.BERGPREIS_CLOSED


@rare
def next_phase(r, s) -> bool:  # type: ignore[no-untyped-def]
    """Begin the next phase in which something is decided. False: the hand is over."""
    while True:
        s.phase += 1
        phase = r.phases[s.phase]
        if phase == st.PHASE_TRICKS:
            begun = begin_tricks(r, s)
        elif phase == st.PHASE_CHOOSE:
            begun = begin_choose(r, s)
        elif phase == st.PHASE_DECLARE:
            begun = begin_declare(r, s)
        elif phase == st.PHASE_MISERE:
            begun = begin_misere(r, s)
        elif phase == st.PHASE_DOUBLE:
            begun = begin_double(r, s)
        elif phase == st.PHASE_SWAP:
            begun = begin_swap(r, s)
        elif phase == st.PHASE_EXCHANGE:
            begun = begin_exchange(r, s)
        elif phase == st.PHASE_AUCTION:
            begun = begin_auction(r, s)
        elif phase == st.PHASE_TRUMP:
            begun = begin_trump(r, s)
        elif phase == st.PHASE_ANNOUNCE:
            begun = begin_announce(r, s)
        elif phase == st.PHASE_PREDICT:
            begun = begin_predict(r, s)
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
    if s.ask == st.ASK_CARD:
        legal_card(r, s)
    else:
        legal_other(r, s)


@rare
def legal_other(r, s) -> None:  # type: ignore[no-untyped-def]
    """The same where no card is asked for."""
    if s.ask == st.ASK_WEIS:
        legal_weis(r, s)
    elif s.ask == st.ASK_CONTRACT:
        legal_contract(r, s)
    elif s.ask == st.ASK_ROW:
        legal_row(r, s)
    elif s.ask == st.ASK_JOKER:
        legal_joker(r, s)
    elif s.ask == st.ASK_SUBCHOICE:
        legal_subchoice(r, s)
    elif s.ask == st.ASK_ONE_TRUMP:
        legal_one_trump(r, s)
    elif s.ask == st.ASK_TRICK_TRUMP:
        legal_trick_trump(r, s)
    elif s.ask == st.ASK_MISERE:
        legal_misere(r, s)
    elif s.ask == st.ASK_DOUBLE:
        legal_double(r, s)
    elif s.ask == st.ASK_SWAP:
        legal_swap(r, s)
    elif s.ask == st.ASK_EXCHANGE:
        legal_exchange(r, s)
    elif s.ask == st.ASK_BID:
        legal_bid(r, s)
    elif s.ask == st.ASK_TRUMP:
        legal_trump(r, s)
    elif s.ask == st.ASK_TRICKS:
        legal_tricks(r, s)
    elif s.ask == st.ASK_PREDICTION:
        legal_prediction(r, s)


@inner
def is_legal(s, code: int) -> bool:  # type: ignore[no-untyped-def]
    """An action code is in the set of legal actions."""
    return (s.legal[code // act.WORD_BITS] >> (code % act.WORD_BITS)) & 1 == 1


@inner
def apply(r, s, code: int) -> None:  # type: ignore[no-untyped-def]
    """Take a legal action, and everything that follows from it up to the next decision or the end of the match."""
    outcome = apply_action(r, s, code)
    if outcome == st.PHASE_DONE:
        outcome = st.GOES_ON if next_phase(r, s) else st.HAND_DONE
    if outcome == st.GOES_ON:
        find_legal(r, s)
    else:
        end_hand(r, s, outcome)


@inner
def apply_action(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """What the action does to the decision at hand."""
    if s.ask == st.ASK_CARD:
        return apply_card(r, s, code)
    return apply_other(r, s, code)


@rare
def apply_other(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """The same where no card is asked for."""
    if s.ask == st.ASK_WEIS:
        return apply_weis(r, s, code)
    if s.ask == st.ASK_CONTRACT:
        return apply_contract(r, s, code)
    if s.ask == st.ASK_ROW:
        return apply_row(r, s, code)
    if s.ask == st.ASK_JOKER:
        return apply_joker(r, s, code)
    if s.ask == st.ASK_SUBCHOICE:
        return apply_subchoice(r, s, code)
    if s.ask == st.ASK_ONE_TRUMP:
        return apply_one_trump(r, s, code)
    if s.ask == st.ASK_TRICK_TRUMP:
        return apply_trick_trump(r, s, code)
    if s.ask == st.ASK_MISERE:
        return apply_misere(r, s, code)
    if s.ask == st.ASK_DOUBLE:
        return apply_double(r, s, code)
    if s.ask == st.ASK_SWAP:
        return apply_swap(r, s, code)
    if s.ask == st.ASK_EXCHANGE:
        return apply_exchange(r, s, code)
    if s.ask == st.ASK_BID:
        return apply_bid(r, s, code)
    if s.ask == st.ASK_TRUMP:
        return apply_trump(r, s, code)
    if s.ask == st.ASK_TRICKS:
        return apply_tricks(r, s, code)
    return apply_prediction(r, s, code)


@rare
def end_hand(r, s, outcome: int) -> None:  # type: ignore[no-untyped-def]
    """Settle the hand, keep its result, and deal the next one unless the match is over."""
    if outcome == st.HAND_DONE and not s.over:
        settle(r, s)
    for side in range(r.sides):
        s.hand_points[side] = s.points[side]
        s.hand_scores[side] = s.totals[side] - s.start_totals[side]
    s.hand_draws = s.draws
    check_match_end(r, s)
    if s.over:
        find_legal(r, s)
        return
    s.hand_number += 1
    s.dealer = next_seat(r, s, s.dealer)
    deal(r, s)
    begin_hand(r, s)
