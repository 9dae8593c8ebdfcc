"""Whether a design answers as the walk over the Thrift does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias, cast

import pyarrow as pa

from inlay.footers.designs.answer_schemas import PageIndex
from inlay.footers.designs.design import FooterDesign, NotCarriedError
from inlay.footers.footer import Footer
from inlay.ground.schema.tree import list_paths
from inlay_runtime.errors import InlayError

NOT_CARRIED: Final = "not carried"
EQUAL: Final = "equal"
DIFFERENT: Final = "different"

Asked: TypeAlias = "FooterDesign | Footer"
Ask: TypeAlias = Callable[[Asked], object]


def compare_answers(design: Asked, walk: FooterDesign) -> Mapping[str, str]:
    """For every question: `EQUAL`, `NOT_CARRIED` or `DIFFERENT`. What the walk refuses, the design has to refuse. One answer of each is held at
    a time: all those of a wide footer are as long as it is."""
    return {
        name: _compare(ask, design, _answer(ask, walk)) for name, ask in _questions(walk).items()
    }


def _answer(ask: Ask, walk: FooterDesign) -> object | None:
    """None for what it refuses."""
    try:
        return ask(walk)
    except InlayError:
        return None


def _compare(ask: Ask, design: Asked, expected: object | None) -> str:
    try:
        answer = ask(design)
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


def _questions(walk: FooterDesign) -> Mapping[str, Ask]:
    columns, groups = _shape(walk)
    some_columns, some_groups = _some(columns), _some(groups)
    counts = Counter(_paths(walk))
    paths = [*(path for path, count in counts.items() if count == 1), "no such column"]
    shared = [path for path, count in counts.items() if count > 1]
    return {
        "shape": lambda design: [design.num_columns, design.num_row_groups],
        "schema": lambda design: design.schema,
        "key_values": lambda design: design.key_values,
        "find": lambda design: design.find(paths),
        "find several": lambda design: design.find(shared[:1]),
        "place all": lambda design: design.place(),
        "place some": lambda design: design.place(some_columns, some_groups),
        "place none": lambda design: design.place([], []),
        "place outside": lambda design: design.place([columns]),
        "bounds all": lambda design: design.bounds(),
        "bounds some": lambda design: design.bounds(some_columns, some_groups),
        "page_index": lambda design: [
            design.page_index(column, group) for column in some_columns for group in some_groups
        ],
    }


def _shape(walk: FooterDesign) -> tuple[int, int]:
    try:
        return walk.num_columns, walk.num_row_groups
    except InlayError:
        return 0, 0


def _some(count: int) -> Sequence[int]:
    """Not in order, and one of them twice."""
    return [*dict.fromkeys([count - 1, 0, count // 2]), 0] if count else []


def _paths(walk: FooterDesign) -> Sequence[str]:
    try:
        return list_paths(walk.schema)
    except InlayError:
        return []
