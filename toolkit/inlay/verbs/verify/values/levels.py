"""Size statistics against levels and values: histograms, and the bytes of byte arrays."""

from __future__ import annotations

from typing import Final

from inlay.ground.wording.amounts import count
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.values.audited import AuditedChunk, AuditedPage
from parquet_format.parquet import Type

_KINDS: Final = ("repetition", "definition")


def check_levels(chunk: AuditedChunk) -> str | None:
    sizes = chunk.meta.size_statistics
    if sizes is None or not chunk.is_whole:
        return None
    for kind, said, counted in zip(
        _KINDS,
        (sizes.repetition_level_histogram, sizes.definition_level_histogram),
        (chunk.repetitions, chunk.definitions),
        strict=True,
    ):
        if said and counted and said != counted:
            return f"{kind} levels are {said}, and the pages have {counted}"
    return None


def check_page_levels(page: AuditedPage) -> str | None:
    index = page.chunk.column_index
    if index is None or page.levels.damage:
        return None
    for kind, said, counted in zip(
        _KINDS,
        (index.repetition_level_histograms, index.definition_level_histograms),
        (page.levels.repetitions, page.levels.definitions),
        strict=True,
    ):
        size = len(counted)
        mine = said[page.number * size : (page.number + 1) * size] if said else None
        if mine and len(mine) == size and mine != counted:
            return f"{kind} levels of page {page.number:,} are {mine}, and the page has {counted}"
    return None


def check_bytes(chunk: AuditedChunk) -> str | None:
    sizes = chunk.meta.size_statistics
    said = sizes.unencoded_byte_array_data_bytes if sizes is not None else None
    if said is None or not chunk.is_whole or chunk.meta.type != Type.BYTE_ARRAY:
        return None
    size = sum(chunk.page_bytes)
    return f"{said:,}, and the values have {count(size, 'byte')}" if said != size else None


def check_page_bytes(page: AuditedPage) -> str | None:
    index = page.chunk.offset_index
    said = index.unencoded_byte_array_data_bytes if index is not None else None
    if not said or page.number >= len(said) or page.levels.damage:
        return None
    if page.chunk.meta.type != Type.BYTE_ARRAY:
        return None
    size = page.chunk.page_bytes[page.number]
    if said[page.number] == size:
        return None
    return (
        f"{count(said[page.number], 'byte')} in page {page.number:,}, and its values have {size:,}"
    )


CHUNKS: Final[tuple[Check[AuditedChunk], ...]] = (
    Check(
        "value-levels",
        "meta_data.size_statistics",
        "each level is there as often as the size statistics say",
        check_levels,
    ),
    Check(
        "value-bytes",
        "meta_data.size_statistics.unencoded_byte_array_data_bytes",
        "byte arrays have as many bytes as the size statistics say",
        check_bytes,
    ),
)

PAGES: Final[tuple[Check[AuditedPage], ...]] = (
    Check(
        "value-page-levels",
        "",
        "each level is in a page as often as the column index says",
        check_page_levels,
    ),
    Check(
        "value-page-bytes",
        "",
        "the byte arrays of a page have as many bytes as the offset index says",
        check_page_bytes,
    ),
)
