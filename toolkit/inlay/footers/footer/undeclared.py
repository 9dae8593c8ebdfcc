"""Goes through a decoded footer and collects what the IDL does not describe: extensions, and unknown
fields, enum values, variants and trailing bytes.

The schema tables say where structs can be, so this works for every struct of every IDL.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias, cast

from inlay.footers.footer.declared_plans import is_all_declared, is_declared_below
from inlay_runtime.enums import OpenEnum
from inlay_runtime.frozen import Frozen
from inlay_runtime.schema import ListOf, MapOf, Scalar, SetOf
from inlay_runtime.struct import Struct
from inlay_runtime.tags import UnionTag
from inlay_runtime.union import UnknownVariant, Variant
from inlay_runtime.wire_types import name_of

if TYPE_CHECKING:
    from inlay_runtime.extension import Extension
    from inlay_runtime.remainder import Remainder
    from inlay_runtime.schema import FieldSchema, FieldType, StructSchema

Path: TypeAlias = "tuple[Path, str] | None"
"""The steps from the root, last first: a path is rarely needed, so it is put together only then."""


class FoundExtension(Frozen):
    """An extension, the struct that carries it, and where that struct is."""

    path: str
    struct: str
    extension: Extension


class Unknown(Frozen):
    """Something that is in the file and not in the IDL.

    `kind` is `field`, `enum`, `variant`, `tag` (a variant of a union of empty structs, or one that is not
    empty any more) or `trailing`; `id` is the field id, enum value or variant; `type` the wire type
    of a field or variant, or the IDL's type of an enum or tag.
    """

    path: str
    kind: str
    id: int | None
    type: str
    raw: bytes


class Undeclared:
    """All of a footer."""

    __slots__ = ("extensions", "unknown")

    def __init__(self) -> None:
        self.extensions: list[FoundExtension] = []
        self.unknown: list[Unknown] = []

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Undeclared):
            return NotImplemented
        return (self.extensions, self.unknown) == (other.extensions, other.unknown)


def find_undeclared(root: Struct, signature: bytes = b"", data: bytes | None = None) -> Undeclared:
    """Everything in `root` and below that the IDL does not describe, in the order of the fields.

    The signature of a signed footer stands behind the struct too, and is nothing unknown. `data` are the bytes that `root` was
    decoded from, if they are at hand: where nothing is in its fields, none is decoded.
    """
    undeclared = Undeclared()
    if data is not None and is_all_declared(data, type(root), signature):
        return undeclared
    walk = _Walk(undeclared, signature)
    if data is not None and is_declared_below(data, type(root)):
        walk.leftovers(root, None)
    else:
        walk.record(root, None)
    return undeclared


class _Walk:
    def __init__(self, undeclared: Undeclared, signature: bytes) -> None:
        self.found = undeclared
        self.signature = signature

    def record(self, record: Struct, path: Path) -> None:
        for row in _open_fields(record.SCHEMA):
            value: object = getattr(record, row.slot)
            if value is not None:
                self.value(value, row.type, (path, row.name))
        self.leftovers(record, path)

    def leftovers(self, record: Struct, path: Path) -> None:
        """What a struct holds beside its fields."""
        if record.extension is not None:
            self.extension(record.extension, record.SCHEMA.name, path)
        if record.remainder is not None:
            self.remainder(record.remainder, record.SCHEMA.name, path)

    def value(self, value: object, type_: FieldType, path: Path) -> None:
        match value:
            case Struct():
                self.record(value, path)
            case UnknownVariant():
                wire_type = name_of(value.wire_type)
                self.unknown(path, "variant", value.field_id, wire_type, value.raw)
                self.enclosing(value.remainder, path)
            case Variant():
                self.enclosing(value.remainder, path)
            case OpenEnum():
                if value.is_unknown:
                    self.unknown(path, "enum", int(value), type(value).__name__, b"")
            case UnionTag():
                if value.is_unknown or value.raw is not None:
                    self.unknown(
                        path, "tag", value.field_id, type(value).__name__, value.raw or b""
                    )
            case _:
                self.container(value, type_, path)

    def container(self, value: object, type_: FieldType, path: Path) -> None:
        match type_:
            case ListOf() | SetOf():
                for at, element in enumerate(cast("list[object]", value)):
                    self.value(element, type_.element, (path, f"[{at}]"))
            case MapOf():
                pairs = cast("dict[object, object] | list[tuple[object, object]]", value)
                items = pairs.items() if isinstance(pairs, dict) else pairs
                for at, (key, item) in enumerate(items):
                    self.value(key, type_.key, (path, f"[{at}].key"))
                    self.value(item, type_.value, (path, f"[{at}].value"))
            case _:
                return

    def remainder(self, remainder: Remainder, struct: str, path: Path) -> None:
        for unknown in remainder.unknown_fields:
            wire_type = name_of(unknown.wire_type)
            self.unknown(path, "field", unknown.field_id, wire_type, unknown.raw)
        if remainder.extension is not None:
            self.extension(remainder.extension, struct, path)
        if remainder.trailing != self.signature:
            self.unknown(path, "trailing", None, struct, remainder.trailing)
        self.enclosing(remainder, path)

    def enclosing(self, remainder: Remainder | None, path: Path) -> None:
        """What a union held beside its variant."""
        if remainder is not None and remainder.enclosing is not None:
            self.remainder(remainder.enclosing, "union", path)

    def extension(self, extension: Extension, struct: str, path: Path) -> None:
        self.found.extensions.append(FoundExtension(_format_path(path), struct, extension))

    def unknown(self, path: Path, kind: str, id_: int | None, type_: str, raw: bytes) -> None:
        self.found.unknown.append(Unknown(_format_path(path), kind, id_, type_, raw))


@cache
def _open_fields(schema: StructSchema) -> tuple[FieldSchema, ...]:
    """Those in which there can be something unknown."""
    return tuple(field for field in schema.fields if not _is_plain(field.type))


def _is_plain(type_: FieldType) -> bool:
    """Nothing unknown can be in a value of this type."""
    if isinstance(type_, ListOf | SetOf):
        return _is_plain(type_.element)
    return isinstance(type_, Scalar)


def _format_path(path: Path) -> str:
    """`row_groups[3].columns[7].meta_data`; empty for the root."""
    steps: list[str] = []
    while path is not None:
        path, step = path
        steps.append(step if step.startswith("[") else f".{step}")
    return "".join(reversed(steps)).removeprefix(".")
