"""Every other worker collects from the last folder to the first: in a new clone, where no assertion is rewritten yet, each worker rewrites
half of the modules and then finds what the other one wrote. `markers.rank` gives all workers the same order afterwards.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest


class Backwards:
    """A plugin of workers."""

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        report = yield
        if isinstance(collector, pytest.Directory):
            report.result.reverse()
        return report


def is_every_other(config: pytest.Config) -> bool:
    worker = getattr(config, "workerinput", {"workerid": "gw0"})["workerid"]
    return int(worker.removeprefix("gw")) % 2 == 1
