"""The times of SECURITY.md: what each kind of hostile input costs a byte, against a loop in plain Python.

A loop of `costs_at_most` takes a millisecond at most, so a microsecond a byte is one loop for 1,000 bytes.
"""

from __future__ import annotations

from functools import partial

import pytest

from tests.runtime.cores import running
from tests.security.factors import Cost, attempt, complaints_of, size_of
from tests.security.hostile_kinds import KINDS, HostileKind
from tests.security.promised_times import promised_time
from tests.support.effort import costs_at_most

SIZE = 20_000
MARGIN = 3
"""Machines differ in how much faster than the loop they do other work. `python -m tests.security.factors --hold` asks for less."""


def takes_at_most(microseconds: float, kind: HostileKind) -> bool:
    """Of each byte."""
    data = kind.make(SIZE)

    attempt(kind, data)  # what is made once is made here
    return costs_at_most(MARGIN * microseconds * size_of(data) / 1000, partial(attempt, kind, data))


@pytest.mark.needs("native core")
@pytest.mark.parametrize("name", KINDS)
def test_a_byte_takes_the_time_that_is_promised(name: str) -> None:
    assert takes_at_most(promised_time(name, pure=False), KINDS[name])


@pytest.mark.parametrize("name", KINDS)
def test_a_byte_takes_the_time_that_is_promised_of_pure_python(name: str) -> None:
    with running("pure"):
        assert takes_at_most(promised_time(name, pure=True), KINDS[name])


def test_more_time_is_seen() -> None:
    """150 steps of the loop for a byte: 20 are promised, and 60 allowed."""
    slow = HostileKind(bytes, lambda data: sum(step * step for _ in data for step in range(150)))
    assert not takes_at_most(promised_time("structs in each other", pure=False), slow)


def test_the_nightly_run_says_what_takes_longer() -> None:
    costs = {
        "structs in each other": Cost(1_000_000, 0, 0, 1.6, "LimitError"),
        "fbs of brackets": Cost(1_000_000, 0, 0, 1.4, "CompileError"),
    }
    (complaint,) = complaints_of(costs, pure=False)
    assert complaint == "structs in each other, native: 1.60 us a byte, where 1 are promised"
    assert complaints_of(costs, pure=True) == []
