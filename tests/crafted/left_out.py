"""How often a reader crashed or hung on a deviation. Numbers alone: what hurts other software is in no file of this tree."""

from __future__ import annotations

from typing import Final, NamedTuple

MEASURED: Final = "2026-11-23"
TRIED: Final = 149
LEFT_OUT: Final = 15
"""Of those that were tried: each crashed or hung a reader at least, and none of them is in `DEVIATIONS`."""


class Hurt(NamedTuple):
    crashes: int
    hangs: int


BY_READER: Final = {
    "pyarrow": Hurt(0, 0),
    "DuckDB": Hurt(0, 0),
    "Polars": Hurt(2, 0),
    "DataFusion": Hurt(3, 0),
    "arro3": Hurt(5, 0),
    "fastparquet": Hurt(5, 2),
    "ClickHouse": Hurt(0, 0),
    "Daft": Hurt(2, 1),
    "hyparquet": Hurt(0, 1),
    "Spark": Hurt(0, 1),
    "Inlay": Hurt(0, 0),
}
