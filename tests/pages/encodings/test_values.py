"""Arbitrary tables come back bit-equal through the new encoding."""

from __future__ import annotations

import io
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from inlay.encoding import read_table
from inlay.footers.containers import Finding
from inlay.ground.files.comparing import have_same_bytes
from inlay.pages.encodings.add import add, in_all_groups
from inlay.pages.encodings.strip import strip
from inlay.pages.engine.sink import StreamSink
from inlay.pages.engine.thrift_file import open_thrift
from tests.pages.encodings.files import ENCODINGS, every_number, hard_floats, pa, pq
from tests.support.examples import examples

INTEGERS = {
    name: getattr(pa, name)() for name in ("int8", "uint16", "int32", "uint32", "int64", "uint64")
}


def numbers(type_: Any) -> st.SearchStrategy[int]:
    bits = type_.bit_width
    low, high = (
        (-(1 << bits - 1), (1 << bits - 1) - 1) if str(type_)[0] == "i" else (0, (1 << bits) - 1)
    )
    return st.integers(low, high) | st.sampled_from([low, high, 0])


@st.composite
def arrays(draw: st.DrawFn, rows: int) -> Any:
    kind = draw(st.sampled_from([*INTEGERS, "double", "float", "list", "struct", "text"]))
    if kind in INTEGERS:
        type_ = INTEGERS[kind]
        integers = st.lists(st.none() | numbers(type_), min_size=rows, max_size=rows)
        return pa.array(draw(integers), type_)
    if kind in ("double", "float"):
        # From bits, since Python does not keep the payloads of all NaNs of 32 bits.
        width = 8 if kind == "double" else 4
        data = pa.py_buffer(draw(st.binary(min_size=rows * width, max_size=rows * width)))
        type_ = pa.float64() if width == 8 else pa.float32()
        valid = pa.array(draw(st.lists(st.booleans(), min_size=rows, max_size=rows)), pa.bool_())
        bitmap = draw(st.sampled_from([None, valid.buffers()[1]]))
        return pa.Array.from_buffers(type_, rows, [bitmap, data])
    if kind == "list":
        inner = st.lists(
            st.none() | st.lists(st.none() | st.integers(-9, 2**40), max_size=4), max_size=3
        )
        nested = draw(st.lists(st.none() | inner, min_size=rows, max_size=rows))
        return pa.array(nested, pa.list_(pa.list_(pa.int64())))
    if kind == "struct":
        pair = st.fixed_dictionaries({"a": st.none() | st.integers(0, 9), "b": st.floats()})
        pairs = draw(st.lists(st.none() | pair, min_size=rows, max_size=rows))
        return pa.array(pairs, pa.struct([("a", pa.int32()), ("b", pa.float64())]))
    return pa.array(
        draw(st.lists(st.none() | st.text(max_size=5), min_size=rows, max_size=rows)), pa.string()
    )


@st.composite
def tables(draw: st.DrawFn) -> Any:
    rows = draw(st.integers(0, 60))
    columns = draw(st.lists(arrays(rows), min_size=1, max_size=4))
    return pa.table({f"c{at}": one for at, one in enumerate(columns)})


@examples(60)
@given(
    tables(),
    st.integers(1, 40),
    st.sampled_from([16, 200, 1 << 20]),
    st.sampled_from(["1.0", "2.0"]),
    st.sampled_from(["none", "zstd", "snappy", "lz4"]),
    st.booleans(),
    st.booleans(),
)
def test_any_table_comes_back(
    table: Any, group: int, page: int, version: str, codec: str, dictionary: bool, index: bool
) -> None:
    written = io.BytesIO()
    pq.write_table(
        table,
        written,
        row_group_size=group,
        data_page_size=page,
        write_batch_size=8,
        data_page_version=version,
        compression=codec,
        use_dictionary=dictionary,
        write_page_index=index,
    )
    comes_back(written)


def test_every_float_comes_back() -> None:
    for rows in (1, 7, 5_000):
        written = io.BytesIO()
        pq.write_table(pa.table({"x": hard_floats(rows)}), written, row_group_size=999)
        comes_back(written)


def comes_back(written: io.BytesIO) -> None:
    target = io.BytesIO()
    findings: list[Finding] = []
    file = open_thrift(written, "file")
    add(file, in_all_groups(file, every_number(file)), StreamSink(target))
    found = read_table(target, encodings=ENCODINGS, on_finding=findings.append)
    written.seek(0)
    expected = pq.ParquetFile(written).read()
    assert not findings
    assert bits(found) == bits(expected)
    assert found.schema.equals(expected.schema, check_metadata=True)
    if target.getvalue() != written.getvalue():
        assert have_same_bytes(strip(open_thrift(target, "file")).source, written)


def bits(table: Any) -> list[object]:
    """The table with every bit of its values, and nothing of what lies where a value is missing."""
    return [values_in(column.combine_chunks()) for column in table.columns]


def values_in(array: Any) -> object:
    if pa.types.is_floating(array.type):
        return array.view(pa.int64() if array.type.bit_width == 64 else pa.int32()).to_pylist()
    if pa.types.is_struct(array.type):
        return [array.is_valid().to_pylist(), *map(values_in, array.flatten())]
    if pa.types.is_list(array.type):
        return [array.value_lengths().to_pylist(), values_in(array.flatten())]
    return array.to_pylist()
