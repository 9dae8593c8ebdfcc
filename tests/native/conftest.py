"""The IDLs of the runtime's tests."""

from __future__ import annotations

from typing import Any

import pytest

from tests.runtime.compiled import compiled


@pytest.fixture(scope="session")
def kitchen() -> Any:
    """The module of `kitchen.thrift`: one of everything."""
    return compiled("kitchen")
