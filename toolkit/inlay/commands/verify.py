"""`inlay verify FILE`: does a file agree with itself?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.commands.options import format_option
from inlay.commands.printing import show_json, show_line
from inlay.exit_codes import ExitCode
from inlay.report.amounts import count

if TYPE_CHECKING:
    from inlay.extensions.verify import Verdict
    from inlay.forms.tail import Form
    from inlay.report.json_values import Json

LAYOUT = 1
"""Raised when a key changes its name or meaning; new keys do not raise it."""

MOST_SHOWN = 50
"""Footers that disagree may do so in every field of every column chunk."""

SEALS = {
    "agrees": "agrees: the footer is what was sealed",
    "broken": "does not agree",
    "not needed": "none needed: the footer's CRC agrees",
    "none": "none: damage to the footer may go unnoticed (`inlay seal` adds one)",
}


@click.command("verify")
@click.argument("file", type=click.Path())
@format_option
def command(file: str, format_: str) -> ExitCode:
    """Check the seal of FILE, the containers of its extensions, whether the offsets in its footer fit, and
    whether its two footers agree, where it has a FlatBuffer beside the Thrift.

    Reads the footer and no data. Exit code 1 for findings, 3 for a footer that cannot be read.
    """
    from inlay.forms.verify import verify_file

    form, verdict = verify_file(file)
    if format_ == "json":
        show_json(_json(file, form, verdict))
    else:
        _show(file, verdict)
    return ExitCode.FINDINGS if verdict.findings else ExitCode.OK


def _show(file: str, verdict: Verdict) -> None:
    show_line(f"{file}: {count(len(verdict.findings), 'finding')}")
    show_line(f"  seal        {SEALS[verdict.seal]}")
    checked = sum(1 for one in verdict.extensions if one.state == "checked")
    unchecked = sum(1 for one in verdict.extensions if one.state == "not checked")
    extensions = count(len(verdict.extensions), "extension")
    said = f"{extensions}, {checked:,} checked" if verdict.extensions else "no extensions"
    if unchecked:
        said += f", {unchecked:,} that cannot be"
    show_line(f"  extensions  {said}")
    for finding in verdict.findings[:MOST_SHOWN]:
        show_line(f"  finding     {finding}")
    if (more := len(verdict.findings) - MOST_SHOWN) > 0:
        show_line(f"  ... and {count(more, 'finding')} more: --format json has them all")


def _json(file: str, form: Form, verdict: Verdict) -> Json:
    from inlay.commands.ext_list import extension_json

    extensions: list[Json] = [extension_json(one) for one in verdict.extensions]
    findings: list[Json] = [
        {"code": one.code, "at": one.at, "offset": one.offset, "what": one.what}
        for one in verdict.findings
    ]
    return {
        "verify": LAYOUT,
        "path": file,
        "form": form.value,
        "seal": verdict.seal,
        "extensions": extensions,
        "findings": findings,
    }
