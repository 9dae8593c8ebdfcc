"""What a rule of `inlay geo check` is: one function with its id, in a module of `rules`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from inlay.ground.geometries.geometry_columns import GeometryFile

Severity: TypeAlias = Literal["warning", "note"]
WARNING: Final = "warning"
NOTE: Final = "note"


class GeoSighting(NamedTuple):
    """A place where a rule is broken: the name of a column, empty for the file, and a clause."""

    column: str
    seen: str


@dataclass(frozen=True, kw_only=True)
class GeoRule:
    """`summary` says what is true of a file that keeps the rule, `why` what comes of it where it is not, `fix` what to do.

    `source` is where that is said. `id` never changes. A note is about some readers, and does not change the exit code.
    """

    id: str
    severity: Severity
    summary: str
    why: str
    fix: str
    source: str
    check: Callable[[GeometryFile], Iterator[GeoSighting]]
