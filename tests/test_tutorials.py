"""The examples of docs/tutorials/ run, and the agents they train beat random players."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

from tests.support import library

torch = library("torch")

TUTORIALS = Path(__file__).parent.parent / "docs" / "tutorials"


def main(name, needs=()):
    for each in needs:
        library(each)
    return runpy.run_path(str(TUTORIALS / f"{name}.py"))["main"]


def test_cleanrl_ppo_runs(capsys):
    result = main("cleanrl_ppo")(iterations=1, deals=8)
    assert result.deals == 8 and result.illegal == (0, 0)
    assert "95 % interval" in capsys.readouterr().out


def test_sb3_maskable_ppo_runs(capsys):
    result = main("sb3_maskable_ppo", ["sb3_contrib"])(steps=100, deals=8)
    assert result.deals == 8 and result.illegal == (0, 0)
    assert "95 % interval" in capsys.readouterr().out


def test_torchrl_ppo_runs(capsys):
    result = main("torchrl_ppo", ["torchrl"])(iterations=1, deals=8)
    assert result.deals == 8 and result.illegal == (0, 0)
    assert "95 % interval" in capsys.readouterr().out


def test_tianshou_dqn_runs(capsys):
    result = main("tianshou_dqn", ["tianshou"])(iterations=1, deals=8)
    assert result.deals == 8 and result.illegal == (0, 0)
    assert "95 % interval" in capsys.readouterr().out


def test_behaviour_cloning_runs(capsys):
    result = main("behaviour_cloning", ["pyarrow"])(matches=2, epochs=1, deals=8)
    assert result.deals == 8 and result.illegal == (0, 0)
    out = capsys.readouterr().out
    assert "alike" in out and "95 % interval" in out


def test_rllib_ppo_runs(capsys):
    result = main("rllib_ppo", ["ray.rllib"])(iterations=1, deals=8)
    assert result.deals == 8 and result.illegal == (0, 0)
    assert "95 % interval" in capsys.readouterr().out


def test_agilerl_ppo_runs(capsys):
    result = main("agilerl_ppo", ["agilerl"])(iterations=1, deals=8)
    assert result.deals == 8 and result.illegal == (0, 0)
    assert "95 % interval" in capsys.readouterr().out


def test_openspiel_q_runs(capsys):
    result = main("openspiel_q", ["pyspiel"])(iterations=1, deals=8)
    assert result.deals == 8 and result.illegal == (0, 0)
    assert "95 % interval" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "needs"),
    [
        ("behaviour_cloning", ["pyarrow"]),
        ("cleanrl_ppo", []),
        ("sb3_maskable_ppo", ["sb3_contrib"]),
        ("torchrl_ppo", ["torchrl"]),
        ("tianshou_dqn", ["tianshou"]),
        ("rllib_ppo", ["ray.rllib"]),
        ("agilerl_ppo", ["agilerl"]),
        ("openspiel_q", ["pyspiel"]),
    ],
)
def test_what_is_trained_beats_random_players(name, needs):
    assert main(name, needs)().difference.low > 0


def test_advantages_run_along_the_decisions_of_one_seat():
    """Against the definition: for each seat its decisions as a chain of their own, with the rewards in between summed."""
    rng = np.random.default_rng(0)
    steps, size, seats, lam = 30, 5, 3, 0.7
    values = rng.normal(size=(steps, size))
    rewards = rng.normal(size=(steps, size, seats))
    movers = rng.integers(seats, size=(steps, size))
    dones = rng.random((steps, size)) < 0.15
    module = runpy.run_path(str(TUTORIALS / "cleanrl_ppo.py"))
    found, known = module["advantages"](*(torch.from_numpy(a) for a in (values, rewards, movers, dones)), lam)
    for n in range(size):
        for seat in range(seats):
            chain = [t for t in range(steps) if movers[t, n] == seat]
            for place, t in enumerate(chain):
                # The deltas from here to the end of the hand, or to the last decision of which the outcome is seen.
                expected, weight, complete = 0.0, 1.0, True
                for a, b in zip(chain[place:], [*chain[place + 1 :], None], strict=True):
                    end = next((u for u in range(a, steps if b is None else b) if dones[u, n]), None)
                    if end is None and b is None:
                        complete = a > t
                        break
                    last = (b - 1) if end is None else end
                    gained = rewards[a : last + 1, n, seat].sum()
                    expected += weight * (gained + (values[b, n] if end is None else 0) - values[a, n])
                    weight *= lam
                    if end is not None:
                        break
                assert bool(known[t, n]) == complete
                if complete:
                    assert found[t, n].item() == pytest.approx(expected)
