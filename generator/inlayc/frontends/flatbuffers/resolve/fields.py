"""What the attributes of a field ask for, and of which types they may ask it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from inlayc.base.diagnostics import Diagnostic
from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.alignment import FORCE_ALIGN, read_alignment
from inlayc.frontends.flatbuffers.resolve.metadata import find, span_of_value
from inlayc.frontends.flatbuffers.resolve.names import Scope
from inlayc.frontends.flatbuffers.resolve.tolerances import BYTES, IGNORE_UNTYPED
from inlayc.frontends.flatbuffers.resolve.types import Types
from inlayc.frontends.resolve.report import Report
from inlayc.model.schema import ArrayOf, Base, Kind, ListOf, Type

_HASHES = {
    **dict.fromkeys((Base.I16, Base.U16), ("fnv1_16", "fnv1a_16")),
    **dict.fromkeys((Base.I32, Base.U32), ("fnv1_32", "fnv1a_32")),
    **dict.fromkeys((Base.I64, Base.U64), ("fnv1_64", "fnv1a_64")),
}
_BYTES = ListOf(Base.U8)


@dataclass(frozen=True, slots=True)
class Place:
    """A field, the type it has, and where it stands; `key` is the first field of its table that is one."""

    field: syntax.FieldNode
    type: Type
    table: syntax.TableNode
    scope: Scope
    key: syntax.FieldNode | None


def key_of(table: syntax.TableNode) -> syntax.FieldNode | None:
    return next((f for f in table.fields if find(f.metadata, "key") is not None), None)


class FieldChecks:
    """Reports attributes that do not go with the type of their field."""

    def __init__(self, types: Types, report: Report) -> None:
        self._types = types
        self._report = report
        self._checks: Mapping[str, Callable[[Place, syntax.Metadatum], None]] = {
            "required": self._check_required,
            "deprecated": self._deprecated,
            "key": self._key,
            "hash": self._hash,
            "shared": self._shared,
            FORCE_ALIGN: self._force_align,
            "nested_flatbuffer": self._nested_flatbuffer,
            "flexbuffer": self._flexbuffer,
            "cpp_type": self._cpp_type,
            "native_inline": self._native_inline,
            "native_custom_alloc": self._native_custom_alloc,
            BYTES: self._bytes,
            IGNORE_UNTYPED: self._ignore_untyped,
            "offset64": self._beyond_32_bits,
            "vector64": self._beyond_32_bits,
        }

    def check(self, place: Place) -> None:
        given = {metadatum.name.text: metadatum for metadatum in place.field.metadata}
        for name in given.keys() & self._checks.keys():
            self._checks[name](place, given[name])

    def _misplace(self, metadatum: syntax.Metadatum, allowed: str) -> None:
        message = f"attribute `{metadatum.name.text}` does not fit this field"
        self._report.add(Diagnostic("attribute-misplaced", message, metadatum.name.span, allowed))

    def _check_required(self, place: Place, metadatum: syntax.Metadatum) -> None:
        if place.table.kind is Kind.FIXED:
            self._misplace(metadatum, "the fields of a struct are always there")
        elif self._types.is_scalar(place.type):
            self._misplace(metadatum, "scalars are never required: they have defaults")
        elif place.field.default is not None:
            self._misplace(metadatum, "a field that is required needs no default")

    def _deprecated(self, place: Place, metadatum: syntax.Metadatum) -> None:
        if place.table.kind is Kind.FIXED:
            self._misplace(metadatum, "the fields of a struct cannot go away")

    def _key(self, place: Place, metadatum: syntax.Metadatum) -> None:
        type_ = place.type.element if isinstance(place.type, ArrayOf) else place.type
        sortable = self._types.is_scalar(type_) or self._types.is_kind(type_, Kind.FIXED)
        if not sortable and place.type is not Base.STRING:
            self._misplace(metadatum, "a key is a scalar, a string, a struct or an array")
        if place.key is not None and place.key is not place.field:
            self._misplace(metadatum, f"`{place.key.name.text}` is already the key")

    def _hash(self, place: Place, metadatum: syntax.Metadatum) -> None:
        type_ = place.type.element if isinstance(place.type, ListOf) else place.type
        algorithms = _HASHES.get(type_) if isinstance(type_, Base) else None
        if algorithms is None:
            self._misplace(metadatum, "only integers of 16, 32 or 64 bits can be hashes")
        elif metadatum.value is None or metadatum.value.value not in algorithms:
            message = "unknown hash algorithm"
            label = " or ".join(f'`"{name}"`' for name in algorithms)
            self._report.add(Diagnostic("unknown-hash", message, span_of_value(metadatum), label))

    def _shared(self, place: Place, metadatum: syntax.Metadatum) -> None:
        if place.type not in (Base.STRING, Base.BINARY):
            self._misplace(metadatum, "only strings can be shared")

    def _force_align(self, place: Place, metadatum: syntax.Metadatum) -> None:
        """Of elements of a vector. Of anything else it means nothing, to flatc and here."""
        if isinstance(place.type, ListOf):
            read_alignment(metadatum, 1, place.field.name.text, self._report)

    def _nested_flatbuffer(self, place: Place, metadatum: syntax.Metadatum) -> None:
        if place.type != _BYTES:
            self._misplace(metadatum, "only a `[ubyte]` can hold a buffer")
            return
        if not isinstance(metadatum.value, syntax.StringLiteral):
            message = "nested buffer without a type"
            label = "expected the name of a table, in quotes"
            self._report.add(Diagnostic("nested-type", message, span_of_value(metadatum), label))
            return
        name = syntax.Identifier(metadatum.value.value, metadatum.value.span)
        symbol = self._types.symbol(name, place.table.namespace, place.scope)
        if symbol is not None and not self._types.is_kind(symbol.named, Kind.TABLE):
            message = f"`{name.text}` is not a table"
            label = "the root of a buffer is a table"
            self._report.add(Diagnostic("nested-type", message, name.span, label))

    def _flexbuffer(self, place: Place, metadatum: syntax.Metadatum) -> None:
        if place.type != _BYTES:
            self._misplace(metadatum, "only a `[ubyte]` can hold a FlexBuffer")

    def _cpp_type(self, place: Place, metadatum: syntax.Metadatum) -> None:
        if find(place.field.metadata, "hash") is None:
            self._misplace(metadatum, "only a field with `hash` stands for a C++ object")

    def _native_inline(self, place: Place, metadatum: syntax.Metadatum) -> None:
        type_ = place.type
        if isinstance(type_, ListOf) and self._types.is_kind(type_.element, Kind.TABLE):
            return
        element = type_.element if isinstance(type_, ListOf) else type_
        if not self._types.is_kind(element, Kind.FIXED):
            self._misplace(metadatum, "only structs, and vectors of structs or tables")

    def _native_custom_alloc(self, _: Place, metadatum: syntax.Metadatum) -> None:
        self._misplace(metadatum, "only tables and structs can have an allocator")

    def _bytes(self, place: Place, metadatum: syntax.Metadatum) -> None:
        if place.type is not Base.BINARY:
            self._misplace(metadatum, "only a `string` of a table can be read as bytes")
        elif place.field.default is not None:
            self._misplace(metadatum, "a string that is bytes has no default")

    def _ignore_untyped(self, place: Place, metadatum: syntax.Metadatum) -> None:
        if not self._types.is_kind(place.type, Kind.UNION):
            self._misplace(metadatum, "only the value of a union has a type beside it")

    def _beyond_32_bits(self, _: Place, metadatum: syntax.Metadatum) -> None:
        message = f"`{metadatum.name.text}` is not supported"
        label = "leave it out: only flatc's C++ reads it; 2 GiB and more belong into a file of their own"
        self._report.add(Diagnostic("unsupported-attribute", message, metadatum.name.span, label))
