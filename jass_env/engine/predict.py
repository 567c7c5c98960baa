"""Predicting the points that one will take (rulebook 2.10)."""

from __future__ import annotations

from jass_env.engine import actions as act
from jass_env.engine._jit import inner
from jass_env.engine.state import ASK_PREDICTION, GOES_ON, PHASE_DONE

#: All predictions 0-157, as the words of an action set.
PREDICTIONS = tuple(
    sum(1 << bit for bit in range(act.WORD_BITS) if 0 <= act.WORD_BITS * word + bit - act.PREDICT < 158)
    for word in range(act.WORDS)
)


@inner
def begin_predict(r, s) -> bool:  # type: ignore[no-untyped-def]
    """From forehand on."""
    s.ask = ASK_PREDICTION
    s.mover = s.forehand
    return True


@inner
def legal_prediction(r, s) -> None:  # type: ignore[no-untyped-def]
    """Any number of points."""
    for word in range(act.WORDS):
        s.legal[word] = PREDICTIONS[word]


@inner
def apply_prediction(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """Written down; the next player's turn, until all have."""
    s.prediction[s.mover] = code - act.PREDICT
    s.mover = (s.mover + 1) % r.seats
    return PHASE_DONE if s.mover == s.forehand else GOES_ON
