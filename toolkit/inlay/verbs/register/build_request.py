"""From files to what a table is asked for: one set of columns that holds all of them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.lake_file import LakeFile, list_schemas
from inlay.verbs.register.partitions import add_partition_columns
from inlay.verbs.register.schema.table_types import TableColumn
from inlay.verbs.register.schema.unite_columns import (
    ColumnChange,
    SchemaMismatchError,
    require_one_each,
    unite_columns,
)
from inlay.verbs.register.targets.target import OpenTable, Request


def build_request(
    files: Sequence[LakeFile], opened: OpenTable
) -> tuple[Request, tuple[ColumnChange, ...]]:
    """The columns that hold all files, beginning with those of the table, in types of its format; and what changes of those that it has.
    Raises RefusedError with the file and the column."""
    known = opened.columns
    schemas: list[tuple[tuple[TableColumn, ...], list[LakeFile]]] = []
    for theirs, alike in list_schemas(files).items():
        with _name_file(alike[0]):
            schemas.append((opened.adapt(theirs), alike))
    are_by_id = all(have_ids(others) for others, _ in schemas)
    if known is not None:
        are_by_id = are_by_id and have_ids(known)
        schemas = [(require_proven(others, alike), alike) for others, alike in schemas]
    columns = known
    changes: list[ColumnChange] = []
    for others, alike in schemas:
        with _name_file(alike[0]):
            if columns is None:
                require_one_each(others, by_id=are_by_id)
                columns = others
                continue
            united = unite_columns(columns, others, by_id=are_by_id)
        columns = united.columns
        changes += united.changes
    assert columns is not None
    partitioned = add_partition_columns(columns, files)
    request = Request(files, partitioned.columns, partitioned.keys, are_by_id)
    return request, tuple(changes)


@contextmanager
def _name_file(file: LakeFile) -> Generator[None]:
    """Raises RefusedError with the file and the column."""
    try:
        yield
    except SchemaMismatchError as error:
        what = f"the column {'.'.join(error.path)} fits no table: {error.reason}"
        hint = "`inlay report` lists the files of each schema; register those apart"
        raise RefusedError("schema", what, hint, file.path) from error


def require_proven(
    columns: Sequence[TableColumn], files: Sequence[LakeFile]
) -> tuple[TableColumn, ...]:
    """A column in which no file has a null is as good as a required one, whatever its schema says."""
    return tuple(
        replace(it, is_required=True) if it.leaf is not None and _has_none(it.leaf, files) else it
        for it in columns
    )


def _has_none(leaf: int, files: Sequence[LakeFile]) -> bool:
    return all(file.record.leaves[leaf].nulls == 0 for file in files)


def have_ids(columns: Sequence[TableColumn]) -> bool:
    """Whether each column has a field id, those in groups too."""
    return all(it.field_id is not None and have_ids(it.members) for it in columns)
