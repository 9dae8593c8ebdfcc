"""A file, and what is in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Probe:
    """`values` are those of its columns. `stored` are those that a reader gives which passes over the annotation of a column.
    `parsed` is another spelling of `values`, by readers that know more about the type."""

    row: str
    write: Callable[[Path], None]
    values: Mapping[str, Sequence[Any]]
    stored: Mapping[str, Sequence[Any]] | None = None
    parsed: Mapping[str, Sequence[Any]] | None = None
