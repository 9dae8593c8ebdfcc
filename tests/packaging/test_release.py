"""What `make release` refuses, and that every workflow runs only what a hash names."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.packaging.release import (
    NotReadyError,
    check_changelog,
    check_contents,
    check_tree,
    check_version,
    read_commit,
    tag_what_was_tested,
    take,
)

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ACTIONS = sorted((ROOT / ".github" / "actions").glob("*/action.yml"))
TODAY = date(2026, 11, 23)
ENTRY = "\n### Added\n\n- Something.\n"


@pytest.mark.parametrize(
    ("declared", "asked", "complaint"),
    [
        ("0.1.0", "0.1.0", None),
        ("0.2.0rc1", "0.2.0rc1", None),
        ("0.1.0", "0.1.1", "write '0.1.1' there"),
        ("0.1", "0.1", "is not a version"),
        ("v0.1.0", "v0.1.0", "is not a version"),
    ],
)
def test_the_version_is_that_of_pyproject(
    tmp_path: Path, declared: str, asked: str, complaint: str | None
) -> None:
    (tmp_path / "pyproject.toml").write_text(f'[project]\nversion = "{declared}"\n')
    _expect(complaint, lambda: check_version(asked, tmp_path))


@pytest.mark.parametrize(
    ("heading", "body", "complaint"),
    [
        ("0.1.0 - TODAY", ENTRY, None),
        ("0.1.0 - 2026-99-99", ENTRY, "begins with `## 0.1.0 - 2026-99-99`"),
        ("0.1.0 - 2020-01-01", ENTRY, "begins with `## 0.1.0 - 2020-01-01`"),
        ("0.1.0 - unreleased", ENTRY, r"write `## 0.1.0 - \d{4}-\d\d-\d\d`"),
        ("Unreleased", ENTRY, "begins with `## Unreleased`"),
        ("0.0.9 - TODAY", ENTRY, "begins with `## 0.0.9"),
        ("0.1.0 - TODAY", "\nNothing.\n\n## 0.0.9 - 2026-01-01\n- Older.\n", "has no entries"),
    ],
)
def test_the_changelog_begins_with_the_version_and_a_day(
    tmp_path: Path, heading: str, body: str, complaint: str | None
) -> None:
    shown = heading.replace("TODAY", TODAY.isoformat())
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## {shown}\n{body}")
    _expect(complaint, lambda: check_changelog("0.1.0", tmp_path, TODAY))


def test_a_tag_is_still_good_on_the_next_day(tmp_path: Path) -> None:
    """The workflow asks when the tag has been pushed."""
    (tmp_path / "CHANGELOG.md").write_text(f"## 0.1.0 - {TODAY}\n{ENTRY}")
    later = TODAY + timedelta(days=1)
    _expect("write `## 0.1.0 - 2026-11-24`", lambda: check_changelog("0.1.0", tmp_path, later))
    assert check_changelog("0.1.0", tmp_path, later, tagged=True)
    before = TODAY - timedelta(days=1)
    _expect("begins with", lambda: check_changelog("0.1.0", tmp_path, before, tagged=True))


def test_a_changelog_without_sections_is_not_ready(tmp_path: Path) -> None:
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n")
    _expect("has no section: write `## 0.1.0 - ", lambda: check_changelog("0.1.0", tmp_path, TODAY))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """With one commit."""
    run_git(tmp_path, "init", "--quiet")
    run_git(tmp_path, "config", "user.name", "Tester")
    run_git(tmp_path, "config", "user.email", "tester@example.org")
    commit_file(tmp_path, "code")
    return tmp_path


def commit_file(root: Path, name: str) -> str:
    (root / name).write_text(name)
    run_git(root, "add", name)
    run_git(root, "commit", "--quiet", "--message", name)
    return f"{name} committed"


def run_git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_a_file_that_git_is_told_not_to_show_is_not_committed_either(repository: Path) -> None:
    assert check_tree("0.1.0", repository)
    run_git(repository, "config", "status.showUntrackedFiles", "no")
    (repository / "new").write_text("")
    _expect("1 files are not committed", lambda: check_tree("0.1.0", repository))


@pytest.mark.parametrize("mark", ["--assume-unchanged", "--skip-worktree"])
def test_a_change_that_git_is_told_to_overlook_is_seen(repository: Path, mark: str) -> None:
    run_git(repository, "update-index", mark, "code")
    (repository / "code").write_text("other")
    _expect("overlook changes of 1 files: code", lambda: check_tree("0.1.0", repository))


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        ({"idl/a.thrift", "README.md", "PKG-INFO"}, None),
        ({"README.md"}, "lacks 1 files: idl/a.thrift"),
        ({"idl/a.thrift", "idl/notes"}, "1 files that git has not: idl/notes"),
    ],
)
def test_the_sdist_has_what_git_has(names: set[str], complaint: str | None) -> None:
    _expect(complaint, lambda: check_contents({"idl/a.thrift"}, names))


def test_what_was_tested_is_tagged(repository: Path) -> None:
    commit = read_commit(repository)
    files = ("files", lambda: "built")
    steps = tag_what_was_tested("0.1.0", repository, ("tests", lambda: "passed"), files)
    assert take(steps, every=False) == 0
    assert run_git(repository, "rev-parse", "v0.1.0^{commit}") == commit


@pytest.mark.parametrize("meanwhile", ["committed", "changed"])
def test_a_tree_that_changes_while_tests_run_is_not_tagged(
    repository: Path, meanwhile: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def change() -> str:
        if meanwhile == "committed":
            return commit_file(repository, "more")
        (repository / "code").write_text("other")
        return "passed"

    files = ("files", lambda: "built")
    steps = tag_what_was_tested("0.1.0", repository, ("tests", change), files)
    assert take(steps, every=False) == 1
    complaint = "was tested, and" if meanwhile == "committed" else "1 files are not committed"
    assert complaint in capsys.readouterr().out
    assert run_git(repository, "tag", "--list") == ""


def test_it_ends_at_the_first_complaint_and_a_dry_run_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse() -> str:
        raise NotReadyError("not yet")

    steps = [("one", refuse), ("two", lambda: "fine")]
    assert take(steps, every=False) == 1
    assert capsys.readouterr().out.split() == ["one", "not", "ready:", "not", "yet"]
    assert take(steps, every=True) == 1
    assert "fine" in capsys.readouterr().out
    assert take(steps[1:], every=False) == 0


def test_the_changelog_has_a_section_for_the_version_that_comes() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    version = settings["project"]["version"]
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(
        rf"^## {re.escape(version)} - (unreleased|\d{{4}}-\d\d-\d\d)$", text, re.MULTILINE
    )


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_is_pinned_and_may_do_little(path: Path) -> None:
    """A tag can be moved to other code; a hash cannot."""
    text = path.read_text(encoding="utf-8")
    used = re.findall(r"uses: (.*)", text)
    assert used
    for action in used:
        if action.startswith("./"):  # of this repository, and checked out with it
            assert (ROOT / action / "action.yml").is_file(), action
        else:
            assert re.fullmatch(r"[\w-]+/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action
    assert re.search(r"^permissions:( \{\}|\n  contents: read)$", text, re.MULTILINE)
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")


@pytest.mark.parametrize(
    ("job", "checks"),
    [
        ("sdist", ["twine check --strict dist/*"]),
        ("wheels", ["twine check --strict dist/*.whl", 'auditwheel show "$wheel"']),
    ],
)
def test_files_are_checked_before_they_are_handed_on(job: str, checks: list[str]) -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    steps = re.split(r"^  \w+:$", text.split(f"\n  {job}:\n")[1], flags=re.MULTILINE)[0]
    before, upload, _ = steps.partition("actions/upload-artifact@")
    assert upload
    assert [check for check in checks if f"python -m {check}" not in before] == []


def test_an_action_has_one_hash_in_all_workflows() -> None:
    pinned = {
        found
        for path in (*WORKFLOWS, *ACTIONS)
        for found in re.findall(r"uses: ([\w-]+/[\w-]+).*@(.*)", path.read_text(encoding="utf-8"))
    }
    assert len({repository for repository, _ in pinned}) == len(pinned)


def _expect(complaint: str | None, check: Callable[[], str]) -> None:
    if complaint is None:
        assert check()
        return
    with pytest.raises(NotReadyError, match=complaint):
        check()
