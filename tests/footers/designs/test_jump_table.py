"""Thrift with an index: it costs what is asked for, and an index that lies changes no answer."""

from __future__ import annotations

import gc
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from weakref import ReferenceType, ref

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.designs import Range
from inlay.footers.designs.equality import EQUAL, compare_answers
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.thrift.jump_table import JumpTable
from inlay.footers.designs.thrift.walked import ThriftDesign
from inlay.footers.footer import read_footer
from inlay.footers.index.pointer import IndexVersion
from inlay_runtime.errors import RequestError
from tests.footers.designs.files import nested_file
from tests.footers.index.lying import Lie, with_lie
from tests.footers.index.test_files import indexed, pointing
from tests.footers.index.test_lies import REFUSED, STALE


def wide_file(columns: int = 2000, row_groups: int = 3) -> bytes:
    file = io.BytesIO()
    table = pa.table({f"column_{at}": [1.5] * row_groups for at in range(columns)})
    pq.write_table(table, file, row_group_size=1, store_schema=False)
    return file.getvalue()


def open_both(file: bytes) -> tuple[JumpTable, ThriftDesign]:
    footer = read_footer(io.BytesIO(file))
    place = Range(footer.offset, len(footer.data))
    fetch = fetch_from(file)
    return JumpTable.open(fetch, place), ThriftDesign.open(fetch, place)


def assert_equal(file: bytes) -> None:
    design, walk = open_both(file)
    answers = compare_answers(design, walk)
    assert set(answers.values()) == {EQUAL}, answers


def test_one_column_costs_the_index_and_its_chunks() -> None:
    """The end of the footer in one step, with all of the index in it, and the chunks in a second."""
    file = indexed(wide_file())
    design, walk = open_both(file)
    assert design.place([1234]).equals(walk.place([1234]))
    assert design.cost.steps == 2
    assert design.cost.bytes * 5 < walk.cost.bytes
    assert design.bounds([1234], [2]).equals(walk.bounds([1234], [2]))
    assert design.find(["column_77", "column_0"]).to_pylist() == [77, 0]
    assert (design.num_columns, design.num_row_groups) == (2000, 3)
    assert design.cost.bytes * 4 < walk.cost.bytes


def test_most_columns_and_names_that_are_not_there_are_walked() -> None:
    design, walk = open_both(indexed(wide_file(200)))
    assert design.place().equals(walk.place())
    assert design.cost.bytes > walk.cost.bytes
    assert design.find(["no such column"]).to_pylist() == [None]


def test_bytes_that_have_to_be_fetched_give_the_same_for_the_same() -> None:
    """What lies in memory counts as fetched, and only what is counted is fetched."""
    file = indexed(wide_file())
    footer = read_footer(file)
    place = Range(footer.offset, len(footer.data))
    in_memory = fetch_from(file)
    fetched: list[Range] = []

    def fetch(ranges: Sequence[Range]) -> Sequence[bytes | memoryview]:
        fetched.extend(ranges)
        return in_memory(ranges)

    near, far = JumpTable.open(in_memory, place), JumpTable.open(fetch, place)
    for ask in QUESTIONS:
        assert ask(near) == ask(far)
        assert near.cost == far.cost
    assert sum(part.length for part in fetched) == far.cost.bytes < len(footer.data)


QUESTIONS: tuple[Callable[[JumpTable], object], ...] = (
    lambda design: design.place([1234, 5], [2, 0]).to_pydict(),
    lambda design: design.bounds([1999]).to_pydict(),
    lambda design: design.find(["column_77", "column_1999", "column_0"]).to_pylist(),
    lambda design: design.place([]).to_pydict(),
    lambda design: design.place([3], []).to_pydict(),
    lambda design: design.page_index(7, 1),
)


def test_the_collector_takes_a_design_apart() -> None:
    """In whatever order: a buffer that is held would be released behind its owner."""
    file = indexed(wide_file(40))
    footer = read_footer(file)
    designs: list[ReferenceType[JumpTable]] = []
    for _ in range(20):
        design = JumpTable.open(fetch_from(file), Range(footer.offset, len(footer.data)))
        assert design.place([7]).num_rows == 3
        cycle: list[object] = [design]
        cycle.append(cycle)
        designs.append(ref(design))
    del design, cycle
    gc.collect()
    assert [design() for design in designs] == [None] * 20


@pytest.mark.parametrize("ordinals", [[-1], [2000], [1 << 70], [-(1 << 70)]])
def test_an_ordinal_that_is_not_there_is_refused(ordinals: list[int]) -> None:
    design, _ = open_both(indexed(wide_file()))
    for ask in (design.place, design.bounds):
        with pytest.raises(RequestError):
            ask(ordinals)
        with pytest.raises(RequestError):
            ask([0], ordinals)


@pytest.mark.parametrize("lie", [*REFUSED, *STALE])
def test_a_lie_changes_no_answer(lie: Lie) -> None:
    assert_equal(with_lie(indexed(nested_file()), lie))
    assert_equal(with_lie(indexed(wide_file(40)), lie))


def test_an_index_of_another_footer_changes_no_answer() -> None:
    """As a writer leaves it behind that copies extensions, and knows nothing of this one."""
    for other in (wide_file(40, 4), wide_file(41, 3), nested_file()):
        stale = read_footer(indexed(other)).metadata.extension
        footer = read_footer(wide_file(40))
        data = footer.metadata.replace(extension=stale).encode()
        file = b"PAR1" + data + len(data).to_bytes(4, "little") + b"PAR1"
        design, walk = open_both(file)
        assert design.place([5]).equals(walk.place([5]))
        assert design.find(["column_7"]).to_pylist() == [7]
        assert (design.num_columns, design.num_row_groups) == (40, 3)
        assert design.schema == walk.schema


@pytest.mark.parametrize("version", IndexVersion)
def test_the_index_is_used_where_field_10_points(version: IndexVersion) -> None:
    file = pointing(wide_file(), version)
    design, walk = open_both(file)
    assert design.place([3]).equals(walk.place([3]))
    assert design.cost.bytes * 2 < walk.cost.bytes
    assert_equal(pointing(wide_file(30), version))


def test_names_with_dots_and_twins() -> None:
    table = pa.table({"a": [{"b": {"c": 1}}], "a.b": [1], "x": [1], "X": [2], "a.b.c": [3]})
    twins = pa.table([pa.array([1]), pa.array([2])], names=["x", "x"])
    for one in (table, twins):
        file = io.BytesIO()
        pq.write_table(one, file)
        assert_equal(indexed(file.getvalue()))


def test_the_questions_of_a_footer_go_through_its_index(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(indexed(wide_file()))
    footer = inlay.open(str(path))
    walk = inlay.open(io.BytesIO(wide_file()))
    assert footer.place(["column_9"]).equals(walk.place(["column_9"]))
    assert footer.cost.bytes * 5 < walk.cost.bytes
