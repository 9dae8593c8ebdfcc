"""The order of floating-point bounds, changed and changed back: by values, and by the footer alone where it proves enough."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import nan
from pathlib import Path
from typing import Any, NamedTuple, cast

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds
import pytest
from datafusion import SessionContext

import inlay
from inlay.errors import RefusedError, RequestError
from parquet_format.parquet import ColumnOrder, FileMetaData, Statistics
from tests.verbs.index.files import list_chunks, many_kinds, pq
from tests.verbs.rewrite.kinds import edit

TYPE, IEEE = ColumnOrder.TYPE_ORDER, ColumnOrder.IEEE_754_TOTAL_ORDER
ROWS = 200_000


def write(folder: Path, **columns: Any) -> Path:
    path = folder / "a.parquet"
    pq.write_table(pa.table(columns), path, write_page_index=True, store_schema=False)
    return path


def orders_of(path: Path) -> list[ColumnOrder]:
    return inlay.read_metadata(path).column_orders or []


def test_there_and_back_by_values(tmp_path: Path) -> None:
    """Bounds that were of one order are of the other, with NaNs counted, and pages stay."""
    path, undo = tmp_path / "a.parquet", tmp_path / "undo"
    options = {"row_group_size": 100, "data_page_size": 500, "write_page_index": True}
    pq.write_table(many_kinds(300), path, **options)
    before = path.read_bytes()
    body = min(it.column_index_offset for it in list_chunks(path) if it.column_index_offset)
    there = inlay.add_index(path, what=["ieee754-order"], undo_to=undo)
    changed = {it.column for it in there.statements}
    assert changed == {"float", "zeros", "double", "half"}
    assert there.left_out == ()
    assert sum(order == IEEE for order in orders_of(path)) == 4
    assert inlay.verify(path, values=True).findings == ()
    assert not inlay.add_index(path, what=["ieee754-order"]).outcome.changed
    again = inlay.add_index(path, what=["type-order"])
    # Beside a NaN there are no bounds that all readers understand, so this column stays.
    assert {it.column for it in again.statements} == changed - {"float"}
    assert {it.column for it in again.left_out} == {"float"}
    assert sum(order == IEEE for order in orders_of(path)) == 1
    assert inlay.verify(path, values=True).findings == ()
    inlay.add_index(path, what=["ieee754-order"])
    assert path.read_bytes()[:body] == before[:body]
    path.write_bytes(before)
    inlay.add_index(path, what=["ieee754-order"])
    inlay.undo_metadata(path, undo)
    assert path.read_bytes() == before


class Change(NamedTuple):
    """What the footer alone is asked for, and why not, empty where it is done."""

    values: list[Any]
    start: str
    word: str
    why: str = ""


@pytest.mark.parametrize(
    "change",
    [
        Change([1.5, 2.5], "type", "ieee754"),
        Change([-1.5, None, 2.5], "ieee754", "type"),
        Change([None, None], "type", "ieee754"),
        Change([0.5, 0.5], "ieee754", "type"),
        Change([-0.0, 0.0], "ieee754", "type"),
        Change([0.0, 1.5], "type", "ieee754", "said to be a value is a zero of either sign"),
        Change([0.0, 1.5], "ieee754", "type", "its column index is a zero that may stand for"),
    ],
)
def test_by_the_footer_alone(change: Change, tmp_path: Path) -> None:
    path, undo = write(tmp_path, c=pa.array(change.values, pa.float64())), tmp_path / "undo"
    inlay.add_index(path, what=["nan-counts"])
    if change.start == "ieee754":
        inlay.add_index(path, what=["ieee754-order"])
    before = path.read_bytes()
    if change.why:
        with pytest.raises(RefusedError, match=f"{change.why}.*--what {change.word}-order"):
            inlay.set_metadata(path, column_orders={"c": change.word})
        assert path.read_bytes() == before
        inlay.add_index(path, what=[f"{change.word}-order"], undo_to=undo)
    else:
        inlay.set_metadata(path, column_orders={"c": change.word}, undo_to=undo)
    assert orders_of(path) == [{"type": TYPE, "ieee754": IEEE}[change.word]]
    assert inlay.verify(path, values=True).findings == ()
    assert repr(pq.read_table(path).column("c").to_pylist()) == repr(change.values)
    inlay.undo_metadata(path, undo)
    assert path.read_bytes() == before


@pytest.mark.parametrize("keeps_deprecated", [True, False])
def test_a_column_with_a_nan_stays(keeps_deprecated: bool, tmp_path: Path) -> None:
    """As parquet-java 1.18 writes it, with the deprecated bounds beside, and parquet-rs 60, without."""
    path = tmp_path / "a.parquet"
    table = pa.table({"c": [1.5, 2.5, 3.5, nan, 50.5, nan, nan, nan]})
    pq.write_table(table, path, row_group_size=2, write_page_index=True)
    inlay.add_index(path, what=["nan-counts", "ieee754-order"])
    edit(path, keep_deprecated if keeps_deprecated else drop_deprecated)
    assert inlay.verify(path, values=True).findings == ()
    before = path.read_bytes()
    changed = inlay.add_index(path, what=["type-order"])
    assert not changed.outcome.changed
    ((name, reason),) = {(it.statement, it.reason) for it in changed.left_out}
    assert name == "type-order"
    assert reason.startswith("a value is NaN: Spark, and DuckDB before 2.0, lose such rows")
    with pytest.raises(RefusedError, match="row group 1: 1 of its values are NaN: Spark, and"):
        inlay.set_metadata(path, column_orders={"c": "type"})
    assert path.read_bytes() == before
    context = SessionContext()
    context.register_parquet("t", str(path))
    assert context.sql("select c from t where c = 50.5").to_pydict() == {"c": [50.5]}


def keep_deprecated(metadata: FileMetaData) -> None:
    for said in statistics_of(metadata):
        said.min, said.max = said.min_value, said.max_value


def drop_deprecated(metadata: FileMetaData) -> None:
    for said in statistics_of(metadata):
        said.min = said.max = None


def statistics_of(metadata: FileMetaData) -> Iterator[Statistics]:
    for group in metadata.row_groups:
        for chunk in group.columns:
            assert chunk.meta_data is not None
            assert chunk.meta_data.statistics is not None
            yield chunk.meta_data.statistics


def test_zeros_of_statistics_are_widened(tmp_path: Path) -> None:
    """In IEEE 754 order +0 is no -0; in that of types a bound stands for both, and is written so."""
    path = write(tmp_path, c=[0.0, 1.5])
    inlay.add_index(path, what=["ieee754-order"])
    inlay.strip_index(path, what=["column-index"])
    assert bounds_of(path)[0] == bytes(8)
    inlay.set_metadata(path, column_orders={"c": "type"})
    assert bounds_of(path)[0] == bytes(7) + b"\x80"
    assert inlay.verify(path, values=True).findings == ()


def bounds_of(path: Path) -> tuple[bytes | None, bytes | None]:
    (chunk,) = list_chunks(path)
    assert chunk.meta_data is not None
    assert chunk.meta_data.statistics is not None
    return chunk.meta_data.statistics.min_value, chunk.meta_data.statistics.max_value


def narrow_zero(metadata: FileMetaData) -> None:
    (chunk,) = metadata.row_groups[0].columns
    assert chunk.meta_data is not None
    assert chunk.meta_data.statistics is not None
    chunk.meta_data.statistics.min_value = bytes(8)
    chunk.meta_data.statistics.is_min_value_exact = None


def nan_bound(metadata: FileMetaData) -> None:
    (chunk,) = metadata.row_groups[0].columns
    assert chunk.meta_data is not None
    assert chunk.meta_data.statistics is not None
    chunk.meta_data.statistics.max_value = bytes(6) + b"\xf8\x7f"


def without_orders(metadata: FileMetaData) -> None:
    metadata.column_orders = None


@pytest.mark.parametrize(
    ("lie", "words"),
    [
        (narrow_zero, "a bound is a zero that may stand for another one"),
        (nan_bound, "a bound is NaN"),
        (without_orders, "the file declares no column orders"),
    ],
)
def test_what_the_footer_does_not_prove(lie: Any, words: str, tmp_path: Path) -> None:
    path = write(tmp_path, c=[1.0, 1.5])
    inlay.add_index(path, what=["nan-counts"])
    inlay.strip_index(path)
    edit(path, lie)
    with pytest.raises(RefusedError, match=words):
        inlay.set_metadata(path, column_orders={"c": "ieee754"})


def test_nans_that_nobody_counted(tmp_path: Path) -> None:
    path = write(tmp_path, c=[1.5])
    with pytest.raises(RefusedError, match="its NaNs are not counted, so the footer does not"):
        inlay.set_metadata(path, column_orders={"c": "ieee754"})


@pytest.mark.parametrize(
    ("orders", "error", "words"),
    [
        ({"c": "total"}, RequestError, "c=total: an order is type or ieee754"),
        ({"d": "type"}, RequestError, "no column 'd'"),
        ({"n": "ieee754"}, RefusedError, "only FLOAT, DOUBLE and FLOAT16 have this order"),
    ],
)
def test_wrong_orders(orders: dict[str, str], error: Any, words: str, tmp_path: Path) -> None:
    path = write(tmp_path, c=[1.5], n=[1])
    with pytest.raises(error, match=words):
        inlay.set_metadata(path, column_orders=orders)


def test_columns_that_cannot_be_changed_stay(tmp_path: Path) -> None:
    """Damage, a false count, no order, another type: the column stays as it was, and says why."""
    path = write(tmp_path, a=[1.5, 2.5], b=[1.5, 2.5], n=[1, 2])
    inlay.add_index(path, what=["nan-counts"])
    edit(path, miscount)
    before = path.read_bytes()
    changed = inlay.add_index(path, what=["ieee754-order"], columns=["a", "b", "n"])
    assert [it.column for it in changed.statements] == ["b"]
    reasons = {it.column: it.reason for it in changed.left_out}
    assert "nan_count is 1, and 0 values are NaN" in reasons["a"]
    assert "n" not in reasons
    (other,) = inlay.add_index(path, what=["type-order"], columns=["n"]).left_out
    assert "only FLOAT, DOUBLE and FLOAT16" in other.reason
    assert orders_of(path) == [TYPE, IEEE, TYPE]
    path.write_bytes(before)
    edit(path, without_orders)
    refused = inlay.add_index(path, what=["type-order"])
    assert not refused.outcome.changed
    assert {it.column for it in refused.left_out} == {"a", "b"}


def miscount(metadata: FileMetaData) -> None:
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    assert meta.statistics is not None
    meta.statistics.nan_count = 1


def test_old_readers_have_their_pruning_back(tmp_path: Path) -> None:
    """Row groups that pyarrow reads, of ten, and bytes that DuckDB does, which knows both orders."""
    path = tmp_path / "a.parquet"
    table = pa.table({"x": [number / 7 for number in range(ROWS)]})
    pq.write_table(table, path, row_group_size=ROWS // 10)
    assert (count_groups(path), count_bytes(path) < path.stat().st_size // 2) == (1, True)
    inlay.add_index(path, what=["ieee754-order"])
    assert (count_groups(path), count_bytes(path) < path.stat().st_size // 2) == (10, True)
    inlay.set_metadata(path, column_orders={"x": "ieee754"})
    inlay.add_index(path, what=["type-order"])
    assert (count_groups(path), count_bytes(path) < path.stat().st_size // 2) == (1, True)


def count_groups(path: Path) -> int:
    (fragment,) = cast("Any", ds).dataset(path).get_fragments()
    return len(fragment.split_by_row_group(filter=cast("Any", ds).field("x") > ROWS / 7.5))


def count_bytes(path: Path) -> int:
    profile = path.with_name("profile.json")
    with duckdb.connect() as connection:
        connection.execute("pragma enable_profiling='json'")
        connection.execute(f"pragma profiling_output='{profile}'")
        connection.execute(f"select sum(x) from '{path}' where x > {ROWS / 7.5}").fetchall()
    return int(json.loads(profile.read_text())["io"]["total_bytes_read"])
