"""What `-m 'not spark and not slow'` leaves out is neither imported nor made into cases: half of what collecting takes.

Only what folder, module and function decide, and only where all tests are asked for: whoever names a folder is told what was left out
of it. The rest is left to pytest, which knows fixtures.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.support.markers import MARKERS, TESTS, is_in
from tests.support.slow import SLOW

_NOT: Final = "not "


def names_left_out(expression: str) -> frozenset[str]:
    """The markers without which a test has to be; none where the expression says anything else."""
    parts = expression.split(" and ")
    names = frozenset(part.removeprefix(_NOT) for part in parts)
    is_plain = all(part.startswith(_NOT) for part in parts) and names <= MARKERS.keys()
    return names if is_plain else frozenset()


def is_for_all(config: pytest.Config) -> bool:
    return bool(config.args == config.getini("testpaths"))


class LeftOut:
    """A plugin that leaves out tests with these markers."""

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        if not collection_path.is_relative_to(TESTS):
            return None
        place = collection_path.relative_to(TESTS).as_posix()
        return True if any(is_in(place, name) for name in self.names) else None

    def pytest_pycollect_makeitem(
        self, collector: pytest.Module | pytest.Class, name: str
    ) -> list[pytest.Item] | None:
        """No item of a slow function, and no opinion about others."""
        if "slow" not in self.names:
            return None
        place = collector.path.relative_to(TESTS).as_posix()
        return [] if name in SLOW.get(place, ()) else None
