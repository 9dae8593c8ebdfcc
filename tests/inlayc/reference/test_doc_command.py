"""`inlayc doc` as a user runs it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from inlayc.cli.doc import doc
from inlayc.frontends.revision import RevisionError

BEFORE = "struct Tree { 1: i32 height }\n"
NOW = "struct Tree { 1: i32 height; 2: optional string name }\n"


def _git(*arguments: str) -> None:
    who = ("-c", "user.name=test", "-c", "user.email=test@example.org")
    subprocess.run(["git", *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("tree.thrift")
    path.write_text(BEFORE)
    _git("init", "-q")
    _git("add", "tree.thrift")
    _git("commit", "-q", "-m", "a tree")
    return path


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_says_what_has_changed_since(file: Path, form: str) -> None:
    arguments = [str(file), "--format", form, "--since", "HEAD"]
    same = CliRunner().invoke(doc, arguments, catch_exceptions=False)
    file.write_text(NOW)
    changed = CliRunner().invoke(doc, arguments, catch_exceptions=False)
    assert (same.exit_code, changed.exit_code) == (0, 0)
    assert "none since HEAD" in same.output
    assert "none since HEAD" not in changed.output
    assert changed.output.partition("Changes")[2].partition("tree.Tree")[0].count("name") > 0


def test_a_file_that_was_not_there_is_an_error(file: Path) -> None:
    new = file.with_name("new.thrift")
    new.write_text(NOW)
    with pytest.raises(RevisionError, match=r"there is no new\.thrift in HEAD"):
        CliRunner().invoke(doc, [str(new), "--since", "HEAD"], catch_exceptions=False)
