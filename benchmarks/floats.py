"""ALP beside pco, and beside the best of what every reader has: bytes, and speed both ways."""

from __future__ import annotations

import random
import tempfile
import time
from array import array
from collections.abc import Callable
from functools import partial
from math import sin
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.measure import measure
from inlay.encoding import choose_columns, read_table
from inlay.encoding.alp.plugin import Alp
from inlay.encoding.errors import DeclinedError
from inlay.encoding.on_files import add_to_file, ratify_file
from inlay.encoding.pco import Pco
from inlay.encoding.plugin_calls import decode_values, encode_pages
from inlay.encoding.plugins import Encodings, ValueEncoding
from parquet_format.parquet import Type

ROWS: Final = 1_000_000
PAGE: Final = 20_000
KNOWN: Final = Encodings(Alp(), Pco(), numbers={"pco": 77})
METHOD: Final = (
    f"{ROWS:,} values in one row group, {PAGE:,} a page. Bytes of a value: of the pages, headers included. All speeds are MB of "
    "values a second. Encode and decode: the kernels on one thread, processor time, the best of 5; encoding counts `prepare` and one `encode` a page, without the check "
    "that `add` makes. Reading: from a file in the page cache into an Arrow table, processor time, medians of 5 rounds in turn. "
    "zstd and BYTE_STREAM_SPLIT with zstd are pyarrow's, level 1, without a dictionary."
)


def prices(chance: random.Random) -> list[float]:
    return [round(chance.lognormvariate(3, 1), 2) for _ in range(ROWS)]


def readings(chance: random.Random) -> list[float]:
    return [round(20 + 5 * sin(at / 5_000) + chance.gauss(0, 0.2), 3) for at in range(ROWS)]


def degrees(chance: random.Random) -> list[float]:
    return [round(chance.uniform(-180, 180), 6) for _ in range(ROWS)]


def weights(chance: random.Random) -> list[float]:
    return [chance.gauss(0, 0.02) for _ in range(ROWS)]


def noise(chance: random.Random) -> list[float]:
    return [chance.random() for _ in range(ROWS)]


DATA: Final[dict[str, tuple[str, Callable[[random.Random], list[float]]]]] = {
    "prices, two decimals": ("d", prices),
    "readings of a sensor, three decimals": ("d", readings),
    "degrees, six decimals": ("d", degrees),
    "weights of a model": ("f", weights),
    "noise": ("d", noise),
}


def run() -> str:
    lines = ["## Floating-point numbers: ALP", "", METHOD, ""]
    lines += [
        "| data | encoding | bytes a value | encode | decode | reading |",
        "|---|---|---:|---:|---:|---:|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        for name, (code, make) in DATA.items():
            numbers = array(code, make(random.Random(1)))
            lines += _rows(name, numbers, Path(folder))
    return "\n".join(lines)


def _rows(name: str, numbers: array[float], folder: Path) -> list[str]:
    table = pa.table({"x": _arrow(numbers)})
    sizes: dict[str, str] = {}
    readers: dict[str, Callable[[], object]] = {}
    kernels: dict[str, tuple[str, str]] = {}
    for codec, splits in (("zstd", False), ("split + zstd", True)):
        path = folder / f"{splits}.parquet"
        _write(table, path, splits)
        sizes[codec] = _bytes_a_value(path)
        readers[codec] = partial(pq.read_table, path)
    for encoding in (Alp(), Pco()):
        path = folder / f"{encoding.name}.parquet"
        speeds = _speeds(encoding, numbers)
        if speeds is None:
            sizes[encoding.name] = "declined"
            continue
        kernels[encoding.name] = speeds
        _write(table, path, splits=False)
        add_to_file(str(path), choose_columns(["x"], encoding), encodings=KNOWN)
        ratify_file(str(path), encodings=KNOWN)
        assert read_table(path, encodings=KNOWN).equals(table)
        sizes[encoding.name] = _bytes_a_value(path)
        readers[encoding.name] = partial(read_table, path, encodings=KNOWN)
    times = measure(readers, clock=time.process_time)
    megabytes = len(numbers) * numbers.itemsize / 1e6
    rows: list[str] = []
    for each, size in sizes.items():
        reading = f"{megabytes / times[each].median:,.0f}" if each in times else ""
        rows.append(f"| {' | '.join([name, each, size, *kernels.get(each, ('', '')), reading])} |")
    return rows


def _arrow(numbers: array[float]) -> pa.Array[Any]:
    return pa.array(numbers, pa.float64() if numbers.typecode == "d" else pa.float32())


def _write(table: pa.Table, path: Path, splits: bool) -> None:
    pq.write_table(
        table,
        path,
        compression="zstd",
        use_dictionary=False,
        use_byte_stream_split=splits,
        row_group_size=ROWS,
        max_rows_per_page=PAGE,
        data_page_size=1 << 30,
    )


def _bytes_a_value(path: Path) -> str:
    column = pq.read_metadata(path).row_group(0).column(0)
    return f"{column.total_compressed_size / ROWS:.2f}"


def _speeds(encoding: ValueEncoding, numbers: array[float]) -> tuple[str, str] | None:
    """MB of values a second; None where the encoding declines the chunk."""
    type_ = Type.DOUBLE if numbers.typecode == "d" else Type.FLOAT
    values = memoryview(numbers).cast("B")
    step = PAGE * numbers.itemsize
    pages = [(values[at : at + step], PAGE) for at in range(0, len(values), step)]
    try:
        encoded = list(encode_pages(encoding, pages, type_))
    except DeclinedError:
        return None
    encode = min(_processor_time(lambda: _encode(encoding, pages, type_)) for _ in range(5))
    decode = min(
        _processor_time(
            lambda: [decode_values(encoding, memoryview(page), PAGE, type_) for page in encoded]
        )
        for _ in range(5)
    )
    return f"{len(values) / encode / 1e6:,.0f}", f"{len(values) / decode / 1e6:,.0f}"


def _encode(encoding: ValueEncoding, pages: list[tuple[memoryview, int]], type_: Type) -> None:
    if isinstance(encoding, Alp):
        encode = encoding.prepare(pages, type_)
        for values, count in pages:
            encode(values, count)
        return
    for values, count in pages:
        encoding.encode(values, count, type_)


def _processor_time(work: Callable[[], object]) -> float:
    start = time.thread_time()
    work()
    return time.thread_time() - start
