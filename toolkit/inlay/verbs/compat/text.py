"""Findings for people: a block for each reader of a file."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from inlay.ground.wording.amounts import count
from inlay.ground.wording.printable import escape_unprintable
from inlay.verbs.compat.finding import CompatFinding
from inlay.verbs.compat.judge import HIDDEN
from inlay.verbs.compat.merged_fixes import chain_fixes, is_chained, merge_fixes
from inlay.verbs.compat.outcome import ReaderOutcome

MOST_NAMED: Final = 3
"""Columns that are named before the number of the others."""

_CLOSED: Final = ("encryption: footer",)
_OF_COLUMN: Final = re.compile(r"--[a-z-]+ COLUMN\S*")
"""An option that may be repeated."""

_SAID: Final[Mapping[ReaderOutcome, tuple[str, str, str]]] = {
    ReaderOutcome.REFUSES_FILE: (
        "refuses the file",
        "refuses the file because of",
        "may refuse the file because of",
    ),
    ReaderOutcome.REFUSES_COLUMN: ("does not read a column", "does not read", "may fail to read"),
    ReaderOutcome.MISREADS: (
        "reads wrong values",
        "reads wrong values from",
        "may read wrong values from",
    ),
    ReaderOutcome.LOSES_ROWS: (
        "loses rows by a filter",
        "loses rows by a filter on",
        "may lose rows by a filter on",
    ),
    ReaderOutcome.IGNORES_TYPE: (
        "ignores a type",
        "ignores the type of",
        "may ignore the type of",
    ),
}
"""What happens; what happens to columns, and what may happen to them."""


def list_lines(
    path: str, findings: Sequence[CompatFinding], readers: Sequence[str]
) -> Iterator[str]:
    """`readers` are all that were asked."""
    stumbling = {(it.reader, it.version) for it in findings if not it.is_note}
    doubtful = {(it.reader, it.version) for it in findings if it.is_possible} - stumbling
    fine = len(readers) - len(stumbling) - len(doubtful)
    noted = len({(it.reader, it.version) for it in findings} - stumbling - doubtful)
    notes = f", {noted:,} of these with notes" if noted else ""
    doubts = f", {len(doubtful):,} with possible trouble" if doubtful else ""
    yield f"{escape_unprintable(path)}: {count(len(readers), 'reader')}, {fine:,} without trouble{notes}{doubts}"
    if len(stumbling) == len(readers) > 1 and {it.features for it in findings} == {_CLOSED}:
        yield f"    warning  no reader opens it without its key: {findings[0].fix}"
        return
    for (name, version), of_reader in groupby(findings, key=lambda it: (it.reader, it.version)):
        of_all = list(of_reader)
        measured = of_all[0].measured
        by = "" if measured == version else f", by what {measured} does"
        yield f"  {name} {version}{by}"
        alike: dict[tuple[str, tuple[str, ...], bool], list[CompatFinding]] = {}
        for it in of_all:
            alike.setdefault((it.outcome, it.features, it.is_possible), []).append(it)
        given = [(number, fix) for number, it in enumerate(alike.values()) for fix in _fixes_of(it)]
        fixes: dict[int, list[str]] = {}
        for (number, _), fix in zip(given, merge_fixes([fix for _, fix in given]), strict=True):
            fixes.setdefault(number, []).extend([fix] if fix else [])
        chained = chain_fixes([fix for several in fixes.values() for fix in several])
        is_chain = len(chained) > 1
        for number, several in enumerate(alike.values()):
            yield from _describe(several)
            for fix in fixes[number]:
                if not (is_chain and is_chained(fix)):
                    yield f"             {fix}"
        if is_chain:
            yield "    all of it, one after another:"
            for fix in chained:
                yield f"             {fix}"


def _fixes_of(several: Sequence[CompatFinding]) -> list[str]:
    """One for all columns that have the same."""
    by_fix: dict[str, list[CompatFinding]] = {}
    for it in several:
        by_fix.setdefault(it.fix, []).append(it)
    return [
        _name_columns(fix.replace("FILE", shlex.quote(alike[0].path)), _columns_of(alike))
        for fix, alike in by_fix.items()
    ]


def _columns_of(several: Sequence[CompatFinding]) -> list[str]:
    return [escape_unprintable(it.column) or '""' for it in several if it.column]


def _describe(several: Sequence[CompatFinding]) -> Iterator[str]:
    first = several[0]
    columns = _columns_of(several)
    more = f" and {len(columns) - MOST_NAMED:,} more" if len(columns) > MOST_NAMED else ""
    where = f"{', '.join(columns[:MOST_NAMED])}{more}"
    severity = "note" if first.is_note else "warning"
    why = " with ".join(it.replace(": ", " ", 1) for it in first.features)
    if _is_of_nan(first):
        why = "nobody counted its NaNs"
    yield f"    {severity:<7}  {_say(first, where)}: {why}"
    # What is kept is what the first version in trouble said: of an older one it may be an error.
    if first.is_possible and ", and not " in first.said:
        yield f"             for example, when it was measured: {first.said}"


def _name_columns(fix: str, columns: Sequence[str]) -> str:
    """The command with an option for each column, as far as they are named."""
    if not columns or len(columns) > MOST_NAMED:
        return fix
    return _OF_COLUMN.sub(
        lambda it: " ".join(it[0].replace("COLUMN", shlex.quote(name)) for name in columns), fix
    )


def _say(finding: CompatFinding, where: str) -> str:
    """What the reader does."""
    alone, happens, may_happen = _SAID[ReaderOutcome(finding.outcome)]
    if not where:
        return alone
    if not finding.is_possible:
        return f"{happens} {where}"
    return f"{may_happen} {where}{' if there is a NaN' if _is_of_nan(finding) else ''}"


def _is_of_nan(finding: CompatFinding) -> bool:
    """Whether it happens only where there is one, and nobody says so."""
    return finding.is_possible and not set(HIDDEN.values()).isdisjoint(finding.features)
