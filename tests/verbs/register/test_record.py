"""What a file's record says is right, or absent: whatever its row groups leave out."""

from __future__ import annotations

import io
from datetime import date, datetime
from decimal import Decimal
from math import isnan
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import given, settings
from hypothesis import strategies as st

from inlay.footers.footer.read import read_footer
from inlay.verbs.register.read_record import RecordMaker
from inlay.verbs.register.record import LeafRecord
from parquet_format.parquet import FileMetaData
from tests.support.footers import edit_footer

_TYPES: Final[dict[str, tuple[pa.DataType, st.SearchStrategy[Any]]]] = {
    "int32": (pa.int32(), st.integers(-(2**31), 2**31 - 1)),
    "uint32": (pa.uint32(), st.integers(0, 2**32 - 1)),
    "int64": (pa.int64(), st.integers(-(2**63), 2**63 - 1)),
    "uint64": (pa.uint64(), st.integers(0, 2**64 - 1)),
    "float": (pa.float32(), st.floats(width=32)),
    "double": (pa.float64(), st.floats()),
    "bool": (pa.bool_(), st.booleans()),
    "text": (pa.string(), st.text(max_size=4)),
    "binary": (pa.binary(), st.binary(max_size=4)),
    "decimal": (pa.decimal128(9, 2), st.decimals(-9999999, 9999999, places=2)),
    "long decimal": (
        pa.decimal128(38, 2),
        st.integers(-(10**38) + 1, 10**38 - 1).map(lambda it: Decimal(it).scaleb(-2, None)),
    ),
    "date": (pa.date32(), st.dates()),
    "moment": (pa.timestamp("us"), st.datetimes()),
}
_LEFT_OUT: Final = ("nothing", "both", "minimum", "maximum", "nulls", "all", "flags")


@st.composite
def files(draw: st.DrawFn) -> tuple[str, list[list[Any]], list[str]]:
    name = draw(st.sampled_from(sorted(_TYPES)))
    values = st.lists(st.none() | _TYPES[name][1], max_size=3)
    groups = draw(st.lists(values, min_size=1, max_size=3))
    left_out = [draw(st.sampled_from(_LEFT_OUT)) for _ in groups]
    return name, groups, left_out


def _write(type_: pa.DataType, groups: list[list[Any]]) -> bytes:
    sink = io.BytesIO()
    schema = pa.schema([("v", type_)])
    with pq.ParquetWriter(sink, schema) as writer:
        for group in groups:
            writer.write_table(pa.table({"v": pa.array(group, type_)}))
    return sink.getvalue()


def _leave_out(metadata: FileMetaData, left_out: list[str]) -> None:
    for group, what in zip(metadata.row_groups, left_out, strict=False):
        meta = group.columns[0].meta_data
        assert meta is not None
        if meta.statistics is None or what == "nothing":
            continue
        names = {
            "both": ("min", "max", "min_value", "max_value"),
            "minimum": ("min", "min_value"),
            "maximum": ("max", "max_value"),
            "nulls": ("null_count",),
            "flags": ("is_min_value_exact", "is_max_value_exact"),
        }.get(what)
        meta.statistics = None if names is None else meta.statistics.replace(**dict.fromkeys(names))
        if what in ("nulls", "all"):
            meta.size_statistics = None


def _record(data: bytes) -> LeafRecord:
    (leaf,) = RecordMaker().make(read_footer(data), "v.parquet").leaves
    return leaf


def _compare(value: Any, scale: int = 2) -> Any:
    """A value of Python as the key of a bound."""
    match value:
        case Decimal():
            return int(value.scaleb(scale))
        case datetime():
            since = value - datetime(1970, 1, 1)
            return (since.days * 86_400 + since.seconds) * 10**6 + since.microseconds
        case date():
            return (value - date(1970, 1, 1)).days
        case str():
            return value.encode()
        case _:
            return value


@settings(max_examples=150, deadline=None)
@given(files())
def test_no_value_is_outside_of_its_record(case: tuple[str, list[list[Any]], list[str]]) -> None:
    name, groups, left_out = case
    data = _write(_TYPES[name][0], groups)
    leaf = _record(edit_footer(data, lambda it: _leave_out(it, left_out)))
    values = [value for group in groups for value in group]
    numbers = [it for it in values if it is not None and not (isinstance(it, float) and isnan(it))]
    keys = [_compare(value) for value in numbers]
    (key,) = leaf.rules.keys
    if leaf.lower is not None:
        assert key(leaf.lower.raw) <= min(keys)
    if leaf.upper is not None:
        assert key(leaf.upper.raw) >= max(keys)
    if leaf.is_tight:
        assert leaf.lower is not None
        assert leaf.upper is not None
        assert (key(leaf.lower.raw), key(leaf.upper.raw)) == (min(keys), max(keys))
    assert leaf.values == len(values)
    assert leaf.nulls in (None, values.count(None))
    assert leaf.nans in (None, len(values) - values.count(None) - len(numbers))
    if left_out == ["nothing"] * len(groups) and numbers:
        assert leaf.nulls == values.count(None)
        only_numbers = all(
            any(it in numbers for it in group) or set(group) <= {None} for group in groups
        )
        assert (leaf.lower is not None and leaf.upper is not None) == only_numbers
