"""The locale of a Java that we start: one in which it can spell the names of files that Python can.

Under LC_ALL=C Python takes names for UTF-8 (PEP 540), and Java replaces what is not ASCII: it refuses a folder called "größe", or finds
nothing in it. LANG and LC_CTYPE need nothing: there Python sets LC_CTYPE for its children, too (PEP 538).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

_NAME: Final = "LC_ALL"
_ASCII_ONLY: Final = {"C", "POSIX"}
_SAME_WITH_UTF_8: Final = "C.UTF-8"


@contextmanager
def spell_names_alike() -> Generator[None]:
    """Within it, what is started inherits such a locale; that of this process stays."""
    asked = os.environ.get(_NAME)
    if asked not in _ASCII_ONLY or sys.getfilesystemencoding() != "utf-8":
        yield
        return
    os.environ[_NAME] = _SAME_WITH_UTF_8
    try:
        yield
    finally:
        os.environ[_NAME] = asked
