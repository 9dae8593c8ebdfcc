"""A definition that is not syntax hides no mistake of the others, and makes none of what they say of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlayc.base.diagnostics import CompileError
from inlayc.frontends.load import load

CASES = [
    (
        {"a.thrift": "struct A { 1: i32 }\nstruct B { 1: Nothing x }\nenum C { X = 1, X = 2 }"},
        ["syntax-error 1", "unknown-type 2", "duplicate-name 3"],
    ),
    (
        {"a.thrift": "struct A { 1: i32 }\nstruct B { 1: A x, 1: A y }\nconst A C = {'x': 1}"},
        ["syntax-error 1", "duplicate-id 2"],
    ),
    (
        {"a.thrift": "typedef list<i32 Numbers\nstruct B { 1: Numbers x, 2: Number y }"},
        ["syntax-error 1", "unknown-type 2"],
    ),
    (
        {"a.thrift": "enum A { X = }\nstruct B { 1: A x = A.X; 2: A y = A.Y; 3: i32 z = 'no' }"},
        ["syntax-error 1", "wrong-type 2"],
    ),
    (
        {"a.thrift": "service A { void f( }\nservice B extends A { Nothing f() }"},
        ["unclosed-bracket 1", "unknown-type 2"],
    ),
    (
        {"a.fbs": "table A { x: int }\ntable B { a: A; b: Nothing; c: [int:2]; }\nroot_type A;"},
        ["missing-semicolon 1", "unknown-type 2", "array-in-table 2"],
    ),
    (
        {"a.fbs": "table A { x: int }\nnamespace N;\ntable B { b: Nothing; }"},
        ["missing-semicolon 1"],
    ),
    (
        {
            "a.thrift": 'include "b.thrift"\nstruct A { 1: b.B x; 2: b.C y; 3: b.D z }',
            "b.thrift": "struct B { 1: i32 }\nstruct C { 1: i32 x }",
        },
        ["syntax-error 1", "unknown-type 2"],
    ),
    (
        {"a.thrift": 'include "gone.thrift"\nstruct A { 1: i32 }\nstruct B { 1: gone.X x }'},
        ["syntax-error 2", "include-not-found 1"],
    ),
    ({"a.thrift": "nonsense\nstruct A { 1: Nothing x }"}, ["syntax-error 1"]),
]


@pytest.mark.parametrize(("files", "expected"), CASES)
def test_each_mistake_is_told_and_none_is_made_up(
    tmp_path: Path, files: dict[str, str], expected: list[str]
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(CompileError) as raised:
        load([tmp_path / next(iter(files))])
    told = raised.value.diagnostics
    lines = [each.span.source.position(each.span.start)[0] for each in told]
    assert [f"{each.code} {line}" for each, line in zip(told, lines, strict=True)] == expected


def test_mistakes_of_one_language_hide_none_of_the_other(tmp_path: Path) -> None:
    """But for those that say something of what is wrong there: here, which fields `a.A` has."""
    thrift, flat = tmp_path / "a.thrift", tmp_path / "b.fbs"
    thrift.write_text("struct A { 1: Nothing x }", encoding="utf-8")
    flat.write_text(
        'attribute "inlay_thrift";\ntable A (inlay_thrift: "a.A") { x: int (inlay_thrift: "y"); }\n'
        "table B { b: None; }",
        encoding="utf-8",
    )
    with pytest.raises(CompileError) as raised:
        load([thrift, flat])
    assert [each.code for each in raised.value.diagnostics] == ["unknown-type", "unknown-type"]
    assert [each.span.source.name for each in raised.value.diagnostics] == [str(thrift), str(flat)]


def test_places_are_those_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "a.thrift"
    path.write_text("struct A {\n  1: i32\n}\nstruct B { 1: Nothing x }\n", encoding="utf-8")
    with pytest.raises(CompileError) as raised:
        load([path])
    assert f"{path}:4:15\n4 | struct B {{ 1: Nothing x }}" in str(raised.value)
