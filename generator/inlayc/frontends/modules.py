"""What the modules of a compilation are called, and which file an include means.

A module is named after its file. Files of one name are told apart by the folders that lead to them from the
folder that they share: `a/common.fbs` and `b/common.fbs` are `a_common` and `b_common`. Where that does not do,
for `notes.thrift` and `notes.fbs` side by side, the Thrift file keeps the name, and the other is `notes_fbs`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Final

from inlayc.base.source import SourceFile

_SUFFIXES: Final = (".thrift", ".fbs", ".rs")
"""Of files side by side with one stem, the first of these keeps it."""


@dataclass(frozen=True, slots=True)
class Modules:
    """Files go by the names of their sources."""

    names: Mapping[str, str]
    """The module of each file."""
    targets: Mapping[tuple[str, str], str]
    """The file that an include means: by the file it stands in, and its text."""

    def of(self, source: SourceFile) -> str:
        return self.names[source.name]

    def included(self, source: SourceFile, path: str) -> str | None:
        """The module that an include of a file means, or None where no such file was given."""
        target = self.targets.get((source.name, path))
        return None if target is None else self.names[target]


def link_by_stem(sources: Sequence[SourceFile], includes: Iterable[tuple[str, str]]) -> Modules:
    """The modules of texts that were not read from a folder: an include means the text of that stem."""
    names = {source.name: source.stem for source in sources}
    of_stem = {source.stem: source.name for source in sources}
    targets = {
        (name, path): of_stem[stem]
        for name, path in includes
        if (stem := SourceFile(path, "").stem) in of_stem
    }
    return Modules(names, targets)


def name_modules(files: Mapping[str, Path]) -> dict[str, str]:
    """The module of each file, by the file's name; values are where the files really are."""
    twins: dict[str, list[str]] = {}
    for name in files:
        twins.setdefault(SourceFile(name, "").stem, []).append(name)
    names: dict[str, str] = {}
    for stem, called in twins.items():
        names.update({called[0]: stem} if len(called) == 1 else _told_apart(called, files, stem))
    taken: set[str] = set()
    for name in sorted(names, key=lambda path: len(twins[SourceFile(path, "").stem])):
        while names[name] in taken:
            names[name] += "_"
        taken.add(names[name])
    return names


def _told_apart(called: Sequence[str], files: Mapping[str, Path], stem: str) -> dict[str, str]:
    shared = os.path.commonpath([files[name].parent for name in called])
    modules: dict[str, str] = {}
    for name in sorted(called, key=_rank):
        folders = files[name].parent.relative_to(shared).parts
        module = "_".join((*folders, stem))
        if module in modules.values():
            module += f"_{PurePath(name).suffix[1:]}"
        modules[name] = module
    return modules


def _rank(name: str) -> tuple[int, str]:
    suffix = PurePath(name).suffix
    return _SUFFIXES.index(suffix) if suffix in _SUFFIXES else len(_SUFFIXES), name
