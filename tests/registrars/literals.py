"""Values as filters have them, and as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pyarrow as pa

_MOST: Final = 60
"""Characters of a filter in the record."""


def cut(value: object) -> str:
    text = str(value)
    return text if len(text) <= _MOST else f"{text[: _MOST - 3]}..."


def spell_column(path: Sequence[str]) -> str:
    """As DuckDB and DataFusion have it."""
    if not path:
        return ""
    first, *members = path
    return f'"{first}"' + "".join(f"['{name}']" for name in members)


def list_values(rows: pa.Table, column: Sequence[str]) -> list[Any]:
    """Each value once, without nulls, and without those that Python does not have."""
    first, *members = column
    values: Any = rows[first].combine_chunks()
    for name in members:
        values = values.field(name)
    seen: dict[str, Any] = {}
    for scalar in values:
        try:
            value = scalar.as_py()
        except (OverflowError, ValueError):
            continue
        if value is not None:
            seen[repr(value)] = value
    return [*seen.values()]
