"""What only FlatBuffers says of a definition, a field or a file, and only two texts of it can differ in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from inlayc.base.source import Span
from inlayc.judges.diff.model import Change, Difference, Found
from inlayc.judges.diff.types import Types
from inlayc.model.schema import (
    Dialect,
    Enumeration,
    Field,
    Function,
    ListOf,
    Module,
    Schema,
    Service,
    Struct,
)

_OF_FIELDS: Final = {
    "nested_flatbuffer": Change.NESTED,
    "flexbuffer": Change.NESTED,
    "deprecated": Change.DEPRECATED,
    "key": Change.KEY,
    "hash": Change.HASH,
}


def compare_definitions(
    path: str, a: Enumeration | Service | Struct, b: Enumeration | Service | Struct
) -> Iterator[Difference]:
    if a.namespace != b.namespace:
        shown = a.namespace or "no namespace", b.namespace or "no namespace"
        yield _differ(Change.NAMESPACE, path, shown, (a, b))
    if not isinstance(a, Struct) or not isinstance(b, Struct):
        return
    forced = "force_align" in a.annotations or "force_align" in b.annotations
    if forced and a.alignment != b.alignment:
        shown = f"{a.alignment}", f"{b.alignment}"
        yield _differ(Change.ALIGNMENT, path, shown, (a, b))
    if a.extension != b.extension:
        yield _differ(Change.EXTENSION, path, (_extension(a), _extension(b)), (a, b))


def compare_fields(path: str, a: Field, b: Field) -> Iterator[Difference]:
    for attribute, change in _OF_FIELDS.items():
        shown = _said(attribute, a.annotations), _said(attribute, b.annotations)
        # A name may be written with its namespace or without.
        if shown[0].rpartition(".")[2] != shown[1].rpartition(".")[2]:
            yield _differ(change, path, shown, (a, b))
    aligned = _alignment(a), _alignment(b)
    if aligned[0] != aligned[1]:
        yield _differ(Change.ALIGNMENT, path, aligned, (a, b))


def compare_functions(path: str, a: Function, b: Function) -> Iterator[Difference]:
    shown = _said("streaming", a.annotations), _said("streaming", b.annotations)
    if shown[0] != shown[1]:
        yield _differ(Change.STREAMING, path, shown, (a, b))


def compare_files(a: Schema, b: Schema, types: Types) -> Iterator[Difference]:
    """Roots and identifiers."""
    for x, y in _pair_files(_files(a), _files(b), types):
        if not types.same_if_any(x.root_type, y.root_type):
            yield _differ(Change.ROOT, x.name, (_root(x), _root(y)), (x, y))
        if x.file_identifier != y.file_identifier:
            shown = x.file_identifier or "no identifier", y.file_identifier or "no identifier"
            yield _differ(Change.IDENTIFIER, x.name, shown, (x, y))


def _pair_files(
    a: dict[str, Module], b: dict[str, Module], types: Types
) -> Iterator[tuple[Module, Module]]:
    """Files of one name belong together, then files with one root, then two that are left alone."""
    for name in [name for name in a if name in b]:
        yield a.pop(name), b.pop(name)
    for x in [module for module in a.values() if module.root_type is not None]:
        y = next((y for y in b.values() if types.same_if_any(x.root_type, y.root_type)), None)
        if y is not None:
            yield a.pop(x.name), b.pop(y.name)
    ours, theirs = _only_one(a), _only_one(b)
    if ours is not None and theirs is not None:
        yield ours, theirs


def _files(schema: Schema) -> dict[str, Module]:
    return {m.name: m for m in schema.modules if m.dialect is Dialect.FLATBUFFERS}


def _only_one(modules: Mapping[str, Module]) -> Module | None:
    """The one file; of several, the one that is there for buffers of its own."""
    candidates = list(modules.values())
    if len(candidates) > 1:
        candidates = [module for module in candidates if module.root_type or module.file_identifier]
    return candidates[0] if len(candidates) == 1 else None


def _root(module: Module) -> str:
    return "no root type" if module.root_type is None else module.root_type.name


def _said(attribute: str, annotations: Mapping[str, str]) -> str:
    value = annotations.get(attribute)
    return f"not {attribute}" if value is None else value or attribute


def _alignment(field: Field) -> str:
    forced = field.annotations.get("force_align", "") if isinstance(field.type, ListOf) else ""
    return "no alignment" if forced in ("", "1") else forced


def _extension(struct: Struct) -> str:
    if struct.extension is None:
        return "no extension"
    said = struct.extension
    return f"{said.uuid} of {said.extends or 'any struct'}, trailer {said.trailer}"


_Placed: TypeAlias = Enumeration | Field | Function | Module | Service | Struct


def _differ(
    kind: Change, path: str, shown: tuple[str, str], things: tuple[_Placed, _Placed]
) -> Difference:
    a, b = (Found(text, _place(thing), thing) for text, thing in zip(shown, things, strict=True))
    return Difference(kind, path, a, b)


def _place(thing: _Placed) -> Span:
    """A file is meant from its beginning."""
    return Span(thing.source, 0, 0) if isinstance(thing, Module) else thing.span
