"""The data of a file of any form, through pyarrow: `inlay.read_table` and a batch iterator.

pyarrow reads Thrift footers. Of a final file it is shown what the file was with one: the same data, and
behind it the footer derived from the FlatBuffer; and so of a file whose Thrift footer is damaged beside a FlatBuffer.
"""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

from inlay.containers import Finding
from inlay.files.source import Seekable, Source, opened, read_at
from inlay.footer.column_names import naming_columns
from inlay.footer.footer import Footer
from inlay.footer.read import read_footer
from inlay.footer.trailer import tail_of

if TYPE_CHECKING:
    from pyarrow import RecordBatch, Table
    from pyarrow.parquet import ParquetFile


class FooterWarning(UserWarning):
    """A footer that is not used because something in it does not agree with its CRC; the other one is read."""


def read_table(
    source: Source,
    *,
    columns: Sequence[str] | None = None,
    row_groups: Sequence[int] | None = None,
    filters: Any = None,
) -> Table:
    """The rows of a file, of some columns and row groups or of all of them; Variants as such.

    `columns` are names, or paths such as `a.b`, as pyarrow takes them; a name that comes twice is one column.
    `filters` is what `pyarrow.parquet.read_table` takes, and then it is that which reads. Raises ValueError for a
    column or row group that the file does not have, and for a row group that is named twice.
    What is wrong with a footer that is not used is a FooterWarning.
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

    No more of the file is in memory than a few column chunks. Raises ValueError as `read_table` does, with the
    first batch.
    """
    from inlay.variant.reading import iter_rows

    yield from iter_rows(opener(source, pre_buffer=False), columns, row_groups, batch_size)


def opener(
    source: Source, *, pre_buffer: bool = True, checksums: bool = False
) -> Callable[[bool], AbstractContextManager[ParquetFile]]:
    """What opens the file for pyarrow, with extension types or without.

    `pre_buffer` reads all that is asked for at once: fewer and larger reads, and all of it in memory. `checksums` holds pages against
    their CRCs, where they have any: for who writes the values elsewhere, where no CRC would tell of the damage any more.
    """
    return lambda extensions: _opened(source, extensions, pre_buffer, checksums)


@contextmanager
def _opened(
    source: Source, extensions: bool, pre_buffer: bool, checksums: bool
) -> Generator[ParquetFile]:
    from inlay.encoding.view import with_new_encodings
    from inlay.variant.annotated_file import AnnotatedFile

    with opened(source) as file:
        tail = read_footer(file)
        footer = tail
        for finding in footer.findings:
            warn_of_footer(finding)
        shown: Any = with_new_encodings(file, tail, footer) or readable(file, tail, footer)
        # As a dict, for pyarrow's stubs are older than its newest argument.
        options: dict[str, Any] = {
            "arrow_extensions_enabled": extensions,
            "page_checksum_verification": checksums,
        }
        thrift = footer.thrift
        with naming_columns(source):
            parquet = AnnotatedFile(shown, lambda: thrift, pre_buffer=pre_buffer, **options)
        with parquet:
            yield parquet


def warn_of_footer(finding: Finding) -> None:
    """As a FooterWarning."""
    warnings.warn(str(finding), FooterWarning, stacklevel=2)


def readable(file: Seekable, tail: Footer, footer: Footer) -> Whole:
    """What to show to pyarrow: the file, or one that ends in the Thrift footer made from its FlatBuffer."""
    return WithThrift(file, footer) if footer.is_derived else Whole(file, tail.file_size)


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
    """The data of a file, and behind it the Thrift footer that its FlatBuffer stands for."""

    def __init__(self, file: Seekable, footer: Footer) -> None:
        self._thrift = tail_of(footer.thrift)
        self._boundary = footer.body
        super().__init__(file, footer.body + len(self._thrift))

    def _read_at(self, offset: int, size: int) -> bytes:
        inside = max(min(self._boundary - offset, size), 0)
        data = read_at(self._file, offset, inside) if inside else b""
        start = max(offset - self._boundary, 0)
        return data + self._thrift[start : start + size - inside]
