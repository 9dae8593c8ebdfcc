"""Prints Python modules through the templates, which decide nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from inlayc.python import literals
from inlayc.python.model import Module


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("inlayc.python"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    filters: dict[str, Callable[..., str]] = {
        "comment": literals.comment,
        "docstring": literals.docstring,
        "quote": literals.quote,
    }
    environment.filters.update(filters)
    return environment


def render(module: Module) -> str:
    """The module as Python source, not yet formatted."""
    return _environment().get_template("module.py.jinja").render(module=module)


def render_package(doc: str) -> str:
    """The `__init__.py` of a generated package."""
    return _environment().get_template("package.py.jinja").render(doc=doc)
