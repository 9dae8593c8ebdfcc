"""Verdicts are held against data: what each version writes, and what the other one makes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from inlay_runtime.errors import DecodeError
from inlayc.frontends.load import load
from inlayc.judges.breaking import Level, judge
from inlayc.judges.diff import Settings
from tests.generator.python.conftest import CompileIdl

STRICT = {"types": {"*": {"unknown": "error"}}}
"""Readers that say of a number that they have no name for it."""


class Case(NamedTuple):
    """`written` are arguments for `A` of either version; names of enums and of variants are looked up in its module."""

    old: str
    new: str
    written_old: dict[str, Any]
    written_new: dict[str, Any]
    rule: str


CASES = [
    Case("struct A { 1: required i32 x }", "struct A {}", {"x": 1}, {}, "required-field-removed"),
    Case("struct A { 1: optional i32 x }", "struct A {}", {"x": 1}, {}, "field-removed"),
    Case("struct A {}", "struct A { 1: required i32 x }", {}, {"x": 1}, "required-field-added"),
    Case("struct A {}", "struct A { 1: optional i32 x }", {}, {"x": 1}, "field-added"),
    Case(
        "struct A { 1: optional i32 x }",
        "struct A { 2: optional i32 x }",
        {"x": 1},
        {"x": 1},
        "field-renumbered",
    ),
    Case(
        "struct A { 1: required i32 x }",
        "struct A { 1: required i32 y }",
        {"x": 1},
        {"y": 1},
        "field-renamed",
    ),
    Case(
        "struct A { 1: optional i32 x }",
        "struct A { 1: optional i64 x }",
        {"x": 1},
        {"x": 1},
        "field-retyped",
    ),
    Case(
        "struct A { 1: required string x }",
        "struct A { 1: required binary x }",
        {"x": "a"},
        {"x": b"a"},
        "field-type-name",
    ),
    Case(
        "struct A { 1: optional double x = 0.0 }",
        "struct A { 1: optional double x = -0.0 }",
        {},
        {},
        "default-changed",
    ),
    Case(
        "enum E { X = 1 } struct A { 1: required E x }",
        "enum E { X = 1 } struct A { 1: required i32 x }",
        {"x": "E.X"},
        {"x": 1},
        "field-type-name",
    ),
    Case(
        "struct A { 1: optional i32 x }",
        "struct A { 1: required i32 x }",
        {},
        {"x": 1},
        "field-made-required",
    ),
    Case(
        "struct A { 1: required i32 x }",
        "struct A { 1: optional i32 x }",
        {"x": 1},
        {},
        "field-made-optional",
    ),
    Case(
        "struct A { 1: optional i32 x }",
        "struct A { 1: i32 x }",
        {"x": 1},
        {"x": 1},
        "requiredness-word",
    ),
    Case(
        "struct A { 1: required i32 x = 1 }",
        "struct A { 1: required i32 x = 2 }",
        {},
        {},
        "required-default",
    ),
    Case(
        "enum E { X = 1 } struct A { 1: required E x }",
        "enum E { X = 1, Y = 2 } struct A { 1: required E x }",
        {"x": "E.X"},
        {"x": "E.Y"},
        "enum-value-added",
    ),
    Case(
        "enum E { X = 1, Y = 2 } struct A { 1: required E x }",
        "enum E { X = 1 } struct A { 1: required E x }",
        {"x": "E.Y"},
        {"x": "E.X"},
        "enum-value-removed",
    ),
    Case(
        "enum E { X = 1 } struct A { 1: required E x }",
        "enum E { X = 2 } struct A { 1: required E x }",
        {"x": "E.X"},
        {"x": "E.X"},
        "enum-value-renumbered",
    ),
    Case(
        "enum E { X = 1 } struct A { 1: required E x }",
        "enum E { Y = 1 } struct A { 1: required E x }",
        {"x": "E.X"},
        {"x": "E.Y"},
        "enum-value-renamed",
    ),
    Case(
        "enum E { X = 1, Y = 1 } struct A { 1: required E x }",
        "enum E { X = 1 } struct A { 1: required E x }",
        {"x": "E.Y"},
        {"x": "E.X"},
        "enum-alias-removed",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule)
def test_data_bears_the_verdict_out(case: Case, compile_idl: CompileIdl, tmp_path: Path) -> None:
    (verdict,) = judge(schema(tmp_path, case.old), schema(tmp_path, case.new), Settings())
    assert verdict.rule.id == case.rule
    strictly = STRICT if verdict.level is Level.WIRE else {}
    old, new = compile_idl(case.old, **strictly), compile_idl(case.new, **strictly)
    crossings = [
        survives(old, case.written_old, new),
        survives(new, case.written_new, old),
    ]
    assert all(crossings) is (verdict.level is not Level.WIRE)


def schema(folder: Path, text: str) -> Any:
    path = folder / "judged.thrift"
    path.write_text(text, encoding="utf-8")
    return load([path])


def survives(writer: Any, arguments: dict[str, Any], reader: Any) -> bool:
    """Whether the other version reads it, and every field that it has means what was written."""
    resolved = {name: look_up(writer, value) for name, value in arguments.items()}
    written = writer.A(**resolved)
    try:
        read = reader.A.decode(written.encode(), eager=True)
    except DecodeError:
        return False
    before, after = values(written), values(read)
    return all(
        before.get(number) == value for number, value in after.items() if number in before
    ) and (
        not set(before) & set(fields(reader.A)) - set(after)
        and not lost(before, fields(writer.A), fields(reader.A))
    )


def look_up(module: Any, value: Any) -> Any:
    if isinstance(value, str) and "." in value:
        definition, member = value.split(".")
        return getattr(getattr(module, definition), member)
    return value


def fields(cls: Any) -> dict[int, str]:
    return {field.id: field.name for field in cls.SCHEMA.fields}


def values(instance: Any) -> dict[int, Any]:
    """What is set, by number; text as its bytes, floats with their sign, enums as their numbers."""
    by_number = {number: getattr(instance, name) for number, name in fields(type(instance)).items()}
    return {number: comparable(value) for number, value in by_number.items() if value is not None}


def comparable(value: Any) -> Any:
    match value:
        case str():
            return value.encode()
        case float():
            return repr(value)  # 0.0 is equal to -0.0, and not the same
        case _:
            return value


def lost(before: dict[int, Any], writer: dict[int, str], reader: dict[int, str]) -> bool:
    """A field of a name that both have under other numbers."""
    numbers = {name: number for number, name in reader.items()}
    return any(numbers.get(writer[number], number) != number for number in before)
