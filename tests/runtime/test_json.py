"""Structs as JSON: there and back, and what a wrong document is told."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given

from inlay_runtime.errors import EncodeError, NotDecodedError
from inlay_runtime.extension import Extension, Header
from inlay_runtime.union import UnknownVariant
from parquet_format.parquet import FileMetaData, KeyValue, SchemaElement, StringType
from tests.runtime.test_properties import CLASSES, choices, quick
from tests.runtime.values import Random


@pytest.mark.parametrize("cls", CLASSES)
@quick
@given(rng=choices)
def test_a_struct_comes_back_from_its_json(kitchen: Any, cls: str, rng: random.Random) -> None:
    value = Random(rng, kitchen).struct(getattr(kitchen, cls))
    again = type(value).from_json(value.to_json())
    assert again == value
    assert again.encode() == value.encode()


@pytest.mark.parametrize("cls", CLASSES)
@quick
@given(rng=choices)
def test_what_was_read_comes_back_from_its_json(kitchen: Any, cls: str, rng: random.Random) -> None:
    """With unknown fields and variants, extensions of unions, and bytes behind the stop."""
    data = Random(rng, kitchen).wire_struct(getattr(kitchen, cls).SCHEMA)
    value = getattr(kitchen, cls).decode(data)
    again = type(value).from_json(value.to_json())
    assert again == value
    assert type(value).decode(again.encode()) == value


DOCUMENTS: dict[str, tuple[Any, dict[str, Any]]] = {
    "absent fields have no key": (
        lambda kitchen: kitchen.Scalars(flag=True, real=float("nan")),
        {"flag": True, "real": "NaN"},
    ),
    "bytes": (
        lambda kitchen: kitchen.Scalars(data=b"\0\xff", text="\udcff"),
        {"text": {"hex": "ff"}, "data": {"hex": "00ff"}},
    ),
    "enums by name": (
        lambda kitchen: kitchen.Scalars(color=kitchen.Color.BLUE),
        {"color": "BLUE"},
    ),
    "unknown ones by their number": (
        lambda kitchen: kitchen.Scalars(color=kitchen.Color(-77)),
        {"color": "UNKNOWN_NEGATIVE_77"},
    ),
    "unless a listed one has that name": (
        lambda kitchen: kitchen.Unions(trap=kitchen.Trap(7)),
        {"trap": 7},
    ),
    "a listed one that looks like it": (
        lambda kitchen: kitchen.Unions(trap=kitchen.Trap.UNKNOWN_7),
        {"trap": "UNKNOWN_7"},
    ),
    "unions": (
        lambda kitchen: kitchen.Unions(
            unit=kitchen.Unit.FIRST,
            shape=kitchen.Point(x=1, y=2),
            wrapped=kitchen.WrappedRight(kitchen.Point(x=3, y=4)),
        ),
        {
            "unit": "FIRST",
            "shape": {"POINT": {"x": 1, "y": 2}},
            "wrapped": {"RIGHT": {"x": 3, "y": 4}},
        },
    ),
    "an unknown variant": (
        lambda kitchen: kitchen.Unions(shape=UnknownVariant(90, b"\0")),
        {"shape": {"UNKNOWN_90": {"hex": "00"}}},
    ),
    "maps are pairs": (
        lambda kitchen: kitchen.Maps(counts={"a": 1}, by_point=[(kitchen.Point(x=1, y=2), "b")]),
        {"counts": [["a", 1]], "by_point": [[{"x": 1, "y": 2}, "b"]]},
    ),
    "an extension": (
        lambda kitchen: kitchen.Tree(value=1, extension=Extension(b"\1", Header.SPEC)),
        {"value": 1, "@extension": {"hex": "01", "header": "spec"}},
    ),
    "an unknown field": (
        lambda kitchen: kitchen.Tree.decode(b"\x15\x02\xf5\x04\x00"),
        {"value": 1, "@unknown": [{"id": 16, "type": 5, "hex": "04"}]},
    ),
    "bytes behind the stop": (
        lambda kitchen: kitchen.Tree.decode(b"\x15\x02\x00tail"),
        {"value": 1, "@trailing": {"hex": "7461696c"}},
    ),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_form(kitchen: Any, name: str) -> None:
    make, document = DOCUMENTS[name]
    value = make(kitchen)
    assert value.to_dict() == document
    assert json.loads(value.to_json()) == document
    assert type(value).from_dict(document) == value


MISTAKES: dict[str, tuple[str, object, str]] = {
    "a wrong key": ("Tree", {"valeu": 1}, "valeu: Tree has no field 'valeu': did you mean 'value'?"),
    "below": (
        "Tree",
        {"children": [{}, {"children": [{"x": 1}]}]},
        "children[1].children[0].x: Tree has no field 'x'",
    ),
    "no object": ("Tree", [1], "expected an object, as Tree is, found a list"),
    "text for a number": (
        "Scalars",
        {"medium": "7"},
        "medium: expected an integer, found the text '7'",
    ),
    "true for a number": ("Scalars", {"medium": True}, "medium: expected an integer, found true"),
    "out of range": ("Scalars", {"tiny": 300}, "tiny: 300 is out of range for i8, which is from -128 to 127"),
    "a number for true": ("Scalars", {"flag": 1}, "flag: expected true or false, found the number 1"),
    "text for bytes": (
        "Scalars",
        {"data": "00"},
        "data: expected bytes as {\"hex\": \"00ff\"}, found the text '00'",
    ),
    "no hexadecimal": ("Scalars", {"data": {"hex": "0g"}}, "data: '0g' is not hexadecimal text"),
    "no UUID": ("Scalars", {"id": "abc"}, "id: 'abc' is not a UUID"),
    "no such member": (
        "Scalars",
        {"color": "BLEU"},
        "color: Color has no 'BLEU': did you mean 'BLUE'?",
    ),
    "a closed enum": ("Unions", {"strict": "UNKNOWN_9"}, "strict: Strict has no value 9"),
    "a required field": ("Point", {"x": 1}, "y: required (field 2), and not in the document"),
    "null for one": ("Point", {"x": 1, "y": None}, "y: required (field 2), and not in the document"),
    "no such variant": (
        "Unions",
        {"shape": {"POINTS": {}}},
        "shape.POINTS: Shape has no variant 'POINTS': did you mean 'POINT'?",
    ),
    "two variants": (
        "Unions",
        {"shape": {"POINT": {"x": 1, "y": 2}, "TEXT": {}}},
        "shape: expected one variant of Shape, found 2",
    ),
    "no pair": ("Maps", {"counts": [["a"]]}, "counts[0]: expected a key and a value, found a list of 1"),
    "an object for a map": ("Maps", {"counts": {"a": 1}}, "counts: expected a list, found an object"),
    "the same key": ("Maps", {"counts": [["a", 1], ["a", 2]]}, "counts: two keys are the same"),
    "no header": (
        "Tree",
        {"@extension": {"hex": "", "header": "x"}},
        "@extension.header: expected the header 'spec', 'zigzag', 'trailing', found the text 'x'",
    ),
    "bytes that are not a field": (
        "Tree",
        {"@unknown": [{"id": 9, "type": 5, "hex": ""}]},
        "<unknown 9>: the bytes are not a whole i32",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_with_its_place(kitchen: Any, name: str) -> None:
    cls, document, said = MISTAKES[name]
    with pytest.raises(EncodeError) as caught:
        getattr(kitchen, cls).from_dict(document)
    assert caught.value.root == cls
    assert str(caught.value) in (f"{cls}.{said}", f"{cls}: {said}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON: Expecting property name"),
        ('{"value": 1, "value": 2}', "the key 'value' is there twice in one object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"children": [' * 5_000 + "]}" * 5_000, "nested too deeply"),
        (b"\xff\xfe\xfd", "not JSON: "),
    ],
)
def test_text_that_is_no_document(kitchen: Any, text: str | bytes, said: str) -> None:
    with pytest.raises(EncodeError) as caught:
        kitchen.Tree.from_json(text)
    assert str(caught.value).startswith(said)


def test_a_struct_in_itself_is_told(kitchen: Any) -> None:
    tree = kitchen.Tree(children=[])
    tree.children.append(tree)
    with pytest.raises(EncodeError, match="contains itself"):
        tree.to_dict()


def test_what_a_mask_left_out_is_no_absent_field() -> None:
    masked = KeyValue.decode(KeyValue(key="a", value="b").encode(), fields=["key"])
    with pytest.raises(NotDecodedError):
        masked.to_dict()


def test_an_absent_key_is_the_default_of_a_required_field_alone(kitchen: Any) -> None:
    value = kitchen.Defaults.from_dict({})
    assert value.needed == 7
    assert "plain" not in value.to_dict()
    assert kitchen.Defaults.decode(value.encode()) == value


def test_the_keys_of_a_footer_are_those_of_the_idl() -> None:
    root = SchemaElement(name="root", num_children=1)
    leaf = SchemaElement(name="a", logicalType=StringType())
    metadata = FileMetaData(version=2, schema=[root, leaf], num_rows=0, row_groups=[])
    document = metadata.to_dict()
    assert document["schema"] == [
        {"name": "root", "num_children": 1},
        {"name": "a", "logicalType": {"STRING": {}}},
    ]
    assert FileMetaData.from_dict(document) == metadata
