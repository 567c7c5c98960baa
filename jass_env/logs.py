"""Game logs of other programs as records (``jass-record/1``): their names for cards, contracts and seats, and their rows.

``record_of_log`` takes rows in a neutral form, one for each hand, and plays them by the rules. Nothing is guessed: what the
log does not say, or says and the rules forbid, is a LogError that names the hand and the decision. docs/datasets.md
describes the form and has an example.

Names are understood in German, French and English, whatever their case, accents, spaces and hyphens: ``Eichel Under``,
``valet de pique``, ``ten of clubs``, ``Obenabe``, ``schieben``; French-suited codes such as ``HJ``, ``10♠``; and our own
(``Ua``). French suits have no one counterpart among the German ones: the caller says which is meant (``french_suits``).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from jass_env.engine import actions as act
from jass_env.engine.cards import KIND, RANK_LETTERS, SUIT_LETTERS, SUITS, card_id
from jass_env.engine.orders import NO_TRUMP, UNDENUFE_SIX, VALUES
from jass_env.errors import JassError, LogError, OptionError, nearest
from jass_env.record import Match, plain_options
from jass_env.rules import Rules

#: Suits by their words; French ones stand for their symbol.
SUIT_WORDS: dict[str, str] = {
    **dict.fromkeys(("acorns", "acorn", "eicheln", "eichel", "glands", "gland"), "acorns"),
    **dict.fromkeys(("roses", "rose", "rosen"), "roses"),
    **dict.fromkeys(("shields", "shield", "schilten", "schilte", "boucliers", "bouclier", "ecussons", "ecusson"), "shields"),
    **dict.fromkeys(("bells", "bell", "schellen", "schelle", "grelots", "grelot"), "bells"),
    **dict.fromkeys(("spades", "spade", "schaufeln", "schaufel", "pik", "pique", "piques"), "♠"),
    **dict.fromkeys(("clubs", "club", "kreuz", "trefle", "trefles"), "♣"),
    **dict.fromkeys(("diamonds", "diamond", "ecken", "ecke", "egge", "karo", "carreau", "carreaux"), "♦"),
    **dict.fromkeys(("hearts", "heart", "herz", "herzen", "coeur", "coeurs"), "♥"),
}
FRENCH_SYMBOLS = "♠♣♦♥"

#: Ranks by their words, as the letters of our own names.
RANK_WORDS: dict[str, str] = {
    **dict.fromkeys(("6", "six", "sechs", "sechser"), "6"),
    **dict.fromkeys(("7", "seven", "sieben", "siebner", "sept"), "7"),
    **dict.fromkeys(("8", "eight", "acht", "achter", "huit"), "8"),
    **dict.fromkeys(("9", "nine", "neun", "neuner", "neuf", "nell", "nall"), "9"),
    **dict.fromkeys(("10", "ten", "zehn", "zehner", "dix", "banner"), "B"),
    **dict.fromkeys(("under", "unter", "bauer", "buur", "puur", "bube", "jack", "valet"), "U"),
    **dict.fromkeys(("ober", "dame", "queen"), "O"),
    **dict.fromkeys(("king", "konig", "roi"), "K"),
    **dict.fromkeys(("ace", "ass", "as", "sau"), "A"),
}
#: The letters of French-suited codes.
CODE_SUITS = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"} | {symbol: symbol for symbol in FRENCH_SYMBOLS}
CODE_RANKS = {**{rank: rank for rank in "6789KA"}, "10": "B", "T": "B", "J": "U", "Q": "O"}
_CODE = re.compile(r"([SCDH♠♣♦♥])(10|[6-9TJQKA])|(10|[6-9TJQKA])([SCDH♠♣♦♥])")
#: Words that join a rank and a suit.
_OF = {"of", "de", "des", "du", "der", "d"}

#: Contracts and other calls by their words; suits and our own names (``Vocabulary`` of docs/record.md) are known besides.
CALL_WORDS: dict[str, str] = {
    **dict.fromkeys(("obenabe", "obeabe", "obenab", "topdown"), "obenabe"),
    **dict.fromkeys(("undenufe", "undeufe", "uneufe", "untenauf", "bottomup"), "undenufe"),
    **dict.fromkeys(("slalom",), "slalom"),
    **dict.fromkeys(("shove", "push", "schieben", "geschoben", "schiebe", "chibrer"), "shove"),
    **dict.fromkeys(("pass", "passen", "passe", "passer"), "pass"),
    **dict.fromkeys(("announce", "weisen", "wysen", "annoncer"), "announce"),
}

#: Seats at the table by the compass, in the order of play: Jass goes counter-clockwise.
COMPASS = ("north", "west", "south", "east")
#: Four seats that a log numbers clockwise, in the order of play.
CLOCKWISE = (0, 3, 2, 1)

CARDS = frozenset(act.VOCABULARY[:36])

#: What ``record_of_log`` knows of a hand, and of a trick.
HAND_KEYS = frozenset(
    {"dealer", "tricks", "calls", "contract", "declarer", "hands", "totals", "points"}
    | {"turned", "spare", "out", "draws", "playoff"}
)
TRICK_KEYS = frozenset(("cards", "first", "winner"))


def card_named(text: str, french_suits: str | None = None) -> str:
    """Our name ("Ua") of a card that somebody else wrote.

    Args:
        text: a card; see the head of this module.
        french_suits: the four French symbols for acorns, roses, shields, bells; needed where French suits are used.

    Raises:
        LogError: no card, or a French suit without ``french_suits``.
        OptionError: ``french_suits`` is not the four symbols.
    """
    _check_french(french_suits)
    if text in CARDS:
        return text
    if isinstance(text, str):
        if code := _CODE.fullmatch(text.strip()):
            suit, rank = code[1] or code[4], code[2] or code[3]
            return CODE_RANKS[rank] + _letter(CODE_SUITS[suit], text, french_suits)
        words = [word for word in re.split(r"[\s'’_-]+", _plain(text)) if word and word not in _OF]
        for rank, suit in (words, words[::-1]) if len(words) == 2 else ():
            if rank in RANK_WORDS and suit in SUIT_WORDS:
                return RANK_WORDS[rank] + _letter(SUIT_WORDS[suit], text, french_suits)
    raise LogError(
        f"{text!r} is no card: understood are 'Ua' (a rank of {RANK_LETTERS}, a suit of {SUIT_LETTERS}), 'Eichel Under', "
        "'valet de pique', 'ten of clubs', 'HJ', '10♠'"
    )


def call_named(text: str, french_suits: str | None = None) -> str:
    """Our name ("undenufe") of a contract or another call; arguments and errors as for ``card_named``."""
    _check_french(french_suits)
    if text in act.CODE:
        return text
    if isinstance(text, str):
        word = re.sub(r"[\s_-]+", "", _plain(text))
        if word in CALL_WORDS:
            return CALL_WORDS[word]
        if word in FRENCH_SYMBOLS or word in SUIT_WORDS:
            suit = SUIT_WORDS.get(word, word)
            return SUITS[SUIT_LETTERS.index(_letter(suit, text, french_suits))]
    raise LogError(f"{text!r} is no call: understood are {', '.join(act.CONTRACTS)}, shove, pass, and other names of them")


def record_of_log(
    rules: Rules,
    hands: Sequence[Mapping[str, Any]],
    *,
    seats: Sequence[Hashable] | None = None,
    french_suits: str | None = None,
    players: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Make a record of a match that was played elsewhere.

    A match that is not over after the last hand is recorded as one cut off there (``max_hands``).

    Args:
        rules: variant and options it was played by.
        hands: the hands in order, each a mapping with
            ``dealer``: a seat (needed for the first hand; later ones are checked);
            ``tricks``: a list of tricks, each the list of its cards in the order of play, or a mapping with ``cards`` and,
            checked where they are given, ``first`` and (but for the last trick of a hand) ``winner``; "claim" stands where a
            player claims;
            ``calls``: all decisions besides cards, in order, ``[seat, name]`` each; or instead
            ``contract`` and ``declarer``: what was played and who named it (those before him shoved or passed);
            ``hands``: for each seat its cards as dealt, a mapping by seat or a list in the order of ``seats``; not needed
            where every card was played and each trick has its ``first``;
            ``turned``, ``spare``: a card, cards; needed in games that have them, as are ``draws`` and ``playoff`` (as in a
            record) in hands that have them; ``out``: cards out of play, by default those that are nowhere else;
            ``totals``: the score before the first hand, by seat like ``hands`` (default 0; in later hands only checked);
            ``points``: what each seat's side counted, by seat: only checked.
            A key with the value None counts as not given; other keys than these are refused.
        seats: what the log calls the seats, in the order of play (``COMPASS``, ``CLOCKWISE``); default 0, 1, 2... This
            mirrors a log whose numbers go the other way around the table.
        french_suits: see ``card_named``.
        players: names for the seats, in the order of play.

    Raises:
        LogError: something is missing, not understood, or against the rules. It calls the seats what the log calls them.
        OptionError: seats, players or french_suits do not fit.
    """
    if not isinstance(rules, Rules):
        raise LogError(f"rules={rules!r:.80}: Rules are needed, such as jass_env.rules.Rules('schieber')")
    _check_french(french_suits)
    names = list(range(rules.seats)) if seats is None else list(seats) if isinstance(seats, Iterable) else []
    if len(names) != rules.seats or not all(isinstance(name, Hashable) for name in names) or len(set(names)) != rules.seats:
        raise OptionError(f"seats={seats!r}: {rules.seats} different names in the order of play are needed")
    agents = [str(name) for name in names] if players is None else list(players) if isinstance(players, Iterable) else []
    if len(agents) != rules.seats or not all(isinstance(agent, str) for agent in agents):
        raise OptionError(f"players={players!r}: a name for each of {rules.seats} seats is needed")
    if isinstance(hands, Mapping | str) or not isinstance(hands, Sequence) or not hands:
        raise LogError("hands: a list of at least one hand is needed")
    log = _Log(hands, names, french_suits)
    match = log.play(rules, agents)
    if not match.over:
        options = plain_options(rules) | {"max_hands": len(hands)}
        match = log.play(Rules(rules.variant, options=options), agents)
    return match.record


class _Log:
    """The hands of a log, and how its words are to be read."""

    def __init__(self, hands: Sequence[Mapping[str, Any]], names: Sequence[Hashable], french_suits: str | None) -> None:
        self.hands = hands
        self.names = names
        self.seats = {name: seat for seat, name in enumerate(names)}
        self.french_suits = french_suits

    def play(self, rules: Rules, agents: Sequence[str]) -> Match:
        """Play the hands by the rules."""
        match = Match(rules, None, agents)
        for number, hand in enumerate(self.hands):
            try:
                if match.over:
                    raise LogError("by the rules the match was over before it")
                if not isinstance(hand, Mapping):
                    raise LogError(f"{hand!r:.80}: a mapping with dealer, tricks... is needed")
                self._play_hand(match, hand, number)
            except LogError as error:
                raise LogError(f"hand {number}: {error}") from None
            except (JassError, TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
                raise LogError(f"hand {number}: {error}") from error
        return match

    def _play_hand(self, match: Match, hand: Mapping[str, Any], number: int) -> None:
        _check_keys(hand, HAND_KEYS)
        tricks = self._tricks(hand)
        match.start_hand(self._start(match, hand, tricks, number))
        played, calls = match.hands[-1], self._calls(hand)
        if "dealer" in hand and played["dealer"] != (dealer := self.seat(hand["dealer"])):
            hint = "; the score before the hand is 0: give totals if the match began earlier" if number == 0 else ""
            raise LogError(f"dealer is {self.name(dealer)}, by the rules it is {self.name(played['dealer'])}{hint}")
        self._compare(hand, "totals", played["start"]["totals"])
        for place, first, card, winner in self._cards(tricks, played):
            self._call(match, played, calls, place)
            self._take(match, played, card, place, first)
            if winner is not None and match.plays(played) and match.mover != winner and CARDS & set(match.legal()):
                right = self.name(match.mover)
                raise LogError(f"{place}: {self.name(winner)} is to have won the trick, by the rules it is {right}")
        self._call(match, played, calls, "after the last card")
        if match.plays(played):
            raise LogError(f"it is not over after its tricks: {self.name(match.mover)} is to play")
        if isinstance(calls, list) and calls:
            raise LogError(f"it is over, and {calls[0][1]!r} of {self.name(calls[0][0])} was not asked for")
        if isinstance(calls, tuple) and calls[0] not in [name for _, name in played["actions"]]:
            raise LogError(f"it is over, and {calls[0]!r} was not asked for")
        if played["draws"] and hand.get("draws") is None:
            raise LogError("cards are drawn for a tie in it by the rules: draws is missing")
        self._compare(hand, "points", played["points"])

    def _compare(self, hand: Mapping[str, Any], key: str, right: Sequence[Any]) -> None:
        """What the log says of each seat, if it does, is right."""
        if hand.get(key) is not None:
            for seat, value in enumerate(self.by_seat(hand[key], key)):
                if value != right[seat]:
                    raise LogError(f"{key}: {value!r} of {self.name(seat)}, by the rules {right[seat]!r}")

    def _tricks(self, hand: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """The tricks as mappings, in form what they should be."""
        tricks = hand.get("tricks")
        if isinstance(tricks, str) or not isinstance(tricks, Sequence):
            raise LogError("tricks: a list of tricks is needed")
        found = []
        for number, trick in enumerate(tricks, 1):
            known = trick if isinstance(trick, Mapping) else {"cards": trick}
            _check_keys(known, TRICK_KEYS, f"trick {number}: ")
            if isinstance(known.get("cards"), str) or not isinstance(known.get("cards"), Sequence):
                raise LogError(f"trick {number}: a list of cards is needed, or a mapping with cards")
            found.append(known)
        return found

    def _start(
        self, match: Match, hand: Mapping[str, Any], tricks: Sequence[Mapping[str, Any]], number: int
    ) -> dict[str, Any]:
        start: dict[str, Any] = {"hands": self._dealt(match, hand, tricks)}
        table = match.rules.array[0]
        needed = {"turned": table.turn_up, "spare": table.spare, "playoff": number > 0 and match.begins_playoff}
        for key in needed:
            if needed[key] and hand.get(key) is None:
                raise LogError(f"{key} is missing")
        if needed["playoff"]:
            contract = call_named(hand["playoff"]["contract"], self.french_suits)
            start["playoff"] = {"contract": contract, "declarer": int(match.state.playoff_seat)}
        if hand.get("turned") is not None:
            start["turned"] = self.card(hand["turned"], "turned")
        for key in ("spare", "out"):
            if hand.get(key) is not None:
                start[key] = [self.card(card, key) for card in hand[key]]
        if hand.get("draws") is not None:
            start["draws"] = [[[self.seat(seat), self.card(card, "draws")] for seat, card in turn] for turn in hand["draws"]]
        if number == 0:
            if "dealer" not in hand:
                raise LogError("the dealer of the first hand is missing")
            start["dealer"] = self.seat(hand["dealer"])
            if hand.get("totals") is not None:
                start["totals"] = self.by_seat(hand["totals"], "totals")
        return start

    def _dealt(self, match: Match, hand: Mapping[str, Any], tricks: Sequence[Mapping[str, Any]]) -> list[list[str]]:
        """The cards dealt to each seat; each card as often as it is in the pack, with the places in the log if it is not."""
        size, seats = int(match.rules.array[0].hand_size), range(match.rules.seats)
        playing = [seat for seat in seats if int(match.state.active) >> seat & 1]
        put = self._pack(int(match.rules.array[0].pack))
        dealt: list[list[str]] = [[] for _ in seats]
        if hand.get("hands") is not None:
            for seat, cards in enumerate(self.by_seat(hand["hands"], "hands")):
                place, right = f"hands, {self.name(seat)}", size if seat in playing else 0
                if isinstance(cards, str) or not isinstance(cards, Sequence) or len(cards) != right:
                    found = f"{len(cards)} cards" if isinstance(cards, Sequence) else f"{cards!r:.40}"
                    raise LogError(f"{place}: {found}, {right} cards are needed")
                dealt[seat] = [put(card, place) for card in cards]
            return dealt
        for number, trick in enumerate(tricks, 1):
            if trick.get("first") is None:
                raise LogError(f"trick {number}: its first seat is needed where the hands are not given")
            first = self.seat(trick["first"])
            if first not in playing:
                raise LogError(f"trick {number}: its first, {self.name(first)}, is out of the match")
            if "claim" in trick["cards"]:
                raise LogError(f"trick {number}: where a player claims, the hands are needed")
            if len(trick["cards"]) != len(playing):
                raise LogError(f"trick {number}: {len(trick['cards'])} cards of {len(playing)} players")
            for later, card in enumerate(trick["cards"]):
                seat = playing[(playing.index(first) + later) % len(playing)]
                dealt[seat].append(put(card, f"trick {number}, card {later + 1}"))
        if len(tricks) != size:
            raise LogError(
                f"{len(tricks)} tricks; {size} are needed, or the hands where not every card was played{_gap(tricks)}"
            )
        return dealt

    def _pack(self, pack: int) -> Callable[[Any, str], str]:
        """Reads the cards that are dealt, one by one: each must be in the pack, and not used up before."""
        left = [int(KIND[card]) for card in range(len(KIND)) if pack >> card & 1]
        before: dict[str, list[str]] = {}

        def put(text: Any, place: str) -> str:
            card = self.card(text, place)
            kind = int(card_id(card))
            if kind not in left:
                where = (
                    f"stands there too often: in {'; '.join(before[card])} already"
                    if card in before
                    else "is not in this pack"
                )
                raise LogError(f"{place}: {text!r} {where}")
            left.remove(kind)
            before.setdefault(card, []).append(place)
            return card

        return put

    def _calls(self, hand: Mapping[str, Any]) -> list[list[Any]] | tuple[str, int]:
        """The calls in order; or the contract and its declarer."""
        if hand.get("calls") is not None:
            for key in ("contract", "declarer"):
                if hand.get(key) is not None:
                    raise LogError(f"calls and {key}: only one of them can say what was decided")
            calls = hand["calls"]
            for call in calls if isinstance(calls, Sequence) else [calls]:
                if isinstance(call, str) or not isinstance(call, Sequence) or len(call) != 2:
                    raise LogError(f"calls: {call!r:.80} is no [seat, name]")
            return [[self.seat(seat), call_named(name, self.french_suits)] for seat, name in calls]
        if hand.get("contract") is None:
            if hand.get("declarer") is not None:
                raise LogError(f"declarer {hand['declarer']!r}: what he named (contract) is missing")
            return []
        if hand.get("declarer") is None:
            raise LogError(f"contract {hand['contract']!r}: who named it (declarer) is missing")
        return call_named(hand["contract"], self.french_suits), self.seat(hand["declarer"])

    def _cards(
        self, tricks: Sequence[Mapping[str, Any]], played: Mapping[str, Any]
    ) -> Iterator[tuple[str, int | None, str, int | None]]:
        """The cards in order, each with its place in the log, who is said to lead it, and who to win the trick it ends."""
        playing = sum(bool(cards) for cards in played["dealt"])
        for number, trick in enumerate(tricks, 1):
            cards = trick["cards"]
            if len(cards) > playing or (len(cards) < playing and number < len(tricks)):
                raise LogError(f"trick {number}: {len(cards)} cards of {playing} players")
            for place, card in enumerate(cards):
                first = trick.get("first") if place == 0 else None
                winner = trick.get("winner") if place + 1 == playing else None
                where = f"trick {number}, card {place + 1}"
                yield (
                    where,
                    None if first is None else self.seat(first),
                    card if card == "claim" else self.card(card, where),
                    None if winner is None else self.seat(winner),
                )

    def _call(self, match: Match, played: Mapping[str, Any], calls: Any, place: str) -> None:
        """All that is decided before the next card."""
        while match.plays(played) and not CARDS & set(legal := match.legal()):
            where = f"before {place}" if place.startswith("trick") else place
            if isinstance(calls, tuple):
                name, seat = self._by_contract(match, calls[0], calls[1], where), match.mover
            elif calls:
                seat, name = calls.pop(0)
            else:
                who = self.name(match.mover)
                raise LogError(f"{where}: {who} decides among {', '.join(legal)}, and the log has no call left")
            self._take(match, played, name, where, seat)

    def _by_contract(self, match: Match, contract: str, declarer: int, where: str) -> str:
        """What the seat to move decided, if all that is known is the contract and who named it."""
        legal = match.legal()
        for name in (contract,) if match.mover == declarer else ("shove", "pass"):
            if name in legal:
                return name
        raise LogError(
            f"{where}: {self.name(match.mover)} decides among {', '.join(legal)}; contract {contract!r} of "
            f"{self.name(declarer)} does not tell what: give calls"
        )

    def _take(self, match: Match, played: Mapping[str, Any], name: str, place: str, seat: int | None) -> None:
        if not match.plays(played):
            raise LogError(f"{place}: the hand was over by the rules before {name!r}")
        if seat is not None and seat != match.mover:
            right = self.name(match.mover)
            raise LogError(f"{place}: {name!r} is of {self.name(seat)}, by the rules it is the turn of {right}")
        if not match.play(name):
            who = self.name(match.mover)
            raise LogError(f"{place}: {name!r} of {who} is illegal; legal are {', '.join(match.legal())}")

    def card(self, text: Any, place: str) -> str:
        """Our name of a card of the log."""
        try:
            return card_named(text, self.french_suits)
        except LogError as error:
            raise LogError(f"{place}: {error}") from None

    def name(self, seat: int) -> str:
        """What the log calls our seat, for messages."""
        return f"seat {self.names[seat]!r}"

    def seat(self, name: Any) -> int:
        """Our number of a seat of the log."""
        if isinstance(name, bool) or not isinstance(name, Hashable) or name not in self.seats:
            raise LogError(f"{name!r} is no seat: they are {', '.join(map(repr, self.seats))}")
        return self.seats[name]

    def by_seat(self, values: Any, what: str) -> list[Any]:
        """Values by seat in our order; a list stands in the order of ``seats``."""
        if isinstance(values, Mapping):
            found = {self.seat(name): value for name, value in values.items()}
            values = [found[seat] for seat in range(len(self.seats)) if seat in found]
        if isinstance(values, str) or not isinstance(values, Sequence) or len(values) != len(self.seats):
            raise LogError(f"{what}: one for each of {len(self.seats)} seats is needed")
        return list(values)


#: The numbers of contracts in the format of HSLU's Jass server.
HSLU_CONTRACTS = ("diamonds", "hearts", "spades", "clubs", "obenabe", "undenufe")
#: What its suits mean by their looks.
HSLU_SUITS = "♣♥♠♦"
HSLU_TRICKS = 9


def hslu_round(row: Mapping[str, Any]) -> dict[str, Any]:
    """A round of Schieber in the JSON of HSLU's Jass server (jass-kit), as a hand for ``record_of_log``.

    Its seats are north, east, south, west and numbered clockwise: ``seats=CLOCKWISE``. Its suits are French, and mean
    ``french_suits="♣♥♠♦"``. It knows neither Weis (``weis="off"``) nor the score before the round: add ``totals`` where the
    round is not the first of its match.

    Args:
        row: with ``dealer``, ``trump`` (0-5), ``tricks`` (``cards``, ``first``, ``win`` and, checked where it is given,
            ``points``: card points, 5 for the last trick included), and who chose: ``forehand`` (0: it shoved) or, in older
            logs, ``tss`` (1: it shoved). ``player`` may hold the hands. Whatever else it has is not looked at.

    Raises:
        LogError: something is missing, or not as this format has it.
    """
    if not isinstance(row, Mapping):
        raise LogError(f"{row!r:.80}: a round of this format is needed, a mapping with trump, dealer, tricks...")
    for key in ("trump", "dealer", "tricks"):
        if key not in row:
            raise LogError(f"no round of this format: {key} is missing")
    trump, dealer = row["trump"], row["dealer"]
    if not _is_number(trump, len(HSLU_CONTRACTS)) or not _is_number(dealer, 4):
        raise LogError(f"trump={trump!r}, dealer={dealer!r}: numbers 0 to {len(HSLU_CONTRACTS) - 1} and 0 to 3 are needed")
    if isinstance(row["tricks"], str) or not isinstance(row["tricks"], Sequence):
        raise LogError(f"tricks={row['tricks']!r:.80}: a list of tricks is needed")
    tricks = [_hslu_trick(trick, number, trump) for number, trick in enumerate(row["tricks"], 1)]
    try:
        dealt = [player["hand"] for player in row.get("player") or []]
    except (KeyError, TypeError) as error:
        raise LogError(f"player={row['player']!r:.80}: mappings with a hand each are needed") from error
    shoved = row["forehand"] == 0 if "forehand" in row else row.get("tss") == 1
    forehand = (dealer - 1) % 4
    hand = {"dealer": dealer, "contract": HSLU_CONTRACTS[trump], "declarer": (forehand + 2 * shoved) % 4, "tricks": tricks}
    if len(dealt) == 4 and all(dealt):
        hand["hands"] = dict(enumerate(dealt))
    return hand


def _hslu_trick(trick: Any, number: int, trump: int) -> dict[str, Any]:
    """A trick of a round of HSLU's server in our form, its points checked by the values that its rules have."""
    if not isinstance(trick, Mapping) or "first" not in trick or not isinstance(trick.get("cards"), list | tuple):
        raise LogError(f"trick {number}: {trick!r:.80}: a mapping with cards (a list) and first is needed")
    if trick.get("points") is not None:
        contract = call_named(HSLU_CONTRACTS[trump], HSLU_SUITS)
        row = SUITS.index(contract) if contract in SUITS else UNDENUFE_SIX if contract == "undenufe" else NO_TRUMP
        try:
            cards = [card_id(card_named(card, HSLU_SUITS)) for card in trick["cards"]]
        except LogError as error:
            raise LogError(f"trick {number}: {error}") from None
        points = sum(int(VALUES[row, card]) for card in cards) + 5 * (number == HSLU_TRICKS)
        if trick["points"] != points:
            raise LogError(f"trick {number}: points {trick['points']!r}, by its cards {points}")
    return {"cards": trick["cards"], "first": trick["first"], "winner": trick.get("win")}


def _is_number(value: Any, below: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < below


def _check_keys(given: Mapping[str, Any], known: Collection[str], place: str = "") -> None:
    for key in given:
        if key not in known:
            raise LogError(f"{place}{key!r} is not known; {nearest(key, known)}")


def _gap(tricks: Sequence[Mapping[str, Any]]) -> str:
    """A hint where a trick is missing: whoever leads one is not who won the one before it."""
    for number, (one, following) in enumerate(pairwise(tricks), 1):
        if one.get("winner") is not None and one["winner"] != following["first"]:
            return f"; between tricks {number} and {number + 1} one seems to be missing: the winner does not lead the next"
    return ""


def _plain(text: str) -> str:
    """Lower case without accents."""
    text = unicodedata.normalize("NFKD", text.replace("œ", "oe")).casefold()
    return "".join(letter for letter in text if not unicodedata.combining(letter))


def _letter(suit: str, text: str, french_suits: str | None) -> str:
    """The letter of a suit: one of ours, or a French symbol."""
    if suit in SUITS:
        return SUIT_LETTERS[SUITS.index(suit)]
    if french_suits is None:
        raise LogError(f"{text!r}: which suit {suit} stands for must be said by french_suits, such as '♣♥♠♦' or '♠♣♦♥'")
    return SUIT_LETTERS[french_suits.index(suit)]


def _check_french(french_suits: str | None) -> None:
    if french_suits is not None and (not isinstance(french_suits, str) or sorted(french_suits) != sorted(FRENCH_SYMBOLS)):
        raise OptionError(f"french_suits={french_suits!r}: the four symbols {FRENCH_SYMBOLS} in some order are needed")


__all__ = ["CLOCKWISE", "COMPASS", "call_named", "card_named", "hslu_round", "record_of_log"]
