"""Train an agent, evaluate it, and say where it is.

    scripts/train.py CONFIG [key=value ...] [--fresh] [--runs FOLDER]

Writes into ``runs/<name>/``. A run that was interrupted or killed goes on from its last checkpoint when the same command is
given again; ``--fresh`` begins anew. Ctrl-C stops after the update at hand and keeps what was learned.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import yaml
from tqdm import tqdm

from agents.checkpoint import exists, save_checkpoint
from agents.config import Config, load_config
from agents.networks import make_policy
from agents.player import NetworkPlayer, load_player
from agents.ppo import Learner, train
from agents.report import duel_lines, watched_duel, write_report
from jass_env.arena import Duel, duel_rules
from jass_env.errors import JassError
from jass_env.players import Player, make_player

WRITTEN = ("checkpoint*", ".checkpoint*", "agent*", ".agent*", "metrics.jsonl", "report.md", "config.yaml", "tensorboard")


class Stop:
    """Ctrl-C (or SIGTERM) once: stop after the update at hand. Twice: at once."""

    def __init__(self) -> None:
        self.asked = False
        self._before = {number: signal.signal(number, self._ask) for number in (signal.SIGINT, signal.SIGTERM)}

    def restore(self) -> None:
        """Signals mean again what they meant before."""
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _ask(self, number: int, frame: Any) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        tqdm.write("Stopping after this update (once more: at once)...", file=sys.stderr)

    def __call__(self) -> bool:
        return self.asked


def evaluate(config: Config, player: Player, pairs: int, quiet: bool = False) -> Duel:
    """The agent against its opponent on duplicate deals."""
    rules = duel_rules(config.variant, config.evaluation.metric, preset=config.preset, options=config.options)
    opponent = make_player(config.evaluation.opponent, rules)
    return watched_duel(player, opponent, rules, pairs, quiet=quiet)


def while_training(learner: Learner) -> Mapping[str, float]:
    """A short evaluation between updates."""
    config = learner.config
    policy = make_policy(learner.encoder, config.network)
    policy.load_state_dict(learner.policy.state_dict())
    player = NetworkPlayer(config.name, learner.encoder, policy)
    result = evaluate(config, player, config.evaluation.every_pairs, quiet=True)
    return {"evaluation_difference": result.difference.mean, "evaluation_half_width": result.difference.half_width}


def run(config: Config, folder: Path, again: str) -> int:
    """Train and evaluate; returns the exit code."""
    # Checked before hours of training, not after.
    rules = duel_rules(config.variant, config.evaluation.metric, preset=config.preset, options=config.options)
    make_player(config.evaluation.opponent, rules)
    stop = Stop()
    bar = tqdm(total=100.0, desc=config.name, disable=None, bar_format="{desc}: {percentage:3.0f}%|{bar}|{postfix}")
    told = time.monotonic()

    def on_start(learner: Learner, warning: str | None) -> None:
        if warning:
            tqdm.write(f"Warning: {warning}.", file=sys.stderr)
        if learner.fraction() >= 1.0:
            tqdm.write(f"The run in {folder} is finished ({learner.decisions:,} decisions).")
            tqdm.write("To train it again: --fresh. To go on: a larger total_decisions or max_minutes.")
        elif learner.decisions:
            tqdm.write(f"Resuming the run in {folder} at {learner.decisions:,} decisions (--fresh would begin anew).")
        else:
            tqdm.write(f"Training {config.variant} in {folder}. Ctrl-C stops; the same command goes on from there.")
            (folder / "config.yaml").write_text(yaml.safe_dump(config.model_dump(), sort_keys=False), encoding="utf-8")

    def on_update(learner: Learner, metrics: Mapping[str, float]) -> None:
        nonlocal told
        text = (
            f"{learner.decisions / 1e6:.2f} M decisions, {metrics['decisions_per_second']:,.0f}/s, "
            f"{learner.seconds / 60:.1f} min, entropy {metrics['entropy']:.2f}, critic {metrics['explained_variance']:.2f}"
        )
        if not bar.disable:
            bar.n = 100 * learner.fraction()
            bar.set_postfix_str(text)
        elif time.monotonic() - told >= 30:  # no terminal: a line now and then
            told = time.monotonic()
            print(f"{100 * learner.fraction():3.0f}%, {text}", flush=True)

    folder.mkdir(parents=True, exist_ok=True)
    try:
        session = train(config, folder, on_start=on_start, on_update=on_update, evaluate=while_training, stop=stop)
    finally:
        bar.close()
        stop.restore()
    learner = session.learner
    if not session.finished:
        print(f"Stopped at {learner.decisions:,} decisions; kept in {folder / 'checkpoint.safetensors'}.")
        print(f"To go on: {again}")
        return 130
    agent = folder / "agent.safetensors"
    save_checkpoint(agent, learner.networks(), learner.about(), keep=False)
    result = None
    if config.evaluation.pairs:
        player = load_player(agent, rules)
        result = evaluate(config, player, config.evaluation.pairs)
        print("\n".join(duel_lines(result)))
    report = write_report(folder, learner, result)
    print(f"Agent:      {agent}")
    print(f"Report:     {report}")
    print(f"TensorBoard: .venv/bin/tensorboard --logdir {folder / 'tensorboard'}")
    return 0


def locked(file: IO[str]) -> bool:
    """This process alone holds the file (where the system has no such locks: hopefully)."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Train an agent, evaluate it, and say where it is.")
    parser.add_argument("config", metavar="CONFIG", help="a YAML file, such as configs/schieber_ppo.yaml")
    parser.add_argument("overrides", nargs="*", metavar="key=value", help="values in place of the file's (ppo.clip=0.1)")
    parser.add_argument("--fresh", action="store_true", help="begin anew: delete what the run has written before")
    parser.add_argument("--resume", action="store_true", help="go on; an error if there is nothing to go on from")
    parser.add_argument("--runs", type=Path, default=Path("runs"), metavar="FOLDER", help="where runs are kept (runs)")
    args = parser.parse_intermixed_args(argv)
    try:
        config = load_config(args.config, args.overrides)
        folder = args.runs / config.name
        folder.mkdir(parents=True, exist_ok=True)
        lock = open(folder / ".lock", "w")  # noqa: SIM115 - held until the process ends, however it ends
        if not locked(lock):
            print(f"train.py: another training is at work in {folder}; name=... gives this one its own", file=sys.stderr)
            return 2
        if args.fresh:
            for pattern in WRITTEN:
                for path in folder.glob(pattern):
                    shutil.rmtree(path) if path.is_dir() else os.remove(path)
        if args.resume and not exists(folder / "checkpoint.safetensors"):
            print(f"train.py: there is nothing to resume in {folder}", file=sys.stderr)
            return 2
        words = [each for each in (argv if argv is not None else sys.argv[1:]) if each != "--fresh"]
        return run(config, folder, " ".join([".venv/bin/python scripts/train.py", *words]))
    except OSError as error:
        print(f"train.py: {error}", file=sys.stderr)
        return 2
    except JassError as error:
        hint = "; --fresh begins anew" if "another configuration" in str(error) or "damaged" in str(error) else ""
        print(f"train.py: {error}{hint}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("train.py: interrupted; the last checkpoint is kept", file=sys.stderr)
        sys.exit(130)
