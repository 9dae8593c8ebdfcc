"""What a worker of xdist tells the process that started it: how a test ended, and nothing of what went well besides.

Of six messages a test three are left. The others, of passed set-ups and teardowns and of tests that begin, are written, read and
passed on for no reader: half of what distributing tests costs.
"""

from __future__ import annotations

import pytest
from _pytest.runner import runtestprotocol


class FewReports:
    """A plugin of workers: its hook comes before that of pytest itself."""

    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        for report in runtestprotocol(item, log=False, nextitem=nextitem):
            if report.when == "call" or not report.passed:
                item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True


def is_enough(config: pytest.Config) -> bool:
    """Whether nobody asks how long set-ups took, or which test begins."""
    option = config.option
    is_told_more = option.verbose > 0 or option.xmlpath or option.durations
    is_measured = config.pluginmanager.hasplugin("tests.support.seconds")
    return hasattr(config, "workerinput") and not is_told_more and not is_measured
