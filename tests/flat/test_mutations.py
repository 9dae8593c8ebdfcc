"""A sample of what `mutate.py` does at length: verified means that it can be traversed."""

from __future__ import annotations

from collections import Counter

import pytest

from inlay_runtime.errors import DecodeError
from inlay_runtime.shown import whole
from tests.flat.mutate import bases, check, run

COUNT = 15_000


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_mutations(seed: int) -> None:
    results = Counter(result for result, _ in run(COUNT // 3, seed))
    assert results.total() == COUNT // 3
    assert results["accepted"] > COUNT // 30, "mutations that only break things show nothing"
    assert results["refused"] > COUNT // 30


@pytest.mark.parametrize("number", range(15))
def test_bases_are_good(number: int) -> None:
    cls, data = bases()[number]
    assert check(cls, data) == check(cls, data, eager=True) == "accepted"


@pytest.mark.parametrize("number", [0, 10, 11, 12, 13, 14])
def test_every_prefix(number: int) -> None:
    """No prefix but the whole is accepted, unless only padding is missing."""
    cls, data = bases()[number]
    for end in range(len(data)):
        if check(cls, data[:end]) == "accepted":
            assert data[end:].strip(b"\0") == b"", end


@pytest.mark.parametrize("number", [0, 2, 6, 7, 10, 11, 12, 13, 14])
def test_every_bit(number: int) -> None:
    cls, data = bases()[number]
    for bit in range(8 * len(data)):
        buffer = bytearray(data)
        buffer[bit // 8] ^= 1 << bit % 8
        check(cls, bytes(buffer))


def test_any_other_class() -> None:
    """Buffers of one table read as another."""
    refused = 0
    for cls, _ in bases():
        for _, data in bases():
            refused += check(cls, data) == "refused"
    assert refused > 100


def test_random_bytes() -> None:
    import random

    random_ = random.Random(5)
    for cls, _ in bases():
        for size in (0, 1, 4, 8, 16, 64, 256):
            for _ in range(20):
                check(cls, random_.randbytes(size))
                check(cls, b"\x08\0\0\0KTCH" + random_.randbytes(size))


def test_the_check_bites(core: str) -> None:
    """A verifier that lets something through is noticed: here is what it would let through.

    The native core looks at the end of the buffer once more, since it could not read beyond it in peace.
    """
    from tests.flat.sample import kitchen

    k = kitchen()
    data = bytearray(k.Leaf(name="abcdef").encode())
    at = data.index(b"\6\0\0\0abcdef")
    data[at] = 200
    with pytest.raises(DecodeError):
        k.Leaf.decode(data)
    if core == "native":
        with pytest.raises(ValueError, match="200 bytes at"):
            whole(k.Leaf.from_verified(bytes(data)))
        return
    inside = whole(k.Leaf.from_verified(bytes(data)))
    outside = whole(k.Leaf.from_verified(bytes(data) + b"A" * 64))
    assert inside != outside
