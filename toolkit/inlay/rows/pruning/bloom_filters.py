"""What Bloom filters say of the values that a test asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from inlay.pages.engine.bloom_filter import BloomFilter, may_contain, read_bloom_filter
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.xxh64 import hash_bytes

if TYPE_CHECKING:
    from inlay.pages.engine.range_reader import RangeReader
    from inlay.rows.pruning.facts import Facts
    from inlay.rows.pruning.literals import PlacedValue
    from parquet_format.parquet import ColumnMetaData

NO_SUCH_VALUE: Final = "no such value"


class BloomFilters:
    """Those of one file. A value that every row group is asked for is hashed once."""

    def __init__(self, reader: RangeReader) -> None:
        self._reader = reader
        self._hashes: dict[bytes, int] = {}

    def ask(self, meta: ColumnMetaData, placed: Sequence[PlacedValue | None], facts: Facts) -> str:
        """What the filter of a chunk says of these values; empty where it says nothing."""
        try:
            bloom = read_bloom_filter(self._reader, meta)
            if bloom is None or not bloom.is_known:
                return ""
            for value in placed:
                plain = None if value is None else value.plain
                if plain is None or any(self._has(bloom, self._hash(it)) for it in plain):
                    return ""
            # Of a filter that lacks a value which the statistics have, one of both is wrong.
            if not all(self._has(bloom, hash_bytes(it)) for it in facts.list_values()):
                return "its Bloom filter does not have the bounds"
        except ChunkError:
            return "its Bloom filter is damaged"
        return NO_SUCH_VALUE

    def _has(self, bloom: BloomFilter, hashed: int) -> bool:
        return may_contain(self._reader.read, bloom, hashed)

    def _hash(self, value: bytes) -> int:
        if value not in self._hashes:
            self._hashes[value] = hash_bytes(value)
        return self._hashes[value]
