"""Write the documentation that is generated from the rules: docs/variants/, and the overview in README.md.

Usage: python scripts/docs.py [--check]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from jass_env.sheet import pages, with_overview

ROOT = Path(__file__).resolve().parents[1]


def expected(root: Path) -> dict[Path, str | None]:
    """Each file and what belongs in it; None: it should not be there."""
    folder, readme = root / "docs" / "variants", root / "README.md"
    files: dict[Path, str | None] = dict.fromkeys(sorted(folder.glob("*.md")))
    files.update({folder / name: text for name, text in pages().items()})
    if readme.exists():
        files[readme] = with_overview(readme.read_text(encoding="utf-8"))
    return files


def out_of_date(root: Path) -> dict[Path, str | None]:
    """The files that are not as they should be."""
    files = expected(root)
    return {
        path: text for path, text in files.items() if text != (path.read_text(encoding="utf-8") if path.exists() else None)
    }


def main() -> int:
    """Write what is out of date, or say what is."""
    parser = argparse.ArgumentParser(description="Write docs/variants/ and the overview of README.md from the rules.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if something is out of date")
    check = parser.parse_args().check
    files = out_of_date(ROOT)
    for path, text in files.items():
        print(f"{'out of date' if check else 'deleted' if text is None else 'written'}: {path.relative_to(ROOT)}")
        if check:
            continue
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    return 1 if check and files else 0


if __name__ == "__main__":
    sys.exit(main())
