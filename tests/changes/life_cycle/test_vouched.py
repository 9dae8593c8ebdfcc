"""What a CRC vouches for is read: of two footers the one that is whole, and never another without a finding."""

from __future__ import annotations

import io
import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.changes.life_cycle import steps as life_cycle
from inlay.encoding import read_table as read_encoded
from inlay.footers.designs.flatbuffers.final import end_in_final
from inlay.footers.footer.form import Form
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay_runtime.errors import InlayError
from parquet_format import footer, footer_v0
from parquet_format.parquet import FileMetaData
from tests.faults.flips import STEPS, after, flipped

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

BEFORE = Path(__file__).parent / "before"
"""Files of the version before: their FlatBuffers have no CRC of the Thrift."""

TABLE = pa.table({"item": ["nut", "bolt", None], "price": [0.25, 1.5, None]})
FORMS = {1: Form.PRIVATE, 2: Form.MIGRATION}


def small() -> bytes:
    sink = io.BytesIO()
    pq.write_table(TABLE, sink, store_schema=False, compression="none")
    return sink.getvalue()


def with_thrift(data: bytes, change: Callable[[FileMetaData], FileMetaData]) -> bytes:
    """The Thrift was changed by somebody who did not know of the FlatBuffer."""
    tail = read_footer(io.BytesIO(data))
    changed = change(FileMetaData.decode(tail.end.own_thrift(tail))).encode()
    return data[: tail.offset] + tail_of(changed)


def lying(data: bytes) -> bytes:
    return with_thrift(data, lambda meta: meta.replace(num_rows=2))


def dead(data: bytes) -> bytes:
    """The Thrift cannot be decoded."""
    tail = read_footer(io.BytesIO(data))
    at = data.index(b"schema", tail.offset) - 1
    return data[:at] + b"\x7f" + data[at + 1 :]


@pytest.mark.parametrize("count", [1, 2])
def test_no_flip_of_a_bit_of_the_thrift_gives_other_metadata_without_a_finding(count: int) -> None:
    data = after(small(), STEPS[:count])
    tail = read_footer(io.BytesIO(data))
    assert tail.second.field is not None
    expected = tail.end.plain_thrift(tail)
    whole = FileMetaData.decode(expected)
    unread = 0
    bits = range(8 * tail.offset, 8 * (tail.offset + tail.second.field.start))
    for bit in bits:
        found = inlay.open(io.BytesIO(flipped(data, bit)))
        assert [one.code for one in found.findings] == ["thrift-crc"]
        assert found.metadata == whole, "it is the FlatBuffer that is read"
        unread += 1
    assert unread == len(bits) > 1_500


@pytest.mark.parametrize("count", [1, 2])
def test_no_flip_of_a_bit_of_the_tail_gives_other_metadata_without_a_finding(count: int) -> None:
    """Headers, lengths, CRCs and magics as well, where an error may be all that there is to say."""
    data = after(small(), STEPS[:count])
    tail = read_footer(io.BytesIO(data))
    whole = FileMetaData.decode(tail.end.plain_thrift(tail))
    wrong: list[int] = []
    for bit in range(8 * tail.offset, 8 * len(data), 5):
        try:
            found = inlay.open(io.BytesIO(flipped(data, bit)))
            metadata, findings = found.metadata, found.findings
        except InlayError:
            continue
        metadata.extension = None
        if not findings and (metadata != whole or metadata.remainder != whole.remainder):
            wrong.append(bit)
    assert wrong == []


@pytest.mark.parametrize("count", [1, 2])
def test_no_flip_gives_wrong_rows(count: int) -> None:
    data = after(small(), STEPS[:count])
    tail = read_footer(io.BytesIO(data))
    for bit in range(8 * tail.offset, 8 * len(data), 53):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                found = inlay.read_table(io.BytesIO(flipped(data, bit)))
            except (InlayError, OSError, pa.ArrowException):
                continue
        assert found.equals(TABLE) or caught, bit
        told = [one for one in caught if issubclass(one.category, inlay.FooterWarning)]
        assert bool(told) == bool(inlay.open(io.BytesIO(flipped(data, bit))).findings)


DAMAGES = {"lying": lying, "dead": dead}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("count", [1, 2])
def test_every_reader_reads_the_flatbuffer_and_says_so(
    count: int, damage: str, tmp_path: Path, inlay: Inlay
) -> None:
    from inlay import FooterWarning, chunk_table, iter_batches, open, read_table, scan_footers
    from inlay.tables.columnar import file_table

    path = tmp_path / "two.parquet"
    data = DAMAGES[damage](after(small(), STEPS[:count]))
    path.write_bytes(data)
    name = str(path)
    assert open(name).metadata.num_rows == 3
    tail = read_footer(name)
    assert tail.form is FORMS[count]
    assert file_table(tail).column("num_rows").to_pylist() == [3]
    assert chunk_table(tail).num_rows == 2
    for read in (read_table, read_encoded):
        with pytest.warns(FooterWarning, match="thrift-crc"):
            assert read(name).equals(TABLE)
    with pytest.warns(FooterWarning):
        assert read_table(name, filters=[("item", "=", "nut")]).num_rows == 1
    with pytest.warns(FooterWarning):
        assert sum(batch.num_rows for batch in iter_batches(name)) == 3

    def rows(table: str) -> list[dict[str, Any]]:
        return [row for batch in scan_footers(name, table=table) for row in batch.to_pylist()]

    (file,) = rows("files")
    assert (file["num_rows"], file["form"]) == (3, FORMS[count].value)
    assert [one["error_id"] for one in rows("problems")] == ["unused-thrift-crc"]
    shown = inlay("inspect", path)
    assert (shown.code, "thrift-crc" in shown.out, "3 in 1 row group" in shown.out) == (
        0,
        True,
        True,
    )
    report = json.loads(inlay("inspect", path, "--format", "json").out)
    assert [one["code"] for one in report["findings"]] == ["thrift-crc"]
    assert report["metadata"]["num_rows"] == 3
    for command in ("verify", "footer show", "ext verify"):
        found = inlay(*command.split(), path)
        assert (found.code, "thrift-crc" in found.out) == (1, True), command
        report = json.loads(inlay(*command.split(), path, "--format", "json").out)
        findings = {finding["code"]: finding["what"] for finding in report["findings"]}
        assert findings["thrift-crc"] in found.out, command


@pytest.mark.parametrize("form", ["private", "migration", "final"])
def test_files_of_the_version_before_are_read_and_reverted(form: str, inlay: Inlay) -> None:
    from inlay import open, read_table

    path = BEFORE / f"{form}.parquet"
    plain = (BEFORE / "thrift.parquet").read_bytes()
    found = open(str(path))
    assert (found.form.value, found.findings, found.metadata.num_rows) == (form, (), 3)
    assert read_table(str(path)).num_rows == 3
    assert inlay("verify", path).code == 0
    tail = read_footer(str(path))
    assert tail.second.agrees is None
    assert plain[: tail.offset] + life_cycle.revert(tail) == plain


@pytest.mark.parametrize("form", ["private", "migration"])
def test_without_a_crc_of_it_the_thrift_is_read_and_verify_compares(
    form: str, tmp_path: Path, inlay: Inlay
) -> None:
    from inlay import open

    data = (BEFORE / f"{form}.parquet").read_bytes()
    path = tmp_path / "two.parquet"
    path.write_bytes(lying(data))
    found = open(str(path))
    assert (found.metadata.num_rows, found.findings) == (2, ()), "nothing tells at no cost"
    assert "disagree" in inlay("verify", path).out
    path.write_bytes(dead(data))
    found = open(str(path))
    assert (found.metadata.num_rows, found.findings[0].code) == (3, "thrift-damaged")


@pytest.mark.parametrize("form", ["private", "migration", "final"])
def test_files_of_the_version_before_go_on(form: str, tmp_path: Path, inlay: Inlay) -> None:
    """Extensions come and go without a trace, and the next step makes footers that vouch."""
    path = tmp_path / "old.parquet"
    before = (BEFORE / f"{form}.parquet").read_bytes()
    path.write_bytes(before)
    payload = tmp_path / "payload"
    payload.write_bytes(b"somebody's")
    uuid = "6fa459ea-ee8a-3ca4-894e-db77e160355e"
    place = ("--at", "row_groups[0]")
    assert inlay("ext", "append", path, payload, "--uuid", uuid, *place).code == 0
    assert path.read_bytes() != before
    assert inlay("ext", "strip", path, *place).code == 0
    assert path.read_bytes() == before
    if form == "private":
        assert inlay("footer", "promote", path).code == 0
        assert read_footer(str(path)).second.agrees
    assert inlay("footer", "revert", path).code == 0
    assert path.read_bytes() == (BEFORE / "thrift.parquet").read_bytes()


@pytest.mark.parametrize("count", [1, 2])
def test_a_damaged_flatbuffer_leaves_the_thrift_with_a_finding(count: int) -> None:
    data = after(small(), STEPS[:count])
    tail = read_footer(io.BytesIO(data))
    assert tail.second.content is not None
    bad = flipped(data, 8 * (tail.offset + tail.second.content.start + 9))
    found = inlay.open(io.BytesIO(bad))
    assert [one.code for one in found.findings] == ["data-crc"]
    assert found.metadata.num_rows == 3
    with pytest.warns(inlay.FooterWarning, match="data-crc"):
        assert inlay.read_table(io.BytesIO(bad)).equals(TABLE)


def test_a_footer_that_agrees_is_not_converted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A CRC is all that it costs to read the Thrift."""
    from inlay.footers.designs.flatbuffers.final import FinalEnd
    from inlay.footers.designs.flatbuffers.migration import MigrationEnd
    from inlay.footers.designs.flatbuffers.private import PrivateEnd

    def never(*_: object) -> None:
        raise AssertionError("converted")

    data = {count: after(small(), STEPS[:count]) for count in (1, 2, 3)}
    for end in (PrivateEnd, MigrationEnd, FinalEnd):
        monkeypatch.setattr(end, "restore_exactly", never)
    for count in (1, 2):
        found = inlay.open(io.BytesIO(data[count]))
        assert (found.metadata.num_rows, found.findings) == (3, ())
        assert inlay.read_table(io.BytesIO(data[count])).equals(TABLE)
    found = inlay.open(io.BytesIO(data[3]))
    assert found.flatbuffer is not None
    assert (found.flatbuffer.num_rows, found.findings) == (3, ())


@pytest.mark.parametrize("count", [1, 2, 3])
def test_opening_decodes_nothing_of_the_flatbuffer(count: int) -> None:
    """Its CRC of the Thrift is all that is read, whatever the number of row groups."""
    opened = inlay.open(io.BytesIO(after(small(), STEPS[:count])))
    assert opened.flatbuffer is not None
    assert opened.metadata.num_rows
    assert opened.flatbuffer.source is not None


@pytest.mark.parametrize("count", range(4))
def test_the_flatbuffer_is_open_to_those_who_want_it(count: int) -> None:
    found = inlay.open(io.BytesIO(after(small(), STEPS[:count]))).flatbuffer
    if count == 0:
        assert found is None
        return
    assert isinstance(found, footer.FileMetaData | footer_v0.FileMetaData)
    for group in found.row_groups or []:
        chunk = (group.columns or [])[1]
        assert chunk.metadata is not None
        assert chunk.metadata.data_page_offset > 4
    assert len(found.row_groups or []) == 1


@pytest.mark.parametrize("remainder", [b"xgarbage", b"", b"\x01\x01\x00" + bytes(20)])
def test_a_remainder_that_does_not_fit_is_a_finding_of_a_final_file(
    remainder: bytes, tmp_path: Path, inlay: Inlay
) -> None:
    from inlay import FooterWarning, open, read_table

    data = after(small(), STEPS)
    tail = read_footer(io.BytesIO(data))
    flat = footer.FileMetaData.decode(tail.second.data)
    flat.remainder_ = remainder
    path = tmp_path / "final.parquet"
    path.write_bytes(data[: tail.offset] + end_in_final(flat.encode()))
    found = open(str(path))
    assert [one.code for one in found.findings] == ["remainder"]
    assert found.metadata == FileMetaData.decode(after_revert(data))
    with pytest.warns(FooterWarning, match="remainder"):
        assert read_table(str(path)).equals(TABLE)
    assert "remainder (slot 9)" in inlay("inspect", path).out
    assert inlay("verify", path).code == 1
    refused = inlay("footer", "revert", path)
    assert (refused.code, "--trust flatbuffer" in refused.err, str(path) in refused.err) == (
        4,
        True,
        True,
    )
    assert inlay("footer", "revert", path, "--trust", "flatbuffer").code == 0
    assert pq.read_table(path).equals(TABLE)


def after_revert(data: bytes) -> bytes:
    return life_cycle.restore_thrift(read_footer(io.BytesIO(data)))
