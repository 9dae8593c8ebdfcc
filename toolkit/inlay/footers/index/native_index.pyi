"""The walk that makes an index, and its hash table, natively."""

from array import array
from collections.abc import Sequence

import pyarrow as pa

from inlay_runtime.limits import Limits
from parquet_format.parquet import ColumnChunk, SchemaElement

def find_offsets(
    data: bytes,
    depth: int,
    container: int,
    binary: int,
    fields: dict[int, int],
    starts: tuple[array[int], array[int], array[int]],
) -> bool:
    """Fills what `FooterOffsets` holds; False where Python has to tell."""

def fill_slots(keys: Sequence[bytes], count: int, width: int, discriminator_bits: int) -> bytes: ...
def find_candidates(
    table: bytes | memoryview, count: int, width: int, discriminator_bits: int, key: bytes
) -> list[int]: ...
def find_parts(
    data: bytes | memoryview, width: int, first: int, stride: int, count: int, size: int
) -> list[tuple[int, int]] | None:
    """The chunks of a column; None where Python has to tell."""

def choose_elements(
    data: bytes, at: int, names: set[bytes], limits: Limits
) -> tuple[int, int, list[tuple[bytes, int, int, int, int, int]]] | None:
    """Where the schema ends, its leaves, and its top columns of these names; None for what is not plain."""

def cut_row_groups(
    cls: type[ColumnChunk],
    data: bytes,
    at: int,
    offsets: bytes | memoryview,
    width: int,
    columns: int,
    leaves: list[int],
    paths: list[bytes],
    limits: Limits,
) -> tuple[bytes, int] | None:
    """The row groups with the chunks of some leaves, and where they end; None for what is not plain, or not so."""

def cut_structs(
    data: bytes, at: int, count: int, chosen: list[int], limits: Limits
) -> tuple[bytes, int] | None:
    """Some structs of a list, and where it ends."""

class IndexReader:
    """An index, and the footer that it is of. Every answer is None where Python has to say what is so."""

    def shape(self) -> tuple[int, int] | None:
        """Columns and row groups."""

    def find(self, keys: list[bytes]) -> int | None:
        """The column whose path is one of these, whose names are joined by NUL. None for several, too."""

    def place(
        self,
        columns: Sequence[int] | None,
        groups: Sequence[int] | None,
        batch_type: type[pa.RecordBatch],
        schema: pa.Schema,
    ) -> pa.RecordBatch | None: ...
    def bounds(
        self,
        columns: Sequence[int] | None,
        groups: Sequence[int] | None,
        batch_type: type[pa.RecordBatch],
        schema: pa.Schema,
    ) -> pa.RecordBatch | None: ...

def open_index(
    fetch: object,
    range_type: type[tuple[int, int]],
    known: bytes | memoryview,
    known_start: int,
    tail_start: int,
    offset: int,
    size: int,
    content: bytes | memoryview,
    end: int,
    chunk_type: type[ColumnChunk],
    element_type: type[SchemaElement],
    limits: Limits,
) -> IndexReader | None: ...
