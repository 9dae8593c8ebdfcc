"""The tables of a scan: the columns of `inlay.tables.columnar`, and in front of them those that say which file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Final, NamedTuple

import pyarrow as pa

from inlay.ground.arrow_fields import Field, field_in, fields_in
from inlay.ground.mistakes import require_names
from inlay.ground.wording.near_names import hint_at
from inlay.tables.columnar import schemas as columnar
from inlay.tables.page_tables import schemas as page_tables

if TYPE_CHECKING:
    from collections.abc import Iterable

_FILE: Final[list[Field]] = [
    pa.field("path", pa.string()),
    pa.field("file_size", pa.int64()),
    pa.field("mtime", pa.timestamp("us", "UTC")),
    pa.field("etag", pa.string()),
    pa.field("form", pa.string()),
    pa.field("partition", pa.map_(pa.string(), pa.string())),
]
FILE: Final = pa.schema(_FILE)
"""Which file a row is about; the same in every table."""

_FOOTER: Final[list[Field]] = [
    pa.field("footer_offset", pa.int64()),
    pa.field("footer_length", pa.int64()),
    pa.field("flatbuffer_length", pa.int64()),
]
_EXTENSION: Final[list[Field]] = [
    pa.field("carrier", pa.string()),
    pa.field("struct", pa.string()),
    pa.field("header", pa.string()),
    pa.field("offset", pa.int64()),
    pa.field("length", pa.int64()),
    pa.field("in_envelope", pa.bool_()),
    pa.field("uuid", pa.string()),
    pa.field("uuid_guess", pa.string()),
    pa.field("name", pa.string()),
    pa.field("container", pa.string()),
    pa.field("content_length", pa.int64()),
    pa.field("state", pa.string()),
    pa.field("finding", pa.string()),
    pa.field("payload", pa.binary()),
]
_PROBLEM: Final[list[Field]] = [
    pa.field("error_id", pa.string()),
    pa.field("offset", pa.int64()),
    pa.field("field", pa.string()),
    pa.field("message", pa.string()),
    pa.field("hint", pa.string()),
    pa.field("is_readable", pa.bool_()),
]
ON_REQUEST: Final[Mapping[str, AbstractSet[str]]] = {
    "extensions": {"payload"},
    **page_tables.ON_REQUEST,
}
"""Columns that are there only if they are named."""

RENAMED: Final = {"path": "column_path"}
"""Columns of `inlay.tables.columnar` under another name, since `path` is that of the file."""

COLUMNAR: Final = ("files", "schema", "row_groups", "column_chunks", "key_values")
"""The tables that `inlay.tables.columnar` makes."""


def _with_file(columns: Iterable[Field]) -> pa.Schema:
    return pa.schema([*fields_in(FILE), *columns])


def _columnar(table: str) -> list[Field]:
    """The columns of one of its tables, as they are named here."""
    fields = fields_in(columnar.TABLES[table])
    if table == "files":
        own = {field.name for field in _FOOTER}
        return [*_FOOTER, *(field for field in fields if field.name not in own)]
    return _rename(fields)


def _rename(fields: Iterable[Field]) -> list[Field]:
    return [field.with_name(RENAMED.get(field.name, field.name)) for field in fields]


TABLES: Final[Mapping[str, pa.Schema]] = {
    "files": _with_file(_columnar("files")),
    "schema": _with_file(_columnar("schema")),
    "row_groups": _with_file(_columnar("row_groups")),
    "column_chunks": _with_file(_columnar("column_chunks")),
    "extensions": _with_file(_EXTENSION),
    "key_values": _with_file(_columnar("key_values")),
    "problems": _with_file(_PROBLEM),
    "others": FILE,
}
"""Those of footers, which a catalogue keeps."""

OF_PAGES: Final[Mapping[str, pa.Schema]] = {
    table: _with_file(_rename(fields_in(fields))) for table, fields in page_tables.TABLES.items()
}
"""Those for which more of a file is read than its footer."""

ALL_TABLES: Final[Mapping[str, pa.Schema]] = {**TABLES, **OF_PAGES}


class ColumnSelection(NamedTuple):
    """Some columns of a table, in the order they are wanted in; `partitions` are names of partitions among
    them, each a column of text."""

    table: str
    columns: tuple[str, ...]
    partitions: tuple[str, ...] = ()

    @property
    def of_file(self) -> list[str]:
        return [name for name in self.columns if name in FILE.names]

    @property
    def of_table(self) -> list[str]:
        """Those that are neither the file's nor partitions."""
        return [
            name for name in self.columns if name not in FILE.names and name not in self.partitions
        ]

    @property
    def schema(self) -> pa.Schema:
        whole = ALL_TABLES[self.table]
        return pa.schema(
            [
                pa.field(name, pa.string()) if name in self.partitions else field_in(whole, name)
                for name in self.columns
            ]
        )


def select_columns(
    table: str, columns: Sequence[str] | None = None, partitions: Sequence[str] = ()
) -> ColumnSelection:
    """Without `columns`, all but those that have to be asked for, and the partitions.

    ValueError for a table or column that there is not.
    """
    if table not in ALL_TABLES:
        raise ValueError(f"no table {table!r}: there are {', '.join(ALL_TABLES)}")
    names = ALL_TABLES[table].names
    # A column of the table hides a partition of the same name.
    partitions = tuple(name for name in partitions if name not in names)
    if columns is None:
        asked = ON_REQUEST.get(table, set[str]())
        return ColumnSelection(
            table, (*(name for name in names if name not in asked), *partitions), partitions
        )
    columns = require_names(columns)
    for name in columns:
        if name not in names and name not in partitions:
            hint = hint_at(name, [*names, *partitions])
            raise ValueError(f"table {table} has no column {name!r}{hint}")
    return ColumnSelection(table, tuple(columns), tuple(p for p in partitions if p in columns))
