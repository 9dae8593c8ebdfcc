"""Root and placement of a modular footer, natively. Each function gives None for what is left to Python."""

from collections.abc import Sequence

import pyarrow as pa

from inlay_runtime.packed import PackedArray, PackedBits
from parquet_format.parquet import Statistics

def read_root(
    tail: bytes, begin: int, end: int
) -> (
    tuple[
        tuple[int, int, int, int],
        list[int],
        int,
        list[tuple[int, int, int]],
        int,
        tuple[int, int, int, int, int, int] | None,
    ]
    | None
):
    """Version, row groups, columns, rows; rows of each row group; where the root begins; modules and what their offsets count
    from; the seal."""

def place(
    module: bytes | memoryview,
    columns: int,
    groups: int,
    wanted_columns: Sequence[int],
    wanted_groups: Sequence[int],
    crcs: Sequence[int] | None,
    batch_type: type[pa.RecordBatch],
    schema: pa.Schema,
) -> pa.RecordBatch | None:
    """A row for each chunk that is wanted."""

def sum_columns(module: bytes | memoryview, columns: int, groups: int) -> list[int] | None:
    """The checksum of each column."""

def expand_bounds(
    pieces: list[bytes | memoryview], groups: int, absent_means_exact: bool
) -> (
    tuple[
        tuple[bytes, bytes, bytes | None, int],
        tuple[bytes, bytes, bytes | None, int],
        tuple[bytes, bytes | None, int],
        tuple[bytes, bytes | None, int],
        tuple[bytes, bytes | None, int],
        tuple[bytes, bytes | None, int],
    ]
    | None
):
    """The columns of `BoundColumns`, of all row groups of these columns one behind the other."""

def locate_bounds(
    data: bytes | memoryview,
    length: int,
    array_type: type[PackedArray],
    stream_type: type[PackedBits],
) -> list[PackedArray | None] | None:
    """The seven arrays of a descriptor of statistics."""

class ChunkEncoder:
    """The chunks of a footer as the elements of lists, some columns of a row group at a time."""

    def __init__(
        self,
        leaves: list[tuple[int, bool, bytes]],
        groups: int,
        placement: list[list[pa.Buffer | None]],
        bounds: list[list[pa.Buffer | None]],
    ) -> None: ...
    def has_sizes(self) -> bool:
        """Whether those of all chunks are sizes."""

    def sum_sizes(self, group: int) -> tuple[int, int]:
        """Of a row group, uncompressed and compressed."""

    def encode(self, group: int, first: int, count: int) -> bytes:
        """So many chunks of a row group, or as many as there are from `first` on."""

def encode_statistics(
    said: list[Statistics | None], absent_means_exact: bool, suffix_limit: int | None
) -> bytes | None:
    """The `ColumnStatistics` of a column; no bytes where nothing is said."""
