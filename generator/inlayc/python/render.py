"""Prints Python modules through the templates, which decide nothing.

A module comes in pieces, because black takes far longer for a long text than for its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice

from jinja2 import Environment, PackageLoader, StrictUndefined

from inlayc.python import literals
from inlayc.python.flat_model import FlatUnion, UnionTable
from inlayc.python.generation import GENERATION
from inlayc.python.model import Module, ModulePart, Table, UnionAlias


@dataclass(frozen=True, slots=True)
class Rendered:
    """Python source, not yet laid out: groups of pieces. Two blank lines stand between groups, none within one."""

    groups: tuple[tuple[str, ...], ...]

    @property
    def text(self) -> str:
        return self.joined(self.pieces)

    @property
    def pieces(self) -> tuple[str, ...]:
        return tuple(chain.from_iterable(self.groups))

    def joined(self, pieces: Iterable[str]) -> str:
        """The module of its pieces, in the same order, whatever has been done to them."""
        stripped = (piece.strip("\n") for piece in pieces)
        groups = ("\n".join(islice(stripped, len(group))) for group in self.groups)
        return "\n\n\n".join(groups) + "\n"


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
    groups = [[_print("head", module=module)]]
    joins = False
    for part in module.parts:
        if not isinstance(part, Table):
            groups.append([_print(part.template, definition=part)])
        elif joins:
            groups[-1].append(_print("schema_table", table=part))
        else:
            groups.append([_print("schema_table", table=part)])
        joins = _ends_in_schema(part)
    return Rendered(tuple(map(tuple, groups)))


def _ends_in_schema(part: ModulePart) -> bool:
    """Whether rows may follow without a blank line: those of its schema table, for one."""
    declares = isinstance(part, FlatUnion) and part.declares_schema
    return declares or isinstance(part, Table | UnionAlias | UnionTable)


def render_package(package: str, doc: str) -> Rendered:
    """The `__init__.py` of a generated package: importing any of its modules begins with it."""
    printed = _print("package", package=package, doc=doc, generation=GENERATION)
    return Rendered(((printed,),))


def _print(template: str, **values: object) -> str:
    return _environment().get_template(f"{template}.py.jinja").render(values)
