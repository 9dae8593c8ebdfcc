"""One reader in one version on all evidence files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from inlay_runtime.errors import InlayError
from tests.compat.observed import (
    COLUMN,
    FILE,
    IGNORES,
    LOSES,
    MISREADS,
    NOT_ASKED,
    READS,
)
from tests.compat.written import KEY, Evidence, Tried
from tests.readers.outcome import Kind, Outcome
from tests.readers.process import ReaderProcess
from tests.readers.verdict import judge_values, shorten

Seen = dict[str, dict[str, tuple[str, str]]]
"""By file and row: a letter, and what was said."""

SECONDS: Final = 60.0
_WORDS: Final = {"right": READS, "other type": IGNORES, "wrong": MISREADS}


class HurtError(InlayError):
    """Of such a reader nothing is recorded: a gap would name the file."""


class CompatProcess(ReaderProcess):
    child: ClassVar[str] = "tests.compat.child"

    def column(self, path: Path, name: str) -> Outcome:
        return self._ask("ask", path, "values", name)

    def count(self, path: Path, name: str) -> Outcome:
        return self._ask("ask", path, "filter", name)

    def fetched(self, path: Path, name: str, value: float) -> Outcome:
        return self._ask("ask", path, "bytes", name, value)


def write_evidence(evidence: Sequence[Evidence], folder: Path) -> dict[str, Path]:
    """By the name of the file in the record."""
    paths: dict[str, Path] = {}
    for each in evidence:
        name = f"{each.half}: {each.name}"
        paths[name] = folder / f"{len(paths)}.parquet"
        each.write(paths[name])
    return paths


def measure(
    reader: str, folder: Path, evidence: Sequence[Evidence], paths: dict[str, Path]
) -> Seen:
    """Raises HurtError for a file that ends the reader, or that it does not come back from."""
    seen: Seen = {}
    with CompatProcess(f"{reader}={folder}", SECONDS) as process:
        for each, (name, path) in zip(evidence, paths.items(), strict=True):
            rows = _ask_columns(process, path, each)
            for column in each.sought:
                if rows.get(column, (NOT_ASKED, ""))[0] in (READS, IGNORES):
                    rows[f"{column}?"] = _sought(_require_unhurt(process.count(path, column)))
            seen[name] = {row: it for row, it in rows.items() if it[0] != NOT_ASKED}
    return seen


def _ask_columns(process: CompatProcess, path: Path, each: Evidence) -> dict[str, tuple[str, str]]:
    outcomes = {name: _require_unhurt(process.column(path, name)) for name in each.columns}
    is_refused = outcomes[KEY].kind is Kind.ERROR
    return {
        name: _judge(name, outcome, each.columns[name], is_refused)
        for name, outcome in outcomes.items()
    }


def _require_unhurt(outcome: Outcome) -> Outcome:
    if outcome.kind in (Kind.CRASH, Kind.HANG):
        raise HurtError(outcome.detail)
    return outcome


def _judge(name: str, outcome: Outcome, tried: Tried, is_refused: bool) -> tuple[str, str]:
    if outcome.kind is not Kind.READ:
        return FILE if is_refused else COLUMN, shorten(outcome.detail)
    if tried.parsed is not None and judge_values(outcome, {name: tried.parsed}).verdict == "right":
        return READS, ""
    others = ({name: it} for it in (tried.stored, tried.untyped) if it is not None)
    cell = judge_values(outcome, {name: tried.values}, *others)
    return _WORDS[cell.verdict], cell.text


def _sought(outcome: Outcome) -> tuple[str, str]:
    if outcome.kind is not Kind.READ:
        return NOT_ASKED, ""
    (counts,) = outcome.values.values()
    assert isinstance(counts, list)
    found, there = counts
    if found == there:
        return READS, ""
    return LOSES, f"a filter finds {found} of {there} rows"
