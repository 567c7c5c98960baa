"""Minari (``pip install 'jass-env[minari]'``): records as a dataset of episodes, one for each seat of each match.

An episode has the seat's decisions, and what it sees at the end. Observations are dictionaries, as those of the environment:
``observation`` int8 (D,), ``action_mask`` int8 (A,), all zeros at the end. The reward of a step is the seat's own, up to its
next decision. Minari keeps a folder for each episode: for many matches ``jass_env.datasets`` is the lighter form, and the
only one that gives records back.
"""

from __future__ import annotations

import json
import shutil
import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from jass_env.adapters import need
from jass_env.datasets import Decisions, WatchedMatch, check_returns, describe, rewarded, rules_described, watch
from jass_env.errors import DatasetError
from jass_env.record import rules_of
from jass_env.rules import Rules

need("minari", "minari")

import minari  # noqa: E402
from minari.data_collector import EpisodeBuffer  # noqa: E402
from minari.dataset.minari_dataset import parse_dataset_id  # noqa: E402
from minari.storage.datasets_root_dir import get_dataset_path  # noqa: E402


def to_minari(
    dataset_id: str,
    records: Iterable[Mapping[str, Any]],
    *,
    reward: str = "score",
    data_format: str = "parquet",
) -> minari.MinariDataset:
    """Make a local Minari dataset of records, which are replayed with every check.

    Args:
        dataset_id: as Minari has them, such as "jass/schieber/rules-v0"; new.
        records: of one variant with the same options, read one by one.
        reward: "score", "margin", "outcome" or "points".
        data_format: Minari's, "parquet" or "arrow".

    Raises:
        DatasetError: there are no records, a dataset of this name exists, or the name is none that Minari takes.
        RecordError: a record does not agree with the rules, or is one of other rules than the first. The dataset is removed.
    """
    try:
        parse_dataset_id(dataset_id)
    except (TypeError, ValueError):
        raise DatasetError(
            f"dataset_id={dataset_id!r:.80}: a name and a version are needed, such as 'jass/schieber/rules-v0'"
        ) from None
    if get_dataset_path(dataset_id).exists():
        raise DatasetError(f"dataset {dataset_id!r} exists already: delete it first, or take another version")
    dataset, rules = None, None
    try:
        for number, record in enumerate(records):
            rules = rules or rewarded(rules_of(record), reward)
            episodes = list(_episodes(watch(record, number, rules), number))
            if dataset is None:
                dataset = _create(dataset_id, rules, episodes, data_format)
            else:
                dataset.update_dataset_from_buffer(episodes)
        if dataset is None or rules is None:
            raise DatasetError("no records: a dataset has at least one match")
        dataset.storage.update_metadata({"jass_env": json.dumps(describe(rules))})  # last: it says that the dataset is whole
    except BaseException:
        shutil.rmtree(get_dataset_path(dataset_id), ignore_errors=True)
        raise
    return minari.load_dataset(dataset_id)


def from_minari(dataset: minari.MinariDataset, gamma: float = 1.0) -> Iterator[Decisions]:
    """The decisions of a dataset that ``to_minari`` made, an episode at a time; ``agent`` and ``hand`` are not kept.

    Args:
        dataset: the dataset.
        gamma: discount of the returns, 0 to 1.

    Raises:
        OptionError: no such discount.
        DatasetError: the dataset is none of jass_env, not whole, or of another version, variant or options.
    """
    check_returns(minari_rules(dataset).reward, "match", gamma)
    return _decisions(dataset, gamma)


def _decisions(dataset: minari.MinariDataset, gamma: float) -> Iterator[Decisions]:
    indices = dataset.episode_indices
    places = dataset.storage.get_episode_metadata(indices)
    for episode, place in zip(dataset.iterate_episodes(indices), places, strict=True):
        size = len(episode.actions)
        returns = np.zeros(size)
        total = 0.0
        for step in reversed(range(size)):
            total = episode.rewards[step] + gamma * total
            returns[step] = total
        yield Decisions(
            match=np.full(size, place["options"]["match"], dtype=np.int32),
            hand=np.full(size, -1, dtype=np.int16),
            seat=np.full(size, place["options"]["seat"], dtype=np.int8),
            agent=np.full(size, "", dtype=object),
            observation=np.asarray(episode.observations["observation"], dtype=np.int8)[:size],
            action_mask=np.asarray(episode.observations["action_mask"], dtype=np.int8)[:size],
            action=np.asarray(episode.actions, dtype=np.int16),
            reward=np.asarray(episode.rewards, dtype=np.float32),
            returns=returns.astype(np.float32),
            terminated=np.asarray(episode.terminations, dtype=np.bool_),
            truncated=np.asarray(episode.truncations, dtype=np.bool_),
        )


def minari_rules(dataset: minari.MinariDataset) -> Rules:
    """The rules of a dataset that ``to_minari`` made. Raises DatasetError as ``from_minari``."""
    name = dataset.spec.dataset_id
    try:
        return rules_described(json.loads(dataset.storage.metadata["jass_env"]))
    except DatasetError as error:
        raise DatasetError(f"dataset {name!r}: {error}") from None
    except (KeyError, TypeError, ValueError) as error:
        raise DatasetError(
            f"dataset {name!r} is no whole dataset of jass_env: its metadata lack or damage 'jass_env'"
        ) from error


def _create(dataset_id: str, rules: Rules, episodes: list[EpisodeBuffer], data_format: str) -> minari.MinariDataset:
    low, high = rules.bounds(rules.layout)
    size = len(rules.actions)
    observations = spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (size,), dtype=np.int8),
        }
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # Minari would like an environment of its own beside the spaces
        return minari.create_dataset_from_buffers(
            dataset_id,
            episodes,
            observation_space=observations,
            action_space=spaces.Discrete(size),
            description=f"Jass ({rules.name}), an episode for each seat of each match; the reward is {rules.reward!r}.",
            data_format=data_format,
        )


def _episodes(match: WatchedMatch, number: int) -> Iterator[EpisodeBuffer]:
    """The match as every seat that decided anything went through it."""
    found = match.decisions(number)
    for seat in range(match.rules.seats):
        own = found[found.seat == seat]
        if len(own):
            yield EpisodeBuffer(
                observations={
                    "observation": np.concatenate([own.observation, match.observe(seat)[None]]),
                    "action_mask": np.concatenate([own.action_mask, np.zeros_like(own.action_mask[:1])]),
                },
                actions=own.action.astype(np.int64),
                rewards=own.reward.astype(np.float64),
                terminations=own.terminated,
                truncations=own.truncated,
                options={"match": number, "seat": seat},
            )
