"""What is read where the CRC of the Thrift agrees is known before all of the FlatBuffer is checked."""

from __future__ import annotations

import io

import pytest

import inlay
from inlay.footers.designs.flatbuffers import evidence as flatbuffer
from inlay.footers.designs.flatbuffers.sealed import is_sealed
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import hints_at_flatbuffer
from inlay_runtime.errors import DecodeError, InlayError
from inlay_runtime.flat.verifier import verify
from parquet_format import footer
from tests.changes.life_cycle.test_vouched import BEFORE, small
from tests.faults.flips import STEPS, after, flipped

COUNTS = [1, 2]


def what_is_read(file: Footer) -> object:
    """Which bytes, or why none."""
    try:
        return file.thrift, file.is_derived, file.vouched.data_end
    except InlayError as error:
        return type(error), str(error)


@pytest.mark.parametrize("count", COUNTS)
def test_every_flip_of_the_tail_is_read_as_by_who_checks_all_of_it(count: int) -> None:
    data = after(small(), STEPS[:count])
    begin = read_footer(io.BytesIO(data)).offset
    sealed = 0
    for bit in range(8 * begin, 8 * len(data), 7):
        damaged = flipped(data, bit)
        try:
            at_once, checked = (read_footer(io.BytesIO(damaged)) for _ in range(2))
        except InlayError:
            continue
        _ = checked.form
        assert what_is_read(at_once) == what_is_read(checked), bit
        sealed += hints_at_flatbuffer(at_once.data) and is_sealed(damaged[begin:-8])
    assert sealed > 100, "a FlatBuffer may be damaged elsewhere"


@pytest.mark.parametrize("count", COUNTS)
def test_metadata_takes_no_look_at_all_of_the_flatbuffer(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = after(small(), STEPS[:count])
    expected = inlay.open(io.BytesIO(data)).metadata
    monkeypatch.setattr(flatbuffer, "find_inside", refuse)
    assert inlay.open(io.BytesIO(data)).metadata == expected
    with pytest.raises(AssertionError, match="all of it"):
        _ = inlay.open(io.BytesIO(data)).form


@pytest.mark.parametrize("count", COUNTS)
def test_findings_do(count: int) -> None:
    data = after(small(), STEPS[:count])
    tail = read_footer(io.BytesIO(data))
    assert tail.second.content is not None
    at = tail.offset + tail.second.content.end - 40
    file = inlay.open(io.BytesIO(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]))
    _ = file.metadata
    assert [finding.code for finding in file.findings] == ["data-crc"]


def test_files_of_an_earlier_version_are_not_sealed() -> None:
    paths = sorted(BEFORE.glob("*.parquet"))
    assert paths
    for path in paths:
        tail = read_footer(path)
        assert tail.magic == b"PAR3" or not is_sealed(tail.data)


def test_a_verifier_passes_over_what_it_is_not_to_look_at() -> None:
    data = footer.FileMetaData(version=1, thrift_crc=7, created_by="somebody").encode()
    at = data.index(b"somebody") - 4
    damaged = data[:at] + b"\xff\xff\xff\xff" + data[at + 4 :]
    with pytest.raises(DecodeError):
        verify(damaged, footer.FileMetaData.SCHEMA)
    assert verify(damaged, footer.FileMetaData.SCHEMA.only("thrift_crc"))
    with pytest.raises(DecodeError):
        verify(damaged, footer.FileMetaData.SCHEMA.only("created_by"))


def refuse(*_: object) -> None:
    raise AssertionError("looks at all of it")
