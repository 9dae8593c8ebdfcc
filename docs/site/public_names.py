"""What the reference shows and the policy covers: the public modules, and the names in their `__all__` (`docs/compatibility.md`)."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

ROOMS: Final = {
    "inlay": "Files: footers of every form, tables, checks, changes",
    "inlay.errors": "Every error about data and requests",
    "inlay.variant": "Variants: values, Arrow, shredding, files",
    "inlay.encoding": "Encodings of columns, and plug-ins for them",
    "inlay.designs": "Layouts of footers, and plug-ins for them",
    "inlay.geo": "GeoParquet and the native types of geometries",
    "inlay_runtime": "What generated code stands on",
    "inlay_spark": "Lakes on Spark",
}
"""The modules that people import, each with a title."""

GENERATED: Final = "parquet_format"


def list_generated_modules() -> list[str]:
    """The modules of `parquet_format`, by their full names."""
    package = import_module(GENERATED)
    return [f"{GENERATED}.{module.name}" for module in iter_modules(package.__path__)]


def list_names(module: str) -> list[str]:
    """The names of a module that are public, in the order of its `__all__`."""
    names: list[str] = import_module(module).__all__
    return list(names)


def list_public_names() -> list[str]:
    """Every public name, sorted, with its module before it."""
    modules = [*ROOMS, *list_generated_modules()]
    return sorted(f"{module}.{name}" for module in modules for name in list_names(module))
