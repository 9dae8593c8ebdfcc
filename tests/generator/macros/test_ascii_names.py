"""Rust takes names with letters beyond ASCII, and emitted code does not: all of them are told at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlayc.base.diagnostics import CompileError
from inlayc.base.settings import settings_from
from inlayc.pipeline import compile_sources

TEXT = """
thrift_struct!(struct \u00e9A { 1: required i32 r#\u00f1; 2: required i32 plain });
thrift_enum!(enum E { \u00dc = 0; });
"""


def test_names_that_are_not_ascii_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.rs").write_text(TEXT, encoding="utf-8")
    with pytest.raises(CompileError) as caught:
        compile_sources(settings_from({"sources": ["x.rs"], "package": "p"}, tmp_path))
    assert {diagnostic.code for diagnostic in caught.value.diagnostics} == {"not-ascii"}
    named = [diagnostic.message.split("`")[1] for diagnostic in caught.value.diagnostics]
    assert named == ["\u00e9A", "\u00f1", "\u00dc"]
