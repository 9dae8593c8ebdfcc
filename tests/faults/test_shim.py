"""Every system call of a rewrite fails or is the last one: the file is the old one or the new one."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.faults.scenario import SCENARIOS, Scenario, calls_of, strike
from tests.faults.shim import Fault

FAULTS = 6_000
KINDS = ("kill", "EIO", "kill", "ENOSPC")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_the_file_is_old_or_new_whatever_call_fails(scenario: Scenario) -> None:
    # Short reads and writes make more calls than an undisturbed run has.
    count = len(calls_of(scenario)) + 12
    states: Counter[str] = Counter()
    recovered = 0
    runs = FAULTS // len(SCENARIOS) + 1
    for seed in range(runs):
        fault = Fault(1 + seed % count, KINDS[seed // count % len(KINDS)])
        result = strike(scenario, fault, seed, power_loss=Random(-seed).random() < 0.5)
        states[result.state] += 1
        recovered += result.recovered
    assert states.total() == runs
    assert states["old"] > 100
    assert states["new"] > 100
    assert bool(recovered) == scenario.in_place
