"""How many calls of Python some work takes: what grows with it, on any machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def count_calls(work: Callable[[], object]) -> int:
    """Calls of functions in Python and in C."""
    count = 0

    def watch(_frame: FrameType, event: str, _arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    work()  # what is imported and made once
    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count
