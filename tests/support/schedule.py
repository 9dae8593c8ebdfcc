"""Which worker runs what: modules stay whole, and those that share a session of Spark stay together.

A Java is warm after a minute of work, and each worker has its own: one of two workers gets all modules with that session,
while the other one runs the clusters and everything else.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final
from zlib import crc32

from xdist.scheduler import LoadFileScheduling

ROOT: Final = Path(__file__).parents[2]

_SESSION: Final = re.compile(r"\bspark: SparkSession\b|usefixtures\(\"spark\"\)")


class SessionScheduling(LoadFileScheduling):
    """As `--dist loadfile`, with a session of Spark for every two workers."""

    def _split_scope(self, nodeid: str) -> str:
        module = super()._split_scope(nodeid)
        if not shares_session(module):
            return module
        return f"session {crc32(module.encode()) % max(1, self.numnodes // 2)}"


@cache
def shares_session(module: str) -> bool:
    """Whether tests of a module, named by its path in the repository, work with the session of `tests/pipeline/conftest.py`."""
    path = ROOT / module
    return path.is_file() and _SESSION.search(path.read_text(encoding="utf-8")) is not None
