"""The families of statements: the one list that a new one joins."""

from __future__ import annotations

from typing import Final

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
    second,
    sorting,
    variants,
)
from inlay.verbs.verify.values.audited import AuditedChunk, AuditedPage
from inlay.verbs.verify.values.audited_rows import AuditedRows
from inlay.verbs.verify.values.sorting import AuditedGroup

_OF_CHUNKS: Final = (encodings, bounds, counts, levels, geometries, blooms, second)
_OF_PAGES: Final = (encodings, bounds, counts, levels, geometries, contents)
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
