"""Statements about values of which one is not true, in a file that is right without it."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from inlay.footers.footer.read import read_footer
from parquet_format.parquet import (
    ColumnIndex,
    ColumnMetaData,
    ColumnOrder,
    Encoding,
    FileMetaData,
    OffsetIndex,
    PageType,
    Statistics,
)


class Said(NamedTuple):
    """What a file says of a chunk in its first row group; changed in place."""

    meta: ColumnMetaData
    columns: ColumnIndex
    offsets: OffsetIndex
    footer: FileMetaData

    @property
    def statistics(self) -> Statistics:
        assert self.meta.statistics is not None
        return self.meta.statistics


class Lie(NamedTuple):
    """`change` is made to what is said of `column`; `words` are part of the finding."""

    column: str
    change: Callable[[Said], object]
    code: str
    words: str


def tell(source: Path, path: Path, column: str, change: Callable[[Said], object]) -> None:
    """Writes the file with its statements changed; new indexes lie behind all else."""
    read = read_footer(str(source))
    body = bytearray(source.read_bytes()[: read.offset])
    metadata = FileMetaData.decode(read.data)
    chunk = next(
        one
        for one in metadata.row_groups[0].columns
        if one.meta_data is not None and one.meta_data.path_in_schema[0] == column
    )
    assert chunk.meta_data is not None
    at, size = chunk.column_index_offset or 0, chunk.column_index_length or 0
    columns = ColumnIndex.decode(bytes(body[at : at + size]))
    at, size = chunk.offset_index_offset or 0, chunk.offset_index_length or 0
    offsets = OffsetIndex.decode(bytes(body[at : at + size]))
    change(Said(chunk.meta_data, columns, offsets, metadata))
    encoded = columns.encode()
    chunk.column_index_offset, chunk.column_index_length = len(body), len(encoded)
    body += encoded
    encoded = offsets.encode()
    chunk.offset_index_offset, chunk.offset_index_length = len(body), len(encoded)
    body += encoded
    thrift = metadata.encode()
    path.write_bytes(bytes(body) + thrift + len(thrift).to_bytes(4, "little") + b"PAR1")


def statistic(**fields: Any) -> Callable[[Said], None]:
    def change(said: Said) -> None:
        for name, value in fields.items():
            setattr(said.statistics, name, value)

    return change


def of_page(number: int, name: str, value: Any) -> Callable[[Said], None]:
    """In a list of the column index."""

    def change(said: Said) -> None:
        getattr(said.columns, name)[number] = value

    return change


def both(*changes: Callable[[Said], object]) -> Callable[[Said], None]:
    """Of statements that have to agree, for nobody would believe one of them alone."""

    def change(said: Said) -> None:
        for one in changes:
            one(said)

    return change


def without_sizes(said: Said) -> None:
    said.meta.size_statistics = None
    said.columns.definition_level_histograms = None


def without_null_counts(said: Said) -> None:
    said.columns.null_counts = None
    without_sizes(said)


def add(what: str, by: int) -> Callable[[Said], None]:
    """To the first number of a list of size statistics that is not 0, taken from the last."""

    def change(said: Said) -> None:
        assert said.meta.size_statistics is not None
        counts = getattr(said.meta.size_statistics, what)
        counts[0] += by
        counts[-1] -= by

    return change


def change_bytes(said: Said) -> None:
    assert said.meta.size_statistics is not None
    said.meta.size_statistics.unencoded_byte_array_data_bytes = 10_000
    said.offsets.unencoded_byte_array_data_bytes = None


def change_page_bytes(said: Said) -> None:
    sizes = said.offsets.unencoded_byte_array_data_bytes
    assert sizes is not None
    sizes[0] += 1
    sizes[1] -= 1


def change_orders(order: ColumnOrder | None) -> Callable[[Said], None]:
    def change(said: Said) -> None:
        said.footer.column_orders = (
            None if order is None else [order] * len(said.footer.column_orders or [])
        )

    return change


def change_order_of_zeros(said: Said) -> None:
    assert said.footer.column_orders is not None
    said.footer.column_orders[5] = ColumnOrder.IEEE_754_TOTAL_ORDER


def change_encodings(said: Said) -> None:
    said.meta.encodings = [Encoding.RLE, Encoding.DELTA_BINARY_PACKED]


def change_encoding_stats(said: Said) -> None:
    for one in said.meta.encoding_stats or []:
        if one.page_type == PageType.DATA_PAGE:
            one.count += 1


def i64(value: int) -> bytes:
    return value.to_bytes(8, "little", signed=True)


def f64(value: float) -> bytes:
    return struct.pack("<d", value)


FOOTER_LIES: dict[str, Lie] = {
    "minimum of integers": Lie(
        "id", statistic(min_value=i64(1)), "value-bounds", "min_value is 1, and a value is less: 0"
    ),
    "maximum of integers": Lie(
        "id",
        statistic(max_value=i64(248)),
        "value-bounds",
        "max_value is 248, and a value is more: 249",
    ),
    "unsigned as if signed": Lie(
        "unsigned",
        statistic(max_value=(2**31 - 1).to_bytes(4, "little")),
        "value-bounds",
        "max_value is 2147483647, and a value is more",
    ),
    "maximum of wide unsigned": Lie(
        "wide",
        statistic(max_value=i64(2**63 - 1)),
        "value-bounds",
        "a value is more",
    ),
    "maximum of doubles with NaN": Lie(
        "price", statistic(max_value=f64(10.0)), "value-bounds", "max_value is 10.0"
    ),
    "minimum of text": Lie(
        "name",
        statistic(min_value="näme 1".encode(), is_min_value_exact=False),
        "value-bounds",
        "min_value is näme 1, and a value is less: näme 0",
    ),
    "maximum cut and not raised": Lie(
        "name",
        statistic(max_value="näme".encode(), is_max_value_exact=False),
        "value-bounds",
        "max_value is näme, and a value is more: näme 9",
    ),
    "maximum of FLOAT16": Lie(
        "half", statistic(max_value=struct.pack("<e", 3.0)), "value-bounds", "max_value is 3.0"
    ),
    "minimum of decimals": Lie(
        "money",
        statistic(min_value=(-100).to_bytes(4, "big", signed=True)),
        "value-bounds",
        "min_value is -1.00, and a value is less: -2.00",
    ),
    "minimum of booleans": Lie(
        "flag", statistic(min_value=b"\x01"), "value-bounds", "a value is less"
    ),
    "minimum of bytes": Lie(
        "code", statistic(min_value=b"\x01\0\0\0\0"), "value-bounds", "a value is less"
    ),
    "bounds in lists": Lie(
        "tags",
        statistic(max_value=b"5", is_max_value_exact=False),
        "value-bounds",
        "a value is more",
    ),
    "bounds without an order": Lie(
        "id",
        both(change_orders(None), statistic(max_value=i64(10))),
        "value-bounds",
        "max_value is 10",
    ),
    "deprecated maximum": Lie(
        "id",
        statistic(max=i64(100), min=i64(0), max_value=None, min_value=None),
        "value-old-bounds",
        "max is 100, and a value is more: 249",
    ),
    "minimum that is not exact": Lie(
        "price",
        statistic(min_value=f64(-30.0), is_min_value_exact=True),
        "value-exact",
        "is_min_value_exact, min_value is -30.0, and the least value is -19.75",
    ),
    "text that is not exact": Lie(
        "name",
        statistic(max_value="nämf".encode(), is_max_value_exact=True),
        "value-exact",
        "max_value is nämf, and the largest value is näme 9",
    ),
    "infinity that is not exact": Lie(
        "endless",
        statistic(min_value=f64(1.7e308), is_min_value_exact=True),
        "value-exact",
        "the least value is inf",
    ),
    "both zeros in total order": Lie(
        "zero",
        both(
            change_order_of_zeros,
            statistic(min_value=struct.pack("<f", 0.0), max_value=struct.pack("<f", 0.0)),
        ),
        "value-bounds",
        "a value is less: -0.0",
    ),
    "nulls": Lie(
        "price",
        both(without_null_counts, statistic(null_count=5)),
        "value-nulls",
        "5, and 23 are null",
    ),
    "nulls in lists": Lie(
        "deep",
        both(without_null_counts, statistic(null_count=2)),
        "value-nulls",
        "are null",
    ),
    "NaNs": Lie("price", statistic(nan_count=3), "value-nans", "3, and 45 are NaN"),
    "distinct values": Lie(
        "name", statistic(distinct_count=16), "value-distinct", "16, and 17 are distinct"
    ),
    "levels of a list": Lie(
        "deep", add("definition_level_histogram", 3), "value-levels", "definition levels are"
    ),
    "bytes of text": Lie("text", change_bytes, "value-bytes", "10,000, and the values have"),
    "encodings": Lie("id", change_encodings, "value-encodings", "DELTA_BINARY_PACKED, and a page"),
    "pages by encoding": Lie("id", change_encoding_stats, "value-encoding-stats", "data pages in"),
}

INDEX_LIES: dict[str, Lie] = {
    "minimum of a page": Lie(
        "id",
        of_page(1, "min_values", i64(30)),
        "value-index-bounds",
        "min_values[1] is 30, and a value is less: 25",
    ),
    "maximum of a page": Lie(
        "text",
        of_page(0, "max_values", b"5"),
        "value-index-bounds",
        "max_values[0] is 5, and a value is more",
    ),
    "nulls of two pages": Lie(
        "price",
        both(
            without_sizes,
            of_page(0, "null_counts", 1),
            of_page(1, "null_counts", 4),
        ),
        "value-index-nulls",
        "are null",
    ),
    "bytes of two pages": Lie("text", change_page_bytes, "value-page-bytes", "bytes in page 0"),
}
