"""What a catalog of DuckLake says before a registration."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from inlay.ground.blamed_options import blame_options
from inlay.ground.refusals import RefusedError
from inlay.verbs.register.schema.table_types import (
    NestedList,
    NestedMap,
    NestedStruct,
    TableColumn,
    TableType,
)
from inlay.verbs.register.schema.unite_columns import Path
from inlay.verbs.register.targets.ducklake.column_types import parse_type
from inlay.verbs.register.targets.ducklake.databases.connection import Connection

VERSION: Final = "1.0"
_NOW: Final = "end_snapshot IS NULL"


class Snapshot(NamedTuple):
    number: int
    schema_version: int
    next_catalog_id: int
    next_file_id: int


class TableName(NamedTuple):
    schema: str
    table: str


class KnownFile(NamedTuple):
    """`path` is absolute, or a URL."""

    file_id: int
    table_id: int
    path: str
    rows: int
    size: int


class LakeTable(NamedTuple):
    """`have_defaults` are ids of columns that are not null in a file that lacks them; `last_id` is the largest that a column ever had."""

    table_id: int
    columns: tuple[TableColumn, ...]
    have_defaults: frozenset[int]
    last_id: int


def parse_table_name(text: str) -> TableName:
    schema, _, table = text.rpartition(".")
    if not table:
        raise blame_options("a table of DuckLake has a name: {table}", table="main.trips")
    return TableName(schema or "main", table)


def require_catalog(connection: Connection) -> None:
    """Raises RefusedError for one of another version, or whose files are encrypted."""
    rows = connection.query("SELECT key, value FROM ducklake_metadata WHERE scope IS NULL")
    said: Mapping[str, str] = {str(key): str(value) for key, value in rows}
    version = said.get("version")
    if version != VERSION:
        what = f"the catalog is of version {version}, and files are registered in {VERSION}"
        raise RefusedError("version", what, path=connection.name)
    if said.get("encrypted", "false").lower() not in ("false", "0"):
        what = "the catalog encrypts its files, and files that exist have no key there"
        raise RefusedError("encrypted", what, path=connection.name)


def read_snapshot(connection: Connection) -> Snapshot:
    rows = connection.query(
        "SELECT snapshot_id, schema_version, next_catalog_id, next_file_id FROM ducklake_snapshot"
        " ORDER BY snapshot_id DESC LIMIT 1"
    )
    if not rows:
        raise RefusedError("catalog", "the catalog has no snapshot: DuckLake did not make it")
    return Snapshot(*map(int, rows[0]))


def find_schema(connection: Connection, name: TableName) -> int:
    rows = connection.query(
        f"SELECT schema_id FROM ducklake_schema WHERE schema_name = ? AND {_NOW}", [name.schema]
    )
    if not rows:
        what = f"the catalog has no schema {name.schema}; make it in DuckLake: CREATE SCHEMA"
        raise RefusedError("schema", what)
    return int(rows[0][0])


def find_table(connection: Connection, name: TableName, schema_id: int) -> LakeTable | None:
    """Raises RefusedError for a column of a type that is not registered here."""
    rows = connection.query(
        f"SELECT table_id FROM ducklake_table WHERE table_name = ? AND schema_id = ? AND {_NOW}",
        [name.table, schema_id],
    )
    if not rows:
        return None
    table_id = int(rows[0][0])
    columns = connection.query(
        "SELECT column_id, column_name, column_type, nulls_allowed, parent_column, initial_default"
        f" FROM ducklake_column WHERE table_id = ? AND {_NOW} ORDER BY column_order",
        [table_id],
    )
    defaults = frozenset(int(row[0]) for row in columns if row[5] is not None)
    ever = connection.query(
        "SELECT max(column_id) FROM ducklake_column WHERE table_id = ?", [table_id]
    )
    last_id = int(ever[0][0] or 0)
    return LakeTable(table_id, _build_columns(columns, None, ()), defaults, last_id)


def _build_columns(
    rows: Sequence[tuple[object, ...]], parent: object, above: Path
) -> tuple[TableColumn, ...]:
    columns: list[TableColumn] = []
    for column_id, name, kind, may_be_null, of, _ in rows:
        if of == parent:
            path = (*above, str(name))
            members = _build_columns(rows, column_id, path)
            type_ = _build_type(str(kind), members, path)
            columns.append(TableColumn(str(name), type_, not may_be_null, int(str(column_id))))
    return tuple(columns)


def _build_type(kind: str, members: tuple[TableColumn, ...], path: Path) -> TableType:
    match kind.lower(), members:
        case "struct", _:
            return NestedStruct(members)
        case "list", (element,):
            return NestedList(element)
        case "map", (key, value):
            return NestedMap(key, value)
        case _:
            type_ = parse_type(kind)
            if type_ is None:
                what = f"column {'.'.join(path)} of the table is {kind}, which is not registered"
                raise RefusedError("schema", what)
            return type_


def list_known(connection: Connection) -> list[KnownFile]:
    """All files of all tables now. One that lies below the folder of its table has a path from there."""
    metadata = connection.query(
        "SELECT value FROM ducklake_metadata WHERE key = 'data_path' AND scope IS NULL"
    )
    root = str(metadata[0][0]) if metadata else ""
    folders = {
        int(table_id): _join(_join(root, schema, schema_is_relative), table, table_is_relative)
        for table_id, table, table_is_relative, schema, schema_is_relative in connection.query(
            "SELECT t.table_id, t.path, t.path_is_relative, s.path, s.path_is_relative"
            " FROM ducklake_table t JOIN ducklake_schema s ON s.schema_id = t.schema_id"
        )
    }
    return [
        KnownFile(
            int(file_id),
            int(table_id),
            make_absolute(_join(folders.get(int(table_id), root), path, is_relative)),
            int(rows),
            int(size),
        )
        for file_id, table_id, path, is_relative, rows, size in connection.query(
            "SELECT data_file_id, table_id, path, path_is_relative, record_count, file_size_bytes"
            f" FROM ducklake_data_file WHERE {_NOW}"
        )
    ]


def make_absolute(path: str) -> str:
    """As the catalog gets it: readers are started in any folder."""
    return path if "://" in path else os.path.abspath(path)


def _join(folder: str, path: object, is_relative: object) -> str:
    text = str(path or "")
    return f"{folder.rstrip('/')}/{text}" if is_relative and folder else text


def find_deletes(connection: Connection, table_id: int) -> set[int]:
    """Files of which rows are deleted."""
    rows = connection.query(
        f"SELECT data_file_id FROM ducklake_delete_file WHERE table_id = ? AND {_NOW}", [table_id]
    )
    with suppress(RefusedError):  # there is such a table only once rows were deleted so
        rows += connection.query(f"SELECT file_id FROM ducklake_inlined_delete_{table_id}")
    return {int(row[0]) for row in rows}


def has_inlined_table(connection: Connection, table_id: int) -> bool:
    """Whether rows of the table can be in the catalog itself: in a table there, which has the columns of one version of the schema."""
    return bool(_list_inlined(connection, table_id))


def has_inlined_rows(connection: Connection, table_id: int) -> bool:
    """Whether there are any now."""
    counts = [
        connection.query(f"SELECT count(*) FROM {name} WHERE {_NOW}")[0][0]
        for name in _list_inlined(connection, table_id)
    ]
    return any(int(it) for it in counts)


def _list_inlined(connection: Connection, table_id: int) -> list[str]:
    """A table for each version of the schema."""
    with suppress(
        RefusedError
    ):  # there is no such list in a catalog where nothing was ever inlined
        rows = connection.query(
            "SELECT schema_version FROM ducklake_inlined_data_tables WHERE table_id = ?", [table_id]
        )
        return [f"ducklake_inlined_data_{table_id}_{int(row[0])}" for row in rows]
    return []
