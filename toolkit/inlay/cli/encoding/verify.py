"""`inlay encoding verify FILE`: do both encodings match their CRCs?"""

from __future__ import annotations

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import FILE
from inlay.cli.printing import show_line
from inlay.wording.amounts import count


@click.command("verify", short_help="Check both encodings against their CRCs.")
@click.argument("file", type=FILE)
def command(file: str) -> ExitCode:
    """Read both encodings of FILE, and ratified pages, and compare them with their CRCs.

    Exit code 1 for findings. `inlay encoding repair` restores damaged pages.
    """
    from inlay.encoding.on_files import check_chunks

    checked, damage = check_chunks(file)
    if not checked:
        show_line(f"{file}: no new encodings, so there is nothing to check")
        return ExitCode.OK
    chunks = count(checked, "column chunk")
    show_line(f"{file}: {count(len(damage), 'finding')} in {chunks} with new encodings")
    for finding in damage:
        show_line(f"  finding     {finding.sentence}")
    return ExitCode.FINDINGS if damage else ExitCode.OK
