"""A chunk whose encoding is a number of the Encoding enum that the local configuration knows, as PLAIN pages."""

from __future__ import annotations

from functools import cached_property

from inlay.ground.files.source import Seekable, name_of, read_at
from inlay.pages.encodings.plain import encode_plain_header
from inlay.pages.encodings.plain_sizes import measure_values
from inlay.pages.encodings.plugins import ValueEncoding
from inlay.pages.encodings.replacement import decode_ratified
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.codecs import Bytes
from inlay.pages.engine.errors import ChunkError, place_errors
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.padding import join_padded
from parquet_format.parquet import ColumnMetaData, Encoding


class RatifiedChunk:
    """There is no page table, so `size` is the most that it can have, and what is too much is zeros: readers stop when
    they have all values."""

    def __init__(
        self,
        file: Seekable,
        meta: ColumnMetaData,
        leaf: Leaf,
        ratified: tuple[Encoding, ValueEncoding],
        place: str,
    ) -> None:
        self._file = file
        self._meta = meta
        self._leaf = leaf
        self._ratified = ratified
        self._place = place
        # Headers and levels are in the pages, perhaps compressed, and a header grows by less than itself.
        pages = max(meta.total_uncompressed_size, meta.total_compressed_size)
        self.size = 2 * pages + (bound_plain(meta, leaf) or 0)

    def read(self, start: int, end: int) -> bytes:
        """Values are copied once: a chunk may have hundreds of megabytes of them."""
        parts: list[Bytes] = []
        at = 0
        for part in self._parts:
            if at < end and start < at + len(part):
                parts.append(memoryview(part)[max(start - at, 0) : end - at])
            at += len(part)
        return join_padded(parts, end - start)

    @cached_property
    def _parts(self) -> list[Bytes]:
        start, end = locate_pages(self._meta)
        chunk = read_at(self._file, start, end - start)
        parts: list[Bytes] = []
        with place_errors(f"{name_of(self._file)}: {self._place}: column {self._leaf.name}"):
            for levels, values, num_values in decode_ratified(
                chunk, self._meta, self._leaf, self._ratified, start
            ):
                header = encode_plain_header(len(levels) + len(values), num_values)
                parts += [header, levels, values]
            if sum(map(len, parts)) > self.size:
                raise ChunkError("pages of more bytes than the metadata says", start)
        return parts


def bound_plain(meta: ColumnMetaData, leaf: Leaf) -> int | None:
    """The most bytes that the values can have in PLAIN encoding; None if nothing tells."""
    size = measure_values(meta.type, meta.num_values, leaf.type_length)
    if size is not None:
        return size
    statistics = meta.size_statistics
    if statistics is None or statistics.unencoded_byte_array_data_bytes is None:
        return None
    return statistics.unencoded_byte_array_data_bytes + 4 * meta.num_values
