"""A run without atheris and clang: both are played here, and each does what the real one does, in its order."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest

from fuzz import under_atheris
from fuzz.target import Target, load_target


class Counters(ModuleType):
    """`told` is how many branches libFuzzer knows of."""

    def __init__(self) -> None:
        super().__init__("python_counters")
        self.reserved = self.told = 0
        self.taken: list[int] = []

    def reserve_counter(self) -> int:
        self.reserved += 1
        return self.reserved - 1

    def trace_branch(self, number: int) -> None:
        self.taken.append(number)

    def trace_compare(self, *_: object) -> bool:
        return False

    def register_counters(self) -> None:
        self.told = self.reserved


class Atheris(ModuleType):
    """What is imported has one branch, which every input takes. It has functions of its own, and puts them in place when it begins."""

    def __init__(self, inputs: list[bytes]) -> None:
        super().__init__("atheris")
        self._inputs = inputs
        self.command: list[str] = []
        self._put_own()

    def _put_own(self) -> None:
        self._reserve_counter: Callable[[], int] = lambda: -1
        self._trace_branch: Callable[[int], None] = lambda number: None
        self._trace_cmp: Callable[..., bool] = lambda *_: False

    @contextmanager
    def instrument_imports(self, include: list[str]) -> Iterator[None]:
        yield

    def Setup(self, command: list[str], check: Callable[[bytes], None], **_: Any) -> None:
        self.command, self._check = command, check

    def Fuzz(self) -> None:
        self._put_own()
        for data in self._inputs:
            self._check(data)


@pytest.mark.parametrize("has_counters", [True, False])
def test_branches_of_the_target_and_of_later_imports_are_counted(
    has_counters: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    atheris, counters = Atheris([b"", b"import", b"more"]), Counters()
    branches: list[int] = []

    def load_instrumented(name: str) -> Target:
        branches.append(atheris._reserve_counter())
        return load_target(name)._replace(check=check, quick=None, options=("-entropic=0",))

    def check(data: bytes) -> None:
        if data == b"import":
            branches.append(atheris._reserve_counter())
        for branch in branches:
            atheris._trace_branch(branch)

    monkeypatch.setitem(sys.modules, "atheris", atheris)
    monkeypatch.setitem(sys.modules, "python_counters", counters)
    monkeypatch.setattr(under_atheris, "load_target", load_instrumented)
    monkeypatch.setattr(gc, "freeze", lambda: None)  # this process goes on
    monkeypatch.setattr(under_atheris, "find_spec", lambda name: has_counters or None)
    under_atheris.main(["sources", "-runs=3"])
    # which a shell runs, where an input is made smaller
    assert atheris.command[0].endswith(" -m fuzz.under_atheris sources")
    assert atheris.command[1:] == ["-max_len=4096", "-entropic=0", "-runs=3"]
    assert (counters.told, counters.taken) == ((2, [0, 0, 1, 0, 1]) if has_counters else (0, []))


def test_all_that_is_called_has_a_large_frame_before_it() -> None:
    sizes: list[int] = []
    under_atheris.call_with_room(lambda: sizes.append(sys._getframe(1).f_code.co_stacksize))
    assert sizes == [under_atheris.ROOM]
