"""The tables of an audit: which files there are, what was found or is advised, and what was not looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

import pyarrow as pa

from inlay_spark.catalog.directory import CatalogDirectory
from inlay_spark.catalog.file_rows import FILE_FIELDS, OTHERS, PROBLEMS, schema_of

MANIFEST: Final = "audit.json"

_TEXT: Final = pa.string()
_WHOLE: Final = pa.int64()
_PATH: Final = FILE_FIELDS[0]

AUDIT_TABLES: Final[Mapping[str, pa.Schema]] = {
    "files": schema_of(
        FILE_FIELDS,
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
    "findings": schema_of(
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
            "fix": _TEXT,
        },
    ),
    "advice": schema_of(
        [_PATH],
        {"code": _TEXT, "at": _TEXT, "offset": _WHOLE, "what": _TEXT, "writer": _TEXT},
    ),
    "not_audited": schema_of([_PATH], {"at": _TEXT, "column": _TEXT, "reason": _TEXT}),
    "problems": PROBLEMS,
    "others": OTHERS,
}
"""A file is in `files`, or in `problems` if it could not be read, or in `others` if it does not look like Parquet."""


class AuditDirectory(CatalogDirectory):
    """DIR/audit.json says which parts there are, and how much of each file was read."""

    tables: ClassVar[Mapping[str, pa.Schema]] = AUDIT_TABLES
    manifest_name: ClassVar[str] = MANIFEST
