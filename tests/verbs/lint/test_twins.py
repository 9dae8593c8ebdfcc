"""Columns of which a footer counts the same are judged once, and advised as if each were judged itself."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.footers.footer.read import read_footer
from inlay.ground.statements import chunk_numbers
from inlay.verbs.lint.advise import advise_on
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.fold import fold
from inlay.verbs.lint.settings_file import Given, read_lint_settings
from parquet_format.parquet import FileMetaData, RowGroup, SchemaElement, Type
from tests.verbs.lint.test_chunk_numbers import chunks

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

    from inlay.verbs.lint.advice import Advice
    from parquet_format.parquet import ColumnChunk

TYPES = [Type.DOUBLE, Type.DOUBLE, Type.DOUBLE, Type.INT64, Type.INT64, Type.BYTE_ARRAY]
LEAVES = len(TYPES)
SETTINGS = read_lint_settings(None, Given(None, (), False))


def facts_of(groups: Sequence[Sequence[ColumnChunk]], names: Sequence[str]) -> FileFacts:
    schema = [SchemaElement(name="root", num_children=len(names))]
    schema += [SchemaElement(name=name, type=TYPES[at % LEAVES]) for at, name in enumerate(names)]
    rows = [RowGroup(columns=list(each), total_byte_size=0, num_rows=3) for each in groups]
    footer = FileMetaData(version=2, schema=schema, num_rows=0, row_groups=rows).encode()
    file = b"PAR1" + footer + len(footer).to_bytes(4, "little") + b"PAR1"
    return FileFacts("f.parquet", read_footer(io.BytesIO(file)))


def advise(groups: Sequence[Sequence[ColumnChunk]]) -> Sequence[Advice]:
    facts = facts_of(groups, [f"c{at}" for at in range(LEAVES)])
    return list(advise_on(facts, SETTINGS).advice)


@pytest.mark.needs("native core")
@given(st.data(), st.lists(chunks, min_size=1, max_size=2))
def test_twins_are_advised_as_each_is(data: st.DataObject, few: list[ColumnChunk]) -> None:
    group = st.lists(st.sampled_from(few), min_size=LEAVES, max_size=LEAVES)
    groups = data.draw(st.lists(group, min_size=1, max_size=3))
    twins = advise(groups)
    with patch.object(chunk_numbers, "count_chunks", None):
        assert twins == advise(groups)


@given(st.lists(st.lists(chunks, min_size=LEAVES, max_size=LEAVES), max_size=2))
def test_columns_of_advice_fold_as_pieces_do(groups: list[list[ColumnChunk]]) -> None:
    facts = facts_of(groups, [f"c{at}" for at in range(LEAVES)])
    advice = advise_on(facts, SETTINGS).advice
    assert fold(advice) == fold(list(advice))
    assert advice[:] == [advice[at] for at in range(len(advice))]


def test_alike_columns_are_twins() -> None:
    """Not of another type; where nothing is counted natively, each is judged itself."""
    facts = facts_of([], [f"c{at}" for at in range(LEAVES)])
    assert [it.twin.ordinal for it in facts.columns] in ([0, 0, 0, 3, 3, 5], list(range(LEAVES)))


@pytest.mark.parametrize("name", ["c{}", "c"])
def test_a_name_is_written_without_a_look_at_all_others(name: str) -> None:
    few, many = (count_steps([name.format(at) for at in range(size)]) for size in (100, 400))
    assert many <= 4.4 * few


def count_steps(names: Sequence[str]) -> int:
    """Of Python, while commands name all columns."""
    columns, steps = facts_of([], names).columns, 0

    def note(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal steps
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        steps += event == "opcode"
        return note

    before = sys.gettrace()
    sys.settrace(note)
    try:
        texts = [column.text for column in columns]
    finally:
        sys.settrace(before)
    assert len(set(texts)) == len(names)
    return steps
