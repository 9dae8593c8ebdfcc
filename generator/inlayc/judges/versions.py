"""Two versions of IDLs: as they are now, and as they were in a revision of git."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from inlayc.base.settings import (
    Settings,
    SettingsError,
    parse_table,
    settings_from,
    without_other_parts,
)
from inlayc.frontends.load import expand_sources, load, require_sources_below, sources_below
from inlayc.frontends.revision import GitTree, RevisionError
from inlayc.frontends.text.limits import MAX_BYTES
from inlayc.frontends.trees import DISK, Tree
from inlayc.judges.diff import Settings as DiffSettings
from inlayc.judges.diff import merge_schemas
from inlayc.model.schema import Schema


@dataclass(frozen=True, slots=True)
class Version:
    """IDL files of one tree, and where their includes are looked for."""

    paths: Sequence[Path]
    include: Sequence[Path]
    tree: Tree = DISK

    def load(self) -> Schema:
        """Thrift and FlatBuffers as one, for they may refer to each other; each file of Rust by itself."""
        rust = [path for path in self.paths if path.suffix == ".rs"]
        others = [path for path in self.paths if path.suffix != ".rs"]
        together = [load(others, self.include, self.tree)] if others else []
        alone = (load([path], self.include, self.tree) for path in rust)
        return merge_schemas([*together, *alone])

    @property
    def labels(self) -> list[str]:
        """What diagnostics call the files."""
        return [self.tree.label(path.as_posix()) for path in self.paths]


def find_version(paths: Sequence[Path], include: Sequence[Path], project: Settings) -> Version:
    """The files at `paths`, of which some are folders, or the sources of the project, on disk. Raises SettingsError."""
    if paths:
        return Version([s for path in paths for s in require_sources_below(path)], include)
    if not project.sources:
        raise SettingsError("name the IDL files, or put `sources` into [tool.inlay]")
    roots = [project.root / root for root in project.include]
    return Version(expand_sources(project.root, project.sources), [*include, *roots])


def find_version_at(
    revision: str,
    paths: Sequence[Path],
    include: Sequence[Path],
    pyproject: Path | None,
    project: Settings,
) -> Version:
    """The same as of a revision of git; without `paths`, what the project named then. Raises RevisionError, SettingsError."""
    tree = GitTree(revision)
    if not paths:
        before = (pyproject and _settings_at(tree, pyproject)) or project
        roots = [before.root / root for root in before.include]
        return Version(expand_sources(before.root, before.sources, tree), [*include, *roots], tree)
    there = [s for path in paths if tree.is_there(path) for s in sources_below(path, tree)]
    if not there:
        names = ", ".join(path.as_posix() for path in paths)
        raise RevisionError(f"there is no {names} in {revision}")
    return Version(there, include, tree)


def choose_comparison(project: Settings, given: Sequence[str] = ()) -> DiffSettings:
    """How the project wants versions to be compared, of which only the `given` files count, if there are any."""
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
