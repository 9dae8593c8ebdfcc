"""What `inlayc` prints of files and their names is text, whatever they hold."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Final

import pytest

from tests.inlayc.test_inlayc import inlayc

COMPILER: Final = Path(__file__).parents[2] / "generator" / "inlayc"
ELSEWHERE: Final = {
    "__main__.py": "a page of its own, for which it imports nothing",
    "cli/failures.py": "what cannot wait for a package that may be missing",
    "cli/idl_commands.py": "asks whether there is a terminal",
    "cli/watch.py": "asks whether there is a terminal",
    "python/format_processes.py": "what processes tell each other",
}
"""Modules that print, or name the streams, with the reason."""

LINE_OF_ITS_OWN: Final = "a\n::error::no.thrift"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["lint"], "struct A { 1: i32 x }"),
        (["format"], "struct  A {}"),
        (["format", "--check"], "struct  A {}"),
        (["format"], "struct A { 1: i32 x \r 2: i32 y }"),
        (["schema"], "struct A {"),
    ],
)
def test_a_name_has_no_line_of_its_own(words: list[str], text: str, tmp_path: Path) -> None:
    (tmp_path / LINE_OF_ITS_OWN).write_bytes(text.encode())
    result = inlayc([*words, LINE_OF_ITS_OWN], tmp_path)
    assert result.returncode in (0, 1, 3)
    assert r"a\n::error::no.thrift" in result.stdout + result.stderr
    assert "\n::error" not in result.stdout + result.stderr


def test_a_name_that_is_not_there_has_no_line_of_its_own(tmp_path: Path) -> None:
    assert inlayc(["lint", LINE_OF_ITS_OWN], tmp_path).stderr == (
        "error: a\\n::error::no.thrift: No such file or directory\n"
    )


def test_a_diff_shows_line_ends_that_are_changed(tmp_path: Path) -> None:
    (tmp_path / "a.thrift").write_bytes(b"struct A {}\r\n")
    assert inlayc(["format", "--check", "a.thrift"], tmp_path).stdout.splitlines()[3:] == [
        r"-struct A {}\r",
        "+struct A {}",
    ]


def test_json_stays_json(tmp_path: Path) -> None:
    (tmp_path / "a.thrift").write_text("const string A = '\x7f\x1b'\n")
    printed = inlayc(["schema", "--format", "json", "a.thrift"], tmp_path).stdout
    assert not re.search("[\x7f\x1b]", printed)
    assert json.loads(printed)["definitions"][0]["value"] == "\x7f\x1b"


def test_one_module_prints() -> None:
    printing: set[str] = set()
    for path in COMPILER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="print") | ast.Attribute(attr="echo" | "secho")):
                    printing.add(path.relative_to(COMPILER).as_posix())
                case ast.Attribute(value=ast.Name(id="sys"), attr="stdout" | "stderr"):
                    printing.add(path.relative_to(COMPILER).as_posix())
                case _:
                    pass
    assert printing == {"cli/printing.py", *ELSEWHERE}
