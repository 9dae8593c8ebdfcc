"""The seeds of a target as files: `python -m fuzz.seed_files TARGET FOLDER`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path

from fuzz.seeds import public_files
from fuzz.target import Target, load_target


def list_seeds(target: Target) -> Iterator[bytes]:
    """Those of the target, and what it makes of public files; none that is too long, for libFuzzer would cut it off."""
    made = () if target.from_file is None else filter(None, map(target.from_file, public_files()))
    yield from (seed for seed in chain(target.seeds(), made) if len(seed) <= target.longest)


def write_seeds(name: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for seed in list_seeds(load_target(name)):
        (folder / sha256(seed).hexdigest()[:16]).write_bytes(seed)


if __name__ == "__main__":
    write_seeds(sys.argv[1], Path(sys.argv[2]))
