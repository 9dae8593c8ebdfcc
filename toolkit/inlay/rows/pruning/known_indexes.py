"""The page indexes of the chunks of a filter, each read once: when it is first asked for, or with others at once."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.writers.distrust import find_wrong_index
from inlay.pages.engine.chunk_indexes import IndexBytes, read_all_index_bytes, read_index_bytes
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.range_reader import RangeReader
from parquet_format.parquet import ColumnChunk


class KnownIndexes:
    """By place among the row groups, and number of the leaf."""

    def __init__(self, reader: RangeReader) -> None:
        self._reader = reader
        self._known: dict[tuple[int, int], IndexBytes | None] = {}

    def __contains__(self, place: tuple[int, int]) -> bool:
        return place in self._known

    def __getitem__(self, place: tuple[int, int]) -> IndexBytes | None:
        """None without one that can be believed."""
        return self._known[place]

    def read(self, place: tuple[int, int], chunk: ColumnChunk | None, rules: ColumnRules) -> None:
        """`chunk` is None where its index says nothing: it is encrypted, or nobody knows its rows."""
        self._known[place] = None if chunk is None else self._read(chunk, rules)

    def read_all(self, places: Sequence[tuple[int, int]], chunks: Sequence[ColumnChunk]) -> None:
        """At once, of a column whose writer is believed. Where something is odd, none is known then."""
        if any(chunk.file_path is not None for chunk in chunks):
            return
        try:
            read = read_all_index_bytes(self._reader, chunks)
        except ChunkError:
            return
        if read is not None:
            self._known.update(zip(places, read, strict=True))

    def _read(self, chunk: ColumnChunk, rules: ColumnRules) -> IndexBytes | None:
        if chunk.file_path is not None:
            return None
        if rules.is_doubted and find_wrong_index(rules.writer, rules.column):
            return None
        try:
            return read_index_bytes(self._reader, chunk)
        except ChunkError:
            return None
