"""`inlayc diff` holds FlatBuffers texts against each other, and against Thrift."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlayc.diff import report
from inlayc.load import load


def differences(folder: Path, old: str, new: str, suffixes: tuple[str, str]) -> list[str]:
    paths = [folder / f"{side}{suffix}" for side, suffix in zip("ab", suffixes, strict=True)]
    for path, text in zip(paths, (old, new), strict=True):
        path.write_text(text, encoding="utf-8")
    text, _ = report(load([paths[0]]), load([paths[1]]))
    return [line for line in text.splitlines() if line and not line.startswith((" ", "a:", "b:"))]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("table T { x: int; }", "table T { x: uint; }", "retyped T.x"),
        ("table T { x: int; }", "table T { x: int = null; }", "requiredness T.x"),
        ("table T { x: int = 5; }", "table T { x: int = 6; }", "default T.x"),
        ("table T { x: int; }", "table T { x: int; y: int; }", "added T.y"),
        (
            "table T {x: int; y: int;}",
            "table T {y: int (id: 0); x: int (id: 1);}",
            "renumbered T.x",
        ),
        ("struct T { x: [int:2]; }", "struct T { x: [int:3]; }", "retyped T.x"),
        ("struct T { x: int; }", "table T { x: int; }", "kind T"),
        ("enum T : byte { A }", "enum T : int { A }", "retyped T"),
        ("table A {} union T { A }", "table A {} union T { A = 2 }", "renumbered T.A"),
    ],
)
def test_tells_what_differs(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert expected in differences(tmp_path, old, new, (".fbs", ".fbs"))


def test_an_enum_of_thrift_may_be_small_in_flatbuffers(tmp_path: Path) -> None:
    old, new = "enum E { A = 0 }", "enum E : byte { A }"
    assert "retyped E" not in differences(tmp_path, old, new, (".thrift", ".fbs"))
