"""The families of statements: the one list that a new one joins."""

from __future__ import annotations

from typing import Final

from inlay.verbs.verify.check import Check
from inlay.verbs.verify.values import bounds, counts, encodings, levels
from inlay.verbs.verify.values.audited import AuditedChunk, AuditedPage

_FAMILIES: Final = (encodings, bounds, counts, levels)

CHECKS_OF_CHUNKS: Final[tuple[Check[AuditedChunk], ...]] = tuple(
    check for family in _FAMILIES for check in family.CHUNKS
)
CHECKS_OF_PAGES: Final[tuple[Check[AuditedPage], ...]] = tuple(
    check for family in _FAMILIES for check in family.PAGES
)
