"""What `inlay variant from-json` says when it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from inlay.cli.inspect.choices import RIGHT, TITLES, describe_choices, list_choices
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.printing import show_json, show_line, show_table, warn
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay.rows.variants.json_lines import ConvertedLines
    from inlay.rows.variants.json_rows import OnError

MOST_CHOICES: Final = 20
"""Lines of a table that people read to the end."""


def show_converted(
    output: str, column: str, done: ConvertedLines, on_error: OnError, *, is_json: bool
) -> None:
    if is_json:
        show_json(document_of("variant from-json", _describe(output, column, done)))
        return
    shredded = ", shredded" if done.is_shredded else ""
    show_line(f"{output}: {count(done.rows, 'row')}{shredded}")
    if done.inferred is not None and done.inferred.rows:
        choices = list_choices(done.inferred)
        show_line(f"columns of {column}, chosen by the first {count(done.inferred.rows, 'row')}:")
        show_table(TITLES, choices[:MOST_CHOICES], RIGHT, folds=["why"])
        if (more := len(choices) - MOST_CHOICES) > 0:
            show_line(f"... and {more:,} more: `inlay variant schema {output}` shows all")
    if done.rejected:
        became = "left out" if on_error.value == "skip" else "written as nulls"
        are = "is" if done.rejected == 1 else "are"
        warn(f"{count(done.rejected, 'line')} {are} not JSON: {became}")


def _describe(output: str, column: str, done: ConvertedLines) -> dict[str, Json]:
    return {
        "path": output,
        "column": column,
        "rows": done.rows,
        "rejected": done.rejected,
        "type": str(done.schema) if done.is_shredded else None,
        "fields": [] if done.inferred is None else describe_choices(done.inferred),
    }
