"""What `inlayc breaking` compares: two versions of an IDL, of which the old one may be in git."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from inlayc.base.settings import (
    Settings,
    SettingsError,
    parse_table,
    read_part,
    settings_from,
    without_other_parts,
)
from inlayc.frontends.load import expand_sources, load, require_sources_below, sources_below
from inlayc.frontends.revision import GitTree, RevisionError
from inlayc.frontends.text.limits import MAX_BYTES
from inlayc.frontends.trees import DISK, Tree
from inlayc.judges.breaking.outcome import Outcome, compare_versions
from inlayc.judges.breaking.rules import require_rule
from inlayc.judges.diff import Settings as DiffSettings
from inlayc.judges.diff import merge_schemas
from inlayc.judges.exceptions import RuleException, read_exceptions, require_keys
from inlayc.model.schema import Schema


def compare_paths(
    old: Path,
    new: Path,
    include: Sequence[Path],
    pyproject: Path | None,
    project: Settings,
    given_only: bool,
) -> Outcome:
    """Two files, or two folders with the IDL files below them."""
    sides = [require_sources_below(path) for path in (old, new)]
    schemas = [_merged(paths, include, DISK) for paths in sides]
    given = [path.as_posix() for paths in sides for path in paths if given_only]
    settings = _diff_settings(project, given)
    return compare_versions(schemas[0], schemas[1], settings, read_breaking_exceptions(pyproject))


def compare_with_revision(
    revision: str,
    paths: Sequence[Path],
    include: Sequence[Path],
    pyproject: Path | None,
    project: Settings,
    given_only: bool,
) -> Outcome:
    """The sources of the project, or `paths`, as they are now and as they were. Raises RevisionError, SettingsError."""
    tree = GitTree(revision)
    if paths:
        new_paths = [source for path in paths for source in require_sources_below(path)]
        old_paths = [
            source for path in paths if tree.is_there(path) for source in sources_below(path, tree)
        ]
        if not old_paths:
            names = ", ".join(path.as_posix() for path in paths)
            raise RevisionError(f"there is no {names} in {revision}")
        old_include = list(include)
    else:
        if pyproject is None or not project.sources:
            raise SettingsError("name the IDL files, or put `sources` into [tool.inlay]")
        before = _settings_at(tree, pyproject) or project
        new_paths = expand_sources(project.root, project.sources)
        old_paths = expand_sources(before.root, before.sources, tree)
        include = [*include, *(project.root / root for root in project.include)]
        old_include = [*include, *(before.root / root for root in before.include)]
    given = [path.as_posix() for path in new_paths if given_only]
    given += [tree.label(path.as_posix()) for path in old_paths if given_only]
    old, new = _merged(old_paths, old_include, tree), _merged(new_paths, include, DISK)
    return compare_versions(
        old, new, _diff_settings(project, given), read_breaking_exceptions(pyproject)
    )


def _merged(paths: Sequence[Path], include: Sequence[Path], tree: Tree) -> Schema:
    """Thrift and FlatBuffers as one, for they may refer to each other; each file of Rust by itself."""
    rust = [path for path in paths if path.suffix == ".rs"]
    others = [path for path in paths if path.suffix != ".rs"]
    together = [load(others, include, tree)] if others else []
    return merge_schemas([*together, *(load([path], include, tree) for path in rust)])


def _diff_settings(project: Settings, given: Sequence[str]) -> DiffSettings:
    return DiffSettings(
        renames=project.renames,
        hand_written=frozenset(project.hand_written),
        given=frozenset(given),
    )


def _settings_at(tree: GitTree, pyproject: Path) -> Settings | None:
    """What the project said then, if it named its sources."""
    if not tree.is_file(pyproject):
        return None
    table = parse_table(tree.read(pyproject, MAX_BYTES), tree.label(pyproject.as_posix()))
    before = settings_from(without_other_parts(table or {}), pyproject.parent)
    return before if before.sources else None


def read_breaking_exceptions(pyproject: Path | None) -> tuple[RuleException, ...]:
    """Raises SettingsError for what is wrong in them."""
    if pyproject is None:
        return ()
    table = read_part(pyproject, "breaking")
    require_keys(table, "breaking", ("except",))
    return read_exceptions(table, "breaking", require_rule)
