"""`inlay encoding repair FILE`: one encoding makes up for the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.encoding.options import progress_bar, show_outcome, whole_target_options
from inlay.cli.options import FILE
from inlay.cli.printing import show_line, warn

if TYPE_CHECKING:
    from inlay.rewrite.change import Target


@click.command("repair", short_help="Make what is damaged in one encoding again from the other.")
@click.argument("file", type=FILE)
@whole_target_options
def command(file: str, target: Target) -> None:
    """Make the damaged pages of FILE again: new ones from the old encoding, old ones, as PLAIN pages, from the new. An
    extension that does not tell any more where its pages lie is made again, too.

    What is undamaged, and in one encoding only, is not looked at. Exit code 3 where both encodings are damaged.
    """
    from inlay.encoding.on_files import repair_file

    with progress_bar(file, "repairing") as progress:
        result = repair_file(file, target=target, progress=progress)
    if result is None:
        show_line(f"{file}: nothing to repair, both encodings match their CRCs")
        return
    for finding in result.damage:
        show_line(f"{file}: {finding.sentence}")
    for sentence in result.lost:
        warn(sentence)
    show_outcome(result.outcome, "is repaired", "would be repaired")
