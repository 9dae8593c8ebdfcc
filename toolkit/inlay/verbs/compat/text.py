"""Findings for people: a block for each reader of a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from inlay.ground.wording.amounts import count
from inlay.ground.wording.printable import escape_unprintable
from inlay.verbs.compat.finding import CompatFinding

MOST_NAMED: Final = 3
"""Columns that are named before the number of the others."""


def list_lines(
    path: str, findings: Sequence[CompatFinding], readers: Sequence[str]
) -> Iterator[str]:
    """`readers` are all that were asked."""
    stumbling = {(it.reader, it.version) for it in findings if not it.is_note}
    fine = len(readers) - len(stumbling)
    yield f"{escape_unprintable(path)}: {count(len(readers), 'reader')}, {fine:,} without trouble"
    for (name, version), of_reader in groupby(findings, key=lambda it: (it.reader, it.version)):
        of_all = list(of_reader)
        measured = of_all[0].measured
        by = "" if measured == version else f", by what {measured} does"
        yield f"  {name} {version}{by}"
        alike: dict[tuple[str, tuple[str, ...], bool], list[CompatFinding]] = {}
        for it in of_all:
            alike.setdefault((it.outcome, it.features, it.is_possible), []).append(it)
        for several in alike.values():
            yield from _describe(several)


def _describe(several: Sequence[CompatFinding]) -> Iterator[str]:
    first = several[0]
    columns = [escape_unprintable(it.column) or '""' for it in several if it.column]
    more = f" and {len(columns) - MOST_NAMED:,} more" if len(columns) > MOST_NAMED else ""
    where = f" of {', '.join(columns[:MOST_NAMED])}{more}" if columns else ""
    possible = " if there is a NaN" if first.is_possible else ""
    severity = "note" if first.is_note else "warning"
    yield f"    {severity:<7}  {first.outcome}{possible}: {'; '.join(first.features)}{where}"
    yield f"             {first.fix}"
