"""Variants inside of lists, maps and structs of Arrow: functions go inside, and leave what is around them."""

from __future__ import annotations

from typing import Any, Final

import pyarrow as pa
import pytest
from hypothesis import given

from inlay.variant import (
    DamagedRowError,
    StorageError,
    Variant,
    VariantType,
    check,
    decoded,
    from_pairs,
    infer_schema,
    shred,
    to_python,
    unshred,
    variant_array,
    variant_get,
    variant_set,
)
from inlay_variant.arrow.nested_columns import map_variants
from tests.support.examples import examples
from tests.variant.nested import nested, rows_of
from tests.variant.values import SCHEMAS

KINDS: Final[list[Any]] = [pa.list_, pa.large_list, pa.list_view, pa.large_list_view, lambda field: pa.list_(field, 2)]  # fmt: skip
STORED: Final = VariantType().storage_type
ROWS: Final = [[{"a": 1}, None], None, [{"a": "x"}, {"b": 2}]]


def stored(rows: list[Any]) -> list[Any]:
    """Rows of lists of values as rows of lists of metadata and value."""
    return [row and variant_array(row).storage.to_pylist() for row in rows]


@examples(60)
@given(array=nested(), schema=SCHEMAS)
def test_shredding_inside_leads_back_to_equal_values(
    both: str, array: Any, schema: pa.DataType
) -> None:
    shredded = shred(array, schema, exact=True)
    shredded.validate(full=True)
    assert rows_of(unshred(shredded)) == rows_of(array)
    assert repr(to_python(decoded(array))) == repr(array.to_pylist())
    check(shredded)


@examples(40)
@given(array=nested())
def test_looking_up_all_of_a_value_changes_nothing(array: Any) -> None:
    same = variant_get(array, "$")
    same.validate(full=True)
    assert rows_of(same) == rows_of(array)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", [slice(None), slice(1, None), slice(1, 2), slice(0, 0)], ids=str)
def test_lists_of_every_kind(kind: Any, part: slice) -> None:
    array: Any = pa.array(stored(ROWS), kind(STORED))[part]
    numbers = variant_get(array, "$.a", pa.int64())
    numbers.validate(full=True)
    assert numbers.to_pylist() == [[1, None], None, [None, None]][part]
    assert to_python(unshred(array)) == ROWS[part]


def test_what_is_under_a_null_is_not_looked_at() -> None:
    """A null list may span elements, and a null struct has fields: they may be anything."""
    damaged: Any = from_pairs([Variant(b"\1\0\0", b"\x0c"), Variant(b"\1\0\0", b"\x0c\5")])
    valid = pa.array([False, True]).buffers()[1]
    offsets = pa.array([0, 1, 2], pa.int32()).buffers()[1]
    type_ = pa.list_(VariantType())
    lists: Any = pa.Array.from_buffers(type_, 2, [valid, offsets], 1, 0, [damaged])
    struct: Any = pa.struct([pa.field("v", VariantType(), nullable=False)])
    structs: Any = pa.Array.from_buffers(struct, 2, [valid], 1, 0, [damaged])
    pairs: Any = pa.array([None, [{"a": 1}, None]], pa.list_(pa.struct([("a", pa.int64())]), 2))
    for array, rows in ((lists, [None, [5]]), (structs, [None, {"v": 5}])):
        check(array)
        assert variant_get(array, "$", pa.int64()).to_pylist() == rows
    assert map_variants(pairs, "p", lambda variants, _: variants) is pairs


def test_an_error_names_the_row_and_the_element() -> None:
    bad = from_pairs([Variant(b"\1\0\0", b"\0")] * 4 + [Variant(b"\1\0\0", b"\x0c")])
    lists: Any = pa.ListArray.from_arrays(pa.array([0, 2, 2, 5], pa.int32()), bad)
    with pytest.raises(DamagedRowError, match=r"^row 2: element 2, \$: needs 1 byte"):
        check(lists)
    deeper: Any = pa.ListArray.from_arrays(pa.array([0, 1, 3], pa.int32()), lists)
    with pytest.raises(DamagedRowError, match=r"^row 1: element 1, element 2, \$: needs"):
        check(deeper)
    chunked: Any = pa.chunked_array([lists.slice(0, 2), lists.slice(2)])
    with pytest.raises(DamagedRowError, match=r"^row 2: element 2, "):
        shred(chunked, pa.int64())


def test_fields_that_may_not_be_null_may_where_nothing_is_found() -> None:
    inside: Any = pa.StructArray.from_arrays(
        [variant_array([{"a": 1}, {}])], fields=[pa.field("v", VariantType(), nullable=False)]
    )
    numbers: Any = variant_get(inside, "$.a", pa.int64())
    numbers.validate(full=True)
    assert numbers.type.field("v").nullable
    assert numbers.to_pylist() == [{"v": 1}, {"v": None}]


def test_a_schema_is_that_of_all_variants_inside() -> None:
    lists: Any = pa.chunked_array([pa.array(stored([[{"a": 1}], []])), pa.array(stored([[{"a": 2}]]))])  # fmt: skip
    assert infer_schema(lists).type == pa.struct([("a", pa.int64())])
    two: Any = pa.StructArray.from_arrays([variant_array([1]), variant_array([2])], ["a", "b"])
    with pytest.raises(StorageError, match=r"they are in \$\.a, \$\.b"):
        infer_schema(two)


def test_edits_go_inside_with_one_value_for_all() -> None:
    lists: Any = pa.ListArray.from_arrays(pa.array([0, 1, 2], pa.int32()), variant_array([{}, {"a": 3}]))  # fmt: skip
    edited: Any = variant_set(lists, "$.b", 7)
    assert edited.to_pylist() == [[{"b": 7}], [{"a": 3, "b": 7}]]
    with pytest.raises(StorageError, match="one value is needed for Variants inside of list"):
        variant_set(lists, "$.b", pa.array([1, 2]))
