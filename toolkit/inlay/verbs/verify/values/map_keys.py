"""Keys of maps: whether one map has a key twice. No reader has to refuse that, and each makes something else of it."""

from __future__ import annotations

from typing import Final

from inlay.verbs.verify.check import Check
from inlay.verbs.verify.statistics import format_bound
from inlay.verbs.verify.values.audited import AuditedPage


def check_map_keys(page: AuditedPage) -> str | None:
    repeated = page.chunk.repeated_keys.get(page.number)
    if repeated is None:
        return None
    row, key = repeated
    return f"row {row:,} of the row group has a map with one key twice: {format_bound(key, page.chunk.element)}"


PAGES: Final[tuple[Check[AuditedPage], ...]] = (
    Check("value-map-keys", "", "no map has a key twice", check_map_keys),
)
