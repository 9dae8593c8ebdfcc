"""`inlay ext verify PATHS`: do the extensions of files agree with their CRCs?"""

from __future__ import annotations

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.ext.list import show_extensions_of
from inlay.cli.many_files import many_files, run_each
from inlay.cli.printing import show_line


@click.command("verify", short_help="Check the containers of all extensions.")
@many_files
def command(paths: tuple[str, ...], jobs: int) -> ExitCode:
    """Check the containers of all extensions of the files at PATHS. Exit code 1 if one is damaged.

    `inlay verify` checks the rest of the footer, too.
    """
    return run_each(paths, jobs, _verify_extensions)


def _verify_extensions(path: str, alone: bool) -> ExitCode:
    from inlay.footer.read import read_footer
    from inlay.life_cycle.extension_list import extensions_of

    listed, hidden = extensions_of(read_footer(path))
    show_extensions_of(path, alone, listed)
    for finding in hidden:
        show_line(f"finding: {finding}")
    damaged = any(extension.finding is not None for extension in listed) or bool(hidden)
    return ExitCode.FINDINGS if damaged else ExitCode.OK
