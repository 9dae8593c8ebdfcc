"""The columns that say which file a row is about, and the joining of them to its other columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.ground.arrow_fields import field_in
from inlay.ground.files.entries import FileEntry
from inlay.tables.scan.schemas import FILE, ColumnSelection


def build_file_columns(
    files: Sequence[tuple[FileEntry, str | None]], wanted: ColumnSelection
) -> pa.Table:
    """A row for each file, given with its form: only the columns that are wanted."""
    entries = [entry for entry, _ in files]
    columns: dict[str, pa.Array[Any]] = {}
    for name in wanted.of_file:
        values: list[Any]
        match name:
            case "path":
                values = [format_path(entry.path) for entry in entries]
            case "file_size":
                values = [entry.size for entry in entries]
            case "mtime":
                values = [entry.mtime for entry in entries]
            case "etag":
                values = [entry.etag for entry in entries]
            case "form":
                values = [form for _, form in files]
            case _:
                values = [list(entry.partition.items()) for entry in entries]
        columns[name] = array_from(values, field_in(FILE, name).type)
    for name in wanted.partitions:
        columns[name] = array_from([entry.partition.get(name) for entry in entries], pa.string())
    return pa.table(columns)


def join_columns(wanted: ColumnSelection, of_files: pa.Table, own: pa.Table) -> pa.Table:
    """The columns of the selection, in its order, from two tables with the same rows."""
    if not wanted.columns:
        return pa.table({"": pa.nulls(own.num_rows)}).select([])
    columns = [
        (of_files if name in of_files.column_names else own).column(name) for name in wanted.columns
    ]
    return pa.Table.from_arrays(columns, schema=wanted.schema)


def format_path(path: str) -> str:
    """As a table says it: a name that is not UTF-8 has surrogates in it, which nothing else takes."""
    if path.isascii():
        return path
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
