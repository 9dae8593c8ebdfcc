"""Which columns of a schema are meant: paths, beginnings of paths, globs."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from inlay.schema.tree import SchemaTree
from inlay.schema.wanted import require_columns


def match_columns(tree: SchemaTree, patterns: Sequence[str]) -> list[int]:
    """The numbers of the leaves, in the order of the file. A pattern is a path, the beginning of one, or a glob of either.

    Raises ValueError for one that nothing matches, with the nearest name.
    """
    paths = [node.path for node in tree.leaves]
    chosen: set[int] = set()
    for pattern in patterns:
        matched = {at for at, path in enumerate(paths) if _matches(path, pattern)}
        if not matched:
            require_columns([pattern], [".".join(path) for path in paths])
        chosen |= matched
    return sorted(chosen)


def _matches(path: tuple[str, ...], pattern: str) -> bool:
    beginnings = (".".join(path[:length]) for length in range(1, len(path) + 1))
    return any(name == pattern or fnmatchcase(name, pattern) for name in beginnings)
