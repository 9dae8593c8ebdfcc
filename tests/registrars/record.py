"""What one run of `python -m tests.registrars` found out, and what `docs/registrars.md` says of it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from textwrap import wrap
from typing import Final, TypedDict

from tests.readers.document import table
from tests.registrars.judge import OURS, Judged, Verdict

DOCS: Final = Path(__file__).parents[2] / "docs"
RECORD: Final = DOCS / "registrars.json"
PAGE: Final = DOCS / "registrars.md"

Answers = dict[str, dict[str, str]]
"""By case and reader: a verdict, and behind a colon a filter that shows it, or an error."""


class Record(TypedDict):
    """`answers` are by table format and registrar."""

    measured: str
    versions: dict[str, str]
    answers: dict[str, dict[str, Answers]]


def describe(judged: dict[str, Judged]) -> dict[str, str]:
    return {
        reader: f"{it.verdict.value}: {it.why}" if it.why else it.verdict.value
        for reader, it in judged.items()
    }


def read_verdict(text: str) -> Verdict:
    return Verdict(text.partition(":")[0])


def read_record() -> Record:
    record: Record = json.loads(RECORD.read_text(encoding="utf-8"))
    return record


def write_record(record: Record) -> None:
    text = json.dumps(record, indent=1, ensure_ascii=False)
    RECORD.write_text(text + "\n", encoding="utf-8")


def show_tables(record: Record) -> str:
    """How many cases end how, and which lose rows."""
    rows: list[tuple[str, str, Counter[Verdict]]] = []
    lost: list[str] = []
    for registrars in record["answers"].values():
        for registrar, answers in registrars.items():
            counts = _count(answers)
            rows += [(registrar, reader, of) for reader, of in counts.items()]
            if registrar != OURS:
                lost.append(f"- {registrar}: {'; '.join(_list_lost(answers))}")
    shown = [it for it in Verdict if any(of[it] for _, _, of in rows)]
    cells = [
        [registrar, reader, *(str(of[it] or "") for it in shown)] for registrar, reader, of in rows
    ]
    lines = table(["registered by", "read by", *(it.value for it in shown)], cells).splitlines()
    lines[1] = "|---|---|" + "--:|" * len(shown)
    versions = "; ".join(f"{name} {of}" for name, of in record["versions"].items())
    measured = f"Measured on {record['measured']}, with {versions}."
    said = [line for each in lost for line in wrap(each, 130, subsequent_indent="  ")]
    head = wrap(measured, 130, break_on_hyphens=False)
    return "\n".join([*head, "", *lines, "", "Rows are lost of these:", "", *said])


def _count(answers: Answers) -> dict[str, Counter[Verdict]]:
    counts: dict[str, Counter[Verdict]] = {}
    for by_reader in answers.values():
        for reader, text in by_reader.items():
            counts.setdefault(reader, Counter())[read_verdict(text)] += 1
    return counts


def _list_lost(answers: Answers) -> list[str]:
    return [
        case
        for case, by_reader in answers.items()
        if any(read_verdict(text) is Verdict.LOST for text in by_reader.values())
    ]
