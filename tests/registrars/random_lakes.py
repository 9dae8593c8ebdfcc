"""Lakes of many small files of one column, in which footers leave out what writers leave out, and filters by values near its ends."""

from __future__ import annotations

import io
import operator
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from math import inf, isnan, nan
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from parquet_format.parquet import ColumnMetaData, FileMetaData, Statistics
from tests.support.footers import edit_footer

COLUMN: Final = "v"
COMPARISONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_LETTERS: Final = "aZ\x00 ~é\ud7ff\ue000\uffee\U00010000\U0010ffff"
_FIRST: Final = datetime(1969, 12, 31, 23, 59, 59, 999_999)


class Filter(NamedTuple):
    """`sign` is a comparison with `value`, or `null` or `not null`."""

    sign: str
    value: Any = None

    def matches(self, value: Any, *, nan_is_largest: bool) -> bool:
        """A NaN is equal to none and beside all numbers, or larger than these; none is asked for."""
        if self.sign == "null":
            return value is None
        if value is None or self.sign == "not null":
            return value is not None
        if isinstance(value, float) and isnan(value):
            return nan_is_largest and self.sign in (">", ">=", "!=")
        return COMPARISONS[self.sign](value, self.value)


class RandomLake(NamedTuple):
    """`values` are those of each file. `name` says which type it is of."""

    name: str
    type: pa.DataType
    files: Sequence[bytes]
    values: Sequence[Sequence[Any]]
    filters: Sequence[Filter]

    @property
    def pairs(self) -> int:
        return len(self.files) * len(self.filters)


def _integer(low: int, high: int) -> Callable[[Random], int]:
    ends = (low, low + 1, -1, 0, 1, high - 1, high)
    known = [it for it in ends if low <= it <= high]
    return lambda random: (
        random.choice(known) if random.random() < 0.5 else random.randint(low, high)
    )


def _double(random: Random) -> float:
    return random.choice(
        (0.0, -0.0, 1.0, -1.5, 1e308, -1e308, 5e-324, inf, -inf, nan, random.gauss(0, 1))
    )


def _float(random: Random) -> float:
    return float(
        np.float32(random.choice((0.0, -0.0, 1.0, 0.1, -3e38, inf, -inf, nan, random.gauss(0, 1))))
    )


def _text(random: Random) -> str:
    """Also such as are longer than bounds are, of characters of all lengths."""
    head = random.choice(("", "a", "a" * 15, "é" * 31, "\ud7ff" * 16, "\U0010ffff" * 33))
    return head + "".join(random.choices(_LETTERS, k=random.randint(0, 4)))


def _decimal(digits: int) -> Callable[[Random], Decimal]:
    """Of two places; also such as lie between two doubles."""
    whole = _integer(-(10**digits) + 1, 10**digits - 1)
    near = _integer(9_007_199_254_740_990, 9_007_199_254_740_996)

    def draw(random: Random) -> Decimal:
        number = near(random) if digits > 16 and random.random() < 0.5 else whole(random)
        return Decimal(f"{number}E-2")  # no context rounds it

    return draw


def _day(random: Random) -> date:
    ends = (date.min, date(1969, 12, 31), date(1970, 1, 1), date.max)
    return random.choice((*ends, date.fromordinal(random.randint(1, date.max.toordinal()))))


def _moment(random: Random) -> datetime:
    near = timedelta(microseconds=random.choice((0, 1, 999, 1000, 1001)))
    return _FIRST + near + timedelta(days=random.randint(-700_000, 2_000_000))


TYPES: Final[dict[str, tuple[pa.DataType, Callable[[Random], Any]]]] = {
    "bool": (pa.bool_(), lambda random: random.random() < 0.5),
    "int8": (pa.int8(), _integer(-128, 127)),
    "int32": (pa.int32(), _integer(-(2**31), 2**31 - 1)),
    "int64": (pa.int64(), _integer(-(2**63), 2**63 - 1)),
    "uint8": (pa.uint8(), _integer(0, 255)),
    "uint16": (pa.uint16(), _integer(0, 65535)),
    "uint32": (pa.uint32(), _integer(0, 2**32 - 1)),
    "double": (pa.float64(), _double),
    "float": (pa.float32(), _float),
    "text": (pa.string(), _text),
    "decimal": (pa.decimal128(9, 2), _decimal(9)),
    "decimal of 18": (pa.decimal128(18, 2), _decimal(18)),
    "decimal of 38": (pa.decimal128(38, 2), _decimal(38)),
    "date": (pa.date32(), _day),
    "timestamp": (pa.timestamp("us"), _moment),
    "moment": (pa.timestamp("us", "UTC"), lambda random: _moment(random).replace(tzinfo=UTC)),
}


def make_lake(seed: int, *, files: int, values: int) -> RandomLake:
    """Filters by `values` values, which the files have and others."""
    random = Random(seed)
    name = random.choice([*TYPES])
    type_, draw = TYPES[name]
    pool = [draw(random) for _ in range(values)]
    lake = [[_draw_group(random, pool) for _ in range(random.randint(1, 3))] for _ in range(files)]
    asked = [value for value in pool if not (isinstance(value, float) and isnan(value))]
    filters = [Filter(sign, value) for value in asked for sign in COMPARISONS]
    return RandomLake(
        name,
        type_,
        [_write(random, type_, groups) for groups in lake],
        [[value for group in groups for value in group] for groups in lake],
        [Filter("null"), Filter("not null"), *filters],
    )


def _draw_group(random: Random, pool: Sequence[Any]) -> list[Any]:
    """Of few of the values, or of nulls alone, or empty."""
    some = random.sample(pool, min(len(pool), random.randint(1, 3)))
    choice = [None] if random.random() < 0.1 else [*some, None] if random.random() < 0.4 else some
    return random.choices(choice, k=random.randint(0, 4))


def _write(random: Random, type_: pa.DataType, groups: Sequence[Sequence[Any]]) -> bytes:
    sink = io.BytesIO()
    with pq.ParquetWriter(sink, pa.schema([(COLUMN, type_)])) as writer:
        for group in groups:
            writer.write_table(pa.table({COLUMN: pa.array(group, type_)}))

    def edit(metadata: FileMetaData) -> None:
        for group, values in zip(metadata.row_groups, groups, strict=False):
            meta = group.columns[0].meta_data
            if meta is not None and meta.statistics is not None:
                random.choice(_EDITS)(meta, meta.statistics, values)

    return edit_footer(sink.getvalue(), edit)


def _leave(*names: str, sizes: bool = True) -> Callable[[ColumnMetaData, Statistics, Any], None]:
    none: dict[str, Any] = dict.fromkeys(names)

    def edit(meta: ColumnMetaData, said: Statistics, _: Any) -> None:
        meta.statistics = said.replace(**none)
        if not sizes:
            meta.size_statistics = None

    return edit


def _leave_all(meta: ColumnMetaData, _said: Statistics, _values: Any) -> None:
    meta.statistics = meta.size_statistics = None


def _count_nans(meta: ColumnMetaData, said: Statistics, values: Sequence[Any]) -> None:
    count = sum(isinstance(it, float) and isnan(it) for it in values)
    meta.statistics = said.replace(nan_count=count)


def _make_old(meta: ColumnMetaData, said: Statistics, _: Any) -> None:
    meta.statistics = Statistics(min=said.min_value, max=said.max_value, null_count=said.null_count)


_EDITS: Final = (
    _leave(),
    _leave(),
    _count_nans,
    _count_nans,
    _leave("min", "max", "min_value", "max_value"),
    _leave("min", "min_value", sizes=False),
    _leave("max", "max_value", sizes=False),
    _leave("null_count", sizes=False),
    _leave("is_min_value_exact", "is_max_value_exact"),
    _leave_all,
    _make_old,
)
