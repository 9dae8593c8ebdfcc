"""All readers on all cases, and what that says in one word for each line of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from tests.readers.cases import OUTSIDE, Case
from tests.readers.outcome import Kind, Outcome
from tests.readers.process import ReaderProcess
from tests.readers.registry import READERS, SECONDS

TakeReader: TypeAlias = Callable[[str, float], AbstractContextManager[ReaderProcess]]
"""A reader of one's own, or one that is lent."""


@dataclass(frozen=True, slots=True)
class Result:
    reader: str
    case: Case
    outcome: Outcome


def measure(
    readers: Iterable[str],
    sources: Mapping[str, Path],
    cases: Sequence[Case],
    seconds: float = SECONDS,
    take: TakeReader = ReaderProcess,
) -> list[Result]:
    """Each reader on the cases whose source it reads, twice with the same values; else on none of them."""
    results: list[Result] = []
    for reader in readers:
        with take(reader, seconds) as process:
            baseline = {name: _baseline(process, path) for name, path in sources.items()}
            for case in cases:
                before = baseline[case.source]
                is_asked = not (READERS[reader].footer_only and case.row in OUTSIDE)
                if before is not None and is_asked:
                    outcome = process.read(case.path).against(before)
                    results.append(Result(reader, case, outcome))
    return results


def _baseline(process: ReaderProcess, path: Path) -> Outcome | None:
    once = process.read(path)
    again = process.read(path).against(once) if once.kind is Kind.READ else once
    return once if again.kind is Kind.READ else None


def words(results: Iterable[Result]) -> dict[str, dict[str, str]]:
    """By row and reader: `reads`, `fails` or `some` (reads some of the files)."""
    found: dict[tuple[str, str], set[bool]] = {}
    for result in results:
        key = result.case.row, result.reader
        found.setdefault(key, set()).add(result.outcome.kind is Kind.READ)
    table: dict[str, dict[str, str]] = {}
    for (row, reader), seen in found.items():
        word = "some" if len(seen) == 2 else "reads" if seen == {True} else "fails"
        table.setdefault(row, {})[reader] = word
    return table
