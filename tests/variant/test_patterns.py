"""Paths with `[*]`, from the end, and without `$`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.variant import (
    CastError,
    PathError,
    VariantType,
    decode,
    read_path,
    shred,
    to_python,
    variant_array,
    variant_get,
    write_table,
)
from inlay_variant.value.path import parse_path, parse_pattern
from tests.support.examples import examples
from tests.variant.values import ARRAYS, SCHEMAS

ROWS: Final[list[object]] = [
    {"items": [{"price": 1, "tags": ["a", "b"]}, {"price": "x"}, {}, 7]},
    {"items": []},
    {"items": 3},
    {"other": 1},
    None,
    {"items": [{"price": None}, {"price": 2, "tags": []}]},
]
SHREDDED: Final = {
    "plain": pa.null(),
    "list": pa.struct([("items", pa.list_(pa.null()))]),
    "fields": pa.struct([("items", pa.list_(pa.struct([("price", pa.int64())])))]),
    "all": pa.struct(
        [("items", pa.list_(pa.struct([("price", pa.int64()), ("tags", pa.list_(pa.string()))])))]
    ),
}

CASES: Final[list[tuple[str, pa.DataType | None, list[object]]]] = [
    ("$.items[*].price", pa.int64(), [[1, None, None, None], [], None, None, None, [None, 2]]),
    ("items[*].price", None, [[1, "x", None, None], [], None, None, None, [None, 2]]),
    ("items[*]", pa.int64(), [[None, None, None, 7], [], None, None, None, [None, None]]),
    ("items[*].tags[*]", pa.string(), [[["a", "b"], None, None, None], [], None, None, None, [None, []]]),
    ("items[*].tags[-1]", pa.string(), [["b", None, None, None], [], None, None, None, [None, None]]),
    ("items[-1]", pa.int64(), [7, None, None, None, None, None]),
    ("$['items'][-2].price", pa.int64(), [None, None, None, None, None, None]),
    ("items[-4].price", pa.int64(), [1, None, None, None, None, None]),
    ("items[-5]", None, [None] * 6),
    ("other", pa.int8(), [None, None, None, 1, None, None]),
]  # fmt: skip


@pytest.mark.parametrize("schema", SHREDDED)
@pytest.mark.parametrize(("path", "type_", "expected"), CASES, ids=[case[0] for case in CASES])
def test_patterns_lead_to_lists(
    both: str,
    schema: str,
    path: str,
    type_: pa.DataType | None,
    expected: list[object],
    tmp_path: Path,
) -> None:
    array = shred(variant_array(ROWS), SHREDDED[schema])
    got: Any = variant_get(array, path, type_)
    got.validate(full=True)
    assert got.to_pylist() == expected
    file = tmp_path / "file.parquet"
    write_table(pa.table({"v": array}), file)
    read: Any = read_path(file, "v", path, type_)
    assert read.to_pylist() == expected
    assert read.type == got.type


def test_strict_names_the_row_of_the_array(both: str) -> None:
    with pytest.raises(CastError) as caught:
        variant_get(variant_array(ROWS), "items[*].price", pa.int64(), cast="strict")
    assert caught.value.row == 0


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("$", [[]]),
        ("$.a.b", [["a", "b"]]),
        ("a.b", [["a", "b"]]),
        ("a$b", [["a$b"]]),
        ("[0]['x y']", [[0, "x y"]]),
        ("$[*]", [[], []]),
        ("a[*].b[*][-1]", [["a"], ["b"], [-1]]),
        ("['[*]'].c", [["[*]", "c"]]),
    ],
)
def test_paths_are_parsed(path: str, pattern: list[object]) -> None:
    assert parse_pattern(path) == pattern
    if len(pattern) == 1:
        assert parse_path(path) == pattern[0]
    else:
        with pytest.raises(PathError, match=r"leads to many values by \[\*\]"):
            parse_path(path)


@pytest.mark.parametrize(
    ("path", "offset"),
    [("", 0), (".a", 0), ("$a", 1), ("a..b", 1), ("a[", 1), ("a[x]", 1), ("a[1", 1), ("a b", 1), ("$[-]", 1)],
)  # fmt: skip
def test_what_is_no_path_is_named_with_its_place(path: str, offset: int) -> None:
    with pytest.raises(PathError) as caught:
        parse_pattern(path)
    assert caught.value.offset == offset


@examples(60)
@given(array=ARRAYS, schema=SCHEMAS, name=st.sampled_from(["a", "b"]), index=st.integers(-3, 2))
def test_it_is_what_python_finds(
    both: str, array: Any, schema: pa.DataType, name: str, index: int
) -> None:
    expected: list[object] = []
    for variant in array.variants():
        value: Any = None if variant is None else decode(variant, typed=True)
        there = isinstance(value, list) and -len(value) <= index < len(value)
        inside = value[index] if there else None
        expected.append(inside.get(name) if isinstance(inside, dict) else None)
    shredded = shred(array, schema, exact=True)
    got: Any = variant_get(shredded, f"[{index}].{name}")
    typed = [None if v is None else decode(v, typed=True) for v in got.variants()]
    assert typed == expected
    lists: Any = variant_get(shredded, f"[*].{name}", pa.list_(VariantType()))
    assert len(lists) == len(array)
    assert repr(to_python(got)) == repr(to_python(variant_get(array, f"[{index}].{name}")))
