"""Row groups that move whole, natively: see `inlay.pages.whole_group`."""

from array import array

from inlay_runtime.limits import Limits
from parquet_format.parquet import ColumnIndex, OffsetIndex, PageHeader

def find_groups(
    data: bytes,
    at: int,
    footer: int,
    paths: list[bytes],
    repeated: bytes,
    behind: bytes | None,
) -> list[tuple[int, int, int, int, int, int, int, bool]] | None: ...
def check_pages(
    cls: type[PageHeader], data: bytes, at: int, pages: bytes, start: int, limits: Limits
) -> tuple[list[int], list[int], list[int]] | None: ...
def place(
    data: bytes, at: int, end: int, start: int, ordinal: int, others: list[int] | None
) -> bytes | None: ...
def find_chunks(data: bytes, at: int) -> list[tuple[int, int, int, int, int, int, int]] | None: ...
def is_index_of(cls: type[ColumnIndex], data: bytes, pages: int, limits: Limits) -> bool: ...
def move_locations(
    cls: type[OffsetIndex],
    data: bytes,
    offsets: array[int],
    sizes: array[int],
    by: int,
    limits: Limits,
) -> bytes | None: ...
