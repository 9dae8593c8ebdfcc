"""Schemas that become one: what is widened, what is refused, and that the order of the files does not decide about the types."""

from __future__ import annotations

from typing import Final

import pytest

from inlay.verbs.register.schema.table_types import (
    DecimalType,
    IntegerType,
    NestedList,
    NestedStruct,
    SimpleType,
    TableColumn,
    TableType,
    TimestampType,
    format_type,
)
from inlay.verbs.register.schema.unite_columns import (
    ColumnChangeKind,
    SchemaMismatchError,
    has_only_more,
    pair_columns,
    unite_columns,
)

MS = TimestampType(1_000, is_utc=True)
BY_BOTH: Final[list[tuple[TableType, TableType, str]]] = [
    (IntegerType(32), IntegerType(64), "int64"),
    (IntegerType(8, False), IntegerType(32, False), "uint32"),
    (IntegerType(16, False), IntegerType(16), "int32"),
    (IntegerType(32, False), IntegerType(64), "int64"),
    (IntegerType(64, False), IntegerType(64), ""),
    (SimpleType.FLOAT, SimpleType.DOUBLE, "double"),
    (IntegerType(32), SimpleType.DOUBLE, ""),
    (DecimalType(9, 2), DecimalType(18, 2), "decimal(18, 2)"),
    (DecimalType(9, 2), DecimalType(9, 3), ""),
    (SimpleType.NULL, SimpleType.STRING, "string"),
    (SimpleType.STRING, SimpleType.BINARY, ""),
    (MS, TimestampType(1_000, is_utc=False), ""),
    (MS, TimestampType(1_000_000, is_utc=True), ""),
    (IntegerType(32), NestedStruct(()), ""),
    (
        NestedList(TableColumn("element", IntegerType(32), is_required=False)),
        NestedList(TableColumn("element", IntegerType(64), is_required=False)),
        "list<int64>",
    ),
]


def _column(
    name: str, type_: TableType, field_id: int | None = None, *, is_required: bool = False
) -> TableColumn:
    return TableColumn(name, type_, is_required, field_id)


@pytest.mark.parametrize(("one", "other", "wide"), BY_BOTH)
def test_types_meet_in_the_same_one_from_both_sides(
    one: TableType, other: TableType, wide: str
) -> None:
    for first, second in ((one, other), (other, one)):
        columns, others = [_column("c", first)], [_column("c", second)]
        if wide:
            (united,) = unite_columns(columns, others, by_id=False).columns
            assert format_type(united.type) == wide
        else:
            with pytest.raises(SchemaMismatchError) as raised:
                unite_columns(columns, others, by_id=False)
            assert raised.value.path == ("c",)


def test_a_column_that_a_file_lacks_is_optional() -> None:
    a = _column("a", IntegerType(32), is_required=True)
    b = _column("b", SimpleType.STRING, is_required=True)
    united = unite_columns([a], [b], by_id=False)
    assert [(it.name, it.is_required) for it in united.columns] == [("a", False), ("b", False)]
    changes = {(it.path, it.change) for it in united.changes}
    assert changes == {(("a",), ColumnChangeKind.OPTIONAL), (("b",), ColumnChangeKind.ADDED)}


def test_by_id_a_renamed_column_is_the_same() -> None:
    table, file = [_column("old", IntegerType(32), 1)], [_column("new", IntegerType(32), 1)]
    assert unite_columns(table, file, by_id=True).columns == tuple(table)
    assert pair_columns(table, file, by_id=True) == {("old",): file[0]}
    assert pair_columns(table, file, by_id=False) == {}


@pytest.mark.parametrize("by_id", [False, True])
def test_two_columns_of_one_name_or_id_are_refused(by_id: bool) -> None:
    twice = [_column("a", IntegerType(32), 1), _column("a", IntegerType(32), 1)]
    with pytest.raises(SchemaMismatchError, match="two columns have"):
        unite_columns(twice, twice, by_id=by_id)


def test_inside_of_groups_the_path_is_named() -> None:
    one = [_column("s", NestedStruct((_column("x", SimpleType.DATE),)))]
    other = [_column("s", NestedStruct((_column("x", SimpleType.STRING),)))]
    with pytest.raises(SchemaMismatchError) as raised:
        unite_columns(one, other, by_id=False)
    assert raised.value.path == ("s", "x")


_WHOLE: Final = IntegerType(64)


def _named(name: str, type_: TableType = _WHOLE, *, is_required: bool = False) -> TableColumn:
    return TableColumn(name, type_, is_required)


_GROUP: Final = _named("g", NestedStruct((_named("x"),)))
_WIDER: Final = _named("g", NestedStruct((_named("x"), _named("y"))))
_IN_LIST: Final = _named("l", NestedList(_GROUP))
_WIDER_LIST: Final = _named("l", NestedList(_WIDER))


@pytest.mark.parametrize(
    ("wider", "columns", "only_more"),
    [
        ((_named("a"),), (_named("a"),), True),
        ((_named("a"), _named("b")), (_named("a"),), True),
        ((_named("b"), _named("a")), (_named("a"),), False),
        ((_named("a"),), (_named("a"), _named("b")), False),
        ((_named("a"), _named("b", is_required=True)), (_named("a"),), False),
        ((_named("a"),), (_named("a", is_required=True),), False),
        ((_named("a"),), (_named("a", IntegerType(32)),), False),
        ((_WIDER,), (_GROUP,), True),
        ((_GROUP,), (_WIDER,), False),
        ((_WIDER_LIST,), (_IN_LIST,), True),
        ((_named("g", NestedList(_named("x"))),), (_GROUP,), False),
    ],
)
def test_only_more(
    wider: tuple[TableColumn, ...], columns: tuple[TableColumn, ...], only_more: bool
) -> None:
    assert has_only_more(wider, columns) is only_more
