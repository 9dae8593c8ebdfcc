"""What a Delta table asks of whoever writes to it: kept, or refused before a commit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.errors import RefusedError
from inlay.verbs.register.check.check_table import TableCheck
from tests.verbs.register.delta.tables import ask, register, write


def _check(folder: Path, **options: Any) -> TableCheck:
    return inlay.check_table(to="delta", table=str(folder), **options)


def _write_log(folder: Path, fields: list[dict[str, Any]], **more: Any) -> None:
    """A table of another writer, without files."""
    log = folder / "_delta_log"
    log.mkdir(parents=True)
    columns = [{"nullable": True, "metadata": {}, **field} for field in fields]
    protocol = {
        "minReaderVersion": 3,
        "minWriterVersion": 7,
        "readerFeatures": [it for it in more.get("features", []) if it == "columnMapping"],
        "writerFeatures": more.get("features", []),
    }
    metadata = {
        "id": "t",
        "format": {"provider": "parquet", "options": {}},
        "schemaString": json.dumps({"type": "struct", "fields": columns}),
        "partitionColumns": more.get("partition_by", []),
        "configuration": more.get("configuration", {}),
        "createdTime": 1,
    }
    lines = [json.dumps({"protocol": protocol}), json.dumps({"metaData": metadata})]
    (log / "00000000000000000000.json").write_text("\n".join(lines))


def _add_file(folder: Path, path: Path, said: dict[str, Any]) -> None:
    """As another writer would, with these statistics."""
    added = {
        "path": path.name,
        "partitionValues": {},
        "size": path.stat().st_size,
        "modificationTime": 1,
        "dataChange": True,
        "stats": json.dumps(said),
    }
    (folder / "_delta_log" / f"{1:020}.json").write_text(json.dumps({"add": added}))


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ({"features": ["rowTracking"]}, "has the feature rowTracking"),
        ({"features": ["domainMetadata"]}, "has the feature domainMetadata"),
        ({"configuration": {"delta.dataSkippingNumIndexedCols": "few"}}, "'few', no number"),
    ],
)
def test_what_a_table_asks_for_is_refused_before_a_commit(
    tmp_path: Path, more: dict[str, Any], what: str
) -> None:
    _write_log(tmp_path, [{"name": "x", "type": "long"}], **more)
    with pytest.raises(RefusedError, match=what):
        register(tmp_path, write(tmp_path / "a.parquet", x=[1]), dry_run=True)


@pytest.mark.parametrize(
    "more",
    [
        {"features": ["rowTracking", "domainMetadata"]},
        {"configuration": {"delta.constraints.small": "x < 10"}},
        {"configuration": {"delta.enableRowTracking": "true"}},
    ],
)
def test_what_a_table_asks_of_writers_is_nothing_to_a_check(
    tmp_path: Path, more: dict[str, Any]
) -> None:
    """Nothing is written; to correct it is refused as ever."""
    _write_log(tmp_path, [{"name": "x", "type": "long"}], **more)
    path = Path(write(tmp_path / "a.parquet", x=[1, 5]))
    said = {"numRecords": 2, "minValues": {"x": 2}, "maxValues": {"x": 5}, "nullCount": {"x": 0}}
    _add_file(tmp_path, path, said)
    (file,) = inlay.check_table(to="delta", table=str(tmp_path)).files
    assert [it.finding.code for it in file.differences] == ["false-bound"]
    with pytest.raises(RefusedError):
        inlay.check_table(to="delta", table=str(tmp_path), fix=True)


def _map(name: str, type_: Any, id_: int) -> dict[str, Any]:
    """A column that files call `col-N`."""
    names = {"delta.columnMapping.id": id_, "delta.columnMapping.physicalName": f"col-{id_}"}
    return {"name": name, "type": type_, "nullable": True, "metadata": names}


def _map_table(folder: Path, **settings: str) -> None:
    """Whose file is false about `s.t`, and says nothing of `id`."""
    inner = {"type": "struct", "fields": [_map("t", "string", 3)]}
    configuration = {"delta.columnMapping.mode": "name", **settings}
    more: Any = {"configuration": configuration, "features": ["columnMapping"]}
    _write_log(folder, [_map("id", "long", 1), _map("s", inner, 2)], **more)
    path = Path(write(folder / "a.parquet", **{"col-1": [1, 2], "col-2": [{"col-3": "b"}, None]}))
    said = {
        "numRecords": 2,
        "minValues": {"col-2": {"col-3": "c"}},
        "maxValues": {"col-2": {"col-3": "c"}},
        "nullCount": {"col-1": 0, "col-2": {"col-3": 1}},
    }
    _add_file(folder, path, said)


def test_a_check_follows_columns_to_their_names_in_files(tmp_path: Path) -> None:
    """And calls them as the table does. To correct it is refused, as deltalake writes no such table."""
    _map_table(tmp_path)
    (file,) = _check(tmp_path).files
    found = {(it.finding.code, it.finding.at) for it in file.differences}
    assert found == {("no-bound", "id"), ("false-bound", "s.t")}
    for job in (lambda: _check(tmp_path, fix=True), lambda: register(tmp_path, tmp_path)):
        with pytest.raises(RefusedError, match="maps its columns"):
            job()


def test_settings_of_a_mapped_table_have_its_own_names(tmp_path: Path) -> None:
    _map_table(tmp_path, **{"delta.dataSkippingStatsColumns": "s"})
    (file,) = _check(tmp_path).files
    assert [it.finding.at for it in file.differences] == ["s.t"]


def test_a_file_that_ids_alone_lead_to_is_told(tmp_path: Path) -> None:
    _map_table(tmp_path)
    field = pa.field("other", pa.int64(), metadata={"PARQUET:field_id": "1"})
    pq.write_table(pa.table([[1, 2]], schema=pa.schema([field])), tmp_path / "a.parquet")
    with pytest.raises(RefusedError, match="calls the column 'col-1' of its table 'other'"):
        _check(tmp_path)


def test_a_required_partition_takes_no_null(tmp_path: Path) -> None:
    day = {"name": "day", "type": "string", "nullable": False}
    _write_log(tmp_path, [{"name": "x", "type": "long"}, day], partition_by=["day"])
    register(tmp_path, write(tmp_path / "day=1" / "a.parquet", x=[1]).parent.parent)
    null = write(tmp_path / "null" / "day=__HIVE_DEFAULT_PARTITION__" / "a.parquet", x=[2])
    with pytest.raises(RefusedError, match="day is null in all rows"):
        register(tmp_path, null.parent.parent)
    assert ask(tmp_path, "select x, day from t") == [{"x": 1, "day": "1"}]


def test_a_column_of_folders_alone_is_not_lost(tmp_path: Path) -> None:
    for day in (1, 2):
        write(tmp_path / f"day={day}" / "a.parquet", x=[day])
    with pytest.raises(RefusedError, match="only its folder says day"):
        register(tmp_path, tmp_path, create=True, partition_by=["x"])
    assert not (tmp_path / "_delta_log").exists()


def test_names_that_differ_in_case_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", s=[{"Id": 1, "id": 2}])
    with pytest.raises(RefusedError, match=r"columns s\.Id and s\.id are one in Delta"):
        register(tmp_path, path, create=True)


def test_equal_bounds_prove_one_value_without_flags(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", k=["a", "a"], x=[1, 2])
    inlay.edit_footer(path, _forget_flags)
    register(tmp_path, path, create=True, partition_by=["k"])
    assert ask(tmp_path, "select x from t where k = 'a' and x = 2") == [{"x": 2}]


def _forget_flags(footer: Any) -> Any:
    metadata = footer.metadata
    for chunk in metadata.row_groups[0].columns:
        flags = {"is_min_value_exact": None, "is_max_value_exact": None}
        chunk.meta_data.statistics = chunk.meta_data.statistics.replace(**flags)
    return metadata.encode()
