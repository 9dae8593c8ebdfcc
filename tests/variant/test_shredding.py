"""What goes into which column, and what is refused on the way in and out: tables beside the laws."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final

import pyarrow as pa
import pytest

from inlay.variant import (
    CastError,
    DamagedRowError,
    PathError,
    PrimitiveType,
    Scalar,
    ShreddingError,
    StorageError,
    Variant,
    VariantLimits,
    VariantType,
    check,
    encode,
    from_json_array,
    from_pairs,
    infer_schema,
    scalar,
    shred,
    unshred,
    variant_array,
    variant_get,
)
from inlay_variant.arrow.variant_type import wrap

T = PrimitiveType
META: Final = pa.field("metadata", pa.binary(), nullable=False)
VALUE: Final = pa.field("value", pa.binary())
NAMES: Final = encode({"a": 0, "b": 0}).metadata

FITS: Final[list[tuple[object, pa.DataType, object, object]]] = [
    # value, column, what stands in it, and what with exact=True
    (scalar(T.INT8, 5), pa.int64(), 5, None),
    (scalar(T.INT64, 5), pa.int8(), 5, None),
    (scalar(T.INT64, 500), pa.int8(), None, None),
    (Decimal("7.00"), pa.int8(), 7, None),
    (Decimal("7.01"), pa.int8(), None, None),
    (7, pa.decimal128(9, 2), Decimal("7.00"), None),
    (Decimal("7.10"), pa.decimal128(9, 2), Decimal("7.10"), Decimal("7.10")),
    (Decimal("7.1"), pa.decimal128(9, 2), Decimal("7.10"), None),
    (Decimal("7.10"), pa.decimal128(18, 2), Decimal("7.10"), None),
    (Decimal("7.123"), pa.decimal128(9, 2), None, None),
    (Decimal(10**37), pa.decimal128(38, 2), None, None),
    (1.0, pa.int8(), None, None),
    (1, pa.float64(), None, None),
    (scalar(T.FLOAT, 1.0), pa.float64(), None, None),
    (True, pa.int8(), None, None),
    ("7", pa.int8(), None, None),
    (b"x", pa.string(), None, None),
    (Scalar(T.NULL), pa.int8(), None, None),
    (Scalar(21, b"x"), pa.string(), None, None),
    ("x" * 64, pa.string(), "x" * 64, "x" * 64),
]


@pytest.mark.parametrize(("value", "column", "found", "exact"), FITS, ids=str)
def test_what_fits_into_a_column(
    both: str, value: object, column: pa.DataType, found: object, exact: object
) -> None:
    for wanted, is_exact in ((found, False), (exact, True)):
        array = shred(variant_array([value]), column, exact=is_exact)
        storage: Any = array.storage
        assert storage.field("typed_value").to_pylist() == [wanted]
        assert storage.field("value").null_count == (wanted is not None)


def test_units_of_time_are_converted_where_nothing_is_lost(both: str) -> None:
    moments = [scalar(T.TIMESTAMP_NANOS, 1_000), scalar(T.TIMESTAMP_NANOS, 1_001), scalar(T.TIMESTAMP, 1), scalar(T.TIMESTAMP_NTZ, 1), scalar(T.TIMESTAMP, 2**62)]  # fmt: skip
    micros: Any = shred(variant_array(moments), pa.timestamp("us", "UTC")).storage
    assert micros.field("typed_value").cast(pa.int64()).to_pylist() == [1, None, 1, None, 2**62]
    nanos: Any = shred(variant_array(moments), pa.timestamp("ns", "UTC")).storage
    assert nanos.field("typed_value").cast(pa.int64()).to_pylist() == [1000, 1001, 1000, None, None]


def storage_type(typed: pa.DataType) -> pa.DataType:
    return pa.struct([META, VALUE, ("typed_value", typed)])


def field(name: str, *columns: Any) -> pa.Field[Any]:
    return pa.field(name, pa.struct(list(columns)), nullable=False)


OBJECT: Final = pa.struct([field("a", VALUE, ("typed_value", pa.int8()))])
LIST: Final = pa.list_(field("element", VALUE, ("typed_value", pa.int8())))
A_ONLY: Final = bytes.fromhex("0201" + "00" + "0002" + "0c05")
B_ONLY: Final = bytes.fromhex("0201" + "01" + "0002" + "0c06")
MISSING: Final = {"value": None, "typed_value": None}

CONFLICTS: Final[dict[str, tuple[pa.DataType, dict[str, object], str, str, object]]] = {
    "both in a primitive": (
        pa.int8(), {"value": b"\x0c\1", "typed_value": 2}, "$", "both there", 2),
    "both in a field": (
        OBJECT, {"typed_value": {"a": {"value": b"\0", "typed_value": 2}}}, "$.a", "both there", {"a": 2}),
    "both in an element": (
        LIST, {"typed_value": [MISSING, {"value": b"\0", "typed_value": 2}]}, "$[1]", "both there", [None, 2]),
    "no object beside fields": (
        OBJECT, {"value": b"\x05x", "typed_value": {"a": MISSING}}, "$", "not an object", {}),
    "a shredded field in value": (
        OBJECT, {"value": A_ONLY, "typed_value": {"a": {"typed_value": 2}}}, "$.a", "in value too", {"a": 2}),
    "a missing field in value": (
        OBJECT, {"value": A_ONLY, "typed_value": {"a": MISSING}}, "$.a", "in value too", {}),
    "an object in value only": (
        OBJECT, {"value": B_ONLY, "typed_value": None}, "$", "an object in value", {"b": 6}),
    "an empty object in value only": (
        OBJECT, {"value": bytes.fromhex("020000"), "typed_value": None}, "$", "an object in value", {}),
    "an array in value only": (
        LIST, {"value": bytes.fromhex("030000"), "typed_value": None}, "$", "an array in value", []),
}  # fmt: skip


@pytest.mark.parametrize("name", CONFLICTS)
def test_columns_that_contradict_each_other(both: str, name: str) -> None:
    """Refused with row and path; `tolerant` reads what readers may read."""
    typed, row, path, reason, tolerated = CONFLICTS[name]
    rows = [{"metadata": NAMES, "value": b"\0"}, {"metadata": NAMES, **row}]
    array = wrap(pa.array(rows, storage_type(typed)))
    with pytest.raises(ShreddingError, match=reason) as caught:
        unshred(array)
    assert (caught.value.row, caught.value.path) == (1, path)
    assert unshred(array, tolerant=True).to_python() == [None, tolerated]


def test_a_name_that_is_not_in_the_metadata_is_refused(both: str) -> None:
    row = {"metadata": b"\x11\0\0", "typed_value": {"a": {"typed_value": 1}}}
    with pytest.raises(ShreddingError, match=r"row 0: \$\.a: the name is not in the metadata"):
        unshred(wrap(pa.array([row], storage_type(OBJECT))))


def test_a_decimal_beyond_its_precision_and_damaged_values_are_refused(both: str) -> None:
    big = pa.Array.from_buffers(
        pa.decimal128(9, 0), 1, [None, pa.py_buffer((10**9).to_bytes(16, "little"))]
    )
    metadata, value = pa.array([NAMES], pa.binary()), pa.array([None], pa.binary())
    storage = pa.StructArray.from_arrays(
        [metadata, value, big], fields=[META, VALUE, pa.field("typed_value", big.type)]
    )
    with pytest.raises((ShreddingError, StorageError), match=r"more than 9 digits|precision"):
        unshred(wrap(storage))
    row = {"metadata": NAMES, "value": None, "typed_value": {"a": {"value": b"\x0c"}}}
    with pytest.raises(DamagedRowError, match=r"row 0: \$\.a: needs 1 byte"):
        unshred(wrap(pa.array([row], storage_type(OBJECT))))  # fmt: skip


@pytest.mark.parametrize("microseconds", [-1, 86_400_000_000, 1 << 56])
def test_a_time_that_no_day_has_is_no_value_of_a_column_of_times(
    both: str, microseconds: int
) -> None:
    odd = encode(scalar(T.TIME_NTZ, microseconds))
    last = encode(scalar(T.TIME_NTZ, 86_399_999_999))
    array = from_pairs([odd, last])
    for exact in (True, False):
        shredded = shred(array, pa.time64("us"), exact=exact)
        shredded.validate(full=True)
        assert shredded.storage.field("typed_value").null_count == 1
        assert unshred(shredded).variants() == [odd, last]
    assert variant_get(array, "$", pa.time64("us")).null_count == 1
    column = pa.Array.from_buffers(
        pa.time64("us"), 1, [None, pa.py_buffer(microseconds.to_bytes(8, "little", signed=True))]
    )
    storage = pa.StructArray.from_arrays(
        [pa.array([NAMES], pa.binary()), pa.array([None], pa.binary()), column],
        fields=[META, VALUE, pa.field("typed_value", column.type)],
    )
    with pytest.raises((ShreddingError, StorageError), match=r"no day has|acceptable range"):
        unshred(wrap(storage))


def test_missing_where_a_value_is_required_is_a_variant_null(both: str) -> None:
    array = wrap(pa.array([{"metadata": NAMES}, None], storage_type(pa.int8())))
    assert array.variants() == [Variant(NAMES, b"\0"), None]


def test_damaged_rows_are_named(both: str) -> None:
    array = from_pairs([encode(1), None, Variant(NAMES, bytes.fromhex("02010000020c"))])
    for work in (lambda: check(array), lambda: shred(array, pa.int8())):
        with pytest.raises(DamagedRowError, match=r"row 2: \$: .* at offset 4"):
            work()
    with pytest.raises(DamagedRowError, match=r"row 1: \$\.a: expected a value, at offset 5"):
        from_json_array(["1", '{"a":}'])


def test_depth_is_bounded_through_columns(both: str) -> None:
    schema: pa.DataType = pa.int8()
    value: object = 1
    for _ in range(5):
        schema, value = pa.list_(schema), [value]
    shredded = shred(variant_array([value]), schema)
    assert shredded.to_python() == [value]
    with pytest.raises(ShreddingError, match="more than 4"):
        unshred(shredded, limits=VariantLimits(depth=4))


def test_a_schema_without_value_columns_refuses_what_does_not_fit(both: str) -> None:
    only = VariantType(
        pa.struct([META, ("typed_value", pa.struct([field("a", ("typed_value", pa.int8()))]))])
    )
    assert shred(variant_array([{"a": 5}, {}]), only).to_python() == [{"a": 5}, {}]
    for value, path in (({"b": 1}, "$"), ({"a": "x"}, "$.a"), (1, "$")):
        with pytest.raises(ShreddingError, match="no value column") as caught:
            shred(variant_array([{}, value]), only)
        assert (caught.value.row, caught.value.path) == (1, path)  # fmt: skip


@pytest.mark.parametrize(("schema", "path"), [(pa.uint8(), "schema"), (pa.struct([("a", pa.list_(pa.float16()))]), "schema.a.element"), (pa.timestamp("s"), "schema")])  # fmt: skip
def test_schemas_that_cannot_be_shredded_into(schema: pa.DataType, path: str) -> None:
    with pytest.raises(StorageError, match=r"cannot be|can be") as caught:
        shred(variant_array([1]), schema)
    assert caught.value.path == path


def variants_at(array: Any, path: str) -> object:
    found: Any = variant_get(array, path)
    return found.to_python()


EVENTS: Final = [
    {"a": {"b": [1, "x"], "n": i}, "s": "t" if i % 2 else i, "d": 1.5} for i in range(6)
]
EVENT: Final = pa.struct(
    [("a", pa.struct([("b", pa.list_(pa.int8())), ("n", pa.int32())])), ("s", pa.string())]
)


@pytest.mark.parametrize("shredded", [False, True], ids=["plain", "shredded"])
def test_variant_get(both: str, shredded: bool) -> None:
    array = variant_array([*EVENTS, None, "x"])
    array = shred(array, EVENT) if shredded else array
    nothing = [None, None]
    assert variant_get(array, "$.a.n", pa.int64()).to_pylist() == [0, 1, 2, 3, 4, 5, *nothing]
    assert variant_get(array, "$.a.n", pa.float64()).to_pylist() == [0, 1, 2, 3, 4, 5, *nothing]
    assert variant_get(array, "$.a.b[0]", pa.int8()).to_pylist() == [1] * 6 + nothing
    assert variants_at(array, "$.a.b[1]") == ["x"] * 6 + nothing
    assert variant_get(array, "$.s", pa.string()).to_pylist() == [None, "t"] * 3 + nothing
    assert variant_get(array, "$.d", pa.float64()).to_pylist() == [1.5] * 6 + nothing
    assert variant_get(array, "$.no.way").null_count == 8
    assert variants_at(array, "$") == [*EVENTS, None, "x"]
    with pytest.raises(CastError, match="row 0"):
        variant_get(array, "$.s", pa.string(), cast="strict")
    with pytest.raises(PathError):
        variant_get(array, "a b")
    with pytest.raises(StorageError, match=r"duration\[s\] is not a type"):
        variant_get(array, "$.a", pa.duration("s"))
    assert EVENT.num_fields == 2  # fmt: skip


def test_variant_get_touches_no_other_column(both: str) -> None:
    """Damage in columns beside the path is not met."""
    row = {"metadata": NAMES, "value": b"\xff\xff", "typed_value": {"a": {"typed_value": 7}}}
    array = wrap(pa.array([row], storage_type(OBJECT)))
    assert variant_get(array, "$.a", pa.int64()).to_pylist() == [7]
    assert variants_at(array, "$.a") == [7]


def test_infer_schema_explains_itself() -> None:
    rows: list[object] = [
        {"id": i, "price": Decimal(i) / 4, "tags": ["x"] * (i % 3), "who": {"name": "n"}, "mixed": i if i % 2 else "s", "none": Scalar(T.NULL)}
        for i in range(100)
    ]  # fmt: skip
    rows[0] = {"rare": 1}
    inferred = infer_schema(variant_array(rows))
    assert inferred.type == pa.struct(
        [
            ("id", pa.int64()),
            ("mixed", pa.null()),
            ("none", pa.null()),
            ("price", pa.decimal128(9, 2)),
            ("tags", pa.list_(pa.string())),
            ("who", pa.struct([("name", pa.string())])),
        ]
    )
    told = {one.path: (one.present, one.of, one.chosen, one.why) for one in inferred.choices}
    assert told["$.id"] == (99, 100, "int64", "one type")
    assert told["$.rare"] == (1, 100, None, "fewer than 10% of the objects have it")
    assert told["$.mixed"][2:] == (None, "no type has 80% of the values: integer 50, STRING 49")
    assert told["$.none"][2:] == (None, "holds nothing but nulls")
    assert told["$.who.name"] == (99, 99, "string", "one type")
    assert shred(variant_array(rows), inferred.type).variants()[1] is not None


def test_infer_schema_where_nothing_is_worth_it() -> None:
    cases: list[list[object]] = [[], [None], [1, "x", 1.5], [{}], [[]], [Scalar(21, b"x")]]
    for rows in cases:
        assert not infer_schema(variant_array(rows)).worth_it
    many = [{f"f{i}": i for i in range(400)}]
    inferred = infer_schema(variant_array(many))
    assert inferred.type.num_fields == 300
    assert sum("columns already" in one.why for one in inferred.choices) == 100
