"""Many columns are as much work as they are, natively as in Python, and in a file with page indexes, too."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pytest

import inlay
from inlay.pages.engine import header_facts
from inlay.verbs.recover.rebuild import grouping
from inlay.verbs.recover.rebuild.grouping import Grouping
from inlay.verbs.recover.rebuild.lost_column import forget_rows, list_columns
from inlay.verbs.recover.rebuild.lost_pages import LostPages
from inlay.verbs.recover.rebuild.survey import Survey, survey_pages
from tests.support.calls import count_calls
from tests.verbs.recover.rebuild.cut_files import (
    HABITS,
    make_alike,
    make_table,
    metadata_of,
    pages_of,
    walk_pages,
    write_whole,
)

COLUMNS = 150
PLAIN: dict[str, Any] = {"compression": "none", "use_dictionary": False, "row_group_size": 2}


def make_wide(columns: int, groups: int = 2) -> Any:
    """Of numbers in two widths, so that their pages fit in one way."""
    types = pa.float64(), pa.int32()
    fields = [pa.field(f"c{at}", types[at % 2], nullable=False) for at in range(columns)]
    rows = pa.array(range(2 * groups))
    return pa.table([rows.cast(it.type) for it in fields], schema=pa.schema(fields))


def count_rebuilding(folder: Path, columns: int, groups: int = 2) -> int:
    table = make_wide(columns, groups)
    cut, like = folder / "cut.parquet", folder / "like.parquet"
    cut.write_bytes(pages_of(table, **PLAIN))
    like.write_bytes(write_whole(table, **PLAIN))
    return count_calls(lambda: inlay.rebuild(cut, like=like, row_group_size=2))


@pytest.mark.needs("native core")
def test_twice_the_columns_are_twice_the_calls(tmp_path: Path) -> None:
    most = 2.2 * count_rebuilding(tmp_path, COLUMNS)
    assert count_rebuilding(tmp_path, 2 * COLUMNS) <= most


@pytest.mark.needs("native core")
def test_a_chunk_is_some_calls(tmp_path: Path) -> None:
    """However many ways there are to read its pages, it is built and proved once."""
    few, many = (count_rebuilding(tmp_path, COLUMNS, groups) for groups in (2, 6))
    assert many - few <= 200 * COLUMNS * 4


@pytest.mark.parametrize("columns", [30, 300])
def test_page_indexes_are_read_once(columns: int) -> None:
    """Not with all that follows, to see that one is not of the other kind."""
    data = write_whole(make_wide(columns), write_page_index=True, **PLAIN)
    seen = 0

    def read(at: int, size: int) -> bytes:
        nonlocal seen
        part = data[at : at + size]
        seen += len(part)
        return part

    survey = survey_pages(read, len(data))
    assert survey.end == len(data)
    assert len(survey.pages) == 2 * columns
    assert len(survey.between) >= 4 * columns
    assert seen <= 5_000 * columns + (1 << 17)


def list_survey(survey: Survey) -> object:
    pages = survey.pages
    facts = pages.list_facts()
    placed = [(page.offset, page.start, page.end, page.header.encode()) for page in pages]
    said = [facts[number] for number in pages.facts]
    return placed, said, survey.between, survey.end, survey.reason, survey.damages


@pytest.mark.needs("native core")
@pytest.mark.parametrize("name", HABITS)
def test_pages_are_the_same_natively(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = write_whole(make_table(300), row_group_size=70, **HABITS[name])
    files = [data, data[: len(data) // 2]]
    random = Random(name)
    for _ in range(40):
        changed = bytearray(data)
        changed[random.randrange(4, len(data))] = random.randrange(256)
        files.append(bytes(changed))
    natively = [list_survey(walk_pages(it)) for it in files]
    monkeypatch.setattr(header_facts, "_native", None)
    assert natively == [list_survey(walk_pages(it)) for it in files]


def list_readings(data: bytes, table: Any, rows: int | None, is_cut: bool) -> tuple[Any, ...]:
    survey = walk_pages(data)
    columns = list_columns(forget_rows(metadata_of(table)))
    ends = [it.end for it in survey.footers]
    lost = LostPages(survey.pages, lambda at, size: data[at : at + size], ends)
    group = Grouping(lost, columns, is_cut=is_cut, rows=rows)
    readings = list(islice(group.readings(), 8))
    said = [
        (it.groups, it.cut and (it.cut._replace(chunks=it.cut.chunks), list(it.cut.chunks)))
        for it in readings
    ]
    return said, group.furthest, group.gave_up, group._left


@pytest.mark.needs("native core")
@pytest.mark.parametrize("rows", [None, 20, 70])
@pytest.mark.parametrize("name", HABITS)
def test_chunks_are_placed_alike_natively(
    name: str, rows: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases: list[tuple[bytes, Any]] = []
    for make in (make_table, make_alike):
        table = make(300)
        habits = {it: value for it, value in HABITS[name].items() if it == "data_page_version"}
        habits |= {"row_group_size": 20 if rows == 20 else 70}
        data = write_whole(table, **habits)
        pages = pages_of(table, **habits)
        cases += [(pages, table), (pages[: len(pages) * 3 // 5], table), (data + data, table)]
    natively = [list_readings(*case, rows, cut) for case in cases for cut in (True, False)]
    monkeypatch.setattr(grouping, "_native", None)
    slowly = [list_readings(*case, rows, cut) for case in cases for cut in (True, False)]
    assert natively == slowly
    assert any(said for said, *_ in natively)
