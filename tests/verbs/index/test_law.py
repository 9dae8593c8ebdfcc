"""The law: whatever the values and the pages, all of what is added holds, and no filter loses a row by it in any reader."""

from __future__ import annotations

import operator
import tempfile
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from math import isnan, nan
from pathlib import Path
from typing import Any, NamedTuple, cast

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

import inlay
from inlay.footers.footer import Footer
from inlay.verbs.set.edit_footer import edit_footer
from parquet_format.parquet import ColumnOrder

pq = cast("Any", parquet)
field = cast("Any", ds).field

LONG = "é" * 5_000

POOLS: dict[str, tuple[pa.DataType, list[Any]]] = {
    "tiny": (pa.int8(), [-128, -1, 0, 1, 127]),
    "unsigned": (pa.uint32(), [0, 1, 2**31, 2**32 - 1]),
    "whole": (pa.int64(), [-(2**63), -5, 0, 7, 2**63 - 1]),
    "real": (pa.float64(), [0.0, -0.0, 0.1, -2.5, 1e300, float("inf"), float("-inf"), nan]),
    "narrow": (pa.float32(), [0.0, -0.0, 0.5, -2.5, 16777216.0, nan]),
    "half": (pa.float16(), [0.0, -0.0, 0.5, -2.5, 2048.0, nan]),
    "price": (pa.decimal128(7, 2), [Decimal("-10.25"), Decimal("0.00"), Decimal("99999.99")]),
    "amount": (pa.decimal128(30, 3), [Decimal("-1.250"), Decimal("0.000"), Decimal("12.001")]),
    "word": (
        pa.string(),
        ["", "a", "b" * 300, "b" * 299 + "c", LONG, LONG + "z", "\U0010ffff" * 80, "z"],
    ),
    "raw": (pa.binary(), [b"", b"\x00", b"\x7f", b"\xff" * 300, b"a" * 300, b"a" * 299 + b"\xff"]),
    "fixed": (pa.binary(2), [b"\x00\x00", b"\x80\x00", b"\xff\xff", b"ab"]),
    "flag": (pa.bool_(), [True, False]),
    "day": (pa.date32(), [date(1960, 1, 1), date(1970, 1, 1), date(2026, 1, 2)]),
    "at": (pa.timestamp("us"), [datetime(1960, 1, 1), datetime(2026, 1, 2, 3, 4, 5, 600)]),
}
"""By name: a type, and the values that rows have and filters ask for."""

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "<": operator.lt,
    ">=": operator.ge,
}


class Written(NamedTuple):
    table: pa.Table
    options: dict[str, Any]
    pool: list[Any]


@st.composite
def files(draw: st.DrawFn) -> Written:
    type_, pool = POOLS[draw(st.sampled_from(sorted(POOLS)))]
    some = draw(st.lists(st.sampled_from(pool), min_size=1, max_size=3))
    value = st.one_of(st.none(), st.sampled_from(some), st.sampled_from(pool))
    values = draw(st.lists(value, max_size=12))
    is_list = draw(st.booleans())
    rows: list[Any] = [[it, it] if it in some else [] for it in values] if is_list else values
    column = pa.array(rows, pa.list_(type_) if is_list else type_)
    options = {
        "row_group_size": draw(st.integers(1, 6)),
        "write_batch_size": 1,
        "data_page_size": 1,
        "max_rows_per_page": draw(st.integers(1, 4)),
        "use_dictionary": draw(st.booleans()),
        "data_page_version": draw(st.sampled_from(["1.0", "2.0"])),
        # With bounds beside a NaN, pyarrow itself takes all rows for equal.
        "write_statistics": not pa.types.is_floating(type_) and draw(st.booleans()),
    }
    return Written(pa.table({"c": column}), options, pool)


@given(files())
def test_what_is_added_holds_and_loses_no_row(written: Written) -> None:
    _, options, pool = written
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.parquet"
        pq.write_table(written.table, path, **options)
        before, table = path.read_bytes(), pq.read_table(path)
        pages_end = inlay.open(path).offset
        added = inlay.add_index(path, what=["all"], undo_to=Path(folder) / "undo")
        changed = added.outcome.changed
        assert path.read_bytes()[:pages_end] == before[:pages_end]
        assert inlay.verify(path, values=True).findings == ()
        assert equal_rows(pq.read_table(path), table)
        type_ = table.schema.types[0]
        if not (pa.types.is_list(type_) or pa.types.is_float16(type_)):  # which no filter compares
            for value in pool:
                for name, compare in OPERATORS.items():
                    hold_against_full_scan(path, table, name, compare, value)
        if changed:
            inlay.undo_metadata(path, Path(folder) / "undo")
        assert path.read_bytes() == before


def equal_rows(left: pa.Table, right: pa.Table) -> bool:
    """NaNs are equal, too."""
    return repr(left.to_pydict()) == repr(right.to_pydict())


def hold_against_full_scan(
    path: Path, table: pa.Table, name: str, compare: Callable[[Any, Any], Any], value: Any
) -> None:
    is_nan = isinstance(value, float) and isnan(value)
    if is_nan and name != "=":
        return  # of what is more than NaN there are several opinions
    typed = pa.scalar(value, table.schema.types[0])
    expected = len(cast("Any", table).filter(compare(field("c"), typed)))
    dataset = cast("Any", ds).dataset(path)
    assert dataset.count_rows(filter=compare(field("c"), typed)) == expected, (name, value)
    read = inlay.read_table(path, filters=compare(field("c"), typed))
    assert len(read) == expected, (name, value)


@given(files())
def test_duckdb_finds_what_it_found(written: Written) -> None:
    """NaNs are values there, and the largest: so it is asked of the same file without statistics."""
    table, options, pool = written
    if pa.types.is_list(table.schema.types[0]) or table.schema.types[0] == pa.float16():
        return
    with tempfile.TemporaryDirectory() as folder, duckdb.connect() as connection:
        bare, path = Path(folder) / "bare.parquet", Path(folder) / "rows.parquet"
        pq.write_table(table, bare, **{**options, "write_statistics": False})
        inlay.add_index(bare, what=["all"], target=inlay.Target(path))
        for value in pool:
            for name in OPERATORS:
                counts = [
                    connection.execute(
                        f"select count(*) from read_parquet('{file}') where c {name} ?", [value]
                    ).fetchall()
                    for file in (bare, path)
                ]
                assert counts[0] == counts[1], (name, value)


@pytest.mark.parametrize("values", [[nan, nan], [-nan, 1.0, nan], [-0.0, 0.0, 2.5, None]])
def test_in_total_order_nans_have_bounds_only_alone(tmp_path: Path, values: list[Any]) -> None:
    path = tmp_path / "total.parquet"
    pq.write_table(pa.table({"c": values}), path, write_statistics=False)

    def declare(footer: Footer) -> bytes:
        metadata = footer.metadata
        metadata.column_orders = [ColumnOrder.IEEE_754_TOTAL_ORDER]
        return metadata.encode()

    edit_footer(path, declare)
    assert inlay.add_index(path, what=["all"]).left_out == ()
    assert inlay.verify(path, values=True).findings == ()
    said = inlay.read_metadata(path).row_groups[0].columns[0].meta_data
    assert said is not None
    assert said.statistics is not None
    assert said.statistics.min_value is not None
