"""Copies of bytes that lie side by side, as one: the chunks of a wide file are so small that a call for each takes longer than its bytes."""

from __future__ import annotations

from inlay.ground.files.source import Seekable
from inlay.pages.engine.sink import Sink


class CopiedRuns:
    """In front of a sink, which has everything once `flush` was called."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._source: Seekable | None = None
        self._start: int = 0
        self._length: int = 0

    @property
    def size(self) -> int:
        """As the sink says it, with what waits."""
        return self._sink.size + self._length

    def copy(self, source: Seekable, offset: int, length: int, known: bytes = b"") -> None:
        if known:
            self.flush()
            self._sink.copy(source, offset, length, known)
        elif source is self._source and offset == self._start + self._length:
            self._length += length
        else:
            self.flush()
            self._source, self._start, self._length = source, offset, length

    def append(self, data: bytes) -> None:
        self.flush()
        self._sink.append(data)

    def flush(self) -> None:
        if self._source is not None and self._length:
            self._sink.copy(self._source, self._start, self._length)
        self._source, self._length = None, 0
