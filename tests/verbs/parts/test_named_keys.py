"""Pairs that a type names, and the pair that makes bytes geometries: they are compared, kept, and not deleted while in use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import inlay
from inlay.errors import RefusedError
from inlay.footers.footer import Footer
from inlay.verbs.set.edit_footer import edit_footer
from parquet_format.parquet import EdgeInterpolationAlgorithm, GeographyType, GeometryType, KeyValue
from tests.pages.encodings.files import pa, pq

POINT = bytes.fromhex("0101000000000000000000f03f0000000000000040")
GEO = json.dumps({"version": "1.0.0", "primary_column": "g", "columns": {"g": {"encoding": "WKB", "geometry_types": []}}})  # fmt: skip


def write(path: Path, pairs: dict[str, str], kind: Any = None, values: Any = (POINT,)) -> str:
    numbers = pa.array([1] * len(values), pa.int64())
    rows = pa.table({"g": pa.array(values, pa.binary()), "x": numbers})
    pq.write_table(rows, path, store_schema=False)

    def edit(footer: Footer) -> bytes:
        metadata = footer.metadata
        metadata.schema[1].logicalType = kind
        metadata.key_value_metadata = [KeyValue(key=key, value=pairs[key]) for key in pairs] or None
        return metadata.encode()

    edit_footer(str(path), edit)
    return str(path)


def pairs_of(path: str | Path) -> dict[str, str | None]:
    return {pair.key: pair.value for pair in inlay.read_metadata(path).key_value_metadata or ()}


KINDS = {
    "geometry": GeometryType(crs="projjson:my_crs"),
    "geography": GeographyType(
        crs="projjson:my_crs", algorithm=EdgeInterpolationAlgorithm.SPHERICAL
    ),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("metadata", ["first", "drop", "error"])
def test_a_pair_that_a_type_names_is_compared_and_kept(
    kind: str, metadata: Any, tmp_path: Path
) -> None:
    out = tmp_path / "out.parquet"
    one, same, other, none = (
        write(tmp_path / name, pairs, KINDS[kind])
        for name, pairs in (
            ("one", {"my_crs": "A"}),
            ("same", {"my_crs": "A"}),
            ("other", {"my_crs": "B"}),
            ("none", {}),
        )
    )
    for first, second in ((one, other), (one, none), (none, one)):
        with pytest.raises(
            RefusedError, match="'my_crs': it says where the points of column g are"
        ):
            inlay.concat([first, second], out, metadata=metadata)
    inlay.concat([one, same], out, metadata=metadata)
    assert pairs_of(out) == {"my_crs": "A"}


def test_who_lacks_the_column_needs_no_pair(tmp_path: Path) -> None:
    one = write(tmp_path / "one", {"my_crs": "A"}, KINDS["geometry"])
    rest = tmp_path / "rest"
    pq.write_table(pa.table({"x": [1]}), rest, store_schema=False)
    out = tmp_path / "out.parquet"
    for files in ([one, str(rest)], [str(rest), one]):
        inlay.concat(files, out, schema="union", metadata="drop", overwrite=True)
        assert pairs_of(out) == {"my_crs": "A"}


def test_a_pair_in_use_is_not_deleted(tmp_path: Path) -> None:
    path = write(tmp_path / "in", {"my_crs": "A", "other": "B"}, KINDS["geometry"])
    with pytest.raises(RefusedError, match="column g is in the coordinates of the pair 'my_crs'"):
        inlay.set_metadata(path, delete=["my*"])
    inlay.set_metadata(path, delete=["other"])
    inlay.set_metadata(path, rename={"g": "h"})
    with pytest.raises(RefusedError, match="column h is in the coordinates"):
        inlay.set_metadata(path, delete=["my_crs"])
    inlay.drop(path, columns=["h"])
    inlay.set_metadata(path, delete=["my_crs"])
    assert pairs_of(path) == {}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("values", [(None, None), ()], ids=["nulls", "no rows"])
def test_geo_stays_beside_a_file_without_geometries(
    values: Any, turned: bool, tmp_path: Path
) -> None:
    files = [write(tmp_path / "a", {"geo": GEO}), write(tmp_path / "b", {}, values=values)]
    out = tmp_path / "out.parquet"
    inlay.concat(files[::-1] if turned else files, out)
    assert json.loads(pairs_of(out)["geo"] or "") == json.loads(GEO)


@pytest.mark.parametrize("turned", [False, True])
def test_geometries_do_not_become_bytes_unasked(turned: bool, tmp_path: Path) -> None:
    files = [write(tmp_path / "a", {"geo": GEO}), write(tmp_path / "b", {})]
    files = files[::-1] if turned else files
    out = tmp_path / "out.parquet"
    with pytest.raises(RefusedError, match="'g' holds geometries; `--metadata drop` leaves it out"):
        inlay.concat(files, out)
    made = inlay.concat(files, out, metadata="drop")
    assert pairs_of(out) == {}
    assert any("geo is left out" in note for note in made.notes)


def test_lint_minds_no_codec_of_nulls(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    pq.write_table(pa.table({"x": [1], "y": ["a"]}), one)
    pq.write_table(pa.table({"x": [1]}), two)
    out = tmp_path / "out.parquet"
    inlay.concat([one, two], out, schema="union")
    assert "mixed-codecs" not in {advice.rule for advice in inlay.lint(out).advice}
