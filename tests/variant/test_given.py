"""Functions of columns take the column of a table as they take an array."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import pyarrow as pa
import pytest

from inlay.variant import (
    DamagedRowError,
    StorageError,
    Variant,
    VariantType,
    check,
    from_json_array,
    from_pairs,
    infer_schema,
    shred,
    to_python,
    unshred,
    variant_array,
    variant_get,
)

ROWS: Final[list[object]] = [{"a": 1}, None, {"a": 2, "b": "x"}, {"a": "y"}]
SCHEMA: Final = pa.struct([("a", pa.int64())])

chunked: Final[Any] = pa.chunked_array


def column(*sizes: int) -> Any:
    """The rows, in chunks of these sizes."""
    array = variant_array(ROWS)
    ends = [sum(sizes[:at]) for at in range(len(sizes) + 1)]
    chunks = [array.slice(first, last - first) for first, last in pairwise(ends)]
    return pa.table({"v": chunked(chunks, VariantType())})["v"]


@pytest.mark.parametrize("sizes", [(4,), (1, 3), (0, 2, 0, 2)], ids=str)
def test_a_column_is_as_good_as_an_array(both: str, sizes: tuple[int, ...]) -> None:
    given = column(*sizes)
    assert to_python(given) == to_python(variant_array(ROWS)) == ROWS
    numbers = variant_get(given, "$.a", pa.int64())
    assert isinstance(numbers, pa.ChunkedArray)
    assert numbers.to_pylist() == [1, None, 2, None]
    assert to_python(variant_get(given, "$.a")) == [1, None, 2, "y"]
    shredded = shred(given, SCHEMA)
    assert isinstance(shredded.type, VariantType)
    assert shredded.type.is_shredded
    assert to_python(shredded) == to_python(unshred(shredded)) == ROWS
    check(shredded)
    assert infer_schema(given).type == infer_schema(variant_array(ROWS)).type


def test_a_column_without_chunks_stays_one(both: str) -> None:
    nothing: Any = chunked([], VariantType())
    assert to_python(nothing) == []
    assert variant_get(nothing, "$.a", pa.int64()).type == pa.int64()
    made: Any = shred(nothing, SCHEMA).type
    assert made.is_shredded
    assert len(unshred(nothing)) == 0


def test_the_column_of_a_batch_is_an_array() -> None:
    batch = pa.record_batch({"v": variant_array(ROWS)})
    column: Any = batch["v"]
    found: Any = variant_get(column, "$.a", pa.int64())
    assert isinstance(found, pa.Array)


def test_rows_count_over_all_chunks(both: str) -> None:
    bad = from_pairs([Variant(b"\1\0\0", b"\0"), Variant(b"\1\0\0", b"\x0c")])
    given: Any = pa.chunked_array([variant_array([1, 2]), bad])
    for work in (check, lambda one: shred(one, SCHEMA)):
        with pytest.raises(DamagedRowError, match="row 3"):
            work(given)


def test_json_text_in_chunks() -> None:
    text: Any = pa.chunked_array([pa.array(["1", None]), pa.array(['{"a": 2}'])])
    assert to_python(from_json_array(text)) == [1, None, {"a": 2}]
    bad: Any = pa.chunked_array([pa.array(["1", None]), pa.array(["{"])])
    with pytest.raises(DamagedRowError, match="row 2"):
        from_json_array(bad)


@pytest.mark.parametrize("given", [pa.array([1]), pa.chunked_array([[1]]), [1], variant_array([1]).storage], ids=["array", "column", "list", "storage"])  # fmt: skip
def test_what_is_no_variants_is_refused_with_its_type(given: Any) -> None:
    for work in (check, to_python, unshred, infer_schema, lambda one: variant_get(one, "$.a")):
        with pytest.raises(StorageError, match="an array or a column of Variants is needed, not"):
            work(given)
