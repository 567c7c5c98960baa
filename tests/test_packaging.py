"""The wheel and the sdist: what is in them, that they work without the checkout, and that type checkers see the public API.

The quick tests need no network: the package is installed from the built file into an environment that borrows its libraries
from the one that runs the tests. The slow ones install everything into empty environments, and so need the package index.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Callable
from email import message_from_string
from pathlib import Path

import pytest

import jass_env
from scripts.docs import ROOT

pytest.importorskip("build")
pytest.importorskip("hatchling")

PROGRAM = ROOT / "tests" / "consumer" / "program.py"


def run(*command: object, **environment: str) -> str:
    """What a command writes; its words are the failure's message. Nothing leads it to the checkout."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "NUMBA", "COV"))}
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, env=env | environment
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel made from it: so the sdist has all that a build needs."""
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def sdist(built: Path) -> Path:
    (found,) = built.glob("*.tar.gz")
    return found


def python_of(environment: Path) -> Path:
    return environment / ("Scripts" if os.name == "nt" else "bin") / "python"


@pytest.fixture(scope="module")
def consumer(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has the wheel, and whatever else this one has but the checkout."""
    folder = tmp_path_factory.mktemp("consumer")
    venv.create(folder / "env", with_pip=False, symlinks=os.name != "nt")
    python = python_of(folder / "env")
    run(sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", "--no-index", wheel)
    (site,) = json.loads(run(python, "-I", "-c", "import json, site; print(json.dumps(site.getsitepackages()))"))
    libraries = [path for path in sys.path if Path(path).is_dir() and Path(path).resolve() != ROOT and "-packages" in path]
    Path(site, "libraries.pth").write_text("\n".join(libraries), encoding="utf-8")
    return python


def check_played(output: str, environment: Path) -> None:
    """The program came to its end with the package that is installed there."""
    lines = output.splitlines()
    assert environment.resolve() in Path(lines[0]).resolve().parents and ROOT not in Path(lines[0]).resolve().parents
    assert [line.removeprefix("played ") for line in lines if line.startswith("played ")] == jass_env.variants()
    assert lines[-1] == "done"


# --- what is in them ---


def sources() -> set[str]:
    files = {path for path in (ROOT / "jass_env").rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    return {path.relative_to(ROOT).as_posix() for path in files}


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == sources()
    assert "jass_env/py.typed" in names


def test_the_sdist_holds_what_is_ours_and_no_more(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert sources() <= names
    needed = {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "CITATION.cff", "Makefile"}
    assert needed | {"constraints.txt", "mkdocs.yml", "tests/test_packaging.py", "docs/README.md"} <= names
    tops = {name.partition("/")[0] for name in names if "/" in name}
    ours = {"agents", "benchmarks", "configs", "docs", "jass_env", "scripts", "tests"}
    assert ours <= tops and not tops & {".ci", ".git", ".venv", ".bench", "runs", "site", "dist", "build", "shared"}
    assert not [name for name in names if re.search(r"__pycache__|\.(pyc|nbi|nbc|safetensors)$", name)]


def test_the_metadata(wheel: Path) -> None:
    files = zipfile.ZipFile(wheel)
    (name,) = [each for each in files.namelist() if each.endswith(".dist-info/METADATA")]
    about = message_from_string(files.read(name).decode())
    assert about["Name"] == "jass-env" and about["Version"] == jass_env.__version__
    assert about["Requires-Python"] == ">=3.11"
    classifiers = about.get_all("Classifier", [])
    assert "Typing :: Typed" in classifiers
    assert f"Programming Language :: Python :: 3.{sys.version_info.minor}" in classifiers
    plain = [each for each in about.get_all("Requires-Dist", []) if "extra ==" not in each]
    assert {re.split(r"[<>=!~ ]", each)[0] for each in plain} == {"numpy", "numba", "gymnasium", "pettingzoo"}
    assert any(each.endswith("licenses/LICENSE") for each in files.namelist())


# --- that they work ---


def test_the_wheel_works_without_the_checkout(consumer: Path, tmp_path: Path) -> None:
    """Every variant and all of the public API; as plain Python, which needs no time to compile."""
    output = run(consumer, "-I", PROGRAM, tmp_path, NUMBA_DISABLE_JIT="1")
    check_played(output, consumer.parents[1])


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_installed_into_an_empty_environment(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """With its own dependencies, compiled, the cache empty. Needs the package index."""
    package: Path = request.getfixturevalue(kind)
    venv.create(tmp_path / "env", with_pip=True, symlinks=os.name != "nt")
    python = python_of(tmp_path / "env")
    run(python, "-m", "pip", "install", "-q", "--no-input", "-c", ROOT / "constraints.txt", package)
    installed = json.loads(run(python, "-m", "pip", "list", "--format", "json"))
    assert not {each["name"] for each in installed} & {"torch", "PyYAML", "pytest"}  # the library needs none of these
    output = run(python, "-I", PROGRAM, tmp_path, JASS_ENV_CACHE_DIR=str(tmp_path / "cache"))
    check_played(output, tmp_path / "env")
    assert any((tmp_path / "cache").rglob("*.nbc"))
    assert "schieber" in run(python, "-I", "-m", "jass_env")


# --- what type checkers see ---


def mypy(python: Path, folder: Path) -> list[str]:
    return [f"--python-executable={python}", "--strict", "--config-file=", f"--cache-dir={folder / 'cache'}", *FILES]


def basedpyright(python: Path, folder: Path) -> list[str]:
    settings = {"typeCheckingMode": "strict", "include": FILES}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    return ["-p", str(folder), "--pythonpath", str(python)]


FILES = ["program.py", "mistakes.py"]
MISTAKES = """\
import jass_env
from jass_env.solver import Solver

jass_env.vec(7, "many")
for agent in jass_env.env("schieber").agent_iter():
    agent + 1
jass_env.vec("schieber", 8).observation.no_such_thing
Solver("schieber")
"""
WRONG_LINES = [4, 6, 7, 8]


@pytest.mark.parametrize("checker", [pytest.param(mypy, marks=pytest.mark.slow), basedpyright])
def test_type_checkers_see_the_public_api(
    checker: Callable[[Path, Path], list[str]], consumer: Path, tmp_path: Path
) -> None:
    """The program is right in strict mode, and mistakes in using the package are found: it is not all Any to them."""
    pytest.importorskip(checker.__name__)
    (tmp_path / "program.py").write_text(PROGRAM.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "mistakes.py").write_text(MISTAKES, encoding="utf-8")
    command = [sys.executable, "-m", checker.__name__, *checker(consumer, tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    output = done.stdout + done.stderr
    found = re.findall(r"(\w+\.py):(\d+)[^\n]* error", output)
    assert done.returncode == 1 and {file for file, _ in found} == {"mistakes.py"}, output
    assert sorted({int(line) for _, line in found}) == WRONG_LINES, output
