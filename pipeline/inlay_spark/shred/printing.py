"""What the command says: a schema with its reasons, and what a run did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, cast

from inlay.cli.printing import show_line
from inlay.cli.report.choices import RIGHT, TITLES, choice_rows
from inlay.variant.schema_text import schema_text
from inlay.wording.amounts import count, size
from inlay_spark.shred.lake import Outcome
from inlay_spark.shred.planning import Plan

if TYPE_CHECKING:
    from inlay.cli.report.json_values import Json


def show_lines(lines: Iterable[str]) -> None:
    for line in lines:
        show_line(line)


def show_plan(plan: Plan) -> None:
    found = plan.sampled
    show_line(f"{count(plan.files, 'file')}, {size(plan.bytes)}")
    if found is not None and found.bad:
        show_line(f"  {found.bad:,} of {found.files:,} could not be looked at: {found.first_bad}")
    for column, type_ in plan.fixed.columns.items():
        inferred = plan.fixed.inferred.get(column)
        if inferred is None or found is None:
            show_line(f"{column}, by the schema that was given")
        else:
            show_line(f"{column}, by {inferred.rows:,} rows of {count(found.files, 'file')}:")
            show_lines(_table(choice_rows(inferred)))
        show_line(f"--schema '{column}={schema_text(type_)}'")
    show_line("nothing was written: --out DIR does it")


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Without rich, which is not in the archive for spark-submit."""
    everything = [TITLES, *rows]
    widths = [max(map(len, column)) for column in zip(*everything, strict=True)]
    for row in everything:
        cells = (
            cell.rjust(width) if title in RIGHT else cell.ljust(width)
            for title, cell, width in zip(TITLES, row, widths, strict=True)
        )
        yield "  ".join(cells).rstrip()


def plan_document(plan: Plan) -> dict[str, Json]:
    found = plan.sampled
    return {
        "files": plan.files,
        "bytes": plan.bytes,
        "files_sampled": found.files if found is not None else 0,
        "files_in_vain": found.bad if found is not None else 0,
        "columns": {
            column: {
                "schema": schema_text(type_),
                "rows": plan.fixed.inferred[column].rows if column in plan.fixed.inferred else 0,
                "fields": [
                    cast("Json", asdict(one))
                    for one in (
                        plan.fixed.inferred[column].choices if column in plan.fixed.inferred else ()
                    )
                ],
            }
            for column, type_ in plan.fixed.columns.items()
        },
    }


def outcome_lines(done: Outcome, out: str) -> list[str]:
    lines = [
        f"{out}: {count(done.files, 'file')} written, {count(done.rows, 'row')}, "
        f"{size(done.bytes)} -> {size(done.bytes_out)}"
    ]
    said = {
        "unchanged": done.unchanged,
        "without a column, which is null there": done.without,
        "gone, what was made of them is kept (--remove-gone removes it)": done.kept,
        "gone, and removed": done.removed,
        "a problem, and not written": done.problems,
    }
    width = max((len(f"{number:,}") for number in said.values() if number), default=0)
    lines += [f"  {number:>{width},} {what}" for what, number in said.items() if number]
    lines += [f"{path}: {reason}" for path, reason in done.reasons]
    if done.problems > len(done.reasons):
        left = done.problems - len(done.reasons)
        lines.append(f"and {count(left, 'file')} more, in {out}/_problems.jsonl")
    return lines
