"""Arrow to Variants and back: what holds for every type and every value, natively and in pure Python."""

from __future__ import annotations

import struct
from datetime import datetime
from decimal import Decimal
from math import isnan
from typing import Any, Final

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.variant import (
    CastError,
    PrimitiveType,
    Scalar,
    StorageError,
    from_arrow,
    shred,
    to_python,
    variant_array,
    variant_get,
)
from inlay_runtime.errors import LimitError
from inlay_variant.arrow import kernels
from tests.support.examples import examples
from tests.variant.same_values import have_same_values
from tests.variant.values import ARRAYS, NAMES, SCHEMAS

quick = examples(100)

INTEGERS: Final[dict[pa.DataType, tuple[int, int]]] = {
    pa.int8(): (-128, 127), pa.int16(): (-(2**15), 2**15 - 1), pa.int64(): (-(2**63), 2**63 - 1),
    pa.uint8(): (0, 255), pa.uint16(): (0, 2**16 - 1), pa.uint32(): (0, 2**32 - 1), pa.uint64(): (0, 2**64 - 1),
    pa.timestamp("s"): (-(2**40), 2**40), pa.timestamp("ms", "UTC"): (-(2**40), 2**40),
    pa.timestamp("us", "Europe/Berlin"): (-(2**60), 2**60), pa.timestamp("ns"): (-(2**60), 2**60),
    pa.time32("s"): (0, 86_399), pa.time32("ms"): (0, 86_399_999), pa.time64("us"): (0, 86_399_999_999),
    pa.date32(): (-(2**20), 2**20),
}  # fmt: skip
"""Types that are numbers in memory, and the range that is tried."""

_TEXT: Final = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
_BYTES: Final = st.binary(max_size=6)


def values_of(type_: Any) -> st.SearchStrategy[Any]:
    """Values of a type, as `pa.array` takes them."""
    if type_ in INTEGERS:
        return st.none() | st.integers(*INTEGERS[type_])
    if pa.types.is_struct(type_):
        return st.none() | st.fixed_dictionaries({f.name: values_of(f.type) for f in type_})
    if pa.types.is_map(type_):
        return st.none() | st.dictionaries(
            st.sampled_from(NAMES) | _TEXT, values_of(type_.item_type), max_size=3
        ).map(lambda entries: sorted(entries.items(), key=lambda entry: entry[0].encode()))
    if pa.types.is_fixed_size_list(type_):
        size = type_.list_size
        return st.none() | st.lists(values_of(type_.value_type), min_size=size, max_size=size)
    if _is_nested(type_):
        return st.none() | st.lists(values_of(type_.value_type), max_size=3)
    if pa.types.is_dictionary(type_):
        return values_of(type_.value_type)
    if pa.types.is_decimal(type_):
        most = 10**type_.precision - 1
        # Written as text, which is exact: `scaleb` rounds to 28 digits, and up to one more than the type has.
        return st.none() | st.integers(-most, most).map(
            lambda unscaled: Decimal(f"{unscaled}E{-type_.scale}")
        )
    if pa.types.is_boolean(type_):
        return st.none() | st.booleans()
    if pa.types.is_floating(type_):
        return st.none() | st.floats(width=32 if type_ == pa.float32() else 64, allow_nan=False)
    if pa.types.is_fixed_size_binary(type_):
        return st.none() | st.binary(min_size=type_.byte_width, max_size=type_.byte_width)
    return st.none() | (_BYTES if "binary" in str(type_) else _TEXT)


def _is_nested(type_: Any) -> bool:
    """Out of sight of type checkers, to which a type would be one of those afterwards."""
    return bool(pa.types.is_nested(type_))


SINGLE: Final = [
    *(type_ for type_ in INTEGERS if pa.types.is_integer(type_)),
    pa.bool_(), pa.float32(), pa.float64(), pa.decimal128(9, 2), pa.decimal128(38, 10), pa.decimal64(12, 3),
    pa.decimal256(30, 5), pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(),
    pa.binary(3), pa.dictionary(pa.int8(), pa.string()),
]  # fmt: skip

TYPES: Final[st.SearchStrategy[pa.DataType]] = st.recursive(
    st.sampled_from(SINGLE),
    lambda inner: st.one_of(
        inner.map(pa.list_),
        inner.map(pa.large_list),
        inner.map(pa.list_view),
        inner.map(lambda type_: pa.list_(type_, 2)),
        inner.map(lambda type_: pa.map_(pa.string(), type_)),
        st.dictionaries(st.sampled_from(NAMES), inner, max_size=3).map(
            lambda fields: pa.struct(list(fields.items()))
        ),
    ),
    max_leaves=4,
)


@quick
@given(type_=TYPES, data=st.data())
def test_arrow_comes_back(both: str, type_: pa.DataType, data: st.DataObject) -> None:
    values = data.draw(st.lists(values_of(type_), max_size=4))
    start = data.draw(st.integers(0, 2))
    array: Any = pa.array(values, type_).slice(start)
    variants: Any = from_arrow(array)
    variants.validate(full=True)
    back: Any = variant_get(variants, "$", type_, cast="strict")
    back.validate(full=True)
    assert back.type == type_
    assert back.to_pylist() == array.to_pylist()
    assert to_python(variants) == [_plain(value, type_) for value in array.to_pylist()]


@quick
@given(type_=st.sampled_from(list(INTEGERS)), data=st.data())
def test_numbers_in_memory_come_back(both: str, type_: Any, data: st.DataObject) -> None:
    values = data.draw(st.lists(values_of(type_), max_size=4))
    stored = (
        type_ if pa.types.is_integer(type_) else pa.int32() if type_.bit_width == 32 else pa.int64()
    )
    array = pa.array(values, stored).cast(type_)
    variants: Any = from_arrow(array)
    assert variant_get(variants, "$", type_, cast="strict").equals(array)


@quick
@given(array=ARRAYS, schema=SCHEMAS, type_=TYPES | SCHEMAS)
def test_it_does_not_matter_how_variants_are_stored(
    both: str, array: Any, schema: pa.DataType, type_: pa.DataType
) -> None:
    plain = variant_get(array, "$", type_)
    plain.validate(full=True)
    assert have_same_values(variant_get(shred(array, schema, exact=True), "$", type_), plain)


@pytest.mark.needs("native core")
@quick
@given(array=ARRAYS, type_=TYPES | SCHEMAS, strict=st.booleans())
def test_native_is_pure(array: Any, type_: pa.DataType, strict: bool) -> None:
    def outcome() -> Any:
        try:
            return variant_get(array, "$", type_, cast="strict" if strict else None)
        except CastError as error:
            return str(error)

    native = outcome()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "native", None)
        pure = outcome()
    assert native == pure if isinstance(native, str) else have_same_values(native, pure)


@pytest.mark.parametrize(
    ("values", "type_", "fits"),
    [
        ([5, 256, -1], pa.uint8(), [5, None, None]),
        ([1e10, 0.1, 0.5, float("nan")], pa.float16(), [None, None, 0.5, "nan"]),
        ([b"abc", b"ab"], pa.binary(3), [b"abc", None]),
        ([datetime(2026, 1, 1, 0, 0, 1), datetime(2026, 1, 1, 0, 0, 1, 5)], pa.timestamp("s"), [datetime(2026, 1, 1, 0, 0, 1), None]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("around", ["", "in a list", "by [*]"])
def test_what_a_type_cannot_hold_is_null_or_an_error(
    both: str, values: list[object], type_: pa.DataType, fits: list[object], around: str
) -> None:
    stored = [_single(value) if type_ == pa.float16() else value for value in values]
    array = variant_array(stored if not around else [[value] for value in stored])
    path = "$[*]" if around == "by [*]" else "$"
    wanted = pa.list_(type_) if around == "in a list" else type_
    got: Any = variant_get(array, path, wanted)
    shown = got.flatten().to_pylist() if around else got.to_pylist()
    assert [_named(value) for value in shown] == fits
    with pytest.raises(CastError) as caught:
        variant_get(array, path, wanted, cast="strict")
    assert caught.value.row == fits.index(None)


@pytest.mark.parametrize(
    "type_", [pa.dictionary(pa.int8(), pa.int64()), pa.list_(pa.dictionary(pa.int8(), pa.int64()))]
)
def test_a_dictionary_that_is_too_small_is_a_typed_error(type_: pa.DataType) -> None:
    array = variant_array(list(range(300)) if not pa.types.is_list(type_) else [list(range(300))])
    with pytest.raises(StorageError, match="these values cannot be dictionary"):
        variant_get(array, "$", type_)


def test_what_is_nested_too_deep_is_a_typed_error() -> None:
    type_: Any = pa.int8()
    for _ in range(200):
        type_ = pa.list_(type_)
    nothing: Any = pa.nulls(1, type_)
    with pytest.raises(StorageError, match="more than 128 nested types"):
        variant_get(variant_array([1]), "$", type_)
    with pytest.raises(StorageError, match="more than 128 nested types"):
        from_arrow(nothing)
    with pytest.raises(LimitError, match=r"more than 100 times \[\*\]"):
        variant_get(variant_array([1]), "[*]" * 2_000)


def test_more_names_than_an_array_holds_are_a_typed_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inlay_variant.arrow.from_arrow.MOST_BYTES", 1_000)
    with pytest.raises(StorageError, match="names in one array: split it"):
        from_arrow(pa.table({"n" * 100: range(50)}))


def _named(value: Any) -> Any:
    """NaN by its name, which equals itself."""
    return "nan" if isinstance(value, float) and isnan(value) else value


def _single(value: Any) -> Scalar:
    """A FLOAT, which Python has no type for."""
    return Scalar(PrimitiveType.FLOAT, struct.pack("<f", value))


def _plain(value: Any, type_: Any) -> Any:
    """What Python has for the Variant of a value of Arrow."""
    if value is None:
        return None
    if pa.types.is_map(type_):
        return {key: _plain(item, type_.item_type) for key, item in value}
    if pa.types.is_struct(type_):
        return {field.name: _plain(value[field.name], field.type) for field in type_}
    if _is_nested(type_):
        return [_plain(item, type_.value_type) for item in value]
    return value
