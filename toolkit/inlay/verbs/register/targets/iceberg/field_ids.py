"""Which id each column of a table has: its own, that of the files, or a new one. Readers know columns of files by id, or by a mapping
of names where a file has none; so no file may say something else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Final

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.schema.table_types import (
    NestedList,
    NestedMap,
    NestedStruct,
    TableColumn,
)
from inlay.verbs.register.schema.unite_columns import Path, pair_columns

_RESERVED: Final = 2**31 - 1 - 200
"""Ids from here on are of Iceberg's metadata columns."""


def have_any_id(columns: Iterable[TableColumn]) -> bool:
    return any(it.field_id is not None for it in _walk(columns))


def find_ids(
    columns: tuple[TableColumn, ...],
    schemas: Mapping[tuple[TableColumn, ...], Sequence[LakeFile]],
    *,
    by_id: bool,
) -> dict[Path, int]:
    """The ids that the table and the files give to columns. Raises RefusedError for a file that contradicts them."""
    ids = {path: it.field_id for path, it in _list_paths(columns) if it.field_id is not None}
    names = dict(_list_paths(columns))
    for schema, files in schemas.items():
        if not have_any_id(schema):
            continue
        first = files[0].path
        for path, column in _list_paths(schema):
            _require_id(path, column, first)
        for path, column in pair_columns(columns, schema, by_id=by_id).items():
            known = ids.setdefault(path, column.field_id or 0)
            if known != column.field_id:
                raise _refuse(
                    path, f"has field id {column.field_id}, and {known} in the table", first
                )
        if by_id:
            _require_names(names, schema, first)
    _require_distinct(ids)
    return ids


def _require_id(path: Path, column: TableColumn, file: str) -> None:
    if column.field_id is None:
        raise _refuse(path, "has no field id, and others have: readers would pass over it", file)
    if not 0 <= column.field_id < _RESERVED:
        raise _refuse(path, f"has field id {column.field_id}, which no column of a table has", file)


def _require_names(
    names: Mapping[Path, TableColumn], schema: tuple[TableColumn, ...], file: str
) -> None:
    """A column may be renamed. One that has the name of another one is an error of whoever gave out ids."""
    for path, column in _list_paths(schema):
        namesake = names.get(path)
        if namesake is not None and namesake.field_id not in (None, column.field_id):
            what = f"has field id {column.field_id}, and {namesake.field_id} in the table"
            raise _refuse(path, what, file)


def _require_distinct(ids: Mapping[Path, int]) -> None:
    paths: dict[int, Path] = {}
    for path, field_id in ids.items():
        other = paths.setdefault(field_id, path)
        if other != path:
            raise _refuse(path, f"has field id {field_id}, as column {'.'.join(other)} has", "")


def _refuse(path: Path, what: str, file: str) -> RefusedError:
    hint = "`inlay set --field-id` gives columns of a file other ids"
    return RefusedError("field-ids", f"column {'.'.join(path)} {what}; {hint}", path=file)


def number_columns(
    columns: tuple[TableColumn, ...],
    ids: Mapping[Path, int],
    *,
    dropped: Collection[int],
    last: int,
) -> tuple[TableColumn, ...]:
    """Each column with an id: new ones are above `last`, which the table has given out, and above those of files. Raises RefusedError
    for an id of a file that the table had for a column which it `dropped`."""
    for path, field_id in ids.items():
        if field_id in dropped:
            raise _refuse(path, f"has field id {field_id}, which the table had for another one", "")
    fresh = count(max([last, *ids.values()]) + 1)
    return _number_all(columns, (), ids, fresh)


def _number_all(
    columns: tuple[TableColumn, ...], above: Path, ids: Mapping[Path, int], fresh: Iterator[int]
) -> tuple[TableColumn, ...]:
    """All of a level before those below, as Iceberg numbers them."""
    numbered: list[TableColumn] = []
    for column in columns:
        field_id = ids.get((*above, column.name))
        numbered.append(replace(column, field_id=next(fresh) if field_id is None else field_id))
    return tuple(_number_members(it, (*above, it.name), ids, fresh) for it in numbered)


def _number_members(
    column: TableColumn, path: Path, ids: Mapping[Path, int], fresh: Iterator[int]
) -> TableColumn:
    if not column.members:
        return column
    members = _number_all(column.members, path, ids, fresh)
    match column.type:
        case NestedList():
            return replace(column, type=NestedList(members[0]))
        case NestedMap():
            return replace(column, type=NestedMap(*members))
        case _:
            return replace(column, type=NestedStruct(members))


def _list_paths(
    columns: Iterable[TableColumn], above: Path = ()
) -> Iterator[tuple[Path, TableColumn]]:
    for column in columns:
        path = (*above, column.name)
        yield path, column
        yield from _list_paths(column.members, path)


def _walk(columns: Iterable[TableColumn]) -> Iterator[TableColumn]:
    return (column for _, column in _list_paths(columns))
