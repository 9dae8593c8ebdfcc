"""A catalog of DuckLake 1.0 in SQLite, by the tables that its specification lists; those alone that a registration asks for."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

_TABLES: Final = """
metadata(key, value, scope, scope_id)
snapshot(snapshot_id INTEGER PRIMARY KEY, snapshot_time, schema_version, next_catalog_id, next_file_id)
snapshot_changes(snapshot_id INTEGER PRIMARY KEY, changes_made, author, commit_message, commit_extra_info)
schema(schema_id INTEGER PRIMARY KEY, schema_uuid, begin_snapshot, end_snapshot, schema_name, path, path_is_relative)
schema_versions(begin_snapshot, schema_version, table_id)
table(table_id, table_uuid, begin_snapshot, end_snapshot, schema_id, table_name, path, path_is_relative)
column(column_id, begin_snapshot, end_snapshot, table_id, column_order, column_name, column_type, initial_default, default_value, nulls_allowed, parent_column, default_value_type, default_value_dialect)
column_mapping(mapping_id, table_id, type)
name_mapping(mapping_id, column_id, source_name, target_field_id, parent_column, is_partition)
data_file(data_file_id INTEGER PRIMARY KEY, table_id, begin_snapshot, end_snapshot, file_order, path, path_is_relative, file_format, record_count, file_size_bytes, footer_size, row_id_start, partition_id, encryption_key, mapping_id, partial_max)
delete_file(delete_file_id INTEGER PRIMARY KEY, table_id, begin_snapshot, end_snapshot, data_file_id, path)
file_column_stats(data_file_id, table_id, column_id, column_size_bytes, value_count, null_count, min_value, max_value, contains_nan, extra_stats)
file_variant_stats(data_file_id, table_id, column_id, variant_path, shredded_type, column_size_bytes, value_count, null_count, min_value, max_value, contains_nan, extra_stats)
table_stats(table_id, record_count, next_row_id, file_size_bytes)
table_column_stats(table_id, column_id, contains_null, contains_nan, min_value, max_value, extra_stats)
"""


def make_catalog(folder: Path, *, version: str = "1.0", encrypted: str = "false") -> Path:
    path = folder / "lake.sqlite"
    with closing(sqlite3.connect(path)) as client, client:
        for table in _TABLES.strip().splitlines():
            client.execute(f"CREATE TABLE ducklake_{table}")
        said = {"version": version, "encrypted": encrypted, "data_path": f"{folder}/data/"}
        client.executemany(
            "INSERT INTO ducklake_metadata (key, value) VALUES (?, ?)", [*said.items()]
        )
        client.execute("INSERT INTO ducklake_snapshot VALUES (0, '2026-01-01', 0, 1, 0)")
        client.execute(
            "INSERT INTO ducklake_schema VALUES (0, 'unique', 0, NULL, 'main', 'main/', 1)"
        )
    return path


def ask(catalog: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(catalog)) as client, client:
        return client.execute(sql).fetchall()


def dump(catalog: Path) -> list[str]:
    """All that is in it."""
    with closing(sqlite3.connect(catalog)) as client:
        return [*client.iterdump()]
