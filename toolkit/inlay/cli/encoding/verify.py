"""`inlay encoding verify PATHS`: do both encodings match their CRCs?"""

from __future__ import annotations

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_files import many_files, run_each
from inlay.cli.printing import show_line
from inlay.wording.amounts import count


@click.command("verify", short_help="Check both encodings against their CRCs.")
@many_files
def command(paths: tuple[str, ...], jobs: int) -> ExitCode:
    """Read both encodings of the files at PATHS, and ratified pages, and compare them with their CRCs.

    Exit code 1 for findings. `inlay encoding repair` restores damaged pages.
    """
    return run_each(paths, jobs, _verify_encodings)


def _verify_encodings(path: str, _alone: bool) -> ExitCode:
    from inlay.encoding.on_files import check_chunks

    checked, damage = check_chunks(path)
    if not checked:
        show_line(f"{path}: no new encodings, so there is nothing to check")
        return ExitCode.OK
    chunks = count(checked, "column chunk")
    show_line(f"{path}: {count(len(damage), 'finding')} in {chunks} with new encodings")
    for finding in damage:
        show_line(f"  finding     {finding.sentence}")
    return ExitCode.FINDINGS if damage else ExitCode.OK
