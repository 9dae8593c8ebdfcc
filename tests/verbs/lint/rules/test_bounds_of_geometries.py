"""`bounds-of-geometries`."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from inlay.__main__ import run
from parquet_format.parquet import (
    BoundingBox,
    FileMetaData,
    GeographyType,
    GeometryType,
    LogicalType,
    Statistics,
    StringType,
    Type,
)
from tests.verbs.geo.files import edited
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

RULE = "bounds-of-geometries"


@pytest.mark.parametrize(
    ("meaning", "statistics", "num_bytes"),
    [
        (GeometryType(), Statistics(min_value=b"abc", max_value=b"de"), 5),
        (GeographyType(), Statistics(min=b"abc"), 3),
        (GeometryType(), Statistics(null_count=0), None),
        (GeometryType(), None, None),
        (StringType(), Statistics(min_value=b"abc", max_value=b"de"), None),
        (None, Statistics(min_value=b"abc", max_value=b"de"), None),
    ],
)
def test_by_the_type(
    tmp_path: Path,
    meaning: LogicalType | None,
    statistics: Statistics | None,
    num_bytes: int | None,
) -> None:
    element = column("g", Type.BYTE_ARRAY, logicalType=meaning)
    group = row_group(chunk("g", Type.BYTE_ARRAY, statistics=statistics))
    advice = advise(RULE, footer([element], [group]), tmp_path)
    assert [each.num_bytes for each in advice] == [num_bytes] * (num_bytes is not None)


def _add_bounds(metadata: FileMetaData) -> None:
    """And nothing else, so that without them nothing is left beside the box."""
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    meta.statistics = Statistics(min_value=b"a", max_value=b"b")


def test_the_remedy_leaves_a_box_that_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "g.parquet"
    box = BoundingBox(xmin=1, xmax=1, ymin=2, ymax=2)
    path.write_bytes(edited(native([point(1, 2)], box, [1]), _add_bounds))
    (advice,) = advise_on_file(RULE, path)
    program, *words = shlex.split(advice.fix)
    assert program == "inlay"
    assert run(words) == 0
    assert advise_on_file(RULE, path) == []
    assert advise_on_file("lonely-box", path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
