"""What `inlay verify` does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import Total, Unchecked, code_of_read, count_each, is_alone, run_alone
from inlay.cli.pager import page_output
from inlay.cli.printing import show_json, show_line
from inlay.cli.progress import progress_of
from inlay.ground.wording.amounts import count
from inlay.verbs.verify.advice import ADVICE

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys
    from inlay.ground.documents.values import Json
    from inlay.verbs.verify.explained import ExplainedFinding
    from inlay.verbs.verify.verify_file import Verification


@dataclass(frozen=True)
class VerifyJob:
    """What is asked of each file. `fail_on` are codes of the findings that fail; None is any."""

    data: bool = False
    values: bool = False
    sample: int | None = None
    fail_on: frozenset[str] | None = None
    keys: EncryptionKeys | None = None

    def check(self, path: str, alone: bool) -> Verification:
        from inlay.verbs.verify.verify_file import verify

        with progress_of(path, "checking", alone) as progress:
            return verify(
                path,
                data=self.data,
                values=self.values,
                sample=self.sample,
                progress=progress,
                keys=self.keys,
            )

    def fails(self, code: str) -> bool:
        return code not in ADVICE if self.fail_on is None else code in self.fail_on

    def choose_exit_code(self, verification: Verification) -> ExitCode:
        findings = (*verification.findings, *verification.advice)
        is_failed = any(self.fails(each.code) for each in findings)
        is_unknown = verification.is_closed and self.fail_on is None
        return ExitCode.FINDINGS if is_failed or is_unknown else ExitCode.OK


@page_output
def verify_files(
    paths: tuple[str, ...],
    jobs: int = 1,
    data: bool = False,
    format_: str = "text",
    values: bool = False,
    sample: int | None = None,
    fail_on: str | None = None,
    keys: EncryptionKeys | None = None,
) -> ExitCode:
    """Checks the files at the paths, prints what is wrong, and returns the code of the worst file. `fail_on` are codes with commas
    between them. Raises RequestError for one that there is not."""
    job = VerifyJob(data, values, sample, _parse_codes(fail_on), keys)
    if format_ in ("text", "json"):
        return _print_files(paths, jobs, job, is_json=format_ == "json")
    from inlay.cli.verify_in_ci import verify_in_ci

    return verify_in_ci(paths, jobs, job, format_)


def _print_files(paths: tuple[str, ...], jobs: int, asked: VerifyJob, *, is_json: bool) -> ExitCode:
    job = partial(_verify_file, asked=asked, is_json=is_json)
    if is_json:
        # One file is a document on a line, too, whatever becomes of it.
        total = count_each(paths, jobs, job, document="verify")
        return code_of_read(total.codes.total(), total.code)
    if is_alone(paths):
        ended = run_alone(paths[0], job)
        return ended.code if isinstance(ended, Unchecked) else ended
    total = count_each(paths, jobs, job)
    if total.codes or total.others:
        show_line(_describe(total, "findings" if asked.fail_on is None else "findings that fail"))
    is_read = bool(total.codes[ExitCode.OK] + total.codes[ExitCode.FINDINGS])
    if is_read and not (asked.data or asked.values):
        from inlay.verbs.verify.text import FOOTERS_ALONE

        show_line(f"only footers were read: {FOOTERS_ALONE}")
    return code_of_read(total.codes.total(), total.code)


def explain_finding(code: str) -> None:
    """Says what its check promises, or what is wrong. Raises RequestError for a code that there is not, with the nearest."""
    from inlay.verbs.verify.table import explain_codes, require_codes

    require_codes([code])
    for line in explain_codes()[code]:
        show_line(line)


def _parse_codes(names: str | None) -> frozenset[str] | None:
    """Codes with commas between them. Raises RequestError for one that there is not, with the nearest."""
    if names is None:
        return None
    from inlay.verbs.verify.table import require_codes

    return require_codes(name.strip() for name in names.split(","))


def _describe(total: Total, findings: str) -> str:
    """What the last line says of many files."""
    checked = total.codes - total.unchecked
    unchecked = total.unchecked.total()
    clean, with_findings = checked[ExitCode.OK], checked[ExitCode.FINDINGS]
    unreadable = checked.total() - clean - with_findings
    files = count(total.codes.total(), "file")
    said = f"{files}: {clean:,} without {findings}, {with_findings:,} with"
    if unchecked:
        said += f", {unchecked:,} not checked (encrypted: --keys)"
    if unreadable:
        said += f", {unreadable:,} that could not be read"
    if total.missing:
        said += f"; {total.missing:,} not found"
    if total.others:
        said += f"; left out: {count(total.others, 'file')} of other kinds"
    return said


def _verify_file(
    path: str, alone: bool, *, asked: VerifyJob, is_json: bool
) -> ExitCode | Unchecked:
    from inlay.verbs.verify.text import list_findings, list_lines

    verification = asked.check(path, alone)
    if is_json:
        show_json(_json(path, verification), in_line=True)
    elif alone:
        _show(list_lines(verification))
    else:
        _show(list_findings(verification))
    code = asked.choose_exit_code(verification)
    return Unchecked(code) if verification.is_closed and not verification.findings else code


def _show(lines: Iterable[str]) -> None:
    for line in lines:
        show_line(line)


def _json(path: str, verification: Verification) -> Json:
    from inlay.cli.ext.list import document_extension

    extensions: list[Json] = [
        document_extension(extension) for extension in verification.extensions
    ]
    from inlay.ground.documents.findings import document_findings

    walked = verification.walked
    data: Json = None
    if walked is not None:
        data = {
            "chunks": walked.chunks,
            "pages": walked.pages,
            "without_crc": walked.without_crc,
            "encrypted": walked.encrypted,
            "elsewhere": walked.elsewhere,
            "unreachable": walked.unreachable,
        }
    findings: list[Json] = [_document_finding(each) for each in verification.explained]
    content: dict[str, Json] = {
        "path": path,
        "checked": not verification.is_closed,
        "form": verification.form.value,
        "seal": verification.seal,
        "writer": verification.writer or None,
        "extensions": extensions,
        "data": data,
        "values": _document_values(verification),
        "findings": findings,
        "advice": document_findings(verification.advice),
        "error": None,
    }
    return document_of("verify", content)


def _document_finding(each: ExplainedFinding) -> Json:
    """What is not known is null."""
    from inlay.ground.documents.findings import document_finding

    return {
        **document_finding(each.finding),
        "column": each.column or None,
        "writer": each.writer or None,
        "defect": each.defect or None,
        "defect_says": each.defect_says or None,
        "fix": each.fix or None,
    }


def _document_values(verification: Verification) -> Json:
    audited = verification.audited
    if audited is None:
        return None
    others: list[Json] = [
        {"at": other.place, "column": other.column, "reason": other.reason}
        for other in audited.others
    ]
    return {
        "chunks": audited.chunks,
        "values": audited.values,
        "row_groups": audited.row_groups,
        "of_row_groups": audited.of_row_groups,
        "not_audited": others,
    }
