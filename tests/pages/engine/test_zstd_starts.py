"""The first bytes of a ZSTD frame, natively: what pyarrow's codec gives, for whatever was compressed at whatever level; or refused."""

from __future__ import annotations

import random
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pytest

from inlay_runtime.core import load_native
from tests.pages.engine.compressible import KINDS

pytestmark = pytest.mark.needs("native core")

_native: Any = load_native("inlay.pages.engine.native_zstd")
_codec: Any = pa.Codec

SIZES: Final = (1, 10, 100, 1_000, 20_000, 300_000)


class Counting:
    """A frame, and which of its bytes were asked for."""

    def __init__(self, frame: bytes) -> None:
        self.frame = frame
        self._places: set[int] = set()

    @property
    def count(self) -> int:
        return len(self._places)

    def take(self, offset: int, size: int) -> bytes:
        data = self.frame[offset : offset + size]
        self._places.update(range(offset, offset + len(data)))
        return data


def begin(frame: bytes, wanted: int, declared: int) -> bytes | None:
    start: bytes | None = _native.PageStarts(0)(Counting(frame).take, wanted, declared)
    return start


def compress(plain: bytes, level: int) -> bytes:
    return bytes(_codec("zstd", compression_level=level).compress(plain, asbytes=True))


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_frame_begins_with_comes_back(kind: str) -> None:
    rng = random.Random(kind)
    for size in SIZES:
        plain = KINDS[kind](rng, size)
        for level in (1, 3, 9) if size < 100_000 else (1, 3):
            frame = compress(plain, level)
            for wanted in (1, rng.randrange(1, len(plain) + 1), len(plain)):
                assert begin(frame, wanted, len(plain)) == plain[:wanted]
            for wrong in (len(plain) - 1, len(plain) + 1):
                assert begin(frame, 1, wrong) is None


def test_a_frame_that_does_not_say_its_size_is_taken_as_it_is() -> None:
    """As streams write it."""
    plain = KINDS["words"](random.Random(7), 300_000)
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(plain)
    assert begin(sink.getvalue().to_pybytes(), 200_000, len(plain)) == plain[:200_000]


@pytest.mark.parametrize("kind", KINDS)
def test_a_frame_that_is_cut_or_changed_gives_something_or_is_refused(kind: str) -> None:
    """What is cut is right or refused. Of a changed one the format checks nothing but what it asks of tables and sizes."""
    rng = random.Random(kind)
    refused = 0
    for size in (100, 1_000, 20_000):
        plain = KINDS[kind](rng, size)
        frame = compress(plain, 3)
        wanted = rng.randrange(1, len(plain) + 1)
        for _ in range(150):
            start = begin(frame[: rng.randrange(len(frame))], wanted, len(plain))
            refused += start is None
            assert start in (None, plain[:wanted])
            changed = bytearray(frame)
            for _ in range(rng.randrange(1, 4)):
                changed[rng.randrange(len(frame))] = rng.randrange(256)
            refused += begin(bytes(changed), wanted, len(plain)) is None
    assert refused > 100


def test_of_a_block_no_more_is_taken_than_levels_need() -> None:
    """At first, what surely is enough of literals; then what the page before took of them. Of levels twice as long, more."""
    rng = random.Random(8)
    starts = _native.PageStarts(0)
    counts: list[int] = []
    for wanted in (2_500, 2_500, 5_000):
        levels = bytes(rng.choices([255, 254, 127, 191, 0], [20, 2, 2, 2, 1], k=wanted))
        plain = levels + np.array([round(rng.gauss(0, 1e6), 3) for _ in range(10_000)]).tobytes()
        frame = Counting(compress(plain, 1))
        assert starts(frame.take, wanted, len(plain)) == levels
        assert len(frame.frame) > 60_000
        counts.append(frame.count)
    at_first, then, longer = counts
    assert then < 2_500
    assert at_first < 2_500 * 11 / 8 + 2_500 / 4 + 500
    assert longer < then + at_first * 2 + 1_000


def test_levels_in_blocks_of_their_own_are_taken_in_pieces() -> None:
    """High levels of compression end a block where bytes change."""
    rng = random.Random(9)
    levels = bytes(rng.choices([255, 254, 127, 191, 0], [20, 2, 2, 2, 1], k=2_500))
    plain = levels + np.array([rng.gauss(0, 1e6) for _ in range(10_000)]).tobytes()
    frame = Counting(compress(plain, 15))
    first = int.from_bytes(frame.frame[9:12], "little") >> 3
    wanted = 2_500 + 100
    assert _native.PageStarts(0)(frame.take, wanted, len(plain)) == plain[:wanted]
    assert first < 2_500
    assert frame.count < 5_000 < len(frame.frame) // 10


def test_a_frame_of_many_blocks_of_nearly_nothing_is_left_alone() -> None:
    """Each is looked at by itself, so a page of them would take long."""
    frame = b"\x28\xb5\x2f\xfd\xa0" + (1_000).to_bytes(4, "little") + b"\x0a\x00\x00z" * 1_000
    assert begin(frame, 50, 1_000) == b"z" * 50
    assert begin(frame, 900, 1_000) is None


@pytest.mark.parametrize("kind", KINDS)
def test_pages_that_are_unlike_those_before_come_back(kind: str) -> None:
    rng = random.Random(kind)
    starts = _native.PageStarts(0)
    for other in KINDS:
        for it in (other, kind):
            plain = KINDS[it](rng, 4_000)
            wanted = rng.choice((1, 100, len(plain) // 2))
            frame = Counting(compress(plain, 1))
            assert starts(frame.take, wanted, len(plain)) == plain[:wanted]


@pytest.mark.parametrize("kind", KINDS)
def test_of_a_changed_frame_they_are_what_pyarrow_has_or_refused(kind: str) -> None:
    """Where pyarrow has something."""
    rng = random.Random(kind)
    plain = KINDS[kind](rng, 5_000)
    frame = compress(plain, 1)
    both = 0
    for _ in range(200):
        changed = bytearray(frame)
        changed[rng.randrange(len(frame))] ^= 1 << rng.randrange(8)
        wanted = rng.choice((len(plain) // 3, len(plain)))
        start = begin(bytes(changed), wanted, len(plain))
        try:
            whole = _codec("zstd").decompress(bytes(changed), len(plain), asbytes=True)
        except OSError:
            continue
        assert start in (None, whole[:wanted])
        both += start is not None
    assert both or len(frame) < 100


def test_a_dictionary_and_frames_that_are_none_are_refused() -> None:
    frame = bytearray(compress(b"levels" * 100, 3))
    assert begin(bytes(frame), 600, 600) == b"levels" * 100
    frame[4] |= 1
    assert begin(bytes(frame), 600, 600) is None
    assert begin(b"\x50\x2a\x4d\x18\x00\x00\x00\x00", 1, 1) is None
    assert begin(b"", 1, 1) is None
