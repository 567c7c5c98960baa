"""What is said of a run when it is finished: ``report.md`` in its folder."""

from __future__ import annotations

import datetime
import json
import platform
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

import jass_env
from agents.config import Config
from jass_env.arena import Duel, Estimate, duel
from jass_env.arena.play import Progress
from jass_env.arena.statistics import deals_needed, verdict
from jass_env.errors import OptionError
from jass_env.players import Player
from jass_env.rules import Rules

if TYPE_CHECKING:  # an evaluation needs no torch unless a checkpoint plays
    from agents.ppo import Learner


def with_interval(estimate: Estimate, factor: float = 1.0, unit: str = "") -> str:
    """``12.34 ± 0.56``."""
    if estimate.half_width != estimate.half_width:
        return f"{factor * estimate.mean:.2f}{unit} (too few deals for an interval)"
    return f"{factor * estimate.mean:.2f} ± {factor * estimate.half_width:.2f}{unit}"


def duel_lines(result: Duel, half_width: float | None = None) -> list[str]:
    """The result of a duel as text, with a verdict where a half width is wished."""
    what = {"points": "card points", "score": "score"}[result.metric]
    lines = [
        f"{result.a} against {result.b}: {result.variant}, {result.deals} deals x {result.rotations} rotations, "
        f"evaluation {result.seed}",
        f"mean difference per hand in {what}: {with_interval(result.difference)} (95 % interval over the deals)",
    ]
    if result.share is not None:
        lines.append(f"share of the card points: {with_interval(result.share, 100, ' %')}")
    if half_width is not None and result.deals >= 4:
        try:
            needed = deals_needed(result.deviation, half_width)
            lines.append(f"verdict: {verdict(result.difference, half_width, needed, result.a, result.b)}")
        except OptionError as error:  # a wish beyond reach does not spoil what was played
            lines.append(f"no verdict: {error}")
    lines.append(
        f"illegal actions: {result.illegal[0]} and {result.illegal[1]}; "
        f"{result.decisions:,} decisions, {result.decisions / max(result.seconds, 1e-9):,.0f} a second"
    )
    return lines


def watched(play: Callable[[Progress], Duel], pairs: int, quiet: bool = False) -> Duel:
    """What ``play`` returns; it is given what shows its progress in a bar, with decisions per second."""
    with tqdm(total=pairs, unit="deal", desc="evaluating", disable=True if quiet else None) as bar:
        decisions, shown = 0, 0.0

        def show(deals: int, made: int) -> None:
            nonlocal decisions, shown
            decisions += made
            rate = decisions / max(time.perf_counter() - begin, 1e-9)
            bar.set_postfix_str(f"{rate:,.0f} decisions/s", refresh=False)
            bar.update(deals)
            if not deals and time.perf_counter() - shown > 1:  # a slow player may take long over the first deals
                shown = time.perf_counter()
                bar.refresh()

        begin = time.perf_counter()
        return play(show)


def watched_duel(a: Player, b: Player, rules: Rules, pairs: int, seed: int = 0, quiet: bool = False) -> Duel:
    """``jass_env.arena.duel`` with a progress bar."""
    return watched(lambda show: duel(a, b, rules, pairs, seed=seed, progress=show), pairs, quiet)


def evaluation_command(config: Config, folder: Path) -> str:
    """The command line that repeats the evaluation of a run."""
    evaluation = config.evaluation
    words = [
        ".venv/bin/python scripts/evaluate.py",
        f"{folder / 'agent.safetensors'} {evaluation.opponent} --variant {config.variant}",
        f"--pairs {evaluation.pairs} --metric {evaluation.metric}",
        *([f"--preset {config.preset}"] if config.preset else []),
        *(f"'{key}={json.dumps(value)}'" for key, value in config.options.items()),
    ]
    return " ".join(words)


def write_report(folder: Path, learner: Learner, evaluation: Duel | None) -> Path:
    """Write ``report.md`` of a finished run."""
    config = learner.config
    rate = learner.decisions / max(learner.seconds, 1e-9)
    result = ["No evaluation (evaluation.pairs is 0)."]
    if evaluation is not None:
        result = [f"* {line}" for line in duel_lines(evaluation)]
        result += ["", "Again:", "", "```", evaluation_command(config, folder), "```"]
    text = [
        f"# {config.name}",
        "",
        f"{config.variant}, PPO by self-play, seed {config.seed}; {datetime.date.today().isoformat()}.",
        "",
        "## Training",
        "",
        f"* {learner.decisions:,} decisions in {learner.updates} updates",
        f"* {learner.seconds / 60:.2f} minutes of training, {rate:,.0f} decisions a second, threads: {config.threads}",
        f"* jass_env {jass_env.__version__}, torch {version('torch')}, Python {platform.python_version()}",
        "",
        "Again:",
        "",
        "```",
        f".venv/bin/python scripts/train.py {folder / 'config.yaml'} --fresh",
        "```",
        "",
        "## Evaluation on duplicate deals",
        "",
        *result,
        "",
        "## Files",
        "",
        "* `agent.safetensors`, `agent.json`: the agent, as a player for scripts/evaluate.py",
        "* `checkpoint.safetensors`, `checkpoint.json`: all that is needed to go on training",
        "* `config.yaml`: the configuration with all values",
        "* `metrics.jsonl`, `tensorboard/`: metrics of each update",
        "",
    ]
    path = folder / "report.md"
    path.write_text("\n".join(text), encoding="utf-8")
    return path
