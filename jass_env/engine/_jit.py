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
from typing import Any, TypeVar, cast

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.np import arrayobj

F = TypeVar("F", bound=Callable[..., object])

COMPILED = not numba.config.DISABLE_JIT

if not COMPILED:
    # The random generator wraps around 2**64 on purpose; compiled code does so silently, NumPy scalars warn.
    np.seterr(over="ignore")


def _as_python(value: Any) -> Any:
    """Compiled code computes with 64 bits whatever the size of a field; so plain Python must not compute in int8."""
    if isinstance(value, np.uint64):
        return value  # random words wrap around
    if isinstance(value, np.integer | np.bool_):
        return int(value)
    return value.view(_PlainArray) if isinstance(value, np.ndarray) else value


def _never_negative(index: Any) -> Any:
    """Compiled code does not count from the end (``_from_the_front``): plain Python checks that nobody means to."""
    if any(isinstance(place, int | np.integer) and place < 0 for place in (index if isinstance(index, tuple) else (index,))):
        raise IndexError(f"index {index} in a kernel")
    return index


class _PlainArray(np.ndarray):
    """An array whose elements are read as Python integers."""

    def __getitem__(self, index: Any) -> Any:
        return _as_python(super().__getitem__(_never_negative(index)))

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(_never_negative(index), value)


class _PlainRecord(np.record):  # type: ignore[misc]
    """A record whose fields are read as Python integers."""

    def __getattribute__(self, name: str) -> Any:
        return _as_python(super().__getattribute__(name))


#: The type of the elements of record arrays.
RECORD: type[np.record] = np.record if COMPILED else _PlainRecord


def constant(table: np.ndarray) -> np.ndarray:
    """A table that kernels read."""
    return table if COMPILED else table.view(_PlainArray)


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
    return _compiled(function, _Compiler)


def inner(function: F) -> F:
    """The same for a function that only compiled code calls: without a way in from Python it compiles twice as fast."""
    return _compiled(function, _InnerCompiler)


def rare(function: F) -> F:
    """The same for what happens once a hand or seldom: called, not inlined, so that the code of a card stays together.

    The first-level cache of a core holds 32 KiB of code; everything that may happen in a step is more than that.
    """
    return _compiled(function, _RareCompiler)


def _compiled(function: F, compiler: type[Compiler]) -> F:
    if not COMPILED:
        return function
    # Numba fixes the cache's place while decorating: set it for that moment only, other packages keep their own.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE_FOLDER)
    try:
        dispatcher = numba.njit(
            cache=True,
            nogil=True,
            error_model="numpy",
            no_cfunc_wrapper=True,
            no_cpython_wrapper=issubclass(compiler, _InnerCompiler),
            pipeline_class=compiler,
        )(function)
    finally:
        numba.config.CACHE_DIR = before
    _compile_once(dispatcher)
    return cast(F, dispatcher)


def _from_the_front(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """An index as it is. Numba would have each signed one checked for counting from the end, which no kernel does."""
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


class _Compiler(Compiler):
    """Numba's compiler with indices as they are: an eighth fewer instructions in a random decision."""

    def _compile_core(self) -> Any:
        usual = arrayobj.fix_integer_index
        arrayobj.fix_integer_index = _from_the_front  # one thread at a time compiles: Numba holds a lock
        try:
            return super()._compile_core()
        finally:
            arrayobj.fix_integer_index = usual


class _InnerLibrary(JITCodeLibrary):
    """The code of a function that only compiled code calls: kept to be inlined, without machine code of its own.

    Numba optimises a function and translates it to machine code once for itself and again within each of its callers; for
    a tree of small functions that doubles the time of the first call.
    """

    _final_module: Any

    def _optimize_final_module(self) -> None:
        """Its callers' business."""

    def _finalize_final_module(self) -> None:
        """Callers link the whole; translated is no more than the variables that Numba itself looks for."""
        whole = self._final_module
        self._finalized = True
        self._get_module_for_linking()
        variables = [each.name for each in whole.global_variables if each.linkage == llvm.Linkage.common]
        declared = "".join(f'@"{name}" = common global i8* null\n' for name in variables)
        self._final_module = llvm.parse_assembly(f'target triple = "{whole.triple}"\n{declared}')
        super()._finalize_final_module()


class _RareLibrary(_InnerLibrary):
    """The same for a function that is called, not inlined."""

    def _optimize_final_module(self) -> None:
        for each in self._final_module.functions:
            if not each.is_declaration and each.linkage == llvm.Linkage.external:
                each.add_function_attribute("noinline")


class _InnerCompiler(_Compiler):
    """The compiler with that library."""

    library: type[_InnerLibrary] = _InnerLibrary

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, *rest: Any) -> None:
        super().__init__(typingctx, targetctx, self.library(targetctx.codegen(), "inner"), *rest)
        self.state.library.enable_object_caching()


class _RareCompiler(_InnerCompiler):
    """The compiler with that one."""

    library = _RareLibrary


def _compile_once(dispatcher: Any) -> None:
    """Let kernels call this function with 64-bit integers only, whatever small integers of a record they pass.

    Otherwise a function is compiled for each mixture of int8, int16, int64 and bool arguments that occurs, which doubles
    the time of the first call.
    """
    original = dispatcher.get_call_template

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return original(tuple(map(_widened, args)), kws)

    dispatcher.get_call_template = get_call_template


def _widened(kind: Any) -> Any:
    if isinstance(kind, types.Boolean | types.BooleanLiteral):
        return types.int64
    if isinstance(kind, types.IntegerLiteral):
        return types.int64
    return types.int64 if isinstance(kind, types.Integer) and getattr(kind, "signed", False) else kind
