"""Whether two files have the same columns, whatever the order: which leaf of one is which of the other."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from inlay.ground.drift.words import NO_CAST
from inlay.ground.geometries.short_crs import with_short_crs
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.notation import format_annotation, format_physical, format_repetition
from inlay.ground.schema.tree import Node, SchemaTree
from parquet_format.parquet import (
    FieldRepetitionType,
    IntType,
    MapType,
    NullType,
    SchemaElement,
    Type,
)

ABSENT: Final = "not there"
_SIZED: Final = Type.FIXED_LEN_BYTE_ARRAY


class SchemaError(RefusedError):
    """Files whose schemas cannot become one. `column` is where they differ, `types` what it is in `files`."""

    def __init__(
        self, column: str, files: tuple[str, str], types: tuple[str, str], override: str = ""
    ) -> None:
        shown = column or "the schema"
        reason = f"{shown} is {_place(types[1], files[1])}, and {_place(types[0], files[0])}"
        if not override and ABSENT not in types:
            reason += f"; {NO_CAST}"
        super().__init__("schema", reason, override)
        self.column = column
        self.files = files
        self.types = types
        self.among = 0
        """How many files were to become one, where that is known."""

    def __str__(self) -> str:
        """With the command that has every difference: of many files it has to name those that differ, and this error knows of two."""
        folders = dict.fromkeys(name.rpartition("/")[0] or "." for name in self.files)
        command = f"lint {shlex.join(folders)} --select schema-drift"
        if self.among == 2:
            command = f"diff {shlex.join(self.files)}"
        return f"{super().__str__()}\n  try: inlay {command}"


def _place(type_: str, file: str) -> str:
    return f"missing from {file}" if type_ == ABSENT else f"{type_} in {file}"


@dataclass(frozen=True, slots=True)
class Named:
    """A schema and the file that has it."""

    name: str
    tree: SchemaTree


UNION: Final = "--schema union"


def match_leaves(wanted: Named, given: Named, *, may_lack: bool) -> list[int | None]:
    """For each leaf of `wanted`, its number in `given`; None, which `may_lack` allows, for those in a column that `given`
    lacks, or knows to be null without knowing its type.

    Raises SchemaError for a column that only `given` has, or that is another one; RefusedError for fields of the same name,
    unless both have the same names in the same order.
    """
    numbers = {id(node): number for number, node in enumerate(given.tree.leaves)}
    pairs: dict[int, Node] = {}
    root, other = wanted.tree.root, given.tree.root
    assert root is not None
    assert other is not None  # `check_counts` has seen to it
    waiting = [(root, other)]
    while waiting:
        node, same = waiting.pop()
        pairs[id(node)] = same
        waiting += _pair_children(node, same, wanted, given, may_lack=may_lack)
    paired = [pairs.get(id(leaf)) for leaf in wanted.tree.leaves]
    return [None if leaf is None else numbers[id(leaf)] for leaf in paired]


def _pair_children(
    node: Node, same: Node, wanted: Named, given: Named, *, may_lack: bool
) -> list[tuple[Node, Node]]:
    files = wanted.name, given.name
    pairs: list[tuple[Node, Node]] = []
    ours: Mapping[object, Node]
    theirs: Mapping[object, Node]
    if _names(node) == _names(same):  # where two are alike, their places tell them apart
        ours, theirs = dict(enumerate(node.children)), dict(enumerate(same.children))
    else:
        ours, theirs = _by_name(node, wanted), _by_name(same, given)
    for name, child in theirs.items():
        mine = ours.get(name)
        if mine is not None and is_same(mine.element, child.element):
            pairs.append((mine, child))
        elif mine is None or not (may_lack and knows_no_type(child)):
            types = _describe_two(mine, child)
            can_unite = mine is None or knows_no_type(child) or knows_no_type(mine)
            raise SchemaError(
                _column(child), files, types, UNION if _is_top(child) and can_unite else ""
            )
    for name, child in ours.items():
        if name not in theirs and not (may_lack and _is_top(child)):
            types = _describe(child), _describe(None)
            raise SchemaError(_column(child), files, types, UNION if _is_top(child) else "")
    return pairs


def _names(node: Node) -> list[str]:
    return [child.element.name for child in node.children]


def _by_name(node: Node, named: Named) -> dict[object, Node]:
    children: dict[object, Node] = {child.element.name: child for child in node.children}
    if len(children) < len(node.children):
        place = ".".join(node.path) or "the schema"
        raise RefusedError("schema", f"{place} has two fields of the same name", path=named.name)
    return children


def is_same(first: SchemaElement, second: SchemaElement) -> bool:
    """Whether values and levels mean the same; field ids may differ."""
    same = first.type == second.type and first.repetition_type == second.repetition_type
    if first.type == _SIZED:
        same = same and first.type_length == second.type_length
    return same and _meaning(first) == _meaning(second)


def _meaning(element: SchemaElement) -> object:
    """Alike for annotations that say no more than the type does: DuckDB calls an int64 INT_64, others call it nothing."""
    means = find_meaning(element)
    if isinstance(means, IntType) and means.isSigned and means.bitWidth in (32, 64):
        return None
    is_entry = element.repetition_type == FieldRepetitionType.REPEATED
    if isinstance(means, MapType) and is_entry:  # MAP_KEY_VALUE, which not everybody writes
        return None
    # INTERVAL has no logical counterpart.
    return means if means is not None else element.converted_type


def knows_no_type(node: Node) -> bool:
    """Whether this is a column of nothing but nulls: what pandas and others write where they saw no value."""
    is_null = _is_top(node) and node.element.repetition_type == FieldRepetitionType.OPTIONAL
    return is_null and node.is_leaf and isinstance(find_meaning(node.element), NullType)


def _is_top(node: Node) -> bool:
    return node.depth == 1


def _describe_two(first: Node | None, second: Node) -> tuple[str, str]:
    """In full where they are only told apart by that."""
    types = _describe(first), _describe(second)
    if first is None or types[0] != types[1]:
        return types
    return _format(first.element), _format(second.element)


def _describe(node: Node | None) -> str:
    return describe(node.element) if node is not None else ABSENT


def describe(element: SchemaElement) -> str:
    """`optional int32 (DATE)`"""
    return _format(with_short_crs(element))


def _format(element: SchemaElement) -> str:
    note = format_annotation(element)
    words = [format_repetition(element), format_physical(element), f"({note})" if note else ""]
    return " ".join(word for word in words if word)


def _column(node: Node) -> str:
    return f"column {'.'.join(node.path)}"
