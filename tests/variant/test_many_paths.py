"""Many paths at once are the paths one by one, of arrays and of files, and share the work."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.rows.variants import leaf_reading
from inlay.variant import (
    CastError,
    VariantArray,
    from_json_array,
    read_path,
    shred,
    try_read_path,
    try_variant_get,
    variant_array,
    variant_get,
    write_table,
)
from inlay_runtime.errors import RequestError
from inlay_variant.arrow import kernels
from tests.support.examples import examples
from tests.variant.same_values import have_same_values
from tests.variant.values import ARRAYS, SCHEMAS

PATHS: Final[dict[str, Any]] = {
    "all": "$",
    "a": "$.a",
    "a as number": ("$.a", pa.int64()),
    "a as text": ("a", pa.string()),
    "first of a": "a[0]",
    "last of a": ("a[-1]", pa.float64()),
    "b of a": "a.b",
    "each of a": ("a[*]", pa.string()),
    "b of each of a": "a[*].b",
    "a of each of a": ("a[*].a", pa.int32()),
    "nested": ("b", pa.list_(pa.int8())),
    "unicode": ("['é'].b", pa.string()),
}


def compare(seen: Any, alone: Any, name: str) -> None:
    field = seen.field(list(PATHS).index(name))
    assert have_same_values(field, alone), name


@examples(60)
@given(array=ARRAYS, schema=SCHEMAS, cast=st.sampled_from(["strict", "spark"]))
def test_many_paths_are_the_paths_one_by_one(
    array: VariantArray, schema: pa.DataType, cast: Any
) -> None:
    for given_ in (array, shred(array, schema)):
        together = try_variant_get(given_, PATHS, cast=cast)
        together.validate(full=True)
        assert together.null_count == 0
        for name, asked in PATHS.items():
            path, type_ = (asked, None) if isinstance(asked, str) else asked
            compare(together, try_variant_get(given_, path, type_, cast=cast), name)


ROWS: Final = [
    {"a": {"b": row, "c": str(row)}, "d": row * 0.5, "e": [row, {"f": row}], "g": None}
    for row in range(500)
]
WANTED: Final[dict[str, Any]] = {
    "b": ("a.b", pa.int64()),
    "b as text": ("a.b", pa.string()),
    "c": ("a.c", pa.int32()),
    "d": ("d", pa.float64()),
    "gone": ("a.x.y", pa.string()),
    "left": ("rest.x", pa.string()),
    "f": ("e[1].f", pa.int64()),
}
SCHEMA: Final = pa.struct([("a", pa.struct([("b", pa.int64()), ("c", pa.string())])), ("d", pa.float64())])  # fmt: skip


@pytest.mark.parametrize("shredded", [True, False])
@pytest.mark.parametrize("with_list", [True, False])
def test_files_give_the_same(tmp_path: Path, shredded: bool, with_list: bool) -> None:
    array: Any = variant_array(ROWS)
    file = tmp_path / "file.parquet"
    column = shred(array, SCHEMA) if shredded else array
    write_table(pa.table({"v": column}), file, row_group_size=200)
    wanted = WANTED if with_list else {name: path for name, path in WANTED.items() if name != "f"}
    together: Any = read_path(file, "v", wanted, cast="spark")
    assert isinstance(together, pa.ChunkedArray)
    table = pa.Table.from_struct_array(together)
    assert table.column_names == list(wanted)
    for name, (path, type_) in wanted.items():
        alone: Any = try_read_path(file, "v", path, type_)
        assert table.column(name).to_pylist() == alone.to_pylist()
        assert table.column(name).to_pylist() == try_variant_get(array, path, type_).to_pylist()
    assert table.column("c").to_pylist() == list(range(500))


@pytest.mark.needs("native core")
def test_a_leaf_of_a_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file.parquet"
    write_table(pa.table({"v": shred(variant_array(ROWS), SCHEMA)}), file)
    read: list[str] = []
    inner = leaf_reading._read_column

    def count(source: Any, end: int, meta: Any, column: Any, counts: Any) -> Any:
        read.append(column.leaf.name)
        return inner(source, end, meta, column, counts)

    monkeypatch.setattr(leaf_reading, "_read_column", count)
    paths: dict[str, Any] = {
        str(at): (path, pa.int64()) for at, path in enumerate(["a.b", "$.a.b", "a.x", "a.y", "d"])
    }
    read_path(file, "v", paths)
    assert len(read) == len(set(read))
    assert "v.typed_value.a.typed_value.b.typed_value" in read


def test_values_are_walked_once_for_all_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    passes: list[int] = []
    inner = kernels.look_up_values

    def count(storage: Any, paths: Any, *args: Any, **more: Any) -> Any:
        passes.append(len(paths))
        return inner(storage, paths, *args, **more)

    monkeypatch.setattr(kernels, "look_up_values", count)
    array: Any = variant_array(ROWS)
    variant_get(array, {"a": "a.b", "b": "a.c", "again": "a.b", "e": "e[1].f", "all": "$"})
    assert passes == [3]
    passes.clear()
    variant_get(array, {"f": "e[*].f", "x": "e[*].x", "y": "e[*].y[*].z", "d": "d"})
    assert passes == [2, 3, 1]  # e and d; f, x and y of the elements; z of theirs
    passes.clear()
    variant_get(shred(array, SCHEMA), {"x": "a.x", "y": "a.y", "z": "z", "b": "a.b"})
    assert sorted(passes) == [1, 2]


def test_wide_objects_are_searched_alike_in_sorted_dictionaries(both: str) -> None:
    draw = random.Random(7)
    rows: list[Any] = [
        {f"k{number}": number for number in draw.sample(range(400), 300)} for _ in range(20)
    ]
    array: Any = variant_array(rows)
    names = [f"k{number}" for number in range(0, 400, 7)]
    got: Any = variant_get(array, {name: name for name in names}, pa.int64())
    assert got.to_pylist() == [{name: row.get(name) for name in names} for row in rows]


def test_errors_name_the_path_that_they_are_of(both: str) -> None:
    array = from_json_array(pa.array(['{"a": 1, "b": "x"}']))
    with pytest.raises(CastError, match=r"row 0: \$\.b: is not int64 but a string"):
        variant_get(array, {"a": "a", "b": "b"}, pa.int64(), cast="strict")
    with pytest.raises(RequestError, match="no paths"):
        variant_get(array, {})


def test_columns_and_empty_columns_give_columns(both: str) -> None:
    array: Any = variant_array([{"a": 1}, None])
    column: Any = pa.chunked_array([array, array])
    got = variant_get(column, {"a": ("a", pa.int8()), "v": "$"})
    assert got.to_pylist() == [{"a": 1, "v": {"a": 1}}, {"a": None, "v": None}] * 2
    none: Any = pa.chunked_array([], array.type)
    assert variant_get(none, {"a": ("a", pa.int8())}).type == pa.struct([("a", pa.int8())])
