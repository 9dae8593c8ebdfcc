"""`inlayc format`: what becomes of spaces, and that nothing becomes of anything else."""

from __future__ import annotations

import dataclasses
import random
import re
from pathlib import Path
from typing import Final

import pytest

from inlayc.base.diagnostics import CompileError
from inlayc.base.source import SourceFile, Span
from inlayc.frontends.flatbuffers.parse import parse as parse_flatbuffers
from inlayc.frontends.thrift.parse import parse as parse_thrift
from inlayc.judges.formatting import format_source, layout
from inlayc.judges.formatting.layout import FormatError
from tests.support.in_one_test import in_one_test

ROOT: Final = Path(__file__).parents[3]
IDLS: Final = sorted(
    path
    for folder in ("idl", "tests")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".thrift", ".fbs")
)

THRIFT = [
    ("struct  A{1:i32 x;}", "struct A { 1: i32 x; }\n"),
    ("struct A{}", "struct A {}\n"),
    ("struct A {\n1:i32 x\n}", "struct A {\n  1: i32 x\n}\n"),
    (
        "struct A {\n\n\n  1: i32 x\n\n\n  2: i32 y\n\n}",
        "struct A {\n  1: i32 x\n\n  2: i32 y\n}\n",
    ),
    ("struct A {\t1 : list < i32 > x = [ 1,2 ] }", "struct A { 1: list<i32> x = [1, 2] }\n"),
    ("const map<i32,i32> M={1:2,  3:4}", "const map<i32, i32> M = {1: 2, 3: 4}\n"),
    ("const double D=-1.5e-3", "const double D = -1.5e-3\n"),
    ("namespace   *   a.b", "namespace * a.b\n"),
    ("struct A { 1: i32 x(a='b') }", "struct A { 1: i32 x(a = 'b') }\n"),
    ("struct A { 1: i32 x  (a='b') }", "struct A { 1: i32 x (a = 'b') }\n"),
    ("service S { void f( 1:i32 x , 2:i32 y ) }", "service S { void f(1: i32 x, 2: i32 y) }\n"),
    ("service S {\nvoid f(\n1: i32 x\n)\n}", "service S {\n  void f(\n    1: i32 x\n  )\n}\n"),
    ("struct A { // one\n1: i32 x // two\n}", "struct A {  // one\n  1: i32 x  // two\n}\n"),
    (
        "struct A {\n1: i32 x // one\n         // two\n2: i32 y\n}",
        "struct A {\n  1: i32 x  // one\n            // two\n  2: i32 y\n}\n",
    ),
    (
        "struct A {\n/**\n * one\n *   two\n */\n1: i32 x\n}",
        "struct A {\n  /**\n   * one\n   *   two\n   */\n  1: i32 x\n}\n",
    ),
    ("struct A { 1: /* of x */i32 x }", "struct A { 1: /* of x */ i32 x }\n"),
    ("# one\nstruct A {}", "# one\nstruct A {}\n"),
    ("\n\n\nstruct A {}\r\n\r\nstruct B {}   ", "struct A {}\n\nstruct B {}\n"),
    ("const string S = 'a  //  b'", "const string S = 'a  //  b'\n"),
    ("", ""),
]

FLATBUFFERS = [
    ("table T{x:int;}", "table T { x: int; }\n"),
    ("enum E:byte{A,B=2}", "enum E : byte { A, B = 2 }\n"),
    ("struct S { a:[ int:3 ]; }", "struct S { a: [int:3]; }\n"),
    ("table T { x:float=-inf; }", "table T { x: float = -inf; }\n"),
    ("table T { x:int(id:0,key); }", "table T { x: int(id: 0, key); }\n"),
    (
        "rpc_service S { f(A):B; } table A {} table B {}",
        "rpc_service S { f(A): B; } table A {} table B {}\n",
    ),
    ("///doc\ntable T {}", "///doc\ntable T {}\n"),
]


@pytest.mark.parametrize(("before", "after"), THRIFT)
def test_thrift(before: str, after: str) -> None:
    parse_thrift(SourceFile("a.thrift", before))
    assert format_source(SourceFile("a.thrift", before)) == after
    assert format_source(SourceFile("a.thrift", after)) == after


@pytest.mark.parametrize(("before", "after"), FLATBUFFERS)
def test_flatbuffers(before: str, after: str) -> None:
    parse_flatbuffers(SourceFile("a.fbs", before))
    assert format_source(SourceFile("a.fbs", before)) == after
    assert format_source(SourceFile("a.fbs", after)) == after


@in_one_test("path", IDLS)
def test_an_idl_means_the_same_afterwards(path: Path) -> None:
    """Documentation included; and formatting twice is formatting once."""
    try:
        source = SourceFile(path.name, path.read_bytes().decode())
        meaning = meaning_of(source)
    except (CompileError, UnicodeDecodeError):
        return
    laid_out = SourceFile(path.name, format_source(source))
    assert meaning_of(laid_out) == meaning
    assert format_source(laid_out) == laid_out.text


@pytest.mark.parametrize("name", ["parquet.thrift", "footers/modular.thrift", "footer.fbs"])
def test_spaces_make_no_difference(name: str) -> None:
    """Whatever stands at the begin of lines and between words, the result is one."""
    text = format_source(SourceFile(name, (ROOT / "idl" / name).read_text(encoding="utf-8")))
    chance = random.Random(name)

    def mangle(line: str) -> str:
        if "*" in line or "//" in line or '"' in line:
            return line
        spaced = re.sub(" +", lambda _: chance.choice([" ", "  ", "\t"]), line.strip())
        return f"{chance.choice(['', '    '])}{spaced}{chance.choice(['', '  '])}"

    in_comment = False
    lines: list[str] = []
    for line in text.splitlines():
        lines.append(line if in_comment else mangle(line))
        in_comment = "*/" not in line if "/*" in line else in_comment and "*/" not in line
    mangled = "\n".join(lines)
    assert mangled != text
    assert format_source(SourceFile(name, mangled)) == text


def test_the_idl_of_the_format_stays_as_it_is() -> None:
    text = (ROOT / "idl" / "parquet.thrift").read_text(encoding="utf-8")
    assert format_source(SourceFile("parquet.thrift", text)) == text


STRAY_RETURNS = [
    ("a.thrift", "struct A { 1: i32 a } // x\rstruct B { 1: i32 b }"),
    ("a.thrift", "struct A { 1: i32 a\r 2: i32 b }"),
    ("a.thrift", "const string s = 'a\rb'"),
    ("a.thrift", "struct A {}\r\r\n"),
    ("a.fbs", "table A { a: int; } // x\rtable B {}"),
]


@pytest.mark.parametrize(("name", "text"), STRAY_RETURNS)
def test_a_carriage_return_that_ends_no_line_is_refused(name: str, text: str) -> None:
    with pytest.raises(FormatError, match=r":1: a carriage return without a line feed"):
        format_source(SourceFile(name, text))


def test_a_defect_of_the_formatter_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "space_before", lambda *_: "")
    with pytest.raises(FormatError, match="more than spaces"):
        format_source(SourceFile("a.thrift", "struct A {}"))


def meaning_of(source: SourceFile) -> object:
    parse = parse_flatbuffers if source.name.endswith(".fbs") else parse_thrift
    return without_places(parse(source))


def without_places(value: object) -> object:
    if isinstance(value, Span | SourceFile):
        return None
    if dataclasses.is_dataclass(value):
        fields = [without_places(getattr(value, field.name)) for field in dataclasses.fields(value)]
        return type(value).__name__, fields
    if isinstance(value, tuple | list):
        return [without_places(item) for item in value]
    return value
