"""The native verifier accepts what the pure one accepts, and nothing else."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay_runtime.errors import DecodeError, LimitError
from inlay_runtime.flat import verifier
from inlay_runtime.flat.verifier import Verified, Verifier
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from tests.flat.compiled import compile_text
from tests.flat.mutate import bases, mutated
from tests.flat.raw import i32, root, text, u32, vector
from tests.flat.sample import full, kitchen
from tests.support.examples import examples

pytestmark = pytest.mark.needs("native core")
MUTATIONS = 10_000


def agree(cls: Any, data: bytes, limits: Limits = DEFAULT_LIMITS) -> bool:
    """Holds the native verifier against the pure one; whether they accept."""
    assert verifier.native_verify is not None
    found = verifier.native_verify(data, cls.SCHEMA, limits)
    try:
        expected = Verifier(data, limits).root(cls.SCHEMA)
    except DecodeError:
        assert found is None, data.hex()
        return False
    assert found is not None, data.hex()
    assert Verified(*found) == expected, data.hex()
    return True


def test_mutations() -> None:
    random_ = random.Random(7)
    accepted = 0
    for _ in range(MUTATIONS):
        cls, data = random_.choice(bases())
        accepted += agree(cls, mutated(random_, data))
    assert MUTATIONS // 20 < accepted < MUTATIONS // 2


def test_any_class() -> None:
    for cls, _ in bases():
        for _, data in bases():
            agree(cls, data)


@pytest.mark.parametrize("number", [0, 6, 7, 10, 11, 12])
def test_every_bit_and_every_prefix(number: int) -> None:
    cls, data = bases()[number]
    for bit in range(8 * len(data)):
        buffer = bytearray(data)
        buffer[bit // 8] ^= 1 << bit % 8
        agree(cls, bytes(buffer))
    for end in range(len(data)):
        agree(cls, data[:end])


@examples(300)
@given(st.binary(max_size=80), st.integers(0, 14))
def test_arbitrary_bytes(data: bytes, number: int) -> None:
    agree(bases()[number][0], data)
    agree(bases()[number][0], b"\x08\0\0\0KTCH" + data)


@examples(200)
@given(
    st.builds(
        Limits,
        depth=st.integers(0, 8),
        container=st.integers(0, 8),
        binary=st.integers(0, 20),
        memory_factor=st.integers(0, 20),
        memory_base=st.integers(0, 20_000),
    ),
    st.integers(0, 14),
)
def test_limits(limits: Limits, number: int) -> None:
    cls, data = bases()[number]
    agree(cls, data, limits)


@pytest.mark.parametrize("value", [0, -1, 1 << 70, -(1 << 70)])
@pytest.mark.parametrize("name", ["container", "binary", "memory_base", "memory_factor"])
def test_limits_beyond_reason(name: str, value: int) -> None:
    agree(kitchen().Kitchen, full().encode(), DEFAULT_LIMITS._replace(**{name: value}))


def test_the_last_visit_and_the_last_byte_of_the_budget() -> None:
    """Both count alike: what one unit less refuses, one refuses with it."""
    cls, data = kitchen().Kitchen, full().encode()
    low, high = 0, 1 << 22
    while high - low > 1:
        middle = (low + high) // 2
        limits = Limits(memory_factor=0, memory_base=middle)
        low, high = (low, middle) if agree(cls, data, limits) else (middle, high)
    assert agree(cls, data, Limits(memory_factor=0, memory_base=high))
    assert not agree(cls, data, Limits(memory_factor=0, memory_base=low))


def test_depth() -> None:
    k = kitchen()
    node = k.Node()
    for _ in range(50):
        node = k.Node(next=node)
    data = node.encode()
    for depth in (49, 50, 51, 52):
        assert agree(k.Node, data, Limits(depth=depth)) == (depth > 50)
    assert verifier.native_verify is not None
    assert verifier.native_verify(data, k.Node.SCHEMA, Limits(depth=1000)) is None, (
        "left to the pure"
    )
    assert k.Node.decode(data, limits=Limits(depth=1000)) == node


TEXTS = [
    "", "a", "\u00e9", "\u0800", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff", "abcdefgh" * 3,
    "abcdefg\u00e9", "\U0001f600" * 5,
]  # fmt: skip
BROKEN = [
    b"\x80", b"\xc0\x80", b"\xc1\xbf", b"\xc3", b"\xe0\x9f\xbf", b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xe1\x80",
    b"\xf0\x8f\xbf\xbf", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xf1\x80\x80", b"\xc3\xc3", b"\xe1\x80\xc0",
    b"\xf1\x80\x80\xc0", b"\xff", b"abcdefgh\xff", b"abcdefghi\xe9\xa0",
]  # fmt: skip


@pytest.mark.parametrize("data", [*[one.encode() for one in TEXTS], *BROKEN])
def test_utf8(data: bytes) -> None:
    try:
        data.decode()
    except UnicodeDecodeError:
        is_good = False
    else:
        is_good = True
    for before in range(9):
        buffer = root([0, 4], u32(4), text(b"x" * before + data))
        assert agree(kitchen().Leaf, buffer) == is_good


@examples(300)
@given(st.binary(max_size=12))
def test_utf8_of_any_bytes(data: bytes) -> None:
    agree(kitchen().Leaf, root([0, 4], u32(4), text(data)))


def test_a_schema_that_is_defined_anew() -> None:
    """The plan that the core made of it is thrown away."""
    module = compile_text("table T { a: int; b: int; }")
    data = module.T(a=1, b=2).encode()
    assert agree(module.T, data)
    module.T.SCHEMA.define(module.T.SCHEMA.fields[0])
    assert agree(module.T, data)
    assert verifier.native_verify is not None
    found = verifier.native_verify(data, module.T.SCHEMA, DEFAULT_LIMITS)
    assert found is not None
    assert found[1], "slot 1 is of a newer schema now"


def test_large_vectors_leave_the_lock() -> None:
    """Threads verify one buffer at a time each, and all agree."""
    k = kitchen()
    data = k.Vectors(longs=list(range(50_000)), texts=["text"] * 20_000).encode()
    damaged = data[:-1] + b"\x01" if data[-1] == 0 else data
    results: list[bool] = []

    def work() -> None:
        for buffer in (data, damaged, data[:-40]):
            results.append(agree(k.Vectors, buffer))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 12
    assert results.count(True) >= 4


def test_an_error_is_that_of_the_pure_verifier() -> None:
    k = kitchen()
    data = vector(3, b"")
    with pytest.raises(DecodeError) as pure:
        Verifier(data, DEFAULT_LIMITS).root(k.Leaf.SCHEMA)
    with pytest.raises(DecodeError) as either:
        k.Leaf.decode(data)
    assert type(either.value) is type(pure.value)
    assert str(either.value) == f"Leaf: {pure.value}"
    with pytest.raises(LimitError):
        k.Leaf.decode(root([4], i32(1)), limits=Limits(depth=0))
