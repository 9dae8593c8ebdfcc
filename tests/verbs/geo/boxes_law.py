"""The law of boxes: each contains every coordinate of its row group. `python -m tests.verbs.geo.boxes_law [GEOMETRIES] [--seed N]`.

Geometries of all seven kinds, of X and Y, with Z, M or both, of which some are empty, null, have NaN in one axis or in all, are infinite, or
go over the antimeridian. Boxes are taken from the geometries, and from coverings of 32 and of 64 bits. What a box has to contain is known
from the numbers of which the geometries are made: none of them is parsed.
"""

from __future__ import annotations

import argparse
import struct
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from math import inf, isfinite, isinf, isnan, nan
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeAlias

import inlay
from inlay.geo import add_boxes, convert_to_native
from parquet_format.parquet import BoundingBox, GeospatialStatistics
from tests.verbs.geo.files import geo_file
from tests.verbs.verify.values.geometry_files import native

Point: TypeAlias = tuple[float, ...]
Covering: TypeAlias = dict[str, float]

ROWS: Final = 10_000
"""Of a row group."""

_AXES: Final = ((0, 1), (0, 1, 2), (0, 1, 3), (0, 1, 2, 3))
_NAMES: Final = ("x", "y", "z", "m")
_EDGES: Final = ("xmin", "ymin", "xmax", "ymax")
_PARTS: Final = {4: 1, 5: 2, 6: 3}


class Drawn(NamedTuple):
    """A geometry in WKB, and its points, of x, y, z and m, where an axis that is not there is None."""

    value: bytes | None
    points: list[tuple[float | None, ...]]
    is_around: bool = False


class Tally(NamedTuple):
    row_groups: int
    boxes: int
    wrong: list[str]


class Drawer:
    """Draws geometries, so many for a row group. Of one that `is_odd`, a few have what leaves it without a box."""

    def __init__(self, random: Random, rows: int) -> None:
        self._random = random
        self._rows = rows

    def draw(self, *, is_odd: bool) -> Drawn:
        random = self._random
        if random.random() < 0.03:
            return Drawn(None, [])
        dimension = random.choices(range(4), (7, 1, 1, 1))[0]
        points: list[Point] = []
        kind = random.choices(range(1, 8), (8, 3, 3, 1, 1, 1, 1))[0]
        value = self._write(kind, dimension, points, is_odd=is_odd)
        axes = _AXES[dimension]
        by_axis = [
            tuple(it[axes.index(axis)] if axis in axes else None for axis in range(4))
            for it in points
        ]
        is_around = is_odd and kind == 2 and len(points) > 1 and random.random() < 100 / self._rows
        return Drawn(value, by_axis, is_around)

    def _write(self, kind: int, dimension: int, points: list[Point], *, is_odd: bool) -> bytes:
        random = self._random
        sign = random.choice("<>")
        head = struct.pack(f"{sign}BI", sign == "<", dimension * 1000 + kind)
        if kind == 1:
            return head + self._write_points(1, sign, dimension, points, is_odd=is_odd)
        count = random.choice((0, 1, 2, 5))
        body = head + struct.pack(f"{sign}I", count)
        if kind == 2:
            return body + self._write_points(count, sign, dimension, points, is_odd=is_odd)
        for _ in range(count):
            if kind == 3:
                ring = random.choice((0, 4, 6))
                body += struct.pack(f"{sign}I", ring)
                body += self._write_points(ring, sign, dimension, points, is_odd=is_odd)
            else:
                part = _PARTS.get(kind) or random.choice((1, 2, 3))
                body += self._write(part, dimension, points, is_odd=is_odd)
        return body

    def _write_points(
        self, count: int, sign: str, dimension: int, points: list[Point], *, is_odd: bool
    ) -> bytes:
        axes = _AXES[dimension]
        body = b""
        for _ in range(count):
            point = self._draw_point(axes, is_odd=is_odd)
            points.append(point)
            body += struct.pack(f"{sign}{len(axes)}d", *point)
        return body

    def _draw_point(self, axes: Sequence[int], *, is_odd: bool) -> Point:
        random = self._random
        point = [
            random.choice((-180.0, 180.0, -0.0, random.uniform(-180, 180))),
            random.uniform(-90, 90),
            *(random.uniform(-1e4, 1e9) for _ in axes[2:]),
        ]
        if random.random() < 0.01:  # an empty point
            point = [nan] * len(axes)
        elif is_odd and random.random() < 1 / self._rows:
            point[random.randrange(len(axes))] = random.choice((nan, inf, -inf))
        return tuple(point)


def cover(drawn: Drawn, width: str) -> Covering | None:
    """As writers do: of x and y, in 32 bits to the nearest; None where there is no coordinate."""
    if drawn.value is None or not drawn.points:
        return None
    ends: list[float] = []
    for choose in (min, max):
        for axis in (0, 1):
            numbers = [it[axis] for it in drawn.points]
            there = [it for it in numbers if it is not None and not isnan(it)]
            ends.append(choose(there) if there else nan)
    if all(map(isnan, ends)):
        return None
    if drawn.is_around:
        ends[0], ends[2] = ends[2], ends[0]
    if width == "float":
        ends = [struct.unpack("<f", struct.pack("<f", it))[0] for it in ends]
    return dict(zip(_EDGES, ends, strict=True))


def list_boxes(path: Path) -> Iterator[GeospatialStatistics | None]:
    for group in inlay.read_metadata(path).row_groups:
        meta = group.columns[0].meta_data
        assert meta is not None
        yield meta.geospatial_statistics


def find_outside(box: BoundingBox, drawn: Sequence[Drawn]) -> str:
    """The first coordinate that is not in it, with the number of its row."""
    ends = [(getattr(box, f"{axis}min"), getattr(box, f"{axis}max")) for axis in _NAMES]
    for row, each in enumerate(drawn):
        for point in each.points:
            for name, number, (low, high) in zip(_NAMES, point, ends, strict=True):
                if number is None or isnan(number) or low is None or high is None:
                    continue
                if not low <= number <= high:
                    return f"row {row}: {name} {number!r} is not in {low!r} to {high!r}"
    return ""


def may_have_box(drawn: Sequence[Drawn]) -> bool:
    """By the rules of `docs/geo.md`, of what the geometries say."""
    points = [it for each in drawn for it in each.points]
    there = [[it for it in point if it is not None] for point in points]
    has_coordinate = any(not isnan(it) for point in there for it in point[:2])
    is_partial = any(0 < sum(map(isnan, it)) < len(it) for it in there)
    return has_coordinate and not is_partial and not any(map(isinf, (n for p in there for n in p)))


def hold_values(drawn: Sequence[Sequence[Drawn]], folder: Path) -> Tally:
    """Of boxes from the geometries: there is one wherever there may be one."""
    path = folder / "values.parquet"
    values = [it.value for group in drawn for it in group]
    path.write_bytes(native(values, row_group_size=len(drawn[0]), use_dictionary=False))
    inlay.strip_index(path, what=["geometry-boxes", "geometry-types"])
    add_boxes(path)
    return _hold(path, drawn, [may_have_box(it) for it in drawn])


def hold_covering(drawn: Sequence[Sequence[Drawn]], width: str, folder: Path) -> Tally:
    """Of boxes from a covering: there is one wherever its rows allow one."""
    path = folder / f"{width}.parquet"
    boxes = [[cover(it, width) for it in group] for group in drawn]
    data = geo_file(
        [it.value for group in drawn for it in group],
        [it for group in boxes for it in group],
        rows=len(drawn[0]),
        width=width,
    )
    path.write_bytes(data)
    convert_to_native(path)
    may_have = [_may_bound([it for it in group if it is not None]) for group in boxes]
    return _hold(path, drawn, may_have)


def _may_bound(boxes: Sequence[Covering]) -> bool:
    if not boxes or any(it["xmin"] > it["xmax"] for it in boxes):
        return False
    return all(isfinite(number) for it in boxes for number in it.values())


def _hold(path: Path, drawn: Sequence[Sequence[Drawn]], may_have: Sequence[bool]) -> Tally:
    wrong: list[str] = []
    boxes = 0
    for number, (said, group, may) in enumerate(
        zip(list_boxes(path), drawn, may_have, strict=True)
    ):
        box = said.bbox if said is not None else None
        boxes += box is not None
        if (box is not None) != may:
            wrong.append(f"{path.stem}, row group {number}: box {box}, and there may be one: {may}")
        elif box is not None and (why := find_outside(box, group)):
            wrong.append(f"{path.stem}, row group {number}: {why}")
    return Tally(len(drawn), boxes, wrong)


def hold(geometries: int, seed: int, rows: int, folder: Path) -> dict[str, Tally]:
    """By where the boxes are from. A tenth of the row groups has what leaves it without a box."""
    random = Random(seed)
    drawer = Drawer(random, rows)
    drawn: list[list[Drawn]] = []
    for first in range(0, geometries, rows):
        is_odd = random.random() < 0.1
        count = min(rows, geometries - first)
        drawn.append([drawer.draw(is_odd=is_odd) for _ in range(count)])
    return {
        "geometries": hold_values(drawn, folder),
        "covering of 64 bits": hold_covering(drawn, "double", folder),
        "covering of 32 bits": hold_covering(drawn, "float", folder),
    }


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.verbs.geo.boxes_law", description=__doc__
    )
    parser.add_argument("geometries", nargs="?", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for name, tally in hold(asked.geometries, asked.seed, ROWS, Path(folder)).items():
            counts["wrong"] += len(tally.wrong)
            print(
                f"{name}: {tally.boxes} of {tally.row_groups} row groups have a box, {len(tally.wrong)} are wrong",
                *tally.wrong[:20],
                sep="\n  ",
                flush=True,
            )
    return int(counts["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
