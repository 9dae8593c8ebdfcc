"""Fields of another type than declared in files: read, reported, and written back by whatever changes the file."""

from __future__ import annotations

import io
import json
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.footers.conversion import compare, v0, v1
from inlay.footers.extensions.locate import FooterPathError, locate
from inlay.footers.extensions.shapes import shape_of
from inlay.footers.extensions.walk import extensions_in
from inlay.footers.footer import other_types, read_footer
from inlay.footers.footer.other_types import find_other_types
from inlay_runtime.union import UnknownVariant
from parquet_format.parquet import FileMetaData, KeyValue
from tests.runtime import wire
from tests.runtime.wire import Field
from tests.support.calls import count_calls
from tests.support.odd_footer import ODD_PATHS, STORED, odd_file, odd_footer, structs
from tests.support.small_files import Inlay


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    path = tmp_path / "odd.parquet"
    path.write_bytes(odd_file())
    return path


def test_such_a_file_is_read(odd: Path) -> None:
    metadata = read_footer(odd).metadata
    assert metadata is not None
    assert [pair.value for pair in metadata.key_value_metadata or []] == ["kept", None, None]
    assert isinstance(metadata.schema[2].logicalType, UnknownVariant)
    chunk = metadata.row_groups[0].columns[0].meta_data
    assert chunk is not None
    assert chunk.bloom_filter_length is None
    assert metadata.encode() == odd_footer()


def test_each_is_found_with_its_path_offset_and_types() -> None:
    data = odd_footer()
    found = find_other_types(data, FileMetaData)
    assert [one.at for one in found] == ODD_PATHS
    offsets = [finding.offset for finding in found if finding.offset is not None]
    assert len(offsets) == len(found)
    assert offsets == sorted(offsets)
    by_path = {one.at: one for one in found}
    value = by_path["key_value_metadata[1].value"]
    assert value.what == "i64 on the wire, and binary in the IDL: kept, and skipped by readers"
    assert value.offset is not None
    assert data[value.offset : value.offset + 2] == b"\x16\x04"
    assert "list of struct on the wire, and i32 in" in by_path[ODD_PATHS[2]].what


def test_nothing_is_found_where_nothing_is_odd() -> None:
    assert find_other_types(KeyValue(key="a", value="b").encode(), KeyValue) == []


def test_inspect_and_verify_report_them(inlay: Inlay, odd: Path) -> None:
    outcome = inlay("verify", odd, "--format", "json")
    assert outcome.code == 1
    findings = [one for one in json.loads(outcome.out)["findings"] if one["code"] == "wire-type"]
    assert [one["at"] for one in findings] == ODD_PATHS
    placed = find_other_types(odd_footer(), FileMetaData)[0].placed("", len(STORED))
    assert findings[0]["offset"] == placed.offset
    shown = inlay("inspect", odd)
    assert shown.code == 0
    document = json.loads(inlay("inspect", odd, "--format", "json").out)
    for path in ODD_PATHS:
        assert f"problem: {path}: " in shown.out.replace("\n", "")
        assert any(problem.startswith(f"{path}: ") for problem in document["problems"])


def test_conversions_give_the_bytes_back() -> None:
    data = odd_footer()
    for schema in (v0, v1):
        flat = schema.to_flatbuffers(data)
        assert schema.to_thrift(type(flat).decode(flat.encode())) == data
    assert compare(data, v1.to_flatbuffers(data)) == []


def test_conversions_keep_one_beside_the_right_one() -> None:
    pair = wire.struct(
        Field(1, wire.BINARY, wire.binary("k")),
        Field(2, wire.I64, wire.integer(1)),
        Field(2, wire.BINARY, wire.binary("v")),
    )
    plain = FileMetaData.decode(odd_footer())
    plain.key_value_metadata = []
    data = plain.encode().replace(b"\x19\x0c", b"\x19" + structs([pair]), 1)
    decoded = FileMetaData.decode(data)
    assert [one.value for one in decoded.key_value_metadata or []] == ["v"]
    assert decoded.encode() == data
    for schema in (v0, v1):
        assert schema.to_thrift(schema.to_flatbuffers(data)) == data


@pytest.mark.parametrize("verb", ["add", "promote", "finalize"])
def test_a_footer_of_another_form_reverts_to_it(inlay: Inlay, odd: Path, verb: str) -> None:
    before = odd.read_bytes()
    for step in ["add", "promote", "finalize"][: ["add", "promote", "finalize"].index(verb) + 1]:
        assert inlay("footer", step, odd).code == 0, step
    findings = json.loads(inlay("verify", odd, "--format", "json").out)["findings"]
    assert [one["at"] for one in findings if one["code"] == "wire-type"] == ODD_PATHS
    assert {one["code"] for one in findings} <= {"wire-type", "group-size"}
    assert inlay("footer", "revert", odd).code == 0
    assert odd.read_bytes() == before


def test_structs_in_them_are_nobodys() -> None:
    """An extension in a struct that stands where a list is declared belongs to no `RowGroup`."""
    inner = wire.struct(Field(1, wire.I32, wire.integer(1)), wire.zigzag_extension(b"x"))
    shape = shape_of(FileMetaData)
    for value, path in ((Field(4, wire.STRUCT, inner), "row_groups"),
                        (Field(4, wire.LIST, wire.list_of(wire.LIST, structs([inner]))), "row_groups[0][0]")):  # fmt: skip
        (found,) = extensions_in(wire.struct(value), shape)
        assert (found.path, found.shape.name) == (path, "struct")
    both = wire.struct(Field(4, wire.STRUCT, inner), Field(4, wire.LIST, structs([inner])))
    assert locate(both, "row_groups[0]", shape).slot is not None
    with pytest.raises(FooterPathError, match="is not a struct in this file"):
        locate(wire.struct(Field(4, wire.STRUCT, inner)), "row_groups[0]", shape)


@pytest.mark.parametrize("is_pure", [False, True])
@pytest.mark.parametrize(
    ("header", "is_found"), [(b"\x00", True), (b"\x0f", True), (b"\x0c", False), (b"\x05", False)]
)
def test_an_empty_list_has_a_type_that_exists(
    monkeypatch: pytest.MonkeyPatch, header: bytes, *, is_found: bool, is_pure: bool
) -> None:
    """As fastparquet writes the row groups of a file without rows, which DataFusion 55 refuses."""
    if is_pure:
        monkeypatch.setattr(other_types, "native_untyped", None)
    element = wire.struct(Field(4, wire.BINARY, wire.binary("root")))
    data = wire.struct(
        Field(1, wire.I32, wire.integer(1)),
        Field(2, wire.LIST, structs([element])),
        Field(3, wire.I64, wire.integer(0)),
        Field(4, wire.LIST, header),
    )
    found = find_other_types(data, FileMetaData)
    assert [(one.at, one.code) for one in found] == [("row_groups", "wire-type")] * is_found
    assert FileMetaData.decode(data).row_groups == []


def write_like_fastparquet(columns: int, *, has_keys: bool = False) -> bytes:
    """A footer that has an empty list of no type in each chunk, which nobody reads; with `has_keys` another one, for keys of the file."""
    file = io.BytesIO()
    pq.write_table(pa.table({f"c{at}": [1.5] for at in range(columns)}), file, store_schema=False)
    metadata = inlay.read_metadata(file.getvalue())
    metadata.key_value_metadata = [] if has_keys else None
    for chunk in metadata.row_groups[0].columns:
        assert chunk.meta_data is not None
        chunk.meta_data.key_value_metadata = []
    encoded = metadata.encode()
    assert encoded.count(b"\x19\x0c") == columns + has_keys
    return encoded.replace(b"\x19\x0c", b"\x19\x00")


@pytest.mark.parametrize("is_pure", [False, True])
def test_what_fastparquet_writes_into_each_chunk_counts_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, *, is_pure: bool
) -> None:
    if is_pure:
        monkeypatch.setattr(other_types, "native_untyped", None)
    assert find_other_types(write_like_fastparquet(3), FileMetaData) == []
    (finding,) = find_other_types(write_like_fastparquet(3, has_keys=True), FileMetaData)
    assert finding.at == "key_value_metadata"


@pytest.mark.needs("native core")
def test_it_is_no_work_for_each_chunk() -> None:
    few, many = (write_like_fastparquet(columns) for columns in (10, 200))
    counted = [count_calls(partial(find_other_types, data, FileMetaData)) for data in (few, many)]
    assert counted[1] <= counted[0] + 10
