"""Damage in what tells of a new encoding: a finding for its column. Other columns are checked, repaired and taken back all
the same, and this one has its old encoding."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pytest

from inlay.__main__ import run
from inlay.encoding import read_table
from inlay.footers.containers import Finding, wrap
from inlay.footers.footer import read_footer
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.on_files import (
    list_encodings,
    ratify_file,
    repair_file,
    strip_file,
    verify_file,
)
from inlay.pages.encodings.repair import EXTENSION, NEW, OLD
from inlay_runtime.extension import Extension
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import ColumnMetaData, FileMetaData
from tests.pages.encodings.files import ENCODINGS, add_all, pa, pq
from tests.pages.encodings.test_damage import spoil_new, spoil_old

GROUP, COLUMN = 1, 3
NAME: Final = f"column price in row group {GROUP}"
PLACE: Final = f"row_groups[{GROUP}].columns[{COLUMN}]"


def payload_of(path: Path) -> bytes:
    return _payload(_metadata(path))


def change(path: Path, payload: bytes) -> None:
    """Another payload in the slot of `price` in the second row group."""
    metadata = _metadata(path)
    _meta(metadata).extension = Extension(payload)
    _write(path, metadata)


def _metadata(path: Path) -> FileMetaData:
    footer = read_footer(path)
    assert footer.metadata is not None
    return footer.metadata


def _write(path: Path, metadata: FileMetaData) -> None:
    body = path.read_bytes()[: read_footer(path).offset]
    data = metadata.encode()
    path.write_bytes(body + data + len(data).to_bytes(4, "little") + b"PAR1")


def _meta(metadata: FileMetaData) -> ColumnMetaData:
    meta = metadata.row_groups[GROUP].columns[COLUMN].meta_data
    assert meta is not None
    return meta


def _payload(metadata: FileMetaData) -> bytes:
    extension = _meta(metadata).extension
    assert extension is not None
    return extension.payload


def flipped(payload: bytes, *bits: int) -> bytes:
    found = int.from_bytes(payload, "little")
    for bit in bits:
        found ^= 1 << bit
    return found.to_bytes(len(payload), "little")


TRAILERS: Final = {
    "one bit of the UUID": (-1,),
    "two bits of the UUID": (-1, -60),
    "five bits of the UUID": (-1, -20, -44, -90, -128),
    "the CRC of the size": (-140,),
    "the size": (-170,),
}


@pytest.mark.parametrize("bits", TRAILERS.values(), ids=TRAILERS)
def test_a_damaged_trailer_loses_nothing(
    dual: Path, original: bytes, expected: Any, bits: tuple[int, ...]
) -> None:
    """The content matches its CRC: it is an index of pages of ours, whoever the trailer says it belongs to."""
    whole = payload_of(dual)
    intact = dual.read_bytes()
    change(dual, flipped(whole, *(bit % (8 * len(whole)) for bit in bits)))
    damaged = dual.read_bytes()
    findings: list[Finding] = []
    assert read_table(dual, on_finding=findings.append).equals(expected)
    assert [(one.code, one.at) for one in findings] == [("encoding-trailer", PLACE)]
    assert [(one.at, one.code) for one in verify_file(str(dual))] == [(NAME, EXTENSION)]
    assert [one.column for one in list_encodings(str(dual)) if one.finding] == ["price"]
    with pytest.raises(RefusedError, match="the extension that tells of the new encoding of"):
        ratify_file(str(dual), encodings=ENCODINGS)
    assert repair_file(str(dual)) is not None
    assert payload_of(dual) == whole
    assert dual.read_bytes() == intact
    dual.write_bytes(damaged)
    assert strip_file(str(dual)).is_identical
    assert dual.read_bytes() == original


@pytest.mark.parametrize("bits", TRAILERS.values(), ids=TRAILERS)
def test_a_damaged_trailer_and_a_damaged_page(
    dual: Path, expected: Any, bits: tuple[int, ...]
) -> None:
    """Either encoding still makes up for the other."""
    payload = payload_of(dual)
    change(dual, flipped(payload, *(bit % (8 * len(payload)) for bit in bits)))
    intact = dual.read_bytes()
    for spoil, rest in ((spoil_new, (GROUP,)), (spoil_old, (GROUP,))):
        spoil(dual, "price", *rest)
        assert read_table(dual, on_finding=lambda _: None).equals(expected)
        assert {one.code for one in verify_file(str(dual))} > {EXTENSION}
        assert repair_file(str(dual)) is not None
        assert not verify_file(str(dual))
        assert pq.read_table(dual).equals(expected)
        assert read_table(dual).equals(expected)
        dual.write_bytes(intact)


def test_one_flipped_bit_in_the_content(dual: Path, original: bytes, expected: Any) -> None:
    whole = payload_of(dual)
    intact = dual.read_bytes()
    r = random.Random(7)
    for _ in range(12):
        dual.write_bytes(intact)
        change(dual, flipped(whole, r.randrange(8 * (len(whole) - 24))))
        damaged = dual.read_bytes()
        findings: list[Finding] = []
        assert read_table(dual, on_finding=findings.append).equals(expected)
        assert [one.at for one in findings] == [PLACE]
        assert [(one.at, one.code) for one in verify_file(str(dual))] == [(NAME, EXTENSION)]
        repaired = repair_file(str(dual))
        assert repaired is not None
        assert not verify_file(str(dual))
        assert read_table(dual).equals(expected)
        dual.write_bytes(damaged)
        stripped = strip_file(str(dual))
        assert not stripped.is_identical
        assert stripped.lost == (
            f"{NAME} has its old encoding, and no other: the description of its new encoding is damaged",
        )
        assert not list_encodings(str(dual))
        assert pq.read_table(dual).equals(expected)
        assert pq.read_table(dual, filters=[("id", ">", 2_500)]).num_rows == 499
        if len(dual.read_bytes()) == len(original):  # the region was known by its own CRC
            assert dual.read_bytes() == original


def test_the_page_table_alone_takes_nothing_from_the_original(dual: Path, original: bytes) -> None:
    """The pages as a whole match the CRC that even a damaged extension has of them."""
    whole = payload_of(dual)
    encoding = ColumnEncoding.decode(whole[:-28])
    crc = encoding.pages[2].crc.to_bytes(4, "little")
    assert whole.count(crc) == 1
    change(dual, flipped(whole, 8 * whole.index(crc)))
    strip_file(str(dual))
    assert dual.read_bytes() == original


def test_other_columns_are_checked_and_repaired(dual: Path, expected: Any) -> None:
    change(dual, flipped(payload_of(dual), 300))
    spoil_new(dual, "ratio", 0)
    spoil_old(dual, "amount", 2)
    found = [(one.at, one.code) for one in verify_file(str(dual))]
    assert found == [
        ("column ratio in row group 0", NEW),
        (NAME, EXTENSION),
        ("column amount in row group 2", OLD),
    ]
    with pytest.raises(RefusedError, match="the old encoding of column amount in row group 2 does"):
        strip_file(str(dual))
    assert repair_file(str(dual)) is not None
    assert not verify_file(str(dual))
    assert pq.read_table(dual).equals(expected)
    assert read_table(dual).equals(expected)
    assert len(list_encodings(str(dual))) == len(
        [one for one in list_encodings(str(dual)) if one.encoding]
    )


def test_all_extensions_damaged(dual: Path, expected: Any) -> None:
    metadata = _metadata(dual)
    for row_group in metadata.row_groups:
        for chunk in row_group.columns:
            if chunk.meta_data is not None and chunk.meta_data.extension is not None:
                payload = chunk.meta_data.extension.payload
                chunk.meta_data.extension = Extension(flipped(payload, 300))
    _write(dual, metadata)
    damaged = dual.read_bytes()
    assert read_table(dual, on_finding=lambda _: None).equals(expected)
    for rewrite in (strip_file, repair_file):
        dual.write_bytes(damaged)
        rewrite(str(dual))
        assert not list_encodings(str(dual))
        assert pq.read_table(dual).equals(expected)


def test_a_damaged_envelope_that_others_share_stays(dual: Path) -> None:
    """What they have put into it would be lost."""
    from inlay.footers.containers import Entry
    from inlay.footers.containers import payload_of as together

    other = UUID(int=5)
    entries = [
        Entry(other, wrap(b"theirs", other)),
        Entry(ColumnEncoding.UUID, payload_of(dual)),
    ]
    payload = together(entries)
    assert payload is not None
    change(dual, flipped(payload, 8 * (len(payload) - 20)))  # its trailer: the content is whole
    assert [one.code for one in verify_file(str(dual))] == [EXTENSION]
    strip_file(str(dual))
    assert _payload(_metadata(dual)) == entries[0].payload
    change(dual, flipped(payload, 100))
    before = dual.read_bytes()
    with pytest.raises(RefusedError, match="the envelope in the slot of column price is damaged"):
        strip_file(str(dual))
    assert dual.read_bytes() == before


@pytest.mark.parametrize("content", [b"x" * 100, b""])
def test_an_extension_of_others_is_no_finding(dual: Path, content: bytes) -> None:
    """Unless it is an index of pages for this very chunk."""
    strip_file(str(dual))
    uuid = UUID("12345678-1234-5678-1234-567812345678")
    change(dual, wrap(content, uuid))
    assert not verify_file(str(dual))
    assert not list_encodings(str(dual))
    findings: list[Finding] = []
    read_table(dual, on_finding=findings.append)
    assert not findings


def test_the_only_extension_of_a_file(tmp_path: Path) -> None:
    """Nothing else in the file says that there are new encodings."""
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table({"x": range(100)}), path)
    original = path.read_bytes()
    add_all(path)
    data = path.read_bytes()
    at = data.index(ColumnEncoding.UUID.bytes)
    path.write_bytes(data[:at] + b"nobody's uuid..!" + data[at + 16 :])
    findings: list[Finding] = []
    assert read_table(path, on_finding=findings.append)["x"].to_pylist() == list(range(100))
    assert [one.code for one in findings] == ["encoding-trailer"]
    strip_file(str(path))
    assert path.read_bytes() == original


def test_what_the_commands_say(dual: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(dual, flipped(payload_of(dual), 300))
    assert run(["encoding", "verify", str(dual)]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{dual}: 1 finding in ")
    assert f"{NAME}: what tells of the new encoding is damaged: {PLACE}: " in out
    assert run(["encoding", "show", str(dual)]) == 1
    assert run(["encoding", "add", str(dual), "--columns", "price"]) == 4
    assert "`inlay encoding repair` restores it" in capsys.readouterr().err
    assert run(["encoding", "strip", str(dual)]) == 0
    said = capsys.readouterr()
    assert f"{dual}: has no new encodings, and equal values" in said.out
    assert f"{NAME} has its old encoding, and no other" in said.err
