"""Scalars of pandas and numpy: nothing of them is lost, or they are refused."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, date, datetime
from decimal import Decimal
from importlib import import_module
from typing import Any, Final

import pytest

from inlay.variant import PrimitiveType, Scalar, decode, encode, scalar, variant_array
from inlay_runtime.errors import EncodeError

np: Any = import_module("numpy")
pd: Any = import_module("pandas")

T = PrimitiveType
NANOS: Final = 1_700_000_000_123_456_789

VALUES: Final[dict[str, tuple[Any, Scalar]]] = {
    "a moment": (pd.Timestamp(NANOS), scalar(T.TIMESTAMP_NTZ_NANOS, NANOS)),
    "a moment in UTC": (pd.Timestamp(NANOS, tz="UTC"), scalar(T.TIMESTAMP_NANOS, NANOS)),
    "a moment elsewhere": (pd.Timestamp(NANOS, tz="Asia/Tokyo"), scalar(T.TIMESTAMP_NANOS, NANOS)),
    "one before 1970": (pd.Timestamp(-1), scalar(T.TIMESTAMP_NTZ_NANOS, -1)),
    "whole microseconds": (pd.Timestamp(2_001_000), scalar(T.TIMESTAMP_NTZ, 2_001)),
    "of another unit": (pd.Timestamp("2500-01-01").as_unit("s"), scalar(T.TIMESTAMP_NTZ, int(datetime(2500, 1, 1, tzinfo=UTC).timestamp()) * 1_000_000)),
    "NaT": (pd.NaT, Scalar(T.NULL)),
    "NA": (pd.NA, Scalar(T.NULL)),
    "bool_": (np.bool_(True), Scalar(T.TRUE)),
    "int64": (np.int64(300), scalar(T.INT16, 300)),
    "uint8": (np.uint8(200), scalar(T.INT16, 200)),
    "uint64": (np.uint64(2**64 - 1), scalar(T.DECIMAL16, Decimal(2**64 - 1))),
    "float16": (np.float16(0.5), scalar(T.FLOAT, 0.5)),
    "float32": (np.float32(0.1), scalar(T.FLOAT, 0.1)),
    "float64": (np.float64(0.1), scalar(T.DOUBLE, 0.1)),
    "str_": (np.str_("x"), scalar(T.STRING, "x")),
    "datetime64[ns]": (np.datetime64(NANOS, "ns"), scalar(T.TIMESTAMP_NTZ_NANOS, NANOS)),
    "datetime64[ms]": (np.datetime64(-5, "ms"), scalar(T.TIMESTAMP_NTZ, -5_000)),
    "datetime64[D]": (np.datetime64("2024-02-29"), scalar(T.DATE, date(2024, 2, 29))),
    "datetime64 NaT": (np.datetime64("NaT", "ns"), Scalar(T.NULL)),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_a_scalar_keeps_all_that_it_says(name: str) -> None:
    value, expected = VALUES[name]
    assert encode(value).node() == expected
    assert encode({"a": [value]}).node() == {"a": [expected]}
    array = variant_array([value]).variants()[0]
    assert array is not None
    assert array.node() == expected


REFUSED: Final[dict[str, Any]] = {
    "a pandas Timedelta": pd.Timedelta(1),
    "a numpy timedelta64": np.timedelta64(1, "ns"),
    "a numpy datetime64[Y]": np.datetime64("2024"),
    "a numpy datetime64[ps]": np.datetime64(1, "ps"),
    "a numpy longdouble": np.longdouble(1),
    "a numpy complex128": np.complex128(1),
    "a numpy ndarray": np.array([1]),
    "a pandas Series": pd.Series([1]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_variant_can_hold_is_refused_by_name(name: str) -> None:
    with pytest.raises(EncodeError, match="has no Variant type") as caught:
        encode([REFUSED[name]])
    assert caught.value.reason == f"{name} has no Variant type"
    assert caught.value.path == "$[0]"


def test_nanoseconds_are_not_cut_where_a_type_is_asked_for() -> None:
    with pytest.raises(EncodeError, match="a Timestamp is not TIMESTAMP_NTZ"):
        scalar(T.TIMESTAMP_NTZ, pd.Timestamp(NANOS))


def test_neither_library_is_imported() -> None:
    code = "import sys; from inlay.variant import encode; encode({'a': 1.5}); assert not {'numpy', 'pandas'} & sys.modules.keys()"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_python_sees_the_values_that_it_has_types_for() -> None:
    assert decode(encode([np.int64(1), np.float32(0.5), np.bool_(False), pd.NaT])) == [1, 0.5, False, None]  # fmt: skip
