"""pyschieber: Schieber in plain Python, with its own random players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyschieber.player.random_player import RandomPlayer
from pyschieber.tournament import Tournament

from benchmarks.loops import Play

CARDS = 36


class CountingPlayer(RandomPlayer):
    """Counts how often it was asked for trump."""

    asked = 0

    def choose_trumpf(self, geschoben: bool) -> Iterator[Any]:
        CountingPlayer.asked += 1
        return super().choose_trumpf(geschoben)


def hands() -> Play:
    """Single hands."""
    tournament = Tournament()
    for number in range(4):
        tournament.register_player(CountingPlayer(name=str(number)))

    def play() -> int:
        before = CountingPlayer.asked
        tournament.play(rounds=1)
        return CARDS + CountingPlayer.asked - before

    return play
