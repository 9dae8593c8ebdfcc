"""The Arrow schemas of the tables; `docs/page_tables.md` says what the columns mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import pyarrow as pa

from inlay.ground.mistakes import require_names
from inlay.ground.wording.near_names import hint_at

_I32: Final = pa.int32()
_I64: Final = pa.int64()
_TEXT: Final = pa.string()
_BYTES: Final = pa.binary()
_BOOL: Final = pa.bool_()
_COUNTS: Final = pa.list_(_I64)

_CHUNK: Final[Mapping[str, pa.DataType]] = {"row_group": _I32, "column": _I32, "path": _TEXT}
_BOUNDS: Final[Mapping[str, pa.DataType]] = {
    "min_value": _BYTES,
    "max_value": _BYTES,
    "min_text": _TEXT,
    "max_text": _TEXT,
}

PAGES: Final = pa.schema(
    {
        **_CHUNK,
        "page": _I32,
        "page_type": _TEXT,
        "encoding": _TEXT,
        "offset": _I64,
        "header_length": _I32,
        "compressed_page_size": _I32,
        "uncompressed_page_size": _I32,
        "is_compressed": _BOOL,
        "crc": _I32,
        "num_values": _I32,
        "num_rows": _I32,
        "first_row_index": _I64,
        "null_count": _I64,
        "distinct_count": _I64,
        **_BOUNDS,
        "is_min_value_exact": _BOOL,
        "is_max_value_exact": _BOOL,
        "definition_level_encoding": _TEXT,
        "repetition_level_encoding": _TEXT,
        "definition_levels_byte_length": _I32,
        "repetition_levels_byte_length": _I32,
        "is_sorted": _BOOL,
    }
)

INDEXES: Final = pa.schema(
    {
        **_CHUNK,
        "page": _I32,
        "offset": _I64,
        "compressed_page_size": _I32,
        "first_row_index": _I64,
        "num_rows": _I64,
        "boundary_order": _TEXT,
        "is_null_page": _BOOL,
        "null_count": _I64,
        "nan_count": _I64,
        **_BOUNDS,
        "unencoded_byte_array_data_bytes": _I64,
        "repetition_level_histogram": _COUNTS,
        "definition_level_histogram": _COUNTS,
    }
)

BLOOMS: Final = pa.schema(
    {
        **_CHUNK,
        "bloom_filter_offset": _I64,
        "bloom_filter_length": _I64,
        "header_length": _I32,
        "num_bytes": _I32,
        "algorithm": _TEXT,
        "hash": _TEXT,
        "compression": _TEXT,
        "bits_set": _I64,
        "false_positive_rate": pa.float64(),
    }
)

TABLES: Final[Mapping[str, pa.Schema]] = {
    "pages": PAGES,
    "page_indexes": INDEXES,
    "bloom_filters": BLOOMS,
}
"""By the names that a scan has for them."""

ON_REQUEST: Final[Mapping[str, frozenset[str]]] = {
    "pages": frozenset(),
    "page_indexes": frozenset(),
    "bloom_filters": frozenset({"bits_set", "false_positive_rate"}),
}
"""Columns that are there only if they are named: the whole filter is read for them."""


def choose_names(table: str, columns: Sequence[str] | None) -> list[str]:
    """The columns that are wanted, in their order. Raises ValueError for one that the table does not have."""
    names = TABLES[table].names
    if columns is None:
        return [name for name in names if name not in ON_REQUEST[table]]
    columns = require_names(columns)
    for name in columns:
        if name not in names:
            raise ValueError(f"{table} has no column {name!r}{hint_at(name, names)}")
    return list(columns)
