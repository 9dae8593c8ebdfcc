"""Threads: several on one lazy tree, and decodes beside each other."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.native.views import seen


@pytest.fixture
def impatient() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("impatient")
def test_threads_that_touch_one_tree_see_the_same_objects(kitchen: Any) -> None:
    colors = [kitchen.Color(at) for at in (0, 1, 77, -900, 5)]  # unknown ones run Python
    rows = [
        (
            kitchen.Unions(
                shape=kitchen.Point(x=at, y=at), wrapped=kitchen.WrappedCOLOR(colors[at % 5])
            )
            if hasattr(kitchen, "WrappedCOLOR")
            else kitchen.Unions(shape=kitchen.Point(x=at, y=at))
        )
        for at in range(40)
    ]
    data = kitchen.Lists(colors=colors * 8, shapes=[row.shape for row in rows]).encode()
    expected = seen(kitchen.Lists.decode(data, eager=True))
    for _ in range(30):
        lazy = kitchen.Lists.decode(data)
        barrier = threading.Barrier(4)

        def work(lazy: Any = lazy, barrier: threading.Barrier = barrier) -> tuple[Any, list[int]]:
            barrier.wait()
            return seen(lazy), [id(shape) for shape in lazy.shapes]

        with ThreadPoolExecutor(4) as pool:
            found = [future.result() for future in [pool.submit(work) for _ in range(4)]]
        assert all(values == expected for values, _ in found)
        assert all(ids == found[0][1] for _, ids in found)


@pytest.mark.usefixtures("impatient")
def test_threads_that_touch_and_write_one_tree(kitchen: Any) -> None:
    child = kitchen.Tree(value=3, children=[kitchen.Tree(value=4)] * 20)
    data = kitchen.Tree(value=1, children=[child] * 40).encode()
    for _ in range(30):
        lazy = kitchen.Tree.decode(data)
        with ThreadPoolExecutor(3) as pool:
            written = [pool.submit(lazy.encode) for _ in range(2)]
            assert pool.submit(seen, lazy).result() == seen(kitchen.Tree.decode(data, eager=True))
        assert all(future.result() == data for future in written)
