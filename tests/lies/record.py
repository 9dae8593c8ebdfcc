"""What one run of `python -m tests.lies` found out, and what `docs/lies.md` says of it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from textwrap import wrap
from typing import Final, TypedDict

from tests.lies.asking import Answer
from tests.lies.findings import LEVELS
from tests.lies.kinds import KINDS
from tests.lies.pruning_readers import PRUNING
from tests.readers.document import table

DOCS: Final = Path(__file__).parents[2] / "docs"
RECORD: Final = DOCS / "lies.json"
PAGE: Final = DOCS / "lies.md"
WRONG: Final = {Answer.LOST.value, Answer.OTHER.value}


class Record(TypedDict):
    """`kinds` are described by name; `findings` are by kind and level of `inlay verify`, `answers` by reader and kind."""

    measured: str
    versions: dict[str, str]
    kinds: dict[str, dict[str, str]]
    findings: dict[str, dict[str, list[str]]]
    answers: dict[str, dict[str, str]]


def described() -> dict[str, dict[str, str]]:
    """All kinds, in words."""
    return {
        name: {
            "family": kind.family,
            "says": kind.says,
            "holds": kind.holds,
            "query": str(kind.query),
        }
        for name, kind in KINDS.items()
    }


def read_record() -> Record:
    record: Record = json.loads(RECORD.read_text(encoding="utf-8"))
    return record


def write_record(record: Record) -> None:
    RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def families() -> dict[str, list[str]]:
    """The names of the kinds of each."""
    names: dict[str, list[str]] = {}
    for name, kind in KINDS.items():
        names.setdefault(kind.family, []).append(name)
    return names


def tables(record: Record) -> str:
    """A family a row: how many of its kinds `inlay verify` finds, and by how many a reader gives a wrong answer."""
    said = {level for levels in record["findings"].values() for level in levels}
    levels = [level for level in LEVELS if level in said]
    rows = []
    for family, names in families().items():
        by_level = [
            sum(bool(record["findings"][name].get(level)) for name in names) for level in levels
        ]
        wrong = [
            sum(record["answers"][reader][name] in WRONG for name in names) for reader in PRUNING
        ]
        rows.append([family, *map(_number, [len(names), *by_level, *wrong])])
    totals = [sum(int(row[at] or 0) for row in rows) for at in range(1, len(rows[0]))]
    head = ["what is false", "kinds", *(f"`{level}`" for level in levels), *PRUNING]
    lines = table(head, [*rows, ["all", *map(str, totals)]]).splitlines()
    lines[1] = "|---|" + "--:|" * (len(head) - 1)
    versions = "; ".join(
        f"{reader.distribution} {record['versions'][name]}" for name, reader in PRUNING.items()
    )
    measured = f"Measured on {record['measured']}, with {versions}."
    return "\n".join([*wrap(measured, 130, break_on_hyphens=False), "", *lines])


def _number(count: int) -> str:
    return str(count) if count else ""


def count_answers(answers: dict[str, str]) -> str:
    counts = Counter(answers.values())
    return ", ".join(f"{counts[answer.value]} {answer.value}" for answer in Answer)
