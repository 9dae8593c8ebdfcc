"""The column of boxes of GeoParquet 1.1, row by row: readers leave out geometries by it."""

from __future__ import annotations

from typing import Any, Final

import pyarrow as pa
from pyarrow import compute

from inlay.ground.values.wkb import BETWEEN, measure_geometries
from inlay.pages.engine.geometry_measures import CIRCLE, POLE
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.values.audited_rows import AuditedRows, column_in

pc: Final[Any] = compute

_AXES: Final = "xyzm"


def check_covering(rows: AuditedRows) -> str | None:
    """A geometry without coordinates has any box, or none."""
    if rows.described is None:
        return None
    for first, batch in rows.batches():
        outside = _find_outside(rows, batch)
        if outside is not None:
            at, what = outside
            return f"row {first + at:,} of the row group: {what}"
    return None


def _find_outside(rows: AuditedRows, batch: pa.RecordBatch) -> tuple[int, str] | None:
    assert rows.described is not None
    values = column_in(batch, [rows.name])
    if not pa.types.is_binary(values.type):
        return None
    edges = {
        edge: column_in(batch, path).cast(pa.float64())
        for edge, path in rows.described.covering.items()
    }
    wraps = _find_wrapped(edges)
    boxes = measure_geometries(values, _gaps_of(edges, wraps))
    for axis, name in enumerate(_AXES):
        low, high = edges.get(f"{name}min"), edges.get(f"{name}max")
        if low is None or high is None:
            continue
        least, most = boxes.lows[axis], boxes.highs[axis]
        is_within = pc.and_(pc.less_equal(low, least), pc.greater_equal(high, most))
        if axis == 0 and wraps is not None:
            is_beside = pc.equal(pc.bit_wise_and(boxes.kinds, _flag()), pa.scalar(0, pa.uint16()))
            is_within = pc.if_else(wraps, is_beside, is_within)
        is_outside = pc.invert(pc.fill_null(is_within, False))
        has_some = pc.and_(pc.less_equal(least, most), values.is_valid())
        if axis == 0 and rows.is_on_sphere:
            has_some = pc.and_(has_some, _has_one_longitude(boxes.lows, boxes.highs))
        at: int = pc.index(pc.and_(is_outside, has_some), True).as_py()
        if at >= 0:
            said = f"{low[at].as_py()!r} to {high[at].as_py()!r}"
            is_ = f"{least[at].as_py()!r} to {most[at].as_py()!r}"
            return at, f"the box has {name} from {said}, and the geometry from {is_}"
    return None


def _find_wrapped(edges: dict[str, Any]) -> Any:
    """Whether each box goes over the antimeridian; None where none does."""
    if "xmin" not in edges or "xmax" not in edges:
        return None
    wraps = pc.fill_null(pc.greater(edges["xmin"], edges["xmax"]), False)
    return wraps if pc.any(wraps).as_py() else None


def _gaps_of(edges: dict[str, Any], wraps: Any) -> Any:
    """Where the x of such a box is not: a pair of numbers for each row."""
    if wraps is None:
        return None
    nothing = pa.scalar(float("nan"))
    pair = [pc.if_else(wraps, edges[edge], nothing) for edge in ("xmax", "xmin")]
    order = [at for row in range(len(wraps)) for at in (row, len(wraps) + row)]
    return pa.concat_arrays(pair).take(pa.array(order, pa.int32()))


def _has_one_longitude(lows: list[Any], highs: list[Any]) -> Any:
    """Not so on the antimeridian and at the poles."""
    x = pc.max_element_wise(pc.negate(lows[0]), highs[0])
    y = pc.max_element_wise(pc.negate(lows[1]), highs[1])
    return pc.and_(pc.less(x, CIRCLE), pc.less(y, POLE))


def _flag() -> Any:
    return pa.scalar(BETWEEN, pa.uint16())


ROWS: Final[tuple[Check[AuditedRows], ...]] = (
    Check(
        "value-covering",
        "",
        "every geometry is within its box in the column that the key `geo` calls its covering",
        check_covering,
    ),
)
