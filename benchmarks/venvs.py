"""A virtual environment for each peer, with exactly the packages of its list, made anew when the list changes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from benchmarks.registry import ROOT

LISTS = Path(__file__).parent / "peers"
SECONDS = 900


class NotInstalledError(Exception):
    """Why a peer is not there, in a line."""


def python_of(group: str, folder: Path) -> Path:
    """The Python that has the peer, installed now if need be.

    Raises:
        NotInstalledError: it cannot be had here.
    """
    packages = LISTS / f"{group}.txt"
    python, stamp = folder / "bin" / "python", folder / "installed.txt"
    wanted = f"{sys.version}\n{packages.read_text(encoding='utf-8')}"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted and python.exists():
        return python
    shutil.rmtree(folder, ignore_errors=True)
    # The lists are complete, and nothing else is installed: no peer brings a torch of its own along.
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps"]
    for command in ([sys.executable, "-m", "venv", str(folder)], [*pip, "-r", str(packages)]):
        try:
            result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            raise NotInstalledError(f"installing took more than {SECONDS} s") from None
        if result.returncode:
            raise NotInstalledError(reason(result.stderr or result.stdout))
    stamp.write_text(wanted, encoding="utf-8")
    return python


def reason(output: str) -> str:
    """The line of an error output that says most: pip's first ERROR, else the last one."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return next((line for line in lines if line.startswith("ERROR")), lines[-1] if lines else "no reason given")[:200]
