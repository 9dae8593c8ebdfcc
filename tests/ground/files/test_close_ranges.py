"""Ranges that lie close together come from one request; all have the bytes of the file."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.files.close_ranges import CloseRanges

DATA = bytes(range(256)) * 1024


class Counted:
    def __init__(self) -> None:
        self.requests: list[tuple[int, int]] = []

    def read(self, offset: int, size: int) -> bytes:
        self.requests.append((offset, size))
        return DATA[offset : offset + size]


@given(st.lists(st.tuples(st.integers(0, len(DATA)), st.integers(0, 6000))))
def test_every_range_has_its_bytes(ranges: list[tuple[int, int]]) -> None:
    close = CloseRanges(Counted().read)
    for offset, size in ranges:
        assert close.read(offset, size) == DATA[offset : offset + size]


def test_the_end_of_the_file_is_the_end_of_a_range() -> None:
    close = CloseRanges(Counted().read)
    close.read(len(DATA) - 100, 50)
    assert close.read(len(DATA) - 50, 200) == DATA[-50:]


def test_close_ranges_are_few_requests() -> None:
    counted = Counted()
    close = CloseRanges(counted.read)
    for offset in range(0, 200_000, 1000):
        close.read(offset, 100)
    assert len(counted.requests) < 10


def test_ranges_far_apart_are_read_alone() -> None:
    counted = Counted()
    close = CloseRanges(counted.read)
    for offset in range(0, 200_000, 20_000):
        close.read(offset, 100)
    assert counted.requests == [(offset, 100) for offset in range(0, 200_000, 20_000)]
