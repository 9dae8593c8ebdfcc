"""`inlay encoding ratify PATHS`: files as they would be after standardization."""

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


@click.command("ratify", short_help="Keep only the new encodings, as members of the enum.")
@many_files
@whole_target_options
def command(paths: tuple[str, ...], jobs: int, target: Target) -> ExitCode:
    """Rewrite each file at PATHS as if its new encodings were in the standard: without extensions and without the old pages.

    Each encoding gets the number of the Encoding enum that the configuration has for it. Readers that do not know the
    number can no longer read these columns.
    """
    return change_each(paths, jobs, _ratify, target)


def _ratify(path: str, alone: bool, target: Target) -> bool:
    from inlay.pages.encodings.on_files import ratify_file

    with progress_of(path, "ratifying", alone) as progress:
        result = ratify_file(path, target=target, progress=progress)
    outcome = result.outcome
    warn_of(outcome.path, result.warnings, alone)
    show_outcome(outcome, "would be ratified" if outcome.dry_run else "is ratified", alone)
    return outcome.changed
