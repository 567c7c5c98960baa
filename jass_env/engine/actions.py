"""The vocabulary of actions (record.md, last paragraph), shared by all variants.

The engine speaks *codes*: positions in ``VOCABULARY``, 252 of them, which is exactly four words of 63 bits, so a set of
legal actions is four non-negative integers. A variant's action *ids* are the codes it uses, numbered without gaps in the
order of the vocabulary; ids 0-35 are the cards in every variant.
"""

from __future__ import annotations

from collections.abc import Iterable

from jass_env.engine.cards import KINDS, SUITS, card_name

CONTRACTS = (
    *SUITS,
    "obenabe",
    "undenufe",
    "slalom",
    "gustav",
    "riesenslalom",
    "misere",
    "tutti",
    "tuo",
    "3x3",
    "joker1",
    "joker2",
)
BLOCK_ORDERS = ("TOU", "TUO", "OTU", "OUT", "UTO", "UOT")

VOCABULARY: tuple[str, ...] = (
    *(card_name(card) for card in range(KINDS)),
    *CONTRACTS,
    *("obenabe_first", "undenufe_first"),
    *("4_obenabe", "5_obenabe", "4_undenufe", "5_undenufe"),
    *BLOCK_ORDERS,
    *("shove", "pass", "add_misere", "plain", "double", "no_double", "announce", "silent"),
    *(f"bid_{tricks}" for tricks in range(1, 10)),
    *(f"tricks_{tricks}" for tricks in range(10)),
    *(f"predict_{points}" for points in range(158)),
    *("swap", "keep", "exchange", "claim"),
)
CODE = {name: code for code, name in enumerate(VOCABULARY)}

WORD_BITS = 63
WORDS = 4
if len(VOCABULARY) != WORDS * WORD_BITS:
    raise AssertionError("the vocabulary must fill its words exactly")

# The codes that kernels name.
SUIT_CODE = CODE["acorns"]  # + suit
OBENABE, UNDENUFE = CODE["obenabe"], CODE["undenufe"]
SLALOM, GUSTAV, RIESENSLALOM = CODE["slalom"], CODE["gustav"], CODE["riesenslalom"]
MISERE, TUTTI, TUO, THREE_BY_THREE = CODE["misere"], CODE["tutti"], CODE["tuo"], CODE["3x3"]
JOKER_1, JOKER_2 = CODE["joker1"], CODE["joker2"]
OBENABE_FIRST, UNDENUFE_FIRST = CODE["obenabe_first"], CODE["undenufe_first"]
FOUR_OBENABE = CODE["4_obenabe"]  # then 5_obenabe, 4_undenufe, 5_undenufe
BLOCKS = CODE["TOU"]  # + index in BLOCK_ORDERS
SHOVE, PASS = CODE["shove"], CODE["pass"]
ANNOUNCE, SILENT = CODE["announce"], CODE["silent"]
ADD_MISERE, PLAIN = CODE["add_misere"], CODE["plain"]
DOUBLE, NO_DOUBLE = CODE["double"], CODE["no_double"]
BID = CODE["bid_1"]  # + tricks - 1
TRICKS = CODE["tricks_0"]  # + tricks
PREDICT = CODE["predict_0"]  # + points
SWAP, KEEP, EXCHANGE = CODE["swap"], CODE["keep"], CODE["exchange"]
CLAIM = CODE["claim"]


def names_of(words: Iterable[int]) -> list[str]:
    """Names of a set of actions, in the order of the vocabulary."""
    found = []
    for number, word in enumerate(words):
        rest = int(word)
        while rest:
            found.append(VOCABULARY[WORD_BITS * number + (rest & -rest).bit_length() - 1])
            rest &= rest - 1
    return found
