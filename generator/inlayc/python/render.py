"""Prints Python modules through the templates, which decide nothing.

A module comes in pieces, because black takes far longer for a long text than for its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import chain

from jinja2 import Environment, PackageLoader, StrictUndefined

from inlayc.python import literals
from inlayc.python.generation import GENERATION
from inlayc.python.model import Module


@dataclass(frozen=True, slots=True)
class Rendered:
    """Python source, not yet laid out. Two blank lines stand between `parts`, none between `tables`."""

    parts: tuple[str, ...]
    tables: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return self.joined(self.pieces)

    @property
    def pieces(self) -> tuple[str, ...]:
        return self.parts + self.tables

    def joined(self, pieces: Iterable[str]) -> str:
        """The module of its pieces, in the same order, whatever has been done to them."""
        stripped = [piece.strip("\n") for piece in pieces]
        parts, tables = stripped[: len(self.parts)], stripped[len(self.parts) :]
        return "\n\n\n".join(chain(parts, ["\n".join(tables)] if tables else ())) + "\n"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("inlayc.python"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
        auto_reload=False,  # or it would look at the file of a template each time
    )
    filters: dict[str, Callable[..., str]] = {
        "comment": literals.write_comment,
        "docstring": literals.quote_docstring,
        "quote": literals.quote,
    }
    environment.filters.update(filters)
    return environment


def render(module: Module) -> Rendered:
    """The module as Python source."""
    parts = [_print("head", module=module)]
    parts += (_print(each.template, definition=each) for each in module.definitions)
    if module.late_imports:
        parts.append(_print("late", module=module))
    return Rendered(
        tuple(parts), tuple(_print("schema_table", table=table) for table in module.tables)
    )


def render_package(package: str, doc: str) -> Rendered:
    """The `__init__.py` of a generated package: importing any of its modules begins with it."""
    return Rendered((_print("package", package=package, doc=doc, generation=GENERATION),))


def _print(template: str, **values: object) -> str:
    return _environment().get_template(f"{template}.py.jinja").render(values)
