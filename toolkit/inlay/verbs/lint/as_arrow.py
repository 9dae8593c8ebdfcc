"""Advice as an Arrow table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pyarrow as pa

from inlay.verbs.lint.advice import Advice
from inlay.verbs.lint.rows import row_of

_COLUMNS: Final[list[tuple[str, pa.DataType]]] = [
    ("rule", pa.string()),
    ("severity", pa.string()),
    ("path", pa.string()),
    ("column", pa.string()),
    ("place", pa.string()),
    ("seen", pa.string()),
    ("bytes", pa.int64()),
    ("least_bytes", pa.int64()),
    ("most_bytes", pa.int64()),
    ("reads", pa.int64()),
    ("fix", pa.string()),
]


def table_of(advice: Iterable[Advice]) -> pa.Table:
    """Columns and places that do not apply are null; names that are not UTF-8 have escapes in their place."""
    return pa.Table.from_pylist([row_of(each) for each in advice], pa.schema(_COLUMNS))
