"""The table as text, for a spectator: scores, all hands, the trick under way, who is to move (``render_mode="ansi"``).

Nothing here knows a variant: what is shown follows from the rules' layout and from what stands in the STATE record.
Cards are written with Swiss names (Eicheln-Under) or French symbols (♠J), see rulebook 1.1.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from jass_env.engine import actions as act
from jass_env.engine import state as st
from jass_env.engine.cards import KINDS, RANK, RANK_LETTERS, SUIT, SUIT_LETTERS, SUITS, card_names
from jass_env.engine.orders import FREE, OBENABE, UNDENUFE, UNNAMED
from jass_env.engine.turns import player_at
from jass_env.engine.weis import FOUR
from jass_env.rules import Rules

FRENCH_SUITS = "♠♣♦♥"
SWISS_SUITS = ("Eicheln", "Rosen", "Schilten", "Schellen")

WIDTH = 79
CELL = 24  # width of a seat's place at the table

#: Where the seats sit, seen from above: the next one sits to the right of the last.
PLACES: dict[int, tuple[tuple[int | None, ...], ...]] = {
    2: ((0, 1),),
    3: ((0, 1, 2),),
    4: ((None, 2, None), (3, None, 1), (None, 0, None)),
    5: ((4, None, 3), (0, 1, 2)),
    6: ((5, 4, 3), (0, 1, 2)),
}
ORDER_WORDS = {
    OBENABE: "obenabe",
    UNDENUFE: "undenufe",
    FREE: "no trump yet",
    UNNAMED: "trump still to be named",
}
ASK_WORDS = {
    st.ASK_CONTRACT: "chooses a contract",
    st.ASK_ROW: "declares a contract or passes",
    st.ASK_JOKER: "says what the joker stands for",
    st.ASK_MISERE: "may add Misère",
    st.ASK_DOUBLE: "may double",
    st.ASK_SWAP: "may swap the trump six for the turned card",
    st.ASK_EXCHANGE: "may exchange his hand for the spare one",
    st.ASK_BID: "bids or passes",
    st.ASK_TRUMP: "names the trump suit",
    st.ASK_TRICKS: "announces tricks",
    st.ASK_SUBCHOICE: "says how it is played",
    st.ASK_ONE_TRUMP: "names the trump suit",
    st.ASK_PREDICTION: "predicts",
    st.ASK_WEIS: "may announce Weis",
    st.ASK_TRICK_TRUMP: "names the trump of this trick",
    st.ASK_CARD: "plays a card",
}
END_WORDS = {
    st.END_HANDS: "all hands are played",
    st.END_TARGET: "the target is reached",
    st.END_CLAIM: "the match was claimed",
    st.END_TRUNCATED: "stopped at the limit of hands",
    st.END_SINGLE_HAND: "one hand was to be played",
}
#: Actions that would be hard to read by their names.
ACTION_WORDS = {
    "misere": "misère",
    **{name: f"{name[0]} {name[2:]} first" for name in act.VOCABULARY if name[1:] in ("_obenabe", "_undenufe")},
    **{
        name: "-".join({"T": "trump", "O": "obenabe", "U": "undenufe"}[letter] for letter in name)
        for name in act.BLOCK_ORDERS
    },
}


@dataclass(frozen=True)
class Deck:
    """How cards are written.

    Attributes:
        suits: the four suits.
        ranks: the ranks in a list of cards, from the six upward.
        words: the ranks of a card by itself.
        joint: what stands between suit and rank of a card by itself.
    """

    suits: Sequence[str]
    ranks: Sequence[str]
    words: Sequence[str]
    joint: str

    def suit(self, suit: int) -> str:
        """A suit in a sentence: "acorns (Eicheln)"."""
        return f"{SUITS[suit]} ({self.suits[suit]})"

    def card(self, card: int) -> str:
        """A card by itself: "Eicheln-Under", "♠J"."""
        return f"{self.suits[SUIT[card]]}{self.joint}{self.words[RANK[card]]}"

    def short(self, card: int) -> str:
        """A card where room is scarce: "Eicheln-U", "♠J"."""
        return f"{self.suits[SUIT[card]]}{self.joint}{self.ranks[RANK[card]]}"

    def cards(self, cards: int) -> str:
        """A set of cards by suit, the highest first: "Eicheln: A K U 9 | Rosen: 7"."""
        names = card_names(cards)[::-1]
        parts = []
        for suit, letter in zip(self.suits, SUIT_LETTERS, strict=True):
            ranks = [self.ranks[RANK_LETTERS.index(name[0])] for name in names if name[1] == letter]
            if ranks:
                parts.append(f"{suit}: {' '.join(ranks)}")
        return " | ".join(parts) or "no cards"

    def weis(self, kind: int) -> str:
        """A kind of Weis."""
        return f"{kind + 3} in a row" if kind < FOUR else f"4 x {self.words[kind - FOUR]}"

    def order(self, order: int) -> str:
        """The order of a trick, "" where none is known."""
        return f"trump {self.suit(order)}" if 0 <= order < OBENABE else ORDER_WORDS.get(order, "")

    def action(self, name: str) -> str:
        """An action that is no card."""
        if name in SUITS:
            return self.suit(SUITS.index(name))
        return ACTION_WORDS.get(name, name.replace("_", " "))


SWISS = Deck(SWISS_SUITS, RANK_LETTERS, ("6", "7", "8", "9", "Banner", "Under", "Ober", "König", "Ass"), "-")
FRENCH_RANKS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")


def render_text(rules: Rules, s: Any, french_suits: str | None = None) -> str:
    """A match as text, less than 80 columns wide, from the view of a spectator who sees all hands.

    Args:
        rules: the rules of the match.
        s: its STATE record.
        french_suits: the symbols of acorns, roses, shields, bells; None shows the Swiss names.
    """
    deck = SWISS if french_suits is None else Deck(french_suits, FRENCH_RANKS, FRENCH_RANKS, "")
    blocks = [
        _header(rules, s, deck),
        _scores(rules, s),
        _seats(rules, s, deck),
        _finished_trick(rules, s, deck) + _table(rules, s, deck),
        _result(rules, s) if s.over else _question(s, deck),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


# --- small words ---


def _seat(seat: int) -> str:
    return f"P{int(seat)}"


def _side(rules: Rules, side: int) -> str:
    return " ".join(_seat(seat) for seat in range(rules.seats) if rules.side_of(seat) == side)


def _wrap(parts: Iterable[str], between: str, indent: str = "") -> list[str]:
    """The parts that are not empty, as lines of text."""
    text = between.join(part for part in parts if part)
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "    ", break_on_hyphens=False)


# --- above: the match and the hand ---


def _header(rules: Rules, s: Any, deck: Deck) -> list[str]:
    r = rules.array[0]
    trick = min(int(s.trick), int(r.tricks) - 1)
    order = deck.order(int(s.orders[trick]))
    return [
        *_wrap((rules.name, *_match(r, s), f"dealer {_seat(s.dealer)}, forehand {_seat(s.forehand)}"), ", "),
        *_wrap((_contract(rules, s, deck) if "contract" in rules.layout else "",), ""),
        *_wrap(
            (
                f"turned card {deck.card(s.turned)}" if s.turned >= 0 else "",
                f"trick {trick + 1} of {r.tricks}: {order}" if order else "",
            ),
            "; ",
        ),
    ]


def _match(r: Any, s: Any) -> list[str]:
    """How far the match has come, and where it ends."""
    number = int(s.hand_number) + 1
    if r.episode == st.EPISODE_HAND:
        return ["single hand"]
    if r.match == st.MATCH_HANDS:
        return [f"hand {number} of {r.hands}" + (" (play-off)" if number > r.hands else "")]
    if r.match not in (st.MATCH_TARGET, st.MATCH_AHEAD):
        return [f"hand {number}"]
    is_open = r.bergpreis > 0 and s.bergpreis == st.BERGPREIS_OPEN
    return [f"hand {number}", f"target {r.target}", f"Bergpreis {r.bergpreis} open" if is_open else ""]


def _contract(rules: Rules, s: Any, deck: Deck) -> str:
    """The contract with its sub-choice and multiplier, and who chose it."""
    shoves = {0: "", 1: " after a shove"}.get(int(s.shoves), f" after {s.shoves} shoves")
    if s.contract < 0:
        return f"no contract yet{shoves}"
    row = s.row if s.row >= 0 else s.contract
    factor = int(rules.array[0].multiplier[row - act.SUIT_CODE])
    words = [deck.action(act.VOCABULARY[s.contract]) + (f" x{factor}" if factor else "")]
    if row != s.contract:
        words.append(f"played as {act.VOCABULARY[row]}")
    if s.misere_added:
        words.append("with Misère")
    if s.doubler >= 0:
        words.append(f"doubled by {_seat(s.doubler)}")
    if s.playoff:
        words.append("play-off")
    if s.subchoice >= 0:
        words.append(deck.action(act.VOCABULARY[s.subchoice]))
    if s.whole_trump >= 0 and act.SUIT_CODE + s.whole_trump not in (s.contract, s.subchoice):
        words.append(deck.order(int(s.whole_trump)))
    return f"contract {', '.join(words)}, chosen by {_seat(s.chooser)}{shoves}"


def _scores(rules: Rules, s: Any) -> list[str]:
    """A table: total, points of this hand, tricks, and what the last finished hand scored."""
    has_last = s.over or s.hand_number > 0
    rows = [("side", "total", "hand", "tricks", "last hand" if has_last else "")]
    for side in range(rules.sides):
        last = f"{s.hand_scores[side]:+d}" if has_last else ""
        rows.append((_side(rules, side), str(s.totals[side]), str(s.points[side]), str(s.tricks_taken[side]), last))
    return [f"{side:<10}{total:>8}{hand:>8}{tricks:>8}{last:>12}".rstrip() for side, total, hand, tricks, last in rows]


def _seats(rules: Rules, s: Any, deck: Deck) -> list[str]:
    """Each seat's cards, and below them what is known of him."""
    lines = ["All hands (a spectator's view):"]
    for seat in range(rules.seats):
        lines += _wrap((f"{_seat(seat)}  {deck.cards(int(s.hands[seat]))}",), "")
        lines += _wrap(_remarks(rules, s, seat, deck), "; ", indent="    ")
    if s.spare:
        lines += _wrap((f"spare hand  {deck.cards(int(s.spare))}",), "")
    return lines


def _remarks(rules: Rules, s: Any, seat: int, deck: Deck) -> list[str]:
    """What a seat has predicted, announced, scored or withheld."""
    remarks = []
    if not int(s.active) >> seat & 1:
        remarks.append("has left the match")
    if int(s.passed) >> seat & 1:
        remarks.append("passed")
    if "tricks_said" in rules.layout and s.tricks_said[seat] >= 0:
        remarks.append(f"says {s.tricks_said[seat]} tricks")
    elif s.bid and s.chooser == seat:
        remarks.append(f"bids {s.bid}")
    if s.swapper == seat:
        remarks.append("has swapped the trump six")
    if s.exchanger == seat:
        remarks.append("has exchanged his hand")
    if s.prediction[seat] >= 0:
        remarks.append(f"predicts {s.prediction[seat]}")
    if s.announced[seat]:
        top = f", top {deck.ranks[s.weis_top[seat] - 1]}" if s.weis_top[seat] else ""
        trump = ("", ", not trump", ", trump")[s.weis_trump[seat]]
        remarks.append(f"announces {deck.weis(s.announced[seat] - 1)}{top}{trump}")
    if s.weis_cards[seat]:
        remarks.append(f"Weis {s.weis_points[seat]}: {deck.cards(int(s.weis_cards[seat]))}")
    if s.stoeck_scored[seat]:
        remarks.append("Stöck scored")
    if s.stoeck_left[seat]:
        remarks.append("holds Stöck")
    suits = [deck.suits[suit] for suit in range(4) if s.withheld[seat] >> suit & 1]
    if suits:
        remarks.append(f"has revoked in {', '.join(suits)}")
    return remarks


# --- the tricks ---


def _trick(rules: Rules, s: Any, trick: int, size: int) -> dict[int, int]:
    """The first ``size`` cards of a trick by seat, in the order of play."""
    first = trick * int(s.playing)
    return {int(player_at(rules.array[0], s, trick, place)): int(s.played[first + place]) for place in range(size)}


def _finished_trick(rules: Rules, s: Any, deck: Deck) -> list[str]:
    """The last finished trick and who took it."""
    finished = sum(int(winner) >= 0 for winner in s.trick_winner)
    if not finished:
        return []
    cards = _trick(rules, s, finished - 1, int(s.playing))
    taken = f"Trick {finished} to {_seat(s.trick_winner[finished - 1])}: "
    return _wrap((taken + ", ".join(f"{_seat(seat)} {deck.short(card)}" for seat, card in cards.items()),), "")


def _table(rules: Rules, s: Any, deck: Deck) -> list[str]:
    """The trick under way; none before the first and after the last one, nor one just taken that ended the match."""
    trick = int(s.trick)
    if s.order < 0 or trick >= rules.array[0].tricks or s.trick_winner[trick] >= 0:
        return []
    cards = _trick(rules, s, trick, int(s.in_trick))
    leader = int(player_at(rules.array[0], s, trick, 0))

    def name(seat: int) -> str:
        return ("> " if seat == leader else "  ") + _seat(seat)

    def card(seat: int) -> str:
        if seat in cards:
            return "  " + deck.card(cards[seat]) + (" *" if seat == s.best_seat else "")
        return "  ?" if seat == s.mover and not s.over else "  -"

    lines = [f"Trick {trick + 1} (> leads, * is best so far, ? is to move):"]
    for row in PLACES[rules.seats]:
        for text in (name, card):
            lines.append("".join(("" if seat is None else text(seat)).ljust(CELL) for seat in row).rstrip())
    return lines


# --- below: what is asked, or the result ---


def _question(s: Any, deck: Deck) -> list[str]:
    """Who is to move, and what he may do."""
    legal = act.names_of(s.legal)
    cards = int(s.legal[0]) & (1 << KINDS) - 1
    others = ", ".join(_choices([name for name in legal if act.CODE[name] >= KINDS], deck))
    what = f"{_seat(s.mover)} {ASK_WORDS.get(int(s.ask), 'decides')}: "
    return _wrap((what + deck.cards(cards), others), "; ") if cards else _wrap((what + others,), "")


def _choices(names: Sequence[str], deck: Deck) -> list[str]:
    """Actions in words; of those that are numbers of a kind only the first and last are told."""
    numbers: dict[str, list[str]] = {}
    for name in names:
        kind, _, number = name.rpartition("_")
        if number.isdigit():
            numbers.setdefault(kind, []).append(number)
        else:
            numbers[deck.action(name)] = []
    return [f"{kind} {found[0]} to {found[-1]}" if found else kind for kind, found in numbers.items()]


def _result(rules: Rules, s: Any) -> list[str]:
    """Who has won, with what totals, and why the match is over."""
    won = [side for side in range(rules.sides) if s.winners >> side & 1]
    totals = [int(s.totals[side]) for side in range(rules.sides)]
    winners = " and ".join(_side(rules, side) for side in won) or "nobody"
    told = ", ".join(f"{_side(rules, side)}: {total}" for side, total in enumerate(totals))
    is_schneider = s.end != st.END_SINGLE_HAND and rules.game.match.is_schneider(totals, won)
    return _wrap(
        (
            f"Over, {END_WORDS[int(s.end)]}: {winners} {'win' if ' ' in winners else 'wins'}",
            f"totals {told}" + (" (fewest wins)" if rules.array[0].fewest_wins else ""),
            "Schneider" if is_schneider else "",
        ),
        "; ",
    )
