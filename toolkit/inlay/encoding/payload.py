"""The extension of a ColumnMetaData that says where the new encoding lies: put there, found, held against the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inlay.containers import (
    REGISTRY,
    Content,
    Entry,
    Finding,
    entries_in,
    payload_of,
    unwrap,
    wrap,
)
from inlay.encoding.codecs import LARGEST
from inlay.encoding.plain import WIDTHS
from inlay.extensions.compose import with_entry, without_entry
from inlay.rewrite.errors import RefusedError
from inlay_runtime.errors import DecodeError
from inlay_runtime.extension import Extension
from parquet_format.encoding import ColumnEncoding, Page
from parquet_format.parquet import ColumnMetaData, FileMetaData, Type

FIRST = 4
"""Where data begins: behind the magic."""


def attach(meta: ColumnMetaData, encoding: ColumnEncoding, *, envelope: bool = False) -> None:
    """Raises RefusedError where another's extension is in the slot."""
    added = Entry(ColumnEncoding.UUID, wrap(encoding.encode(), ColumnEncoding.UUID))
    entries = with_entry(_entries(meta), added, REGISTRY, envelope=envelope)
    _set(meta, entries)


def detach(meta: ColumnMetaData) -> None:
    """Leaves the slot as it was before `attach`."""
    _, left = without_entry(_entries(meta), ColumnEncoding.UUID, REGISTRY)
    _set(meta, left)


def found_in(meta: ColumnMetaData) -> ColumnEncoding | Finding | None:
    """What the slot says of a new encoding; a finding where it says so and is damaged."""
    if meta.extension is None:
        return None
    entries = entries_in(meta.extension.payload)
    if isinstance(entries, Finding):
        return entries if _names_us(meta.extension.payload) else None
    for entry in entries:
        if entry.uuid == ColumnEncoding.UUID or (entry.uuid is None and _names_us(entry.payload)):
            content = unwrap(entry.payload)
            if not isinstance(content, Content):
                return content
            try:
                return ColumnEncoding.decode(content.data)
            except DecodeError as error:
                return Finding("verifier", error.offset, str(error))
    return None


def encoded_chunks(
    metadata: FileMetaData,
) -> Iterator[tuple[int, int, ColumnMetaData, ColumnEncoding | Finding]]:
    """Row group, column, its metadata, and what is said of the new encoding."""
    for group, row_group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(row_group.columns):
            if chunk.meta_data is not None and chunk.file_path is None:
                found = found_in(chunk.meta_data)
                if found is not None:
                    yield group, column, chunk.meta_data, found


def wrong_with(
    encoding: ColumnEncoding, meta: ColumnMetaData, num_rows: int, footer: int
) -> Finding | None:
    """What does not fit the chunk or the file, whose footer begins at `footer`; None if all does."""
    end = encoding.offset + encoding.length
    if encoding.offset < FIRST or end > footer:
        what = f"the new encoding at {encoding.offset:,} to {end:,} is not before the footer"
        return Finding("encoding-bounds", encoding.offset, what)
    if encoding.num_values != meta.num_values:
        what = f"{encoding.num_values:,} values in the new encoding, and {meta.num_values:,} in the old"
        return Finding("encoding-values", encoding.offset, what)
    problem = _pages_problem(encoding, meta.type, num_rows)
    return Finding("encoding-pages", encoding.offset, problem) if problem else None


def _pages_problem(encoding: ColumnEncoding, type_: Type, num_rows: int) -> str:
    at, row = encoding.offset, 0
    for number, page in enumerate(encoding.pages):
        if page.offset != at or page.levels > page.length:
            return f"page {number} does not lie behind the one before it"
        # A page may go on with the last row of the one before.
        if not max(row - 1, 0) <= page.first_row <= row or page.num_present > page.num_values:
            return f"page {number} does not go on where the one before it ends"
        at += page.length
        row = page.first_row + page.rows
    if at != encoding.offset + encoding.length or row != num_rows:
        return f"the pages end at {at:,}, row {row:,}, and the chunk has {num_rows:,} rows"
    if sum(page.num_values for page in encoding.pages) != encoding.num_values:
        return "the pages hold another number of values than the chunk"
    if sum(page.num_present for page in encoding.pages) != encoding.num_present:
        return "the pages hold another number of values that are there than the chunk"
    lengths = encoding.plain_lengths
    if type_ not in WIDTHS and (lengths is None or len(lengths) != len(encoding.pages)):
        return "the sizes of the pages in PLAIN encoding are missing"
    for number, page in enumerate(encoding.pages):
        size = page.levels + plain_length(encoding, number, type_)
        if size > LARGEST:
            return f"page {number} has {size:,} bytes in PLAIN encoding; up to {LARGEST:,} are read"
    return ""


def plain_length(encoding: ColumnEncoding, number: int, type_: Type) -> int:
    """Bytes of the values of a page in PLAIN encoding."""
    width = WIDTHS.get(type_)
    if width is not None:
        return encoding.pages[number].num_present * width
    return (encoding.plain_lengths or [])[number]


def pages_with(encoding: ColumnEncoding, first: int, rows: int) -> list[Page]:
    """The pages that hold values of `rows` rows from `first` on."""
    return [
        page
        for page in encoding.pages
        if page.first_row < first + rows and first < page.first_row + page.rows
    ]


def _entries(meta: ColumnMetaData) -> Sequence[Entry]:
    if meta.extension is None:
        return ()
    found = entries_in(meta.extension.payload)
    if isinstance(found, Finding):
        column = ".".join(meta.path_in_schema)
        raise RefusedError("damaged", f"the extension of column {column} is damaged: {found}")
    return found


def _set(meta: ColumnMetaData, entries: Sequence[Entry]) -> None:
    payload = payload_of(entries)
    header = meta.extension.header if meta.extension is not None else None
    meta.extension = Extension(payload, header) if payload is not None else None


def _names_us(payload: bytes) -> bool:
    return ColumnEncoding.UUID.bytes in payload
