"""Prints Python modules through the templates, which decide nothing."""

from __future__ import annotations

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
    environment.filters["docstring"] = literals.docstring
    environment.filters["comment"] = literals.comment
    environment.filters["quote"] = literals.quote
    return environment


def render(module: Module) -> str:
    """The module as Python source, not yet formatted."""
    return _environment().get_template("module.py.jinja").render(module=module)


def render_package(doc: str) -> str:
    """The `__init__.py` of a generated package."""
    return _environment().get_template("package.py.jinja").render(doc=doc)
