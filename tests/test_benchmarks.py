"""Timed cases for the compiled core, the batched and the AEC environment; they record, and no test fails for being slow.

In `make test` each runs once. To time them: ``pytest tests/test_benchmarks.py -n 0 --benchmark-enable`` (and
``--benchmark-autosave``, ``--benchmark-compare`` to see what a change did). ``make bench`` compares with other suites.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from benchmarks import own
from benchmarks.processes import Sample
from benchmarks.registry import DISTRIBUTIONS, FIGURES, MEASURES, OWN, TARGETS
from benchmarks.report import Results, markdown, verdicts
from benchmarks.venvs import LISTS, NotInstalledError, python_of
from benchmarks.worker import measure

ROOT = Path(__file__).parent.parent
CASES = {
    "kernel": (own.kernel, (256,)),
    "batched": (own.batched, (256,)),
    "batched, 2 threads": (own.batched, (256, 2)),
    "bare AEC": (own.bare, ("random",)),
    "made AEC": (own.made, ("first",)),
    "empty AEC": (own.empty, (True,)),
}


@pytest.mark.parametrize("case", CASES)
def test_speed(benchmark: Any, case: str) -> None:
    make, args = CASES[case]
    assert benchmark(make(*args)) > 0


def test_names_are_unique_and_all_that_is_named_exists() -> None:
    assert len({each.name for each in MEASURES}) == len(MEASURES)
    for each in MEASURES:
        if each.group == OWN:
            assert hasattr(import_module(each.module), each.function)
        else:
            assert f"def {each.function}(" in (LISTS / f"{each.group}.py").read_text(encoding="utf-8")
        assert each.group in DISTRIBUTIONS


def test_targets_compare_what_is_measured() -> None:
    rates = {each.name: 1.0 for each in MEASURES}
    for target in TARGETS:
        assert target.value(rates.__getitem__) == 1


@pytest.mark.parametrize("group", sorted({each.group for each in MEASURES} - {OWN}))
def test_packages_of_peers_are_pinned(group: str) -> None:
    packages = (LISTS / f"{group}.txt").read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in packages)
    names = [line.partition("==")[0] for line in packages]
    assert DISTRIBUTIONS[group] in names
    assert "torch" not in names


def results(rates: dict[str, list[int]]) -> Results:
    """Rates by round; the clock on the wall ran half as fast again."""
    found = Results(about={"Machine": "a test"})
    for name, each in rates.items():
        found.samples[name] = [Sample(decisions=rate, cpu=1.0, wall=1.5, parts={}) for rate in each]
        found.versions[name] = "1"
    return found


def test_ratios_are_taken_within_a_round() -> None:
    # The machine was slow in the second round: the ratio of the medians would be 10 / 4.
    target = TARGETS[0]
    names: list[str] = []
    target.value(lambda name: names.append(name) or 1.0)
    above, below = names
    found = results({above: [1200, 10, 10], below: [10, 1, 4]})
    verdict = verdicts(found)[0]
    assert verdict.values == [120, 10, 2.5]
    assert verdict.met is False
    assert verdicts(results({above: [1200] * 3, below: [10] * 3}))[0].met is True


def test_what_is_missing_is_in_the_table_with_the_reason() -> None:
    found = results({MEASURES[0].name: [10, 20]})
    peer = next(each for each in MEASURES if each.group != OWN)
    found.missing[peer.name] = "not installed: no such thing"
    text = markdown(found)
    assert f"| {peer.name} |  | not installed: no such thing |" in text
    assert "not measured" in text
    assert all(each.met is None for each in verdicts(found))


@pytest.mark.slow
def test_a_peer_that_cannot_be_installed_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.venvs.LISTS", tmp_path)
    (tmp_path / "nobody.txt").write_text("this is no package\n")
    with pytest.raises(NotInstalledError, match="ERROR"):
        python_of("nobody", tmp_path / "environment")


def test_a_measure_plays_until_the_time_is_up_and_adds_up_its_parts() -> None:
    found = measure(lambda: (3, {"a": 0.5}), 0.0)
    assert (found["decisions"], found["parts"]) == (3, {"a": 0.5})
    longer = measure(lambda: (3, {"a": 0.5}), 0.01)
    assert longer["wall"] >= 0.01
    assert longer["decisions"] == 6 * longer["parts"]["a"] > 3


def test_the_benchmark_runs(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks", "--quick", "--folder", str(tmp_path), "--only", "in the kernel"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=600)
    found = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))
    assert len(found["measures"]) == 1
    for each in found["measures"].values():
        assert len(each["decisions_per_cpu_second"]) == 2
        assert min(each["decisions_per_cpu_second"]) > 0
    assert found["missing"] == {}
    assert set(found["figures"]) == {each.name for each in FIGURES}
    assert "## Targets" in (tmp_path / "bench.md").read_text(encoding="utf-8")
