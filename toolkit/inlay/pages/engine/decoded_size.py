"""How many bytes byte arrays are, before they are decoded: a few bytes of a page can stand for any number of them.

An index stands for an entry of the dictionary, and DELTA_BYTE_ARRAY for the beginning of the value before. Lengths are numbers: they are
decoded as those of a column of numbers with the same pages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias, cast

import pyarrow as pa
from pyarrow import compute

from inlay.ground.wording.amounts import count
from inlay.pages.engine.errors import UndecodedError
from inlay.pages.engine.required_file import DensePage
from parquet_format.parquet import Encoding, Type

pc: Final[Any] = compute

MOST_BYTES: Final = 1 << 30
"""Of decoded values: a chunk of more is not decoded."""

INDEXES: Final = (Encoding.PLAIN_DICTIONARY, Encoding.RLE_DICTIONARY)

Decode: TypeAlias = (
    "Callable[[Type, DensePage | None, Sequence[DensePage]], pa.ChunkedArray[Any] | str]"
)
"""The values of pages as those of a type, or what is wrong with them."""


def fits(size: int) -> bool:
    """Whether so many bytes of values may be decoded at once."""
    return 0 <= size <= MOST_BYTES


@dataclass(slots=True)
class Room:
    """For values that are decoded at once; `most` bytes where that is less than for any."""

    most: int | None = None
    taken: int = 0

    def take(self, size: int) -> None:
        """Raises UndecodedError where it is full."""
        self.taken += size
        most = MOST_BYTES if self.most is None else min(self.most, MOST_BYTES)
        if not 0 <= self.taken <= most:
            raise UndecodedError(
                f"it holds {count(self.taken, 'byte')} of values; up to {most:,} are decoded"
            )


def measure_decoded(
    pages: Sequence[DensePage], dictionary: DensePage | None, decode: Decode
) -> int:
    """Of pages that may be damaged: what does not decode counts as its page."""
    size = sum(page.size for page in pages if page.encoding not in INDEXES)
    if prefixes := [page for page in pages if page.encoding == Encoding.DELTA_BYTE_ARRAY]:
        lengths = decode(
            Type.INT32,
            None,
            [replace(page, encoding=Encoding.DELTA_BINARY_PACKED) for page in prefixes],
        )
        size += _add(lengths)
    indexes = [page for page in pages if page.encoding in INDEXES]
    if indexes and dictionary is not None:
        size += _measure_entries(indexes, dictionary, decode)
    return size


def _measure_entries(pages: Sequence[DensePage], dictionary: DensePage, decode: Decode) -> int:
    """Entries become their lengths."""
    entries = decode(Type.BYTE_ARRAY, None, [dictionary])
    if isinstance(entries, str):
        return dictionary.size
    lengths: Any = pc.binary_length(entries).combine_chunks()
    body = memoryview(lengths.buffers()[1] or b"")[: 4 * len(lengths)]
    small = DensePage(body, len(lengths), Encoding.PLAIN, len(body))
    return _add(decode(Type.INT32, small, pages))


def _add(lengths: pa.ChunkedArray[Any] | str) -> int:
    """Negative ones are damage, and make nothing shorter."""
    if isinstance(lengths, str):
        return 0
    size = pc.sum(pc.max_element_wise(lengths, 0).cast(pa.int64())).as_py()
    return cast(int, size or 0)
