"""`inlay verify --format sarif`, `junit` and `github`: a code is once in each file, with its first finding and the number of the others."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from inlay.cli.ci.entry import CiEntry, CiRule
from inlay.cli.ci.open_sink import open_sink
from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_files import (
    FailedFile,
    Total,
    code_of_read,
    count_named_files,
    is_alone,
    report_failed,
    run_alone,
    run_in_order,
)
from inlay.ground.wording.amounts import count
from inlay.ground.wording.printable import escape_unprintable
from inlay.tables.scan.named import NamedFile, is_another_kind
from inlay.verbs.verify.findings_of_reading import EXTENSION, FOOTER
from inlay.verbs.verify.table import list_promises
from inlay.verbs.verify.text import CLOSED

if TYPE_CHECKING:
    from inlay.cli.ci.entry import CiSink
    from inlay.cli.verify_files import VerifyJob
    from inlay.verbs.verify.explained import ExplainedFinding
    from inlay.verbs.verify.verify_file import Verification
    from inlay_runtime.finding import Finding


class _Checked(NamedTuple):
    path: str
    entries: tuple[CiEntry, ...]
    is_closed: bool
    code: ExitCode


def verify_in_ci(paths: tuple[str, ...], jobs: int, asked: VerifyJob, format_: str) -> ExitCode:
    """Prints what a CI system reads, and returns the worst exit code. Raises what reading raises if there is only one file."""
    sink = open_sink(format_, "verify", _list_rules(asked))
    if is_alone(paths):
        only = run_alone(
            paths[0], lambda path, alone: _judge(path, asked.check(path, alone), asked)
        )
        _add(sink, only)
        sink.finish()
        return only.code
    total = Total()
    files = count_named_files(paths)
    with closing(run_in_order(partial(_check, asked), files, jobs)) as checked:
        for each in checked:
            match each:
                case None:
                    total.add(None)
                case FailedFile():
                    total.add(each.code)
                    sink.add_unread(each.path, each.said)
                case _Checked():
                    total.add(each.code)
                    _add(sink, each)
    sink.finish()
    return code_of_read(total.codes.total(), total.code)


def _check(asked: VerifyJob, file: NamedFile) -> _Checked | FailedFile | None:
    from inlay.footers.footer.errors import FooterError

    try:
        if file.error is not None:
            raise file.error
        verification = asked.check(file.path, False)
    except Exception as error:
        if isinstance(error, FooterError) and is_another_kind(file, error):
            return None
        return report_failed(file.path, error)
    return _judge(file.path, verification, asked)


def _judge(path: str, verification: Verification, asked: VerifyJob) -> _Checked:
    entries = tuple(_list_entries(path, verification, asked))
    return _Checked(path, entries, verification.is_closed, asked.choose_exit_code(verification))


def _add(sink: CiSink, checked: _Checked) -> None:
    """Nobody takes a file that no key opened for one without findings."""
    if checked.is_closed and not checked.entries:
        sink.add_unread(checked.path, f"not checked: {CLOSED}")
    else:
        sink.add(checked.path, checked.entries)


def _list_entries(path: str, verification: Verification, asked: VerifyJob) -> Sequence[CiEntry]:
    by_code: dict[str, list[ExplainedFinding]] = {}
    for each in verification.explained:
        by_code.setdefault(each.finding.code, []).append(each)
    entries = [_describe(path, several, asked) for several in by_code.values()]
    return entries + [_describe_advice(path, each, asked) for each in verification.advice[:1]]


def _describe(path: str, several: Sequence[ExplainedFinding], asked: VerifyJob) -> CiEntry:
    first = next((each for each in several if each.defect), several[0])
    finding = first.finding
    short = finding.sentence
    if len(several) > 1:
        short += f"; {count(len(several) - 1, 'other')}"
    whole = f"{short}. Written by {first.writer or 'a writer that is not named'}"
    if first.defect:
        whole += f", which is known for {first.defect}: {first.defect_says}. To fix it: {first.fix}"
    return CiEntry(
        finding.code,
        "error" if asked.fails(finding.code) else "note",
        path,
        short,
        whole,
        first.column,
        finding.at,
        {
            "number": len(several),
            "offset": finding.offset,
            "writer": escape_unprintable(first.writer),
            "defect": first.defect,
            "fix": escape_unprintable(first.fix),
        },
    )


def _describe_advice(path: str, finding: Finding, asked: VerifyJob) -> CiEntry:
    level: Final = "error" if asked.fails(finding.code) else "note"
    said = finding.sentence
    return CiEntry(
        finding.code, level, path, said, said, "", finding.at, {"offset": finding.offset}
    )


def _list_rules(asked: VerifyJob) -> list[CiRule]:
    """Every code that a finding may have: some are told by reading alone."""
    sentences = {promise.code: f"In a file without it, {promise.sentence}" for promise in list_promises()}  # fmt: skip
    for codes in (FOOTER, EXTENSION):
        for code, said in codes.items():
            sentences.setdefault(code, f"{said[0].upper()}{said[1:]}")
    return [
        CiRule(
            code,
            "error" if asked.fails(code) else "note",
            said,
            f"{said}.",
            f"{said}. docs/verify.md has all of them.",
        )
        for code, said in sentences.items()
    ]
