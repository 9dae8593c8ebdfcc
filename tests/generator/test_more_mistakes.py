"""A syntax error hides no mistake of another definition: each is told, in the text as it is."""

from __future__ import annotations

import pytest

from inlayc.base.diagnostics import CompileError
from inlayc.base.source import SourceFile
from inlayc.frontends.flatbuffers.parse import parse as parse_flatbuffers
from inlayc.frontends.thrift.parse import parse as parse_thrift

CASES = [
    (
        "thrift",
        "struct A { 1: lsit<i32> y }\nstruct B { 1: i32 }",
        ["unknown-type 1", "syntax-error 2"],
    ),
    ("thrift", "struct A { 1: i32 }", ["syntax-error 1"]),
    (
        "thrift",
        "struct A { 1: i32 x\nstruct B { 1: i32 }",
        ["unclosed-bracket 1", "syntax-error 2"],
    ),
    (
        "thrift",
        "struct A { 1: i32 }\nenum C { X }\nstruct B { 1: reqired i32 x }",
        ["syntax-error 1", "unknown-requiredness 3"],
    ),
    (
        "thrift",
        "struct A { 1: i32 }\n/*\nstruct B { 1: i32 }\n*/\nconst i32 C = 1",
        ["syntax-error 1"],
    ),
    ("thrift", 'include "x\nstruct A { 1: i32 }', ["unterminated-string 1"]),
    ("thrift", "nonsense\nstruct A { 1: i32 }", ["syntax-error 1"]),
    ("thrift", "struct A {}\n@cpp.Type{name = 'T'}\nstruct B {}", ["fbthrift 2"]),
    ("thrift", "struct A {\n@thrift.Box\n1: optional i32 x }", ["fbthrift 2"]),
    ("thrift", "struct A {}\ninteraction B { void f() }", ["fbthrift 2"]),
    ("fbs", "table A { x: int }\ntable B { y int; }", ["missing-semicolon 1", "syntax-error 2"]),
    (
        "fbs",
        "table A { x: int; }\ntable B { y: [int; }",
        ["syntax-error 2"],
    ),
]
PARSE = {"thrift": parse_thrift, "fbs": parse_flatbuffers}


@pytest.mark.parametrize(("language", "text", "expected"), CASES)
def test_each_definition_has_its_mistake(language: str, text: str, expected: list[str]) -> None:
    source = SourceFile(f"a.{language}", text)
    with pytest.raises(CompileError) as raised:
        PARSE[language](source)
    told = raised.value.diagnostics
    assert [f"{each.code} {source.position(each.span.start)[0]}" for each in told] == expected
    assert all(each.span.source is source for each in told)


def test_what_is_told_is_bounded() -> None:
    text = "struct A { 1: i32 }\n" * 5_000
    with pytest.raises(CompileError) as raised:
        parse_thrift(SourceFile("a.thrift", text))
    assert len(raised.value.diagnostics) == 11
