"""The factors of SECURITY.md: what refused input costs, in memory and in growth, by every kind of it.

`python -m tests.security.factors` has the figures.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pytest

from inlay_runtime.errors import InlayError
from tests.runtime.cores import running
from tests.security.factors import Cost, attempt, measure_core
from tests.security.hostile_kinds import KINDS
from tests.support.effort import grows_at_most

FACTOR: Final = 32
WORDS: Final = ("Thrift IDL, one name again and again", "fbs of enum values, one of them twice")
"""Their grammar is right: what they mean is known when all of them is read, and their words are bounded."""
PART: Final = 6
"""What is measured is one part of so many of the largest file, and the constant likewise: each word takes the same."""

CONSTANT_OF_WORDS: Final = (59 << 20) // PART
SIZE_OF_WORDS: Final = 240_000 // PART
"""Of 240,000 bytes the first, which takes most a word, has the words that any file may have."""
CONSTANT: Final = 4 << 20
"""Bytes: of a struct with the 32,767 fields that it can have, all of them unknown, and of what allocators keep."""

THRIFT: Final = [*KINDS][: [*KINDS].index("unknown fields, the first one again")]
OTHERS: Final = [name for name in KINDS if name not in (*THRIFT, *WORDS)]

ALL_FIELDS: Final = "ids that descend"
CONSTANTS: Final = {name: 256 << 10 for name in OTHERS if name != ALL_FIELDS}
"""Smaller where the input is: 4 MiB would be 140 times 30,000 bytes, and hide the factor."""

SIZES: Final = {600_000: THRIFT, 30_000: OTHERS, SIZE_OF_WORDS: WORDS}
"""Of the first, budgets are exhausted: what was read until then would take up to 100 times their size."""

GROWING: Final = (*THRIFT, "page locations, the last one damaged", "Variant with a dictionary of nothing", "PFOR page, cut", "JSON of arrays in arrays, cut", "Thrift IDL, names in an enum, cut", "dump text, the last line damaged")  # fmt: skip
"""What has no bound on its size, and is walked to its end."""


@pytest.fixture(scope="module")
def costs() -> dict[str, Cost]:
    return {
        name: cost
        for size, names in SIZES.items()
        for name, cost in measure_core(size, pure=False, names=[*names]).items()
    }


@pytest.mark.needs("/proc")
@pytest.mark.needs("native core")
@pytest.mark.parametrize("name", [*THRIFT, *OTHERS])
def test_refused_input_takes_at_most_32_times_its_size(name: str, costs: dict[str, Cost]) -> None:
    cost = costs[name]
    bound = FACTOR * cost.size + CONSTANTS.get(name, CONSTANT)
    assert max(cost.peak, cost.objects) <= bound, cost
    assert cost.outcome != "read" or not KINDS[name].is_refused


@pytest.mark.needs("/proc")
@pytest.mark.parametrize("name", WORDS)
def test_a_right_grammar_takes_at_most_32_times_its_size_and_59_mib(
    name: str, costs: dict[str, Cost]
) -> None:
    cost = costs[name]
    assert max(cost.peak, cost.objects) <= FACTOR * cost.size + CONSTANT_OF_WORDS, cost
    assert cost.outcome == "CompileError"


def prepare(name: str, size: int) -> Callable[[], object]:
    kind = KINDS[name]
    return partial(attempt, kind, kind.make(size))


@pytest.mark.needs("native core")
@pytest.mark.parametrize("name", GROWING)
def test_time_grows_as_the_input_does(name: str) -> None:
    """Eight times the input: quadratic work would take 64 times as long."""
    assert grows_at_most(24, partial(prepare, name), 8_000, 64_000)


def test_time_of_pure_python_grows_as_the_input_does() -> None:
    with running("pure"):
        assert grows_at_most(
            24, partial(prepare, "schema elements, the last one damaged"), 4_000, 32_000
        )


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind.is_refused])
def test_it_is_refused_by_a_typed_error(name: str) -> None:
    with pytest.raises(InlayError):
        KINDS[name].read(KINDS[name].make(3_000))
