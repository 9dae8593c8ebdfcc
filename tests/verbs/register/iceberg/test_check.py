"""Tables of pyiceberg's own making and of ours, held against the footers of their files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyiceberg.table import Table

from inlay.errors import RefusedError
from inlay.verbs.register.check.check_table import TableCheck, check_table
from inlay.verbs.register.check.differences import Weight
from tests.verbs.register.iceberg.tables import (
    NAME,
    open_catalog,
    properties_of,
    register,
    write_groups,
)

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

LONG = "m" * 5000
"""Arrow leaves the bounds of a row group out where one has more than 4,096 bytes."""


def _check(folder: Path, **options: Any) -> TableCheck:
    return check_table(to="iceberg", table=NAME, properties=properties_of(folder), **options)


def _codes(check: TableCheck) -> list[tuple[Weight, str, str]]:
    return [
        (it.weight, it.finding.code, it.finding.at)
        for file in check.files
        for it in file.differences
    ]


def _create(folder: Path, schema: pa.Schema) -> Table:
    with open_catalog(folder) as catalog:
        catalog.create_namespace_if_not_exists("lake")
        return catalog.create_table(NAME, schema)


def test_a_table_of_ours_has_no_difference(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    columns = {
        "i": pa.array([1, None, 3], pa.int32()),
        "d": pa.array(["1.50", "2.25", None]).cast(pa.decimal128(9, 2)),
        "t": pa.array([1, 2, 3], pa.timestamp("ms")),
        "s": ["a" * 40, "b", None],
        "b": [True, False, None],
        "g": [{"x": 1}, {"x": None}, None],
        "l": [[1], [], None],
    }
    pq.write_table(pa.table(columns), path)
    register(tmp_path, path, create=True)
    check = _check(tmp_path)
    assert (check.all_files, check.files, check.unread) == (1, (), ())


def test_bounds_that_pyiceberg_takes_from_one_row_group_are_named_and_fixed(tmp_path: Path) -> None:
    path = write_groups(tmp_path / "a.parquet", pa.string(), [["a", "b"], ["c", LONG]])
    _create(tmp_path, pq.read_schema(path)).add_files([str(path)])
    check = _check(tmp_path)
    assert _codes(check) == [(Weight.UNPROVED, "unproved-bound", "x")]
    assert "parquet-cpp-arrow" in check.files[0].created_by
    assert not check.is_right
    assert _check(tmp_path, fix=True).fixed
    assert _check(tmp_path).files == ()
    with open_catalog(tmp_path) as catalog:
        table = catalog.load_table(NAME)
        assert table.scan(f"x = '{LONG}'").to_arrow().num_rows == 1
        assert table.scan().to_arrow().num_rows == 4


def test_a_file_that_was_rewritten_has_other_bounds_and_bytes(tmp_path: Path) -> None:
    path = write_groups(tmp_path / "a.parquet", pa.int64(), [[1, 2]])
    register(tmp_path, path, create=True)
    write_groups(path, pa.int64(), [[0, 200], [7]])
    codes = {code for _, code, _ in _codes(_check(tmp_path))}
    assert codes == {"row-count", "file-size", "false-bound"}


def test_a_column_that_the_table_lacks_is_none_of_its_business(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"x": [1], "s": ["a"]}), path)
    register(tmp_path, path, create=True)
    pq.write_table(pa.table({"x": [2], "s": ["a"], "new": [3]}), path)
    assert "false-bound" in {code for _, code, _ in _codes(_check(tmp_path))}
    assert _check(tmp_path, fix=True).fixed
    with open_catalog(tmp_path) as catalog:
        assert [field.name for field in catalog.load_table(NAME).schema().fields] == ["x", "s"]
    assert _check(tmp_path).files == ()


def test_a_file_that_is_gone_cannot_be_read(tmp_path: Path) -> None:
    paths = [write_groups(tmp_path / f"{at}.parquet", pa.int64(), [[at]]) for at in (1, 2)]
    register(tmp_path, *paths, create=True)
    paths[0].unlink()
    check = _check(tmp_path)
    assert [it.entry.path for it in check.unread] == [str(paths[0])]
    assert (check.files, check.is_right) == ((), False)


def test_partitions_of_folders_are_no_difference(tmp_path: Path) -> None:
    path = tmp_path / "day=2026-11-28" / "a.parquet"
    path.parent.mkdir()
    pq.write_table(pa.table({"x": [1]}), path)
    register(tmp_path, path.parent.parent / "day=2026-11-28", create=True)
    assert _check(tmp_path).files == ()


def test_the_command_says_who_wrote_the_file(tmp_path: Path, inlay: Inlay) -> None:
    path = write_groups(tmp_path / "a.parquet", pa.string(), [["a", "b"], ["c", LONG]])
    _create(tmp_path, pq.read_schema(path)).add_files([str(path)])
    words = ["register", "check", NAME, "--to", "iceberg"]
    for key, value in properties_of(tmp_path).items():
        words += ["-p", f"{key}={value}"]
    code, out, _ = inlay(*words)
    assert code == 1
    assert "1 file: 0 wrong, 1 unproved, 0 absent" in out
    assert "parquet-cpp-arrow" in out
    code, out, _ = inlay(*words, "--format", "json")
    (file,) = json.loads(out)["differing"]
    assert [it["code"] for it in file["differences"]] == ["unproved-bound"]


def test_tables_of_version_3_are_checked_and_not_written(tmp_path: Path) -> None:
    """pyiceberg reads them, and writes none: this one has the metadata that another writer would have made of it."""
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"x": [1, None, 5]}), path)
    register(tmp_path, path, create=True)
    with open_catalog(tmp_path) as catalog:
        location = catalog.load_table(NAME).metadata_location.removeprefix("file://")
        metadata = json.loads(Path(location).read_text())
        snapshot = {"first-row-id": 0, "added-rows": 3}
        metadata |= {"format-version": 3, "next-row-id": 3}
        metadata["snapshots"] = [{**it, **snapshot} for it in metadata["snapshots"]]
        newer = tmp_path / "v3.metadata.json"
        newer.write_text(json.dumps(metadata))
        catalog.drop_table(NAME)
        assert catalog.register_table(NAME, f"file://{newer}").format_version == 3
    assert _check(tmp_path).is_right
    for kept in (
        [7, None, 8],
        [1, None, 5],
    ):  # its values change under the table, and are as they were
        pq.write_table(pa.table({"x": kept}), path)
        codes = {code for _, code, _ in _codes(_check(tmp_path))}
        assert codes == ({"false-bound"} if kept[0] == 7 else set())
    with pytest.raises(RefusedError, match="Iceberg 3: pyiceberg writes"):
        _check(tmp_path, fix=True)


def test_a_path_is_not_unescaped(tmp_path: Path) -> None:
    """Names in a table are no escaped URLs, though they begin with `file:`."""
    for at, name in enumerate(("a%2520b", "a%20b")):
        path = tmp_path / "files" / f"k={name}" / "a.parquet"
        path.parent.mkdir(parents=True)
        pq.write_table(pa.table({"x": [at]}), path)
    register(tmp_path, tmp_path / "files", create=True)
    check = _check(tmp_path)
    assert (check.all_files, check.files, check.unread) == (2, (), ())
