"""Designs beside each other: equality before measurement, bytes that add up, and what is printed of it."""

from __future__ import annotations

import io
import re
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.designs import FetchCost
from inlay.footers.designs.thrift.walked import ThriftDesign
from inlay.verbs.compare.compare import compare_designs
from inlay.verbs.compare.comparison_tables import tables_of
from inlay.verbs.compare.components import COMPONENTS
from inlay.verbs.compare.page import render_page
from inlay.verbs.compare.plots import Curve, draw_curves
from inlay.verbs.compare.results import CSV_HEAD, REMOTE, ComparedFile, RemoteStore, list_csv_rows
from tests.footers.designs.files import DESIGNS, nested_file
from tests.support.html_page import Page
from tests.verbs.compare.designs import Counting, Forgetful, Heavy, Lying, Refusing

PLACES = ("place 1 column", "place all")


@pytest.fixture(scope="module")
def compared() -> ComparedFile:
    designs = {**DESIGNS, **{cls.name: cls for cls in (Lying, Forgetful, Refusing)}}
    return compare_designs(nested_file(), designs=designs, rounds=1)


def test_what_is_not_equal_is_named_and_not_measured(compared: ComparedFile) -> None:
    by_name = {design.name: design for design in compared.designs}
    assert by_name["lying"].different == ["bounds all", "bounds some"]
    assert not by_name["lying"].measured
    assert not compared.is_equal
    assert by_name["refusing"].refuses == "not this footer"
    assert by_name["forgetful"].loses == ["bounds all", "bounds some"]
    assert by_name["forgetful"].find("bounds, 1 column") is None
    assert by_name["forgetful"].find("a name") is not None


@pytest.mark.parametrize("name", DESIGNS)
def test_components_add_up(compared: ComparedFile, name: str) -> None:
    (design,) = (design for design in compared.designs if design.name == name)
    assert design.components is not None
    assert tuple(design.components) == COMPONENTS
    assert sum(design.components.values()) == design.size
    assert min(design.components.values()) >= 0
    assert all(design.components[part] for part in ("statistics", "placement", "schema"))


@pytest.mark.parametrize("name", DESIGNS)
def test_every_question_is_measured(compared: ComparedFile, name: str) -> None:
    (design,) = (design for design in compared.designs if design.name == name)
    for question in ("open", *PLACES, "bounds, 1 column", "a name", "a page index"):
        measured = design.find(question)
        if measured is None and "page_index" in design.loses and question == "a page index":
            continue
        assert measured is not None, question
        assert measured.cost.steps >= 1
        assert measured.cost.bytes <= 2 * design.size + 100_000
    assert 0 < design.always <= design.size


def test_paths_are_what_thrift_has_more_than_thrift_without_them(compared: ComparedFile) -> None:
    thrift, without = (
        next(design for design in compared.designs if design.name == name)
        for name in ("thrift", "thrift-without-paths")
    )
    assert thrift.components is not None
    assert without.components is not None
    assert without.components["paths"] == 0
    assert (
        0 <= thrift.size - without.size - thrift.components["paths"] < 3 * 27
    )  # empty lists are left


def test_the_walk_is_asked_once_for_all_designs(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    place = ThriftDesign.place

    def count(self: ThriftDesign, *wanted: Any) -> object:
        asked.append(self)
        return place(self, *wanted)

    monkeypatch.setattr(ThriftDesign, "place", count)
    counts: list[int] = []
    for names in (["modular"], ["modular", "jump-table"]):
        asked.clear()
        compare_designs(nested_file(), designs={name: DESIGNS[name] for name in names}, rounds=1)
        counts.append(sum(design is asked[0] for design in asked))
    assert counts[0] == counts[1] > 0


def test_nothing_is_built_anew_without_what_is_not_there() -> None:
    """A file without key-values and page indexes: once whole, and once without each of the four others."""
    sink = io.BytesIO()
    pq.write_table(pa.table({"a": [1, 2]}), sink, store_schema=False)
    Counting.built.clear()
    (design,) = compare_designs(sink, designs={"counting": Counting}, rounds=1).designs
    assert len(Counting.built) == 5
    assert design.components is not None
    assert sum(design.components.values()) == design.size


def test_a_footer_is_let_go_of_before_the_next_is_built() -> None:
    Heavy.before.clear()
    steps: list[tuple[int, int]] = []
    designs = dict.fromkeys(("one", "two"), Heavy)
    compared = compare_designs(
        nested_file(), designs=designs, rounds=1, progress=lambda *step: steps.append(step)
    )
    assert compared.is_equal
    assert len(Heavy.before) > 8
    assert set(Heavy.before) == {0}
    assert [done for done, _ in steps] == [*range(len(steps))]
    assert {of for _, of in steps} == {len(steps)}


def test_a_store_waits_for_steps_and_bytes() -> None:
    assert RemoteStore(0.5, 1000).model(FetchCost(bytes=2000, requests=9, steps=3), 0.25) == 3.75


def test_the_page_needs_nothing_else(compared: ComparedFile) -> None:
    page = render_page([compared], REMOTE)
    parsed = Page()
    parsed.feed(page)
    assert (parsed.outside, parsed.open, parsed.sections) == ([], [], ["file-1"])
    assert page.count("<svg") == 3
    assert "NOT EQUAL" in page
    assert "prefers-color-scheme: dark" in page


def test_an_axis_says_what_was_asked_for() -> None:
    drawn = draw_curves("t", [Curve("a", [(1, 2e-6), (65, 3e-6), (66, 3e-6)])], "columns", "s")
    assert re.findall(r'text-anchor="middle">([^<]+)<', drawn) == ["66", "1"]


def test_names_of_files_are_escaped(compared: ComparedFile) -> None:
    named = ComparedFile("<script>\x1b", compared.columns, compared.row_groups, compared.designs)
    page = render_page([named], REMOTE)
    assert "<script>" not in page
    assert "\x1b" not in page


def test_rows_and_tables_have_everything(compared: ComparedFile) -> None:
    rows = [dict(zip(CSV_HEAD, row, strict=True)) for row in list_csv_rows(compared)]
    for design in compared.designs:
        mine = [row for row in rows if row["design"] == design.name]
        sizes = [row["bytes"] for row in mine if row["about"] == "component"]
        assert sum(size for size in sizes if isinstance(size, int)) == design.size
        assert len(mine) >= len(design.measured) + bool(design.refuses)
    for table in tables_of(compared):
        assert all(len(row) == len(table.titles) for row in table.rows), table.title
