"""The families of statements: the one list that a new one joins."""

from __future__ import annotations

from typing import Final

from inlay.verbs.verify.check import Check
from inlay.verbs.verify.values import (
    bounds,
    counts,
    coverings,
    encodings,
    geometries,
    levels,
    variants,
)
from inlay.verbs.verify.values.audited import AuditedChunk, AuditedPage
from inlay.verbs.verify.values.audited_rows import AuditedRows

_FAMILIES: Final = (encodings, bounds, counts, levels, geometries)
_OF_ROWS: Final = (coverings, variants)

CHECKS_OF_CHUNKS: Final[tuple[Check[AuditedChunk], ...]] = tuple(
    check for family in _FAMILIES for check in family.CHUNKS
)
CHECKS_OF_PAGES: Final[tuple[Check[AuditedPage], ...]] = tuple(
    check for family in _FAMILIES for check in family.PAGES
)
CHECKS_OF_ROWS: Final[tuple[Check[AuditedRows], ...]] = tuple(
    check for family in _OF_ROWS for check in family.ROWS
)
