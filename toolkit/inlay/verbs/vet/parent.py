"""A process that does not outlive the one that started it."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from typing import Final

_SET_PDEATHSIG: Final = 1


def die_with_parent(parent: int) -> None:
    """SIGKILL follows the process that started this one, which is `parent`; elsewhere than on Linux that has to end it itself. If it has
    died before, this one ends at once."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
