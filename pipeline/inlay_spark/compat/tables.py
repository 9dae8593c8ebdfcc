"""The tables of what readers make of a lake: which files there are, what is found, and what was not measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

import pyarrow as pa

from inlay_spark.catalog.directory import CatalogDirectory
from inlay_spark.catalog.file_rows import FILE_FIELDS, OTHERS, PROBLEMS, schema_of

MANIFEST: Final = "compat.json"

_TEXT: Final = pa.string()
_FLAG: Final = pa.bool_()
_PATH: Final = FILE_FIELDS[0]
_READER: Final = {"reader": _TEXT, "version": _TEXT}

COMPAT_TABLES: Final[Mapping[str, pa.Schema]] = {
    "files": schema_of(FILE_FIELDS, {"findings": pa.int64(), "notes": pa.int64()}),
    "findings": schema_of(
        [_PATH],
        {
            **_READER,
            "measured": _TEXT,
            "outcome": _TEXT,
            "column": _TEXT,
            "features": pa.list_(_TEXT),
            "evidence": _TEXT,
            "said": _TEXT,
            "fix": _TEXT,
            "is_possible": _FLAG,
            "is_note": _FLAG,
        },
    ),
    "unmeasured": schema_of([_PATH], {**_READER, "feature": _TEXT}),
    "problems": PROBLEMS,
    "others": OTHERS,
}
"""A file is in `files`, or in `problems` if it could not be read, or in `others` if it does not look like Parquet. Of `files`,
`findings` counts all, and `notes` those that `inlay compat` takes for notes."""


class CompatDirectory(CatalogDirectory):
    """DIR/compat.json says which parts there are, and which readers were judged."""

    tables: ClassVar[Mapping[str, pa.Schema]] = COMPAT_TABLES
    manifest_name: ClassVar[str] = MANIFEST
