"""The tables of an audit: which files there are, what was found, and what was not looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

import pyarrow as pa

from inlay.ground.arrow_fields import Field, fields_in
from inlay.tables.scan.schemas import FILE, TABLES
from inlay_spark.catalog.directory import CatalogDirectory

MANIFEST: Final = "audit.json"

_TEXT: Final = pa.string()
_WHOLE: Final = pa.int64()
_FILE_NAMES: Final = ("path", "file_size", "mtime", "etag")
_FILE: Final[list[Field]] = [field for field in fields_in(FILE) if field.name in _FILE_NAMES]
_PATH: Final = _FILE[0]


def _schema_of(first: list[Field], own: Mapping[str, pa.DataType]) -> pa.Schema:
    return pa.schema([*first, *(pa.field(name, type_) for name, type_ in own.items())])


AUDIT_TABLES: Final[Mapping[str, pa.Schema]] = {
    "files": _schema_of(
        _FILE,
        {
            "form": _TEXT,
            "seal": _TEXT,
            "writer": _TEXT,
            "findings": _WHOLE,
            "chunks": _WHOLE,
            "pages": _WHOLE,
            "skipped": _WHOLE,
            "values": _WHOLE,
            "row_groups": _WHOLE,
            "of_row_groups": _WHOLE,
            "not_audited": _WHOLE,
        },
    ),
    "findings": _schema_of(
        [_PATH],
        {
            "code": _TEXT,
            "at": _TEXT,
            "column": _TEXT,
            "offset": _WHOLE,
            "what": _TEXT,
            "writer": _TEXT,
            "defect": _TEXT,
            "defect_says": _TEXT,
            "mend": _TEXT,
        },
    ),
    "not_audited": _schema_of([_PATH], {"at": _TEXT, "column": _TEXT, "reason": _TEXT}),
    "problems": _schema_of(
        _FILE,
        {
            field.name: field.type
            for field in fields_in(TABLES["problems"])
            if field.name not in FILE.names
        },
    ),
    "others": pa.schema(_FILE),
}
"""A file is in `files`, or in `problems` if it could not be read, or in `others` if it does not look like Parquet."""


class AuditDirectory(CatalogDirectory):
    """DIR/audit.json says which parts there are, and how much of each file was read."""

    tables: ClassVar[Mapping[str, pa.Schema]] = AUDIT_TABLES
    manifest_name: ClassVar[str] = MANIFEST
