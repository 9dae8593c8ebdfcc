"""The bound of docs/wire.md, measured from outside of a process that decodes the dearest inputs."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from tests.runtime.hostile import ROWS, measured

SIZES = {"pure": 100_000, "native": 200_000}
"""Bytes. Pure Python takes ten times as long, and comes as near to its bound with half of them."""

EMPTY_SLOTS = 300 * 8
"""Of the widest struct, in bytes: they are not charged."""

Results: TypeAlias = dict[tuple[str, bool], dict[str, Any]]


@pytest.fixture(scope="module")
def results(core: str) -> Results:
    return measured(SIZES[core], pure=core == "pure")


@pytest.mark.needs("/proc")
@pytest.mark.parametrize("strict", [False, True], ids=["default", "strict"])
@pytest.mark.parametrize("name", ROWS)
def test_memory_is_bounded_by_the_size_of_the_input(
    name: str, strict: bool, results: Results
) -> None:
    result = results[name, strict]
    limits = Limits.strict() if strict else DEFAULT_LIMITS
    bound = limits.memory(result["bytes"])
    if "300 fields" in name:
        bound += EMPTY_SLOTS * result["bytes"]
    assert result["peak"] <= bound, result
    assert result["outcome"] in ("read", "LimitError")
