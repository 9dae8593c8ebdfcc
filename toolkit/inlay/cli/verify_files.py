"""What `inlay verify` does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import Total, count_each, is_alone
from inlay.cli.pager import page_output
from inlay.cli.printing import show_json, show_line
from inlay.cli.progress import progress_of
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay.verbs.verify.data import Walked
    from inlay.verbs.verify.verify_file import Verification

MOST_SHOWN: Final = 50
"""Footers that disagree may do so in every field of every column chunk."""

SEALS: Final = {
    "agrees": "agrees: the footer is what was sealed",
    "broken": "does not agree",
    "not needed": "none needed: the footer's CRC agrees",
    "unprotected": "none: this footer has no CRC, and damage to it may go unnoticed "
    "(`inlay footer convert` writes them)",
    "encrypted": "not needed: whoever decrypts the footer checks its tag",
    "signed": "not needed: the footer is signed, and whoever has the key checks it",
    "none": "none: damage to the footer may go unnoticed (`inlay seal` adds one)",
}


@page_output
def verify_files(
    paths: tuple[str, ...], jobs: int = 1, data: bool = False, format_: str = "text"
) -> ExitCode:
    """Checks the files at the paths, prints what is wrong, and returns the code of the worst file."""
    is_json = format_ == "json"
    job = partial(_verify_file, data=data, is_json=is_json)
    if is_json:
        # One file is a document on a line, too, whatever becomes of it.
        return count_each(paths, jobs, job, document="verify").code
    if is_alone(paths):
        return job(paths[0], True)
    total = count_each(paths, jobs, job)
    show_line(_describe(total))
    return total.code


def _describe(total: Total) -> str:
    """What the last line says of many files."""
    clean, with_findings = total.codes[ExitCode.OK], total.codes[ExitCode.FINDINGS]
    unreadable = total.codes.total() - clean - with_findings
    files = count(total.codes.total(), "file")
    said = f"{files}: {clean:,} without findings, {with_findings:,} with"
    if unreadable:
        said += f", {unreadable:,} that could not be read"
    if total.others:
        said += f"; left out: {count(total.others, 'file')} of other kinds"
    return said


def _verify_file(path: str, alone: bool, *, data: bool, is_json: bool) -> ExitCode:
    from inlay.verbs.verify.verify_file import verify

    with progress_of(path, "checking", alone) as progress:
        verification = verify(path, data=data, progress=progress)
    if is_json:
        show_json(_json(path, verification), in_line=True)
    elif alone:
        _show(path, verification)
    else:
        _show_findings(path, verification)
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


def _json(path: str, verification: Verification) -> Json:
    from inlay.cli.ext.list import document_extension
    from inlay.ground.documents.findings import document_findings

    extensions: list[Json] = [
        document_extension(extension) for extension in verification.extensions
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
        "findings": document_findings(verification.findings),
        "error": None,
    }
    return document_of("verify", content)
