"""The modular footer: both kinds of offsets, what it costs, what it cannot say."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from inlay.designs import FetchCost, FooterContents, FooterDesign, NotCarriedError, Range
from inlay.footers.conversion import ConversionError
from inlay.footers.designs.equality import EQUAL, compare_answers
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.modular.as_thrift import metadata_of
from inlay.footers.designs.modular.build import ModularOptions
from inlay.footers.designs.modular.design import ModularDesign
from tests.footers.conversion.footers import wide
from tests.footers.designs.files import contents_in, nested_file, walked

PLAIN = ModularOptions(has_supplement=False)


def opened(data: bytes, offset: int) -> ModularDesign:
    return ModularDesign.open(fetch_from(data, offset), Range(offset, len(data)))


def wide_contents(columns: int, groups: int) -> FooterContents:
    metadata = wide(columns, groups)
    return FooterContents(metadata.encode())


@cache
def wide_footer() -> bytes:
    return ModularDesign.build(wide_contents(2000, 4), 0)


@pytest.mark.parametrize("is_absolute", [False, True])
@pytest.mark.parametrize("suffix_limit", [None, 16])
def test_offsets_of_both_kinds_are_read(is_absolute: bool, suffix_limit: int | None) -> None:
    file = nested_file()
    contents = contents_in(file)
    options = ModularOptions(suffix_limit=suffix_limit, indexed_from=0, is_absolute=is_absolute)
    footer = opened(ModularDesign.build_as(contents, len(file), options), len(file))
    answers = compare_answers(footer, walked(file, contents))
    # A bound of the text column is longer than the limit, so it is another one; nothing else is.
    cut = {"bounds all", "page_index"} if suffix_limit else set()
    assert {question for question, verdict in answers.items() if verdict != EQUAL} <= cut
    assert footer.thrift() == contents.thrift


def test_bounds_that_are_cut_hold_what_they_held() -> None:
    contents = contents_in(nested_file())
    footer = opened(ModularDesign.build_as(contents, 0, ModularOptions(suffix_limit=1)), 0)
    full = opened(ModularDesign.build(contents, 0), 0)
    texts = footer.bounds([2]).to_pylist(), full.bounds([2]).to_pylist()
    for row, before in zip(*texts, strict=True):
        assert row["minimum"] <= before["minimum"] <= before["maximum"] <= row["maximum"]
        assert row["min_is_exact"] == (row["minimum"] == before["minimum"])
    assert not all(row["min_is_exact"] for row in texts[0])
    # Numbers are not compared byte by byte, so theirs are never cut.
    assert footer.bounds([0, 1, 3]).equals(full.bounds([0, 1, 3]))


def test_without_a_supplement_it_is_unprotected_and_leads_nowhere() -> None:
    contents = wide_contents(20, 3)
    footer = opened(ModularDesign.build_as(contents, 0, PLAIN), 0)
    assert not footer.is_protected
    assert opened(ModularDesign.build(contents, 0), 0).is_protected
    assert footer.place().equals(opened(ModularDesign.build(contents, 0), 0).place())
    with pytest.raises(NotCarriedError):
        footer.thrift()


def test_the_way_to_thrift_makes_a_path_once_and_pays_for_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However often a path is written: a footer of few bytes must not become one of many."""
    made = metadata_of(opened(ModularDesign.build(wide_contents(3, 4), 0), 0))
    paths = [chunk.meta_data.path_in_schema for group in made.row_groups for chunk in group.columns if chunk.meta_data]  # fmt: skip
    assert len(paths) == 12
    assert len({id(path) for path in paths}) == 3
    monkeypatch.setattr("inlay.footers.conversion.leaves.LARGEST_FOOTER", 100)
    footer = opened(ModularDesign.build(wide_contents(3, 3), 0), 0)
    assert len(metadata_of(footer).row_groups) == 3
    with pytest.raises(ConversionError, match="the paths exceed"):
        metadata_of(opened(ModularDesign.build(wide_contents(3, 4), 0), 0))


@pytest.mark.parametrize(
    ("question", "steps"),
    [
        (lambda footer: footer.num_columns, 1),
        (lambda footer: footer.place([7]), 2),
        (lambda footer: footer.bounds([7]), 3),
        (lambda footer: footer.find(["column_7"]), 2),
        (lambda footer: footer.schema, 2),
        (lambda footer: footer.key_values, 2),
    ],
)
def test_what_a_question_costs(question: Callable[[FooterDesign], Any], steps: int) -> None:
    data = wide_footer()
    footer = opened(data, 0)
    question(footer)
    assert footer.cost.steps == steps
    assert footer.cost.bytes < len(data) / 3
    assert opened(data, 0).cost == FetchCost(4096, 1, 1)


def test_statistics_that_arrays_cannot_say_are_refused_and_come_back() -> None:
    contents = wide_contents(3, 2)
    metadata = contents.metadata
    chunk = metadata.row_groups[0].columns[1].meta_data
    assert chunk is not None
    assert chunk.statistics is not None
    chunk.statistics.max_value = None
    contents = FooterContents(metadata.encode())
    footer = opened(ModularDesign.build(contents, 0), 0)
    with pytest.raises(NotCarriedError, match="without its partner"):
        footer.bounds([0])
    assert footer.thrift() == contents.thrift


@pytest.mark.parametrize("case", ["another file", "no metadata", "another column", "negative"])
def test_what_the_design_cannot_say_is_refused(case: str) -> None:
    metadata = wide(3, 2)
    chunk = metadata.row_groups[1].columns[1]
    assert chunk.meta_data is not None
    if case == "another file":
        chunk.file_path = "elsewhere"
    elif case == "no metadata":
        chunk.meta_data = None
    elif case == "another column":
        del metadata.row_groups[1].columns[2]
    else:
        chunk.meta_data.data_page_offset = -1
    with pytest.raises(NotCarriedError):
        ModularDesign.build(FooterContents(metadata.encode()), 0)
