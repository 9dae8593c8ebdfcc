"""Rows about files, as every kind of catalog has them: which file, and why it could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.footers.footer.errors import NO_PARQUET, FooterError
from inlay.ground.arrow_fields import Field, fields_in
from inlay.ground.arrow_rows import make_batch
from inlay.ground.files.entries import FileEntry
from inlay.tables.scan.claims import is_named_parquet
from inlay.tables.scan.file_columns import format_path
from inlay.tables.scan.schemas import FILE, TABLES

_FILE_NAMES: Final = ("path", "file_size", "mtime", "etag")
FILE_FIELDS: Final[list[Field]] = [field for field in fields_in(FILE) if field.name in _FILE_NAMES]


def schema_of(first: list[Field], own: Mapping[str, pa.DataType]) -> pa.Schema:
    return pa.schema([*first, *(pa.field(name, type_) for name, type_ in own.items())])


PROBLEMS: Final = schema_of(
    FILE_FIELDS,
    {
        field.name: field.type
        for field in fields_in(TABLES["problems"])
        if field.name not in FILE.names
    },
)
OTHERS: Final = pa.schema(FILE_FIELDS)


def is_another_kind(entry: FileEntry, error: Exception) -> bool:
    """A file that is not Parquet, and is not named as if it were."""
    is_none = isinstance(error, FooterError) and error.code in NO_PARQUET
    return is_none and not is_named_parquet(entry.path)


def describe_entry(entry: FileEntry) -> dict[str, Any]:
    return {
        "path": format_path(entry.path),
        "file_size": entry.size,
        "mtime": entry.mtime,
        "etag": entry.etag,
    }


def build_batch(schema: pa.Schema, rows: Iterable[Mapping[str, Any]]) -> pa.RecordBatch:
    given = list(rows)
    columns = [
        array_from([row[field.name] for row in given], field.type) for field in fields_in(schema)
    ]
    return make_batch(columns, schema)
