"""Forms in which other libraries expect an environment. Each module needs its library, and imports it only when used."""

from __future__ import annotations

import importlib
import re
from importlib import metadata

from jass_env.errors import DependencyError


def need(module: str, extra: str) -> None:
    """Make sure that a library can be imported, in a version that jass-env works with.

    Args:
        module: what to import.
        extra: the extra of jass-env that installs it.

    Raises:
        DependencyError: it is missing, too old, or does not work; the message says what to install.
    """
    for library, oldest in _oldest(extra).items():
        try:
            found = metadata.version(library)
        except metadata.PackageNotFoundError:
            continue  # the import below says so, unless it is there in another way
        if _numbers(found) < _numbers(oldest):
            raise DependencyError(
                f"{library} {found} is installed, and {oldest} or newer is needed here: pip install 'jass-env[{extra}]'"
            )
    try:
        importlib.import_module(module)
    except ImportError as error:
        raise DependencyError(f"{module} is needed here: pip install 'jass-env[{extra}]' ({error})") from None


def _oldest(extra: str) -> dict[str, str]:
    """The libraries of an extra with the oldest versions that it allows; nothing where jass-env itself is not installed."""
    try:
        requirements = metadata.requires("jass-env") or []
    except metadata.PackageNotFoundError:
        return {}
    forms = (re.match(rf"([\w.-]+)(?:\[.*?\])?>=([\d.]+).*extra == ['\"]{extra}['\"]", each) for each in requirements)
    return {form[1]: form[2] for form in forms if form}


def _numbers(version: str) -> tuple[int, ...]:
    """The release a version belongs to, for comparing: ``2.60.0rc1`` is (2, 60, 0)."""
    release = re.match(r"\d+(\.\d+)*", version)
    return tuple(int(number) for number in release[0].split(".")) if release else ()
