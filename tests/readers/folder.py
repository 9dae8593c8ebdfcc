"""`python -m tests.readers.folder DIR`: does Inlay read every file below DIR that pyarrow or DuckDB reads?

A file counts as read where its values come; what only pyarrow's own reader of pages refuses is told apart from
what Inlay refuses. Prints a line for every file that others read and Inlay does not, or reads with other values
than pyarrow, a line for every file whose values come from DuckDB alone, with what pyarrow says of it, and a table by
folder. Exit code 1 where there is one of the first kind.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.readers.outcome import Kind, Outcome
from tests.readers.process import ReaderProcess

SECONDS: Final = 120.0
"""For one file and reader."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of one file: `opened` is its footer, `ours` its values, and `others` the values of each other reader."""

    path: Path
    opened: Outcome
    ours: Outcome
    others: dict[str, Outcome]

    @property
    def is_read_by_others(self) -> bool:
        return any(outcome.kind is Kind.READ for outcome in self.others.values())

    @property
    def verdict(self) -> str:
        pyarrow = self.others["pyarrow"]
        if self.opened.kind is not Kind.READ:
            return "footer refused" if self.is_read_by_others else "refused, as by the others"
        if pyarrow.kind is not Kind.READ:
            return "footer read, values not by pyarrow"
        return {Kind.READ: "read", Kind.OTHER: "OTHER VALUES"}.get(
            self.ours.against(pyarrow).kind, "values refused"
        )

    @property
    def is_read_by_duckdb_alone(self) -> bool:
        """Inlay reads values through pyarrow: docs/versions.md."""
        kinds = {name: outcome.kind for name, outcome in self.others.items()}
        return kinds["DuckDB"] is Kind.READ and kinds["pyarrow"] is not Kind.READ

    @property
    def is_wrong(self) -> bool:
        return self.verdict in ("footer refused", "OTHER VALUES", "values refused")


def readings(folder: Path) -> Iterator[Reading]:
    with (
        ReaderProcess("Inlay", SECONDS) as inlay,
        ReaderProcess("pyarrow", SECONDS) as one,
        ReaderProcess("DuckDB", SECONDS) as two,
    ):
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            others = {"pyarrow": one.read(path), "DuckDB": two.read(path)}
            yield Reading(path, inlay.open(path), inlay.read(path), others)


def main(folder: Path) -> int:
    verdicts: dict[str, Counter[str]] = {}
    wrong = 0
    for reading in readings(folder):
        project = reading.path.relative_to(folder).parts[0]
        verdicts.setdefault(project, Counter())[reading.verdict] += 1
        if reading.is_wrong:
            wrong += 1
            readers = ", ".join(n for n, o in reading.others.items() if o.kind is Kind.READ)
            detail = (
                reading.opened.detail
                if reading.verdict == "footer refused"
                else reading.ours.detail
            )
            print(
                f"{reading.verdict}: {reading.path.relative_to(folder)} (read by {readers}): {detail}"
            )
        elif reading.is_read_by_duckdb_alone:
            print(
                f"by DuckDB alone: {reading.path.relative_to(folder)}: {reading.others['pyarrow'].detail}"
            )
    for project, counts in sorted(verdicts.items()):
        print(
            f"{project}: {counts.total()} files; {', '.join(f'{n} {v}' for v, n in counts.most_common())}"
        )
    total = sum((counts for counts in verdicts.values()), Counter[str]())
    print(
        f"{total.total()} files of {len(verdicts)} projects; {wrong} that others read and Inlay does not"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
