"""Variants: each is one, and one column of a shredded one holds it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.footers.footer.trailer import tail_of
from inlay.variant import encode, from_json_array, write_table
from inlay.verbs.verify.values import audited_rows
from inlay.verbs.verify.values.said import NotAudited
from parquet_format.parquet import FileMetaData, VariantType
from tests.verbs.verify.values.held import find_lie, require_right

_REQUIRED: Final = pa.field("metadata", pa.binary(), nullable=False)
_VALUE: Final = pa.field("value", pa.binary())
NAMES: Final = encode({"a": 1, "b": 2})[0]
"""Of the fields `a` and `b`."""


def value_of(value: object) -> bytes:
    return encode(value)[1]


def write(
    values: Sequence[bytes | None],
    typed: pa.Array[Any] | None = None,
    metadata: bytes = NAMES,
    group: str = "v",
    **options: Any,
) -> bytes:
    """A file of one column, whose group is said to be a Variant."""
    children: list[Any] = [pa.array([metadata] * len(values), pa.binary())]
    children.append(pa.array(values, pa.binary()))
    fields: list[Any] = [_REQUIRED, _VALUE]
    if typed is not None:
        children.append(typed)
        fields.append(pa.field("typed_value", typed.type))
    column: pa.Array[Any] = pa.StructArray.from_arrays(children, fields=fields)
    if group == "element":
        column = pa.ListArray.from_arrays([0, 0, len(values)], column)
    table = pa.table({"v": column})
    out = io.BytesIO()
    pq.write_table(table, out, store_schema=False, **options)
    return annotate(out.getvalue(), group)


def annotate(data: bytes, group: str) -> bytes:
    size = int.from_bytes(data[-8:-4], "little")
    footer = FileMetaData.decode(data[-8 - size : -8])
    (element,) = [element for element in footer.schema if element.name == group]
    element.logicalType = VariantType(specification_version=1)
    return data[: -8 - size] + tail_of(footer.encode())


def fields_of(**columns: tuple[Sequence[bytes | None], Sequence[int | None]]) -> Any:
    """The `typed_value` of objects."""
    groups = {
        name: pa.StructArray.from_arrays(
            [pa.array(values, pa.binary()), pa.array(typed, pa.int64())],
            fields=[_VALUE, pa.field("typed_value", pa.int64())],
        )
        for name, (values, typed) in columns.items()
    }
    fields = [pa.field(name, group.type, nullable=False) for name, group in groups.items()]
    return pa.StructArray.from_arrays(list(groups.values()), fields=fields)


INT: Final = value_of(7)
OBJECT_A: Final = value_of({"a": 7})
OBJECT_B: Final = bytes([0x02, 1, 1, 0, 2, 0x0C, 5])
"""The field `b` of `NAMES`, an INT8 of 5."""


def integers(*values: int | None) -> pa.Array[Any]:
    return pa.array(values, pa.int64())


RIGHT: Final[dict[str, bytes]] = {
    "plain": write([INT, value_of("text"), value_of({"a": [1, {"b": None}]})]),
    "shredded": write([None, value_of("text")], integers(7, None)),
    "objects": write([None, OBJECT_B], fields_of(a=([None, INT], [5, None]))),
    "in lists": write([None, INT], integers(7, None), group="element"),
    "no rows": write([], integers()),
}

LIES: Final[dict[str, tuple[bytes, str, str]]] = {
    "cut": (write([INT, INT[:-1]]), "value-variant", "row 1 of the row group, $: needs 1 byte"),
    "a byte more": (write([INT + b"\0"]), "value-variant", "row 0"),
    "no such name": (
        write([value_of({"a": 1})], metadata=encode(1)[0]),
        "value-variant",
        "row 0",
    ),
    "no metadata": (write([INT], metadata=b"\7"), "value-variant", "row 0"),
    "cut beside a typed column": (
        write([None, INT[:-1]], integers(7, None)),
        "value-variant",
        "row 1",
    ),
    "both": (
        write([None, INT], integers(7, 7)),
        "value-shredding",
        "row 1 of the row group, $: value and typed_value are both there",
    ),
    "both in a field": (
        write([None, None], fields_of(a=([None, INT], [5, 5]))),
        "value-shredding",
        "row 1 of the row group, $.a: value and typed_value are both there",
    ),
    "a field in both": (
        write([None, OBJECT_A], fields_of(a=([None, INT], [5, None]))),
        "value-shredding",
        "row 1 of the row group, $.a",
    ),
    "a number beside fields": (
        write([INT], fields_of(a=([INT], [None]))),
        "value-shredding",
        "row 0",
    ),
    "in lists": (
        write([None, INT], integers(7, 7), group="element"),
        "value-shredding",
        "value and typed_value are both there",
    ),
    "in the second row group": (
        write([INT, INT, INT[:-1]], row_group_size=2),
        "value-variant",
        "row 0 of the row group",
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_holds_has_no_finding(name: str) -> None:
    require_right(RIGHT[name])


@pytest.mark.parametrize("name", LIES)
def test_a_lie_has_one_finding(name: str) -> None:
    data, code, words = LIES[name]
    finding = find_lie(data, code, words)
    group = 1 if name == "in the second row group" else 0
    assert finding.at == f"row_groups[{group}].columns[0]"


@pytest.mark.parametrize("schema", [None, {"v": "struct<a: int64, b: list<string>>"}, "auto"])
def test_what_we_write_has_none(
    schema: dict[str, pa.DataType | str] | Literal["auto"] | None, tmp_path: Path
) -> None:
    lines = [f'{{"a": {n}, "b": ["x", {n}], "c": {{"d": null}}}}' for n in range(300)]
    path = tmp_path / "v.parquet"
    table = pa.table({"n": range(300), "v": from_json_array(pa.array([*lines[:-1], "7"]))})
    write_table(table, path, shred=schema)
    verified = inlay.verify(str(path), values=True)
    assert not verified.findings
    assert verified.audited is not None
    assert not verified.audited.others


def test_a_damaged_page_is_named_and_its_rows_are_not_read() -> None:
    data = bytearray(write([INT, INT], compression="zstd"))
    size = int.from_bytes(data[-8:-4], "little")
    meta = FileMetaData.decode(bytes(data[-8 - size : -8])).row_groups[0].columns[1].meta_data
    assert meta is not None
    end = (meta.dictionary_page_offset or meta.data_page_offset) + meta.total_compressed_size
    data[end - 4 : end] = bytes([255] * 4)
    verified = inlay.verify(bytes(data), values=True)
    assert "value-damage" in [one.code for one in verified.findings]
    assert verified.audited is not None
    what = "its rows are not read, as not all their values decode"
    assert verified.audited.others == [NotAudited("row_groups[0].columns[0]", "v", what)]


def test_rows_of_more_than_is_put_together_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audited_rows, "MOST_BYTES", 10)
    verified = inlay.verify(write([INT, INT]), values=True)
    assert verified.audited is not None
    assert [column.reason for column in verified.audited.others] == [
        "its rows hold 18 bytes of values; up to 10 are put together"
    ]


def test_two_columns_of_one_path_are_named() -> None:
    number = pa.array([1, 2])
    out = io.BytesIO()
    group: Any = pq.read_table(io.BytesIO(write([INT, INT[:-1]])))["v"]
    if isinstance(group.type, pa.BaseExtensionType):
        group = group.combine_chunks().storage
    pq.write_table(
        pa.table([number, number, group], names=["n", "n", "v"]), out, store_schema=False
    )
    verified = inlay.verify(annotate(out.getvalue(), "v"), values=True)
    assert verified.audited is not None
    assert [(column.column, column.reason) for column in verified.audited.others] == [
        ("v", "its rows cannot be read, as two columns have one path")
    ]


@pytest.mark.parametrize(
    ("number", "code"), [("040", "value-shredding"), ("042", "value-shredding"), ("002", None)]
)
def test_public_files(number: str, code: str | None, parquet_testing: Path) -> None:
    path = parquet_testing / "shredded_variant" / f"case-{number}.parquet"
    codes = [one.code for one in inlay.verify(str(path), values=True).findings]
    assert codes == ([code] if code else [])
