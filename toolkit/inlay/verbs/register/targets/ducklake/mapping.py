"""Which column of a file is which column of the table: with a mapping, no reader opens a footer to plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.schema.table_types import NestedList, TableColumn
from inlay.verbs.register.schema.unite_columns import Path, pair_columns


class MappedColumn(NamedTuple):
    """A row of `ducklake_name_mapping`: `number` and `parent` count within the mapping."""

    number: int
    source: str
    field_id: int
    parent: int | None
    is_partition: bool


def number_columns(columns: Sequence[TableColumn]) -> dict[Path, int]:
    """The ids that a new table gives its columns, groups before what is in them."""
    ids: dict[Path, int] = {}
    _number(columns, (), ids)
    return ids


def _number(columns: Sequence[TableColumn], above: Path, ids: dict[Path, int]) -> None:
    for column in columns:
        path = (*above, column.name)
        ids[path] = len(ids) + 1
        _number(column.members, path, ids)


def list_ids(columns: Sequence[TableColumn], above: Path = ()) -> dict[Path, int]:
    """Those that a table has."""
    ids: dict[Path, int] = {}
    for column in columns:
        path = (*above, column.name)
        assert column.field_id is not None  # the catalog numbers all columns
        ids[path] = column.field_id
        ids |= list_ids(column.members, path)
    return ids


def number_added(
    columns: Sequence[TableColumn], known: Mapping[Path, int], last_id: int
) -> dict[Path, int]:
    """Those of a table, and new ones for what it gets, groups before what is in them."""
    ids: dict[Path, int] = {}
    for path in number_columns(columns):
        if path not in known:
            last_id += 1
        ids[path] = known.get(path, last_id)
    return ids


def map_columns(
    columns: Sequence[TableColumn],
    ids: Mapping[Path, int],
    others: Sequence[TableColumn],
    *,
    partition_keys: Sequence[str],
    by_id: bool,
    path: str,
) -> list[MappedColumn]:
    """`path` is a file with the columns `others`. Raises RefusedError for one whose field ids and names contradict each other."""
    pairs = pair_columns(columns, others, by_id=by_id)
    rows: list[MappedColumn] = []
    _map(columns, (), None, ids, pairs, set(partition_keys), rows, path)
    return rows


def _map(
    columns: Sequence[TableColumn],
    above: Path,
    parent: TableColumn | None,
    ids: Mapping[Path, int],
    pairs: Mapping[Path, TableColumn],
    keys: set[str],
    rows: list[MappedColumn],
    file: str,
    parent_number: int | None = None,
) -> None:
    for column in columns:
        path = (*above, column.name)
        other = pairs.get(path)
        is_partition = other is None and not above and column.name in keys
        if other is None and not is_partition:
            continue
        if other is not None and other.name != column.name:
            what = f"field id {column.field_id} is column {other.name} of the file, and "
            what += f"{'.'.join(path)} of the table"
            raise RefusedError("ids", what, path=file)
        # DuckLake's name for what a list has, whatever the file calls it.
        source = (
            "list" if parent is not None and isinstance(parent.type, NestedList) else column.name
        )
        number = len(rows)
        rows.append(MappedColumn(number, source, ids[path], parent_number, is_partition))
        if other is not None:
            _map(column.members, path, column, ids, pairs, keys, rows, file, number)
