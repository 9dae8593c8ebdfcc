"""Advice as JUnit's XML, as CI systems read it: a file is a suite, a rule a case; warnings fail, notes are output."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from inlay.cli.printing import write
from inlay.ground.wording.printable import escape_unprintable
from inlay.verbs.lint.advice import Fold, fold
from inlay.verbs.lint.rule import WARNING
from inlay.verbs.lint.sentences import describe_fold, describe_whole

if TYPE_CHECKING:
    from inlay.cli.exit_codes import ExitCode
    from inlay.verbs.lint.advice import Advice


class JunitSink:
    """Keeps the suites until their number is known, which is written first."""

    def __init__(self) -> None:
        self._suites: list[str] = []
        self._tests = 0
        self._failures = 0
        self._errors = 0

    def add(self, path: str, advice: Sequence[Advice]) -> None:
        """A file without advice is a suite with a case that passes."""
        folds = fold(advice)
        cases = [_describe_case(path, each) for each in folds]
        failures = sum(each.worst.severity == WARNING for each in folds)
        self._add(path, cases or [_open_case(path, "lint") + "/>"], failures, 0)

    def add_unread(self, path: str, said: str, code: ExitCode) -> None:
        case = (
            f'{_open_case(path, "lint")}><error message={_quote(said)} type="unread"/></testcase>'
        )
        self._add(path, [case], 0, 1)

    def finish(self, advice: Sequence[Advice]) -> None:
        by_path: dict[str, list[Advice]] = {}
        for each in advice:
            by_path.setdefault(each.path, []).append(each)
        for path, several in by_path.items():
            self.add(path, several)
        write('<?xml version="1.0" encoding="UTF-8"?>\n')
        write(f'<testsuites name="inlay lint" {self._counts()}>\n')
        for suite in self._suites:
            write(suite)
        write("</testsuites>\n")

    def _add(self, path: str, cases: Sequence[str], failures: int, errors: int) -> None:
        counts = f'tests="{len(cases)}" failures="{failures}" errors="{errors}"'
        lines = [f"  <testsuite name={_quote(path)} {counts}>", *cases, "  </testsuite>"]
        self._suites.append("".join(f"{line}\n" for line in lines))
        self._tests += len(cases)
        self._failures += failures
        self._errors += errors

    def _counts(self) -> str:
        return f'tests="{self._tests}" failures="{self._failures}" errors="{self._errors}"'


def _describe_case(path: str, each: Fold) -> str:
    case = _open_case(path, each.worst.rule)
    whole = escape(escape_unprintable(describe_whole(each)))
    if each.worst.severity != WARNING:
        return f"{case}><system-out>{whole}</system-out></testcase>"
    message = _quote(describe_fold(each))
    return f'{case}><failure message={message} type="warning">{whole}</failure></testcase>'


def _open_case(path: str, name: str) -> str:
    return f"    <testcase classname={_quote(path)} name={_quote(name)}"


def _quote(text: str) -> str:
    """An attribute. XML has no place for control characters, escaped or not."""
    return quoteattr(escape_unprintable(text))
