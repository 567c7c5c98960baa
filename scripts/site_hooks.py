"""What MkDocs asks while it builds the site (mkdocs.yml): pages that lie beside docs/, the list of the variants, colours."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from pygments.formatters import HtmlFormatter

ROOT = Path(__file__).resolve().parents[1]
#: Pages of the site that a git host wants at the root of the repository.
BESIDE = ("CONTRIBUTING.md", "CHANGELOG.md")


def on_config(config: Any) -> Any:
    """Enter the page of each variant into the navigation: the overview first."""
    pages = sorted(f"variants/{page.name}" for page in (ROOT / "docs" / "variants").glob("*.md"))
    for entry in config.nav:
        if "Variants" in entry:
            entry["Variants"] = pages
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that lie beside docs/, as if they lay in it, and the colours of code."""
    for name in BESIDE:
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, name, content=text.replace("](docs/", "](")))
    files.append(File.generated(config, "pygments.css", content=HtmlFormatter().get_style_defs(".codehilite")))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Point links to these pages at where the site has them."""
    up = r"\]\((?:\.\./)+(?=" + "|".join(map(re.escape, BESIDE)) + ")"
    depth = page.file.src_uri.count("/")
    return re.sub(up, "](" + "../" * depth, markdown)
