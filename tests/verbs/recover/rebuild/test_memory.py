"""What rebuilding holds at the most: by the peak of a process of its own, which has rebuilt a small file before."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pytest
from pyarrow import compute

import inlay
from parquet_format.parquet import Encoding
from tests.support.forks import Forks
from tests.verbs.recover.rebuild.cut_files import pages_of, walk_pages, write_whole

pc: Final[Any] = compute

ROWS: Final = 500_000
LEAST: Final = 110 << 20
ROOM: Final = 64 << 20

_SCRIPT: Final = """
import re, sys
import inlay
import pyarrow.parquet  # which small chunks of numbers do without

def read_kilobytes(name):
    with open("/proc/self/status") as status:
        return int(re.search(rf"{name}:\\s+(\\d+) kB", status.read())[1])

small, large, like, output, rows = sys.argv[1:]
inlay.rebuild(small, output + ".small", like=like, row_group_size=100)
with open("/proc/self/clear_refs", "w") as refs:
    refs.write("5")  # the peak is what there is now
before = read_kilobytes("VmHWM")
rebuilt = inlay.rebuild(large, output, like=like, row_group_size=int(rows))
answer = rebuilt.rows, (read_kilobytes("VmHWM") - before) * 1024
"""
"""`ru_maxrss` would be at least that of the process that started it."""


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    with Forks("inlay.verbs.recover.rebuild.rebuild") as started:
        yield started


def _draw_text(random: Random) -> Any:
    ids = array("q", range(ROWS))
    return pa.table(
        {
            "id": pa.Array.from_buffers(pa.int64(), ROWS, [None, pa.py_buffer(ids)]),
            "text": _draw_texts(random, ROWS, 32),
        }
    )


def _draw_numbers(_: Random) -> Any:
    return pa.table({name: pc.random(ROWS, initializer=at) for at, name in enumerate("abcd")})


TABLES: Final[dict[str, Callable[[Random], Any]]] = {
    "one large chunk": _draw_text,
    "several at once": _draw_numbers,
}


@pytest.mark.needs("/proc")
@pytest.mark.parametrize("draw", TABLES.values(), ids=TABLES)
def test_it_is_the_largest_chunk_and_some_room(
    draw: Callable[[Random], Any], tmp_path: Path, forks: Forks
) -> None:
    """Row groups with the same bytes again and again are as many row groups."""
    table = draw(Random(57))
    habits = {"use_dictionary": False, "row_group_size": ROWS}
    pages = pages_of(table, **habits)
    groups = LEAST // len(pages) + 1
    files = _write_files(tmp_path, table, habits)
    with files.large.open("wb") as file:
        file.write(pages[:4])
        for _ in range(groups):
            file.write(pages[4:])
    grown = _measure(forks, files, groups * ROWS, ROWS)
    assert grown.bytes < grown.largest_chunk + ROOM


def _draw_large_text(random: Random) -> Any:
    return pa.table({"c": [random.randbytes(30).hex() for _ in range(SOME_ROWS)]})


def _draw_few_texts(random: Random) -> Any:
    texts = [random.randbytes(30).hex() for _ in range(5_000)]
    return pa.table({"c": random.choices(texts, k=SOME_ROWS)})


def _draw_lists(random: Random) -> Any:
    lists = ([random.randbytes(10).hex()] * random.randrange(5) for _ in range(SOME_ROWS))
    return pa.table({"c": list(lists)})


def _draw_texts_that_begin_alike(_: Random) -> Any:
    return pa.table({"c": [f"{'x' * 90}{it:06}" for it in range(SOME_ROWS)]})


class LargeChunk(NamedTuple):
    """How often its pages are there, and that is `least` bytes of a chunk."""

    draw: Callable[[Random], Any]
    times: int
    least: int
    habits: Mapping[str, Any]


SOME_ROWS: Final = 50_000

LARGE_CHUNKS: Final = {
    "text": LargeChunk(_draw_large_text, 36, 100 << 20, {"use_dictionary": False}),
    "few texts": LargeChunk(_draw_few_texts, 400, 26 << 20, {}),
    "lists": LargeChunk(
        _draw_lists, 60, 60 << 20, {"use_dictionary": False, "data_page_version": "2.0"}
    ),
    "texts that begin alike": LargeChunk(
        _draw_texts_that_begin_alike,
        60,
        3 << 20,
        {"use_dictionary": False, "column_encoding": {"c": "DELTA_BYTE_ARRAY"}},
    ),
}


@pytest.mark.needs("/proc", "native core")
@pytest.mark.parametrize("name", LARGE_CHUNKS)
def test_a_chunk_is_not_decoded_at_once(name: str, tmp_path: Path, forks: Forks) -> None:
    """Of a single column, the same data pages again and again are one chunk. Decoded, each takes 64 MiB more than it is, at least,
    and it is not held itself."""
    draw, times, least, habits = LARGE_CHUNKS[name]
    table = draw(Random(57))
    habits = {"row_group_size": SOME_ROWS, **habits}
    pages = pages_of(table, **habits)
    first = next(it for it in walk_pages(pages).pages if it.is_data).offset
    files = _write_files(tmp_path, table, habits)
    with files.large.open("wb") as file:
        file.write(pages)
        for _ in range(times - 1):
            file.write(pages[first:])
    rows = SOME_ROWS * times
    grown = _measure(forks, files, rows, rows)
    assert grown.largest_chunk > least
    largest_page = max(it.header.uncompressed_page_size for it in walk_pages(pages).pages)
    assert grown.bytes < largest_page + ROOM


def _draw_page_of_text(random: Random) -> Any:
    return _draw_texts(random, 1_000_000, 60)


def _draw_texts(random: Random, count: int, width: int) -> Any:
    ends = pa.py_buffer(array("i", range(0, (count + 1) * width, width)))
    letters = random.randbytes(count * width // 2).hex().encode()
    text: Any = pa.Array.from_buffers(pa.string(), count, [None, ends, pa.py_buffer(letters)])
    return text


def _draw_page_of_doubles(random: Random) -> Any:
    count = 10_000_000
    _, values = pc.random(count, initializer=57).buffers()
    validity = pa.py_buffer(random.randbytes(count // 8 + 1))
    return pa.Array.from_buffers(pa.float64(), count, [validity, values])


def _draw_page_of_indexes(random: Random) -> Any:
    texts: Any = pa.array([random.randbytes(4).hex() for _ in range(40_000)])
    numbers = pc.multiply(pc.random(10_000_000, initializer=57), len(texts)).cast(
        pa.int32(), safe=False
    )
    return pa.DictionaryArray.from_arrays(numbers, texts)


def _draw_page_of_lists(_: Random) -> Any:
    count = 2_700_000
    ends = pa.py_buffer(array("i", range(0, 3 * count + 1, 3)))
    offsets: Any = pa.Array.from_buffers(pa.int32(), count + 1, [None, ends])
    return pa.ListArray.from_arrays(offsets, pc.random(3 * count, initializer=57))


def _draw_page_of_numbers(_: Random) -> Any:
    return pc.cumulative_sum(pa.repeat(pa.scalar(1, pa.int64()), 15_000_000))


def _draw_page_of_texts_that_begin_alike(_: Random) -> Any:
    return pa.array([f"{'x' * 240}{it:06}" for it in range(300_000)])


class LargePage(NamedTuple):
    """`least` bytes of a page, and of its values."""

    draw: Callable[[Random], Any]
    least: int
    of_values: int
    habits: Mapping[str, Any]


LARGE_PAGES: Final = {
    "text": LargePage(_draw_page_of_text, 60 << 20, 60_000_000, {"compression": "zstd"}),
    "doubles": LargePage(_draw_page_of_doubles, 39_000_000, 39_000_000, {}),
    "indexes": LargePage(
        _draw_page_of_indexes, 19 << 20, 40_000_000, {"use_dictionary": True, "compression": "lz4"}
    ),
    "lists": LargePage(_draw_page_of_lists, 60_000_000, 64_000_000, {"data_page_version": "2.0"}),
    "split streams": LargePage(
        _draw_page_of_doubles,
        39_000_000,
        39_000_000,
        {"column_encoding": {"c": "BYTE_STREAM_SPLIT"}, "compression": "gzip"},
    ),
    "numbers behind each other": LargePage(
        _draw_page_of_numbers, 0, 120_000_000, {"column_encoding": {"c": "DELTA_BINARY_PACKED"}}
    ),
    "texts that begin alike": LargePage(
        _draw_page_of_texts_that_begin_alike,
        0,
        72_000_000,
        {"column_encoding": {"c": "DELTA_BYTE_ARRAY"}},
    ),
}


@pytest.mark.needs("/proc", "native core")
@pytest.mark.parametrize("name", LARGE_PAGES)
def test_a_page_is_not_decoded_at_once(name: str, tmp_path: Path, forks: Forks) -> None:
    """However few bytes it has, and however many it is compressed to."""
    draw, least, of_values, own = LARGE_PAGES[name]
    table = pa.table({"c": draw(Random(57))})
    assert table.nbytes >= of_values > ROOM // 2
    habits = {
        "use_dictionary": False,
        "row_group_size": len(table),
        "max_rows_per_page": len(table),
        "write_batch_size": len(table),
        "data_page_size": 1 << 30,
        **own,
    }
    files = _write_files(tmp_path, table, habits)
    pages = pages_of(table, **habits)
    (page,) = (it for it in walk_pages(pages).pages if it.is_data)
    assert page.header.uncompressed_page_size >= least
    data_page = page.header.data_page_header
    assert name != "indexes" or (data_page and data_page.encoding == Encoding.RLE_DICTIONARY)
    files.large.write_bytes(pages)
    grown = _measure(forks, files, len(table), len(table))
    assert grown.bytes < grown.largest_chunk + ROOM


class Files(NamedTuple):
    small: Path
    large: Path
    like: Path
    output: Path


def _write_files(folder: Path, table: Any, habits: Mapping[str, Any]) -> Files:
    """All but the large one."""
    files = Files(*(folder / name for name in Files._fields))
    files.small.write_bytes(pages_of(table.slice(0, 100), **habits))
    files.like.write_bytes(write_whole(table.slice(0, 100), **habits))
    return files


class Grown(NamedTuple):
    """Bytes of memory beyond those of a small file, and of a chunk before compression."""

    bytes: int
    largest_chunk: int


def _measure(forks: Forks, files: Files, rows: int, rows_of_group: int) -> Grown:
    rebuilt, growth = forks.run(_SCRIPT, *map(str, files), str(rows_of_group))
    assert rebuilt == rows
    chunks = inlay.read_metadata(files.output).row_groups[0].columns
    sizes = [it.meta_data.total_uncompressed_size for it in chunks if it.meta_data is not None]
    return Grown(growth, max(sizes))
