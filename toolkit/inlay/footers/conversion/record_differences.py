"""Compares two records field by field, and says where they differ."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final, NamedTuple, cast

from inlay.ground.wording.amounts import count
from inlay_runtime.enums import OpenEnum
from inlay_runtime.finding import Finding
from inlay_runtime.record import Record
from inlay_runtime.remainder import HasRemainder, content_of
from inlay_runtime.tags import UnionTag
from inlay_runtime.union import Variant

_SHOWN: Final = 60


DISAGREE: Final = "disagree"


def disagreement(at: str, what: str) -> Finding:
    """Two footers do not say the same; `what` is what each of them says, `at` the path of the value."""
    return Finding(DISAGREE, None, what, at)


class Sides(NamedTuple):
    """What the two records are called."""

    first: str
    second: str

    def between(self, path: str, first: object, second: object) -> Finding:
        shown = f"{_format(first)} in {self.first}, {_format(second)} in {self.second}"
        return disagreement(path, shown)


def compare_records(
    first: object, second: object, sides: Sides, path: str = ""
) -> Iterator[Finding]:
    """Numbers are compared by their bits, so that -0.0 is not 0.0 and a NaN equals itself."""
    kind = _kind(first) if type(first) is type(second) else None
    if kind is Record:
        yield from _of_records(cast("Record", first), cast("Record", second), sides, path)
    elif kind is Variant:
        ours, other = cast("Variant[object]", first), cast("Variant[object]", second)
        yield from compare_records(ours.value, other.value, sides, path)
        yield from _of_remainders(ours, other, sides, path)
    elif kind is list:
        yield from _of_lists(cast("list[object]", first), cast("list[object]", second), sides, path)
    elif not _is_same(first, second):
        yield sides.between(path, first, second)


def _kind(value: object) -> type | None:
    return next((kind for kind in (Record, Variant, list) if isinstance(value, kind)), None)


def _of_records(first: Record, second: Record, sides: Sides, path: str) -> Iterator[Finding]:
    for field in first.record_schema().fields:
        name = f"{path}.{field.attribute}" if path else field.attribute
        if field.attribute == "extension":
            continue
        ours, other = getattr(first, field.slot), getattr(second, field.slot)
        if ours is not other:
            yield from compare_records(ours, other, sides, name)
    if first.extension != second.extension:
        name = f"{path}.extension" if path else "extension"
        yield sides.between(name, first.extension, second.extension)
    yield from _of_remainders(first, second, sides, path)


def _of_remainders(
    first: HasRemainder, second: HasRemainder, sides: Sides, path: str
) -> Iterator[Finding]:
    """Unknown fields and trailing bytes; not how things are spelled."""
    ours, other = content_of(first), content_of(second)
    if ours != other:
        yield sides.between(path, ours or None, other or None)


def _of_lists(
    first: list[object], second: list[object], sides: Sides, path: str
) -> Iterator[Finding]:
    if len(first) != len(second):
        counts = f"{count(len(first), 'element')}", f"{count(len(second), 'element')}"
        yield disagreement(path, f"{counts[0]} in {sides.first}, {counts[1]} in {sides.second}")
    for at, (ours, other) in enumerate(zip(first, second, strict=False)):
        yield from compare_records(ours, other, sides, f"{path}[{at}]")


def _is_same(first: object, second: object) -> bool:
    if isinstance(first, float) and isinstance(second, float):
        return struct.pack("<d", first) == struct.pack("<d", second)
    if isinstance(first, UnionTag) and isinstance(second, UnionTag):
        return first == second and first.raw == second.raw
    return first == second and (first is None) == (second is None)


def _format(value: object) -> str:
    if value is None:
        return "absent"
    shown = value.name if isinstance(value, OpenEnum) else repr(value)
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}..."
