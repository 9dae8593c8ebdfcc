"""The walk that makes an index, and its hash table, natively."""

from array import array
from collections.abc import Sequence

from inlay_runtime.limits import Limits
from parquet_format.parquet import ColumnChunk

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
