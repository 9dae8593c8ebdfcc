"""Packages that are not installed: what to install. The table is that of the extras in `pyproject.toml`, as installed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

from inlay_runtime.distribution import DISTRIBUTION

_REQUIREMENT: Final = r"([\w.-]+).*?(?:;.*\bextra *== *['\"]([\w-]+)['\"])?"
_INSTALL: Final = "pip install "
_OURS: Final = (
    "inlay",
    "inlay_runtime",
    "inlay_spark",
    "inlay_variant",
    "inlayc",
    "parquet_format",
    "pyspark_inlay",
    "pyspark_parquet_footer",
)


def is_installed(package: str) -> bool:
    """Without importing it."""
    from importlib.util import find_spec

    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # a finder may say so
        return False


def require_installed(package: str) -> None:
    """Without importing it. Raises ModuleNotFoundError, as Python does."""
    if not is_installed(package):
        raise ModuleNotFoundError(f"No module named {package!r}", name=package)


def find_remedy(error: BaseException | None) -> str | None:
    """The missing package and how to install it; None for a module of our own, or of Python's."""
    package = name_missing(error).partition(".")[0]
    if not package or package in _OURS or package in sys.stdlib_module_names:
        return None
    return f"{package}, which is not installed: {say_how_to_install(package)}"


def is_explained(error: ModuleNotFoundError) -> bool:
    """Whether it says already what to install: we raised it, and not Python."""
    return _INSTALL in str(error)


def name_missing(error: BaseException | None) -> str:
    """The module that was not found, or nothing. A library may have put errors of its own around it."""
    while error is not None:
        if isinstance(error, ModuleNotFoundError) and error.name:
            return error.name
        error = error.__cause__ or error.__context__
    return ""


@contextmanager
def explain_missing(name: str) -> Generator[None]:
    """ModuleNotFoundError of a package that is not installed says what needs it, and how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        what = find_remedy(error)
        if what is None or is_explained(error):
            raise
        raise ModuleNotFoundError(f"{name} needs {what}", name=error.name) from error


def explain_missing_of(module: str, get_lazily: Callable[[str], object]) -> Callable[[str], object]:
    """The `__getattr__` of a module, whose names may need a package that is not installed."""

    def get_explained(name: str) -> object:
        with explain_missing(f"{module}.{name}"):
            return get_lazily(name)

    return get_explained


def say_how_to_install(package: str) -> str:
    """The command, with the extra of ours that brings the package; of what no extra brings, with the package itself.

    pip takes an extra of what is installed without looking for us in a package index.
    """
    import shlex

    extra = _find_extra(package)
    return _INSTALL + (shlex.quote(f"{DISTRIBUTION}[{extra}]") if extra else package)


def _find_extra(package: str) -> str:
    """The extra that brings a package, of several the one that brings the fewest; empty if none does."""
    import re  # slow, as is the next one, and seldom needed
    from importlib.metadata import PackageNotFoundError, requires

    try:
        requirements = requires(DISTRIBUTION) or []
    except PackageNotFoundError:  # run from a folder
        return ""
    brings: dict[str, set[str]] = {}
    for requirement in requirements:
        match = re.fullmatch(_REQUIREMENT, requirement)
        if match and match[2] and match[1].lower() != DISTRIBUTION:
            brings.setdefault(match[2], set()).add(match[1].lower())
    extras = [extra for extra, packages in brings.items() if package in packages]
    return min(extras, key=lambda extra: len(brings[extra]), default="")
