"""What `make release` refuses, and that every workflow runs only what a hash names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.packaging.release import NotReadyError, check_changelog, check_version, take

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ENTRY = "\n### Added\n\n- Something.\n"


@pytest.mark.parametrize(
    ("declared", "asked", "complaint"),
    [
        ("0.1.0", "0.1.0", None),
        ("0.2.0rc1", "0.2.0rc1", None),
        ("0.1.0", "0.1.1", "write '0.1.1' there"),
        ("0.1", "0.1", "is no version"),
        ("v0.1.0", "v0.1.0", "is no version"),
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
        ("0.1.0 - 2026-11-23", ENTRY, None),
        ("0.1.0 - unreleased", ENTRY, r"write `## 0.1.0 - \d{4}-\d\d-\d\d`"),
        ("Unreleased", ENTRY, "begins with `## Unreleased`"),
        ("0.0.9 - 2026-11-23", ENTRY, "begins with `## 0.0.9"),
        ("0.1.0 - 2026-11-23", "\nNothing.\n\n## 0.0.9 - 2026-01-01\n- Older.\n", "has no entries"),
    ],
)
def test_the_changelog_begins_with_the_version_and_a_day(
    tmp_path: Path, heading: str, body: str, complaint: str | None
) -> None:
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## {heading}\n{body}")
    _expect(complaint, lambda: check_changelog("0.1.0", tmp_path))


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
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action
    assert re.search(r"^permissions:( \{\}|\n  contents: read)$", text, re.MULTILINE)
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")


def test_an_action_has_one_hash_in_all_workflows() -> None:
    used = {
        action
        for path in WORKFLOWS
        for action in re.findall(r"uses: (.*)", path.read_text(encoding="utf-8"))
    }
    assert len({action.partition("@")[0] for action in used}) == len(used)


def _expect(complaint: str | None, check: Callable[[], str]) -> None:
    if complaint is None:
        assert check()
        return
    with pytest.raises(NotReadyError, match=complaint):
        check()
