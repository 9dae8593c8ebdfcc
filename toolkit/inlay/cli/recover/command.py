"""`inlay recover PATHS`: what to do after a change that was cut off, or with a file whose footer is damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_files import is_alone, many_files
from inlay.cli.options import FILE, allow_option, format_option, overwrite_option
from inlay.cli.output import OutFile, OutPath
from inlay.cli.printing import show_json, show_line
from inlay.cli.progress import CHECKING, COPYING, PRINTING, show_steps, watch_copying
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inlay.changes.rewrite.change import Target
    from inlay.verbs.recover.candidate import Candidate
    from inlay.verbs.recover.examine import Examination
    from inlay.verbs.recover.from_journal import Recovery


@click.command("recover")
@many_files
@click.option(
    "--complete", is_flag=True, help="Complete an interrupted change instead of undoing it."
)
@click.option(
    "-o",
    "--output",
    type=OutPath("Parquet"),
    metavar="OUT",
    help="Write the recovered file to OUT; for several files, to the folder OUT, under their names.",
)
@overwrite_option
@click.option(
    "--candidate",
    type=click.IntRange(min=1),
    metavar="N",
    help="Write the N-th proposal (default: the first, unless its confidence is low).",
)
@click.option(
    "--rebuild",
    is_flag=True,
    help="Rebuild the footer from the pages, with --like or --schema. Without -o, print what can be recovered.",
)
@click.option(
    "--like", type=FILE, metavar="FILE", help="A file with the same columns as the lost ones."
)
@click.option(
    "--schema",
    type=FILE,
    metavar="FILE",
    help="Their schema: `message ... { }`, JSON, or an Arrow schema.",
)
@click.option(
    "--row-group-size",
    type=click.IntRange(min=1),
    metavar="ROWS",
    help="Rows of each row group but the last, where the pages fit in several ways.",
)
@click.option("--trust-pages", is_flag=True, help="Decode no pages: faster, but nothing is proved.")
@click.option(
    "--partial-columns",
    type=OutFile("Parquet"),
    metavar="OUT2",
    help="Write the complete columns of a row group that is cut off to OUT2, a file of their own.",
)
@allow_option
@format_option
def command(
    paths: tuple[str, ...],
    jobs: int,
    complete: bool,
    output: str | None,
    overwrite: bool,
    candidate: int | None,
    rebuild: bool,
    like: str | None,
    schema: str | None,
    row_group_size: int | None,
    trust_pages: bool,
    partial_columns: str | None,
    allow: tuple[str, ...],
    format_: str,
) -> ExitCode:
    """Undo interrupted changes of the files at PATHS, and find lost footers, or rebuild them from the pages.

    Also removes what a change left next to its file. If the end of a file does not lead to a footer, proposes the footers that
    it finds; a damaged file is never overwritten. Exit code 1 for proposals, 3 if there are none. With several files, JSON is one document per file, each on a line of its own.
    """
    from inlay.changes.rewrite.change import Target

    is_json = format_ == "json"
    target = Target(
        output=output, overwrite=overwrite, allow=frozenset(allow), watch=watch_copying()
    )
    if rebuild:
        from inlay.cli.recover.rebuilding import RebuildOptions, rebuild_each

        if candidate is not None or complete:
            raise click.UsageError(
                "--rebuild looks for no footer: leave --candidate and --complete out"
            )
        if partial_columns is not None and not is_alone(paths):
            raise click.UsageError("--partial-columns works on one file, and PATHS may be several")
        options = RebuildOptions(
            like, schema, row_group_size, trust_pages, partial_columns, is_json
        )
        return rebuild_each(paths, jobs, options, target)
    given = (like, schema, row_group_size, partial_columns)
    if trust_pages or any(it is not None for it in given):
        what = "--like, --schema, --row-group-size, --trust-pages and --partial-columns"
        raise click.UsageError(f"{what} are for --rebuild")
    if is_alone(paths):
        with show_steps("looking for a footer", PRINTING, COPYING, CHECKING):
            return _recover_file(paths[0], target, candidate, complete=complete, is_json=is_json)
    from inlay.cli.recover.many import recover_many

    if candidate is not None:
        raise click.UsageError("--candidate works on one file, and PATHS may be several")
    return recover_many(paths, jobs, target, complete=complete, is_json=is_json)


def _recover_file(
    path: str, target: Target, number: int | None, *, complete: bool, is_json: bool
) -> ExitCode:
    from inlay.cli.recover.printing import document_recovery, show_examination, show_recovery
    from inlay.verbs.recover.examine import examine
    from inlay.verbs.recover.from_journal import recover

    recovery = recover(path, complete=complete)
    try:
        examination = examine(path)
    except FileNotFoundError:
        if not recovery.did_something:
            raise
        return _never_made(path, recovery, is_json)
    if is_json:
        show_json(document_recovery(path, recovery, examination))
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
    from inlay.cli.recover.printing import document_recovery, show_recovery
    from inlay.verbs.recover.examine import Examination

    if is_json:
        show_json(document_recovery(path, recovery, Examination(), is_there=False))
    else:
        show_recovery(path, recovery)
        show_line(
            f"{path}: does not exist: the command that should have written it was interrupted, and can be run again"
        )
    return ExitCode.OK


def _write(
    path: str, examination: Examination, number: int | None, target: Target, *, quiet: bool
) -> None:
    from inlay.verbs.recover.write_candidate import write_candidate

    chosen = _choose(examination, number)
    outcome = write_candidate(path, chosen, target)
    if not quiet:
        show_line(
            f"{outcome.path}: wrote {count(outcome.new_size, 'byte')}, the footer is that at {chosen.offset:,} "
            f"(form: {chosen.design})"
        )


def _choose(examination: Examination, number: int | None) -> Candidate:
    from inlay.ground.refusals import RefusedError
    from inlay.verbs.recover.examine import best_of

    candidates: Sequence[Candidate] = examination.candidates
    if not candidates:
        hint = examination.finding.hint if examination.finding is not None else ""
        raise RefusedError("nothing-found", f"no other footer was found; {hint}")
    if number is not None and number > len(candidates):
        raise click.BadParameter(f"there are {len(candidates)}", param_hint="--candidate")
    best = candidates[number - 1] if number is not None else best_of(examination)
    if best is None:
        reason = "the best footer points to places outside the file"
        raise RefusedError("confidence", reason, "--candidate 1")
    return best
