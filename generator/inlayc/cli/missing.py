"""Packages of the compiler that are not installed: what to install."""

from __future__ import annotations

import sys
from typing import Final

from inlayc.base.distribution import DISTRIBUTION

_EXTRA: Final = "compiler"


def suggest_remedy(error: ModuleNotFoundError) -> str | None:
    """The missing package and how to install it; None for a module of inlayc itself, or of Python's."""
    package = (error.name or "").partition(".")[0]
    if package in ("", "inlayc") or package in sys.stdlib_module_names:
        return None
    required = _list_required()
    absent = [what for name, what in required.items() if name == package or not _is_installed(name)]
    install = " ".join(absent if package in required else [package])
    return f"{package}, which is not installed: pip install {install}"


def _list_required() -> dict[str, str]:
    """What the compiler needs, by the names of the packages. pip finds the extra itself only where a package index has us."""
    import re  # slow, as are the next two, and seldom needed
    import shlex
    from importlib.metadata import PackageNotFoundError, requires

    try:
        requirements = requires(DISTRIBUTION) or []
    except PackageNotFoundError:  # run from a folder
        return {}
    return {
        match[1].lower(): shlex.quote(match[0].strip())
        for requirement in requirements
        if requirement.replace('"', "'").endswith(f"extra == '{_EXTRA}'")
        and (match := re.match(r"([\w.-]+)[^;]*", requirement))
    }


def _is_installed(package: str) -> bool:
    from importlib.util import find_spec

    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # a finder may say so
        return False
