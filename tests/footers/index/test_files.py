"""`inlay footer index` on files: there and back, in every form, true after every verb that writes a new footer."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.__main__ import run
from inlay.changes.life_cycle.placed_index import find_index
from inlay.footers.containers.lz4 import compress
from inlay.footers.footer import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.footers.index import build_index
from inlay.footers.index.pointer import (
    HEADER,
    IndexPointer,
    IndexVersion,
    decompress_index,
    pointer_at,
    read_first_pointer,
)
from inlay.verbs.verify.footer_index import check_footer_index
from inlay_runtime.errors import DecodeError, InvalidValueError
from parquet_format.parquet import FileMetaData

NOTE = "6f1e0a3c-1d6c-4f0e-9a53-0c6d3b4be001"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.parquet"
    table = pa.table({"a": list(range(12)), "b": ["x"] * 12, "c": [{"d": 1.5}] * 12})
    pq.write_table(table, path, row_group_size=4)
    return path


def call(*arguments: str | Path) -> int:
    return run([str(argument) for argument in arguments])


def indexed(data: bytes) -> bytes:
    """A file with an index, whose bytes these are without one."""
    from inlay.footers.extensions.edit import add_index

    footer = read_footer(data)
    edit = add_index(footer.struct())
    assert edit is not None
    return data[: footer.offset] + tail_of(edit.footer)


def assert_true(path: Path) -> None:
    footer = read_footer(str(path))
    assert find_index(footer) is not None
    assert check_footer_index(footer) == []
    assert call("verify", path) == 0


def test_there_and_back(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = file.read_bytes()
    assert call("footer", "index", "show", file) == 0
    assert "no index" in capsys.readouterr().out
    assert call("footer", "index", "add", file) == 0
    assert file.read_bytes() == indexed(before)
    assert pq.read_table(file).num_rows == 12
    assert_true(file)
    capsys.readouterr()
    assert call("footer", "index", "add", file) == 0
    assert "nothing to change" in capsys.readouterr().out
    assert call("footer", "index", "show", file) == 0
    assert "3 columns of 3 row groups" in capsys.readouterr().out
    assert call("footer", "index", "strip", file) == 0
    assert file.read_bytes() == before
    assert call("footer", "index", "strip", file) == 4


@pytest.mark.parametrize("sealed", [False, True])
def test_it_passes_through_every_form(file: Path, sealed: bool) -> None:
    """With a seal they share an envelope."""
    if sealed:
        assert call("seal", file) == 0
    before = file.read_bytes()
    assert call("footer", "index", "add", file) == 0
    whole = file.read_bytes()
    for step in ("add", "promote", "finalize"):
        assert call("footer", step, file) == 0
        assert_true(file)
    assert call("footer", "index", "strip", file) == 0
    assert find_index(read_footer(str(file))) is None
    assert call("footer", "index", "add", file) == 0
    assert_true(file)
    assert call("footer", "revert", file) == 0
    assert file.read_bytes() == whole
    assert call("footer", "index", "strip", file) == 0
    assert file.read_bytes() == before


CHANGES: dict[str, Callable[[Path, Path], tuple[str | Path, ...]]] = {
    "set": lambda path, out: ("set", path, "--rename", "a=another", "--key", "k=v", "-o", out),
    "drop": lambda path, out: ("drop", path, "--columns", "b", "-o", out),
    "append": lambda path, out: (
        "ext",
        "append",
        path,
        path,
        "--uuid",
        NOTE,
        "--at",
        "row_groups[0]",
        "-o",
        out,
    ),
    "seal": lambda path, out: ("seal", path, "-o", out),
    "select": lambda path, out: ("select", path, "--row-groups", "1:", "-o", out),
}


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("form", ["thrift", "migration"])
def test_what_writes_a_new_footer_keeps_the_index_true(
    file: Path, tmp_path: Path, name: str, form: str
) -> None:
    assert call("footer", "index", "add", file) == 0
    if form == "migration":
        assert call("footer", "add", file) == call("footer", "promote", file) == 0
    out = tmp_path / "out.parquet"
    assert call(*CHANGES[name](file, out)) == 0
    assert_true(out)


def test_an_edit_that_renews_the_index_says_so(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call("seal", file) == call("footer", "index", "add", file) == 0
    capsys.readouterr()
    assert call("ext", "append", file, file, "--uuid", NOTE, "--at", "schema[1]") == 0
    assert "the seal and the index were renewed" in capsys.readouterr().out
    assert_true(file)


@pytest.mark.parametrize("is_sealed", [False, True])
def test_a_footer_without_an_index(
    is_sealed: bool, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if is_sealed:
        assert call("seal", file) == 0
    assert call("footer", "index", "strip", file) == 4
    assert "the footer has no index" in capsys.readouterr().err


def test_nobody_appends_an_index(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("ext", "append", file, file, "--uuid", "index") == 4
    assert "only inlay writes" in capsys.readouterr().err


def build_pointer_field(pointer: IndexPointer) -> bytes:
    """As the first field of a FileMetaData: the next header counts from 10."""
    return HEADER + b"\x19" + struct.pack("<Bqqq", *pointer)


def pointing(data: bytes, version: IndexVersion) -> bytes:
    """The file as the proposal has it: the index behind the data, and field 10 first in the footer."""
    footer = read_footer(data)
    assert footer.data[0] == 0x15, "field 1 comes first"
    rest = b"\x05\x02" + footer.data[1:]  # behind field 10 its id has to be spelt out
    empty = build_pointer_field(IndexPointer(version, 0, 0, 0))
    index = build_index(empty + rest).encode()
    block = {
        IndexVersion.PLAIN: index,
        IndexVersion.ZSTD: pa.Codec("zstd").compress(index, asbytes=True),
        IndexVersion.LZ4_RAW: compress(index),
    }[version]
    pointer = IndexPointer(version, footer.offset, len(block), len(empty + rest))
    return data[: footer.offset] + block + tail_of(build_pointer_field(pointer) + rest)


@pytest.mark.parametrize("version", IndexVersion)
def test_the_index_is_read_where_the_proposal_points(file: Path, version: IndexVersion) -> None:
    data = pointing(file.read_bytes(), version)
    footer = read_footer(data)
    assert FileMetaData.decode(footer.data).num_rows == 12
    placed = find_index(footer)
    assert placed is not None
    assert placed.place == "field 10"
    assert check_footer_index(footer) == []
    pointer = read_first_pointer(footer.data)
    assert pointer is not None
    assert pointer.version is version
    assert pointer.metadata_length == len(footer.data)


@pytest.mark.parametrize(
    ("version", "block"),
    [
        (IndexVersion.ZSTD, b"no zstd"),
        (IndexVersion.LZ4_RAW, b"\xff"),
        (IndexVersion.ZSTD, pa.Codec("zstd").compress(bytes(1 << 22), asbytes=True)),
        (IndexVersion.LZ4_RAW, compress(bytes(1 << 22))),
    ],
)
def test_blocks_that_lie_are_refused(version: IndexVersion, block: bytes) -> None:
    with pytest.raises(DecodeError):
        decompress_index(version, block)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (b"\1\0", "pointer of 1 byte"),
        (b"\1" + b"\xff" * 24, "negative"),
        (b"", "an empty pointer"),
    ],
)
def test_pointers_that_lie_are_refused(value: bytes, expected: str) -> None:
    with pytest.raises(InvalidValueError, match=expected):
        pointer_at(bytes([len(value[:25])]) + value[:25] if value != b"\1\0" else b"\1\1", 0)


def test_an_unknown_version_is_no_index() -> None:
    assert pointer_at(b"\x19" + b"\4" + bytes(24), 0) is None
    assert read_first_pointer(b"\x15\2") is None
    assert read_first_pointer(b"") is None


def test_an_index_that_is_not_where_it_points_is_a_finding(file: Path) -> None:
    data = pointing(file.read_bytes(), IndexVersion.PLAIN)
    footer = read_footer(data)
    pointer = read_first_pointer(footer.data)
    assert pointer is not None
    moved = (
        build_pointer_field(pointer._replace(start=4))
        + footer.data[len(build_pointer_field(pointer)) :]
    )
    (finding,) = check_footer_index(read_footer(io.BytesIO(data[: footer.offset] + tail_of(moved))))
    assert finding.code == "index"
