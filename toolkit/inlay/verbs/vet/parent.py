"""A process that does not outlive the one that started it."""

from __future__ import annotations

import ctypes
import signal
import sys
from typing import Final

_SET_PDEATHSIG: Final = 1


def die_with_parent() -> None:
    """SIGKILL follows the process that started this one; elsewhere than on Linux that has to end it itself."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_PDEATHSIG, signal.SIGKILL)
