"""The one decorator for compiled code, and the rule that goes with it: kernels live in this folder and nowhere else.

Numba's ``cache=True`` looks only at the file of the decorated function: a callee edited in another file leaves the
caller's old machine code in force. So the cache folder is named by a hash of *all* sources of the engine (code and the
tables that get frozen into it) and of the Numba version: any edit opens a new folder. The folder lies in the user's
cache directory, which also makes read-only installations work. ``JASS_ENV_CACHE_DIR`` moves it.

With ``NUMBA_DISABLE_JIT=1`` the same functions run as plain Python (debugger, coverage).
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., object])

COMPILED = not numba.config.DISABLE_JIT

if not COMPILED:
    # The random generator wraps around 2**64 on purpose; compiled code does so silently, NumPy scalars warn.
    np.seterr(over="ignore")


def _sources_hash() -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_root() -> Path:
    chosen = os.environ.get("JASS_ENV_CACHE_DIR")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "jass_env"


def _cache_folder() -> Path:
    """The folder for this version of the sources; in the temporary directory where the usual one cannot be written."""
    name = _sources_hash()
    for root in (
        _cache_root(),
        Path(tempfile.gettempdir()) / f"jass_env-{os.getuid() if hasattr(os, 'getuid') else 0}",
    ):
        folder = root / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="jass_env-"))


CACHE_FOLDER = _cache_folder()


def jit(function: F) -> F:
    """Compile ``function`` with Numba, cached in the folder of this version of the engine's sources."""
    if not COMPILED:
        return function
    # Numba fixes the cache's place while decorating: set it for that moment only, other packages keep their own.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE_FOLDER)
    try:
        return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))
    finally:
        numba.config.CACHE_DIR = before
