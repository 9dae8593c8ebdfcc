"""The tables of a recovery: which files there are, and which of them are damaged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

import pyarrow as pa

from inlay_spark.catalog.directory import CatalogDirectory
from inlay_spark.catalog.file_rows import FILE_FIELDS, OTHERS, PROBLEMS, schema_of

MANIFEST: Final = "recovery.json"

_TEXT: Final = pa.string()
_WHOLE: Final = pa.int64()

RECOVERY_TABLES: Final[Mapping[str, pa.Schema]] = {
    "files": schema_of(FILE_FIELDS, {"is_damaged": pa.bool_()}),
    "damaged": schema_of(
        [FILE_FIELDS[0]],
        {
            "code": _TEXT,
            "damage": _TEXT,
            "by": _TEXT,
            "like": _TEXT,
            "row_groups": _WHOLE,
            "rows": _WHOLE,
            "lost": _TEXT,
            "reason": _TEXT,
            "output": _TEXT,
        },
    ),
    "problems": PROBLEMS,
    "others": OTHERS,
}
"""A file is in `files`, or in `problems` if nobody can tell, or in `others` if it does not look like Parquet."""


class RecoveryDirectory(CatalogDirectory):
    """DIR/recovery.json says which parts there are, and what was asked for."""

    tables: ClassVar[Mapping[str, pa.Schema]] = RECOVERY_TABLES
    manifest_name: ClassVar[str] = MANIFEST
