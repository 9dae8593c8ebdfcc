"""Columns that are stored alike: what a trial finds in some of them is likely true of the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from inlay.verbs.lint.column_facts import DICTIONARY, ColumnFacts
from inlay.verbs.lint.estimate import NOTHING, Estimate

_TRIED: Final = 2
"""Columns of a kind that are tried."""
_MOST_TRIED: Final = 64
"""Kinds that are tried, those of most bytes first."""
_APART: Final = 0.15
"""How much further from the truth the share of a column may be that was not tried itself."""


def estimate_alike(
    columns: Sequence[ColumnFacts], try_column: Callable[[ColumnFacts, float], Estimate | None]
) -> dict[int, Estimate]:
    """What is saved of each column that something tells of, by its ordinal. `try_column` gets the share of all work that is its own.

    A column that was not tried saves the share that those of its kind do. Where a column grows, the estimate is below 0.
    """
    kinds: dict[tuple[object, ...], list[ColumnFacts]] = {}
    for column in columns:
        if column.compressed > 0:
            kinds.setdefault(_kind_of(column), []).append(column)
    ranked = sorted(kinds.values(), key=lambda kind: -sum(it.compressed for it in kind))[
        :_MOST_TRIED
    ]
    tried = [column for kind in ranked for column in kind[:_TRIED]]
    whole = sum(column.compressed for column in tried)
    estimates: dict[int, Estimate] = {}
    for kind in ranked:
        known: list[tuple[ColumnFacts, Estimate]] = []
        for column in kind[:_TRIED]:
            estimate = try_column(column, column.compressed / whole)
            if estimate is not None:
                estimates[column.ordinal] = _bound(estimate, column)
                known.append((column, estimate))
        for column in kind[_TRIED:] if known else ():
            estimates[column.ordinal] = _conclude(column, known)
    return estimates


def _kind_of(column: ColumnFacts) -> tuple[object, ...]:
    """Equal for columns of one type, with the same encodings, and about the same sizes."""
    encodings = frozenset[object]().union(*(it.meta.encodings for it in column.chunks[:1]))
    return (
        column.element.type,
        column.max_repetition,
        column.codecs,
        bool(encodings & DICTIONARY),
        (column.compressed * column.compressed).bit_length(),
        max(column.uncompressed, 0).bit_length(),
    )


def _conclude(column: ColumnFacts, known: Sequence[tuple[ColumnFacts, Estimate]]) -> Estimate:
    whole = sum(it.compressed for it, _ in known)
    likely, least, most = (
        column.compressed * sum(estimate[at] for _, estimate in known) / whole for at in range(3)
    )
    if not most:
        return NOTHING
    apart = _APART * abs(likely)
    return _bound(Estimate(int(likely), int(least - apart), int(most + apart)), column)


def _bound(estimate: Estimate, column: ColumnFacts) -> Estimate:
    """No more than there is."""
    return Estimate(*(min(each, column.compressed) for each in estimate))
