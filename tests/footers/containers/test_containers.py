"""Containers: their bytes, what is checked in which order, and lies in them."""

from __future__ import annotations

import struct
import uuid
import zlib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.footers.containers import (
    CONTAINERS,
    PROTOTYPE,
    REGISTRY,
    SEAL,
    Content,
    Finding,
    Known,
    choose_container,
    identify,
    unwrap,
    wrap,
)
from inlay.footers.containers.arrow_prototype import ArrowPrototype
from inlay.footers.containers.lz4 import Lz4Error, compress, decompress, measure_decompressed

MARK = uuid.UUID("7d5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e11")
CHECKED = ("spec", "arrow_prototype")


def u32(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


def test_the_spec_trailer_is_the_one_that_the_document_draws() -> None:
    size = u32(7)
    expected = b"content" + u32(zlib.crc32(b"content")) + size + u32(zlib.crc32(size)) + MARK.bytes
    assert wrap(b"content", MARK) == expected
    assert choose_container("spec").overhead == 28


def test_the_prototypes_trailer_is_theirs() -> None:
    sizes = u32(7, 7)
    data_crc = zlib.crc32(b"content\0")
    expected = b"content\0" + u32(data_crc) + sizes + u32(zlib.crc32(sizes)) + PROTOTYPE.bytes
    assert wrap(b"content", PROTOTYPE) == expected
    assert choose_container("arrow_prototype").overhead == 33
    packed = wrap(b"a" * 500, PROTOTYPE)
    assert packed[-33] == 7
    assert len(packed) < 100


def test_bare_ones_are_content_and_a_uuid() -> None:
    assert wrap(b"content", MARK, kind="uuid_first") == MARK.bytes + b"content"
    assert wrap(b"content", MARK, kind="uuid_last") == b"content" + MARK.bytes


@pytest.mark.parametrize("kind", CONTAINERS)
@given(data=st.binary(max_size=300) | st.integers(0, 5_000).map(lambda size: b"ab" * size))
def test_what_is_wrapped_is_unwrapped(kind: str, data: bytes) -> None:
    payload = wrap(data, MARK, kind=kind)
    found = unwrap(payload, kind=kind)
    assert isinstance(found, Content)
    assert (found.data, found.uuid, found.kind) == (data, MARK, kind)
    assert (found.start, found.end) == (0, len(payload))
    assert found.checked == (kind in CHECKED)


@pytest.mark.parametrize("kind", CHECKED)
def test_every_flipped_bit_is_noticed(kind: str) -> None:
    known = REGISTRY.including(Known(MARK, "mine", choose_container(kind)))
    payload = wrap(b"some content " * 5, MARK, registry=known)
    for bit in range(8 * len(payload)):
        flipped = bytearray(payload)
        flipped[bit // 8] ^= 1 << bit % 8
        assert isinstance(unwrap(bytes(flipped), registry=known), Finding), bit


@pytest.mark.parametrize("kind", CHECKED)
def test_the_size_is_checked_before_what_it_points_to(kind: str) -> None:
    """All are wrong in the last payload, and one less in each one before."""
    end = len(CONTAINERS[kind].wrap(b"", MARK)) - 16
    payload = bytearray(wrap(b"content", MARK, kind=kind))
    codes: list[str] = []
    payload[0] ^= 1
    codes.append(code_of(payload, kind))
    sizes = struct.Struct("<I" if kind == "spec" else "<II")
    at = len(payload) - 16 - 4 - sizes.size
    sizes.pack_into(payload, at, *[1 << 30] * (sizes.size // 4))
    struct.pack_into("<I", payload, at + sizes.size, zlib.crc32(payload[at : at + sizes.size]))
    codes.append(code_of(payload, kind))
    payload[at + sizes.size] ^= 1
    codes.append(code_of(payload, kind))
    assert codes == ["data-crc", "bounds", "size-crc"]
    assert code_of(payload[-end:], kind) == "short"


def code_of(payload: bytes | bytearray, kind: str) -> str:
    found = unwrap(bytes(payload), kind=kind)
    assert isinstance(found, Finding)
    return found.code


def prototype(block: bytes, compressor: int, raw_size: int) -> bytes:
    """A payload whose CRCs agree, whatever it says."""
    sizes = u32(len(block), raw_size)
    data_crc = zlib.crc32(block + bytes([compressor]))
    trailer = bytes([compressor]) + u32(data_crc) + sizes + u32(zlib.crc32(sizes))
    return block + trailer + PROTOTYPE.bytes


BLOCK = compress(b"abc" * 100)


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (prototype(b"abc", 0, 4), "bounds"),
        (prototype(b"abc", 3, 3), "compressor"),
        (prototype(BLOCK, 7, 100 * len(BLOCK) + 1), "ratio"),
        (prototype(BLOCK, 7, len(BLOCK) - 1), "ratio"),
        (prototype(BLOCK, 7, 301), "decompression"),
        (prototype(BLOCK, 7, 299), "decompression"),
        (prototype(b"\xf0\xff\xff", 7, 30), "decompression"),
        (prototype(b"", 7, 0), "decompression"),
        (prototype(b"\x14a\x00\x00\x80abcdefgh", 7, 17), "decompression"),
        (prototype(bytes(2_700_000), 7, 269_999_999), "ratio"),
    ],
)
def test_lies_of_a_prototype_trailer(payload: bytes, code: str) -> None:
    assert code_of(payload, "arrow_prototype") == code


def test_an_lz4_block_tells_its_own_size() -> None:
    for size in (1, 14, 15, 16, 300, 5_000, 70_000):
        for data in (bytes(size), Random(size).randbytes(size), b"abcdefgh" * (size // 8 + 1)):
            block = compress(data)
            assert measure_decompressed(block) == len(data)
            assert decompress(block, len(data)) == data
    with pytest.raises(Lz4Error, match="holds 300 bytes"):
        decompress(BLOCK, 400)


def test_it_is_compressed_only_where_that_is_worth_it_and_can_be_read_back() -> None:
    noise = Random(0).randbytes(1_000)
    assert ArrowPrototype().wrap(noise, MARK)[:1_000] == noise
    assert ArrowPrototype(compressed=False).wrap(b"a" * 1_000, MARK)[:1_000] == b"a" * 1_000
    # Zeros compress to less than a hundredth, which no reader of ours would believe.
    assert isinstance(unwrap(wrap(bytes(1 << 20), PROTOTYPE)), Content)


def test_a_uuid_that_is_damaged_is_no_unknown_one() -> None:
    for bits in (1 << 5, 1 << 5 | 1 << 77):
        near = uuid.UUID(int=SEAL.int ^ bits)
        found = unwrap(wrap(b"content", near))
        assert isinstance(found, Finding)
        assert found.code == "uuid-near"
        assert "seal" in found.what


def test_a_spec_trailer_is_known_by_its_crcs_and_a_bare_uuid_is_not() -> None:
    assert identify(wrap(b"content", MARK)) == MARK
    bare = wrap(b"content", MARK, kind="uuid_last")
    assert identify(bare) is None
    mine = REGISTRY.including(Known(MARK, "mine", choose_container("uuid_last")))
    assert identify(bare, mine) == MARK


def test_a_uuid_is_a_hint_and_no_proof() -> None:
    found = unwrap(b"whatever this is, it ends like a seal" + SEAL.bytes)
    assert isinstance(found, Finding)
    assert found.code == "size-crc"


def test_content_has_to_begin_where_the_payload_does() -> None:
    payload = b"before" + wrap(b"content", MARK)
    assert isinstance(unwrap(payload), Finding)
    inner = choose_container("spec").unwrap_at(payload, len(payload))
    assert isinstance(inner, Content)
    assert (inner.data, inner.start) == (b"content", 6)


@given(st.binary(max_size=80), st.sampled_from([SEAL.bytes, PROTOTYPE.bytes, b""]))
def test_nothing_makes_it_raise(data: bytes, mark: bytes) -> None:
    for kind in ("", *CONTAINERS):
        assert isinstance(unwrap(data + mark, kind=kind), Content | Finding)


def test_there_is_no_container_of_that_kind() -> None:
    with pytest.raises(ValueError, match="there are spec, arrow_prototype"):
        choose_container("nonsense")
