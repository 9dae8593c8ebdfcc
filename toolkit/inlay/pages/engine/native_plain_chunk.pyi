"""Whether all holds that is said of chunks of numbers, natively: see `inlay.pages.engine.plain_chunks`."""

from collections.abc import Iterable, Sequence

from parquet_format.parquet import ColumnChunk

def hold_plain_chunks(
    data: bytes | memoryview,
    start: int,
    chunks: Sequence[tuple[object, object]],
    extents: Sequence[tuple[int, int]],
    keep: int,
    /,
) -> list[
    tuple[
        int, int, int, int, int, bytes | None, bytes | None, tuple[int, ...], bytes | None, object
    ]
    | None
]: ...
def count_pages(data: bytes | memoryview, /) -> int: ...
def encode_offset_indexes(pages: Iterable[tuple[int, int]], /) -> list[bytes]: ...
def encode_column_indexes(
    pages: Iterable[tuple[bytes | None, bytes | None, int, int, Sequence[int] | None, int]],
    /,
) -> list[bytes]: ...
def mark_said_fields(chunks: Iterable[ColumnChunk], /) -> list[int]: ...
