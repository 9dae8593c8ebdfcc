"""A fold in words, for people and for what CI systems show."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.ground.wording.amounts import count, format_size
from inlay.verbs.lint.estimate import PAGE, Estimate, add_up
from inlay.verbs.lint.fold import Fold, sum_known


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
    """What all of one rule cost together, as far as that is known: `about 1.2 MiB`, `3 reads`."""
    saved = add_up(each.saved for each in folds)
    return _list_costs(saved, sum_known(each.reads for each in folds))


def list_total(folds: Sequence[Fold]) -> list[str]:
    """The same of all rules: what several save of the same bytes, or of the reads of the same row groups, counts once."""
    return _list_costs(add_up(each.adds for each in folds), _sum_reads(folds))


def _sum_reads(folds: Sequence[Fold]) -> int | None:
    """A row group that became part of a larger one is not skipped besides."""
    of_groups: dict[str, int] = {}
    others: list[int | None] = []
    for each in folds:
        if each.worst.part == "row groups" and each.reads is not None:
            of_groups[each.worst.path] = max(of_groups.get(each.worst.path, 0), each.reads)
        else:
            others.append(each.reads)
    return sum_known([*others, *of_groups.values()])


def _list_costs(saved: Estimate | None, reads: int | None) -> list[str]:
    costs = [describe_saved(saved)] if saved is not None and saved.likely >= PAGE else []
    return [*costs, *([count(reads, "read")] if reads else [])]


def describe_saved(saved: Estimate) -> str:
    """`about 9.9 MiB (between 8.2 and 11.0 MiB)`, without a range that is narrower than a tenth; `up to 9.9 MiB (likely 8.2 MiB)` where
    it may be less than a page."""
    about = f"about {format_size(saved.likely)}"
    if saved.most - saved.least <= saved.likely // 10:
        return about
    if saved.least < PAGE:
        is_likely = saved.most - saved.likely > saved.most // 10
        likely = f" (likely {format_size(saved.likely)})" if is_likely else ""
        return f"up to {format_size(saved.most)}{likely}"
    least, most = format_size(saved.least), format_size(saved.most)
    (number, unit), (_, other) = least.split(" "), most.split(" ")
    return f"{about} (between {number if unit == other else least} and {most})"


def describe_untried(size: int) -> str:
    """What a reader of footers alone does not know."""
    return f"--pages reads samples of values, too, and says what ZSTD saves of {format_size(size)}"


def describe_whole(fold: Fold) -> str:
    """All of it in one line: what is seen, what it costs, and what fixes it."""
    costs = ", ".join(list_costs([fold]))
    return f"{describe_fold(fold)}{f' ({costs})' if costs else ''}. To fix it: {fold.fix}"
