"""The extension of a ColumnMetaData that says where the new encoding lies: put there, found, held against the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from inlay.footers.containers import (
    ENVELOPE,
    REGISTRY,
    Content,
    Entry,
    entries_in,
    payload_of,
    unwrap,
    wrap,
)
from inlay.footers.extensions.compose import with_entry
from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count
from inlay.pages.encodings.plain_sizes import measure_empty, measure_values, problem_with_size
from inlay.pages.engine.passing_chunks import pass_chunks
from inlay_runtime.columnar import ExtractionPlan, extract
from inlay_runtime.containers import spec_content
from inlay_runtime.crc import crc32
from inlay_runtime.errors import DecodeError
from inlay_runtime.extension import Extension
from inlay_runtime.finding import Finding
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import ColumnMetaData, FileMetaData, Type

FIRST: Final = 4
"""Where data begins: behind the magic."""

_CHUNKS: Final = "row_groups[].columns[]"
_EXTENSION: Final = "meta_data.extension"
_EXTENSIONS: Final = ExtractionPlan(FileMetaData, {_CHUNKS: (_EXTENSION,)})

_UUID: Final = ColumnEncoding.UUID.bytes
_TRAILER: Final = 28
"""Bytes of a `spec` trailer, of which the first four are the CRC of the content."""


def attach(meta: ColumnMetaData, encoding: ColumnEncoding, *, envelope: bool = False) -> None:
    """Raises RefusedError where another's extension is in the slot."""
    added = Entry(ColumnEncoding.UUID, wrap(encoding.encode(), ColumnEncoding.UUID))
    entries = with_entry(_entries(meta), added, REGISTRY, envelope=envelope)
    _set(meta, entries)


def measure_extension(encoding: ColumnEncoding) -> int:
    """Bytes that the footer has for it, without a few for the number and the length of the field."""
    return len(wrap(encoding.encode(), ColumnEncoding.UUID))


def renew(meta: ColumnMetaData, encoding: ColumnEncoding) -> None:
    """Puts it into the place of what the slot says of the new encoding. Whatever else is there stays."""
    new = Entry(ColumnEncoding.UUID, wrap(encoding.encode(), ColumnEncoding.UUID))
    _set(meta, [new if entry.uuid == ColumnEncoding.UUID else entry for entry in _entries(meta)])


def detach(meta: ColumnMetaData) -> None:
    """Leaves the slot, which says something of a new encoding, as it was before `attach`.

    Raises RefusedError for an envelope that cannot be opened: what others have put into it would be lost.
    """
    assert meta.extension is not None
    payload = meta.extension.payload
    entries = entries_in(payload)
    if not isinstance(entries, Finding) and [entry.uuid for entry in entries] == [
        ColumnEncoding.UUID
    ]:
        entries = ()
    elif isinstance(entries, Finding) or len(entries) == 1:
        behind = _behind_damaged_trailer(payload)
        if isinstance(entries, Finding) and not behind:
            column = ".".join(meta.path_in_schema)
            reason = f"the envelope in the slot of column {column} is damaged: {entries}"
            raise RefusedError("damaged", reason)
        entries = behind
    _set(meta, [entry for entry in entries if entry.uuid != ColumnEncoding.UUID])


class FoundEncoding(NamedTuple):
    """What a slot says of a new encoding: what a CRC vouches for, and what is wrong. Never neither."""

    encoding: ColumnEncoding | None
    finding: Finding | None = None


def read_slot(meta: ColumnMetaData) -> FoundEncoding | None:
    """What the slot says of a new encoding, if it says anything."""
    if meta.extension is None:
        return None
    payload = meta.extension.payload
    if payload.endswith(_UUID) and isinstance(
        content := spec_content(payload, len(payload)), slice
    ):
        return _decode(payload[content])
    entries = entries_in(payload)
    if isinstance(entries, Finding):
        entries = ()
    for entry in entries:
        if entry.uuid == ColumnEncoding.UUID:
            unwrapped = unwrap(entry.payload)
            return (
                _decode(unwrapped.data)
                if isinstance(unwrapped, Content)
                else FoundEncoding(None, unwrapped)
            )
    return _read_damaged(payload, meta)


def unproven_in(meta: ColumnMetaData) -> ColumnEncoding | None:
    """What a damaged extension says, though nothing vouches for it: a guess, to be held against the file."""
    payload = meta.extension.payload if meta.extension is not None else b""
    return _decode(payload[:-_TRAILER]).encoding


def _decode(content: bytes) -> FoundEncoding:
    try:
        return FoundEncoding(ColumnEncoding.decode(content))
    except DecodeError as error:
        return FoundEncoding(None, Finding("verifier", error.offset, error.unplaced))


def _read_damaged(payload: bytes, meta: ColumnMetaData) -> FoundEncoding | None:
    """What is left of a payload that does not say whose it is, or that is not whole.

    Whatever the trailer says: content that matches its CRC and is an index of pages for this chunk is ours.
    """
    for part, start in _parts(payload):
        content = part[:-_TRAILER]
        if crc32(content) != int.from_bytes(part[-_TRAILER:][:4], "little"):
            continue
        encoding = _decode(content).encoding
        if encoding is not None and _is_index_of(encoding, meta):
            what = "the trailer of the extension is damaged, its content is an index of pages"
            return FoundEncoding(encoding, Finding("encoding-trailer", start + len(content), what))
    problem = unwrap(payload) if _names_us(payload) else None
    return FoundEncoding(None, problem) if isinstance(problem, Finding) else None


def _parts(payload: bytes) -> Iterator[tuple[bytes, int]]:
    """The payload, and those of an envelope with a damaged trailer, each with where it begins."""
    if len(payload) >= _TRAILER:
        yield payload, 0
        for entry in _behind_damaged_trailer(payload):
            yield entry.payload, payload.find(entry.payload)


def _behind_damaged_trailer(payload: bytes) -> tuple[Entry, ...]:
    """The entries of an envelope whose content matches its CRC, whatever else the trailer says."""
    content = payload[:-_TRAILER]
    if crc32(content) != int.from_bytes(payload[-_TRAILER:][:4], "little"):
        return ()
    try:
        entries = entries_in(wrap(content, ENVELOPE))
    except ValueError:
        return ()
    return () if isinstance(entries, Finding) else entries


def _is_index_of(encoding: ColumnEncoding, meta: ColumnMetaData) -> bool:
    values = sum(page.num_values for page in encoding.pages)
    return bool(encoding.pages) and values == encoding.num_values == meta.num_values


def has_encoded_chunk(thrift: bytes) -> bool:
    """Whether the footer tells of a new encoding of some chunk: of most files no chunk has an extension, and none is decoded."""
    said = extract(_EXTENSIONS, [thrift]).tables[_CHUNKS].columns[_EXTENSION]
    if said.null_count == said.length:
        return False
    return next(find_encoded_chunks(FileMetaData.decode(thrift)), None) is not None


def find_encoded_chunks(
    metadata: FileMetaData,
) -> Iterator[tuple[int, int, ColumnMetaData, FoundEncoding]]:
    """Row group, column, a copy of its metadata, and what is said of the new encoding."""
    for group, row_group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(pass_chunks(row_group)):
            meta = chunk.meta_data
            if meta is None or meta.extension is None or chunk.file_path is not None:
                continue  # asked here, as of most
            slot = read_slot(meta)
            if slot is not None:
                yield group, column, meta, slot


def wrong_with(
    encoding: ColumnEncoding, meta: ColumnMetaData, num_rows: int, footer: int
) -> Finding | None:
    """What does not fit the chunk or the file, whose footer begins at `footer`; None if all does."""
    end = encoding.offset + encoding.length
    if encoding.offset < FIRST or end > footer:
        what = f"the new encoding at {encoding.offset:,} to {end:,} is not before the footer"
        return Finding("encoding-bounds", encoding.offset, what)
    if encoding.num_values != meta.num_values:
        what = f"{count(encoding.num_values, 'value')} in the new encoding, and {meta.num_values:,} in the old"
        return Finding("encoding-values", encoding.offset, what)
    problem = _pages_problem(encoding, meta.type, num_rows)
    return Finding("encoding-pages", encoding.offset, problem) if problem else None


def _pages_problem(encoding: ColumnEncoding, type_: Type, num_rows: int) -> str:
    at, row, values, present = encoding.offset, 0, 0, 0
    for number, page in enumerate(encoding.pages):
        if page.offset != at or page.levels > page.length:
            return f"page {number} does not lie behind the one before it"
        # A page may go on with the last row of the one before.
        if not max(row - 1, 0) <= page.first_row <= row or page.num_present > page.num_values:
            return f"page {number} does not go on where the one before it ends"
        at += page.length
        row = page.first_row + page.rows
        values += page.num_values
        present += page.num_present
    if at != encoding.offset + encoding.length or row != num_rows:
        return f"the pages end at {at:,}, row {row:,}, and the chunk has {count(num_rows, 'row')}"
    if values != encoding.num_values:
        return "the pages hold another number of values than the chunk"
    if present != encoding.num_present:
        return "the pages hold another number of values that are there than the chunk"
    lengths = encoding.plain_lengths
    if measure_values(type_, 0) is None and (
        lengths is None or len(lengths) != len(encoding.pages)
    ):
        return "the sizes of the pages in PLAIN encoding are missing"
    for number, page in enumerate(encoding.pages):
        size = measure_plain(encoding, number, type_)
        if problem := problem_with_size(page.levels + size):
            return f"page {number} {problem}"
        # Plug-ins are only told how many values there are, and make room for them.
        if type_ == Type.BYTE_ARRAY and size < (least := measure_empty(page.num_present)):
            what = f"says {count(size, 'byte')} in PLAIN encoding"
            return f"page {number} {what}, and {count(page.num_present, 'value takes', 'values take')} {least:,} or more"
    return ""


def measure_plain(encoding: ColumnEncoding, number: int, type_: Type) -> int:
    """Bytes of the values of a page in PLAIN encoding."""
    size = measure_values(type_, encoding.pages[number].num_present)
    if size is not None:
        return size
    return (encoding.plain_lengths or [])[number]


def _entries(meta: ColumnMetaData) -> Sequence[Entry]:
    if meta.extension is None:
        return ()
    entries = entries_in(meta.extension.payload)
    if isinstance(entries, Finding):
        column = ".".join(meta.path_in_schema)
        raise RefusedError("damaged", f"the extension of column {column} is damaged: {entries}")
    return entries


def _set(meta: ColumnMetaData, entries: Sequence[Entry]) -> None:
    payload = payload_of(entries)
    header = meta.extension.header if meta.extension is not None else None
    meta.extension = Extension(payload, header) if payload is not None else None


def _names_us(payload: bytes) -> bool:
    """Also where the UUID that the trailer ends with is damaged in a bit or two."""
    if _UUID in payload:
        return True
    near = REGISTRY.near(UUID(bytes=payload[-16:])) if len(payload) >= 16 else None
    return near is not None and near.uuid == ColumnEncoding.UUID
