"""The command for what a writer left out: `inlay index add`, which leaves the pages as they are. It is one for the file."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from inlay.footers.footer.form import Form
from inlay.ground.statements.chunk_numbers import HAS_STATISTICS, IS_DOUBTFUL
from inlay.ground.statements.ends import is_float
from inlay.ground.values.orders import keys_of
from inlay.verbs.lint.column_facts import ChunkFacts, ColumnFacts
from inlay.verbs.lint.rule import Addition, Remedy, quote_path
from inlay.verbs.lint.twins import ask_twins
from parquet_format.parquet import ColumnOrder

if TYPE_CHECKING:
    from inlay.verbs.lint.file_facts import FileFacts
    from inlay.verbs.lint.rule_advice import RuleAdvice

_MOST_NAMED: Final = 20
"""Columns that a command names; where there are more, it takes all: what is there stays."""


def add_from_levels(
    file: FileFacts, column: ColumnFacts, statement: str, otherwise: Remedy
) -> Remedy:
    """A statement that needs no order; `otherwise` is for a file that `index add` does not take."""
    if not may_be_added_to(file):
        return otherwise
    return Remedy("", addition=Addition((statement,), column.ordinal))


def add_from_values(
    file: FileFacts,
    column: ColumnFacts,
    chunks: Sequence[ChunkFacts],
    what: tuple[str, ...],
    otherwise: Remedy,
) -> Remedy:
    """Statements in the order of the column. NaNs are counted on the way: beside one there are no bounds, and with the count, the next
    advice is `otherwise`."""
    added = _choose_added(file, column, chunks, what)
    return otherwise if added is None else Remedy("", addition=Addition(added, column.ordinal))


def add_from_values_each(
    file: FileFacts,
    columns: Iterable[ColumnFacts],
    list_chunks: Callable[[ColumnFacts], Sequence[ChunkFacts]],
    what: tuple[str, ...],
    otherwise: Remedy,
) -> list[Remedy]:
    """The same for each of these columns, of chunks that twins have alike."""
    choose = ask_twins(lambda it: _choose_added(file, it, list_chunks(it), what))
    return [
        otherwise if added is None else Remedy("", addition=Addition(added, column.ordinal))
        for column in columns
        for added in (choose(column),)
    ]


def _choose_added(
    file: FileFacts, column: ColumnFacts, chunks: Sequence[ChunkFacts], what: tuple[str, ...]
) -> tuple[str, ...] | None:
    """None where nothing is to be added."""
    if not (may_be_added_to(file) and _is_ordered(file, column)):
        return None
    if not is_float(column.element):
        return what
    is_total = column.order == ColumnOrder.IEEE_754_TOTAL_ORDER
    return None if not is_total and any(map(_counts_nan, chunks)) else ("nan-counts", *what)


def fix_statements(file: FileFacts, otherwise: Remedy) -> Remedy:
    """`inlay index fix`, for what the file says wrong or leaves unsaid; `otherwise` is for a file that it does not take."""
    if not may_be_added_to(file):
        return otherwise
    return Remedy(f"inlay index fix {quote_path(file.path)}")


def may_be_added_to(file: FileFacts) -> bool:
    """Whether `index add` and `index strip` take it."""
    return file.may_be_rewritten and file.footer.form is Form.THRIFT


def _is_ordered(file: FileFacts, column: ColumnFacts) -> bool:
    """Whether the file says in which order the column is, or nothing keeps it from saying so."""
    if column.order is None and not file.may_declare_orders:
        return False
    return len(keys_of(column.element, column.order or ColumnOrder.TYPE_ORDER)) == 1


def _counts_nan(chunk: ChunkFacts) -> bool:
    may_count = chunk.said.traits & HAS_STATISTICS and chunk.said.traits & IS_DOUBTFUL
    statistics = chunk.meta.statistics if may_count else None
    return statistics is not None and (statistics.nan_count or 0) > 0


def join_additions(file: FileFacts, advice: Sequence[RuleAdvice]) -> None:
    """Gives all advice on a file that additions follow the command that follows all of it."""
    several = [each for each in advice if any(it.addition is not None for it in each.remedies)]
    if not several:
        return
    wishes = [it.addition for each in several for it in each.remedies if it.addition is not None]
    what = ",".join(dict.fromkeys(name for wish in wishes for name in wish.what))
    parts = [f"inlay index add {quote_path(file.path)} --what {what}"]
    ordinals = sorted({wish.ordinal for wish in wishes})
    if len(ordinals) < len(file.columns) and len(ordinals) <= _MOST_NAMED:
        parts += [f"--columns {shlex.quote(file.columns[at].text)}" for at in ordinals]
    remedy = Remedy(" ".join(parts))
    for each in several:
        each.remedies = [it if it.addition is None else remedy for it in each.remedies]
