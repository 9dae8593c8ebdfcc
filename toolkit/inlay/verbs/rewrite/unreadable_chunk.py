"""The column chunk that pyarrow could not read: its errors name neither the file nor the column."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pyarrow as pa

from inlay.pages.engine.chunk_metadata import path_of
from inlay.pages.engine.errors import ChunkError
from inlay.verbs.rewrite.bare_file import BareRows
from inlay.verbs.rewrite.bare_schema import ReadFor
from inlay_runtime.finding import Finding
from parquet_format.parquet import FileMetaData

_DAMAGED = "`inlay verify --data` says what is wrong; `inlay drop` leaves the column out"
_UNKNOWN = (
    "`inlay drop` leaves the column out; or the program that wrote it writes another encoding"
)


@contextmanager
def place_unreadable(rows: BareRows, metadata: FileMetaData) -> Generator[None]:
    """Raises ChunkError, which names file, row group and column, for pyarrow's errors about pages. `metadata` is that of the file."""
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:  # it is the operating system's
            raise
        if isinstance(error, pa.ArrowMemoryError):
            raise
        raise _find_unreadable(rows, metadata, error) from error


def _find_unreadable(rows: BareRows, metadata: FileMetaData, error: Exception) -> ChunkError:
    """The first chunk that cannot be read by itself."""
    try:
        return _try_chunks(rows, metadata) or _explain(rows.name, "", error, 0)
    except (pa.ArrowException, OSError):  # not even its footer can be read
        return _explain(rows.name, "", error, 0)


def _try_chunks(rows: BareRows, metadata: FileMetaData) -> ChunkError | None:
    there = [place for place in rows.places if place is not None]
    with rows.open(ReadFor.BITS, ignore_finding) as file:
        leaves = [file.schema.column(at).path for at in range(len(file.schema))]
        for group, row_group in enumerate(metadata.row_groups):
            for place, path in zip(there, leaves, strict=True):
                if (said := _try_chunk(file, group, path)) is not None:
                    column = rows.tree.leaves[rows.places.index(place)]
                    where = f"{path_of((group, place))}: column {'.'.join(column.path)}"
                    meta = row_group.columns[place].meta_data
                    start = meta.data_page_offset if meta is not None else 0
                    return _explain(rows.name, where, said, start)
    return None


def _try_chunk(file: Any, group: int, path: str) -> Exception | None:
    try:
        for _ in file.iter_batches(row_groups=[group], columns=[path]):
            pass
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        return error
    return None


def _explain(name: str, where: str, error: Exception, start: int) -> ChunkError:
    said = " ".join(str(error).split()).rstrip(".")
    is_unknown = isinstance(error, pa.ArrowNotImplementedError) or "nknown encoding" in said
    hint = _UNKNOWN if is_unknown or "odec" in said else _DAMAGED
    chunk = ChunkError(f"pyarrow cannot read its pages: {said} ({hint})", start)
    chunk.place = f"{name}: {where}" if where else name
    return chunk


def ignore_finding(_: Finding) -> None:
    """It was said when the file was read first."""
