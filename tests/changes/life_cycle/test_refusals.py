"""What the steps of the life cycle refuse, with the reason and the flag, and what the flag then does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.footers.footer.read import read_footer
from inlay_runtime.extension import Extension
from parquet_format.parquet import AesGcmV1, FileMetaData, KeyValue

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

STEPS = ("add", "promote", "finalize")
UUID = "6fa459ea-ee8a-3ca4-894e-db77e160355e"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "small.parquet"
    pq.write_table(pa.table({"item": ["nut", "bolt", None]}), path)
    return path


def put(path: Path, footer: bytes) -> None:
    """This footer behind the data."""
    data = path.read_bytes()[: read_footer(str(path)).offset]
    path.write_bytes(data + footer + len(footer).to_bytes(4, "little") + b"PAR1")


def metadata(path: Path) -> FileMetaData:
    return FileMetaData.decode(read_footer(str(path)).thrift)


def signed(meta: FileMetaData) -> bytes:
    algorithm = AesGcmV1(aad_file_unique=b"12345678")
    changed = meta.replace(encryption_algorithm=algorithm, footer_signing_key_metadata=b"key")
    return changed.encode() + b"s" * 28


FOOTERS = {
    "signed": ("signed", signed),
    "trailing": ("trailing", lambda meta: meta.encode() + b"who knows"),
    "extension and trailing": (
        "trailing",
        lambda meta: meta.replace(extension=Extension(b"other's")).encode() + b"who knows",
    ),
}


@pytest.mark.parametrize("name", FOOTERS)
def test_what_the_thrift_would_lose_is_refused_until_it_is_allowed(
    name: str, path: Path, inlay: Inlay
) -> None:
    flag, make = FOOTERS[name]
    put(path, make(metadata(path)))
    before = path.read_bytes()
    found = inlay("footer", "add", path)
    assert found.code == 4
    assert f"--allow {flag}" in found.err
    assert path.read_bytes() == before
    assert inlay("footer", "add", path, "--allow", flag).code == 0
    for step in STEPS[1:]:
        assert inlay("verify", path).code == 0, "the two footers agree"
        assert inlay("footer", step, path).code == 0
    assert inlay("footer", "revert", path).code == 0
    assert path.read_bytes() == before


@pytest.mark.parametrize("place", ["data", "crc", "UUID"])
@pytest.mark.parametrize("count", [1, 2])
def test_a_damaged_flatbuffer_is_not_built_on(
    count: int, place: str, path: Path, inlay: Inlay
) -> None:
    plain = path.read_bytes()
    for step in STEPS[:count]:
        inlay("footer", step, path)
    data = bytearray(path.read_bytes())
    data[-9 - {"UUID": 5, "crc": 20, "data": 60}[place]] ^= 1
    path.write_bytes(data)
    for step in (*STEPS, "revert"):
        found = inlay("footer", step, path)
        assert (found.code, found.out) == (4, "")
        assert "its FlatBuffer is damaged" in found.err
        assert "inlay ext strip" in found.err
    assert path.read_bytes() == data
    assert inlay("ext", "strip", path).code == 0
    assert path.read_bytes() == plain


def test_encrypted_footers_are_refused_without_a_flag(parquet_testing: Path, inlay: Inlay) -> None:
    files = sorted(parquet_testing.rglob("*.encrypted"))
    for path in files:
        for step in (*STEPS, "revert"):
            found = inlay("footer", step, path, "--allow", "encrypted", "-o", "/nowhere/out")
            assert (found.code, "encrypted" in found.err) == (4, True), path.name
    assert len(files) > 5


def test_a_large_footer_is_a_warning(path: Path, inlay: Inlay) -> None:
    meta = metadata(path)
    large = [KeyValue(key="notes", value="x" * 700_000)]
    put(path, meta.replace(key_value_metadata=large).encode())
    found = inlay("footer", "add", path)
    assert found.code == 0
    assert "the footer has 1," in found.err
    assert inlay("footer", "revert", path).err == ""


def test_a_flatbuffer_that_others_wrote_is_not_edited(
    path: Path, inlay: Inlay, tmp_path: Path
) -> None:
    """Nothing would lead back to its bytes."""
    from inlay.footers.containers.spec import SpecTrailer
    from inlay.footers.conversion import v1
    from inlay.footers.footer.trailer import tail_of
    from inlay_runtime.append import append_extension

    payload = tmp_path / "payload"
    payload.write_bytes(b"somebody's")
    tail = read_footer(str(path))
    theirs = v1.to_flatbuffers(tail.end.own_thrift(tail)).encode()  # which shares nothing
    wrapped = SpecTrailer().wrap(theirs, type(v1.to_flatbuffers(tail.end.own_thrift(tail))).UUID)
    data = path.read_bytes()[: tail.offset]
    path.write_bytes(data + tail_of(append_extension(tail.end.own_thrift(tail), wrapped)))
    before = path.read_bytes()
    for command in (
        ["ext", "append", path, payload, "--uuid", UUID, "--at", "flatbuffer"],
        ["ext", "append", path, payload, "--uuid", UUID, "--at", "row_groups[0]"],
        ["seal", path],
    ):
        found = inlay(*command)
        assert found.code == 4
        assert "inlay footer revert" in found.err
    assert path.read_bytes() == before
    assert inlay("verify", path).code == 0
    assert inlay("footer", "finalize", path).code == 0
    assert inlay("footer", "revert", path).code == 0
    assert read_footer(str(path)).thrift == tail.end.own_thrift(tail)


def test_a_broken_seal_in_a_flatbuffer_is_not_built_on(
    path: Path, inlay: Inlay, tmp_path: Path
) -> None:
    payload = tmp_path / "payload"
    payload.write_bytes(b"somebody's")
    assert inlay("seal", path).code == 0
    meta = metadata(path)
    put(path, meta.replace(num_rows=4).encode())  # sealed with another number
    for step in STEPS[:2]:
        assert inlay("footer", step, path).code == 0
    assert "does not agree" in inlay("verify", path).out
    before = path.read_bytes()
    for command in (
        ["ext", "append", path, payload, "--uuid", UUID, "--at", "flatbuffer"],
        ["seal", path],
    ):
        found = inlay(*command)
        assert found.code == 3
        assert "[seal]" in found.err
    assert path.read_bytes() == before
    assert inlay("seal", path, "--replace").code == 0
    assert "agrees" in inlay("verify", path).out
