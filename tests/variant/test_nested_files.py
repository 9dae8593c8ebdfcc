"""Variants inside of lists, maps and structs, in files: what is written is read, shredded or not, and by paths."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.footers.footer import read_footer
from inlay.ground.schema.tree import SchemaTree
from inlay.rows.variants.file_shredding import shred_columns
from inlay.variant import (
    StorageError,
    VariantType,
    decoded,
    read_path,
    read_table,
    register,
    shred,
    to_python,
    unregister,
    variant_array,
    variant_get,
    write_table,
)
from inlay_variant.arrow.nested_columns import find_columns, list_variant_paths, pick_inside
from parquet_format.parquet import VariantType as Annotation
from tests.support.examples import examples
from tests.variant.nested import nested, rows_of
from tests.variant.values import SCHEMAS

ELEMENTS: Final[list[object]] = [{"a": 1, "b": "x"}, None, [1, 2], "x", {"a": "y"}]
PRICES: Final = pa.struct([("a", pa.int64())])
PATHS: Final = ["items.element", "prices.value", "inside.v"]


@pytest.fixture
def table() -> pa.Table:
    """Three rows: a list, a map and a struct of the elements."""
    variants = variant_array(ELEMENTS)
    offsets = pa.array([0, 2, 2, 5], pa.int32())
    makers: Any = pa
    return pa.table(
        {
            "items": makers.ListArray.from_arrays(offsets, variants),
            "prices": makers.MapArray.from_arrays(offsets, pa.array(list("abcde")), variants),
            "inside": makers.StructArray.from_arrays(
                [variants.slice(0, 3), pa.array([1, 2, 3])], names=["v", "n"]
            ),
            "n": [1, 2, 3],
        }
    )


@examples(60)
@given(array=nested(), schema=st.none() | SCHEMAS)
def test_what_is_written_is_read(array: Any, schema: pa.DataType | None, tmp_path_factory: pytest.TempPathFactory) -> None:  # fmt: skip
    file = tmp_path_factory.getbasetemp() / "law.parquet"
    ((path, _),) = list_variant_paths(array.type, "v")
    given_ = pa.table({"v": array})
    write_table(given_, file, shred=None if schema is None else {path: schema}, exact=True)
    for read in (read_table(file), read_table(file, unshred=True), inlay.read_table(file)):
        rows = [row for chunk in read.column("v").chunks for row in rows_of(chunk)]
        assert rows == rows_of(array)
    batches: Any = inlay.iter_batches(file, batch_size=1)
    assert [row for batch in batches for row in rows_of(batch.column(0))] == rows_of(array)
    bare = decoded(pq.read_table(file))
    assert [row for chunk in cast(Any, bare).column(0).chunks for row in rows_of(chunk)] == rows_of(array)  # fmt: skip


@pytest.mark.parametrize("shredding", [None, "auto", dict.fromkeys(PATHS, PRICES)], ids=["none", "auto", "given"])  # fmt: skip
def test_groups_inside_are_annotated_and_as_strict_as_outside(
    table: pa.Table, shredding: Any, tmp_path: Path
) -> None:
    file = tmp_path / "v.parquet"
    write_table(table, file, shred=shredding)
    metadata = read_footer(file).metadata
    assert metadata is not None
    annotated = [one for one in metadata.schema if isinstance(one.logicalType, Annotation)]
    assert len(annotated) == 3
    read = read_table(file)
    assert read.to_pylist() == table.to_pylist()
    for at, kind in enumerate(list_variant_paths(pa.struct(list(read.schema)), "")):
        assert kind[1].is_shredded == (isinstance(shredding, dict)), at
    if shredding is None:
        bare = pq.read_table(file).schema.field("items").type.value_field.type
        assert [field.nullable for field in bare] == [False, False]


@pytest.mark.parametrize("column", PATHS)
@pytest.mark.parametrize("is_registered", [False, True])
@pytest.mark.parametrize("shredding", [None, dict.fromkeys(PATHS, PRICES)], ids=["plain", "shredded"])  # fmt: skip
def test_a_path_inside_gives_what_the_column_gives(
    table: pa.Table, column: str, is_registered: bool, shredding: Any, tmp_path: Path
) -> None:
    file = tmp_path / "v.parquet"
    write_table(table, file, shred=shredding, row_group_size=2)
    if is_registered:
        register()
    at = find_columns(table.schema, column)[0]
    variants = pick_inside(table.column(at), table.schema.field(at).name, column)
    try:
        for type_ in (None, pa.int64(), pa.string()):
            for path in ("$", "$.a", "$[1]", "$[*]"):
                wanted = variant_get(variants, path, type_)
                assert read_path(file, column, path, type_).to_pylist() == wanted.to_pylist()
        some = read_path(file, column, "$.a", pa.int64(), row_groups=[])
        assert (len(some), pa.types.is_nested(some.type)) == (0, column != "inside.v")
    finally:
        unregister()


def test_a_list_of_values_for_each_row(table: pa.Table, tmp_path: Path) -> None:
    file = tmp_path / "v.parquet"
    write_table(table, file)
    assert read_path(file, "items.element", "$.a", pa.int64()).to_pylist() == [
        [1, None], [], [None, None, None]]  # fmt: skip
    assert read_path(file, "prices.value", "$.a", pa.int64()).to_pylist() == [
        [("a", 1), ("b", None)], [], [("c", None), ("d", None), ("e", None)]]  # fmt: skip
    assert read_path(file, "inside.v", "$.a", pa.int64()).to_pylist() == [1, None, None]


def test_only_the_columns_of_the_path_are_read(table: pa.Table, tmp_path: Path) -> None:
    """Pages that no path needs may be of nothing but zeros."""
    file = tmp_path / "v.parquet"
    write_table(table, file, shred=dict.fromkeys(PATHS, PRICES), compression="none")
    metadata = read_footer(file).metadata
    assert metadata is not None
    data = bytearray(file.read_bytes())
    for chunk in metadata.row_groups[0].columns:
        meta = chunk.meta_data
        assert meta is not None
        path = ".".join(meta.path_in_schema)
        needed = ("metadata", "typed_value.a.value", "typed_value.a.typed_value", "key")
        if not path.endswith(needed) or path.startswith("inside"):
            start = meta.dictionary_page_offset or meta.data_page_offset
            data[start : start + meta.total_compressed_size] = bytes(meta.total_compressed_size)
    source = io.BytesIO(bytes(data))
    assert read_path(source, "items.element", "a", pa.int64()).to_pylist()[0] == [1, None]
    prices: Any = read_path(source, "prices.value", "a", pa.int64()).to_pylist()
    assert prices[0][0] == ("a", 1)


def test_a_path_that_leads_to_none_says_where_they_are(table: pa.Table, tmp_path: Path) -> None:
    file = tmp_path / "v.parquet"
    write_table(table, file)
    for path in ("inside.n", "items.list.element", "no.where"):
        with pytest.raises(
            StorageError, match=r"leads to no Variants; they are in items\.element,"
        ):
            read_path(file, path, "$.a")
    with pytest.raises(StorageError, match="items: is not a Variant, and cannot be shredded: Var"):
        write_table(table, tmp_path / "no.parquet", shred={"items": PRICES})


def test_a_column_whose_name_has_a_dot_goes_first(tmp_path: Path) -> None:
    file = tmp_path / "v.parquet"
    write_table(pa.table({"items.element": variant_array([{"a": 5}])}), file)
    assert read_path(file, "items.element", "$.a", pa.int64()).to_pylist() == [5]


@pytest.mark.parametrize("column", PATHS)
def test_commands_take_the_path(
    inlay: Callable[..., Any], column: str, table: pa.Table, tmp_path: Path
) -> None:
    file, shredded, back = (tmp_path / f"{name}.parquet" for name in ("v", "shredded", "back"))
    many = pa.concat_tables([table.slice(0, 1)] * 20 + [table])
    write_table(many, file)
    schema = inlay("variant", "schema", file, "--column", column)
    assert (schema.code, "$.a" in schema.out) == (0, True), schema
    done = inlay("variant", "shred", file, "--column", column, "-o", shredded)
    assert (done.code, done.err) == (0, "")
    places = list_variant_paths(pa.struct(list(read_table(shredded).schema)), "")
    types = {path.removeprefix("."): type_ for path, type_ in places}
    assert {path: type_.is_shredded for path, type_ in types.items()} == {
        path: path == column for path in PATHS
    }
    assert inlay("variant", "unshred", shredded, "--column", column, "-o", back).code == 0
    for one in (shredded, back):
        assert read_table(one).to_pylist() == many.to_pylist()
        assert inlay("verify", one, "--data").code == 0
        assert inlay("inspect", one).code == inlay("layout", one).code == 0
        assert inlay("prune", one, "n > 100").code in (0, 1)


def test_rows_are_shown_as_json(inlay: Callable[..., Any], table: pa.Table, tmp_path: Path) -> None:
    file = tmp_path / "v.parquet"
    write_table(table, file)
    lines = {
        "items.element": ['[{"a":1,"b":"x"},null]', "[]", '[[1,2],"x",{"a":"y"}]'],
        "prices.value": ['{"a":{"a":1,"b":"x"},"b":null}', "{}", '{"c":[1,2],"d":"x","e":{"a":"y"}}'],
        "inside.v": ['{"a":1,"b":"x"}', "null", "[1,2]"],
    }  # fmt: skip
    for column, rows in lines.items():
        assert inlay("variant", "show", file, "--column", column).out.splitlines() == rows
    asked = inlay("variant", "show", file)
    assert asked.code == 2
    assert "it has items.element, prices.value, inside.v" in asked.err
    assert inlay("variant", "show", file, "--column", "items.element", "--path", "a").out == (
        "[1,null]\n[]\n[null,null,\"y\"]\n"
    )  # fmt: skip


def test_the_only_column_is_meant_where_others_hold_some_inside(
    inlay: Callable[..., Any], table: pa.Table, tmp_path: Path
) -> None:
    file = tmp_path / "v.parquet"
    write_table(table.append_column("v", cast(Any, variant_array([1, 2, 3]))), file)
    assert inlay("variant", "show", file).out == "1\n2\n3\n"
    assert isinstance(read_table(file).schema.field("v").type, VariantType)
    assert to_python(read_table(file).column("v")) == [1, 2, 3]


def test_names_that_are_paths_of_others(inlay: Callable[..., Any], tmp_path: Path) -> None:
    """What is in a column is of that column, however it is called; a column's own name goes first."""
    plain = variant_array([{"a": 1}, {"a": 2}])
    shredded = shred(plain, PRICES)
    lists: Any = [pa.ListArray.from_arrays(pa.array([0, 1, 2], pa.int32()), one) for one in (plain, shredded)]  # fmt: skip
    file, out = tmp_path / "v.parquet", tmp_path / "out.parquet"
    for own in (plain, shredded):
        for items in lists:
            for names in (["items", "items.element"], ["items.element", "items"]):
                columns: Any = {"items": items, "items.element": own}
                table = pa.table({name: columns[name] for name in names})
                rows = table.to_pylist()
                for shredding in (None, "auto", {"items.element": PRICES}):
                    write_table(table, file, shred=cast(Any, shredding))
                    read = read_table(file)
                    assert read.to_pylist() == rows
                    kinds: Any = {field.name: field.type for field in read.schema}
                    is_own = kinds["items.element"].is_shredded
                    assert is_own == (shredding is not None or own is shredded)
                    assert kinds["items"].value_type.is_shredded == (
                        shredding == "auto" or items is lists[1]
                    )
                assert read_path(file, "items.element", "$.a", pa.int64()).to_pylist() == [1, 2]
                shown = inlay("variant", "show", file, "--column", "items.element")
                assert (shown.code, shown.out) == (0, '{"a":1}\n{"a":2}\n')
                shred_columns(file, out, {"items.element": PRICES})
                assert read_table(out).to_pylist() == rows


def test_names_that_are_there_twice(tmp_path: Path) -> None:
    plain = variant_array([{"a": 1}, {"a": 2}])
    columns: list[Any] = [plain, shred(plain, PRICES)]
    file = tmp_path / "v.parquet"
    write_table(pa.Table.from_arrays(columns, names=["v", "v"]), file)
    assert list_annotated(file) == [["metadata", "value"], ["metadata", "value", "typed_value"]]
    write_table(pa.Table.from_arrays(columns, names=["v", "v"]), file, shred={"v": PRICES})
    assert list_annotated(file) == [["metadata", "value", "typed_value"]] * 2
    struct: Any = pa.StructArray.from_arrays(columns, names=["x", "x"])
    write_table(pa.table({"s": struct}), file)
    assert list_annotated(file) == [["metadata", "value"], ["metadata", "value", "typed_value"]]


def list_annotated(file: Path) -> list[list[str]]:
    """The columns of each group that is annotated."""
    metadata = read_footer(file).metadata
    assert metadata is not None
    root = SchemaTree(metadata.schema).root
    assert root is not None
    groups: list[list[str]] = []
    left = list(root.children)
    while left:
        node = left.pop(0)
        if isinstance(node.element.logicalType, Annotation):
            groups.append([child.element.name for child in node.children])
        else:
            left[:0] = node.children
    return groups
