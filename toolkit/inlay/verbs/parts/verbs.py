"""`inlay.concat`, `inlay.select`, `inlay.drop`, `inlay.split`: sources in, files out, no page decoded (`docs/parts.md`)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import replace
from pathlib import Path

from inlay.footers.encryption.keys import EncryptionKeys, KeyRetriever, require_keys
from inlay.ground.files.source import Source, name_of
from inlay.ground.keywords import check_keywords
from inlay.ground.mistakes import RequestError
from inlay.ground.schema.names import match_columns
from inlay.ground.schema.wanted import require_row_groups
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.verbs.parts.concat import plan_concat
from inlay.verbs.parts.dropped import describe_dropped
from inlay.verbs.parts.in_place import drop_in_place
from inlay.verbs.parts.key_values import PairRule
from inlay.verbs.parts.making import WriteOptions, WrittenFile
from inlay.verbs.parts.named_sources import list_sources_of
from inlay.verbs.parts.outputs import (
    folder_for,
    make,
    refuse_longer_split,
    require_outputs,
    sources_for,
)
from inlay.verbs.parts.plan import PartsPlan
from inlay.verbs.parts.progress import PartsProgress, ignore_stages, tell_of_one
from inlay.verbs.parts.selection import plan_selection
from inlay.verbs.parts.source import PartSource
from inlay.verbs.parts.uniting import SchemaRule
from inlay.verbs.parts.writers import own_created_by
from parquet_format.parquet import RowGroup

Output = str | os.PathLike[str]


Weigh = Callable[[RowGroup], int]


@check_keywords
def concat(
    sources: Source | Iterable[Source],
    output: Output,
    *,
    schema: SchemaRule = "same",
    metadata: PairRule = "first",
    keys: EncryptionKeys | KeyRetriever | None = None,
    verify_pages: bool = True,
    overwrite: bool = False,
    dry_run: bool = False,
    allow: Set[str] = frozenset(),
    progress: PartsProgress = ignore_stages,
) -> WrittenFile:
    """Writes the row groups of all sources, in order, into one file.

    A folder or a glob stands for its Parquet files, in the order of their names. `schema` says which schemas become one, `metadata`
    what happens to key-value pairs in which files differ. `keys` open encrypted files (`docs/encryption.md`). `progress` is told a `Stage`, and how much of how many is done.

    Raises SchemaError for schemas that cannot become one; RefusedError for whatever else is refused; ChunkError for
    damage; FooterError, OSError. `output` is there, whole and synced, or as it was.
    """
    how = WriteOptions(overwrite, dry_run, verify_pages, allow, progress)
    with sources_for(output, require_keys(keys)) as opened:
        listed, notes = list_sources_of(sources, "concat", output)
        parts = opened.open_all(listed, progress)
        plan = plan_concat(parts, schema=schema, metadata=metadata, ours=own_created_by())
        plan = replace(plan, notes=[*notes, *plan.notes])
        return make(plan, output, opened, how)


@check_keywords
def select(
    source: Source,
    output: Output,
    *,
    columns: Sequence[str] | None = None,
    row_groups: Sequence[int] | None = None,
    keys: EncryptionKeys | KeyRetriever | None = None,
    verify_pages: bool = True,
    overwrite: bool = False,
    dry_run: bool = False,
    allow: Set[str] = frozenset(),
    progress: PartsProgress = ignore_stages,
) -> WrittenFile:
    """Writes some columns and row groups of a file into another one.

    `columns` are paths, names in quotes or globs (`docs/names.md`), and a group is all that is in it; `row_groups` numbers, in the order in which they are written.
    Raises ValueError for one that the file does not have, and what `concat` raises.
    """
    how = WriteOptions(overwrite, dry_run, verify_pages, allow, progress)
    with sources_for(output, require_keys(keys)) as opened:
        part = opened.open(source)
        tree = part.tree
        leaves = range(len(tree.leaves)) if columns is None else match_columns(tree, columns)
        groups = require_row_groups(row_groups, part.count)
        plan = plan_selection(part, leaves, range(part.count) if groups is None else groups)
        return make(plan, output, opened, how)


@check_keywords
def drop(
    source: Source,
    output: Output | None = None,
    *,
    columns: Sequence[str],
    keys: EncryptionKeys | KeyRetriever | None = None,
    verify_pages: bool = True,
    overwrite: bool = False,
    dry_run: bool = False,
    allow: Set[str] = frozenset(),
    progress: PartsProgress = ignore_stages,
) -> WrittenFile:
    """Writes a file without some columns: into its own place, or as `output`. The first note names what was taken out.

    Raises ValueError for a column that the file does not have, and what `concat` raises.
    """
    how = WriteOptions(overwrite, dry_run, verify_pages, allow, progress)

    def plan(part: PartSource) -> PartsPlan:
        gone = set(match_columns(part.tree, columns))
        kept = [leaf for leaf in range(len(part.tree.leaves)) if leaf not in gone]
        planned = plan_selection(part, kept, range(part.count))
        return replace(planned, notes=[*describe_dropped(part.tree, gone), *planned.notes])

    if output is None:
        return drop_in_place(source, plan, how, keys=require_keys(keys))
    with sources_for(output, require_keys(keys)) as opened:
        return make(plan(opened.open(source)), output, opened, how)


@check_keywords
def split(
    source: Source,
    folder: Output,
    *,
    rows: int | None = None,
    size: int | None = None,
    row_groups: int | None = None,
    keys: EncryptionKeys | KeyRetriever | None = None,
    verify_pages: bool = True,
    overwrite: bool = False,
    dry_run: bool = False,
    allow: Set[str] = frozenset(),
    progress: PartsProgress = ignore_stages,
) -> list[WrittenFile]:
    """Writes runs of row groups of a file into files of their own, `NAME-00000.parquet` and so on in `folder`.

    One of `rows`, `size` (bytes of pages) and `row_groups` says how much a file has at most; no row group is cut. Raises
    RequestError unless it is exactly one and positive, and what `concat` raises; then the files before are there.
    """
    weigh, most = _weight(rows, size, row_groups)
    how = WriteOptions(overwrite, dry_run, verify_pages, allow, progress)
    stem = Path(name_of(source)).stem
    with sources_for(folder, require_keys(keys)) as opened:
        part = opened.open(source)
        runs = pack(part.row_groups(), weigh, most)
        paths = [os.path.join(folder, f"{stem}-{at:05}.parquet") for at in range(len(runs))]
        if part.encrypted is not None:  # before the first one is written: the second may be refused
            for run in runs:
                _plan_run(part.again(), run)
        with folder_for(folder, opened, how):
            require_outputs(paths, opened, how)
            refuse_longer_split(folder, stem, len(paths), opened)
            total = _plan_run(part.again(), range(part.count)).row_groups.copied
            files: list[WrittenFile] = []
            for path, run in zip(paths, runs, strict=True):
                done = sum(file.copied for file in files)
                each = replace(how, progress=tell_of_one(progress, done, total))
                files.append(make(_plan_run(part.again(), run), path, opened, each))
        return files


def _plan_run(part: PartSource, run: range) -> PartsPlan:
    return plan_selection(part, range(len(part.tree.leaves)), run)


def _weight(rows: int | None, size: int | None, row_groups: int | None) -> tuple[Weigh, int]:
    given: list[tuple[Weigh, object]] = [
        (weigh, most)
        for weigh, most in ((count_rows, rows), (count_bytes, size), (count_one, row_groups))
        if most is not None
    ]
    match given:
        case [(weigh, int(most))] if most >= 1:
            return weigh, most
        case [(_, most)]:
            what = f"{most!r} is not how much a file has: that is a whole number, at least 1"
            raise RequestError(what)
        case _:
            raise RequestError("say how much a file has: one of rows, size and row_groups")


def count_rows(row_group: RowGroup) -> int:
    return row_group.num_rows


def count_bytes(row_group: RowGroup) -> int:
    """Of its pages, as they lie in the file."""
    return sum(metadata_of(chunk).total_compressed_size for chunk in row_group.columns)


def count_one(_: RowGroup) -> int:
    return 1


def pack(row_groups: Sequence[RowGroup], weigh: Weigh, most: int) -> list[range]:
    """Runs of row groups that weigh at most `most` together; one that weighs more is alone."""
    runs: list[range] = []
    start = weight = 0
    for number, row_group in enumerate(row_groups):
        added = weigh(row_group)
        if number > start and weight + added > most:
            runs.append(range(start, number))
            start, weight = number, 0
        weight += added
    if start < len(row_groups):
        runs.append(range(start, len(row_groups)))
    return runs or [range(0)]
