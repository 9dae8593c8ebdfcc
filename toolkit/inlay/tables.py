"""The data of a file of any form, through pyarrow: `inlay.read_table` and a batch iterator.

pyarrow reads Thrift footers. Of a final file it is shown what the file was with one: the same data, and
behind it the footer derived from the FlatBuffer.
"""

from __future__ import annotations

import io
import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from inlay.footer.source import Seekable, Source, opened, read_at
from inlay.forms.life_cycle import original_thrift, thrift_tail
from inlay.forms.tail import Form, Tail, read_tail

if TYPE_CHECKING:
    from pyarrow import RecordBatch, Table
    from pyarrow.parquet import ParquetFile


def read_table(
    source: Source,
    *,
    columns: Sequence[str] | None = None,
    row_groups: Sequence[int] | None = None,
) -> Table:
    """The rows of a file, of some columns and row groups or of all of them."""
    with _opened(source) as file:
        names = None if columns is None else list(columns)
        if row_groups is None:
            return file.read(columns=names)
        return file.read_row_groups(list(row_groups), columns=names)


def iter_batches(
    source: Source,
    *,
    columns: Sequence[str] | None = None,
    row_groups: Sequence[int] | None = None,
    batch_size: int = 65_536,
) -> Iterator[RecordBatch]:
    """The rows of a file, batch by batch; the file stays open until the last."""
    with _opened(source) as file:
        yield from file.iter_batches(
            batch_size=batch_size,
            columns=None if columns is None else list(columns),
            row_groups=None if row_groups is None else list(row_groups),
        )


@contextmanager
def _opened(source: Source) -> Generator[ParquetFile]:
    from pyarrow.parquet import ParquetFile

    with opened(source) as file:
        tail = read_tail(file)
        shown = WithThrift(file, tail) if tail.form is Form.FINAL else Whole(file, tail.file_size)
        with ParquetFile(shown) as parquet:
            yield parquet


class Whole(io.RawIOBase):
    """A seekable source as a Python file, which is what pyarrow asks for."""

    def __init__(self, file: Seekable, size: int) -> None:
        super().__init__()
        self._file = file
        self._size = size
        self._position = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._position, os.SEEK_END: self._size}[whence]
        self._position = base + offset
        return self._position

    def read(self, size: int | None = -1) -> bytes:
        left = max(self._size - self._position, 0)
        wanted = left if size is None or size < 0 else min(size, left)
        data = self._read_at(self._position, wanted)
        self._position += len(data)
        return data

    def _read_at(self, offset: int, size: int) -> bytes:
        return read_at(self._file, offset, size)


class WithThrift(Whole):
    """A final file as it was in Thrift: its data, and the footer that its FlatBuffer stands for."""

    def __init__(self, file: Seekable, tail: Tail) -> None:
        self._thrift = thrift_tail(original_thrift(tail))
        self._boundary = tail.offset
        super().__init__(file, tail.offset + len(self._thrift))

    def _read_at(self, offset: int, size: int) -> bytes:
        inside = max(min(self._boundary - offset, size), 0)
        data = read_at(self._file, offset, inside) if inside else b""
        start = max(offset - self._boundary, 0)
        return data + self._thrift[start : start + size - inside]
