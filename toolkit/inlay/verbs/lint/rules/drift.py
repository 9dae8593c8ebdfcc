"""Files of a table whose schema is not that of the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.ground.drift.find import LEFT_OUT, SchemaOfFile, find_drift
from inlay.ground.drift.words import describe_drift
from inlay.ground.wording.printable import quote_empty
from inlay.verbs.lint.outline import TableOutline
from inlay.verbs.lint.rule import WARNING, Remedy, Sighting, TableRule, Thresholds, quote_path

SCHEMA_DRIFT: Final = "schema-drift"


def _advise_on_drift(table: TableOutline, _thresholds: Thresholds) -> Iterator[Sighting]:
    """Each file that differs is named, with each difference: the others are compared with the most common schema."""
    drift = find_drift(SchemaOfFile(file.path, file.num_rows, file.schema) for file in table.files)
    if drift is None:
        return
    reference = quote_path(drift.reference)
    for files in drift.others:
        seen = [
            (describe_drift(each), quote_empty(each.column) if each.kind != LEFT_OUT else "")
            for each in files.differences
        ]
        for path in files.paths:
            remedy = Remedy(f"inlay diff {reference} {quote_path(path)}")
            for said, column in seen:
                yield Sighting(said, remedy, column, path=path)


RULES: Final = (
    TableRule(
        id=SCHEMA_DRIFT,
        severity=WARNING,
        summary="All files of a table have the same schema",
        why="Readers take the schema of some file for all of them, and fail on others, or lose columns silently. "
        "Files are compared with the schema that most of them have; of two, the one with more rows, then the one whose file "
        "comes first by name.",
        source="docs/report.md; docs/file_diff.md",
        advise=_advise_on_drift,
    ),
)
