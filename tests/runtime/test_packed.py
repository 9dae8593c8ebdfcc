"""Packed arrays: what they hold, and every rule that a reader has to hold them to."""

from __future__ import annotations

import struct
from collections.abc import Callable

import pytest

from inlay_runtime.errors import DecodeError, InvalidValueError, TruncatedError
from inlay_runtime.packed import (
    PackedArray,
    PackedBits,
    build_table,
    check_same_positions,
    check_table,
    expand,
    expand_bits,
    join_bytes,
    locate_full,
    locate_sparse,
    name_hash,
    pack,
    pack_bytes,
    packed_bits,
    probe,
    read_small_fields,
    take,
    width_of,
)


@pytest.mark.parametrize(
    ("values", "width", "data"),
    [
        ([], 7, ""),
        ([0, 0, 0], 0, ""),
        ([1, 0, 1, 1], 1, "0d"),
        ([1, 2, 3], 3, "d100"),
        ([0x1234, 0x0FFF], 13, "34f2ff01"),
        ([(1 << 63) - 1], 64, "ffffffffffffff7f"),
    ],
)
def test_a_stream_there_and_back(values: list[int], width: int, data: str) -> None:
    packed = pack(values, width)
    assert packed.hex() == data
    stream = packed_bits(packed, 0, len(packed), width, len(values))
    (taken,) = take(packed, [stream], [(0, len(values))], [8])
    assert struct.unpack(f"<{len(values)}q", taken) == tuple(values)


def test_what_is_wider_than_its_stream_is_not_packed() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        pack([4], 2)


STREAMS = {
    "a width over 64": (b"", 65, 0, InvalidValueError),
    "a width below 0": (b"", -1, 0, InvalidValueError),
    "a count below 0": (b"", 1, -1, InvalidValueError),
    "a count that no list has": (b"", 0, 1 << 32, InvalidValueError),
    "fewer bytes than declared": (b"\0", 5, 2, TruncatedError),
    "far fewer bytes than declared": (b"\0", 64, (1 << 31) - 1, TruncatedError),
    "padding": (b"\x08", 1, 3, InvalidValueError),
}


@pytest.mark.parametrize("case", STREAMS)
def test_rules_of_a_stream(case: str) -> None:
    data, width, count, error = STREAMS[case]
    with pytest.raises(error):
        packed_bits(data, 0, len(data), width, count)


@pytest.mark.parametrize("size", [4, 8])
def test_a_value_has_to_fit_what_it_is_read_as(size: int) -> None:
    top = 1 << 8 * size - 1
    for value, is_refused in ((top - 1, False), (top, True)):
        data = pack([value], width_of(value))
        stream = PackedBits(0, width_of(value), 1)
        if is_refused:
            with pytest.raises(InvalidValueError, match="does not fit a signed integer"):
                take(data, [stream], [(0, 1)], [size])
        else:
            assert take(data, [stream], [(0, 1)], [size]) == [value.to_bytes(size, "little")]


def test_a_position_behind_the_end_is_refused() -> None:
    for runs in ([(3, 1)], [(0, 4)], [(-1, 1)], [(1, -1)]):
        with pytest.raises(InvalidValueError):
            take(b"\0", [PackedBits(0, 1, 3)], runs, [4])


def full(present: list[int], count: int, values: list[int], width: int) -> bytes:
    bitmap = sum(1 << at for at in present).to_bytes((count + 7) // 8, "little")
    return (bitmap if len(present) < count else b"") + pack(values, width)


def test_integers_by_position() -> None:
    everywhere = [(0, 5)]
    dense = full([0, 1, 2, 3, 4], 5, [7, 0, 3, 1, 2], 3)
    array = locate_full(dense, 0, len(dense), 5, 5, 3, is_bytes=False)
    assert expand(dense, array, [(1, 2), (4, 1)], 4) == (struct.pack("<3i", 0, 3, 2), None, 0)
    gaps = full([1, 4], 5, [7, 6, 7, 7, 0], 3)
    array = locate_full(gaps, 0, len(gaps), 5, 2, 3, is_bytes=False)
    assert expand(gaps, array, everywhere, 8) == (struct.pack("<5q", 0, 6, 0, 0, 0), b"\x12", 3)
    sparse = pack([1, 4], 3) + pack([6, 0], 3)
    array = locate_sparse(sparse, 0, len(sparse), 5, 2, 3, 3, is_bytes=False)
    assert expand(sparse, array, everywhere, 8) == (struct.pack("<5q", 0, 6, 0, 0, 0), b"\x12", 3)
    assert expand(sparse, array, [(4, 1), (0, 2)], 4) == (struct.pack("<3i", 0, 0, 6), b"\x05", 1)


def test_booleans_by_position() -> None:
    data = pack([0, 2, 3], 2) + pack([1, 0, 1], 1)
    array = locate_sparse(data, 0, len(data), 4, 3, 2, 1, is_bytes=False)
    assert expand_bits(data, array, [(0, 4)]) == (b"\x09", b"\x0d", 1)
    wide = pack([3], 2)
    array = locate_full(wide, 0, 1, 1, 1, 2, is_bytes=False)
    with pytest.raises(InvalidValueError, match="booleans"):
        expand_bits(wide, array, [(0, 1)])


def test_byte_arrays_with_prefixes() -> None:
    buffer = b""
    arrays = list[PackedArray]()
    for parts in ([b"ab", b""], [b"c", b"xyz"]):
        stream, width = pack_bytes(parts)
        data = pack([1, 2], 2) + stream
        start, buffer = len(buffer), buffer + data
        arrays.append(locate_sparse(buffer, start, len(buffer), 4, 2, 2, width, is_bytes=True))
    prefixes, suffixes = arrays
    check_same_positions(buffer, prefixes, suffixes)
    joined = join_bytes(buffer, prefixes, suffixes, [(0, 4)])
    assert joined == (struct.pack("<5i", 0, 0, 3, 6, 6), b"abcxyz", b"\x06", 2)


def offsets_of(values: list[int], content: bytes, width: int = 4) -> bytes:
    return pack(values, width) + content


ARRAYS: dict[str, Callable[[], object]] = {
    "more present than there are": (lambda: locate_full(b"", 0, 0, 1, 2, 0, is_bytes=False)),
    "a count below 0": (lambda: locate_full(b"", 0, 0, -1, -1, 0, is_bytes=False)),
    "a count over what is counted": (
        lambda: locate_full(b"", 0, 0, 1 << 31, 1 << 31, 0, is_bytes=False)
    ),
    "no room for a bitmap": (lambda: locate_full(b"", 0, 0, 9, 1, 0, is_bytes=False)),
    "padding of a bitmap": (lambda: locate_full(b"\x09", 0, 1, 3, 1, 0, is_bytes=False)),
    "a bitmap of another number": (lambda: locate_full(b"\x05", 0, 1, 3, 1, 0, is_bytes=False)),
    "bytes behind the values": (lambda: locate_full(b"\0\0", 0, 2, 3, 3, 1, is_bytes=False)),
    "positions twice": (lambda: locate_sparse(pack([1, 1], 2), 0, 1, 4, 2, 2, 0, is_bytes=False)),
    "positions out of order": (
        lambda: locate_sparse(pack([2, 1], 2), 0, 1, 4, 2, 2, 0, is_bytes=False)
    ),
    "positions outside": (lambda: locate_sparse(pack([1, 3], 2), 0, 1, 3, 2, 2, 0, is_bytes=False)),
    "padding of positions": (lambda: locate_sparse(b"\x81", 0, 1, 4, 1, 2, 0, is_bytes=False)),
    "a first offset": (
        lambda: locate_full(offsets_of([1, 2], b"ab"), 0, 3, 1, 1, 4, is_bytes=True)
    ),
    "a last offset": (lambda: locate_full(offsets_of([0, 1], b"ab"), 0, 3, 1, 1, 4, is_bytes=True)),
    "offsets that fall": (
        lambda: locate_full(offsets_of([0, 2, 1, 2], b"ab"), 0, 4, 3, 3, 4, is_bytes=True)
    ),
    "an offset beyond": (
        lambda: locate_full(offsets_of([0, 9, 2], b"ab"), 0, 4, 2, 2, 4, is_bytes=True)
    ),
    "slots that are not a power of two": (lambda: check_table(PackedBits(0, 9, 3), 8, 2)),
    "slots wider than their parts": (lambda: check_table(PackedBits(0, 11, 4), 8, 2)),
    "a struct with bytes behind it": (lambda: read_small_fields(b"\0\0", 0, 2)),
    "a struct that is cut short": (lambda: read_small_fields(b"\x15\x02", 0, 2)),
    "a field twice": (lambda: read_small_fields(b"\x15\x02\x05\x02\x02\x00", 0, 6)),
}


@pytest.mark.parametrize("case", ARRAYS)
def test_rules_of_an_array(case: str) -> None:
    with pytest.raises(DecodeError):
        ARRAYS[case]()


def test_arrays_that_belong_together_have_the_same_positions() -> None:
    data = pack([1, 2], 2) + pack([1, 3], 2)
    one, other = (locate_sparse(data, at, at + 1, 4, 2, 2, 0, is_bytes=False) for at in (0, 1))
    check_same_positions(data, one, one)
    with pytest.raises(InvalidValueError, match="different positions"):
        check_same_positions(data, one, other)


@pytest.mark.parametrize(
    ("name", "expected"),
    [(b"", 0xCBF29CE484222325), (b"a", 0xAF63DC4C8601EC8C), (b"FooBar", 0x85944171F73967E8)],
)
def test_hashes_of_names(name: bytes, expected: int) -> None:
    """The published values of FNV-1a, with ASCII in lower case."""
    assert name_hash(name) == name_hash(name.lower()) == expected


def test_every_name_is_where_its_hash_leads() -> None:
    names = [b"column_%d" % at for at in range(1000)]
    slots, ordinal_bits = build_table(names)
    table = PackedBits(0, width_of(max(slots)), len(slots))
    data = pack(slots, table.width)
    for ordinal, name in enumerate(names):
        assert ordinal in probe(data, table, name_hash(name), 8, ordinal_bits)


def test_fields_of_a_struct() -> None:
    data = bytes.fromhex("1502 1803616263 11 1c 1306 00 00")
    assert read_small_fields(b"xx" + data, 2, 2 + len(data)) == {
        1: 1,
        2: (6, 9),
        3: 1,
        4: {1: 6},
    }
