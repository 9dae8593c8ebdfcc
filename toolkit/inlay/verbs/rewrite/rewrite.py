"""`inlay.rewrite`: the values of files, read and written anew by pyarrow, and proved equal (`docs/parts.md`)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final

from inlay.changes.rewrite.new_file import NewFile, require_output
from inlay.ground.files.source import Source, size_of
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import RequestError
from inlay.ground.wording.amounts import count
from inlay.pages.encodings.plain_footer import warn_of
from inlay.pages.engine.left_out import name_columns
from inlay.verbs.parts.key_values import PairRule
from inlay.verbs.parts.named_sources import list_sources_of
from inlay.verbs.parts.source import PartSources
from inlay.verbs.parts.uniting import SchemaRule
from inlay.verbs.rewrite.compression import parse_compression
from inlay.verbs.rewrite.new_footer import replace_footer
from inlay.verbs.rewrite.progress import RewriteProgress, RewriteStage, ignore_progress
from inlay.verbs.rewrite.rewrite_plan import RewritePlan, Wishes, plan_rewrite
from inlay.verbs.rewrite.same_values import require_same_values
from inlay.verbs.rewrite.unreadable_chunk import ignore_finding
from inlay.verbs.rewrite.write_rows import write_rows
from inlay_runtime.public_home import public_in

MOST_GROUP_ROWS: Final = 64 << 20
"""pyarrow writes no more."""

Output = str | os.PathLike[str]


@public_in("inlay")
@dataclass(frozen=True, slots=True)
class RewrittenFile:
    """A file that was made, or would be: `size` is None after a dry run. `old_size` and `old_row_groups` are those of all
    `sources`, which counts them. `notes` has a sentence for everything that did not come along as it was.
    """

    path: str
    rows: int
    row_groups: int
    columns: int
    size: int | None
    sources: int
    old_row_groups: int
    old_size: int
    notes: tuple[str, ...]


@check_keywords
def rewrite(
    sources: Source | Iterable[Source],
    output: Output,
    *,
    row_group_size: int | None = None,
    compression: str | None = None,
    sort_by: Sequence[str] | None = None,
    encode: Mapping[str, str] | None = None,
    schema: SchemaRule = "same",
    metadata: PairRule = "first",
    overwrite: bool = False,
    dry_run: bool = False,
    allow: Set[str] = frozenset(),
    progress: RewriteProgress = ignore_progress,
) -> RewrittenFile:
    """Writes the rows of all sources, in order, into one file with new row groups and new pages.

    `row_group_size` counts rows; None takes as many as have about 256 MiB of values, at most 1,048,576. `compression` is `CODEC` or
    `CODEC:LEVEL`; None keeps the codec of each column. `sort_by` has columns, with `:desc` behind those that descend; nulls
    come last. `encode` gives columns an encoding: `dictionary`, `plain`, `delta_binary_packed`, `delta_length_byte_array`,
    `delta_byte_array` or `byte_stream_split`. `schema` and `metadata` are those of `inlay.concat`. `progress` is told a `RewriteStage`, and how much of how many is done.

    Before the file is there, both sides are read again, and each value must be equal, bit for bit. Raises SchemaError for schemas that cannot become one;
    RequestError for what no codec or column is; RefusedError for whatever else is refused; ChunkError for pages that cannot be
    read; RewriteError for a value that reads back differently; FooterError, OSError. `output` is there, whole and synced, or as it was.
    """
    wishes = Wishes(
        schema,
        metadata,
        _require_rows(row_group_size),
        None if compression is None else parse_compression(compression),
        sort_by,
        encode or {},
    )
    path = os.fspath(output)
    with PartSources() as opened:
        listed, notes = list_sources_of(sources, "rewrite", path)
        names = [os.fspath(source) for source in listed if isinstance(source, str | os.PathLike)]
        require_output(path, overwrite=overwrite, sources=names, allow=allow)
        parts = opened.open_all(
            listed, lambda _, done, total: progress(RewriteStage.FOOTERS, done, total)
        )
        plan = plan_rewrite(parts, wishes)
        plan.notes[:0] = notes
        if dry_run:
            return _describe(plan, path, plan.row_groups, None)
        with NewFile(path, overwrite=overwrite, sources=names, allow=allow) as target:
            row_groups = _make(plan, target, path, progress)
            opened.require_unchanged()
            size = target.file.seek(0, os.SEEK_END)
        return _describe(plan, path, row_groups, size)


def _make(plan: RewritePlan, target: NewFile, path: str, progress: RewriteProgress) -> int:
    """The row groups of the new file."""

    def advance(stage: RewriteStage, done: int) -> None:
        progress(stage, done, plan.num_rows)

    file = target.file
    written = write_rows(plan, file, lambda done: advance(RewriteStage.WRITTEN, done), warn_of)
    row_groups = replace_footer(plan, file, written)
    if written.incompressible:
        names = name_columns(written.incompressible)
        plan.notes.append(f"no codec for {names}: it would save less than 5%")
    unsorted = written.are_sorted.count(False)
    if unsorted:
        groups = count(len(written.are_sorted), "row group")
        plan.notes.append(
            f"sorting columns are dropped from {unsorted:,} of {groups}, which are not sorted"
        )
    with target.reopen() as new:
        require_same_values(
            plan,
            new,
            path,
            written.order,
            lambda done: advance(RewriteStage.COMPARED, done),
            ignore_finding,
        )
    return row_groups


def _describe(plan: RewritePlan, path: str, row_groups: int, size: int | None) -> RewrittenFile:
    parts = [source.part for source in plan.sources]
    return RewrittenFile(
        path,
        plan.num_rows,
        row_groups,
        len(plan.tree.leaves),
        size,
        len(parts),
        sum(part.count for part in parts),
        sum(size_of(part.file.source) for part in parts),
        tuple(plan.notes),
    )


def _require_rows(rows: int | None) -> int | None:
    if rows is not None and not 1 <= rows <= MOST_GROUP_ROWS:
        what = f"a row group has 1 row to {MOST_GROUP_ROWS:,} rows"
        raise RequestError(f"row_group_size={rows}: {what}")
    return rows
