"""Flags of `os.open`, on every system: Windows lacks some, and needs one that the others lack."""

from __future__ import annotations

import os
from typing import Final

INHERIT_NOT: Final[int] = getattr(os, "O_CLOEXEC", 0)
BINARY: Final[int] = getattr(os, "O_BINARY", 0)
WAIT_NOT: Final[int] = getattr(os, "O_NONBLOCK", 0)
"""Without it, opening a named pipe waits for its other end."""

READ: Final[int] = os.O_RDONLY | INHERIT_NOT | BINARY | WAIT_NOT
