"""The tables that say what a FlatBuffers table or union stands for in Thrift."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from inlayc.model.schema import Correspondence, Counterpart, Kind, Named, Struct
from inlayc.python.flat.types import FlatTypes
from inlayc.python.literals import quote
from inlayc.python.model import Table, TableField


def lower_counterparts(struct: Struct, key: Named, types: FlatTypes) -> Iterator[Table]:
    """None for what stands for nothing."""
    declared = struct.correspondence
    if declared is None:
        return
    names = types.naming[key]
    if struct.kind is Kind.UNION:
        rows = tuple(_row(counterpart, {}) for counterpart in declared.counterparts)
        unrecognized = _unrecognized(declared)
        yield _table(
            names.schema, rows, types.named_by(key), quote(declared.names[0]), unrecognized
        )
        return
    attributes = types.naming.attribute_names(key.module, struct)
    rows = tuple(_row(counterpart, attributes) for counterpart in declared.counterparts)
    first = "".join(f"{quote(name)}, " for name in declared.names)
    yield _table(f"{names.name}.SCHEMA", rows, types.named_by(key), f"({first})", "")


def _table(
    target: str, rows: tuple[TableField, ...], needs: frozenset[str], first: str, last: str
) -> Table:
    return Table(target, rows, needs, "flat.Counterpart", "stand_for", first, last)


def _unrecognized(declared: Correspondence) -> str:
    return f"unrecognized={quote(declared.unrecognized)}" if declared.unrecognized else ""


def _row(counterpart: Counterpart, attributes: Mapping[str, str]) -> TableField:
    slot = attributes.get(counterpart.slot, counterpart.slot)
    arguments = [quote(slot), quote(counterpart.field)]
    if counterpart.is_absent_if_zero:
        arguments.append("zero_is_absent=True")
    if counterpart.is_absent_if_empty:
        arguments.append("empty_is_absent=True")
    if counterpart.explicit:
        explicit = attributes.get(counterpart.explicit, counterpart.explicit)
        arguments.append(f"explicit={quote(explicit)}")
    return TableField(", ".join(arguments))
