"""What a plan asks for, out of decoded structs: the specification of what the native core does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

from inlay_runtime.columnar.buffers import ExtractedColumn, ExtractedTable, flatten
from inlay_runtime.columnar.plan import (
    EDGE,
    ColumnPlan,
    ExtractionPlan,
    Kind,
    Measure,
    Step,
    TablePlan,
)
from inlay_runtime.columnar.totals import totals
from inlay_runtime.schema import FieldSchema, UnionSchema
from inlay_runtime.struct import Struct
from inlay_runtime.tags import UnionTag
from inlay_runtime.text import bytes_of
from inlay_runtime.union import NoVariant, UnknownVariant

_MOST_ID: Final = 0x7FFF


class Collector:
    """The rows of the structs that it was given, one after the other."""

    def __init__(self, plan: ExtractionPlan) -> None:
        self._tables = [_Rows(table) for table in plan.tables]

    def add(self, ordinal: int, root: Struct) -> None:
        for rows in self._tables:
            rows.add(ordinal, root)

    def finish(self) -> dict[str, ExtractedTable]:
        return {rows.plan.path: rows.finish() for rows in self._tables}


class _Rows:
    def __init__(self, plan: TablePlan) -> None:
        self.plan = plan
        self.ordinals: list[tuple[int, ...]] = []
        self.values: list[list[object]] = [[] for _ in plan.columns]

    def add(self, ordinal: int, root: Struct) -> None:
        for ordinals, row in _rows(root, self.plan.steps, (ordinal,)):
            self.ordinals.append(ordinals)
            for column, values in zip(self.plan.columns, self.values, strict=True):
                values.append(_root_value(column, row) if not column.steps else _value(column, row))

    def finish(self) -> ExtractedTable:
        depth = 1 + sum(step.each for step in self.plan.steps)
        ordinals = [
            flatten(Kind.I32, [place[level] for place in self.ordinals]) for level in range(depth)
        ]
        columns = {
            column.path: _column(column, values)
            for column, values in zip(self.plan.columns, self.values, strict=True)
        }
        return ExtractedTable(len(self.ordinals), ordinals, columns)


def _column(plan: ColumnPlan, values: Sequence[object]) -> ExtractedColumn:
    return flatten(plan.kind, values, sum(step.each for step in plan.steps))


def _rows(
    value: Any, steps: Sequence[Step], ordinals: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], Struct]]:
    if not steps:
        yield ordinals, value
        return
    inner = _inside(value, steps[0].field)
    if inner is None:
        return
    if not steps[0].each:
        yield from _rows(inner, steps[1:], ordinals)
        return
    for position, element in enumerate(inner):
        yield from _rows(element, steps[1:], (*ordinals, position))


def _value(plan: ColumnPlan, row: object) -> object:
    return _at(row, plan.steps, plan)


def _at(value: Any, steps: Sequence[Step], plan: ColumnPlan) -> object:
    if not steps:
        return _measured(value, plan)
    inner = _inside(value, steps[0].field)
    if inner is None:
        is_absent = plan.measure is Measure.PRESENCE and not any(step.each for step in steps)
        return False if is_absent else None
    if steps[0].each:
        return [_at(element, steps[1:], plan) for element in inner]
    return _at(inner, steps[1:], plan)


def _inside(value: Any, field: FieldSchema | None) -> Any:
    """The value of a field of a struct, or of the variant of a union if it is that one."""
    if field is None:
        return value.extension.payload if value.extension is not None else None
    if isinstance(value, Struct) and value.SCHEMA.by_id.get(field.id) is field:
        return getattr(value, field.slot)
    if field.wrapper is not None:
        return getattr(value, "value", None) if _is_a(value, field.wrapper) else None
    return value if _is_a(value, cast(type, field.type)) else None


def _is_a(value: object, cls: type) -> bool:
    return isinstance(value, cls)


def _measured(value: Any, plan: ColumnPlan) -> object:
    match plan.measure:
        case Measure.VALUE:
            return _tag_id(value) if isinstance(value, UnionTag) else value
        case Measure.SIZE:
            return len(_bytes(value))
        case Measure.EDGES:
            data = _bytes(value)
            return data if len(data) <= 2 * EDGE else data[:EDGE] + data[-EDGE:]
        case Measure.PRESENCE:
            return True
        case Measure.COUNT:
            return len(value)
        case Measure.VARIANT:
            return _variant_id(value, cast(UnionSchema, plan.type))


def _bytes(value: str | bytes | memoryview) -> bytes:
    return bytes_of(value) if isinstance(value, str) else bytes(value)


def _tag_id(tag: UnionTag) -> int | None:
    """None for one that is of another type than declared."""
    return int(tag) if tag <= _MOST_ID else None


def _variant_id(value: object, union: UnionSchema) -> int | None:
    """None for a variant of another type than declared: who skips it sees none."""
    if isinstance(value, NoVariant):
        return None
    if isinstance(value, UnknownVariant):
        return value.field_id if value.field_id not in union.by_id else None
    return next(field.id for field in union.fields if _inside(value, field) is not None)


def _root_value(plan: ColumnPlan, root: Struct) -> int:
    if plan.path == "@trailing":
        return len(root.remainder.trailing) if root.remainder is not None else 0
    counts = totals(root)
    return counts.unknown_fields if plan.path == "@unknown_fields" else counts.extensions
