"""What a name gets where patterns and its own table speak of it: key by key, the exact name first, then the last pattern."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inlayc.base.settings import SettingsError, settings_from
from inlayc.cli.expand import expand_definition
from inlayc.pipeline import load_sources
from inlayc.python.patterns import without_patterns
from tests.support.quick_compile import compile_quickly

IDL = """
struct Range { 1: optional binary min_value; 2: optional binary max_value; 3: optional string note; 4: optional i64 count }
enum Color { RED = 1 }
const i32 LIMIT = 3
"""
HOOK = {"type": "builtins:int", "reader": "a:read", "writer": "a:write"}

CASES: list[tuple[str, dict[str, Any], dict[str, dict[str, Any]]]] = [
    ("types", {"demo.*": {"unknown": "error"}}, {"demo.Range": {"unknown": "error"}}),
    ("types", {"*": {"internal": True}}, {"demo.LIMIT": {"internal": True}}),
    (
        "types",
        {"demo.Color": {"unknown": "keep"}, "demo.*": {"unknown": "error"}},
        {"demo.Color": {"unknown": "keep"}, "demo.Range": {"unknown": "error"}},
    ),
    (
        "types",
        {"*": {"unknown": "error", "internal": True}, "*.Color": {"unknown": "keep"}},
        {"demo.Color": {"unknown": "keep", "internal": True}},
    ),
    (
        "types",
        {"*.Color": {"unknown": "keep"}, "*": {"unknown": "error"}},
        {"demo.Color": {"unknown": "error"}},
    ),
    (
        "fields",
        {"demo.*": {"text": "bytes"}, "*_value": {"borrow": True}},
        {
            "demo.Range.note": {"text": "bytes", "borrow": False},
            "demo.Range.min_value": {"text": "escape", "borrow": True},
        },
    ),
    (
        "fields",
        {"*.note": {"borrow": True, "text": "bytes"}},
        {"demo.Range.note": {"text": "bytes", "borrow": True}},
    ),
    (
        "fields",
        {"demo.Range.note": {"text": "strict"}, "*": {"text": "bytes"}},
        {"demo.Range.note": {"text": "strict"}},
    ),
    ("fields", {"demo.Range.note": HOOK, "*.note": {"text": "bytes"}}, {}),
]


@pytest.mark.parametrize(("kind", "tables", "expected"), CASES[:-1])
def test_each_name_gets_its_settings(
    tmp_path: Path, kind: str, tables: dict[str, Any], expected: dict[str, dict[str, Any]]
) -> None:
    (tmp_path / "demo.thrift").write_text(IDL)
    settings = settings_from({"sources": ["demo.thrift"], "package": "p", kind: tables}, tmp_path)
    spread = getattr(without_patterns(load_sources(settings), settings), kind)
    for name, said in expected.items():
        assert {key: getattr(spread[name], key) for key in said} == said
    assert not any("*" in name for name in spread)
    assert compile_quickly(settings)


def test_a_key_that_only_a_hook_keeps_out_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "demo.thrift").write_text(IDL)
    kind, tables, _ = CASES[-1]
    settings = settings_from({"sources": ["demo.thrift"], "package": "p", kind: tables}, tmp_path)
    with pytest.raises(SettingsError, match="a hook reads the field"):
        compile_quickly(settings)


def test_a_hook_comes_by_a_pattern(tmp_path: Path) -> None:
    (tmp_path / "demo.thrift").write_text(IDL)
    table = {"sources": ["demo.thrift"], "package": "p", "fields": {"*.count": HOOK}}
    files = compile_quickly(settings_from(table, tmp_path))
    code = next(text for path, text in files.items() if path.name == "demo.py")
    assert "self.count = a.read(reader)" in code


def test_one_file_of_a_project_need_not_have_what_patterns_name(tmp_path: Path) -> None:
    (tmp_path / "demo.thrift").write_text(IDL)
    tables = {"other.*": {"internal": True}, "*.LIMIT": {"unknown": "error"}}
    settings = settings_from({"sources": ["x"], "package": "p", "types": tables}, tmp_path)
    assert "class Color" in expand_definition(tmp_path / "demo.thrift", "Color", settings, ())
