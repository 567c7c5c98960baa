"""Who plays the units of a tournament.

An executor is anything with ``run``: it is given a function that can be pickled and the units, and yields what the function
makes of them, in their order. A unit depends on nothing but the arguments, so it may be played on other machines too (with
the same version of jass_env and the checkpoints in the same places).
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection
from typing import Protocol

from jass_env.arena.tournament import Done, Unit
from jass_env.errors import ConfigError, ExecutorError


class Executor(Protocol):
    """The interface of executors."""

    def run(self, work: Callable[[Unit], Done], units: Iterable[Unit]) -> Generator[Done, None, None]:
        """Do the work for each unit; yields the results in the order of the units, each as soon as it can.

        Closing the generator gives up what is under way.

        Raises:
            ExecutorError: a worker died.
        """


class Serial:
    """One unit after the other, in this process."""

    def run(self, work: Callable[[Unit], Done], units: Iterable[Unit]) -> Generator[Done, None, None]:
        """See ``Executor.run``."""
        yield from map(work, units)


class Processes:
    """Several processes on this machine, each started afresh (``spawn``)."""

    def __init__(self, workers: int) -> None:
        """``workers``: how many processes.

        Raises:
            ConfigError: less than one.
        """
        if workers < 1:
            raise ConfigError(f"workers={workers}: at least 1 is needed")
        self.workers = workers

    def run(self, work: Callable[[Unit], Done], units: Iterable[Unit]) -> Generator[Done, None, None]:
        """See ``Executor.run``."""
        others = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), _begin)
        # Few at a time: a result that waits for an earlier one is lost if this process is killed.
        waiting: deque[Future[Done]] = deque()
        finished = False
        try:
            for unit in units:
                waiting.append(pool.submit(work, unit))
                if len(waiting) >= 4 * self.workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
            finished = True
        except BrokenProcessPool:
            raise ExecutorError("a worker process died (out of memory?); finished units are kept: run it again") from None
        finally:
            if not finished:  # an error or an interruption: what is under way is no longer of use
                for child in set(multiprocessing.active_children()) - others:
                    child.terminate()
            pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """What a worker does first."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # workers share the cores among themselves
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Without this, workers of a parent that was killed would wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
