"""`variant_get(..., cast="spark")` against what Spark says: all pairs of types, in three time zones, shredded or not."""

from __future__ import annotations

import functools
import random
from typing import Any, Final, cast

import pyarrow as pa
import pytest

from inlay.variant import (
    CastError,
    DamagedRowError,
    PrimitiveType,
    Scalar,
    StorageError,
    Variant,
    VariantArray,
    decode,
    encode,
    from_pairs,
    scalar,
    shred,
    try_variant_get,
    variant_array,
    variant_get,
)
from inlay_runtime.errors import RequestError
from inlay_variant.value.time_zones import find_zone
from tests.variant.spark_casts import TYPES, ZONES, Answer, Table, is_asked, read_table, spell

JAVA_17: Final = {2e23, 8.41e21, 9.223372036854775e18, 1e23, 1.1754943508222875e-38, 2147483648.0, 8589934592.0}  # fmt: skip
"""Numbers that Java writes with a digit too many, or a wrong last one, before version 19."""

SCHEMAS: Final[list[pa.DataType]] = [
    pa.int64(), pa.int8(), pa.float64(), pa.float32(), pa.decimal128(9, 2), pa.decimal128(38, 2), pa.string(), pa.binary(), pa.bool_(), pa.date32(),
    pa.timestamp("us", "UTC"), pa.timestamp("us"), pa.list_(pa.int8()), pa.struct([("a", pa.int8()), ("b", pa.null())]),
]  # fmt: skip


@functools.cache
def table() -> Table:
    return read_table()


def expected(zone: str, name: str) -> list[Answer]:
    return [answers[zone].get(name) for _, answers in table()]


def differences(column: Any, zone: str, name: str) -> list[str]:
    wrong: list[str] = []
    for at, answer in enumerate(expected(zone, name)):
        value = table()[at][0]
        ours = spell(column[at], TYPES[name])
        if ours != answer and is_asked(value, name) and not is_of_java_17(value, name):
            wrong.append(f"{decode(value)!r} as {name} in {zone}: Spark {answer}, ours {ours}")
    return wrong


def is_of_java_17(value: Variant, name: str) -> bool:
    number = decode(value)
    return isinstance(number, float) and number in JAVA_17 and name.startswith(("string", "decimal(38"))  # fmt: skip


def values() -> VariantArray:
    return from_pairs([value for value, _ in table()])


@pytest.mark.parametrize("zone", ZONES)
def test_every_pair_of_types_is_cast_as_spark_does(both: str, zone: str) -> None:
    array = values()
    assert len(array) > 600
    for name, type_ in TYPES.items():
        column = try_variant_get(array, "$", type_, timezone=zone)
        column.validate(full=True)
        assert differences(column, zone, name) == []


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_shredded_values_are_cast_alike(schema: pa.DataType) -> None:
    array = shred(values(), schema, exact=True)
    zone = ZONES[1]
    for name, type_ in TYPES.items():
        column = try_variant_get(array, "$", type_, timezone=zone)
        assert differences(column, zone, name) == []


def test_what_can_be_cast_raises_nothing_and_the_rest_names_row_and_types() -> None:
    draw = random.Random(28)
    for name, type_ in TYPES.items():
        answers = expected("UTC", name)
        good = [at for at, answer in enumerate(answers) if answer is not None]
        good = [at for at in good if not pa.types.is_nested(type_)] or good[:1]
        kept = values().take(pa.array(good))
        if not pa.types.is_nested(type_):
            assert variant_get(kept, "$", type_, cast="spark").null_count == 0
        bad = [
            at
            for at, answer in enumerate(answers)
            if answer is None and table()[at][0].value != b"\0"
        ]
        bad = [at for at in bad if is_asked(table()[at][0], name)]
        for at in draw.sample(bad, min(5, len(bad))):
            with pytest.raises(CastError) as caught:
                variant_get(values().take(pa.array([good[0], at])), "$", type_, cast="spark")
            error = caught.value
            assert (error.row, error.path) == (1, "$")
            assert error.kind
            assert error.wanted is not None


def test_the_golden_file_has_every_kind_of_value() -> None:
    headers = {value.value[0] for value, _ in table()}
    kinds = {header >> 2 for header in headers if header & 3 == 0}
    unknown = {PrimitiveType.TIME_NTZ, PrimitiveType.TIMESTAMP_NANOS, PrimitiveType.TIMESTAMP_NTZ_NANOS}  # fmt: skip
    assert kinds | unknown == set(PrimitiveType)
    assert {header & 3 for header in headers} == {0, 1, 2, 3}


CASES: Final[list[tuple[object, pa.DataType, object]]] = [
    (scalar(PrimitiveType.TIME_NTZ, 5), pa.time64("us"), 5),
    (scalar(PrimitiveType.TIME_NTZ, 5), pa.string(), None),
    ([scalar(PrimitiveType.TIME_NTZ, 5)], pa.string(), None),
    (scalar(PrimitiveType.TIMESTAMP_NANOS, 5_000), pa.timestamp("us", "UTC"), 5),
    (scalar(PrimitiveType.TIMESTAMP_NANOS, 5_001), pa.timestamp("us", "UTC"), None),
    (Scalar(40, b"x"), pa.string(), None),
    (b"\xff", pa.string(), None),
    ("300", pa.uint8(), None),
    ("200", pa.uint8(), 200),
    ("a", pa.dictionary(pa.int8(), pa.string()), "a"),
    ({"a": ["1", "x"]}, pa.struct([("a", pa.large_list(pa.uint16()))]), {"a": [1, None]}),
]


@pytest.mark.parametrize(("value", "type_", "result"), CASES, ids=str)
def test_what_spark_has_no_word_for_is_taken_where_nothing_is_lost(
    both: str, value: object, type_: pa.DataType, result: object
) -> None:
    column = try_variant_get(variant_array([value]), "$", type_)
    seen = column[0]
    counted: Any = seen.value if seen.is_valid and pa.types.is_temporal(type_) else seen.as_py()
    assert counted == result


@pytest.mark.parametrize("type_", [pa.uuid(), pa.timestamp("ns"), pa.list_(pa.timestamp("ns", "UTC"))])  # fmt: skip
def test_types_that_spark_does_not_have_are_refused(type_: pa.DataType) -> None:
    with pytest.raises(StorageError, match="Spark has no"):
        variant_get(variant_array([1]), "$", type_, cast="spark")


def test_errors_name_the_place(both: str) -> None:
    array = variant_array([{"a": [{"b": 1}]}, {"a": [{"b": 1}, {"b": "x"}]}])
    places: list[tuple[str, Any, str]] = [
        ("$.a[-1].b", pa.int64(), "row 1: $.a[-1].b: is not int64 but a string"),
        ("a[*].b", pa.int64(), "row 1: $.a[*].b: is not int64 but a string"),
        ("a", pa.list_(pa.struct([("b", pa.int8())])), "row 1: $.a[*].b: is not int8 but a string"),
        ("a", pa.int8(), "row 0: $.a: is not int8 but an array"),
        ("a[0]", pa.date32(), "row 0: $.a[0]: is not date32[day] but an object"),
    ]
    for schema in (None, pa.struct([("a", pa.list_(pa.struct([("b", pa.int64())])))])):
        for path, type_, message in places:
            given = array if schema is None else shred(array, schema)
            for table_ in ("strict", "spark"):
                with pytest.raises(CastError) as caught:
                    variant_get(given, path, type_, cast=cast("Any", table_))
                assert str(caught.value) == message


def test_wrong_requests_are_named() -> None:
    array: Any = variant_array([1])
    with pytest.raises(RequestError, match="'lax' is not a table of casts"):
        variant_get(array, "$", pa.int8(), cast=cast("Any", "lax"))
    with pytest.raises(RequestError, match="'Mars/Phobos' is not a time zone"):
        variant_get(array, "$", pa.string(), cast="spark", timezone="Mars/Phobos")


def test_strict_loses_nothing_and_without_it_the_rest_is_null(both: str) -> None:
    array = variant_array([1, 2.5, "3", None, True])
    assert variant_get(array, "$", pa.int64()).to_pylist() == [1, None, None, None, None]
    assert try_variant_get(array, "$", pa.int64(), cast="strict").to_pylist() == [1, None, None, None, None]  # fmt: skip
    assert variant_get(array.take(pa.array([0, 3])), "$", pa.int64(), cast="strict").to_pylist() == [1, None]  # fmt: skip
    assert try_variant_get(array, "$", pa.int64()).to_pylist() == [1, 2, 3, None, 1]


def test_a_value_of_no_bytes_is_damaged_in_every_way_to_read_it(both: str) -> None:
    array = from_pairs([encode(None), Variant(b"\x11\0\0", b""), encode(None)])
    calls: list[Any] = [
        lambda type_: variant_get(array, "$", type_), lambda type_: variant_get(array, "$", type_, cast="strict"),
        lambda type_: variant_get(array, "$", type_, cast="spark"), lambda type_: try_variant_get(array, "$", type_),
        lambda type_: try_variant_get(array, "$", type_, cast="strict"),
    ]  # fmt: skip
    for call in calls:
        for type_ in (pa.int64(), pa.string(), pa.decimal128(9, 2), pa.timestamp("us")):
            with pytest.raises(DamagedRowError, match=r"row 1: \$: needs 1 byte, 0 are left"):
                call(type_)
        with pytest.raises(DamagedRowError, match="row 1: "):
            call(pa.list_(pa.int64()))


CARRIED: Final[list[tuple[object, pa.DataType, str, str]]] = [
    ("2024-01-01 00:00:00.123456", pa.timestamp("ms"), "spark", "a string"),
    ("300", pa.uint8(), "spark", "a string"),
    (300, pa.uint8(), "strict", "an int16"),
    (-1, pa.uint64(), "strict", "an int8"),
    (b"abc", pa.binary(2), "strict", "binary"),
]


@pytest.mark.parametrize(("value", "type_", "table_", "kind"), CARRIED, ids=str)
def test_errors_name_the_value_and_not_what_carries_it(
    both: str, value: object, type_: pa.DataType, table_: Any, kind: str
) -> None:
    array = variant_array([{"a": None}, {"a": value}])
    for given in (array, shred(array, pa.struct([("a", pa.int64())]))):
        with pytest.raises(CastError) as caught:
            variant_get(given, "$.a", type_, cast=table_)
        error = caught.value
        assert error.kind == (kind if given is array or not isinstance(value, int) else "an int64")
        assert (error.row, error.path, error.wanted) == (1, "$.a", type_)
        assert error.reason == f"is not {type_} but {error.kind}"
    with pytest.raises(CastError) as caught:
        variant_get(array, "$", pa.struct([("a", type_)]), cast=table_)
    error = caught.value
    assert error.kind.startswith(("a string", "an int", "binary", "a decimal"))
    assert (error.row, error.path, error.wanted) == (1, "$.a", type_)


def test_errors_inside_of_lists_keep_what_they_know(both: str) -> None:
    lists: Any = pa.ListArray.from_arrays(pa.array([0, 1, 3], pa.int32()), variant_array([1, 2, "x"]))  # fmt: skip
    fixed: Any = pa.FixedSizeListArray.from_arrays(variant_array([1, 2, 3, "x"]), 2)
    for given in (lists, fixed):
        with pytest.raises(
            CastError, match=r"row 1: element 1, \$: is not int64 but a string"
        ) as caught:
            variant_get(given, "$", pa.int64(), cast="strict")
        assert (caught.value.kind, caught.value.wanted) == ("a string", pa.int64())


@pytest.mark.parametrize("name", ["localtime", "posixrules", "Factory", "posix/UTC", "right/UTC", "Right/Europe/Berlin", "LOCALTIME"])  # fmt: skip
def test_zones_that_are_files_of_the_machine_are_none(name: str) -> None:
    assert find_zone(name) is None
    with pytest.raises(RequestError, match="is not a time zone"):
        variant_get(variant_array([1]), "$", pa.string(), cast="spark", timezone=name)
    text = variant_array([f"2024-01-01 00:00:00 {name}"])
    assert try_variant_get(text, "$", pa.timestamp("us", "UTC")).null_count == 1
    assert find_zone("Europe/Berlin") is not None
