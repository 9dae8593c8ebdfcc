"""`inlay ext verify FILE`: do the extensions of a file agree with their CRCs?"""

from __future__ import annotations

import click

from inlay.commands.ext_list import show_extensions
from inlay.commands.printing import show_line
from inlay.exit_codes import ExitCode


@click.command("verify", short_help="Check the containers of all extensions.")
@click.argument("file", type=click.Path())
def command(file: str) -> ExitCode:
    """Check the containers of all extensions of FILE. Exit code 1 if any is damaged.

    `inlay verify` checks the rest of the footer too.
    """
    from inlay.extensions.footer_struct import struct_of
    from inlay.extensions.from_end import end_findings
    from inlay.extensions.listing import listed
    from inlay.forms.as_footer import read_as_footer

    struct = struct_of(read_as_footer(file))
    found = listed(struct)
    if found:
        show_extensions(found)
    else:
        show_line(f"{file}: no extensions")
    hidden = end_findings(struct)
    for finding in hidden:
        show_line(str(finding))
    damaged = any(one.finding is not None for one in found) or bool(hidden)
    return ExitCode.FINDINGS if damaged else ExitCode.OK
