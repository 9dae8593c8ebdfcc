"""The Arrow schemas of all tables; `docs/columnar.md` says what the columns mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pyarrow as pa

_I16: Final = pa.int16()
_I32: Final = pa.int32()
_I64: Final = pa.int64()
_TEXT: Final = pa.string()
_BYTES: Final = pa.binary()
_BOOL: Final = pa.bool_()
_DOUBLE: Final = pa.float64()


def _schema(fields: Mapping[str, pa.DataType]) -> pa.Schema:
    return pa.schema(fields)


def _struct(fields: Mapping[str, pa.DataType]) -> pa.DataType:
    return pa.struct([pa.field(name, type_) for name, type_ in fields.items()])


FOOTER: Final = pa.field("footer", _I32)
"""In front, in tables of many footers."""

BOX: Final = ("xmin", "xmax", "ymin", "ymax", "zmin", "zmax", "mmin", "mmax")

_EXTENSION: Final[Mapping[str, pa.DataType]] = {"extension_length": _I32, "extension_uuid": _TEXT}

COLUMN_CHUNKS: Final = _schema(
    {
        "row_group": _I32,
        "column": _I32,
        "path": _TEXT,
        "path_in_schema": pa.list_(_TEXT),
        "physical_type": _TEXT,
        "logical_type": _TEXT,
        "codec": _TEXT,
        "encodings": pa.list_(_TEXT),
        "num_values": _I64,
        "total_compressed_size": _I64,
        "total_uncompressed_size": _I64,
        "file_path": _TEXT,
        "file_offset": _I64,
        "data_page_offset": _I64,
        "index_page_offset": _I64,
        "dictionary_page_offset": _I64,
        "offset_index_offset": _I64,
        "offset_index_length": _I32,
        "column_index_offset": _I64,
        "column_index_length": _I32,
        "bloom_filter_offset": _I64,
        "bloom_filter_length": _I32,
        "null_count": _I64,
        "distinct_count": _I64,
        "nan_count": _I64,
        "min_value": _BYTES,
        "max_value": _BYTES,
        "min_deprecated": _BYTES,
        "max_deprecated": _BYTES,
        "is_min_value_exact": _BOOL,
        "is_max_value_exact": _BOOL,
        "min_text": _TEXT,
        "max_text": _TEXT,
        "unencoded_byte_array_data_bytes": _I64,
        "repetition_level_histogram": pa.list_(_I64),
        "definition_level_histogram": pa.list_(_I64),
        "bounding_box": _struct(dict.fromkeys(BOX, _DOUBLE)),
        "geospatial_types": pa.list_(_I32),
        "encoding_stats": pa.list_(_struct({"page_type": _TEXT, "encoding": _TEXT, "count": _I32})),
        "key_values": pa.list_(_struct({"key": _TEXT, "value": _TEXT})),
        "encryption": _TEXT,
        "encrypted_metadata_length": _I32,
        **_EXTENSION,
        "metadata_extension_length": _I32,
        "metadata_extension_uuid": _TEXT,
    }
)

ROW_GROUPS: Final = _schema(
    {
        "row_group": _I32,
        "num_rows": _I64,
        "num_columns": _I32,
        "total_byte_size": _I64,
        "total_compressed_size": _I64,
        "file_offset": _I64,
        "ordinal": _I16,
        "sorting_columns": pa.list_(
            _struct({"column_idx": _I32, "descending": _BOOL, "nulls_first": _BOOL})
        ),
        **_EXTENSION,
    }
)

SCHEMA: Final = _schema(
    {
        "element": _I32,
        "parent": _I32,
        "depth": _I32,
        "path": _TEXT,
        "path_in_schema": pa.list_(_TEXT),
        "name": _TEXT,
        "repetition": _TEXT,
        "physical_type": _TEXT,
        "converted_type": _TEXT,
        "logical_type": _TEXT,
        "type_length": _I32,
        "num_children": _I32,
        "scale": _I32,
        "precision": _I32,
        "field_id": _I32,
        "column": _I32,
        "max_definition_level": _I32,
        "max_repetition_level": _I32,
        "column_order": _TEXT,
        **_EXTENSION,
    }
)

KEY_VALUES: Final = _schema({"entry": _I32, "key": _TEXT, "value": _TEXT, **_EXTENSION})

EXTENSIONS: Final = _schema(
    {
        "path": _TEXT,
        "struct": _TEXT,
        "header": _TEXT,
        "length": _I32,
        "uuid": _TEXT,
        "uuid_place": _TEXT,
        "payload": _BYTES,
    }
)

FILES: Final = _schema(
    {
        "footer_length": _I64,
        "trailing_length": _I64,
        "version": _I32,
        "num_rows": _I64,
        "num_row_groups": _I32,
        "num_columns": _I32,
        "num_schema_elements": _I32,
        "num_key_values": _I32,
        "created_by": _TEXT,
        "encryption_algorithm": _TEXT,
        "signing_key_metadata": _BYTES,
        "num_unknown_fields": _I64,
        "num_extensions": _I64,
        **_EXTENSION,
    }
)

PROBLEMS: Final = _schema(
    {
        "footer": _I32,
        "error_id": _TEXT,
        "offset": _I64,
        "path": _TEXT,
        "message": _TEXT,
    }
)

TABLES: Final[Mapping[str, pa.Schema]] = {
    "files": FILES,
    "schema": SCHEMA,
    "row_groups": ROW_GROUPS,
    "column_chunks": COLUMN_CHUNKS,
    "extensions": EXTENSIONS,
    "key_values": KEY_VALUES,
}
"""By the names that `footer_tables` takes."""

ON_REQUEST: Final = frozenset({("extensions", "payload")})
"""Columns that are there only if they are named."""
