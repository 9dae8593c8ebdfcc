"""A plugin of pytest: modules in random order, and the tests of each (`python -m tests.soak` loads it)."""

from __future__ import annotations

import os
from random import Random
from typing import Final

import pytest

SEED: Final = "INLAY_ORDER"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The modules stay whole, for what their tests share is made once for each."""
    random = Random(int(os.environ[SEED]))
    modules = sorted({item.path for item in items})
    random.shuffle(modules)
    random.shuffle(items)
    items.sort(key=lambda item: modules.index(item.path))
