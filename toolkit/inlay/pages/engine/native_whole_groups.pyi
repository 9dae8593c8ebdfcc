"""Row groups that move whole, natively: see `inlay.pages.engine.whole_group`."""

from array import array

from inlay_runtime.limits import Limits
from parquet_format.parquet import OffsetIndex, PageHeader

def find_groups(
    data: bytes,
    at: int,
    footer: int,
    paths: list[bytes],
    repeated: bytes,
    behind: bytes | None,
) -> list[tuple[int, int, int, int, int, int, int, bool]] | None: ...
def check_pages(
    cls: type[PageHeader],
    data: bytes,
    at: int,
    pages: bytes,
    start: int,
    size: int,
    limits: Limits,
    lists: bool,
) -> tuple[bytes, list[int], list[int], list[int], list[int], list[int], list[int]] | None: ...
def place(
    data: bytes, at: int, end: int, start: int, ordinal: int, others: list[int] | None
) -> bytes | None: ...
def find_chunks(
    data: bytes, at: int
) -> list[tuple[int, int, int, int, int, int, int, int]] | None: ...
def list_encodings(data: bytes, at: int) -> set[int] | None: ...
def move_locations(
    cls: type[OffsetIndex],
    data: bytes,
    pages: tuple[array[int], array[int], array[int], array[int], array[int]],
    rows: int,
    has_a_row_for_each: bool,
    by: int,
    limits: Limits,
) -> bytes | None: ...
def move_offsets(
    data: bytes,
    starts: array[int],
    ends: array[int],
    distances: array[int],
    body: int,
    offset_indexes: array[int] | None,
) -> bytes | None: ...
def has_paths(data: bytes, paths: list[bytes]) -> bool: ...
def move_all_locations(
    cls: type[OffsetIndex],
    data: bytes,
    sizes: list[int],
    starts: array[int],
    ends: array[int],
    distances: array[int],
    body: int,
    limits: Limits,
) -> tuple[bytes, list[int]] | None: ...
