"""How long does it take to rename a column, by the size of the file?"""

from __future__ import annotations

import os
import tempfile
from functools import partial
from itertools import cycle
from pathlib import Path

import pyarrow.parquet as pq

import inlay
from benchmarks import footers
from benchmarks.measure import Contender, measure, table
from inlay.changes.rewrite.change import Target

COLUMNS = 20
LARGE = 10 << 30
METHOD = (
    f"A column renamed in place, in files of {COLUMNS} columns in one row group, `fsync` included; the large one is sparse. "
    "The last two rename the column of the 10 MB file by reading and writing all of it, and write its bytes with `fsync`. "
    "9 rounds in turn, medians. Aim: 50 ms for the large one."
)


def run() -> str:
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder) / "small.parquet"
        small.write_bytes(footers.file(COLUMNS, 1))
        large, middle = Path(folder) / "large.parquet", Path(folder) / "middle.parquet"
        _stretch(small, large, LARGE)
        _fill(middle)
        contenders: dict[str, Contender] = {
            "10 GB": _renaming(large),
            "10 MB": _renaming(middle),
            "small": _renaming(small),
            "10 MB, pyarrow": partial(_by_pyarrow, middle, Path(folder) / "other.parquet"),
            "10 MB, write": partial(_write, middle.read_bytes(), Path(folder) / "copy.parquet"),
        }
        return table("Metadata changed in place", METHOD, measure(contenders, rounds=9), "small")


def _renaming(path: Path) -> Contender:
    """Back and forth, since contenders run often."""
    name = inlay.read_metadata(path).schema[1].name
    names = cycle([(name, "renamed"), ("renamed", name)])

    def rename() -> None:
        old, new = next(names)
        inlay.set_metadata(str(path), rename={old: new}, target=Target(in_place=True))

    return rename


def _stretch(source: Path, path: Path, size: int) -> None:
    """The same footer, behind a hole."""
    data = source.read_bytes()
    with path.open("wb") as file:
        file.write(data[:4])
        file.truncate(size)
        file.seek(size)
        file.write(data[inlay.open(source).offset :])


def _fill(path: Path) -> None:
    import pyarrow as pa

    rows = (10 << 20) // (8 * COLUMNS)
    columns = {
        f"c{at}": pa.array(memoryview(os.urandom(8 * rows)).cast("q")) for at in range(COLUMNS)
    }
    pq.write_table(pa.table(columns), path, use_dictionary=False)


def _by_pyarrow(path: Path, other: Path) -> None:
    rows = pq.read_table(path)
    pq.write_table(
        rows.rename_columns(["renamed", *rows.column_names[1:]]), other, use_dictionary=False
    )
    with other.open("rb") as file:
        os.fsync(file.fileno())


def _write(data: bytes, other: Path) -> None:
    with other.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
