"""`inlay encoding strip FILE`: the original again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.encoding.options import progress_of, show_outcome, whole_target_options
from inlay.cli.options import FILE
from inlay.cli.printing import warn

if TYPE_CHECKING:
    from inlay.rewrite.change import Target


@click.command("strip", short_help="Remove the new encodings.")
@click.argument("file", type=FILE)
@whole_target_options
def command(file: str, target: Target) -> None:
    """Restore the bytes that FILE had before new encodings were added.

    A ratified file has lost its old pages. It gets PLAIN pages with equal values instead.
    """
    from inlay.encoding.on_files import strip_file

    with progress_of(file, "stripping") as progress:
        result = strip_file(file, target=target, progress=progress)
    if result.is_identical:
        done = "the bytes that it had before the new encodings"
    elif result.lost:
        done = "no new encodings, and equal values"
    else:
        done = "equal values in PLAIN pages, because a ratified file has lost its old pages"
    for sentence in result.lost:
        warn(sentence)
    show_outcome(result.outcome, f"has {done}", f"would have {done}")
