"""What the new file will be, before any page is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pyarrow as pa

from inlay.footers.footer.form import Form
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.pages.engine.left_out import name_columns
from inlay.verbs.parts.common_form import choose_form
from inlay.verbs.parts.field_ids import match_field_ids
from inlay.verbs.parts.file_level import merge_file_level
from inlay.verbs.parts.key_values import PairRule, merge_pairs
from inlay.verbs.parts.named_sources import NO_FILES
from inlay.verbs.parts.partitions import note_partitions
from inlay.verbs.parts.planned_groups import Places
from inlay.verbs.parts.source import PartSource
from inlay.verbs.parts.uniting import SchemaRule, match_all, unite
from inlay.verbs.rewrite.bare_file import BareRows, read_bare_schema
from inlay.verbs.rewrite.bare_schema import ReadFor, is_geometry, is_ordered
from inlay.verbs.rewrite.column_encodings import set_encodings
from inlay.verbs.rewrite.compression import Compression, keep_codec
from inlay.verbs.rewrite.estimate import (
    MOST_GROUP_BYTES,
    choose_batch_rows,
    choose_group_rows,
    estimate_bytes,
)
from inlay.verbs.rewrite.habits import Habits, survey_habits
from inlay.verbs.rewrite.sort_keys import can_check, parse_sort_keys
from inlay.verbs.rewrite.sorting import MOST_BYTES, refuse_large
from inlay.verbs.rewrite.sources import RewriteSource
from inlay.verbs.rewrite.wide_decimals import gets_bounds
from inlay.verbs.rewrite.writer_options import WRITES_BLOOM_FILTERS, Options, choose_options
from parquet_format.parquet import (
    ColumnOrder,
    CompressionCodec,
    FileMetaData,
    NullType,
    SortingColumn,
    Type,
)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the caller asked for."""

    schema: SchemaRule
    metadata: PairRule
    group_rows: int | None
    compression: Compression | None
    sort_by: Sequence[str] | None
    encode: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RewritePlan:
    """`metadata` is of the new file as far as the sources say it: schema, key-values, extensions of the file, orders.

    `group_bytes` ends a row group early where values take more than footers tell. `sorting` are columns to sort by; `claimed` are those that all sources say they are sorted by, which is checked.
    """

    sources: Sequence[RewriteSource]
    tree: SchemaTree
    metadata: FileMetaData
    habits: Habits
    options: Options
    form: Form
    design: str
    group_rows: int
    batch_rows: int
    group_bytes: int | None
    sorting: Sequence[SortingColumn] = ()
    claimed: Sequence[SortingColumn] = ()
    notes: list[str] = field(default_factory=list[str])

    @property
    def num_rows(self) -> int:
        return self.metadata.num_rows

    @property
    def row_groups(self) -> int:
        return -(-self.num_rows // self.group_rows)


def plan_rewrite(parts: Sequence[PartSource], wishes: Wishes) -> RewritePlan:
    """Raises SchemaError for schemas that cannot become one; RequestError and RefusedError for what `docs/parts.md` lists."""
    if not parts:
        raise RefusedError(NO_FILES, "there are no files to rewrite")
    wanted = unite(parts, wishes.schema)
    tree = wanted.tree
    places = match_all(parts, wanted, may_lack=wishes.schema == "union")
    _require_readable(parts[0].name, tree)
    sources = [
        RewriteSource(part, BareRows(part.name, part.file.source, tree, place))
        for part, place in zip(parts, places, strict=True)
    ]
    notes = note_partitions((part.name for part in parts), wanted.tree)
    notes += match_field_ids(parts, wanted)
    metadata, said = _merge_metadata(parts, places, tree, wishes.metadata)
    notes += said
    keys = parse_sort_keys(wishes.sort_by, tree) if wishes.sort_by is not None else []
    size = estimate_bytes(sources)
    if keys and size > MOST_BYTES:
        raise refuse_large(size)
    group_rows = wishes.group_rows or choose_group_rows(metadata.num_rows, size)
    habits = survey_habits(sources, tree)
    set_encodings(habits, wishes.encode, tree)
    notes += _choose_orders(metadata, habits, tree)
    form, design, said = choose_form(parts)
    notes += said + _list_changes(habits, tree, metadata.column_orders, wishes.compression)
    claimed = [] if keys else list(habits.sorting or ())
    if habits.says_sorting and not keys and not (claimed and can_check(claimed, tree)):
        notes.append(
            "sorting columns are dropped: the row groups differ in them, or their values have no order"
        )
        claimed = []
    options = choose_options(
        tree,
        metadata.column_orders,
        habits,
        wishes.compression,
        min(group_rows, max(metadata.num_rows, 1)),
    )
    return RewritePlan(
        sources,
        tree,
        metadata,
        habits,
        options,
        form,
        design,
        group_rows,
        choose_batch_rows(metadata.num_rows, size),
        None if wishes.group_rows else MOST_GROUP_BYTES,
        keys,
        claimed,
        notes,
    )


def _require_readable(name: str, tree: SchemaTree) -> None:
    """Before anything is written: whether pyarrow reads values of this schema at all."""
    if not tree.leaves:
        raise RefusedError("schema", "there is no column to rewrite", path=name)
    for node in tree.nodes[1:]:
        if not node.is_leaf and not node.children:
            what = f"column {'.'.join(node.path)} is a group without columns, which no writer has values for"
            raise RefusedError("schema", what, path=name)
    try:
        read_bare_schema(tree, ReadFor.ORDER)
    except (pa.ArrowException, OSError) as error:
        said = " ".join(str(error).split()).rstrip(".")
        raise RefusedError(
            "schema", f"pyarrow does not read its schema: {said}", path=name
        ) from error


def _merge_metadata(
    parts: Sequence[PartSource], places: Sequence[Places], tree: SchemaTree, rule: PairRule
) -> tuple[FileMetaData, list[str]]:
    metadata = parts[0].metadata.replace()
    notes = merge_file_level(metadata, [part.metadata for part in parts[1:]])
    metadata.key_value_metadata, said = merge_pairs(parts, places, tree, rule)
    metadata.schema = [node.element for node in tree.nodes]
    metadata.num_rows = sum(part.metadata.num_rows for part in parts)
    metadata.column_orders = _keep_orders(parts, places, tree)
    return metadata, notes + said


def _keep_orders(
    parts: Sequence[PartSource], places: Sequence[Places], tree: SchemaTree
) -> list[ColumnOrder]:
    """Of each column that of the first file that says one. Bounds are new, so files may differ in it."""
    orders = [ColumnOrder.TYPE_ORDER] * len(tree.leaves)
    for part, place in reversed(list(zip(parts, places, strict=True))):
        for leaf, at in enumerate(place):
            if at is not None and part.metadata.column_orders is not None:
                orders[leaf] = part.metadata.column_orders[at]
    return orders


def _choose_orders(metadata: FileMetaData, habits: Habits, tree: SchemaTree) -> list[str]:
    """pyarrow has bounds in the order of the type alone. Where no value is NaN, they say as much as those in IEEE 754 order. Returns notes."""
    orders = metadata.column_orders or []
    names: list[str] = []
    for number, (leaf, habit) in enumerate(zip(tree.leaves, habits.columns, strict=True)):
        if orders[number] == ColumnOrder.IEEE_754_TOTAL_ORDER and not habit.may_have_nan:
            orders[number] = ColumnOrder.TYPE_ORDER
            names.append(".".join(leaf.path))
    return [f"bounds of {name_columns(names)} are in the order of the type"] if names else []


def _list_changes(
    habits: Habits,
    tree: SchemaTree,
    orders: Sequence[ColumnOrder] | None,
    compression: Compression | None,
) -> list[str]:
    """What the sources have and the result will not, and the other way round."""
    notes: list[str] = []
    if habits.dropped:
        what = ", ".join(habits.dropped)
        notes.append(f"dropped from row groups and chunks, whose pages are new: {what}")
    names = [".".join(leaf.path) for leaf in tree.leaves]
    bounded = [
        name
        for number, (name, leaf, habit) in enumerate(
            zip(names, tree.leaves, habits.columns, strict=True)
        )
        if habit.has_bounds
        and not _gets_bounds(leaf, orders[number] if orders is not None else None)
    ]
    if bounded:
        notes.append(
            f"no bounds for {name_columns(bounded)}: pyarrow does not know the order of its values"
        )
    gained = [
        name
        for number, (name, leaf, habit) in enumerate(
            zip(names, tree.leaves, habits.columns, strict=True)
        )
        if habit.lacks_bounds
        and not isinstance(find_meaning(leaf.element), NullType)
        and _gets_bounds(leaf, orders[number] if orders is not None else None)
    ]
    if gained:
        notes.append(f"bounds are new for {name_columns(gained)}")
    if not habits.has_page_index:
        notes.append("page indexes are new")
    boxed = [
        name
        for name, leaf, habit in zip(names, tree.leaves, habits.columns, strict=True)
        if habit.has_boxes and not is_geometry(leaf.element)
    ]
    if boxed:
        notes.append(f"no boxes for {name_columns(boxed)}: pyarrow writes those of geometries only")
    filtered = [
        name
        for name, habit, leaf in zip(names, habits.columns, tree.leaves, strict=True)
        if habit.bloom_bytes and not (WRITES_BLOOM_FILTERS and leaf.element.type != Type.BOOLEAN)
    ]
    if filtered:
        notes.append(
            f"Bloom filters of {name_columns(filtered)} are dropped: this pyarrow does not write them"
        )
    changed = sorted(
        {
            f"{habit.codec.name} becomes {_written_codec(habit.codec)}"
            for habit in habits.columns
            if compression is None
            and habit.codec is not None
            and _written_codec(habit.codec) != habit.codec.name
        }
    )
    notes += [f"compression: {change}" for change in changed]
    return notes


def _gets_bounds(leaf: Node, order: ColumnOrder | None) -> bool:
    return is_ordered(leaf.element, order) or gets_bounds(leaf, order)


def _written_codec(codec: CompressionCodec) -> str:
    name = keep_codec(codec).codec
    return {"none": "UNCOMPRESSED", "lz4": "LZ4_RAW"}.get(name, name.upper())
