"""Readers of Go, and a writer, among those of encrypted files: programs in `build/readers`, which `python -m tests.readers.install go`
builds there."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.readers.place import PLACE


def read_column(reader: str, path: Path, column: str, keys: Mapping[str, bytes]) -> list[str]:
    """Raises CalledProcessError where the reader refuses."""
    return _run(reader, "read", path, column, keys)


def write_file(path: Path, rows: int, key: bytes) -> None:
    """Of columns a and b, by arrow-go, with one key: several pages of version 2, and a page index."""
    _run("arrow-go", "write", path, str(rows), {"": key})


def _run(program: str, work: str, path: Path, word: str, keys: Mapping[str, bytes]) -> list[str]:
    """What it prints. No key is an argument of its process."""
    command = [str(PLACE / program), work, str(path), word]
    lines = "".join(f"{name}={key.hex()}\n" for name, key in keys.items())
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()
