"""Each path is new once, in whatever order they come, and a million of them take little more than their names."""

from __future__ import annotations

import tracemalloc

import hypothesis.strategies as st
from hypothesis import given

from inlay.tables.scan.seen_paths import SeenPaths

PATHS = st.lists(
    st.sampled_from(["", "/", "a", "/a", "a/", "a/b", "a/\udcff", "a/c", "b/c", "é/é", "a/b/c"])
)


@given(PATHS, st.booleans())
def test_it_is_a_set(paths: list[str], in_order: bool) -> None:
    seen, known = SeenPaths(), set[str]()
    for path in sorted(paths) if in_order else paths:
        assert seen.add(path) is (path not in known)
        known.add(path)


def test_a_path_takes_the_bytes_of_its_name() -> None:
    tracemalloc.start()
    try:
        seen = SeenPaths()
        for at in range(100_000):
            seen.add(f"/lake/day={at // 1000:04}/part-{at:08}.parquet")
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size < 40 * 100_000
