"""ALP, PFOR and pco beside the best of what every reader has: bytes, and speed both ways."""

from __future__ import annotations

import random
import tempfile
import time
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from math import sin
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.kernels import time_kernels
from benchmarks.measure import measure
from inlay.encoding import choose_columns, read_table
from inlay.pages.encodings.alp.plugin import Alp
from inlay.pages.encodings.on_files import add_to_file, ratify_file
from inlay.pages.encodings.pco import Pco
from inlay.pages.encodings.pfor.plugin import Pfor
from inlay.pages.encodings.plugins import EXPERIMENTAL, Encodings, ValueEncoding
from parquet_format.parquet import Type

ROWS: Final = 1_000_000
PAGE: Final = 20_000
KNOWN: Final = Encodings(Alp(), Pfor(), Pco(), numbers={"pco": 77})
TYPES: Final = {"d": Type.DOUBLE, "f": Type.FLOAT, "q": Type.INT64, "i": Type.INT32}
ARROW: Final[dict[str, Any]] = {
    "d": pa.float64(),
    "f": pa.float32(),
    "q": pa.int64(),
    "i": pa.int32(),
}
METHOD: Final = (
    f"{ROWS:,} values in one row group, {PAGE:,} a page. Bytes of a value: of the pages, headers included. All speeds are MB of "
    "values a second. Encode and decode: the kernels on one thread, processor time, the best of 5; encoding counts `prepare` and one `encode` a page, without the check "
    "that `add` makes. Reading: from a file in the page cache into an Arrow table, processor time, medians of 5 rounds in turn; "
    "ALP and pco are ratified, PFOR lies beside zstd. "
    "zstd alone, and over BYTE_STREAM_SPLIT or DELTA_BINARY_PACKED, is pyarrow's, level 1, without a dictionary."
)

Values = Sequence[float] | Sequence[int]
Draw = Callable[[random.Random], Values]


def prices(chance: random.Random) -> Values:
    return [round(chance.lognormvariate(3, 1), 2) for _ in range(ROWS)]


def readings(chance: random.Random) -> Values:
    return [round(20 + 5 * sin(at / 5_000) + chance.gauss(0, 0.2), 3) for at in range(ROWS)]


def degrees(chance: random.Random) -> Values:
    return [round(chance.uniform(-180, 180), 6) for _ in range(ROWS)]


def weights(chance: random.Random) -> Values:
    return [chance.gauss(0, 0.02) for _ in range(ROWS)]


def noise(chance: random.Random) -> Values:
    return [chance.random() for _ in range(ROWS)]


def ids_in_order(chance: random.Random) -> Values:
    """With gaps, as a sequence has them."""
    at, ids = 0, list[int]()
    for _ in range(ROWS):
        at += 1 if chance.random() < 0.98 else chance.randrange(1, 1_000)
        ids.append(at)
    return ids


def ids_at_random(chance: random.Random) -> Values:
    return [chance.randrange(10_000_000) for _ in range(ROWS)]


def day_keys(chance: random.Random) -> Values:
    return [
        2_415_022 if chance.random() < 0.01 else chance.randint(2_450_815, 2_453_005)
        for _ in range(ROWS)
    ]


def categories(chance: random.Random) -> Values:
    return chance.choices([1, 2, 3, 4, 90], [60, 20, 10, 9, 1], k=ROWS)


DATA: Final[dict[str, tuple[str, Draw]]] = {
    "prices, two decimals": ("d", prices),
    "readings of a sensor, three decimals": ("d", readings),
    "degrees, six decimals": ("d", degrees),
    "weights of a model": ("f", weights),
    "noise": ("d", noise),
    "ids in order, with gaps": ("q", ids_in_order),
    "ids at random": ("q", ids_at_random),
    "keys of days, 1% unknown": ("i", day_keys),
    "categories": ("i", categories),
}


def run() -> str:
    lines = ["## Numbers: ALP and PFOR", "", METHOD, ""]
    lines += [
        "| data | encoding | bytes a value | encode | decode | reading |",
        "|---|---|---:|---:|---:|---:|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        for name, (code, draw) in DATA.items():
            numbers = array(code, draw(random.Random(1)))
            lines += _rows(name, numbers, Path(folder))
    return "\n".join(lines)


def _rows(name: str, numbers: array[Any], folder: Path) -> list[str]:
    table = pa.table({"x": pa.array(numbers, ARROW[numbers.typecode])})
    type_ = TYPES[numbers.typecode]
    sizes: dict[str, str] = {}
    readers: dict[str, Callable[[], object]] = {}
    kernels: dict[str, tuple[str, str]] = {}
    for each, how in _known_to_all(type_).items():
        path = folder / f"{each}.parquet"
        _write(table, path, how)
        sizes[each] = f"{_bytes_of(path) / ROWS:.2f}"
        readers[each] = partial(pq.read_table, path)
    for encoding in KNOWN:
        if type_ not in encoding.types:
            continue
        speeds = time_kernels(encoding, _pages(numbers), type_)
        if speeds is None:
            sizes[encoding.name] = "declined"
            continue
        kernels[encoding.name] = speeds
        path = folder / f"{encoding.name}.parquet"
        _write(table, path, "")
        sizes[encoding.name] = f"{_encode_file(path, encoding, table) / ROWS:.2f}"
        readers[encoding.name] = partial(read_table, path, encodings=KNOWN)
    times = measure(readers, clock=time.process_time)
    megabytes = len(numbers) * numbers.itemsize / 1e6
    rows: list[str] = []
    for each, size in sizes.items():
        reading = f"{megabytes / times[each].median:,.0f}" if each in times else ""
        rows.append(f"| {' | '.join([name, each, size, *kernels.get(each, ('', '')), reading])} |")
    return rows


def _known_to_all(type_: Type) -> dict[str, str]:
    """Encodings by what the table calls them; all are under zstd."""
    names = {"zstd": "", "split + zstd": "BYTE_STREAM_SPLIT"}
    if type_ in (Type.INT32, Type.INT64):
        names["delta + zstd"] = "DELTA_BINARY_PACKED"
    return names


def _encode_file(path: Path, encoding: ValueEncoding, table: pa.Table) -> int:
    """The bytes of the column."""
    added = add_to_file(str(path), choose_columns(["x"], encoding), encodings=KNOWN)
    size = added.sizes["x"].new
    if encoding.name not in EXPERIMENTAL:
        ratify_file(str(path), encodings=KNOWN)
        size = _bytes_of(path)
    assert read_table(path, encodings=KNOWN).equals(table)
    return size


def _write(table: pa.Table, path: Path, encoding: str) -> None:
    pq.write_table(
        table,
        path,
        compression="zstd",
        use_dictionary=False,
        column_encoding={"x": encoding} if encoding else None,
        row_group_size=ROWS,
        max_rows_per_page=PAGE,
        data_page_size=1 << 30,
    )


def _bytes_of(path: Path) -> int:
    return pq.read_metadata(path).row_group(0).column(0).total_compressed_size


def _pages(numbers: array[Any]) -> list[tuple[memoryview, int]]:
    values = memoryview(numbers).cast("B")
    step = PAGE * numbers.itemsize
    return [(values[at : at + step], PAGE) for at in range(0, len(values), step)]
