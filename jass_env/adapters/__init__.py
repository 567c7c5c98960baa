"""Forms in which other libraries expect an environment. Each module needs its library, and imports it only when used."""

from __future__ import annotations

import importlib

from jass_env.errors import DependencyError


def need(module: str, extra: str) -> None:
    """Make sure that a library can be imported.

    Args:
        module: what to import.
        extra: the extra of jass-env that installs it.

    Raises:
        DependencyError: it is missing or does not work; the message says what to install.
    """
    try:
        importlib.import_module(module)
    except ImportError as error:
        raise DependencyError(f"{module} is needed here: pip install 'jass-env[{extra}]' ({error})") from None
