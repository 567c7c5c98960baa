"""The two records that the engine works on: RULES (a variant with its options, lowered) and STATE (a match).

Both are flat; Numba reads and writes their fields by name (``s.trick``), and in plain-Python mode NumPy's records do the
same. A batch is an array of STATE; ``s.rules`` is the row of its RULES.

A *side* is what scores together: a seat where everybody plays alone, a pair or a trio otherwise. Whatever counts is kept
per side. Sets of cards are bits 0-59 (``cards.py``).
"""

from __future__ import annotations

import numpy as np

from jass_env.engine.actions import CONTRACTS, VOCABULARY, WORDS
from jass_env.engine.cards import KINDS
from jass_env.engine.weis import KINDS_OF_WEIS

SEATS = 6  # at most
TRICKS = 12
PACK = 48
ACTION_CODES = len(VOCABULARY)
MAX_SEGMENTS = 48

# What is decided next (STATE.ask). One pair of functions legal/apply each, in dispatch.py.
ASK_CONTRACT, ASK_SUBCHOICE, ASK_ONE_TRUMP, ASK_PREDICTION, ASK_WEIS, ASK_TRICK_TRUMP, ASK_CARD = range(7)
ASKS = 7

# Phases of a hand (RULES.phases), in the order in which a variant lists them; PHASE_END closes the list.
PHASE_END, PHASE_CHOOSE, PHASE_PREDICT, PHASE_TRICKS = range(4)

# How trump comes about before any phase (RULES.trump_from).
TRUMP_CHOSEN, TRUMP_FREE, TRUMP_TURNED = range(3)

# What an action leads to: stay in the phase, or the phase is over, or the whole hand is.
GOES_ON, PHASE_DONE, HAND_DONE = range(3)

WEIS_OFF, WEIS_AUTO, WEIS_CHOOSE = range(3)
STOECK_OFF, STOECK_SECOND, STOECK_FIRST_TRICK = range(3)
PLACE_STOECK, PLACE_WEIS, PLACE_TRICK = range(3)

# When points are written into the totals (RULES.writes; for the hand at hand STATE.writes).
WRITE_AFTER_HAND, WRITE_INSTANT, WRITE_CLAIM = range(3)

SETTLE_POINTS, SETTLE_MITTLERE, SETTLE_PREDICTION = range(3)
MATCH_HANDS, MATCH_TARGET = range(2)

# Why a match is over (STATE.end).
END_NOT, END_HANDS, END_TARGET, END_CLAIM, END_TRUNCATED, END_SINGLE_HAND = range(6)

EPISODE_MATCH, EPISODE_HAND = range(2)
REWARD_SCORE, REWARD_MARGIN, REWARD_OUTCOME, REWARD_POINTS = range(4)

BERGPREIS_OPEN, BERGPREIS_CLOSED = range(2)

i1, i2, i4, i8, u8 = np.int8, np.int16, np.int32, np.int64, np.uint64

RULES = np.dtype(
    (
        np.record,
        [
            ("pack", i8),  # set of cards
            ("seats", i1),
            ("sides", i1),
            ("side_of", i1, SEATS),
            ("hand_size", i1),
            ("tricks", i1),
            ("phases", i1, 8),
            # deal
            ("trump_from", i1),
            ("turn_up", i1),  # the dealer's last card is shown
            (
                "first_forehand_card",
                i1,
            ),  # who holds it is forehand of the first hand of a match; -1: the dealer is drawn
            # choosing the contract
            ("contracts", i8),  # set of codes (word 0) that may be chosen
            ("partners", i1),  # speakers of a side, in turn
            ("shove_back", i1),
            ("chooser_leads", i1),
            ("gustav_split", i1),  # tricks in the first part
            ("undenufe_six", i1),
            ("values_by_trick", i1),  # tuo counts each card by its trick
            ("one_trump", i1),  # 3x3 with one suit, named with the blocks
            ("multiplier", i2, len(CONTRACTS)),
            # predictions
            ("prediction_open", i1),
            ("prediction_bonus", i2),
            ("prediction_floor", i1),
            # playing
            ("strict", i1),
            ("only_trumps_beat", i1),
            ("revokes", i1),
            # Weis and Stöck
            ("weis", i1),
            ("weis_big", i1),
            ("weis_shared", i1),
            ("weis_undenufe_reversed", i1),
            ("weis_cancel", i1),
            ("weis_points", i2, 2 * KINDS_OF_WEIS),  # second half: contract Undenufe
            ("weis_rank", i1, 2 * KINDS_OF_WEIS),
            ("stoeck", i1),
            # counting and settling
            ("last_trick", i2),
            ("match_bonus", i2),
            ("settle", i1),
            ("tie_third", i1),
            ("fewest_wins", i1),
            ("writes", i1),
            ("first_trick_order", i1, 3),
            # the match
            ("match", i1),
            ("hands", i2),
            ("target", i4),
            ("bergpreis", i4),
            ("max_hands", i4),
            # the environment
            ("episode", i1),
            ("reward", i1),
            ("actions", i2),  # number of action ids
            ("code_of", i2, ACTION_CODES),  # action id -> code
            ("id_of", i2, ACTION_CODES),  # code -> action id, -1 not used
            ("segment", i2, MAX_SEGMENTS),  # segment of the observation -> first index, -1 absent
        ],
    ),
    align=True,
)

STATE = np.dtype(
    (
        np.record,
        [
            ("rng", u8),  # source of the keys of coming matches
            ("key", u8),  # all randomness of this match
            ("hands", i8, SEATS),  # cards held now
            ("dealt", i8, SEATS),  # cards held when play began; what is no longer in the hand has been played
            ("taken", i8, SEATS),  # cards taken in tricks, per side
            ("weis_cards", i8, SEATS),  # cards of the Weis that scored (known to all), per seat
            ("legal", i8, WORDS),  # set of legal action codes of the mover
            ("totals", i4, SEATS),  # match score per side
            ("start_totals", i4, SEATS),  # the same when the hand began
            ("hand_scores", i4, SEATS),  # change of the totals by the last finished hand
            ("weis_key", i4, SEATS),  # best Weis of each seat
            ("hand_points", i2, SEATS),  # points of the last finished hand (record.md: points)
            ("points", i2, SEATS),  # points of this hand so far: cards, last trick, match, Weis, Stöck
            ("card_points", i2, SEATS),  # thereof cards and last trick
            ("gained", i2, SEATS),  # card points gained since the step began (reward "points")
            ("written", i2, SEATS),  # part of points that already stands in the totals
            ("weis_points", i2, SEATS),  # all Weis of each seat
            ("prediction", i2, SEATS),  # points predicted, -1 not yet
            ("rules", i2),  # row of the RULES array
            ("hand_number", i4),  # from 0
            ("multiplier", i2),  # of the contract
            ("played", i1, PACK),  # cards in the order in which they were played
            ("played_in", i1, KINDS),  # number (from 1) of the trick in which a kind was played last, 0 not yet
            ("orders", i1, TRICKS),  # order of each trick as far as it is known
            ("trick_winner", i1, TRICKS),  # seat, -1 not yet
            ("tricks_taken", i1, SEATS),  # per side
            ("announced", i1, SEATS),  # kind of the announced Weis + 1, 0 none
            ("weis_top", i1, SEATS),  # top card made known by the comparison: rank + 1, 0 not
            ("weis_trump", i1, SEATS),  # trump made known by the comparison: 1 not trump, 2 trump, 0 not made known
            ("withheld", i1, SEATS),  # set of suits each seat has revoked in
            ("phase", i1),  # index in RULES.phases
            ("ask", i1),
            ("mover", i1),
            ("dealer", i1),
            ("forehand", i1),
            ("turned", i1),  # card shown at the deal, -1 none
            ("chooser", i1),  # who speaks, then who chose; -1 nobody
            ("shoves", i1),
            ("contract", i1),  # code, -1 none
            ("subchoice", i1),  # code, -1 none
            ("values", i1),  # row of VALUES or BY_TRICK
            ("whole_trump", i1),  # trump suit of the whole hand for Weis and Stöck, -1 none
            ("strict", i1),
            ("writes", i1),  # when this hand's points are written
            ("trick", i1),  # index of the trick under way
            ("in_trick", i1),  # cards in it
            ("led", i1),  # its suit, -1 before the lead
            ("order", i1),
            ("best_card", i1),
            ("best_seat", i1),
            ("first_leader", i1),  # who led, or leads, to trick 1
            ("weis_rank", i1),  # rank of the best announced Weis so far
            ("weis_asked", i1),  # the mover has answered whether he announces
            ("stoeck_seat", i1),  # who held King and Ober of trumps when trick 1 began, -1 nobody
            ("stoeck_scored", i1),
            ("stoeck_counts", i1),  # its place at the end of trick 1 has passed: it counts at every check
            ("bergpreis", i1),
            ("start_bergpreis", i1),
            ("over", i1),
            ("end", i1),
            ("winners", i1),  # set of sides
        ],
    ),
    align=True,
)
