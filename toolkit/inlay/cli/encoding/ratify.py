"""`inlay encoding ratify FILE`: the file as it would be after standardization."""

from __future__ import annotations

import click

from inlay.cli.encoding.options import progress_bar, show_outcome, whole_target_options
from inlay.cli.options import FILE, target_from


@click.command("ratify", short_help="Keep the new encodings only, as numbers of the enum.")
@click.argument("file", type=FILE)
@whole_target_options
def command(
    file: str, output: str | None, overwrite: bool, dry_run: bool, allow: tuple[str, ...]
) -> None:
    """Write FILE as it would be once its new encodings are in the standard: without extensions, without the old pages,
    each encoding a number of the Encoding enum, which the configuration gives.

    Readers that do not know the number cannot read these columns any more.
    """
    from inlay.encoding.on_files import ratify_file

    target = target_from(output, overwrite, False, dry_run, allow)
    with progress_bar(file, "ratifying") as progress:
        result = ratify_file(file, target=target, progress=progress)
    show_outcome(result.outcome, "is ratified", "would be ratified")
