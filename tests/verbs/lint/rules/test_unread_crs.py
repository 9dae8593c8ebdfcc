"""`unread-crs`."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from parquet_format.parquet import FileMetaData, GeographyType, GeometryType, LogicalType, Type
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, row_group
from tests.verbs.verify.files import changed_footer

RULE = "unread-crs"
PROJJSON = '{"type": "GeographicCRS", "name": "WGS 84"}'
NEITHER = "PySpark 4.3 does not take it, and DuckDB 2.0 drops it"
NOT_SPARK = "PySpark 4.3 does not take it"
NOT_DUCKDB = "DuckDB 2.0 drops it"
TEXTS = [
    (None, None),
    ("OGC:CRS84", None),
    ("ogc:crs84", NOT_SPARK),
    ("EPSG:3857", NOT_DUCKDB),
    ("SRID:0", NOT_DUCKDB),
    ("srid:0", NEITHER),
    ("EPSG:4326", NEITHER),
    ("projjson:key", NEITHER),
    ("", NEITHER),
    (PROJJSON, NOT_SPARK),
]


def advise_on(meaning: LogicalType, folder: Path) -> list[str]:
    element = column("g", Type.BYTE_ARRAY, logicalType=meaning)
    metadata = footer([element], [row_group(chunk("g", Type.BYTE_ARRAY))])
    return [each.seen for each in advise(RULE, metadata, folder)]


@pytest.mark.parametrize(("crs", "lost"), TEXTS)
def test_who_takes_it(tmp_path: Path, crs: str | None, lost: str | None) -> None:
    for meaning in (GeometryType(crs=crs), GeographyType(crs=crs)):
        said = advise_on(meaning, tmp_path)
        assert [each.endswith(f": {lost}") for each in said] == [True] * (lost is not None)


@pytest.mark.parametrize(("crs", "lost"), [pair for pair in TEXTS if pair[0] is not None])
def test_duckdb_drops_what_is_said(tmp_path: Path, crs: str, lost: str | None) -> None:
    path = tmp_path / "g.parquet"
    duckdb.sql(
        f"COPY (SELECT 'POINT(1 2)'::GEOMETRY g) TO '{path}' (FORMAT parquet, GEOPARQUET_VERSION 'NONE')"
    )

    def change(metadata: FileMetaData) -> None:
        metadata.schema[1].logicalType = GeometryType(crs=crs)

    changed_footer(path, path, change)
    (kind,) = duckdb.read_parquet(str(path)).types
    is_dropped = lost is not None and NOT_DUCKDB in lost
    assert (str(kind) == "GEOMETRY") == is_dropped


def test_long_texts_are_cut(tmp_path: Path) -> None:
    (seen,) = advise_on(GeometryType(crs="x" * 10_000), tmp_path)
    assert len(seen) < 200


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
