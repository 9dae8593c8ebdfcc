"""What `inlay verify` does."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import Total, count_each, is_alone
from inlay.cli.pager import page_output
from inlay.cli.printing import show_json, show_line
from inlay.cli.progress import progress_of
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay.verbs.verify.verify_file import Verification


@page_output
def verify_files(
    paths: tuple[str, ...],
    jobs: int = 1,
    data: bool = False,
    format_: str = "text",
    values: bool = False,
) -> ExitCode:
    """Checks the files at the paths, prints what is wrong, and returns the code of the worst file."""
    is_json = format_ == "json"
    job = partial(_verify_file, data=data, values=values, is_json=is_json)
    if is_json:
        # One file is a document on a line, too, whatever becomes of it.
        return count_each(paths, jobs, job, document="verify").code
    if is_alone(paths):
        return job(paths[0], True)
    total = count_each(paths, jobs, job)
    show_line(_describe(total))
    return total.code


def explain_finding(code: str) -> None:
    """Says what its check promises. Raises RequestError for a code that there is not, with the nearest."""
    from inlay.verbs.verify.table import find_promises

    for promise in find_promises(code):
        show_line(f"{promise.code} (level {promise.level.value}): {promise.sentence}.")


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


def _verify_file(path: str, alone: bool, *, data: bool, values: bool, is_json: bool) -> ExitCode:
    from inlay.verbs.verify.text import list_findings, list_lines
    from inlay.verbs.verify.verify_file import verify

    with progress_of(path, "checking", alone) as progress:
        verification = verify(path, data=data, values=values, progress=progress)
    if is_json:
        show_json(_json(path, verification), in_line=True)
    elif alone:
        _show(list_lines(verification))
    else:
        _show(list_findings(verification))
    return ExitCode.FINDINGS if verification.findings else ExitCode.OK


def _show(lines: Iterable[str]) -> None:
    for line in lines:
        show_line(line)


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
        "values": _document_values(verification),
        "findings": document_findings(verification.findings),
        "error": None,
    }
    return document_of("verify", content)


def _document_values(verification: Verification) -> Json:
    audited = verification.audited
    if audited is None:
        return None
    others: list[Json] = [
        {"at": other.place, "column": other.column, "reason": other.reason}
        for other in audited.others
    ]
    return {"chunks": audited.chunks, "values": audited.values, "not_audited": others}
