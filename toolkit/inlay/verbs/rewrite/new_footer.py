"""The footer of the new file: what pyarrow says of its pages, under the schema and with the metadata of the sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO

from inlay.changes.rewrite.errors import RewriteError
from inlay.footers.extensions.budget import require_size
from inlay.footers.footer.read import read_footer
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.leaf import Leaf, leaves_of
from inlay.pages.engine.sink import StreamSink
from inlay.pages.engine.thrift_file import append_tail, open_thrift, renew_tail
from inlay.verbs.rewrite.bare_schema import ReadFor, bare_type
from inlay.verbs.rewrite.delta_sizes import leave_out_delta_sizes
from inlay.verbs.rewrite.rewrite_plan import RewritePlan
from inlay.verbs.rewrite.write_rows import RowsWritten
from parquet_format.parquet import FileMetaData, RowGroup, SortingColumn


def replace_footer(plan: RewritePlan, file: IO[bytes], written: RowsWritten) -> int:
    """Writes the footer in the place of pyarrow's, and reads it back; the row groups. Raises RewriteError, and what `require_size` and
    `append_tail` raise."""
    footer = read_footer(file)
    raw = FileMetaData.decode(footer.thrift)
    _require_levels(plan, raw)
    end = leave_out_delta_sizes(file, raw.row_groups, footer.offset)
    metadata = plan.metadata.replace(
        version=raw.version,
        created_by=raw.created_by,
        row_groups=[
            _restore_group(plan, group, written, number)
            for number, group in enumerate(raw.row_groups)
        ],
    )
    file.seek(end)
    file.truncate()
    sink = StreamSink(file)
    sink.size = end
    thrift = renew_tail(metadata.encode(), end)
    before = max(len(source.part.file.thrift) for source in plan.sources)
    require_size("the footer", len(thrift), before=before)
    append_tail(sink, thrift, plan.form, plan.design)
    file.flush()
    if open_thrift(file, plan.sources[0].part.name).thrift != thrift:
        raise RewriteError("the new footer reads back differently")
    return len(metadata.row_groups)


def _require_levels(plan: RewritePlan, raw: FileMetaData) -> None:
    """What is in the pages means the same under the old schema."""
    bare, wanted = leaves_of(raw), [Leaf.of(node) for node in plan.tree.leaves]
    if len(bare) == len(wanted):
        same = all(
            (old.max_definition, old.max_repetition) == (new.max_definition, new.max_repetition)
            for old, new in zip(wanted, bare, strict=True)
        )
        types = {
            (at, metadata_of(chunk).type)
            for group in raw.row_groups
            for at, chunk in enumerate(group.columns)
        }
        if same and all(
            old is not None and new == bare_type(old, ReadFor.ORDER)
            for at, new in types
            for old in (plan.tree.leaves[at].element.type,)
        ):
            return
    raise RewriteError("pyarrow wrote columns of another shape than those that it read")


def _restore_group(
    plan: RewritePlan, group: RowGroup, written: RowsWritten, number: int
) -> RowGroup:
    bounds = written.bounds[number]
    for at, (chunk, leaf) in enumerate(zip(group.columns, plan.tree.leaves, strict=True)):
        meta = metadata_of(chunk)
        assert leaf.element.type is not None  # as every leaf has
        meta.type = leaf.element.type
        meta.path_in_schema = list(leaf.path)
        meta.statistics = bounds.get(at, meta.statistics)
    group.sorting_columns = list(_choose_sorting(plan, written, number)) or None
    return group


def _choose_sorting(
    plan: RewritePlan, written: RowsWritten, number: int
) -> Sequence[SortingColumn]:
    if plan.sorting:
        return plan.sorting
    return plan.claimed if plan.claimed and written.are_sorted[number] else ()
