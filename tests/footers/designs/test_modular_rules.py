"""What a reader of a modular footer has to refuse, rule by rule, in a footer that no CRC protects."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inlay.footers.designs.modular.array_pages import pack_dense, pack_sparse, pack_sparse_bytes
from inlay.footers.designs.modular.frame import SIZE, Frame, pack_frame
from inlay_runtime.errors import DecodeError
from parquet_format.modular import (
    ArrayPage,
    ColumnStatistics,
    ModularFooter,
    ModuleDirectoryEntry,
    ModuleKind,
    ModuleLocation,
    PlacementModule,
    RowGroupStatisticsModule,
)
from tests.footers.designs.modular_parts import (
    DATA,
    FILE,
    opened,
    put,
    root_of,
    with_module,
    with_root,
)


def with_placement(change: Callable[[PlacementModule], None]) -> bytes:
    return with_module(ModuleKind.PLACEMENT, PlacementModule, change)


def with_statistics(statistics: ColumnStatistics) -> bytes:
    """The footer with other statistics of its first column."""
    root, start = root_of(DATA)
    data = statistics.encode()
    offsets = [start, *[start + len(data)] * root.num_columns]
    directory = RowGroupStatisticsModule(column_offsets=pack_dense(offsets)).encode()
    for entry in root.modules:
        if entry.kind is ModuleKind.ROW_GROUP_STATISTICS:
            entry.location = ModuleLocation(offset=start + len(data), length=len(directory))
    end = start + len(data) + len(directory)
    return DATA[:start] + data + directory + root.encode() + pack_frame(Frame(len(FILE), end))


def move(kind: ModuleKind, offset: int, length: int) -> Callable[[ModularFooter], None]:
    def change(root: ModularFooter) -> None:
        for entry in root.modules:
            if entry.kind is kind:
                entry.location = ModuleLocation(offset=offset, length=length)

    return change


def doubled(root: ModularFooter) -> None:
    root.modules = [*root.modules, root.modules[0]]


def dropped(root: ModularFooter) -> None:
    root.modules = [entry for entry in root.modules if entry.kind is not ModuleKind.PLACEMENT]


COLUMNS, GROUPS = root_of(DATA)[0].num_columns, 2
CHUNKS = COLUMNS * GROUPS
ROOTS: dict[str, Callable[[], bytes]] = {
    "no frame": lambda: DATA[:-1] + b"2",
    "a frame of another place": lambda: DATA[:-SIZE] + pack_frame(Frame(0, 5)),
    "a root outside": lambda: DATA[:-SIZE] + pack_frame(Frame(len(FILE), len(DATA))),
    "bytes behind the root": lambda: DATA[:-SIZE] + b"\0" + DATA[-SIZE:],
    "a negative count": lambda: with_root(put("num_rows", -1)),
    "fewer row groups than rows of them": lambda: with_root(put("num_row_groups", 1)),
    "chunks that the bytes cannot mean": lambda: with_root(put("num_columns", 1 << 30)),
    "no placement": lambda: with_root(dropped),
    "a module twice": lambda: with_root(doubled),
    "a module outside": lambda: with_root(move(ModuleKind.SCHEMA, 0, 1 << 40)),
    "a module at a negative offset": lambda: with_root(move(ModuleKind.SCHEMA, -9, 5)),
    "a module without bytes": lambda: with_root(move(ModuleKind.SCHEMA, 0, 0)),
    "modules that overlap": lambda: with_root(move(ModuleKind.FILE_METADATA, 1, 4)),
}


@pytest.mark.parametrize("case", ROOTS)
def test_rules_of_the_root(case: str) -> None:
    with pytest.raises(DecodeError):
        opened(ROOTS[case]())


def wrong_page(**changes: object) -> ArrayPage:
    page = pack_dense(list(range(CHUNKS)))
    for name, value in changes.items():
        setattr(page, name, value)
    return page


PLACEMENTS: dict[str, Callable[[PlacementModule], None]] = {
    "too few values": put("num_values", pack_dense([1] * (CHUNKS - 1))),
    "too many values": put("codecs", pack_dense([1] * (CHUNKS + 1))),
    "absent values": put("num_values", pack_sparse(CHUNKS, [0], [1])),
    "an encoding with the parameters of another": put("codecs", wrong_page(encoding=1)),
    "an unknown encoding": put("codecs", wrong_page(encoding=7)),
    "bytes behind the values": put("codecs", wrong_page(data=bytes(100))),
    "fewer bytes than values": put("codecs", wrong_page(data=b"")),
    "an offset that no i64 holds": put("data_page_offsets", pack_dense([1 << 63] * CHUNKS)),
    "a codec that no i32 holds": put("codecs", pack_dense([1 << 31] * CHUNKS)),
    "dictionary pages out of order": put(
        "first_dictionary_pages", pack_dense([1, 0, *[1] * (CHUNKS - 1)])
    ),
    "dictionary pages that are not there": put(
        "first_dictionary_pages", pack_dense([0, *[99] * CHUNKS])
    ),
    "types of other columns": put("physical_types", pack_dense([1])),
    "flags of other chunks": put("is_fully_dictionary_encoded", pack_dense([1])),
}


@pytest.mark.parametrize("case", PLACEMENTS)
def test_rules_of_the_placement(case: str) -> None:
    footer = opened(with_placement(PLACEMENTS[case]))
    with pytest.raises(DecodeError):
        footer.place()


def bounds(**arrays: ArrayPage) -> ColumnStatistics:
    """Both bounds of the first row group, but for what is given."""
    first = pack_sparse_bytes(GROUPS, [0], [b"a"])
    statistics = ColumnStatistics(minmax_prefixes=first, min_suffixes=first, max_suffixes=first)
    for name, page in arrays.items():
        setattr(statistics, name, page)
    return statistics


STATISTICS: dict[str, ColumnStatistics] = {
    "a bound without its partner": ColumnStatistics(
        minmax_prefixes=pack_sparse_bytes(GROUPS, [0], [b"a"]),
        min_suffixes=pack_sparse_bytes(GROUPS, [0], [b"a"]),
    ),
    "bounds at other positions": bounds(max_suffixes=pack_sparse_bytes(GROUPS, [1], [b"a"])),
    "more of one bound": bounds(max_suffixes=pack_sparse_bytes(GROUPS, [0, 1], [b"a", b"b"])),
    "prefixes at other positions": bounds(minmax_prefixes=pack_sparse_bytes(GROUPS, [1], [b"a"])),
    "row groups that there are not": bounds(null_counts=pack_sparse(GROUPS + 1, [0], [1])),
    "exactness of no bound": ColumnStatistics(min_is_exact=pack_sparse(GROUPS, [0], [1])),
    "exactness of another bound": bounds(min_is_exact=pack_sparse(GROUPS, [1], [1])),
    "exactness that is not a boolean": bounds(min_is_exact=pack_sparse(GROUPS, [0], [2])),
    "a count that no i64 holds": bounds(null_counts=pack_sparse(GROUPS, [0], [1 << 63])),
}


@pytest.mark.parametrize("case", STATISTICS)
def test_rules_of_statistics(case: str) -> None:
    footer = opened(with_statistics(STATISTICS[case]))
    assert footer.bounds([1]).num_rows == GROUPS
    with pytest.raises(DecodeError):
        footer.bounds([0])


@pytest.mark.parametrize(
    "offsets",
    {
        "falling": [9, *[3] * COLUMNS],
        "outside": [0, *[1 << 40] * COLUMNS],
        "into another module": [0, *[9] * COLUMNS],
        "too few": [0, 9],
    }.values(),
    ids=str,
)
def test_a_directory_that_lies(offsets: list[int]) -> None:
    def change(module: RowGroupStatisticsModule) -> None:
        module.column_offsets = pack_dense(offsets)

    kind = ModuleKind.ROW_GROUP_STATISTICS
    footer = opened(with_module(kind, RowGroupStatisticsModule, change))
    with pytest.raises(DecodeError):
        footer.bounds([0])


def test_what_is_fine_is_read() -> None:
    """The ways of changing a footer that are used above change nothing by themselves."""

    root, start = root_of(DATA)
    location = ModuleLocation(offset=start, length=1)
    root.modules = [*root.modules, ModuleDirectoryEntry(kind=ModuleKind(77), location=location)]
    unknown = DATA[:start] + b"?" + root.encode() + pack_frame(Frame(len(FILE), start + 1))
    expected = opened(DATA)
    for data in (unknown, with_placement(lambda placement: None)):
        assert opened(data).place().equals(expected.place())
    exact = bounds(min_is_exact=pack_sparse(GROUPS, [0], [0]))
    row, *_ = opened(with_statistics(exact)).bounds([0], [0]).to_pylist()
    assert (row["minimum"], row["maximum"]) == (b"aa", b"aa")
    assert (row["min_is_exact"], row["max_is_exact"]) == (False, True)
