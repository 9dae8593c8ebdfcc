"""The binary encoding: one table of values and bytes, read and written; and what is refused, and where."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Final
from uuid import UUID

import pytest

from inlay.variant import (
    PrimitiveType,
    Scalar,
    Variant,
    VariantLimits,
    decode,
    encode,
    scalar,
    split,
    to_json,
)
from inlay_runtime.errors import (
    DecodeError,
    DuplicateFieldError,
    EncodeError,
    InvalidValueError,
    LimitError,
    TruncatedError,
)

T = PrimitiveType
NO_NAMES: Final = "110000"
AB: Final = "1102000102" + "6162"

PRIMITIVES: Final = {
    "null": (T.NULL, None, "00", None, "null"),
    "true": (T.TRUE, None, "04", True, "true"),
    "false": (T.FALSE, None, "08", False, "false"),
    "int8": (T.INT8, -2, "0cfe", -2, "-2"),
    "int16": (T.INT16, 1234, "10d204", 1234, "1234"),
    "int32": (T.INT32, -123456, "14c01dfeff", -123456, "-123456"),
    "int64": (T.INT64, 1, "180100000000000000", 1, "1"),
    "double": (T.DOUBLE, 1.5, "1c000000000000f83f", 1.5, "1.5"),
    "decimal4": (T.DECIMAL4, Decimal("12.34"), "2002d2040000", Decimal("12.34"), "12.34"),
    "decimal8": (
        T.DECIMAL8,
        Decimal("-0.0123456789"),
        "240aeb32a4f8ffffffff",
        Decimal("-0.0123456789"),
        "-0.0123456789",
    ),
    "decimal16": (
        T.DECIMAL16,
        Decimal(10**37),
        "2800" + (10**37).to_bytes(16, "little").hex(),
        Decimal(10**37),
        "1" + "0" * 37,
    ),
    "date": (T.DATE, date(2025, 4, 16), "2ce24e0000", date(2025, 4, 16), '"2025-04-16"'),
    "timestamp": (
        T.TIMESTAMP,
        1,
        "300100000000000000",
        datetime(1970, 1, 1, 0, 0, 0, 1, tzinfo=UTC),
        '"1970-01-01T00:00:00.000001+00:00"',
    ),
    "timestamp_ntz": (
        T.TIMESTAMP_NTZ,
        -1,
        "34ffffffffffffffff",
        datetime(1969, 12, 31, 23, 59, 59, 999999),
        '"1969-12-31T23:59:59.999999"',
    ),
    "float": (T.FLOAT, 0.1, "38cdcccc3d", 0.10000000149011612, "0.1"),
    "binary": (T.BINARY, b"\x00\xff", "3c0200000000ff", b"\x00\xff", '"AP8="'),
    "short string": (T.STRING, "é", "09c3a9", "é", '"é"'),
    "string": (T.STRING, "x" * 64, "4040000000" + "78" * 64, "x" * 64, '"' + "x" * 64 + '"'),
    "time": (T.TIME_NTZ, 45234123456, "44c0f229880a000000", time(12, 33, 54, 123456), '"12:33:54.123456"'),
    "timestamp_nanos": (
        T.TIMESTAMP_NANOS,
        -1,
        "48ffffffffffffffff",
        Scalar(18, b"\xff" * 8),
        '"1969-12-31T23:59:59.999999999+00:00"',
    ),
    "timestamp_ntz_nanos": (
        T.TIMESTAMP_NTZ_NANOS,
        1,
        "4c0100000000000000",
        Scalar(19, b"\1" + bytes(7)),
        '"1970-01-01T00:00:00.000000001"',
    ),
    "uuid": (
        T.UUID,
        UUID("f24f9b64-81fa-49d1-b74e-8c09a6e31c56"),
        "50f24f9b6481fa49d1b74e8c09a6e31c56",
        UUID("f24f9b64-81fa-49d1-b74e-8c09a6e31c56"),
        '"f24f9b64-81fa-49d1-b74e-8c09a6e31c56"',
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PRIMITIVES)
def test_a_primitive_is_written_and_read(name: str) -> None:
    type_, given, data, python, text = PRIMITIVES[name]
    variant = encode(scalar(type_, given))
    assert variant == Variant(bytes.fromhex(NO_NAMES), bytes.fromhex(data))
    assert decode(variant) == python
    assert decode(variant, typed=True) == scalar(type_, given)
    assert to_json(variant) == text
    assert variant.canonical() == variant


def test_the_table_has_every_primitive_type() -> None:
    assert {type_ for type_, *_ in PRIMITIVES.values()} == set(PrimitiveType)


CONTAINERS: Final[dict[str, tuple[object, str, str]]] = {
    "empty object": ({}, NO_NAMES, "020000"),
    "empty array": ([], NO_NAMES, "030000"),
    "array": ([1, "x", None], NO_NAMES, "0303" + "00020405" + "0c01" + "0578" + "00"),
    "object, sorted by name": ({"b": 1, "a": True}, AB, "0202" + "0001" + "000103" + "04" + "0c01"),
    "nested": (
        {"a": [{"b": None}]},
        AB,
        "0201" + "00" + "000a" + "0301" + "0006" + "0201" + "01" + "0001" + "00",
    ),
    "is_large above 255": ([None] * 256, NO_NAMES, "17" + "00010000" + "".join(i.to_bytes(2, "little").hex() for i in range(257)) + "00" * 256),
}  # fmt: skip


@pytest.mark.parametrize("name", CONTAINERS)
def test_a_container_is_written_and_read(name: str) -> None:
    value, metadata, data = CONTAINERS[name]
    variant = encode(value)
    assert variant == Variant(bytes.fromhex(metadata), bytes.fromhex(data))
    assert decode(variant) == value


def test_integers_take_the_smallest_type_and_beyond_64_bits_a_decimal() -> None:
    types = {127: 3, 128: 4, -32768: 4, 32768: 5, 2**31: 6, -(2**63): 6, 2**63: 10, 10**38 - 1: 10}
    assert {value: encode(value).value[0] >> 2 for value in types} == types
    assert decode(encode(10**38 - 1)) == 10**38 - 1


@pytest.mark.parametrize(
    ("metadata", "value", "means"),
    [
        ("c1" + "02000000" + "00000000" + "01000000" + "02000000" + "6261",
         "7e" + "02000000" + "0100000000000000" + "020000000000000003000000" + "0578" + "04",
         {"a": True, "b": "x"}),
        ("0102000102" + "6261", "02020100" + "020003" + "0c01" + "04", {"a": True, "b": 1}),
        (NO_NAMES, "ff" + "01000000" + "00000000" + "01000000" + "04", [True]),
        (NO_NAMES, "40" + "01000000" + "78", "x"),
        ("310000", "02" + "0000", {}),
        ("0103000101026162", "0202" + "0002" + "000102" + "0404", {"a": True, "b": True}),
    ],
    ids=["widest", "not monotonic", "reserved bits", "long string", "reserved bit of metadata", "empty name"],
)  # fmt: skip
def test_every_legal_width_is_read_and_the_canonical_one_written(
    metadata: str, value: str, means: object
) -> None:
    variant = Variant(bytes.fromhex(metadata), bytes.fromhex(value))
    assert decode(variant) == means
    assert variant.canonical() == encode(means)


def test_unknown_primitive_types_are_kept_and_the_rest_is_read() -> None:
    made = encode({"a": Scalar(21, b"\1\2\3"), "b": 7})
    assert decode(made) == {"a": Scalar(21, b"\1\2\3"), "b": 7}
    assert made.canonical() == made
    assert to_json(made) == '{"a":"<type 21: 010203>","b":7}'


def test_canonical_keeps_types_and_drops_unused_names() -> None:
    variant = Variant(
        bytes.fromhex("0102000102" + "7a61"), bytes.fromhex("02010100091801" + "00" * 7)
    )
    assert variant.canonical() == encode({"a": scalar(T.INT64, 1)})


def test_nan_payloads_and_negative_zero_survive() -> None:
    payload = bytes.fromhex("010000000000f87f")
    assert encode(Scalar(T.DOUBLE, payload)).canonical().value[1:] == payload
    zero = decode(encode(-0.0))
    assert isinstance(zero, float)
    assert math.copysign(1, zero) == -1


MALFORMED: Final = {
    "no metadata": ("", "00", TruncatedError, 0, "metadata"),
    "version 2": ("120000", "00", InvalidValueError, 0, "metadata"),
    "size cut off": ("51", "00", TruncatedError, 1, "metadata"),
    "offsets cut off": ("110200", "00", TruncatedError, 2, "metadata"),
    "first offset": ("11000101", "00", InvalidValueError, 2, "metadata"),
    "names cut off": ("110100026", "00", TruncatedError, 4, "metadata"),
    "descending offsets": ("1103000201036162" + "63", "00", InvalidValueError, 4, "metadata"),
    "name is not UTF-8": ("11010001ff", "00", InvalidValueError, 4, "metadata"),
    "not sorted": ("11020001026261", "00", InvalidValueError, 3, "metadata"),
    "sorted, but twice": ("11020001026161", "00", InvalidValueError, 3, "metadata"),
    "bytes after the names": ("11000000", "00", InvalidValueError, 3, "metadata"),
    "no value": (NO_NAMES, "", TruncatedError, 0, "$"),
    "int cut off": (NO_NAMES, "14000000", TruncatedError, 1, "$"),
    "bytes after the value": (NO_NAMES, "0000", InvalidValueError, 1, "$"),
    "short string cut off": (NO_NAMES, "0961", TruncatedError, 1, "$"),
    "string cut off": (NO_NAMES, "400200000061", TruncatedError, 5, "$"),
    "size of a string cut off": (NO_NAMES, "400200", TruncatedError, 1, "$"),
    "text is not UTF-8": (NO_NAMES, "05ff", InvalidValueError, 1, "$"),
    "scale 39": (NO_NAMES, "2027" + "00000000", InvalidValueError, 1, "$"),
    "decimal4 of ten digits": (NO_NAMES, "2000" + "00ca9a3b", InvalidValueError, 2, "$"),
    "count cut off": (NO_NAMES, "13ff", TruncatedError, 1, "$"),
    "a count of billions": (NO_NAMES, "13ffffffff00", TruncatedError, 5, "$"),
    "values beyond the end": (NO_NAMES, "03010002" + "00", TruncatedError, 3, "$"),
    "last offset too small": (NO_NAMES, "03010001" + "0000", InvalidValueError, 3, "$"),
    "a gap before the values": (NO_NAMES, "0301010200" + "00", InvalidValueError, 2, "$"),
    "elements that overlap": (NO_NAMES, "0302000002" + "0000", InvalidValueError, 2, "$"),
    "descending elements": (NO_NAMES, "03020100020000", InvalidValueError, 2, "$"),
    "values without a count": (NO_NAMES, "0300" + "01" + "00", InvalidValueError, 2, "$"),
    "field id": (AB, "0201" + "02" + "0001" + "00", InvalidValueError, 2, "$"),
    "fields not sorted": (AB, "0202" + "0100" + "000102" + "0000", InvalidValueError, 3, "$"),
    "a field twice": (AB, "0202" + "0000" + "000102" + "0000", DuplicateFieldError, 3, "$"),
    "two names alike": ("0102000102" + "6161", "0202" + "0001" + "000102" + "0000", DuplicateFieldError, 3, "$"),
    "fields that share bytes": (AB, "0202" + "0001" + "000001" + "00", InvalidValueError, 4, "$"),
    "deep inside": (AB, "0201" + "00" + "0005" + "0301" + "0001" + "05", TruncatedError, 10, "$.a[0]"),
}  # fmt: skip


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_bytes_are_refused_where_they_are_wrong(name: str) -> None:
    metadata, value, kind, offset, path = MALFORMED[name]
    metadata = metadata if len(metadata) % 2 == 0 else metadata + "1"
    with pytest.raises(DecodeError) as caught:
        decode(Variant(bytes.fromhex(metadata), bytes.fromhex(value)))
    assert (type(caught.value), caught.value.offset, caught.value.path) == (kind, offset, path)


def test_depth_is_bounded_reading_and_writing() -> None:
    deep: object = None
    for _ in range(200):
        deep = [deep]
    with pytest.raises(EncodeError, match="more than 128"):
        encode(deep)
    made = encode(deep, VariantLimits(depth=200))
    with pytest.raises(LimitError, match="more than 128"):
        decode(made)
    assert decode(made, VariantLimits(depth=200)) == deep
    assert to_json(made, VariantLimits(depth=1000)) == "[" * 200 + "null" + "]" * 200
    with pytest.raises(ValueError, match="0 to 1,000"):
        decode(made, VariantLimits(depth=1001))


def test_size_is_bounded() -> None:
    with pytest.raises(EncodeError, match="8 are allowed"):
        encode("x" * 100, VariantLimits(size=8))
    with pytest.raises(LimitError, match="8 are allowed"):
        decode(encode("x" * 100), VariantLimits(size=8))


@pytest.mark.parametrize(
    ("value", "path", "reason"),
    [
        ({"a": [1, {1: 2}]}, "$.a[1].1" , "not a str"),
        ([object()], "$[0]", "object has no Variant type"),
        ({"x y": 10**38}, "$['x y']", "more than 38 digits"),
        ("\ud800", "$", "lone surrogate"),
        ({"\ud800": 1}, "$['\ud800']", "lone surrogate"),
        (Decimal("NaN"), "$", "not a decimal"),
        (Decimal("1e-39"), "$", "more than 38 digits"),
        (Decimal("1e39"), "$", "more than 38 digits"),
        (time(1, tzinfo=UTC), "$", "time zone"),
    ],
)  # fmt: skip
def test_what_no_variant_can_hold_is_refused_with_its_path(
    value: object, path: str, reason: str
) -> None:
    with pytest.raises(EncodeError, match=reason) as caught:
        encode(value)
    assert caught.value.path in (path, path.replace(".1", "['1']"))


@pytest.mark.parametrize(
    ("type_", "value"),
    [(T.INT8, 128), (T.DECIMAL4, Decimal(10**9)), (T.FLOAT, 1e300), (T.INT8, "x"), (T.UUID, 5), (T.DATE, time(1))],
)  # fmt: skip
def test_a_scalar_refuses_what_its_type_cannot_hold(type_: PrimitiveType, value: object) -> None:
    with pytest.raises(EncodeError):
        scalar(type_, value)


def test_metadata_and_value_one_after_the_other_are_split() -> None:
    made = encode({"a": 1})
    assert split(made.metadata + made.value) == made


def test_dates_beyond_python_stay_scalars() -> None:
    far = scalar(T.DATE, 10**9)
    assert decode(encode(far)) == far
    assert to_json(encode(far)) == '"<DATE 1000000000>"'
