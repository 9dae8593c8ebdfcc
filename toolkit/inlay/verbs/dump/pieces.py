"""What lies where in a file before its footer: pages, indexes, Bloom filters, copies of metadata, as the ledger has them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from copy import deepcopy
from functools import partial
from typing import Final, NamedTuple

from inlay.footers.footer.footer import Footer
from inlay.ground.files.source import Seekable, read_at
from inlay.pages.engine.leaf import leaves_of
from inlay.pages.engine.progress import Progress, tell_of_reads
from inlay.verbs.layout.body import add_body, name_copy
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import Ledger, LedgerWriter
from inlay_runtime.attempt import decode_or_none
from inlay_runtime.errors import InlayError
from inlay_runtime.schema import StructSchema
from parquet_format.parquet import (
    BloomFilterHeader,
    ColumnChunk,
    ColumnIndex,
    ColumnMetaData,
    FileMetaData,
    OffsetIndex,
    PageHeader,
)

_INDEXES: Final = {
    OwnerKind.COLUMN_INDEX: ("column_index", ColumnIndex.SCHEMA),
    OwnerKind.OFFSET_INDEX: ("offset_index", OffsetIndex.SCHEMA),
}
_COPIES: Final = {name_copy(cls): cls.SCHEMA for cls in (ColumnMetaData, ColumnChunk)}

_HEADERS: Final = {OwnerKind.PAGE_HEADER, OwnerKind.BLOOM_HEADER}
_PIECES: Final = {*_HEADERS, OwnerKind.STRUCT, *_INDEXES}
"""Kinds of the rows that a piece begins with."""
_PATTERN: Final = re.compile(b"[" + re.escape(bytes(_PIECES)) + b"]")
_KINDS: Final = {int(kind): kind for kind in OwnerKind}
"""Faster to ask than the enum."""
_NOTES: Final = {kind: f"{kind.label}, its body" for kind in OwnerKind}


class FilePiece(NamedTuple):
    """Bytes of one kind: a struct from `start` to `body`, and from there on what it is about.

    `label` names the piece in the text.
    """

    start: int
    end: int
    label: str
    schema: StructSchema
    body: int
    note: str


class OpenedModule(NamedTuple):
    """An encrypted module from `start` to `end`, and the struct in it as lines of comment; none for one of values."""

    start: int
    end: int
    note: str
    lines: list[str]


class FilePieces:
    """All that the footer leads to, in the order of the file, no two of them overlapping: as columns, each made into a piece when its
    turn comes, since a wide file has hundreds of thousands."""

    def __init__(self, pieces: Iterable[FilePiece]) -> None:
        self._starts = array("q")
        self._ends = array("q")
        self._labels: list[str] = []
        self._schemas: list[StructSchema] = []
        self._bodies = array("q")
        self._notes: list[str] = []
        for start, end, label, schema, body, note in pieces:
            self._starts.append(start)
            self._ends.append(end)
            self._labels.append(label)
            self._schemas.append(schema)
            self._bodies.append(body)
            self._notes.append(note)

    def __iter__(self) -> Iterator[FilePiece]:
        columns = self._starts, self._ends, self._labels, self._schemas, self._bodies, self._notes
        return map(FilePiece, *columns)


def _list_pieces(ledger: Ledger) -> Iterator[FilePiece]:
    for match in _PATTERN.finditer(
        ledger.kind
    ):  # as bytes: rows are millions, and most are not pieces
        row = match.start()
        kind = ledger.kind[row]
        start, size = ledger.start[row], ledger.length[row]
        if ledger.own[row] < size and kind != OwnerKind.STRUCT:
            continue  # what is encrypted has its parts, and is not a struct
        end = start + size
        chunk = f"g{ledger.row_group[row]}.c{ledger.column[row]}"
        if kind in _HEADERS:
            yield _headed(ledger, row, end, chunk)
        elif kind in _INDEXES:
            part, schema = _INDEXES[OwnerKind(kind)]
            yield FilePiece(start, end, f"{chunk}.{part}", schema, end, "")
        elif (name := ledger.name[row]) >= 0 and (copied := _COPIES.get(ledger.names[name])):
            yield FilePiece(start, end, f"{chunk}.metadata", copied, end, "")


def find_pieces(file: Seekable, footer: Footer, progress: Progress) -> Iterable[FilePiece]:
    """The pieces of a file; none where it does not say."""
    ledger = _lay_out(file, footer, progress)
    return () if ledger is None else FilePieces(_list_pieces(ledger))


def _lay_out(file: Seekable, footer: Footer, progress: Progress) -> Ledger | None:
    """The owners before the footer, when what was decoded of it is let go of."""
    try:
        metadata = _metadata_of(footer)
        if metadata is None:
            return None
        leaves = leaves_of(metadata)
    except InlayError:
        return None
    ledger = Ledger("", footer.offset, "")
    writer = LedgerWriter(ledger)
    writer.begin(OwnerKind.FILE, 0)
    read = tell_of_reads(partial(read_at, file), progress)
    add_body(writer, metadata, leaves, read, footer.offset)
    writer.end(footer.offset)
    writer.close()
    return ledger


def _metadata_of(footer: Footer) -> FileMetaData | None:
    """None where it cannot be read: nobody asks here why that is. Raises InlayError where it cannot be made of another footer."""
    if footer.is_encrypted:
        return None
    passing = deepcopy(footer) if footer.is_derived else footer  # what was made of it goes with it
    decoded = decode_or_none(FileMetaData, passing.thrift)
    return None if decoded is None else decoded[0]


def _headed(ledger: Ledger, header: int, body: int, chunk: str) -> FilePiece:
    """The header in a row, with what follows it from `body` on."""
    whole = ledger.parent[header]
    start, kind = ledger.start[whole], _KINDS[ledger.kind[whole]]
    end = start + ledger.length[whole]
    if kind is OwnerKind.BLOOM_FILTER:
        return FilePiece(start, end, f"{chunk}.bloom", BloomFilterHeader.SCHEMA, body, kind.label)
    label = f"{chunk}.{_name_page(ledger, whole, kind)}"
    return FilePiece(start, end, label, PageHeader.SCHEMA, body, _NOTES[kind])


def _name_page(ledger: Ledger, page: int, kind: OwnerKind) -> str:
    """Pages without values have no number; a dictionary stands first."""
    if (number := ledger.page[page]) >= 0:
        return f"p{number}"
    start = ledger.start[page]
    is_first = kind is OwnerKind.DICTIONARY_PAGE and start == ledger.start[ledger.parent[page]]
    return "dictionary" if is_first else f"page_at_{start}"
