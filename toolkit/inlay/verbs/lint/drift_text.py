"""Drift in the terminal: each difference once, with the files that have it; the worst kind first, then what most files have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from inlay.ground.drift.words import rank_drift
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.verbs.lint.advice import Advice

_MOST_DIFFERENCES: Final = 8
_MOST_FILES: Final = 3


def list_drift_lines(
    ordered: Sequence[Sequence[Advice]], name: Callable[[str], str], everything: bool
) -> Iterator[str]:
    """`amount: other type: double, not int64; in 2 files: a.parquet, b.parquet`"""
    most = len(ordered) if everything else _MOST_DIFFERENCES
    for several in islice(ordered, most):
        column, seen = several[0].column, several[0].seen
        files = [name(each.path) for each in several]
        what = f"{column}: {seen}" if column else seen
        yield f"{what}; in {count(len(files), 'file')}: {_name_files(files, everything)}"
    if len(ordered) > most:
        yield f"and {count(len(ordered) - most, 'other difference')}: --all has them"


def group_drift(advice: Iterable[Advice]) -> list[list[Advice]]:
    """Of one difference each."""
    by_difference: dict[tuple[str, str], list[Advice]] = {}
    for each in advice:
        by_difference.setdefault((each.column, each.seen), []).append(each)
    return sorted(by_difference.values(), key=lambda it: (rank_drift(it[0].seen), -len(it)))


def _name_files(files: Sequence[str], everything: bool) -> str:
    if everything or len(files) <= _MOST_FILES:
        return ", ".join(files)
    return f"{', '.join(files[:_MOST_FILES])} and {len(files) - _MOST_FILES:,} more"
