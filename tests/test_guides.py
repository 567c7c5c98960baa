"""The guides: every example runs, the worked example is a variant that plays, and the site builds without a warning."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import jass_env
from jass_env.errors import DependencyError
from jass_env.players import RandomPlayer
from jass_env.record import record_match, replay
from jass_env.sheet import page, rule_sheet
from scripts.docs import ROOT

PAGES = [  # datasets.md has examples on files: they run in test_datasets.py and test_logs.py
    ROOT / "README.md",
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "variants" and path.stem != "datasets"),
    ROOT / "docs" / "variants" / "schieber.md",  # all pages of variants are made by the same code
]
variants = importlib.import_module("jass_env.variants")  # jass_env.variants itself is the function
#: What examples need beyond the library itself.
NEEDS = ("pyspiel", "torch", "torchrl", "stable_baselines3", "sb3_contrib", "pyarrow", "minari")


def blocks(path: Path) -> list[str]:
    """The Python blocks of a page."""
    return re.findall(r"^```python.*?\n(.*?)^```$", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


EXAMPLES = [
    pytest.param(block, id=f"{path.relative_to(ROOT)}-{number}")
    for path in PAGES
    for number, block in enumerate(blocks(path), start=1)
]


def test_there_are_examples() -> None:
    guides = {"getting-started", "rules", "observations", "rewards", "training", "search", "reproducibility"}
    assert {path.stem for path in PAGES if blocks(path)} >= guides | {"README", "players"}


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_run(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library in NEEDS:
        if re.search(rf"^(import|from) {library}\b", example, re.MULTILINE):
            pytest.importorskip(library)
    monkeypatch.chdir(tmp_path)
    try:
        exec(compile(example, "example", "exec"), {"__name__": "__main__"})
    except DependencyError as error:  # a library with an environment of its own (make stack-...)
        pytest.skip(str(error))


# --- the worked example of CONTRIBUTING.md ---


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The variant of the page as a file of its folder; the code that tries it."""
    module, trial = blocks(ROOT / "CONTRIBUTING.md")
    (tmp_path / "ramsch.py").write_text(module, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield trial
    sys.modules.pop("ramsch", None)


@pytest.fixture
def in_the_folder(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The file is found by scanning jass_env/variants/, of which the temporary folder is a part for once."""
    monkeypatch.setattr(variants, "__path__", [*variants.__path__, str(tmp_path)])
    variants.all_variants.cache_clear()
    yield
    variants.all_variants.cache_clear()
    sys.modules.pop("jass_env.variants.ramsch", None)


def test_the_example_is_tried_as_the_page_does(example: str) -> None:
    exec(compile(example, "CONTRIBUTING.md", "exec"), {"__name__": "__main__"})


def test_the_example_in_the_folder_of_variants(in_the_folder: None) -> None:
    assert "ramsch" in jass_env.variants()
    rules = jass_env.rules("ramsch", last_trick=4)
    assert "4 for the last trick" in rule_sheet(rules)
    assert "`last_trick`" in page(variants.find_variant("ramsch"))
    record: Any = record_match(rules, seed=3, players=[RandomPlayer()] * 4)
    assert replay(record).over
    assert len(record["hands"]) >= 8
    for hand in record["hands"]:
        assert hand["scores"] == hand["points"] == scored_by_hand(hand["actions"], 4)
    assert record["winners"] == [seat for seat in range(4) if record["totals"][seat] == min(record["totals"])]
    with pytest.raises(jass_env.record.RecordError):
        replay({**record, "options": {**record["options"], "last_trick": 5}})


def scored_by_hand(actions: list[Any], last_trick: int) -> list[int]:
    """The rule text of the example, in plain Python."""
    scores = [0] * 4
    for number in range(9):
        trick = actions[4 * number : 4 * number + 4]
        suit = trick[0][1][1]
        winner = max((("6789BUOKA".index(card[0]), seat) for seat, card in trick if card[1] == suit))[1]
        scores[winner] += 1 + (last_trick if number == 8 else 0)
    return scores


# --- the site ---


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    made = {str(path.relative_to(tmp_path / "site")) for path in (tmp_path / "site").rglob("*.html")}
    assert {"index.html", "CONTRIBUTING.html", "CHANGELOG.html", "variants/index.html", "tutorials/index.html"} <= made
    assert {f"variants/{name}.html" for name in jass_env.variants()} <= made
    assert {f"{path.stem}.html" for path in PAGES if path.parent == ROOT / "docs" and path.stem != "README"} <= made
    # Nothing is fetched when a page is read: no script, style or picture from elsewhere.
    for name in sorted(made):
        text = (tmp_path / "site" / name).read_text(encoding="utf-8")
        assert re.findall(r"""<(?:script|img|iframe|link)[^>]*(?:src|href)=["']?https?://""", text) == [], name
        assert re.findall(r"^(?:[*-]|\d+\.) .*", text, re.MULTILINE) == [], (
            f"{name}: a list that lacks the empty line before it"
        )


def test_links_work_on_a_git_host() -> None:
    """Every relative link of a page leads to a file of the checkout, every anchor to a heading."""
    for path in [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]:
        text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for link in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", link):
                continue
            file, _, anchor = link.partition("#")
            target = (path.parent / file) if file else path
            assert target.exists(), f"{path.relative_to(ROOT)}: {link}"
            if anchor:
                headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
                assert anchor in {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}, link


# --- versions ---


def test_the_version_is_the_same_everywhere() -> None:
    yaml = pytest.importorskip("yaml")
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(citation)  # what the format requires
    assert citation["cff-version"] == "1.2.0" and citation["type"] == "software"
    assert all({"name"} <= set(author) or {"family-names"} <= set(author) for author in citation["authors"])
    tomllib = importlib.import_module("tomllib")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changes = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert changes[0] == "Unreleased"
    assert project["version"] == jass_env.__version__ == citation["version"] == changes[1]
    assert project["license"] == citation["license"]
