"""The frame of PARX: read with both CRCs, written, refused where a flag is not known."""

from __future__ import annotations

import io
import random
from pathlib import Path
from struct import pack
from typing import Final
from zlib import crc32

import pyarrow.parquet as pq
import pytest

import inlay
from inlay.__main__ import run
from inlay.changes.rewrite.change import Target
from inlay.footers.designs.equality import EQUAL, compare_answers
from inlay.footers.designs.parx.crc32c import compute_crc32c
from inlay.footers.designs.parx.frame import Checksum, ParxFlags, ParxFrame
from inlay.footers.designs.thrift.paths import strip_paths
from inlay.footers.footer import FooterError, Form, UnsupportedFooterError
from inlay.ground.refusals import FormError, RefusedError
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.recover.candidates import search
from inlay.verbs.set.convert_footer import convert_footer
from inlay.verbs.verify.verify_file import verify
from inlay_runtime.errors import RequestError
from tests.footers.designs.files import contents_in, nested_file, walked
from tests.support.examples import TIMES
from tests.tables.page_tables.files import CountedFile

FILE: Final = nested_file()
CONTENTS: Final = contents_in(FILE)
SIZE: Final = len(CONTENTS.thrift)
WAYS: Final = {
    f"{checksum}{', without paths' if omits else ''}": (checksum, omits)
    for checksum in ("crc32", "crc32c")
    for omits in (False, True)
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "file.parquet"
    file.write_bytes(FILE)
    return file


def framed(
    footer: bytes,
    flags: int = 0,
    length: int | None = None,
    crc: int | None = None,
    version: bytes = b"\2",
) -> bytes:
    """As the text has it, field by field; without a version, as it had it before."""
    size = pack("<iI", len(footer) if length is None else length, flags) + version
    checksum = crc32(size, crc32(footer)) if crc is None else crc
    return b"PARX" + bytes(96) + footer + size + pack("<I", checksum) + b"PARX"


def test_the_second_crc_is_the_one_of_castagnoli() -> None:
    assert compute_crc32c(b"123456789") == 0xE3069283
    assert compute_crc32c(b"") == 0
    assert compute_crc32c(bytes(32)) == 0x8A9136AA


@pytest.mark.parametrize("way", WAYS)
def test_there_and_back(way: str, path: Path) -> None:
    checksum, omits = WAYS[way]
    convert_footer(str(path), "parx", checksum=checksum, omit_paths=omits)
    data = path.read_bytes()
    offset = inlay.open(FILE).offset
    assert (data[:4], data[-4:]) == (b"PARX", b"PARX")
    assert data[4:offset] == FILE[4:offset]
    footer = inlay.open(path)
    flags = ParxFlags.PATH_IN_SCHEMA_OMITTED if omits else ParxFlags(0)
    version = 2 if checksum == "crc32" else None
    assert footer.frame == ParxFrame(flags, Checksum(checksum), version)
    assert (footer.form, footer.tail(), footer.offset) == (Form.PARX, data[offset:], offset)
    assert (footer.thrift, footer.metadata) == (CONTENTS.thrift, CONTENTS.metadata)
    assert set(compare_answers(footer, walked(FILE, CONTENTS)).values()) == {EQUAL}
    assert inlay.read_table(path).equals(pq.read_table(io.BytesIO(FILE)))
    assert inlay.read_table(data).num_rows == 120
    checked = verify(path, data=True)
    assert (checked.findings, checked.seal) == ((), "not needed")
    again = convert_footer(str(path), "parx", checksum=checksum, omit_paths=omits)
    assert not again.outcome.changed
    for design in ("modular", "parx", "thrift"):
        convert_footer(str(path), design)
    assert path.read_bytes() == FILE


@pytest.mark.parametrize(
    ("flags", "version"),
    [(0, b"\2"), (0, b"\3"), (0, b"\xff"), (0, b""), (4, b"\2"), (4, b"\3")],
)
def test_the_frame_is_that_of_the_text(flags: int, version: bytes) -> None:
    data = framed(CONTENTS.thrift, flags, version=version)
    footer = inlay.open(data)
    assert footer.frame == ParxFrame(ParxFlags(flags), version=version[0] if version else None)
    assert footer.metadata == CONTENTS.metadata
    assert footer.tail() == data[100:]
    assert [piece.offset for piece in footer.end.pieces(footer)][-1] == len(data) - 4
    [best, *_] = search(io.BytesIO(data[:-4])).candidates
    assert data[: best.offset] + best.new_tail == data


def test_of_an_older_frame_no_more_is_read() -> None:
    """Read as that of the text, it has a length that is 256 times as long."""
    for version in (b"\2", b""):
        file = CountedFile(bytes(300 * SIZE) + framed(CONTENTS.thrift, version=version))
        assert inlay.open(file).thrift == CONTENTS.thrift
        assert sum(length for _, length in file.reads) < 100_000 < 256 * SIZE


def test_its_row_says_what_the_frame_has() -> None:
    for version, name in (b"\2", "length, flags, version, CRC"), (b"", "length, flags, CRC"):
        ledger = inlay.layout(framed(CONTENTS.thrift, version=version))
        assert name in [owner.name for owner in ledger if owner.kind is OwnerKind.TRAILER]


def test_what_a_frame_says_of_the_format_stays(path: Path) -> None:
    path.write_bytes(framed(CONTENTS.thrift, ParxFlags.PREVIEW_FEATURES, version=b"\3"))
    convert_footer(str(path), "parx", omit_paths=True)
    flags = ParxFlags.PREVIEW_FEATURES | ParxFlags.PATH_IN_SCHEMA_OMITTED
    assert inlay.open(path).frame == ParxFrame(flags, version=3)
    convert_footer(str(path), "parx", checksum="crc32c")
    assert inlay.open(path).frame == ParxFrame(ParxFlags(0), Checksum.CRC32C, None)


BAD: Final = {
    "a flag of its own": (framed(CONTENTS.thrift, flags=8), UnsupportedFooterError, "flags"),
    "the last flag": (framed(CONTENTS.thrift, flags=1 << 31), UnsupportedFooterError, "flags"),
    "the CRC comes before flags": (framed(CONTENTS.thrift, 8, crc=0), FooterError, "data-crc"),
    "a flag, before there was a version": (
        framed(CONTENTS.thrift, 8, version=b""),
        UnsupportedFooterError,
        "flags",
    ),
    "another CRC": (framed(CONTENTS.thrift, crc=1), FooterError, "data-crc"),
    "no length": (framed(b""), FooterError, "length"),
    "a negative length": (framed(CONTENTS.thrift, length=-1), FooterError, "length"),
    "a length that is too large": (
        framed(CONTENTS.thrift, length=SIZE + 97),
        FooterError,
        "length",
    ),
    "too short": (b"PARXPARX", FooterError, "short"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_frame_that_is_wrong_is_refused(name: str) -> None:
    data, error, code = BAD[name]
    with pytest.raises(error) as raised:
        inlay.open(data)
    assert raised.value.code == code
    assert 0 <= raised.value.offset <= len(data)


@pytest.mark.parametrize(
    ("flags", "version", "said"),
    [
        (4, b"\2", "it was written with preview features"),
        (0, b"\3", "it is of version 3 of the format, and this version of inlay knows 2"),
        (6, b"\3", "it is of version 3"),
        (0, b"\2", "$"),
        (0, b"", "$"),
    ],
)
def test_what_is_newer_is_said_where_a_footer_is_not_read(
    flags: int, version: bytes, said: str
) -> None:
    data = framed(b"\xff" + CONTENTS.thrift[1:], flags, version=version)
    with pytest.raises(FooterError, match=said):
        _ = inlay.open(data).metadata


def test_chunks_without_a_leaf_are_refused() -> None:
    metadata = CONTENTS.metadata.replace(schema=CONTENTS.metadata.schema[:2])
    metadata.schema[0] = metadata.schema[0].replace(num_children=1)
    data = framed(strip_paths(metadata.encode()), flags=2)
    with pytest.raises(FooterError, match="no leaf for this chunk"):
        _ = inlay.open(data).metadata


def test_a_flipped_bit_is_an_error() -> None:
    data = framed(CONTENTS.thrift)
    rng = random.Random(6)
    for _ in range(40 * TIMES):
        flipped = bytearray(data)
        flipped[rng.randrange(100, len(data))] ^= 1 << rng.randrange(8)
        with pytest.raises(FooterError):
            _ = inlay.open(bytes(flipped)).metadata


def test_an_encrypted_footer_has_its_flag(parquet_testing: Path, tmp_path: Path) -> None:
    public = parquet_testing / "data/uniform_encryption.parquet.encrypted"
    encrypted, out, back = (tmp_path / f"{name}.parquet" for name in ("encrypted", "out", "back"))
    encrypted.write_bytes(
        public.read_bytes()
    )  # a copy that may be written, even where that one may not
    convert_footer(str(encrypted), "parx", target=Target(str(out)))
    footer = inlay.open(out)
    assert (footer.form, footer.is_encrypted) == (Form.ENCRYPTED, True)
    assert footer.frame == ParxFrame(ParxFlags.ENCRYPTED_FOOTER)
    assert footer.ciphertext == inlay.open(encrypted).ciphertext
    assert run(["inspect", str(out)]) == 0
    assert run(["verify", str(out)]) == 1  # no key opened it
    with pytest.raises(RefusedError, match="encrypted"):
        convert_footer(str(out), "modular")
    convert_footer(str(out), "thrift", target=Target(str(back)))
    assert back.read_bytes() == encrypted.read_bytes()


def test_what_only_changes_one_end_of_a_file_is_refused(path: Path) -> None:
    convert_footer(str(path), "parx")
    for command in ("footer revert", "footer add", "seal"):
        assert run([*command.split(), str(path)]) == 4
    with pytest.raises(FormError, match="inlay footer convert --design thrift"):
        inlay.set_metadata(str(path), created_by="somebody")
    with pytest.raises(RefusedError, match="in place"):
        convert_footer(str(path), "thrift", target=Target(in_place=True))


@pytest.mark.parametrize(
    ("design", "option"),
    [("modular", "--omit-paths"), ("parx", "--plain"), ("thrift", "--absolute")],
)
def test_an_option_of_another_design_is_refused(design: str, option: str, path: Path) -> None:
    assert run(["footer", "convert", str(path), "--design", design, option]) == 2
    named = {option[2:].replace("-", "_"): True}
    with pytest.raises(RequestError):
        convert_footer(
            str(path),
            design,
            plain=named.get("plain", False),
            absolute=named.get("absolute", False),
            omit_paths=named.get("omit_paths", False),
        )
