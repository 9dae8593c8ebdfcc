"""Which worker runs what: modules stay whole, and those that share a session of Spark stay together.

A Java is warm after a minute of work, and each worker has its own: one of two workers gets all modules with that session,
while the other one runs the clusters and everything else. What sends our code to a cluster shares an archive of it, for which
every module is compiled; what asks other readers shares their processes, and what looks at all imports of our code their list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zlib import crc32

from xdist.scheduler import LoadFileScheduling

if TYPE_CHECKING:
    from xdist.workermanage import WorkerController

ROOT: Final = Path(__file__).parents[2]

_SESSION: Final = re.compile(r"\bspark: SparkSession\b|usefixtures\(\"spark\"\)")
_SHARED: Final = {
    "archive": re.compile(r"\b(written_job|make_jobs)\("),
    "readers": re.compile(r"\blend_reader\b"),
    "imports": re.compile(r"import .*\b(imports_that_run|all_imports)\b"),
}
"""What other modules share, and stay together for: what they call names it."""


class SessionScheduling(LoadFileScheduling):
    """As `--dist loadfile`, with a session of Spark for every two workers, and without walks through all tests for each of them."""

    def add_node_collection(self, node: WorkerController, collection: Sequence[str]) -> None:
        super().add_node_collection(node, collection)
        if node in self.registered_collections:
            self.registered_collections[node] = _Places(collection)

    def mark_test_complete(
        self, node: WorkerController, item_index: int, duration: float = 0
    ) -> None:
        super().mark_test_complete(node, item_index, duration)
        work = self.assigned_work[node]
        scope = self._split_scope(self.registered_collections[node][item_index])
        if all(work[scope].values()):
            del work[scope]  # or it would be counted again at each test that follows

    def _split_scope(self, nodeid: str) -> str:
        module = super()._split_scope(nodeid)
        if shares_session(module):
            return f"session {crc32(module.encode()) % max(1, self.numnodes // 2)}"
        return next((what for what, call in _SHARED.items() if _has(module, call)), module)


class _Places(list[str]):
    """Names of tests, each of which is asked for its place once."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(names)
        self._places = {name: place for place, name in enumerate(names)}

    def index(self, name: str, *_: object) -> int:
        return self._places[name]


def shares_session(module: str) -> bool:
    """Whether tests of a module, named by its path in the repository, work with the session of `tests/pipeline/conftest.py`."""
    return _has(module, _SESSION)


@cache
def _has(module: str, pattern: re.Pattern[str]) -> bool:
    path = ROOT / module
    return path.is_file() and pattern.search(path.read_text(encoding="utf-8")) is not None
