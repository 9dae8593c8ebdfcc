"""`inlay ext verify PATHS`: do the extensions of files agree with their CRCs?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.ext.list import document_extension, show_extensions_of
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import many_files, run_each
from inlay.cli.options import format_option
from inlay.cli.printing import show_json, show_line

if TYPE_CHECKING:
    from inlay.changes.life_cycle.extension_list import Extensions
    from inlay.ground.documents.values import Json


@click.command("verify", short_help="Check the containers of all extensions.")
@many_files
@format_option
def command(paths: tuple[str, ...], jobs: int, format_: str) -> ExitCode:
    """Check the containers of all extensions of the files at PATHS. Exit code 1 if one is damaged.

    `inlay verify` checks the rest of the footer, too.
    """
    is_json = format_ == "json"
    job = partial(_verify_extensions, is_json=is_json)
    return run_each(paths, jobs, job, document="ext verify" if is_json else None)


def _verify_extensions(path: str, alone: bool, *, is_json: bool) -> ExitCode:
    from inlay.changes.life_cycle.extension_list import extensions_of
    from inlay.footers.footer.read import read_footer

    extensions = extensions_of(read_footer(path))
    if is_json:
        show_json(_json(path, extensions), in_line=not alone)
    else:
        show_extensions_of(path, alone, extensions.listed)
        for finding in extensions.hidden:
            show_line(f"finding: {finding}")
    damaged = any(extension.finding is not None for extension in extensions.listed)
    return ExitCode.FINDINGS if damaged or extensions.hidden else ExitCode.OK


def _json(path: str, extensions: Extensions) -> Json:
    """`findings` are those of no extension that is listed."""
    from inlay.ground.documents.findings import document_findings

    listed: list[Json] = [document_extension(extension) for extension in extensions.listed]
    findings = document_findings(extensions.hidden)
    content: dict[str, Json] = {
        "path": path,
        "extensions": listed,
        "findings": findings,
        "error": None,
    }
    return document_of("ext verify", content)
