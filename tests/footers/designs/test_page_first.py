"""The page-first footer: what it costs, what it knows by itself, and what it refuses."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.page_first import PageFirstLayout
from inlay.footers.designs.pmf1 import SIZE, PageFirstFrame, pack_frame, read_frame
from inlay.layouts import NotCarriedError, Range
from inlay_runtime.errors import DecodeError
from inlay_runtime.packed import encode_deltas
from parquet_format.page_first import (
    ModuleKind,
    PageFirstModularFooter,
    RegionMap,
    RegionOffsetEncoding,
)
from tests.footers.designs.files import contents_in, nested_file
from tests.footers.designs.mutations import damages, outcome
from tests.footers.designs.page_first_parts import parts_of
from tests.support.examples import TIMES
from tests.support.packed_cores import pure_python

FILE = nested_file(2)
CONTENTS = contents_in(FILE)
PLAIN = PageFirstLayout.build_plain(CONTENTS, len(FILE))


def opened(data: bytes, offset: int = len(FILE)) -> PageFirstLayout:
    return PageFirstLayout.open(fetch_from(data, offset), Range(offset, len(data)))


def test_without_pages_there_is_no_such_footer() -> None:
    with pytest.raises(NotCarriedError, match="pages of a file"):
        PageFirstLayout.build(replace(CONTENTS, pages=None), len(FILE))


def test_without_a_supplement_it_knows_no_row_groups() -> None:
    footer = opened(PLAIN)
    assert not footer.is_protected
    assert opened(PageFirstLayout.build(CONTENTS, len(FILE))).is_protected
    assert footer.schema == CONTENTS.metadata.schema
    assert footer.find(["nested.x"]).to_pylist() == [5]
    for ask in (footer.place, footer.bounds, footer.thrift, lambda: footer.page_index(0, 0)):
        with pytest.raises(NotCarriedError, match="row groups"):
            ask()


def test_a_page_index_without_bounds_is_in_the_pages() -> None:
    given = contents_in(FILE)
    for group in given.metadata.row_groups:
        for chunk in group.columns:
            chunk.column_index_offset = chunk.column_index_length = None
    thrift = given.metadata.encode()
    footer = opened(
        PageFirstLayout.build(replace(given, thrift=thrift, column_indexes={}), len(FILE))
    )
    for chunk_at, expected in given.offset_indexes.items():
        index = footer.page_index(*chunk_at)
        assert index is not None
        places = expected.page_locations
        assert index.pages["offset"].to_pylist() == [place.offset for place in places]
        assert index.pages["first_row_index"].to_pylist() == [at.first_row_index for at in places]


@pytest.mark.parametrize(
    ("question", "steps"),
    [
        (lambda footer: footer.num_columns, 1),
        (lambda footer: footer.place([2]), 1),
        (lambda footer: footer.bounds([2]), 1),
    ],
)
def test_what_a_question_costs(question: Callable[[PageFirstLayout], object], steps: int) -> None:
    """A short footer comes as a whole."""
    footer = opened(PageFirstLayout.build(CONTENTS, len(FILE)))
    question(footer)
    assert footer.cost.steps == steps


def rebuilt(
    change_map: Callable[[RegionMap], None] = lambda region_map: None,
    change_root: Callable[[PageFirstModularFooter], None] = lambda root: None,
    behind: bytes = b"",
) -> bytes:
    """The plain footer with another map or root."""
    frame = read_frame(PLAIN, len(FILE) + len(PLAIN))
    at = frame.region_map.offset - len(FILE)
    region_map = RegionMap.decode(PLAIN[at : at + frame.region_map.length])
    root = PageFirstModularFooter.decode(PLAIN[at + frame.region_map.length : -SIZE])
    change_map(region_map)
    change_root(root)
    map_bytes, root_bytes = region_map.encode(), root.encode() + behind
    place = Range(frame.region_map.offset, len(map_bytes))
    next_place = Range(place.offset + place.length, len(root_bytes))
    return PLAIN[:at] + map_bytes + root_bytes + pack_frame(PageFirstFrame(place, next_place))


def bounded(boundaries: list[int], count: int | None = None) -> Callable[[RegionMap], None]:
    def change(region_map: RegionMap) -> None:
        region_map.region_offsets.values = encode_deltas(boundaries)
        region_map.region_offsets.num_values = len(boundaries) if count is None else count

    return change


def encoded_otherwise(region_map: RegionMap) -> None:
    region_map.region_offsets.encoding = RegionOffsetEncoding(0)


def doubled(root: PageFirstModularFooter) -> None:
    root.modules = [*root.modules, root.modules[0]]


def outside(root: PageFirstModularFooter) -> None:
    root.modules[0].region_ordinal = 1 << 40


def negative(root: PageFirstModularFooter) -> None:
    root.num_rows = -1


def too_many(root: PageFirstModularFooter) -> None:
    root.num_columns = 1 << 30


RULES: dict[str, Callable[[], bytes]] = {
    "no frame": lambda: PLAIN[:-1] + b"2",
    "a frame that leads elsewhere": lambda: (
        PLAIN[:-SIZE] + pack_frame(PageFirstFrame(Range(0, 4), Range(4, 4)))
    ),
    "bytes behind the root": lambda: rebuilt(behind=b"\0"),
    "boundaries that fall": lambda: rebuilt(bounded([0, 9, 5])),
    "boundaries twice": lambda: rebuilt(bounded([0, 9, 9])),
    "boundaries that end elsewhere": lambda: rebuilt(bounded([0, 9])),
    "one boundary": lambda: rebuilt(bounded([0])),
    "another number of boundaries": lambda: rebuilt(bounded([0, 9], 3)),
    "boundaries that bytes cannot mean": lambda: rebuilt(bounded([0, 9], 1 << 30)),
    "another encoding": lambda: rebuilt(encoded_otherwise),
    "a module twice": lambda: rebuilt(change_root=doubled),
    "a module in no region": lambda: rebuilt(change_root=outside),
    "a negative count": lambda: rebuilt(change_root=negative),
    "columns that bytes cannot mean": lambda: rebuilt(change_root=too_many),
}


@pytest.mark.parametrize("case", RULES)
def test_rules_of_the_root(case: str) -> None:
    with pytest.raises(DecodeError):
        opened(RULES[case]())


def test_what_is_fine_is_read() -> None:
    assert opened(rebuilt()).schema == CONTENTS.metadata.schema


def test_a_module_in_a_page_is_refused() -> None:
    def change(root: PageFirstModularFooter) -> None:
        for entry in root.modules:
            if entry.kind is ModuleKind.SCHEMA:
                entry.region_ordinal = 1

    footer = opened(rebuilt(change_root=change))
    with pytest.raises(DecodeError, match="none of the footer"):
        assert footer.schema


@pytest.mark.needs("native core")
def test_both_cores_answer_alike_where_every_crc_is_right() -> None:
    """Damage that was sealed again, so that it gets as far as the arrays."""
    fine, rng = parts_of(PageFirstLayout.build(CONTENTS, len(FILE)), len(FILE)), random.Random(6)
    damaged = []
    for at, region in enumerate(fine.regions):
        for data in damages(region, rng, 12 * TIMES):
            if data:
                damaged.append(fine.with_region(at, bytes(data)).joined())
    asked: tuple[Callable[[PageFirstLayout], Any], ...] = (
        lambda footer: footer.place(),
        lambda footer: footer.bounds().to_pydict(),
        lambda footer: footer.schema,
        lambda footer: footer.key_values,
    )

    def ask_each() -> list[Any]:
        return [
            outcome(ask, PageFirstLayout, footer, len(FILE)) for footer in damaged for ask in asked
        ]

    natively = ask_each()
    with pure_python():
        assert ask_each() == natively
    refused = sum(isinstance(answer, tuple) for answer in natively)
    assert min(refused, len(natively) - refused) > 100
