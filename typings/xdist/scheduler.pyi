"""The part of xdist that the tests use."""

from collections.abc import Sequence

import pytest
from xdist.workermanage import WorkerController

class LoadFileScheduling:
    numnodes: int
    registered_collections: dict[WorkerController, list[str]]
    assigned_work: dict[WorkerController, dict[str, dict[str, bool]]]
    def __init__(self, config: pytest.Config, log: object = None) -> None: ...
    def add_node_collection(self, node: WorkerController, collection: Sequence[str]) -> None: ...
    def mark_test_complete(self, node: WorkerController, item_index: int, duration: float = 0) -> None: ...
    def _split_scope(self, nodeid: str) -> str: ...
