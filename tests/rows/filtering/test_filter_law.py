"""The law: reading with a filter gives what reading everything and filtering afterwards gives. Whatever is shredded, whoever
writes, however long pages and row groups are; `filter_meaning.py` says what a filter means."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import Any

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.rows.pruning import parse_filter
from inlay.rows.pruning.filters import FilterTree
from inlay.variant import VariantType, read_path, to_python, variant_get
from tests.rows.filtering.filter_meaning import is_true
from tests.rows.filtering.filtered_events import PATHS, Events, as_text, filters, written_events
from tests.support.examples import examples


@examples(80, shrink=False)
@given(
    written_events(),
    filters(),
    st.sampled_from(PATHS),
    st.sampled_from([None, pa.int64(), pa.string()]),
)
def test_a_filter_gives_what_filtering_afterwards_gives(
    both: str,
    tmp_path: Path,
    events: Events,
    tree: FilterTree,
    path: str,
    type_: pa.DataType | None,
) -> None:
    check_law(events.write(tmp_path), as_text(tree), path, type_)


def check_law(file: Path, text: str, path: str, type_: pa.DataType | None) -> None:
    tree = parse_filter(text)
    every = inlay.read_table(file)
    rows = zip(every["id"].to_pylist(), to_python(every["event"]), strict=True)
    numbers = [number for number, (id_, event) in enumerate(rows) if is_true(tree, {"id": id_, "event": event})]  # fmt: skip
    matching: Any = pa.array(numbers, pa.int64())
    filtered = inlay.read_table(file, columns=["id", "event"], filters=text)
    assert filtered["id"].to_pylist() == every["id"].take(matching).to_pylist(), text
    assert filtered.schema.equals(every.schema)
    wanted: Any = variant_get(every["event"], path, type_).take(matching)
    read: Any = read_path(file, "event", path, type_, filter=text)
    assert plain(read) == plain(wanted), (text, path)
    pruning = inlay.prune(file, text)
    for verdict, first in zip(pruning.groups, firsts(pruning), strict=True):
        inside = [number - first for number in numbers if 0 <= number - first < verdict.num_rows]
        for row in inside:
            assert any(start <= row < end for start, end in verdict.row_ranges), text


def firsts(pruning: Any) -> list[int]:
    return list(accumulate((verdict.num_rows for verdict in pruning.groups[:-1]), initial=0))


def plain(column: Any) -> str:
    """In a form in which NaN is itself."""
    is_variant = isinstance(column.type, VariantType)
    return repr(to_python(column) if is_variant else column.to_pylist())
