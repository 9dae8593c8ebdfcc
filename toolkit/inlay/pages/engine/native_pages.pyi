"""The values of a column without lists, and blocks of two codecs, natively: see `inlay.pages.engine.leaf_values` and `codecs`."""

from collections.abc import Sequence

import pyarrow as pa

def decompress_snappy(block: bytes | memoryview, room: pa.Buffer, declared: int, /) -> int: ...
def decompress_lz4(block: bytes | memoryview, room: pa.Buffer, declared: int, /) -> int: ...

class BlockParts:
    """A block of Snappy or LZ4 that comes in parts."""

    def __init__(self, room: pa.Buffer, is_snappy: bool) -> None: ...
    @property
    def is_whole(self) -> bool: ...
    def add(self, part: bytes | memoryview, left: int) -> int: ...

class LeafBuilder:
    """The buffers of one array, filled page by page. What the methods return is a `Fault`."""

    def __init__(
        self,
        kind: int,
        source: int,
        width: int,
        most: int,
        rows: int,
        validity: pa.Buffer,
        values: pa.Buffer,
        data: pa.Buffer | None,
    ) -> None: ...
    @property
    def row_count(self) -> int: ...
    @property
    def null_count(self) -> int: ...
    @property
    def byte_count(self) -> int: ...
    def set_dictionary(self, values: bytes | memoryview, count: int) -> int: ...
    def add_page(
        self, levels: bytes, values: bytes | memoryview, count: int, coding: int, nulls: int
    ) -> int: ...

def join_padded(parts: Sequence[bytes | memoryview], size: int) -> bytes:
    """The parts, and zeros up to `size` bytes. ValueError for more than that."""

def hash_bytes(data: bytes, /) -> int:
    """XXH64 with seed 0."""

def has_bits(blocks: bytes, hashed: int, /) -> bool:
    """Whether the block of a hash has all of its bits; False where there are no whole blocks."""

def find_absent(
    values: pa.Buffer | bytes,
    offsets: pa.Buffer | bytes | None,
    width: int,
    first: int,
    count: int,
    blocks: bytes,
    begin: int,
    total: int,
    /,
) -> int:
    """The place of the first value that a filter does not have, -1 where it has all that lie in the blocks that are given."""

def add_values(
    values: pa.Buffer | bytes,
    offsets: pa.Buffer | bytes | None,
    width: int,
    first: int,
    count: int,
    blocks: bytearray,
    /,
) -> None:
    """Sets the bits of values in a whole filter."""

def build_blocks(numbers: Sequence[tuple[bytes, int, bool]], header: bytes, /) -> list[bytes]: ...
def fold_blocks(blocks: bytearray, by: int, /) -> None:
    """Puts each `by` blocks that follow each other into one; those behind them are left over."""

def count_bits(data: bytes | bytearray, /) -> int:
    """How many are set."""

class DistinctHashes:
    """Those whose highest `bits` are `first`, multiplied. Of more than `most` the first half is kept, and `bits` is one more."""

    def __init__(self, bits: int, first: int, multiplier: int, most: int) -> None: ...
    @property
    def bits(self) -> int: ...
    @property
    def count(self) -> int: ...
    def add(
        self,
        values: pa.Buffer | bytes,
        offsets: pa.Buffer | bytes | None,
        width: int,
        first: int,
        count: int,
        /,
    ) -> None:
        """So many values, as `find_absent` takes them."""

class MapKeys:
    """The keys of the map that the last values were in, by their hashes; and how far the levels of a page were gone over."""

    def __init__(self, multiplier: int, most: int) -> None: ...
    def forget(self) -> None:
        """The next entry begins a map."""

    def begin(
        self,
        repetition: bytes,
        most_repetition: int,
        definition: bytes,
        most_definition: int,
        entries: int,
        /,
    ) -> None:
        """A page, by its levels."""

    def find(
        self,
        values: pa.Buffer | bytes,
        offsets: pa.Buffer | None,
        indexes: pa.Buffer | None,
        width: int,
        first: int,
        count: int,
        /,
    ) -> tuple[int, int] | None:
        """Of the next `count` values of the page, the place of the first key that its map has before it, and how many rows of the page
        have begun by then; -1 without one. None for levels that are not read here."""
