"""Which columns and row groups a command means: globs of paths, ranges of numbers."""

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


def parse_row_groups(text: str, count: int) -> list[int]:
    """`0:3,7` is 0, 1, 2, 7; `:` alone is all, and `-1` the last. Raises ValueError."""
    numbers: list[int] = []
    for part in text.split(","):
        first, colon, last = part.strip().partition(":")
        try:
            if colon:
                chosen = range(*slice(_number(first), _number(last)).indices(count))
                numbers += chosen
            else:
                number = int(first)
                numbers.append(number + count if number < 0 else number)
        except ValueError:
            raise ValueError(
                f"{part.strip()!r} is no row group: write 3, a range as 0:3, or several as 0:3,7"
            ) from None
    return numbers


def _number(text: str) -> int | None:
    return int(text) if text.strip() else None
