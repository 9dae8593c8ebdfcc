"""Values of data pages in PLAIN encoding, whatever encoding they are in: pyarrow decodes them (`pages/engine/required_file.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from inlay.ground.wording import amounts
from inlay.pages.encodings.plain_sizes import measure_values
from inlay.pages.engine.chunk_pages import DataPage, data_of, pages_of
from inlay.pages.engine.codecs import Bytes
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.required_file import DensePage, build_required_file
from parquet_format.parquet import (
    ColumnMetaData,
    CompressionCodec,
    DataPageHeader,
    Encoding,
    PageHeader,
    PageType,
    Type,
)

if TYPE_CHECKING:
    from pyarrow import Array


def build_page_header(body: int, num_values: int, encoding: Encoding) -> PageHeader:
    """Of a v1 data page that is not compressed; `body` is its size."""
    return PageHeader(
        type=PageType.DATA_PAGE,
        uncompressed_page_size=body,
        compressed_page_size=body,
        data_page_header=DataPageHeader(
            num_values=num_values,
            encoding=encoding,
            definition_level_encoding=Encoding.RLE,
            repetition_level_encoding=Encoding.RLE,
        ),
    )


@lru_cache(maxsize=1024)
def encode_plain_header(body: int, num_values: int) -> bytes:
    """The same of values in PLAIN. Pages of a file have few sizes, where its values have one width."""
    return build_page_header(body, num_values, Encoding.PLAIN).encode()


def decode_pages(
    type_: Type,
    type_length: int | None,
    dictionary: tuple[Bytes, int] | None,
    pages: Sequence[tuple[DataPage, int]],
    at: int,
) -> list[memoryview]:
    """PLAIN values of each page, given with how many it has; `dictionary` are the values of the dictionary page
    and how many. Raises ChunkError."""
    if all(page.encoding == Encoding.PLAIN or not count for page, count in pages):
        return [_take_as_they_are(type_, type_length, page, count, at) for page, count in pages]
    file = build_required_file(
        type_,
        CompressionCodec.UNCOMPRESSED,
        type_length,
        None if dictionary is None else DensePage(*dictionary, Encoding.PLAIN),
        [_show(page, count) for page, count in pages if count],
    )
    values = _read(file, at)
    if len(values) != sum(count for _, count in pages):
        raise ChunkError(
            f"{amounts.count(len(values), 'value')}, and the levels tell of another number", at
        )
    parts: list[memoryview] = []
    start = 0
    for _, count in pages:
        part = values.slice(start, count)
        match type_:
            case Type.BYTE_ARRAY:
                parts.append(_plain_binary(part))
            case Type.BOOLEAN:
                parts.append(_plain_bits(part))
            case _:
                parts.append(_plain_fixed(part, measure_values(type_, 1, type_length) or 0))
        start += count
    return parts


def _show(page: DataPage, count: int) -> DensePage:
    return DensePage(page.values, count, page.encoding, len(page.values))


def _take_as_they_are(
    type_: Type, type_length: int | None, page: DataPage, count: int, at: int
) -> memoryview:
    values = memoryview(page.values)
    size = measure_values(type_, count, type_length)
    if type_ == Type.BYTE_ARRAY:
        size = size_of_byte_arrays(page.values, count)
    if size is None or size > len(values):
        raise ChunkError(
            f"{amounts.count(len(values), 'byte is', 'bytes are')} not {amounts.count(count, 'value')}",
            at,
        )
    if type_ == Type.BOOLEAN:
        return _cut_bits(values[:size], 0, count)
    return copy_aligned(values[:size])


def _cut_bits(data: Bytes, first: int, count: int) -> memoryview:
    """So many bits from the first on, and zeros behind them."""
    bits = int.from_bytes(data, "little") >> first & (1 << count) - 1
    return memoryview(bits.to_bytes((count + 7) // 8, "little"))


def copy_aligned(values: Bytes) -> memoryview:
    """The bytes at the start of memory of their own: an encoding may look at them as numbers."""
    return memoryview(bytes(values))


def size_of_byte_arrays(data: Bytes, count: int) -> int | None:
    """The size of `count` byte arrays, each behind its length; None where the bytes end before."""
    position = 0
    for _ in range(count):
        position += 4 + int.from_bytes(data[position : position + 4], "little")
        if position > len(data):
            return None
    return position


def _read(file: bytes, at: int) -> Array[Any]:
    import pyarrow as pa
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(pa.BufferReader(file)) as parquet:
            table: pa.Table = cast(Any, parquet).read(use_threads=False)
            return pa.concat_arrays(table.column(0).chunks)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise ChunkError(f"values that pyarrow does not decode: {error}", at) from error


def _plain_fixed(values: Array[Any], width: int) -> memoryview:
    data = values.buffers()[1]
    start = values.offset * width
    return memoryview(data if data is not None else b"").cast("B")[
        start : start + len(values) * width
    ]


def _plain_bits(values: Array[Any]) -> memoryview:
    data = values.buffers()[1]
    return _cut_bits(memoryview(data if data is not None else b""), values.offset, len(values))


def _plain_binary(values: Array[Any]) -> memoryview:
    """pyarrow writes them, since each has to be put behind its length."""
    import pyarrow as pa
    from pyarrow import parquet as pq

    if not len(values):
        return memoryview(b"")
    field = pa.field("values", pa.binary(), nullable=False)
    sink = pa.BufferOutputStream()
    cast(Any, pq).write_table(
        pa.table([values], schema=pa.schema([field])),
        sink,
        compression="none",
        use_dictionary=False,
        write_statistics=False,
        store_schema=False,
        row_group_size=len(values),
    )
    written = sink.getvalue()
    with pq.ParquetFile(pa.BufferReader(written)) as parquet:
        chunk = parquet.metadata.row_group(0).column(0)
        start, size = chunk.data_page_offset, chunk.total_compressed_size
    meta = ColumnMetaData(
        type=Type.BYTE_ARRAY,
        encodings=[Encoding.PLAIN],
        path_in_schema=["values"],
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=len(values),
        total_uncompressed_size=size,
        total_compressed_size=size,
        data_page_offset=start,
    )
    data = written.slice(start, size).to_pybytes()
    pages = [
        data_of(page, CompressionCodec.UNCOMPRESSED, Leaf("values", 0, 0), 0)
        for page in pages_of(data, meta, 0)
    ]
    return memoryview(b"".join(page.values for page in pages))
