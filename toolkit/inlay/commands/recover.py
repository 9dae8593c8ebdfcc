"""`inlay recover FILE`: what to do after a change that was cut off, or with a file without an end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.commands.options import FILE, allow_option, format_option
from inlay.commands.printing import show_json, show_line, show_table
from inlay.exit_codes import ExitCode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inlay.report.json_values import Json
    from inlay.rewrite.candidates import Candidate
    from inlay.rewrite.change import Target
    from inlay.rewrite.recover import Recovery

LAYOUT = 1
"""Raised when a key changes its name or meaning; new keys do not raise it."""


@click.command("recover")
@click.argument("file", type=FILE)
@click.option(
    "--complete", is_flag=True, help="Complete a change that was cut off, and not undo it."
)
@click.option("-o", "--output", type=FILE, metavar="OUT", help="Write the recovered file.")
@click.option("--overwrite", is_flag=True, help="Replace OUT if it is there.")
@click.option("--candidate", type=click.IntRange(min=1), metavar="N", help="Which of the footers.")
@allow_option
@format_option
def command(
    file: str,
    complete: bool,
    output: str | None,
    overwrite: bool,
    candidate: int | None,
    allow: tuple[str, ...],
    format_: str,
) -> ExitCode:
    """Undo (or complete) a change of FILE that was cut off, remove what it left beside the file, and look
    for a footer if the end of the file does not lead to one.

    A footer that is found is proposed; FILE is not overwritten by it. Exit code 1 for proposals.
    """
    from inlay.footer import FooterError, UnsupportedFooterError
    from inlay.forms.as_footer import read_as_footer
    from inlay.rewrite.change import Target
    from inlay.rewrite.recover import recover

    recovery = recover(file, complete=complete)
    try:
        read_as_footer(file)
    except UnsupportedFooterError:
        raise
    except FooterError as error:
        found = _candidates(file)
        if not found:
            raise
        damage = error.what
    else:
        found, damage = [], ""
    if format_ == "json":
        show_json(_json(file, recovery, damage, found))
    else:
        _show_recovery(file, recovery, damage)
        _show_candidates(found)
    if not found:
        return ExitCode.OK
    if output is None:
        return ExitCode.FINDINGS
    target = Target(output=output, overwrite=overwrite, allow=frozenset(allow))
    _write(file, _chosen(found, candidate), target, quiet=format_ == "json")
    return ExitCode.OK


def _candidates(file: str) -> list[Candidate]:
    from inlay.footer.source import opened
    from inlay.rewrite.candidates import candidates

    with opened(file) as source:
        return candidates(source)


def _chosen(found: Sequence[Candidate], number: int | None) -> Candidate:
    from inlay.rewrite.candidates import Confidence
    from inlay.rewrite.errors import RefusedError

    if number is not None and number > len(found):
        raise click.BadParameter(f"there are {len(found)}", param_hint="--candidate")
    best = found[(number or 1) - 1]
    if number is None and best.confidence is Confidence.LOW:
        reason = "what the best footer points to does not fit the file"
        raise RefusedError("confidence", reason, "--candidate 1")
    return best


def _write(file: str, chosen: Candidate, target: Target, *, quiet: bool) -> None:
    from inlay.rewrite.write_candidate import write_candidate

    outcome = write_candidate(file, chosen, target)
    if not quiet:
        show_line(
            f"{outcome.path}: wrote {outcome.new_size:,} bytes, the footer is that at {chosen.offset:,}"
        )


def _show_recovery(file: str, recovery: Recovery, damage: str) -> None:
    from inlay.rewrite.recover import Step

    said = {
        Step.NOT_BEGUN: "a change was cut off before it touched the file; its journal was removed",
        Step.WAS_OLD: "a change was cut off, and the file is as before; the journal was removed",
        Step.WAS_NEW: "a change was complete but for its journal, which was removed",
        Step.UNDONE: "a change was cut off, and was undone",
        Step.COMPLETED: "a change was cut off, and was completed",
    }
    if recovery.step in said:
        show_line(f"{file}: {said[recovery.step]}")
    for name in recovery.removed:
        show_line(f"{file}: removed {name}, which a rewrite left unfinished")
    for name in recovery.busy:
        show_line(f"{file}: left {name}, which somebody is writing")
    if damage:
        show_line(f"{file}: {damage}")
    elif not recovery.did_something:
        show_line(f"{file}: nothing to recover, its footer can be read")


def _show_candidates(found: Sequence[Candidate]) -> None:
    if not found:
        return
    titles = ("footer", "offset", "bytes", "confidence", "row groups", "columns", "rows", "because")
    rows = [
        (
            str(number),
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
    show_table(titles, rows, right=titles[:3] + titles[4:7])


def _json(file: str, recovery: Recovery, damage: str, found: Sequence[Candidate]) -> Json:
    candidates: list[Json] = [
        {
            "offset": one.offset,
            "length": one.length,
            "confidence": one.confidence.name.lower(),
            "row_groups": one.row_groups,
            "columns": one.columns,
            "rows": one.rows,
            "reasons": list(one.reasons),
        }
        for one in found
    ]
    return {
        "recover": LAYOUT,
        "path": file,
        "journal": recovery.step.value,
        "removed": list(recovery.removed),
        "busy": list(recovery.busy),
        "damage": damage or None,
        "candidates": candidates,
    }
