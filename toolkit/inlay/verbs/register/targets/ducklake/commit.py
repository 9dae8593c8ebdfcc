"""One snapshot of a catalog, in one transaction: all of it, or nothing."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple
from uuid import uuid4

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.schema.table_types import TableColumn
from inlay.verbs.register.schema.unite_columns import Path
from inlay.verbs.register.targets.ducklake.catalog import (
    KnownFile,
    Snapshot,
    TableName,
    read_snapshot,
)
from inlay.verbs.register.targets.ducklake.column_types import name_type
from inlay.verbs.register.targets.ducklake.databases.connection import Connection
from inlay.verbs.register.targets.ducklake.entries import CatalogEntries, CatalogFile
from inlay.verbs.register.targets.ducklake.statistics import (
    TableStatistics,
    unite_statistics,
)
from inlay.verbs.register.targets.target import JOB

_STATISTICS: Final = (
    "data_file_id",
    "table_id",
    "column_id",
    "column_size_bytes",
    "value_count",
    "null_count",
    "min_value",
    "max_value",
    "contains_nan",
    "extra_stats",
)
_PATHS: Final = (*_STATISTICS[:3], "variant_path", "shredded_type", *_STATISTICS[3:])


class Commit(NamedTuple):
    """`table_id` is None for a table that is created. `added` are the ids of columns that it gets. `replaced` are the files of the same
    paths that the table has, and `is_whole` says whether these are all that it has. `job` is empty for none."""

    snapshot: Snapshot
    name: TableName
    schema_id: int
    table_id: int | None
    columns: Sequence[TableColumn]
    ids: Mapping[Path, int]
    added: frozenset[int]
    entries: CatalogEntries
    replaced: Mapping[str, KnownFile]
    is_whole: bool
    job: str


def write_snapshot(connection: Connection, commit: Commit) -> int:
    """The number of the snapshot. Raises RefusedError, with nothing written, if another one came in between."""
    connection.begin()
    try:
        if read_snapshot(connection) != commit.snapshot:
            raise RefusedError("concurrent", "another snapshot came in between: run it again")
        number = _write(connection, commit)
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
    return number


def _write(connection: Connection, commit: Commit) -> int:
    before = commit.snapshot
    number = before.number + 1
    is_new = commit.table_id is None
    table_id = before.next_catalog_id if commit.table_id is None else commit.table_id
    version = before.schema_version + (is_new or bool(commit.added))
    changes = [f"inserted_into_table:{table_id}"]
    if is_new:
        changes.insert(0, f"created_table:{_quote(commit.name.schema)}.{_quote(commit.name.table)}")
        _create(connection, commit, table_id, number)
    elif commit.added:
        changes.insert(0, f"altered_table:{table_id}")
    if is_new or commit.added:
        _add_columns(connection, commit, table_id, number, version)
    next_file_id = before.next_file_id
    mapping_ids: list[int] = []
    for mapping in commit.entries.mappings:
        mapping_ids.append(next_file_id)
        names: tuple[str, ...] = ("mapping_id", "table_id", "type")
        connection.insert(
            "ducklake_column_mapping", names, [(next_file_id, table_id, "map_by_name")]
        )
        names = (
            "mapping_id",
            "column_id",
            "source_name",
            "target_field_id",
            "parent_column",
            "is_partition",
        )
        connection.insert("ducklake_name_mapping", names, [(next_file_id, *it) for it in mapping])
        next_file_id += 1
    rows, next_row, size = _read_totals(connection, table_id)
    had_rows = rows > 0 and not commit.is_whole
    added: list[tuple[Any, ...]] = []
    paths: list[tuple[Any, ...]] = []
    statistics: list[tuple[Any, ...]] = []
    for entry in commit.entries.files:
        known = commit.replaced.get(entry.path)
        if known is None:
            file_id, next_file_id = next_file_id, next_file_id + 1
            added.append(_build_file(entry, file_id, table_id, number, next_row, mapping_ids))
            rows, next_row, size = rows + entry.rows, next_row + entry.rows, size + entry.size
        else:
            file_id = known.file_id
            _replace(connection, entry, file_id, mapping_ids)
            size += entry.size - known.size
        statistics += [
            (file_id, table_id, column_id, *it.row) for column_id, it in entry.statistics.items()
        ]
        paths += [(file_id, table_id, *it.row) for it in entry.paths]
    names = (
        "data_file_id",
        "table_id",
        "begin_snapshot",
        "path",
        "path_is_relative",
        "file_format",
        "record_count",
        "file_size_bytes",
        "footer_size",
        "row_id_start",
        "mapping_id",
    )
    connection.insert("ducklake_data_file", names, added)
    connection.insert("ducklake_file_column_stats", _STATISTICS, statistics)
    connection.insert("ducklake_file_variant_stats", _PATHS, paths)
    _write_totals(connection, table_id, (rows, next_row, size))
    _write_table_statistics(connection, commit, table_id, had_rows=had_rows)
    now = datetime.now(UTC).isoformat(" ")
    names = ("snapshot_id", "snapshot_time", "schema_version", "next_catalog_id", "next_file_id")
    row = (number, now, version, before.next_catalog_id + is_new, next_file_id)
    connection.insert("ducklake_snapshot", names, [row])
    names = ("snapshot_id", "changes_made", "commit_extra_info")
    changed = (number, ",".join(changes), _describe_job(commit.job))
    connection.insert("ducklake_snapshot_changes", names, [changed])
    return number


def _describe_job(job: str) -> str | None:
    return json.dumps({JOB: job}) if job else None


def find_jobs(connection: Connection, jobs: Collection[str]) -> dict[str, str]:
    """By what snapshots say of themselves."""
    texts = {_describe_job(job): job for job in jobs}
    rows = connection.query(
        "SELECT snapshot_id, commit_extra_info FROM ducklake_snapshot_changes"
        " WHERE commit_extra_info IS NOT NULL"
    )
    return {texts[text]: name_snapshot(number) for number, text in rows if text in texts}


def name_snapshot(number: int) -> str:
    return f"snapshot {number}"


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _create(connection: Connection, commit: Commit, table_id: int, number: int) -> None:
    names: tuple[str, ...] = (
        "table_id",
        "table_uuid",
        "begin_snapshot",
        "schema_id",
        "table_name",
        "path",
        "path_is_relative",
    )
    unique = str(uuid4())
    row: tuple[Any, ...] = (table_id, unique, number, commit.schema_id, commit.name.table)
    connection.insert("ducklake_table", names, [(*row, f"{unique}/", True)])


def _add_columns(
    connection: Connection, commit: Commit, table_id: int, number: int, version: int
) -> None:
    names: tuple[str, ...] = ("begin_snapshot", "schema_version", "table_id")
    connection.insert("ducklake_schema_versions", names, [(number, version, table_id)])
    names = (
        "column_id",
        "begin_snapshot",
        "table_id",
        "column_order",
        "column_name",
        "column_type",
        "default_value",
        "nulls_allowed",
        "parent_column",
        "default_value_type",
        "default_value_dialect",
    )
    rows: list[tuple[Any, ...]] = []
    _list_columns(commit.columns, (), None, commit.ids, table_id, number, rows)
    connection.insert("ducklake_column", names, [row for row in rows if row[0] in commit.added])


def _list_columns(
    columns: Sequence[TableColumn],
    above: Path,
    parent: int | None,
    ids: Mapping[Path, int],
    table_id: int,
    number: int,
    rows: list[tuple[Any, ...]],
) -> None:
    """DuckLake has NOT NULL of whole columns alone."""
    for column in columns:
        path = (*above, column.name)
        may_be_null = not (column.is_required and parent is None)
        kind = "" if column.members else "literal"
        name = name_type(column.type)
        row = (ids[path], number, table_id, ids[path], column.name, name, "NULL", may_be_null)
        rows.append((*row, parent, kind, "duckdb"))
        _list_columns(column.members, path, ids[path], ids, table_id, number, rows)


def _build_file(
    entry: CatalogFile,
    file_id: int,
    table_id: int,
    number: int,
    first_row: int,
    mapping_ids: Sequence[int],
) -> tuple[Any, ...]:
    place = (file_id, table_id, number, entry.path, False, "parquet")
    size = (entry.rows, entry.size, entry.footer_size, first_row)
    return (*place, *size, mapping_ids[entry.mapping])


def _replace(
    connection: Connection, entry: CatalogFile, file_id: int, mapping_ids: Sequence[int]
) -> None:
    """In its row: a second row of the same path would have the file deleted once the snapshots of the first one expire."""
    connection.query(
        "UPDATE ducklake_data_file SET file_size_bytes = ?, footer_size = ?, mapping_id = ?"
        " WHERE data_file_id = ?",
        [entry.size, entry.footer_size, mapping_ids[entry.mapping], file_id],
    )
    for table in ("ducklake_file_column_stats", "ducklake_file_variant_stats"):
        connection.query(f"DELETE FROM {table} WHERE data_file_id = ?", [file_id])


def _read_totals(connection: Connection, table_id: int) -> tuple[int, int, int]:
    known = connection.query(
        "SELECT record_count, next_row_id, file_size_bytes FROM ducklake_table_stats"
        " WHERE table_id = ?",
        [table_id],
    )
    if not known:
        return (0, 0, 0)
    rows, next_row, size = known[0]
    return int(rows), int(next_row), int(size)


def _write_totals(connection: Connection, table_id: int, totals: tuple[int, int, int]) -> None:
    connection.query("DELETE FROM ducklake_table_stats WHERE table_id = ?", [table_id])
    names = ("table_id", "record_count", "next_row_id", "file_size_bytes")
    connection.insert("ducklake_table_stats", names, [(table_id, *totals)])


def read_table_statistics(connection: Connection, table_id: int) -> dict[int, TableStatistics]:
    """By the ids of columns."""
    return {
        int(column_id): TableStatistics(
            # What nobody knows may be.
            True if has_null is None else bool(has_null),
            None if has_nan is None else bool(has_nan),
            least,
            most,
            extra,
        )
        for column_id, has_null, has_nan, least, most, extra in connection.query(
            "SELECT column_id, contains_null, contains_nan, min_value, max_value, extra_stats"
            " FROM ducklake_table_column_stats WHERE table_id = ?",
            [table_id],
        )
    }


def _write_table_statistics(
    connection: Connection, commit: Commit, table_id: int, *, had_rows: bool
) -> None:
    before = read_table_statistics(connection, table_id)
    rows: list[tuple[Any, ...]] = []
    for column_id, leaf in commit.entries.leaves.items():
        known = before.get(column_id, TableStatistics(True, None, None, None))
        files = [entry.statistics[column_id] for entry in commit.entries.files]
        rows.append(
            (table_id, column_id, *unite_statistics(known if had_rows else None, files, leaf.type))
        )
        connection.query(
            "DELETE FROM ducklake_table_column_stats WHERE table_id = ? AND column_id = ?",
            [table_id, column_id],
        )
    names = (
        "table_id",
        "column_id",
        "contains_null",
        "contains_nan",
        "min_value",
        "max_value",
        "extra_stats",
    )
    connection.insert("ducklake_table_column_stats", names, rows)
