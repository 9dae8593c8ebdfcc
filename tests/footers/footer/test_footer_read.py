"""Footers that are whole: from paths and from file objects, with as few reads as promised."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import inlay
from inlay.footers.footer import EncryptedFooterError, Form, Seekable, read_footer
from inlay.footers.footer.read import FIRST_READ
from inlay.footers.footer.trailer import WORTH_A_COPY
from parquet_format.parquet import AesGcmV1, FileCryptoMetaData, FileMetaData, KeyValue

if TYPE_CHECKING:
    from tests.support.small_files import MakeFile


class CountingFile(io.BytesIO):
    """Remembers where it was read, and gives at most `most` bytes at a time."""

    def __init__(self, data: bytes, most: int = 1 << 30) -> None:
        super().__init__(data)
        self.reads: list[tuple[int, int]] = []
        self.most = most

    def read(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        self.reads.append((self.tell(), size))
        return super().read(min(size, self.most))


def padded(metadata: FileMetaData, size: int) -> bytes:
    """A footer of exactly `size` bytes."""
    metadata.key_value_metadata = [KeyValue(key="pad", value="")]
    value = "x" * (size - len(metadata.encode()))
    while len(encoded := padded_with(metadata, value)) > size:
        value = value[1:]
    assert len(encoded) == size
    return encoded


def padded_with(metadata: FileMetaData, value: str) -> bytes:
    return metadata.replace(key_value_metadata=[KeyValue(key="pad", value=value)]).encode()


def test_reads_a_path(metadata: FileMetaData, make_file: MakeFile) -> None:
    path = make_file(metadata.encode())
    footer = read_footer(path)
    assert footer.form is Form.THRIFT
    assert footer.metadata == metadata
    assert footer.path == str(path)
    assert footer.offset + len(footer.data) + 8 == path.stat().st_size
    assert read_footer(str(path)) == footer


def test_reads_a_file_object_and_leaves_it_open(
    metadata: FileMetaData, make_file: MakeFile
) -> None:
    with make_file(metadata.encode()).open("rb") as file:
        assert isinstance(file, Seekable)
        assert read_footer(file).metadata == metadata
        assert not file.closed


def test_a_short_footer_takes_one_read(metadata: FileMetaData, make_file: MakeFile) -> None:
    data = make_file(metadata.encode(), data=b"PAR1" + b"\0" * 200_000).read_bytes()
    file = CountingFile(data)
    assert read_footer(file).metadata == metadata
    assert file.reads == [(len(data) - FIRST_READ, FIRST_READ)]


@pytest.mark.parametrize(
    ("size", "reads"),
    [(FIRST_READ - 9, 1), (FIRST_READ - 8, 1), (FIRST_READ - 7, 2), (FIRST_READ * 3, 2)],
)
def test_a_longer_footer_takes_a_second_read_of_the_rest(
    size: int, reads: int, metadata: FileMetaData, make_file: MakeFile
) -> None:
    encoded = padded(metadata, size)
    file = CountingFile(make_file(encoded, data=b"PAR1" + b"\0" * 70_000).read_bytes())
    footer = read_footer(file)
    assert footer.data == encoded
    assert len(file.reads) == reads
    assert sum(wanted for _, wanted in file.reads) == max(FIRST_READ, size + 8)


@pytest.mark.parametrize("size", [WORTH_A_COPY, WORTH_A_COPY + 1])
def test_a_long_footer_is_read_in_one_piece(
    size: int, metadata: FileMetaData, make_file: MakeFile
) -> None:
    encoded = padded(metadata, size)
    file = CountingFile(make_file(encoded).read_bytes())
    assert read_footer(file).data == encoded
    again = FIRST_READ - 8 if size > WORTH_A_COPY else 0
    assert [wanted for _, wanted in file.reads] == [FIRST_READ, size + 8 - FIRST_READ + again]


def test_short_reads_are_continued(metadata: FileMetaData, make_file: MakeFile) -> None:
    file = CountingFile(make_file(metadata.encode()).read_bytes(), most=7)
    assert read_footer(file).metadata == metadata


def test_the_smallest_file(tmp_path: Path) -> None:
    """Twelve bytes hold no footer, thirteen a struct that is only a stop byte."""
    path = tmp_path / "x"
    path.write_bytes(b"PAR1" + b"\0" + b"\1\0\0\0" + b"PAR1")
    assert read_footer(path).data == b"\0"


def test_an_encrypted_footer_shows_what_is_not_encrypted(make_file: MakeFile) -> None:
    crypto = FileCryptoMetaData(encryption_algorithm=AesGcmV1(), key_metadata=b"kf")
    sealed = b"\x10\0\0\0" + b"\xaa" * 16
    footer = read_footer(make_file(crypto.encode() + sealed, magic=b"PARE"))
    assert footer.form is Form.ENCRYPTED
    assert footer.crypto == crypto
    assert footer.ciphertext == sealed
    assert footer.root == crypto
    with pytest.raises(EncryptedFooterError, match="need the footer key"):
        _ = footer.metadata


def test_a_signature_is_told_from_other_trailing_bytes(
    metadata: FileMetaData, make_file: MakeFile
) -> None:
    signature = b"n" * 12 + b"t" * 16
    assert read_footer(make_file(metadata.encode() + signature)).signature == b""
    metadata.encryption_algorithm = AesGcmV1()
    assert read_footer(make_file(metadata.encode() + signature)).signature == signature
    assert read_footer(make_file(metadata.encode() + signature + b"!")).signature == b""


def test_a_file_without_the_first_magic_is_read(metadata: FileMetaData) -> None:
    """As pyarrow reads it: nothing depends on that magic. `inlay verify` says that it is missing."""
    encoded = metadata.replace(row_groups=[], num_rows=0).encode()
    data = encoded + len(encoded).to_bytes(4, "little") + b"PAR1"
    footer = read_footer(data)
    assert footer.offset == 0
    assert footer.metadata.num_rows == 0
    assert "not with `PAR1`" in str(inlay.verify(data).findings)
