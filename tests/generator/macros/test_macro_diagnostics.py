"""Each text in the corpus beside the exact words it is refused with.

`INLAY_REFRESH='*' pytest` (a glob over file names) rewrites the expected output, and fails.
"""

from __future__ import annotations

import fnmatch
import os
from pathlib import Path

import pytest

from inlayc.base.diagnostics import CompileError
from inlayc.base.source import SourceFile
from inlayc.frontends.macros.parse import MAX_REPORTED, parse

CORPUS = Path(__file__).parents[2] / "golden" / "diagnostics" / "macros"
TEXTS = sorted(CORPUS.glob("*.rs"))


def refused(source: SourceFile) -> str:
    with pytest.raises(CompileError) as caught:
        parse(source)
    return f"{caught.value}\n"


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)
def test_golden(text: Path) -> None:
    found = refused(SourceFile(text.name, text.read_text(encoding="utf-8")))
    golden = text.with_suffix(".stderr")
    pattern = os.environ.get("INLAY_REFRESH")
    if pattern and fnmatch.fnmatch(text.name, pattern):
        golden.write_text(found, encoding="utf-8")
        pytest.fail(f"{golden.name} was refreshed: read it, then run again")
    assert found == golden.read_text(encoding="utf-8")


def test_every_golden_has_a_text() -> None:
    assert {path.stem for path in CORPUS.glob("*.stderr")} == {path.stem for path in TEXTS}


def test_mistakes_come_in_the_order_of_the_text() -> None:
    source = SourceFile("a.rs", "thrift_x!(); thrift_enum!(enum A { X }); thrift_y!();")
    with pytest.raises(CompileError) as caught:
        parse(source)
    assert [d.code for d in caught.value.diagnostics] == [
        "unknown-macro",
        "syntax-error",
        "unknown-macro",
    ]


def test_mistakes_beyond_the_limit_are_not_reported() -> None:
    with pytest.raises(CompileError) as caught:
        parse(SourceFile("a.rs", "thrift_enum!(enum A { X });\n" * 100))
    assert len(caught.value.diagnostics) == MAX_REPORTED
