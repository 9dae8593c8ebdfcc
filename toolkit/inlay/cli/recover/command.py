"""`inlay recover PATH`: what to do after a change that was cut off, or with a file whose footer is damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import FILE, allow_option, format_option
from inlay.cli.printing import show_json, show_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inlay.recover.candidates import Candidate
    from inlay.recover.examine import Examination
    from inlay.recover.from_journal import Recovery
    from inlay.rewrite.change import Target


@click.command("recover")
@click.argument("path", type=FILE)
@click.option(
    "--complete", is_flag=True, help="Complete a change that was cut off, and not undo it."
)
@click.option(
    "-o",
    "--output",
    type=FILE,
    metavar="OUT",
    help="Write the recovered file; of a folder, the recovered files, under the names that they have in it.",
)
@click.option("--overwrite", is_flag=True, help="Replace what is there already.")
@click.option(
    "--candidate",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of the proposal to write (default: the first, unless its confidence is low).",
)
@allow_option
@format_option
def command(
    path: str,
    complete: bool,
    output: str | None,
    overwrite: bool,
    candidate: int | None,
    allow: tuple[str, ...],
    format_: str,
) -> ExitCode:
    """Undo (or complete) a change of the file at PATH that was cut off, remove what it left beside the file, and look
    for a footer if the end of the file does not lead to one. PATH may be a folder or a glob, too.

    A footer that is found is proposed; no damaged file is overwritten by it. Exit code 1 for proposals, 3 where there
    is none. JSON of a folder is a document on each line, one for each file.
    """
    from inlay.rewrite.change import Target
    from inlay.scan.named import is_listing

    target = Target(output=output, overwrite=overwrite, allow=frozenset(allow))
    if is_listing(path):
        from inlay.cli.recover.folder import recover_folder

        if candidate is not None:
            raise click.UsageError("--candidate is about one file, and PATH stands for many")
        return recover_folder(path, target, complete=complete, is_json=format_ == "json")
    return _recover_file(path, target, candidate, complete=complete, is_json=format_ == "json")


def _recover_file(
    path: str, target: Target, number: int | None, *, complete: bool, is_json: bool
) -> ExitCode:
    from inlay.cli.recover.printing import document, show_examination, show_recovery
    from inlay.recover.examine import examine
    from inlay.recover.from_journal import recover

    recovery = recover(path, complete=complete)
    try:
        examination = examine(path)
    except FileNotFoundError:
        if not recovery.did_something:
            raise
        return _never_made(path, recovery, is_json)
    if is_json:
        show_json(document(path, recovery, examination))
    else:
        show_recovery(path, recovery)
        show_examination(path, examination)
        if examination.finding is None and not recovery.did_something:
            show_line(f"{path}: nothing to recover, its footer can be read")
    if examination.finding is None:
        return ExitCode.OK
    if target.output is None:
        return ExitCode.FINDINGS
    _write(path, examination, number, target, quiet=is_json)
    return ExitCode.OK


def _never_made(path: str, recovery: Recovery, is_json: bool) -> ExitCode:
    """Only what was to become the file was there."""
    from inlay.cli.recover.printing import document, show_recovery
    from inlay.recover.examine import Examination

    if is_json:
        show_json(document(path, recovery, Examination(), is_there=False))
    else:
        show_recovery(path, recovery)
        show_line(f"{path}: is not there; what was to make it was cut off, and can be run again")
    return ExitCode.OK


def _write(
    path: str, examination: Examination, number: int | None, target: Target, *, quiet: bool
) -> None:
    from inlay.recover.write_candidate import write_candidate

    chosen = _choose(examination, number)
    outcome = write_candidate(path, chosen, target)
    if not quiet:
        show_line(
            f"{outcome.path}: wrote {outcome.new_size:,} bytes, the footer is that at {chosen.offset:,} "
            f"(form: {chosen.form.value})"
        )


def _choose(examination: Examination, number: int | None) -> Candidate:
    from inlay.recover.examine import best_of
    from inlay.refusals import RefusedError

    candidates: Sequence[Candidate] = examination.candidates
    if not candidates:
        hint = examination.finding.hint if examination.finding is not None else ""
        raise RefusedError("nothing-found", f"no other footer was found; {hint}")
    if number is not None and number > len(candidates):
        raise click.BadParameter(f"there are {len(candidates)}", param_hint="--candidate")
    best = candidates[number - 1] if number is not None else best_of(examination)
    if best is None:
        reason = "what the best footer points to does not fit the file"
        raise RefusedError("confidence", reason, "--candidate 1")
    return best
