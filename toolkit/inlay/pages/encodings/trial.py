"""What each encoding would make of a column: bytes, and how long they take to decode."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from inlay.ground.files.source import read_at
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.encodings.configured_columns import match_configured
from inlay.pages.encodings.encode_chunk import OldPages, encode_plain, move_to, read_plain
from inlay.pages.encodings.errors import DeclinedError, PluginFailedError
from inlay.pages.encodings.payload import measure_extension, measure_plain
from inlay.pages.encodings.plugin_calls import decode_values
from inlay.pages.encodings.plugins import Encodings, ValueEncoding
from inlay.pages.encodings.transcode import PlainPage
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.thrift_file import ThriftFile
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import FileMetaData, Type

WORTHWHILE: Final = 0.1
"""The part of a column's bytes that has to be saved, for `--auto` to pick it: another encoding costs every reader that
knows it some code, and the others some space."""

FETCHED: Final = 100_000_000
"""Bytes that a reader gets in a second; about what one request to an object store gives."""


@dataclass(slots=True)
class Attempt:
    """A column in one encoding; `seconds` are those of the processor, for decoding `size` bytes to `plain` ones.
    What the footer says of the new pages is among the `size`: in a small chunk, it is more than they are.

    `reason` says why it cannot have the encoding.
    """

    encoding: ValueEncoding | None
    """None for the column as it is."""
    size: int = 0
    plain: int = 0
    seconds: float = 0.0
    reason: str = ""

    @property
    def cost(self) -> float:
        """Seconds to get the column and to decode it."""
        return self.size / FETCHED + self.seconds

    @property
    def speed(self) -> float:
        """Bytes of values a second."""
        return self.plain / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class Trial:
    """A column as it is, and in each encoding for values of its type."""

    name: str
    position: int
    old: Attempt
    attempts: Sequence[Attempt]
    type: str

    @property
    def best(self) -> Attempt | None:
        """Of those that work, the one that is read fastest."""
        possible = [attempt for attempt in self.attempts if not attempt.reason and attempt.size]
        return min(possible, key=lambda attempt: attempt.cost, default=None)

    @property
    def encoding(self) -> ValueEncoding | None:
        return None if self.best is None else self.best.encoding

    @property
    def reason(self) -> str:
        """Why there is no best one."""
        if not self.attempts:
            return f"no encoding in use takes {self.type}"
        return next((attempt.reason for attempt in self.attempts if attempt.reason), "no values")

    def saves(self, attempt: Attempt) -> float:
        """The part of its bytes that is saved; negative where it grows."""
        return 1 - attempt.size / self.old.size if self.old.size else 0.0

    @property
    def saving(self) -> float:
        return 0.0 if self.best is None else self.saves(self.best)

    @property
    def is_worthwhile(self) -> bool:
        """Whether the best one saves bytes, and no reader waits longer for it."""
        return (
            self.best is not None and self.saving >= WORTHWHILE and self.best.cost <= self.old.cost
        )


def try_encodings(
    file: ThriftFile, encodings: Encodings, columns: Sequence[int] | None = None
) -> list[Trial]:
    """Each column, or each of these, in all encodings for its type; the one that saves most bytes first.

    Raises ColumnNameError for a name of the configuration that several columns have.
    """
    import_module("pyarrow.parquet")  # which is not part of what the first column takes
    metadata = file.metadata()
    tree = SchemaTree(metadata.schema)
    configured = match_configured(tree, encodings.columns)
    trials = [
        _try_column(
            file,
            metadata,
            at,
            Leaf.of(tree.leaves[at]),
            [configured[at]] if at in configured else encodings,
        )
        for at in (range(len(tree.leaves)) if columns is None else columns)
    ]
    return sorted(trials, key=lambda trial: -trial.saving * trial.old.size)


def fits_column(encoding: ValueEncoding, metadata: FileMetaData, at: int) -> bool:
    """Whether it is one for the type of the column."""
    metas = [row_group.columns[at].meta_data for row_group in metadata.row_groups]
    return all(meta is not None and meta.type in encoding.types for meta in metas)


def _try_column(
    file: ThriftFile,
    metadata: FileMetaData,
    at: int,
    leaf: Leaf,
    possible: Iterable[ValueEncoding],
) -> Trial:
    old = Attempt(None)
    attempts = [Attempt(encoding) for encoding in possible if fits_column(encoding, metadata, at)]
    declined: dict[int, str] = {}
    for pages in _chunks(file, metadata, at, leaf) if attempts else ():
        try:
            plain = _read_timed(pages, old)
        except ChunkError as error:
            for attempt in attempts:
                attempt.reason = str(error)
            break
        for number, attempt in enumerate(attempts):
            try:
                if not attempt.reason:
                    _encode_timed(pages, plain, attempt)
            except DeclinedError as error:
                declined[number] = error.reason
                attempt.size += len(pages.data)
            except (ChunkError, PluginFailedError) as error:
                attempt.reason = str(error)
            except RefusedError as error:  # of a plug-in that misses a package
                attempt.reason = error.reason
    for number, reason in declined.items():
        if not attempts[number].plain:
            attempts[number].reason = reason
    return Trial(leaf.name, at, old, attempts, _name_type(metadata, at))


def _chunks(file: ThriftFile, metadata: FileMetaData, at: int, leaf: Leaf) -> Iterator[OldPages]:
    for row_group in metadata.row_groups:
        meta = row_group.columns[at].meta_data
        if meta is not None and meta.num_values:
            start, end = locate_pages(meta)
            data = read_at(file.source, start, end - start)
            yield OldPages(data, meta, leaf, row_group.num_rows, start)


def _read_timed(pages: OldPages, old: Attempt) -> list[PlainPage]:
    start = time.thread_time()
    plain = read_plain(pages)
    old.seconds += time.thread_time() - start
    old.size += len(pages.data)
    old.plain += sum(len(page.values) for page in plain)
    return plain


def _encode_timed(pages: OldPages, plain: Sequence[PlainPage], attempt: Attempt) -> None:
    assert attempt.encoding is not None
    payload, data = encode_plain(pages, plain, attempt.encoding)
    start = time.thread_time()
    _decode(payload, memoryview(data), attempt.encoding, pages.meta.type)
    attempt.seconds += time.thread_time() - start
    attempt.size += len(data) + _measure_placed(payload, pages.at)
    attempt.plain += sum(len(page.values) for page in plain)


def _measure_placed(payload: ColumnEncoding, offset: int) -> int:
    """Bytes of the extension in a file, where no field of a place is left out for being 0."""
    move_to(payload, offset)
    payload.original.span = payload.original.length
    return measure_extension(payload)


def _decode(
    payload: ColumnEncoding, data: memoryview, encoding: ValueEncoding, type_: Type
) -> None:
    for number, page in enumerate(payload.pages):
        if page.num_present:
            values = data[page.offset + page.levels : page.offset + page.length]
            size = measure_plain(payload, number, type_)
            decode_values(encoding, values, page.num_present, type_, size)


def _name_type(metadata: FileMetaData, at: int) -> str:
    for row_group in metadata.row_groups:
        meta = row_group.columns[at].meta_data
        if meta is not None:
            return meta.type.name
    return "values of a file without row groups"
