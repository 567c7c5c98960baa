"""The variants: one file each, found by scanning this folder. A file defines ``VARIANT``."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from jass_env.errors import VariantError, nearest
from jass_env.variant import Variant


@cache
def all_variants() -> dict[str, Variant]:
    """All variants by name, in alphabetical order."""
    found = {}
    for module in pkgutil.iter_modules(__path__):
        if not module.name.startswith("_"):
            variant = importlib.import_module(f"{__name__}.{module.name}").VARIANT
            found[variant.name] = variant
    return found


def find_variant(name: str) -> Variant:
    """The variant of this name.

    Raises:
        VariantError: there is none; the message suggests the nearest.
    """
    known = all_variants()
    if not isinstance(name, str) or name not in known:
        raise VariantError(f"no variant is called {name!r}; {nearest(name, known)}")
    return known[name]
