"""Playing the tricks: announcing Weis, playing cards, fixing trump in mid-hand, revokes, claims (rulebook 1.5-1.9)."""

from __future__ import annotations

from jass_env.engine import actions as act
from jass_env.engine._jit import inner, jit, rare
from jass_env.engine.bits import popcount
from jass_env.engine.cards import ACE, CARDS, KIND, KINDS, KING, OBER, RANK, SUIT, SUIT_SET, kinds_of, pick
from jass_env.engine.orders import (
    FREE,
    NO_TRUMP,
    PUURS,
    STRENGTH,
    UNNAMED,
    VALUES,
    count,
    legal_cards,
    revoking_cards,
    value_row,
)
from jass_env.engine.score import check_target, claim, score_all_stoeck, score_bonus, score_stoeck, score_trick, strike
from jass_env.engine.state import (
    ASK_CARD,
    ASK_TRICK_TRUMP,
    ASK_WEIS,
    GOES_ON,
    HAND_DONE,
    HAND_STOPPED,
    PLACE_STOECK,
    PLACE_TRICK,
    PLACE_WEIS,
    STOECK_FIRST_TRICK,
    STOECK_OFF,
    TRICKS,
    WEIS_AUTO,
    WEIS_CHOOSE,
    WEIS_OFF,
    WRITE_AFTER_HAND,
    WRITE_CLAIM,
    WRITE_INSTANT,
)
from jass_env.engine.turns import leader_of, next_seat, player_at
from jass_env.engine.weis import FOUR, evaluate, kind_of_key, rank_of_key

REVOKE_PENALTY = 20
KINGS = sum(1 << card for card in range(CARDS) if RANK[card] == KING)
OBERS = sum(1 << card for card in range(CARDS) if RANK[card] == OBER)


@inner
def begin_tricks(r, s) -> bool:  # type: ignore[no-untyped-def]
    """Look into the hands for Weis and Stöck, and let the leader begin."""
    if r.weis != WEIS_OFF:
        for seat in range(r.seats):
            points, key, _ = evaluate(r, s.hands[seat], s.whole_trump, s.contract == act.UNDENUFE)
            s.weis_points[seat] = points
            s.weis_key[seat] = key
    for seat in range(r.seats):
        s.dealt[seat] = s.hands[seat]
        if r.stoeck != STOECK_OFF and s.whole_trump >= 0:
            s.stoeck_left[seat] = marriages(s.hands[seat], s.whole_trump)
    s.writes = when_written(r, s)
    s.first_leader = s.chooser if r.chooser_leads else s.forehand
    s.mover = s.first_leader
    begin_trick(r, s)
    return True


@inner
def when_written(r, s) -> int:  # type: ignore[no-untyped-def]
    """Within the hand only where it has no surprise at its end, and both sides do not already have the target."""
    if r.writes == WRITE_AFTER_HAND or s.contract == act.MISERE or s.contract == act.TUTTI:
        return WRITE_AFTER_HAND
    if s.misere_added or s.doubler >= 0:
        return WRITE_AFTER_HAND
    for side in range(r.sides):
        if s.totals[side] < r.target:
            return r.writes
    return WRITE_AFTER_HAND


@inner
def begin_trick(r, s) -> None:  # type: ignore[no-untyped-def]
    """The leader's turn; in 3x3 the trump of the trick is named before."""
    s.in_trick = 0
    s.led = -1
    s.best_card = -1
    s.best_seat = -1
    s.order = s.orders[s.trick]
    if s.order == UNNAMED:
        s.ask = ASK_TRICK_TRUMP
        s.mover = s.chooser
    else:
        ask_mover(r, s)


@inner
def apply_trick_trump(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """3x3: the named suit is trump of this trick; the turn goes back to its leader."""
    s.order = code - act.SUIT_CODE
    s.orders[s.trick] = s.order
    s.mover = leader_of(s, s.trick)
    ask_mover(r, s)
    return GOES_ON


@inner
def ask_mover(r, s) -> None:  # type: ignore[no-untyped-def]
    """The mover may first decide whether to announce a Weis, if he can; then he plays a card."""
    s.ask = ASK_CARD
    if s.trick == 0 and r.weis == WEIS_CHOOSE and may_announce(s, s.mover):
        s.ask = ASK_WEIS


@jit
def may_announce(s, seat: int) -> bool:  # type: ignore[no-untyped-def]
    """Only a kind at least as good as the best announced so far."""
    return s.weis_key[seat] > 0 and rank_of_key(s.weis_key[seat]) >= s.weis_rank


@inner
def announce(s, seat: int) -> None:  # type: ignore[no-untyped-def]
    """The kind becomes known."""
    s.announced[seat] = kind_of_key(s.weis_key[seat]) + 1
    s.weis_rank = rank_of_key(s.weis_key[seat])


@inner
def legal_weis(r, s) -> None:  # type: ignore[no-untyped-def]
    """Announce the best Weis, or stay silent."""
    s.legal[1] = (1 << (act.ANNOUNCE - act.WORD_BITS)) | (1 << (act.SILENT - act.WORD_BITS))


@inner
def apply_weis(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """Then the same player plays his card."""
    if code == act.ANNOUNCE:
        announce(s, s.mover)
    s.ask = ASK_CARD
    return GOES_ON


@inner
def legal_card(r, s) -> None:  # type: ignore[no-untyped-def]
    """The cards that may be played, and the claim where the match can be claimed."""
    hand = s.hands[s.mover]
    if s.in_trick == 0:
        cards = hand
    else:
        ruffed = SUIT[s.best_card] == s.order and s.led != s.order
        highest_trump = s.best_card if ruffed else -1
        cards = legal_cards(hand, s.order, s.led, highest_trump, s.strict, r.only_trumps_beat)
        if r.revokes:
            cards = revoking_cards(hand, cards, s.order, s.led)
    s.legal[0] = kinds_of(cards)
    if s.writes == WRITE_CLAIM:
        s.legal[3] = 1 << (act.CLAIM - 3 * act.WORD_BITS)


@inner
def apply_card(r, s, code: int) -> int:  # type: ignore[no-untyped-def]
    """A card is played (or the match claimed)."""
    seat = s.mover
    if code == act.CLAIM:
        claim(r, s, seat)
        return HAND_DONE
    if s.trick == 0 and r.weis == WEIS_AUTO and may_announce(s, seat):
        announce(s, seat)  # with the card: before it, it would tell the others whose turn it is by now
    hand = s.hands[seat]
    card = pick(hand, code)
    suit = SUIT[card]
    if r.revokes:
        if (s.withheld[seat] >> suit) & 1:
            put(r, s, seat, card)
            strike(r, s, seat, REVOKE_PENALTY)
            return HAND_STOPPED
        if is_revoke(hand, suit, s.led, s.order):
            s.withheld[seat] |= 1 << s.led
    if s.in_trick == 0:
        s.led = suit
    elif s.order == FREE and hand & SUIT_SET[s.led] == 0:
        fix_trump(r, s, suit)
    put(r, s, seat, card)
    if s.in_trick == 1 or STRENGTH[s.order, s.led, card] >= STRENGTH[s.order, s.led, s.best_card]:
        s.best_card = card
        s.best_seat = seat
    if s.stoeck_left[seat] > 0:
        pairs = stoeck_due(r, s, seat)
        if pairs > 0:
            score_stoeck(r, s, seat, pairs)
            if s.over:
                return HAND_DONE
    if s.in_trick == s.playing:
        return end_trick(r, s)
    s.mover = next_seat(r, s, seat)
    ask_mover(r, s)
    return GOES_ON


@inner
def put(r, s, seat: int, card: int) -> None:  # type: ignore[no-untyped-def]
    """The card leaves the hand and lies on the table."""
    s.hands[seat] &= ~(1 << card)
    s.played[s.trick * s.playing + s.in_trick] = card
    s.played_in[KIND[card]] = s.trick + 1
    s.in_trick += 1


@inner
def is_revoke(hand: int, suit: int, led: int, order: int) -> bool:
    """Neither follows nor trumps while holding the led suit; who has only the Puur of trumps need not follow."""
    if led < 0 or suit in (led, order):
        return False
    held = hand & SUIT_SET[led]
    if led == order:
        held &= ~PUURS[order]
    return held != 0


@rare
def fix_trump(r, s, suit: int) -> None:  # type: ignore[no-untyped-def]
    """The first player who cannot follow fixes trump, from this trick on; cards taken before count anew.

    A card of that suit may lie in the trick already, where somebody has revoked: it is a trump now.
    """
    s.order = suit
    for place in range(s.trick * s.playing, s.trick * s.playing + s.in_trick):
        card = s.played[place]
        if STRENGTH[suit, s.led, card] >= STRENGTH[suit, s.led, s.best_card]:  # of equal cards the later is higher
            s.best_card = card
            s.best_seat = player_at(r, s, s.trick, place - s.trick * s.playing)
    for trick in range(s.trick, r.tricks):
        s.orders[trick] = suit
    s.values = suit
    for side in range(r.sides):
        bonus = s.card_points[side] - count(s.taken[side], NO_TRUMP)  # for tricks, not cards
        change = count(s.taken[side], suit) + bonus - s.card_points[side]
        s.card_points[side] += change
        s.gained[side] += change
        s.points[side] += change


@inner
def marriages(cards: int, trump: int) -> int:
    """Pairs of King and Ober of trumps in a set of cards."""
    kings, obers = cards & KINGS & SUIT_SET[trump], cards & OBERS & SUIT_SET[trump]
    return min(popcount(kings), popcount(obers))


@inner
def stoeck_due(r, s, seat: int) -> int:  # type: ignore[no-untyped-def]
    """Pairs to score now: at the second card; in other houses when the holder plays to trick 1 (or at its end)."""
    if r.stoeck == STOECK_FIRST_TRICK:
        return s.stoeck_left[seat] if s.trick == 0 and s.writes != WRITE_INSTANT else 0
    played = s.dealt[seat] & ~s.hands[seat]
    return marriages(played, s.whole_trump) - s.stoeck_scored[seat]


@inner
def end_trick(r, s) -> int:  # type: ignore[no-untyped-def]
    """The trick goes to its winner; at the end of trick 1 Stöck, Weis and trick count in the order of the house."""
    winner = s.best_seat
    side = r.side_of[winner]
    points = trick_points(r, s, s.trick)
    cards = 0
    for place in range(s.trick * s.playing, (s.trick + 1) * s.playing):
        cards |= 1 << s.played[place]
    s.taken[side] |= cards
    s.trick_winner[s.trick] = winner
    s.tricks_taken[side] += 1
    bonus = 0
    is_last = s.trick == r.tricks - 1
    if is_last and s.tricks_taken[side] == r.tricks:
        bonus = r.match_bonus
    if s.trick == 0 and (r.weis != WEIS_OFF or r.stoeck != STOECK_OFF):
        for number in range(3):
            place = r.first_trick_order[number]
            if place == PLACE_STOECK:
                stoeck_of_first_trick(r, s)
            elif place == PLACE_WEIS:
                compare_weis(r, s)
            elif place == PLACE_TRICK:
                score_trick(r, s, side, points, bonus)
            if s.over:
                return HAND_DONE
    else:
        score_trick(r, s, side, points, bonus)
        if s.over:
            return HAND_DONE
    s.trick += 1
    s.mover = winner
    if is_last:
        return HAND_DONE
    begin_trick(r, s)
    return GOES_ON


@inner
def trick_points(r, s, trick: int) -> int:  # type: ignore[no-untyped-def]
    """What a complete trick counts: its cards, and what taking it is worth by itself."""
    first = trick * s.playing
    points = 0
    if r.own_values:
        points = own_value(r, s, first)
    else:
        row = value_row(s.values, s.orders[trick], r.undenufe_six)
        for place in range(first, first + s.playing):
            points += VALUES[row, s.played[place]]
    return points + r.trick_bonus[count_table(r, s) * TRICKS + trick]


@inner
def count_table(r, s) -> int:  # type: ignore[no-untyped-def]
    """Which table of trick bonuses and own card values counts in this hand."""
    return s.hand_number % r.count_cycle if r.count_cycle > 1 else 0  # a division costs as much as the rest of the trick


@inner
def own_value(r, s, first: int) -> int:  # type: ignore[no-untyped-def]
    """What the cards of a trick count where the variant has values of its own."""
    points = 0
    for place in range(first, first + s.playing):
        points += r.card_value[count_table(r, s) * KINDS + KIND[s.played[place]]]
    return points


@rare
def stoeck_of_first_trick(r, s) -> None:  # type: ignore[no-untyped-def]
    """Its place at the end of trick 1: it is scored there, or counts from now on where the match can end at once."""
    s.stoeck_counts = 1
    if s.writes != WRITE_INSTANT:
        return
    for place in range(s.playing):
        seat = player_at(r, s, 0, place)
        if s.stoeck_left[seat] > 0 and not s.over:
            side = r.side_of[seat]
            if r.stoeck == STOECK_FIRST_TRICK:
                score_all_stoeck(r, s, side)
            else:
                check_target(r, s, side)


@rare
def compare_weis(r, s) -> None:  # type: ignore[no-untyped-def]
    """The best announced Weis is found; its holder's side scores all its Weis, nobody else any."""
    best = -1
    for place in range(s.playing):  # earlier player first
        seat = player_at(r, s, 0, place)
        if s.announced[seat] and (best < 0 or s.weis_key[seat] > s.weis_key[best]):
            best = seat
    if best < 0:
        return
    reveal_comparison(r, s, best)
    if r.weis_cancel and identical_weis(r, s, best):
        return
    side = r.side_of[best]
    points = 0
    for seat in range(r.seats):
        if r.side_of[seat] == side and s.weis_points[seat] > 0:
            points += s.weis_points[seat]
            s.weis_cards[seat] = evaluate(r, s.dealt[seat], s.whole_trump, s.contract == act.UNDENUFE)[2]
    score_bonus(r, s, side, points)


@inner
def reveal_comparison(r, s, best: int) -> None:  # type: ignore[no-untyped-def]
    """Where several announced the best kind, their top cards become known; where these are equal, whether it is trump."""
    rank = rank_of_key(s.weis_key[best])
    rivals, equals = 0, 0
    for seat in range(r.seats):
        if s.announced[seat] and rank_of_key(s.weis_key[seat]) == rank:
            rivals += 1
            if s.weis_key[seat] >> 5 == s.weis_key[best] >> 5:
                equals += 1
    if rivals < 2:
        return
    for seat in range(r.seats):
        if s.announced[seat] and rank_of_key(s.weis_key[seat]) == rank:
            s.weis_top[seat] = top_told(r, s, s.weis_key[seat])
            if equals > 1 and s.whole_trump >= 0 and s.weis_key[seat] >> 5 == s.weis_key[best] >> 5:
                s.weis_trump[seat] = 1 + ((s.weis_key[seat] >> 4) & 1)


@inner
def top_told(r, s, key: int) -> int:  # type: ignore[no-untyped-def]
    """The top card's rank + 1 of a Weis with this key; the key counts from the other end where lower is better."""
    top = (key >> 5) & 15
    return 1 + (ACE - top if r.weis_undenufe_reversed and s.contract == act.UNDENUFE else top)


@inner
def identical_weis(r, s, best: int) -> bool:  # type: ignore[no-untyped-def]
    """The best announced Weis are identical sequences of two sides, none of them in trumps."""
    key = s.weis_key[best]
    if kind_of_key(key) >= FOUR or (key >> 4) & 1:
        return False
    for seat in range(r.seats):
        if s.announced[seat] and s.weis_key[seat] == key and r.side_of[seat] != r.side_of[best]:
            return True
    return False
