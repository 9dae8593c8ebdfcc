"""A file of any form, opened by pyarrow."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

import pyarrow as pa
from pyarrow.parquet import ParquetFile

from inlay.footers.footer.column_names import refuse_column_names
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.read import read_footer
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.local_store import LocalStore
from inlay.ground.files.source import Seekable, Source
from inlay.ground.files.store import Store
from inlay.ground.files.whole import Whole
from inlay.pages.encodings.configuration import read_configured
from inlay.pages.encodings.plain_footer import with_new_encodings
from inlay.pages.engine.readable import make_readable
from inlay.rows.variants.annotated_file import AnnotatedFile
from inlay.tables.scan.problems import UnreadFile, finding_of
from inlay.tables.scan.tail_file import TailFile
from inlay_runtime.errors import InlayError
from inlay_spark.rows.errors import unreadable


class OpenedRows(NamedTuple):
    """A file for pyarrow, in which Variants have the type of `inlay.variant`, its footer, which knows what it was read from, and the file for our own
    readers."""

    parquet: ParquetFile
    footer: Footer
    source: Source


@contextmanager
def open_rows(store: Store, entry: FileEntry) -> Generator[OpenedRows]:
    """A file of any form.

    Raises UnreadableError for a file that is damaged or encrypted, or that cannot be read.
    """
    with ExitStack() as stack:
        try:
            if entry.error is not None:
                raise entry.error
            file = TailFile(entry.path, stack.enter_context(store.open(entry)))
            footer = read_footer(file)
            source: Any = _in_place_of(file, footer)
            if source is None and isinstance(store, LocalStore):
                source = entry.path  # which pyarrow reads without asking Python for every byte
            elif source is None:
                source = Whole(file, footer.file_size)
            with refuse_column_names(file):
                parquet = AnnotatedFile(
                    source, lambda: footer.thrift, footer, coerce_int96_timestamp_unit="us"
                )
        except (InlayError, OSError, pa.ArrowException) as error:
            raise unreadable(entry, UnreadFile(entry, finding_of(error))) from None
        own: Source = entry.path if isinstance(store, LocalStore) else file
        yield OpenedRows(stack.enter_context(parquet), footer, own)


def _in_place_of(file: Seekable, footer: Footer) -> Any:
    """What to show to pyarrow of a file that it cannot read; None for one that it can."""
    encodings = read_configured()
    if encodings.numbers:  # of dual files the old pages do, which pyarrow reads by itself
        shown = with_new_encodings(file, footer, encodings=encodings)
        if shown is not None:
            return shown
    return make_readable(file, footer) if footer.is_derived else None
