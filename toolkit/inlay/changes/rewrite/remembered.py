"""Reads of one version of an object, in few requests: footers are read piece by piece, and more than once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from inlay.footers.footer.read import FIRST_READ

Fetch: TypeAlias = Callable[[int, int], bytes]
"""Bytes from the first offset to the second."""


class Remembered:
    """Keeps the end of the version, which is fetched at once, and whatever was fetched last."""

    def __init__(self, fetch: Fetch, size: int) -> None:
        self._fetch = fetch
        self._size = size
        self._tail = max(size - FIRST_READ, 0)
        self._kept: list[tuple[int, bytes]] = []

    def read(self, start: int, end: int) -> bytes:
        end = min(end, self._size)
        for first, data in self._kept:
            if first <= start and end <= first + len(data):
                return data[start - first : end - first]
        first, last = (self._tail, self._size) if start >= self._tail else (start, end)
        data = self._fetch(first, last)
        self._kept = [part for part in self._kept if part[0] == self._tail] + [(first, data)]
        return data[start - first : end - first]
