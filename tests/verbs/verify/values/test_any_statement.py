"""Of random values and a random statement, an audit says what a slow oracle says: plain Python, value by value."""

from __future__ import annotations

import io
import math
import struct
from collections.abc import Callable
from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from parquet_format.parquet import FileMetaData, Statistics


class Kind(NamedTuple):
    """Values of a column, how one is drawn, how it is a bound, and how it compares: None for what does not, as NaN."""

    arrow: pa.DataType
    draw: Callable[[Random], Any]
    encode: Callable[[Any], bytes]
    rank: Callable[[Any], Any]


def same(value: Any) -> Any:
    return value


def number(value: float) -> float | None:
    return None if math.isnan(value) else value


ODD = (0.0, -0.0, math.nan, math.inf, -math.inf, 1.0, -1.0)
BORDERS = (0, 1, 2**31 - 1, 2**31, 2**32 - 1)
CODES = ("value-bounds", "value-exact", "value-nulls", "value-nans")
"""What the oracle judges."""

KINDS: dict[str, Kind] = {
    "integers": Kind(
        pa.int32(),
        lambda rng: rng.randint(-3, 3),
        lambda value: struct.pack("<i", value),
        same,
    ),
    "unsigned": Kind(
        pa.uint32(),
        lambda rng: rng.choice(BORDERS),
        lambda value: struct.pack("<I", value),
        same,
    ),
    "doubles": Kind(
        pa.float64(),
        lambda rng: rng.choice(ODD),
        lambda value: struct.pack("<d", value),
        number,
    ),
    "text": Kind(
        pa.string(),
        lambda rng: "".join(rng.choices("abé\U0001f600", k=rng.randrange(4))),
        lambda value: value.encode(),
        lambda value: value.encode(),
    ),
    "decimals": Kind(
        pa.decimal128(20, 0),
        lambda rng: Decimal(rng.randint(-300, 300)),
        lambda value: int(value).to_bytes(9, "big", signed=True),
        same,
    ),
    "booleans": Kind(
        pa.bool_(), lambda rng: rng.random() < 0.5, lambda value: bytes([value]), same
    ),
}


def write(arrow: pa.DataType, values: list[Any]) -> bytes:
    out = io.BytesIO()
    pq.write_table(
        pa.table({"x": pa.array(values, arrow)}),
        out,
        data_page_size=1,
        write_batch_size=3,
        write_statistics=False,
        store_schema=False,
    )
    return out.getvalue()


def state(file: bytes, **fields: Any) -> bytes:
    """The file, with these statistics in its footer and nothing else."""
    size = int.from_bytes(file[-8:-4], "little")
    metadata = FileMetaData.decode(file[-8 - size : -8])
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    meta.statistics = Statistics(**fields)
    meta.size_statistics = None
    thrift = metadata.encode()
    return file[: -8 - size] + thrift + len(thrift).to_bytes(4, "little") + b"PAR1"


def expected(
    kind: Kind, values: list[Any], said: dict[str, Any], ends: tuple[Any, Any]
) -> set[str]:
    """The findings that a statement deserves."""
    there = [kind.rank(value) for value in values if value is not None]
    ranked = [rank for rank in there if rank is not None]
    low, high = (None if end is None else kind.rank(end) for end in ends)
    codes: set[str] = set()
    below = low is not None and any(rank < low for rank in ranked)
    above = high is not None and any(rank > high for rank in ranked)
    if below or above:
        codes.add("value-bounds")
    elif ranked and (
        (said["is_min_value_exact"] and low is not None and low not in ranked)
        or (said["is_max_value_exact"] and high is not None and high not in ranked)
    ):
        codes.add("value-exact")
    if said["null_count"] not in (None, values.count(None)):
        codes.add("value-nulls")
    is_float = kind.arrow == pa.float64()
    if is_float and said["nan_count"] not in (None, len(there) - len(ranked)):
        codes.add("value-nans")
    return codes


@pytest.mark.parametrize("name", KINDS)
@given(data=st.data())
def test_an_audit_says_what_the_oracle_says(name: str, data: st.DataObject) -> None:
    kind = KINDS[name]
    any_value = st.none() | st.randoms(use_true_random=False).map(kind.draw)
    values = data.draw(st.lists(any_value, min_size=1, max_size=9))
    ends = data.draw(st.tuples(any_value, any_value))
    low, high = (None if end is None else kind.encode(end) for end in ends)
    said = {
        "min_value": low,
        "max_value": high,
        "is_min_value_exact": data.draw(st.none() | st.booleans()),
        "is_max_value_exact": data.draw(st.none() | st.booleans()),
        "null_count": data.draw(st.none() | st.integers(0, 9)),
        "nan_count": data.draw(st.none() | st.integers(0, 3)),
    }
    file = state(write(kind.arrow, values), **said)
    verified = inlay.verify(io.BytesIO(file), values=True)
    assert verified.audited is not None
    assert verified.audited.chunks == 1
    codes = {finding.code for finding in verified.findings if finding.code in CODES}
    assert codes == expected(kind, values, said, ends)
