"""The box of each row group from the covering column: min(xmin), min(ymin), max(xmax), max(ymax).

Two things make that wrong, and statistics hide both: a row whose box goes over the antimeridian (xmin > xmax, RFC 7946), and one with NaN
in one axis, which readers drop by a box and find without. Where the footer proves that there is neither, it is all that is read; else the
values of the covering are, which are a small part of the file. Geometries never are.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, NamedTuple

import pyarrow as pa
from pyarrow import compute

from inlay.ground.files.source import Seekable
from inlay.ground.values.floats import widen_single
from inlay.rows.variants.annotated_file import AnnotatedFile
from inlay.rows.variants.opener import choose_opener
from inlay.verbs.geo.coverings import EDGES, Covering
from inlay_runtime.errors import InlayError
from parquet_format.parquet import BoundingBox

pc: Final[Any] = compute

_ROWS: Final = 1 << 17
_MIN_AND_NOT_MAX: Final = ("xmin", "ymin")

EMPTY: Final = "no geometry in it has coordinates"
WRAPS: Final = "a row goes over the antimeridian"
NAN: Final = "a row has NaN, or nothing, in one axis"


class GroupBox(NamedTuple):
    """The box of a row group, or why it has none."""

    box: BoundingBox | None
    why: str = ""


class CoveringValues:
    """The file of all coverings, which is opened when the first values are needed. To be closed."""

    def __init__(self, source: Seekable) -> None:
        self._source = source
        self._open = ExitStack()
        self._file: AnnotatedFile | None = None

    def __enter__(self) -> CoveringValues:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def open_once(self) -> AnnotatedFile:
        if self._file is None:
            opener = choose_opener(self._source, pre_buffer=False, on_finding=lambda _: None)
            self._file = self._open.enter_context(opener(True))
        return self._file


@dataclass(frozen=True, slots=True)
class CoveringReader:
    """Boxes of row groups, by one covering."""

    _values: CoveringValues
    _covering: Covering

    def box_of(self, group: int) -> GroupBox:
        """What cannot be read is a reason, too."""
        metas = self._covering.metas_of(group)
        if metas is None:
            return GroupBox(None, "its covering is encrypted, missing, or in another file")
        facts = self._covering.facts_of(metas)
        if all(it.are_all_null for it in facts.values()):
            return GroupBox(None, EMPTY)
        nulls = {it.nulls for it in facts.values()}
        if None not in nulls and len(nulls) > 1:
            return GroupBox(None, NAN)
        ends = self._covering.find_ends(facts)
        has_nan = any(it.nans != 0 for it in facts.values())
        if (
            ends is not None
            and not has_nan
            and None not in nulls
            and self._covering.is_narrow(ends)
        ):
            return _box(ends, self._covering)
        try:
            return self._read(group)
        except (OSError, KeyError, ValueError, pa.ArrowException, InlayError) as error:
            return GroupBox(None, f"its covering cannot be read: {str(error).rstrip('. ')}")

    def _read(self, group: int) -> GroupBox:
        ends: dict[str, float] = {}
        names = [".".join(path) for path in self._covering.paths.values()]
        file = self._values.open_once()
        for batch in file.iter_batches(_ROWS, [group], columns=names):
            edges = {edge: _take(batch, path) for edge, path in self._covering.paths.items()}
            if why := _explain_odd_row(edges):
                return GroupBox(None, why)
            for edge, values in edges.items():
                is_low = edge in _MIN_AND_NOT_MAX
                end = (pc.min if is_low else pc.max)(values).as_py()
                if end is not None:
                    ends[edge] = (min if is_low else max)(end, ends.get(edge, end))
        if not ends:
            return GroupBox(None, EMPTY)
        return _box(ends, self._covering)


def _take(batch: pa.RecordBatch, path: tuple[str, ...]) -> Any:
    """The values of a path, null where a struct around them is."""
    rows: Any = batch
    column = rows.column(path[0])
    for name in path[1:]:
        column = pc.struct_field(column, name)
    return column.cast(pa.float64())


def _explain_odd_row(edges: Mapping[str, Any]) -> str:
    """Why the bounds of these rows are not their box; empty where they are."""
    if any(pc.any(pc.is_nan(values)).as_py() for values in edges.values()):
        return NAN
    if any(values.null_count for values in edges.values()):
        first = edges[EDGES[0]].is_valid()
        if any(pc.any(pc.xor(first, it.is_valid())).as_py() for it in edges.values()):
            return NAN
    return WRAPS if pc.any(pc.greater(edges["xmin"], edges["xmax"])).as_py() else ""


def _box(ends: Mapping[str, Any], covering: Covering) -> GroupBox:
    """Widened where the covering is in 32 bits."""
    values = {
        edge: (
            widen_single(float(end), is_low=edge in _MIN_AND_NOT_MAX)
            if covering.is_single(edge)
            else float(end)
        )
        for edge, end in ends.items()
    }
    if not all(map(isfinite, values.values())):
        return GroupBox(None, "a bound of its covering is infinite")
    if values["xmin"] > values["xmax"] or values["ymin"] > values["ymax"]:
        return GroupBox(None, "its covering has a minimum above the maximum")
    xmin, ymin, xmax, ymax = (values[edge] for edge in EDGES)
    return GroupBox(BoundingBox(xmin=xmin, xmax=xmax, ymin=ymin, ymax=ymax))
