"""The proof: the rows of the new file are those of the sources, bit for bit."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pyarrow as pa

from inlay.changes.rewrite.errors import RewriteError
from inlay.ground.arrow_rows import column_in
from inlay.ground.files.source import Seekable
from inlay.ground.wording.amounts import count
from inlay.pages.encodings.plain_footer import OnFinding
from inlay.verbs.rewrite.bare_file import BareRows, read_bare_schema
from inlay.verbs.rewrite.bare_schema import ReadFor
from inlay.verbs.rewrite.equal_rows import pair_rows
from inlay.verbs.rewrite.rewrite_plan import RewritePlan
from inlay.verbs.rewrite.sorting import collect_rows
from inlay.verbs.rewrite.write_rows import stream_sources
from inlay_variant.storage.arrow_classes import Array


def require_same_values(
    plan: RewritePlan,
    new: Seekable,
    name: str,
    order: Array | None,
    advance: Callable[[int], None],
    on_finding: OnFinding,
) -> None:
    """Reads both sides again. Raises RewriteError for the first value that differs, and what `stream_sources` raises."""
    schema = read_bare_schema(plan.tree, ReadFor.BITS)
    old = stream_sources(plan, schema, ReadFor.BITS, on_finding)
    rows = BareRows(name, new, plan.tree, range(len(plan.tree.leaves)))
    written = rows.stream(schema, ReadFor.BITS, plan.batch_rows, on_finding)
    if order is not None:
        old = _stream_ordered(collect_rows(old, schema), order, plan.batch_rows)
    done = 0
    for first, second in pair_rows([old, written]):
        if not first.equals(second):
            raise RewriteError(_describe_difference(plan, name, first, second, done))
        done += first.num_rows
        advance(done)
    if done != plan.num_rows:
        raise RewriteError(f"{name}: {done:,} of {count(plan.num_rows, 'row')} read back")


def _stream_ordered(rows: pa.Table, order: Array, size: int) -> Iterator[pa.RecordBatch]:
    for start in range(0, rows.num_rows, size):
        yield from rows.take(order.slice(start, size)).to_batches()


def _describe_difference(
    plan: RewritePlan, name: str, first: pa.RecordBatch, second: pa.RecordBatch, done: int
) -> str:
    root = plan.tree.root
    assert root is not None
    for at, child in enumerate(root.children):
        old, new = column_in(first, at), column_in(second, at)
        if not old.equals(new):
            low, high = 0, len(old)  # the first row that differs lies between
            while high - low > 1:
                middle = (low + high) // 2
                if old.slice(low, middle - low).equals(new.slice(low, middle - low)):
                    low = middle
                else:
                    high = middle
            return f"{name}: row {done + low:,} of column {child.element.name} reads back with another value"
    return f"{name}: rows from {done:,} on read back differently"
