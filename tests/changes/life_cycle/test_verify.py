"""`inlay verify` and the reading commands on files of every form."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.footers.containers.spec import SpecTrailer
from inlay.footers.designs.flatbuffers.final import end_in_final
from inlay.footers.footer.form import Form
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay_runtime.append import append_extension, strip_extension
from parquet_format import footer as v1
from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

STEPS = ("add", "promote", "finalize")
FORMS = (Form.THRIFT, Form.PRIVATE, Form.MIGRATION, Form.FINAL)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "small.parquet"
    pq.write_table(pa.table({"item": ["nut", "bolt", None], "price": [0.25, 1.5, -0.0]}), path)
    return path


def changed_thrift(path: Path) -> None:
    """Somebody changes the Thrift and keeps the extension, which has the old values."""
    tail = read_footer(io.BytesIO(path.read_bytes()))
    meta = FileMetaData.decode(tail.end.own_thrift(tail))
    meta.row_groups[0].columns[1].file_offset += 40
    changed = tail_of(meta.replace(num_rows=77).encode())
    path.write_bytes(path.read_bytes()[: tail.offset] + changed)


@pytest.mark.parametrize("count", range(4))
def test_every_form_verifies(count: int, path: Path, inlay: Inlay) -> None:
    for step in STEPS[:count]:
        assert inlay("footer", step, path).code == 0
    found = inlay("verify", path, "--format", "json")
    assert (found.code, found.err) == (0, "")
    report = json.loads(found.out)
    assert (report["form"], report["findings"]) == (FORMS[count].value, [])
    assert inlay("inspect", path).code == 0
    assert inlay("ext", "list", path).code == 0
    assert inlay("ext", "verify", path).code == 0


@pytest.mark.parametrize("count", [1, 2])
def test_every_field_that_disagrees_is_a_finding(count: int, path: Path, inlay: Inlay) -> None:
    for step in STEPS[:count]:
        inlay("footer", step, path)
    changed_thrift(path)
    found = inlay("verify", path, "--format", "json")
    assert found.code == 1
    findings = json.loads(found.out)["findings"]
    assert {one["code"] for one in findings} == {"disagree", "thrift-crc"}
    places = {one["at"] for one in findings}
    assert "num_rows" in places
    assert any("columns[1].file_offset" in place for place in places)
    assert "disagree" in inlay("verify", path).out


@pytest.mark.parametrize("count", [1, 2])
def test_a_damaged_flatbuffer_is_a_finding(count: int, path: Path, inlay: Inlay) -> None:
    for step in STEPS[:count]:
        inlay("footer", step, path)
    tail = read_footer(str(path))
    assert tail.second.content is not None
    data = bytearray(path.read_bytes())
    data[tail.offset + tail.second.content.start + 9] ^= 4
    path.write_bytes(data)
    found = inlay("verify", path, "--format", "json")
    place = tail.offset + tail.second.content.start
    findings = json.loads(found.out)["findings"]
    assert (found.code, len(findings)) == (1, 1), "once, and where it is in the file"
    assert (findings[0]["code"], findings[0]["offset"]) == ("data-crc", place)
    shown = json.loads(inlay("footer", "show", path, "--format", "json").out)["findings"]
    assert [(one["code"], one["offset"]) for one in shown] == [("data-crc", place)]


def test_a_damaged_final_file_is_invalid(path: Path, inlay: Inlay) -> None:
    for step in STEPS:
        inlay("footer", step, path)
    data = bytearray(path.read_bytes())
    data[-30] ^= 1
    path.write_bytes(data)
    for command in (["verify"], ["inspect"], ["ext", "list"], ["ext", "verify"]):
        found = inlay(*command, path)
        assert (found.code, found.out) == (3, "")
        assert "does not match its CRC" in found.err


def test_a_final_file_that_leads_to_no_thrift_is_no_defect(path: Path, inlay: Inlay) -> None:
    for step in STEPS:
        inlay("footer", step, path)
    tail = read_footer(str(path))
    flat = v1.FileMetaData.decode(tail.second.data).replace(unknown_fields=b"\xff")
    made = end_in_final(flat.encode())
    path.write_bytes(path.read_bytes()[: tail.offset] + made)
    for command in (["verify"], ["inspect"]):
        found = inlay(*command, path)
        assert (found.code, found.out) == (3, "")
        assert "defect" not in found.err
        assert found.err.count(", at offset ") == 1


def test_the_place_in_a_flatbuffer_is_that_in_the_file(path: Path, inlay: Inlay) -> None:
    for step in STEPS:
        inlay("footer", step, path)
    tail = read_footer(str(path))
    lost = b"\xff\xff\xff\x7f" + tail.second.data[4:]
    path.write_bytes(path.read_bytes()[: tail.offset] + end_in_final(lost))
    for command in (["verify"], ["inspect"], ["ext", "list"], ["footer", "revert"]):
        found = inlay(*command, path)
        assert found.code == 3
        assert f"leads out of the buffer, at offset {tail.offset}\n" in found.err


def test_a_flatbuffer_of_another_file_disagrees(path: Path, inlay: Inlay, tmp_path: Path) -> None:
    other = tmp_path / "other.parquet"
    pq.write_table(pa.table({"item": ["nail"]}), other)
    for file in (path, other):
        for step in STEPS[:2]:
            inlay("footer", step, file)
    tail, foreign = read_footer(str(path)), read_footer(str(other))
    payload = SpecTrailer().wrap(foreign.data, v1.FileMetaData.UUID)
    thrift = append_extension(strip_extension(tail.end.own_thrift(tail)), payload)
    path.write_bytes(path.read_bytes()[: tail.offset] + tail_of(thrift))
    assert inlay("verify", path).code == 1
