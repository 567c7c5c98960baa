"""The errors of the package. Each says in one sentence what was given and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class JassError(Exception):
    """Base of all errors of jass_env."""


class VariantError(JassError, ValueError):
    """No variant has this name, or a variant's mechanisms make no game."""


class OptionError(JassError, ValueError):
    """An option or preset is unknown, or its value is not allowed."""


class CardError(JassError, ValueError):
    """A text or number names no card, or a card stands too often."""


class DealError(JassError, ValueError):
    """Cards, dealer or totals given at reset do not make a position of this variant."""


class SeatError(JassError, ValueError):
    """No seat or agent of this name, or it is not this seat's turn."""


class IllegalActionError(JassError, ValueError):
    """The action is not legal here; the state is as it was before the call."""


class OrderError(JassError, RuntimeError):
    """A call came too early: before ``reset``, or after the end."""


class RecordError(JassError, ValueError):
    """A game record is malformed or does not agree with the rules."""


class DatasetError(JassError, ValueError):
    """A dataset is damaged, or belongs to another variant, options or version."""


class LogError(JassError, ValueError):
    """A game log of another program is not understood, or tells of something that the rules forbid."""


class PlayerError(JassError, ValueError):
    """No player of this name, or it lacks what it needs to play."""


class SolverError(JassError, ValueError):
    """A position cannot be solved: not a card to play, not a game of two sides, trump not fixed yet, or too large."""


class ConfigError(JassError, ValueError):
    """A configuration has an unknown key or a value that is not allowed."""


class CheckpointError(JassError, ValueError):
    """A checkpoint is damaged, or belongs to another variant, layout or configuration."""


class ResultsError(JassError, ValueError):
    """A file of results is damaged, or belongs to another tournament."""


class ExecutorError(JassError, RuntimeError):
    """Whoever was to do the work died; what was finished before is kept."""


class DependencyError(JassError, ImportError):
    """A library that this part needs is not installed, or does not work here."""


def nearest(name: object, known: Iterable[str]) -> str:
    """A hint for error messages: the nearest known name and the list of all."""
    names = sorted(known)
    close = difflib.get_close_matches(str(name), names, n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    return f"{hint}Known: {', '.join(names)}"
