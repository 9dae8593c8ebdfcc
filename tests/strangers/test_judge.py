"""The judge of strangers' IDLs on a few texts, of each verdict one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.strangers.__main__ import idls_of, row
from tests.strangers.judge import Verdict, judge

TEXTS = {
    "good": ("struct S {1: i32 x, 2: optional map<string, list<S>> by_name}", False, False, 1),
    "bad": ("struct S {1: Unknown x}", True, True, 0),
    "reserved": ("struct S {1: i32 from}", False, True, 1),
    "stricter": ('include "absent.thrift"\nstruct S {1: i32 x}', True, False, 0),
}
"""An IDL, whether ours and Apache's refuse it, and how many structs it becomes."""


@pytest.mark.needs("thrift")
@pytest.mark.parametrize("name", TEXTS)
def test_both_compilers_are_asked(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, refused, refused_there, structs = TEXTS[name]
    project, output = tmp_path / "project", tmp_path / "output"
    project.mkdir()
    idl = project / f"{name}.thrift"
    idl.write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(output), *sys.path])
    verdict = judge(idl, project, output, f"stranger_of_the_test_{name}")
    assert (bool(verdict.refused), bool(verdict.refused_there)) == (refused, refused_there), verdict
    assert (verdict.structs, verdict.broken) == (structs, ())
    assert idls_of(project) == [idl]


def test_a_row_counts_verdicts() -> None:
    verdicts = [Verdict("", "", 3), Verdict("a", "b"), Verdict("a", ""), Verdict("", "b", 2), Verdict("", "", 1)]  # fmt: skip
    assert row("project", verdicts) == "| project | 5 | 2 | 1 | 1 | 1 | 6 |"
