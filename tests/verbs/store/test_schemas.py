"""Files of one lake differ: columns that some lack, that have other types, that are folders, that are Variants."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow as pa
import pytest

import inlay
from inlay.errors import FilterError
from inlay.variant import variant_array, write_table
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
