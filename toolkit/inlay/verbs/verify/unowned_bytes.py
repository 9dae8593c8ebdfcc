"""Bytes before the footer that nothing leads to: where they are more than half, the footer may be that of another file, or of a part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from inlay.ground.wording.amounts import format_size
from inlay.pages.encodings.new_encodings import find_encodings
from inlay.verbs.verify.file_in_front import find_extent
from inlay.verbs.verify.subjects import FooterSubject, PlacedChunk
from inlay_runtime.finding import Finding

_FIRST: Final = 4
"""Behind the magic."""

_FEWEST: Final = 64 * 1024
"""Fewer are padding, or what a changed footer left behind."""


def check_owners(footer: FooterSubject, owned: int | None) -> Iterator[Finding]:
    """`owned` bytes are those of all chunks. None where a chunk is encrypted or elsewhere, or has pages in a second encoding: what belongs
    to it is not known here."""
    body = footer.offset - _FIRST
    if (
        owned is None
        or body - owned < _FEWEST
        or 2 * owned >= body
        or find_encodings(footer.metadata, footer.offset)
    ):
        return
    start, end = _find_largest_gap(footer.chunks(), footer.offset)
    what = (
        f"{format_size(body - owned)} of {format_size(body)} before the footer belong to nothing that it leads to, "
        f"most of them up to {end:,}: it may be the footer of another file, or of a part of this one"
    )
    yield Finding("unowned-bytes", start, what)


def _find_largest_gap(chunks: Iterable[PlacedChunk], footer: int) -> tuple[int, int]:
    reached, largest = _FIRST, (_FIRST, _FIRST)
    extents = sorted(extent for chunk in chunks for extent in list_extents(chunk))
    for start, end in (*extents, (footer, footer)):
        if start - reached > largest[1] - largest[0]:
            largest = reached, start
        reached = max(reached, end)
    return largest


def list_extents(placed: PlacedChunk) -> Iterator[tuple[int, int]]:
    """Where pages, indexes and Bloom filter of a chunk begin and end."""
    chunk, meta = placed.chunk, placed.meta
    if meta is None:
        return
    yield find_extent(meta)
    for start, length in (
        (chunk.offset_index_offset, chunk.offset_index_length),
        (chunk.column_index_offset, chunk.column_index_length),
        (meta.bloom_filter_offset, meta.bloom_filter_length),
    ):
        if start is not None and length is not None:
            yield start, start + length
