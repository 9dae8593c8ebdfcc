"""Field ids of files that become one: by them Iceberg and others know a column, whatever its name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from inlay.ground.refusals import RefusedError
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.pages.engine.left_out import name_columns
from inlay.verbs.parts.matching import Named
from inlay.verbs.parts.source import PartSource


def match_field_ids(parts: Sequence[PartSource], wanted: Named) -> list[str]:
    """A sentence about columns whose ids differ from those that the result has. Raises RefusedError where one file gives a column the
    id that another column has in the result: readers by name and readers by id would see other rows.
    """
    trees = {part.tree: part for part in reversed(parts)}
    if all(tree is wanted.tree for tree in trees):
        return []
    kept = _ids_of(wanted.tree)
    paths = {".".join(node.path) for node in wanted.tree.nodes}
    owners = {number: path for path, number in kept.items()}
    differing: dict[str, None] = {}
    for tree, part in trees.items():
        for path, number in _ids_of(tree).items():
            owner = owners.get(number)
            if owner is not None and owner != path and path in paths:
                reason = (
                    f"column {path} has field id {number}, which in {wanted.name} is that of column {owner}: readers by "
                    f"name and readers by id would see other values; `inlay set --field-id {path}=N` gives it another one"
                )
                raise RefusedError("schema", reason, path=part.name)
            if kept.get(path) != number:
                differing[path] = None
    if not differing:
        return []
    return [
        f"field ids of {name_columns(differing)} are those of {wanted.name}: the files differ in them"
    ]


def _ids_of(tree: SchemaTree) -> dict[str, int]:
    """Without those that several columns have, by which nobody knows a column: parquet-go gives the id 0 to each."""
    nodes: list[Node] = [node for node in tree.nodes if node.parent is not None]
    times = Counter(node.element.field_id for node in nodes)
    return {
        ".".join(node.path): node.element.field_id
        for node in nodes
        if node.element.field_id is not None and times[node.element.field_id] == 1
    }
