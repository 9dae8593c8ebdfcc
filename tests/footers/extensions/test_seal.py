"""The seal: every flipped bit of a sealed tail is noticed."""

from __future__ import annotations

import io
import uuid
from typing import TYPE_CHECKING

import pytest

from inlay.footers.containers import Entry, wrap
from inlay.footers.extensions.edit import Options, append, seal
from inlay.footers.extensions.shapes import shape_of
from inlay.footers.extensions.struct_bytes import StructBytes
from inlay.footers.footer import FooterError, read_footer
from inlay.verbs.verify.verify_footer import verify_footer
from inlay_runtime.extension import Header
from parquet_format.parquet import FileMetaData
from tests.faults.files import small_metadata

if TYPE_CHECKING:
    from tests.support.small_files import Inlay, MakeFile

HEAD = b"PAR1" + bytes(10_240)
MARK = uuid.UUID("7d5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e11")


def sealed(header: Header, *, together: bool) -> bytes:
    """A whole file; with another extension in the slot if `together`."""
    struct = StructBytes(small_metadata().encode(), len(HEAD), shape_of(FileMetaData))
    made = seal(struct, Options(header=header))
    assert made is not None
    footer = made.footer
    if together:
        footer = append(struct.with_data(footer), Entry(MARK, wrap(b"content", MARK))).footer
    return HEAD + footer + len(footer).to_bytes(4, "little") + b"PAR1"


def notices(file: bytes) -> bool:
    try:
        return bool(verify_footer(read_footer(io.BytesIO(file))).findings)
    except FooterError:
        return True


@pytest.mark.parametrize("together", [False, True], ids=["alone", "in an envelope"])
@pytest.mark.parametrize("header", Header)
def test_every_single_flipped_bit_of_the_tail_is_noticed(header: Header, together: bool) -> None:
    file = sealed(header, together=together)
    assert not notices(file)
    missed: list[int] = []
    # Of the same seal with a neighbour a third, at every place within a byte.
    for bit in range(8 * len(HEAD), 8 * len(file), 3 if together else 1):
        flipped = bytearray(file)
        flipped[bit // 8] ^= 1 << bit % 8
        if not notices(bytes(flipped)):
            missed.append(bit)
    assert missed == []


def test_without_a_seal_many_are_not() -> None:
    footer = small_metadata().encode()
    file = HEAD + footer + len(footer).to_bytes(4, "little") + b"PAR1"
    assert not notices(file)
    missed = 0
    for bit in range(8 * len(HEAD), 8 * len(file)):
        flipped = bytearray(file)
        flipped[bit // 8] ^= 1 << bit % 8
        missed += not notices(bytes(flipped))
    assert missed > 100


def test_a_body_that_lost_bytes_is_noticed(make_file: MakeFile, inlay: Inlay) -> None:
    path = make_file(small_metadata().encode(), data=HEAD)
    inlay("seal", path)
    assert inlay("verify", path).code == 0
    path.write_bytes(path.read_bytes()[100:])
    found = inlay("verify", path)
    assert found.code == 1
    assert "was sealed at offset 10,244" in found.out
