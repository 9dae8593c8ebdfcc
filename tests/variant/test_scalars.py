"""The rows of a column of Variants are Python values under pyarrow's own names: `as_py`, `to_pylist`, `to_pandas`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

import pyarrow as pa
import pytest

from inlay.variant import (
    PrimitiveType,
    Scalar,
    Variant,
    VariantArray,
    VariantScalar,
    decode,
    encode,
    from_pairs,
    read_table,
    shred,
    variant_array,
)
from inlay_runtime.errors import DecodeError
from inlay_variant.arrow.variant_type import wrap
from tests.variant.test_corpus import cases, corpus_values, expected
from tests.variant.test_storage_types import FORMS, VALUES, other_storages

ROWS: Final[list[object]] = [
    {"a": 1, "tags": ["x", None]},
    None,
    Scalar(PrimitiveType.NULL),
    [1, {"a": None}],
    "text",
    Scalar(PrimitiveType.TIMESTAMP_NANOS, (1001).to_bytes(8, "little")),
]
PLAIN: Final = variant_array(ROWS)
ARRAYS: Final = {
    "plain": PLAIN,
    "shredded": shred(PLAIN, pa.struct([("a", pa.int64()), ("tags", pa.list_(pa.string()))])),
    "shredded into lists": shred(PLAIN, pa.list_(pa.int64())),
    "slice": PLAIN.slice(1, 3),
    "empty": PLAIN.slice(0, 0),
}


def values(array: VariantArray) -> list[object]:
    """What `decode` makes of every row."""
    return [None if row is None else decode(row) for row in array.variants()]


def chunked(arrays: list[VariantArray]) -> Any:
    as_they_are: Any = pa.chunked_array
    return as_they_are(arrays, arrays[0].type)


def each_as_py(column: Any) -> list[object]:
    return [row.as_py() for row in column]


@pytest.mark.parametrize("kind", ARRAYS)
def test_a_row_is_its_value_whatever_the_storage(both: str, kind: str) -> None:
    array = ARRAYS[kind]
    wanted = values(array)
    assert array.to_pylist() == each_as_py(array) == wanted
    chunks = chunked([array, array.slice(0, 0), array])
    assert chunks.to_pylist() == each_as_py(chunks) == wanted * 2
    table = pa.table({"v": chunks})
    assert table.to_pylist() == [{"v": value} for value in wanted * 2]
    assert table.to_pydict() == {"v": wanted * 2}


@pytest.mark.parametrize("form", FORMS)
def test_so_it_is_in_every_form_of_storage(both: str, form: str) -> None:
    array = wrap(other_storages(variant_array(VALUES))[form])
    assert array.to_pylist() == each_as_py(array) == VALUES


def test_the_storage_stays_in_reach() -> None:
    row: Any = PLAIN[0]
    assert isinstance(row, VariantScalar)
    assert row.value is not None
    assert row.value.as_py() == PLAIN.storage[0].as_py() == encode(ROWS[0])._asdict()
    assert row.variant() == encode(ROWS[0])
    nothing: Any = PLAIN[1]
    assert not nothing.is_valid
    assert nothing.value is None
    assert nothing.variant() is None
    assert PLAIN.storage.to_pylist()[1] is None


def test_inside_of_structs_and_lists_rows_are_values_too() -> None:
    wanted = values(PLAIN)
    inside: Any = pa.StructArray.from_arrays([PLAIN], names=["v"])
    assert inside.to_pylist() == each_as_py(inside) == [{"v": value} for value in wanted]
    lists: Any = cast(Any, pa.ListArray).from_arrays([0, 2, len(PLAIN)], PLAIN)
    assert lists.to_pylist() == each_as_py(lists) == [wanted[:2], wanted[2:]]


def test_a_damaged_row_raises_what_decode_raises() -> None:
    damaged: Any = from_pairs([encode(1), Variant(b"\1\0\0", b"\x0c")])
    assert damaged[0].as_py() == 1
    for read in (damaged[1].as_py, damaged.to_pylist):
        with pytest.raises(DecodeError, match="needs 1 byte"):
            read()


def test_pandas_shows_values(both: str) -> None:
    pd: Any = import_module("pandas")
    for array in ARRAYS.values():
        wanted = [pd.NA if value is None else value for value in values(array)]
        frames: dict[str, Any] = {
            "array": array.to_pandas(),
            "column": chunked([array, array]).to_pandas(),
            "table": pa.table({"n": range(len(array)), "v": array}).to_pandas()["v"],
            "batch": pa.record_batch({"v": array}).to_pandas()["v"],
        }
        for name, series in frames.items():
            rows = wanted * 2 if name == "column" else wanted
            assert series.tolist() == rows, name
            assert series.to_numpy().tolist() == rows, name
            assert series.map(type).tolist() == [type(row) for row in rows], name
            assert pa.Array.from_pandas(series).type == array.type
    series = PLAIN.to_pandas()
    assert "metadata" not in repr(series)
    assert series.to_numpy(na_value=0).tolist()[1:3] == [0, 0]


def test_the_corpus_has_the_values_that_are_decoded(parquet_testing: Path) -> None:
    array = from_pairs(corpus_values(parquet_testing))
    assert array.to_pylist() == each_as_py(array) == values(array)
    folder = parquet_testing / "shredded_variant"
    compared = 0
    for file, case in cases(folder):
        if "error_message" in case or "notes" in case:
            continue
        column: Any = read_table(file)["var"]
        wanted = [None if row is None else decode(row) for row in expected(folder, case)]
        assert column.to_pylist() == each_as_py(column) == wanted, case
        compared += column.type.is_shredded
    assert compared > 40
