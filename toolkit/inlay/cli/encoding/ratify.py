"""`inlay encoding ratify FILE`: the file as it would be after standardization."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.encoding.options import progress_of, show_outcome, whole_target_options
from inlay.cli.options import FILE

if TYPE_CHECKING:
    from inlay.rewrite.change import Target


@click.command("ratify", short_help="Keep only the new encodings, as members of the enum.")
@click.argument("file", type=FILE)
@whole_target_options
def command(file: str, target: Target) -> None:
    """Rewrite FILE as if its new encodings were in the standard: without extensions and without the old pages.

    Each encoding becomes a number of the Encoding enum, which the configuration gives. Readers that do not know the
    number can no longer read these columns.
    """
    from inlay.encoding.on_files import ratify_file

    with progress_of(file, "ratifying") as progress:
        result = ratify_file(file, target=target, progress=progress)
    show_outcome(result.outcome, "is ratified", "would be ratified")
