"""Conversions without the cyclic collector: what they make has no cycles, and nearly all of it is gone at their end."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def pause_collector() -> Generator[None]:
    """Left as it was found. A wide footer is half a million tables that live for a moment: the collector, which
    walks over them again and again, takes more than half of the time, and finds nothing."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
