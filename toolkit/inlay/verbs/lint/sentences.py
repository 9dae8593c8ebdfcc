"""A fold in words, for people and for what CI systems show."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.ground.wording.amounts import count, format_size
from inlay.verbs.lint.advice import Fold, sum_known


def describe_fold(fold: Fold) -> str:
    """`price: 1.2 MiB without a codec; also qty, note and 9 more`"""
    worst = fold.worst
    if not worst.column:
        return worst.seen
    others = [name for name in fold.columns if name != worst.column]
    more = fold.number - 1 - len(others)
    named = ", ".join(others) + (f" and {more:,} more" if more > 0 else "")
    return f"{worst.column}: {worst.seen}{f'; also {named}' if others else ''}"


def list_costs(folds: Sequence[Fold]) -> list[str]:
    """What all of them cost together, as far as that is known: `about 1.2 MiB`, `3 reads`."""
    size = sum_known(each.num_bytes for each in folds)
    reads = sum_known(each.reads for each in folds)
    costs = [f"about {format_size(size)}"] if size else []
    return [*costs, *([count(reads, "read")] if reads else [])]


def describe_whole(fold: Fold) -> str:
    """All of it in one line: what is seen, what it costs, and what fixes it."""
    costs = ", ".join(list_costs([fold]))
    return f"{describe_fold(fold)}{f' ({costs})' if costs else ''}. To mend it: {fold.mend}"
