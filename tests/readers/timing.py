"""How long a reader takes to open a file without an extension, with a small and with a large one."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inlay_runtime.append import append_extension
from inlay_runtime.extension import Header
from tests.readers.outcome import Kind
from tests.readers.process import ReaderProcess
from tests.readers.sources import joined, split, write_wide

SIZES: Final = {"none": None, "1 KiB": 1 << 10, "1 MiB": 1 << 20}
ROUNDS: Final = 31


@dataclass(frozen=True, slots=True)
class Opening:
    """`median` seconds where the file was opened, and else a word for that it was not."""

    median: float | None
    otherwise: str = ""


def write_timed(folder: Path) -> dict[str, Path]:
    """One file of 100 columns in 4 row groups, with an extension in FileMetaData of each size, of zeros, which harm no reader."""
    plain = folder / "wide.parquet"
    write_wide(plain)
    data, footer = split(plain.read_bytes())
    paths: dict[str, Path] = {}
    for number, (name, size) in enumerate(SIZES.items()):
        paths[name] = folder / f"wide_{number}.parquet"
        made = footer if size is None else append_extension(footer, bytes(size), Header.SPEC)
        paths[name].write_bytes(joined(data, made))
    return paths


def measure_openings(
    readers: Iterable[str], paths: Mapping[str, Path], rounds: int = ROUNDS
) -> dict[str, dict[str, Opening]]:
    """By reader and size. The sizes take turns, each time in another order; a size at which the reader failed is not tried again."""
    return {reader: _openings(reader, paths, rounds) for reader in readers}


def _openings(reader: str, paths: Mapping[str, Path], rounds: int) -> dict[str, Opening]:
    seconds: dict[str, list[float]] = {size: [] for size in paths}
    failed: set[str] = set()
    sizes = list(paths)
    with ReaderProcess(reader) as process:
        for attempt in range(rounds + 1):
            turn = attempt % len(paths)
            for size in [*sizes[turn:], *sizes[:turn]]:
                if size in failed:
                    continue
                outcome = process.open(paths[size])
                if outcome.kind is not Kind.READ:
                    failed.add(size)
                elif attempt:
                    seconds[size].append(outcome.seconds)
    return {
        size: (
            Opening(None, "fails") if size in failed else Opening(statistics.median(seconds[size]))
        )
        for size in paths
    }
