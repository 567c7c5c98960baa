"""Seeds, and starting from given cards, dealer or totals: shared by all environments and by the replay of records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jass_env.engine import batch
from jass_env.engine.cards import KIND, card_id, card_name, card_set
from jass_env.errors import CardError, DealError
from jass_env.rules import Rules


def new_seed() -> int:
    """A 64-bit seed from the system."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])


def apply_start(rules: Rules, states: np.ndarray, i: int, start: Mapping[str, Any], table: np.ndarray) -> None:
    """Begin the hand of match ``i`` anew with what ``start`` gives; keys it does not know are ignored.

    Args:
        rules: the rules of the match.
        states: STATE array; match ``i`` has just been reset.
        i: the match.
        start: ``hands``: for each seat its cards, as text or ids; ``dealer``: a seat; ``totals``: a number for each
            seat (equal for partners), the match's score before this hand; ``turned``: the card shown for trump, one of
            the dealer's (default: the last of the dealer's cards as listed).
        table: the RULES array that ``states`` refers to.

    Raises:
        DealError: they make no position of this variant; the hand is as it was dealt.
    """
    if not any(start.get(key) is not None for key in ("hands", "dealer", "totals", "turned")):
        return
    before = states[i].copy()
    try:
        s = states[i]
        if start.get("totals") is not None:
            _set_totals(rules, s, start["totals"])
        if start.get("dealer") is not None:
            s.dealer = _seat(rules, "dealer", start["dealer"])
        if start.get("hands") is not None:
            _set_hands(rules, s, start["hands"])
        if rules.array[0].turn_up and (
            start.get("turned") is not None or start.get("dealer") is not None or start.get("hands") is not None
        ):
            _set_turned(rules, s, start)
        batch.reset_hand(table, states, i)
    except BaseException:
        states[i] = before
        raise


def _seat(rules: Rules, what: str, seat: Any) -> int:
    if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < rules.seats:
        raise DealError(f"{what}={seat!r}: a seat is 0 to {rules.seats - 1}")
    return int(seat)


def _set_totals(rules: Rules, s: Any, totals: Sequence[Any]) -> None:
    if len(totals) != rules.seats:
        raise DealError(f"totals={totals!r}: one number for each of {rules.seats} seats")
    for seat in range(rules.seats):
        total = totals[seat]
        if isinstance(total, bool) or not isinstance(total, int | np.integer) or abs(int(total)) > 1_000_000:
            raise DealError(f"totals={totals!r}: whole numbers up to a million")
        if total != totals[rules.side_of(seat)]:
            raise DealError(f"totals={totals!r}: partners share one total")
    target = int(rules.array[0].target)
    at_target = {rules.side_of(seat) for seat in range(rules.seats) if 0 < target <= totals[seat]}
    if at_target and (len(at_target) < rules.sides or len(set(totals)) > 1):
        raise DealError(f"totals={totals!r}: the match is over at {target}, unless all sides are equal there")
    for side in range(rules.sides):
        s.totals[side] = int(totals[side])


def _set_hands(rules: Rules, s: Any, hands: Sequence[Sequence[str | int]]) -> None:
    size = int(rules.array[0].hand_size)
    if len(hands) != rules.seats or any(len(hand) != size for hand in hands):
        raise DealError(f"hands: {size} cards for each of {rules.seats} seats are needed")
    pack = int(rules.array[0].pack)
    try:
        card_set([card for hand in hands for card in hand], pack)
    except CardError as error:
        raise DealError(f"hands: {error}") from None
    left = pack
    for seat, hand in enumerate(hands):
        members = 0
        for name in hand:
            # Of the two copies in a 48-card pack the first one that is left.
            kind = card_id(name)
            card = next(c for c in range(60) if KIND[c] == kind and (left >> c) & 1)
            left &= ~(1 << card)
            members |= 1 << card
        s.hands[seat] = members


def _set_turned(rules: Rules, s: Any, start: Mapping[str, Any]) -> None:
    """The turned card is the dealer's: the given one, or the last listed, or the one already turned, or his highest."""
    dealer = int(s.dealer)
    if start.get("turned") is not None:
        card = card_id(start["turned"])
    elif start.get("hands") is not None:
        card = card_id(start["hands"][dealer][-1])
    else:
        card = int(s.turned) if (int(s.hands[dealer]) >> int(s.turned)) & 1 else int(s.hands[dealer]).bit_length() - 1
    if not (int(s.hands[dealer]) >> card) & 1:
        raise DealError(f"turned={card_name(card)}: the turned card is one of the dealer's")
    s.turned = card
