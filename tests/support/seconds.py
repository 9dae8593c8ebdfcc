"""Processor seconds of each test, of its fixtures, and of the processes that it starts: a plugin of pytest.

    python -m pytest -p tests.support.seconds -n 2 --dist loadfile tests/tables/scan tests/flat

The last lines name the modules and the functions that took most, and those of which `slow.txt` says something else.
Processors that are shared run slower, each second of them does less: measure on an idle machine what decides.
What the measuring takes is left out. A process whose parent ended before it, within one test, is seen by nobody.
"""

from __future__ import annotations

import os
import resource
from collections import Counter
from collections.abc import Generator, Iterator
from typing import Final

import pytest

from tests.support.slow import SLOW

ROWS: Final = 40
LIMIT: Final = 0.1
"""Seconds of all cases of a function, beyond which it belongs into `slow.txt`."""

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_functions: Counter[tuple[str, str]] = Counter()
_last = [0.0]


def spent() -> float:
    """Seconds of this process and of all that it has started, whether they have ended or not."""
    return _used(resource.RUSAGE_SELF) + _used(resource.RUSAGE_CHILDREN) + sum(_running("self"))


def _used(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def _running(process: str) -> Iterator[float]:
    """Of each child of a process, and of theirs; what has ended meanwhile counts for its parent.

    Three times a test, for tests that take a millisecond: with paths it took six.
    """
    try:
        threads = os.listdir(f"/proc/{process}/task")
    except OSError:
        return
    for thread in threads:
        for child in _read(f"/proc/{process}/task/{thread}/children").split():
            if fields := _read(f"/proc/{child}/stat").rpartition(")")[2].split():
                yield sum(map(int, fields[11:15])) / _TICKS
                yield from _running(child)


def _read(path: str) -> str:
    """Nothing of a process that has ended."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _begin(measured: float, before: float) -> None:
    """The next part begins once this one is measured; `before` is what this process had used by then."""
    _last[:] = [measured + _used(resource.RUSAGE_SELF) - before]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    before = _used(resource.RUSAGE_SELF)
    _begin(spent(), before)
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Of set-up, call and teardown each; workers send it with the report."""
    report = yield
    before = _used(resource.RUSAGE_SELF)
    now = spent()
    report.__dict__["seconds"] = now - _last[0]
    _begin(now, before)
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
