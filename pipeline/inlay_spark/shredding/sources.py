"""A file of the lake as the single-file functions take it: wherever it lies, Parquet or lines of JSON."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager, nullcontext
from typing import IO, Any, Final, NamedTuple, cast

import pyarrow as pa

from inlay.ground.files.entries import FileEntry
from inlay.ground.files.local_store import LocalStore
from inlay.ground.files.source import Source, open_source
from inlay.ground.files.store import Store
from inlay.ground.files.whole import Whole
from inlay.rows.variants.file_shredding import shred_columns
from inlay.rows.variants.json_lines import count_lines, shred_lines
from inlay.rows.variants.opener import choose_opener
from inlay.rows.variants.sampling import count_sample
from inlay.rows.variants.source_column import could_be
from inlay.tables.scan.tail_file import TailFile
from inlay_spark.shredding.errors import DamagedDataError, ShredError
from inlay_variant.value.counting import Seen

LINES: Final = (".json", ".jsonl", ".ndjson")
PACKED: Final = (".gz", ".zst", ".lz4", ".bz2", ".xz")
"""Behind one of those. Anything else is Parquet, or a problem."""


def is_lines(path: str) -> bool:
    name, _, suffix = path.rpartition(".")
    return (name if f".{suffix}" in PACKED else path).endswith(LINES)


class WantedFile(NamedTuple):
    """A file to shred, and the place of its output below the directory."""

    entry: FileEntry
    output: str


def output_of(entry: FileEntry) -> str:
    """Its place below the directory: the one below what was asked for. What was asked for may be a partition, and
    then it stays one."""
    root = entry.path[: entry.root].rstrip("/")
    while "=" in root.rpartition("/")[2]:
        root = root.rpartition("/")[0]
    below = entry.path[len(root) :].lstrip("/")
    return f"{below}.parquet" if is_lines(below) else below


def sample(
    store: Store, entry: FileEntry, columns: list[str], rows: int, start: float, tolerant: bool
) -> tuple[dict[str, Seen], list[str]]:
    """What some rows of each column that is there look like, and for a file that lacks one the columns that could be meant."""
    if is_lines(entry.path):
        column = _only(columns)
        with _lines(store, entry) as file:
            seen = count_lines(file, entry.path, rows)
        return {column: seen}, []
    counts: dict[str, Seen] = {}
    with _source(store, entry) as source:
        for column in columns:
            read = count_sample(source, column, rows=rows, start=start, tolerant=tolerant)
            if read is not None:
                counts[column] = read
        if len(counts) == len(columns):
            return counts, []
        with choose_opener(source)(True) as parquet:
            return counts, could_be(parquet.schema_arrow)


class ShreddedFile(NamedTuple):
    """How many rows, the columns that the file lacks, and what of its other columns stayed behind."""

    rows: int
    without: list[str]
    notes: list[str]


def write(
    store: Store,
    entry: FileEntry,
    out: str | os.PathLike[str],
    schemas: Mapping[str, pa.DataType],
    exact: bool,
    tolerant: bool = False,
) -> ShreddedFile:
    notes: list[str] = []
    if is_lines(entry.path):
        column = _only(list(schemas))
        with _lines(store, entry) as file:
            schema = schemas[column]
            rows = shred_lines(file, entry.path, os.fspath(out), column, schema, exact=exact)
        return ShreddedFile(rows, [], notes)
    with _source(store, entry) as source:
        rows, without = shred_columns(
            source, out, schemas, exact=exact, tolerant=tolerant, tell=notes.append
        )
    return ShreddedFile(rows, without, notes)


def _only(columns: list[str]) -> str:
    if len(columns) != 1:
        raise ShredError(f"lines of JSON are one column, and {len(columns):,} were asked for")
    return columns[0]


class _WatchedFile(TailFile):
    """Remembers whether it was the store that failed."""

    has_failed = False

    def read_at(self, offset: int, size: int, /) -> bytes:
        try:
            return super().read_at(offset, size)
        except OSError:
            self.has_failed = True
            raise


@contextmanager
def _source(store: Store, entry: FileEntry) -> Generator[Source]:
    """Raises DamagedDataError for what pyarrow and gzip say of their data, which is an OSError like that of a disk; but a
    disk that fails has a number, and a store fails where it is read."""
    with nullcontext(None) if isinstance(store, LocalStore) else store.open(entry) as handle:
        watched = _WatchedFile(entry.path, handle) if handle is not None else None
        try:
            yield watched or entry.path
        except OSError as error:
            if error.errno is not None or (watched is not None and watched.has_failed):
                raise
            raise DamagedDataError(str(error)) from error


@contextmanager
def _lines(store: Store, entry: FileEntry) -> Generator[IO[bytes]]:
    with _source(store, entry) as source, open_source(source) as file:
        raw: Any = Whole(file, entry.size)
        yield cast("IO[bytes]", raw)
