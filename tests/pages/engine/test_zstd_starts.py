"""The first bytes of a ZSTD frame, natively: what pyarrow's codec gives, for whatever was compressed at whatever level; or refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pytest

from inlay_runtime.core import load_native

pytestmark = pytest.mark.needs("native core")

_native: Any = load_native("inlay.pages.engine.native_zstd")
_codec: Any = pa.Codec

KINDS: Final[dict[str, Callable[[random.Random, int], bytes]]] = {
    "random": lambda rng, size: rng.randbytes(size),
    "one byte": lambda rng, size: bytes([rng.randrange(256)]) * size,
    "words": lambda rng, size: b"".join(
        rng.choices([rng.randbytes(rng.randrange(1, 12)) for _ in range(500)], k=size // 6 + 1)
    ),
    "text": lambda rng, size: bytes(rng.choices(b"abcdef \n", k=size)),
    "skewed": lambda rng, size: bytes(
        min(255, int(rng.expovariate(0.05))) for _ in range(size % 30_000 + 1)
    ),
    "times": lambda rng, size: np.cumsum(
        [rng.randrange(500) for _ in range(size // 8 + 1)]
    ).tobytes(),
    "levels before doubles": lambda rng, size: (
        bytes(rng.choices([3, 0xFF, 0xFE], [1, 20, 2], k=size // 60 + 1))
        + np.array([round(rng.gauss(0, 1e6), 3) for _ in range(size // 8)]).tobytes()
    ),
    "a piece again and again": lambda rng, size: (
        rng.randbytes(rng.randrange(1, 300)) * (size // 100 + 1)
    ),
}
"""What becomes literals as they are, repeated, in one stream and in four; sequences in each mode; and several blocks."""

SIZES: Final = (1, 10, 100, 1_000, 20_000, 300_000)


def begin(frame: bytes, wanted: int, declared: int) -> bytes | None:
    def take(offset: int, size: int) -> bytes:
        return frame[offset : offset + size]

    start: bytes | None = _native.PageStarts()(take, wanted, declared)
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


def test_a_dictionary_and_frames_that_are_none_are_refused() -> None:
    frame = bytearray(compress(b"levels" * 100, 3))
    assert begin(bytes(frame), 600, 600) == b"levels" * 100
    frame[4] |= 1
    assert begin(bytes(frame), 600, 600) is None
    assert begin(b"\x50\x2a\x4d\x18\x00\x00\x00\x00", 1, 1) is None
    assert begin(b"", 1, 1) is None
