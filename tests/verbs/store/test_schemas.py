"""Files of one lake differ: columns that some lack, that have other types, that are folders, that are Variants."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.errors import FilterError
from inlay.variant import variant_array, write_table
from inlay.verbs.store import part_schema, read_files
from parquet_format.parquet import FileMetaData
from tests.support.footers import edit_footer
from tests.verbs.store.lakes import write_file


def _plan(store: Path, filter: str) -> list[str]:
    return sorted(os.path.basename(path) for path in inlay.plan_store(store, filter).paths)


def test_files_that_a_filter_does_not_fit_stay(tmp_path: Path) -> None:
    lake, store = tmp_path / "lake", tmp_path / "store"
    write_file(lake / "int.parquet", {"x": [1, 2]})
    write_file(lake / "text.parquet", {"x": ["a", "b"]})
    write_file(lake / "none.parquet", {"y": [5]})
    inlay.build_store(lake, output=store)
    assert _plan(store, "x > 5") == ["none.parquet", "text.parquet"]
    assert _plan(store, "x = 'c'") == ["int.parquet", "none.parquet"]
    plan = inlay.plan_store(store, "x > 5")
    assert (plan.unfit, plan.all_files) == (2, 3)
    assert "'x'" in plan.why or "x is" in plan.why
    with pytest.raises(FilterError, match="no column 'q'"):
        inlay.plan_store(store, "q = 1")
    with pytest.raises(FilterError, match="expected"):
        inlay.plan_store(store, "x >")


@pytest.mark.parametrize(
    ("folders", "filter", "left"),
    [
        (["d=2026-01-02", "d=2026-01-03"], "d = '2026-01-03'", [1]),
        (["d=7", "d=12"], "d < 10", [0]),
        (["d=7", "d=12", "d=__HIVE_DEFAULT_PARTITION__"], "d is null", [2]),
        (["d=7", "d=__HIVE_DEFAULT_PARTITION__"], "d is not null", [0]),
        (["d=a", "d=7"], "d > 'b'", []),
        (["d=a%20b", "d=c"], "d = 'a b'", [0]),
    ],
)
def test_folders_are_columns(
    tmp_path: Path, folders: list[str], filter: str, left: list[int]
) -> None:
    lake, store = tmp_path / "lake", tmp_path / "store"
    paths = [write_file(lake / folder / "a.parquet", {"x": [1]}) for folder in folders]
    inlay.build_store(lake, output=store)
    assert sorted(inlay.plan_store(store, filter).paths) == sorted(paths[at] for at in left)


def test_a_value_of_a_folder_that_is_not_like_the_first_says_nothing(tmp_path: Path) -> None:
    lake, store = tmp_path / "lake", tmp_path / "store"
    write_file(lake / "d=7" / "a.parquet", {"x": [1]})
    inlay.build_store(lake, output=store)
    other = write_file(lake / "d=noon" / "a.parquet", {"x": [1]})
    inlay.refresh_store(store)
    for filter in ("d = 12", "d is null", "d is not null and d > 100"):
        assert inlay.plan_store(store, filter).paths == [other]


def test_a_folder_and_a_column_of_one_name_decide_nothing(tmp_path: Path) -> None:
    lake, store = tmp_path / "lake", tmp_path / "store"
    write_file(lake / "x=7" / "a.parquet", {"x": [1], "y": [2]})
    inlay.build_store(lake, output=store)
    assert _plan(store, "y = 3") == []
    for filter in ("x = 7", "x = 1"):
        assert _plan(store, filter) == ["a.parquet"]


def test_names_with_dots_are_not_those_of_groups(tmp_path: Path) -> None:
    lake, store = tmp_path / "lake", tmp_path / "store"
    group = pa.array([{"b": 1}], pa.struct([("b", pa.int64())]))
    write_file(lake / "a.parquet", {"a.b": [100], "a": group, 'q"': [5]})
    inlay.build_store(lake, output=store)
    assert _plan(store, '"a.b" = 1') == []
    assert _plan(store, '"a.b" = 100 and "a"."b" = 1') == ["a.parquet"]
    assert _plan(store, '"a"."b" = 100') == []
    assert _plan(store, '"q""" = 4') == []


def test_paths_into_variants_are_planned_by_their_columns(tmp_path: Path) -> None:
    lake, store = tmp_path / "lake", tmp_path / "store"
    lake.mkdir()
    shape = pa.struct([("n", pa.int64())])
    for at in range(3):
        values = variant_array([{"n": at * 10 + more} for more in range(5)])
        write_table(pa.table({"v": values}), lake / f"{at}.parquet", shred={"v": shape})
    inlay.build_store(lake, output=store)
    assert _plan(store, "variant_get(v, '$.n') = 12") == ["1.parquet"]
    assert _plan(store, "variant_get(v, '$.m') = 12") == []
    assert len(_plan(store, "v is not null")) == 3


def test_a_store_of_nothing(tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    store = tmp_path / "store"
    assert inlay.build_store(tmp_path / "lake", output=store).files == 0
    assert inlay.plan_store(store, "x = 1").files == ()
    write_file(tmp_path / "lake" / "a.parquet", {"x": [1]})
    assert inlay.refresh_store(store).read == 1


def test_files_with_very_many_columns_are_planned_by_their_footers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Statistics in columns would take 45 KiB for each; those of folders stay."""
    for module in (part_schema, read_files):
        monkeypatch.setattr(module, "MOST_LEAVES", 2)
    for day in range(3):
        for at in range(2):
            first = 10 * day + 5 * at
            columns = {"x": range(first, first + 4), "y": range(4), "z": [None] * 4}
            write_file(tmp_path / "lake" / f"day={day}" / f"{day}{at}.parquet", columns)
    write_file(tmp_path / "lake" / "day=9" / "few.parquet", {"x": [2, 6]})
    store = tmp_path / "store"
    inlay.build_store(tmp_path / "lake", output=store)
    statistics = [pq.read_schema(it).field("content_stats").type for it in store.glob("part-*")]
    assert sorted([field.name for field in it] for it in statistics) == [["day"], ["x", "day"]]
    assert _plan(store, "x = 6") == ["01.parquet", "few.parquet"]
    assert _plan(store, "x > 3 and day = 1") == ["10.parquet", "11.parquet"]
    assert _plan(store, "z is not null") == ["few.parquet"]
    (left, *_) = inlay.plan_store(store, "x = 6").files
    assert (left.rows, left.row_groups) == (4, None)
    (left, *_) = inlay.plan_store(store, "x = 6", by_row_group=True).files
    assert (left.rows, left.row_groups) == (2, (0,))


def test_files_without_a_column_that_has_statistics_are_kept(tmp_path: Path) -> None:
    """Nothing says which of two columns of one name is meant; before, there was a group without members, which Parquet has not."""
    table = pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["x", "x"])
    (tmp_path / "lake").mkdir()
    pq.write_table(table, tmp_path / "lake" / "twice.parquet")
    write_file(tmp_path / "lake" / "once.parquet", {"x": [1]})
    inlay.build_store(tmp_path / "lake", output=tmp_path / "store")
    assert _plan(tmp_path / "store", "x = 2") == ["twice.parquet"]


def test_a_file_with_less_than_no_rows_in_a_row_group_is_unread(tmp_path: Path) -> None:
    """Nor is it registered: what is known of it contradicts itself."""

    def take(metadata: FileMetaData) -> None:
        first, second = metadata.row_groups
        first.num_rows, second.num_rows = -1, metadata.num_rows + 1

    path = Path(write_file(tmp_path / "lake" / "a.parquet", {"x": [1, 2, 3, 4]}))
    path.write_bytes(edit_footer(path.read_bytes(), take))
    update = inlay.build_store(path, output=tmp_path / "store")
    assert [it.finding.code for it in update.unread] == ["row-count"]
    assert _plan(tmp_path / "store", "x = 9") == ["a.parquet"]
    registration = inlay.register(path, to="records", output=tmp_path / "records.parquet")
    assert [it.finding.code for it in registration.unread] == ["row-count"]
