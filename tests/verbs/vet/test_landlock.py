"""What is said to be held, by kernels of each age. The real one is asked in `test_vet.py`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from inlay.verbs.vet.landlock import hold_to_folder

CREATE, ADD, RESTRICT = 444, 445, 446


class Kernel:
    """One with a version of Landlock; `failing` is the number of a call, and the how manieth of these fails."""

    def __init__(self, version: int, failing: tuple[int, int] = (0, 0), prctl: int = 0) -> None:
        self.version = version
        self.failing = failing
        self.answer = prctl
        self.calls: list[int] = []

    def syscall(self, number: Any, *arguments: Any) -> int:
        self.calls.append(number.value)
        if (number.value, self.calls.count(number.value)) == self.failing:
            return -1
        if number.value != CREATE:
            return 0
        return self.version if arguments[0] is None else os.open(os.devnull, os.O_RDONLY)

    def prctl(self, *_: int) -> int:
        return self.answer


@pytest.mark.parametrize("version", [-1, 0, 1, 2, 3, 4, 7])
def test_all_is_held_from_version_4_on(version: int, tmp_path: Path) -> None:
    """Truncation is since version 3, connections are since version 4; what there is holds all the same."""
    kernel = Kernel(version)
    assert hold_to_folder(tmp_path, kernel) == (version >= 4)
    assert (RESTRICT in kernel.calls) == (version >= 1)


@pytest.mark.parametrize("failing", [(CREATE, 1), (CREATE, 2), (ADD, 1), (ADD, 2), (RESTRICT, 1)])
def test_a_call_that_fails_is_not_passed_over(failing: tuple[int, int], tmp_path: Path) -> None:
    assert not hold_to_folder(tmp_path, Kernel(4, failing))


def test_a_process_that_may_gain_privileges_is_not_held(tmp_path: Path) -> None:
    assert not hold_to_folder(tmp_path, Kernel(4, prctl=-1))
