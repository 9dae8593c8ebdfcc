"""A comparison as tables for people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from inlay.ground.wording.amounts import format_seconds, format_size
from inlay.verbs.compare.components import COMPONENTS
from inlay.verbs.compare.results import ComparedFile, ComparedLayout, Measured


class ShownTable(NamedTuple):
    """`titles` over `rows`; the first column names the layout."""

    title: str
    titles: Sequence[str]
    rows: Sequence[Sequence[str]]


def tables_of(file: ComparedFile) -> Sequence[ShownTable]:
    """Bytes, times, times from a store, what is fetched, and what layouts refuse, lose or get wrong."""
    measured = [layout for layout in file.layouts if layout.measured]
    tables = [
        _bytes(file),
        _answers("Processor time", file, measured, lambda answer: format_seconds(answer.seconds)),
        _answers(
            "Time from the store", file, measured, lambda answer: format_seconds(answer.modelled)
        ),
        _answers("Bytes fetched / requests / steps", file, measured, _cost),
    ]
    notes = [(layout.name, note) for layout in file.layouts for note in _notes(layout)]
    if notes:
        tables.append(ShownTable("Remarks", ["layout", "remark"], notes))
    return tables


def _bytes(file: ComparedFile) -> ShownTable:
    laid_out = [layout for layout in file.layouts if layout.components]
    first = laid_out[0].size if laid_out else 0
    rows = [
        [
            layout.name,
            format_size(layout.size),
            f"{layout.size / first:.0%}" if first else "",
            *(format_size((layout.components or {}).get(name, 0)) for name in COMPONENTS),
            format_size(layout.always),
        ]
        for layout in laid_out
    ]
    titles = ["layout", "all", "of the first", *COMPONENTS, "always fetched"]
    return ShownTable("Bytes by component", titles, rows)


def _answers(
    title: str,
    file: ComparedFile,
    layouts: Sequence[ComparedLayout],
    show: Callable[[Measured], str],
) -> ShownTable:
    rows: list[list[str]] = []
    for layout in layouts:
        answers = [layout.find(question) for question in file.questions]
        rows.append([layout.name, *("-" if answer is None else show(answer) for answer in answers)])
    return ShownTable(title, ["layout", *file.questions], rows)


def _cost(measured: Measured) -> str:
    cost = measured.cost
    return f"{format_size(cost.bytes)} / {cost.requests} / {cost.steps}"


def _notes(layout: ComparedLayout) -> Sequence[str]:
    notes = [f"refuses: {layout.refuses}"] if layout.refuses else []
    if layout.loses:
        notes.append(f"cannot answer: {', '.join(layout.loses)}")
    if layout.different:
        notes.append(f"NOT EQUAL to the walk, so not measured: {', '.join(layout.different)}")
    return notes
