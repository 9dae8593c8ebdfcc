"""`inlay footer show`, `ext list` and `ext verify`: what they say of each form."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from parquet_format.parquet import ColumnMetaData, FileMetaData

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

STEPS = ("add", "promote", "finalize")
FORMS = ("thrift", "private", "migration", "final")
UUID = "6fa459ea-ee8a-3ca4-894e-db77e160355e"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "small.parquet"
    pq.write_table(pa.table({"item": ["nut", "bolt", None]}), path)
    return path


def pieces_of(path: Path, inlay: Inlay) -> list[str]:
    """What the pieces mean; they lie behind each other up to the end of the file."""
    shown = json.loads(inlay("footer", "show", path, "--format", "json").out)
    at = shown["pieces"][0]["offset"]
    for piece in shown["pieces"]:
        assert piece["offset"] == at
        assert piece["length"] > 0
        at += piece["length"]
    assert at == shown["size"] == path.stat().st_size
    return [piece["meaning"] for piece in shown["pieces"]]


@pytest.mark.parametrize("count", range(4))
def test_the_drawing_fits_a_terminal(count: int, path: Path, inlay: Inlay) -> None:
    for step in STEPS[:count]:
        inlay("footer", step, path)
    found = inlay("footer", "show", path)
    assert (found.code, found.err) == (0, "")
    lines = found.out.splitlines()
    assert lines[0].split(": ")[1].startswith(FORMS[count])
    assert all(len(line) < 100 for line in lines[1:])
    assert ("they agree" in found.out) == (count in (1, 2))
    pieces_of(path, inlay)


def test_each_piece_is_named(path: Path, inlay: Inlay, parquet_testing: Path) -> None:
    assert pieces_of(path, inlay) == ["Thrift FileMetaData", "length of the footer", "PAR1"]
    inlay("seal", path)
    assert pieces_of(path, inlay)[1:5] == [
        "header of field 32767: binary",
        "length of the extension",
        "extension (`inlay ext list`)",
        "stop byte",
    ]
    encrypted = parquet_testing / "data" / "uniform_encryption.parquet.encrypted"
    assert pieces_of(encrypted, inlay)[:2] == ["FileCryptoMetaData", "FileMetaData, encrypted"]


def first(meta: FileMetaData) -> ColumnMetaData:
    found = meta.row_groups[0].columns[0].meta_data
    assert found is not None
    return found


CHANGES: dict[str, tuple[str, Callable[[FileMetaData], object]]] = {
    "a number": ("num_rows", lambda meta: setattr(meta, "num_rows", 77)),
    "a statistic": ("null_count", lambda meta: setattr(first(meta).statistics, "null_count", 3)),
    "a path": ("path_in_schema", lambda meta: setattr(first(meta), "path_in_schema", ["other"])),
    "a row group": ("row_groups", lambda meta: meta.row_groups.pop()),
    "the order of columns": ("path_in_schema", lambda meta: meta.row_groups[0].columns.reverse()),
    "a name": ("schema[1].name", lambda meta: setattr(meta.schema[1], "name", "other")),
}


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("name", CHANGES)
def test_footers_that_disagree(name: str, count: int, tmp_path: Path, inlay: Inlay) -> None:
    path = tmp_path / "two.parquet"
    table = pa.table({"item": ["nut", "bolt", None], "price": [0.25, 1.5, None]})
    pq.write_table(table, path, row_group_size=2)
    for step in STEPS[:count]:
        inlay("footer", step, path)
    tail = read_footer(str(path))
    meta = FileMetaData.decode(tail.end.own_thrift(tail))
    place, change = CHANGES[name]
    change(meta)
    path.write_bytes(path.read_bytes()[: tail.offset] + tail_of(meta.encode()))
    shown = inlay("footer", "show", path)
    assert (shown.code, "they disagree about" in shown.out) == (1, True)
    report = json.loads(inlay("verify", path, "--format", "json").out)
    places = [one["at"] for one in report["findings"] if one["code"] == "disagree"]
    assert any(place in found for found in places), places
    assert inlay("verify", path).code == 1
    assert inlay("footer", "revert", path).code == 4, "nobody knows which of them is right"


@pytest.mark.parametrize("count", range(4))
def test_extensions_in_the_flatbuffers_slot_are_listed(
    count: int, path: Path, inlay: Inlay, tmp_path: Path
) -> None:
    payload = tmp_path / "payload"
    payload.write_bytes(b"somebody's")
    assert inlay("ext", "append", path, payload, "--uuid", UUID).code == 0
    assert inlay("seal", path, "--allow", "envelope").code == 0
    for step in STEPS[:count]:
        inlay("footer", step, path)
    listed = json.loads(inlay("ext", "list", path, "--format", "json").out)["extensions"]
    place = "flatbuffer" if count else ""
    carried = [one for one in listed if one["path"] == place and one["in_envelope"]]
    assert [one["name"] or one["uuid"] for one in carried] == [UUID, "seal"]
    assert all((one["offset"] is None) == bool(count) for one in carried)
    assert len(listed) == (3 if count in (1, 2) else 2)
    found = inlay("ext", "verify", path)
    assert (found.code, found.out.count("checked")) == (0, len(listed))
    assert inlay("ext", "extract", path, "--at", place, "--uuid", UUID).out == "somebody's"


@pytest.mark.parametrize("bits", [1, 3])
def test_a_uuid_that_is_nearly_known_is_a_finding(bits: int, path: Path, inlay: Inlay) -> None:
    inlay("footer", "add", path)
    data = bytearray(path.read_bytes())
    data[-12] ^= bits
    path.write_bytes(data)
    for command, said in (
        ("footer show", "uuid-near"),
        ("verify", "uuid-near"),
        ("ext verify", "away from"),
    ):
        found = inlay(*command.split(), path)
        assert (found.code, said in found.out) == (1, True), command
    document = json.loads(inlay("ext", "verify", path, "--format", "json").out)
    findings = [extension["finding"] for extension in document["extensions"]]
    assert "away from" in findings[-1]["what"]
    assert document["findings"] == []
    assert pq.read_table(path).num_rows == 3
