"""A rewrite struck at every system call by the real kernel; `strace_all.py` does it to any file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.faults.strace import points, prepare, strike, usable


@pytest.mark.strace
@pytest.mark.parametrize("in_place", [False, True], ids=["new file", "in place"])
def test_the_file_is_old_or_new_whatever_call_is_struck(path: Path, in_place: bool) -> None:
    if not usable(path.parent):
        pytest.skip("strace is not there, or may not attach to a child")
    rewriting = prepare(path, in_place=in_place)
    found = points(rewriting)
    assert {"fsync", "pwrite64"} <= {point.call for point in found}
    states = Counter(strike(rewriting, point) for point in found)
    assert states["old"] > 100
    assert states["new"] > 30
