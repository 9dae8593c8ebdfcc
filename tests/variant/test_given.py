"""Functions of columns take arrays, columns and tables, of pyarrow and of whoever speaks its C interface."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pytest

from inlay.variant import (
    DamagedRowError,
    StorageError,
    Variant,
    VariantType,
    check,
    decoded,
    from_arrow,
    from_json_array,
    from_pairs,
    infer_schema,
    read_table,
    shred,
    to_python,
    unshred,
    variant_array,
    variant_get,
    write_table,
)
from inlay_variant.arrow.nested_types import holds_variants, replace_variants

ROWS: Final[list[object]] = [{"a": 1}, None, {"a": 2, "b": "x"}, {"a": "y"}]
SCHEMA: Final = pa.struct([("a", pa.int64())])

pandas: Any = import_module("pandas")
polars: Any = import_module("polars")

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


NOT_VARIANTS: Final = [pa.array([1]), pa.chunked_array([[1]]), [1], pa.table({"n": [1]}), pandas.Series([1]), polars.Series([1]), None]  # fmt: skip


@pytest.mark.parametrize("given", NOT_VARIANTS, ids=lambda given: type(given).__name__)
def test_what_is_no_variants_is_refused_with_its_type(given: Any) -> None:
    for work in (check, to_python, unshred, infer_schema, lambda one: variant_get(one, "$.a")):
        if isinstance(given, pa.Table) and work in (check, to_python, unshred):
            continue  # all of its Variants are none
        with pytest.raises(StorageError, match=r"Variants is needed, (not|and it has none)"):
            work(given)


# Functions and carriers: the table of docs/variant_columns.md.

ARRAY: Final = variant_array(ROWS)
TABLE: Final = pa.table({"n": [1, 2, 3, 4], "v": column(1, 3)})
BATCH: Final = pa.record_batch({"n": [1, 2, 3, 4], "v": ARRAY})


class Foreign:
    """An array of a library that has nothing but the C interface."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __arrow_c_array__(self, requested_schema: Any = None) -> object:
        return self.array.__arrow_c_array__(requested_schema)


ARRAYS: Final[dict[str, Callable[[], Any]]] = {
    "array": lambda: ARRAY,
    "storage": lambda: ARRAY.storage,
    "shredded storage": lambda: shred(ARRAY, SCHEMA).storage,
    "capsule": lambda: Foreign(ARRAY),
}
COLUMNS: Final[dict[str, Callable[[], Any]]] = {
    "column": lambda: column(1, 3),
    "column of storage": lambda: chunked([ARRAY.storage.slice(0, 1), ARRAY.storage.slice(1)]),
    "pandas series": lambda: pa.table({"v": column(2, 2)}).to_pandas()["v"],
    "polars series": lambda: polars.Series(column(2, 2)),
}
BATCHES: Final[dict[str, Callable[[], Any]]] = {
    "batch": lambda: BATCH,
    "capsule of a batch": lambda: Foreign(BATCH),
}
TABLES: Final[dict[str, Callable[[], Any]]] = {
    "table": lambda: TABLE,
    "table of storage": lambda: pa.table({"n": [1, 2, 3, 4], "v": ARRAY.storage}),
    "reader": TABLE.to_reader,
    "pandas frame": TABLE.to_pandas,
    "polars frame": lambda: polars.from_arrow(TABLE),
}
CARRIERS: Final = {**ARRAYS, **COLUMNS, **BATCHES, **TABLES}
DICTS: Final = [{"n": n, "v": row} for n, row in enumerate(ROWS, 1)]


@pytest.mark.parametrize("name", CARRIERS)
def test_every_function_takes_every_carrier(name: str, tmp_path: Path) -> None:
    make = CARRIERS[name]
    is_table = name in TABLES or name in BATCHES
    one: Any = pa.Array if name in ARRAYS or name in BATCHES else pa.ChunkedArray
    whole: Any = pa.Table if name in TABLES else pa.RecordBatch if name in BATCHES else one
    rows = DICTS if is_table else ROWS
    wanted = {"a": [1, None, 2, None]}

    numbers = variant_get(make(), "$.a", pa.int64())
    assert (isinstance(numbers, one), numbers.to_pylist()) == (True, wanted["a"])
    values = variant_get(make(), "$.a")
    assert (isinstance(values, one), to_python(values)) == (True, [1, None, 2, "y"])
    results: list[Any] = [shred(make(), SCHEMA), unshred(make()), decoded(make())]
    for again in results:
        assert isinstance(again, whole)
        assert to_python(again) == again.to_pylist() == rows
    both_ways: list[tuple[Any, bool]] = [(shred(make(), SCHEMA), True), (unshred(make()), False)]
    for result, is_shredded in both_ways:
        typed: Any = (result["v"] if is_table else result).type
        assert typed.is_shredded == is_shredded
    check(make())
    assert to_python(make()) == rows
    assert infer_schema(make()).type == infer_schema(ARRAY).type
    if is_table:
        file = tmp_path / "v.parquet"
        write_table(decoded(make()), file)
        assert read_table(file).to_pylist() == rows
    else:
        with pytest.raises(StorageError, match="a table is needed, not a column of"):
            write_table(make(), tmp_path / "v.parquet")


NUMBERS: Final = pa.table({"n": [1, 2]})
TEXT: Final = pa.table({"t": ['{"a": 1}', None]})


@pytest.mark.parametrize(
    ("made", "kind"),
    [
        (lambda table: table.column(0).chunk(0), pa.Array),
        (lambda table: Foreign(table.column(0).chunk(0)), pa.Array),
        (lambda table: table.column(0), pa.ChunkedArray),
        (lambda table: table.to_pandas().iloc[:, 0], pa.ChunkedArray),
        (lambda table: polars.Series(table.column(0)), pa.ChunkedArray),
        (lambda table: table.to_batches()[0], pa.Array),
        (lambda table: table, pa.ChunkedArray),
        (lambda table: table.to_reader(), pa.ChunkedArray),
        (lambda table: table.to_pandas(), pa.ChunkedArray),
        (polars.from_arrow, pa.ChunkedArray),
    ],
)
def test_what_becomes_variants_comes_in_every_carrier(
    made: Callable[[pa.Table], Any], kind: type
) -> None:
    numbers = from_arrow(made(NUMBERS))
    assert isinstance(numbers, kind)
    assert to_python(numbers) in ([1, 2], [{"n": 1}, {"n": 2}])
    parsed = from_json_array(made(TEXT))
    assert (isinstance(parsed, kind), to_python(parsed)) == (True, [{"a": 1}, None])


def test_a_table_with_several_columns_names_them() -> None:
    table = pa.table({"v": ARRAY, "n": [1, 2, 3, 4], "w": ARRAY})
    with pytest.raises(StorageError, match="one column of Variants is needed, and it has 'v', 'w'"):
        variant_get(table, "$.a")
    with pytest.raises(StorageError, match="take one of them"):
        shred(table, SCHEMA)
    with pytest.raises(StorageError, match="one column is needed, not a table of 3"):
        from_json_array(table)
    assert to_python(unshred(table)) == table.to_pylist()


# Where the type was lost.


def test_variants_without_their_type_are_found_at_any_depth() -> None:
    items: Any = pa.ListArray.from_arrays(pa.array([0, 1, 4], pa.int32()), ARRAY)
    table = pa.table({"items": items, "inside": pa.StructArray.from_arrays([items], names=["l"])})
    bare = pa.table({"items": replace_storage(items), "inside": replace_storage(table["inside"])})
    assert not holds_variants(bare.schema.field("items").type)
    for given in (bare, polars.from_arrow(table)):
        again: Any = decoded(given)
        assert again.to_pylist() == table.to_pylist()
        assert holds_variants(again.schema.field("inside").type)
    assert decoded(table) is table


def replace_storage(column: Any) -> Any:
    type_ = replace_variants(column.type)
    return column.cast(type_)


MESSAGE: Final = pa.struct([("metadata", pa.binary()), ("value", pa.binary())])
NOT_DICTIONARIES: Final = {
    "another version": b"\2\0\0",
    "nothing": b"",
    "text": b"message",
    "text that begins as version 1": b"application/json",
    "the reserved bit": b"\x21\0\0",
    "too few offsets": b"\1\1\0",
    "offsets that descend": b"\1\2\0\2\1ab",
    "a first offset that is not 0": b"\1\1\1\2ab",
    "more than the names": b"\1\0\0a",
    "less than the names": b"\1\1\0\2a",
    "null": None,
}
"""What the metadata of a message of somebody else may be."""


@pytest.mark.parametrize("case", NOT_DICTIONARIES)
def test_a_message_of_somebody_else_is_left_alone(case: str) -> None:
    good = {"metadata": b"\1\0\0", "value": b"\0"}
    rows = [good, {"metadata": NOT_DICTIONARIES[case], "value": b"\0"}, None]
    table = pa.table({"m": pa.array(rows, MESSAGE)})
    same: Any = decoded(table)
    assert same.schema == table.schema
    assert to_python(table) == table.to_pylist()
    assert isinstance(decoded(pa.array([good, None], MESSAGE)).type, VariantType)


@pytest.mark.parametrize("rows", [[], [None, None]], ids=["no rows", "nulls"])
def test_without_rows_nothing_is_guessed_of_a_table(rows: list[None]) -> None:
    """Functions of one column take it: there is no value that could be something else."""
    column = pa.array(rows, MESSAGE)
    assert decoded(column).type == MESSAGE
    assert decoded(pa.table({"m": column})).schema.field("m").type == MESSAGE
    assert variant_get(column, "$.a", pa.int64()).to_pylist() == rows
    check(column)


def test_a_neighbour_decides_nothing() -> None:
    rows: Any = [
        {"v": {"metadata": b"\1\0\0", "value": b"\0"}, "m": {"metadata": b"a", "value": b""}, "n": None}
    ]  # fmt: skip
    type_: Any = decoded(pa.array(rows, pa.struct([(name, MESSAGE) for name in "vmn"]))).type
    assert [isinstance(field.type, VariantType) for field in type_] == [True, False, False]


def test_only_what_is_called_a_variant_is_written_as_one(tmp_path: Path) -> None:
    """So no schema depends on rows."""
    file = tmp_path / "v.parquet"
    rows = [{"metadata": b"a", "value": b"{}"}, {"metadata": b"\1\0\0", "value": b"\0"}, None]
    messages = pa.table({"m": pa.array(rows, MESSAGE)})
    for table in (messages, messages.slice(0, 0), messages.slice(1), messages.slice(2)):
        write_table(table, file)
        read = read_table(file)
        assert read.schema.field("m").type == MESSAGE
        assert read.to_pylist() == table.to_pylist()
    described: Any = {b"ARROW:extension:name": b"arrow.parquet.variant"}
    called = pa.field("m", MESSAGE).with_metadata(described)
    write_table(messages.slice(1).cast(pa.schema([called])), file)
    assert read_table(file).to_pylist() == [{"m": None}, {"m": None}]
    assert isinstance(read_table(file).schema.field("m").type, VariantType)


@pytest.mark.parametrize("index", [pa.int8(), pa.int32(), pa.uint16()], ids=str)
def test_metadata_by_index_may_be_anything_below_nulls(both: str, index: Any) -> None:
    kind = pa.struct([("metadata", pa.dictionary(index, pa.binary())), ("value", pa.binary())])
    for rows in ([], [None, None]):
        nulls = pa.array(rows, kind)
        assert decoded(nulls).type == kind
        assert to_python(variant_get(nulls, "$.a")) == rows
    dictionaries: Any = pa.DictionaryArray
    metadata = dictionaries.from_arrays(pa.array([0, 7], index), pa.array([b"\1\0\0"]), safe=False)
    values = pa.array([b"\0", b"\0"])
    fields = [pa.field("metadata", metadata.type, nullable=False), pa.field("value", pa.binary())]
    mask = pa.array([False, True])
    column: Any = pa.StructArray.from_arrays([metadata, values], fields=fields, mask=mask)
    assert to_python(variant_get(column, "$")) == [None, None]
    assert isinstance(decoded(column).type, VariantType)
    outside = pa.StructArray.from_arrays([metadata, values], fields=fields)
    assert decoded(outside).type == outside.type
    called: Any = pa.ExtensionArray.from_storage(VariantType(outside.type), outside)
    with pytest.raises(StorageError, match="metadata: has an index that is not in its dictionary"):
        check(called)


def test_what_is_called_a_variant_and_is_none_is_an_error() -> None:
    described: Any = {b"ARROW:extension:name": b"arrow.parquet.variant"}
    field = pa.field("m", pa.struct([("metadata", pa.int8()), ("value", pa.binary())]))
    table = pa.schema([field.with_metadata(described)]).empty_table()
    with pytest.raises(StorageError, match=r"m\.metadata: has to be binary"):
        decoded(table)


def test_what_ipc_gives_without_the_type_is_decoded() -> None:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, TABLE.schema) as writer:
        writer.write_table(TABLE)
    read = pa.ipc.open_stream(sink.getvalue()).read_all()
    assert not isinstance(read.schema.field("v").type, VariantType)
    again: Any = decoded(read)
    assert again.to_pylist() == DICTS
    assert again.schema.field("v").metadata is None
    frame: Any = again.to_pandas()
    assert list(frame["v"].dropna()) == [row for row in ROWS if row is not None]
