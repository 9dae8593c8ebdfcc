"""The part of xdist that the tests use."""

import pytest

class LoadFileScheduling:
    numnodes: int
    def __init__(self, config: pytest.Config, log: object = None) -> None: ...
    def _split_scope(self, nodeid: str) -> str: ...
