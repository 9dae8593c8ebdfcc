"""`inlay encoding verify PATHS`: do both encodings match their CRCs?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import many_files, run_each
from inlay.cli.options import format_option
from inlay.cli.printing import show_json, show_line
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay_runtime.finding import Finding


@click.command("verify", short_help="Check both encodings against their CRCs.")
@many_files
@format_option
def command(paths: tuple[str, ...], jobs: int, format_: str) -> ExitCode:
    """Read both encodings of the files at PATHS, and ratified pages, and compare them with their CRCs.

    Exit code 1 for findings. `inlay encoding repair` restores damaged pages.
    """
    is_json = format_ == "json"
    job = partial(_verify_encodings, is_json=is_json)
    return run_each(paths, jobs, job, document="encoding verify" if is_json else None)


def _verify_encodings(path: str, alone: bool, *, is_json: bool) -> ExitCode:
    from inlay.ground.documents.findings import document_findings
    from inlay.pages.encodings.on_files import check_chunks

    checked, damage = check_chunks(path)
    if is_json:
        content: dict[str, Json] = {
            "path": path,
            "chunks": checked,
            "findings": document_findings(damage),
            "error": None,
        }
        show_json(document_of("encoding verify", content), in_line=not alone)
    else:
        _show(path, checked, damage)
    return ExitCode.FINDINGS if damage else ExitCode.OK


def _show(path: str, checked: int, damage: list[Finding]) -> None:
    if not checked:
        show_line(f"{path}: no new encodings, so there is nothing to check")
        return
    chunks = count(checked, "column chunk")
    show_line(f"{path}: {count(len(damage), 'finding')} in {chunks} with new encodings")
    for finding in damage:
        show_line(f"  finding     {finding.sentence}")
