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
    """The command: the package, and what else is absent of the extra of ours that brings it."""
    absent = [
        requirement
        for name, requirement in _list_extra(package).items()
        if name == package or not is_installed(name)
    ]
    return _INSTALL + " ".join(absent or [package])


def _list_extra(package: str) -> dict[str, str]:
    """The requirements of the extra that brings a package, by their names; of several, of the one that brings the fewest.

    The extra itself is not what to install: pip finds it under our name only where a package index has us.
    """
    import re  # slow, as are the next two, and seldom needed
    import shlex
    from importlib.metadata import PackageNotFoundError, requires

    try:
        requirements = requires(DISTRIBUTION) or []
    except PackageNotFoundError:  # run from a folder
        return {}
    brings: dict[str, dict[str, str]] = {}
    for requirement in requirements:
        match = re.fullmatch(_REQUIREMENT, requirement)
        if match and match[2] and match[1].lower() != DISTRIBUTION:
            what = shlex.quote(requirement.partition(";")[0].strip())
            brings.setdefault(match[2], {})[match[1].lower()] = what
    extras = [extra for extra in brings.values() if package in extra]
    return min(extras, key=len) if extras else {}
