"""Small buffers that describe large trees are refused at once, and without the memory."""

from __future__ import annotations

import gc
import threading
import tracemalloc

import pytest

from inlay_runtime.errors import LimitError
from inlay_runtime.limits import DEFAULT_LIMITS
from tests.flat.raw import i32, u16, u32
from tests.flat.sample import kitchen
from tests.support.effort import costs_at_most


def dag(levels: int, fan: int, size: int = 0) -> bytes:
    """Nodes, each with `fan` times the next one as its children: fan ** levels visits."""
    data = u32(12) + u16(8, 8, 0, 4)  # one vtable for all: `children` at 4
    for level in range(levels):
        position = len(data)
        children = u32(4) + u32(fan)
        behind = position + 4 + len(children) + 4 * fan
        first = position + 12
        last = level == levels - 1
        refs = [behind - (first + 4 * index) for index in range(fan)]
        data += i32(position - 4) + (u32(4) + u32(0) if last else children + u32(*refs))
    return data + bytes(max(0, size - len(data)))


@pytest.mark.parametrize("eager", [True, False])
@pytest.mark.parametrize(
    ("levels", "fan"), [(26, 2), (25, 4), (60, 3), (11, 6), (5, 40), (3, 60), (60, 2)]
)
@pytest.mark.usefixtures("core")
def test_dag_of_tables(levels: int, fan: int, eager: bool) -> None:
    data = dag(levels, fan, 892)
    assert fan ** (levels - 1) >= 30_000_000 or fan in (40, 60)
    node = kitchen().Node
    is_cheap: list[bool] = []

    def decode() -> None:
        with pytest.raises(LimitError, match="worth"):
            node.decode(data, eager=eager)

    # On a stack of its own: CPython 3.11 is four times slower where a stack chunk happens to end.
    thread = threading.Thread(target=lambda: is_cheap.append(costs_at_most(100, decode)))
    thread.start()
    thread.join()
    assert len(data) <= 896 or len(data) > 1000
    assert is_cheap == [True] or len(data) > 1000


def test_a_small_dag_is_no_bomb() -> None:
    node = kitchen().Node.decode(dag(4, 3))
    assert [len(node.children), len(node.children[0].children)] == [3, 3]


def texts(count: int, length: int) -> bytes:
    """A Vectors whose `texts` (slot 14) are all the same string."""
    vtable = u16(4 + 2 * 15, 8, *[0] * 14, 4) + bytes(2)
    start = 4 + len(vtable)
    data = u32(start) + vtable + i32(len(vtable)) + u32(4) + u32(count)
    end = len(data) + 4 * count
    data += b"".join(u32(end - (len(data) + 4 * index)) for index in range(count))
    return data + u32(length) + b"s" * length + bytes(4)


def leaves_of_strings(count: int, length: int) -> bytes:
    """Many leaves, all with one long name."""
    vtable = u16(4 + 2 * 16, 8, *[0] * 15, 4)
    leaf_vtable = u16(8, 8, 0, 4)
    start = 4 + len(vtable) + len(leaf_vtable)
    leaf_vtable_at = 4 + len(vtable)
    data = bytearray(u32(start) + vtable + leaf_vtable)
    data += i32(start - 4) + u32(4) + u32(count)
    first = len(data) + 4 * count
    for index in range(count):
        data += u32(first + 8 * index - len(data))
    end = first + 8 * count
    for _ in range(count):
        data += i32(len(data) - leaf_vtable_at)
        data += u32(end - len(data))
    return bytes(data) + u32(length) + b"s" * length + bytes(4)


@pytest.mark.parametrize("make", [texts, leaves_of_strings])
def test_long_strings_shared_by_many(make: object) -> None:
    """Half a megabyte that would be gigabytes of text: each visit is cheap, the bytes are not."""
    assert callable(make)
    data = make(30_000, 250_000)
    assert len(data) < 1_000_000
    cls = kitchen().Vectors

    def decode() -> None:
        with pytest.raises(LimitError, match="worth"):
            cls.decode(data)

    assert costs_at_most(1_500, decode)
    tracemalloc.start()
    decode()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 << 20


def test_short_strings_shared_by_many_are_fine() -> None:
    data = texts(30_000, 100)
    assert len(kitchen().Vectors.decode(data).texts) == 30_000


@pytest.mark.parametrize("length", [10, 1000, 100_000])
def test_what_is_accepted_stays_in_the_budget(length: int) -> None:
    """Sharing is raised until it is refused; the last that was accepted kept the promise."""
    cls = kitchen().Vectors
    count = 1
    while count < 5_000:
        data = leaves_of_strings(count, length)
        gc.collect()
        tracemalloc.start()
        try:
            value = cls.decode(data)
        except LimitError:
            return
        finally:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        assert peak <= DEFAULT_LIMITS.memory(len(data)) + (8 << 20), (count, peak, len(data))
        assert len(value.leaves) == count
        count *= 8


@pytest.mark.parametrize(
    "make",
    [
        lambda k, n: k.Vectors(flags=[True] * n),
        lambda k, n: k.Vectors(data=b"1" * n),
        lambda k, n: k.Vectors(shorts=[9999] * n),
        lambda k, n: k.Vectors(longs=[1 << 50] * n),
        lambda k, n: k.Vectors(reals=[0.5] * n),
        lambda k, n: k.Vectors(moods=[k.Mood(99)] * n),
        lambda k, n: k.Vectors(accesses=[k.Access(i % 65536) for i in range(n)]),
        lambda k, n: k.Vectors(wides=[k.Wide(i + 5) for i in range(n)]),
        lambda k, n: k.Vectors(texts=[""] * n),
        lambda k, n: k.Vectors(leaves=[k.Leaf()] * n),
        lambda k, n: k.Vectors(rgbs=[k.Rgb(r=1, g=2, b=3)] * n),
        lambda k, n: k.Vectors(nested=[k.Nested(before=True, padded=k.Padded(a=1, b=2, c=3), mood=k.Mood.Sad, rgb=k.Rgb(r=1, g=2, b=3), after=1.0)] * n),
        lambda k, n: k.Vectors(shapes=[k.Empty()] * n),
        lambda k, n: k.Vectors(anything=[k.AnyText("")] * n),
        lambda k, n: k.Kitchen(keyed=[k.Keyed()] * n),
    ],
)  # fmt: skip
def test_plain_content_is_within_the_budget(make: object) -> None:
    """Nothing that a writer would write without sharing is refused, and it keeps to the budget."""
    assert callable(make)
    k = kitchen()
    value = make(k, 8_000)
    data = value.encode()
    cls = type(value)
    gc.collect()
    tracemalloc.start()
    again = cls.decode(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak <= DEFAULT_LIMITS.memory(len(data)), (peak, len(data))
    assert again == value
