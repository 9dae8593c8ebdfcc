"""Geometries: whether they are some, and whether the boxes and kinds that a file gives of them hold, in the footer and in the key `geo`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from inlay.ground.values.geometry_box import EVERYWHERE, Box
from inlay.ground.values.geometry_kinds import name_kind
from inlay.ground.values.wkb import read_geometry
from inlay.pages.engine.geometry_measures import find_between
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.values.audited import AuditedChunk, AuditedPage
from parquet_format.parquet import BoundingBox, GeographyType

AXES: Final = "xyzm"
_MOST_NAMED: Final = 8

_SLACK: Final = 1e-12
"""Degrees: on a sphere, writers compute boxes of vectors, and what comes back is rounded."""


def check_wkb(page: AuditedPage) -> str | None:
    measured = page.chunk.geometries
    return measured.faults.get(page.number) if measured is not None else None


def check_box(chunk: AuditedChunk) -> str | None:
    said = chunk.meta.geospatial_statistics
    if said is None or said.bbox is None:
        return None
    is_on_sphere = isinstance(chunk.element.logicalType, GeographyType)
    return _find_outside(chunk, _box_of(said.bbox), is_on_sphere=is_on_sphere)


def check_kinds(chunk: AuditedChunk) -> str | None:
    said = chunk.meta.geospatial_statistics
    return _find_kind(chunk, (said.geospatial_types if said is not None else None) or ())


def check_key_box(chunk: AuditedChunk) -> str | None:
    described = chunk.described_geometries
    if described is None or described.box is None:
        return None
    return _find_outside(chunk, described.box, is_on_sphere=described.is_on_sphere)


def check_key_kinds(chunk: AuditedChunk) -> str | None:
    described = chunk.described_geometries
    return _find_kind(chunk, described.kinds if described is not None else ())


def _box_of(box: BoundingBox) -> Box:
    """What is missing of an axis says nothing."""
    lows = (box.xmin, box.ymin, box.zmin, box.mmin)
    highs = (box.xmax, box.ymax, box.zmax, box.mmax)
    return Box(_fill(lows, EVERYWHERE.lows), _fill(highs, EVERYWHERE.highs))


def _fill(edges: Iterable[float | None], others: Iterable[float]) -> tuple[float, ...]:
    return tuple(other if edge is None else edge for edge, other in zip(edges, others, strict=True))


def _find_outside(chunk: AuditedChunk, box: Box, *, is_on_sphere: bool) -> str | None:
    """NaN in a box is told by the level `footer`, and says nothing."""
    measured = chunk.geometries
    if measured is None or not measured.kinds:
        return None
    wraps = box.lows[0] > box.highs[0]
    for axis, (low, high, least, most) in enumerate(
        zip(*box, *measured.box, strict=True),
    ):
        if least > most or (axis == 0 and (wraps or (is_on_sphere and measured.is_around))):
            continue
        slack = _SLACK if is_on_sphere and axis < 2 else 0.0
        if least < low - slack:
            return f"{AXES[axis]}min is {low!r}, and a coordinate is less: {least!r}"
        if most > high + slack:
            return f"{AXES[axis]}max is {high!r}, and a coordinate is more: {most!r}"
    if wraps and not (is_on_sphere and measured.is_around):
        return _find_in_gap(chunk, box, is_on_sphere=is_on_sphere)
    return None


def _find_in_gap(chunk: AuditedChunk, box: Box, *, is_on_sphere: bool) -> str | None:
    west, east = box.lows[0], box.highs[0]
    slack = _SLACK if is_on_sphere else 0.0
    for run in chunk.values.runs():
        at = find_between(run, east + slack, west - slack)
        if at is not None:
            lows, highs = read_geometry(run.values[at].as_py())[1:]
            return (
                f"the box goes from x {west!r} over the antimeridian to {east!r}, "
                f"and value {run.first + at:,}, of x {lows[0]!r} to {highs[0]!r}, has one outside"
            )
    return None


def _find_kind(chunk: AuditedChunk, said: Collection[int]) -> str | None:
    """An empty list says nothing. A kind of which there is no geometry loses none."""
    measured = chunk.geometries
    if measured is None or not said:
        return None
    for kind, first in measured.kinds.items():
        if kind not in said:
            named = sorted(said)[:_MOST_NAMED]
            names = ", ".join(map(name_kind, named)) + ", …" * (len(named) < len(said))
            return f"{names}, and value {first:,} is a {name_kind(kind)}"
    return None


CHUNKS: Final[tuple[Check[AuditedChunk], ...]] = (
    Check(
        "value-box",
        "meta_data.geospatial_statistics.bbox",
        "every coordinate is within the box of its chunk",
        check_box,
    ),
    Check(
        "value-geometry-types",
        "meta_data.geospatial_statistics.geospatial_types",
        "the type of every geometry is among those of its chunk, if these are known",
        check_kinds,
    ),
    Check(
        "value-geo-box",
        "",
        "every coordinate is within the `bbox` of the key `geo`",
        check_key_box,
    ),
    Check(
        "value-geo-types",
        "",
        "the type of every geometry is among the `geometry_types` of the key `geo`, if these are known",
        check_key_kinds,
    ),
)

PAGES: Final[tuple[Check[AuditedPage], ...]] = (
    Check("value-geometry", "", "every geometry is ISO WKB, and nothing is behind it", check_wkb),
)
