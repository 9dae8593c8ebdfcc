"""`inlay ext verify FILE`: do the extensions of a file agree with their CRCs?"""

from __future__ import annotations

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.ext.list import show_extensions
from inlay.cli.options import FILE
from inlay.cli.printing import show_line


@click.command("verify", short_help="Check the containers of all extensions.")
@click.argument("file", type=FILE)
def command(file: str) -> ExitCode:
    """Check the containers of all extensions of FILE. Exit code 1 if one is damaged.

    `inlay verify` checks the rest of the footer, too.
    """
    from inlay.footer.read import read_footer
    from inlay.life_cycle.extension_list import extensions_of

    listed, hidden = extensions_of(read_footer(file))
    if listed:
        show_extensions(listed)
    else:
        show_line(f"{file}: no extensions")
    for finding in hidden:
        show_line(f"finding: {finding}")
    damaged = any(extension.finding is not None for extension in listed) or bool(hidden)
    return ExitCode.FINDINGS if damaged else ExitCode.OK
