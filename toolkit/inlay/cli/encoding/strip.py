"""`inlay encoding strip PATHS`: the originals again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.encoding.options import whole_target_options
from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.outcome import show_outcome, warn_of
from inlay.cli.progress import progress_of

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target


@click.command("strip", short_help="Remove the new encodings.")
@many_files
@whole_target_options
def command(paths: tuple[str, ...], jobs: int, target: Target) -> ExitCode:
    """Restore the bytes that each file at PATHS had before new encodings were added.

    A ratified file has lost its old pages. It gets PLAIN pages with equal values instead.
    """
    return change_each(paths, jobs, _strip, target)


def _strip(path: str, alone: bool, target: Target) -> bool:
    from inlay.pages.encodings.on_files import strip_file

    with progress_of(path, "stripping", alone) as progress:
        result = strip_file(path, target=target, progress=progress)
    if result.is_identical:
        done = "the bytes that it had before the new encodings"
    elif result.lost:
        done = "no new encodings, and equal values"
    else:
        done = "equal values in PLAIN pages, because a ratified file has lost its old pages"
    outcome = result.outcome
    warn_of(outcome.path, [*result.lost, *outcome.warnings], alone)
    show_outcome(outcome, f"would have {done}" if outcome.dry_run else f"has {done}", alone)
    return outcome.changed
