"""Entries as JUnit's XML, as CI systems read it: a file is a suite, a rule a case; notes are output, and all others fail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from inlay.cli.printing import write
from inlay.ground.wording.printable import escape_unprintable

if TYPE_CHECKING:
    from inlay.cli.ci.entry import CiEntry


class JunitSink:
    """Keeps the suites until their number is known, which is written first."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._suites: list[str] = []
        self._tests = 0
        self._failures = 0
        self._errors = 0

    def add(self, path: str, entries: Sequence[CiEntry]) -> None:
        """A file without entries is a suite with a case that passes."""
        cases = [_describe_case(path, each) for each in entries]
        failures = sum(each.level != "note" for each in entries)
        self._add(path, cases or [_open_case(path, self._command) + "/>"], failures, 0)

    def add_unread(self, path: str, said: str) -> None:
        case = f'{_open_case(path, self._command)}><error message={_quote(said)} type="unread"/></testcase>'
        self._add(path, [case], 0, 1)

    def finish(self) -> None:
        write('<?xml version="1.0" encoding="UTF-8"?>\n')
        write(f'<testsuites name="inlay {self._command}" {self._counts()}>\n')
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


def _describe_case(path: str, each: CiEntry) -> str:
    case = _open_case(path, each.rule)
    whole = escape(escape_unprintable(each.whole))
    if each.level == "note":
        return f"{case}><system-out>{whole}</system-out></testcase>"
    message = _quote(each.short)
    return f'{case}><failure message={message} type="{each.level}">{whole}</failure></testcase>'


def _open_case(path: str, name: str) -> str:
    return f"    <testcase classname={_quote(path)} name={_quote(name)}"


def _quote(text: str) -> str:
    """An attribute. XML has no place for control characters, escaped or not."""
    return quoteattr(escape_unprintable(text))
