"""Filters on a whole Variant, `v is null`, and on the columns that it is stored in, `v.metadata`: rows as they are, and sound pruning."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.errors import FilterError
from inlay.rows.filtering.filter_tally import FilterTally
from inlay.variant import PrimitiveType, Scalar, read_path, shred, variant_array, write_table
from tests.support.examples import examples
from tests.support.inlay_command import Inlay

NULL: Final = Scalar(PrimitiveType.NULL)
ROWS: Final[list[object]] = [None, {"a": 1}, NULL, {"a": None}, None, 5, {"a": 7}, {}, "x", [1]]
"""Nulls of SQL in rows 0 and 4, which a Variant null is none of."""

SHAPES: Final[dict[str, pa.DataType | str | None]] = {
    "whole": None,
    "shredded": "struct<a: int64>",
    "a number": "int64",
}


def write(folder: Path, shape: str, **options: Any) -> Path:
    file = folder / "v.parquet"
    schema = SHAPES[shape]
    array = variant_array(ROWS)
    table = pa.table({"n": list(range(len(ROWS))), "v": array})
    write_table(table, file, shred=None if schema is None else {"v": schema}, **options)
    return file


def numbers(file: Path, text: Any) -> list[int]:
    rows: Any = inlay.read_table(file, filters=text).column("n").to_pylist()
    return cast("list[int]", rows)


TESTS: Final = {
    "v is null": [0, 4],
    "v is not null": [1, 2, 3, 5, 6, 7, 8, 9],
    "not v is null": [1, 2, 3, 5, 6, 7, 8, 9],
    "v is null or variant_get(v, '$.a') = 7": [0, 4, 6],
    "v.metadata is null": [0, 4],
    "v.metadata is not null": [1, 2, 3, 5, 6, 7, 8, 9],
    "v.metadata >= x''": [1, 2, 3, 5, 6, 7, 8, 9],
    "v.metadata != x''": [1, 2, 3, 5, 6, 7, 8, 9],
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("text", TESTS)
@pytest.mark.parametrize("row_group_size", [2, 100])
def test_rows_match_as_in_sql(tmp_path: Path, shape: str, text: str, row_group_size: int) -> None:
    file = write(tmp_path, shape, row_group_size=row_group_size)
    assert numbers(file, text) == TESTS[text]
    ids = read_path(file, "v", "$", filter=text)
    assert len(ids) == len(TESTS[text])


INSIDE: Final = {
    ("whole", "v.value = x'00'"): [2],
    ("shredded", "v.value = x'00'"): [2],
    ("shredded", "v.typed_value.a.typed_value > 1"): [6],
    ("shredded", "v.typed_value.a.typed_value is not null"): [1, 6],
    ("shredded", "v.typed_value.a.value is not null"): [3],
    ("a number", "v.typed_value = 5"): [5],
    ("a number", "v.typed_value is null"): [0, 1, 2, 3, 4, 6, 7, 8, 9],
}


@pytest.mark.parametrize(("shape", "text"), INSIDE)
def test_the_columns_of_a_variant_are_columns(tmp_path: Path, shape: str, text: str) -> None:
    assert numbers(write(tmp_path, shape), text) == INSIDE[shape, text]


@pytest.mark.parametrize(
    ("shape", "test", "wanted"),
    [
        ("shredded", ("v.typed_value.a.typed_value", ">=", 1), [1, 6]),
        ("whole", ("v.value", "in", [b"\0"]), [2]),
        ("whole", ("v.metadata", "!=", b""), [1, 2, 3, 5, 6, 7, 8, 9]),
    ],
)
def test_lists_name_them_with_dots(
    tmp_path: Path, shape: str, test: Any, wanted: list[int]
) -> None:
    file = write(tmp_path, shape)
    assert numbers(file, [test]) == wanted
    assert numbers(file, [[test, ("n", "<", 5)]]) == [row for row in wanted if row < 5]


def test_lists_name_columns_in_structs_too(tmp_path: Path) -> None:
    file = tmp_path / "s.parquet"
    pq.write_table(pa.table({"n": [0, 1], "s": [{"a": 1}, {"a": 2}], "s.a": [9, 8]}), file)
    assert numbers(file, [("s.a", "=", 8)]) == [1]  # a column of the root has the name first
    pq.write_table(pa.table({"n": [0, 1, 2], "s": [{"a": 1}, None, {"a": 3}]}), file)
    assert numbers(file, [("s.a", ">", 1)]) == [2]


@pytest.mark.parametrize(("annotated", "nullable"), [(True, False), (False, False), (False, True)])
def test_a_variant_in_a_struct_without_an_annotation_or_with_names_that_may_be_null(
    tmp_path: Path, annotated: bool, nullable: bool
) -> None:
    storage = variant_array([{"a": 1}, None, {"a": 2}]).storage
    fields = [pa.field("metadata", pa.binary(), nullable), pa.field("value", pa.binary())]
    names = [storage.field(0), storage.field(1)]
    group = pa.StructArray.from_arrays(names, fields=fields, mask=storage.is_null())
    rows = pa.StructArray.from_arrays([group], ["v"], mask=pa.array([False, False, True]))
    file = tmp_path / "s.parquet"
    if annotated:
        typed = shred(variant_array([{"a": 1}, None, {"a": 2}]), "struct<a: int64>")
        rows = pa.StructArray.from_arrays([typed], ["v"], mask=pa.array([False, False, True]))
        write_table(pa.table({"n": [0, 1, 2], "s": rows}), file)
    else:
        pq.write_table(pa.table({"n": [0, 1, 2], "s": rows}), file)
    assert numbers(file, "s.v is null") == [1, 2]
    assert numbers(file, "s.v is not null") == [0]


@pytest.mark.parametrize("text", ["v is null", "v is not null"])
def test_row_groups_of_one_kind_are_left_out(tmp_path: Path, inlay: Inlay, text: str) -> None:
    file = tmp_path / "v.parquet"
    rows: list[object] = [None, None, {"a": 1}, NULL]
    write_table(pa.table({"v": variant_array(rows)}), file, row_group_size=2)
    done = inlay("prune", file, text)
    assert done.code == 0
    assert "1 of 2 row groups and 2 of 4 rows may match" in done.out
    assert ("row group 1: skipped" in done.out) == (text == "v is null")


def test_only_the_names_are_read_for_it(tmp_path: Path) -> None:
    tally = FilterTally()
    inlay.read_table(write(tmp_path, "shredded"), filters="v is null", columns=["n"], tally=tally)
    assert tally.tested.chunks == 1


@examples(15)
@given(st.lists(st.sampled_from([None, NULL, 1, {"a": 1}]), max_size=30), st.integers(1, 7))
def test_sql_null_is_found_in_any_rows(
    tmp_path_factory: Any, rows: list[object], size: int
) -> None:
    file = tmp_path_factory.mktemp("v") / "v.parquet"
    table = pa.table({"n": list(range(len(rows))), "v": variant_array(rows)})
    write_table(table, file, row_group_size=size, write_page_index=True, data_page_size=1)
    nulls = [row for row, value in enumerate(rows) if value is None]
    assert numbers(file, "v is null") == nulls
    assert numbers(file, "v is not null") == [row for row in range(len(rows)) if row not in nulls]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("v = 5", r"v is a Variant: write variant_get\(v, '\$\.path'\)"),
        ("v in (5)", "v is a Variant"),
        ("v.typed_value is null", "v.typed_value is a group of columns: name one of them"),
        ("v.typed_value.b is null", "the file has no column"),
        ("v.metadata > 5", "compare it with text in single quotes, or bytes"),
    ],
)
def test_what_else_is_asked_is_a_filter_error(tmp_path: Path, text: str, said: str) -> None:
    file = write(tmp_path, "shredded")
    asks: list[Callable[[], object]] = [
        lambda: inlay.prune(file, text),
        lambda: inlay.read_table(file, filters=text),
        lambda: read_path(file, "v", "$.a", filter=text),
    ]
    for ask in asks:
        with pytest.raises(FilterError, match=said):
            ask()
