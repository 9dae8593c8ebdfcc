"""A value that its field cannot hold is an EncodeError with its path, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from inlay_runtime.errors import EncodeError
from inlay_runtime.extension import Extension, Header
from inlay_runtime.remainder import Remainder, UnknownField
from inlay_runtime.union import UnknownVariant
from tests.support.in_one_test import in_one_test

EXTENSION: Any = Extension
UNKNOWN: Any = UnknownVariant
"""The same, for values that a type checker would not let pass."""


def with_unknown(kitchen: Any, field: UnknownField) -> Any:
    point = kitchen.Point(x=1, y=2)
    point.remainder = Remainder(unknown_fields=(field,))
    return kitchen.Inside(point=point)


Make = Callable[[Any], Any]
ROWS: list[tuple[str, Make, str, str]] = [
    # Out of range
    ("i8", lambda k: k.Scalars(tiny=128), "tiny", "128 is out of range for i8"),
    ("i8 below", lambda k: k.Scalars(tiny=-129), "tiny", "-129 is out of range for i8"),
    ("i16", lambda k: k.Scalars(small=1 << 15), "small", "32768 is out of range for i16"),
    ("i32", lambda k: k.Scalars(medium=1 << 31), "medium", "is out of range for i32"),
    ("i32 below", lambda k: k.Scalars(medium=-(1 << 31) - 1), "medium", "is out of range for i32"),
    ("i64", lambda k: k.Scalars(large=1 << 63), "large", "is out of range for i64"),
    ("double", lambda k: k.Scalars(real=10**400), "real", "double"),
    ("in a list", lambda k: k.Lists(mediums=[1, 1 << 31]), "mediums[1]", "out of range"),
    ("in a map's key", lambda k: k.Maps(flags={1 << 40: []}), "flags[0].key", "out of range"),
    ("in a map's value", lambda k: k.Maps(counts={"a": 1, "b": 1 << 40}), "counts[1].value", "out of range"),
    ("enum", lambda k: k.Scalars(color=1 << 31), "color", "Color"),
    # Wrong types
    ("text for i32", lambda k: k.Scalars(medium="5"), "medium", "expected an int (i32), found str"),
    ("float for i32", lambda k: k.Scalars(medium=1.5), "medium", "expected an int (i32), found float"),
    ("float for i8", lambda k: k.Scalars(tiny=1.0), "tiny", "expected an int (i8), found float"),
    ("text for double", lambda k: k.Scalars(real="1.5"), "real", "expected a float, found str"),
    ("text for bool", lambda k: k.Scalars(flag="no"), "flag", "expected a bool, found str"),
    ("int for bool", lambda k: k.Scalars(flag=2), "flag", "expected a bool, found int"),
    ("int for bool in a list", lambda k: k.Lists(bools=[True, 5]), "bools[1]", "expected a bool, found int"),
    ("bytes for string", lambda k: k.Scalars(text=b"a"), "text", "expected a str, found bytes"),
    ("text for binary", lambda k: k.Scalars(data="a"), "data", "expected bytes, found str"),
    ("integers for binary", lambda k: k.Scalars(data=[1, 2]), "data", "expected bytes, found list"),
    ("text for uuid", lambda k: k.Scalars(id="0" * 32), "id", "expected a uuid.UUID, found str"),
    ("text for enum", lambda k: k.Scalars(color="RED"), "color", "expected Color, found str"),
    ("text for a list", lambda k: k.Lists(texts="abc"), "texts", "expected a list, found str"),
    ("int for a list", lambda k: k.Lists(mediums=5), "mediums", "expected a list, found int"),
    ("generator for a list", lambda k: k.Lists(mediums=iter([1])), "mediums", "expected a list"),
    ("dict for a list", lambda k: k.Lists(mediums={1: 2}), "mediums", "expected a list, found dict"),
    ("list for a map", lambda k: k.Maps(counts=[("a", 1)]), "counts", "expected a dict, found list"),
    ("text for a map", lambda k: k.Maps(counts="ab"), "counts", "expected a dict, found str"),
    ("no pairs", lambda k: k.Maps(by_point=[1]), "by_point[0]", "pair"),
    ("struct for i32", lambda k: k.Scalars(medium=k.Empty()), "medium", "expected an int (i32), found Empty"),
    ("i32 for a struct", lambda k: k.Inside(point=5), "point", "expected Point, found int"),
    ("another struct", lambda k: k.Inside(point=k.Text(text="a")), "point", "expected Point, found Text"),
    ("another struct in a list", lambda k: k.Lists(points=[k.Empty()]), "points[0]", "expected Point, found Empty"),
    ("None in a list", lambda k: k.Lists(mediums=[1, None]), "mediums[1]", "found NoneType"),
    ("None in a list of structs", lambda k: k.Lists(points=[None]), "points[0]", "found NoneType"),
    ("None in a map", lambda k: k.Maps(counts={"a": None}), "counts[0].value", "found NoneType"),
    ("int for tags", lambda k: k.Unions(unit=1), "unit", "expected Unit, found int"),
    ("other tags", lambda k: k.Unions(unit=k.StrictUnit.FIRST), "unit", "expected Unit, found StrictUnit"),
    ("no variant of an alias", lambda k: k.Unions(shape=5), "shape", "expected a variant of Shape, found int"),
    ("a struct that is not a variant", lambda k: k.Unions(shape=k.Wide()), "shape", "expected a variant of Shape, found Wide"),
    ("bytes that are not a variant", lambda k: k.Unions(shape=UnknownVariant(77, b"garbage")), "shape", "the bytes are not a whole struct"),
    ("bytes behind a variant", lambda k: k.Unions(shape=UnknownVariant(77, b"\0\0")), "shape", "the bytes are not a whole struct"),
    ("a variant that is cut", lambda k: k.Unions(shape=UnknownVariant(77, b"\x15")), "shape", "the bytes are not a whole struct"),
    ("a variant of no type", lambda k: k.Unions(shape=UnknownVariant(77, b"", 14)), "shape", "the bytes are not a whole type 14"),
    ("bytes that are not an unknown field", lambda k: with_unknown(k, UnknownField(77, 12, b"garbage")), "point.<unknown 77>", "the bytes are not a whole struct"),
    ("an unknown boolean with bytes", lambda k: with_unknown(k, UnknownField(77, 1, b"\1")), "point.<unknown 77>", "the bytes are not a whole bool"),
    ("bytes that are not a tag", lambda k: k.Unions(unit=k.Unit.with_raw(77, b"garbage")), "unit", "the bytes are not a whole struct"),
    ("no variant of wrappers", lambda k: k.Unions(wrapped=5), "wrapped", "expected a variant of Wrapped, found int"),
    ("a bare payload", lambda k: k.Unions(wrapped=k.Point(x=1, y=2)), "wrapped", "expected a variant of Wrapped, found Point"),
    ("a wrapper of another union", lambda k: k.Unions(wrapped=k.BoxedBox(k.Box())), "wrapped", "expected a variant of Wrapped, found BoxedBox"),
    ("a wrapper in an alias", lambda k: k.Unions(shape=k.WrappedNumber(1)), "shape", "expected a variant of Shape, found WrappedNumber"),
    ("an unknown variant of a closed union", lambda k: k.Unions(strict_shape=UnknownVariant(9, b"\0")), "strict_shape", "expected a variant of StrictShape"),
    ("a bad unknown variant", lambda k: k.Unions(shape=UNKNOWN(9, "text")), "shape", "bytes"),
    ("an unknown variant with a far id", lambda k: k.Unions(shape=UnknownVariant(1 << 20, b"\0")), "shape", "out of range for i16"),
    # Inside of variants
    ("in a variant", lambda k: k.Unions(shape=k.Point(x=1 << 31, y=1)), "shape.POINT.x", "out of range"),
    ("in a wrapper", lambda k: k.Unions(wrapped=k.WrappedNumber("5")), "wrapped.NUMBER", "expected an int (i32), found str"),
    ("out of range in a wrapper", lambda k: k.Unions(wrapped=k.WrappedNumber(1 << 31)), "wrapped.NUMBER", "out of range"),
    ("None in a wrapper", lambda k: k.Unions(wrapped=k.WrappedName(None)), "wrapped.NAME", "found NoneType"),
    ("in a wrapped list", lambda k: k.Unions(wrapped=k.WrappedFlags([1, 2])), "wrapped.FLAGS[0]", "expected a bool"),
    ("in a wrapped struct", lambda k: k.Unions(wrapped=k.WrappedRight(k.Point(x=1, y=None))), "wrapped.RIGHT.y", "required"),
    # Text
    ("surrogate", lambda k: k.Scalars(text="\ud800"), "text", "cannot be written as UTF-8"),
    ("surrogate in a list", lambda k: k.Lists(texts=["a", "\udfff"]), "texts[1]", "cannot be written as UTF-8"),
    ("surrogate in a key", lambda k: k.Maps(counts={"\ud800": 1}), "counts[0].key", "cannot be written as UTF-8"),
    # Required
    ("required", lambda k: k.Point(x=1, y=None), "y", "required (field 2), but it is None"),
    ("required in a list", lambda k: k.Lists(points=[k.Point(x=1, y=2), k.Point(x=None, y=2)]), "points[1].x", "required (field 1), but it is None"),
    ("required bool", lambda k: k.Required(**{f.attribute: None for f in k.Required.SCHEMA.fields}), "flag", "required"),
    ("required in a map", lambda k: k.Hosts(keyed=[(k.Inside(point=k.Point(x=None, y=1)), 1)]), "keyed[0].key.point.x", "required"),
    # Extensions
    ("bytes for an extension", lambda k: k.Text(extension=b"x"), "extension", "expected an Extension, found bytes"),
    ("text for a payload", lambda k: k.Text(extension=EXTENSION("x")), "extension", "expected a payload of bytes, found str"),
    ("None for a payload", lambda k: k.Text(extension=EXTENSION(None)), "extension", "payload"),
    ("text for a header", lambda k: k.Text(extension=EXTENSION(b"x", "spec")), "extension", "Header"),
    ("nested payload", lambda k: k.Lists(points=[k.Point(x=1, y=2, extension=EXTENSION(1))]), "points[0].extension", "expected a payload of bytes"),
    ("trailing, nested", lambda k: k.Lists(points=[k.Point(x=1, y=2, extension=Extension(b"", Header.TRAILING))]), "points[0].extension", "only the outermost struct"),
    ("trailing, in a variant", lambda k: k.Unions(shape=k.Point(x=1, y=2, extension=Extension(b"", Header.TRAILING))), "shape.POINT.extension", "only the outermost struct"),
]  # fmt: skip


@in_one_test(("make", "path", "message"), [row[1:] for row in ROWS])
def test_a_value_that_its_field_cannot_hold(
    kitchen: Any, make: Make, path: str, message: str
) -> None:
    value = make(kitchen)
    with pytest.raises(EncodeError) as caught:
        value.encode()
    assert caught.value.path == path, str(caught.value)
    assert message in caught.value.reason
    assert str(caught.value) == f"{type(value).__name__}.{path}: {caught.value.reason}"


def test_a_struct_that_contains_itself(kitchen: Any) -> None:
    chain = kitchen.Chain()
    chain.next = chain
    with pytest.raises(EncodeError, match="contains itself"):
        chain.encode()
    tree = kitchen.Tree(children=[])
    tree.children.append(tree)
    with pytest.raises(EncodeError, match="contains itself"):
        tree.encode()
    nest = kitchen.Nest()
    nest.held = nest
    with pytest.raises(EncodeError, match="contains itself"):
        nest.encode()


def test_a_wrapper_that_contains_itself(kitchen: Any) -> None:
    box = kitchen.Box()
    box.boxed = kitchen.BoxedBox(box)
    with pytest.raises(EncodeError, match="contains itself"):
        box.encode()


def mistake(value: Any) -> EncodeError | None:
    """Why a value cannot be written, if it cannot."""
    try:
        value.encode()
    except EncodeError as error:
        return error
    return None


@pytest.mark.parametrize("levels", [64, 65, 100, 190])
def test_what_is_written_can_be_read_or_is_refused(kitchen: Any, levels: int) -> None:
    chain = kitchen.Chain()
    for _ in range(levels - 1):
        chain = kitchen.Chain(next=chain)
    refused = mistake(chain)
    if refused is None:
        assert kitchen.Chain.decode(chain.encode()) == chain
    else:
        assert levels > 64
        assert "deep" in refused.reason


def test_the_mistake_that_is_named_is_the_one_that_stopped_the_writer(kitchen: Any) -> None:
    """Either a tuple is a mistake wherever it stands for a list, or it is none."""
    alone = mistake(kitchen.Lists(mediums=(1, 2)))
    both = mistake(kitchen.Lists(mediums=(1, 2), texts=[5]))
    assert both is not None
    assert both.path == ("texts[0]" if alone is None else alone.path)


def test_an_int_for_an_enum_is_taken_always_or_never(kitchen: Any) -> None:
    alone = mistake(kitchen.Unions(strict=1))
    both = mistake(kitchen.Unions(strict=1, trap="text"))
    assert both is not None
    assert both.path == ("trap" if alone is None else alone.path)


@pytest.mark.parametrize("value", [True, 1, 1.5, float("nan"), 10**300])
def test_a_double_takes_what_is_a_number(kitchen: Any, value: float) -> None:
    assert kitchen.Scalars(real=value).encode()[0] == 0x67


def test_a_failed_encode_leaves_the_value_as_it_was(kitchen: Any) -> None:
    value = kitchen.Scalars(text="a", id=UUID(int=1), tiny=300)
    with pytest.raises(EncodeError):
        value.encode()
    value.tiny = 3
    assert kitchen.Scalars.decode(value.encode()) == value
