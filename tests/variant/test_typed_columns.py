"""Typed columns that have what is wanted already are taken as they are: the same as of values that are put together first."""

from __future__ import annotations

import pickle
from copy import copy
from decimal import Decimal
from random import Random
from typing import Any, Final, Literal

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.variant import shred, unshred, variant_array, variant_get
from inlay_runtime.errors import InlayError
from inlay_variant.arrow import kernels
from inlay_variant.arrow.variant_type import VariantType
from inlay_variant.value.errors import CastError
from tests.support.examples import examples

_VALUES: Final[dict[pa.DataType, list[object]]] = {
    pa.int8(): [1, -128, 127],
    pa.int64(): [1, 300, 2**62],
    pa.float64(): [0.5, float("inf"), 1e300],
    pa.bool_(): [True, False],
    pa.string(): ["", "text", "12"],
    pa.decimal128(9, 2): [Decimal("1.25"), Decimal("7.00")],
    pa.decimal128(38, 20): [Decimal("0.8444218515250481"), Decimal("1.5")],
}
_OTHERS: Final = [
    pa.uint8(), pa.int32(), pa.decimal128(18, 4), pa.float32(), pa.large_string(), pa.binary(), pa.null(), VariantType(),
]  # fmt: skip
_NAMES: Final = ["a", "b", "c"]


def draw_schema(draw: Random, depth: int = 0) -> Any:
    kind = draw.choice(["leaf", "list", "struct"][: 1 if depth == 3 else 3] if depth else ["list", "struct"])  # fmt: skip
    if kind == "list":
        return pa.list_(draw_schema(draw, depth + 1))
    if kind == "struct":
        names = draw.sample(_NAMES, draw.randint(1, 2))
        return pa.struct([(name, draw_schema(draw, depth + 1)) for name in names])
    return draw.choice([*_VALUES, pa.null()])


def draw_near(draw: Random, schema: Any) -> Any:
    """A type near a schema: with other leaves, other lists, fields more or less, and now and then something else."""
    if draw.random() < 0.1:
        return draw.choice(
            [*_VALUES, *_OTHERS, pa.map_(pa.string(), pa.int64()), pa.list_(pa.int64())]
        )
    if pa.types.is_list(schema):
        inner = draw_near(draw, schema.value_type)
        return draw.choice(
            [
                pa.list_(inner),
                pa.list_(inner),
                pa.large_list(inner),
                pa.list_view(inner),
                pa.list_(inner, 2),
            ]
        )
    if pa.types.is_struct(schema):
        fields = {
            field.name: draw_near(draw, field.type) for field in schema if draw.random() < 0.9
        }
        if draw.random() < 0.3:
            fields[draw.choice(_NAMES)] = draw.choice([*_VALUES, pa.list_(pa.int8())])
        return pa.struct(list(fields.items()))
    return schema if draw.random() < 0.6 else draw.choice([*_VALUES, *_OTHERS])


def draw_value(draw: Random, schema: Any, strange: float) -> Any:
    """A value that mostly is what the schema says."""
    if draw.random() < strange:
        return draw.choice(
            [None, 1, 300, "x", 0.5, [], {}, [1, "x"], {"a": 1, "b": [2]}, {"d": {"a": "x"}}]
        )
    if pa.types.is_list(schema):
        return [draw_value(draw, schema.value_type, strange) for _ in range(draw.randrange(4))]
    if pa.types.is_struct(schema):
        value = {
            field.name: draw_value(draw, field.type, strange)
            for field in schema
            if draw.random() < 0.9
        }
        return {**value, "d": 1} if draw.random() < strange else value
    return draw.choice(_VALUES.get(schema, [None, 1, {"a": 2}]))


def draw_columns(draw: Random) -> tuple[Any, Any]:
    """Shredded Variants, and their schema."""
    schema = draw_schema(draw)
    strange = draw.choice([0.0, 0.05, 0.4])
    rows = [draw_value(draw, schema, strange) for _ in range(draw.randrange(1, 6))]
    array: Any = variant_array(rows)
    if strange:
        keep = pa.array([draw.random() < 0.9 for _ in rows])
        array = array.take(
            pa.array(
                [row if kept else None for row, kept in enumerate(keep.to_pylist())], pa.int64()
            )
        )
    shredded: Any = shred(array, schema, exact=draw.random() < 0.3)
    return shredded.slice(draw.choice([0, 0, 1])), schema


@examples(60)
@given(seed=st.integers(0, 2**32))
def test_typed_columns_give_what_values_give(both: str, seed: int) -> None:
    draw = Random(seed)
    shredded, schema = draw_columns(draw)
    casts: list[Literal["strict", "spark"] | None] = [None, "strict", "spark"]
    path = draw.choice(["$", "$", "$", "$.a", "$[0]", "$[*]", "$.a[*]", "$[*].b", "$.a[*].b[*]"])
    type_, cast = draw_near(draw, schema), draw.choice(casts)
    assert _outcome(shredded, path, type_, cast) == _outcome(unshred(shredded), path, type_, cast)


def _outcome(
    array: Any, path: str, type_: pa.DataType, cast: Literal["strict", "spark"] | None
) -> str:
    """The values with their types, or the error."""
    try:
        values: Any = variant_get(array, path, type_, cast=cast)
    except InlayError as error:
        return f"{type(error).__name__}: {error}"
    values.validate(full=True)
    return f"{values.type} {values.to_pylist()!r}"


_BOOLEAN: Final = pa.bool_()


@pytest.mark.parametrize(
    ("rows", "schema", "path", "wanted", "cast", "said"),
    [
        (["text", True], _BOOLEAN, "$", pa.int64(), "strict", "row 0: $: is not int64 but a string"),
        ([True, "text"], _BOOLEAN, "$", pa.int64(), "strict", "row 0: $: is not int64 but a boolean"),
        ([1, None, "x", True], _BOOLEAN, "$", pa.int64(), "strict", "row 2: $: is not int64 but a string"),
        (["text", True], _BOOLEAN, "$", pa.date32(), "spark", "row 0: $: is not date32[day] but a string"),
        ([{"a": "x"}, {"a": True}], pa.struct([("a", _BOOLEAN)]), "$.a", pa.date32(), "strict", "row 0: $.a: is not date32[day] but a string"),
        ([[True], ["x", True]], pa.list_(_BOOLEAN), "$[*]", pa.int64(), "strict", "row 0: $[*]: is not int64 but a boolean"),
        ([[], ["x", True]], pa.list_(_BOOLEAN), "$[*]", pa.int64(), "strict", "row 1: $[*]: is not int64 but a string"),
    ],
)  # fmt: skip
def test_the_first_row_with_another_type_is_named(
    both: str,
    rows: list[Any],
    schema: pa.DataType,
    path: str,
    wanted: pa.DataType,
    cast: Literal["strict", "spark"],
    said: str,
) -> None:
    array: Any = variant_array(rows)
    for column in (array, shred(array, schema)):
        with pytest.raises(CastError) as caught:
            variant_get(column, path, wanted, cast=cast)
        assert str(caught.value) == said


def test_errors_that_were_moved_tell_their_row_in_each_form() -> None:
    error = CastError(1, "$", "is not int64 but a string", "a string", pa.int64()).moved(7, "$.a")
    assert repr(error) == "CastError(7, '$.a', 'is not int64 but a string')"
    for other in (pickle.loads(pickle.dumps(error)), copy(error)):
        assert (str(other), repr(other), vars(other)) == (str(error), repr(error), vars(error))


def struct(**fields: pa.DataType) -> Any:
    return pa.struct(list(fields.items()))


_ROWS: Final = [{"a": [{"b": row, "c": "x"}, {"b": 2}], "d": {"e": row}} for row in range(5)]
_SCHEMA: Final = struct(a=pa.list_(struct(b=pa.int64(), c=pa.string())), d=struct(e=pa.int8()))


@pytest.mark.parametrize(
    ("path", "type_", "encoded"),
    [
        ("$", _SCHEMA, 0),
        ("$", struct(a=pa.list_(struct(b=pa.float64()))), 0),
        ("$.a", pa.list_(struct(c=pa.large_string(), new=pa.int8())), 0),
        ("$.a[*].b", pa.int64(), 0),
        ("$.d", struct(e=pa.int64()), 0),
        ("$", struct(d=VariantType()), 5),
        ("$", struct(a=pa.list_(struct(b=pa.string()))), 10),
    ],
)  # fmt: skip
@pytest.mark.parametrize("strange", [[], [{"a": "no list", "d": 1}, 7, None]])
def test_only_what_has_another_type_is_put_together(
    monkeypatch: pytest.MonkeyPatch, path: str, type_: pa.DataType, encoded: int, strange: list[Any]
) -> None:
    shredded: Any = shred(variant_array(_ROWS + strange), _SCHEMA)
    rows = 0

    def count(storage: Any, *rest: Any, **named: Any) -> Any:
        nonlocal rows
        rows += storage.is_valid().true_count
        return unshred_rows(storage, *rest, **named)

    unshred_rows = kernels.unshred
    monkeypatch.setattr(kernels, "unshred", count)
    variant_get(shredded, path, type_)
    assert rows == encoded + (len(strange[:1]) if encoded == 5 else 0)


def test_large_lists_of_lists_of_nulls_are_sound(both: str) -> None:
    rows = [[[[None, None]], [[None]]], [[[None], []]]]
    type_ = pa.large_list(pa.list_(pa.list_(pa.null())))
    values: Any = variant_get(variant_array(rows), "$", type_)
    values.validate(full=True)
    assert values.to_pylist() == rows
