"""The public members of a class, with the docstrings that its source has below its fields."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import get_origin

from docs.site.signatures import describe_signature, describe_type


@dataclass(frozen=True)
class Member:
    """`kind` is that of Sphinx: method, property or attribute."""

    kind: str
    name: str
    docstring: str
    signature: str = ""
    type: str = ""
    flags: tuple[str, ...] = ()


def list_members(cls: type) -> list[Member]:
    """What the class itself defines, in the order of its source."""
    said = read_field_docstrings(cls)
    return [*_list_fields(cls, said), *_list_definitions(cls, said)]


def _list_fields(cls: type, said: dict[str, str]) -> Iterator[Member]:
    """Fields that are annotated, and members of enums."""
    for name, value in getattr(cls, "__members__", {}).items():
        yield Member("attribute", name, said.get(name, ""), type=repr(value.value))
    for name, annotation in inspect.get_annotations(cls).items():
        if name.startswith("_") or inspect.isfunction(cls.__dict__.get(name)):
            continue
        yield Member("attribute", name, said.get(name, ""), type=describe_type(annotation))


def _list_definitions(cls: type, said: dict[str, str]) -> Iterator[Member]:
    members = getattr(cls, "__members__", {})
    annotated = inspect.get_annotations(cls)
    for name, value in vars(cls).items():
        if name.startswith("_") or name in members or name in annotated:
            continue
        match value:
            case property() | cached_property():
                getter = value.fget if isinstance(value, property) else value.func
                yield Member("property", name, getter.__doc__ or "", type=_returned_by(getter))
            case classmethod() | staticmethod():
                flag = "classmethod" if isinstance(value, classmethod) else "staticmethod"
                bound = getattr(cls, name)
                yield _method(name, bound, describe_signature(bound), (flag,))
            case _ if (
                inspect.isfunction(value) or type(value).__name__ == "cython_function_or_method"
            ):
                yield _method(name, value, _without_self(describe_signature(value)), ())
            case _ if name in said and get_origin(value) is None:
                yield Member("attribute", name, said[name])
            case _:
                pass


def _method(name: str, value: object, signature: str, flags: tuple[str, ...]) -> Member:
    return Member(
        "method", name, getattr(value, "__doc__", "") or "", signature or "()", flags=flags
    )


def _without_self(signature: str) -> str:
    for first in ("(self, /, ", "(self, "):
        if signature.startswith(first):
            return "(" + signature.removeprefix(first)
    return signature.replace("(self)", "()", 1)


def _returned_by(getter: object) -> str:
    annotation = getattr(getter, "__annotations__", {}).get("return")
    return "" if annotation is None else describe_type(annotation)


def _find_definition(cls: type) -> ast.ClassDef | None:
    """Where it is written, which `__module__` does not say of what is public (`inlay_runtime.public_home`)."""
    for module in [*sys.modules.values()]:
        if vars(module).get(cls.__name__) is cls and getattr(module, "__file__", None):
            for statement in _parse(str(module.__file__)).body:
                if isinstance(statement, ast.ClassDef) and statement.name == cls.__name__:
                    return statement
    return None


@cache
def _parse(path: str) -> ast.Module:
    source = Path(path)
    return ast.parse(source.read_text(encoding="utf-8") if source.suffix == ".py" else "")


def read_field_docstrings(cls: type) -> dict[str, str]:
    """The text below a field, which Python itself drops; nothing for classes without source."""
    definition = _find_definition(cls)
    if definition is None:
        return {}
    said: dict[str, str] = {}
    for field, below in zip(definition.body, definition.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                said[name] = text
            case _:
                pass
    return said
