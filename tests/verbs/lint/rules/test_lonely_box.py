"""`lonely-box`."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from inlay.__main__ import run
from parquet_format.parquet import (
    BoundingBox,
    GeographyType,
    GeometryType,
    GeospatialStatistics,
    LogicalType,
    Statistics,
    Type,
)
from tests.verbs.lint.footers import (
    advise,
    advise_on_file,
    chunk,
    column,
    footer,
    make_fine,
    row_group,
)
from tests.verbs.verify.values.geometry_files import native, point

RULE = "lonely-box"
BOX = GeospatialStatistics(bbox=BoundingBox(xmin=1, xmax=2, ymin=1, ymax=2))


@pytest.mark.parametrize(
    ("meaning", "box", "statistics", "is_seen"),
    [
        (GeometryType(), BOX, None, True),
        (GeometryType(), BOX, Statistics(), False),
        (GeometryType(), GeospatialStatistics(), None, False),
        (GeometryType(), None, None, False),
        (GeographyType(), BOX, None, False),
    ],
)
def test_by_what_is_beside_it(
    tmp_path: Path,
    meaning: LogicalType,
    box: GeospatialStatistics | None,
    statistics: Statistics | None,
    *,
    is_seen: bool,
) -> None:
    geometries = chunk("g", Type.BYTE_ARRAY, geospatial_statistics=box, statistics=statistics)
    element = column("g", Type.BYTE_ARRAY, logicalType=meaning)
    advice = advise(RULE, footer([element], [row_group(geometries)]), tmp_path)
    seen = "a box of geometries without statistics in its row group"
    assert [(each.seen, each.reads) for each in advice] == [(seen, 1)] * is_seen


def test_the_remedy_adds_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "g.parquet"
    box = BoundingBox(xmin=1, xmax=1, ymin=2, ymax=2)
    path.write_bytes(native([point(1, 2)], box, [1]))
    (advice,) = advise_on_file(RULE, path)
    program, *words = shlex.split(advice.fix)
    assert (program, *words[:2]) == ("inlay", "geo", "boxes")
    assert run(words) == 0
    assert advise_on_file(RULE, path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
