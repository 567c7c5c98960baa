"""RB 1.1, 1.3, 1.5, 1.6, 1.7: cards, orders, points, legal cards, tricks, Weis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

# --------------------------------------------------------------------------------------------------------------------
# RB 1.1 Cards
# --------------------------------------------------------------------------------------------------------------------

SUITS = ["a", "r", "s", "b"]  # acorns, roses, shields, bells, "in this order"
RANKS = ["6", "7", "8", "9", "B", "U", "O", "K", "A"]  # "low to high in a plain suit"
SUIT_NAMES = {"acorns": "a", "roses": "r", "shields": "s", "bells": "b"}
PACK = [rank + suit for suit in SUITS for rank in RANKS]  # "card index 0-35 = 9 x suit + rank"
PACK_48 = [card for card in PACK if card[0] not in "678" for _ in range(2)]  # "two packs without 6, 7, 8 (48 cards)"

CONTRACTS = [
    "acorns",
    "roses",
    "shields",
    "bells",
    "obenabe",
    "undenufe",
    "slalom",
    "gustav",
    "riesenslalom",
    "misere",
    "tutti",
    "tuo",
    "3x3",
]  # order of REC, without the jokers
SIX_CONTRACTS = CONTRACTS[:6]
FIRST_NAMES = ["obenabe_first", "undenufe_first"]
RIESEN_NAMES = ["4_obenabe", "5_obenabe", "4_undenufe", "5_undenufe"]
BLOCK_NAMES = ["TOU", "TUO", "OTU", "OUT", "UTO", "UOT"]
JOKERS = ["joker1", "joker2"]


def rank_of(card: str) -> str:
    return card[0]


def suit_of(card: str) -> str:
    return card[1]


def in_index_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=PACK.index)


def kinds_of(cards: list[str]) -> list[str]:
    """RB 1.1: "an action names the kind of card"; REC: legal names "without duplicates"."""
    return in_index_order(list(set(cards)))


# --------------------------------------------------------------------------------------------------------------------
# RB 1.3 Orders, and card points. An order is "trump a" (.. r, s, b), "obenabe", "undenufe" or "none".
# --------------------------------------------------------------------------------------------------------------------

TRUMP_RANKS = ["6", "7", "8", "B", "O", "K", "A", "9", "U"]  # rising: "U(Puur) 9(Näll) A K O B 8 7 6"


def trump_of(order: str) -> str | None:
    """The trump suit of an order, None where there is no trump."""
    return order.split()[1] if order.startswith("trump") else None


def strength(card: str, order: str) -> int:
    """How high a card stands among the cards of its own suit (RB 1.3)."""
    if suit_of(card) == trump_of(order):
        return TRUMP_RANKS.index(rank_of(card))
    if order == "undenufe":  # "6 7 8 9 B U O K A (the 6 is highest)"
        return -RANKS.index(rank_of(card))
    return RANKS.index(rank_of(card))


def card_points(card: str, column: str) -> int:
    """RB 1.3, the table. column: "trump a".., "no trump", or "undenufe six"."""
    rank = rank_of(card)
    if column.startswith("trump") and suit_of(card) == trump_of(column):
        return {"U": 20, "9": 14, "A": 11, "K": 4, "O": 3, "B": 10, "8": 0, "7": 0, "6": 0}[rank]
    if column.startswith("trump"):
        return {"U": 2, "9": 0, "A": 11, "K": 4, "O": 3, "B": 10, "8": 0, "7": 0, "6": 0}[rank]
    if column == "no trump":
        return {"U": 2, "9": 0, "A": 11, "K": 4, "O": 3, "B": 10, "8": 8, "7": 0, "6": 0}[rank]
    if column == "undenufe six":
        return {"U": 2, "9": 0, "A": 0, "K": 4, "O": 3, "B": 10, "8": 8, "7": 0, "6": 11}[rank]
    raise ValueError(column)


def column_of_order(order: str, undenufe_six: bool) -> str:
    """The column of a trick where cards count by the trick (RB 1.3, 1.4: 3x3, `mixed_values="trick"`)."""
    if trump_of(order):
        return order
    if order == "undenufe" and undenufe_six:
        return "undenufe six"
    return "no trump"


# --------------------------------------------------------------------------------------------------------------------
# RB 1.5 Legal cards; RB 1.6 Trick
# --------------------------------------------------------------------------------------------------------------------


def highest_trump(trick: list[str], trump: str) -> str | None:
    trumps = [card for card in trick if suit_of(card) == trump]
    return max(trumps, key=lambda card: strength(card, "trump " + trump)) if trumps else None


def forbidden_undertrumps(
    hand: list[str], trick: list[str], trump: str | None, undertrump: str, only_trumps: str
) -> list[str]:
    """RB 1.5 rule 5: the trumps below the highest trump m of the trick which this hand must not play."""
    if trump is None or not trick or suit_of(trick[0]) == trump:
        return []
    m = highest_trump(trick, trump)
    if m is None:
        return []
    order = "trump " + trump
    trumps = [card for card in hand if suit_of(card) == trump]
    below = [card for card in trumps if strength(card, order) < strength(m, order)]
    if undertrump == "strict":
        if len(trumps) == len(hand):  # "a hand of nothing but trumps may play any of them, lower ones too (PT 37)"
            if only_trumps == "beat" and len(below) < len(trumps):  # "must beat m if it can"
                return below
            return []
        return below  # "otherwise trumps below m are forbidden"
    if any(suit_of(card) == suit_of(trick[0]) for card in hand):
        return below  # loose, "holding L: any L, or trumps above m"
    return []  # loose, "void in L: any card, lower trumps included"


def nothing_but_puurs(trumps: list[str]) -> bool:
    """RB 1.5 rule 3: "no trump in hand, or the Puur as the only trump (in the 48-card pack: nothing but Puurs)"."""
    return all(rank_of(card) == "U" for card in trumps)


def legal_cards(
    hand: list[str], trick: list[str], trump: str | None, undertrump: str = "strict", only_trumps: str = "any"
) -> list[str]:
    """RB 1.5, rules 1 to 5. `trick` holds the cards already played to the trick, in order."""
    if not trick:
        return kinds_of(hand)  # 1. "The leader plays any card."
    led = suit_of(trick[0])
    same = [card for card in hand if suit_of(card) == led]
    if trump is None:  # 2. "with L in hand only L; otherwise any card"
        return kinds_of(same or hand)
    if led == trump:  # 3. "with no trump in hand, or the Puur as the only trump, any card; otherwise any trump"
        if nothing_but_puurs(same):
            return kinds_of(hand)
        return kinds_of(same)
    # 4. "holding L: any L or any trump. Void in L: any card", 5. less the forbidden lower trumps
    allowed = [card for card in hand if suit_of(card) in (led, trump)] if same else list(hand)
    forbidden = forbidden_undertrumps(hand, trick, trump, undertrump, only_trumps)
    return kinds_of([card for card in allowed if card not in forbidden])


def legal_cards_with_revokes(
    hand: list[str], trick: list[str], trump: str | None, undertrump: str = "strict", only_trumps: str = "any"
) -> list[str]:
    """RB 1.9: "a player may play any card of his hand that is not an undertrump"."""
    forbidden = forbidden_undertrumps(hand, trick, trump, undertrump, only_trumps)
    return kinds_of([card for card in hand if card not in forbidden])


def is_revoke(hand: list[str], trick: list[str], trump: str | None, card: str) -> bool:
    """RB 1.9: "a card that neither follows nor trumps while he holds the led suit (a trump lead counts; the sole Puur
    is exempt) is a revoke". `hand` still contains the card."""
    if not trick:
        return False
    led = suit_of(trick[0])
    if suit_of(card) == led or suit_of(card) == trump:
        return False
    same = [c for c in hand if suit_of(c) == led]
    if not same:
        return False
    return not (led == trump and nothing_but_puurs(same))


def winning_position(trick: list[str], order: str) -> int:
    """RB 1.6: "The highest trump wins, else the highest card of the led suit." """
    trump = trump_of(order)
    suit = suit_of(trick[0])
    if trump is not None and any(suit_of(card) == trump for card in trick):
        suit = trump
    best = -1
    for position, card in enumerate(trick):
        if suit_of(card) != suit:
            continue
        # RB 1.1: "of two equal cards in a trick the one played later is higher"
        if best < 0 or strength(card, order) >= strength(trick[best], order):
            best = position
    return best


# --------------------------------------------------------------------------------------------------------------------
# RB 1.7 Weis
# --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Weis:
    """One combination: a sequence (`suit`, `top` rank) or a four (`top` its rank, no suit)."""

    cards: tuple[str, ...]
    suit: str | None
    top: str

    @property
    def length(self) -> int:
        return len(self.cards)

    @property
    def is_sequence(self) -> bool:
        return self.suit is not None


def hundred_fours(options: dict[str, Any], undenufe: bool) -> list[str]:
    """The fours of 100 points that are in use, rising."""
    if undenufe and options["four_sixes_undenufe"]:
        in_use = ["B", "O", "K", "6"]  # "in Undenufe four 6s in place of four Aces"
        if options["four_low"]:
            in_use = ["7", "8", *in_use]
    else:
        in_use = ["B", "O", "K", "A"]  # "(rising in this order)"
        if options["four_low"]:
            in_use = ["6", "7", "8", *in_use]  # "ranked below four Banners, 8 > 7 > 6"
    if undenufe and options["weis_undenufe_reversed"]:
        # "the fours of 100 rise A K O B 8 7 6 as far as they are in use"
        return [rank for rank in ["A", "K", "O", "B", "8", "7", "6"] if rank in in_use]
    return in_use


def weis_ladder(options: dict[str, Any], undenufe: bool) -> list[str]:
    """All kinds of Weis, rising. "sequence 5" is five or more with the small table."""
    fours = ["four " + rank for rank in hundred_fours(options, undenufe)] + ["four 9"]
    if options["weis_table"] == "big":
        if options["weis_order"] == "fours":
            return [
                "sequence 3",
                "sequence 4",
                "sequence 5",
                *fours,
                "sequence 6",
                "four U",
                "sequence 7",
                "sequence 8",
                "sequence 9",
            ]
        # "any sequence of 5+ above any four except four Unders; big table: 7, 8 and 9 stay above four Unders"
        return [
            "sequence 3",
            "sequence 4",
            *fours,
            "sequence 5",
            "sequence 6",
            "four U",
            "sequence 7",
            "sequence 8",
            "sequence 9",
        ]
    if options["weis_order"] == "fours":
        return ["sequence 3", "sequence 4", "sequence 5", *fours, "four U"]
    return ["sequence 3", "sequence 4", *fours, "sequence 5", "four U"]


def weis_kind(weis: Weis, options: dict[str, Any]) -> str:
    if not weis.is_sequence:
        return "four " + weis.top
    if options["weis_table"] == "big":
        return f"sequence {weis.length}"
    return f"sequence {min(weis.length, 5)}"


def weis_points(weis: Weis, options: dict[str, Any]) -> int:
    kind = weis_kind(weis, options)
    if kind == "four 9":
        return int(options["four_nines"])
    table = {
        "sequence 3": 20,
        "sequence 4": 50,
        "sequence 5": 100,
        "four U": 200,
        "sequence 6": 150,
        "sequence 7": 200,
        "sequence 8": 250,
        "sequence 9": 300,
    }
    return table.get(kind, 100)


def announced_rank(weis: Weis, options: dict[str, Any], undenufe: bool) -> tuple[int, int]:
    """ "kind and, for sequences of five or more, length" """
    kind = weis_ladder(options, undenufe).index(weis_kind(weis, options))
    return kind, weis.length if weis.is_sequence and weis.length >= 5 else 0


def equal_rank(weis: Weis, options: dict[str, Any], undenufe: bool) -> tuple[int, int, int]:
    """ "better kind, then longer, then higher top card" """
    kind, _ = announced_rank(weis, options, undenufe)
    top = RANKS.index(weis.top)
    if undenufe and options["weis_undenufe_reversed"]:
        top = -top  # "among equal lengths the lower top card is better"
    return kind, weis.length, top


def weis_rank(weis: Weis, options: dict[str, Any], undenufe: bool, trump: str | None) -> tuple[int, int, int, bool]:
    """The comparison of two Weis without the players: "better kind, then longer, then higher top card, then trump"."""
    return (*equal_rank(weis, options, undenufe), weis.is_sequence and weis.suit == trump)


def possible_weis(hand: list[str], options: dict[str, Any], undenufe: bool) -> list[Weis]:
    """Every sequence of three or more (also parts of longer ones) and every four in the hand; twice where the hand
    holds all its cards twice (RB 2.6: "four = one card of the rank in each suit; each physical card once")."""
    found = []
    for suit in SUITS:
        for low in range(9):
            copies = 2
            for high in range(low, 9):
                copies = min(copies, hand.count(RANKS[high] + suit))
                if copies == 0:
                    break
                if high >= low + 2:
                    cards = tuple(rank + suit for rank in RANKS[low : high + 1])
                    found += [Weis(cards, suit, RANKS[high])] * copies
    for rank in [*hundred_fours(options, undenufe), "9", "U"]:
        if rank == "9" and options["four_nines"] == 0:
            continue  # "0: not a Weis"
        cards = tuple(rank + suit for suit in SUITS)
        found += [Weis(cards, None, rank)] * min(hand.count(card) for card in cards)
    return found


def may_stand_together(way: list[Weis], hand: list[str], options: dict[str, Any]) -> bool:
    """ "A card belongs to one combination"; with the big table and `shared_cards` it "may be in a sequence and in a
    four"."""
    sequences = Counter(card for weis in way if weis.is_sequence for card in weis.cards)
    fours = Counter(card for weis in way if not weis.is_sequence for card in weis.cards)
    if options["shared_cards"] or options["weis_table"] == "big":
        return all(hand.count(card) >= max(sequences[card], fours[card]) for card in sequences | fours)
    return all(hand.count(card) >= sequences[card] + fours[card] for card in sequences | fours)


def ways_to_split(
    candidates: list[Weis], hand: list[str], options: dict[str, Any], chosen: list[Weis] | None = None
) -> list[list[Weis]]:
    chosen = chosen or []
    if not candidates:
        return [chosen]
    first, rest = candidates[0], candidates[1:]
    ways = ways_to_split(rest, hand, options, chosen)
    if may_stand_together([*chosen, first], hand, options):
        ways = ways_to_split(rest, hand, options, [*chosen, first]) + ways
    return ways


def best_weis(hand: list[str], options: dict[str, Any], undenufe: bool = False, trump: str | None = None) -> list[Weis]:
    """The Weis of a hand, best first: "of the ways to split the hand the one worth most points is taken, and among
    equals the one whose best Weis is highest"."""
    best: list[Weis] = []
    best_value: tuple[Any, ...] | None = None
    for way in ways_to_split(possible_weis(hand, options, undenufe), hand, options):
        way = sorted(way, key=lambda weis: weis_rank(weis, options, undenufe, trump), reverse=True)
        value = (
            sum(weis_points(weis, options) for weis in way),
            [weis_rank(weis, options, undenufe, trump) for weis in way],
        )
        if best_value is None or value > best_value:
            best, best_value = way, value
    return best


def weis_winner(
    announced: list[tuple[int, Weis]],
    side_of: Callable[[int], int],
    options: dict[str, Any],
    undenufe: bool,
    trump: str | None,
) -> int | None:
    """The seat whose announced Weis is best; `announced` in the order of trick 1. None: nobody, or cancelled."""
    if not announced:
        return None
    top = max(weis_rank(weis, options, undenufe, trump) for _, weis in announced)
    best = [(seat, weis) for seat, weis in announced if weis_rank(weis, options, undenufe, trump) == top]
    if options["identical_weis"] == "cancel":
        # "identical sequences of two or more sides, none in trumps"; a trump sequence would alone be in `best`
        sequences = all(weis.is_sequence and weis.suit != trump for _, weis in best)
        if sequences and len({side_of(seat) for seat, _ in best}) > 1:
            return None
    return best[0][0]  # "then the earlier player in the order of trick 1"
