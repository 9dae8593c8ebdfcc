"""What `inlay recover` says of a file, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from inlay.cli.printing import show_line, show_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inlay.cli.exit_codes import ExitCode
    from inlay.cli.report.json_values import Json
    from inlay.recover.candidates import Candidate
    from inlay.recover.examine import Examination
    from inlay.recover.from_journal import Recovery

LAYOUT: Final = 1
"""Raised when a key changes its name or meaning; new keys do not raise it."""


def show_recovery(path: str, recovery: Recovery) -> None:
    """What was left beside the file, and what became of it."""
    from inlay.recover.from_journal import Step

    said = {
        Step.NOT_BEGUN: "a change was interrupted before it touched the file; removed its journal",
        Step.WAS_OLD: "a change was interrupted, and the file is unchanged; removed the journal",
        Step.WAS_NEW: "the interrupted change had already been written in full; removed the leftover journal",
        Step.UNDONE: "undid an interrupted change",
        Step.COMPLETED: "completed an interrupted change",
    }
    if recovery.step in said:
        show_line(f"{path}: {said[recovery.step]}")
    for name in recovery.removed:
        show_line(f"{path}: removed {name}, left over from an interrupted rewrite")
    for name in recovery.busy:
        show_line(f"{path}: left {name}, which somebody is writing")


def show_examination(path: str, found: Examination) -> None:
    """What is wrong with the file, and what can be done; nothing of a file that is whole."""
    if not found.damage:
        return
    show_line(f"{path}: {found.damage}")
    _show_candidates(found.candidates)
    if found.advice:
        show_line(f"  {found.advice}")


def _show_candidates(found: Sequence[Candidate]) -> None:
    if not found:
        return
    titles = (
        "footer",
        "form",
        "offset",
        "bytes",
        "confidence",
        "row groups",
        "columns",
        "rows",
        "because",
    )
    rows = [
        (
            str(number),
            one.form.value,
            f"{one.offset:,}",
            f"{one.length:,}",
            one.confidence.name.lower(),
            f"{one.row_groups:,}",
            f"{one.columns:,}",
            f"{one.rows:,}",
            "; ".join(one.reasons),
        )
        for number, one in enumerate(found, 1)
    ]
    show_table(titles, rows, right=("footer", "offset", "bytes", "row groups", "columns", "rows"))


def document(
    path: str,
    recovery: Recovery,
    found: Examination,
    *,
    is_there: bool = True,
    wrote: str | None = None,
) -> Json:
    """`wrote` is the recovered file, if one was written by then."""
    candidates: list[Json] = [
        {
            "form": one.form.value,
            "offset": one.offset,
            "length": one.length,
            "confidence": one.confidence.name.lower(),
            "row_groups": one.row_groups,
            "columns": one.columns,
            "rows": one.rows,
            "reasons": list(one.reasons),
        }
        for one in found.candidates
    ]
    return {
        "recover": LAYOUT,
        "path": path,
        "is_there": is_there,
        "journal": recovery.step.value,
        "removed": list(recovery.removed),
        "busy": list(recovery.busy),
        "damage": found.damage or None,
        "code": found.code or None,
        "advice": found.advice or None,
        "searched_from": found.searched_from,
        "candidates": candidates,
        "wrote": wrote,
        "error": None,
    }


def error_document(path: str, error: Exception, code: ExitCode) -> Json:
    """A file of which nothing can be said, and why."""
    return {"recover": LAYOUT, "path": path, "error": {"exit_code": int(code), "what": str(error)}}
