"""Whatever a footer leaves out: deltalake's own choice of files passes over none that has a row."""

from __future__ import annotations

import operator
import tempfile
from collections.abc import Callable
from datetime import UTC
from decimal import Decimal
from math import isnan
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
from deltalake import DeltaTable
from hypothesis import given
from hypothesis import strategies as st

from parquet_format.parquet import FileMetaData
from tests.support.examples import examples
from tests.support.footers import edit_footer
from tests.verbs.register.delta.tables import register, write

_TYPES: Final[dict[str, tuple[pa.DataType, st.SearchStrategy[Any]]]] = {
    "int32": (pa.int32(), st.integers(-(2**31), 2**31 - 1)),
    "int64": (pa.int64(), st.integers(-5, 5) | st.integers(2**62, 2**63 - 1)),
    "uint8": (pa.uint8(), st.integers(0, 2**8 - 1)),
    "uint32": (pa.uint32(), st.integers(0, 2**32 - 1)),
    "double": (pa.float64(), st.floats() | st.sampled_from([0.0, -0.0, 1.0])),
    "float": (pa.float32(), st.floats(width=32)),
    "bool": (pa.bool_(), st.booleans()),
    "text": (
        pa.string(),
        st.text(max_size=40) | st.text("\ud7ff\U0010ffff\U00020000a", min_size=30),
    ),
    "decimal": (pa.decimal128(9, 2), st.decimals(-9999999, 9999999, places=2)),
    "long decimal": (
        pa.decimal128(38, 2),
        st.integers(-(10**20), 10**20).map(lambda it: Decimal(it).scaleb(-2)),
    ),
    "date": (pa.date32(), st.dates()),
    "moment": (pa.timestamp("us", "UTC"), st.datetimes(timezones=st.just(UTC))),
}
_LEFT_OUT: Final[dict[str, tuple[str, ...]]] = {
    "nothing": (),
    "both": ("min_value", "max_value"),
    "minimum": ("min_value",),
    "maximum": ("max_value",),
    "nulls": ("null_count",),
}
_OPERATORS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _edit(metadata: FileMetaData, left_out: list[str], values: list[list[Any]]) -> None:
    for group, what, some in zip(metadata.row_groups, left_out, values, strict=False):
        meta = group.columns[0].meta_data
        assert meta is not None
        if meta.statistics is None:
            continue
        if what == "counted":
            nans = sum(isinstance(it, float) and isnan(it) for it in some)
            meta.statistics = meta.statistics.replace(nan_count=nans)
        elif what == "all":
            meta.statistics, meta.size_statistics = None, None
        else:
            meta.statistics = meta.statistics.replace(**dict.fromkeys(_LEFT_OUT[what]))
            meta.size_statistics = None


@st.composite
def files(draw: st.DrawFn) -> tuple[str, list[list[Any]], list[str], list[Any]]:
    name = draw(st.sampled_from(sorted(_TYPES)))
    values = _TYPES[name][1]
    groups = draw(st.lists(st.lists(st.none() | values, max_size=4), min_size=1, max_size=3))
    kinds = st.sampled_from(["all", "counted", *_LEFT_OUT])
    left_out = [draw(kinds | st.sampled_from(["nothing", "counted"])) for _ in groups]
    return name, groups, left_out, draw(st.lists(values, max_size=2))


@examples(60)
@given(files())
def test_no_file_with_a_row_is_passed_over(
    case: tuple[str, list[list[Any]], list[str], list[Any]],
) -> None:
    name, groups, left_out, literals = case
    type_ = _TYPES[name][0]
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(sink, pa.schema([("x", type_)])) as writer:
        for group in groups:
            writer.write_table(pa.table({"x": pa.array(group, type_)}))
    data = edit_footer(sink.getvalue().to_pybytes(), lambda it: _edit(it, left_out, groups))
    values = [value for group in groups for value in group]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.parquet"
        path.write_bytes(data)
        register(Path(folder), path, create=True)
        table = DeltaTable(folder)
        if None in values:
            assert table.file_uris(file_pruning_predicate="x is null")
        present = [value for value in values if value is not None]
        if present:
            assert table.file_uris(file_pruning_predicate="x is not null")
        for literal in [*present, *literals]:
            if isinstance(literal, float) and isnan(literal):
                continue
            for sign in _OPERATORS:
                if any(_matches(value, sign, literal) for value in present):
                    assert table.file_uris(file_pruning_predicate=_spell(sign, literal))


def _spell(sign: str, literal: Any) -> Any:
    """As SQL, or as a tuple, which takes an empty text for null and knows no decimals but as texts."""
    match literal:
        case str():
            escaped = literal.replace("'", "''")
            return f"x {sign} '{escaped}'"
        case Decimal():
            return [("x", sign, str(literal))]
        case _:
            return [("x", sign, literal)]


def _matches(value: Any, sign: str, literal: Any) -> bool:
    """A NaN is larger than all numbers, as Delta's own writer has it."""
    if isinstance(value, float) and isnan(value):
        return sign in (">", ">=", "!=")
    return _OPERATORS[sign](value, literal)


def test_a_file_without_such_a_row_is_passed_over(tmp_path: Path) -> None:
    register(tmp_path, write(tmp_path / "a.parquet", x=[1, 9], s=["b", "c"]), create=True)
    table = DeltaTable(tmp_path)
    for condition in ("x > 9", "x < 1", "x = 10", "s > 'c'", "s is null"):
        assert table.file_uris(file_pruning_predicate=condition) == []
