"""The row groups of several files, one after the other, as a plan of one file."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.ground.refusals import RefusedError
from inlay.pages.engine.leaf import list_leaves
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.verbs.parts.common_form import choose_form
from inlay.verbs.parts.contradictions import drop_contradictions
from inlay.verbs.parts.distrust import may_shift_timestamps, prepare_for_others
from inlay.verbs.parts.encrypted_result import plan_encryption
from inlay.verbs.parts.field_ids import match_field_ids
from inlay.verbs.parts.file_level import merge_file_level
from inlay.verbs.parts.key_values import PairRule, merge_pairs
from inlay.verbs.parts.merge_orders import merge_orders
from inlay.verbs.parts.named_sources import NO_FILES
from inlay.verbs.parts.partial_statements import drop_partial_statements
from inlay.verbs.parts.partitions import note_partitions
from inlay.verbs.parts.plan import PartsPlan
from inlay.verbs.parts.planned_groups import PlannedGroups, Take
from inlay.verbs.parts.source import PartSource
from inlay.verbs.parts.uniting import SchemaRule, match_all, unite
from inlay.verbs.parts.writers import name_writers
from inlay.verbs.parts.wrong_indexes import drop_wrong_indexes


def plan_concat(
    parts: Sequence[PartSource],
    *,
    schema: SchemaRule = "same",
    metadata: PairRule = "first",
    ours: str,
) -> PartsPlan:
    """The plan. `ours` is what the file says of its writer, if the sources have several.

    Raises SchemaError for schemas that cannot become one; RefusedError for what `docs/parts.md` lists.
    """
    _require_any(parts)
    wanted = unite(parts, schema)
    places = match_all(parts, wanted, may_lack=schema == "union")
    is_first = wanted.tree is parts[0].tree
    leaves = parts[0].leaves if is_first else list_leaves(wanted.tree)
    names = [leaf.name for leaf in leaves]
    notes = note_partitions((part.name for part in parts), wanted.tree)
    notes += match_field_ids(parts, wanted)
    writers = [part.metadata.created_by for part in parts]
    longer = frozenset[ThriftFile]().union(*(part.longer for part in parts))
    takes = [
        Take(part, place, range(part.count)) for part, place in zip(parts, places, strict=True)
    ]
    notes += drop_contradictions(takes)
    for part in parts:
        notes += drop_wrong_indexes(part)
    if len(set(writers)) > 1:
        for part in parts:
            notes += prepare_for_others(part)
        if may_shift_timestamps(parts):
            notes.append("readers that shift INT96 by writer will treat all rows alike")
    orders, said = merge_orders(parts, places, names)
    notes += said
    notes += drop_partial_statements(takes, leaves)
    result = parts[0].metadata.replace()
    notes += merge_file_level(result, [part.metadata for part in parts[1:]])
    result.key_value_metadata, said = merge_pairs(parts, places, wanted.tree, metadata)
    notes += said
    row_groups = PlannedGroups(takes, wanted.tree.leaves, agree_on_sorting=True)
    notes += row_groups.notes
    if row_groups.drops_sorting:
        notes.append("sorting columns are dropped: the row groups differ in them")
    elif row_groups.is_sorted and len(parts) > 1:
        notes.append(
            "row groups keep their sorting columns, and nobody looked whether one follows the other: DataFusion takes the whole file "
            "for sorted, and `inlay verify --values` tells"
        )
    result.schema = [node.element for node in wanted.tree.nodes]
    result.num_rows = sum(row_groups.rows)
    result.version = max(part.metadata.version for part in parts)
    result.created_by = name_writers(writers, ours)
    result.column_orders = orders
    form, design, said = choose_form(parts)
    encryption = plan_encryption(parts, row_groups)
    return PartsPlan(result, leaves, row_groups, form, notes + said, longer, design, encryption)


def _require_any(parts: Sequence[PartSource]) -> None:
    if not parts:
        raise RefusedError(NO_FILES, "there are no files to put together")
