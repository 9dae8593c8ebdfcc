"""What lies where in a file before its footer: pages, indexes, Bloom filters, copies of metadata, as the ledger has them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from inlay.footers.footer.footer import Footer
from inlay.ground.files.source import Seekable, read_at
from inlay.pages.engine.leaf import leaves_of
from inlay.pages.engine.progress import Progress, tell_of_reads
from inlay.verbs.layout.body import add_body, name_copy
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import Ledger, LedgerWriter, Owner
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

_PIECES: Final = {
    OwnerKind.PAGE_HEADER,
    OwnerKind.BLOOM_HEADER,
    OwnerKind.STRUCT,
    *_INDEXES,
}
"""Kinds of the rows that a piece begins with."""


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


def find_pieces(file: Seekable, footer: Footer, progress: Progress) -> list[FilePiece]:
    """All that the footer leads to, in the order of the file, no two of them overlapping. Nothing where it does not say."""
    try:
        metadata = _metadata_of(footer)
        if metadata is None:
            return []
        leaves = leaves_of(metadata)
    except InlayError:
        return []
    ledger = Ledger("", footer.offset, "")
    writer = LedgerWriter(ledger)
    writer.begin(OwnerKind.FILE, 0)
    read = tell_of_reads(partial(read_at, file), progress)
    add_body(writer, metadata, leaves, read, footer.offset)
    writer.end(footer.offset)
    return list(_list_pieces(ledger))


def _metadata_of(footer: Footer) -> FileMetaData | None:
    """None where it cannot be read: nobody asks here why that is. Raises InlayError where it cannot be made of another footer."""
    decoded = None if footer.is_encrypted else decode_or_none(FileMetaData, footer.thrift)
    return None if decoded is None else decoded[0]


def _list_pieces(ledger: Ledger) -> Iterator[FilePiece]:
    # Most rows are no pieces, and to make an owner of each takes longer than to find those that are.
    rows = (row for row, kind in enumerate(ledger.kind) if kind in _PIECES)
    for owner in map(ledger.__getitem__, rows):
        chunk = f"g{owner.row_group}.c{owner.column}"
        if owner.own < owner.size and owner.kind is not OwnerKind.STRUCT:
            continue  # what is encrypted has its parts, and is no struct
        if owner.kind in (OwnerKind.PAGE_HEADER, OwnerKind.BLOOM_HEADER):
            yield from _headed(ledger, owner, chunk)
        elif owner.kind in _INDEXES:
            name, schema = _INDEXES[owner.kind]
            yield FilePiece(owner.start, owner.end, f"{chunk}.{name}", schema, owner.end, "")
        elif owner.kind is OwnerKind.STRUCT and owner.name in _COPIES:
            schema = _COPIES[owner.name]
            yield FilePiece(owner.start, owner.end, f"{chunk}.metadata", schema, owner.end, "")


def _headed(ledger: Ledger, header: Owner, chunk: str) -> Iterator[FilePiece]:
    """A header with what follows it."""
    whole = ledger[header.parent]
    note = whole.kind.label
    if whole.kind is OwnerKind.BLOOM_FILTER:
        name, schema = "bloom", BloomFilterHeader.SCHEMA
    else:
        name, schema = _name_page(whole, ledger[whole.parent]), PageHeader.SCHEMA
        note = f"{note}, its body"
    yield FilePiece(whole.start, whole.end, f"{chunk}.{name}", schema, header.end, note)


def _name_page(page: Owner, chunk: Owner) -> str:
    """Pages without values have no number; a dictionary stands first."""
    if page.page >= 0:
        return f"p{page.page}"
    is_first = page.kind is OwnerKind.DICTIONARY_PAGE and page.start == chunk.start
    return "dictionary" if is_first else f"page_at_{page.start}"
