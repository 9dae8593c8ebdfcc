"""The schema of the result: that of the first file, with the columns that only others have where these are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from inlay.ground.refusals import RefusedError
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.verbs.parts.matching import Named, SchemaError, describe, knows_no_type, match_leaves
from inlay.verbs.parts.planned_groups import Places
from inlay.verbs.parts.source import PartSource
from parquet_format.parquet import FieldRepetitionType, SchemaElement

SchemaRule: TypeAlias = Literal["same", "exact", "union"]
"""`docs/parts.md` says what each accepts."""


def unite(parts: Sequence[PartSource], rule: SchemaRule) -> Named:
    """Raises SchemaError, RefusedError."""
    first = parts[0]
    if rule == "exact":
        _require_equal(parts)
    if rule != "union":
        return Named(first.name, first.tree)
    columns = _every_column(parts)
    root = first.metadata.schema[0].replace(num_children=len(columns))
    elements = [element for node in columns for element in _subtree(node)]
    return Named(first.name, SchemaTree([root, *elements]))


def match_all(parts: Sequence[PartSource], wanted: Named, *, may_lack: bool) -> list[Places]:
    """What `match_leaves` gives for each file; those that share a schema share it. Raises SchemaError, RefusedError."""
    matched: dict[SchemaTree, Places] = {}
    for part in parts:
        if part.tree not in matched:
            given = Named(part.name, part.tree)
            is_wanted = part.tree is wanted.tree
            matched[part.tree] = (
                range(len(wanted.tree.leaves))
                if is_wanted
                else match_leaves(wanted, given, may_lack=may_lack)
            )
    return [matched[part.tree] for part in parts]


def _require_equal(parts: Sequence[PartSource]) -> None:
    first = parts[0]
    for part in parts[1:]:
        if part.metadata.schema != first.metadata.schema:
            raise RefusedError(
                "schema",
                f"the schema is not exactly that of {first.name}: `inlay inspect` shows both",
                "--schema same",
                part.name,
            )


def _every_column(parts: Sequence[PartSource]) -> list[Node]:
    """The columns of the first file, then those that others bring, in the order of the files."""
    known: dict[str, tuple[str, Node]] = {}
    for part in parts:
        for node in _top(part):
            there = known.get(node.element.name)
            if there is None or (knows_no_type(there[1]) and not knows_no_type(node)):
                known[node.element.name] = part.name, node
    for part in parts:
        there_too = {node.element.name for node in _top(part) if not knows_no_type(node)}
        for name, (file, node) in known.items():
            if name not in there_too:
                _require_nullable(file, part.name, node)
    return [node for _, node in known.values()]


def _require_nullable(file: str, lacking: str, node: Node) -> None:
    element = node.element
    if element.repetition_type in (None, FieldRepetitionType.REQUIRED):
        types = describe(element), "not there, and would have to be null"
        raise SchemaError(f"column {element.name}", (file, lacking), types)


def _top(part: PartSource) -> list[Node]:
    root = part.tree.root
    return root.children if root is not None else []


def _subtree(node: Node) -> list[SchemaElement]:
    elements: list[SchemaElement] = []
    waiting = [node]
    while waiting:
        at = waiting.pop()
        elements.append(at.element)
        waiting += reversed(at.children)
    return elements
