"""What the footer says lies in the body of the file: claims, each with the bytes that it is said to take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from inlay.pages.encodings.payload import read_slot
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.leaf import Leaf
from inlay.verbs.layout.chunk_rows import ClaimedChunk
from inlay.verbs.layout.kinds import OwnerKind
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import ColumnChunk, ColumnMetaData, FileMetaData

IN_ORDER: Final = attrgetter("start", "end")


class Claim(NamedTuple):
    """Bytes from `start` to `end` of the file, of a chunk. Where the end is not known before they are looked at, that is `start`. A chunk has its metadata; one that `is_encrypted` has no pages that can be told."""

    kind: OwnerKind
    start: int
    end: int
    row_group: int
    column: int
    chunk: ClaimedChunk | None = None
    is_encrypted: bool = False
    second: ColumnEncoding | None = None


def list_claims(
    metadata: FileMetaData, leaves: Sequence[Leaf], row_groups: Iterable[int]
) -> Iterator[Claim]:
    """Of these row groups; those of chunks in other files are left out."""
    for group in row_groups:
        row_group = metadata.row_groups[group]
        for column, chunk in enumerate(row_group.columns):
            meta = chunk.meta_data
            is_encrypted = chunk.crypto_metadata is not None
            if chunk.file_path is not None:
                continue
            if meta is not None:
                leaf = leaves[column] if column < len(leaves) else None
                yield from _pages(meta, group, column, leaf, is_encrypted)
            for kind, start, length in _indexes(chunk):
                if start is not None and length:
                    yield Claim(kind, start, start + length, group, column, None, is_encrypted)


def _indexes(chunk: ColumnChunk) -> Iterator[tuple[OwnerKind, int | None, int | None]]:
    yield OwnerKind.COLUMN_INDEX, chunk.column_index_offset, chunk.column_index_length
    yield OwnerKind.OFFSET_INDEX, chunk.offset_index_offset, chunk.offset_index_length


def _pages(
    meta: ColumnMetaData, group: int, column: int, leaf: Leaf | None, is_encrypted: bool
) -> Iterator[Claim]:
    start, end = locate_pages(meta)
    if end > start:
        placed = ClaimedChunk(group, column, meta, leaf)
        yield Claim(OwnerKind.COLUMN_CHUNK, start, end, group, column, placed, is_encrypted)
    at = meta.bloom_filter_offset
    if at is not None:
        end = at + max(meta.bloom_filter_length or 0, 0)
        yield Claim(OwnerKind.BLOOM_FILTER, at, end, group, column, None, is_encrypted)
    if meta.extension is not None:
        second = read_slot(meta)
        if second is not None and (encoding := second.encoding) is not None:
            at = encoding.offset
            kind = OwnerKind.SECOND_ENCODING
            yield Claim(kind, at, at + encoding.length, group, column, second=encoding)


def list_spans(claims: Sequence[Claim]) -> dict[int, tuple[int, int]]:
    """The row groups whose chunks lie together, with the first and the last of their chunks: positions in `claims`, which are
    in the order of the file."""
    spans: dict[int, tuple[int, int]] = {}
    mixed: set[int] = set()
    last = -1
    for at, claim in enumerate(claims):
        if claim.kind is not OwnerKind.COLUMN_CHUNK:
            continue
        group = claim.row_group
        if group != last and group in spans:
            mixed.add(group)
        spans[group] = (spans[group][0] if group in spans else at, at)
        last = group
    return {group: span for group, span in spans.items() if group not in mixed}
