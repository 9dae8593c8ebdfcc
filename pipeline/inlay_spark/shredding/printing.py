"""What the command says: a schema with its reasons, and what a run did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Final, cast

from inlay.cli.inspect.choices import RIGHT, TITLES, list_choices
from inlay.cli.printing import show_line
from inlay.ground.wording.amounts import count, format_size
from inlay_spark.shredding.lake import ShredOutcome
from inlay_spark.shredding.planning import ShredPlan
from inlay_variant.arrow.schema_text import format_schema

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json


_ONE_BY_ONE: Final = 3
"""Files whose notes are printed."""


def show_lines(lines: Iterable[str]) -> None:
    for line in lines:
        show_line(line)


def show_plan(plan: ShredPlan) -> None:
    sample = plan.sampled
    show_line(f"{count(plan.files, 'file')}, {format_size(plan.bytes)}")
    if sample is not None and sample.bad:
        show_line(
            f"  {sample.bad:,} of {sample.files:,} could not be looked at: {sample.first_bad}"
        )
    for column, type_ in plan.schema.columns.items():
        inferred = plan.schema.inferred.get(column)
        if inferred is None or sample is None:
            show_line(f"{column}, by the schema that was given")
        else:
            show_line(
                f"{column}, by {count(inferred.rows, 'row')} of {count(sample.files, 'file')}:"
            )
            show_lines(_table(list_choices(inferred)))
        show_line(f"--schema '{column}={format_schema(type_)}'", is_copied=True)
    show_line("nothing was written: --output DIR does it")


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


def plan_document(plan: ShredPlan) -> dict[str, Json]:
    sample = plan.sampled
    return {
        "files": plan.files,
        "bytes": plan.bytes,
        "files_sampled": sample.files if sample is not None else 0,
        "files_in_vain": sample.bad if sample is not None else 0,
        "columns": {
            column: {
                "schema": format_schema(type_),
                "rows": plan.schema.inferred[column].rows if column in plan.schema.inferred else 0,
                "fields": [
                    cast("Json", asdict(choice))
                    for choice in (
                        plan.schema.inferred[column].choices
                        if column in plan.schema.inferred
                        else ()
                    )
                ],
            }
            for column, type_ in plan.schema.columns.items()
        },
    }


def describe_outcome(done: ShredOutcome, out: str) -> list[str]:
    lines = [
        f"{out}: {count(done.files, 'file')} written, {count(done.rows, 'row')}, "
        f"{format_size(done.bytes)} -> {format_size(done.bytes_out)}"
    ]
    counts = {
        "unchanged": done.unchanged,
        "without a column, which is null there": done.without,
        "gone, what was made of them is kept (--remove-gone removes it)": done.kept,
        "gone, and removed": done.removed,
        "neither Parquet nor lines of JSON by name or content, and passed over": done.others,
        "failed, and not written": done.problems,
        "without indexes that did not fit": done.noted,
    }
    width = max((len(f"{number:,}") for number in counts.values() if number), default=0)
    lines += [f"  {number:>{width},} {what}" for what, number in counts.items() if number]
    lines += [f"{path}: {reason}" for path, reason in done.reasons]
    if done.problems > len(done.reasons):
        left = done.problems - len(done.reasons)
        lines.append(f"and {count(left, 'file')} more, in {out}/_problems.jsonl")
    return [*lines, *_describe_notes(done, out)]


def _describe_notes(done: ShredOutcome, out: str) -> list[str]:
    """What new files lack; of the first few, for those of a lake are mostly alike."""
    shown = list(dict.fromkeys(path for path, _ in done.notes))[:_ONE_BY_ONE]
    lines = [f"{path}: {note}" for path, note in done.notes if path in shown]
    if done.noted > len(shown):
        left = count(done.noted - len(shown), "file")
        lines.append(f"and {left} with such notes: {out}/_shred has them all")
    return lines
