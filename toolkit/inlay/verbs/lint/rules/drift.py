"""Files of a table whose schema is not that of the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from inlay.ground.drift.find import LEFT_OUT, DriftDifference, SchemaOfFile, find_drift
from inlay.ground.drift.words import NO_CAST, describe_drift
from inlay.ground.wording.printable import quote_empty
from inlay.verbs.lint.outline import TableOutline
from inlay.verbs.lint.renames import find_rename
from inlay.verbs.lint.rule import WARNING, Remedy, Sighting, TableRule, Thresholds, quote_path

SCHEMA_DRIFT: Final = "schema-drift"
_CAST: Final = ("other type", "other nullability")
"""What only a cast of the values mends."""

_RENAMED: Final = ("missing column", "added column")
_MOST_NAMED: Final = 8
"""Files that a command names."""


def _advise_on_drift(table: TableOutline, _thresholds: Thresholds) -> Iterator[Sighting]:
    """Each file that differs is named, with each difference: the others are compared with the most common schema."""
    drift = find_drift(SchemaOfFile(file.path, file.num_rows, file.schema) for file in table.files)
    if drift is None:
        return
    reference = quote_path(drift.reference)
    for files in drift.others:
        renamed = _ask_for_rename(files.differences, files.paths)
        for path in files.paths:
            command = f"inlay diff {reference} {quote_path(path)}"
            for each in files.differences:
                column = quote_empty(each.column) if each.kind != LEFT_OUT else ""
                fix = command
                if each.kind in _CAST:
                    fix = f"{NO_CAST}; {command} compares two"
                elif each.kind in _RENAMED and renamed:
                    fix = renamed
                yield Sighting(describe_drift(each), Remedy(fix), column, path=path)


def _ask_for_rename(differences: Sequence[DriftDifference], paths: Sequence[str]) -> str:
    """One command for all files that have these differences."""
    rename = find_rename(differences)
    if rename is None:
        return ""
    is_named = len(paths) <= _MOST_NAMED
    files = " ".join(map(quote_path, paths)) if is_named else "FILE"
    command = f"inlay set {files} --rename {rename.old}={rename.name}"
    if not is_named:
        command += f", for each of {len(paths):,} files"
    return f"if {rename.old} is {rename.new} under another name: {command}"


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
