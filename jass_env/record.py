"""Game records, format ``jass-record/1``: writing, reading, and replaying with every check.

A record is a dictionary, one match; a file holds one per line (JSON Lines, UTF-8). It holds everything needed to replay
the match without this program. The format is described in docs/record.md (in the checkout).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from jass_env.engine import actions as act
from jass_env.engine import batch
from jass_env.engine import state as st
from jass_env.engine.cards import card_name, card_names
from jass_env.errors import JassError, RecordError
from jass_env.players.base import Player, decision_seeds
from jass_env.rules import Rules
from jass_env.start import apply_start
from jass_env.variants import find_variant

FORMAT = "jass-record/1"

ENDS = {
    st.END_CLAIM: "claim",
    st.END_TARGET: "target",
    st.END_HANDS: "hands",
    st.END_SINGLE_HAND: "hands",
    st.END_TRUNCATED: "truncated",
}


def plain_options(rules: Rules) -> dict[str, Any]:
    """Every option with its resolved value, in the types of JSON."""
    plain: dict[str, Any] = {}
    for name, value in rules.options.items():
        plain[name] = list(value) if isinstance(value, tuple) else dict(value) if isinstance(value, Mapping) else value
    return plain


def rules_of(record: Any) -> Rules:
    """The rules a record was played by.

    Raises:
        RecordError: another format or version, or no such variant or options.
    """
    if not isinstance(record, Mapping) or record.get("format") != FORMAT:
        found = record.get("format") if isinstance(record, Mapping) else type(record).__name__
        raise RecordError(f"format {found!r}: this reads {FORMAT!r}")
    options = dict(_need(record, "options", dict))
    options.pop("preset", None)  # every option stands there with its value
    try:
        missing = set(find_variant(_need(record, "variant", str)).options) - set(options)
        if missing:
            raise RecordError(f"options lack {', '.join(sorted(missing))}: a record gives every one")
        rules = Rules(record["variant"], options=options)
    except RecordError:
        raise
    except JassError as error:
        raise RecordError(f"the record's variant or options do not exist: {error}") from error
    if not _same(record.get("version"), rules.variant.version):
        raise RecordError(f"{rules.name} version {record.get('version')!r}: this is version {rules.variant.version}")
    return rules


class Match:
    """A match played decision by decision, and written down as it goes. Used for recording and for replay."""

    def __init__(self, rules: Rules, seed: int | None, agents: Sequence[str], legal: bool = False) -> None:
        """Begin a match.

        Args:
            rules: the rules.
            seed: of the match; None where the deals come from elsewhere.
            agents: a name for each seat.
            legal: write the legal actions of each decision too.
        """
        self.rules = rules
        self._with_legal = legal
        self._states = rules.new_states(1)
        batch.seed_one(self._states, 0, np.uint64((seed or 0) % 2**64))
        batch.reset_one(rules.array, self._states, 0)
        self.record: dict[str, Any] = {
            "format": FORMAT,
            "variant": rules.name,
            "version": rules.variant.version,
            "options": plain_options(rules),
            "seed": seed,
            "seats": rules.seats,
            "agents": list(agents),
            "hands": [],
        }
        self._open_hand()

    @property
    def state(self) -> Any:
        """The STATE record of the match."""
        return self._states[0]

    @property
    def over(self) -> bool:
        """The match is over."""
        return bool(self.state.over)

    @property
    def mover(self) -> int:
        """The seat to move."""
        return int(self.state.mover)

    @property
    def begins_playoff(self) -> bool:
        """The hand under way is the first of a play-off (or of one that goes on with a new contract)."""
        tied = int(self.state.playoff)
        return tied != 0 and int(self.state.playoff_seat) == (tied & -tied).bit_length() - 1

    @property
    def hands(self) -> list[dict[str, Any]]:
        """The hands written so far; the last one is under way unless the match is over."""
        hands: list[dict[str, Any]] = self.record["hands"]
        return hands

    def plays(self, hand: Mapping[str, Any]) -> bool:
        """This hand is under way."""
        return not self.over and self.hands[-1] is hand

    def legal(self) -> list[str]:
        """Names of the legal actions, in id order."""
        return act.names_of(self.state.legal)

    def start_hand(self, start: Mapping[str, Any]) -> None:
        """Take the hand that is about to begin from outside (see ``start.apply_start``)."""
        apply_start(self.rules, self._states, 0, start, self.rules.array)
        self.hands.pop()
        self._open_hand()

    def view(self) -> tuple[np.ndarray, np.ndarray]:
        """Observation (1, D) and action mask (1, A) of the seat to move, int8."""
        observation = np.empty((1, self.rules.observation_size), dtype=np.int8)
        mask = np.empty((1, len(self.rules.actions)), dtype=np.int8)
        batch.observe_one(self.rules.array, self._states, 0, self.mover, observation[0])
        batch.mask_one(self.rules.array, self._states, 0, mask[0])
        return observation, mask

    def play(self, name: str) -> bool:
        """Take an action of the seat to move. False: it is not legal, nothing has changed."""
        seat, number = self.mover, int(self.state.hand_number)
        legal = self.legal() if self._with_legal else None
        if name not in act.CODE or not self._take(act.CODE[name]):
            return False
        hand = self.hands[-1]
        hand["actions"].append([seat, name])
        if legal is not None:
            hand["legal"].append(legal)
        if self.over or int(self.state.hand_number) != number:
            self._close_hand()
        return True

    def _take(self, code: int) -> bool:
        """The step itself. False: it is not legal, nothing has changed."""
        return bool(batch.play_code(self.rules.array, self._states, 0, code))

    def _per_seat(self, values: Any) -> list[int]:
        return [int(values[self.rules.side_of(seat)]) for seat in range(self.rules.seats)]

    def _open_hand(self) -> None:
        s = self.state
        hand: dict[str, Any] = {
            "dealer": int(s.dealer),
            "forehand": int(s.forehand),
            "start": self._start(),
            "dealt": [card_names(int(s.hands[seat])) for seat in range(self.rules.seats)],
            "turned": card_name(int(s.turned)) if s.turned >= 0 else None,
            "spare": card_names(int(s.spare)) if s.spare else None,
            "out": card_names(int(s.out)) if s.out else None,
            "actions": [],
        }
        if self._with_legal:
            hand["legal"] = []
        hand |= {"draws": [], "points": None, "scores": None}
        self.hands.append(hand)

    def _start(self) -> dict[str, Any]:
        """What the hand's rules need beyond the hands before it."""
        s, r = self.state, self.rules.array[0]
        start: dict[str, Any] = {"totals": self._per_seat(s.totals)}
        if r.rows:
            start["ledger"] = [
                [
                    [act.VOCABULARY[int(s.ledger_row[place])], int(s.ledger_points[place])]
                    for place in range(side * st.ROWS, side * st.ROWS + int(s.ledger_size[side]))
                ]
                for side in range(self.rules.sides)
            ]
        if s.playoff:
            contract = act.VOCABULARY[int(s.playoff_contract)]
            start["playoff"] = {"contract": contract, "declarer": int(s.playoff_seat)}
        if r.settle == st.SETTLE_PLUS_MINUS:
            aside = [self._seats(int(s.aside[number])) for number in range(int(s.aside_count))]
            start["carry"] = aside if r.sticks_aside else int(s.carry)
        if r.match == st.MATCH_LAST_IN:
            start["out"] = self._seats(~int(s.active))
        return start

    def _seats(self, members: int) -> list[int]:
        return [seat for seat in range(self.rules.seats) if members >> seat & 1]

    def _draws(self) -> list[list[list[Any]]]:
        """The cards drawn for ties, by rounds."""
        s = self.state
        rounds: list[list[list[Any]]] = []
        last = -1
        for number in range(int(s.hand_draws)):
            turn, seat = divmod(int(s.draw_tags[number]), 8)
            if turn != last:
                rounds.append([])
                last = turn
            rounds[-1].append([seat, card_name(int(s.draw_cards[number]))])
        return rounds

    def _close_hand(self) -> None:
        s = self.state
        hand = self.hands[-1]
        points = [p if hand["dealt"][seat] else None for seat, p in enumerate(self._per_seat(s.hand_points))]
        hand |= {"draws": self._draws(), "points": points, "scores": self._per_seat(s.hand_scores)}
        if not self.over:
            self._open_hand()
            return
        totals = self._per_seat(s.totals)
        winners = [seat for seat in range(self.rules.seats) if int(s.winners) >> self.rules.side_of(seat) & 1]
        self.record |= {"totals": totals, "winners": winners, "end": ENDS[int(s.end)]}
        schneider = self.rules.game.match.is_schneider(totals, winners)
        if schneider is not None:
            self.record["schneider"] = schneider


def record_match(rules: Rules, seed: int, players: Sequence[Player], *, legal: bool = False) -> dict[str, Any]:
    """Play one match and write it down.

    Args:
        rules: the rules.
        seed: of the match and of the players' choices.
        players: one for each seat.
        legal: write the legal actions of each decision too.
    """
    match = Match(rules, seed, [player.name for player in players], legal)
    number = 0
    while not match.over:
        observation, mask = match.view()
        seeds = decision_seeds(np.array([seed % 2**64], dtype=np.uint64), number)
        action = int(players[match.mover].act(observation, mask, seeds)[0])
        name = rules.actions[action] if 0 <= action < len(rules.actions) else str(action)
        if not match.play(name):
            raise RecordError(f"player {players[match.mover].name!r} chose {name!r}, which is not legal")
        number += 1
    return match.record


def replay(
    record: Mapping[str, Any], number: int = 0, begin: Callable[[Rules, int | None, Sequence[str], bool], Match] = Match
) -> Match:
    """Play a record again and check everything in it.

    Args:
        record: the record.
        number: of the match in its file, for messages.
        begin: makes the match, from what ``Match`` takes: for those who watch it.

    Returns:
        The finished match.

    Raises:
        RecordError: an illegal action, another seat, another score...; the message names match, hand and action.
    """
    at = f"match {number}"
    try:
        rules = rules_of(record)
        hands = _need(record, "hands", list)
        agents = _need(record, "agents", list)
        if len(agents) != rules.seats or not all(isinstance(agent, str) for agent in agents):
            raise RecordError(f"agents {agents!r}: a name for each of {rules.seats} seats is needed")
        if not _same(record.get("seats"), rules.seats):
            raise RecordError(f"{rules.seats} seats and agents are needed")
        match = begin(rules, record.get("seed"), agents, True)
        for index, hand in enumerate(hands):
            at = f"match {number}, hand {index}"
            _replay_hand(match, hand, index, at)
    except RecordError as error:
        raise error if str(error).startswith("match ") else RecordError(f"{at}: {error}") from error
    except (JassError, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise RecordError(f"{at}: malformed: {error}") from error
    if not match.over:
        raise RecordError(f"match {number}: it is not over after its {len(hands)} hands")
    for key in ("totals", "winners", "end", "schneider"):
        if not _same(record.get(key), match.record.get(key)):
            raise RecordError(f"match {number}: {key} {record.get(key)!r}, by the rules {match.record.get(key)!r}")
    return match


def _replay_hand(match: Match, hand: Mapping[str, Any], index: int, at: str) -> None:
    if match.over:
        raise RecordError(f"{at}: the match was over before this hand")
    start = {key: hand.get(key) for key in ("turned", "spare", "out", "draws")} | {"hands": hand["dealt"]}
    given = dict(_need(hand, "start", dict))
    if index == 0:
        given["safe"] = given.pop("out", None)
        start |= {**given, "dealer": hand["dealer"]}
    elif "playoff" in given and match.begins_playoff:
        # Which contract was drawn only the record knows; who declares it follows from the rules.
        start["playoff"] = {**given["playoff"], "declarer": int(match.state.playoff_seat)}
    match.start_hand(start)
    played = match.hands[-1]
    for key in ("dealer", "forehand", "start", "dealt", "turned", "spare", "out"):
        if not _same(hand.get(key), played[key]):
            raise RecordError(f"{at}: {key} {hand.get(key)!r}, by the rules {played[key]!r}")
    actions, legal = _need(hand, "actions", list), hand.get("legal")
    if legal is not None and len(legal) != len(actions):
        raise RecordError(f"{at}: {len(legal)} lists of legal actions for {len(actions)} actions")
    for number, action in enumerate(actions):
        where = f"{at}, action {number}"
        if not isinstance(action, Sequence) or isinstance(action, str) or len(action) != 2:
            raise RecordError(f"{where}: {action!r} is no [seat, name]")
        seat, name = action
        if not match.plays(played):
            raise RecordError(f"{where}: the hand was over before {name!r} of seat {seat}")
        if not _same(seat, match.mover):
            raise RecordError(f"{where}: seat {seat} acts, by the rules it is seat {match.mover}'s turn")
        names = match.legal()
        if legal is not None and legal[number] != names:
            raise RecordError(f"{where}: legal {legal[number]!r}, by the rules {names!r}")
        if not match.play(name):
            raise RecordError(f"{where}: {name!r} of seat {seat} is illegal; legal are {', '.join(names)}")
    if match.plays(played):
        raise RecordError(f"{at}: the hand is not over after its {len(actions)} actions")
    for key in ("draws", "points", "scores"):
        if not _same(hand.get(key), played[key]):
            raise RecordError(f"{at}: {key} {hand.get(key)!r}, by the rules {played[key]!r}")


def _same(given: Any, right: Any) -> bool:
    """Equal in value and in the types of JSON: neither true nor 1.0 is 1."""
    return given == right and json.dumps(given, sort_keys=True) == json.dumps(right, sort_keys=True)


def _need(mapping: Any, key: str, kind: type) -> Any:
    value = mapping.get(key)
    if not isinstance(value, kind):
        raise RecordError(f"{key!r} is {value!r}; needed is a {kind.__name__}")
    return value


def read_records(path: str | Path) -> Iterator[dict[str, Any]]:
    """The records of a file, one by one.

    Raises:
        RecordError: a line is no JSON object.
    """
    with open(path, "rb") as lines:
        for number, line in enumerate(lines):
            if line.strip():
                try:
                    record = json.loads(line.decode("utf-8"))
                except (ValueError, RecursionError) as error:  # no UTF-8, no JSON, or brackets without end
                    raise RecordError(f"{path}, line {number + 1}: no JSON ({error})") from error
                if not isinstance(record, dict):
                    raise RecordError(f"{path}, line {number + 1}: a record is a JSON object")
                yield record


def dump(record: Mapping[str, Any]) -> str:
    """A record as its line of a file, without the line's end."""
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


@contextmanager
def whole_file(path: str | Path) -> Iterator[Path]:
    """Where to write a file that appears at ``path`` when it is whole, and not at all if writing it fails."""
    target = Path(path).resolve()  # a link goes on pointing to its file
    if target.exists() and not target.is_file():
        raise OSError(f"{path} is no regular file")
    unfinished = target.with_name(target.name + f".{os.getpid()}.part")
    try:
        yield unfinished
        with open(unfinished, "rb+") as written:
            os.fsync(written.fileno())
        os.replace(unfinished, target)
    finally:
        unfinished.unlink(missing_ok=True)


def write_records(path: str | Path, records: Iterable[Mapping[str, Any]]) -> int:
    """Write a file of records; it appears when it is whole. Returns the number of records."""
    number = 0
    with whole_file(path) as unfinished, open(unfinished, "w", encoding="utf-8") as out:
        for record in records:
            out.write(dump(record) + "\n")
            number += 1
    return number
