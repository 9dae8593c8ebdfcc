"""Commits to a Delta table: all files or none, each file once, and nobody else's commit is written over."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from deltalake import DeltaTable, Field, convert_to_deltalake, write_deltalake
from deltalake.schema import PrimitiveType

import inlay
from inlay.errors import RefusedError, RequestError
from inlay.verbs.register.build_request import build_request
from inlay.verbs.register.check.check_table import TableCheck
from inlay.verbs.register.check.differences import Weight
from inlay.verbs.register.lake_file import LakeFile, read_lake
from inlay.verbs.register.targets.delta import deltalake_client
from inlay.verbs.register.targets.target import TableWishes, find_target
from tests.verbs.register.delta.tables import ask, register, write, write_groups


def _check(folder: Path, **options: Any) -> TableCheck:
    return inlay.check_table(to="delta", table=str(folder), **options)


def _list_versions(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "_delta_log").glob("*.json"))


def test_files_are_added_and_found(tmp_path: Path) -> None:
    register(tmp_path, write(tmp_path / "a b%.parquet", x=[1, 2]), create=True)
    assert register(tmp_path, write(tmp_path / "b.parquet", x=[30])).committed == "version 1"
    assert [row["x"] for row in ask(tmp_path, "select x from t order by x")] == [1, 2, 30]
    table = DeltaTable(tmp_path).to_pyarrow_table()
    assert {*table.column("x").to_pylist()} == {1, 2, 30}


def test_a_file_that_is_there_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", x=[1])
    register(tmp_path, path, create=True)
    with pytest.raises(RefusedError, match="in the table already"):
        register(tmp_path, path)
    with pytest.raises(RefusedError, match="is there already"):
        register(tmp_path, path, create=True)
    assert _list_versions(tmp_path) == ["00000000000000000000.json"]


def test_a_table_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", x=[1])
    with pytest.raises(RefusedError, match="no Delta table is there"):
        register(tmp_path, path)
    with pytest.raises(RequestError, match="say which, table="):
        inlay.register(path, to="delta")


def test_a_check_is_not_told_to_create_the_table(tmp_path: Path) -> None:
    for fix in (False, True):
        with pytest.raises(RefusedError, match=r"no Delta table is there\Z"):
            inlay.check_table(to="delta", table=str(tmp_path), fix=fix)


def test_a_check_takes_formats_of_tables_alone() -> None:
    for to in ("records", "hudi"):
        with pytest.raises(RequestError, match=rf"to='{to}': choose delta, ducklake or iceberg\Z"):
            inlay.check_table(to=to, table="lake.parquet")


def test_a_dry_run_writes_no_log(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", x=[1])
    registration = register(tmp_path, path, create=True, dry_run=True)
    assert registration.committed is None
    assert not (tmp_path / "_delta_log").exists()
    (entry,) = registration.describe_entries()
    assert (entry["path"], entry["size"]) == ("a.parquet", path.stat().st_size)


def test_a_rewritten_file_gets_another_entry(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", x=[1, 2])
    register(tmp_path, path, create=True)
    write(path, x=[1, 200])
    (file,) = _check(tmp_path).files
    assert [it.finding.code for it in file.differences] == ["false-bound"]
    register(tmp_path, path, replace=True)
    assert ask(tmp_path, "select count(*) as n from t where x = 200") == [{"n": 1}]
    assert ask(tmp_path, "select count(*) as n from t") == [{"n": 2}]
    assert _check(tmp_path).files == ()
    write(path, x=[1, 2, 3])
    with pytest.raises(RefusedError, match="it had 2 rows, and has 3"):
        register(tmp_path, path, replace=True)
    with pytest.raises(RefusedError, match="the table does not have them"):
        register(tmp_path, write(tmp_path / "b.parquet", x=[1]), replace=True)


def test_a_commit_in_between_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(tmp_path, write(tmp_path / "a.parquet", x=[1]), create=True)
    path = write(tmp_path / "b.parquet", x=[2])
    usual = deltalake_client.make_action

    def make_late(entry: Any) -> Any:
        monkeypatch.setattr(deltalake_client, "make_action", usual)
        register(tmp_path, path)  # the other client
        return usual(entry)

    monkeypatch.setattr(deltalake_client, "make_action", make_late)
    with pytest.raises(RefusedError, match="another commit came in between"):
        register(tmp_path, path)
    assert ask(tmp_path, "select count(*) as n from t") == [{"n": 2}]


def test_a_table_that_others_create_in_between_is_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "a.parquet", x=[1])
    usual = deltalake_client.make_action

    def make_late(entry: Any) -> Any:
        monkeypatch.setattr(deltalake_client, "make_action", usual)
        register(tmp_path, path, create=True)  # the other client
        return usual(entry)

    monkeypatch.setattr(deltalake_client, "make_action", make_late)
    with pytest.raises(RefusedError, match="created the table in between"):
        register(tmp_path, path, create=True)
    assert _list_versions(tmp_path) == ["00000000000000000000.json"]


def test_files_outside_of_the_folder_are_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path / "elsewhere" / "a.parquet", x=[1])
    table = tmp_path / "table"
    table.mkdir()
    with pytest.raises(RefusedError, match=r"allow=.*outside"):
        register(table, path, create=True)
    register(table, path, create=True, allow={"outside"})
    assert ask(table, "select x from t") == [{"x": 1}]


def test_a_log_with_days_that_python_does_not_count_is_read(tmp_path: Path) -> None:
    """deltalake writes `+11968-12-31`."""
    days = pa.array([0, 3_652_059], pa.int32()).view(pa.date32())
    write(tmp_path / "a.parquet", x=days)
    convert_to_deltalake(str(tmp_path))
    register(tmp_path, write(tmp_path / "b.parquet", x=days[:1]))
    assert _check(tmp_path).all_files == 2


def test_a_bound_that_is_left_out_is_told(tmp_path: Path) -> None:
    """Neither NaNs that are counted, nor nulls alone, leave something out."""
    path = write(tmp_path / "a.parquet", x=[1.5], n=pa.array([None], pa.float64()))
    lines = register(tmp_path, path, create=True, dry_run=True).lines
    assert [line for line in lines if "upper" in line] == [
        "column x: no upper bound in 1 file: its NaNs are not counted"
    ]


def test_folders_are_partitions(tmp_path: Path) -> None:
    for day, number in (("2026-11-27", 1), ("2026-11-28", 2)):
        for part in ("de", "__HIVE_DEFAULT_PARTITION__"):
            write(tmp_path / f"day={day}" / f"part={part}" / "a.parquet", x=[number])
    register(tmp_path, tmp_path, create=True)
    table = DeltaTable(tmp_path)
    assert table.metadata().partition_columns == ["day", "part"]
    rows = ask(tmp_path, "select x, part from t where day = date '2026-11-28' order by part")
    assert [(row["x"], row["part"]) for row in rows] == [(2, "de"), (2, None)]
    assert _check(tmp_path).files == ()


def test_a_column_of_one_value_is_a_partition_and_others_are_refused(tmp_path: Path) -> None:
    one = write(tmp_path / "1.parquet", x=[1, 2], k=["a", "a"])
    register(tmp_path, one, create=True, partition_by=["k"])
    with pytest.raises(RefusedError, match="bounds do not prove one value"):
        register(tmp_path, write(tmp_path / "2.parquet", x=[3, 4], k=["a", "b"]))
    register(tmp_path, write(tmp_path / "3.parquet", x=[5], k=pa.array([None], pa.string())))
    assert ask(tmp_path, "select x from t where k is null") == [{"x": 5}]


def test_a_table_gets_more_columns_if_that_is_allowed(tmp_path: Path) -> None:
    """In a version before the files, which has the same rows."""
    register(tmp_path, write(tmp_path / "a.parquet", x=[1], s=[{"p": 1}]), create=True)
    path = write(tmp_path / "b.parquet", x=[2], y=["b"], s=[{"p": 2, "q": 2.5}])
    with pytest.raises(RefusedError, match=r"allow=.*evolve"):
        register(tmp_path, path)
    registration = register(tmp_path, path, allow={"evolve"})
    assert registration.committed == "version 2"
    assert registration.lines[:2] == ("column s.q: added, double", "column y: added, string")
    table = DeltaTable(tmp_path)
    rows = ask(tmp_path, "select x, y, s from t order by x")
    assert rows == [
        {"x": 1, "y": None, "s": {"p": 1, "q": None}},
        {"x": 2, "y": "b", "s": {"p": 2, "q": 2.5}},
    ]
    assert ask(tmp_path, "select x from t where y is null") == [{"x": 1}]
    assert ask(tmp_path, "select x from t where y = 'b'") == [{"x": 2}]
    assert _check(tmp_path).is_right
    table.load_as_version(1)
    assert [field.name for field in table.schema().fields] == ["x", "s", "y"]
    assert len(table.file_uris()) == 1
    assert register(tmp_path, write(tmp_path / "c.parquet", x=[3])).committed == "version 3"


@pytest.mark.parametrize(
    "columns", [{"x": [2**40]}, {"x": [1], "n": pa.nulls(1)}, {"x": [1], "X": [2]}]
)
def test_a_table_keeps_the_types_that_it_has(tmp_path: Path, columns: dict[str, Any]) -> None:
    schema = pa.schema([("x", pa.int32())])
    DeltaTable.create(str(tmp_path), schema)
    path = write(tmp_path / "a.parquet", **columns)
    with pytest.raises(RefusedError):
        register(tmp_path, path, allow={"evolve"})
    assert DeltaTable(tmp_path).version() == 0


def test_somebody_adds_columns_in_between(tmp_path: Path) -> None:
    register(tmp_path, write(tmp_path / "a.parquet", x=[1]), create=True)
    path = write(tmp_path / "b.parquet", x=[2], y=[2])
    target = find_target("delta")
    with closing(target.open(TableWishes(table=str(tmp_path)))) as opened:
        request, _ = build_request(
            [it for it in read_lake(path) if isinstance(it, LakeFile)], opened
        )
        plan = opened.plan(request)
        DeltaTable(tmp_path).alter.add_columns([Field("z", PrimitiveType("long"))])
        with pytest.raises(RefusedError, match="another commit came in between"):
            opened.commit(plan)
    assert len(DeltaTable(tmp_path).file_uris()) == 1


def test_a_required_column_needs_files_without_nulls(tmp_path: Path) -> None:
    schema = pa.schema([pa.field("x", pa.int64(), nullable=False)])
    DeltaTable.create(str(tmp_path), schema)
    register(tmp_path, write(tmp_path / "a.parquet", x=[1]))
    with pytest.raises(RefusedError, match="required becomes optional"):
        register(tmp_path, write(tmp_path / "b.parquet", x=[1, None]))


@pytest.mark.parametrize(
    "setting",
    [
        "delta.appendOnly=true",
        "delta.enableChangeDataFeed=true",
        "delta.dataSkippingNumIndexedCols=0",
        "delta.dataSkippingStatsColumns=y",
    ],
)
def test_settings_of_the_table_are_kept(tmp_path: Path, setting: str) -> None:
    key, _, value = setting.partition("=")
    schema = pa.schema([("x", pa.int64()), ("y", pa.int64())])
    DeltaTable.create(str(tmp_path), schema, configuration={key: value})
    path = write(tmp_path / "a.parquet", x=[1], y=[2])
    (entry,) = register(tmp_path, path).describe_entries()
    indexed = {
        "delta.dataSkippingNumIndexedCols=0": {},
        "delta.dataSkippingStatsColumns=y": {"y": 2},
    }
    assert json.loads(entry["stats"])["minValues"] == indexed.get(setting, {"x": 1, "y": 2})
    if setting == "delta.appendOnly=true":
        with pytest.raises(RefusedError, match="takes no other entries"):
            register(tmp_path, path, replace=True)


def test_a_constraint_is_not_kept_by_a_footer(tmp_path: Path) -> None:
    write_deltalake(tmp_path, pa.table({"x": [1]}))
    DeltaTable(tmp_path).alter.add_constraint({"small": "x < 10"})
    with pytest.raises(RefusedError, match="the constraint small"):
        register(tmp_path, write(tmp_path / "b.parquet", x=[1]))


def test_deltalakes_own_statistics_are_reproduced(tmp_path: Path) -> None:
    """But for bounds of floats, whose NaNs nobody counts, and decimals, which it writes by way of doubles."""
    columns = {
        "i": pa.array([1, None, 3], pa.int32()),
        "s": ["a", "b", None],
        "b": [True, False, None],
        "t": pa.array([1, 2, 3], pa.timestamp("us", "UTC")),
        "g": [{"x": 1}, {"x": None}, None],
    }
    write_deltalake(tmp_path, pa.table(columns))
    check = _check(tmp_path)
    assert [it for it in check.files if any(d.weight is Weight.WRONG for d in it.differences)] == []
    assert check.all_files == 1


def test_rows_that_deltalake_loses_are_named_and_found_after_the_fix(tmp_path: Path) -> None:
    long = "m" * 5000
    write_groups(tmp_path / "a.parquet", pa.string(), [["a", "b"], ["c", long]])
    convert_to_deltalake(str(tmp_path))
    assert ask(tmp_path, f"select count(*) as n from t where x = '{long}'") == [{"n": 0}]
    (file,) = _check(tmp_path).files
    assert [(it.weight, it.finding.at) for it in file.differences] == [(Weight.UNPROVED, "x")]
    assert _check(tmp_path, fix=True).fixed == "version 1"
    assert ask(tmp_path, f"select count(*) as n from t where x = '{long}'") == [{"n": 1}]
    assert _check(tmp_path).files == ()


def test_without_deltalake_the_extra_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", x=[1])
    script = f"""
import sys
sys.modules["deltalake"] = None
import inlay
try:
    inlay.register({str(path)!r}, to="delta", table={str(tmp_path)!r}, create=True)
except ModuleNotFoundError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert "needs deltalake, which is not installed: pip install" in done.stdout


def test_ids_of_files_are_not_names_of_columns(tmp_path: Path) -> None:
    """Delta finds columns by name, whatever ids the files have."""
    for name, column in (("a", "old"), ("b", "new")):
        field = pa.field(column, pa.int64(), metadata={"PARQUET:field_id": "7"})
        table = pa.Table.from_arrays([pa.array([1])], schema=pa.schema([field]))
        pq.write_table(table, tmp_path / f"{name}.parquet")
    register(tmp_path, tmp_path, create=True)
    assert len(ask(tmp_path, "select old, new from t where old = 1 or new = 1")) == 2


def test_names_that_are_escaped_in_the_log_are_known(tmp_path: Path) -> None:
    path = write(tmp_path / "p%20q ü#.parquet", x=[1, 2])
    register(tmp_path, path, create=True)
    with pytest.raises(RefusedError, match="in the table already"):
        register(tmp_path, path)
    write(path, x=[3, 4])
    register(tmp_path, path, replace=True)
    assert ask(tmp_path, "select x from t where x = 4") == [{"x": 4}]
    assert _check(tmp_path).files == ()


def test_a_rewritten_file_is_no_change_of_rows(tmp_path: Path) -> None:
    """Who reads the changes of a table would get its rows twice."""
    register(tmp_path, write(tmp_path / "a.parquet", x=[1]), create=True)
    DeltaTable(tmp_path).alter.set_table_properties({"delta.enableChangeDataFeed": "true"})
    path = write(tmp_path / "b.parquet", x=[2])
    register(tmp_path, path)
    (entry,) = register(tmp_path, path, replace=True).describe_entries()
    assert entry["dataChange"] is False
    changes = pa.table(DeltaTable(tmp_path).load_cdf(starting_version=2).read_all())
    assert changes.column("x").to_pylist() == [2]
