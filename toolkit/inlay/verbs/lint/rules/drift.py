"""Files of a table whose schema is not that of the others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from inlay.ground.drift.find import LEFT_OUT, DriftDifference, SchemaOfFile, find_drift
from inlay.ground.drift.words import NO_CAST, describe_drift
from inlay.ground.wording.printable import quote_empty
from inlay.verbs.lint.outline import TableOutline
from inlay.verbs.lint.rule import WARNING, Remedy, Sighting, TableRule, Thresholds, quote_path

SCHEMA_DRIFT: Final = "schema-drift"
_CAST: Final = ("other type", "other nullability")
"""What only a cast of the values mends."""

_RENAMED: Final = ("missing column", "added column")
_PLAIN: Final = re.compile(r"[\w.]+")


def _advise_on_drift(table: TableOutline, _thresholds: Thresholds) -> Iterator[Sighting]:
    """Each file that differs is named, with each difference: the others are compared with the most common schema."""
    drift = find_drift(SchemaOfFile(file.path, file.num_rows, file.schema) for file in table.files)
    if drift is None:
        return
    reference = quote_path(drift.reference)
    for files in drift.others:
        for path in files.paths:
            command = f"inlay diff {reference} {quote_path(path)}"
            renamed = _ask_for_rename(files.differences, quote_path(path))
            for each in files.differences:
                column = quote_empty(each.column) if each.kind != LEFT_OUT else ""
                fix = command
                if each.kind in _CAST:
                    fix = f"{NO_CAST}; {command} compares two"
                elif each.kind in _RENAMED and renamed:
                    fix = renamed
                yield Sighting(describe_drift(each), Remedy(fix), column, path=path)


def _ask_for_rename(differences: Sequence[DriftDifference], path: str) -> str:
    """Where one column is missing and one added, of one type and in one group: nobody but the user knows whether they are one."""
    missing = [each for each in differences if each.kind == "missing column"]
    added = [each for each in differences if each.kind == "added column"]
    if len(missing) != 1 or len(added) != 1 or missing[0].expected != added[0].actual:
        return ""
    old, new = added[0].column, missing[0].column
    if not (_PLAIN.fullmatch(old) and _PLAIN.fullmatch(new)):
        return ""
    group, _, name = new.rpartition(".")
    if old.rpartition(".")[0] != group:
        return ""
    return f"if {old} is {new} under another name: inlay set {path} --rename {old}={name}"


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
