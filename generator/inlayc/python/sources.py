"""Where the classes of a module stand in the IDL."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator

from inlayc.base.settings import Settings
from inlayc.base.source import Span
from inlayc.model.schema import Definition, Module, Struct
from inlayc.python.flat.model import FixedClass, FlatUnion, FlatVariant, TableClass
from inlayc.python.model import (
    EnumClass,
    ModulePart,
    ServiceClass,
    SourceLines,
    StructClass,
    UnionAlias,
    UnionVariant,
)


def list_lines(parts: Iterable[ModulePart], definition: Definition) -> Iterator[tuple[str, int]]:
    """The classes among the parts that a definition becomes, each with its line; a class made for a variant has that of the variant."""
    for part in parts:
        match part:
            case EnumClass() | StructClass() | TableClass() | FixedClass() | ServiceClass():
                yield part.name, _line_of(definition.span)
            case UnionAlias() | FlatUnion() if isinstance(definition, Struct):
                variants: tuple[UnionVariant | FlatVariant, ...] = part.variants
                for variant, field in zip(variants, definition.fields, strict=True):
                    if variant.is_wrapper:
                        yield variant.class_name, _line_of(field.span)
            case _:
                pass


def source_lines(
    module: Module, lines: Iterable[tuple[str, int]], settings: Settings
) -> list[SourceLines]:
    """The last part of a module; none where it has no class."""
    known = tuple(lines)
    return [SourceLines(name_file(module.source.name, settings), known)] * bool(known)


def name_file(name: str, settings: Settings) -> str:
    """A file as the project names it, from whichever folder it is compiled: nothing of the machine is in it.

    What was given by an absolute path is named from the include root that it is below, and else by its name alone.
    """
    name = posixpath.normpath(name.replace("\\", "/"))
    for root in map(posixpath.normpath, settings.include):
        if posixpath.isabs(root) and name.startswith(f"{root}/"):
            return posixpath.relpath(name, root)
    project = settings.root.as_posix()
    if posixpath.isabs(name) != posixpath.isabs(project):
        return posixpath.basename(name) if posixpath.isabs(name) else name
    relative = posixpath.relpath(name, project)
    is_elsewhere = relative.startswith("../") and any(map(posixpath.isabs, settings.sources))
    return posixpath.basename(name) if is_elsewhere else relative


def _line_of(span: Span) -> int:
    line, _ = span.source.position(span.start)
    return line
