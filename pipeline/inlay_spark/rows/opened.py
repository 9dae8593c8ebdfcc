"""A file of any form, opened by pyarrow."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from pyarrow.parquet import ParquetFile

from inlay.forms.tail import Form, read_tail
from inlay.scan.entries import FileEntry
from inlay.scan.local_store import LocalStore
from inlay.scan.problems import problem_of
from inlay.scan.store import Store
from inlay.scan.tail_file import TailFile
from inlay.tables import Whole, WithThrift
from inlay_runtime.errors import InlayError
from inlay_spark.rows.errors import unreadable


@contextmanager
def opened(store: Store, entry: FileEntry) -> Generator[ParquetFile]:
    """Raises UnreadableError for a file that is damaged or encrypted, OSError for one that cannot be read."""
    with store.open(entry) as handle:
        file = TailFile(entry.path, handle)
        try:
            tail = read_tail(file)
            if tail.form is Form.FINAL:
                source: Any = WithThrift(file, tail)
            elif isinstance(store, LocalStore):
                source = entry.path  # which pyarrow reads without asking Python for every byte
            else:
                source = Whole(file, tail.file_size)
            parquet = ParquetFile(source, coerce_int96_timestamp_unit="us")
        except (InlayError, OSError) as error:
            raise unreadable(entry, problem_of(entry, error)) from error
        with parquet:
            yield parquet
