"""The seeds of a target as files: `python -m fuzz.seed_files TARGET FOLDER`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from fuzz.seeds import public_files
from fuzz.target import Target, load_target


def list_seeds(target: Target) -> Iterator[bytes]:
    """Those of the target, and what it makes of public files: libFuzzer would cut off what is too long."""
    yield from target.seeds()
    if target.from_file is not None:
        made = filter(None, map(target.from_file, public_files()))
        yield from (seed for seed in made if len(seed) <= target.longest)


def write_seeds(name: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for seed in list_seeds(load_target(name)):
        (folder / sha256(seed).hexdigest()[:16]).write_bytes(seed)


if __name__ == "__main__":
    write_seeds(sys.argv[1], Path(sys.argv[2]))
