"""Checkpoints: tensors in a safetensors file, whose header says what they belong to; beside it the same as JSON to read.

No pickle. A file is written under a temporary name and then renamed, so whatever moment the process dies at, either the
old file stands there or the new one, each complete: the header carries a digest of the tensors. The JSON sidecar is a
copy of the header for people and tools; reading needs the safetensors file alone, so the two cannot contradict each other.
The checkpoint before the last is kept under ``.previous`` and taken where the last is damaged.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from jass_env.errors import CheckpointError
from jass_env.rules import Rules

FORMAT = "jass-agent/1"
_KEY = "jass_env"


def describe(rules: Rules) -> dict[str, Any]:
    """What a checkpoint must agree with: variant, preset, options, layout hash, as values for JSON."""
    return {
        "variant": rules.name,
        "preset": rules.preset,
        "options": rules.options,
        "layout_hash": rules.layout_hash,
    }


def save_checkpoint(path: Path, tensors: Mapping[str, torch.Tensor], about: Mapping[str, Any], keep: bool = True) -> None:
    """Write ``path`` and its sidecar.

    Args:
        path: a ``.safetensors`` file; what stands there becomes ``.previous`` with ``keep``.
        tensors: any tensors by name.
        about: values for JSON.
    """
    tensors = {name: tensor.detach().contiguous() for name, tensor in tensors.items()}
    header = {"format": FORMAT, **about, "digest": _digest(tensors)}
    text = json.dumps(header, indent=1, sort_keys=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    data = save(tensors, metadata={_KEY: text})
    fresh = _write(path, data)
    if keep and path.exists():
        os.replace(path, _previous(path))
    os.replace(fresh, path)
    os.replace(_write(path.with_suffix(".json"), (text + "\n").encode()), path.with_suffix(".json"))


def load_checkpoint(path: Path) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
    """Read one file: its tensors and what it says about them.

    Raises:
        CheckpointError: there is none, it is damaged, or it is no checkpoint of jass_env.
    """
    try:
        with safe_open(path, framework="pt") as file:
            metadata = file.metadata() or {}
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except FileNotFoundError:
        raise CheckpointError(f"there is no checkpoint {path}") from None
    except (SafetensorError, OSError, ValueError) as error:
        raise CheckpointError(f"the checkpoint {path} is damaged or no safetensors file: {error}") from None
    if _KEY not in metadata:
        raise CheckpointError(f"{path} is a safetensors file, but no checkpoint of jass_env")
    try:
        about = json.loads(metadata[_KEY])
    except ValueError:
        raise CheckpointError(f"the checkpoint {path} is damaged: its header is not readable") from None
    if about.get("format") != FORMAT:
        raise CheckpointError(f"{path} has format {about.get('format')!r}; this version of jass_env reads {FORMAT!r}")
    if about.get("digest") != _digest(tensors):
        raise CheckpointError(f"the checkpoint {path} is damaged: its tensors are not those that were written")
    return tensors, about


def load_latest(path: Path) -> tuple[dict[str, torch.Tensor], dict[str, Any], str | None]:
    """Read ``path``, or the one before where it is damaged or missing; the third value then says what was wrong.

    Raises:
        CheckpointError: neither can be read.
    """
    try:
        return (*load_checkpoint(path), None)
    except CheckpointError as error:
        if not _previous(path).exists():
            raise
        try:
            tensors, about = load_checkpoint(_previous(path))
        except CheckpointError as second:
            raise CheckpointError(f"{error}; and the one before: {second}") from None
        return tensors, about, f"{error}; going on from the one before"


def exists(path: Path) -> bool:
    """Is there something that ``load_latest`` could read?"""
    return path.exists() or _previous(path).exists()


def find_checkpoint(path: Path) -> Path:
    """The checkpoint that a path means: the file itself, or in the folder of a run its agent or last checkpoint.

    Raises:
        CheckpointError: the folder has none.
    """
    if not path.is_dir():
        return path.with_suffix(".safetensors") if path.suffix == ".json" else path
    for name in ("agent.safetensors", "checkpoint.safetensors", "checkpoint.previous.safetensors"):
        if (path / name).exists():
            return path / name
    raise CheckpointError(f"the folder {path} has no checkpoint (agent.safetensors or checkpoint.safetensors)")


def check_rules(about: Mapping[str, Any], rules: Rules, source: Path) -> None:
    """Refuse a checkpoint of another variant, or of one whose observations or actions are laid out otherwise.

    Raises:
        CheckpointError: it is one.
    """
    if about.get("variant") != rules.name:
        raise CheckpointError(f"{source} was trained for variant {about.get('variant')!r}, not for {rules.name!r}")
    if about.get("layout_hash") != rules.layout_hash:
        now = json.loads(json.dumps(rules.options))
        then = about.get("options", {})
        changed = [f"{k}={then.get(k)!r}" for k in sorted(now | then) if now.get(k) != then.get(k)]
        why = f"it was trained with {', '.join(changed)}" if changed else "the observation has changed since"
        raise CheckpointError(f"{source} has layout {about.get('layout_hash')}, these rules have {rules.layout_hash}: {why}")


def _previous(path: Path) -> Path:
    return path.with_suffix(f".previous{path.suffix}")


def _write(path: Path, data: bytes) -> Path:
    """Write a temporary file beside ``path`` and make sure that it is on the disk."""
    fresh = path.with_name(f".{path.name}.tmp")
    with open(fresh, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return fresh


def _digest(tensors: Mapping[str, torch.Tensor]) -> str:
    digest = hashlib.sha256()
    for name in sorted(tensors):
        tensor = tensors[name]
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}".encode())
        digest.update(tensor.contiguous().view(-1).view(torch.uint8).numpy().tobytes())
    return digest.hexdigest()
