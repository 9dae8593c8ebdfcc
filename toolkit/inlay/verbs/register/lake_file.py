"""The files of a lake, each with its record; one that cannot be registered comes with the reason."""

from __future__ import annotations

import errno
import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from sys import maxsize
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from inlay.footers.footer.footer import Footer
from inlay.footers.footer.form import Form
from inlay.ground.files.ahead import map_ahead
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.source import list_sources, name_of
from inlay.ground.files.store import Store
from inlay.ground.files.stores import stores_of
from inlay.ground.mistakes import RequestError
from inlay.ground.schema.kept_schema import encode_schema
from inlay.ground.schema.tree import count_leaves
from inlay.tables.scan.listing import list_files
from inlay.tables.scan.problems import UnreadFile, finding_of
from inlay.tables.scan.scanned_footer import ScannedFooter
from inlay.tables.scan.seen_paths import SeenPaths
from inlay.tables.scan.slices import read_slices
from inlay.verbs.register.read_record import FoldedAhead, RecordMaker
from inlay.verbs.register.record import FileRecord
from inlay.verbs.register.schema.read_columns import read_columns
from inlay.verbs.register.schema.table_types import TableColumn
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding
from inlay_runtime.text import is_utf8
from parquet_format.parquet import SchemaElement

if TYPE_CHECKING:
    from concurrent.futures import Future

_FORMS_OF_TABLES: Final = frozenset(
    {Form.THRIFT, Form.PRIVATE, Form.MIGRATION, Form.DUAL, Form.PROTOTYPE}
)
"""Those that end in a FileMetaData: readers of tables know no others."""

Paths: TypeAlias = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
"""Files, folders, globs, URLs: a table names its files, so bytes and open files cannot be in one."""


class LakeFile(NamedTuple):
    """A file that can be registered. `columns` are one object for neighbours that are alike, and empty where its record has no leaves.

    `mtime` counts microseconds since 1970 in UTC. `partition` is what the folders of its path say, as text, None for Hive's null.
    `footer_size` is the length that a plain Thrift footer has before its last eight bytes, None where there is another form.
    """

    path: str
    record: FileRecord
    columns: tuple[TableColumn, ...]
    partition: Mapping[str, str | None]
    mtime: int
    etag: str | None
    created_by: str
    footer_size: int | None = None


def read_lake(paths: Paths, *, name: str = "*") -> Iterator[LakeFile | UnreadFile]:
    """Files, folders and globs, in the order in which they are listed. Raises RequestError for what has no path, FileNotFoundError for
    a path that leads to nothing."""
    sources = require_paths(paths, "register")
    seen = SeenPaths()
    reader = LakeReader()
    for store, names in stores_of(sources):
        entries = list_files(store, names, name=name, seen=seen, ask=False)
        yield from reader.read_all(read_slices(store, entries))


def require_paths(paths: Paths, taker: str) -> list[str | os.PathLike[str]]:
    """One path or several. Raises RequestError for what has none, TypeError for what is not a source."""
    named: list[str | os.PathLike[str]] = []
    for source in list_sources(paths, taker):
        if not isinstance(source, str | os.PathLike):
            raise RequestError(f"{name_of(source)}: a table names files, so give a path or a URL")
        named.append(source)
    return named


def read_named(paths: Sequence[str]) -> Iterator[LakeFile | UnreadFile]:
    """Files that a table names, in this order. One that is not there cannot be read; all folders of a path count as partitions."""
    reader = LakeReader()
    for store, names in stores_of(paths):
        entries = map_ahead(partial(_ask, store), names, store.concurrency)
        yield from reader.read_all(read_slices(store, entries))


def _ask(store: Store, path: str) -> FileEntry:
    try:
        entry = store.entry(path)
    except OSError as error:
        return FileEntry(path, 0, 0, error=error)
    if entry is None:
        return FileEntry(path, 0, 0, error=IsADirectoryError(errno.EISDIR, "a folder", path))
    return entry._replace(root=0)


class LakeReader:
    """What neighbours share is worked out once: the maker of records, which leaves out more than `most_leaves`, knows who are alike by
    the bytes of their footers."""

    def __init__(self, most_leaves: int = maxsize) -> None:
        self._most_leaves = most_leaves
        self._maker = RecordMaker(most_leaves)
        self._shared: object = None
        self.schema = b""
        """Of the last file, as a footer of no row groups: one object for neighbours that are alike."""
        self._columns: tuple[TableColumn, ...] = ()
        self._created_by = ""

    def read_all(
        self, slices: Iterable[Sequence[ScannedFooter | UnreadFile]]
    ) -> Iterator[LakeFile | UnreadFile]:
        """While the records of a slice are made, a thread folds what the footers of the next one state. It does nothing in Python, so
        neither waits for the other."""
        from concurrent.futures import ThreadPoolExecutor

        waiting: deque[
            tuple[Sequence[ScannedFooter | UnreadFile], Future[list[FoldedAhead | None]]]
        ] = deque()
        with ThreadPoolExecutor(1, "inlay-fold") as folder:
            for some in slices:
                footers = [b"" if isinstance(it, UnreadFile) else it.footer.thrift for it in some]
                waiting.append((some, folder.submit(self._maker.fold_ahead, footers)))
                if len(waiting) > 1:
                    yield from self._read_slice(*waiting.popleft())
            for last in waiting:
                yield from self._read_slice(*last)

    def _read_slice(
        self,
        some: Sequence[ScannedFooter | UnreadFile],
        folding: Future[list[FoldedAhead | None]],
    ) -> Iterator[LakeFile | UnreadFile]:
        for file, ahead in zip(some, folding.result(), strict=True):
            yield file if isinstance(file, UnreadFile) else self.read(*file, ahead)

    def read(
        self, entry: FileEntry, footer: Footer, ahead: FoldedAhead | None = None
    ) -> LakeFile | UnreadFile:
        """The record of a file, from its footer."""
        if not is_utf8(entry.path):
            return UnreadFile(entry, Finding("name", None, "its name is not UTF-8, as in tables"))
        try:
            if footer.form not in _FORMS_OF_TABLES:
                what = f"its footer is {footer.form.value}, which no reader of tables knows"
                is_lost = footer.form is Form.ENCRYPTED
                hint = "" if is_lost else "bring its Thrift footer back: `inlay footer revert`"
                return UnreadFile(entry, Finding("form", None, what, hint=hint))
            record = self._maker.make(footer, entry.path, ahead)
            shared = self._maker.shared
            if shared is None or shared is not self._shared:
                self._read_columns(footer.metadata.schema)
                self._created_by = footer.metadata.created_by or ""
                self._shared = shared
        except ValueError as error:
            return UnreadFile(entry, Finding("schema", None, str(error)))
        except InlayError as error:
            return UnreadFile(entry, finding_of(error))
        size = len(footer.data) if footer.form is Form.THRIFT else None
        return LakeFile(
            path=entry.path,
            record=record,
            columns=self._columns,
            partition=entry.partition,
            mtime=entry.mtime,
            etag=entry.etag,
            created_by=self._created_by,
            footer_size=size,
        )

    def _read_columns(self, schema: list[SchemaElement]) -> None:
        encoded = encode_schema(schema)
        if encoded != self.schema:
            columns = read_columns(schema)
            self._columns = columns if count_leaves(schema) <= self._most_leaves else ()
            self.schema = encoded


def list_schemas(files: Sequence[LakeFile]) -> dict[tuple[TableColumn, ...], list[LakeFile]]:
    """The files of each schema, in the order in which they were met."""
    by_identity: dict[int, list[LakeFile]] = {}
    for file in files:
        by_identity.setdefault(id(file.columns), []).append(file)
    by_schema: dict[tuple[TableColumn, ...], list[LakeFile]] = {}
    for some in by_identity.values():
        by_schema.setdefault(some[0].columns, []).extend(some)
    return by_schema
