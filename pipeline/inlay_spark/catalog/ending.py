"""How a job ends that keeps what it finds of a lake's files in tables: its totals, and its exit code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from inlay.cli.exit_codes import ExitCode
from inlay.ground.wording.amounts import count
from inlay_spark.catalog.build import Summary


class LakeOutcome(Protocol):
    """`read` is what this run did; all others count what the tables hold. Of the `unreadable`, `unreached` are those that could
    not be read for no fault of their own."""

    @property
    def read(self) -> Summary: ...
    @property
    def files(self) -> int: ...
    @property
    def unreadable(self) -> int: ...
    @property
    def unreached(self) -> int: ...
    @property
    def others(self) -> int: ...


def list_totals(outcome: LakeOutcome, directory: str, fine: str, now: str) -> Iterator[str]:
    """`fine` says how many files have nothing to tell, and `now` what was done with those of this run."""
    said = f"{directory}: {count(outcome.files, 'file')}, {fine}"
    if outcome.unreadable:
        said += f"; {outcome.unreadable:,} that could not be read"
    if outcome.others:
        said += f"; {count(outcome.others, 'file')} of other kinds"
    yield said
    yield f"  {now:<11} {describe_reading(outcome.read)}"


def describe_reading(read: Summary) -> str:
    return f"{count(read.files, 'file')}; {read.unchanged:,} unchanged, {read.gone:,} gone"


def code_of_lake(outcome: LakeOutcome, *, has_findings: bool) -> ExitCode:
    if outcome.unreached:
        return ExitCode.IO
    if outcome.unreadable:
        return ExitCode.INVALID
    return ExitCode.FINDINGS if has_findings else ExitCode.OK
