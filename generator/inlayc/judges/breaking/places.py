"""Where CI systems show a verdict: in the new version, under the names that files have in the repository."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from inlayc.base.source import Span
from inlayc.judges.breaking.judge import Verdict


class Place(NamedTuple):
    """`line` and `column` are counted from 1."""

    file: str
    line: int
    column: int


class Places:
    """Those in `new_files`. What is gone is shown where it would be looked for: at the definition that has lost it, or in the file."""

    def __init__(self, new_files: Sequence[str], top: Path | None) -> None:
        self._new_files = new_files
        self._top = top

    def find(self, verdict: Verdict) -> Place:
        new, holder = verdict.difference.b, verdict.difference.entries[1]
        if new is not None:
            return self._begin_of(new.span)
        if holder is not None:
            return self._begin_of(holder.definition.span)
        old = verdict.place.span.source.name
        file = max(self._new_files, key=lambda name: _count_common_ends(old, name))
        return Place(self._name_from_top(file), 1, 1)

    def _begin_of(self, span: Span) -> Place:
        return Place(self._name_from_top(span.source.name), *span.source.position(span.start))

    def _name_from_top(self, name: str) -> str:
        if self._top is None:
            return name
        path = Path(os.path.realpath(Path(name).parent), Path(name).name)
        return path.relative_to(self._top).as_posix() if path.is_relative_to(self._top) else name


def find_top() -> Path | None:
    """The folder of the repository that the current one is in."""
    here = Path(os.path.realpath(Path.cwd()))
    return next((each for each in (here, *here.parents) if (each / ".git").exists()), None)


def _count_common_ends(old: str, new: str) -> int:
    """How many names, from that of the file upwards, two paths share."""
    pairs = zip(
        reversed(PurePosixPath(old).parts), reversed(PurePosixPath(new).parts), strict=False
    )
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
