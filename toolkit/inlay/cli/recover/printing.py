"""What `inlay recover` says of a file, as text and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.cli.inspect.json_versions import document_of
from inlay.cli.printing import show_line, show_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inlay.ground.documents.values import Json
    from inlay.verbs.recover.candidate import Candidate
    from inlay.verbs.recover.examine import Examination
    from inlay.verbs.recover.from_journal import Recovery


def show_recovery(path: str, recovery: Recovery) -> None:
    """What was left beside the file, and what became of it."""
    from inlay.verbs.recover.from_journal import RecoveryStep

    said = {
        RecoveryStep.NOT_BEGUN: "a change was interrupted before it touched the file; removed its journal",
        RecoveryStep.WAS_OLD: "a change was interrupted, and the file is unchanged; removed the journal",
        RecoveryStep.WAS_NEW: "the interrupted change had already been written in full; removed the leftover journal",
        RecoveryStep.UNDONE: "undid an interrupted change",
        RecoveryStep.COMPLETED: "completed an interrupted change",
    }
    if recovery.step in said:
        show_line(f"{path}: {said[recovery.step]}")
    for name in recovery.removed:
        show_line(f"{path}: removed {name}, left over from an interrupted rewrite")
    for name in recovery.busy:
        show_line(f"{path}: left {name}, which somebody is writing")


def show_examination(path: str, examination: Examination) -> None:
    """What is wrong with the file, and what can be done; nothing of a file that is whole."""
    finding = examination.finding
    if finding is None:
        return
    show_line(f"{path}: {finding.what}")
    _show_candidates(examination.candidates)
    if examination.candidates:
        from inlay.verbs.lint.rule import quote_path
        from inlay.verbs.recover.candidate import Confidence

        say_which = (
            "" if examination.candidates[0].confidence > Confidence.LOW else " --candidate 1"
        )
        command = f"inlay recover {quote_path(path)}{say_which} -o OUT"
        show_line(f"  write the first: {command}", is_copied=True)
    if finding.hint:
        show_line(f"  {finding.hint}")


def _show_candidates(candidates: Sequence[Candidate]) -> None:
    if not candidates:
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
            candidate.design,
            f"{candidate.offset:,}",
            f"{candidate.length:,}",
            candidate.confidence.name.lower(),
            f"{candidate.row_groups:,}",
            f"{candidate.columns:,}",
            f"{candidate.rows:,}",
            "; ".join(candidate.reasons),
        )
        for number, candidate in enumerate(candidates, 1)
    ]
    show_table(
        titles,
        rows,
        right=("footer", "offset", "bytes", "row groups", "columns", "rows"),
        goes=("columns", "row groups", "bytes", "rows"),
        folds=["because"],
    )


def document_recovery(
    path: str,
    recovery: Recovery,
    examination: Examination,
    *,
    is_there: bool = True,
    wrote: str | None = None,
    rebuilt: Json = None,
) -> Json:
    """`wrote` is the recovered file, if one was written by then; `rebuilt` what its pages gave, if they were asked."""
    finding = examination.finding
    candidates: list[Json] = [
        {
            "form": candidate.design,
            "offset": candidate.offset,
            "length": candidate.length,
            "confidence": candidate.confidence.name.lower(),
            "row_groups": candidate.row_groups,
            "columns": candidate.columns,
            "rows": candidate.rows,
            "reasons": list(candidate.reasons),
        }
        for candidate in examination.candidates
    ]
    content: dict[str, Json] = {
        "path": path,
        "is_there": is_there,
        "journal": recovery.step.value,
        "removed": list(recovery.removed),
        "busy": list(recovery.busy),
        "damage": finding.what if finding is not None else None,
        "code": finding.code if finding is not None else None,
        "advice": (finding.hint or None) if finding is not None else None,
        "searched_from": examination.searched_from,
        "candidates": candidates,
        "wrote": wrote,
        "rebuilt": rebuilt,
        "error": None,
    }
    return document_of("recover", content)
