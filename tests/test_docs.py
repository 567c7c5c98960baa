"""The documentation that follows from the rules: up to date, complete, right; and the rules on the command line."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jass_env
from jass_env.__main__ import main
from jass_env.engine import state as st
from jass_env.rules import REWARDS, Rules
from jass_env.sheet import (
    BEGIN,
    END,
    PRESET_SOURCES,
    course,
    form_options,
    forms,
    layout_changes,
    legal_moves,
    match_end,
    overview,
    page,
    pages,
    rewards,
    rule_sheet,
    sums_of_points,
    title,
    with_overview,
)
from jass_env.variants import find_variant
from scripts.docs import ROOT, out_of_date
from tests.support import VARIANTS, draw_options

HEADINGS = [
    "Creation",
    "Agents",
    "Observation",
    "Actions",
    "Legal moves",
    "Rewards",
    "Match end",
    "Options",
    "Version history",
]


@pytest.fixture(scope="module")
def written_pages() -> dict[str, str]:
    """The pages by variant."""
    return {name: page(find_variant(name)) for name in VARIANTS}


def rows(text: str, heading: str) -> list[list[str]]:
    """Cells of all table rows of a section."""
    section = text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ") and "---" not in line]
    return [[cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def indices(cell: str) -> list[int]:
    """What a cell like 3-5 spans."""
    first, _, last = cell.partition("-")
    return list(range(int(first), int(last or first) + 1))


# --- the files of the checkout ---


def test_the_files_are_up_to_date() -> None:
    assert [str(path.relative_to(ROOT)) for path in out_of_date(ROOT)] == [], "run `make docs`"


def test_there_is_a_page_for_each_variant_and_no_other() -> None:
    found = sorted(path.name for path in (ROOT / "docs" / "variants").iterdir())
    assert found == sorted(["README.md", *(f"{name}.md" for name in VARIANTS)])


def test_what_is_out_of_date_is_noticed(tmp_path: Path) -> None:
    folder = tmp_path / "docs" / "variants"
    folder.mkdir(parents=True)
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")
    assert out_of_date(tmp_path) == {}
    (folder / "schieber.md").write_text("by hand", encoding="utf-8")
    (folder / "mittlere.md").unlink()
    (folder / "bridge.md").write_text("no such variant", encoding="utf-8")
    (tmp_path / "README.md").write_text(f"Jass\n{BEGIN}\nold\n{END}\n", encoding="utf-8")
    files = out_of_date(tmp_path)
    assert {path.name for path in files} == {"schieber.md", "mittlere.md", "bridge.md", "README.md"}
    assert files[folder / "bridge.md"] is None
    assert files[folder / "mittlere.md"] == page(find_variant("mittlere"))


def test_the_overview_goes_between_the_markers() -> None:
    text = with_overview(f"before\n{BEGIN}\nold table\n{END}\nafter\n")
    assert text.startswith("before\n") and text.endswith("\nafter\n") and "old table" not in text
    assert overview("docs/variants/") in text
    assert with_overview(text) == text
    for without in ("no markers\n", f"only one {BEGIN}\n"):
        assert with_overview(without) == without


def test_the_overview_has_every_variant() -> None:
    lines = overview("there/").splitlines()[2:]
    assert [re.findall(r"\[`(\w+)`\]\(there/(\w+)\.md\)", line) for line in lines] == [[(name, name)] for name in VARIANTS]


# --- a page ---


@pytest.mark.parametrize("name", VARIANTS)
def test_a_page_has_the_usual_headings(name: str, written_pages: dict[str, str]) -> None:
    text = written_pages[name]
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == HEADINGS
    assert re.search(r"^# (\S.*)$", text, re.MULTILINE)
    assert f"jass/{name}-v{find_variant(name).version}" in text
    assert page(find_variant(name)) == text


@pytest.mark.parametrize("name", VARIANTS)
def test_every_option_is_on_its_page(name: str, written_pages: dict[str, str]) -> None:
    variant = find_variant(name)
    table = {row[0]: row for row in rows(written_pages[name], "Options")}
    for key, option in variant.options.items():
        _, default, allowed, meaning, source = table[f"`{key}`"]
        assert allowed == option.allowed and meaning == option.meaning != "" and source == option.source != ""
        if isinstance(option.default, dict):
            assert all(f"{contract} {number}" in default for contract, number in option.default.items())
        elif isinstance(option.default, tuple):
            assert default == (", ".join(option.default) or "none")
        else:
            assert default.partition(";")[0] == repr(option.default)
    for preset in variant.presets:
        found = table[f"`{preset}`" + " (default)" * (preset == variant.default_preset)]
        assert found[2] == PRESET_SOURCES[preset] != ""
        assert all(f"`{key}`" in found[1] for key in variant.presets[preset])


@pytest.mark.parametrize("name", VARIANTS)
def test_observation_and_action_tables_are_complete(name: str, written_pages: dict[str, str]) -> None:
    rules, text = Rules(name), written_pages[name]
    parts = [row for row in rows(text, "Observation") if row[0][0].isdigit()]
    assert [i for row in parts for i in indices(row[0])] == list(range(rules.state_size))
    assert [row[1] for row in parts] == [f"`{part}`" for part in rules.state_layout]
    groups = rows(text, "Actions")[1:]
    assert [i for row in groups for i in indices(row[0])] == list(range(len(rules.actions)))
    for ids, names, meaning in groups:
        ends = re.findall(r"`(\w+)`", names)
        assert meaning
        assert [ends[0], ends[-1]] == [rules.actions[indices(ids)[0]], rules.actions[indices(ids)[-1]]]


@pytest.mark.parametrize("name", VARIANTS)
def test_every_choice_of_options_has_words(name: str) -> None:
    rng = random.Random(name)
    for _ in range(20):
        rules = Rules(name, options=draw_options(name, rng))
        game = rules.game
        sentences = [*course(game), legal_moves(game), match_end(game), game.seats.describe(game)]
        assert all(re.fullmatch(r"[A-Z\d].*\.", sentence) and "  " not in sentence for sentence in sentences)
        assert set(rewards(rules)) == set(REWARDS)
        sheet = rule_sheet(rules)
        assert all(re.search(rf"^[* ] {key} = ", sheet, re.MULTILINE) for key in rules.options)


def test_titles() -> None:
    titles = {name: title(find_variant(name)) for name in VARIANTS}
    assert titles["schieber"] == "Schieber"
    assert titles["plus_minus"] == "Plus-Minus"
    assert titles["schieber_six"] == "Schieber for six"


@pytest.mark.parametrize("name", VARIANTS)
def test_the_points_of_a_hand_are_as_documented(name: str) -> None:
    """Reward "points" of all sides together, in hands played at random."""
    rules = Rules(name, episode="hand", reward="points")
    sums = sums_of_points(rules)
    if sums is None or "3x3" in getattr(rules.game.phases[0], "rows", ()):
        return
    venv = jass_env.JassVectorEnv(rules, 32, seed=1)
    total = np.zeros(32)
    seen: set[int] = set()
    for step in range(200):
        venv.step(venv.random_actions(step))
        total += venv.reward[:, : rules.sides].sum(axis=1)
        seen |= {int(each) for each in total[venv.terminated]}
        total[venv.terminated] = 0
    passed_out = {0} if st.PHASE_AUCTION in {phase.phase for phase in rules.game.phases} else set()
    assert seen and seen <= {*sums, *passed_out}


# --- what the options change ---


def test_forms() -> None:
    assert list(form_options(find_variant("handjass"))) == ["form", "players"]
    assert forms(find_variant("handjass")) == [
        {"form": "dealer", "players": 4},
        {"form": "dealer", "players": 3},
        {"form": "exchange", "players": 3},
        {"form": "exchange", "players": 2},
    ]
    assert forms(find_variant("schieber")) == [{}]
    assert [form["pack"] for form in forms(find_variant("schieber_six"))] == [48, 36]
    assert {"players": 3, "pairs": True} not in forms(find_variant("differenzler"))


def test_options_that_change_the_layout() -> None:
    changes = layout_changes(find_variant("schieber"))
    assert changes["`bergpreis` other than 0"] == "adds `bergpreis` (1)"
    assert changes["`revokes=True`"] == "adds `withheld` (16)"
    assert changes["`weis='off'`"].startswith("without `weis_kind`")
    assert layout_changes(find_variant("rosenober")) == {}


@pytest.mark.parametrize("name", VARIANTS)
def test_options_not_named_leave_the_layout_alone(name: str) -> None:
    named = [key.strip("`").partition("=")[0].partition("`")[0] for key in layout_changes(find_variant(name))]
    named += form_options(find_variant(name))
    rng = random.Random(name)
    usual = Rules(name)
    for _ in range(20):
        options = {key: value for key, value in draw_options(name, rng).items() if key not in named}
        try:
            other = Rules(name, options=options)
        except jass_env.errors.OptionError:  # what was drawn went with the options left out
            continue
        assert other.layout_hash == usual.layout_hash


# --- the command line ---


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    out, err = capsys.readouterr()
    return code, out, err


def test_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys)
    assert (code, err) == (0, "")
    assert jass_env.variants() == VARIANTS
    for name in VARIANTS:
        assert re.search(rf"^{name} +{re.escape(find_variant(name).summary)}$", out, re.MULTILINE)


def test_a_rule_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "schieber", "preset=es", "weis=choose", 'multipliers={"bells": 5}')
    assert (code, err) == (0, "")
    assert "preset es" in out and "bells 5" in out
    assert "* weis = 'choose'" in out and "* target = 1000" in out and "  lead = 'forehand'" in out
    assert "The first to 1000 points wins." in out
    assert "ES 22, 32-41, 52" in out and "PT 187" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["schiber"], "did you mean 'schieber'?"),
        (["schieber", "wies=off"], "did you mean 'weis'?"),
        (["schieber", "preset=swis"], "did you mean 'swiss'?"),
        (["schieber", "preset=a,b"], "no preset"),
        (["schieber", "weis"], "key=value"),
        (["schieber", "weis=never"], "allowed are 'auto'"),
        (["handjass", "players=2"], "it is 4 or 3"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_errors_are_one_line(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert says in err
    assert err.startswith("jass_env: ") and err.count("\n") == 1 and err.endswith("\n")


def test_python_m() -> None:
    def python(*words: str) -> Any:
        return subprocess.run([sys.executable, "-m", "jass_env", *words], capture_output=True, text=True, check=False)

    assert python("mittlere").stdout.startswith("Mittlere")
    wrong = python("mitlere")
    assert wrong.returncode == 2 and "did you mean 'mittlere'?" in wrong.stderr and "Traceback" not in wrong.stderr
