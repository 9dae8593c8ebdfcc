"""What an audit holds at the most: by counted allocations of Python and of pyarrow, and by the peak of a process of its own."""

from __future__ import annotations

import io
import tracemalloc
from array import array
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, BinaryIO, Final, NamedTuple

import pytest

import inlay
from inlay.footers.footer.trailer import tail_of
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.walk import walk
from parquet_format.parquet import ColumnChunk, VariantType
from tests.pages.encodings.files import add_all
from tests.support.forks import Forks

pa: Any = import_module("pyarrow")
pq: Any = import_module("pyarrow.parquet")

ROWS: Final = 50_000
THREADS: Final = 2
CLAIMS: Final = 4 << 20
"""Bytes of small chunks that are read at once, by each thread, with what is not of the chunks."""

ROOM: Final = 64 << 20

POOLS: Final[list[Any]] = []
"""They have to live as long as what was taken from them."""


def build_numbers(rng: Random) -> list[object]:
    return [rng.random() for _ in range(ROWS)]


def build_text(rng: Random) -> list[object]:
    return [f"{rng.getrandbits(128):032x}" for _ in range(ROWS)]


def build_lists(rng: Random) -> list[object]:
    return [[rng.random()] * (at % 3) for at in range(ROWS)]


def build_beginnings(_rng: Random) -> list[object]:
    return [f"the same beginning {at:08}" for at in range(ROWS)]


KINDS: Final[dict[str, tuple[Callable[[Random], list[object]], dict[str, Any]]]] = {
    "numbers": (build_numbers, {"use_dictionary": False}),
    "numbers, with page indexes": (build_numbers, {"write_page_index": True}),
    "text": (build_text, {}),
    "lists": (build_lists, {"use_dictionary": False}),
    "text of which pages hold little": (
        build_beginnings,
        {"use_dictionary": False, "column_encoding": {"c": "DELTA_BYTE_ARRAY"}},
    ),
}


@pytest.mark.parametrize("name", KINDS)
def test_an_audit_holds_two_chunks(name: str, tmp_path: Path) -> None:
    """Each with its pages without levels, its values, and as much for decoding them; however many chunks there are. A circle among what
    is made of a chunk would keep them all."""
    build, options = KINDS[name]
    table = pa.table({"c": build(Random(0))})
    path = tmp_path / "many.parquet"
    with pq.ParquetWriter(path, table.schema, **options) as writer:
        for _ in range(12):
            writer.write_table(table)
    chunk = pq.read_metadata(path).row_group(0).column(0).total_uncompressed_size
    inlay.verify(str(path), values=True)  # what is loaded once
    assert measure_peak(path) < THREADS * 2 * (chunk + table.nbytes) + CLAIMS


def measure_peak(path: Path) -> int:
    """Bytes: the sum of both peaks, which is no less than the peak of the sum."""
    usual = pa.default_memory_pool()
    pool = pa.proxy_memory_pool(usual)
    POOLS.append(pool)
    pa.set_memory_pool(pool)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        assert not inlay.verify(str(path), values=True).findings
        return int(tracemalloc.get_traced_memory()[1] - before + pool.max_memory())
    finally:
        tracemalloc.stop()
        pa.set_memory_pool(usual)


class LargeChunks(NamedTuple):
    """Two columns of `draw`, whose data pages are there again and again: `times`, which is `least` bytes of values in each."""

    draw: Callable[[Random], list[object]]
    times: int
    least: int
    options: dict[str, Any]
    are_held: bool = False
    """Whether each is in memory, for it is looked at natively."""


def draw_text(rng: Random) -> list[object]:
    return [rng.randbytes(30).hex() for _ in range(ROWS)]


def draw_few_texts(rng: Random) -> list[object]:
    return [*rng.choices([rng.randbytes(30).hex() for _ in range(5_000)], k=ROWS)]


def draw_few_numbers(rng: Random) -> list[object]:
    return [*rng.choices([rng.random() for _ in range(5_000)], k=ROWS)]


def draw_lists(rng: Random) -> list[object]:
    return [[rng.randbytes(10).hex()] * rng.randrange(5) for _ in range(ROWS)]


def draw_texts_that_begin_alike(_rng: Random) -> list[object]:
    return [f"{'x' * 90}{at:06}" for at in range(ROWS)]


def encode_as(encoding: str) -> dict[str, Any]:
    return {"use_dictionary": False, "column_encoding": dict.fromkeys("ab", encoding)}


LARGE_CHUNKS: Final = {
    "text": LargeChunks(draw_text, 36, 100 << 20, {"use_dictionary": False}),
    "few texts": LargeChunks(draw_few_texts, 400, 100 << 20, {}),
    "numbers": LargeChunks(build_numbers, 300, 110 << 20, {"use_dictionary": False}),
    "few numbers": LargeChunks(draw_few_numbers, 720, 260 << 20, {}),
    "few numbers that are held": LargeChunks(draw_few_numbers, 500, 180 << 20, {}, are_held=True),
    "lists": LargeChunks(
        draw_lists, 60, 100 << 20, {"use_dictionary": False, "data_page_version": "2.0"}
    ),
    "texts that begin alike": LargeChunks(
        draw_texts_that_begin_alike, 60, 240 << 20, encode_as("DELTA_BYTE_ARRAY")
    ),
}

_SCRIPT: Final = """
import re, sys
import inlay

def read_kilobytes(name):
    with open("/proc/self/status") as status:
        return int(re.search(rf"{name}:\\s+(\\d+) kB", status.read())[1])

small, large = sys.argv[1:]
inlay.verify(small, values=True)
with open("/proc/self/clear_refs", "w") as refs:
    refs.write("5")  # the peak is what there is now
before = read_kilobytes("VmHWM")
verified = inlay.verify(large, values=True)
assert not verified.findings and not verified.audited.others, verified
answer = verified.audited.values, (read_kilobytes("VmHWM") - before) * 1024
"""
"""`ru_maxrss` would be at least that of the process that started it."""


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    with Forks("inlay.rows.variants.reading", "inlay.verbs.verify.verify_file") as started:
        yield started


@pytest.mark.needs("/proc", "native core")
@pytest.mark.parametrize("name", LARGE_CHUNKS)
def test_a_chunk_is_not_in_memory(name: str, tmp_path: Path, forks: Forks) -> None:
    """Two threads have one each: the bytes of a run, and its values. What both hold of small ones is less than one, and the room."""
    large = LARGE_CHUNKS[name]
    table = pa.table({column: large.draw(Random(57)) for column in "ab"})
    paths = tmp_path / "small.parquet", tmp_path / "large.parquet"
    for path, times in zip(paths, (1, large.times), strict=True):
        repeat_pages(path, table, times, large.options)
    values, grown = forks.run(_SCRIPT, *map(str, paths))
    assert values / 2 / (ROWS * large.times) > 0.9
    assert table.nbytes / 2 * large.times > large.least
    chunk = pq.read_metadata(paths[1]).row_group(0).column(0).total_uncompressed_size
    assert grown < ROOM + (chunk if large.are_held else 0)


PAGES: Final = (
    ("text", "snappy"),
    ("text", "zstd"),
    ("a dictionary of text", "zstd"),
    ("numbers", "snappy"),
    ("sorted numbers", "zstd"),
    ("keys of maps", "snappy"),
)
"""What values are does not matter to who takes a page apart: both codecs of one kind, and one of each other."""


@pytest.mark.needs("/proc", "native core")
@pytest.mark.parametrize(("kind", "codec"), PAGES)
def test_a_page_is_not_in_memory_twice(kind: str, codec: str, tmp_path: Path, forks: Forks) -> None:
    """One of a whole chunk; without a cut, two threads held 250 to 400 MiB of it."""
    rng = Random(51)
    if kind == "numbers":
        values = of_bytes(rng.randbytes(60 << 20))
    elif kind == "sorted numbers":
        values = of_bytes(array("q", range(6 << 20)))
    elif kind == "keys of maps":
        keys = of_bytes(rng.randbytes(48 << 20))
        offsets = of_bytes(array("i", range(0, len(keys) + 1, 2)), pa.int32())
        values = pa.MapArray.from_arrays(offsets, keys, pa.nulls(len(keys), pa.int8()))
    else:
        values = pa.FixedSizeBinaryArray.from_buffers(
            pa.binary(64), 600_000, [None, pa.py_buffer(rng.randbytes(600_000 * 64))]
        ).cast(pa.binary())
    table = pa.table({"a": values, "b": values})
    paths = tmp_path / "small.parquet", tmp_path / "large.parquet"
    for path, rows in zip(paths, (100, len(table)), strict=True):
        pq.write_table(
            table.slice(0, rows),
            path,
            compression=codec,
            use_dictionary=kind == "a dictionary of text",
            dictionary_pagesize_limit=1 << 30,
            data_page_size=1 << 30,
            row_group_size=1 << 30,
            max_rows_per_page=1 << 30,
            sorting_columns=[pq.SortingColumn(0)] if kind == "sorted numbers" else None,
        )
    _, grown = forks.run(_SCRIPT, *map(str, paths))
    chunk = pq.read_metadata(paths[1]).row_group(0).column(0).total_uncompressed_size
    assert chunk > 36 << 20
    assert grown < ROOM + chunk + (len(table) if kind == "sorted numbers" else 0)


@pytest.mark.needs("/proc", "native core")
def test_many_rows_take_a_byte_for_each_column_that_sorts_them(
    tmp_path: Path, forks: Forks
) -> None:
    """Of a chunk of a few bytes."""
    rows = 40 << 20
    values = pa.nulls(rows, pa.int8())
    table = pa.table({"a": values, "b": values})
    paths = tmp_path / "small.parquet", tmp_path / "large.parquet"
    for path, count in zip(paths, (100, rows), strict=True):
        sorting = [pq.SortingColumn(0), pq.SortingColumn(1)]
        pq.write_table(table.slice(0, count), path, row_group_size=rows, sorting_columns=sorting)
    _, grown = forks.run(_SCRIPT, *map(str, paths))
    assert grown < ROOM + 2 * rows


@pytest.mark.needs("/proc", "native core")
def test_a_second_encoding_is_not_in_memory_beside_the_first(tmp_path: Path, forks: Forks) -> None:
    """Of one page, which the plug-in takes and gives whole: its bytes, and those that it copies of both."""
    table = pa.table({"a": of_bytes(Random(51).randbytes(48 << 20))})
    paths = tmp_path / "small.parquet", tmp_path / "large.parquet"
    for path, rows in zip(paths, (100, len(table)), strict=True):
        options = {"use_dictionary": False, "data_page_size": 1 << 30}
        pq.write_table(table.slice(0, rows), path, row_group_size=1 << 30, **options)
        add_all(path)
    chunk = pq.read_metadata(paths[1]).row_group(0).column(0).total_uncompressed_size
    _, grown = forks.run(_SCRIPT, *map(str, paths))
    assert grown < ROOM + 4 * chunk


def of_bytes(data: Any, type_: Any = None) -> Any:
    """Its values, which are of eight bytes where no type is given."""
    type_ = type_ or pa.int64()
    count = memoryview(data).nbytes * 8 // type_.bit_width
    return pa.Array.from_buffers(type_, count, [None, pa.py_buffer(data)])


def call_it_a_variant(footer: inlay.Footer) -> bytes:
    metadata = footer.metadata
    metadata.schema[1].logicalType = VariantType(specification_version=1)
    return metadata.encode()


@pytest.mark.needs("/proc")
def test_chunks_of_variants_are_not_in_memory_together(tmp_path: Path, forks: Forks) -> None:
    """Their rows are put together from both, some at a time."""
    rows = 500_000
    rng = Random(51)
    # A dictionary of a name of 100 bytes, and a text of 80 (VariantEncoding.md).
    metadata = [b"\x01\x01\0\x64" + rng.randbytes(50).hex().encode() for _ in range(rows)]
    value = [b"\x40\x50\0\0\0" + rng.randbytes(40).hex().encode() for _ in range(rows)]
    fields = [pa.field(name, pa.binary(), nullable=False) for name in ("metadata", "value")]
    table = pa.table({"v": pa.StructArray.from_arrays([metadata, value], fields=fields)})
    paths = tmp_path / "small.parquet", tmp_path / "large.parquet"
    for path, count in zip(paths, (100, rows), strict=True):
        pq.write_table(table.slice(0, count), path, use_dictionary=False, row_group_size=rows)
        inlay.edit_footer(str(path), call_it_a_variant)
    values, grown = forks.run(_SCRIPT, *map(str, paths))
    assert values == 2 * rows
    group = pq.read_metadata(paths[1]).row_group(0)
    assert grown < ROOM + group.column(0).total_uncompressed_size


def repeat_pages(path: Path, table: Any, times: int, options: dict[str, Any]) -> None:
    """A file of one row group, whose chunks have all data pages so often; it is never in memory, which takes longer."""
    file = io.BytesIO()
    pq.write_table(table, file, row_group_size=len(table), **options)
    data = file.getvalue()
    metadata = inlay.read_metadata(data)
    (group,) = metadata.row_groups
    with path.open("wb") as written:
        written.write(data[:4])
        for chunk in group.columns:
            _repeat(data, chunk, times, written)
        sizes = [it.meta_data.total_uncompressed_size for it in group.columns if it.meta_data]
        group.num_rows = metadata.num_rows = len(table) * times
        group.total_byte_size, group.total_compressed_size = sum(sizes), written.tell() - 4
        written.write(tail_of(metadata.encode()))


def _repeat(data: bytes, chunk: ColumnChunk, times: int, written: BinaryIO) -> None:
    """Its pages, which lie behind what is written."""
    meta = chunk.meta_data
    assert meta is not None
    assert meta.statistics is not None
    start, end = locate_pages(meta)
    pages = list(walk(lambda offset, size: data[offset : offset + size], start, end))
    first = next(page.offset for page in pages if page.is_data)
    at = written.tell()
    meta.data_page_offset = at + first - start
    if meta.dictionary_page_offset is not None:
        meta.dictionary_page_offset = at
    size = sum(page.header.uncompressed_page_size + page.start - page.offset for page in pages)
    own = sum(
        page.header.uncompressed_page_size + page.start - page.offset
        for page in pages
        if not page.is_data
    )
    meta.total_uncompressed_size = own + (size - own) * times
    meta.total_compressed_size = first - start + (end - first) * times
    meta.num_values *= times
    meta.statistics.null_count = (meta.statistics.null_count or 0) * times
    meta.size_statistics = meta.encoding_stats = None
    written.write(data[start:first])
    for _ in range(times):
        written.write(data[first:end])
