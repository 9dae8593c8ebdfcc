"""What `inlayc breaking` compares: two versions of an IDL, of which the old one may be in git."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from inlayc.base.settings import Settings, read_part
from inlayc.judges.breaking.outcome import Outcome, compare_versions
from inlayc.judges.breaking.rules import require_rule
from inlayc.judges.exceptions import RuleException, read_exceptions, require_keys
from inlayc.judges.versions import Version, choose_comparison, find_version, find_version_at


def compare_paths(
    old: Path,
    new: Path,
    include: Sequence[Path],
    pyproject: Path | None,
    project: Settings,
    given_only: bool,
) -> Outcome:
    """Two files, or two folders with the IDL files below them."""
    sides = [find_version([path], include, project) for path in (old, new)]
    return _compare(sides[0], sides[1], pyproject, project, given_only)


def compare_with_revision(
    revision: str,
    paths: Sequence[Path],
    include: Sequence[Path],
    pyproject: Path | None,
    project: Settings,
    given_only: bool,
) -> Outcome:
    """The sources of the project, or `paths`, as they are now and as they were. Raises RevisionError, SettingsError."""
    new = find_version(paths, include, project)
    old = find_version_at(revision, paths, include, pyproject, project)
    return _compare(old, new, pyproject, project, given_only)


def _compare(
    old: Version, new: Version, pyproject: Path | None, project: Settings, given_only: bool
) -> Outcome:
    given = [label for side in (old, new) for label in side.labels if given_only]
    return compare_versions(
        old.load(),
        new.load(),
        choose_comparison(project, given),
        read_breaking_exceptions(pyproject),
    )


def read_breaking_exceptions(pyproject: Path | None) -> tuple[RuleException, ...]:
    """Raises SettingsError for what is wrong in them."""
    if pyproject is None:
        return ()
    table = read_part(pyproject, "breaking")
    require_keys(table, "breaking", ("except",))
    return read_exceptions(table, "breaking", require_rule)
