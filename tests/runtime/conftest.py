"""The small IDLs beside this file, compiled once per session."""

from __future__ import annotations

from typing import Any

import pytest

from tests.runtime.compiled import compiled


@pytest.fixture(scope="session")
def kitchen() -> Any:
    """The module of `kitchen.thrift`: one of everything."""
    return compiled("kitchen")


@pytest.fixture(scope="session")
def conformance() -> Any:
    """The module of `conformance.thrift`: the struct of the conformance vectors."""
    return compiled("conformance")


@pytest.fixture(scope="session")
def names() -> Any:
    """The module of `names.thrift`: names that mean something elsewhere."""
    return compiled("names")
