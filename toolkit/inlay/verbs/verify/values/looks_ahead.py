"""What checks will ask of a chunk that is decoded in several runs: found on the way, so that it is decoded once."""

from __future__ import annotations

from collections.abc import Iterator

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.statements.ends import is_float
from inlay.pages.engine.chunk_values import Look
from inlay.pages.engine.distinct_values import list_looks_at_distinct
from inlay.pages.engine.page_digests import PageDigests
from inlay.verbs.verify.values.audited import AuditedChunk
from inlay.verbs.verify.values.blooms import look_for_absent
from inlay.verbs.verify.values.contents import JSON, TEXT, is_text
from inlay.verbs.verify.values.looks import FaultyPages, PageBytes, PageExtremes
from inlay.verbs.verify.values.sorting import look_at_rows
from inlay.verbs.verify.values.value_ranges import find_room
from parquet_format.parquet import JsonType, Type


def list_looks(
    chunk: AuditedChunk, *, is_sorted: bool, has_offset_index: bool, has_second: bool
) -> Iterator[Look]:
    """Whatever is missing here costs a run through the chunk, and changes no finding."""
    said, element = chunk.statistics, chunk.element
    keys = list(chunk.leaf.keys)
    if said is not None and not (said.min is said.max is None):
        keys += chunk.leaf.deprecated_keys
    if is_float(element):
        keys.append(chunk.float_key)
    room = find_room(element)
    if room is not None:
        keys.append(room.key)
    yield from map(PageExtremes, dict.fromkeys(keys))
    if chunk.meta.type == Type.BYTE_ARRAY:
        has_sizes = chunk.meta.size_statistics is not None or has_offset_index
        if has_sizes or chunk.may_be_read_by_rows:
            yield PageBytes()
        if is_text(element):
            yield FaultyPages(TEXT)
        if isinstance(find_meaning(element), JsonType):
            yield FaultyPages(JSON)
    if said is not None and said.distinct_count is not None:
        yield from list_looks_at_distinct()
    if has_second:
        yield PageDigests()
    rows = look_at_rows(chunk) if is_sorted else None
    keys_of_maps = chunk.look_for_repeated_keys()
    for look in (chunk.look_for_geometries(), look_for_absent(chunk), rows, keys_of_maps):
        if look is not None:
            yield look
