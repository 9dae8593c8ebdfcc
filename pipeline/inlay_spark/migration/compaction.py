"""What a compaction would do, or did: how many files become how many, and which row groups stay small."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from inlay.ground.wording.amounts import count, format_size
from inlay_spark.migration.group_staging import SMALL_ROWS
from inlay_spark.migration.outcomes import counts_of, reasons_of
from inlay_spark.migration.rows import DONE, PROBLEM, REFUSED, SAME

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_SUMS: Final = (
    "files",
    "size",
    "new_size",
    "rows",
    "old_footers",
    "tail_length",
    "row_groups",
    "small_row_groups",
)

_MOST_NOTED: Final = 100

_ONE_BY_ONE: Final = 3
"""New files whose notes are printed."""


@dataclass(frozen=True, slots=True)
class Compaction:
    """`files` become `new_files`; the rest is about these: bytes of `format_size` and `footers`, before and after, and row groups,
    of which `small_row_groups` have less than `small_rows` rows.

    `actions` counts the files that stay by the reason for it, as (`same`, `refused`, `problem`, `other`). `reasons` has
    the first hundred of those that are refused or problems, `apart` of those that fit to no other file.

    `noted` new files lack something that their old ones have, such as bounds: `notes` has what `concat` says of the first hundred, as
    (path of the new file, note). Of indexes a plan knows nothing.
    """

    files: int
    new_files: int
    actions: dict[str, int]
    reasons: list[tuple[str, str]]
    apart: list[tuple[str, str]]
    rows: int
    size_before: int
    size_after: int
    footers_before: int
    footers_after: int
    row_groups: int
    small_row_groups: int
    noted: int
    notes: list[tuple[str, str]]
    small_rows: int = SMALL_ROWS


def compaction_of(frame: DataFrame) -> Compaction:
    """Of rows of `StagedGroup`."""
    from pyspark.sql.functions import count as number_of
    from pyspark.sql.functions import sum as total

    whole = frame.where(f"state = '{DONE}'")
    sums = whole.agg(
        number_of("*").alias("n"), *(total(name).alias(name) for name in _SUMS)
    ).first()
    assert sums is not None
    known = {name: int(sums[name] or 0) for name in _SUMS}
    noted = whole.where("notes <> '[]'").select("path", "notes")
    stay = frame.where(f"state <> '{DONE}'")
    return Compaction(
        known["files"],
        sums["n"],
        counts_of(stay, "state"),
        reasons_of(stay.where(f"state IN ('{PROBLEM}', '{REFUSED}')")),
        reasons_of(stay.where(f"state = '{SAME}'")),
        known["rows"],
        known["size"],
        known["new_size"],
        known["old_footers"],
        known["tail_length"],
        known["row_groups"],
        known["small_row_groups"],
        noted.count(),
        [
            (row["path"], note)
            for row in noted.orderBy("path").limit(_MOST_NOTED).collect()
            for note in json.loads(row["notes"])
        ],
    )


def describe_compaction(compaction: Compaction) -> list[str]:
    """What it comes to; nothing where no file changes."""
    if not compaction.files:
        return []
    files, groups = count(compaction.new_files, "file"), count(compaction.row_groups, "row group")
    before, after = format_size(compaction.footers_before), format_size(compaction.footers_after)
    lines = [
        f"{count(compaction.files, 'file')} -> {files}, {count(compaction.rows, 'row')}",
        f"  files    {format_size(compaction.size_before)} -> {format_size(compaction.size_after)}",
        f"  footers  {before} -> {after}",
    ]
    if compaction.small_row_groups:
        each = compaction.footers_after / compaction.row_groups
        lines.append(
            f"  {compaction.small_row_groups:,} of {groups} have less than {count(compaction.small_rows, 'row')}: "
            f"they stay as they are, and each costs {format_size(round(each))} of footer"
        )
    return lines


def describe_apart(compaction: Compaction) -> list[str]:
    """Files that could not be put together with any other."""
    return [f"{path} stays: {reason}" for path, reason in compaction.apart]


def describe_notes(compaction: Compaction) -> list[str]:
    """What new files lack; of the first few, for those of a lake are mostly alike."""
    shown = list(dict.fromkeys(path for path, _ in compaction.notes))[:_ONE_BY_ONE]
    lines = [f"{path}: {note}" for path, note in compaction.notes if path in shown]
    left = compaction.noted - len(shown)
    if left > 0:
        lines.append(f"  and {count(left, 'new file')} with such notes: the journal has them all")
    return lines
