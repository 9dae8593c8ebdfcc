"""The row groups of several files, one after the other, as a plan of one file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inlay.footer.form import Form
from inlay.pages.plan import Origin, Output
from inlay.pages.thrift_file import ThriftFile
from inlay.parts.distrust import may_shift_timestamps, prepare_for_others
from inlay.parts.file_level import merge_file_level
from inlay.parts.key_values import PairRule, merge_pairs
from inlay.parts.matching import Named, match_leaves
from inlay.parts.null_columns import build_null_columns
from inlay.parts.orders import Places, merge_orders
from inlay.parts.plan import MOST_ROW_GROUPS, PartsPlan
from inlay.parts.selection import number_row_groups, renumber_sorting
from inlay.parts.source import PartSource
from inlay.parts.uniting import SchemaRule, unite
from inlay.parts.writers import name_writers
from inlay.refusals import RefusedError
from inlay.schema.tree import SchemaTree
from parquet_format.parquet import RowGroup


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
    _require_few(parts)
    wanted = unite(parts, schema)
    places = [_place(part, wanted, schema) for part in parts]
    names = [".".join(leaf.path) for leaf in wanted.tree.leaves]
    notes: list[str] = []
    writers = [part.metadata.created_by for part in parts]
    longer = frozenset[ThriftFile]().union(*(part.longer for part in parts))
    if len(set(writers)) > 1:
        for part in parts:
            notes += prepare_for_others(part)
        if may_shift_timestamps(parts):
            notes.append("readers that shift INT96 by writer will treat all rows alike")
    orders, said = merge_orders(parts, places, names)
    notes += said
    result = parts[0].metadata
    notes += merge_file_level(result, [part.metadata for part in parts[1:]])
    result.key_value_metadata, said = merge_pairs(parts, places, metadata)
    notes += said
    groups = [
        group
        for part, place in zip(parts, places, strict=True)
        for group in _groups(part, place, wanted)
    ]
    notes += _agree_on_sorting([row_group for row_group, _ in groups])
    result.schema = [node.element for node in wanted.tree.nodes]
    result.row_groups = [row_group for row_group, _ in groups]
    number_row_groups(result.row_groups)
    result.num_rows = sum(row_group.num_rows for row_group in result.row_groups)
    result.version = max(part.metadata.version for part in parts)
    result.created_by = name_writers(writers, ours)
    result.column_orders = orders
    form, layout, said = _form(parts)
    output = Output(result, [origins for _, origins in groups])
    return PartsPlan(output, form, notes + said, longer, layout)


def _require_few(parts: Sequence[PartSource]) -> None:
    if not parts:
        raise RefusedError("parts", "there are no files to put together")
    count = sum(len(part.metadata.row_groups) for part in parts)
    if count > MOST_ROW_GROUPS:
        reason = f"the result would have {count:,} row groups, and Parquet counts up to {MOST_ROW_GROUPS:,}"
        raise RefusedError("row-groups", reason)


def _place(part: PartSource, wanted: Named, rule: SchemaRule) -> Places:
    given = Named(part.name, SchemaTree(part.metadata.schema))
    return match_leaves(wanted, given, may_lack=rule == "union")


def _groups(
    part: PartSource, places: Places, wanted: Named
) -> Iterator[tuple[RowGroup, list[Origin]]]:
    """The row groups with their columns in the order of the result, and where each chunk comes from."""
    missing = [leaf for leaf, place in enumerate(places) if place is None]
    rows = [row_group.num_rows for row_group in part.metadata.row_groups]
    leaves = wanted.tree.leaves
    nulls, null_metadata = build_null_columns([leaves[leaf] for leaf in missing], rows)
    numbers = {leaf: number for number, leaf in enumerate(missing)}
    # Where a column is missing, no old column has its place.
    kept = [-1 if place is None else place for place in places]
    for group, row_group in enumerate(part.metadata.row_groups):
        old, new = row_group.columns, null_metadata.row_groups[group].columns
        row_group.sorting_columns = renumber_sorting(row_group.sorting_columns, kept)
        origins: list[Origin] = []
        row_group.columns = []
        for leaf, place in enumerate(places):
            if place is None:
                row_group.columns.append(new[numbers[leaf]])
                origins.append(Origin(nulls, (group, numbers[leaf])))
            else:
                row_group.columns.append(old[place])
                origins.append(Origin(part.file, (group, place)))
        yield row_group, origins


def _agree_on_sorting(row_groups: Sequence[RowGroup]) -> list[str]:
    """Leaves sorting columns only where all row groups have the same."""
    first = row_groups[0].sorting_columns if row_groups else None
    if all(row_group.sorting_columns == first for row_group in row_groups):
        return []
    for row_group in row_groups:
        row_group.sorting_columns = None
    return ["sorting columns are dropped: the row groups differ in them"]


def _form(parts: Sequence[PartSource]) -> tuple[Form, str, list[str]]:
    """With the layout of dual files."""
    forms = {(part.file.form, part.file.layout) for part in parts}
    if len(forms) == 1:
        return *forms.pop(), []
    names = ", ".join(sorted(f"{form.value} {layout}".strip() for form, layout in forms))
    note = f"the result has a plain Thrift footer: the files have {names}"
    return Form.THRIFT, "", [note]
