"""The commands of breaking.md, in a repository with a branch, a tag, and what a server has of the branch."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from inlayc.judges.breaking.rules import RULES, Level
from tests.docs.test_examples import IDL, commands_of, end_of, read_page
from tests.generator.breaking.test_command import git

PROJECT: Final = '[tool.inlay]\nsources = ["idl/*.thrift"]\npackage = "demo"\n'
STAND_FOR: Final = {
    "OLD": "old.thrift",
    "NEW": "new.thrift",
    "RULE": "field-removed",
    "origin/${{github.base_ref}}": "origin/main",
}
"""What a reader puts in the place of a word."""


def test_each_ends_as_it_should(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compared with a revision has changed since; of two files, nothing differs."""
    monkeypatch.chdir(tmp_path)
    Path("idl").mkdir()
    Path("pyproject.toml").write_text(PROJECT, encoding="utf-8")
    for path in ("idl/a.thrift", "old.thrift", "new.thrift"):
        Path(path).write_text(IDL, encoding="utf-8")
    git("init", "--quiet", "--initial-branch", "main")
    git("add", ".")
    git("commit", "--quiet", "--message", "one")
    git("tag", "v1.2")
    git("update-ref", "refs/remotes/origin/main", "main")
    Path("idl/a.thrift").write_text(IDL.replace("i32", "i64"), encoding="utf-8")
    lines = [
        line.replace("{{ ", "{{").replace(" }}", "}}")
        for line in commands_of(read_page("breaking"))
        if line.startswith("inlayc breaking ")
    ]
    assert len(lines) >= 5
    ends = {line: end_of([STAND_FOR.get(word, word) for word in line.split()]) for line in lines}
    assert ends == {line: int("--against" in line) for line in lines}


def test_the_page_has_every_rule_at_its_level() -> None:
    rows = re.findall(
        r"^\| (\S+) \| (`[a-z-]+`(?:, `[a-z-]+`)*) \|$", read_page("breaking"), re.MULTILINE
    )
    listed = {level: re.findall(r"[a-z-]+", rules) for level, rules in rows}
    assert listed == {
        level.value: [rule.id for rule in RULES.values() if rule.level is level] for level in Level
    }
