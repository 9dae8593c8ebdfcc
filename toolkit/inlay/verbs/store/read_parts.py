"""The parts of a store, read as what a stranger may have made: whatever is wrong is an error that names the part."""

from __future__ import annotations

import os
import zlib
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, Final, cast

import pyarrow as pa

from inlay.ground.arrow_rows import Array, column_in
from inlay.ground.wording.amounts import count
from inlay.verbs.store.errors import StoreError
from inlay.verbs.store.manifest import StoreManifest, StorePart
from inlay.verbs.store.part_schema import FILE, PartSchema, read_part_schema

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

ROWS: Final = 4096
"""Of a row group of a part, at most; it bounds what is in memory."""

WHOLE_ROWS: Final = 256
"""At a time, where footers are among the columns."""

_FAULTS: Final = (pa.ArrowException, OSError, ValueError)
"""What pyarrow makes of bytes that are not Parquet, or not text."""

_END: Final = 8
REMOVED: Final = pa.schema([pa.field(FILE, pa.int64(), nullable=False)])


def read_rows(
    folder: str, part: StorePart, columns: Sequence[str] | None, *, rows: int = ROWS
) -> Iterator[pa.RecordBatch]:
    """The rows of a part, those that are removed too, with these columns in this order. Raises StoreError, OSError."""
    with open_part(folder, part) as (file, _):
        yield from iterate_batches(os.path.join(folder, part.name), file, columns, rows=rows)


@contextmanager
def open_part(folder: str, part: StorePart) -> Generator[tuple[ParquetFile, PartSchema]]:
    """Raises StoreError for a file that is no such part, OSError."""
    with _open(folder, part) as file:
        yield file, read_part_schema(os.path.join(folder, part.name), file.schema_arrow)


def list_removed(folder: str, manifest: StoreManifest) -> list[int]:
    """The numbers of files whose rows do not count."""
    part = manifest.removed
    if part is None:
        return []
    path = os.path.join(folder, part.name)
    with _open(folder, part) as file:
        if not file.schema_arrow.equals(REMOVED):
            raise StoreError(path, "its columns are not those of removed files")
        batches = iterate_batches(path, file, None)
        return [number for it in batches for number in list_numbers(column_in(it, FILE))]


@contextmanager
def _open(folder: str, part: StorePart) -> Generator[ParquetFile]:
    from pyarrow.parquet import ParquetFile

    path = os.path.join(folder, part.name)
    with open(path, "rb") as opened:
        if sum_footer(opened) != part.footer_crc:
            raise StoreError(path, "its footer is not the one that store.json knows")
        try:
            file = ParquetFile(opened, pre_buffer=False, page_checksum_verification=True)
        except _FAULTS as error:
            raise StoreError(path, _explain(error)) from None
        metadata = file.metadata
        groups = [metadata.row_group(at).num_rows for at in range(metadata.num_row_groups)]
        if metadata.num_rows != part.files or any(not 0 <= rows <= ROWS for rows in groups):
            raise StoreError(
                path, f"store.json says that it has {count(part.files, 'row')}, {ROWS:,} at a time"
            )
        yield file


def sum_footer(file: IO[bytes]) -> int:
    """The CRC-32 of a Parquet file's end, with its length and magic; of all of it where the end is none."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END))
    length = int.from_bytes(file.read(_END)[:4], "little")
    file.seek(max(0, size - _END - length))
    return zlib.crc32(file.read())


def iterate_batches(
    path: str,
    file: ParquetFile,
    columns: Sequence[str] | None,
    *,
    rows: int = ROWS,
    group: int | None = None,
) -> Iterator[pa.RecordBatch]:
    """So many rows at a time, of all row groups or of one."""
    reader: Any = file  # the stubs leave open what it takes
    batches: Iterator[pa.RecordBatch] = reader.iter_batches(
        batch_size=rows,
        row_groups=None if group is None else [group],
        columns=None if columns is None else [*columns],
        use_threads=False,
    )
    metadata = file.metadata
    left = metadata.num_rows if group is None else metadata.row_group(group).num_rows
    while True:
        try:
            batch = next(batches, None)
            if batch is not None:
                batch.validate(full=True)
        except _FAULTS as error:
            raise StoreError(path, _explain(error)) from None
        if batch is None:
            if left:
                raise StoreError(
                    path, f"its pages have {count(left, 'row')} less than its row groups"
                )
            return
        left -= batch.num_rows
        waiting = [batch]
        del batch
        yield waiting.pop()  # which is held by who asked alone: with footers in it, it is large


def list_numbers(array: Array) -> list[int]:
    """Of a column that is never null."""
    return cast("list[int]", array.to_pylist())


def _explain(error: Exception) -> str:
    return f"it cannot be read: {str(error).partition(chr(10))[0]}"
