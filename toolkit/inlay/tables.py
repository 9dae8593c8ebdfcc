"""The data of a file of any form, through pyarrow: `inlay.read_table` and a batch iterator.

pyarrow reads Thrift footers. Of a final file it is shown what the file was with one: the same data, and
behind it the footer derived from the FlatBuffer.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

from inlay.footer.source import Seekable, Source, opened, read_at
from inlay.forms.column_names import naming_columns
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
    filters: Any = None,
) -> Table:
    """The rows of a file, of some columns and row groups or of all of them; Variants as such.

    `filters` is what `pyarrow.parquet.read_table` takes, and then it is that which reads.
    """
    if filters is not None:
        from inlay.encoding.tables import read_table as read_filtered

        return read_filtered(source, columns=columns, row_groups=row_groups, filters=filters)
    from inlay.variant.reading import read_rows

    return read_rows(opener(source), columns, row_groups)


def iter_batches(
    source: Source,
    *,
    columns: Sequence[str] | None = None,
    row_groups: Sequence[int] | None = None,
    batch_size: int = 65_536,
) -> Iterator[RecordBatch]:
    """The rows of a file, batch by batch; the file stays open until the last.

    No more of the file is in memory than a few column chunks.
    """
    from inlay.variant.reading import iter_rows

    yield from iter_rows(opener(source, pre_buffer=False), columns, row_groups, batch_size)


def opener(
    source: Source, *, pre_buffer: bool = True
) -> Callable[[bool], AbstractContextManager[ParquetFile]]:
    """What opens the file for pyarrow, with extension types or without.

    `pre_buffer` reads all that is asked for at once: fewer and larger reads, and all of it in memory.
    """
    return lambda extensions: _opened(source, extensions, pre_buffer)


@contextmanager
def _opened(source: Source, extensions: bool, pre_buffer: bool) -> Generator[ParquetFile]:
    from pyarrow.parquet import ParquetFile

    from inlay.encoding.view import with_new_encodings

    with opened(source) as file:
        tail = read_tail(file)
        shown: Any = with_new_encodings(file, tail)
        if shown is None:
            is_final = tail.form is Form.FINAL
            shown = WithThrift(file, tail) if is_final else Whole(file, tail.file_size)
        # As a dict, for pyarrow's stubs are older than its newest argument.
        options: dict[str, Any] = {"arrow_extensions_enabled": extensions}
        with naming_columns(source):
            parquet = ParquetFile(shown, pre_buffer=pre_buffer, **options)
        with parquet:
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
