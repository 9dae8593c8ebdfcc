"""Packages of the compiler that are not installed: what to install."""

from __future__ import annotations

import sys
from typing import Final

from inlayc.base.distribution import DISTRIBUTION

_COMPILER: Final = ("lark", "jinja2", "black")
"""What the extra `compiler` brings."""


def suggest_remedy(error: ModuleNotFoundError) -> str | None:
    """The missing package and how to install it; None for a module of inlayc itself, or of Python's."""
    package = (error.name or "").partition(".")[0]
    if package in ("", "inlayc") or package in sys.stdlib_module_names:
        return None
    what = f"'{DISTRIBUTION}[compiler]'" if package in _COMPILER else package
    return f"{package}, which is not installed: pip install {what}"
