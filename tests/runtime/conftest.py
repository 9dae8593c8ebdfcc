"""The small IDLs beside this file, compiled once per session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.runtime.compiled import compiled
from tests.runtime.cores import CORES, running


@pytest.fixture(scope="module", params=CORES, autouse=True)
def core(request: pytest.FixtureRequest) -> Iterator[str]:
    """Every test of this folder runs on both; one that lived as long as the session would reach other folders."""
    with running(request.param):
        yield request.param


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
