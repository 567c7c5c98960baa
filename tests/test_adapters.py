"""Adapters import their library only when used, and say what to install."""

from __future__ import annotations

import importlib
import subprocess
import sys
from importlib import metadata

import pytest

from jass_env.adapters import _oldest, need
from jass_env.errors import DependencyError

LIBRARIES = {
    "sb3": "sb3_contrib",
    "open_spiel": "pyspiel",
    "torchrl": "torchrl",
    "rllib": "ray.rllib.env.multi_agent_env",
    "agilerl": "agilerl.algorithms",
    "minari": "minari",
}
EXTRAS = {adapter: adapter.replace("_", "") for adapter in LIBRARIES}


@pytest.mark.parametrize("adapter", LIBRARIES)
def test_a_missing_library_is_named_with_what_installs_it(adapter, monkeypatch):
    monkeypatch.setitem(sys.modules, LIBRARIES[adapter], None)
    monkeypatch.delitem(sys.modules, f"jass_env.adapters.{adapter}", raising=False)
    with pytest.raises(DependencyError, match=rf"jass-env\[{EXTRAS[adapter]}\]"):
        importlib.import_module(f"jass_env.adapters.{adapter}")


@pytest.mark.parametrize(
    ("installed", "is_too_old"), [("2.9", True), ("2.54.1", True), ("2.55", False), ("3.0.0rc1", False)]
)
def test_a_library_that_is_too_old_is_named_with_both_versions(installed, is_too_old, monkeypatch):
    requirements = ["numpy>=1.26", "ray[rllib]>=2.55; extra == 'rllib'", "torch>=9.0; extra == 'other'"]
    monkeypatch.setattr(metadata, "requires", lambda name: requirements)
    monkeypatch.setattr(metadata, "version", lambda name: installed)
    if is_too_old:
        with pytest.raises(DependencyError, match=rf"ray {installed} is installed, and 2.55 or newer .*jass-env\[rllib\]"):
            need("json", "rllib")
    else:
        need("json", "rllib")


def test_the_oldest_versions_are_those_of_the_project():
    assert _oldest("sb3") == {"sb3-contrib": "2.3"}
    assert _oldest("nothing") == {}


def test_nothing_is_imported_before_it_is_used():
    code = (
        "import sys, jass_env, jass_env.adapters, jass_env.gym\n"
        "assert not {'torch', 'sb3_contrib', 'pyspiel', 'torchrl', 'ray', 'agilerl'} & set(sys.modules), 'too early'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
