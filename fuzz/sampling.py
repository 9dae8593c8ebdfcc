"""Which inputs of a run get all of a target's law, and how many did.

Pure Python takes ten to a hundred times as long as native code. So most inputs get `quick`, which is native code alone, and one in
`SHARE` gets `check`, which compares it with pure Python. Which one is up to its bytes: it gets the same the next time.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final
from zlib import crc32

from fuzz.target import Target

SHARE: Final = 64
COUNT: Final = "INLAY_FUZZ_COUNT"
"""Of the environment: where a process puts its count."""

_MOST: Final = 4096
"""Inputs until the count is written again."""


class SampledCheck:
    """What a fuzzer calls with each input; `path` gets the count of those that `check` has seen.

    It is written now and then, since a fuzzer ends its process in many ways.
    """

    def __init__(self, target: Target, path: Path, share: int = SHARE) -> None:
        self._check, self._quick = target.check, target.quick or target.check
        self._share = 1 if target.quick is None else share
        self._path = path
        self.calls = 0
        self.compared = 0
        self._written = 1

    def __call__(self, data: bytes) -> None:
        is_chosen = crc32(data) % self._share == 0
        (self._check if is_chosen else self._quick)(data)
        self.calls += 1
        self.compared += is_chosen
        if self.calls >= self._written:
            self.write_count()

    def write_count(self) -> None:
        self._path.write_text(f"{self.calls} {self.compared}")
        self._written = self.calls + min(self.calls + 1, _MOST)


def read_share(path: Path) -> float:
    """Of the inputs of a run, the part that `check` has seen."""
    if not path.exists():
        return 0.0
    calls, compared = map(int, path.read_text().split())
    return compared / calls


def make_check(target: Target) -> Callable[[bytes], None]:
    """With the count where `INLAY_FUZZ_COUNT` says."""
    return SampledCheck(target, Path(os.environ.get(COUNT, os.devnull)))
