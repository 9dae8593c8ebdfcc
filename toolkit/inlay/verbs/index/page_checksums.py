"""CRCs of pages, which stand in their headers: to put one in or take it out moves all that lies behind. What is in the pages stays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final
from zlib import crc32

from inlay.changes.rewrite.change import Change
from inlay.ground.blamed_options import blame_options
from inlay.ground.files.source import read_at
from inlay.ground.files.steps import STEP
from inlay.ground.wording.amounts import count
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.chunk_pages import place_pages
from inlay.pages.engine.edited_body import BodyEdit, edit_body
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.forward_reader import ForwardReader
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.pages.engine.walk import PlacedPage, ReadAt
from inlay.verbs.index.chosen_columns import ChosenColumn, ColumnInGroup, iter_chunks
from inlay.verbs.index.statement_tally import StatementTally
from inlay.verbs.index.trailing_parts import NewParts
from parquet_format.parquet import FileMetaData

PAGE_CHECKSUMS: Final = "page-checksums"


def require_leave(names: Sequence[str], *, rewrite_headers: bool) -> bool:
    """Whether CRCs are asked for. Raises RequestError where nobody has said that headers may be rewritten."""
    if PAGE_CHECKSUMS in names and not rewrite_headers:
        raise blame_options(
            "page-checksums stand in the headers of pages, and all that lies behind moves: allow it by {rewrite_headers}",
            rewrite_headers=True,
        )
    return PAGE_CHECKSUMS in names


def change_checksums(
    file: ThriftFile,
    metadata: FileMetaData,
    columns: Sequence[ChosenColumn],
    new: NewParts,
    tally: StatementTally,
    *,
    adds: bool,
) -> tuple[Change, tuple[str, ...]]:
    """The change of the body, of which `new` is the end, and notes about it. The metadata says where everything lies then.

    Raises what `iter_chunks` and `edit_body` raise.
    """
    plain = Change(new.start, b"", new.data.parts)
    edits: list[BodyEdit] = []
    read: ReadAt = partial(read_at, file.source)
    if adds:  # and so all bytes are asked for, in the order of most files
        read = ForwardReader(read, file.footer).read
    for place in iter_chunks(metadata, file, columns):
        try:
            own = list(_edit_pages(read, place, adds=adds))
        except ChunkError as error:
            reason = f"{error.what}, at offset {error.offset:,}"
            tally.leave_out(PAGE_CHECKSUMS, place.column.name, reason)
            continue
        if own:
            size = sum(len(edit.data) - (edit.end - edit.start) for edit in own)
            tally.add(PAGE_CHECKSUMS, place.column.name, max(size, 0))
        edits += own
    if not edits:
        return plain, ()
    note = f"{count(len(edits), 'page')} got another header, and all that lies behind the first one moved"
    keep, parts = edit_body(plain.apply(file.source), plain.size, metadata, edits)
    return Change(keep, b"", parts.parts), (note,)


def _edit_pages(read: ReadAt, place: ColumnInGroup, *, adds: bool) -> Iterator[BodyEdit]:
    """Headers as they are to be. One that has a CRC keeps it, where CRCs are added."""
    for page in place_pages(read, *locate_pages(place.meta), place.meta):
        if (page.header.crc is None) == adds:
            page.header.crc = _compute_crc(read, page) if adds else None
            yield BodyEdit(page.offset, page.start, page.header.encode())


def _compute_crc(read: ReadAt, page: PlacedPage) -> int:
    """Of the bytes behind the header, with the sign that Thrift gives it."""
    crc, at = 0, page.start
    while at < page.end and (step := read(at, min(STEP, page.end - at))):
        crc, at = crc32(step, crc), at + len(step)
    return crc - (1 << 32) if crc >> 31 else crc
