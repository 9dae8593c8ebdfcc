"""`inlayc schema --format jsonschema`: what `to_json` writes is valid, and what `from_json` refuses is not."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from inlayc.base.diagnostics import CompileError
from inlayc.base.settings import settings_from
from inlayc.frontends.load import load
from inlayc.python.json_schema import make_json_schema
from tests.flat import compiled as flat
from tests.flat.sample import full
from tests.flat.sample import kitchen as flat_kitchen
from tests.flat.test_json import make_flagged
from tests.flat.test_newer import NAMES as NEWER_NAMES
from tests.flat.test_newer import NEW, OLD, newer_values
from tests.flat.test_round_trip import NAMES
from tests.flat.values import tables
from tests.runtime import compiled as thrift
from tests.runtime.test_json import DOCUMENTS, MISTAKES
from tests.runtime.test_properties import CLASSES, choices
from tests.runtime.values import Random
from tests.support.datamodels import make_models
from tests.support.examples import examples

quick = examples(15, shrink=False)


def schema_of(source: Path, settings: Any = ()) -> dict[str, Any]:
    table = settings_from(
        {"sources": [source.name], "package": "p", **dict(settings)}, source.parent
    )
    document: dict[str, Any] = json.loads(make_json_schema(load([source], []), table))
    Draft202012Validator.check_schema(document)
    return document


def schema_of_text(text: str, folder: Path, suffix: str, **settings: Any) -> dict[str, Any]:
    source = folder / f"demo{suffix}"
    source.write_text(text, encoding="utf-8")
    return schema_of(source, settings)


@pytest.fixture(scope="module")
def kitchen() -> Any:
    return thrift.compiled("kitchen")


@cache
def thrift_schema() -> dict[str, Any]:
    return schema_of(thrift.IDL / "kitchen.thrift", tuple(thrift.SETTINGS.items()))


@cache
def flat_schema() -> dict[str, Any]:
    return schema_of(flat.IDL / "kitchen.fbs", tuple(flat.SETTINGS.items()))


@cache
def validator(of: Any, name: str) -> Draft202012Validator:
    return Draft202012Validator({**of(), "$ref": f"#/$defs/{name}"})


@pytest.mark.parametrize("cls", CLASSES)
@quick
@given(rng=choices)
def test_what_a_struct_writes_is_valid(kitchen: Any, cls: str, rng: random.Random) -> None:
    built = Random(rng, kitchen).struct(getattr(kitchen, cls))
    read = getattr(kitchen, cls).decode(
        Random(rng, kitchen).wire_struct(getattr(kitchen, cls).SCHEMA)
    )
    for value in (built, read):
        validator(thrift_schema, cls).validate(json.loads(value.to_json()))


@pytest.mark.parametrize("name", NAMES)
def test_what_a_table_writes_is_valid(name: str) -> None:
    @quick
    @given(st.data())
    def check(data: st.DataObject) -> None:
        value = data.draw(tables(getattr(flat_kitchen(), name)))
        validator(flat_schema, name).validate(json.loads(value.to_json()))

    check()


def test_a_table_with_everything_is_valid() -> None:
    value = full()
    validator(flat_schema, type(value).__name__).validate(json.loads(value.to_json()))


@pytest.mark.parametrize("name", NEWER_NAMES)
def test_what_a_newer_schema_wrote_is_valid(name: str, tmp_path: Path) -> None:
    value = flat.compile_text(OLD).T.decode(newer_values(flat.compile_text(NEW))[name].encode())
    document = schema_of_text(OLD, tmp_path, ".fbs") | {"$ref": "#/$defs/T"}
    Draft202012Validator(document).validate(json.loads(value.to_json()))


@pytest.mark.parametrize("bits", [0, 3, 7])
def test_flags_are_valid(bits: int, tmp_path: Path) -> None:
    text = "enum Bits : ubyte (bit_flags) { A, B } table T { bits: Bits; } root_type T;"
    document = schema_of_text(text, tmp_path, ".fbs")
    value = make_flagged(bits).to_dict()
    Draft202012Validator(document).validate(value)  # by the root type
    assert not Draft202012Validator(document).is_valid({"bits": "A"})


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_are_valid(kitchen: Any, name: str) -> None:
    make, document = DOCUMENTS[name]
    validator(thrift_schema, type(make(kitchen)).__name__).validate(document)


CANNOT_BE_SAID = ("the same key", "bytes that are not a field")


@pytest.mark.parametrize("name", [name for name in MISTAKES if name not in CANNOT_BE_SAID])
def test_what_from_json_refuses_is_not(name: str) -> None:
    cls, given, _said = MISTAKES[name]
    document: Any = given
    of = Draft202012Validator(
        {**thrift_schema(), "$ref": f"#/$defs/{cls}"},
        format_checker=Draft202012Validator.FORMAT_CHECKER,
    )
    assert not of.is_valid(document)


DEFAULTS = """
enum Color { RED = 1, BLUE = 2 }
struct Point { 1: required i32 x, 2: required i32 y }
union Unit { 1: Empty A, 2: Empty2 B }
struct Empty {}
struct Empty2 {}
struct Defaults {
  1: required i64 big = 9223372036854775807
  2: required double real = 0.5
  3: required binary data = "ab"
  4: required list<Color> colors = [1, Color.BLUE]
  5: required map<string, Point> places = {"a": {"x": 1, "y": 2}}
  6: required bool flag = true
  7: optional i32 absent = 7
  8: required Color color = Color.RED
}
"""


def test_a_default_is_what_the_class_writes(tmp_path: Path) -> None:
    document = schema_of_text(DEFAULTS, tmp_path, ".thrift")
    said = document["$defs"]["Defaults"]
    written = thrift.compile_text(DEFAULTS).Defaults().to_dict()
    written.pop("absent", None)
    assert {k: v["default"] for k, v in said["properties"].items() if "default" in v} == written
    assert "required" not in said


def test_a_default_of_a_table_is_what_the_class_writes(tmp_path: Path) -> None:
    text = (
        "enum E : byte { A, B } table T { e: E = B; f: float = nan; i: ulong = 18446744073709551615; o: int = null;"
        ' b: bool = true; v: [ubyte] = []; w: [int] = []; s: string = "x"; }'
    )
    said = schema_of_text(text, tmp_path, ".fbs")["$defs"]["T"]
    written = flat.compile_text(text).T().to_dict()
    assert {k: v["default"] for k, v in said["properties"].items() if "default" in v} == written


def test_settings_are_heeded(tmp_path: Path) -> None:
    text = "enum E { A } struct S { 1: string t, 2: string b, 3: i32 hooked, 4: E e }"
    document = schema_of_text(
        text,
        tmp_path,
        ".thrift",
        types={"demo.E": {"unknown": "error"}},
        fields={
            "demo.S.t": {"text": "strict"},
            "demo.S.b": {"text": "bytes"},
            "demo.S.hooked": {"type": "m:T", "reader": "m:r", "writer": "m:w"},
        },
    )
    properties = document["$defs"]["S"]["properties"]
    binary = {"$ref": "#/$defs/Binary"}
    assert properties["t"] == {"type": "string"}
    assert properties["b"] == properties["hooked"] == binary
    assert document["$defs"]["E"] == {"type": "string", "enum": ["A"]}


def test_names_never_meet(tmp_path: Path) -> None:
    """Of two modules, and of a type that is called as a definition of ours."""
    (tmp_path / "other.thrift").write_text("struct Point { 1: i32 x }", encoding="utf-8")
    text = 'include "other.thrift"\nstruct Point { 1: other.Point p, 2: binary b } struct Binary {}'
    definitions = schema_of_text(text, tmp_path, ".thrift")["$defs"]
    assert {"other_Point", "demo_Point", "Binary", "Binary_"} <= definitions.keys()
    properties = definitions["demo_Point"]["properties"]
    assert properties["p"] == {"$ref": "#/$defs/other_Point"}
    assert properties["b"] == {"$ref": "#/$defs/Binary_"}


@pytest.mark.parametrize(("file", "is_named"), [("6s4t", False), ("_6", False), ("s6t", True)])
def test_a_title_is_what_a_class_can_be_called(file: str, is_named: bool, tmp_path: Path) -> None:
    """datamodel-code-generator refuses any other."""
    source = tmp_path / f"{file}.fbs"
    source.write_text("table S { x: int; } root_type S;", encoding="utf-8")
    document = schema_of(source)
    assert ("title" in document) is is_named
    make_models(json.dumps(document), "pydantic_v2.BaseModel", tmp_path)


def test_a_type_by_hand_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CompileError, match="written by hand in Rust"):
        schema_of_text("thrift_struct!(pub struct S { 1: required Other o });", tmp_path, ".rs")
