"""Looks for Thrift footers in a file whose end does not lead to one: where a length says that one begins, and where
bytes look like the beginning of one. The work is in proportion to the bytes that are searched, whatever they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from inlay.footers.footer.magic import PLAIN
from inlay.footers.footer.search import find_openings
from inlay.footers.footer.search_budget import SearchBudget
from inlay.footers.footer.trailer import LONGEST, SIGNATURE
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import FileMetaData

MOST_MAGICS: Final = 1_000
MOST_FOUND: Final = 1_000


class FoundThrift(NamedTuple):
    """A FileMetaData at `offset` of the data; `length` has what follows its stop byte and belongs to it."""

    offset: int
    length: int
    metadata: FileMetaData


class ThriftSearch:
    """Goes through `data` from its end backwards; `reached` is how far it has come."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.reached = len(data)
        self._budget = SearchBudget(len(data))

    def search(self) -> Iterator[FoundThrift]:
        """Each place once: first those that a length leads to, then what looks like a beginning."""
        seen: set[int] = set()
        for offset, length in (*at_end(self.data), *islice(_before_magics(self.data), MOST_MAGICS)):
            is_tried = offset >= 0 and offset not in seen and not self._budget.is_spent
            footer = self._decode(offset, length) if is_tried else None
            if footer is not None:
                seen.add(offset)
                yield footer
        self._budget = SearchBudget(len(self.data))
        for offset in find_openings(self.data):
            if self._budget.is_spent or len(seen) >= MOST_FOUND:
                return
            self.reached = offset
            footer = self._decode(offset, None) if offset not in seen else None
            if footer is not None:
                seen.add(offset)
                yield footer
        self.reached = 0

    def _decode(self, offset: int, length: int | None) -> FoundThrift | None:
        try:
            metadata, end = FileMetaData.decode_from(self.data, offset)
        except DecodeError as error:
            self._budget.charge_failure(error.offset - offset)
            return None
        self._budget.charge(end - offset)
        if len(metadata.schema) == 0 or (length is not None and end > offset + length):
            return None
        own = end - offset + (SIGNATURE if metadata.encryption_algorithm is not None else 0)
        own = min(own, len(self.data) - offset)
        return FoundThrift(offset, own if length is None else length, metadata)


def at_end(data: bytes) -> Iterator[tuple[int, int]]:
    """Offset and length by the length field of a file that has lost one to four bytes of its magic, or in which the
    magic is another; offsets below 0 lie before the data."""
    for left in range(len(PLAIN), -1, -1):
        if left < len(PLAIN) and data[len(data) - left :] != PLAIN[:left]:
            continue
        at = len(data) - left - 4
        length = int.from_bytes(data[max(at, 0) : at + 4], "little")
        if 0 < length <= LONGEST and at > 0:
            yield at - length, length


def _before_magics(data: bytes) -> Iterator[tuple[int, int]]:
    at = len(data)
    while (at := data.rfind(PLAIN, 0, at)) >= 0:
        length = int.from_bytes(data[max(at - 4, 0) : at], "little")
        if 0 < length <= at - 4:
            yield at - 4 - length, length
        at += len(PLAIN) - 1
