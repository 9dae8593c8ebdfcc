"""The names of `--allow` for a Delta table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

OUTSIDE: Final = "outside"
NANOSECONDS: Final = "nanoseconds"

LOSSES: Final[Mapping[str, str]] = {
    OUTSIDE: "files outside of the folder of the table, which some readers look for below it",
    NANOSECONDS: "timestamps of nanoseconds, which Delta reads as microseconds",
}
