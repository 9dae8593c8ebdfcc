"""What `inlay inspect` does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_files import run_each
from inlay.cli.pager import page_output
from inlay.cli.printing import show_json, write

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys


@page_output
def show_footers(
    paths: tuple[str, ...],
    jobs: int = 1,
    everything: bool = False,
    format_: str = "text",
    keys: EncryptionKeys | None = None,
) -> ExitCode:
    """Prints the footers of the files at the paths, and returns the code of the worst file."""
    is_json = format_ == "json"
    job = partial(_print_footer, everything=everything, is_json=is_json, keys=keys)
    return run_each(paths, jobs, job, document="inspect" if is_json else None)


def _print_footer(
    path: str, alone: bool, *, everything: bool, is_json: bool, keys: EncryptionKeys | None
) -> ExitCode:
    from inlay.footers.footer.read import read_footer

    footer = read_footer(path, keys=keys).validate()
    if is_json:
        from inlay.cli.inspect.as_json import stream_footer

        show_json(stream_footer(footer), in_line=not alone)
        return ExitCode.OK
    from inlay.cli.inspect.document import document_footer
    from inlay.cli.inspect.limits import EVERYTHING, SCREEN
    from inlay.cli.inspect.tree_lines import print_tree
    from inlay.cli.terminal import console_of

    limits = EVERYTHING if everything else SCREEN
    for text in print_tree(document_footer(footer, limits, None if alone else path), console_of()):
        write(text)
    return ExitCode.OK
