"""Masked PPO by self-play on the batched environment, in one file, to be read from top to bottom.

All seats are played by one policy. A critic that sees the full state (all hands) judges positions during training only.
What differs from PPO for one agent:

* **Own decisions.** A seat's advantages run along its own decisions. What it is rewarded between two of them, while the
  others move, is summed and belongs to the earlier one. A seat may act several times in a row, and seats may act
  unequally often. See ``own_advantages``.
* **Forced moves are no decisions.** Where a seat has one legal action (a quarter of all in Schieber) nothing is to be
  learned: the move is made, and neither network is asked.
* **Suits have no names**, see ``agents.networks.Encoder``.

Work is shared out among ``threads`` threads in large pieces: each plays tables of its own, and of each minibatch each
takes a part, whose gradients are added up. PyTorch's own threads divide every single operation instead, and wait for each
other after each: on two cores on which something else ran too, that was eight times slower.

Everything random comes from generators of the run, and all that changes is in ``Learner.tensors`` and ``Learner.about``: a
run that was killed goes on from its checkpoint to the same end, to the bit.

Reference: J. Schulman et al., "Proximal Policy Optimization Algorithms", 2017; GAE: the same, 2015.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from agents.checkpoint import check_rules, describe, exists, load_latest, save_checkpoint
from agents.config import Config, differences, make_config
from agents.logs import Logs
from agents.networks import Encoder, make_critic, make_policy
from jass_env.errors import CheckpointError, ConfigError
from jass_env.rules import Rules
from jass_env.vector import JassVectorEnv


def own_advantages(
    values: np.ndarray,
    rewards: np.ndarray,
    ended: np.ndarray,
    seats: np.ndarray,
    decided: np.ndarray,
    gamma: float,
    gae_lambda: float,
) -> tuple[np.ndarray, np.ndarray]:
    """Advantages along each seat's own decisions, by generalised advantage estimation.

    For consecutive decisions k, k+1 of one seat at one table, R(k) being the sum of its rewards from the step of the
    first up to the step before the second:

        delta(k) = R(k) + gamma * V(k+1) - V(k)         V(k+1) = 0 where the episode ended between the two
        A(k) = delta(k) + gamma * lambda * A(k+1)       A(k+1) = 0 there too

    The last decision of a seat in a rollout whose episode goes on has no successor to be judged by: it serves as the
    V(k+1) of the one before it (this is the bootstrap at the rollout's boundary) and gets no advantage itself.

    Args:
        values: float (T, N), the critic's value of step t at table n for the seat to move; read where ``decided``.
        rewards: float (T, N, seats), what each seat got by the step.
        ended: bool (T, N), the episode ended with the step; the next one began at once.
        seats: int (T, N), the seat that moved.
        decided: bool (T, N), it had a choice; other steps are the environment's.
        gamma: discount from one own decision to the next.
        gae_lambda: 0 trusts the critic, 1 the outcome.

    Returns:
        Advantages float32 (T, N) and where they are known, bool (T, N).
    """
    T, N, S = rewards.shape
    advantages = np.zeros((T, N), dtype=np.float32)
    known = np.zeros((T, N), dtype=np.bool_)
    # Of each table and seat, going backward: the reward since (before, as time goes) the next own decision, the value
    # and advantage of that decision, and whether it or the episode's end has been met.
    gained = np.zeros((N, S), dtype=np.float32)
    next_value = np.zeros((N, S), dtype=np.float32)
    next_advantage = np.zeros((N, S), dtype=np.float32)
    met = np.zeros((N, S), dtype=np.bool_)
    for t in range(T - 1, -1, -1):
        over = ended[t]
        gained[over] = next_value[over] = next_advantage[over] = 0.0
        met[over] = True
        gained += rewards[t]
        n = np.flatnonzero(decided[t])
        seat = seats[t, n]
        value = values[t, n]
        delta = gained[n, seat] + gamma * next_value[n, seat] - value
        advantage = delta + gamma * gae_lambda * next_advantage[n, seat]
        known[t, n] = met[n, seat]
        advantages[t, n] = np.where(known[t, n], advantage, 0.0)
        gained[n, seat] = 0.0
        next_value[n, seat] = value
        next_advantage[n, seat] = advantages[t, n]
        met[n, seat] = True
    return advantages, known


@dataclass
class Rollout:
    """``steps`` steps at all tables; the first four have one entry for each decision that was a choice, M in all.

    Attributes:
        rows: int8 (M, width), what the networks see (``Encoder``).
        masks: bool (M, A), legal renamed actions.
        actions: int64 (M,), the renamed action taken.
        log_probs: float32 (M,), its log-probability when taken.
        index: int64 (T, N), the entry of a step, -1 where the move was forced.
        seats: int8 (T, N), who moved.
        rewards: float32 (T, N, seats), scaled, minus the opponents' if the configuration says so.
        ended: bool (T, N), the episode ended with the step.
    """

    rows: torch.Tensor
    masks: torch.Tensor
    actions: torch.Tensor
    log_probs: torch.Tensor
    index: np.ndarray
    seats: np.ndarray
    rewards: np.ndarray
    ended: np.ndarray


#: Metrics that are means over the minibatches of an update; ``Learner.learn`` explains them.
METRICS = ("policy_loss", "value_loss", "entropy", "approx_kl", "clip_fraction", "grad_norm")


def sample(logits: torch.Tensor, masks: torch.Tensor, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Draw a legal action for each row and give its log-probability: int64 (n,), float32 (n,)."""
    log_probs = logits.masked_fill(~masks, -math.inf).log_softmax(dim=1)
    # Dividing probabilities by exponential noise and taking the largest draws with these probabilities.
    noise = torch.empty_like(log_probs).exponential_(generator=generator)
    actions = (log_probs - noise.log()).argmax(dim=1)
    return actions, log_probs.gather(1, actions[:, None]).squeeze(1)


class Tables:
    """A thread's share of the tables: an environment, and the generator that draws actions there."""

    def __init__(self, rules: Rules, count: int, seed: int) -> None:
        self.env = JassVectorEnv(rules, count, seed=seed)
        self.generator = torch.Generator().manual_seed(seed)


def chosen_device(name: str) -> torch.device:
    """The device of a configuration.

    Raises:
        ConfigError: torch knows no such device, or it is not there.
    """
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(name)
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise ConfigError(f"device={name!r}: torch has no such device here: {str(error).splitlines()[0]}") from None
    return device


class Learner:
    """All that a training run consists of.

    Attributes:
        rules: the game.
        decisions: decisions of all seats so far, forced ones included.
        updates: rollouts learned from so far.
        seconds: time spent on them, over all sessions of the run.
    """

    def __init__(self, config: Config) -> None:
        self.config = config
        self.rules = Rules(
            config.variant,
            preset=config.preset,
            episode=config.episode,
            reward=config.reward,
            options=config.options,
        )
        self.encoder = Encoder(self.rules, config.network)
        self.device = chosen_device(config.device)
        self.scale = torch.from_numpy(self.encoder.scale).to(self.device)
        # Before the first matrix is made: with other threads even its last bits would be others.
        torch.set_num_threads(1)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(config.seed)
            self.policy = make_policy(self.encoder, config.network).to(self.device)
            self.critic = make_critic(self.encoder, config.network).to(self.device)
        self.parameters = [*self.policy.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.Adam(self.parameters, lr=config.ppo.learning_rate, eps=1e-5, fused=True)
        # Tables get seeds below 2**32; those of evaluations begin at 2**62 (jass_env.arena).
        first = int(np.random.default_rng(config.seed).integers(2**32 - config.num_envs))
        edges = np.linspace(0, config.num_envs, min(config.threads, config.num_envs) + 1).astype(int).tolist()
        self.tables = [Tables(self.rules, b - a, first + a) for a, b in pairwise(edges)]
        self.generator = torch.Generator().manual_seed(config.seed)  # shuffles minibatches
        # A seat's opponents: all seats of other sides; each row sums to 1.
        sides = np.array([self.rules.side_of(seat) for seat in range(self.rules.seats)])
        others = sides[:, None] != sides[None, :]
        self.opponents = (others / others.sum(axis=1, keepdims=True)).astype(np.float32)
        self.decisions, self.updates, self.seconds = 0, 0, 0.0
        self.pool = ThreadPoolExecutor(config.threads)

    # --- playing ---

    def rollout(self) -> Rollout:
        """Play ``steps`` steps at every table with the policy as it is."""
        parts = list(self.pool.map(self.play, self.tables))
        sizes = np.cumsum([0, *(len(part.rows) for part in parts)])
        indices = [np.where(part.index >= 0, part.index + at, -1) for part, at in zip(parts, sizes, strict=False)]
        self.decisions += sum(part.index.size for part in parts)
        return Rollout(
            rows=torch.cat([part.rows for part in parts]),
            masks=torch.cat([part.masks for part in parts]),
            actions=torch.cat([part.actions for part in parts]),
            log_probs=torch.cat([part.log_probs for part in parts]),
            index=np.concatenate(indices, axis=1),
            seats=np.concatenate([part.seats for part in parts], axis=1),
            rewards=np.concatenate([part.rewards for part in parts], axis=1),
            ended=np.concatenate([part.ended for part in parts], axis=1),
        )

    def play(self, tables: Tables) -> Rollout:
        """The part of a rollout that is played at some tables."""
        env = tables.env
        T, N, S = self.config.ppo.steps, env.num_envs, self.rules.seats
        rows = np.empty((T * N, self.encoder.width), dtype=np.int8)
        masks = np.empty((T * N, self.encoder.actions_width), dtype=np.bool_)
        actions = np.empty(T * N, dtype=np.int64)
        log_probs = np.empty(T * N, dtype=np.float32)
        index = np.full((T, N), -1, dtype=np.int64)
        seats = np.empty((T, N), dtype=np.int8)
        rewards = np.empty((T, N, S), dtype=np.float32)
        ended = np.empty((T, N), dtype=np.bool_)
        m = 0
        with torch.inference_mode():
            for t in range(T):
                seats[t] = env.seat
                step = env.action_mask.argmax(axis=1)
                who = np.flatnonzero(np.count_nonzero(env.action_mask, axis=1) > 1)
                if who.size:
                    states = env.state()[who]
                    namings = self.encoder.namings(states)
                    here = slice(m, m + who.size)
                    rows[here] = self.encoder.rows(states, namings)
                    masks[here] = self.encoder.masks(env.action_mask[who], namings)
                    logits = self.policy(self.encode(torch.from_numpy(rows[here, : self.encoder.observation_width]))).cpu()
                    chosen, log_prob = sample(logits, torch.from_numpy(masks[here]), tables.generator)
                    actions[here], log_probs[here] = chosen.numpy(), log_prob.numpy()
                    step[who] = self.encoder.original(actions[here], namings)
                    index[t, who] = np.arange(m, m + who.size)
                    m += who.size
                env.step(step)
                rewards[t] = env.reward
                ended[t] = env.terminated | env.truncated
        if self.config.relative:
            rewards -= rewards @ self.opponents.T
        rewards /= self.config.reward_scale
        return Rollout(
            rows=torch.from_numpy(rows[:m]),
            masks=torch.from_numpy(masks[:m]),
            actions=torch.from_numpy(actions[:m]),
            log_probs=torch.from_numpy(log_probs[:m]),
            index=index,
            seats=seats,
            rewards=rewards,
            ended=ended,
        )

    def encode(self, rows: torch.Tensor) -> torch.Tensor:
        """Rows int8 (n, at most width) as the networks take them: float32 on their device, scaled to about -1 to 1."""
        return rows.to(self.device).float().mul_(self.scale[: rows.shape[1]])

    # --- learning ---

    def judge(self, rows: torch.Tensor) -> np.ndarray:
        """The critic's value of each row: float32 (n,)."""

        def part(some: torch.Tensor) -> torch.Tensor:
            with torch.inference_mode():
                return self.critic(self.encode(some))[:, 0].cpu()

        return torch.cat(list(self.pool.map(part, rows.split(2048)))).numpy()

    def learn(self, rollout: Rollout, learning_rate: float) -> dict[str, float]:
        """Improve both networks by a rollout; returns the metrics of the update.

        * ``value_loss``: mean squared error of the critic, in squared units of the scaled return.
        * ``explained_variance``: 1 - Var(return - value) / Var(return); 1 is a perfect critic, 0 none at all.
        * ``entropy``: mean entropy of the policy over its choices, in nats. Falls as the policy makes up its mind.
        * ``approx_kl``: estimate of KL(old, new policy) over the update; above about 0.03 steps are too large.
        * ``clip_fraction``: part of the choices whose probability ratio was beyond the clip.
        * ``policy_loss``: the clipped objective; of no meaning by itself.
        * ``grad_norm``: norm of the gradient before it is clipped.
        """
        ppo = self.config.ppo
        T, N = rollout.index.shape
        decided = rollout.index >= 0
        values = np.zeros((T, N), dtype=np.float32)
        entry_values = self.judge(rollout.rows)
        values[decided] = entry_values[rollout.index[decided]]
        advantages, known = own_advantages(
            values, rollout.rewards, rollout.ended, rollout.seats, decided, ppo.gamma, ppo.gae_lambda
        )
        entries = rollout.index[known]
        advantage = torch.zeros(len(rollout.rows))
        advantage[entries] = torch.from_numpy(advantages[known])
        returns = advantage + torch.from_numpy(entry_values)
        usable = torch.from_numpy(entries)
        explained = 1.0 - advantage[usable].var() / returns[usable].var().clamp(min=1e-12)
        if ppo.normalize_advantages:
            # Over the whole rollout: minibatches are too much alike for it to matter where.
            advantage /= advantage[usable].std() + 1e-8

        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        sums = torch.zeros(len(METRICS))
        count = max(1, round(len(usable) / ppo.minibatch))
        for _ in range(ppo.epochs):
            order = usable[torch.randperm(len(usable), generator=self.generator)]
            for minibatch in order.tensor_split(count):
                parts = minibatch.tensor_split(min(self.config.threads, len(minibatch)))
                results = list(self.pool.map(lambda part: self.gradients(rollout, part, advantage, returns), parts))
                weights = [len(part) / len(minibatch) for part in parts]
                for number, parameter in enumerate(self.parameters):
                    parameter.grad = results[0][0][number].mul_(weights[0])
                    for (gradients, _), weight in zip(results[1:], weights[1:], strict=True):
                        parameter.grad.add_(gradients[number], alpha=weight)
                norm = nn.utils.clip_grad_norm_(self.parameters, ppo.max_grad_norm, foreach=True)
                self.optimizer.step()
                for (_, metrics), weight in zip(results, weights, strict=True):
                    sums += weight * torch.stack([*metrics, norm]).cpu()
        self.updates += 1
        means = (sums / (count * ppo.epochs)).tolist()
        return {
            **dict(zip(METRICS, means, strict=True)),
            "explained_variance": float(explained),
            "choices": float(decided.mean()),
        }

    def gradients(
        self, rollout: Rollout, batch: torch.Tensor, advantages: torch.Tensor, returns: torch.Tensor
    ) -> tuple[Sequence[torch.Tensor], Sequence[torch.Tensor]]:
        """The gradient of the loss over some entries of a rollout, by parameter; and the metrics but the last."""
        ppo = self.config.ppo

        def at_batch(values: torch.Tensor) -> torch.Tensor:
            return values[batch].to(self.device)

        x = self.encode(rollout.rows[batch])
        # Illegal actions get a logit so low that their probability is 0; -inf would give nan in the entropy.
        log_probs = self.policy(x).masked_fill(~at_batch(rollout.masks), -1e9).log_softmax(dim=1)
        chosen = log_probs.gather(1, at_batch(rollout.actions)[:, None]).squeeze(1)
        log_ratio = chosen - at_batch(rollout.log_probs)
        ratio = log_ratio.exp()
        advantage = at_batch(advantages)
        # The objective stops rewarding a change of probability by more than the factor 1 +- clip.
        policy_loss = -torch.min(advantage * ratio, advantage * ratio.clamp(1 - ppo.clip, 1 + ppo.clip)).mean()
        # The bonus for entropy keeps the policy trying other actions.
        entropy = -(log_probs.exp() * log_probs).sum(dim=1).mean()
        value_loss = (self.critic(x)[:, 0] - at_batch(returns)).square().mean()
        loss = policy_loss - ppo.entropy * entropy + ppo.value * value_loss
        gradients = torch.autograd.grad(loss, self.parameters)
        with torch.no_grad():
            approx_kl = (ratio - 1 - log_ratio).mean()
            clip_fraction = ((ratio - 1).abs() > ppo.clip).float().mean()
        return gradients, [each.detach() for each in (policy_loss, value_loss, entropy, approx_kl, clip_fraction)]

    # --- how far the run is, and keeping it ---

    def fraction(self) -> float:
        """How much of the run is done, 0 to 1: of its decisions or of its time, whichever is further."""
        done = self.decisions / self.config.total_decisions
        if self.config.max_minutes is not None:
            done = max(done, self.seconds / 60 / self.config.max_minutes)
        return min(1.0, done)

    def learning_rate(self) -> float:
        """It falls in a straight line over the run."""
        ppo = self.config.ppo
        return ppo.learning_rate + self.fraction() * (ppo.final_learning_rate - ppo.learning_rate)

    def networks(self) -> dict[str, torch.Tensor]:
        """Weights of both networks by name, in the computer's own memory."""
        return {
            f"{kind}.{name}": tensor.cpu()
            for kind, network in (("policy", self.policy), ("critic", self.critic))
            for name, tensor in network.state_dict().items()
        }

    def tensors(self) -> dict[str, torch.Tensor]:
        """Everything that changes while learning, but ``progress``."""
        moments = {
            f"optimizer.{number}.{name}": tensor.cpu()
            for number, state in self.optimizer.state_dict()["state"].items()
            for name, tensor in state.items()
        }
        return {
            **self.networks(),
            **moments,
            "generator": self.generator.get_state(),
            **{f"tables.{i}.generator": each.generator.get_state() for i, each in enumerate(self.tables)},
            **{
                f"tables.{i}.env": torch.from_numpy(each.env.get_state().view(np.uint8))
                for i, each in enumerate(self.tables)
            },
        }

    def about(self) -> dict[str, Any]:
        """What the sidecar of a checkpoint says; ``step`` counts decisions."""
        return {
            **describe(self.rules),
            "config": self.config.model_dump(),
            "seed": self.config.seed,
            "step": self.decisions,
            "updates": self.updates,
            "seconds": self.seconds,
        }

    def restore(self, tensors: Mapping[str, torch.Tensor], about: Mapping[str, Any]) -> None:
        """Go on from what ``tensors`` and ``about`` gave.

        Raises:
            CheckpointError: it does not fit this configuration.
        """
        try:
            for kind, network in (("policy", self.policy), ("critic", self.critic)):
                network.load_state_dict(
                    {k.removeprefix(f"{kind}."): v for k, v in tensors.items() if k.startswith(f"{kind}.")}
                )
            moments: dict[int, dict[str, torch.Tensor]] = {}
            for name, tensor in tensors.items():
                if name.startswith("optimizer."):
                    _, number, what = name.split(".")
                    moments.setdefault(int(number), {})[what] = tensor
            self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": moments})
            self.generator.set_state(tensors["generator"])
            for i, tables in enumerate(self.tables):
                tables.generator.set_state(tensors[f"tables.{i}.generator"])
                tables.env.set_state(tensors[f"tables.{i}.env"].numpy().view(tables.env.get_state().dtype))
        except (KeyError, RuntimeError, ValueError) as error:
            raise CheckpointError(f"the checkpoint does not fit this configuration and version: {error}") from None
        self.decisions, self.updates, self.seconds = int(about["step"]), int(about["updates"]), float(about["seconds"])


def resume(learner: Learner, path: Path) -> str | None:
    """Take up a run from its checkpoint; the returned text says if it had to be the one before the last.

    Raises:
        CheckpointError: no readable checkpoint, or one of another configuration.
    """
    tensors, about, warning = load_latest(path)
    check_rules(about, learner.rules, path)
    changed = differences(make_config(about["config"], str(path)), learner.config)
    if changed:
        raise CheckpointError(f"{path} is of a run with another configuration ({'; '.join(changed)})")
    learner.restore(tensors, about)
    return warning


@dataclass
class Session:
    """What ``train`` did: how far the run was at its beginning, and whether it is finished now."""

    learner: Learner
    began_at: int
    finished: bool
    warning: str | None


def train(
    config: Config,
    folder: Path,
    *,
    on_start: Callable[[Learner, str | None], object] | None = None,
    on_update: Callable[[Learner, Mapping[str, float]], object] | None = None,
    evaluate: Callable[[Learner], Mapping[str, float]] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Session:
    """Train until the configuration's end, going on from the folder's checkpoint if it has one.

    Args:
        config: the run.
        folder: its folder; gets ``checkpoint.safetensors``, ``metrics.jsonl`` and ``tensorboard/``.
        on_start: called when all is set up, with a warning if the last checkpoint was damaged.
        on_update: called after each update with its metrics.
        evaluate: called every ``evaluation.every`` updates; gives metrics.
        stop: asked after each update; True ends the session after a checkpoint.

    Raises:
        CheckpointError: the folder's checkpoint is unusable or of another configuration.
    """
    learner = Learner(config)
    path = folder / "checkpoint.safetensors"
    warning = resume(learner, path) if exists(path) else None
    began_at = learner.decisions
    if on_start is not None:
        on_start(learner, warning)
    if learner.fraction() >= 1.0:
        return Session(learner, began_at, True, warning)
    logs = Logs(folder, learner.decisions)
    saved = time.monotonic()
    try:
        while learner.fraction() < 1.0:
            begin = time.monotonic()
            learning_rate = learner.learning_rate()
            rollout = learner.rollout()
            played = time.monotonic()
            metrics = learner.learn(rollout, learning_rate)
            seconds = time.monotonic() - begin
            learner.seconds += seconds
            metrics |= {
                "learning_rate": learning_rate,
                "decisions_per_second": rollout.index.size / seconds,
                "playing_part": (played - begin) / seconds,
                "minutes": learner.seconds / 60,
            }
            if evaluate is not None and config.evaluation.every and learner.updates % config.evaluation.every == 0:
                metrics |= evaluate(learner)
            logs.write(learner.decisions, metrics)
            if on_update is not None:
                on_update(learner, metrics)
            if stop():
                break
            if time.monotonic() - saved >= config.checkpoint_seconds:
                save_checkpoint(path, learner.tensors(), learner.about())
                saved = time.monotonic()
    finally:
        logs.close()
    save_checkpoint(path, learner.tensors(), learner.about())
    return Session(learner, began_at, learner.fraction() >= 1.0, warning)
