"""Reference implementation ("referee") of the Jass rules, written from the rulebook alone.

Only `shared/rulebook.md`, `shared/record.md` and the source texts were used, never the engine. Plain lists, dicts and
strings; cards are text ("Ua", "9r"); slow and obvious. "RB 1.5" in a comment is section 1.5 of the rulebook, "REC" is
record.md. All seventeen modules of RB 2: `cards` (legal cards, tricks, Weis), `hand` (one hand, `Rules`), one module
per family of variants, `options`, `match` (a match, judging, random play). Another variant is added by writing a class
derived from `Hand` (how one hand goes), a class derived from `Rules` (sides, deal, end of the match) and a row in
`GAMES` and `OPTIONS`.

Every hand is a generator that reads like the rulebook: it yields the question (seat, names that are legal) and is sent
the name chosen. A hand that ends early raises `HandStops` inside the generator.

Ambiguities
===========
Where the text leaves two readings, the literal one was taken:

A1  (1.8 / 2.5 claim) `stoeck="first_trick"` with `end="claim"`: is the Stöck scored when the holder plays his card to
    trick 1 (1.8), or in its place at the end of trick 1 (as in "instant")? Taken: when he plays his card, at once
    checked ("as they arise"; the end-of-trick-1 order is written under "instant" only).
A2  (2.5 instant) Does the check "total with the unscored Stöck reaches the target" also count a Bergpreis that writing
    the Stöck would earn? Taken: no, the total plus the Stöck only; the Bergpreis comes when something is written.
A3  (2.5 bergpreis) What is an "entry"? Taken: instant: each score (Stöck, Weis, each trick with its 5 and 100); claim:
    each Weis and each Stöck, then the trick points of both sides at the end of the hand or at the claim together (with
    the claimer's unscored Stöck); "hand", misere, tutti, a hand after a tie: the whole hand, both sides.
A4  (1.9 / bergpreis) Is a Bergpreis won in a hand that a revoke stops taken back? Taken: yes ("what the hand had added
    is taken back"), and it is open again.
A5  (1.9) A card that proves a revoke and is also the second Stöck card, or completes a trick: taken: the proof comes
    first ("as soon as he plays"), the Stöck or trick counts no more.
A6  (1.9 / 1.4) Revoke in contract misere: taken: -20 stays with the side that revoked, no exchange.
A7  (1.9 / 2.2) Revoke in tutti before a trump is fixed: taken: a card withheld by one who can follow fixes no trump
    ("the first player who cannot follow suit").
A8  (1.9 / 1.5) "not an undertrump" with `revokes=True`: taken: the trumps that rule 5 forbids to this hand (with
    `only_trumps="beat"` also those a hand of nothing but trumps may not play), no other card.
A9  (2.5) A record that starts in mid-match: the Bergpreis counts as gone if a side is above half the target; the first
    hand may have any dealer (7 of roses decides only when all totals are 0); hands are counted from 1 (`max_hands`,
    12 hands), as `start` carries no hand number.
A10 (1.4, 1.3) 3x3 with `one_trump`: taken: "the trump hand throughout", so `undenufe_six` has no effect there.
A11 (1.7) `four_low` with `four_sixes_undenufe` in contract undenufe: taken: four 6s stand in the place of four Aces
    (below four nines), not below four Banners.
A12 (1.7) "the one whose best Weis is highest": taken: by the whole comparison of "After trick 1" but the player (kind,
    length, top card - reversed with `weis_undenufe_reversed` - , trump).
A13 (1.7) `identical_weis="cancel"`: taken: a trump sequence among the equal best ones wins outright (it is the best by
    "then trump"); without one, equal best sequences announced by both sides cancel.
A14 (2.5 instant) `stoeck="second"`: an unscored Stöck "counts at every check" only in "instant"; in "claim" it counts
    when its second card is played, and at a claim.
A15 (REC) `points` in a hand that ends by Weis or Stöck in "claim": taken: all that was counted until then, the
    points of finished tricks included, although these stay unwritten.
A16 (2.5 claim) A claim in trick 1: taken: an unscored Stöck of the claimer's side counts then too, whether or not its
    holder has played to trick 1; Weis does not.
A17 (1.5, only_trumps) `"beat"` in loose games: taken: no effect ("strict games").
A18 (2.5) Both sides at the target and equal, then a revoke in the extra hand: taken: compared as after any hand.
A19 (1.7 auto) Who announces is decided with the rank of the best Weis of the best split, also where another, worse
    split would hold a Weis of a higher kind.
A20 (2.5 schneider) "The loser below half": taken: by the written totals at the end, also after a claim (there the
    loser is the claimer's side if the claim failed).

The other variants:

A21 (1.12) "those equal at the top draw again": taken: from a full pack again, so a card may come back in a later
    round, but not twice in one; a round may name its seats in any order (REC gives none).
A22 (1.9) "the sole Puur is exempt" in the 48-card pack: taken: as rule 3 of 1.5, nothing but Puurs.
A23 (2.6) "if both sides would win with theirs, the first holder in the order of trick 1": taken: the first holder who
    has an unscored pair, and for his side all its unscored pairs count.
A24 (2.5, 2.6) `stoeck="first_trick"` in "instant" with several holders: taken: in the place of the Stöck first the
    check with all unscored ones (A23), then each holder's, in the order of trick 1, is added and checked.
A25 (2.6) The lists of Weis candidates in the 48-card pack: taken: the same combination may stand twice (two copies).
A26 (2.6) `multipliers` of the contracts that are not available: taken: they may stand in a record, and do nothing.
A27 (2.7) A revoke in a hand with Misère or double: taken: as A6, -20 neither exchanged nor doubled.
A28 (2.7) Equal totals of a doubled hand; 0 to 0 cannot be. Majority: of the totals after the exchange, in points
    before the multiplier.
A29 (2.3) "someone has 157": by points, "all tricks or not"; with three tied the odd one out gets +1 also if he is
    lowest.
A30 (2.4 pt) "a tie for highest or for lowest": taken: also with a highest of 100 or more (ties come first), so with
    157 points in fewer than all tricks the three with none give a carry.
A31 (2.4 fi) A stick put aside in this hand is not collected in this hand; the extra stick itself earns nothing more.
A32 (2.4) `carry` stands in every hand of plus_minus, with three players always 0 or [].
A33 (2.8) `joker="played"`: taken: the named rows in the declarer's own ledger (of his pair); what a joker stood for
    does not count, nor does misère. While there is none, the joker rows are not offered.
A34 (2.8) `tuo="joker"` with tuo in `extra_contracts`: taken: one row tuo, and joker2 is gone all the same.
A35 (2.8) "go on with a new contract": taken: drawn anew among all, it may be the same again.
A36 (2.8) In the all-equal row one player may draw both the sticks and the potatoes; the potatoes then count as
    received.
A37 (2.8 pairs4) "a pair with nothing left is skipped": the first speaker of the other pair may pass although his
    partner then must choose; so may forehand when only his pair has rows left.
A38 (REC) A match for sticks cannot be judged from the middle (the potatoes ever received, and the points of earlier
    play-off hands, do not stand in `start`): such a record is refused, except a single hand. In forms for points the
    totals must agree with the ledger.
A39 (REC, 2.13) `start` has no hand number, which Guggitaler needs: taken: 1, or the parameter `first_hand` of `judge`.
A40 (2.14 exchange) "the second highest": taken: behind two tied for highest there is none. All three below 21
    (possible after an exchange): a null each.
A41 (2.14 exchange) `out` in a record that starts in mid-match: taken: those with 5 or more net strokes, at any time.
A42 (2.14) `players=2` of a match begun by two: the same rules as the rest of a match of three; the first at 5 wins.
A43 (2.14 exchange) `identical_weis`, `weis_table`... are options in both forms, also where the text says "small Weis".
A44 (2.16) "three passes in succession" after a bid; a pass before the first bid does not count towards them.
A45 (2.17) The swap is asked before the Weis are made; "the rest stays out of play" is 20 cards with the turned one,
    after a swap with the six in its place.
A46 (2.11, 2.12) "someone has 12 or more and one is alone lowest": by the totals, in the same hand.
"""

from __future__ import annotations

from .alone import (
    differenzler_penalty,
    guggitaler_points,
    mittlere_sticks,
    molotow_sticks,
    plus_minus_fi,
    plus_minus_pt,
    sticheln_score,
)
from .cards import (
    BLOCK_NAMES,
    CONTRACTS,
    JOKERS,
    PACK,
    PACK_48,
    RANKS,
    SIX_CONTRACTS,
    SUIT_NAMES,
    SUITS,
    Weis,
    best_weis,
    card_points,
    in_index_order,
    is_revoke,
    kinds_of,
    legal_cards,
    legal_cards_with_revokes,
    weis_ladder,
    weis_points,
    weis_winner,
    winning_position,
)
from .coiffeur import CoiffeurHand, CoiffeurRules, joker_rows, named_contracts, row_values, rows_of
from .hand import Disagreement, Hand, Rules, Trick, alone_in_front, alone_lowest, fixed_number_of_hands
from .handjass import handjass_dealer_sticks, handjass_exchange_strokes
from .match import Match, judge, random_record
from .options import GAMES, OPTIONS, check_options, draw_options, resolve_options
from .schieber import SchieberHand, SchieberRules, SidiBarraniHand

__all__ = [
    "BLOCK_NAMES",
    "CONTRACTS",
    "GAMES",
    "JOKERS",
    "OPTIONS",
    "PACK",
    "PACK_48",
    "RANKS",
    "SIX_CONTRACTS",
    "SUITS",
    "SUIT_NAMES",
    "CoiffeurHand",
    "CoiffeurRules",
    "Disagreement",
    "Hand",
    "Match",
    "Rules",
    "SchieberHand",
    "SchieberRules",
    "SidiBarraniHand",
    "Trick",
    "Weis",
    "alone_in_front",
    "alone_lowest",
    "best_weis",
    "card_points",
    "check_options",
    "differenzler_penalty",
    "draw_options",
    "fixed_number_of_hands",
    "guggitaler_points",
    "handjass_dealer_sticks",
    "handjass_exchange_strokes",
    "in_index_order",
    "is_revoke",
    "joker_rows",
    "judge",
    "kinds_of",
    "legal_cards",
    "legal_cards_with_revokes",
    "mittlere_sticks",
    "molotow_sticks",
    "named_contracts",
    "plus_minus_fi",
    "plus_minus_pt",
    "random_record",
    "resolve_options",
    "row_values",
    "rows_of",
    "sticheln_score",
    "weis_ladder",
    "weis_points",
    "weis_winner",
    "winning_position",
]
