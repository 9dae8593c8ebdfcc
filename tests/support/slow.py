"""Tests that take more than a tenth of a second of processor time, all their cases together: `make test-quick` leaves them out.

`slow.txt` has a line for each module below `tests`: its path, and the functions.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

_TABLE: Final = Path(__file__).with_suffix(".txt")

SLOW: Final[dict[str, tuple[str, ...]]] = {
    module: tuple(functions.split())
    for module, functions in (
        line.split(":") for line in _TABLE.read_text(encoding="utf-8").splitlines()
    )
}
