"""Fixed structs in bytes: the offsets of their fields, their size and their alignment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from inlayc.base.diagnostics import Diagnostic
from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.alignment import FORCE_ALIGN, read_alignment
from inlayc.frontends.flatbuffers.resolve.metadata import find
from inlayc.frontends.flatbuffers.resolve.types import Types
from inlayc.frontends.resolve.graph import walk
from inlayc.frontends.resolve.report import Report
from inlayc.model.schema import ArrayOf, Base, Enumeration, Field, Kind, Named, Struct, Type

MAX_SIZE = 2**16 - 1

SIZES = {
    **dict.fromkeys((Base.BOOL, Base.I8, Base.U8), 1),
    **dict.fromkeys((Base.I16, Base.U16), 2),
    **dict.fromkeys((Base.I32, Base.U32, Base.FLOAT), 4),
    **dict.fromkeys((Base.I64, Base.U64, Base.DOUBLE), 8),
}


@dataclass(frozen=True, slots=True)
class _Extent:
    size: int
    alignment: int


def lay_out_structs(types: Types, report: Report) -> None:
    """Give every fixed struct its layout; one that contains itself is reported and has none."""
    structs = {name: s for name, s in types.structs.items() if s.kind is Kind.FIXED}
    order, cycles = walk({name: _held(struct) for name, struct in structs.items()})
    for cycle in cycles:
        first = structs[cycle[0]]
        second = cycle[1 % len(cycle)]
        field = next(field for field in first.fields if _element(field.type) == second)
        chain = " -> ".join(name.name for name in [*cycle, cycle[0]])
        message = f"struct `{first.name}` contains itself"
        report.add(Diagnostic("struct-cycle", message, field.span, chain))
    cyclic = {name for cycle in cycles for name in cycle}
    extents: dict[Named, _Extent] = {}
    for name in order:
        laid_out = None
        if name not in cyclic:
            laid_out = _lay_out(structs[name], extents, types.enums)
        if laid_out is None:
            continue
        node = types.names[name].node
        assert isinstance(node, syntax.TableNode)
        done = _checked(node, laid_out, report)
        if done is not None:
            types.structs[name] = done
            extents[name] = _Extent(done.size, done.alignment)


def _held(struct: Struct) -> list[Named]:
    """The definitions that a struct holds in line, among which enums are not fixed structs."""
    elements = (_element(field.type) for field in struct.fields)
    return [element for element in elements if isinstance(element, Named)]


def _element(type_: Type) -> Type:
    return type_.element if isinstance(type_, ArrayOf) else type_


def _lay_out(
    struct: Struct, extents: Mapping[Named, _Extent], enums: Mapping[Named, Enumeration]
) -> Struct | None:
    """The struct with offsets, not yet padded at its end, or None if a part of it has no layout."""
    fields: list[Field] = []
    size = 0
    alignment = 1
    for field in struct.fields:
        extent = _extent(field.type, extents, enums)
        if extent is None:
            return None
        size = _aligned(size, extent.alignment)
        fields.append(replace(field, offset=size))
        size += extent.size
        alignment = max(alignment, extent.alignment)
    return replace(struct, fields=tuple(fields), size=size, alignment=alignment)


def _extent(
    type_: Type, extents: Mapping[Named, _Extent], enums: Mapping[Named, Enumeration]
) -> _Extent | None:
    match type_:
        case ArrayOf(element=element, length=length):
            element_extent = _extent(element, extents, enums)
            return (
                None
                if element_extent is None
                else _Extent(element_extent.size * length, element_extent.alignment)
            )
        case Named() if type_ in enums:
            return _extent(enums[type_].underlying, extents, enums)
        case Named():
            return extents.get(type_)
        case Base() if type_ in SIZES:
            return _Extent(SIZES[type_], SIZES[type_])
        case _:
            return None


def _checked(node: syntax.TableNode, struct: Struct, report: Report) -> Struct | None:
    """The struct aligned as it asks for and padded, or None after a report."""
    if not struct.fields:
        if not node.fields:
            message = f"struct `{struct.name}` is empty"
            label = "a struct has fields; a table may have none"
            report.add(Diagnostic("empty-struct", message, struct.span, label))
        return None
    alignment = struct.alignment
    if (force_align := find(node.metadata, FORCE_ALIGN)) is not None:
        forced = read_alignment(force_align, alignment, struct.name, report)
        alignment = forced or alignment
    size = _aligned(struct.size, alignment)
    if size > MAX_SIZE:
        message = f"struct `{struct.name}` is too large"
        label = f"at most {MAX_SIZE:,} bytes"
        report.add(Diagnostic("struct-too-large", message, struct.span, label))
        return None
    return replace(struct, size=size, alignment=alignment)


def _aligned(size: int, alignment: int) -> int:
    return -(-size // alignment) * alignment
