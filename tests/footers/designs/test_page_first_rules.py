"""What a reader of a page-first footer has to refuse, rule by rule, also where every CRC is right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from inlay.footers.designs.encoded_arrays import (
    encode_dense,
    encode_sparse,
    encode_sparse_bytes,
    pack_stream,
)
from inlay.footers.designs.page_first import PageFirstLayout
from inlay.footers.designs.page_first_supplement import ChunkLists
from inlay_runtime.core import is_native
from inlay_runtime.errors import DecodeError
from inlay_runtime.packed import encode_deltas
from parquet_format.page_first import (
    ColumnDataPages,
    ColumnRangeStatistics,
    ColumnRangeStatisticsDirectory,
    ModuleKind,
    PageDirectory,
)
from parquet_format.page_first_modules import ArrayEncoding, EncodedArray
from tests.footers.designs.files import contents_in, nested_file
from tests.footers.designs.page_first_parts import Parts, opened, parts_of
from tests.support.packed_cores import pure_python

S = TypeVar("S", ColumnDataPages, ColumnRangeStatistics)
FILE = nested_file(2)
GROUPS = 2
FINE = parts_of(PageFirstLayout.build(contents_in(FILE), len(FILE)), len(FILE))
COLUMNS = FINE.root.num_columns
FIRST = ColumnDataPages.decode(FINE.regions[0])
PAGES = FIRST.num_data_pages


def refusals(data: bytes, ask: Callable[[PageFirstLayout], Any]) -> set[str]:
    """What both cores say of it, which has to be one thing."""
    said = set()
    for core in (nullcontext(), pure_python() if is_native("packed") else nullcontext()):
        with core, pytest.raises(DecodeError) as error:
            ask(opened(data, len(FILE)))
        said.add(f"{type(error.value).__name__}: {error.value}")
    return said


def test_what_is_put_together_again_is_the_same() -> None:
    footer = opened(FINE.joined(), len(FILE))
    expected = PageFirstLayout.build(contents_in(FILE), len(FILE))
    assert footer.place().equals(opened(expected, len(FILE)).place())
    assert footer.bounds().equals(opened(expected, len(FILE)).bounds())
    assert footer.thrift() == contents_in(FILE).thrift


def changed(struct: S, changes: Mapping[str, object]) -> S:
    for name, value in changes.items():
        setattr(struct, name, value)
    return struct


def column(behind: bytes = b"", **changes: object) -> bytes:
    """The pages of the first column, but for what is given."""
    return changed(ColumnDataPages.decode(FINE.regions[0]), changes).encode() + behind


ROWS = [0] * PAGES
COLUMN: dict[str, Callable[[], bytes]] = {
    "more pages than values": lambda: column(num_data_pages=PAGES + 9),
    "fewer pages than values": lambda: column(num_data_pages=PAGES - 9),
    "a negative number of pages": lambda: column(num_data_pages=-1),
    "pages that bytes cannot mean": lambda: column(num_data_pages=1 << 30),
    "no width": lambda: column(num_values=b""),
    "a width of 65 bits": lambda: column(num_values=bytes([65]) + bytes(PAGES * 9)),
    "bytes behind the values": lambda: column(num_values=FIRST.num_values + b"\0"),
    "bits behind the values": lambda: column(num_values=padded(PAGES)),
    "a value that no i64 holds": lambda: column(num_values=pack_stream([1 << 63] * PAGES)),
    "a page in no region": lambda: column(region_ordinals=pack_stream([1 << 40] * PAGES)),
    "a dictionary in no region": lambda: column(dictionary_regions=pack_stream([1 << 40] * PAGES)),
    "rows that fall": lambda: column(first_row_indexes=pack_stream([2, 1, *ROWS[2:]])),
    "rows behind the last": lambda: column(first_row_indexes=pack_stream([1 << 20] * PAGES)),
    "a negative codec": lambda: column(codecs=encode_deltas([-1] * PAGES)),
    "a codec that no i32 holds": lambda: column(codecs=encode_deltas([1 << 31] * PAGES)),
    "codecs of more pages": lambda: column(codecs=encode_deltas([1] * (PAGES + 1))),
    "codecs cut short": lambda: column(codecs=FIRST.codecs[:-1]),
    "bytes behind the codecs": lambda: column(codecs=FIRST.codecs + b"\0"),
    "bytes behind the descriptor": lambda: column(b"\0"),
    "no descriptor": lambda: b"\0",
    "a field twice": lambda: FINE.regions[0][:-1] + b"\x05\x02\x02\0",
}


def padded(count: int) -> bytes:
    """Values of one bit, with a bit set behind the last one."""
    data = bytearray(pack_stream([1] * count))
    assert count % 8
    data[-1] |= 0x80
    return bytes(data)


@pytest.mark.parametrize("case", COLUMN)
def test_rules_of_the_pages_of_a_column(case: str) -> None:
    data = FINE.with_region(0, COLUMN[case]()).joined()
    assert opened(data, len(FILE)).place([1]).num_rows == GROUPS
    assert len(refusals(data, lambda footer: footer.place([0]))) == 1


REGIONS = [len(FINE.pages) - 1 + at for at in range(COLUMNS)]
DIRECTORY: dict[str, EncodedArray] = {
    "of fewer columns": encode_dense(REGIONS[:-1]),
    "of more columns": encode_dense([*REGIONS, 1]),
    "without the first column": encode_sparse(COLUMNS, range(1, COLUMNS), REGIONS[1:]),
    "into a page": encode_dense([0, *REGIONS[1:]]),
    "behind the last region": encode_dense([1 << 20, *REGIONS[1:]]),
    "to no i64": encode_dense([1 << 63, *REGIONS[1:]]),
    "into the schema": encode_dense([FINE.modules[ModuleKind.SCHEMA], *REGIONS[1:]]),
    "by positions out of order": encode_sparse(COLUMNS, [1, 0, *range(2, COLUMNS)], REGIONS),
    "by an unknown encoding": encode_dense(REGIONS).replace(encoding=ArrayEncoding(7)),
}


@pytest.mark.parametrize("case", DIRECTORY)
def test_a_directory_that_lies(case: str) -> None:
    directory = PageDirectory(column_data_page_regions=DIRECTORY[case])
    data = FINE.with_module(ModuleKind.PAGE_DIRECTORY, directory.encode()).joined()
    assert len(refusals(data, lambda footer: footer.place([0]))) == 1


STARTS = encode_deltas([0, 40])


def with_statistics(**arrays: object) -> bytes:
    """The footer with other statistics of its first column: both bounds of the first row group, but for what is given."""
    bound = encode_sparse_bytes(GROUPS, [0], [b"a"])
    statistics = ColumnRangeStatistics(
        range_start_rows=STARTS, minmax_prefixes=bound, min_suffixes=bound, max_suffixes=bound
    )
    listed = FINE.region_of(ModuleKind.COLUMN_RANGE_STATISTICS)
    region = COLUMNS + 1  # behind the pages of the columns and their directory
    assert ColumnRangeStatistics.decode(FINE.regions[region]).range_start_rows == STARTS
    assert ColumnRangeStatisticsDirectory.decode(FINE.regions[listed])
    return FINE.with_region(region, changed(statistics, arrays).encode()).joined()


def entries(offsets: Sequence[int], content: bytes) -> EncodedArray:
    """Byte arrays at the first of two positions, by these offsets."""
    fine = encode_sparse_bytes(GROUPS, [0], [b""])
    return fine.replace(values=pack_stream(offsets) + content)


COUNTS = encode_sparse(GROUPS, [0], [1])
STATISTICS: dict[str, dict[str, object]] = {
    "a bound without its partner": {"max_suffixes": None},
    "bounds without their prefix": {"minmax_prefixes": None},
    "bounds at other positions": {"max_suffixes": encode_sparse_bytes(GROUPS, [1], [b"a"])},
    "more of one bound": {"max_suffixes": encode_sparse_bytes(GROUPS, [0, 1], [b"a", b"b"])},
    "ranges that there are not": {"null_counts": encode_sparse(GROUPS + 1, [0], [1])},
    "positions out of order": {"null_counts": encode_sparse(GROUPS, [1, 0], [1, 1])},
    "a position twice": {"null_counts": encode_sparse(GROUPS, [1, 1], [1, 1])},
    "a position behind the last": {"null_counts": encode_sparse(GROUPS, [2], [1])},
    "more values than positions": {"null_counts": COUNTS.replace(values=pack_stream([1] * 9))},
    "positions cut short": {"null_counts": COUNTS.replace(presence=b"\1")},
    "a number of positions without an end": {"null_counts": COUNTS.replace(presence=b"\xff" * 9)},
    "no positions": {"null_counts": COUNTS.replace(presence=None)},
    "bytes behind the positions": {"null_counts": COUNTS.replace(presence=b"\1\1\0\0")},
    "a bitmap of another length": {
        "null_counts": encode_dense([1, 1]).replace(presence=b"\3\0", encoding=None)
    },
    "bits behind the bitmap": {"null_counts": encode_dense([1, 1]).replace(presence=b"\7")},
    "a count that no i64 holds": {"null_counts": encode_sparse(GROUPS, [0], [1 << 63])},
    "a first offset that is not 0": {"min_suffixes": entries([1, 1], b"a")},
    "offsets that fall": {
        "min_suffixes": encode_sparse_bytes(GROUPS, [0, 1], [b"", b""]).replace(
            values=pack_stream([0, 2, 1]) + b"a"
        )
    },
    "offsets that end elsewhere": {"min_suffixes": entries([0, 5], b"a")},
    "exactness of another bound": {"min_is_exact": encode_sparse(GROUPS, [1], [1])},
    "exactness that is no boolean": {"min_is_exact": encode_sparse(GROUPS, [0], [2])},
    "ranges that are no row groups": {"range_start_rows": encode_deltas([0, 41])},
    "another number of ranges": {"range_start_rows": encode_deltas([0])},
    "bytes behind the ranges": {"range_start_rows": STARTS + b"\0"},
}


@pytest.mark.parametrize("case", STATISTICS)
def test_rules_of_statistics(case: str) -> None:
    data = with_statistics(**STATISTICS[case])
    assert opened(data, len(FILE)).bounds([1]).num_rows == GROUPS
    assert len(refusals(data, lambda footer: footer.bounds([0]))) == 1


def test_statistics_that_are_fine_are_read() -> None:
    row, other = opened(with_statistics(), len(FILE)).bounds([0]).to_pylist()
    assert (row["minimum"], row["maximum"], row["min_is_exact"]) == (b"aa", b"aa", True)
    assert other["minimum"] is None


def with_chunks(**lists: Sequence[int]) -> bytes:
    """The footer with other numbers of chunks in its supplement, one for each chunk."""
    assert FINE.supplement is not None
    chunks = ChunkLists(**{**vars(FINE.supplement.chunks), **lists})
    return replace(FINE, supplement=replace(FINE.supplement, chunks=chunks)).joined()


CHUNKS = COLUMNS * GROUPS
SUPPLEMENTS: dict[str, Callable[[], bytes]] = {
    "more pages than there are": lambda: with_chunks(
        first_pages=[99] * (CHUNKS + COLUMNS),
    ),
    "pages that fall": lambda: with_chunks(first_pages=[3, 2, 1] * COLUMNS),
    "a dictionary in no region": lambda: with_chunks(dictionaries=[1 << 40] * CHUNKS),
    "a dictionary before the first region": lambda: with_chunks(dictionaries=[1] * CHUNKS),
    "an offset that no i64 holds": lambda: with_chunks(data_page_offsets=[(1 << 63) - 1] * CHUNKS),
    "a size that no i64 holds": lambda: with_chunks(compressed=[(1 << 63) - 1] * CHUNKS),
    "numbers of fewer chunks": lambda: with_chunks(codecs=[1] * (CHUNKS - 9)),
    "bytes behind the numbers": lambda: FINE.joined(lambda packed: packed + b"\0"),
    "numbers cut short": lambda: FINE.joined(lambda packed: packed[:-1]),
}


@pytest.mark.parametrize("case", SUPPLEMENTS)
def test_rules_of_the_supplement(case: str) -> None:
    assert len(refusals(SUPPLEMENTS[case](), lambda footer: footer.place())) == 1


def plain_parts() -> Parts:
    return replace(FINE, supplement=None)


def test_a_footer_without_a_supplement_is_put_together_as_well() -> None:
    footer = opened(plain_parts().joined(), len(FILE))
    assert not footer.is_protected
    assert footer.find(["id"]).to_pylist() == [0]
