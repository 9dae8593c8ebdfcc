"""Damaged files: each message as its reader sees it, in `golden/damage/`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from inlay.footers.footer import FooterError, UnsupportedFooterError, read_footer
from parquet_format.parquet import FileMetaData
from tests.support.effort import costs_at_most
from tests.support.golden_files import check_golden

if TYPE_CHECKING:
    from tests.support.small_files import Inlay, MakeFile

GOLDEN = Path(__file__).parent / "golden" / "damage"
HEAD = b"PAR1" + b"\0" * 40

WITHOUT_FOOTER = {
    "empty": b"",
    "one-byte": b"P",
    "eleven-bytes": b"PAR1\0\0\0PAR1",
    "magic-as-length": b"PAR1PAR1",
    "magic-as-length-after-data": HEAD + b"PAR1PAR1",
    "encrypted-magic-as-length": b"PAREPARE",
    "length-zero": HEAD + b"\0\0\0\0PAR1",
    "length-beyond-file": HEAD + b"\x40\x42\x0f\0PAR1",
    "tail-missing": HEAD + b"and then nothing",
    "not-parquet": b"just some text, and quite a lot of it",
    "gzip": b"\x1f\x8b\x08" + b"\0" * 40,
    "error-page": b"<?xml version='1.0'?><Error>AccessDenied</Error>",
    "short-text": b"{}",
    "par3": HEAD + b"\x10\0\0\0PAR3",
    "parx": HEAD + b"\x10" + bytes(11) + b"PARX",
    "modular": HEAD + bytes(16) + b"MFP1",
    "metadata-alone": HEAD + b"\x10\0\0\0MFT1",
    "another-magic": HEAD + bytes(32) + b"XYZ1",
    "not-thrift": HEAD + b"\xff" * 16 + b"\x10\0\0\0PAR1",
    "not-thrift-encrypted": HEAD + b"\xff" * 16 + b"\x10\0\0\0PARE",
}


@pytest.mark.parametrize("name", WITHOUT_FOOTER)
def test_says_what_is_wrong_where_and_what_to_try(name: str, tmp_path: Path, inlay: Inlay) -> None:
    path = tmp_path / f"{name}.parquet"
    path.write_bytes(WITHOUT_FOOTER[name])
    check_message(inlay, path)


@pytest.mark.parametrize("off", [-16, -7, -1, 1, 7, 16])
def test_finds_a_footer_near_where_its_length_points(
    off: int, metadata: FileMetaData, make_file: MakeFile, inlay: Inlay
) -> None:
    footer = metadata.encode()
    check_message(inlay, make_file(footer, length=len(footer) + off, name=f"off{off:+}.parquet"))


def test_finds_a_footer_whose_length_is_nonsense(
    metadata: FileMetaData, make_file: MakeFile, inlay: Inlay
) -> None:
    check_message(inlay, make_file(metadata.encode(), length=0x7FFFFFFF, name="nonsense.parquet"))


def test_finds_a_signed_footer_whose_length_is_short(
    metadata: FileMetaData, make_file: MakeFile, inlay: Inlay
) -> None:
    signed = metadata.encode() + b"s" * 28
    check_message(inlay, make_file(signed, length=len(signed) - 28, name="signed.parquet"))


def test_finds_the_end_of_a_file_that_was_appended_to(
    metadata: FileMetaData, make_file: MakeFile, inlay: Inlay
) -> None:
    path = make_file(metadata.encode(), name="appended.parquet")
    path.write_bytes(path.read_bytes() + b"\n")
    check_message(inlay, path)


def test_a_file_in_an_archive_is_no_file_that_was_appended_to(
    metadata: FileMetaData, make_file: MakeFile, inlay: Inlay
) -> None:
    """Not compressed, it lies there whole, but not where its offsets count from."""
    path = make_file(metadata.encode(), name="archived.parquet")
    path.write_bytes(b"PK\x03\x04" + bytes(35) + path.read_bytes() + b"PK\x05\x06" + bytes(18))
    check_message(inlay, path)


def test_names_the_field_that_is_damaged(
    metadata: FileMetaData, make_file: MakeFile, inlay: Inlay
) -> None:
    footer = metadata.encode().replace(b"Ada", b"\xff\xff\xff")
    footer = footer.replace(b"\x04name", b"\xff\xff\xff\xff\x07name", 1)
    check_message(inlay, make_file(footer, name="field.parquet"))


def test_damage_is_a_typed_error_with_an_offset(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(HEAD + b"PAR1PAR1")
    with pytest.raises(FooterError) as caught:
        read_footer(path)
    assert caught.value.path == str(path)
    assert caught.value.offset == len(HEAD)
    assert caught.value.what == "the footer length field contains the magic `PAR1`"
    assert caught.value.hint


def test_a_draft_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(HEAD + b"\x10\0\0\0MFT1")
    with pytest.raises(UnsupportedFooterError, match="modular metadata alone"):
        read_footer(path)


def test_a_length_above_the_cap_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        file.truncate(300 << 20)
        file.seek(0, 2)
        file.write((257 << 20).to_bytes(4, "little") + b"PAR1")
    with pytest.raises(FooterError, match="more than 256 MiB is refused"):
        read_footer(path)


def test_every_prefix_of_a_file_is_a_file_or_a_typed_error(
    metadata: FileMetaData, make_file: MakeFile
) -> None:
    path = make_file(metadata.encode())
    whole = path.read_bytes()
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        with pytest.raises(FooterError):
            read_footer(path).validate()


def check_message(inlay: Inlay, path: Path) -> None:
    found = inlay("inspect", path)
    assert (found.code, found.out) == (3, "")
    golden = GOLDEN / f"{path.stem}.txt"
    check_golden(golden, golden, found.err.replace(f"{path.parent}/", ""))


def test_looking_for_a_footer_ends_soon(tmp_path: Path) -> None:
    """Bytes that look like the beginning of a footer everywhere."""
    path = tmp_path / "x"
    for length in (1_000_000, 0x7FFFFFFF):
        path.write_bytes(b"\x15\x02\x19\xfc" * 500_000 + length.to_bytes(4, "little") + b"PAR1")

        def read() -> None:
            with pytest.raises(FooterError):
                read_footer(path).validate()

        assert costs_at_most(5_000, read)
