"""A chunk, or a run of its pages, as values that are there, without those that are not, and what is known of each page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from inlay.pages.engine.errors import ChunkError
from parquet_format.parquet import DataPageHeader, DataPageHeaderV2, Encoding

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(slots=True)
class DensePageLevels:
    """A data page: where its header is, its first value in the chunk, how many are there, and their bytes before compression, where
    values are read; levels by how often each is in it.

    `rows` begin in it, and `begins_row` says whether its first value does. `damage` is what is wrong with it: then nothing else is
    known, and it has no values.
    """

    offset: int
    entries: int
    encoding: Encoding
    header: DataPageHeader | DataPageHeaderV2
    first: int = 0
    count: int = 0
    size: int = field(default=0, compare=False)
    definitions: list[int] = field(default_factory=list)
    repetitions: list[int] = field(default_factory=list)
    begins_row: bool = True
    damage: str = ""
    definition_bytes: bytes = b""
    """Its definition levels as they lie in it, where they were asked for."""

    repetition_bytes: bytes = b""
    """The same of its repetition levels."""

    @property
    def rows(self) -> int:
        return self.repetitions[0] if self.repetitions else 0


@dataclass(slots=True)
class DenseChunk:
    """Of a chunk, or of a run of its pages, whose first value is number `first` of the chunk.

    `values` are physical ones without nulls: numbers, booleans, bytes of one width (INT96 too), byte arrays, or a dictionary of these.
    `damage` is what ends the walk over its pages, with its offset; then there are others that nobody has seen.
    """

    values: pa.ChunkedArray[Any]
    pages: list[DensePageLevels]
    damage: ChunkError | None = None
    first: int = 0
    is_piece: bool = False
    """Whether it has one page, and some of its values."""

    @property
    def is_whole(self) -> bool:
        return self.damage is None and not any(page.damage for page in self.pages)

    @property
    def goes_on(self) -> bool:
        """Whether its page is the last one of the run before: a large page comes in pieces, each a run."""
        return bool(self.pages) and self.pages[0].first < self.first

    def spans(self) -> list[tuple[int, int]]:
        """Of each page, or of the piece of one: its first value among these, and how many they are."""
        if self.is_piece:
            return [(0, len(self.values))]
        return [(page.first - self.first, page.count) for page in self.pages]


class DenseRun(NamedTuple):
    values: DenseChunk
    is_only: bool
    """Whether there is no other."""
