"""The bound of docs/wire.md, measured from outside of a process that decodes the dearest inputs."""

from __future__ import annotations

import pytest

from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from tests.runtime.hostile import ROWS, measured

SIZE = 200_000
EMPTY_SLOTS = 300 * 8
"""Of the widest struct, in bytes: they are not charged."""


@pytest.mark.needs("/proc")
@pytest.mark.parametrize("strict", [False, True], ids=["default", "strict"])
@pytest.mark.parametrize("name", ROWS)
def test_memory_is_bounded_by_the_size_of_the_input(name: str, strict: bool, core: str) -> None:
    found = measured(name, SIZE, strict=strict, pure=core == "pure")
    limits = Limits.strict() if strict else DEFAULT_LIMITS
    bound = limits.memory(found["bytes"])
    if "300 fields" in name:
        bound += EMPTY_SLOTS * found["bytes"]
    assert found["peak"] <= bound, found
    assert found["outcome"] in ("read", "LimitError")
