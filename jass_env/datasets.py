"""Records as data to learn from: decisions as arrays, and files of them (Parquet, ``pip install 'jass-env[datasets]'``).

``decisions_of`` turns a record into arrays: what the seat to move saw, what it could do, what it did, what came of it.
``write_dataset`` puts the decisions of many records into a Parquet file, match by match; ``Dataset`` reads it, in batches or
at once, and gives the records back. docs/datasets.md describes the file.

An observation is what the seat that decides sees at that moment and nothing else. The column ``record`` holds whole records,
with all hands: it is for ``Dataset.records`` and never part of ``Decisions``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from jass_env.adapters import need
from jass_env.engine import batch
from jass_env.errors import DatasetError, DependencyError, JassError, OptionError, OrderError, RecordError, nearest
from jass_env.record import Match, dump, plain_options, replay, rules_of, whole_file
from jass_env.rules import REWARDS, Rules

FORMAT = "jass-dataset/1"

#: Where a return ends.
UNTIL = ("match", "hand")

#: Decisions in a row group of a file, at least (but for the last one): what is held in memory at a time.
GROUP = 16_384

#: Types of the columns but for observation and mask, which are lists of int8. ``returns`` is called ``return`` in the file.
_TYPES: dict[str, str] = {
    "match": "int32",
    "hand": "int16",
    "seat": "int8",
    "agent": "object",
    "action": "int16",
    "reward": "float32",
    "returns": "float32",
    "terminated": "bool",
    "truncated": "bool",
}


@dataclass(frozen=True)
class Decisions:
    """``n`` decisions, each of the seat that was to move, in the order in which they were made.

    Attributes:
        match: int32 (n,), number of the match in its file, from 0.
        hand: int16 (n,), number of the hand in the match, from 0.
        seat: int8 (n,), who decided.
        agent: object (n,), the name of who decided, by the record.
        observation: int8 (n, D), what the seat saw, laid out as ``rules.layout`` says.
        action_mask: int8 (n, A), 1 where an action was legal.
        action: int16 (n,), the action id taken.
        reward: float32 (n,), the seat's rewards added up from this decision to its next one, or to the end if it has none.
        returns: float32 (n,), the seat's rewards from this decision to the end, discounted once for each of its own
            decisions in between.
        terminated: bool (n,), the seat's last decision before the end.
        truncated: bool (n,), likewise, but only because the match was cut off (``max_hands``); then ``terminated`` is False.
    """

    match: np.ndarray
    hand: np.ndarray
    seat: np.ndarray
    agent: np.ndarray
    observation: np.ndarray
    action_mask: np.ndarray
    action: np.ndarray
    reward: np.ndarray
    returns: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray

    def __len__(self) -> int:
        return len(self.action)

    def __getitem__(self, rows: Any) -> Decisions:
        """Some of the decisions, by whatever indexes an array: ``decisions[decisions.agent == "rules"]``."""
        index = np.arange(len(self))[rows].reshape(-1)
        return Decisions(**{field.name: getattr(self, field.name)[index] for field in fields(self)})

    @classmethod
    def join(cls, parts: Sequence[Decisions]) -> Decisions:
        """One after the other (at least one)."""
        return cls(**{field.name: np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)})


class WatchedMatch(Match):
    """A match that keeps what the seat to move saw, and what every seat got.

    Attributes:
        seats, hands_of: int lists, of each decision.
        observations, masks: of each decision, int8 (D,) and (A,).
        actions: action ids.
        rewards: float32 (seats,) of each decision: what it brought to each seat.
    """

    def __init__(self, rules: Rules, seed: int | None, agents: Sequence[str], legal: bool = False) -> None:
        """As ``Match``; the rewards are those of ``rules``."""
        super().__init__(rules, seed, agents, legal)
        self.seats: list[int] = []
        self.hands_of: list[int] = []
        self.observations: list[np.ndarray] = []
        self.masks: list[np.ndarray] = []
        self.actions: list[int] = []
        self.rewards: list[np.ndarray] = []
        self._next = np.empty(rules.observation_size, dtype=np.int8), np.empty(len(rules.actions), dtype=np.int8)

    def _take(self, code: int) -> bool:
        seat, hand, (observation, mask) = self.mover, len(self.hands) - 1, self.view()
        action = int(self.rules.array["id_of"][0, code])
        reward = np.zeros(self.rules.seats, dtype=np.float32)
        if batch.step_one(self.rules.array, self._states, 0, action, reward, *self._next) == batch.ILLEGAL:
            return False
        self.seats.append(seat)
        self.hands_of.append(hand)
        self.observations.append(observation[0])
        self.masks.append(mask[0])
        self.actions.append(action)
        self.rewards.append(reward)
        return True

    def observe(self, seat: int) -> np.ndarray:
        """What a seat sees now: int8 (D,)."""
        observation = np.empty(self.rules.observation_size, dtype=np.int8)
        batch.observe_one(self.rules.array, self._states, 0, seat, observation)
        return observation

    def decisions(self, number: int = 0, until: str = "match", gamma: float = 1.0) -> Decisions:
        """The decisions of the finished match; arguments as for ``decisions_of``."""
        seats, hands, rewards = np.array(self.seats), np.array(self.hands_of), np.array(self.rewards, dtype=np.float64)
        size = len(seats)
        ends = np.append(hands[1:] != hands[:-1], True) if until == "hand" else np.arange(size) == size - 1
        reward, returns, last = np.zeros(size), np.zeros(size), np.zeros(size, dtype=np.bool_)
        # Backwards: what each seat gets from here to its next decision, to the end, and whether it has no decision any more.
        gained, total = np.zeros(self.rules.seats), np.zeros(self.rules.seats)
        is_last = np.ones(self.rules.seats, dtype=np.bool_)
        for step in reversed(range(size)):
            if ends[step]:
                gained[:], total[:], is_last[:] = 0, 0, True
            gained += rewards[step]
            total += rewards[step]
            seat = seats[step]
            reward[step], returns[step], last[step] = gained[seat], total[seat], is_last[seat]
            gained[seat], total[seat], is_last[seat] = 0, gamma * total[seat], False
        # Cut off is the match, not a hand; and nothing is left open for a seat that was out of the match already.
        in_match = int(self.state.active) >> seats & 1 != 0
        cut = last & in_match & (self.record["end"] == "truncated") & (until == "match")
        agents = np.array(self.record["agents"], dtype=object)
        found = {
            "match": np.full(size, number),
            "hand": hands,
            "seat": seats,
            "agent": agents[seats],
            "action": np.array(self.actions),
            "reward": reward,
            "returns": returns,
            "terminated": last & ~cut,
            "truncated": cut,
        }
        return Decisions(
            observation=np.array(self.observations),
            action_mask=np.array(self.masks),
            **{name: found[name].astype(kind) for name, kind in _TYPES.items()},
        )


def watch(record: Mapping[str, Any], number: int, rules: Rules) -> WatchedMatch:
    """Replay a record, with every check, as one of matches played by ``rules``.

    Raises:
        RecordError: the record does not agree with the rules of the game, or is one of other rules than these.
    """

    def begin(found: Rules, seed: int | None, agents: Sequence[str], legal: bool) -> Match:
        different = _difference(rules, found)
        if different:
            raise RecordError(f"{different}: the matches of a dataset are played by the same rules")
        return WatchedMatch(rules, seed, agents, legal)

    match = replay(record, number, begin)
    assert isinstance(match, WatchedMatch)
    return match


def decisions_of(
    record: Mapping[str, Any], *, reward: str = "score", until: str = "match", gamma: float = 1.0, number: int = 0
) -> Decisions:
    """The decisions of a record, which is replayed with every check.

    A reward belongs to the last decision that the seat made before it arose, as between two ``last()`` of PettingZoo or two
    ``step`` of ``jass_env.gym``. What a seat got before it decided anything belongs to no decision.

    Args:
        record: the record.
        reward: "score", "margin", "outcome" or "points", as for ``jass_env.env``.
        until: where returns end: "match", or "hand": each hand is an episode of its own, whose last decisions are
            ``terminated`` and have the rewards to the end of the hand only.
        gamma: what a reward is worth that comes one decision of the seat later, 0 to 1.
        number: of the match in its file.

    Raises:
        OptionError: no such reward, end or discount.
        RecordError: the record does not agree with the rules.
    """
    check_returns(reward, until, gamma)
    return watch(record, number, rewarded(rules_of(record), reward)).decisions(number, until, gamma)


def rewarded(rules: Rules, reward: str) -> Rules:
    """The same rules of the game, with another reward."""
    return Rules(rules.variant, reward=reward, options=rules.options)


def write_dataset(
    path: str | Path,
    records: Iterable[Mapping[str, Any]],
    *,
    reward: str = "score",
    until: str = "match",
    gamma: float = 1.0,
    progress: Callable[[int, int], object] | None = None,
) -> int:
    """Write the decisions of records into a Parquet file; it appears when it is whole.

    Args:
        path: the file.
        records: of one variant with the same options; read one by one, so that a file of any length will do.
        reward: see ``decisions_of``; so are ``until`` and ``gamma``.
        until: where returns end.
        gamma: discount.
        progress: called with matches and decisions written so far, after each match.

    Returns:
        The number of decisions.

    Raises:
        DependencyError: pyarrow is missing or too old.
        OptionError: no such reward, end or discount; a path or a single record in place of records.
        RecordError: a record does not agree with the rules, or is one of other rules than the first.
        DatasetError: there are no records.
    """
    arrow, parquet = _libraries()
    check_returns(reward, until, gamma)
    if isinstance(records, str | Path):
        raise OptionError(
            f"records={str(records)!r}: a path; jass_env.record.read_records({str(records)!r}) gives its records"
        )
    if isinstance(records, Mapping) or not isinstance(records, Iterable):
        raise OptionError(f"records={records!r:.80}: a list of records is needed, or whatever else gives them one by one")
    rules: Rules | None = None
    written, matches = 0, 0
    with whole_file(path) as unfinished:
        writer, parts = None, []
        try:
            for number, record in enumerate(records):
                if rules is None:
                    rules = rewarded(_rules_of_first(record), reward)
                    head = {**describe(rules), "until": until, "gamma": float(gamma)}
                    schema = _schema(arrow, rules).with_metadata({"jass_env": json.dumps(head)})
                    writer = parquet.ParquetWriter(unfinished, schema, compression="zstd", write_page_checksum=True)
                parts.append(
                    _table(arrow, schema, watch(record, number, rules).decisions(number, until, gamma), dump(record))
                )
                written += len(parts[-1])
                matches += 1
                if sum(map(len, parts)) >= GROUP:
                    _write_group(arrow, writer, parts)
                if progress is not None:
                    progress(matches, written)
            if writer is None:
                raise DatasetError("no records: a dataset has at least one match")
            if parts:
                _write_group(arrow, writer, parts)
            # Told at the end, when it is known; a reader misses it in a file whose writer did not come so far.
            writer.add_key_value_metadata({"jass_env.size": json.dumps({"matches": matches, "decisions": written})})
        finally:
            if writer is not None:
                writer.close()
    return written


class Dataset:
    """A file that ``write_dataset`` wrote. It says by itself which rules it belongs to, and is checked as it is read.

    Attributes:
        path: the file.
        rules: the rules its matches were played by, with the reward in the file.
        until, gamma: what the returns are, as for ``decisions_of``.
        matches: number of matches.
    """

    def __init__(self, path: str | Path, rules: Rules | None = None) -> None:
        """Open a file.

        Args:
            path: the file.
            rules: what the reader is going to do with it belongs to these rules: variant and options must be the same.

        Raises:
            DependencyError: pyarrow is missing or too old.
            DatasetError: no dataset, a damaged one, or one of another version, variant or options.
            OSError: there is no such file.
        """
        arrow, parquet = _libraries()
        self.path = Path(path)
        self._arrow_errors: tuple[type[Exception], ...] = (arrow.ArrowException, OSError, UnicodeDecodeError)
        with open(self.path, "rb"):  # what cannot be opened is told as Python tells it
            pass
        try:
            self._file = parquet.ParquetFile(self.path, page_checksum_verification=True)
        except self._arrow_errors as error:
            raise DatasetError(f"{self.path} is no whole Parquet file: {_first_line(error)}") from None
        try:
            self._read_head(arrow, rules)
        except BaseException:
            self.close()
            raise

    def _read_head(self, arrow: Any, wanted: Rules | None) -> None:
        metadata = self._file.schema_arrow.metadata or {}
        if b"jass_env" not in metadata:
            raise DatasetError(f"{self.path} is no dataset of jass_env: its metadata has no {'jass_env'!r}")
        try:
            head = json.loads(metadata[b"jass_env"])
            found = head["format"]
            if found != FORMAT:
                raise DatasetError(f"{self.path}: format {found!r}; this reads {FORMAT!r}")
            self.rules = rules_described(head)
            self.until, self.gamma = head["until"], head["gamma"]
            check_returns(self.rules.reward, self.until, self.gamma)
            size = json.loads((self._file.metadata.metadata or {})[b"jass_env.size"])
            self.matches, decisions = int(size["matches"]), int(size["decisions"])
        except DatasetError as error:
            raise error if str(error).startswith(str(self.path)) else DatasetError(f"{self.path}: {error}") from None
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise DatasetError(f"{self.path}: its metadata is damaged: {type(error).__name__} {error}") from error
        if wanted is not None and (different := _difference(wanted, self.rules)):
            raise DatasetError(f"{self.path}: {different}")
        schema = _schema(arrow, self.rules)
        if not self._file.schema_arrow.remove_metadata().equals(schema):
            raise DatasetError(f"{self.path}: its columns are not those of {FORMAT} for {self.rules.name}")
        if len(self) != decisions:
            raise DatasetError(f"{self.path} holds {len(self)} decisions, by its metadata {decisions}")

    def __len__(self) -> int:
        """Number of decisions."""
        return int(self._file.metadata.num_rows)

    def __enter__(self) -> Dataset:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def batches(self, size: int | None = None, *, shuffle: int | None = None) -> Iterator[Decisions]:
        """The decisions once, a part at a time; memory stays that of a few parts of the file, however long it is.

        Args:
            size: decisions in a batch (the last one has what is left); None: as they come, some 16,000 at a time.
            shuffle: a seed: the file's parts in random order, and within a part its decisions. None: as they were made.

        Raises:
            OptionError: a size below 1, or a size or seed that is no whole number.
            DatasetError: the file is damaged.
            OrderError: it was closed.
        """
        if size is not None and not _is_whole(size, 1):
            raise OptionError(f"size={size!r}: a whole number is needed, a batch has at least one decision; or None")
        if shuffle is not None and not _is_whole(shuffle, 0):
            raise OptionError(f"shuffle={shuffle!r}: a seed is needed, a whole number from 0 on; or None")
        groups, rng = np.arange(self._file.num_row_groups), None
        if shuffle is not None:
            rng = np.random.default_rng(shuffle)
            groups = rng.permutation(groups)
        left: list[Decisions] = []
        for group in groups:
            found = self._decisions(self._read(int(group), _columns()))
            if rng is not None:
                found = found[rng.permutation(len(found))]
            if size is None:
                yield found
                continue
            found = Decisions.join([*left, found])
            full = len(found) // size * size
            for first in range(0, full, size):
                yield found[first : first + size]
            left = [found[full:]]
        if left and len(left[0]):
            yield left[0]

    def load(self) -> Decisions:
        """All decisions, in memory: D + A + 30 bytes or so each.

        Raises:
            DatasetError: the file is damaged.
            OrderError: it was closed.
        """
        return Decisions.join(list(self.batches()))

    def records(self) -> Iterator[dict[str, Any]]:
        """The records from which the file was made, equal to what they were, one by one.

        Raises:
            DatasetError: the file is damaged.
            OrderError: it was closed.
        """
        number = 0
        for group in range(self._file.num_row_groups):
            for text in self._read(group, ["record"]).column("record").drop_null().to_pylist():
                yield self._record(text, number)
                number += 1
        if number != self.matches:
            raise DatasetError(f"{self.path} holds {number} records, by its metadata {self.matches}")

    def check(self, progress: Callable[[int, int], object] | None = None) -> None:
        """Replay every record, and compare its decisions with those in the file.

        Args:
            progress: called with matches checked so far and in all.

        Raises:
            DatasetError: the file is damaged or was changed by hand; the message names match and decision.
            OrderError: it was closed.
        """
        number = 0
        for group in range(self._file.num_row_groups):
            table = self._read(group, [*_columns(), "record"])
            found, texts = self._decisions(table), table.column("record").to_pylist()
            starts = [row for row, text in enumerate(texts) if text is not None]
            if not starts or starts[0] != 0:
                raise DatasetError(f"{self.path}: part {group} does not begin with the record of a match")
            for start, stop in pairwise([*starts, len(texts)]):
                self._compare(found[start:stop], self._record(texts[start], number), number)
                number += 1
                if progress is not None:
                    progress(number, self.matches)
        if number != self.matches:
            raise DatasetError(f"{self.path} holds {number} records, by its metadata {self.matches}")

    def _record(self, text: str, number: int) -> dict[str, Any]:
        try:
            record = json.loads(text)
        except (ValueError, RecursionError):
            record = None
        if not isinstance(record, dict):
            raise DatasetError(f"{self.path}, match {number}: its record is damaged: no JSON object")
        return record

    def _compare(self, found: Decisions, record: Mapping[str, Any], number: int) -> None:
        try:
            right = watch(record, number, self.rules).decisions(number, self.until, self.gamma)
        except RecordError as error:
            raise DatasetError(f"{self.path}, {error}") from error
        if len(found) != len(right):
            raise DatasetError(f"{self.path}, match {number}: {len(found)} decisions, by its record {len(right)}")
        for field in fields(Decisions):
            same = (getattr(found, field.name) == getattr(right, field.name)).reshape(len(right), -1).all(axis=1)
            if not same.all():
                where = int(np.flatnonzero(~same)[0])
                raise DatasetError(f"{self.path}, match {number}, decision {where}: {field.name} is not that of its record")

    def _read(self, group: int, columns: list[str]) -> Any:
        if self._file.closed:
            raise OrderError(f"{self.path} is closed: read it inside 'with Dataset(...)', or open it anew")
        try:
            table = self._file.read_row_group(group, columns=columns)
            table.validate(full=True)
        except self._arrow_errors as error:
            raise DatasetError(f"{self.path} is damaged: part {group} cannot be read: {_first_line(error)}") from None
        return table

    def _decisions(self, table: Any) -> Decisions:
        """A part of the file as arrays, if they can be what they say they are."""
        found: dict[str, np.ndarray] = {}
        for field in fields(Decisions):
            column = table.column(_column(field.name)).combine_chunks()
            if field.name in _TYPES:
                found[field.name] = column.to_numpy(zero_copy_only=False).astype(_TYPES[field.name], copy=False)
            else:
                found[field.name] = column.flatten().to_numpy().reshape(len(table), -1).copy()
        part = Decisions(**found)
        low, high = self.rules.bounds(self.rules.layout)
        actions = len(self.rules.actions)
        right = (
            (part.observation >= low).all(axis=1)
            & (part.observation <= high).all(axis=1)
            & ((part.action_mask == 0) | (part.action_mask == 1)).all(axis=1)
            & (part.seat >= 0)
            & (part.seat < self.rules.seats)
            & (part.action >= 0)
            & (part.action < actions)
            & (part.action_mask[np.arange(len(part)), np.clip(part.action, 0, actions - 1)] == 1)
            & np.isfinite(part.reward)
            & np.isfinite(part.returns)
        )
        if not right.all():
            row = int(np.flatnonzero(~right)[0])
            raise DatasetError(
                f"{self.path} is damaged: in match {part.match[row]}, hand {part.hand[row]}, where seat {part.seat[row]} "
                f"takes action {part.action[row]}, one of seat, mask, action, observation and reward is out of its bounds"
            )
        return part


def describe(rules: Rules) -> dict[str, Any]:
    """What a dataset says about its rules; in the types of JSON."""
    return {
        "format": FORMAT,
        "variant": rules.name,
        "version": rules.variant.version,
        "options": plain_options(rules),
        "reward": rules.reward,
        "layout_hash": rules.layout_hash,
        "actions": list(rules.actions),
        "layout": {name: [part.start, part.stop] for name, part in rules.layout.items()},
    }


def rules_described(head: Mapping[str, Any]) -> Rules:
    """The rules that ``describe`` tells of.

    Raises:
        DatasetError: there are none here that fit: unknown variant, another version, other observations or actions.
    """
    try:
        rules = Rules(head["variant"], reward=head["reward"], options=head["options"])
    except JassError as error:
        raise DatasetError(f"its variant, options or reward do not exist: {error}") from error
    right = describe(rules)
    for key in ("version", "options", "layout_hash", "actions", "layout"):
        if head[key] != right[key]:
            what = f"version {head[key]}, this is version {right[key]}" if key == "version" else f"other {key} than here"
            raise DatasetError(f"it is of {rules.name} with {what}: make it anew from its records")
    return rules


def _difference(wanted: Rules, found: Rules) -> str | None:
    """In what rules of the game are not the same."""
    if found.name != wanted.name or found.variant.version != wanted.variant.version:
        return f"{found.name}, version {found.variant.version}; {wanted.name}, version {wanted.variant.version} is needed"
    for name, value in wanted.options.items():
        if found.options[name] != value:
            return f"{name}={found.options[name]!r}; {name}={value!r} is needed"
    return None


def check_returns(reward: str, until: str, gamma: float) -> None:
    """What rewards and returns can be made of. Raises OptionError."""
    if reward not in REWARDS:
        raise OptionError(f"reward={reward!r} is not known; {nearest(reward, REWARDS)}")
    if until not in UNTIL:
        raise OptionError(f"until={until!r} is not known; {nearest(until, UNTIL)}")
    if isinstance(gamma, bool) or not isinstance(gamma, int | float) or not math.isfinite(gamma) or not 0 <= gamma <= 1:
        raise OptionError(f"gamma={gamma!r}: a number 0 to 1 is needed")


def _is_whole(number: Any, low: int) -> bool:
    return isinstance(number, int | np.integer) and not isinstance(number, bool) and int(number) >= low


def _rules_of_first(record: Mapping[str, Any]) -> Rules:
    try:
        return rules_of(record)
    except RecordError as error:
        raise RecordError(f"match 0: {error}") from error


def _libraries() -> tuple[Any, Any]:
    need("pyarrow.parquet", "datasets")
    import pyarrow
    import pyarrow.parquet

    if not hasattr(pyarrow.parquet.ParquetWriter, "add_key_value_metadata"):
        raise DependencyError(f"pyarrow {pyarrow.__version__} is too old: pip install 'jass-env[datasets]' (17 or newer)")
    return pyarrow, pyarrow.parquet


def _column(name: str) -> str:
    return "return" if name == "returns" else name


def _columns() -> list[str]:
    return [_column(field.name) for field in fields(Decisions)]


def _schema(arrow: Any, rules: Rules) -> Any:
    sizes = {"observation": rules.observation_size, "action_mask": len(rules.actions)}
    types = {"object": arrow.string(), "bool": arrow.bool_()}
    columns = []
    for field in fields(Decisions):
        if field.name in sizes:
            kind = arrow.list_(arrow.field("element", arrow.int8(), nullable=False), sizes[field.name])
        else:
            name = _TYPES[field.name]
            kind = types.get(name) or arrow.from_numpy_dtype(np.dtype(name))
        columns.append(arrow.field(_column(field.name), kind, nullable=False))
    return arrow.schema([*columns, arrow.field("record", arrow.string())])


def _table(arrow: Any, schema: Any, part: Decisions, record: str) -> Any:
    """The decisions of a match, its record in the first row."""
    columns: dict[str, Any] = {"record": [record, *[None] * (len(part) - 1)]}
    for field in fields(Decisions):
        values = getattr(part, field.name)
        kind = schema.field(_column(field.name)).type
        if values.ndim == 2:
            columns[_column(field.name)] = arrow.FixedSizeListArray.from_arrays(arrow.array(values.reshape(-1)), type=kind)
        else:
            columns[_column(field.name)] = arrow.array(values, type=kind)
    return arrow.table(columns, schema=schema)


def _write_group(arrow: Any, writer: Any, parts: list[Any]) -> None:
    table = arrow.concat_tables(parts)
    writer.write_table(table, row_group_size=len(table))
    parts.clear()


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
