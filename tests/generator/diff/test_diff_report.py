"""What is printed: text for people, JSON for tools."""

from __future__ import annotations

import json

from inlayc.base.source import SourceFile
from inlayc.frontends.resolve import resolve
from inlayc.frontends.thrift.parse import parse
from inlayc.judges.diff import Settings, report
from inlayc.model.schema import Schema


def thrift(name: str, text: str) -> Schema:
    return resolve([parse(SourceFile(name, text))])


A = thrift("a.thrift", "struct P { 1: i32 x }\nstruct Q {}\nstruct R { 1: string s = 'x' }")
B = thrift("b.thrift", "struct P { 1: i64 x }\n\nstruct R { 1: string s = '\u202e\\n' }")


def test_text() -> None:
    text, differs = report(A, B)
    assert differs
    assert text == (
        "retyped P.x\n"
        "  - i32  (a.thrift:1:19)\n"
        "  + i64  (b.thrift:1:19)\n"
        "\n"
        "removed Q\n"
        "  - struct with 0 fields  (a.thrift:2:8)\n"
        "\n"
        "default R.s\n"
        '  - "x"  (a.thrift:3:22)\n'
        '  + "\\u202e\\n"  (b.thrift:3:22)\n'
        "\n"
        "3 differences: 1 retyped, 1 removed, 1 default\n"
    )


def test_equal() -> None:
    assert report(A, A) == ("no differences\n", False)


def test_notes_are_no_differences() -> None:
    a = thrift("a.thrift", "struct P {} struct Q { 1: i32 x }")
    b = thrift("b.thrift", "struct P {}")
    assert report(a, b, Settings(hand_written=frozenset({"Q"}))) == (
        "no differences\nnot compared, for one side has no definition: Q\n",
        False,
    )


def test_documentation_is_shortened_and_inert_in_text() -> None:
    a = thrift("a.thrift", f"/** {'long ' * 100}*/ struct A {{}}")
    b = thrift("b.thrift", "/** \x1b[31m\u202ered\x9b */ struct A {}")
    text, _ = report(a, b, Settings(documentation=True))
    assert "long lo...  (a.thrift:1:" in text
    assert "\\x1b[31m\\u202ered\\x9b" in text
    assert all(character.isprintable() for character in text.replace("\n", ""))


def test_json() -> None:
    text, differs = report(A, B, as_json=True)
    document = json.loads(text)
    assert differs
    assert set(document) == {"differences", "not_compared"}
    assert document["not_compared"] == []
    assert document["differences"][:2] == [
        {
            "kind": "retyped",
            "path": "P.x",
            "a": {"text": "i32", "file": "a.thrift", "line": 1, "column": 19},
            "b": {"text": "i64", "file": "b.thrift", "line": 1, "column": 19},
        },
        {
            "kind": "removed",
            "path": "Q",
            "a": {"text": "struct with 0 fields", "file": "a.thrift", "line": 2, "column": 8},
            "b": None,
        },
    ]


def test_json_of_equal_schemas() -> None:
    text, differs = report(A, A, as_json=True)
    assert (json.loads(text), differs) == ({"differences": [], "not_compared": []}, False)
