"""An entry of a table, as people and programs read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyiceberg.manifest import DataFile


def describe_entry(entry: DataFile) -> Mapping[str, Any]:
    """A document of JSON; bounds are the hexadecimal digits of their bytes, by field id."""
    return {
        "path": entry.file_path,
        "rows": entry.record_count,
        "bytes": entry.file_size_in_bytes,
        "partition": [_show(entry.partition[at]) for at in range(len(entry.partition))],
        "column_sizes": _by_text(entry.column_sizes),
        "value_counts": _by_text(entry.value_counts),
        "null_value_counts": _by_text(entry.null_value_counts),
        "nan_value_counts": _by_text(entry.nan_value_counts),
        "lower_bounds": {str(at): raw.hex() for at, raw in entry.lower_bounds.items()},
        "upper_bounds": {str(at): raw.hex() for at, raw in entry.upper_bounds.items()},
        "split_offsets": entry.split_offsets,
    }


def _by_text(counts: Mapping[int, int]) -> dict[str, int]:
    return {str(at): number for at, number in counts.items()}


def _show(value: Any) -> Any:
    match value:
        case None | bool() | int() | float() | str():
            return value
        case bytes():
            return value.hex()
        case _:
            return str(value)
