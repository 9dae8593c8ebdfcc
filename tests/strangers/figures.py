"""What comes of all IDLs: figures of each project in `docs/strangers.json`, and the table of the page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, get_args

from tests.strangers.judge import Outcome, Verdict

DOCS: Final = Path(__file__).parents[2] / "docs"
FIGURES: Final = DOCS / "strangers.json"
PAGE: Final = DOCS / "strangers.md"
HEAD: Final = "| IDLs | projects | files | both take | both refuse | only ours takes | only theirs takes | faults | classes | values | documents |"
COLUMNS: Final = (*get_args(Outcome), "classes", "values", "documents")


class Judged(NamedTuple):
    """An IDL of a project, by its path there."""

    idl: str
    verdict: Verdict


Figures = dict[str, dict[str, dict[str, int]]]
"""For each project, and each kind of its IDLs, the numbers of `COLUMNS`."""


def count(judged: Mapping[str, Sequence[Judged]]) -> Figures:
    """Of projects by their names."""
    return {
        name: {
            kind: _numbers([each.verdict for each in of_project if each.idl.endswith(kind)])
            for kind in sorted({each.idl.rpartition(".")[2] for each in of_project})
        }
        for name, of_project in sorted(judged.items())
    }


def _numbers(verdicts: Sequence[Verdict]) -> dict[str, int]:
    outcomes = {
        outcome: sum(each.outcome == outcome for each in verdicts) for outcome in get_args(Outcome)
    }
    return {
        **outcomes,
        "classes": sum(each.classes for each in verdicts),
        "values": sum(each.values for each in verdicts),
        "documents": sum(each.documents for each in verdicts),
    }


def table(figures: Figures) -> str:
    """The lines of the page."""
    lines = [HEAD, "|---|" + "---:|" * (HEAD.count("|") - 2)]
    for kind, name in (("thrift", "Thrift"), ("fbs", "FlatBuffers")):
        found = [of_kinds[kind] for of_kinds in figures.values() if kind in of_kinds]
        totals = [sum(each[column] for each in found) for column in COLUMNS]
        files = sum(totals[: len(get_args(Outcome))])
        cells = [name, *(f"{number:,}" for number in (len(found), files, *totals))]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def write(figures: Figures) -> None:
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(HEAD)
    _, _, after = rest.partition("\n\n")
    PAGE.write_text(f"{before}{table(figures)}\n\n{after}", encoding="utf-8")
