"""The command for what a writer left out: `inlay index add`, which leaves the pages as they are. It is one for the file."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from inlay.footers.footer.form import Form
from inlay.ground.statements.chunk_numbers import HAS_STATISTICS
from inlay.ground.statements.ends import is_float
from inlay.ground.values.orders import keys_of
from inlay.verbs.lint.column_facts import ChunkFacts, ColumnFacts
from inlay.verbs.lint.rule import Addition, Remedy, quote_path
from parquet_format.parquet import ColumnOrder

if TYPE_CHECKING:
    from inlay.verbs.lint.advice import Advice
    from inlay.verbs.lint.file_facts import FileFacts

_MOST_NAMED: Final = 20
"""Columns that a command names; where there are more, it takes all: what is there stays."""


def add_from_levels(
    file: FileFacts, column: ColumnFacts, statement: str, otherwise: Remedy
) -> Remedy:
    """A statement that needs no order; `otherwise` is for a file that `index add` does not take."""
    if not _may_be_added_to(file):
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
    if not (_may_be_added_to(file) and _is_ordered(file, column)):
        return otherwise
    if is_float(column.element):
        if column.order != ColumnOrder.IEEE_754_TOTAL_ORDER and any(map(_counts_nan, chunks)):
            return otherwise
        what = ("nan-counts", *what)
    return Remedy("", addition=Addition(what, column.ordinal))


def fix_statements(file: FileFacts, otherwise: Remedy) -> Remedy:
    """`inlay index fix`, for what the file says wrong or leaves unsaid; `otherwise` is for a file that it does not take."""
    if not _may_be_added_to(file):
        return otherwise
    return Remedy(f"inlay index fix {quote_path(file.path)}")


def _may_be_added_to(file: FileFacts) -> bool:
    return file.may_be_rewritten and file.footer.form is Form.THRIFT


def _is_ordered(file: FileFacts, column: ColumnFacts) -> bool:
    """Whether the file says in which order the column is, or nothing keeps it from saying so."""
    if column.order is None and not file.may_declare_orders:
        return False
    return len(keys_of(column.element, column.order or ColumnOrder.TYPE_ORDER)) == 1


def _counts_nan(chunk: ChunkFacts) -> bool:
    statistics = chunk.meta.statistics if chunk.said.traits & HAS_STATISTICS else None
    return statistics is not None and (statistics.nan_count or 0) > 0


def join_additions(file: FileFacts, advice: Sequence[Advice]) -> list[Advice]:
    """All advice on a file that additions follow, with the command that follows all of it."""
    wishes = [each.remedy.addition for each in advice if each.remedy.addition is not None]
    if not wishes:
        return list(advice)
    what = ",".join(dict.fromkeys(name for wish in wishes for name in wish.what))
    parts = [f"inlay index add {quote_path(file.path)} --what {what}"]
    ordinals = sorted({wish.ordinal for wish in wishes})
    if len(ordinals) < len(file.columns) and len(ordinals) <= _MOST_NAMED:
        parts += [f"--columns {shlex.quote(file.columns[at].text)}" for at in ordinals]
    remedy = Remedy(" ".join(parts))
    return [each if each.remedy.addition is None else each.with_remedy(remedy) for each in advice]
