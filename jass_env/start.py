"""Seeds, and starting from given cards, dealer, totals, ledger...: for all environments and the replay of records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from jass_env.engine import actions as act
from jass_env.engine import batch
from jass_env.engine import state as st
from jass_env.engine.cards import KIND, card_id, card_name
from jass_env.errors import CardError, DealError, OptionError
from jass_env.rules import Rules


def new_seed() -> int:
    """A 64-bit seed from the system."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])


def checked_seed(seed: Any) -> int:
    """A seed as a 64-bit number; any whole number will do. Raises OptionError for something else."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise OptionError(f"seed={seed!r}: a whole number is needed")
    return int(seed) % 2**64


def checked_seeds(seed: Any, count: int) -> list[int]:
    """The seeds of ``count`` matches: counted up from a whole number, or given one by one. Raises OptionError."""
    if isinstance(seed, int | np.integer):
        return [checked_seed(int(seed) + i) for i in range(count)]
    if isinstance(seed, str) or not isinstance(seed, Sequence | np.ndarray):
        raise OptionError(f"seed={seed!r}: a whole number, or one for each match, is needed")
    seeds = [checked_seed(each) for each in seed]
    if len(seeds) != count:
        raise OptionError(f"{len(seeds)} seeds for {count} matches")
    return seeds


def apply_start(rules: Rules, states: np.ndarray, i: int, start: Mapping[str, Any], table: np.ndarray) -> None:
    """Begin the hand of match ``i`` anew with what ``start`` gives; keys it does not know are ignored.

    Args:
        rules: the rules of the match.
        states: STATE array; match ``i`` stands at the beginning of a hand.
        i: the match.
        start: any of these.
            ``hands``: for each seat its cards, as text or ids (none for a seat that is out);
            ``spare``, ``out``: the spare hand and the cards out of play, where there are any (default: what is left);
            ``turned``: the card shown for trump (default: the last of the cards listed where it lies);
            ``dealer``: a seat;
            ``totals``: the match's score before this hand, a number for each seat (equal for partners);
            ``hand_number``: hands finished before this one;
            ``ledger``: Coiffeur family, for each seat (pairs: for 0/2 and 1/3) the rows played, ``[row, points]`` each;
            ``carry``: Plus-Minus, extra sticks for the next receivers (table fi: groups of seats, oldest first);
            ``safe``: Handjass with exchange, the seats that have left the match;
            ``playoff``: Coiffeur family, ``{"contract": name, "declarer": seat}`` in a play-off;
            ``draws``: cards to be drawn for ties in this hand, ``[[[seat, card], ...], ...]`` by rounds.
        table: the RULES array that ``states`` refers to.

    Raises:
        DealError: they make no position of this variant; the hand is as it was dealt.
    """
    if not isinstance(start, Mapping):
        raise DealError(f"options={start!r}: a mapping such as {{'hands': [...], 'dealer': 2}} is needed")
    before = states[i].copy()
    try:
        s = states[i]
        given = [key for key in STARTS if start.get(key) is not None]
        for key in given:
            with _named(key):
                STARTS[key](rules, s, start[key])
        if {"dealer", "safe"} & set(given) and not int(s.active) >> int(s.dealer) & 1:
            raise DealError(f"dealer={int(s.dealer)}: this seat is out of the match")
        _need_rows(rules, s)
        _need_net_strokes(rules, s)
        if "hands" in given:
            with _named("hands"):
                _set_cards(rules, s, start)
        elif "safe" in given:
            batch.deal_again(table, states, i)
        if rules.array[0].turn_up and {"hands", "turned", "dealer"} & set(given):
            with _named("turned"):
                _set_turned(rules, s, start)
        if given:
            batch.reset_hand(table, states, i)
    except BaseException:
        states[i] = before
        raise


@contextmanager
def _named(key: str) -> Iterator[None]:
    """Whatever is wrong with the value of a key is a DealError that names it."""
    try:
        yield
    except DealError as error:
        raise error if str(error).startswith(key) else DealError(f"{key}: {error}") from error
    except (CardError, TypeError, ValueError, KeyError, IndexError, OverflowError, AttributeError) as error:
        raise DealError(f"{key}: {error}") from error


def _whole(what: str, number: Any, low: int = 0, high: int = 1_000_000) -> int:
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or not low <= number <= high:
        raise DealError(f"{what}={number!r}: a whole number {low} to {high} is needed")
    return int(number)


def _seat(rules: Rules, what: str, seat: Any) -> int:
    return _whole(what, seat, 0, rules.seats - 1)


def _set_of_seats(rules: Rules, what: str, seats: Iterable[Any]) -> int:
    return sum({1 << _seat(rules, what, seat) for seat in seats})


def _set_totals(rules: Rules, s: Any, totals: Sequence[Any]) -> None:
    if len(totals) != rules.seats:
        raise DealError(f"totals={totals!r}: one number for each of {rules.seats} seats")
    for seat, total in enumerate(totals):
        if _whole("totals", total, -1_000_000) != totals[rules.side_of(seat)]:
            raise DealError(f"totals={totals!r}: partners share one total")
    target = int(rules.array[0].target)
    if rules.array[0].match == st.MATCH_TARGET and max(totals) >= target and len(set(totals)) > 1:
        raise DealError(f"totals={totals!r}: the match is over at {target}, unless all sides are equal there")
    best = min(totals) if rules.array[0].fewest_wins else max(totals)
    if rules.array[0].match == st.MATCH_AHEAD and max(totals) >= target and list(totals).count(best) == 1:
        raise DealError(f"totals={totals!r}: the match is over, one is alone in front at {target}")
    for side in range(rules.sides):
        s.totals[side] = int(totals[side])


def _need_net_strokes(rules: Rules, s: Any) -> None:
    """Who has the strokes to leave the match has left it, and nobody else."""
    r = rules.array[0]
    if r.match == st.MATCH_LAST_IN:
        for seat in range(rules.seats):
            if (s.totals[seat] >= r.safe_at) == bool(int(s.active) >> seat & 1):
                raise DealError(
                    f"totals and safe: a seat is out of the match exactly if it has {int(r.safe_at)} net strokes"
                )


def _set_dealer(rules: Rules, s: Any, dealer: Any) -> None:
    s.dealer = _seat(rules, "dealer", dealer)


def _set_hand_number(rules: Rules, s: Any, number: Any) -> None:
    r = rules.array[0]
    last = int(r.hands) if r.ties_stand else int(r.max_hands)
    hand = _whole("hand_number", number, 0, last - 1)
    if r.rows and hand != s.hand_number:
        raise DealError(f"hand_number={number}: the ledger says that {int(s.hand_number)} hands have been played")
    s.hand_number = hand


def _set_ledger(rules: Rules, s: Any, ledger: Sequence[Sequence[Sequence[Any]]]) -> None:
    if not rules.array[0].rows:
        if any(ledger):
            raise DealError("ledger: this game keeps none")
        return
    if len(ledger) != rules.sides:
        raise DealError(f"ledger: {rules.sides} lists of rows are needed")
    for side, rows in enumerate(ledger):
        s.ledger_size[side], s.rows_used[side] = 0, 0
        for number, (name, points) in enumerate(rows):
            code = act.CODE.get(name, -1)
            place = code - act.SUIT_CODE
            known = 0 <= code < act.WORD_BITS and int(rules.array[0].rows) >> code & 1
            if not known or int(s.rows_used[side]) >> place & 1:
                raise DealError(f"ledger of side {side}: {name!r} is no row of it, or stands there twice")
            s.ledger_row[side * st.ROWS + number] = code
            s.ledger_points[side * st.ROWS + number] = _whole(f"ledger points of {name}", points, 0, 10_000)
            s.ledger_size[side] = number + 1
            s.rows_used[side] = int(s.rows_used[side]) | 1 << place
    s.hand_number = sum(len(rows) for rows in ledger)


def _need_rows(rules: Rules, s: Any) -> None:
    """In the Coiffeur family somebody must have a row left to declare, unless the match is played off."""
    if rules.array[0].rows and not s.playoff and s.hand_number >= rules.array[0].hands:
        raise DealError("ledger: every row is played, and there is no play-off")


def _set_carry(rules: Rules, s: Any, carry: Any) -> None:
    if not rules.array[0].sticks_aside:
        s.carry = _whole("carry", carry, 0, 10_000)
        return
    groups = list(carry)
    if len(groups) > st.ASIDE:
        raise DealError(f"carry: at most {st.ASIDE} sticks can lie aside")
    s.aside_count = len(groups)
    for number, group in enumerate(groups):
        s.aside[number] = _set_of_seats(rules, "carry", group)


def _set_safe(rules: Rules, s: Any, safe: Iterable[Any]) -> None:
    if rules.array[0].match != st.MATCH_LAST_IN:
        if list(safe):
            raise DealError(f"safe={safe!r}: in this game nobody leaves the match")
        return
    s.active = (1 << rules.seats) - 1 & ~_set_of_seats(rules, "safe", safe)
    if int(s.active).bit_count() < 2:
        raise DealError(f"safe={safe!r}: at least two seats play")
    while not int(s.active) >> int(s.dealer) & 1:
        s.dealer = (int(s.dealer) + 1) % rules.seats


def _set_playoff(rules: Rules, s: Any, playoff: Mapping[str, Any]) -> None:
    code = act.CODE.get(playoff["contract"], -1)
    if not 0 <= code < act.JOKER_1 or not int(rules.array[0].rows) >> code & 1:
        raise DealError(f"playoff: {playoff['contract']!r} is no contract of this game")
    s.playoff_contract = code
    s.playoff_seat = _seat(rules, "playoff declarer", playoff["declarer"])
    s.playoff = int(s.playoff) | 1 << int(s.playoff_seat)


def _set_draws(rules: Rules, s: Any, draws: Sequence[Sequence[Sequence[Any]]]) -> None:
    if any(len({card for _, card in turn}) < len(turn) for turn in draws):
        raise DealError("draws: in a round each card is drawn once")
    # The engine asks for the cards of a round in ascending order of seats.
    cards = [card_id(card) for turn in draws for _, card in sorted(turn, key=lambda drawn: int(drawn[0]))]
    if len(cards) > len(s.draw_cards):
        raise DealError(f"draws: in this game at most {len(s.draw_cards)} cards")
    s.draws_given = len(cards)
    for number, card in enumerate(cards):
        s.draw_cards[number] = card


#: What can be given besides cards, in the order in which it is set.
STARTS: dict[str, Callable[[Rules, Any, Any], None]] = {
    "ledger": _set_ledger,
    "hand_number": _set_hand_number,
    "totals": _set_totals,
    "carry": _set_carry,
    "dealer": _set_dealer,
    "safe": _set_safe,
    "playoff": _set_playoff,
    "draws": _set_draws,
    "hands": lambda rules, s, hands: None,  # with spare, out and turned, once it is known who plays
    "turned": lambda rules, s, turned: None,
}


def _set_cards(rules: Rules, s: Any, start: Mapping[str, Any]) -> None:
    """Hands, spare hand and cards out of play; those not given are what is left of the pack, in index order."""
    hands, r = start["hands"], rules.array[0]
    size, pack = int(r.hand_size), int(r.pack)
    playing = [int(s.active) >> seat & 1 for seat in range(rules.seats)]
    if len(hands) != rules.seats or any(len(hand) != size * plays for hand, plays in zip(hands, playing, strict=True)):
        raise DealError(f"hands: {size} cards for each of {sum(playing)} seats are needed")
    left = pack

    def take(names: Iterable[Any]) -> int:
        nonlocal left
        members = 0
        for name in names:
            # Of the two copies in a 48-card pack the first one that is left.
            kind = card_id(name)
            card = next((c for c in range(len(KIND)) if KIND[c] == kind and left >> c & 1), None)
            if card is None:
                raise DealError(f"hands: {card_name(kind)} is not in this pack, or stands there too often")
            left &= ~(1 << card)
            members |= 1 << card
        return members

    members = [take(hand) for hand in hands]
    spare, out = start.get("spare"), start.get("out")
    number = int(r.spare)
    if spare is not None:
        if len(spare) != number:
            raise DealError(f"spare: {number} cards are needed")
        s.spare = take(spare)
    if out is not None:
        s.out = take(out)
        if spare is None:
            s.spare, left = left, 0
        if left or int(s.spare).bit_count() != number:
            raise DealError("out: hands, spare and out together must be the pack")
    else:
        if spare is None:
            free = [card for card in range(len(KIND)) if left >> card & 1]
            s.spare = sum(1 << card for card in free[:number])
            left &= ~int(s.spare)
        s.out = left
    for seat in range(rules.seats):
        s.hands[seat] = members[seat]


def _set_turned(rules: Rules, s: Any, start: Mapping[str, Any]) -> None:
    """The turned card lies where the game turns it: given, or the last listed there, or as before, or the highest."""
    turn_up = int(rules.array[0].turn_up)
    where, listed = {
        st.TURN_DEALERS_LAST: (int(s.hands[s.dealer]), (start.get("hands") or {s.dealer: None})[s.dealer]),
        st.TURN_SPARE: (int(s.spare), start.get("spare")),
        st.TURN_OUT: (int(s.out), start.get("out")),
    }[turn_up]
    if start.get("turned") is not None:
        card = card_id(start["turned"])
        if not where >> card & 1:
            raise DealError(f"turned={card_name(card)}: it does not lie where this game turns a card")
    elif listed:
        card = card_id(listed[-1])
    else:
        card = int(s.turned) if where >> int(s.turned) & 1 else where.bit_length() - 1
    s.turned = card
