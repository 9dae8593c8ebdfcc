"""`inlay store build PATHS -o STORE`: what the footers of files say, in a folder of Parquet (`docs/store.md`)."""

from __future__ import annotations

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.options import format_option
from inlay.cli.output import OUT_FOLDER
from inlay.cli.progress import READING, show_progress
from inlay.cli.store.show_update import content_of, show_update
from inlay.cli.stored_footers import list_scanned


@click.command("build", short_help="Put what the footers of files say into a folder.")
@click.argument("paths", nargs=-1, required=True, metavar="PATHS...")
@click.option(
    "-o", "--output", required=True, type=OUT_FOLDER, metavar="DIR", help="Make DIR a store."
)
@click.option("--name", default="*", metavar="GLOB", help="Read only files whose name matches.")
@click.option("--overwrite", is_flag=True, help="Build a store again that is in DIR.")
@format_option
def command(
    paths: tuple[str, ...], output: str, name: str, overwrite: bool, format_: str
) -> ExitCode:
    """Put what the footers of the files at PATHS (files, folders, globs) say into the folder DIR.

    A file that cannot be read is printed, and the exit code is 1; every plan keeps it.
    """
    from inlay.verbs.store.update_store import build_store

    with show_progress(READING, "file", None, list_scanned(paths, name=name)) as line:
        update = build_store(
            paths, output=output, name=name, overwrite=overwrite, progress=line.reach
        )
    document = document_of("store build", content_of(update))
    return show_update(update, document, format_)
