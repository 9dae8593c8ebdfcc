"""A rewrite struck at its system calls by the real kernel: a sample; `strace_all.py` takes every call, of any file.

`test_shim.py` lets every call of a rewrite fail, in this process.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.faults.strace import Point, points, prepare, strike, usable


@pytest.mark.strace
@pytest.mark.parametrize("in_place", [False, True], ids=["new file", "in place"])
def test_the_file_is_old_or_new_whatever_call_is_struck(path: Path, in_place: bool) -> None:
    if not usable(path.parent):
        pytest.skip("strace is not there, or may not attach to a child")
    rewriting = prepare(path, in_place=in_place)
    every = points(rewriting)
    assert {"fsync", "pwrite64"} <= {point.call for point in every}
    states = Counter(strike(rewriting, point) for point in sample(every))
    assert states["old"] > 15
    assert states["new"] > 5


def sample(points: Sequence[Point]) -> list[Point]:
    """The first and the last of each call and way to end, and every eighth of the others."""
    by_kind: dict[tuple[str, str], list[Point]] = {}
    for point in points:
        by_kind.setdefault((point.call, point.how), []).append(point)
    chosen = {p for kind in by_kind.values() for p in (kind[0], kind[-1])} | {*points[::8]}
    return [point for point in points if point in chosen]
