"""The ledger of runs, `fuzz/runs.json`, and the table of docs/trust.md that is made of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final, NamedTuple

from fuzz.target import load_target, target_names

ROOT: Final = Path(__file__).parents[1]
LEDGER: Final = ROOT / "fuzz" / "runs.json"
PAGE: Final = ROOT / "docs" / "trust.md"
_BEGIN, _END = "<!-- fuzz: begin -->", "<!-- fuzz: end -->"


class Run(NamedTuple):
    """What one run of libFuzzer said at its end; `edges` and `features` are its `cov` and `ft`."""

    executions: int
    seconds: float
    edges: int
    features: int
    date: str


class Record(NamedTuple):
    """All runs of a target: executions and seconds in sum, the most edges, the last date."""

    executions: int = 0
    seconds: float = 0.0
    edges: int = 0
    features: int = 0
    date: str = ""
    mended: int = 0
    """Defects that the target found, and that are mended; written by hand."""

    def with_run(self, run: Run) -> Record:
        return self._replace(
            executions=self.executions + run.executions,
            seconds=round(self.seconds + run.seconds, 1),
            edges=max(self.edges, run.edges),
            features=max(self.features, run.features),
            date=run.date,
        )


def read_run(log: str, seconds: float, date: str) -> Run:
    """The last figures in a log of libFuzzer."""
    lines = re.findall(r"^#(\d+)\s.*?\bcov: (\d+) ft: (\d+)", log, re.MULTILINE)
    units = re.findall(r"stat::number_of_executed_units:\s*(\d+)", log)
    counts = [int(count) for count, _, _ in lines] + [int(count) for count in units]
    edges = max((int(edge) for _, edge, _ in lines), default=0)
    features = max((int(feature) for _, _, feature in lines), default=0)
    return Run(max(counts, default=0), seconds, edges, features, date)


def read_ledger() -> dict[str, Record]:
    if not LEDGER.exists():
        return {}
    rows = json.loads(LEDGER.read_text(encoding="utf-8"))
    return {name: Record(**row) for name, row in rows.items()}


def write_ledger(records: dict[str, Record]) -> None:
    rows = {name: record._asdict() for name, record in sorted(records.items())}
    LEDGER.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def write_table() -> str:
    """The table in Markdown."""
    records = read_ledger()
    lines = [
        "| target | its law, besides no crash and typed errors only | executions | a second | edges | features | last run | defects mended |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name in target_names():
        record = records.get(name, Record())
        rate = record.executions / record.seconds if record.seconds else 0
        lines.append(
            f"| `{name}` | {load_target(name).law} | {record.executions:,} | {rate:,.0f} | {record.edges:,} "
            f"| {record.features:,} | {record.date or 'never'} | {record.mended} |"
        )
    total = sum(record.executions for record in records.values())
    return "\n".join([*lines, "", f"In all: {total:,} executions."])


def write_page() -> None:
    """Puts the table into docs/trust.md, between its marks."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(_BEGIN)
    after = rest.split(_END)[1]
    PAGE.write_text(f"{before}{_BEGIN}\n{write_table()}\n{_END}{after}", encoding="utf-8")


if __name__ == "__main__":
    write_page()
