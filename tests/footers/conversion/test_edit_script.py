"""The remainder: what is made can be applied, and what is damaged is an error, soon."""

from __future__ import annotations

import random
import tracemalloc
import zlib
from contextlib import suppress
from struct import pack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.footers.conversion import ConversionError
from inlay.footers.conversion.differences import find_differences
from inlay.footers.conversion.edit_script import Rules, apply, make
from inlay.footers.conversion.errors import EditScriptError
from parquet_format import parquet
from tests.runtime.values import Random

BASE = bytes.fromhex("15021 91c48017215000016001 90c00".replace(" ", ""))
ORIGINAL = bytes.fromhex("0502021 91c48017215000016001 90c00".replace(" ", ""))
SCRIPT = bytes.fromhex("010100 98187d42 691d2fdc 0f1008 000102 0502 0e0000".replace(" ", ""))


def header(base: bytes, original: bytes, steps: int, method: int = 0) -> bytes:
    lengths = b"".join(map(varint, (len(base), len(original), steps)))
    return pack("<BBBII", 1, 1, method, zlib.crc32(base), zlib.crc32(original)) + lengths


def varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def test_the_example_of_the_documentation() -> None:
    assert make(BASE, ORIGINAL, rules=Rules.V1) == SCRIPT
    assert apply(BASE, SCRIPT, rules=Rules.V1) == ORIGINAL


class TestMake:
    @given(base=st.binary(max_size=80), original=st.binary(max_size=80))
    def test_any_bytes(self, base: bytes, original: bytes) -> None:
        assert apply(base, make(base, original, rules=Rules.V0), rules=Rules.V0) == original

    @pytest.mark.parametrize("seed", range(60))
    def test_two_footers(self, seed: int) -> None:
        source = Random(random.Random(seed), parquet, depth=6)
        one, other = (source.wire_struct(parquet.FileMetaData.SCHEMA) for _ in range(2))
        assert apply(one, make(one, other, rules=Rules.V1), rules=Rules.V1) == other

    @pytest.mark.parametrize("seed", range(20))
    def test_what_lies_between_edits_is_equal(self, seed: int) -> None:
        source = Random(random.Random(seed), parquet, depth=6)
        one, other = (source.wire_struct(parquet.FileMetaData.SCHEMA) for _ in range(2))
        at = target = 0
        for edit in find_differences(one, other):
            assert one[at : edit.base_start] == other[target : edit.start]
            at, target = edit.base_end, edit.end
        assert one[at:] == other[target:]

    def test_much_that_differs(self) -> None:
        """A hundred thousand structs, and bytes with nothing in common: for hours, were the walk not linear."""
        rng = random.Random(1)
        one, other = (
            b"\x19\xfc" + varint(100_000) + b"".join(b"\x15%c\0" % n for n in numbers) + b"\0"
            for numbers in ([rng.randrange(128) for _ in range(100_000)] for _ in range(2))
        )
        for base, original in ((one, other), (b"", other), (one, other[::-1])):
            assert apply(base, make(base, original, rules=Rules.V0), rules=Rules.V0) == original

    def test_too_long(self) -> None:
        with pytest.raises(ConversionError, match=r"has 100,000,001 bytes, and up to 100,000,000"):
            make(b"", bytes(100_000_001), rules=Rules.V0)


class TestDamage:
    """Each is an EditScriptError, or the damage makes no difference."""

    @pytest.fixture(params=[1, 200], ids=["stored", "zlib"])
    def script(self, request: pytest.FixtureRequest) -> bytes:
        times: int = request.param
        base, original = BASE * times, ORIGINAL * times
        script = make(base, original, rules=Rules.V1)
        assert script[2] == (times > 1)
        self.base, self.original = base, original
        return script

    def check(self, damaged: bytes) -> None:
        with suppress(EditScriptError):
            assert apply(self.base, damaged, rules=Rules.V1) == self.original

    def test_every_bit(self, script: bytes) -> None:
        for at in range(8 * len(script)):
            damaged = bytearray(script)
            damaged[at // 8] ^= 1 << at % 8
            self.check(bytes(damaged))

    def test_every_truncation(self, script: bytes) -> None:
        for size in range(len(script)):
            with pytest.raises(EditScriptError):
                apply(self.base, script[:size], rules=Rules.V1)

    def test_bytes_that_follow(self, script: bytes) -> None:
        with pytest.raises(EditScriptError):
            apply(self.base, script + b"\0", rules=Rules.V1)

    def test_bytes_put_in_and_taken_out(self, script: bytes) -> None:
        rng = random.Random(5)
        for _ in range(500):
            damaged = bytearray(script)
            at = rng.randrange(len(script))
            damaged[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
            self.check(bytes(damaged))


class TestRefusals:
    def refused(self, script: bytes, base: bytes = BASE, rules: Rules = Rules.V1) -> str:
        with pytest.raises(EditScriptError) as caught:
            apply(base, script, rules=rules)
        return caught.value.reason

    def test_other_rules(self) -> None:
        assert "rules 1, not 0" in self.refused(SCRIPT, rules=Rules.V0)

    @pytest.mark.parametrize("base", [BASE[:-1], BASE + b"\0", b"\x25" + BASE[1:]])
    def test_another_base(self, base: bytes) -> None:
        assert "another base" in self.refused(SCRIPT, base)

    @pytest.mark.parametrize(
        ("steps", "reason"),
        [
            (b"\0\0\0" + SCRIPT[14:], "does nothing"),
            (b"\x10\0\0", "beyond the end of the base"),
            (b"\x0f\0\x02xx", "beyond the end of the original"),
            (b"\x0f\0\x01", "to insert"),
            (b"\x0f\0\0", "ends before"),
            (b"\x8f\0\0\x01x", "longer than it needs"),
            (b"\xff\xff\xff\xff\xff\x01", "more than 5"),
            (b"\x0f\0", "cut short"),
            (b"", "ends before"),
            (SCRIPT[14:] + b"\0", "cut short"),
        ],
        ids=lambda value: value if isinstance(value, str) else value.hex(" "),
    )
    @pytest.mark.parametrize("method", [0, 1])
    def test_steps(self, method: int, steps: bytes, reason: str) -> None:
        body = zlib.compress(steps) if method else steps
        assert reason in self.refused(header(BASE, ORIGINAL, len(steps), method) + body)

    def test_sizes_are_checked_before_anything_is_allocated(self) -> None:
        big = pack("<BBBII", 1, 1, 0, zlib.crc32(BASE), 0)
        tracemalloc.start()
        reasons = [
            self.refused(big + varint(len(BASE)) + varint(100_000_001) + varint(3) + b"abc"),
            self.refused(big + varint(len(BASE)) + varint(99_999_999) + varint(1 << 28) + b"abc"),
            self.refused(big + varint(len(BASE)) + varint((1 << 35) - 1) + varint(3) + b"abc"),
            self.refused(big + varint(len(BASE)) + varint(99_000_000) + varint(3) + b"\x0f\0\0"),
        ]
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert all(reasons)
        assert peak < 1 << 20

    def test_a_bomb(self) -> None:
        """Compressed a thousand to one, whatever it says of its size."""
        bomb = zlib.compress(bytes(10_000_000), 9)
        original = bytes(10_000_000)
        for declared in (10_000_000, 90 * len(bomb), 8):
            tracemalloc.start()
            self.refused(header(BASE, original, declared, 1) + bomb)
            _, peak = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            assert peak < 4_000_000

    def test_a_stream_that_is_longer_or_shorter_than_declared(self) -> None:
        steps = SCRIPT[14:]
        body = zlib.compress(steps)
        assert "more than the declared" in self.refused(
            header(BASE, ORIGINAL, len(steps) - 1, 1) + body
        )
        assert "cut short" in self.refused(header(BASE, ORIGINAL, len(steps) + 1, 1) + body)
        assert "bytes follow" in self.refused(header(BASE, ORIGINAL, len(steps), 1) + body + b"x")
        assert "cut short" in self.refused(header(BASE, ORIGINAL, len(steps), 1) + body[:-1])
