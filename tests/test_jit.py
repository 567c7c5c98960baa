"""What engine/_jit.py promises: no stale machine code, the same games as plain Python, nothing done at import."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jass_env
from jass_env import JassVectorEnv, Rules
from jass_env.players import RandomPlayer
from jass_env.record import dump, record_match
from tests.support import VARIANTS, rules_to_try

ROOT = Path(__file__).parent.parent
PACKAGE = Path(jass_env.__file__).parent


def python(code: str, root: Path = ROOT, **environment: str) -> str:
    """Run a program with the package that lies in ``root``; returns what it prints."""
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), **environment},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


# --- no stale machine code ---


CALLER = """
from jass_env.engine._jit import jit
from jass_env.engine.zz_callee import answer

@jit
def ask(x: int) -> int:
    return answer(x) + 100
"""

CALLEE = """
from jass_env.engine._jit import jit

@jit
def answer(x: int) -> int:
    return x + {number}
"""

ASK = """
import jass_env.engine.zz_caller as caller
assert caller.ask(1) == caller.ask.py_func(1), "machine code and source differ"
hits = sum(caller.ask.stats.cache_hits.values())
print(caller.ask(1), hits)
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder with a copy of the package."""
    shutil.copytree(PACKAGE, tmp_path / "copy" / "jass_env", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "copy"


def test_an_edited_callee_changes_its_callers(package: Path, tmp_path: Path) -> None:
    """Numba's own cache looks at the caller's file only."""
    engine, cache = package / "jass_env" / "engine", str(tmp_path / "cache")
    (engine / "zz_caller.py").write_text(CALLER)
    (engine / "zz_callee.py").write_text(CALLEE.format(number=10))
    assert python(ASK, package, JASS_ENV_CACHE_DIR=cache) == "111 0"
    assert python(ASK, package, JASS_ENV_CACHE_DIR=cache) == "111 1"  # this time from the cache
    (engine / "zz_callee.py").write_text(CALLEE.format(number=20))
    assert python(ASK, package, JASS_ENV_CACHE_DIR=cache) == "121 0"
    (engine / "zz_callee.py").write_text(CALLEE.format(number=10))
    assert python(ASK, package, JASS_ENV_CACHE_DIR=cache) == "111 1"


MAY_ANNOUNCE = """
import numpy as np
from jass_env.engine import tricks
from jass_env.engine.state import STATE
states = np.zeros(1, dtype=STATE)
states[0].weis_key[0] = 1 << 9
states[0].weis_rank = 5
print(bool(tricks.may_announce(states[0], 0)))
"""


def test_an_edited_function_of_the_engine_changes_its_callers(package: Path, tmp_path: Path) -> None:
    weis, cache = package / "jass_env" / "engine" / "weis.py", str(tmp_path / "cache")
    assert python(MAY_ANNOUNCE, package, JASS_ENV_CACHE_DIR=cache) == "False"
    with open(weis, "a") as source:
        source.write("\n\n@jit\ndef rank_of_key(key: int) -> int:\n    return 77\n")
    assert python(MAY_ANNOUNCE, package, JASS_ENV_CACHE_DIR=cache) == "True"


def test_any_edit_in_the_engine_opens_a_new_folder(package: Path, tmp_path: Path) -> None:
    """Every file of the engine counts: tables are frozen into the code that uses them."""
    code = "from jass_env.engine._jit import CACHE_FOLDER; print(CACHE_FOLDER)"
    cache = str(tmp_path / "cache")
    folders = [python(code, package, JASS_ENV_CACHE_DIR=cache)]
    assert folders[0] == python(code, package, JASS_ENV_CACHE_DIR=cache)
    assert Path(folders[0]).is_relative_to(cache)
    for name in ("orders.py", "cards.py", "state.py"):
        with open(package / "jass_env" / "engine" / name, "a") as source:
            source.write("\n# edited\n")
        folders.append(python(code, package, JASS_ENV_CACHE_DIR=cache))
    assert len(set(folders)) == 4


# --- compiled and plain Python ---


def digest(array: np.ndarray) -> str:
    return hashlib.sha256(array.tobytes()).hexdigest()[:16]


def trail(variant: str) -> Iterator[tuple[str, Any]]:
    """What happens in some matches of a variant: records, and hashes of all that a batch shows at each step."""
    for number, rules in enumerate(rules_to_try(variant, 2)):
        short = Rules(variant, options={**rules.options, "max_hands": 2})
        players = [RandomPlayer() for _ in range(short.seats)]
        yield f"record {number}", dump(record_match(short, number, players, legal=True))
    for number, rules in enumerate(rules_to_try(variant, 1, episode="hand", reward="margin")):
        env = JassVectorEnv(rules, 2, seed=number)
        rng = random.Random(number)
        for step in range(40):
            actions = np.array([rng.choice(np.flatnonzero(row).tolist()) for row in env.action_mask])
            env.step(actions)
            for name in ("observation", "action_mask", "seat", "reward", "terminated", "truncated"):
                yield f"batch {number}, step {step}, {name}", digest(getattr(env, name))
            yield f"batch {number}, step {step}, full state", digest(env.state())
        yield f"batch {number}, state", digest(env.get_state())


TRAIL = """
import json, sys
from jass_env.engine._jit import COMPILED
from tests.test_jit import VARIANTS, trail
assert not COMPILED
json.dump({variant: list(trail(variant)) for variant in VARIANTS}, sys.stdout)
"""


NEGATIVE = """
from jass_env.engine.orders import STRENGTH
from jass_env.engine.state import STATE
import numpy as np
states = np.zeros(1, dtype=STATE)
def set_last(): states[0].hands[-1] = 1
for use in (lambda: STRENGTH[0, -1, 0], lambda: states[0].hands[-1], set_last):
    try:
        use()
    except IndexError:
        continue
    raise AssertionError("counted from the end")
"""


def test_plain_python_refuses_negative_indices() -> None:
    """Compiled code takes indices as they are: the games played in plain Python (below) show that none is negative."""
    python(NEGATIVE, NUMBA_DISABLE_JIT="1")


@pytest.fixture(scope="module")
def plain() -> dict[str, list[list[str]]]:
    """The trails of all variants in plain Python."""
    trails: dict[str, list[list[str]]] = json.loads(
        python(TRAIL, NUMBA_DISABLE_JIT="1", PYTHONWARNINGS="error::RuntimeWarning")
    )
    return trails


@pytest.mark.parametrize("variant", VARIANTS)
def test_compiled_and_plain_python_play_the_same(variant: str, plain: dict[str, list[list[str]]]) -> None:
    for (where, here), (there_where, there) in zip(trail(variant), plain[variant], strict=True):
        assert where == there_where
        assert here == there, where


# --- importing ---


IMPORT = """
import importlib, json, pkgutil, sys
import numba
before = numba.config.CACHE_DIR
import jass_env, jass_env.engine
dispatchers = compiled = 0
for module in pkgutil.iter_modules(jass_env.engine.__path__):
    for value in vars(importlib.import_module("jass_env.engine." + module.name)).values():
        if isinstance(value, numba.core.registry.CPUDispatcher):
            dispatchers += 1
            compiled += len(value.signatures)
env = jass_env.env("schieber")
print(json.dumps([before, numba.config.CACHE_DIR, dispatchers, compiled, "torch" in sys.modules]))
"""


@pytest.mark.parametrize("cache", ["", "/tmp/of-somebody-else"])
def test_importing_compiles_nothing_and_leaves_numba_alone(cache: str) -> None:
    before, after, dispatchers, compiled, torch = json.loads(python(IMPORT, NUMBA_CACHE_DIR=cache))
    assert before == after == cache
    assert dispatchers > 50
    assert compiled == 0
    assert not torch  # nor is torch needed


def test_importing_prints_nothing() -> None:
    assert python("import jass_env") == ""


# --- cache folders that cannot be written ---


SMALL = """
import numpy as np
from jass_env.engine import rng
from jass_env.engine._jit import CACHE_FOLDER
rng.mix(np.uint64(8))
print(CACHE_FOLDER)
"""


def test_cache_folder(tmp_path: Path) -> None:
    """The chosen one; else the user's cache; where that cannot be written, the temporary directory."""
    folder = tmp_path / "chosen"
    assert Path(python(SMALL, JASS_ENV_CACHE_DIR=str(folder))).parent == folder
    assert any(folder.rglob("*.nb?"))  # the machine code lies there

    environment = {"JASS_ENV_CACHE_DIR": "", "XDG_CACHE_HOME": str(tmp_path / "xdg")}
    assert Path(python(SMALL, **environment)).parent == tmp_path / "xdg" / "jass_env"

    environment = {"JASS_ENV_CACHE_DIR": "", "XDG_CACHE_HOME": "", "HOME": str(tmp_path / "home")}
    assert Path(python(SMALL, **environment)).parent == tmp_path / "home" / ".cache" / "jass_env"

    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    environment = {"JASS_ENV_CACHE_DIR": str(blocked / "below"), "TMPDIR": str(temporary)}
    first = Path(python(SMALL, **environment))
    assert first.is_relative_to(temporary)
    assert Path(python(SMALL, **environment)) == first  # the next process finds it again

    shutil.rmtree(first.parent)
    first.parent.write_text("this one is blocked too")
    assert Path(python(SMALL, **environment)).is_relative_to(temporary)


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write everywhere")
def test_read_only_cache_folder(tmp_path: Path) -> None:
    folder, temporary = tmp_path / "read-only", tmp_path / "tmp"
    folder.mkdir(mode=0o500)
    temporary.mkdir()
    environment = {"JASS_ENV_CACHE_DIR": str(folder), "TMPDIR": str(temporary)}
    assert Path(python(SMALL, **environment)).is_relative_to(temporary)


# --- kernels live in the engine ---


def imports(path: Path) -> set[str]:
    """Modules that a file imports, with the names taken from them."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_kernels_live_in_the_engine_alone() -> None:
    """The cache is named by the engine's sources: a kernel elsewhere would be served stale."""
    for path in PACKAGE.rglob("*.py"):
        names = imports(path)
        if path.parent != PACKAGE / "engine":
            assert not any(name.split(".")[-1] == "_jit" for name in names), path
            assert not any(name.split(".")[0] == "numba" for name in names), path
    assert not list((PACKAGE / "engine").glob("*/*.py")), "the hash covers the folder itself only"
