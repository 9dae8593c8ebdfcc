"""A plan becomes a file: written aside, checked, and put under its name."""

from __future__ import annotations

import os
from collections.abc import Set
from dataclasses import dataclass

from inlay.files.source import Seekable
from inlay.pages.agreement import check_counts
from inlay.pages.checked_chunk import CheckedChunk
from inlay.pages.layout import list_extents
from inlay.pages.packed import ChunkParts, write_packed
from inlay.pages.plan import Origin
from inlay.pages.progress import Progress, ignore_progress
from inlay.pages.sink import Sink, StreamSink
from inlay.pages.thrift_file import open_thrift, renew_tail, tail_in_form
from inlay.pages.unchecked_chunk import UncheckedChunk
from inlay.parts.plan import PartsPlan
from inlay.parts.source import PartSources
from inlay.refusals import RefusedError
from inlay.rewrite.errors import RewriteError
from inlay.rewrite.new_file import NewFile, require_output
from inlay.schema.tree import SchemaTree
from parquet_format.parquet import ColumnChunk, FileMetaData, RowGroup


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that was made, or would be. `size` is None after a dry run; `copied` are bytes of pages, filters and indexes.

    `notes` has a sentence for everything that did not come along as it was.
    """

    path: str
    rows: int
    row_groups: int
    columns: int
    copied: int
    size: int | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Making:
    """How a plan becomes a file, whatever the verb."""

    overwrite: bool = False
    dry_run: bool = False
    verify_pages: bool = True
    allow: Set[str] = frozenset()
    progress: Progress = ignore_progress


def make_file(
    plan: PartsPlan, output: str | os.PathLike[str], sources: PartSources, how: Making
) -> WrittenFile:
    """A local file. Raises what `require_output` raises; RefusedError for an output that is a source; FormError for metadata that the form
    of the file cannot carry; ChunkError, LayoutRefusedError for damage; ChangedError. `output` is there, whole and synced,
    or as it was."""
    path = os.fspath(output)
    require_output(path, overwrite=how.overwrite, allow=how.allow)
    _refuse_source(path, sources)
    tail_in_form(plan.form, plan.metadata, 0)
    if how.dry_run:
        return describe_file(plan, path, None)
    with NewFile(path, overwrite=how.overwrite, allow=how.allow) as target:
        sink = StreamSink(target.file)
        write(plan, sink, target.file, how)
        target.file.flush()
        check(path, target.file, plan)
        sources.require_unchanged()
    return describe_file(plan, path, sink.size)


def write(plan: PartsPlan, sink: Sink, written: Seekable, how: Making) -> None:
    """The whole file. `how.progress` is told how many bytes there are of it; what the sink has got is read back as `written`,
    where the footer depends on it."""

    def take_apart(origin: Origin, chunk: ColumnChunk) -> ChunkParts:
        how.progress(sink.size)
        if how.verify_pages or origin.source in plan.longer:
            return CheckedChunk(origin, chunk)
        return UncheckedChunk(origin, chunk)

    write_packed(plan.output, sink, take_apart)
    form, layout = plan.form, plan.layout
    tail = tail_in_form(form, plan.metadata, sink.size, layout=layout, body=written)
    written.seek(sink.size)
    sink.append(tail)


def check(path: str, file: Seekable, plan: PartsPlan) -> None:
    """Reads back what was written. Raises RewriteError.

    The bytes are compared, and row groups are decoded one by one: a second copy of them all would double the memory.
    """
    written = open_thrift(file, path)
    metadata = plan.metadata
    # A seal is made when the footer is written.
    expected = renew_tail(metadata.encode(), written.footer)
    if written.thrift != expected or not _reads_back(metadata):
        raise RewriteError(f"{path}: the new footer reads back differently")
    list_extents(metadata, written.footer)
    check_counts(metadata)


def _reads_back(metadata: FileMetaData) -> bool:
    """Whether the metadata says the same when it was encoded and decoded."""
    rest = metadata.replace(row_groups=[])
    return FileMetaData.decode(rest.encode()) == rest and all(
        RowGroup.decode(row_group.encode()) == row_group for row_group in metadata.row_groups
    )


def describe_file(plan: PartsPlan, path: str, size: int | None) -> WrittenFile:
    metadata = plan.metadata
    return WrittenFile(
        path,
        metadata.num_rows,
        len(metadata.row_groups),
        len(SchemaTree(metadata.schema).leaves),
        plan.copied,
        size,
        tuple(plan.notes),
    )


def _refuse_source(path: str, sources: PartSources) -> None:
    for file in sources.opened:
        if isinstance(file.source, str | os.PathLike) and _is_same_file(path, file.name):
            reason = "the output is one of the files that it is made of"
            raise RefusedError(
                "output", reason, "another -o, or `inlay drop` to change a file", path
            )


def _is_same_file(path: str, name: str) -> bool:
    try:
        return os.path.samefile(path, name)
    except OSError:  # one of them is not there, or a URL
        return False
