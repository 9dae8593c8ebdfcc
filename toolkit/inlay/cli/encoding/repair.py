"""`inlay encoding repair PATHS`: one encoding makes up for the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.encoding.options import whole_target_options
from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.outcome import show_outcome, warn_of
from inlay.cli.printing import show_line
from inlay.cli.progress import progress_of

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target


@click.command("repair", short_help="Restore damaged pages of one encoding from the other.")
@many_files
@whole_target_options
def command(paths: tuple[str, ...], jobs: int, target: Target) -> ExitCode:
    """Restore the damaged pages of the files at PATHS: new pages from the old encoding, and old pages, as PLAIN pages, from the new.

    An extension that no longer says where its pages are is restored, too. Columns without a second encoding are not
    checked. Exit code 3 if both encodings of a page are damaged.
    """
    return change_each(paths, jobs, _repair, target)


def _repair(path: str, alone: bool, target: Target) -> bool:
    from inlay.pages.encodings.on_files import repair_file

    with progress_of(path, "repairing", alone) as progress:
        result = repair_file(path, target=target, progress=progress)
    if result is None:
        show_line(f"{path}: nothing to repair: both encodings match their CRCs")
        return False
    for finding in result.damage:
        show_line(f"{path}: {finding.sentence}")
    outcome = result.outcome
    warn_of(outcome.path, [*result.lost, *outcome.warnings], alone)
    show_outcome(outcome, "would be repaired" if outcome.dry_run else "is repaired", alone)
    return outcome.changed
