"""Game records: the shape that record.md promises, replay with every check, files that are whole or not there."""

from __future__ import annotations

import copy
import functools
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import jass_env
from jass_env.engine import actions as act
from jass_env.errors import RecordError
from jass_env.players import RandomPlayer
from jass_env.record import FORMAT, Match, dump, plain_options, read_records, record_match, replay, write_records
from jass_env.rules import Rules
from scripts import record as script
from tests import reference
from tests.playing import as_read, play_match
from tests.support import PRESETS, VARIANTS, rules_to_try

ROOT = Path(__file__).parent.parent

CARDS = [rank + suit for suit in "arsb" for rank in "6789BUOKA"]
#: The last paragraph of record.md, in its order.
NAMES = [
    *("acorns", "roses", "shields", "bells", "obenabe", "undenufe", "slalom", "gustav", "riesenslalom"),
    *("misere", "tutti", "tuo", "3x3", "joker1", "joker2"),
    *("obenabe_first", "undenufe_first", "4_obenabe", "5_obenabe", "4_undenufe", "5_undenufe"),
    *("TOU", "TUO", "OTU", "OUT", "UTO", "UOT"),
    *("shove", "pass", "add_misere", "plain", "double", "no_double", "announce", "silent"),
    *(f"bid_{tricks}" for tricks in range(1, 10)),
    *(f"tricks_{tricks}" for tricks in range(10)),
    *(f"predict_{points}" for points in range(158)),
    *("swap", "keep", "exchange", "claim"),
]

KEYS = ["format", "variant", "version", "options", "seed", "seats", "agents", "hands", "totals", "winners", "end"]
HAND_KEYS = ["dealer", "forehand", "start", "dealt", "turned", "spare", "out", "actions", "draws", "points", "scores"]

WITH_SCHNEIDER = {"schieber", "schieber_six", "sidi_barrani"}
#: "target" wherever the end depends on points or sticks.
ENDS_AT_TARGET = WITH_SCHNEIDER | {"sidi_jass", "rosenober", "schiltenober", "sticheln", "handjass", "plus_minus"}
WITH_LEDGER = {"coiffeur_schieber", "coiffeur"}


def random_players(rules: Rules) -> list[RandomPlayer]:
    return [RandomPlayer() for _ in range(rules.seats)]


@functools.cache
def line(variant: str, seed: int, legal: bool, max_hands: int) -> str:
    rules = Rules(variant, options={"max_hands": max_hands})
    return dump(record_match(rules, seed, random_players(rules), legal=legal))


def recorded(variant: str, seed: int = 7, legal: bool = True, max_hands: int = 3) -> dict[str, Any]:
    """A record as it is read, for the caller to change."""
    record: dict[str, Any] = json.loads(line(variant, seed, legal, max_hands))
    return record


# --- the shape ---


def test_vocabulary_is_that_of_the_format() -> None:
    assert list(act.VOCABULARY) == CARDS + NAMES


@pytest.mark.parametrize("legal", [True, False])
@pytest.mark.parametrize(("variant", "preset"), PRESETS)
def test_shape(variant: str, preset: str | None, legal: bool) -> None:
    rules = Rules(variant, preset=preset, options={"max_hands": 3})
    record = as_read(record_match(rules, 7, random_players(rules), legal=legal))
    assert list(record) == KEYS + (["schneider"] if variant in WITH_SCHNEIDER else [])
    assert record["format"] == "jass-record/1" == FORMAT
    assert (record["variant"], record["version"], record["seed"]) == (variant, 0, 7)
    assert record["seats"] == len(record["agents"]) == rules.seats
    assert record["agents"] == ["random"] * rules.seats
    assert set(record["options"]) - {"preset"} == set(rules.options)
    for hand in record["hands"]:
        assert sorted(hand) == sorted(HAND_KEYS + (["legal"] if legal else []))
    totals = [[0] * rules.seats]
    for number, hand in enumerate(record["hands"]):
        check_hand(rules, record, hand, number, totals[-1])
        totals.append([total + score for total, score in zip(totals[-1], hand["scores"], strict=True)])
    assert record["totals"] == totals[-1]
    assert record["end"] in ("claim", "target" if variant in ENDS_AT_TARGET else "hands", "truncated")
    assert (record["winners"] == []) == (record["end"] == "truncated")
    if record["end"] == "truncated":
        assert len(record["hands"]) == 3
        assert not record.get("schneider")
    reference.judge(record)


def check_hand(rules: Rules, record: dict[str, Any], hand: dict[str, Any], number: int, totals: list[int]) -> None:
    seats = range(rules.seats)
    assert hand["start"]["totals"] == totals
    fields = {"totals"}
    fields |= {"ledger"} if rules.name in WITH_LEDGER else set()
    fields |= {"carry"} if rules.name == "plus_minus" else set()
    fields |= {"out"} if rules.options.get("form") == "exchange" else set()
    assert fields <= set(hand["start"]) <= fields | {"playoff"}
    assert all(type(hand[key]) is int and hand[key] in seats for key in ("dealer", "forehand"))
    assert len(hand["dealt"]) == rules.seats
    packs = [*hand["dealt"], *([hand["spare"]] if hand["spare"] else []), *([hand["out"]] if hand["out"] else [])]
    dealt = [card for cards in packs for card in cards]
    pack = CARDS if rules.array[0].pack == (1 << 36) - 1 else reference.PACK_48
    assert sorted(dealt) == sorted(pack)
    for cards in packs:
        assert cards == sorted(cards, key=CARDS.index)
    kind = reference.Match(rules.name, as_read(record)["options"]).rules
    if kind.turned_from is None:
        assert hand["turned"] is None
    else:
        owner = hand["dealt"][hand["dealer"]] if kind.turned_from == "dealer" else hand[kind.turned_from]
        assert hand["turned"] in owner
    if number == 0:
        assert (hand["spare"] is None) == (kind.spare_cards({}) is None)
        assert (hand["out"] is None) == (kind.out_cards({}) is None)
    for seat, name in hand["actions"]:
        assert type(seat) is int
        assert seat in seats
        assert name in rules.actions
    if "legal" in hand:
        assert len(hand["legal"]) == len(hand["actions"])
        for (_, name), names in zip(hand["actions"], hand["legal"], strict=True):
            assert name in names
            assert len(set(names)) == len(names)
            assert names == sorted(names, key=(CARDS + NAMES).index)
    assert isinstance(hand["draws"], list)
    for key in ("points", "scores"):
        assert len(hand[key]) == rules.seats
        assert all(type(number) is int or (key == "points" and number is None) for number in hand[key])
        for seat in seats:
            assert hand[key][seat] == hand[key][rules.side_of(seat)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_options_are_resolved_and_plain(variant: str) -> None:
    for rules in rules_to_try(variant, 6):
        options = plain_options(rules)
        assert json.loads(json.dumps(options)) == options
        for name, value in rules.options.items():
            written = options[name]
            assert list(value) == written if isinstance(value, tuple) else value == written
        assert Rules(variant, options=options).options == rules.options


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_line_is_a_line(variant: str) -> None:
    text = dump(recorded(variant))
    assert "\n" not in text
    assert dump(json.loads(text)) == text


@pytest.mark.parametrize("variant", VARIANTS)
def test_same_seed_same_bytes(variant: str) -> None:
    assert line.__wrapped__(variant, 3, True, 3) == line.__wrapped__(variant, 3, True, 3)
    assert dump(recorded(variant, 3)) != dump(recorded(variant, 4))
    without = recorded(variant, 3)
    for hand in without["hands"]:
        del hand["legal"]
    assert dump(without) == dump(recorded(variant, 3, legal=False))


# --- replay ---


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_option_stands_in_a_record(variant: str) -> None:
    """ "Every option of the module appears with its resolved value": a default may change, a record does not."""
    for name in Rules(variant).options:
        record = recorded(variant)
        del record["options"][name]
        with pytest.raises(RecordError, match=rf"^match 3\b.*{name}"):
            replay(record, 3)


def differences(one: Match, other: Match) -> list[str]:
    """Fields in which two matches differ, but for what has no meaning."""
    without: set[str] = set()
    if not one.rules.options.get("bergpreis"):  # whether it is open where there is none
        without |= {"bergpreis", "start_bergpreis"}
    if one.rules.array[0].pack >> 36:  # which of two equal cards
        without |= {"hands", "dealt", "taken", "played", "best_card", "weis_cards"}
    names = set(one.state.dtype.names) - without
    return sorted(name for name in names if one.state[name].tobytes() != other.state[name].tobytes())


@pytest.mark.parametrize("variant", VARIANTS)
def test_round_trip(variant: str) -> None:
    """The replay writes the same record and stands in the same state, to the byte."""
    for number, drawn in enumerate(rules_to_try(variant, 6)):
        most_hands = min(drawn.options["max_hands"], 20)
        rules = Rules(variant, options={**drawn.options, "max_hands": most_hands})
        match = play_match(rules, seed=100 + number)
        read = as_read(match.record)
        again = replay(read)
        assert dump(again.record) == dump(match.record)
        assert differences(again, match) == []
        for hand in read["hands"]:
            del hand["legal"]
        assert dump(replay(read).record) == dump(match.record)  # written with the legal actions, read without


@pytest.mark.parametrize("variant", VARIANTS)
def test_replay_without_a_seed(variant: str) -> None:
    """A record holds everything: the seed is not needed."""
    match = play_match(Rules(variant, options={"max_hands": 4}), seed=5)
    again = replay({**as_read(match.record), "seed": None})
    assert again.record["hands"] == match.record["hands"]
    assert set(differences(again, match)) <= {"rng", "key"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_match_in_steps(variant: str) -> None:
    rules = Rules(variant, options={"max_hands": 2})
    match = Match(rules, 5, [f"a{seat}" for seat in range(rules.seats)], legal=True)
    assert not match.over
    before, hands = match.state.tobytes(), copy.deepcopy(match.hands)
    for wrong in ("nonsense", "", next(name for name in act.VOCABULARY if name not in match.legal())):
        assert not match.play(wrong)
        assert match.state.tobytes() == before
        assert match.hands == hands
    while not match.over:
        assert match.plays(match.hands[-1])
        mover, name = match.mover, match.legal()[-1]
        number = len(match.hands) - 1
        assert match.play(name)
        assert match.hands[number]["actions"][-1] == [mover, name]
    assert not match.plays(match.hands[-1])
    assert match.record["agents"] == [f"a{seat}" for seat in range(rules.seats)]
    assert match.legal() == []


Tamper = Callable[[dict[str, Any]], None]


def set_key(key: str, value: Any) -> Tamper:
    return lambda record: record.update({key: value})


def drop(key: str) -> Tamper:
    return lambda record: record.pop(key)


def change_numbers(key: str) -> Tamper:
    def tamper(record: dict[str, Any]) -> None:
        record[key] = [(number or 0) + 1 for number in record[key]]

    return tamper


def shorten(key: str) -> Tamper:
    return lambda record: record[key].pop()


def change_option(record: dict[str, Any]) -> None:
    record["options"]["colour"] = "red"


def change_option_value(record: dict[str, Any]) -> None:
    record["options"]["max_hands"] = -1


MATCH_TAMPERS: dict[str, Tamper] = {
    "format": set_key("format", "jass-record/2"),
    "no format": drop("format"),
    "variant": set_key("variant", "poker"),
    "no variant": drop("variant"),
    "version": set_key("version", 1),
    "no version": drop("version"),
    "options": set_key("options", None),
    "no options": drop("options"),
    "unknown option": change_option,
    "option's value": change_option_value,
    "seed": set_key("seed", "x"),
    "seats": set_key("seats", 5),
    "no seats": drop("seats"),
    "agents": shorten("agents"),
    "no agents": drop("agents"),
    "hands": set_key("hands", {}),
    "no hands": drop("hands"),
    "empty hands": set_key("hands", []),
    "last hand missing": shorten("hands"),
    "totals": change_numbers("totals"),
    "no totals": drop("totals"),
    "winners": set_key("winners", [9]),
    "no winners": drop("winners"),
    "end": set_key("end", "never"),
    "no end": drop("end"),
    "schneider": set_key("schneider", "maybe"),
}


@pytest.mark.parametrize("field", MATCH_TAMPERS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_tampered_match(variant: str, field: str) -> None:
    record = recorded(variant)
    MATCH_TAMPERS[field](record)
    with pytest.raises(RecordError, match=r"^match 3\b"):
        replay(record, 3)


@pytest.mark.parametrize("variant", VARIANTS)
def test_one_hand_more(variant: str) -> None:
    record = recorded(variant)
    record["hands"].append(record["hands"][-1])
    with pytest.raises(RecordError, match=rf"^match 3, hand {len(record['hands']) - 1}: .*over"):
        replay(record, 3)


def turn(key: str) -> Tamper:
    def tamper(hand: dict[str, Any]) -> None:
        hand[key] = (hand[key] + 1) % len(hand["dealt"])

    return tamper


def change_start(hand: dict[str, Any]) -> None:
    hand["start"]["totals"][0] += 1


def more_start(hand: dict[str, Any]) -> None:
    hand["start"]["weather"] = 1


def swap_cards(hand: dict[str, Any]) -> None:
    """Cards go to seats that did not play them."""
    hand["dealt"] = [*hand["dealt"][1:], hand["dealt"][0]]


def twice(hand: dict[str, Any]) -> None:
    hand["dealt"][0][0] = hand["dealt"][0][1]


def unknown_card(hand: dict[str, Any]) -> None:
    hand["dealt"][0][0] = "1x"


def one_card_less(hand: dict[str, Any]) -> None:
    hand["dealt"][0].pop()


def out_of_order(hand: dict[str, Any]) -> None:
    hand["dealt"][0].reverse()


def turned(hand: dict[str, Any]) -> None:
    seat = (hand["dealer"] + 1) % len(hand["dealt"])
    hand["turned"] = hand["dealt"][seat][0]


HAND_TAMPERS: dict[str, Tamper] = {
    "dealer": turn("dealer"),
    "dealer's kind": set_key("dealer", "0"),
    "forehand": turn("forehand"),
    "start": change_start,
    "start's fields": more_start,
    "dealt": swap_cards,
    "card twice": twice,
    "unknown card": unknown_card,
    "card missing": one_card_less,
    "order of cards": out_of_order,
    "turned": turned,
    "spare": set_key("spare", ["6a"]),
    "out": set_key("out", ["6a"]),
    "actions": set_key("actions", {}),
    "last action missing": shorten("actions"),
    "number of legal": shorten("legal"),
    "draws": set_key("draws", [[[0, "6a"]]]),
    "points": change_numbers("points"),
    "scores": change_numbers("scores"),
    "null points": set_key("points", None),
    **{f"no {key}": drop(key) for key in ("dealer", "forehand", "start", "dealt", "actions", "draws", "points", "scores")},
}


@pytest.mark.parametrize("field", HAND_TAMPERS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_tampered_hand(variant: str, field: str) -> None:
    """The message names match and hand, whichever it is."""
    for number in (0, 1, -1):
        record = recorded(variant)
        number %= len(record["hands"])
        HAND_TAMPERS[field](record["hands"][number])
        # A match may begin with any totals: other ones than those it began with show in what follows.
        named = r"\d+" if (field, number) == ("start", 0) else str(number)
        with pytest.raises(RecordError, match=rf"^match 12, hand {named}\b"):
            replay(record, 12)


def other_seat(hand: dict[str, Any], number: int) -> None:
    hand["actions"][number][0] = (hand["actions"][number][0] + 1) % len(hand["dealt"])


def illegal_card(hand: dict[str, Any], number: int) -> None:
    names = hand["legal"][number]
    hand["actions"][number][1] = next(name for name in CARDS + NAMES if name not in names)


def unknown_name(hand: dict[str, Any], number: int) -> None:
    hand["actions"][number][1] = "dance"


def name_as_number(hand: dict[str, Any], number: int) -> None:
    hand["actions"][number][1] = 0


def no_pair(hand: dict[str, Any], number: int) -> None:
    hand["actions"][number] = ["6a"]


def fewer_legal(hand: dict[str, Any], number: int) -> None:
    hand["legal"][number] = hand["legal"][number][:-1]


def other_legal(hand: dict[str, Any], number: int) -> None:
    hand["legal"][number].append("dance")


def null_legal(hand: dict[str, Any], number: int) -> None:
    hand["legal"][number] = None


ACTION_TAMPERS = [other_seat, illegal_card, unknown_name, name_as_number, no_pair, fewer_legal, other_legal, null_legal]


@pytest.mark.parametrize("tamper", ACTION_TAMPERS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_tampered_action(variant: str, tamper: Callable[[dict[str, Any], int], None]) -> None:
    """The message names match, hand and action."""
    for hand, number in ((0, 0), (1, 5), (1, -1)):
        record = recorded(variant)
        index = hand % len(record["hands"])
        number %= len(record["hands"][index]["actions"])
        tamper(record["hands"][index], number)
        with pytest.raises(RecordError, match=rf"^match 12, hand {index}, action {number}\b"):
            replay(record, 12)


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_action_after_the_hand(variant: str) -> None:
    record = recorded(variant, legal=False)
    actions = record["hands"][0]["actions"]
    actions.append(actions[-1])
    with pytest.raises(RecordError, match=rf"^match 0, hand 0, action {len(actions) - 1}: .*over"):
        replay(record)


@pytest.mark.parametrize("record", [None, [], "text", 5, {}], ids=str)
def test_no_record_at_all(record: Any) -> None:
    with pytest.raises(RecordError, match=r"^match 2: .*format"):
        replay(record, 2)


def test_a_preset_may_stand_beside_the_options() -> None:
    record = as_read(play_match(Rules("schieber", preset="es"), 4).record)
    record["options"]["preset"] = "es"
    replay(record)


# --- players ---


class Stubborn:
    """Always the same action, legal or not."""

    name = "stubborn"

    def act(self, observation: Any, action_mask: Any, seeds: Any) -> Any:
        return [10_000]


def test_a_player_that_does_not_play_by_the_rules() -> None:
    rules = Rules("mittlere")
    with pytest.raises(RecordError, match=r"'stubborn'.*10000"):
        record_match(rules, 1, [Stubborn()] * 3)  # type: ignore[list-item]


# --- files ---


@pytest.mark.parametrize("variant", VARIANTS)
def test_files(variant: str, tmp_path: Path) -> None:
    path = tmp_path / "matches.jsonl"
    records = [recorded(variant, seed) for seed in range(3)]
    assert write_records(path, records) == 3
    assert path.read_text(encoding="utf-8").count("\n") == 3
    assert list(read_records(path)) == records
    assert list(read_records(str(path))) == records
    assert os.listdir(tmp_path) == ["matches.jsonl"]


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, RecordError])
def test_a_file_is_whole_or_as_it_was(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "matches.jsonl"
    record = recorded("mittlere")

    def broken() -> Iterator[dict[str, Any]]:
        yield record
        assert not path.exists() or path.read_text() == "old\n"
        raise error("half-way")

    with pytest.raises(error):
        write_records(path, broken())
    assert os.listdir(tmp_path) == []
    path.write_text("old\n")
    with pytest.raises(error):
        write_records(path, broken())
    assert path.read_text() == "old\n"
    assert os.listdir(tmp_path) == ["matches.jsonl"]
    assert write_records(path, [record]) == 1
    assert list(read_records(path)) == [record]


@pytest.mark.parametrize("line", ["{", '{"format": "jass-record/1"', "nonsense", "[1, 2]", "5", "null", '"text"'])
def test_reading_what_is_no_record(tmp_path: Path, line: str) -> None:
    path = tmp_path / "broken.jsonl"
    good = dump(recorded("mittlere"))
    path.write_text(f"{good}\n\n{line}\n")
    records = read_records(path)
    assert dump(next(records)) == good
    with pytest.raises(RecordError, match=r"broken\.jsonl, line 3: "):
        next(records)


def test_reading_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_bytes(b'{"format": "\xff\xfe"}\n')
    with pytest.raises(RecordError, match=r"broken\.jsonl"):
        list(read_records(path))


# --- scripts/record.py ---


def run_script(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "scripts/record.py", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)


def call_script(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["record.py", *words])
    return script.main()


def test_script_in_a_process(tmp_path: Path) -> None:
    words = ("schieber", "--matches", "2", "--seed", "5", "--legal", "preset=swiss", "max_hands=2", "weis=choose")
    result = run_script(*words)
    assert (result.returncode, result.stderr) == (0, "")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record["seed"] for record in records] == [5, 6]
    options = dict(Rules("schieber", preset="swiss", options={"max_hands": 2, "weis": "choose"}).options)
    for number, record in enumerate(records):
        assert record["options"] == as_read({"options": options})["options"]
        replay(record, number)
        reference.judge(record)
    path = tmp_path / "out.jsonl"
    assert run_script(*words, "--out", str(path)).returncode == 0
    assert path.read_text(encoding="utf-8") == result.stdout
    assert os.listdir(tmp_path) == ["out.jsonl"]


def test_script_fails_in_a_process() -> None:
    result = run_script("schieber", "targt=1")
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "'targt'" in result.stderr
    assert "'target'" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("variant", VARIANTS)
def test_script(variant: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = (variant, "--matches", "2", "--seed", "3", "max_hands=2")
    assert call_script(monkeypatch, *words) == 0
    written = capsys.readouterr().out
    for number, line in enumerate(written.splitlines()):
        assert json.loads(line) == recorded(variant, 3 + number, legal=False, max_hands=2)
    path = tmp_path / "out.jsonl"
    assert call_script(monkeypatch, *words, "--out", str(path)) == 0
    assert capsys.readouterr().out == ""
    assert path.read_text(encoding="utf-8") == written


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["poker"], ["'poker'", "schieber"]),
        (["schieber", "target=0"], ["target=0", "1"]),
        (["schieber", "preset=swis"], ["'swis'", "'swiss'"]),
        (["schieber", "target"], ["'target'", "key=value"]),
        (["schieber", "=5"], ["'=5'", "key=value"]),
        (["schieber", "--agents", "nobody"], ["'nobody'", "random"]),
        (["schieber", "--agents", "random,random"], ["random,random", "4"]),
        (["schieber", "--out", "/no/such/folder/out.jsonl"], ["/no/such/folder"]),
        (["schieber", "--matches", "-1"], ["-1"]),
    ],
    ids=lambda value: " ".join(value),
)
def test_script_errors(
    words: list[str], parts: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2 and one line that says what was wrong and what would be right."""
    try:
        code = call_script(monkeypatch, *words)
    except SystemExit as stop:  # argparse prints its usage and then the line
        code = int(str(stop.code))
    out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    last = err.strip().splitlines()[-1]
    assert all(part in last for part in parts)


def test_the_random_player_is_the_default() -> None:
    rules = jass_env.rules("mittlere")
    assert [player.name for player in script.players_of("random", rules)] == ["random"] * 3
    assert [player.name for player in script.players_of("random,random,random", rules)] == ["random"] * 3
