"""What the prototypes write that no schema allows: a union value without a type, a prefix that is not text."""

from __future__ import annotations

import io
import json
import struct
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.footers.containers.arrow_prototype import ArrowPrototype
from inlay.footers.containers.registry import PROTOTYPE
from inlay.footers.conversion import compare, prototype
from inlay.footers.footer.form import Form
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay_runtime.append import append_extension
from parquet_format import footer_prototype, parquet
from parquet_format.footer_prototype import Empty, LogicalTypeStringType

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

SCHEMA, LOGICAL_TYPE_TAG = 1, 3


def interval() -> tuple[bytes, bytes, int]:
    """A file whose first column has the converted type INTERVAL: data, footer, and where that begins."""
    sink = io.BytesIO()
    values = pa.array([b"x" * 12], pa.binary(12))
    pq.write_table(pa.table({"lasts": values, "raw": pa.array([b"\xff\xfeab"])}), sink)
    tail = read_footer(sink)
    meta = parquet.FileMetaData.decode(tail.end.own_thrift(tail))
    meta.schema[1].converted_type = parquet.ConvertedType.INTERVAL
    return sink.getvalue()[: tail.offset], meta.encode(), tail.offset


def as_cpp_writes_it(thrift: bytes) -> bytes:
    """The FlatBuffer, with a value of type 0 as the logical type of the interval."""
    flat, _ = prototype.to_flatbuffers(thrift)
    assert flat.schema is not None
    flat.schema[1].logical_type = LogicalTypeStringType(Empty())
    data = bytearray(flat.encode())
    root = follow(data, 0)
    vector = follow(data, slot(data, root, SCHEMA))
    element = follow(data, vector + 4 + 4 * 1)
    tag = slot(data, element, LOGICAL_TYPE_TAG)
    assert data[tag] == 1
    data[tag] = 0
    return bytes(data)


def follow(data: bytearray, at: int) -> int:
    offset: int = struct.unpack_from("<I", data, at)[0]
    return at + offset


def slot(data: bytearray, table: int, number: int) -> int:
    vtable = table - struct.unpack_from("<i", data, table)[0]
    offset: int = struct.unpack_from("<H", data, vtable + 4 + 2 * number)[0]
    assert offset
    return table + offset


def test_a_value_without_a_type_is_no_logical_type() -> None:
    _, thrift, _ = interval()
    flat = footer_prototype.FileMetaData.decode(as_cpp_writes_it(thrift))
    assert flat.schema is not None
    assert flat.schema[1].logical_type is None
    assert compare(thrift, flat) == []
    back = parquet.FileMetaData.decode(prototype.to_thrift(flat))
    assert (back.schema[1].type_length, back.schema[1].converted_type) == (12, None)
    _, dropped = prototype.to_flatbuffers(thrift)
    assert "schema[].converted_type" in [one.path for one in dropped]


def test_a_prefix_that_is_no_text_is_part_of_the_bounds() -> None:
    _, thrift, _ = interval()
    flat, _ = prototype.to_flatbuffers(thrift)
    assert flat.row_groups
    assert flat.row_groups[0].columns
    metadata = flat.row_groups[0].columns[1].meta_data
    assert metadata is not None
    metadata.statistics = footer_prototype.Statistics(
        prefix=b"\xff\xfe", min_lo4=0x61000000, min_len=1, max_lo4=0x62000000, max_len=1
    )
    decoded = footer_prototype.FileMetaData.decode(flat.encode())
    back = parquet.FileMetaData.decode(prototype.to_thrift(decoded))
    found = back.row_groups[0].columns[1].meta_data
    assert found is not None
    assert found.statistics is not None
    assert (found.statistics.min_value, found.statistics.max_value) == (b"\xff\xfea", b"\xff\xfeb")


def test_a_file_of_the_prototype(tmp_path: Path, inlay: Inlay) -> None:
    data, thrift, _ = interval()
    path = tmp_path / "prototype.parquet"
    payload = ArrowPrototype().wrap(as_cpp_writes_it(thrift), PROTOTYPE)
    path.write_bytes(data + tail_of(append_extension(thrift, payload)))
    assert read_footer(str(path)).form is Form.PROTOTYPE
    shown = inlay("footer", "show", path)
    assert (shown.code, "they agree" in shown.out) == (0, True), shown
    assert inlay("verify", path).code == 0
    assert inlay("ext", "list", path).code == 0
    inspected = json.loads(inlay("inspect", path, "--format", "json").out)["footer"]
    assert inspected["form"] == "arrow-prototype"
    stored = len(payload) - ArrowPrototype.overhead
    offset = path.stat().st_size - 9 - len(payload)
    assert inspected["flatbuffer"] == {
        "schema": "prototype",
        "offset": offset,
        "length": stored,
        "crc_agrees": True,
    }
    found = inlay("footer", "add", path)
    assert (found.code, "arrow-prototype" in found.err) == (4, True)
    assert inlay("ext", "strip", path).code == 0
    assert path.read_bytes() == data + tail_of(thrift)
