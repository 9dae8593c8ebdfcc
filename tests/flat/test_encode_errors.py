"""A value that its field cannot hold is an EncodeError with its path, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inlay_runtime.errors import EncodeError
from inlay_runtime.extension import Extension
from inlay_runtime.union import UnknownVariant
from tests.flat.compiled import compile_text
from tests.flat.sample import full, kitchen, parts
from tests.support.in_one_test import in_one_test

Make = Callable[[Any], Any]
TEXT: Any = "text"


def needed(k: Any, **changes: Any) -> Any:
    leaf = k.Leaf()
    given = {
        "text": "", "data": b"", "leaf": leaf, "rgb": k.Rgb(r=0, g=0, b=0), "shape": leaf, "shapes": [],
    }  # fmt: skip
    return k.Needed(**{**given, **changes})


def arrays(k: Any, **changes: Any) -> Any:
    padded = k.Padded(a=0, b=0, c=0)
    given = {
        "raw": [0, 0, 0], "numbers": [0, 0], "moods": [k.Mood.Sad, k.Mood.Sad],
        "parts": [padded, padded], "flags": [True, True], "sizes": [k.Size.Small],
    }  # fmt: skip
    return k.Structs(arrays=k.Arrays(**{**given, **changes}))


def nested(k: Any, **changes: Any) -> Any:
    given = {
        "before": True, "padded": k.Padded(a=0, b=0, c=0), "mood": k.Mood.Sad,
        "rgb": k.Rgb(r=0, g=0, b=0), "after": 0.0,
    }  # fmt: skip
    return k.Structs(nested=k.Nested(**{**given, **changes}))


ROWS: list[tuple[str, Make, str, str]] = [
    # Out of range
    ("i8", lambda k: k.Scalars(tiny=128), "tiny", "128 is out of range for i8"),
    ("i8 below", lambda k: k.Scalars(tiny=-129), "tiny", "-129 is out of range for i8"),
    ("u8", lambda k: k.Scalars(tiny_one=256), "tiny_one", "256 is out of range for u8"),
    ("u8 below", lambda k: k.Scalars(tiny_one=-1), "tiny_one", "-1 is out of range for u8"),
    ("i16", lambda k: k.Scalars(small=1 << 15), "small", "out of range for i16"),
    ("u16", lambda k: k.Scalars(small_one=1 << 16), "small_one", "out of range for u16"),
    ("i32", lambda k: k.Scalars(medium=1 << 31), "medium", "out of range for i32"),
    ("u32", lambda k: k.Scalars(medium_one=1 << 32), "medium_one", "out of range for u32"),
    ("i64", lambda k: k.Scalars(large=1 << 63), "large", "out of range for i64"),
    ("u64", lambda k: k.Scalars(large_one=1 << 64), "large_one", "out of range for u64"),
    ("huge", lambda k: k.Scalars(large_one=10**400), "large_one", "it is out of range for u64"),
    ("float", lambda k: k.Scalars(single=1e39), "single", "out of range for float"),
    ("double", lambda k: k.Scalars(real=10**400), "real", "out of range for double"),
    ("enum", lambda k: k.Scalars(mood=k.Mood(128)), "mood", "out of range for Mood"),
    ("enum below", lambda k: k.Optionals(mood=k.Mood(-129)), "mood", "out of range for Mood"),
    ("flags", lambda k: k.Scalars(access=k.Access(1 << 16)), "access", "out of range for Access"),
    ("optional", lambda k: k.Optionals(small=1 << 15), "small", "out of range for i16"),
    ("in a vector", lambda k: k.Vectors(ints=[1, 1 << 31]), "ints[1]", "out of range for i32"),
    ("enum in a vector", lambda k: k.Vectors(moods=[k.Mood.Sad, k.Mood(200)]), "moods[1]", "Mood"),
    ("in a struct", lambda k: k.Structs(rgb=k.Rgb(r=0, g=256, b=0)), "rgb.g", "out of range for u8"),
    ("in an array", lambda k: arrays(k, raw=[0, 0, 300]), "arrays.raw[2]", "out of range for u8"),
    ("in structs", lambda k: k.Vectors(rgbs=[k.Rgb(r=0, g=0, b=-1)]), "rgbs[0].b", "out of range"),
    ("in a nested struct", lambda k: nested(k, padded=k.Padded(a=1, b=2, c=1 << 15)), "nested.padded.c", "i16"),
    # Wrong types
    ("text for int", lambda k: k.Scalars(medium="5"), "medium", "expected an int (i32), found str"),
    ("float for int", lambda k: k.Scalars(medium=1.0), "medium", "expected an int (i32), found float"),
    ("text for float", lambda k: k.Scalars(real="1"), "real", "expected a float, found str"),
    ("text for bool", lambda k: k.Scalars(flag="no"), "flag", "expected a bool, found str"),
    ("int for bool", lambda k: k.Scalars(flag=2), "flag", "expected a bool, found int"),
    ("one for bool", lambda k: k.Optionals(flag=1), "flag", "expected a bool, found int"),
    ("int for bools", lambda k: k.Vectors(flags=[True, 5]), "flags[1]", "expected a bool, found int"),
    ("int for a bool in a struct", lambda k: nested(k, before=2), "nested.before", "expected a bool, found int"),
    ("int for a bool in an array", lambda k: arrays(k, flags=[True, 0]), "arrays.flags[1]", "expected a bool, found int"),
    ("text for enum", lambda k: k.Scalars(mood="Sad"), "mood", "expected an int (Mood), found str"),
    ("bytes for string", lambda k: k.Leaf(name=b"a"), "name", "expected a str, found bytes"),
    ("int for string", lambda k: k.Leaf(name=5), "name", "expected a str, found int"),
    ("surrogate", lambda k: k.Leaf(name="\ud800"), "name", "UTF-8"),
    ("surrogate in a vector", lambda k: k.Vectors(texts=["", "\udfff"]), "texts[1]", "UTF-8"),
    ("text for bytes", lambda k: k.Vectors(data="a"), "data", "expected bytes, found str"),
    ("list for bytes", lambda k: k.Vectors(data=[1]), "data", "expected bytes, found list"),
    ("int for bytes", lambda k: k.Vectors(data=5), "data", "expected bytes, found int"),
    ("text for a vector", lambda k: k.Vectors(texts="abc"), "texts", "expected a list, found str"),
    ("bytes for a vector", lambda k: k.Vectors(ints=b"abc"), "ints", "expected a list, found bytes"),
    ("tuple for a vector", lambda k: k.Vectors(ints=(1, 2)), "ints", "expected a list, found tuple"),
    ("int for a vector", lambda k: k.Vectors(ints=5), "ints", "expected a list, found int"),
    ("generator for a vector", lambda k: k.Vectors(leaves=iter([])), "leaves", "expected a list"),
    ("dict for structs", lambda k: k.Vectors(rgbs={}), "rgbs", "expected a list, found dict"),
    ("dict for unions", lambda k: k.Vectors(shapes={}), "shapes", "expected a list, found dict"),
    ("None in ints", lambda k: k.Vectors(ints=[None]), "ints[0]", "found NoneType"),
    ("None in strings", lambda k: k.Vectors(texts=["a", None]), "texts[1]", "found NoneType"),
    ("None in tables", lambda k: k.Vectors(leaves=[None]), "leaves[0]", "expected Leaf, found NoneType"),
    ("None in unions", lambda k: k.Vectors(shapes=[None]), "shapes[0]", "variant of Shape, found NoneType"),
    ("another table", lambda k: k.Node(next=k.Leaf()), "next", "expected Node, found Leaf"),
    ("another table in a vector", lambda k: k.Node(children=[k.Node(), k.Leaf()]), "children[1]", "expected Node"),
    ("table for a struct", lambda k: k.Structs(rgb=k.Leaf()), "rgb", "expected Rgb, found Leaf"),
    ("another struct", lambda k: k.Structs(rgb=k.Padded(a=0, b=0, c=0)), "rgb", "expected Rgb, found Padded"),
    ("dict for a nested struct", lambda k: nested(k, rgb={1: 2}), "nested.rgb", "expected Rgb, found dict"),
    ("another in an array", lambda k: arrays(k, parts=[1, 2]), "arrays.parts[0]", "expected Padded, found int"),
    ("no variant", lambda k: k.Unions(shape=5), "shape", "expected a variant of Shape, found int"),
    ("a table that is not a variant", lambda k: k.Unions(shape=k.Node()), "shape", "variant of Shape, found Node"),
    ("an unwrapped variant", lambda k: k.Unions(anything=k.Leaf()), "anything", "variant of Any, found Leaf"),
    ("a wrapper with another", lambda k: k.Unions(anything=k.AnyText(5)), "anything", "expected a str, found int"),
    ("a wrapper with None", lambda k: k.Unions(anything=k.AnyText(None)), "anything", "found NoneType"),
    ("inside a variant", lambda k: k.Unions(shape=k.Leaf(value=1 << 31)), "shape.value", "out of range"),
    ("a bare payload", lambda k: k.Unions(anything=k.Leaf(name="a")), "anything", "found Leaf: write AnyLeaf(Leaf(...)) or AnyOther(Leaf(...))"),
    ("inside a wrapper", lambda k: k.Unions(anything=k.AnyOther(k.Leaf(name=1))), "anything.name", "expected a str"),
    ("unknown variant", lambda k: k.Unions(shape=UnknownVariant(9, b"")), "shape", "variant 9 of Shape is of a newer"),
    ("unknown among others", lambda k: k.Vectors(shapes=[k.Empty(), UnknownVariant(9, b"")]), "shapes[1]", "newer"),
    ("payload", lambda k: k.Carrier(extension=Extension(TEXT)), "extension", "payload of bytes, found str"),
    ("no extension", lambda k: k.Carrier(extension=b"raw"), "extension", "expected an Extension, found bytes"),
    # Arrays have one length; two mistakes must not make up for each other
    ("array too short", lambda k: arrays(k, raw=[1, 2]), "arrays.raw", "an array of 3 has 2 elements"),
    ("arrays that make up", lambda k: arrays(k, raw=[1, 2], numbers=[3, 4, 5]), "arrays.raw", "an array of 3 has 2"),
    ("structs in an array", lambda k: arrays(k, parts=[]), "arrays.parts", "an array of 2 has 0 elements"),
    ("bytes for an array", lambda k: arrays(k, raw=b"abc"), "arrays.raw", "expected a list, found bytes"),
    # None
    ("None for a scalar", lambda k: k.Scalars(medium=None), "medium", "expected a value, found None"),
    ("None for a boolean", lambda k: k.Scalars(yes=None), "yes", "expected a value, found None"),
    ("None for an enum", lambda k: k.Scalars(mood=None), "mood", "expected a value, found None"),
    ("required text", lambda k: needed(k, text=None), "text", "required (slot 0), but it is None"),
    ("required bytes", lambda k: needed(k, data=None), "data", "required (slot 1), but it is None"),
    ("required table", lambda k: needed(k, leaf=None), "leaf", "required (slot 2), but it is None"),
    ("required struct", lambda k: needed(k, rgb=None), "rgb", "required (slot 3), but it is None"),
    ("required union", lambda k: needed(k, shape=None), "shape", "required (slot 5), but it is None"),
    ("required unions", lambda k: needed(k, shapes=None), "shapes", "required (slot 7), but it is None"),
    # Deep inside
    ("deep", lambda k: k.Kitchen(vectors=k.Vectors(leaves=[k.Leaf(), k.Leaf(value="")])), "vectors.leaves[1].value", "expected an int"),
    ("required deep", lambda k: k.Kitchen(needed=needed(k, leaf=None)), "needed.leaf", "required"),
    ("foreign", lambda k: k.Kitchen(part=parts().Part(pair=parts().Pair(left=1 << 15, right=0))), "part.pair.left", "i16"),
]  # fmt: skip


@in_one_test("row", ROWS)
def test_encode_errors(row: tuple[str, Make, str, str]) -> None:
    _, make, path, reason = row
    value = make(kitchen())
    with pytest.raises(EncodeError) as caught:
        value.encode()
    assert caught.value.path == path, caught.value
    assert reason in caught.value.reason, caught.value


def test_fixed_structs_on_their_own() -> None:
    k = kitchen()
    with pytest.raises(EncodeError) as caught:
        arrays(k, moods=[1, "x"]).arrays.encode()
    assert (caught.value.path, caught.value.reason) == (
        "moods[1]",
        "expected an int (Mood), found str 'x'",
    )
    assert str(caught.value) == "Arrays.moods[1]: expected an int (Mood), found str 'x'"


def test_deleted_required_field() -> None:
    k = kitchen()
    value = needed(k)
    del value.text
    assert value.text is None
    with pytest.raises(EncodeError, match="text: required"):
        value.encode()


def test_depth() -> None:
    k = kitchen()
    node = k.Node()
    for _ in range(64):
        node = k.Node(next=node)
    with pytest.raises(EncodeError, match="nested deeper than 64"):
        node.encode()
    assert node.next.encode()


def test_cycles() -> None:
    k = kitchen()
    node = k.Node()
    node.next = node
    with pytest.raises(EncodeError, match="contains itself"):
        node.encode()
    node = k.Node()
    node.children = [k.Node(next=node)]
    with pytest.raises(EncodeError, match="contains itself"):
        node.encode()


def test_extension_without_a_slot() -> None:
    k = kitchen()
    leaf = k.Leaf()
    leaf.extension = Extension(b"x")
    with pytest.raises(EncodeError, match="no slot for an extension"):
        leaf.encode()
    with pytest.raises(EncodeError) as caught:
        k.Vectors(leaves=[k.Leaf(), leaf]).encode()
    assert caught.value.path == "leaves[1]"


def test_table_too_large() -> None:
    """A vtable counts a table's bytes in 16 bits."""
    module = compile_text("struct Big { a: [ubyte:65000]; } table T { a: Big; b: Big; }")
    big = module.Big(a=[1] * 65000)
    assert module.T.decode(module.T(a=big).encode()).a == big
    with pytest.raises(EncodeError):
        module.T(a=big, b=big).encode()


def test_a_failed_encode_changes_nothing() -> None:
    value = full()
    before = value.encode()
    value.vectors.leaves[1].value = 1 << 40
    with pytest.raises(EncodeError):
        value.encode()
    value.vectors.leaves[1].value = 0
    assert value.encode() == before


def test_nothing_else_escapes() -> None:
    """Any object in any field: an EncodeError or bytes that decode."""
    k = kitchen()
    things = [None, 5, -1, 1.5, "a", b"a", [], [1], {}, (), object(), k.Leaf(), k.Rgb(r=1, g=1, b=1),
              k.Mood.Sad, True, float("nan"), 1 << 70, [None], [[]], ["a"], k.AnyText("a"), type, Extension(b"")]  # fmt: skip
    for name in (
        "Scalars",
        "Optionals",
        "Vectors",
        "Structs",
        "Unions",
        "Needed",
        "Carrier",
        "Kitchen",
        "Holder",
    ):
        cls = getattr(k, name)
        for field in cls.SCHEMA.fields:
            for thing in things:
                value = needed(k) if name == "Needed" else cls()
                setattr(value, field.slot, thing)
                try:
                    data = value.encode()
                except EncodeError as error:
                    if not error.path.startswith(field.name):
                        pytest.fail(f"{name}.{field.name} = {thing!r}: {error}")
                else:
                    cls.decode(data)
