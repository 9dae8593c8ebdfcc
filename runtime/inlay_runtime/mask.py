"""Masks: which fields a decode is asked for, as paths with positions.

    schema
    row_groups[0:2].columns[3,17].meta_data.statistics
    row_groups.columns.meta_data.extension

A name selects a field and everything in it, unless the path goes on. Behind a list, `[...]` selects
positions: numbers and ranges `a:b`, counted from 0, the end exclusive; without it, all of them.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from inlay_runtime.record import Record, leave_undecoded
from inlay_runtime.struct import Struct

if TYPE_CHECKING:
    from inlay_runtime.flat.schema import TableSchema
    from inlay_runtime.schema import StructSchema

    MaskedSchema: TypeAlias = StructSchema | TableSchema

_RANGE: Final = r"\s*(?:\d+|\d*:\d*)\s*"
_SEGMENT: Final = re.compile(
    rf"(?P<name>\w+)(?:\[(?P<positions>{_RANGE}(?:,{_RANGE})*)\])?", re.ASCII
)


class Positions:
    """Some positions of a list: a union of ranges."""

    def __init__(self, ranges: Sequence[tuple[int, int | None]]) -> None:
        self.ranges = tuple(ranges)

    def __contains__(self, position: int) -> bool:
        return any(
            start <= position and (end is None or position < end) for start, end in self.ranges
        )


EVERYTHING: Final = Positions([(0, None)])


class Selection:
    """What is asked of one field: pairs of positions and the mask of what lies there."""

    def __init__(self) -> None:
        self.whole: list[Positions] = []
        self.parts: list[tuple[Positions, Mask]] = []


class Mask:
    """The fields that are asked for in one struct or table."""

    def __init__(self, schema: MaskedSchema) -> None:
        self.schema = schema
        self.selections: dict[str, Selection] = {}
        self.node: object = None
        """What the native core has made of it."""

    @classmethod
    def parse(cls, paths: Sequence[str], schema: MaskedSchema) -> Mask:
        """Raises ValueError for a path that names no field of the schema, TypeError for what is not a path."""
        if isinstance(paths, str):
            raise ValueError("fields must be a list of paths, not one string")
        mask = cls(schema)
        for path in paths:
            if not _is_text(path):
                raise TypeError(f"fields is a list of paths, which are str: {path!r} is none")
            mask._add(path, path)
        return mask

    def _add(self, path: str, whole: str) -> None:
        segment, dot, rest = path.partition(".")
        match = _SEGMENT.fullmatch(segment)
        if match is None:
            raise ValueError(
                f"{whole!r}: {segment!r} is neither a name nor name[positions]; "
                "positions are numbers and ranges, as in [0:2,5]"
            )
        name = match["name"]
        positions = EVERYTHING if match["positions"] is None else _positions(match["positions"])
        inner = self._inner_schema(name, match["positions"] is not None, whole)
        selection = self.selections.setdefault(name, Selection())
        if not dot:
            selection.whole.append(positions)
        elif inner is None:
            raise ValueError(f"{whole!r}: {name} is not a struct, so the path ends there")
        else:
            part = Mask(inner)
            part._add(rest, whole)
            selection.parts.append((positions, part))

    def _inner_schema(self, name: str, has_positions: bool, path: str) -> MaskedSchema | None:
        if name == "extension":
            if has_positions:
                raise ValueError(f"{path!r}: extension is not a list, so it has no positions")
            return None
        field = self.schema.by_name.get(name)
        if field is None:
            close = _closest(name, self.schema)
            hint = f"; did you mean {close}?" if close else ""
            raise ValueError(f"{path!r}: {self.schema.name} has no field {name}{hint}")
        is_list, element = _element(field.type)
        if has_positions and not is_list:
            raise ValueError(f"{path!r}: {name} is not a list, so it has no positions")
        if isinstance(element, type) and issubclass(element, Record):
            return cast("MaskedSchema", element.record_schema())
        return None

    def apply(self, record: Struct) -> None:
        """Empties every slot that the mask leaves out, here and below."""
        prune(record, [self])


def mask_for(schema: MaskedSchema, paths: Sequence[str]) -> Mask:
    """The mask of some paths, made once and used for one input after the other. Raises what `Mask.parse` raises."""
    given = paths if isinstance(paths, str) else tuple(paths)
    if isinstance(given, str) or not all(_is_text(path) for path in given):
        return Mask.parse(given, schema)
    return _parsed(schema, given)


@lru_cache(maxsize=64)
def _parsed(schema: MaskedSchema, paths: tuple[str, ...]) -> Mask:
    return Mask.parse(paths, schema)


def _is_text(path: object) -> bool:
    return isinstance(path, str)


def _closest(name: str, schema: MaskedSchema) -> str:
    """The field that was meant, in whatever case it was written; empty if there is none like it."""
    by_case = {known.lower(): known for known in [*schema.by_name, "extension"]}
    close = difflib.get_close_matches(name.lower(), by_case, n=1)
    return by_case[close[0]] if close else ""


def _element(type_: Any) -> tuple[bool, object]:
    """Whether a type is a list in Python, and the type of its elements, or else itself."""
    listed = getattr(type_, "listed", None)
    return (False, type_) if listed is None else (True, listed)


def prune(record: Struct, masks: Sequence[Mask]) -> None:
    """Keeps what any of the masks selects; none of them at all keeps nothing."""
    left_out: list[str] = []
    for field in record.SCHEMA.fields:
        chosen = [mask.selections[field.name] for mask in masks if field.name in mask.selections]
        if not chosen:
            left_out.append(field.slot)
            continue
        value = getattr(record, field.slot)
        elements = cast(list[object], value) if isinstance(value, list) else [value]
        for position, element in enumerate(elements):
            if isinstance(element, Struct):
                _prune_at(element, position, chosen)
    if not any("extension" in mask.selections for mask in masks):
        left_out.append("extension")
    leave_undecoded(record, left_out)


def _prune_at(record: Struct, position: int, selections: Sequence[Selection]) -> None:
    if any(position in positions for selection in selections for positions in selection.whole):
        return
    parts = [mask for selection in selections for at, mask in selection.parts if position in at]
    prune(record, parts)


def _positions(text: str) -> Positions:
    ranges: list[tuple[int, int | None]] = []
    for item in text.split(","):
        start, colon, end = item.strip().partition(":")
        first = int(start) if start else 0
        ranges.append((first, (int(end) if end else None) if colon else first + 1))
    return Positions(ranges)
