"""What killed rewrites left in folders: each folder is listed once, however many files it has."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from inlay.changes.rewrite.names import target_of
from inlay.ground.files.paths import is_url


def targets_of_leftovers(path: str, files: Sequence[str]) -> set[str]:
    """The files for which a journal or a temporary file lies below the folder `path`, or, where that is a glob, beside
    one of the `files`. Some may not be there."""
    if is_url(path):
        return set()  # an object is replaced at once or not at all
    if not os.path.isdir(path):
        wanted = set(files)
        folders = {os.path.dirname(file) for file in files}
        return {
            target for folder in folders for target in _targets(folder, os.listdir(folder or "."))
        } & wanted
    targets: set[str] = set()
    for folder, below, names in os.walk(path):
        below[:] = [name for name in below if not name.startswith(".")]
        targets.update(_targets(folder, names))
    return targets


def _targets(folder: str, names: Sequence[str]) -> Iterator[str]:
    for name in names:
        target = target_of(name, names)
        if target is not None:
            yield os.path.join(folder, target)
