"""How much a table wants to know of a column: its properties `write.metadata.metrics.*`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from inlay.ground.refusals import RefusedError

DEFAULT: Final = "write.metadata.metrics.default"
OF_COLUMN: Final = "write.metadata.metrics.column."
_TRUNCATE: Final = re.compile(r"truncate\(([1-9]\d*)\)")
_USUAL: Final = "truncate(16)"


@dataclass(frozen=True, slots=True)
class Metrics:
    """`length` cuts texts and bytes; None keeps them whole."""

    counts: bool
    bounds: bool
    length: int | None = None


def read_metrics(properties: Mapping[str, str], column: str) -> Metrics:
    """Raises RefusedError for a mode that Iceberg does not know: the table says what it wants, and nobody knows what."""
    name = OF_COLUMN + column
    if name not in properties:
        name = DEFAULT
    mode = properties.get(name, _USUAL).strip().lower()
    match = _TRUNCATE.fullmatch(mode)
    if match:
        return Metrics(counts=True, bounds=True, length=int(match[1]))
    if mode in ("none", "counts", "full"):
        return Metrics(counts=mode != "none", bounds=mode == "full")
    what = f"the table's property {name} is {mode!r}: none, counts, truncate(n) or full"
    raise RefusedError("metrics", what)
