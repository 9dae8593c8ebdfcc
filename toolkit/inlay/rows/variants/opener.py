"""A file opened by pyarrow, whatever its form and its encodings, with its Variants."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from inspect import signature
from typing import Any, Final, Protocol

import pyarrow as pa
from pyarrow.parquet import ParquetFile

from inlay.footers.footer.column_names import refuse_column_names
from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.trailer import tail_of
from inlay.ground.files.native_file import choose_buffer_size, open_pages
from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.source import Source
from inlay.ground.files.whole import WithTail
from inlay.pages.encodings.open_as_plain import Columns, PlainFile, open_as_plain
from inlay.pages.encodings.plain_footer import OnFinding, warn_of
from inlay.pages.encodings.plugins import Encodings
from inlay.pages.engine.unreadable import name_unreadable
from inlay.rows.variants.annotated_file import AnnotatedFile

_EXTENSIONS: Final = "arrow_extensions_enabled"
_CAN_CHOOSE: Final = _EXTENSIONS in signature(ParquetFile).parameters
"""Before version 21, pyarrow made UUIDs and JSON of no column."""


class Opener(Protocol):
    def __call__(
        self, extensions: bool, columns: Columns = None, /
    ) -> AbstractContextManager[AnnotatedFile]:
        """Opens a file, for whoever asks for these columns, or for all. Without `extensions`, for pyarrow cannot make an
        extension type that is registered of a part of its columns."""
        ...


def choose_opener(
    source: Source,
    *,
    pre_buffer: bool = True,
    buffer_size: int = 0,
    checksums: bool = False,
    encodings: Encodings | None = None,
    on_finding: OnFinding = warn_of,
) -> Opener:
    """What opens the file for pyarrow.

    `pre_buffer` reads all that is asked for at once: fewer and larger reads, and all of it in memory. Without it, `buffer_size` bytes of a
    chunk are read at a time, and all of the chunk where it is 0. `checksums` holds pages against
    their CRCs, where they have any: for who writes the values elsewhere, where no CRC would tell of the damage any more.
    """

    @contextmanager
    def opened(extensions: bool, columns: Columns = None, /) -> Generator[AnnotatedFile]:
        choice = {_EXTENSIONS: extensions} if _CAN_CHOOSE else {}
        with (
            open_as_plain(source, encodings, on_finding, columns) as plain,
            open_pages(plain.file) as shown,
            name_unreadable(source),
        ):
            with refuse_column_names(source):
                file = annotate_file(
                    plain,
                    shown,
                    **choice,
                    metadata=_read_tail(plain.file),
                    pre_buffer=pre_buffer,
                    buffer_size=buffer_size or (0 if pre_buffer else choose_buffer_size(shown)),
                    page_checksum_verification=checksums,
                )
            with file:
                yield file

    return opened


def _read_tail(file: RandomAccess) -> Any:
    """The footer that a file shows in place of the one that it has; None for the one that it has, which pyarrow reads itself."""
    if not isinstance(file, WithTail):
        return None
    return ParquetFile(pa.BufferReader(PLAIN + file.tail)).metadata


def read_schema(thrift: bytes) -> pa.Schema:
    """The Arrow schema of a Thrift footer, with its Variants. Raises pyarrow's ArrowInvalid for one that it does not take."""
    # The shortest file that has this footer: pyarrow looks at nothing else.
    file = pa.BufferReader(PLAIN + tail_of(thrift, PLAIN))
    choice = {_EXTENSIONS: True} if _CAN_CHOOSE else {}
    return AnnotatedFile(file, lambda: thrift, None, **choice).schema_arrow


def annotate_file(plain: PlainFile, file: pa.NativeFile, **options: Any) -> AnnotatedFile:
    """`file` is what pyarrow reads for the plain one. `options` are those of `pyarrow.parquet.ParquetFile`, whose stubs lack the
    newest."""
    return AnnotatedFile(file, lambda: plain.thrift, plain.footer, **options)
