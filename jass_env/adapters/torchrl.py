"""TorchRL (``pip install 'jass-env[torchrl]'``): one seat in each of many matches as a batched ``EnvBase``, and players.

PettingZoo's form works in TorchRL as it is: ``PettingZooWrapper(jass_env.env("schieber"), use_mask=True)``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jass_env.adapters import need
from jass_env.errors import OptionError
from jass_env.gym import SeatMatches, Spec, checked_seat, seat_players
from jass_env.rules import Rules

need("torchrl", "torchrl")

import torch  # noqa: E402
from tensordict import TensorDict, TensorDictBase  # noqa: E402
from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded  # noqa: E402
from torchrl.envs import EnvBase  # noqa: E402
from torchrl.envs.utils import ExplorationType, set_exploration_type  # noqa: E402


class JassTorchEnv(EnvBase):
    """One seat in each of many matches, on the batched engine; players sit on the others.

    Batch size (N,). Keys: ``observation`` int8 (N, D), ``action_mask`` bool (N, A), ``action`` int64 (N,), ``reward``
    float32 (N, 1): the seat's own, summed since its last decision. Random actions (``rollout`` without a policy) are legal.

    Attributes:
        rules: the rules in force.
        seat: the seat whose decisions the steps are.
        players: who plays the others, by seat.
    """

    def __init__(
        self,
        variant: str,
        num_envs: int,
        *,
        opponents: Spec | list[Spec] = "random",
        partner: Spec | None = None,
        seat: int = 0,
        seed: int | None = None,
        threads: int = 1,
        preset: str | None = None,
        episode: str = "match",
        reward: str = "score",
        device: Any = "cpu",
        **options: Any,
    ) -> None:
        """Make a batch.

        Args:
            variant: name of the variant.
            num_envs: number of matches N.
            opponents, partner, seat, preset, episode, reward: as for ``jass_env.gym.JassSeatEnv``.
            seed: as ``set_seed``; None: from the system.
            threads: slices of the batch that the engine works on at the same time.
            device: where the tensors go; the engine itself runs on the CPU.
            **options: the variant's house rules.

        Raises:
            As ``JassSeatEnv``.
        """
        super().__init__(device=device, batch_size=[num_envs])
        self.rules = Rules(variant, preset=preset, episode=episode, reward=reward, options=options)
        self.seat = checked_seat(self.rules, seat)
        self.players = seat_players(self.rules, self.seat, opponents, partner)
        self._matches = SeatMatches(self.rules, num_envs, self.seat, self.players, threads)
        self._seed_to_use = seed
        size, actions = self.rules.observation_size, len(self.rules.actions)
        low, high = (torch.from_numpy(bound).expand(num_envs, size) for bound in self.rules.bounds(self.rules.layout))
        self.observation_spec = Composite(
            observation=Bounded(low, high, shape=(num_envs, size), dtype=torch.int8, device=device),
            action_mask=Binary(actions, shape=(num_envs, actions), dtype=torch.bool, device=device),
            shape=(num_envs,),
            device=device,
        )
        self.action_spec = Categorical(actions, shape=(num_envs,), dtype=torch.int64, device=device)
        self.reward_spec = Unbounded(shape=(num_envs, 1), dtype=torch.float32, device=device)
        done = Categorical(2, shape=(num_envs, 1), dtype=torch.bool, device=device)
        self.done_spec = Composite(
            done=done, terminated=done.clone(), truncated=done.clone(), shape=(num_envs,), device=device
        )

    def _reset(self, tensordict: TensorDictBase | None = None, **kwargs: Any) -> TensorDict:
        where = None if tensordict is None else tensordict.get("_reset", None)
        if where is not None:
            where = where.reshape(-1).cpu().numpy()
        self._matches.reset(self._seed_to_use, where=where)
        self._seed_to_use = None
        return TensorDict({**self._view(), **self._ends()}, self.batch_size, device=self.device)

    def _step(self, tensordict: TensorDictBase) -> TensorDict:
        self._matches.step(tensordict["action"].cpu().numpy(), ~self._matches.is_done)
        reward = torch.from_numpy(self._matches.reward.astype(np.float32)).unsqueeze(-1)
        return TensorDict({**self._view(), **self._ends(), "reward": reward}, self.batch_size, device=self.device)

    def _set_seed(self, seed: int | None) -> None:
        """The next reset begins matches of ``seed`` and the numbers after it."""
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
            raise OptionError(f"seed={seed!r}: a whole number is needed")
        self._seed_to_use = seed

    def _view(self) -> dict[str, torch.Tensor]:
        """What the seat sees and may do; random actions are drawn from that."""
        env, done = self._matches.env, self._matches.is_done
        observations, masks = env.observation.copy(), env.action_mask.astype(np.bool_)
        for match in np.flatnonzero(done).tolist():
            observations[match] = env.observe(match, self.seat)
        # Where nothing is left to decide any action is taken, and ignored.
        self.action_spec.update_mask(torch.from_numpy(masks | done[:, None]).to(self.device))
        return {"observation": torch.from_numpy(observations), "action_mask": torch.from_numpy(masks & ~done[:, None])}

    def _ends(self) -> dict[str, torch.Tensor]:
        terminated, truncated = self._matches.terminated, self._matches.truncated
        ends = {"terminated": terminated, "truncated": truncated, "done": terminated | truncated}
        return {key: torch.from_numpy(value.copy()).unsqueeze(-1) for key, value in ends.items()}


class ActorPlayer:
    """A TorchRL actor that writes ``action`` as a player: for ``jass_env.arena``, or as the opponent of the next actor."""

    def __init__(self, actor: Any, name: str = "torchrl") -> None:
        """Take the actor as it is at each decision; it plays its most likely action."""
        self.name = name
        self.actor = actor

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """See ``jass_env.players.Player.act``."""
        seen = {"observation": torch.from_numpy(observation), "action_mask": torch.from_numpy(action_mask != 0)}
        with torch.no_grad(), set_exploration_type(ExplorationType.DETERMINISTIC):
            chosen = self.actor(TensorDict(seen, [len(observation)]))["action"]
        actions: np.ndarray = chosen.cpu().numpy().astype(np.int64)
        return actions
