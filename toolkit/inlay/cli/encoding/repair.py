"""`inlay encoding repair FILE`: one encoding makes up for the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.encoding.options import progress_of, show_outcome, whole_target_options
from inlay.cli.options import FILE
from inlay.cli.printing import show_line, warn

if TYPE_CHECKING:
    from inlay.rewrite.change import Target


@click.command("repair", short_help="Restore damaged pages of one encoding from the other.")
@click.argument("file", type=FILE)
@whole_target_options
def command(file: str, target: Target) -> None:
    """Restore the damaged pages of FILE: new pages from the old encoding, and old pages, as PLAIN pages, from the new.

    An extension that no longer says where its pages are is restored, too. Columns without a second encoding are not
    checked. Exit code 3 if both encodings of a page are damaged.
    """
    from inlay.encoding.on_files import repair_file

    with progress_of(file, "repairing") as progress:
        result = repair_file(file, target=target, progress=progress)
    if result is None:
        show_line(f"{file}: nothing to repair: both encodings match their CRCs")
        return
    for finding in result.damage:
        show_line(f"{file}: {finding.sentence}")
    for sentence in result.lost:
        warn(sentence)
    show_outcome(result.outcome, "is repaired", "would be repaired")
