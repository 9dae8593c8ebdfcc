"""The first bytes of a stream of gzip or zlib, natively: what zlib gives, for whatever was compressed at whatever level; or refused."""

from __future__ import annotations

import random
import zlib
from typing import Any, Final

import pytest

from inlay_runtime.core import load_native
from tests.pages.engine.compressible import KINDS

pytestmark = pytest.mark.needs("native core")

_native: Any = load_native("inlay.pages.engine.native_inflate")

GZIP, ZLIB, SMALL_WINDOW = 31, 15, 9
BLOCKS_ALONE = -15
GZIP_HEAD: Final = 10
SIZES: Final = (1, 10, 100, 1_000, 20_000, 300_000)
STRATEGIES: Final = {
    "as usual": zlib.Z_DEFAULT_STRATEGY,
    "fixed codes": zlib.Z_FIXED,
    "no matches": zlib.Z_HUFFMAN_ONLY,
    "matches of the byte before": zlib.Z_RLE,
}


def begin(stream: bytes, wanted: int) -> bytes | None:
    begun: tuple[bytes, int] | None = _native.begin_stream(stream, wanted)
    if begun is None:
        return None
    start, used = begun
    assert 0 < used <= len(stream)
    return start


def compress(plain: bytes, level: int = 6, head: int = GZIP, strategy: int = 0) -> bytes:
    compressor = zlib.compressobj(level, zlib.DEFLATED, head, 8, strategy)
    return compressor.compress(plain) + compressor.flush()


def begin_by_zlib(stream: bytes, wanted: int) -> bytes | None:
    """Without the sum of all bytes, which zlib looks at where it comes next."""
    try:
        start = zlib.decompressobj(BLOCKS_ALONE).decompress(stream[GZIP_HEAD:], wanted)
    except zlib.error:
        return None
    return start if len(start) == wanted else None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_what_a_stream_begins_with_comes_back(kind: str, strategy: str) -> None:
    rng = random.Random(kind)
    for size in SIZES:
        plain = KINDS[kind](rng, size)
        for level, head in ((0, GZIP), (1, ZLIB), (6, GZIP), (9, SMALL_WINDOW)):
            stream = compress(plain, level, head, STRATEGIES[strategy])
            for wanted in (1, rng.randrange(1, len(plain) + 1), len(plain)):
                assert begin(stream, wanted) == plain[:wanted]
            assert begin(stream, len(plain) + 1) is None


@pytest.mark.parametrize("kind", KINDS)
def test_of_a_stream_that_is_cut_or_changed_it_gives_what_zlib_gives(kind: str) -> None:
    """Or leaves it to zlib, where the last code lies beyond the end."""
    rng = random.Random(kind)
    both = neither = 0
    for size in (100, 1_000, 20_000):
        plain = KINDS[kind](rng, size)
        stream = compress(plain)
        for _ in range(150):
            wanted = rng.randrange(1, len(plain) + 1)
            cut = stream[: rng.randrange(len(stream))]
            assert begin(cut, wanted) in (None, begin_by_zlib(cut, wanted))
            changed = bytearray(stream)
            for _ in range(rng.randrange(1, 4)):
                changed[rng.randrange(GZIP_HEAD, len(stream))] = rng.randrange(256)
            start = begin(bytes(changed), wanted)
            assert start == begin_by_zlib(bytes(changed), wanted)
            both += start is not None
            neither += start is None
    assert both > 100
    assert neither > 10


def test_a_dictionary_and_heads_with_more_than_all_have_are_left_to_zlib() -> None:
    stream = compress(b"levels" * 100)
    assert begin(stream, 600) == b"levels" * 100
    named = stream[:3] + b"\x08" + stream[4:10] + b"name\0" + stream[10:]
    assert zlib.decompress(named, GZIP) == b"levels" * 100
    assert begin(named, 600) is None
    compressor = zlib.compressobj(zdict=b"levels")
    assert begin(compressor.compress(b"levels") + compressor.flush(), 6) is None
    assert begin(b"levels" * 100, 600) is None
    assert begin(b"", 1) is None


@pytest.mark.parametrize("kind", KINDS)
def test_wherever_a_stream_is_cut_what_comes_back_is_right(kind: str) -> None:
    """What lies behind a cut is zero, and a code all the same."""
    plain = KINDS[kind](random.Random(kind), 3_000)
    stream = compress(plain)
    for wanted in (60, 61, 130):
        starts = [begin(stream[:size], wanted) for size in range(min(len(stream), 400))]
        assert all(start in (None, plain[:wanted]) for start in starts)
        assert plain[:wanted] in starts or starts[-1] is None
