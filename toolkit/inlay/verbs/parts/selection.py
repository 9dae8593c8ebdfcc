"""Some columns and row groups of a file, as a plan of a new one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from inlay.ground.refusals import RefusedError
from inlay.ground.schema.kept_leaves import keep_leaves
from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.schema_copies import SchemaChange, follow
from inlay.verbs.parts.contradictions import drop_contradictions
from inlay.verbs.parts.encrypted_result import plan_encryption
from inlay.verbs.parts.file_level import drop_file_level
from inlay.verbs.parts.partial_statements import drop_partial_statements
from inlay.verbs.parts.plan import PartsPlan
from inlay.verbs.parts.planned_groups import PlannedGroups, Take
from inlay.verbs.parts.source import PartSource
from inlay.verbs.parts.wrong_indexes import drop_wrong_indexes
from parquet_format.parquet import MapType, VariantType


def plan_selection(
    source: PartSource, leaves: Sequence[int], row_groups: Sequence[int]
) -> PartsPlan:
    """The plan of a file with these columns, by the numbers of their leaves in ascending order, and these row groups.

    Raises RefusedError without any column, and for a map or a Variant in part.
    """
    metadata, tree = source.metadata.replace(), source.tree
    if not leaves and tree.leaves:
        raise RefusedError("columns", "no column would be left", path=source.name)
    require_divisible(tree, set(leaves), source.name)
    all_leaves, all_groups = range(len(tree.leaves)), range(source.count)
    change = SchemaChange(
        metadata.schema,
        leaves=None if list(leaves) == list(all_leaves) else leaves,
        new_rows=list(row_groups) != list(all_groups),
    )
    take = Take(source, leaves, row_groups)
    notes = drop_contradictions([take])
    if notes:
        notes += drop_partial_statements([take], [source.leaves[leaf] for leaf in leaves])
    notes += drop_wrong_indexes(source, leaves)
    if not change.is_empty:
        notes += drop_file_level(metadata)
        if metadata.key_value_metadata is not None:
            metadata.key_value_metadata, said = follow(metadata.key_value_metadata, change)
            notes += said
    metadata.schema = keep_leaves(tree, leaves)
    if metadata.column_orders is not None:
        metadata.column_orders = [metadata.column_orders[leaf] for leaf in leaves]
    planned = PlannedGroups([take], [])
    notes += planned.notes
    metadata.num_rows = sum(planned.rows)
    file = source.file
    kept = [source.leaves[leaf] for leaf in leaves]
    encryption = plan_encryption([source], planned)
    return PartsPlan(
        metadata, kept, planned, file.form, notes, source.longer, file.design, encryption
    )


def require_divisible(tree: SchemaTree, leaves: Set[int], name: str) -> None:
    """Raises RefusedError for a map that would lose its keys or all of its values, and for a Variant that would lose a part."""
    kept = {id(leaf) for number, leaf in enumerate(tree.leaves) if number in leaves}
    for node in tree.nodes:
        if not node.children:  # as most are
            continue
        match find_meaning(node.element):
            case VariantType():
                _require(node, all(_kept(node, kept)), any(_kept(node, kept)), "a Variant", name)
            case MapType() if len(node.children) == 1 and len(node.children[0].children) == 2:
                key, value = node.children[0].children
                is_whole = all(_kept(key, kept)) and any(_kept(value, kept))
                _require(node, is_whole, any(_kept(node, kept)), "a map", name)
            case _:
                pass


def _require(node: Node, is_whole: bool, is_there: bool, what: str, name: str) -> None:
    if is_there and not is_whole:
        path = ".".join(node.path)
        reason = (
            f"column {path} is {what}, and means nothing in part: choose {path}, or nothing of it"
        )
        raise RefusedError("columns", reason, path=name)


def _kept(node: Node, kept: Set[int]) -> Iterator[bool]:
    """Whether each leaf at or below the node stays."""
    waiting = [node]
    while waiting:
        at = waiting.pop()
        if at.is_leaf:
            yield id(at) in kept
        waiting += at.children
