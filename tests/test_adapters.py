"""Adapters import their library only when used, and say what to install."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from jass_env.errors import DependencyError

LIBRARIES = {"sb3": "sb3_contrib", "open_spiel": "pyspiel", "torchrl": "torchrl", "minari": "minari"}
EXTRAS = {"sb3": "sb3", "open_spiel": "openspiel", "torchrl": "torchrl", "minari": "minari"}


@pytest.mark.parametrize("adapter", LIBRARIES)
def test_a_missing_library_is_named_with_what_installs_it(adapter, monkeypatch):
    monkeypatch.setitem(sys.modules, LIBRARIES[adapter], None)
    monkeypatch.delitem(sys.modules, f"jass_env.adapters.{adapter}", raising=False)
    with pytest.raises(DependencyError, match=rf"jass-env\[{EXTRAS[adapter]}\]"):
        importlib.import_module(f"jass_env.adapters.{adapter}")


def test_nothing_is_imported_before_it_is_used():
    code = (
        "import sys, jass_env, jass_env.adapters, jass_env.gym\n"
        "assert not {'torch', 'sb3_contrib', 'pyspiel', 'torchrl'} & set(sys.modules), 'too early'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
