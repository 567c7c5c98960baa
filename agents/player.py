"""A checkpoint as a player."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from agents.checkpoint import check_rules, find_checkpoint, load_checkpoint
from agents.config import make_config
from agents.networks import Encoder, make_policy
from jass_env.errors import CheckpointError
from jass_env.players.base import scramble
from jass_env.rules import Rules


class NetworkPlayer:
    """Plays the policy of a checkpoint: its most likely action, or one drawn with its probabilities.

    The network runs in double precision and its logits are rounded to nine places, so that the last bits, which depend
    on the size of the batch and the processor, do not decide between equal actions.
    """

    def __init__(self, name: str, encoder: Encoder, policy: torch.nn.Module, sample: bool = False) -> None:
        self.name = name
        self.sample = sample
        self._encoder = encoder
        self._policy = policy.double().eval()
        self._scale = torch.as_tensor(encoder.scale[: encoder.observation_width], dtype=torch.float64)

    def logits(self, observation: np.ndarray, action_mask: np.ndarray, namings: np.ndarray) -> np.ndarray:
        """Logits of the renamed actions, float64 (n, A), -inf where illegal."""
        rows = torch.from_numpy(self._encoder.rows(observation, namings))
        with torch.inference_mode():
            logits = self._policy(rows.double() * self._scale).numpy().round(9)
        return np.where(self._encoder.masks(action_mask, namings), logits, -np.inf)

    def act(self, observation: np.ndarray, action_mask: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """Choose an action for each row; see ``jass_env.players.Player.act``."""
        namings = self._encoder.namings(observation)
        logits = self.logits(observation, action_mask, namings)
        if self.sample:
            # The largest of logit + Gumbel noise is drawn with the probabilities of the softmax.
            numbers = np.arange(logits.shape[1], dtype=np.uint64)
            words = scramble(scramble(seeds)[:, None] ^ numbers[None, :])
            uniform = ((words >> np.uint64(11)).astype(np.float64) + 0.5) / 2.0**53
            logits = logits - np.log(-np.log(uniform))
        return self._encoder.original(logits.argmax(axis=1), namings)


def load_player(path: Path, rules: Rules, sample: bool = False) -> NetworkPlayer:
    """The player of a checkpoint.

    Args:
        path: a ``.safetensors`` file, its ``.json``, or the folder of a run.
        rules: the rules it is to play by.
        sample: draw actions instead of taking the most likely one.

    Raises:
        CheckpointError: none there, damaged, or of another variant or layout.
    """
    file = find_checkpoint(path)
    tensors, about = load_checkpoint(file)
    check_rules(about, rules, file)
    config = make_config(about["config"], str(file))
    encoder = Encoder(rules, config.network)
    policy = make_policy(encoder, config.network)
    try:
        policy.load_state_dict({k.removeprefix("policy."): v for k, v in tensors.items() if k.startswith("policy.")})
    except RuntimeError as error:
        raise CheckpointError(f"{file} does not hold the network of its configuration: {error}") from None
    return NetworkPlayer(config.name, encoder, policy, sample)
