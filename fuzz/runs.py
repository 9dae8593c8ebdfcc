"""The ledger of runs, `build/fuzz/runs.json`, and the table that is made of it, `build/fuzz/runs.md`; neither is in git."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final, NamedTuple

from fuzz.native_core import BUILD
from fuzz.target import load_target, target_names

ROOT: Final = Path(__file__).parents[1]
LEDGER: Final = BUILD / "runs.json"
COVERAGE: Final = BUILD / "coverage.json"
"""By `python -m fuzz.coverage`."""

PAGE: Final = BUILD / "runs.md"
MANY: Final = 10_000_000
"""The aim: executions of a target."""


class Run(NamedTuple):
    """What one run of libFuzzer said at its end; `edges` and `features` are its `cov` and `ft`."""

    executions: int
    seconds: float
    edges: int
    features: int
    date: str
    compared: int
    """Of the executions, those that got all of the law (`fuzz.sampling`)."""

    processor: float
    """Seconds of processor time, its start and the reading of the corpus included."""

    is_watched: bool = False
    """Whether the address sanitizer was there."""


class Record(NamedTuple):
    """All runs of a target: executions and seconds in sum, the most edges, the last date."""

    executions: int = 0
    seconds: float = 0.0
    edges: int = 0
    features: int = 0
    date: str = ""
    compared: int = 0
    rate: float = 0.0
    """Executions in a second of processor time, in the last run without the address sanitizer."""

    watched: int = 0
    """Of the executions, those under the address sanitizer."""

    def with_run(self, run: Run) -> Record:
        is_measured = run.processor > 0 and not run.is_watched
        return self._replace(
            executions=self.executions + run.executions,
            seconds=round(self.seconds + run.seconds, 1),
            edges=max(self.edges, run.edges),
            features=max(self.features, run.features),
            date=run.date,
            compared=self.compared + run.compared,
            rate=round(run.executions / run.processor, 1) if is_measured else self.rate,
            watched=self.watched + run.is_watched * run.executions,
        )


def read_run(
    log: str, seconds: float, processor: float, date: str, share: float, *, is_watched: bool = False
) -> Run:
    """The last figures in a log of libFuzzer; `share` of the executions were compared."""
    lines = re.findall(r"^#(\d+)\s.*?\bcov: (\d+) ft: (\d+)", log, re.MULTILINE)
    units = re.findall(r"stat::number_of_executed_units:\s*(\d+)", log)
    counts = [int(count) for count, _, _ in lines] + [int(count) for count in units]
    edges = max((int(edge) for _, edge, _ in lines), default=0)
    features = max((int(feature) for _, _, feature in lines), default=0)
    executions = max(counts, default=0)
    compared = round(share * executions)
    return Run(executions, seconds, edges, features, date, compared, processor, is_watched)


def read_ledger() -> dict[str, Record]:
    """Empty where nothing has run yet."""
    text = LEDGER.read_text(encoding="utf-8") if LEDGER.exists() else ""
    rows = json.loads(text or "{}")
    return {name: Record(**row) for name, row in rows.items()}


def write_ledger(records: dict[str, Record]) -> None:
    rows = {name: record._asdict() for name, record in sorted(records.items())}
    LEDGER.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def enter_run(name: str, run: Run) -> None:
    """In the ledger, of which another process may be writing, too."""
    import fcntl  # libFuzzer is only where this is

    LEDGER.parent.mkdir(parents=True, exist_ok=True)
    with LEDGER.open("a") as ledger:  # a clone has none yet
        fcntl.flock(ledger, fcntl.LOCK_EX)
        records = read_ledger()
        records[name] = records.get(name, Record()).with_run(run)
        write_ledger(records)


def write_table() -> str:
    """The table in Markdown."""
    records = read_ledger()
    lines = [
        "| target | its law, besides no crash and typed errors only | executions | with all of the law | under the address sanitizer | a second of processor time | edges | features | last run |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for name in target_names():
        record = records.get(name, Record())
        lines.append(
            f"| `{name}` | {load_target(name).law} | {record.executions:,} | {record.compared:,} | {record.watched:,} | {_write_rate(record.rate)} | {record.edges:,} "
            f"| {record.features:,} | {record.date or 'never'} |"
        )
    total = sum(record.executions for record in records.values())
    compared = sum(record.compared for record in records.values())
    watched = sum(record.watched for record in records.values())
    many = [name for name, record in records.items() if record.executions >= MANY]
    verb = "has" if len(many) == 1 else "have"
    sums = f"In all: {total:,} executions, {compared:,} of them with all of the law, {watched:,} under the address sanitizer."
    reached = f"{len(many)} of {len(target_names())} targets {verb} {MANY:,}."
    return "\n".join([*lines, "", sums, reached])


def _write_rate(rate: float) -> str:
    return f"{rate:,.0f}" if rate else "not measured"


def write_coverage() -> str:
    """What was reached, by package and by room of native code, in Markdown; nothing where it was never measured."""
    if not COVERAGE.exists():
        return ""
    found = json.loads(COVERAGE.read_text(encoding="utf-8"))
    inputs = sum(one["inputs"] for one in found["targets"].values())
    lines = [
        f"Reached by {inputs:,} inputs, seeds and what runs have kept, of {len(found['targets'])} targets:",
        "",
        "| package | lines of functions | branches of native code |",
        "|---|---|---|",
    ]
    branches: dict[str, tuple[int, int]] = {}
    for module, (taken, total) in found["native"].items():
        package = module.partition("/")[0]
        before = branches.get(package, (0, 0))
        branches[package] = before[0] + taken, before[1] + total
    for package, (taken, total) in found["lines"].items():
        native = _write_part(*branches[package]) if package in branches else "none"
        lines.append(f"| `{package}` | {_write_part(taken, total)} | {native} |")
    return "\n".join([*lines, ""])


def _write_part(taken: int, total: int) -> str:
    return f"{taken:,} of {total:,}, {100 * taken // total} %"


def write_page() -> None:
    """Puts both tables into `build/fuzz/runs.md`."""
    tables = "\n\n".join(filter(None, (write_table(), write_coverage())))
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(f"# Runs of the fuzzer\n\n{tables}\n", encoding="utf-8")


if __name__ == "__main__":
    write_page()
