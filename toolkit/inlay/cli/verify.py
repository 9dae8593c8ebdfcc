"""`inlay verify PATHS`: do files agree with themselves?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import FILE, format_option
from inlay.cli.pager import paged
from inlay.cli.printing import show_line, write
from inlay.cli.progress import counted
from inlay.cli.report.json_layouts import document_of
from inlay.wording.amounts import count

if TYPE_CHECKING:
    from inlay.checks.data import Walked
    from inlay.checks.verify_file import Verification
    from inlay.documents.values import Json
    from inlay.scan.named import NamedFile

MOST_SHOWN: Final = 50
"""Footers that disagree may do so in every field of every column chunk."""

SEALS: Final = {
    "agrees": "agrees: the footer is what was sealed",
    "broken": "does not agree",
    "not needed": "none needed: the footer's CRC agrees",
    "none": "none: damage to the footer may go unnoticed (`inlay seal` adds one)",
}


@click.command("verify")
@click.argument("paths", nargs=-1, required=True, metavar="PATHS...", type=FILE)
@click.option(
    "--data",
    is_flag=True,
    help="Check the pages as well: headers, CRCs, page indexes, Bloom filters. Values are not decoded.",
)
@format_option
@paged
def command(paths: tuple[str, ...], data: bool, format_: str) -> ExitCode:
    """Check whether the files at PATHS (files, folders, globs) agree with themselves.

    The footer is compared with its schema, its own sums, counts and bounds, and the size of the file. Its seal, the
    containers of its extensions, and a FlatBuffers footer next to the Thrift footer are checked, too.

    Only the footer is read, unless you ask for --data. docs/verify.md lists the checks. A file that cannot be read
    is reported on stderr, and the next one follows. JSON is one document per file and line. The exit code is that of the worst file: 1 for findings, 3 for a
    footer that cannot be read, 6 for a file that cannot be read.
    """
    from inlay.scan.named import is_listing, list_named_files

    alone = len(paths) == 1 and not is_listing(paths[0])
    total = _Total()
    for file in counted(list_named_files(paths), "verifying", "file"):
        code = _verify_file(file, data, format_, alone, total)
        total.code = max(total.code, code)
    if format_ == "text" and not alone:
        show_line(total.shown)
    return total.code


class _Total:
    """What the last line says of many files."""

    def __init__(self) -> None:
        self.code = ExitCode.OK
        self.clean = 0
        self.with_findings = 0
        self.unreadable = 0
        self.others = 0

    @property
    def shown(self) -> str:
        files = count(self.clean + self.with_findings + self.unreadable, "file")
        said = f"{files}: {self.clean:,} without findings, {self.with_findings:,} with"
        if self.unreadable:
            said += f", {self.unreadable:,} that could not be read"
        if self.others:
            said += f"; left out: {count(self.others, 'file')} of other kinds"
        return said


def _verify_file(file: NamedFile, data: bool, format_: str, alone: bool, total: _Total) -> ExitCode:
    """One file, printed; a bad one never ends the others."""
    from inlay.checks.verify_file import verify
    from inlay.cli.errors import report
    from inlay.footer.errors import FooterError
    from inlay.scan.named import is_another_kind
    from inlay_runtime.errors import InlayError

    try:
        if file.error is not None:
            raise file.error
        verification = verify(file.path, data=data)
    except (InlayError, OSError) as error:
        if isinstance(error, FooterError) and is_another_kind(file, error):
            total.others += 1
            return ExitCode.OK
        total.unreadable += 1
        code = report(error)
        if format_ == "json":
            _print_json(_error_json(file.path, error, code))
        return code
    total.clean += not verification.findings
    total.with_findings += bool(verification.findings)
    if format_ == "json":
        _print_json(_json(file.path, verification))
    elif alone:
        _show(file.path, verification)
    else:
        _show_findings(file.path, verification)
    return ExitCode.FINDINGS if verification.findings else ExitCode.OK


def _show(path: str, verification: Verification) -> None:
    """All about one file."""
    show_line(f"{path}: {count(len(verification.findings), 'finding')}")
    show_line(f"  seal        {SEALS[verification.seal]}")
    checked = sum(1 for extension in verification.extensions if extension.state == "checked")
    unchecked = sum(1 for extension in verification.extensions if extension.state == "not checked")
    extensions = count(len(verification.extensions), "extension")
    said = f"{extensions}, {checked:,} checked" if verification.extensions else "no extensions"
    if unchecked:
        said += f", {unchecked:,} that cannot be"
    show_line(f"  extensions  {said}")
    if verification.walked is not None:
        show_line(f"  data        {_describe_walk(verification.walked)}")
    _list_findings(verification)


def _show_findings(path: str, verification: Verification) -> None:
    """One of many files: a line, and its findings below."""
    said = f"{path}: {count(len(verification.findings), 'finding')}"
    if verification.walked is not None and verification.walked.skipped:
        said += f"; data: {_describe_walk(verification.walked)}"
    show_line(said)
    _list_findings(verification)


def _list_findings(verification: Verification) -> None:
    for finding in verification.findings[:MOST_SHOWN]:
        show_line(f"  finding     {finding}")
    if (more := len(verification.findings) - MOST_SHOWN) > 0:
        show_line(f"  ... and {count(more, 'finding')} more: --format json has them all")


def _describe_walk(walked: Walked) -> str:
    said = f"{count(walked.pages, 'page')} of {count(walked.chunks, 'column chunk')}"
    skipped = (
        (walked.encrypted, "encrypted"),
        (walked.elsewhere, "in other files"),
        (walked.unreachable, "not where the footer says"),
    )
    reasons = ", ".join(f"{number:,} {why}" for number, why in skipped if number)
    if walked.is_sealed:
        reasons = "the footer is encrypted"
    return f"{said}; skipped: {reasons}" if reasons else said


def _print_json(document: Json) -> None:
    """A line for each file; ASCII, so that no terminal and no encoding can spoil it."""
    write(json.dumps(document, allow_nan=False) + "\n")


def _json(path: str, verification: Verification) -> Json:
    from inlay.cli.ext.list import extension_json

    extensions: list[Json] = [extension_json(extension) for extension in verification.extensions]
    findings: list[Json] = [
        {"code": finding.code, "at": finding.at, "offset": finding.offset, "what": finding.what}
        for finding in verification.findings
    ]
    walked = verification.walked
    data: Json = None
    if walked is not None:
        data = {
            "chunks": walked.chunks,
            "pages": walked.pages,
            "encrypted": walked.encrypted,
            "elsewhere": walked.elsewhere,
            "unreachable": walked.unreachable,
        }
    content: dict[str, Json] = {
        "path": path,
        "form": verification.form.value,
        "seal": verification.seal,
        "extensions": extensions,
        "data": data,
        "findings": findings,
        "error": None,
    }
    return document_of("verify", content)


def _error_json(path: str, error: Exception, code: ExitCode) -> Json:
    """A file that could not be read has no findings, which is not the same as none."""
    content: dict[str, Json] = {
        "path": path,
        "error": {"exit_code": int(code), "what": str(error)},
    }
    return document_of("verify", content)
