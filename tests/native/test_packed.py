"""Packed arrays natively: what pure Python says of any bytes, errors included."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from functools import partial

import pytest

from inlay_runtime.errors import DecodeError
from inlay_runtime.packed import (
    PackedBits,
    bits,
    expand,
    expand_bits,
    join_bytes,
    locate_full,
    locate_sparse,
    name_hash,
    names,
    pack,
    pack_bytes,
    packed_streams,
    pick_firsts,
    probe,
    read_small_fields,
    take,
    value_at,
    width_of,
)
from tests.footers.conversion.footers import wide
from tests.support.packed_cores import pure_python

pytestmark = pytest.mark.needs("native core")


def said(question: Callable[[], object]) -> object:
    """The answer, or the error."""
    try:
        return question()
    except DecodeError as error:
        return type(error), str(error)


def hold_equal(questions: list[Callable[[], object]]) -> tuple[int, int]:
    """How many are answered and how many refused, on both cores alike."""
    natively = [said(question) for question in questions]
    with pure_python():
        purely = [said(question) for question in questions]
    for native, pure in zip(natively, purely, strict=True):
        assert native == pure
    refused = sum(isinstance(answer, tuple) and isinstance(answer[0], type) for answer in natively)
    return len(natively) - refused, refused


def random_runs(rng: random.Random, count: int) -> tuple[tuple[int, int], ...]:
    runs = []
    for _ in range(rng.randrange(4)):
        first = rng.randrange(count + 1)
        runs.append((first, rng.randrange(count + 2 - first)))
    return tuple(runs)


def test_streams_of_every_width() -> None:
    rng = random.Random(3)
    questions: list[Callable[[], object]] = []
    for width in range(65):
        for count in (0, 1, 7, 64, 513, 700):
            values = [rng.getrandbits(width) if width else 0 for _ in range(count)]
            data = rng.randbytes(3) + pack(values, width)
            stream = PackedBits(3, width, count)
            for size in (4, 8):
                runs = random_runs(rng, count)
                questions.append(partial(take, data, [stream], runs, [size]))
            questions.append(partial(pack, array("Q", values), width))
            places = [(3, len(data) - (rng.random() < 0.2), width + (rng.random() < 0.2), count)]
            padded = data[:-1] + bytes([data[-1] | 0x80])
            questions.append(partial(packed_streams, rng.choice([data, padded]), places))
            if count:
                questions.append(partial(value_at, data, stream, rng.randrange(count)))
            strictly = rng.random() < 0.5
            ordered = pack(sorted(set(values)), width)
            sorted_stream = PackedBits(0, width, len(set(values)))
            questions.append(
                partial(bits.check_order, ordered, sorted_stream, strictly=strictly, below=1 << 62)
            )
    answered, refused = hold_equal(questions)
    assert answered > 500
    assert refused > 100


def arrays(rng: random.Random) -> Callable[[], object]:
    """A question to an array that is damaged more often than not."""
    count = rng.randrange(1, 40)
    positions = sorted(rng.sample(range(count), rng.randrange(count + 1)))
    is_bytes, is_sparse = rng.random() < 0.5, rng.random() < 0.5
    entries = len(positions) if is_sparse else count
    width = rng.choice([0, 1, 1, 5, 33, 63, 64])
    values = [rng.getrandbits(width) if width else 0 for _ in range(entries)]
    stream = pack(values, width)
    if is_bytes:
        stream, width = pack_bytes([rng.randbytes(rng.randrange(5)) for _ in range(entries)])
    position_width = width_of(count - 1)
    bitmap = sum(1 << at for at in positions).to_bytes((count + 7) // 8, "little")
    data = bytearray((pack(positions, position_width) if is_sparse else bitmap) + stream)
    if rng.random() < 0.6 and data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    if rng.random() < 0.2:
        del data[rng.randrange(len(data) + 1) :]
    runs, size = random_runs(rng, count), rng.choice([4, 8])
    present_count = len(positions) + (rng.random() < 0.1)

    def question() -> object:
        where = (0, len(data), count, present_count)
        located = (
            locate_sparse(data, *where, position_width, width, is_bytes=is_bytes)
            if is_sparse
            else locate_full(data, *where, width, is_bytes=is_bytes)
        )
        if is_bytes:
            return join_bytes(data, located, located, runs)
        if width == 1:
            return expand_bits(data, located, runs)
        return expand(data, located, runs, size)

    return question


def test_arrays_with_absent_positions() -> None:
    rng = random.Random(5)
    answered, refused = hold_equal([arrays(rng) for _ in range(6000)])
    assert answered > 1500
    assert refused > 1500


def test_first_values_of_lists() -> None:
    rng = random.Random(6)
    questions: list[Callable[[], object]] = []
    for _ in range(1500):
        starts = sorted(rng.randrange(9) for _ in range(rng.randrange(1, 12)))
        if rng.random() < 0.3:
            rng.shuffle(starts)
        values = [rng.getrandbits(rng.choice([5, 64])) for _ in range(rng.randrange(5, 10))]
        data = pack(starts, 4) + pack(values, 64)
        streams = (
            PackedBits(0, 4, len(starts)),
            PackedBits(len(pack(starts, 4)), 64, len(values)),
        )
        questions.append(partial(pick_firsts, data, *streams, random_runs(rng, len(starts) - 1)))
    answered, refused = hold_equal(questions)
    assert answered > 300
    assert refused > 300


def test_names() -> None:
    rng = random.Random(9)
    some = [rng.randbytes(rng.randrange(12)) for _ in range(300)]
    slots, ordinal_bits = names.build_table(some)
    table = PackedBits(0, width_of(max(slots)), len(slots))
    data = pack(slots, table.width)
    questions: list[Callable[[], object]] = [partial(name_hash, name) for name in some]
    questions += [
        partial(probe, data, table, name_hash(name), wide_by, ordinal_bits)
        for name in some
        for wide_by in (0, 8)
    ]
    hold_equal(questions)


def test_small_structs() -> None:
    rng = random.Random(11)
    footer = wide(3, 2).encode()
    questions: list[Callable[[], object]] = []
    for _ in range(3000):
        data = bytearray(footer)
        for _ in range(rng.randrange(4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        start = rng.choice([0, 0, rng.randrange(len(data))])
        questions.append(partial(read_small_fields, bytes(data), start, len(data)))
    questions += [
        partial(read_small_fields, b"\x1c" * nested + bytes(nested + 1), 0, 2 * nested + 1)
        for nested in (1, 14, 15, 16, 17, 5000)
    ]
    answered, refused = hold_equal(questions)
    assert answered > 300
    assert refused > 1000


def test_bytes_are_joined_from_inside_of_their_array() -> None:
    """Whoever located it: an array that ends before its last offset is left to Python."""
    from inlay_runtime.native import packed

    data, width = pack_bytes([b"ab", b"cd"])
    array = locate_full(data, 0, len(data), 2, 2, width, is_bytes=True)
    assert packed.join_bytes(data, array, array, [(0, 2)]) is not None
    short = array._replace(end=array.end - 1)
    assert packed.join_bytes(data, array, short, [(0, 2)]) is None
    assert packed.join_bytes(data, short, array, [(0, 2)]) is None
