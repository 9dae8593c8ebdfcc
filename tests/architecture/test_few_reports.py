"""Workers say of a test how it ended, and of its set-up and teardown only what went wrong."""

from __future__ import annotations

import pytest

from tests.support.few_reports import FewReports

pytest_plugins = ["pytester"]

TESTS = """
import pytest

@pytest.fixture
def fine():
    yield

@pytest.fixture
def nothing_there():
    pytest.skip("it needs what is absent")

@pytest.fixture
def bad_before():
    raise ValueError

@pytest.fixture
def bad_after():
    yield
    raise ValueError

def test_good(fine): pass
def test_bad(fine): raise ValueError
def test_before(bad_before): pass
def test_after(bad_after): pass
def test_skipped(nothing_there): pass
"""


def test_nothing_that_went_wrong_is_left_out(pytester: pytest.Pytester) -> None:
    module = pytester.makepyfile(TESTS)
    run = pytester.inline_run("-p", "no:cacheprovider", module, plugins=[FewReports()])
    reports = run.getreports("pytest_runtest_logreport")
    assert [
        (report.nodeid.partition("::test_")[2], report.when, report.outcome)
        for report in reports
        if isinstance(report, pytest.TestReport)
    ] == [
        ("good", "call", "passed"),
        ("bad", "call", "failed"),
        ("before", "setup", "failed"),
        ("after", "call", "passed"),
        ("after", "teardown", "failed"),
        ("skipped", "setup", "skipped"),
    ]
