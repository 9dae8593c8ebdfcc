"""`inlayc diff` holds FlatBuffers texts against each other, and against Thrift."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlayc.frontends.load import load
from inlayc.judges.diff import report


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
        (
            "struct W (force_align: 8) { x: float; }",
            "struct W (force_align: 16) { x: float; }",
            "alignment W",
        ),
        ("struct W { x: float; }", "struct W (force_align: 16) { x: float; }", "alignment W"),
        ("table T { v: [int]; }", "table T { v: [int] (force_align: 16); }", "alignment T.v"),
        (
            'table T {} root_type T; file_identifier "AAAA";',
            'table T {} root_type T; file_identifier "AAAB";',
            "identifier a",
        ),
        (
            "table T {} root_type T;",
            'table T {} root_type T; file_identifier "A___";',
            "identifier a",
        ),
        ("table T {} table U {} root_type T;", "table T {} table U {} root_type U;", "root a"),
        ("table T {}", "table T {} root_type T;", "root a"),
        (
            'table T { v: [ubyte] (nested_flatbuffer: "T"); } table U {}',
            'table T { v: [ubyte] (nested_flatbuffer: "U"); } table U {}',
            "nested T.v",
        ),
        ("table T { x: int; }", "table T { x: int (deprecated); }", "deprecated T.x"),
        ("table T { x: int; }", "table T { x: int (key); }", "key T.x"),
        (
            'table T { x: uint (hash: "fnv1_32"); }',
            'table T { x: uint (hash: "fnv1a_32"); }',
            "hash T.x",
        ),
        ("namespace a; table T {}", "namespace b; table T {}", "namespace T"),
        (
            "table T {} rpc_service S { call(T): T; }",
            'table T {} rpc_service S { call(T): T (streaming: "server"); }',
            "streaming S.call",
        ),
        (
            'attribute "inlay_uuid"; table T (inlay_uuid: "6f3b1a52-0c5d-4f0e-9d62-3a1f4c2e8b01") {}'
            "root_type T;",
            'attribute "inlay_uuid"; table T (inlay_uuid: "6f3b1a52-0c5d-4f0e-9d62-3a1f4c2e8b02") {}'
            "root_type T;",
            "extension T",
        ),
    ],
)
def test_tells_what_differs(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert expected in differences(tmp_path, old, new, (".fbs", ".fbs"))


def test_an_enum_of_thrift_may_be_small_in_flatbuffers(tmp_path: Path) -> None:
    old, new = "enum E { A = 0 }", "enum E : byte { A }"
    assert "retyped E" not in differences(tmp_path, old, new, (".thrift", ".fbs"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("struct W { x: float; }", "struct W (force_align: 4) { x: float; }"),
        ("table T { v: [int]; }", "table T { v: [int] (force_align: 1); }"),
        (
            'namespace n; table T { v: [ubyte] (nested_flatbuffer: "T"); }',
            'namespace n; table T { v: [ubyte] (nested_flatbuffer: "n.T"); }',
        ),
        ("table T { s: string; }", "table T { s: string (shared); }"),
        ("table T { x: float = nan; }", "table T { x: float = nan; }"),
    ],
)
def test_what_changes_nothing_is_no_difference(tmp_path: Path, old: str, new: str) -> None:
    assert differences(tmp_path, old, new, (".fbs", ".fbs")) == ["no differences"]


def test_the_files_that_roots_belong_to(tmp_path: Path) -> None:
    """A file with another name, and one that it includes: the one with buffers of its own is meant."""
    (tmp_path / "part.fbs").write_text("table P {}", encoding="utf-8")
    new = 'include "part.fbs"; table T {} root_type T; file_identifier "BBBB";'
    found = differences(
        tmp_path, 'table T {} root_type T; file_identifier "AAAA";', new, (".fbs", ".fbs")
    )
    assert "identifier a" in found


def test_what_only_flatbuffers_has_is_no_difference_from_thrift(tmp_path: Path) -> None:
    new = "namespace n; table T { x: int = null (deprecated); } root_type T;"
    found = differences(tmp_path, "struct T { 0: optional i32 x }", new, (".thrift", ".fbs"))
    assert {line.partition(" ")[0] for line in found} <= {"kind", "1"}
