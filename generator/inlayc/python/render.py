"""Prints Python modules through the templates, which decide nothing.

A module comes in pieces, because black takes far longer for a long text than for its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice
from typing import Any, Final

from jinja2 import (
    ChoiceLoader,
    DictLoader,
    Environment,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateError,
)
from jinja2.sandbox import SandboxedEnvironment

from inlayc.base.settings import SettingsError
from inlayc.python import literals
from inlayc.python.flat.model import FlatUnion, UnionTable
from inlayc.python.generation import GENERATION
from inlayc.python.model import Module, ModulePart, Table, UnionAlias
from inlayc.python.overrides import SUFFIX, Overrides


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


NONE: Final = Overrides()
_OURS: Final = "inlayc"
_MISTAKES: Final = (TemplateError, TypeError, ValueError, ArithmeticError, LookupError)
"""What an expression in a template may end in."""


@cache
def _environment(overrides: Overrides) -> Environment:
    ours = PackageLoader("inlayc.python")
    theirs = {
        f"{name}{SUFFIX}": f'{{% extends "{_OURS}/{name}{SUFFIX}" %}}{text}'
        for name, text in overrides.texts
    }
    kind = SandboxedEnvironment if overrides.texts else Environment
    environment = kind(
        loader=ChoiceLoader([DictLoader(theirs), PrefixLoader({_OURS: ours}), ours]),
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
    environment.tests["beyond_inference"] = _is_beyond_inference
    return environment


def _is_beyond_inference(value: Any) -> bool:
    """Whether pyright finds no type for a tuple of so many: it looks at 256 of them."""
    return len(value) > 256


def render(module: Module, overrides: Overrides = NONE) -> Rendered:
    """The module as Python source. Raises SettingsError for what a template of the project's own cannot print."""
    groups = [[_print(overrides, "head", module=module)]]
    joins = False
    for part in module.parts:
        if not isinstance(part, Table):
            groups.append([_print(overrides, part.template, definition=part)])
        elif joins:
            groups[-1].append(_print(overrides, "schema_table", table=part))
        else:
            groups.append([_print(overrides, "schema_table", table=part)])
        joins = _ends_in_schema(part)
    return Rendered(tuple(map(tuple, groups)))


def _ends_in_schema(part: ModulePart) -> bool:
    """Whether rows may follow without a blank line: those of its schema table, for one."""
    declares = isinstance(part, FlatUnion) and part.declares_schema
    return declares or isinstance(part, Table | UnionAlias | UnionTable)


def render_package(package: str, doc: str) -> Rendered:
    """The `__init__.py` of a generated package: importing any of its modules begins with it."""
    printed = _print(NONE, "package", package=package, doc=doc, generation=GENERATION)
    return Rendered(((printed,),))


def _print(overrides: Overrides, template: str, **values: object) -> str:
    printing = _environment(overrides).get_template(f"{template}{SUFFIX}")
    if template not in dict(overrides.texts):
        return printing.render(values)
    try:
        return printing.render(values)
    except _MISTAKES as error:
        what = getattr(values["definition"], "name", "")
        raise SettingsError(
            f"tool.inlay.templates: {template}{SUFFIX}, for {what}: {error}"
        ) from error
