"""Whether a layout answers as the walk over the Thrift does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias, cast

import pyarrow as pa

from inlay.footers.designs.answers import PageIndex
from inlay.footers.designs.layout import FooterLayout, NotCarriedError
from inlay.footers.footer import Footer
from inlay.ground.schema.tree import SchemaTree
from inlay_runtime.errors import InlayError

NOT_CARRIED: Final = "not carried"
EQUAL: Final = "equal"
DIFFERENT: Final = "different"

Asked: TypeAlias = "FooterLayout | Footer"
Ask: TypeAlias = Callable[[Asked], object]


def compare_answers(layout: Asked, walk: FooterLayout) -> Mapping[str, str]:
    """For every question: `EQUAL`, `NOT_CARRIED` or `DIFFERENT`. What the walk refuses, the layout has to refuse."""
    return {name: _compare(ask, layout, walk) for name, ask in _questions(walk).items()}


def _compare(ask: Ask, layout: Asked, walk: FooterLayout) -> str:
    try:
        expected = ask(walk)
    except InlayError:
        expected = None
    try:
        answer = ask(layout)
    except NotCarriedError:
        return EQUAL if expected is None else NOT_CARRIED
    except InlayError:
        return EQUAL if expected is None else DIFFERENT
    return EQUAL if expected is not None and _are_equal(answer, expected) else DIFFERENT


def _are_equal(answer: Any, expected: Any) -> bool:
    if isinstance(expected, pa.RecordBatch | pa.Array):
        return bool(answer.equals(expected))
    if isinstance(expected, list):
        values = cast("list[object]", expected)
        return len(answer) == len(values) and all(map(_are_equal, answer, values))
    if isinstance(expected, PageIndex) and isinstance(answer, PageIndex):
        are_ordered_alike = answer.boundary_order == expected.boundary_order
        return are_ordered_alike and answer.pages.equals(expected.pages)
    return bool(answer == expected)


def _questions(walk: FooterLayout) -> Mapping[str, Ask]:
    columns, groups = _shape(walk)
    some_columns, some_groups = _some(columns), _some(groups)
    counts = Counter(_paths(walk))
    paths = [*(path for path, count in counts.items() if count == 1), "no such column"]
    shared = [path for path, count in counts.items() if count > 1]
    return {
        "shape": lambda layout: [layout.num_columns, layout.num_row_groups],
        "schema": lambda layout: layout.schema,
        "key_values": lambda layout: layout.key_values,
        "find": lambda layout: layout.find(paths),
        "find several": lambda layout: layout.find(shared[:1]),
        "place all": lambda layout: layout.place(),
        "place some": lambda layout: layout.place(some_columns, some_groups),
        "place none": lambda layout: layout.place([], []),
        "place outside": lambda layout: layout.place([columns]),
        "bounds all": lambda layout: layout.bounds(),
        "bounds some": lambda layout: layout.bounds(some_columns, some_groups),
        "page_index": lambda layout: [
            layout.page_index(column, group) for column in some_columns for group in some_groups
        ],
    }


def _shape(walk: FooterLayout) -> tuple[int, int]:
    try:
        return walk.num_columns, walk.num_row_groups
    except InlayError:
        return 0, 0


def _some(count: int) -> Sequence[int]:
    """Not in order, and one of them twice."""
    return [*dict.fromkeys([count - 1, 0, count // 2]), 0] if count else []


def _paths(walk: FooterLayout) -> Sequence[str]:
    try:
        return [".".join(leaf.path) for leaf in SchemaTree(walk.schema).leaves]
    except InlayError:
        return []
