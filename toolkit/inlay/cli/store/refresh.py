"""`inlay store refresh STORE`: the footers of files that are new or have changed."""

from __future__ import annotations

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.options import format_option
from inlay.cli.progress import READING, show_progress
from inlay.cli.store.show_update import content_of, show_update


@click.command("refresh", short_help="Read the footers of files that are new or have changed.")
@click.argument("store", metavar="DIR")
@format_option
def command(store: str, format_: str) -> ExitCode:
    """List the files of the store DIR again, and read the footers of those that are new or have changed.

    A file is the same while its size and its ETag are, or its time where there is no ETag; it is not opened. A file that cannot be read is
    printed, and the exit code is 1.
    """
    from inlay.verbs.store.update_store import count_known, refresh_store

    with show_progress(READING, "file", count_known(store)) as line:
        update = refresh_store(store, progress=line.reach)
    document = document_of("store refresh", content_of(update))
    return show_update(update, document, format_)
