"""How far a phase is: from the rows that its tasks have left in the journal, which works without a SparkContext, and
on Spark Connect."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from glob import escape
from typing import Any, Final, NamedTuple, Protocol

import pyarrow.parquet as pq

from inlay_spark.migration.folder import filesystem_of
from inlay_spark.migration.journal import Journal
from inlay_spark.migration.rows import PROBLEM

EVERY: Final = 1.0
"""Seconds between two looks."""

_TASKS: Final = "_temporary/*/task_*/*.parquet"
"""Where Spark keeps what a task has committed, until the job does."""


class Load(NamedTuple):
    """What a phase has before it: files, and bytes of them. Nobody knows before a listing."""

    files: int
    size: int


class Progress(Protocol):
    """Who is told. `advance` says what is new since the last time."""

    def start(self, phase: str, load: Load) -> None: ...
    def advance(self, files: int, size: int, problems: int) -> None: ...
    def end(self) -> None: ...


class Quiet:
    def start(self, phase: str, load: Load) -> None: ...
    def advance(self, files: int, size: int, problems: int) -> None: ...
    def end(self) -> None: ...


QUIET: Final = Quiet()


@contextmanager
def watching(journal: Journal, phase: str, load: Load, progress: Progress) -> Generator[None]:
    """Tells `progress` about the phase while it lasts; what nobody saw in time is told at its end."""
    progress.start(phase, load)
    if isinstance(progress, Quiet):
        yield
        return
    seen = _Seen(journal.phase(phase))
    over = threading.Event()

    def watch() -> None:
        while not over.wait(EVERY):
            progress.advance(*seen.look(_TASKS))

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
        over.set()
        thread.join()
        progress.advance(*seen.look("*.parquet"))
    finally:
        over.set()
        progress.end()


class _Seen:
    """The parts that were counted already; they keep their names when the job commits."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._names: set[str] = set()

    def look(self, pattern: str) -> tuple[int, int, int]:
        """Files, bytes and problems in parts that are new."""
        files = size = problems = 0
        for path, fs in self._new(pattern):
            try:
                with fs.open(path, "rb") as file:
                    table = pq.ParquetFile(file).read(columns=["state", "size"])
            except (OSError, ValueError):
                continue  # it was moved; the next look finds it again
            self._names.add(_name(path))
            files += table.num_rows
            size += sum(filter(None, table["size"].to_pylist()))
            problems += table["state"].to_pylist().count(PROBLEM)
        return files, size, problems

    def _new(self, pattern: str) -> list[tuple[str, Any]]:
        fs, root = filesystem_of(self._folder)
        fs.invalidate_cache()
        try:
            found = map(str, fs.glob(f"{escape(root)}/{pattern}"))
        except OSError:
            return []  # how far a phase is, is worth no failure of it
        return [(path, fs) for path in found if _name(path) not in self._names]


def _name(path: str) -> str:
    return path.rpartition("/")[2]
