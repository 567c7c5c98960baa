"""What the player ``rules`` decides before the cards are played: contracts, rows, Misère, doubles, bids, predictions.

All of it rests on one estimate, the points that a hand brings in an order (``points_in_order``): a weighted count of its
cards. The weights are a linear regression, over 40 000 dealt hands for each row, of the card points that the hand's side
took when this player played all seats (pairs: Schieber, the contract given; against all: Coiffeur; alone: Basic Jass).
"""

from __future__ import annotations

import numpy as np

from jass_env.engine import actions as act
from jass_env.engine._jit import constant, inner
from jass_env.engine.advise_cards import ABOVE, danger, is_declared, is_exchanged
from jass_env.engine.bits import lowest, popcount
from jass_env.engine.cards import SUIT, SUIT_SET
from jass_env.engine.choose import JOKERS, joker_contracts, order_of_trick, subchoices
from jass_env.engine.ledger import points_in_row
from jass_env.engine.orders import FREE, OBENABE, UNNAMED
from jass_env.engine.state import EPISODE_HAND, PHASE_MISERE, REWARD_POINTS, SETTLE_LEDGER_POINTS

ALL_POINTS = 157
IN_PAIR, AGAINST_ALL, ALONE = range(3)

#: ``[who plays with whom, kind of order: trump, obenabe, undenufe]``: points without any card that counts; for a trump
#: with no, one, two or more unseen above it; for a plain card with none above it, with one above it and guarded, with one
#: and bare, with two and guarded.
POINTS = constant(
    np.array(
        [
            [
                [45.3, 22.8, 15.0, 11.4, 8.4, 2.8, 1.7, 1.6, 0.4],
                [54.0, 0.0, 0.0, 0.0, 0.0, 12.5, 3.7, 0.8, 0.8],
                [50.7, 0.0, 0.0, 0.0, 0.0, 12.3, 5.3, 2.7, 2.0],
            ],
            [
                [0.5, 27.1, 17.1, 13.5, 9.7, 4.9, 1.6, 2.7, 0.2],
                [4.8, 0.0, 0.0, 0.0, 0.0, 14.9, 4.5, 0.3, 1.3],
                [5.6, 0.0, 0.0, 0.0, 0.0, 13.6, 5.9, 6.2, 2.0],
            ],
            [
                [-3.3, 32.6, 22.5, 16.5, 10.7, 3.9, 1.9, 1.9, 0.2],
                [4.8, 0.0, 0.0, 0.0, 0.0, 14.9, 4.5, 0.3, 1.3],
                [5.6, 0.0, 0.0, 0.0, 0.0, 13.6, 5.9, 6.2, 2.0],
            ],
        ]
    )
)
AVOIDED, AVOIDED_IN_PAIR, AVOIDED_PER_CARD = 5.0, 44.0, 8.4  # points of a hand that avoids them; for each dangerous card

SHOVE_BELOW = 42.0  # lead in points of the best contract, times the mean multiplier
DOUBLE_ABOVE = 15.0
MISERE_MARGIN = 6.0
EXCHANGE_BELOW = 33.0
TRICKS_TOLD, TRICKS_PER_TRICK = 0.3, 0.6  # tricks said by those who do not declare: they are held below
USUAL_SUIT, USUAL_OTHER, USUAL_MISERE, USUAL_JOKER = 65.0, 55.0, 125.0, 85.0  # points of a row declared in its time
USUAL_PARTNER = 35.0  # more with a partner
ROW_SPREAD = 10.0  # points by which a row is uncertain
PER_POINT = 0.03  # sticks that a point more or less than usual is worth


# --- what a hand brings ---


@inner
def plays_with(r) -> int:  # type: ignore[no-untyped-def]
    """Who plays with whom in these rules."""
    if r.sides < r.seats:
        return IN_PAIR
    return AGAINST_ALL if is_declared(r) else ALONE


@inner
def points_in_order(r, hand: int, order: int) -> float:  # type: ignore[no-untyped-def]
    """Points that a hand's side takes in an order (not ``FREE`` or ``UNNAMED``)."""
    weights = POINTS[plays_with(r), 0 if order < OBENABE else order - OBENABE + 1]
    others = r.pack & ~hand
    points = weights[0]
    rest = hand
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        above = popcount(ABOVE[order, card] & others)
        guards = popcount(hand & SUIT_SET[SUIT[card]]) - 1
        if SUIT[card] == order:
            points += weights[1 + min(above, 3)]
        elif above == 0:
            points += weights[5]
        elif above == 1:
            points += weights[6 if guards > 0 else 7]
        elif above == 2 and guards >= 2:
            points += weights[8]
    return points


@inner
def points_in_orders(r, hand: int) -> np.ndarray:  # type: ignore[no-untyped-def]
    """The same for all orders (index): a trump still to be named or fixed brings something in between."""
    points = np.zeros(UNNAMED + 1)
    best, total = 0.0, 0.0
    for order in range(FREE):
        points[order] = points_in_order(r, hand, order)
        if order < OBENABE:
            best = max(best, points[order])
            total += points[order]
    points[FREE] = 0.5 * (points[OBENABE] + ALL_POINTS / r.sides)
    points[UNNAMED] = 0.5 * (best + total / 4)
    return points


@inner
def points_avoiding(r, hand: int, order: int) -> float:  # type: ignore[no-untyped-def]
    """Points that a hand's side takes when it avoids them."""
    others = r.pack & ~hand
    points = AVOIDED if r.sides == r.seats else AVOIDED_IN_PAIR
    rest = hand
    while rest:
        points += AVOIDED_PER_CARD * danger(order, others, lowest(rest))
        rest &= rest - 1
    return points


@inner
def points_in_way(r, contract: int, way: int, points: np.ndarray) -> float:  # type: ignore[no-untyped-def]
    """Points of a contract in one of its ways: the mean over its tricks."""
    if contract < act.OBENABE:
        return points[contract - act.SUIT_CODE]
    if contract == act.TUTTI:
        return points[FREE]
    total = 0.0
    for trick in range(r.tricks):
        total += points[order_of_trick(r, contract, way, trick)]
    return total / r.tricks


@inner
def best_way(r, contract: int, points: np.ndarray) -> int:  # type: ignore[no-untyped-def]
    """The sub-choice that brings most, -1 where there is none."""
    ways = subchoices(contract)
    best, most = -1, -np.inf
    while ways:
        way = lowest(ways)
        ways &= ways - 1
        worth = points_in_way(r, contract, way, points)
        if worth > most:
            best, most = way, worth
    return best


@inner
def good_points(r, hand: int, contract: int, points: np.ndarray) -> float:  # type: ignore[no-untyped-def]
    """What a contract brings its declarer: his points, in misere those that he leaves to the others."""
    if contract == act.MISERE:
        return ALL_POINTS - points_avoiding(r, hand, OBENABE)
    return points_in_way(r, contract, best_way(r, contract, points), points)


# --- choosing ---


@inner
def best_suit(legal: int, points: np.ndarray) -> int:
    """The legal suit that brings most."""
    best, most = -1, -np.inf
    while legal:
        code = lowest(legal)
        legal &= legal - 1
        if points[code - act.SUIT_CODE] > most:
            best, most = code, points[code - act.SUIT_CODE]
    return best


@inner
def may_add_misere(r) -> bool:  # type: ignore[no-untyped-def]
    """The chooser is asked for Misère later."""
    for number in range(8):
        if r.phases[number] == PHASE_MISERE:
            return True
    return False


@inner
def worth_of_multiplier(r, contract: int) -> float:  # type: ignore[no-untyped-def]
    """By what the points of a contract are multiplied, where that is what counts."""
    return 1.0 if r.reward == REWARD_POINTS else 1.0 * r.multiplier[contract - act.SUIT_CODE]


@inner
def mean_multiplier(r) -> float:  # type: ignore[no-untyped-def]
    """Mean over the contracts of the house."""
    total, contracts = 0.0, r.contracts
    while contracts:
        total += worth_of_multiplier(r, lowest(contracts))
        contracts &= contracts - 1
    return total / popcount(r.contracts)


@inner
def choose_contract(r, s) -> int:  # type: ignore[no-untyped-def]
    """The contract with the highest lead of points times multiplier; or shove, where it is low."""
    hand = s.hands[s.mover]
    points = points_in_orders(r, hand)
    misere = r.reward != REWARD_POINTS and may_add_misere(r)
    best, most, legal = -1, -np.inf, s.legal[0]
    while legal:
        contract = lowest(legal)
        legal &= legal - 1
        lead = 2 * good_points(r, hand, contract, points) - ALL_POINTS
        if misere and contract <= act.UNDENUFE:
            lead = max(lead, ALL_POINTS - 2 * points_avoiding(r, hand, contract - act.SUIT_CODE))
        lead *= worth_of_multiplier(r, contract)
        if lead > most:
            best, most = contract, lead
    may_shove = (s.legal[1] >> (act.SHOVE - act.WORD_BITS)) & 1
    return act.SHOVE if may_shove and most < SHOVE_BELOW * mean_multiplier(r) else best


@inner
def choose_joker(r, s, hand: int, points: np.ndarray) -> int:  # type: ignore[no-untyped-def]
    """What a joker stands for: the contract that brings most."""
    best, most, legal = -1, -np.inf, joker_contracts(r, s)
    while legal:
        contract = lowest(legal)
        legal &= legal - 1
        worth = good_points(r, hand, contract, points)
        if worth > most:
            best, most = contract, worth
    return best


@inner
def usual_points(r, row: int) -> float:  # type: ignore[no-untyped-def]
    """What a row brings when it is declared in its time."""
    usual = USUAL_SUIT if row < act.OBENABE else USUAL_OTHER
    if (JOKERS >> row) & 1:
        usual = USUAL_JOKER
    if row == act.MISERE:
        return USUAL_MISERE
    return usual + USUAL_PARTNER if r.sides < r.seats else usual


@inner
def worth_of_row(r, s, row: int, points: float) -> float:  # type: ignore[no-untyped-def]
    """What declaring a row now is worth, with so many good points expected.

    Points: those (in a match those over the usual, for the row comes anyway). Sticks: whether the others' points in the row
    will be lower or higher, and, weakly, whether it is a good hand for it.
    """
    factor = r.multiplier[row - act.SUIT_CODE]
    usual = usual_points(r, row)
    if r.settle == SETTLE_LEDGER_POINTS:
        return factor * (points if r.episode == EPISODE_HAND else points - usual)
    ahead, missing = 0.0, False
    for seat in range(r.seats):
        if r.side_of[seat] != r.side_of[s.mover]:
            other = 1.0 * points_in_row(s, seat, row)
            if other < 0:
                other, missing = usual, True
            elif row == act.MISERE:
                other = ALL_POINTS - other
            ahead += np.tanh((points - other) / (2 * ROW_SPREAD))
    worth = ahead / (r.seats - 1) * factor
    if missing and r.episode == EPISODE_HAND:
        worth *= 0.3  # the row brings nothing yet
    return worth + PER_POINT * (points - usual)


@inner
def choose_row(r, s) -> int:  # type: ignore[no-untyped-def]
    """The row that is worth most now; pass if none is worth anything."""
    hand = s.hands[s.mover]
    points = points_in_orders(r, hand)
    best, most, legal = -1, -np.inf, s.legal[0]
    while legal:
        row = lowest(legal)
        legal &= legal - 1
        contract = choose_joker(r, s, hand, points) if (JOKERS >> row) & 1 else row
        worth = worth_of_row(r, s, row, good_points(r, hand, contract, points))
        if worth > most:
            best, most = row, worth
    may_pass = (s.legal[1] >> (act.PASS - act.WORD_BITS)) & 1
    return act.PASS if may_pass and most < 0 else best


@inner
def lead_of_side(r, s, exchanged: bool) -> float:  # type: ignore[no-untyped-def]
    """By how many points the mover's side will lead in the contract that stands, with or without an exchange."""
    hand = s.hands[s.mover]
    if exchanged:
        order = s.orders[0] if s.orders[0] < FREE else OBENABE
        return ALL_POINTS - 2 * points_avoiding(r, hand, order)
    contract = act.OBENABE if s.contract == act.MISERE else s.contract
    return 2 * points_in_way(r, contract, s.subchoice, points_in_orders(r, hand)) - ALL_POINTS


@inner
def choose_misere(r, s) -> int:  # type: ignore[no-untyped-def]
    """Add Misère if the side leads by more with it."""
    plain = lead_of_side(r, s, s.contract == act.MISERE)
    added = lead_of_side(r, s, s.contract != act.MISERE)
    return act.ADD_MISERE if added > plain + MISERE_MARGIN else act.PLAIN


@inner
def choose_double(r, s) -> int:  # type: ignore[no-untyped-def]
    """Double if the side will have the majority, though the others chose."""
    return act.DOUBLE if lead_of_side(r, s, is_exchanged(s)) > DOUBLE_ABOVE else act.NO_DOUBLE


@inner
def choose_exchange(r, s) -> int:  # type: ignore[no-untyped-def]
    """The spare hand is taken for one below the mean."""
    return act.EXCHANGE if points_in_order(r, s.hands[s.mover], s.orders[0]) < EXCHANGE_BELOW else act.KEEP


# --- tricks and predictions ---


@inner
def tricks_in_order(r, hand: int, order: int) -> float:  # type: ignore[no-untyped-def]
    """Tricks that a hand takes."""
    return points_in_order(r, hand, order) / ALL_POINTS * r.tricks


@inner
def choose_bid(r, s) -> int:  # type: ignore[no-untyped-def]
    """All tricks that the best suit promises, if that is more than was bid."""
    most = 0.0
    for suit in range(4):
        most = max(most, tricks_in_order(r, s.hands[s.mover], suit))
    bid = min(9, int(most))
    return act.BID - 1 + bid if bid > s.bid else act.PASS


@inner
def choose_tricks(r, s) -> int:  # type: ignore[no-untyped-def]
    """The nearest number of tricks that may still be said."""
    tricks = int(TRICKS_TOLD + TRICKS_PER_TRICK * max(0.0, tricks_in_order(r, s.hands[s.mover], s.orders[0])))
    while tricks > 0 and (s.legal[1] >> (act.TRICKS + tricks - act.WORD_BITS)) & 1 == 0:
        tricks -= 1
    return act.TRICKS + tricks


@inner
def choose_prediction(r, s) -> int:  # type: ignore[no-untyped-def]
    """The points that the hand promises."""
    return act.PREDICT + min(max(int(points_in_order(r, s.hands[s.mover], s.orders[0]) + 0.5), 0), ALL_POINTS)
