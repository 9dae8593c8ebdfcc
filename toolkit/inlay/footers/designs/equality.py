"""Whether a design answers as the walk over the Thrift does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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
    return compare_opened(lambda: design, lambda: walk)


def compare_opened(
    open_design: Callable[[], Asked], open_walk: Callable[[], FooterDesign]
) -> Mapping[str, str]:
    """The same. Each question is asked of footers that were opened for it: what they keep for the next is as long as they are, too."""
    return {
        name: _compare(ask, open_design(), _answer(ask, open_walk()))
        for name, ask in _list_questions(open_walk())
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


def _list_questions(walk: FooterDesign) -> Iterator[tuple[str, Ask]]:
    """One after the other, so that the names of very many columns go once they were asked for."""
    columns, groups = _shape(walk)
    some_columns, some_groups = _some(columns), _some(groups)
    yield "shape", lambda design: [design.num_columns, design.num_row_groups]
    yield "schema", lambda design: design.schema
    yield "key_values", lambda design: design.key_values
    yield from _list_names(walk)
    yield "place all", lambda design: design.place()
    yield "place some", lambda design: design.place(some_columns, some_groups)
    yield "place none", lambda design: design.place([], [])
    yield "place outside", lambda design: design.place([columns])
    yield "bounds all", lambda design: design.bounds()
    yield "bounds some", lambda design: design.bounds(some_columns, some_groups)
    yield (
        "page_index",
        lambda design: [
            design.page_index(column, group) for column in some_columns for group in some_groups
        ],
    )


def _list_names(walk: FooterDesign) -> Iterator[tuple[str, Ask]]:
    counts = Counter(_paths(walk))
    paths = [*(path for path, count in counts.items() if count == 1), "no such column"]
    shared = [path for path, count in counts.items() if count > 1]
    yield "find", lambda design: design.find(paths)
    yield "find several", lambda design: design.find(shared[:1])


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
