"""The two records that the engine works on: RULES (a variant with its options, lowered) and STATE (a match).

Both are flat; Numba reads and writes their fields by name (``s.trick``), and in plain-Python mode NumPy's records do the
same. A batch is an array of STATE; ``s.rules`` is the row of its RULES.

A *side* is what scores together: a seat where everybody plays alone, a pair or a trio otherwise. Whatever counts is kept
per side. Sets of cards are bits 0-59 (``cards.py``).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jass_env.engine._jit import RECORD
from jass_env.engine.actions import CONTRACTS, VOCABULARY, WORDS
from jass_env.engine.cards import KINDS
from jass_env.engine.weis import KINDS_OF_WEIS

SEATS = 6  # at most
SIDES = 4  # at most: six play in two trios
TRICKS = 12
PACK = 48
ACTION_CODES = len(VOCABULARY)
MAX_SEGMENTS = 64

# What is decided next (STATE.ask). One pair of functions legal/apply each, in dispatch.py.
(
    ASK_CONTRACT,  # a contract, or shove
    ASK_ROW,  # a row of the ledger, or pass
    ASK_JOKER,  # the contract that a joker stands for
    ASK_SUBCHOICE,
    ASK_ONE_TRUMP,  # the suit of a 3x3 with one trump
    ASK_MISERE,  # add Misère or not
    ASK_DOUBLE,
    ASK_SWAP,  # the trump six for the turned card
    ASK_EXCHANGE,  # the whole hand for the spare one
    ASK_BID,
    ASK_TRUMP,  # the trump suit alone
    ASK_TRICKS,  # how many tricks
    ASK_PREDICTION,  # how many points
    ASK_WEIS,
    ASK_TRICK_TRUMP,  # the trump of the coming trick of a 3x3
    ASK_CARD,
) = range(16)
ASKS = 16

# Phases of a hand (RULES.phases), in the order in which a variant lists them; PHASE_END closes the list.
(
    PHASE_END,
    PHASE_CHOOSE,
    PHASE_DECLARE,
    PHASE_MISERE,
    PHASE_DOUBLE,
    PHASE_SWAP,
    PHASE_EXCHANGE,
    PHASE_AUCTION,
    PHASE_TRUMP,
    PHASE_ANNOUNCE,
    PHASE_PREDICT,
    PHASE_TRICKS,
) = range(12)

# How trump comes about before any phase (RULES.trump_from).
TRUMP_CHOSEN, TRUMP_FREE, TRUMP_TURNED, TRUMP_NONE = range(4)
# Where the turned card lies (RULES.turn_up).
TURN_NONE, TURN_DEALERS_LAST, TURN_SPARE, TURN_OUT = range(4)

# What an action leads to: stay in the phase, or the phase is over, or the whole hand is.
# (HAND_STOPPED: it is scored already; HAND_PASSED: it was not played and scores nothing.)
GOES_ON, PHASE_DONE, HAND_DONE, HAND_STOPPED, HAND_PASSED = range(5)

WEIS_OFF, WEIS_AUTO, WEIS_CHOOSE = range(3)
STOECK_OFF, STOECK_SECOND, STOECK_FIRST_TRICK = range(3)
PLACE_STOECK, PLACE_WEIS, PLACE_TRICK = range(3)

# When points are written into the totals (RULES.writes; for the hand at hand STATE.writes).
WRITE_AFTER_HAND, WRITE_INSTANT, WRITE_CLAIM = range(3)

(
    SETTLE_POINTS,
    SETTLE_SIGNED,
    SETTLE_MONOPOL,
    SETTLE_MITTLERE,
    SETTLE_MOLOTOW,
    SETTLE_PLUS_MINUS,
    SETTLE_THRESHOLD,
    SETTLE_STROKES,
    SETTLE_PREDICTION,
    SETTLE_TRICKS,
    SETTLE_LEDGER_STICKS,
    SETTLE_LEDGER_POINTS,
) = range(12)
MATCH_HANDS, MATCH_TARGET, MATCH_AHEAD, MATCH_LEDGER, MATCH_LAST_IN = range(5)

ROWS = 14  # of a ledger, at most: the twelve of Coiffeur, or Coiffeur-Schieber's with every extra
LEDGERS = 4
BIDS = 10  # numbers of tricks that can be bid, and 0
DRAWS = 32  # drawn cards that a record of a hand has room for
ASIDE = 16  # sticks lying aside
CYCLE = 5  # hands after which what counts comes round again

# Why a match is over (STATE.end).
END_NOT, END_HANDS, END_TARGET, END_CLAIM, END_TRUNCATED, END_SINGLE_HAND = range(6)

EPISODE_MATCH, EPISODE_HAND = range(2)
REWARD_SCORE, REWARD_MARGIN, REWARD_OUTCOME, REWARD_POINTS = range(4)

BERGPREIS_OPEN, BERGPREIS_CLOSED = range(2)

i1, i2, i4, i8, u8 = np.int8, np.int16, np.int32, np.int64, np.uint64


def _record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record of these fields, the widest first: each lies where the processor reads it in one go, without gaps.

    (Gaps would have no defined content, and equal states would differ in them.)
    """
    fields = sorted(fields, key=lambda entry: -np.dtype(entry[1]).itemsize)
    filler = -np.dtype(fields).itemsize % 8
    if filler:
        fields.append(("filler", np.int8, filler))
    return np.dtype((RECORD, np.dtype(fields, align=True)))


RULES = _record(
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
        ("turn_up", i1),  # where a card is shown for trump
        ("spare", i1),  # cards of the spare hand
        (
            "first_forehand_card",
            i1,
        ),  # who holds it is forehand of the first hand of a match; -1: the dealer is drawn
        # choosing the contract
        ("contracts", i8),  # set of codes (word 0) that may be chosen
        ("partners", i1),  # speakers of a side, in turn
        ("shove_back", i1),
        ("chooser_leads", i1),
        ("rows", i8),  # set of codes (word 0): the rows of a ledger; jokers among them
        ("joker_played", i1),  # a joker stands only for what its declarer has played
        ("bidders", i1),
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
        ("own_values", i1),  # cards count by card_value instead of the table of card points
        ("count_cycle", i1),  # hand h counts by table h modulo count_cycle
        ("card_value", i2, CYCLE * KINDS),
        ("trick_bonus", i2, CYCLE * TRICKS),  # points for taking each trick
        ("match_bonus", i2),
        ("settle", i1),
        ("tie_third", i1),
        ("sticks_aside", i1),  # Plus-Minus: tied sticks lie aside instead of being carried over
        ("threshold", i2),  # points (or net strokes, safe_at) that a player needs
        ("safe_at", i2),
        ("fewest_wins", i1),
        ("writes", i1),
        ("first_trick_order", i1, 3),
        # the match
        ("match", i1),
        ("hands", i2),
        ("ties_stand", i1),  # equal totals share; otherwise play goes on
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
    ]
)


def _state(
    *, seats: int, tricks: int, pack: int, bidders: int, bids: int, ledgers: int, rows: int, aside: int, draws: int
) -> np.dtype[Any]:
    """The record of a match with room for so many of each."""
    return _record(
        [
            ("rng", u8),  # source of the keys of coming matches
            ("key", u8),  # all randomness of this match
            ("identity", u8),  # of the rules it is played by (rules.Rules.identity)
            ("hands", i8, seats),  # cards held now
            ("dealt", i8, seats),  # cards held when play began; what is no longer in the hand has been played
            ("taken", i8, SIDES),  # cards taken in tricks, per side
            ("spare", i8),  # the spare hand; after an exchange what was given away for it
            ("out", i8),  # cards out of play
            ("weis_cards", i8, seats),  # cards of the Weis that scored (known to all), per seat
            ("legal", i8, WORDS),  # set of legal action codes of the mover
            ("totals", i4, SIDES),  # match score per side
            ("start_totals", i4, SIDES),  # the same when the hand began
            ("hand_scores", i4, SIDES),  # change of the totals by the last finished hand
            ("weis_key", i4, seats),  # best Weis of each seat
            ("hand_points", i2, SIDES),  # points of the last finished hand (record.md: points)
            ("points", i2, SIDES),  # points of this hand so far: cards, last trick, match, Weis, Stöck
            ("card_points", i2, SIDES),  # thereof cards and last trick
            ("gained", i2, SIDES),  # card points gained since the step began (reward "points")
            ("written", i2, SIDES),  # part of points that already stands in the totals
            ("weis_points", i2, seats),  # all Weis of each seat
            ("prediction", i2, seats),  # points predicted, -1 not yet
            ("rules", i2),  # row of the RULES array
            ("hand_number", i4),  # from 0
            ("multiplier", i2),  # of the contract
            ("played", i1, pack),  # cards in the order in which they were played
            ("played_in", i1, KINDS),  # number (from 1) of the trick in which a kind was played last, 0 not yet
            ("orders", i1, tricks),  # order of each trick as far as it is known
            ("trick_winner", i1, tricks),  # seat, -1 not yet
            ("tricks_taken", i1, SIDES),  # per side
            ("announced", i1, seats),  # kind of the announced Weis + 1, 0 none
            ("weis_top", i1, seats),  # top card made known by the comparison: rank + 1, 0 not
            ("weis_trump", i1, seats),  # trump made known by the comparison: 1 not trump, 2 trump, 0 not made known
            ("withheld", i1, seats),  # set of suits each seat has revoked in
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
            ("stoeck_left", i1, seats),  # pairs of King and Ober of trumps held when trick 1 began and not scored yet
            ("stoeck_scored", i1, seats),  # pairs scored
            ("stoeck_counts", i1),  # its place at the end of trick 1 has passed: it counts at every check
            ("bergpreis", i1),
            ("start_bergpreis", i1),
            # seats in the hand
            ("active", i1),  # set of seats that play in this hand
            ("playing", i1),  # how many they are
            # what some phases decide
            ("row", i1),  # row of the ledger in play (code), -1 none
            ("passes", i1),  # in succession
            ("passed", i1),  # set of seats that have passed in this hand
            ("misere_added", i1),
            ("doubler", i1),  # seat, -1 nobody
            ("doubles_asked", i1),
            ("swapper", i1),
            ("exchanger", i1),
            ("bid", i1),  # highest so far, 0 none
            ("bid_by", i1, bids),  # who bid each number, -1 nobody
            ("tricks_said", i1, bidders),  # tricks bid or announced, -1 not yet
            # what a match carries from hand to hand
            ("rows_used", i2, ledgers),  # set of rows (code of the first contract = 0), per side
            ("ledger_size", i1, ledgers),
            ("ledger_row", i1, ledgers * rows),  # rows in the order in which they were played
            ("ledger_points", i2, ledgers * rows),
            ("potatoes", i2, ledgers),  # all ever received
            ("carry", i2),  # extra sticks for each receiver of the next
            ("aside_count", i1),
            ("aside", i1, aside),  # groups of seats (sets) for whom a stick lies aside, oldest first
            ("playoff", i1),  # set of sides that play off the match, 0 none
            ("playoff_contract", i1),
            ("playoff_seat", i1),  # who declares next
            ("playoff_points", i2, ledgers),
            # cards drawn for ties
            ("draw_cards", i1, draws),
            ("draw_tags", i1, draws),  # 8 x round + seat
            ("draws_given", i1),  # how many of draw_cards were set from outside
            ("draws", i1),  # drawn so far in this hand
            ("draw_rounds", i1),
            ("hand_draws", i1),  # drawn in the last finished hand; they stay there until the next draw
            ("over", i1),
            ("end", i1),
            ("winners", i1),  # set of sides
        ]
    )


#: With room for every variant.
STATE = _state(
    seats=SEATS,
    tricks=TRICKS,
    pack=PACK,
    bidders=SEATS,
    bids=BIDS,
    ledgers=LEDGERS,
    rows=ROWS,
    aside=ASIDE,
    draws=DRAWS,
)
#: The same for four with one pack who neither bid tricks nor keep a ledger, lay sticks aside or draw for ties: 512 bytes. A
#: field for what cannot happen has one element, which is never used.
COMPACT_STATE = _state(seats=4, tricks=9, pack=36, bidders=1, bids=1, ledgers=1, rows=1, aside=1, draws=1)


def state_dtype(r: Any) -> np.dtype[Any]:
    """The smallest of the two that has room for a match by these rules (a RULES record).

    Kernels are compiled for each of them, so there are no more than two.
    """
    fits = r.seats <= 4 and r.tricks <= 9 and int(r.pack).bit_count() <= 36
    bids = {PHASE_AUCTION, PHASE_ANNOUNCE} & set(np.asarray(r.phases).tolist())
    draws = r.settle in (SETTLE_MOLOTOW, SETTLE_LEDGER_STICKS)
    return COMPACT_STATE if fits and not (bids or draws or r.rows or r.sticks_aside) else STATE
