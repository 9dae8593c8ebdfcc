"""What a file's record says is right, or absent: whatever its row groups leave out."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Context, Decimal
from math import isnan
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import given
from hypothesis import strategies as st

from inlay.footers.footer.read import read_footer
from inlay.verbs.register.read_record import RecordMaker
from inlay.verbs.register.record import LeafRecord
from parquet_format.parquet import ColumnOrder, FileMetaData, Type
from tests.support.examples import examples
from tests.support.footers import edit_footer

_DIGITS: Final = Context(prec=40)
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
        st.integers(-(10**38) + 1, 10**38 - 1).map(lambda it: Decimal(it).scaleb(-2, _DIGITS)),
    ),
    "date": (pa.date32(), st.dates()),
    "moment": (pa.timestamp("us"), st.datetimes()),
    "int8": (pa.int8(), st.integers(-128, 127)),
    "uint16": (pa.uint16(), st.integers(0, 2**16 - 1)),
    "half": (pa.float16(), st.floats(width=16)),
    "time": (pa.time64("us"), st.times()),
    "uuid": (pa.uuid(), st.binary(min_size=16, max_size=16)),
    "fixed": (pa.binary(2), st.binary(min_size=2, max_size=2)),
    "int96": (pa.timestamp("ns"), st.datetimes(datetime(1700, 1, 1), datetime(2200, 1, 1))),
    "integers of decimals": (
        pa.decimal128(18, 2),
        st.integers(-(10**18) + 1, 10**18 - 1).map(lambda it: Decimal(it).scaleb(-2)),
    ),
    "list": (pa.list_(pa.int32()), st.lists(st.none() | st.integers(-9, 9), max_size=3)),
    "struct in a list": (
        pa.list_(pa.struct([("a", pa.float64())])),
        st.lists(
            st.none() | st.fixed_dictionaries({"a": st.none() | st.floats()}),
            max_size=3,
        ),
    ),
    "field": (pa.struct([("a", pa.string())]), st.fixed_dictionaries({"a": st.text(max_size=3)})),
}
_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "int96": {"use_deprecated_int96_timestamps": True},
    "integers of decimals": {"store_decimal_as_integer": True},
}
_LEFT_OUT: Final = ("nothing", "both", "minimum", "maximum", "nulls", "all", "flags", "new")


def _drop_logical_type(metadata: FileMetaData) -> None:
    if metadata.schema[-1].converted_type is not None:
        metadata.schema[-1].logicalType = None


def _order_totally(metadata: FileMetaData) -> None:
    if metadata.schema[-1].type in (Type.FLOAT, Type.DOUBLE):
        metadata.column_orders = [ColumnOrder.IEEE_754_TOTAL_ORDER]


_WHOLE: Final[dict[str, Callable[[FileMetaData], object]]] = {
    "as it is": lambda _: None,
    "converted type": _drop_logical_type,
    "total order": _order_totally,
    "no orders": lambda metadata: setattr(metadata, "column_orders", None),
    "another writer": lambda metadata: setattr(metadata, "created_by", "parquet-mr version 1.9.0"),
    "no writer": lambda metadata: setattr(metadata, "created_by", None),
}
"""What is changed of the whole footer."""


class Drawn(NamedTuple):
    type: str
    groups: list[list[Any]]
    left_out: list[str]
    whole: str


@st.composite
def files(draw: st.DrawFn) -> Drawn:
    name = draw(st.sampled_from(sorted(_TYPES)))
    values = st.lists(st.none() | _TYPES[name][1], max_size=3)
    groups = draw(st.lists(values, min_size=1, max_size=3))
    left_out = [draw(st.sampled_from(("nothing", *_LEFT_OUT))) for _ in groups]
    return Drawn(name, groups, left_out, draw(st.sampled_from(["as it is", *_WHOLE])))


def _write(name: str, groups: list[list[Any]]) -> bytes:
    sink = io.BytesIO()
    type_ = _TYPES[name][0]
    schema = pa.schema([("v", type_)])
    with pq.ParquetWriter(sink, schema, **_OPTIONS.get(name, {})) as writer:
        for group in groups:
            writer.write_table(pa.table({"v": pa.array(group, type_)}))
    return sink.getvalue()


def _leave_out(metadata: FileMetaData, left_out: list[str]) -> None:
    for group, what in zip(metadata.row_groups, left_out, strict=False):
        meta = group.columns[0].meta_data
        assert meta is not None
        said = meta.statistics
        if said is None or what == "nothing":
            continue
        if what == "new":
            low, high = said.min_value, said.max_value
            meta.statistics = said.replace(min=low, max=high, min_value=None, max_value=None)
            continue
        names = {
            "both": ("min", "max", "min_value", "max_value"),
            "minimum": ("min", "min_value"),
            "maximum": ("max", "max_value"),
            "nulls": ("null_count",),
            "flags": ("is_min_value_exact", "is_max_value_exact"),
        }.get(what)
        meta.statistics = None if names is None else said.replace(**dict.fromkeys(names))
        if what in ("nulls", "all"):
            meta.size_statistics = None


def _record(data: bytes) -> LeafRecord:
    (leaf,) = RecordMaker().make(read_footer(data), "v.parquet").leaves
    return leaf


def _compare(value: Any, scale: int = 2) -> Any:
    """A value of Python as the key of a bound."""
    match value:
        case Decimal():
            return int(value.scaleb(scale, _DIGITS))
        case datetime():
            since = value - datetime(1970, 1, 1)
            return (since.days * 86_400 + since.seconds) * 10**6 + since.microseconds
        case time():
            seconds = (value.hour * 60 + value.minute) * 60 + value.second
            return seconds * 10**6 + value.microsecond
        case date():
            return (value - date(1970, 1, 1)).days
        case str():
            return value.encode()
        case _:
            return value


def _flatten(value: Any) -> list[Any]:
    """A row as the values of its leaf: an empty list has one, too."""
    match value:
        case dict():
            return [value["a"]]
        case list():
            return [it["a"] if isinstance(it, dict) else it for it in value] or [None]
        case _:
            return [value]


@examples(250)
@given(files())
def test_no_value_is_outside_of_its_record(case: Drawn) -> None:
    def edit(metadata: FileMetaData) -> None:
        _leave_out(metadata, case.left_out)
        _WHOLE[case.whole](metadata)

    leaf = _record(edit_footer(_write(case.type, case.groups), edit))
    groups = [[it for row in group for it in _flatten(row)] for group in case.groups]
    values = [value for group in groups for value in group]
    numbers = [it for it in values if it is not None and not (isinstance(it, float) and isnan(it))]
    _check_bounds(leaf, [_compare(value) for value in numbers])
    assert leaf.values == len(values)
    assert leaf.nulls in (None, values.count(None))
    assert leaf.nans in (None, len(values) - values.count(None) - len(numbers))
    if _is_all_said(case) and numbers:
        assert leaf.nulls == values.count(None)
        only_numbers = all(
            any(it in numbers for it in group) or set(group) <= {None} for group in groups
        )
        assert (leaf.lower is not None and leaf.upper is not None) == only_numbers


def _is_all_said(case: Drawn) -> bool:
    return {*case.left_out} == {"nothing"} and case.whole == "as it is" and case.type != "int96"


def _check_bounds(leaf: LeafRecord, keys: list[Any]) -> None:
    if leaf.lower is None and leaf.upper is None:
        return
    keys_of_bounds = leaf.rules.keys if len(leaf.rules.keys) == 1 else leaf.rules.typed_keys
    (key,) = keys_of_bounds  # those of deprecated bounds, without an order
    low = None if leaf.lower is None else key(leaf.lower.raw)
    high = None if leaf.upper is None else key(leaf.upper.raw)
    assert low is None or low <= min(keys)
    assert high is None or high >= max(keys)
    if leaf.is_tight:
        assert (low, high) == (min(keys), max(keys))
