"""Columns that may be null, and never are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.ground.wording.amounts import count
from inlay.ground.wording.printable import quote_empty
from inlay.verbs.lint.outline import TableOutline
from inlay.verbs.lint.rule import NOTE, Remedy, Sighting, TableRule, Threshold, Thresholds

_MOST_NAMED: Final = 3


def _advise_on_never_null(table: TableOutline, thresholds: Thresholds) -> Iterator[Sighting]:
    files = [file for file in table.files if file.num_rows > 0]
    if len(files) < thresholds["files"]:
        return
    never = set(files[0].never_null).intersection(*(file.never_null for file in files[1:]))
    names = [part.path for part in files[0].schema if quote_empty(part.path) in never]
    if names:
        more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
        yield Sighting(
            f"{count(len(names), 'optional column')} without a null in any of {count(len(files), 'file')}: "
            f"{', '.join(map(quote_empty, names[:_MOST_NAMED]))}{more}",
            Remedy("write them as required, if they are: pa.field(..., nullable=False) (pyarrow)"),
        )


RULES: Final = (
    TableRule(
        id="never-null",
        severity=NOTE,
        summary="Columns that are never null are declared required",
        why="Readers decode levels for each value, and engines plan for nulls that never come.",
        source="parquet.thrift, FieldRepetitionType",
        advise=_advise_on_never_null,
        thresholds={
            "files": Threshold(10, "Files with rows below which it does not matter", least=1)
        },
    ),
)
