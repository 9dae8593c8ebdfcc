"""`geometry-without-key`."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

import inlay
from inlay.__main__ import run
from parquet_format.parquet import (
    BoundingBox,
    GeographyType,
    GeometryType,
    KeyValue,
    LogicalType,
    StringType,
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

RULE = "geometry-without-key"


@pytest.mark.parametrize(
    ("meaning", "has_key", "is_seen"),
    [
        (GeometryType(), False, True),
        (GeographyType(), False, True),
        (GeometryType(), True, False),
        (StringType(), False, False),
    ],
)
def test_by_what_is_beside_it(
    tmp_path: Path, meaning: LogicalType, *, has_key: bool, is_seen: bool
) -> None:
    elements = [column(name, Type.BYTE_ARRAY, logicalType=meaning) for name in "gh"]
    metadata = footer(elements, [row_group(*(chunk(name, Type.BYTE_ARRAY) for name in "gh"))])
    if has_key:
        metadata.key_value_metadata = [KeyValue(key="geo", value="{}")]
    advice = advise(RULE, metadata, tmp_path)
    assert [each.column for each in advice] == ["g"] * is_seen


def test_the_remedy_writes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "g.parquet"
    path.write_bytes(native([point(1, 2)], BoundingBox(xmin=1, xmax=1, ymin=2, ymax=2), [1]))
    (advice,) = advise_on_file(RULE, path)
    program, *words = shlex.split(advice.fix)
    assert (program, *words[:2]) == ("inlay", "geo", "to-native")
    assert run(words) == 0
    assert advise_on_file(RULE, path) == []
    assert "geo" in {pair.key for pair in inlay.read_metadata(path).key_value_metadata or ()}


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
