"""Types that Rust defines by hand have no Python: all of them are told at once, each where it is first used."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlayc.base.diagnostics import CompileError
from inlayc.base.settings import settings_from
from inlayc.pipeline import compile_sources

TEXT = """
thrift_struct!(pub struct A { 1: required One one; 2: optional list<Two> two; 3: optional One again; });
thrift_union!(union U { 1: (Three) THREE; 2: (A) A; });
"""
HOOK = {"type": "m:T", "reader": "m:r", "writer": "m:w"}


def missing(folder: Path, *hooks: str) -> list[str]:
    (folder / "x.rs").write_text(TEXT, encoding="utf-8")
    types = {f"x.{name}": HOOK for name in hooks}
    table = {"sources": ["x.rs"], "package": "p", "types": types}
    with pytest.raises(CompileError) as caught:
        compile_sources(settings_from(table, folder))
    assert {diagnostic.code for diagnostic in caught.value.diagnostics} == {"hand-written-type"}
    return [diagnostic.message.split("`")[1] for diagnostic in caught.value.diagnostics]


def test_all_are_told_at_once(tmp_path: Path) -> None:
    assert missing(tmp_path) == ["One", "Two", "Three"]


def test_those_with_a_hook_are_left_out(tmp_path: Path) -> None:
    assert missing(tmp_path, "Two") == ["One", "Three"]
