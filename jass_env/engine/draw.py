"""Drawing cards for a tie (rulebook 1.12). What was drawn stays in the state for the record; a replay sets it before."""

from __future__ import annotations

import numpy as np

from jass_env.engine._jit import inner
from jass_env.engine.bits import lowest
from jass_env.engine.cards import KINDS, RANK
from jass_env.engine.rng import GOLDEN, below, mix, stream
from jass_env.engine.state import DRAWS

TIE_STREAM = 1 << 40  # draws of hand h come from stream TIE_STREAM + h


@inner
def draw_card(s, seat: int, word: np.uint64, drawn: int) -> int:  # type: ignore[no-untyped-def]
    """The next card: as given, or at random among those not drawn in this round."""
    if s.draws < s.draws_given:
        card = 0 + s.draw_cards[s.draws]
    else:
        card = below(word, KINDS)
        while (drawn >> card) & 1:
            word = mix(word + GOLDEN)
            card = below(word, KINDS)
    if s.draws < DRAWS:
        s.draw_cards[s.draws] = card
        s.draw_tags[s.draws] = 8 * (s.draw_rounds % 16) + seat
        s.draws += 1
    return card


@inner
def draw_for(s, tied: int) -> int:  # type: ignore[no-untyped-def]
    """Who of a set of seats draws the highest card; those equal at the top draw again, from a full pack."""
    word = stream(s.key, TIE_STREAM + s.hand_number)
    word += GOLDEN * np.uint64(1000 * s.draw_rounds)
    while True:
        drawn, best, found = 0, -1, 0
        rest = tied
        while rest:
            seat = lowest(rest)
            rest &= rest - 1
            word += GOLDEN
            card = draw_card(s, seat, mix(word), drawn)
            drawn |= 1 << card
            if RANK[card] > best:
                best, found = RANK[card], 1 << seat
            elif RANK[card] == best:
                found |= 1 << seat
        s.draw_rounds += 1
        if found & (found - 1) == 0:
            return lowest(found)
        tied = found
