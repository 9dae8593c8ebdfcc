"""`inlayc doc` as a user runs it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from inlayc.cli.doc import doc
from inlayc.frontends.revision import RevisionError
from inlayc.python.publish import PublishError

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


PROJECT = """
[tool.inlay]
sources = ["tree.thrift"]
include = ["shared"]
renames = { Tree = "Plant" }
"""


def test_the_project_says_its_sources_what_is_renamed_and_where_includes_are(file: Path) -> None:
    Path("shared").mkdir()
    Path("shared", "leaf.thrift").write_text("struct Leaf {}\n")
    Path("pyproject.toml").write_text(PROJECT)
    file.write_text('include "leaf.thrift"\nstruct Plant { 1: i32 height; 2: leaf.Leaf leaf }\n')
    told = CliRunner().invoke(doc, ["--since", "HEAD"], catch_exceptions=False).output
    changes = told.partition("<h2>Changes</h2>")[2].partition("</pre>")[0]
    assert "added Tree.leaf" in changes  # in the words of the old one
    assert "removed" not in changes


@pytest.mark.parametrize("name", ["a.html", "a.md", "a.HTM", "a.markdown"])
def test_out_is_what_is_printed_in_the_format_that_its_name_says(file: Path, name: str) -> None:
    form = "html" if name[2].lower() == "h" else "markdown"
    printed = CliRunner().invoke(doc, [str(file), "--format", form], catch_exceptions=False)
    written = CliRunner().invoke(doc, [str(file), "-o", name], catch_exceptions=False)
    assert written.output == f"{name}\n"
    assert Path(name).read_text() == printed.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "a.txt"], "'a.txt' is not a name for a reference: -o writes .html or .md"),
        (["-o", "-"], "'-' is not a name for a reference"),
        (
            ["-o", "a.md", "--format", "html"],
            "'a.md' is a name for markdown, and --format says html: choose one",
        ),
        (["-o", "link.md", "--overwrite"], "'link.md' is one of the IDLs"),
    ],
)
def test_a_name_that_is_wrong_is_refused_and_nothing_is_written(
    file: Path, arguments: list[str], said: str
) -> None:
    Path("link.md").symlink_to(file)
    before = sorted(Path().iterdir())
    done = CliRunner().invoke(doc, [str(file), *arguments])
    assert done.exit_code == 2
    assert said in done.output
    assert (sorted(Path().iterdir()), file.read_text()) == (before, BEFORE)


def test_what_is_there_is_kept_without_overwrite(file: Path) -> None:
    out = Path("a.md")
    out.write_text("mine")
    out.chmod(0o640)
    with pytest.raises(PublishError, match=r"a\.md exists; allow it to be replaced"):
        CliRunner().invoke(doc, [str(file), "-o", "a.md"], catch_exceptions=False)
    assert out.read_text() == "mine"
    CliRunner().invoke(doc, [str(file), "-o", "a.md", "--overwrite"], catch_exceptions=False)
    assert out.read_text().startswith("# tree")
    assert out.stat().st_mode & 0o777 == 0o640


def test_an_idl_that_is_wrong_writes_nothing(file: Path) -> None:
    file.write_text("struct Tree { 1: Bark bark }")
    done = CliRunner().invoke(doc, [str(file), "-o", "a.md"])
    assert done.exception is not None
    assert not Path("a.md").exists()
