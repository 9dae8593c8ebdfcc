"""The hooks that other repositories take from `.pre-commit-hooks.yaml`: each passes a project in order, and stops one that is not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.generator.breaking.test_command import git
from tests.inlayc.test_inlayc import inlayc

HOOKS: Final = (Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
SETTINGS: Final = '[tool.inlay]\nsources = ["idl"]\noutput = "out"\npackage = "demo_format"\n'
IDL: Final = "/** One. */\nstruct A {\n  1: required i32 x  // of rows\n}\n"

DISORDER: Final = {
    "inlayc-generate": IDL.replace("x ", "y "),
    "inlayc-check": IDL.replace("x ", "y "),
    "inlayc-breaking": IDL.replace("1:", "2:"),
    "inlayc-lint": IDL.replace("  // of rows", ""),
    "inlayc-format": IDL.replace("struct A", "struct  A"),
}
"""What each hook does not let pass."""


def read_hooks() -> dict[str, list[str]]:
    """The words of each command, behind `inlayc`."""
    blocks = HOOKS.split("- id: ")[1:]
    return {block.split()[0]: words_of(block) for block in blocks}


def words_of(block: str) -> list[str]:
    entry = re.search(r"^  entry: inlayc (\S+)$", block, re.MULTILINE)
    given = re.search(r"^  args: \[(.*)\]$", block, re.MULTILINE)
    assert entry
    return [entry[1], *(given[1].split(", ") if given else [])]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "idl").mkdir()
    (tmp_path / "idl" / "a.thrift").write_text(IDL)
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    assert inlayc(["generate"], tmp_path).returncode == 0
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    return tmp_path


def texts(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.glob("[io]*/**/*") if path.is_file()}


def passes(words: list[str], project: Path) -> bool:
    """As pre-commit sees it: a hook that changes a file has failed."""
    before = texts(project)
    return inlayc(words, project).returncode == 0 and texts(project) == before


@pytest.mark.parametrize("hook", read_hooks())
def test_a_hook_stops_what_it_is_there_for(hook: str, project: Path) -> None:
    words = read_hooks()[hook]
    assert passes(words, project)
    (project / "idl" / "a.thrift").write_text(DISORDER[hook])
    assert not passes(words, project)
