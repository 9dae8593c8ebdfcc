"""Processor seconds of each test, of its fixtures, and of the processes that it starts: a plugin of pytest.

    python -m pytest -p tests.support.seconds -n 2 --dist loadfile tests/tables/scan tests/flat

The last lines name the modules and the functions that took most, and those of which `slow.txt` says something else.
Processors that are shared run slower, each second of them does less: measure on an idle machine what decides.
"""

from __future__ import annotations

import os
import resource
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.support.slow import SLOW

ROWS: Final = 40
LIMIT: Final = 0.25
"""Seconds of all cases of a function, beyond which it belongs into `slow.txt`."""

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_functions: Counter[tuple[str, str]] = Counter()
_last = [0.0]


def spent() -> float:
    """Seconds of this process and of all that it has started, whether they have ended or not."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages) + sum(_running("self"))


def _running(process: str) -> Iterator[float]:
    """Of each child of a process, and of theirs; what has ended meanwhile counts for its parent."""
    for listed in Path("/proc", process, "task").glob("*/children"):
        try:
            children = listed.read_text("ascii").split()
        except OSError:
            continue
        for child in children:
            try:
                fields = Path("/proc", child, "stat").read_text("utf-8", "replace")
            except OSError:
                continue
            yield sum(map(int, fields.rpartition(")")[2].split()[11:15])) / _TICKS
            yield from _running(child)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    _last[:] = [spent()]
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Of set-up, call and teardown each; workers send it with the report."""
    report = yield
    now = spent()
    report.__dict__["seconds"] = now - _last[0]
    _last[:] = [now]
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    module, _, name = report.nodeid.partition("[")[0].partition("::")
    key = (module.removeprefix("tests/"), name.rpartition("::")[2])
    _functions[key] += report.__dict__["seconds"]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    say = terminalreporter.write_line
    modules: Counter[str] = Counter()
    for (module, _), seconds in _functions.items():
        modules[module] += seconds
    say(f"processor seconds of all tests: {modules.total():.0f}")
    for module, seconds in modules.most_common(ROWS):
        say(f"{seconds:7.1f}  {module}")
    for (module, name), seconds in _functions.most_common(ROWS):
        say(f"{seconds:7.2f}  {module}: {name}")
    for (module, name), seconds in sorted(_functions.items()):
        if (seconds > LIMIT) != (name in SLOW.get(module, ())):
            is_in = "not in" if seconds > LIMIT else "in"
            say(f"{seconds:7.2f}  {is_in} slow.txt: {module}: {name}")
