"""Packages of the compiler that are not installed: what to install."""

from __future__ import annotations

import sys
from typing import Final

from inlayc.base.distribution import DISTRIBUTION

_EXTRA: Final = f"{DISTRIBUTION}[compiler]"


def suggest_remedy(error: ModuleNotFoundError) -> str | None:
    """The missing package and how to install it; None for a module of inlayc itself, or of Python's.

    pip takes an extra of what is installed without looking for us in a package index.
    """
    package = (error.name or "").partition(".")[0]
    if package in ("", "inlayc") or package in sys.stdlib_module_names:
        return None
    install = f"'{_EXTRA}'" if package in _list_required() else package
    return f"{package}, which is not installed: pip install {install}"


def _list_required() -> set[str]:
    """The packages that the compiler needs, by their names."""
    import re  # slow, as is the next one, and seldom needed
    from importlib.metadata import PackageNotFoundError, requires

    try:
        requirements = requires(DISTRIBUTION) or []
    except PackageNotFoundError:  # run from a folder
        return set()
    return {
        match[0].lower()
        for requirement in requirements
        if requirement.replace('"', "'").endswith("extra == 'compiler'")
        and (match := re.match(r"[\w.-]+", requirement))
    }
