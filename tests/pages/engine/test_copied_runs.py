"""Copies side by side are one, and the bytes are those of one copy after the other."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.files.source import Seekable
from inlay.pages.engine.copied_runs import CopiedRuns
from inlay.pages.engine.sink import StreamSink

SOURCE = bytes(range(200))
COPIES = st.lists(
    st.one_of(
        st.tuples(st.integers(0, 190), st.integers(0, 10), st.booleans()), st.binary(max_size=3)
    ),
    max_size=12,
)


class CountedSink(StreamSink):
    copies = 0

    def copy(self, source: Seekable, offset: int, length: int, known: bytes = b"") -> None:
        self.copies += 1
        super().copy(source, offset, length, known)


@given(COPIES)
def test_the_bytes_are_the_same(steps: list[tuple[int, int, bool] | bytes]) -> None:
    source, direct, through = io.BytesIO(SOURCE), io.BytesIO(), io.BytesIO()
    sink, runs = StreamSink(direct), CopiedRuns(StreamSink(through))
    for step in steps:
        for target in (sink, runs):
            if isinstance(step, bytes):
                target.append(step)
            else:
                offset, length, is_known = step
                known = SOURCE[offset : offset + length // 2] if is_known else b""
                target.copy(source, offset, length, known)
        assert runs.size == sink.size
    runs.flush()
    assert through.getvalue() == direct.getvalue()


def test_bytes_side_by_side_are_copied_once() -> None:
    source, target = io.BytesIO(SOURCE), CountedSink(io.BytesIO())
    runs = CopiedRuns(target)
    for offset in (10, 20, 30, 50, 60):
        runs.copy(source, offset, 10)
    runs.flush()
    assert target.copies == 2
