"""A moment with nanoseconds means the same in a list of filters, whatever the unit of the column and whoever made the moment."""

from __future__ import annotations

import operator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay

pd = pytest.importorskip("pandas")

NANOS: Final[dict[Any, int]] = {"ns": 1, "us": 1_000, "ms": 1_000_000}
TICKS: Final = (-1, 0, 1, 2)
ASKED: Final = (-1_000_001, -1, 0, 1, 999, 1_000, 1_001, 2_000_000)
COMPARE: Final = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
MAKERS: Final[dict[str, Any]] = {
    "pandas": lambda nanos, zone: pd.Timestamp(nanos, tz=zone),
    "numpy": lambda nanos, zone: np.datetime64(nanos, "ns"),
    "arrow": lambda nanos, zone: pa.scalar(nanos, pa.timestamp("ns", zone)),
}


def write(path: Path, type_: pa.DataType, **options: Any) -> Path:
    moments = pa.array([*TICKS, None], pa.int64()).cast(type_)
    pq.write_table(pa.table({"at": moments}), path, **options)
    return path


def read(path: Path, filters: Any) -> list[int | None]:
    found = inlay.read_table(path, filters=filters)["at"]
    return list(found.cast(pa.int64()).to_pylist())


@pytest.mark.parametrize("zone", [None, "UTC"])
@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("unit", NANOS)
def test_each_comparison_is_that_of_the_moments(
    tmp_path: Path, unit: Any, maker: str, zone: str | None
) -> None:
    if maker == "numpy" and zone:
        return  # has no zones
    path = write(tmp_path / "a.parquet", pa.timestamp(unit, zone))
    for nanos in ASKED:
        value = MAKERS[maker](nanos, zone)
        for name, holds in COMPARE.items():
            expected = [tick for tick in TICKS if holds(tick * NANOS[unit], nanos)]
            assert read(path, [("at", name, value)]) == expected, (nanos, name)
        member = [tick for tick in TICKS if tick * NANOS[unit] == nanos]
        assert read(path, [("at", "in", [value])]) == member, nanos


def test_old_timestamps_of_12_bytes_have_nanoseconds(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", pa.timestamp("ns"), use_deprecated_int96_timestamps=True)
    assert read(path, [("at", "=", pd.Timestamp(1))]) == [1]
    assert read(path, [("at", "in", [pd.Timestamp(1), pd.Timestamp(-1)])]) == [-1, 1]
