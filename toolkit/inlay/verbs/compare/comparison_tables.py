"""A comparison as tables for people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from inlay.ground.wording.amounts import format_seconds, format_size
from inlay.verbs.compare.components import COMPONENTS
from inlay.verbs.compare.first_reads import FIRST_READS
from inlay.verbs.compare.results import ComparedDesign, ComparedFile, Measured


class ShownTable(NamedTuple):
    """`titles` over `rows`; the first column names the design."""

    title: str
    titles: Sequence[str]
    rows: Sequence[Sequence[str]]


def tables_of(file: ComparedFile) -> Sequence[ShownTable]:
    """Bytes, times, times from a store, what is fetched, and what designs refuse, lose or get wrong."""
    measured = [design for design in file.designs if design.measured]
    tables = [
        _bytes(file),
        _answers("Processor time", file, measured, lambda answer: format_seconds(answer.seconds)),
        _answers(
            "Time from the store", file, measured, lambda answer: format_seconds(answer.modelled)
        ),
        _answers("Bytes fetched / requests / steps", file, measured, _cost),
        _answers(f"Steps, with a first read of {' / '.join(FIRST_READS)}", file, measured, _steps),
    ]
    notes = [(design.name, note) for design in file.designs for note in _notes(design)]
    if notes:
        tables.append(ShownTable("Remarks", ["design", "remark"], notes))
    return tables


def _bytes(file: ComparedFile) -> ShownTable:
    laid_out = [design for design in file.designs if design.components]
    first = laid_out[0].size if laid_out else 0
    rows = [
        [
            design.name,
            format_size(design.size),
            f"{design.size / first:.0%}" if first else "",
            *(format_size((design.components or {}).get(name, 0)) for name in COMPONENTS),
            format_size(design.always),
        ]
        for design in laid_out
    ]
    titles = ["design", "all", "of the first", *COMPONENTS, "always fetched"]
    return ShownTable("Bytes by component", titles, rows)


def _answers(
    title: str,
    file: ComparedFile,
    designs: Sequence[ComparedDesign],
    show: Callable[[Measured], str],
) -> ShownTable:
    rows: list[list[str]] = []
    for design in designs:
        answers = [design.find(question) for question in file.questions]
        rows.append([design.name, *("-" if answer is None else show(answer) for answer in answers)])
    return ShownTable(title, ["design", *file.questions], rows)


def _cost(measured: Measured) -> str:
    cost = measured.cost
    return f"{format_size(cost.bytes)} / {cost.requests} / {cost.steps}"


def _steps(measured: Measured) -> str:
    return " / ".join(str(measured.first_reads[name].steps) for name in FIRST_READS)


def _notes(design: ComparedDesign) -> Sequence[str]:
    notes = [f"refuses: {design.refuses}"] if design.refuses else []
    if design.loses:
        notes.append(f"cannot answer: {', '.join(design.loses)}")
    if design.different:
        notes.append(f"NOT EQUAL to the walk, so not measured: {', '.join(design.different)}")
    return notes
