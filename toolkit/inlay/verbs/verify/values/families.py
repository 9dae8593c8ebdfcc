"""The families of statements: the one list that a new one joins; and which of their checks have something to hold of a chunk."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from inlay.verbs.verify.check import Check
from inlay.verbs.verify.values import (
    blooms,
    bounds,
    contents,
    counts,
    coverings,
    encodings,
    geometries,
    levels,
    map_keys,
    second,
    sorting,
    variants,
)
from inlay.verbs.verify.values.audited import AuditedChunk, AuditedPage, is_map_key
from inlay.verbs.verify.values.audited_rows import AuditedRows
from inlay.verbs.verify.values.sorting import AuditedGroup
from parquet_format.parquet import Type

_OF_CHUNKS: Final = (encodings, bounds, counts, levels, geometries, blooms, second)
_OF_PAGES: Final = (encodings, bounds, counts, levels, geometries, contents, map_keys)
_OF_ROWS: Final = (coverings, variants)

CHECKS_OF_GROUPS: Final[tuple[Check[AuditedGroup], ...]] = sorting.GROUPS
CHECKS_OF_CHUNKS: Final[tuple[Check[AuditedChunk], ...]] = tuple(
    check for family in _OF_CHUNKS for check in family.CHUNKS
)
CHECKS_OF_PAGES: Final[tuple[Check[AuditedPage], ...]] = tuple(
    check for family in _OF_PAGES for check in family.PAGES
)
CHECKS_OF_ROWS: Final[tuple[Check[AuditedRows], ...]] = tuple(
    check for family in _OF_ROWS for check in family.ROWS
)


class StatedOfChunk(NamedTuple):
    """What a file says of a chunk, and what its values may be: each is asked for by some checks."""

    statistics: bool
    sizes: bool
    indexes: bool
    bloom_filter: bool
    second: bool
    byte_arrays: bool
    meaning: bool
    map_keys: bool


_NEEDED: Final = {
    "value-bounds": "statistics",
    "value-old-bounds": "statistics",
    "value-exact": "statistics",
    "value-no-order": "statistics",
    "value-nulls": "statistics",
    "value-nans": "statistics",
    "value-distinct": "statistics",
    "value-levels": "sizes",
    "value-bytes": "sizes",
    "value-box": "byte_arrays",
    "value-geometry-types": "byte_arrays",
    "value-geo-box": "byte_arrays",
    "value-geo-types": "byte_arrays",
    "value-geometry": "byte_arrays",
    "value-bloom": "bloom_filter",
    "value-bloom-size": "bloom_filter",
    "value-second-encoding": "second",
    "value-index-bounds": "indexes",
    "value-index-nulls": "indexes",
    "value-null-page": "indexes",
    "value-index-nans": "indexes",
    "value-first-row": "indexes",
    "value-page-levels": "indexes",
    "value-page-bytes": "indexes",
    "value-text": "meaning",
    "value-json": "meaning",
    "value-range": "meaning",
    "value-map-keys": "map_keys",
}
"""Checks that find nothing without it, by their code. Any other is always asked."""


class ChosenChecks(NamedTuple):
    chunks: tuple[Check[AuditedChunk], ...]
    pages: tuple[Check[AuditedPage], ...]


def choose_checks(chunk: AuditedChunk) -> ChosenChecks:
    """Those that may find something. Most chunks have few statements, and to ask each check costs more than to read a small chunk."""
    meta, element = chunk.meta, chunk.leaf.element
    return _choose(
        StatedOfChunk(
            meta.statistics is not None,
            meta.size_statistics is not None,
            chunk.column_index is not None or chunk.offset_index is not None,
            meta.bloom_filter_offset is not None,
            chunk.second is not None,
            meta.type == Type.BYTE_ARRAY,
            element.logicalType is not None or element.converted_type is not None,
            chunk.leaf.max_repetition > 0 and is_map_key(chunk.leaf.node),
        )
    )


@cache
def _choose(stated: StatedOfChunk) -> ChosenChecks:
    return ChosenChecks(
        tuple(check for check in CHECKS_OF_CHUNKS if _may_find(check.code, stated)),
        tuple(check for check in CHECKS_OF_PAGES if _may_find(check.code, stated)),
    )


def _may_find(code: str, stated: StatedOfChunk) -> bool:
    needed = _NEEDED.get(code)
    return needed is None or bool(getattr(stated, needed))
